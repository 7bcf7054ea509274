// The engine behind `<paili-hint engine="browser">`: it takes the place of `fetch`, and loads as soon as it is imported.

import { Declined, load } from "./engine/index.js";

const loading = load();
loading.catch(() => {}); // who asks is told

/** Answer a question of the button as the service would; what this engine leaves to the service is asked there. */
async function answer(url) {
  const engine = await loading;
  try {
    const { status, text } = await engine.textOfQuery("analyze", Object.fromEntries(url.searchParams));
    return new Response(text, { status });
  } catch (error) {
    if (error instanceof Declined) return fetch(url);
    throw error;
  }
}

export { answer as fetch };

// The engine behind `<paili-hint engine="browser">`: it takes the place of `fetch`, and loads as soon as it is imported.

import { Declined, load } from "./engine/index.js";

const loading = load();
loading.catch(() => {}); // reported to the caller of `fetch`

/** Answer a request of the button as the service would; a request that this engine declines goes to the service. */
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

// The engine for `<paili-hint engine="browser">`: a replacement for `fetch`, which starts loading on import.

import { Declined, load } from "../engine/index.js";

const loading = load();
loading.catch(() => {}); // errors are reported by the replaced `fetch`

/** Answer a request of the button like the service; a request that this engine does not support goes to the service. */
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

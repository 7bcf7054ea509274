// The engine of this page itself, in a Worker: it answers what the service would, where the service cannot be reached.

let ownEngine = null;
let questionsAsked = 0;
const unanswered = new Map();

function closeOwnEngine() { // there is none here: not built, not kept, or no WebAssembly
  ownEngine?.terminate();
  ownEngine = null;
  for (const answer of unanswered.values()) answer({ failed: "no engine" });
  unanswered.clear();
}

function openOwnEngine() {
  ownEngine = new Worker(new URL("./engine/worker.js", import.meta.url), { type: "module" });
  ownEngine.onmessage = ({ data }) => {
    unanswered.get(data.id)?.(data);
    unanswered.delete(data.id);
  };
  ownEngine.onerror = closeOwnEngine;
}

/** Ask the page's own engine; resolves to its answer, or to null if it has none. */
export async function askOwnEngine(way, kind, asked, language, signal) {
  try {
    if (!ownEngine) openOwnEngine();
  } catch { // a browser without such Workers
    return null;
  }
  const id = ++questionsAsked;
  const found = await new Promise((resolve, reject) => {
    unanswered.set(id, resolve);
    signal?.addEventListener("abort", () => { unanswered.delete(id); reject(signal.reason); });
    ownEngine.postMessage({ id, way, kind, asked, language });
  });
  if (found.failed) closeOwnEngine(); // the next question tries anew
  return found.status ? found : null;
}

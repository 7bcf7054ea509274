// The page's own engine, in a Worker: it answers requests while the service cannot be reached.

let ownEngine = null;
let requestCount = 0;
const unanswered = new Map();

function closeOwnEngine() {
  // no engine: not built, not cached, or no WebAssembly
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

/** Send a request to the page's own engine; resolves to its answer, or to null without an engine. */
export async function askOwnEngine(way, kind, request, language, signal) {
  try {
    if (!ownEngine) openOwnEngine();
  } catch {
    // a browser without module workers
    return null;
  }
  const id = ++requestCount;
  const answer = await new Promise((resolve, reject) => {
    unanswered.set(id, resolve);
    signal?.addEventListener("abort", () => {
      unanswered.delete(id);
      reject(signal.reason);
    });
    ownEngine.postMessage({ id, way, kind, request, language });
  });
  if (answer.failed) closeOwnEngine(); // the next request starts it again
  return answer.status ? answer : null;
}

// A worker that sends the board's requests: browsers log failed requests of a page, but not of its workers, as errors
// on the console.

/** @type {Map<number, AbortController>} */
const underWay = new Map();

self.onmessage = async ({ data: { id, path, options } }) => {
  if (!path) {
    // the request was aborted
    underWay.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const answer = await fetch(path, { ...options, signal: controller.signal });
    const wait = answer.headers.get("Retry-After");
    postMessage({ id, text: await answer.text(), status: answer.status, headers: wait ? { "Retry-After": wait } : {} });
  } catch {
    postMessage({ id, failed: true });
  }
  underWay.delete(id);
};

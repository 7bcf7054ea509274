// A worker that sends the board's requests: a browser logs each failed request of a page itself on the console, as an error of
// the page.

const underWay = new Map();

onmessage = async ({ data: { id, path, options } }) => {
  if (!path) { // an answer is no longer wanted
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

// The engine in a Worker: each message is a question, {id, way, kind, asked, language}, and is answered by {id, status, text},
// by {id, declined} if the question is left to the service, or by {id, failed}.

import { Declined, load } from "./index.js";

const loading = load();

self.onmessage = async ({ data: { id, way, kind, asked, language } }) => {
  try {
    const engine = await loading;
    const found = await (way === "GET" ? engine.textOfQuery(kind, asked, language) : engine.text(kind, asked, language));
    self.postMessage({ id, ...found });
  } catch (error) {
    self.postMessage(error instanceof Declined ? { id, declined: error.message } : { id, failed: String(error) });
  }
};

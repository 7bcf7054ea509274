// The engine in a Worker. It answers a message {id, way, kind, request, language} with {id, status, text}, with
// {id, declined} if the service has to answer, or with {id, failed}.

import { Declined, load } from "./index.js";

const loading = load();

self.onmessage = async ({ data: { id, way, kind, request, language } }) => {
  try {
    const engine = await loading;
    const answer = await (way === "GET" ? engine.textOfQuery(kind, request, language) : engine.text(kind, request, language));
    self.postMessage({ id, ...answer });
  } catch (error) {
    self.postMessage(error instanceof Declined ? { id, declined: error.message } : { id, failed: String(error) });
  }
};

// Requests to the service, or to the page's own engine where the service cannot be reached. Late answers never overwrite
// newer ones, and an error is a sentence.

import { askOwnEngine } from "./engine.js";
import { sayWhoAnswers } from "./offline.js";

/** What the service, or the way to it, says is wrong. */
export class Refused extends Error {
  constructor(message, status = 0, code = "", wait = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait; // seconds that a busy service asks to wait
  }
}

const MOST_PATIENCE = 5; // seconds that a busy server may ask us to wait

/** Wait, or reject when a signal ends it. */
export const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); });
});

async function problem(answer, wait) {
  try {
    const data = await answer.json();
    return new Refused(data.detail || data.title, answer.status, data.errors?.[0]?.code || "", wait);
  } catch {
    return new Refused(`HTTP ${answer.status}`, answer.status, "", wait);
  }
}

const answersTo = new Map();
let client = null, requestsSent = 0;

function openClient() { // when there is something to ask: the first answer comes without it
  client = new Worker(new URL("./engine_client.js", import.meta.url));
  client.onmessage = ({ data }) => answersTo.get(data.id)?.(data);
  client.onerror = () => { // not to be had now: the next question tries anew
    client = null;
    for (const answer of answersTo.values()) answer({ failed: true });
  };
}

const unreachable = () => Object.assign(new Refused("offline"), { offline: true });

/** A part of the page that is fetched on its first use. */
export const fetched = (part) => part.catch(() => { throw unreachable(); });

async function reach(path, { signal, ...options }) {
  if (!client) openClient();
  const id = ++requestsSent;
  const reply = await new Promise((resolve, reject) => {
    answersTo.set(id, resolve);
    signal?.addEventListener("abort", () => { client?.postMessage({ id }); reject(signal.reason); });
    client.postMessage({ id, path, options });
  }).finally(() => answersTo.delete(id));
  if (reply.failed) throw unreachable();
  return new Response(reply.text, reply);
}

async function fetchJson(path, options) {
  for (let tries = 0; ; tries++) {
    const answer = await reach(path, options);
    if (answer.ok) return answer.json().catch(() => { throw unreachable(); }); // a page of somebody else on the way
    const wait = Number(answer.headers.get("Retry-After") || NaN);
    if ((answer.status !== 503 && answer.status !== 429) || tries === 2 || !(wait <= MOST_PATIENCE)) throw await problem(answer, wait || 0);
    await pause(wait || 1, options.signal);
  }
}

const TRY_AGAIN = 5000; // milliseconds after which an unreachable service is tried again
let unreachableSince = -Infinity;
addEventListener("online", () => { unreachableSince = -Infinity; });

// The service answers, or where it cannot be reached the page's own engine, with the same bytes.
async function fromEither(way, kind, request, lang, options) {
  const query = way === "GET" ? new URLSearchParams(request).toString() : "";
  const known = performance.now() - unreachableSince < TRY_AGAIN;
  try {
    if (known) throw unreachable();
    const answer = await fetchJson(`/v1/${kind}${query ? "?" + query : ""}`, options);
    unreachableSince = -Infinity;
    sayWhoAnswers(navigator.onLine ? "service" : "page", lang); // what the browser has kept is no sign of a network
    return answer;
  } catch (error) {
    if (!error.offline) throw error;
    const own = await askOwnEngine(way, kind, request, lang, options.signal);
    if (!own) throw error;
    if (!known) unreachableSince = performance.now();
    sayWhoAnswers("page", lang);
    const data = JSON.parse(own.text);
    if (own.status !== 200) throw new Refused(data.detail, own.status, data.errors[0].code);
    return data;
  }
}

/** Ask by POST in a language. */
export const post = (path, body, lang, signal) => fromEither("POST", path, body, lang, {
  method: "POST", body: JSON.stringify(body), signal, headers: { "Content-Type": "application/json", "Accept-Language": lang },
});

/** Ask by GET, which caches on the way may answer. */
export const get = (path, query, lang, signal) => fromEither("GET", path, query, lang, { signal, headers: { "Accept-Language": lang } });

/** Return the answer to the request that the page's head has preloaded from *address*. */
export async function preloaded(address, kind, query, lang) {
  try {
    const answer = await fetch(address);
    if (answer.ok) return await answer.json();
  } catch { /* sent once more, with retries and error messages */ }
  return get(kind, query, lang);
}

/** A lane in which a new question ends the one before. */
export class Lane {
  #controller = null;

  /** Want no answer to the question under way. */
  drop() {
    this.#controller?.abort();
  }

  /** Run *ask* with a signal; resolves to null when a newer question took its place. */
  async run(ask) {
    this.drop();
    const mine = (this.#controller = new AbortController());
    try {
      const answer = await ask(mine.signal);
      return mine.signal.aborted ? null : answer;
    } catch (error) {
      if (mine.signal.aborted) return null;
      throw error;
    }
  }
}

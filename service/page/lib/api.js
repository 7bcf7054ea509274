// Requests to the service, or to the page's own engine if the service cannot be reached. Answers to outdated requests
// are dropped; errors are messages for players.

import { sayWhoAnswers } from "./offline.js";

/** An error reported by the service, or by the network. */
export class Refused extends Error {
  constructor(message, status = 0, code = "", wait = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait; // seconds that a busy service asks to wait
  }
}

const MOST_PATIENCE = 5; // maximum seconds to wait when a busy server asks for a retry

/** Wait; rejects when the signal aborts. */
export const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
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
let client = null,
  requestsSent = 0;

/** Start the worker that sends requests; the first answer of the board needs none. */
export function openClient() {
  client = new Worker(new URL("./engine_client.js", import.meta.url));
  client.onmessage = ({ data }) => answersTo.get(data.id)?.(data);
  client.onerror = () => {
    // failed to load: the next request creates a new one
    client = null;
    for (const answer of answersTo.values()) answer({ failed: true });
  };
}

const unreachable = () => Object.assign(new Refused("offline"), { offline: true });

/** Import a module; failure means that the service is unreachable. */
export const fetched = (part) =>
  part.catch(() => {
    throw unreachable();
  });

async function reach(path, { signal, ...options }) {
  if (!client) openClient();
  const id = ++requestsSent;
  const reply = await new Promise((resolve, reject) => {
    answersTo.set(id, resolve);
    signal?.addEventListener("abort", () => {
      client?.postMessage({ id });
      reject(signal.reason);
    });
    client.postMessage({ id, path, options });
  }).finally(() => answersTo.delete(id));
  if (reply.failed) throw unreachable();
  return new Response(reply.text, reply);
}

async function fetchJson(path, options) {
  for (let tries = 0; ; tries++) {
    const answer = await reach(path, options);
    if (answer.ok)
      return answer.json().catch(() => {
        throw unreachable();
      }); // not JSON: a captive portal's page
    const wait = Number(answer.headers.get("Retry-After") || NaN);
    if ((answer.status !== 503 && answer.status !== 429) || tries === 2 || !(wait <= MOST_PATIENCE))
      throw await problem(answer, wait || 0);
    await pause(wait || 1, options.signal);
  }
}

// ---- the page's own engine ------------------------------------------------------------------------------------------

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

// ---- either of them -------------------------------------------------------------------------------------------------

const TRY_AGAIN = 5000; // milliseconds after which an unreachable service is tried again
let unreachableSince = -Infinity;
addEventListener("online", () => {
  unreachableSince = -Infinity;
});

// Ask the service, or the page's own engine if the service cannot be reached; both give the same answer.
async function fromEither(way, kind, request, lang, options) {
  const query = way === "GET" ? new URLSearchParams(request).toString() : "";
  const known = performance.now() - unreachableSince < TRY_AGAIN;
  try {
    if (known) throw unreachable();
    const answer = await fetchJson(`/v1/${kind}${query ? `?${query}` : ""}`, options);
    unreachableSince = -Infinity;
    sayWhoAnswers(navigator.onLine ? "service" : "page", lang); // the answer may come from a cache without a network
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

/** Send a POST request in a language. */
export const post = (path, body, lang, signal) =>
  fromEither("POST", path, body, lang, {
    method: "POST",
    body: JSON.stringify(body),
    signal,
    headers: { "Content-Type": "application/json", "Accept-Language": lang }
  });

/** Send a GET request, which caches may answer. */
export const get = (path, query, lang, signal) =>
  fromEither("GET", path, query, lang, { signal, headers: { "Accept-Language": lang } });

/** Return the answer to the request that the page's head preloads from *address*. */
export async function preloaded(address, kind, query, lang) {
  try {
    const answer = await fetch(address);
    if (answer.ok) return await answer.json();
  } catch {
    /* requested again, with retries and error messages */
  }
  return get(kind, query, lang);
}

/** A series of requests in which a new one aborts the previous one. */
export class Lane {
  #controller = null;

  /** Abort the request in progress. */
  drop() {
    this.#controller?.abort();
  }

  /** Run *ask* with an abort signal; resolves to null if a newer request has replaced it. */
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

// Requests to the service, or to the page's own engine if the service cannot be reached. Answers to outdated requests
// are dropped; errors are messages for players.

import { sayWhoAnswers } from "./offline_notice.js";

/** An error reported by the service, or by the network. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} code
   * @param {number} wait Seconds that a busy service asks to wait.
   */
  constructor(message, status = 0, code = "", wait = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait;
    this.offline = false;
  }
}

const MOST_PATIENCE = 5; // maximum seconds to wait when a busy server asks for a retry

/**
 * Wait; rejects when the signal aborts.
 * @param {number} seconds
 * @param {AbortSignal} [signal]
 */
export const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * @param {Response} answer
 * @param {number} wait
 */
async function problem(answer, wait) {
  try {
    const data = await answer.json();
    return new Refused(data.detail || data.title, answer.status, data.errors?.[0]?.code || "", wait);
  } catch {
    return new Refused(`HTTP ${answer.status}`, answer.status, "", wait);
  }
}

/** @typedef {{ failed?: unknown, text: string, status: number, headers?: Record<string, string> }} Reply */

/** A worker that answers numbered messages; a message starts it, also after a failure. */
class Remote {
  /** @type {Worker | null} */
  #worker = null;
  #sent = 0;
  /** @type {Map<number, (reply: Reply) => void>} */
  #waiting = new Map();

  /**
   * @param {string} file
   * @param {WorkerOptions} [options]
   */
  constructor(file, options) {
    this.file = file;
    this.options = options;
  }

  open() {
    const worker = (this.#worker ??= new Worker(new URL(this.file, import.meta.url), this.options));
    worker.onmessage = ({ data }) => this.#waiting.get(data.id)?.(data);
    worker.onerror = () => this.close(); // failed to load
    return worker;
  }

  close() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const answer of this.#waiting.values()) answer(/** @type {Reply} */ ({ failed: true }));
  }

  /**
   * Send a message; resolves to its reply. A message with its number alone aborts it.
   * @param {object} message
   * @param {AbortSignal} [signal]
   * @returns {Promise<Reply>}
   */
  ask(message, signal) {
    const worker = this.open(),
      id = ++this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      signal?.addEventListener("abort", () => {
        worker.postMessage({ id });
        reject(signal.reason);
      });
      worker.postMessage({ id, ...message });
    }).finally(() => this.#waiting.delete(id));
  }
}

const client = new Remote("../lib/engine_client.js"); // sends requests to the service
const ownEngine = new Remote("../engine/worker.js", { type: "module" });

/** Start the worker that sends requests; the first answer of the board needs none. */
export const openClient = () => client.open();

const unreachable = () => Object.assign(new Refused("offline"), { offline: true });

/**
 * Import a module; failure means that the service is unreachable.
 * @template T
 * @param {Promise<T>} part
 * @returns {Promise<T>}
 */
export const fetched = (part) =>
  part.catch(() => {
    throw unreachable();
  });

/**
 * @param {string} path
 * @param {RequestInit & { signal?: AbortSignal }} options
 */
async function reach(path, { signal, ...options }) {
  const reply = await client.ask({ path, options }, signal);
  if (reply.failed) throw unreachable();
  return new Response(reply.text, reply);
}

/**
 * @param {string} path
 * @param {RequestInit & { signal?: AbortSignal }} options
 */
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

/**
 * Send a request to the page's own engine; resolves to its answer, or to null without an engine.
 * @param {"GET" | "POST"} way
 * @param {string} kind
 * @param {object} request
 * @param {Language} language
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ status: number, text: string } | null>}
 */
export async function askOwnEngine(way, kind, request, language, signal) {
  try {
    ownEngine.open();
  } catch {
    // a browser without module workers
    return null;
  }
  const answer = await ownEngine.ask({ way, kind, request, language }, signal);
  if (answer.failed) ownEngine.close(); // the next request starts it again
  return answer.status ? answer : null;
}

/**
 * The data of an answer of the page's own engine.
 * @param {{ status: number, text: string }} answer
 */
export function dataOf({ status, text }) {
  const data = JSON.parse(text);
  if (status !== 200) throw new Refused(data.detail, status, data.errors?.[0].code);
  return data;
}

// ---- either of them -------------------------------------------------------------------------------------------------

const HAS_SERVICE = document.documentElement.dataset.service !== "none"; // a folder of a static host has none
const TRY_AGAIN = 5000; // milliseconds after which an unreachable service is tried again
let unreachableSince = -Infinity;
addEventListener("online", () => {
  unreachableSince = -Infinity;
});

/**
 * Ask the service, or the page's own engine if the service cannot be reached; both give the same answer.
 * @template {keyof Answers} K
 * @param {"GET" | "POST"} way
 * @param {K} kind
 * @param {object} request
 * @param {Language} lang
 * @param {RequestInit & { signal?: AbortSignal }} options
 * @returns {Promise<Answers[K]>}
 */
async function fromEither(way, kind, request, lang, options) {
  const query = way === "GET" ? new URLSearchParams(/** @type {Record<string, string>} */ (request)).toString() : "";
  const known = !HAS_SERVICE || performance.now() - unreachableSince < TRY_AGAIN;
  try {
    if (known) throw unreachable();
    const answer = await fetchJson(`/v1/${kind}${query ? `?${query}` : ""}`, options);
    unreachableSince = -Infinity;
    sayWhoAnswers(navigator.onLine ? "service" : "page", lang); // the answer may come from a cache without a network
    return answer;
  } catch (error) {
    if (!(/** @type {Refused} */ (error).offline)) throw error;
    const own = await askOwnEngine(way, kind, request, lang, options.signal);
    if (!own) throw error;
    if (!known) unreachableSince = performance.now();
    if (HAS_SERVICE) sayWhoAnswers("page", lang);
    return dataOf(own);
  }
}

/**
 * Send a POST request in a language.
 * @template {keyof Answers} K
 * @param {K} path
 * @param {object} body
 * @param {Language} lang
 * @param {AbortSignal} [signal]
 */
export const post = (path, body, lang, signal) =>
  fromEither("POST", path, body, lang, {
    method: "POST",
    body: JSON.stringify(body),
    signal,
    headers: { "Content-Type": "application/json", "Accept-Language": lang }
  });

/**
 * Send a GET request, which caches may answer.
 * @template {keyof Answers} K
 * @param {K} path
 * @param {Question} query
 * @param {Language} lang
 * @param {AbortSignal} [signal]
 */
export const get = (path, query, lang, signal) =>
  fromEither("GET", path, query, lang, { signal, headers: { "Accept-Language": lang } });

/**
 * Return the answer to the request that the page's head preloads from *address*.
 * @template {keyof Answers} K
 * @param {string | URL} address
 * @param {K} kind
 * @param {Question} query
 * @param {Language} lang
 * @returns {Promise<Answers[K]>}
 */
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
  /** @type {AbortController | null} */
  #controller = null;

  /** Abort the request in progress. */
  drop() {
    this.#controller?.abort();
  }

  /**
   * Run *ask* with an abort signal; resolves to null if a newer request has replaced it.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} ask
   */
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

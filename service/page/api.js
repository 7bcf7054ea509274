// Questions to the service, or where it cannot be reached to the page's own engine: late answers never overwrite newer ones,
// and what is refused comes back as a sentence.

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

const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); });
});

async function problem(answer, wait) {
  try {
    const said = await answer.json();
    return new Refused(said.detail || said.title, answer.status, said.errors?.[0]?.code || "", wait);
  } catch {
    return new Refused(`HTTP ${answer.status}`, answer.status, "", wait);
  }
}

const answersTo = new Map();
let asker = null, requestsSent = 0;

function openAsker() { // when there is something to ask: the first answer comes without it
  asker = new Worker(new URL("./engine_client.js", import.meta.url));
  asker.onmessage = ({ data }) => answersTo.get(data.id)?.(data);
  asker.onerror = () => { // not to be had now: the next question tries anew
    asker = null;
    for (const answer of answersTo.values()) answer({ failed: true });
  };
}

const unreachable = () => Object.assign(new Refused("offline"), { offline: true });

async function reach(path, { signal, ...options }) {
  if (!asker) openAsker();
  const id = ++requestsSent;
  const found = await new Promise((resolve, reject) => {
    answersTo.set(id, resolve);
    signal?.addEventListener("abort", () => { asker?.postMessage({ id }); reject(signal.reason); });
    asker.postMessage({ id, path, options });
  }).finally(() => answersTo.delete(id));
  if (found.failed) throw unreachable();
  return new Response(found.text, found);
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
async function fromEither(way, kind, asked, lang, options) {
  const query = way === "GET" ? new URLSearchParams(asked).toString() : "";
  const known = performance.now() - unreachableSince < TRY_AGAIN;
  try {
    if (known) throw unreachable();
    const answer = await fetchJson(`/v1/${kind}${query ? "?" + query : ""}`, options);
    unreachableSince = -Infinity;
    sayWhoAnswers(navigator.onLine ? "service" : "page", lang); // what the browser has kept is no sign of a network
    return answer;
  } catch (error) {
    if (!error.offline) throw error;
    const own = await askOwnEngine(way, kind, asked, lang, options.signal);
    if (!own) throw error;
    if (!known) unreachableSince = performance.now();
    sayWhoAnswers("page", lang);
    const said = JSON.parse(own.text);
    if (own.status !== 200) throw new Refused(said.detail, own.status, said.errors[0].code);
    return said;
  }
}

/** Ask by POST in a language. */
export const post = (path, body, lang, signal) => fromEither("POST", path, body, lang, {
  method: "POST", body: JSON.stringify(body), signal, headers: { "Content-Type": "application/json", "Accept-Language": lang },
});

/** Ask by GET, which caches on the way may answer. */
export const get = (path, query, lang, signal) => fromEither("GET", path, query, lang, { signal, headers: { "Accept-Language": lang } });

/** Ask for what the page's head has asked for already, at *address*. */
export async function preloaded(address, kind, query, lang) {
  try {
    const answer = await fetch(address);
    if (answer.ok) return await answer.json();
  } catch { /* asked once more, by those who can wait and say what is wrong */ }
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

// Requests for reviews of a game, repeated while the service is busy, with the last answer kept in this tab.

import { pause, post, Refused } from "./api.js";
import { linkOfBody } from "./record_text.js";
import { stored } from "./state.js";

/** @param {string} name */
const remembered = (name) => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
};
/**
 * @param {string} name
 * @param {unknown} value
 */
const remember = (name, value) => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* storage is disabled */
  }
};

/** The chosen level of lessons, if any: an engine in a worker gets fields without a value too. */
const forHeight = () => (stored("height") ? { for: stored("height") } : {});

/**
 * @param {GameBody} body
 * @param {Seat[]} seats
 * @param {Language} lang
 */
const keyOf = (body, seats, lang) => [linkOfBody(body), seats, lang, stored("height")].join(" ");

/**
 * The last stored judgement of some seats of this game; null if another game is stored.
 * @param {GameBody} body
 * @param {Seat[]} seats
 * @param {Language} lang
 * @returns {Review | null}
 */
export function keptReview(body, seats, lang) {
  const kept = remembered("review");
  return kept?.key === keyOf(body, seats, lang) ? kept.answer : null;
}

const LONGEST_PAUSE = 5; // default seconds before a busy service is asked again

/**
 * Send a request, repeatedly while the service is busy; *onBusy* is called before each pause.
 * @template T
 * @param {() => Promise<T>} send
 * @param {AbortSignal} [signal]
 * @param {() => void} [onBusy]
 * @returns {Promise<T>}
 */
export async function patiently(send, signal, onBusy) {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refused && error.wait)) throw error;
      onBusy?.();
      await pause(Math.min(error.wait, LONGEST_PAUSE), signal);
    }
  }
}

/**
 * The judgement of some seats of a game; the tab stores the judgements at review level. A signal aborts it; `onBusy` is
 * called while it waits for the service.
 * @param {GameBody} body
 * @param {Seat[]} seats
 * @param {Language} lang
 * @param {{ level?: string, signal?: AbortSignal, onBusy?: () => void }} how
 */
export async function reviewOf(body, seats, lang, { level = "expert", signal, onBusy } = {}) {
  const answer = await patiently(
    () => post("review", { ...body, seats, level, lang, ...forHeight() }, lang, signal),
    signal,
    onBusy
  );
  if (level === "expert") remember("review", { key: keyOf(body, seats, lang), answer });
  return answer;
}

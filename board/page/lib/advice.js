// Comparison of plays with the advised move (★): its row in the list of hints, and the moves of a game that follow it.
// Pure functions, without a browser.

import { tokens } from "./cards.js";

/**
 * @param {{ cards: string, as?: string }} a
 * @param {{ cards: string, as?: string }} b
 */
export const sameCards = (a, b) => (a.as || a.cards) === (b.as || b.cards) && a.cards === b.cards;

/**
 * Whether a row of the list is the advised action.
 * @param {Row} hint
 * @param {Move | undefined} move
 */
export const isAdvised = (hint, move) =>
  move !== undefined && (hint.pass || move.pass ? Boolean(hint.pass) && move.pass : sameCards(hint, move));

/**
 * The rows of the list, the advised one first; a pass has a row in every order if it is advised.
 * @param {Pick<Analysis, "hints" | "move" | "passing">} answer
 * @returns {Row[]}
 */
export function adviceFirst({ hints = [], move, passing }) {
  /** @type {Row[]} */
  const rows = [...hints];
  if (move?.pass && !rows.some((hint) => hint.pass))
    rows.unshift({
      ...move,
      cards: "",
      score: /** @type {{ score: number }} */ (passing).score,
      rest: null,
      breaks: []
    });
  const at = rows.findIndex((hint) => isAdvised(hint, move));
  if (at > 0) rows.unshift(...rows.splice(at, 1));
  return rows;
}

/**
 * The reasons of a row: for the move of a policy without a search those of the policy, in words, instead of the search.
 * @param {Row} hint
 * @param {Move | null} reasoned
 */
export function reasonsIn(hint, reasoned) {
  if (!reasoned || !isAdvised(hint, reasoned)) return hint.why;
  const others = hint.why.filter(({ code }) => code !== "searched" && reasoned.why.every((why) => why.code !== code));
  return hint.why.some(({ code }) => code === "searched") ? [...reasoned.why, ...others] : hint.why;
}

/**
 * Whether a play of a history is one of the moves that were advised in its position.
 * @param {PlayValue} value
 * @param {Move[]} advised
 */
export function isFollowed(value, advised) {
  const cards = typeof value === "string" ? value : value.cards;
  return advised.some((move) => tokens(move.pass ? "" : move.cards).join("") === tokens(cards).join(""));
}

/**
 * Whether a judged decision counts as a mistake of the player: it is marked, and did not follow the advice.
 * @param {{ mark?: string | null, ply: number }} decision
 * @param {number[]} followed Plies of the moves that followed the advice.
 */
export const isMistake = ({ mark, ply }, followed) => Boolean(mark) && !followed.includes(ply);

/**
 * Plies as part of an address, where the first one is 1.
 * @param {number[]} plies
 */
export const pliesText = (plies) => plies.map((ply) => ply + 1).join(".");

/**
 * The plies in such a text.
 * @param {string} text
 */
export const pliesIn = (text) => (text.match(/\d+/g) ?? []).map((number) => Number(number) - 1);

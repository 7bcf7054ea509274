// Suits for the cards of games without suits: each copy of a rank has one of its own, from the deal to the table.

import { tokens } from "./cards.js";

const ALL = "shcd";
const isPlain = (/** @type {string} */ token) => !token[1] && !"XDW".includes(token[0]);

/**
 * For each of several hands, the suits of each rank in the order in which its cards are played.
 * @param {string[]} hands
 * @returns {Record<string, string>[]}
 */
export function suitsOf(hands) {
  /** @type {Record<string, number>} */
  const taken = {};
  return hands.map((hand) => {
    /** @type {Record<string, string>} */
    const own = {};
    for (const [rank] of tokens(hand).filter(isPlain)) {
      taken[rank] = (taken[rank] ?? rank.charCodeAt(0)) + 1;
      own[rank] = (own[rank] ?? "") + ALL[taken[rank] % ALL.length];
    }
    return own;
  });
}

/**
 * Cards with the last of these suits.
 * @param {string[]} cards
 * @param {Record<string, string>} suits
 */
export function dressed(cards, suits) {
  /** @type {Record<string, number>} */
  const left = {};
  for (const [rank] of cards.filter(isPlain)) left[rank] = (left[rank] ?? 0) + 1;
  return cards.map((token) => {
    if (!isPlain(token)) return token;
    const own = suits[token[0]] ?? "";
    return token + (own[own.length - left[token[0]]--] ?? "");
  });
}

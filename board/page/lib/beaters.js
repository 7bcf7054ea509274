// What may beat a play, and how strong a hand is among dealt ones: numbers without a page. No browser is needed here.

import { counts, RANKS, tokens } from "./cards.js";
import { inRun, RUNS } from "./hint_rows.js";

/**
 * The percentage of hands that are weaker than one with this score; *values*: the deciles of dealt hands.
 * @param {number[]} values
 * @param {number} score
 */
export function percentile(values, score) {
  const at = values.findIndex((value) => value > score),
    below = at < 0 ? values.length : at;
  if (below === 0 || below === values.length) return below ? 99 : 1;
  const [low, high] = [below - 1, below].map((place) => Math.max(1, Math.min(99, place * 10)));
  return Math.round(low + ((high - low) * (score - values[below - 1])) / (values[below] - values[below - 1]));
}

/**
 * How often each rank of a play's body occurs: pairs of a chain, the triple of a triple with one, four of a bomb.
 * @param {string} cards
 */
export function bodyOf(cards) {
  const numbers = counts(cards),
    most = Math.max(...Object.values(numbers));
  return { ranks: inRun([...RANKS].filter((rank) => numbers[rank] === most)), most, size: tokens(cards).length };
}

/**
 * The ranks of higher plays of the same type among the unseen cards; chains begin below three only if this one does.
 * @param {{ ranks: string[], most: number }} body
 * @param {Record<string, number>} unseen
 */
export function higher({ ranks, most }, unseen) {
  const order = ranks.length === 1 ? RANKS : RUNS,
    first = order.indexOf(ranks[0]);
  return [...order]
    .map((_, place) => order.slice(place, place + ranks.length))
    .filter((run, place) => place > first && run.length === ranks.length)
    .filter((run) => [...run].every((rank) => (unseen[rank] || 0) >= most));
}

const SURE_CHANCE = 0.995;

/**
 * The probability that one other seat has both jokers; null if unknown.
 * @param {Record<string, number>} unseen
 * @param {Beliefs["seats"]} beliefs By seat, the probability of each rank.
 * @param {(number | null)[]} lefts The numbers of cards of the other seats.
 * @returns {number | null}
 */
export function rocketChance(unseen, beliefs, lefts) {
  if (unseen.X !== 1 || unseen.D !== 1) return 0;
  for (const seat of Object.values(beliefs)) {
    if (seat.X > SURE_CHANCE) return seat.D;
    if (seat.D > SURE_CHANCE) return seat.X;
  }
  const total = Object.values(unseen).reduce((sum, number) => sum + number, 0),
    others = lefts.map((number) => number ?? NaN);
  if (others.reduce((sum, number) => sum + number, 0) !== total) return null;
  return others.reduce((sum, number) => sum + number * (number - 1), 0) / (total * (total - 1));
}

/**
 * The seats with enough cards, each with its minimum probability of having one of these ranks; 0: unknown.
 * @param {string[]} seats
 * @param {Record<string, number | null>} left
 * @param {number} most
 * @param {string[]} ranks
 * @param {Beliefs["seats"]} beliefs
 */
export const mayBeat = (seats, left, most, ranks, beliefs) =>
  seats
    .filter((seat) => (left[seat] ?? most) >= most)
    .map((seat) => ({ seat, chance: Math.max(0, ...ranks.map((rank) => beliefs[seat]?.[rank] ?? 0)) }));

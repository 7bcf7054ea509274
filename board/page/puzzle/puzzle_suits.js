// The suits of a puzzle's cards, in a game whose positions have none: from the open hands to the table.

import { Suits } from "../lib/deal_suits.js";
import { gameOf } from "../lib/state.js";
import { dressed, pickedFirst } from "../lib/suits.js";
import { PASS } from "./puzzle_ending.js";
import { run } from "./puzzle_sets.js";

/** @param {string} move */
const cardsOf = (move) => (move === PASS ? "" : move.split("=")[0]);

/** The suits of all cards: those of the play to beat are the first turn. */
function suitsNow() {
  const { start, moves, order } = run,
    { last, mover, variant } = start,
    { deck, suits } = gameOf(variant),
    hands = last ? { ...start.hands, [last.seat]: (start.hands[last.seat] ?? "") + last.cards } : start.hands,
    turns = [...(last ? [last] : []), ...moves.map(({ seat, move }) => ({ seat, cards: cardsOf(move) }))];
  if (suits || Math.max(...Object.values(deck)) > 4) return null;
  return new Suits({ deck, me: mover, hand: hands[mover], hands, turns }, {}, order);
}

/**
 * The cards of a hand with their suits.
 * @param {string[]} hand
 * @param {string} seat
 */
export const dressHand = (hand, seat) => dressed(hand, suitsNow()?.of(seat) ?? {});

/**
 * The cards of a seat's last play, after the moves so far and *more*.
 * @param {string} seat
 * @param {SeatMove[]} more
 * @param {number} [plies] The number of moves until then, by default all.
 */
export const dressPlay =
  (seat, more = [], plies = run.moves.length) =>
  (/** @type {string[]} */ cards) => {
    const turns = more.map((one) => ({ seat: one.seat, cards: cardsOf(one.move) }));
    return dressed(cards, suitsNow()?.played(seat, plies + Number(Boolean(run.start.last)), turns) ?? {});
  };

/**
 * The next cards of a seat that has this hand.
 * @param {string} hand
 * @param {string} seat
 */
export const dressNext = (hand, seat) => (/** @type {string[]} */ cards) => {
  const left = (/** @type {string} */ rank) => hand.split(rank).length - 1,
    of = Object.entries(suitsNow()?.of(seat) ?? {}).map(([rank, suits]) => {
      const next = suits.slice(suits.length - left(rank));
      return [rank, next.slice(0, cards.filter((token) => token[0] === rank).length)];
    });
  return dressed(cards, Object.fromEntries(of));
};

/**
 * Play the picked ones of equal cards.
 * @param {string[]} hand
 * @param {string} seat
 */
export function playPicked(hand, seat) {
  const own = suitsNow()?.of(seat);
  if (own) run.order[seat] = { ...run.order[seat], ...pickedFirst(own, dressed(hand, own), run.picked) };
}

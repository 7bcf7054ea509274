// The game under review: what is known of it at each ply, and its moves as text.

import { arranged, face, make, play, spoken, tokens } from "../lib/cards.js";
import { linkOfBody } from "../lib/record_text.js";
import { fillIn, headOf, meta, rulesOf, say, state } from "../lib/state.js";
import { bidName, percent, seatName } from "../lib/words.js";

/**
 * The state of the page.
 * @type {ReviewState}
 */
export const now = {
  game: /** @type {Reviewed} */ (/** @type {unknown} */ (null)), // the game under review, once there is one
  judged: null, // the review of my seat
  judgedPlies: 0, // plies judged so far, from the beginning
  isFinal: false, // whether this judgement is at review level, not a quick one
  ply: 0, // the shown ply, `game.plies` for the end
  solved: new Map(), // by ply: good, near, shown or skipped
  tried: null, // the last attempt at a ply
  candidates: new Map(), // by ply
  foreseen: new Map(), // by ply: the moves of robots after the better move
  whole: null, // the review of all seats, for luck and open hands
  loads: 0, // number of judgements begun
  isBusy: false, // the service is busy and will be asked again
  judging: new AbortController() // aborts the requests of the current judgement
};

export const line = (at = now.ply) => now.game.tables[at]?.positions?.[now.game.me] ?? "";
/** @param {Seat} seat */
export const nameOf = (seat, me = now.game.me) => seatName(String(seat), me, now.game.seats, state.lang);
/** @param {string} seat */
export const typed = (seat) => meta().seats.find((one) => String(one) === seat);
export const rules = () =>
  rulesOf(`${headOf(now.game.body.variant, now.game.body.options ?? {})} ${now.game.me} - - -`);
/** @param {Interval} par */
export const parText = ({ mean, low, high }) => `${signed(mean)} ± ${((high - low) / 2).toFixed(1)}`;
/** @param {number} number */
export const signed = (number) =>
  `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(Math.round(number * 10) / 10)}`;

/** @param {number} at */
export const decisionAt = (at) => now.judged?.decisions.find((one) => one.ply === at) ?? null;
export const mistakes = () => /** @type {Mistake[]} */ (now.judged?.decisions.filter(({ mark }) => mark) ?? []);
/** @param {Decision} decision */
export const isOpen = ({ ply: at }) => state.first && !now.solved.has(at);
export const pending = () => mistakes().find(isOpen) ?? null;
/** @param {number} at */
export const isHidden = (at) => pending() !== null && at > /** @type {Mistake} */ (pending()).ply;
/** @param {{ codes: Reason[] }} judgement */
export const kindOf = ({ codes }) => codes[0]?.text.split(/[：:.。]/)[0];

/** The mode of the shown ply: a mistake to be tried, skipped, or answered. */
export function modeOf() {
  const open = pending();
  if (open && !now.isFinal) return "early";
  if (open && now.ply === open.ply) return now.tried?.ply === now.ply ? now.tried.mode : "find";
  if (open && now.ply > open.ply) return "off";
  return now.ply === now.game.plies ? "end" : "shown";
}

/**
 * The turn at a ply of the history: seat, cards and shape.
 * @param {number} at
 * @returns {Turn | null}
 */
export function turnAt(at) {
  const own = decisionAt(at);
  if (own) return own;
  const before = now.game.tables[at],
    after = now.game.tables[at + 1],
    last = after?.trick.at(-1);
  if (!before?.turn) return null;
  const { seat } = before.turn;
  return last && String(last.seat) === String(seat) ? last : { seat, cards: "", shape: null };
}

/** @param {Cards} move */
export const moveNode = (move) =>
  move.shape || move.cards?.length ? play(move.cards, rules(), move.as) : make("b", {}, say("pass"));
/**
 * A move without suits, unless the cards of the hand have suits.
 * @param {Cards} move
 */
export const likeHand = (move) => {
  const bare = (/** @type {string | undefined} */ cards) => cards?.replace(/([2-9TJQKA])[shcd]/g, "$1");
  return state.hand.some(([, suit]) => suit) ? move : { ...move, cards: bare(move.cards) ?? "", as: bare(move.as) };
};
/**
 * A move as a sentence has it.
 * @param {Cards} move
 */
export const moveWords = (move) =>
  move.cards?.length
    ? arranged(move.cards, rules(), move.as ?? "")
        .map(({ rank }) => spoken(rank))
        .join(" ")
    : say("pass");

/**
 * What a marked move is known for: the name of the mistake, else the two moves.
 * @param {Decision} one
 */
export const aboutMistake = (one) => kindOf(one) ?? `${moveWords(one)} → ${moveWords(one.best ?? one)}`;
/** @param {Cards} move */
export const moveText = (move) =>
  move.cards?.length
    ? arranged(move.cards, rules(), move.as ?? "")
        .map(({ rank }) => face(rank))
        .join(" ")
    : say("pass");

/**
 * @param {GameBody} body
 * @returns {GameBody}
 */
export const withoutTribute = ({ tribute, ...body }) => body; // its tribute cards are judged last
/** @param {number} at */
export const prefix = (at, history = now.game.body.history) => ({ ...now.game.body, history: history.slice(0, at) });

export const addressOf = () => `/review?g=${linkOfBody(now.game.body)}&me=${now.game.me}&ply=${now.ply + 1}`;

/** @param {Cards} move */
const ranksIn = ({ cards }) =>
  tokens(cards || "")
    .map(([rank]) => rank)
    .join("");
/** @param {Cards} move */
const hasSuits = ({ cards }) => /[shcd]/.test(cards || "");

/**
 * Whether two moves have the same cards, or the same ranks if one of them has no suits.
 * @param {Cards} a
 * @param {Cards} b
 */
export const sameMove = (a, b) =>
  hasSuits(a) && hasSuits(b) ? tokens(a.cards).join("") === tokens(b.cards).join("") : ranksIn(a) === ranksIn(b);

export const placeText = () =>
  now.ply === now.game.plies ? say("theEnd") : fillIn("plyOf", now.ply + 1, now.game.plies);

/**
 * Why another choice makes no mark.
 * @param {{ unsure?: boolean | null }} judgement
 */
export const closeness = ({ unsure }) => (unsure ? "notSure" : "small");

/**
 * A number with its interval, without one that is as narrow as its digits.
 * @param {{ value: number, low: number, high: number }} figure
 */
export function withInterval({ value, low, high }) {
  const [middle, ...ends] = [value, low, high].map(Math.round);
  return ends[0] === ends[1] ? `${middle}` : `${middle} (${ends.join("–")})`;
}

/**
 * The name of a bid; a pass is named after the declined bid.
 * @param {Bid} word
 * @param {Call} call
 */
function callName(word, { bid, best, word: made }) {
  const bids = now.game.body.auction?.bids ?? [],
    other = [best, made].find((one) => one !== "pass"),
    before = bids.slice(0, bid),
    has = (/** @type {Bid} */ one) => before.includes(one);
  const unspoken =
    other ??
    (bid >= bids.length
      ? "double"
      : has("kick")
        ? "kick_back"
        : has("call")
          ? now.game.tables[0].auction?.bidding === "call_rob"
            ? "rob"
            : "kick"
          : "call");
  return bidName(word === "pass" ? `no_${unspoken}` : word, state.lang);
}

/**
 * My bids and tribute cards, each with a better one.
 * @returns {Before[]}
 */
export function beforeTurns() {
  const seats = now.game.tables[0]?.auction?.seats ?? {};
  const calls = (now.judged?.calls ?? [])
    .filter(({ place }) => String(seats[place]) === now.game.me)
    .map((one) => ({
      ...one,
      what: say(one.kind === "bid" ? "bidOf" : "doubleOf"),
      made: callName(one.word, one),
      better: one.best === one.word ? "" : callName(one.best, one),
      lost: fillIn("ofPoints", signed(-one.loss))
    }));
  const cards = (now.judged?.tribute ?? [])
    .filter(({ seat, forced }) => String(seat) === now.game.me && !forced)
    .map((one) => ({
      ...one,
      what: say(one.role === "give" ? "tribute" : "return"),
      made: spoken(one.card),
      better: one.best === null ? "" : spoken(one.best),
      lost: `−${percent(/** @type {number} */ (one.loss))}`
    }));
  return [...calls, ...cards];
}

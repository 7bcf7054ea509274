// The game under review: what is known of it at each ply, and its moves as text.

import { isMistake, pliesText } from "../lib/advice.js";
import { post } from "../lib/api.js";
import { arranged, face, make, play, spoken, tokens } from "../lib/cards.js";
import { linkOfBody } from "../lib/record_text.js";
import { fillIn, hasWon, headOf, meta, rulesOf, say, session, settings } from "../lib/state.js";
import { looksText } from "../lib/suits.js";
import { bidName, percent, seatName } from "../lib/words.js";

/** The state before a judgement. */
export const unjudged = () => ({
  judged: null, // the review of my seat
  judgedPlies: 0, // plies judged so far, from the beginning
  isFinal: false, // whether this judgement is at review level, not a quick one
  solved: new Map(), // by ply: good, near, shown or skipped
  tried: null, // the last attempt at a ply
  candidates: new Map(), // by ply
  foreseen: new Map(), // by ply: the moves of robots after the better move
  whole: null, // the review of all seats, for luck and open hands
  reason: null, // why my side has lost: a sentence and its values
  words: {}, // the words that could be said at each bid of mine
  isBusy: false // the service is busy and will be asked again
});
/**
 * The state of the page.
 * @type {ReviewState}
 */
export const now = {
  game: /** @type {Reviewed} */ (/** @type {unknown} */ (null)), // the game under review, once there is one
  followed: { seat: "", plies: [] }, // the moves of a seat that followed the advice of the board
  ply: 0, // the shown ply, `game.plies` for the end
  loads: 0, // number of judgements begun
  judging: new AbortController(), // aborts the requests of the current judgement
  ...unjudged()
};

export const line = (at = now.ply) => now.game.tables[Math.max(0, at)]?.positions?.[now.game.me] ?? "";
/** @param {Seat} seat */
export const nameOf = (seat, me = now.game.me) => seatName(String(seat), me, now.game.seats, settings.lang);
export const hasRoles = () => now.game.seats.includes("landlord");
/**
 * The name of a seat for a reader who knows the table: its role, or its place seen from the player.
 * @param {string} seat
 */
export const seatText = (seat) =>
  (hasRoles() ? meta().seat_names?.[seat]?.[settings.lang] : null) ?? nameOf(seat, now.game.viewer);
/** @param {string} seat */
export const typed = (seat) => meta().seats.find((one) => String(one) === seat);
export const rules = () =>
  rulesOf(`${headOf(now.game.body.variant, now.game.body.options ?? {})} ${now.game.me} - - -`);
/** @param {number} number */
export const tenths = (number) => Math.round(number * 10) / 10;
/** @param {number} number */
export const signed = (number) => `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(tenths(number))}`;

/** @param {number} at */
export const decisionAt = (at) => now.judged?.decisions.find((one) => one.ply === at) ?? null;
/** The plies of my moves that followed the advice. */
const followed = () => (now.followed.seat === now.game.me ? now.followed.plies : []);
/** @param {Decision} decision */
export const isCounted = (decision) => isMistake(decision, followed());
const marked = (isFolded = false) =>
  /** @type {Mistake[]} */ (
    now.judged?.decisions.filter((one) => isCounted(one) && (one.shown === false) === isFolded) ?? []
  );
export const mistakes = () => marked();
/** The mistakes that a player of the chosen level need not learn from yet. */
export const folded = () => marked(true);
/** @param {Mistake} mistake */
export const pointsOf = ({ points, loss }) => points?.mean ?? loss;
/** My marked bids and plays, the costliest in points first. */
export const faults = () =>
  [
    ...myCalls().flatMap((one) => (one.mark ? { at: one.at, points: one.loss } : [])),
    ...mistakes().map((one) => ({ at: one.ply, points: pointsOf(one) }))
  ].sort((a, b) => b.points - a.points);
/**
 * Whether a marked bid or play has not been tried yet.
 * @param {number} at
 */
export const isOpen = (at) => settings.first && !now.solved.has(at);
/** Whether the shown ply has a fault that has not been tried yet. */
export const isOpenHere = () => isOpen(now.ply) && faults().some(({ at }) => at === now.ply);
/** The fault to be tried next: the costliest open one. */
export const pending = () => faults().find(({ at }) => isOpen(at)) ?? null;
/** The fault after the shown one: an open one, or else the next by its cost. */
export function following() {
  const all = faults();
  return settings.first ? (pending()?.at ?? null) : (all[all.findIndex(({ at }) => at === now.ply) + 1]?.at ?? null);
}
/** @param {number} at */
export const isHidden = (at) => at > (pending()?.at ?? Infinity) && !now.solved.has(at);

/**
 * A decision's chances and loss in whole per cent, so that what is shown adds up.
 * @param {Decision} decision
 */
export function percents({ chance, chance_best, loss, better }) {
  const [made, best] = [chance, chance_best ?? Number(chance) + Number(loss)].map((one) =>
    Math.round(100 * Number(one))
  );
  const fewer = Math.round(100 * Number(better));
  return { made, best, lost: best - made, better: fewer, worse: fewer + best - made };
}
/** @param {Mistake} mistake */
export const lostText = (mistake) => `−${percent(percents(mistake).lost / 100)}`;
/** @param {{ codes: Reason[] }} judgement */
export const kindOf = ({ codes }) => codes[0]?.text.split(/[：:.。]/)[0];

/** The mode of the shown ply: a mistake to be tried, skipped, or answered. */
export function modeOf() {
  const open = pending();
  if (open && !now.isFinal) return "early";
  if (isOpenHere()) return now.tried?.ply === now.ply ? now.tried.mode : "find";
  if (isHidden(now.ply)) return "off";
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

/**
 * @param {Cards} move
 * @param {(cards: string[]) => string[]} [dress]
 */
export const moveNode = (move, dress) =>
  move.shape || move.cards?.length ? play(move.cards, rules(), move.as, dress) : make("b", say("pass"));
/**
 * A move without suits, unless the cards of the hand have suits.
 * @param {Cards} move
 */
export const likeHand = (move) => {
  const bare = (/** @type {string | undefined} */ cards) => cards?.replace(/([2-9TJQKA])[shcd]/g, "$1");
  return session.hand.some(([, suit]) => suit) ? move : { ...move, cards: bare(move.cards) ?? "", as: bare(move.as) };
};
/**
 * A move as ranks, by default as its cards show them.
 * @param {Cards} move
 */
export const moveText = (move, name = face) =>
  move.cards?.length
    ? arranged(move.cards, rules(), move.as ?? "")
        .map(({ rank }) => name(rank))
        .join(" ")
    : say("pass");
/**
 * A move as a sentence has it.
 * @param {Cards} move
 */
export const moveWords = (move) => moveText(move, spoken);

/**
 * What a marked move is known for: the name of the mistake, else the two moves.
 * @param {Decision} one
 */
export const aboutMistake = (one) => kindOf(one) ?? `${moveWords(one)} → ${moveWords(one.best ?? one)}`;
/**
 * A ply in a sentence, or the bid before the first ply.
 * @param {number} at
 */
export const whereText = (at) =>
  at < 0 ? say(callAt(at)?.kind === "double" ? "atDouble" : "atBid") : fillIn("atPly", at + 1);
/**
 * A fault in a sentence: its name, or what was done and what was better.
 * @param {number} at
 */
export function aboutFault(at) {
  const call = callAt(at),
    decision = decisionAt(at);
  if (call) return kindOf(call) ?? `${callName(call.word, call)} → ${callName(call.best, call)}`;
  return decision ? aboutMistake(decision) : "";
}

/**
 * @param {GameBody} body
 * @returns {GameBody}
 */
export const withoutTribute = ({ tribute, ...body }) => body; // its tribute cards are judged last
/** Whether my side has won; null in a void deal. */
export const isWon = () => hasWon(session.variant, now.game.me, now.game.final.result?.winner);
/** Why my side has lost, in a sentence; nothing after a win, or before all seats are judged. */
export const whyText = () => (now.reason ? fillIn(...now.reason) : "");
/** @param {number} at */
export const prefix = (at, history = now.game.body.history) => ({ ...now.game.body, history: history.slice(0, at) });

export function addressOf() {
  const stars = pliesText(followed()),
    suits = looksText(session.suits?.looks ?? {});
  return [
    `/review?g=${linkOfBody(now.game.body)}&me=${now.game.me}`,
    ...(stars ? [`stars=${stars}`] : []),
    ...(suits ? [`suits=${suits}`] : []),
    ...(now.ply < 0 ? [] : [`ply=${now.ply + 1}`])
  ].join("&");
}

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
  now.ply < 0
    ? say(callAt(now.ply)?.kind === "double" ? "doubleOf" : "bidOf")
    : now.ply === now.game.plies
      ? say("theEnd")
      : fillIn("plyOf", now.ply + 1, now.game.plies);

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
export function callName(word, { bid, best, word: made }) {
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
  return bidName(word === "pass" ? `no_${unspoken}` : word, settings.lang);
}

/** My judged bids and doubles, each with its place before the first ply: the last one is −1. */
export function myCalls() {
  const seats = now.game.tables[0]?.auction?.seats ?? {},
    mine = (now.judged?.calls ?? []).filter(({ place }) => String(seats[place]) === now.game.me);
  return mine.map((one, place) => ({ ...one, at: place - mine.length }));
}

/**
 * The judged bid before the first ply at a negative place.
 * @param {number} at
 */
export const callAt = (at) => myCalls().find((one) => one.at === at) ?? null;

/**
 * My bids and tribute cards, each with a better one.
 * @returns {Before[]}
 */
export function beforeTurns() {
  const calls = myCalls().map((one) => ({
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

/**
 * The words that could be said at a bid of mine, each with its value in points.
 * @param {number} at
 */
export async function wordsAt(at) {
  const { body, tables } = now.game,
    { bid, kind, place } = /** @type {NonNullable<ReturnType<typeof callAt>>} */ (callAt(at)),
    hands = body.deal.hands,
    auction = tables[0].auction,
    key = auction && place in hands ? String(place) : now.game.me,
    isAfter = kind === "double" || bid >= (body.auction?.bids.length ?? 0);
  now.words[at] ??= post(
    "bid",
    {
      variant: body.variant,
      options: body.options ?? {},
      hand: hands[key] + (isAfter && now.game.me === "landlord" ? (body.deal.bottom ?? "") : ""),
      bidding: auction?.bidding,
      bids: body.auction?.bids.slice(0, bid) ?? [],
      place,
      ...(isAfter && body.deal.bottom ? { bottom: body.deal.bottom } : {})
    },
    settings.lang
  ).then(({ actions }) => actions);
  return now.words[at];
}

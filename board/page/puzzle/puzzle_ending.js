// An ending with open hands: its states, its line of text, and requests to the engine about it.

import { askOwnEngine, dataOf, post } from "../lib/api.js";
import { counts, isWild, RANKS, tokens } from "../lib/cards.js";
import { gameOf, parts, rulesOf, session, settings, sideIn } from "../lib/state.js";

export const PASS = "-";

/**
 * The rank of a card in a move; that of a wild heart is W.
 * @param {string} token
 * @param {Rules} rules
 */
export const rankOf = (token, rules) => (rules.level && isWild(token, rules) ? "W" : token[0]);

/**
 * A move in the notation of puzzles: rank letters, lowest first, then those that wild cards are declared as: `7J=77`.
 * @param {string} cards
 * @param {Rules} rules
 */
export function written(cards, rules, declared = "") {
  const ranks = (/** @type {string} */ text) =>
    tokens(text)
      .map((token) => rankOf(token, rules))
      .sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b))
      .join("");
  const own = ranks(cards),
    shown = ranks(declared);
  return own ? own + (shown && shown !== own ? `=${shown}` : "") : PASS;
}

/**
 * The cards of a move, without those that they are declared as.
 * @param {string} move
 */
export const ranksOf = (move) => move.split("=")[0];

/**
 * The cards of a hand that a move takes, and the other ones.
 * @param {string} hand
 * @param {string} move
 * @param {Rules} rules
 */
function takenBy(hand, move, rules) {
  const left = tokens(hand).reverse();
  const taken = [...ranksOf(move)].flatMap((rank) =>
    left.splice(
      left.findIndex((token) => rankOf(token, rules) === rank),
      1
    )
  );
  return { taken: taken.join(""), left: left.join("") };
}

/**
 * The play to beat; without a declaration it has no such field, which the engine would read.
 * @param {string} seat
 * @param {string} cards
 * @param {string | undefined} declared
 */
const lastOf = (seat, cards, declared) => ({ seat, cards, ...(declared ? { as: declared } : {}) });

/**
 * The ending of a line `standard landlord=33J,landlord_up=4 landlord 2@landlord_up`; null if the line is invalid.
 * @param {string} line
 * @returns {Ending | null}
 */
export function readEnding(line) {
  const fields = line.trim().split(/\s+/),
    [head, hands, mover, last] = fields,
    { variant, options } = parts(head);
  if (fields.length !== 4 || !session.games.has(variant)) return null;
  const named = Object.fromEntries(hands.split(",").map((pair) => pair.split("=")));
  const seats = gameOf(variant)
    .seats.map(String)
    .filter((seat) => seat in named);
  const [play, owner] = last === PASS ? ["", ""] : last.split("@"),
    [cards, declared] = play.split("=");
  if (!seats.includes(mover) || seats.length !== Object.keys(named).length || (cards && !seats.includes(owner)))
    return null;
  if (!seats.every((seat) => named[seat] && tokens(named[seat]).join("").length === named[seat].length)) return null;
  const passes = cards ? (seats.indexOf(mover) - seats.indexOf(owner) - 1 + seats.length) % seats.length : 0;
  return {
    head,
    variant,
    options,
    rules: rulesOf(head),
    seats,
    hands: named,
    mover,
    last: cards ? lastOf(owner, cards, declared) : null,
    passes
  };
}

/**
 * The text of a play, with what wild cards are declared as.
 * @param {{ cards: string, as?: string }} play
 */
export const playText = ({ cards, as }) => cards + (as ? `=${as}` : "");

/**
 * The line of an ending.
 * @param {Pick<Ending, "head" | "seats" | "hands" | "mover" | "last">} ending
 */
export function endingLine({ head, seats, hands, mover, last }) {
  const held = seats.map((seat) => `${seat}=${hands[seat]}`).join(",");
  return `${head} ${held} ${mover} ${last ? `${playText(last)}@${last.seat}` : PASS}`;
}

/**
 * The ending after a move.
 * @param {Ending} ending
 * @param {string} move
 * @returns {Ending}
 */
export function after(ending, move) {
  const { seats, mover, hands, last, passes, rules } = ending;
  const following = seats[(seats.indexOf(mover) + 1) % seats.length];
  if (move !== PASS) {
    const { taken, left } = takenBy(hands[mover], move, rules);
    return {
      ...ending,
      hands: { ...hands, [mover]: left },
      mover: following,
      last: lastOf(mover, taken, move.split("=")[1]),
      passes: 0
    };
  }
  if (passes + 2 === seats.length) return { ...ending, mover: last?.seat ?? following, last: null, passes: 0 };
  return { ...ending, mover: following, passes: passes + 1 };
}

/**
 * The side of a seat.
 * @param {{ variant: string }} ending
 * @param {string} seat
 */
export const sideOf = ({ variant }, seat) => sideIn(variant, seat);

/**
 * The seat that has emptied its hand, or none.
 * @param {Ending} ending
 */
export const outSeat = ({ seats, hands }) => seats.find((seat) => !hands[seat]);

// ---- the engine -----------------------------------------------------------------------------------------------------

let hasOwnEngine = false; // once it is loaded, answers do not need the network

/** Load the page's own engine. */
export async function warmEngine() {
  const body = { hands: { landlord: "3", landlord_up: "4" }, turn: "landlord" };
  hasOwnEngine = Boolean(await askOwnEngine("POST", "solve", body, settings.lang));
}

/**
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {object} body
 * @returns {Promise<Answers[K]>}
 */
async function engineAnswer(kind, body) {
  const own = hasOwnEngine ? await askOwnEngine("POST", kind, body, settings.lang) : null;
  return own ? dataOf(own) : post(kind, body, settings.lang);
}

/**
 * The body of a request to solve an ending.
 * @param {Ending} ending
 */
const solveBody = ({ variant, options, hands, mover, last, passes }) => ({
  variant,
  options,
  hands,
  turn: mover,
  ...(last ? { last, passes } : {})
});

/** @type {Map<string, Promise<unknown>>} */
const answers = new Map(); // cache by kind, line and passes

/**
 * The answer to a request about an ending, computed once.
 * @template {keyof Answers} K
 * @param {K} kind
 * @param {Ending} ending
 * @param {object} body
 * @returns {Promise<Answers[K]>}
 */
function answerOnce(kind, ending, body) {
  const key = `${kind} ${endingLine(ending)} ${ending.passes} ${settings.lang}`;
  const earlier = answers.get(key);
  if (earlier) return /** @type {Promise<Answers[K]>} */ (earlier);
  const answer = engineAnswer(kind, body);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/**
 * The winner of an ending, the winning moves, and one line of best play.
 * @param {Ending} ending
 */
export const solve = (ending) => answerOnce("solve", ending, solveBody(ending));

/**
 * The mover's hand and the play to beat as a request; in games with numbered seats the seats are rotated so that the
 * next seat is right.
 * @param {Ending} ending
 */
function positionBody({ variant, options, seats, hands, mover, last }) {
  const all = gameOf(variant).seats.map(String),
    isNumbered = all[0] === "0";
  const order = seats.slice(seats.indexOf(mover)).concat(seats.slice(0, seats.indexOf(mover)));
  const named = (/** @type {string} */ seat) => (isNumbered ? String(order.indexOf(seat)) : seat);
  const left = Object.fromEntries(
    seats.filter((seat) => hands[seat]).map((seat) => [named(seat), tokens(hands[seat]).length])
  );
  return {
    variant,
    options,
    seat: named(mover),
    hand: hands[mover],
    left,
    last: last && { ...last, seat: named(last.seat) }
  };
}

/**
 * The legal moves of the mover, each with its shape.
 * @param {Ending} ending
 */
export async function legalMoves(ending) {
  const facts = await answerOnce("analyze", ending, { ...positionBody(ending), want: ["hints"], top: 0 });
  /** @type {Map<string, string | null>} */
  const moves = new Map(
    (facts.hints ?? [])
      .filter((hint) => !hint.pass)
      .map((hint) => [written(hint.cards, ending.rules, hint.as), hint.shape])
  );
  if (facts.passing?.legal) moves.set(PASS, null);
  return moves;
}

/**
 * The reason why cards cannot be played.
 * @param {Ending} ending
 * @param {string} move
 */
export async function whyNot(ending, move) {
  const { taken } = takenBy(ending.hands[ending.mover], move, ending.rules);
  const answer = await engineAnswer("check", { ...positionBody(ending), cards: taken });
  return answer.reasons
    .map((reason) => reason.text)
    .join(" ")
    .replaceAll("`", "");
}

/**
 * The winning moves as texts.
 * @param {Ending} ending
 */
export const winningMoves = async (ending) =>
  new Map(((await solve(ending)).plays ?? []).map((play) => [written(play.cards, ending.rules, play.as), play.shape]));

/**
 * The continuation with best play: seats and moves.
 * @param {Ending} ending
 * @returns {Promise<SeatMove[]>}
 */
export const bestLine = async (ending) =>
  ((await solve(ending)).line ?? []).map(({ seat, cards, as }) => ({
    seat: String(seat),
    move: written(cards, ending.rules, as)
  }));

/**
 * The ranks of a play's body, without kickers.
 * @param {string} move
 */
export function bodyOf(move) {
  const many = counts(move.split("=").pop() ?? ""),
    most = Math.max(...Object.values(many));
  return Object.keys(many)
    .filter((rank) => many[rank] === most)
    .sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b))
    .join("");
}

// An ending with open hands: its states, its line of text, and what the engine answers about it.

import { Refused, post } from "./api.js";
import { RANKS, counts, tokens } from "./cards.js";
import { askOwnEngine } from "./engine.js";
import { state } from "./state.js";

export const PASS = "-";

/** A move as puzzles write it: rank letters, lowest first. */
export const written = (cards) => tokens(cards).map(([rank]) => rank).reverse().join("") || PASS;

/** What is left of a hand after a play. */
function without(hand, cards) {
  const left = [...hand];
  for (const rank of cards) left.splice(left.indexOf(rank), 1);
  return left.join("");
}

/** An ending from its line `standard landlord=33J,landlord_up=4 landlord 2@landlord_up`; null for a text that is none. */
export function readEnding(line) {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== 4 || !state.games.has(fields[0].split("[")[0])) return null;
  const [head, hands, mover, last] = fields, [variant, inside = ""] = head.split("[");
  const options = Object.fromEntries(inside.replace("]", "").split(",").filter(Boolean).map((pair) => pair.split("=")));
  const named = Object.fromEntries(hands.split(",").map((pair) => pair.split("=")));
  const seats = state.games.get(variant).seats.map(String).filter((seat) => seat in named);
  const [cards, owner] = last === PASS ? ["", ""] : last.split("@");
  if (!seats.includes(mover) || seats.length !== Object.keys(named).length || (cards && !seats.includes(owner))) return null;
  if (!seats.every((seat) => named[seat] && [...named[seat]].every((rank) => RANKS.includes(rank)))) return null;
  const passes = cards ? (seats.indexOf(mover) - seats.indexOf(owner) - 1 + seats.length) % seats.length : 0;
  return { head, variant, options, seats, hands: named, mover, last: cards ? { seat: owner, cards } : null, passes };
}

/** The line of an ending. */
export const endingLine = ({ head, seats, hands, mover, last }) =>
  `${head} ${seats.map((seat) => `${seat}=${hands[seat]}`).join(",")} ${mover} ${last ? `${last.cards}@${last.seat}` : PASS}`;

/** The ending after a move. */
export function after(ending, move) {
  const { seats, mover, hands, last, passes } = ending;
  const following = seats[(seats.indexOf(mover) + 1) % seats.length];
  if (move !== PASS) {
    return { ...ending, hands: { ...hands, [mover]: without(hands[mover], move) }, mover: following, last: { seat: mover, cards: move }, passes: 0 };
  }
  if (passes + 2 === seats.length) return { ...ending, mover: last.seat, last: null, passes: 0 };
  return { ...ending, mover: following, passes: passes + 1 };
}

/** The side of a seat. */
export const sideOf = ({ variant }, seat) => state.games.get(variant).sides.findIndex((side) => side.map(String).includes(seat));

/** The seat that has played its last card, if one has. */
export const outSeat = ({ seats, hands }) => seats.find((seat) => !hands[seat]);

// ---- the engine -------------------------------------------------------------------------------------------------------

let hasOwnEngine = false; // once it is loaded, no answer waits for the network

/** Load the page's own engine. */
export async function warmEngine() {
  const body = { hands: { landlord: "3", landlord_up: "4" }, turn: "landlord" };
  hasOwnEngine = Boolean(await askOwnEngine("POST", "solve", body, state.lang));
}

async function engineAnswer(kind, body) {
  const own = hasOwnEngine ? await askOwnEngine("POST", kind, body, state.lang) : null;
  if (!own) return post(kind, body, state.lang);
  const data = JSON.parse(own.text);
  if (own.status !== 200) throw new Refused(data.detail, own.status, data.errors[0].code);
  return data;
}

/** An ending as a request to solve it. */
export const solveBody = ({ variant, options, hands, mover, last, passes }) => ({
  variant, options, hands, turn: mover, ...(last ? { last, passes } : {}),
});

const solutions = new Map(); // by line and passes

/** Who wins an ending, by which moves, and one line of best play. */
export function solve(ending) {
  const key = `${endingLine(ending)} ${ending.passes} ${state.lang}`;
  if (!solutions.has(key)) {
    const answer = engineAnswer("solve", solveBody(ending));
    solutions.set(key, answer);
    answer.catch(() => solutions.delete(key));
  }
  return solutions.get(key);
}

/** The hand of the mover and the play to beat as a question; seats without names change places, so that the next one is right. */
function positionBody({ variant, options, seats, hands, mover, last }) {
  const all = state.games.get(variant).seats.map(String), isNumbered = all[0] === "0";
  const order = seats.slice(seats.indexOf(mover)).concat(seats.slice(0, seats.indexOf(mover)));
  const named = (seat) => (isNumbered ? String(order.indexOf(seat)) : seat);
  const left = Object.fromEntries(seats.filter((seat) => hands[seat]).map((seat) => [named(seat), hands[seat].length]));
  return { variant, options, seat: named(mover), hand: hands[mover], left, ...(last ? { last: { seat: named(last.seat), cards: last.cards } } : { last: null }) };
}

/** The legal moves of the mover, each with its shape. */
export async function legalMoves(ending) {
  const facts = await engineAnswer("analyze", { ...positionBody(ending), want: ["hints"], top: 0 });
  const moves = new Map(facts.hints.filter((hint) => !hint.pass).map((hint) => [written(hint.cards), hint.shape]));
  if (facts.pass.legal) moves.set(PASS, null);
  return moves;
}

/** Why cards cannot be played. */
export async function whyNot(ending, cards) {
  const answer = await engineAnswer("check", { ...positionBody(ending), cards });
  return answer.reasons.map((reason) => reason.text).join(" ").replaceAll("`", "");
}

/** The moves that win, as texts. */
export const winningMoves = async (ending) => new Map(((await solve(ending)).plays ?? []).map((play) => [written(play.cards), play.shape]));

/** The line that best play goes on with: seats and moves. */
export const bestLine = async (ending) => ((await solve(ending)).line ?? []).map(({ seat, cards }) => ({ seat: String(seat), move: written(cards) }));

/** The ranks of a play that make it what it is: without its kickers. */
export function bodyOf(move) {
  const many = counts(move), most = Math.max(...Object.values(many));
  return Object.keys(many).filter((rank) => many[rank] === most).sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");
}

// The table: seats and their plays, the hand, the actions, and the result of a game.

import { card, face, make, play, redraw, spoken } from "./cards.js";
import { isLeft } from "./storage.js";
import { shapeName } from "./panels.js";
import { $, current, isMyTurn, mayPlay, meta, parts, rulesOf, say, state } from "./state.js";
import { bidName, seatName } from "./words.js";

const SIDES = { 2: ["me", "across"], 3: ["me", "right", "left"], 4: ["me", "right", "across", "left"] };

// ---- seats ----------------------------------------------------------------------------------------------------------

/** How many cards each seat of a position has left, as far as its history tells; null where it does not. */
function cardsLeft(game, { seat, hand, table }) {
  const numbers = Object.fromEntries(game.seats.map((other) => [other, null]));
  if (table && !table.startsWith("?")) {
    Object.assign(numbers, game.hand_size);
    const plays = table === "-" ? [] : table.split(",");
    plays.forEach((cards, turn) => {
      const who = game.seats[turn % game.seats.length];
      if (cards !== ".") numbers[who] -= (cards.split("=")[0].match(/[2-9TJQKAXDW]/g) || []).length;
    });
    if (Object.values(numbers).some((left) => left <= 0)) for (const other of game.seats) numbers[other] = null; // a seat without cards has no turns
  }
  for (const [, other, left] of (table || "").matchAll(/([a-z_0-9]+):(\d+)/g)) if (other in numbers) numbers[other] = Number(left);
  numbers[seat] = (hand.match(/[2-9TJQKAXDW]/g) || []).length;
  return numbers;
}

/** What a position shows of a table: its own seat, how many cards the others hold, and the play that is to be beaten. */
function tableOf(facts) {
  const game = meta();
  const position = parts(facts.position);
  const beaten = facts.turn.to_beat;
  const seats = game.seats.map(String);
  const unnamed = beaten && (beaten.seat === null || beaten.seat === "") ? seats[(seats.indexOf(position.seat) + seats.length - 1) % seats.length] : null;
  const trick = beaten ? [{ ...beaten, seat: unnamed ?? beaten.seat }] : [];
  return { seats, me: position.seat, turn: facts.turn.seat, left: cardsLeft(game, position), trick, rules: rulesOf(facts.position), calls: {} };
}

/** Draw a table: its seats, me, the turn, the cards left, the trick, the calls, and the rules. */
export function drawTable(table, status) {
  const { lang } = state, { level, wild } = table.rules;
  const rule = level ? say("playing").replace("{}", face(level)) : wild ? say("wilds").replace("{}", [...wild].map(face).join(" ")) : "";
  const first = Math.max(0, table.seats.indexOf(table.me));
  const sides = SIDES[table.seats.length];
  const last = new Map();
  for (const turn of table.trick) last.set(String(turn.seat), turn);
  const mine = last.get(table.me);
  $("seats").replaceChildren(...table.seats.map((seat) => {
    const side = sides[(table.seats.indexOf(seat) - first + sides.length) % sides.length];
    const left = table.left[seat];
    const turn = side === "me" ? null : last.get(seat);
    const moves = String(table.turn) === seat;
    return make("li", { class: side, ...(moves ? { "aria-current": "true" } : {}) },
      make("span", { class: "seat" }, table.names?.[seat] || seatName(seat, table.me, table.seats, lang),
        left === null || left === undefined ? null : make("b", { title: say("left") }, String(left))),
      turn ? played(turn, table.rules) : table.calls?.[seat] !== undefined ? make("span", { class: "call" }, bidName(table.calls[seat], lang)) : null);
  }));
  $("table").replaceChildren(...(table.bottom ? [make("span", { class: "bottom" }, make("small", {}, say("bottom")), play(table.bottom, table.rules))] : []),
    ...(mine ? [played(mine, table.rules)] : []), make("span", { class: "status" }, rule ? `${rule} · ${status}` : status));
}

function played(turn, rules) {
  if (!turn.shape) return make("span", { class: "call" }, say("passes"));
  return make("span", { class: "played" }, play(turn.cards, rules, turn.as), make("small", {}, shapeName(meta(), turn.shape, state.lang)));
}

// ---- the hand -------------------------------------------------------------------------------------------------------

let drawnHand = ""; // what stands there

/** Draw the hand as columns, one for each rank; one that stands there already stays. */
export function drawHand() {
  const rules = rulesOf(current());
  const wanted = JSON.stringify([state.hand, rules, state.lang]);
  if (wanted === drawnHand) {
    lift([]);
    return showPicked();
  }
  drawnHand = wanted;
  const columns = new Map();
  state.hand.forEach((token, place) => {
    const rank = token[0];
    if (!columns.has(rank)) columns.set(rank, make("div", { class: "column" }));
    columns.get(rank).append(card(token, rules, "button", { "data-place": place, "aria-label": spoken(token), "aria-pressed": String(state.picked.has(place)) }));
  });
  const fan = make("div", { class: "fan" + (columns.size > 12 ? " wide" : "") }, ...columns.values());
  fan.style.setProperty("--n", Math.max(2, columns.size));
  fan.style.setProperty("--tall", Math.max(2, ...[...columns.values()].map((column) => column.childElementCount)));
  redraw($("hand"), [fan]);
}

const cardsShown = () => $("hand").querySelectorAll(".card");

export function showPicked() {
  for (const node of cardsShown()) {
    const pressed = String(state.picked.has(Number(node.dataset.place)));
    if (node.getAttribute("aria-pressed") !== pressed) node.setAttribute("aria-pressed", pressed);
  }
}

/** Lift the cards at these places of the hand. */
export function lift(places) {
  for (const node of cardsShown()) node.classList.toggle("lifted", places.includes(Number(node.dataset.place)));
}

// ---- what may be done -----------------------------------------------------------------------------------------------

/** A button of the felt, the one that stands there if it does. */
function button(act, disabled, kind) {
  const node = $(act) ?? make("button", { id: act, "data-act": act, class: kind });
  if (node.textContent !== say(act)) node.textContent = say(act);
  node.disabled = disabled;
  return node;
}

/** Put other buttons into the place of those that are shown; one of both stays where it is, and so does who stands on it by keyboard. */
function replaceActions(others) {
  const buttons = isLeft() ? [button("resume", false), ...others] : others;
  const bar = $("actions"), focused = bar.contains(document.activeElement) ? document.activeElement : null;
  for (const node of [...bar.children]) if (!buttons.includes(node)) node.remove();
  buttons.forEach((node, at) => { if (bar.children[at] !== node) bar.insertBefore(node, bar.children[at] ?? null); });
  if (focused && (focused.disabled || !focused.isConnected)) bar.querySelector(".main")?.focus();
}

const redoIf = (may) => (may ? [button("redo", false)] : []);

/** Draw the buttons of somebody who may play. */
export function drawActions() {
  const { facts, game } = state;
  const live = mayPlay();
  replaceActions([
    button("undo", game ? !game.canUndo : !state.past.length),
    ...redoIf(game ? game.canRedo : state.future.length),
    button("pass", !game || !live || !facts.pass.legal),
    button("hint", !live || !facts.hints.length),
    button("play", !live, "main"),
  ]);
}

/** Draw buttons of a game: each with its word, something small below it, and what it does; beside them the way back. */
export function drawChoices(choices) {
  const { canUndo, canRedo } = choices.length && state.game ? state.game : {};
  replaceActions([...(canUndo ? [button("undo", false)] : []), ...redoIf(canRedo), ...choices.map(({ label, node, small, main, act, title }) =>
    make("button", { class: main ? "main" : "", onclick: act, title }, node || label, small ? make("small", {}, small) : null))]);
}

/** Draw the felt of a position that no game belongs to. */
export function drawFelt() {
  const { facts, lang } = state;
  const table = tableOf(facts);
  const turn = isMyTurn() ? say(facts.turn.to_beat ? "yourTurn" : "youLead")
    : say("turnOf").replace("{}", seatName(String(table.turn), table.me, table.seats, lang));
  drawTable(table, `${say("studied")} · ${turn}`);
  drawActions();
}

// ---- the end --------------------------------------------------------------------------------------------------------

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** What a factor comes to for its seat, which pays for cards that are left and gets a bomb's points from each of the others. */
function worthOf({ code, factor, add, points = add }) {
  if (factor !== undefined) return `×${factor}`;
  if (points === undefined) return "";
  return code === "bomb" ? say("fromEach").replace("{}", points) : signed(code === "cards" ? -points : points);
}

function factorLine(factor, names) {
  const who = factor.seat === undefined ? "" : names(factor.seat);
  return make("li", {}, make("span", {}, factor.text), make("small", {}, who), make("b", {}, worthOf(factor)));
}

/** Draw how a game ended: who won, what each pays, why, and what the others still held. */
export function drawResult({ table, result, hands, won, line }) {
  const name = (seat) => seatName(String(seat), table.me, table.seats, state.lang);
  const places = result.places.map(String);
  const rows = table.seats.map((seat, place) => {
    const points = result.points?.[seat] ?? result.points?.[String(place)];
    const at = places.indexOf(seat);
    return make("tr", {}, make("th", { scope: "row" }, name(seat)), make("td", {}, at >= 0 ? say("place").replace("{}", at + 1) : ""),
      make("td", { class: "points" }, points === undefined ? "" : signed(points)),
      make("td", {}, hands[seat] ? play(hands[seat], table.rules) : ""));
  });
  const factors = result.factors || [];
  $("seats").replaceChildren();
  $("table").replaceChildren(make("div", { id: "result" },
    make("strong", {}, say(won === null ? "ended" : won ? "youWin" : "youLose")),
    make("table", {}, ...rows),
    factors.length ? make("ul", { "aria-label": say("bill") }, ...factors.map((factor) => factorLine(factor, name))) : null,
    make("small", {}, [...(result.why || []).map((why) => why.text), line].filter(Boolean).join(" "))));
}

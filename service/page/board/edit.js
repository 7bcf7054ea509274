// The position editor: a hand entered card by card, its seat, the play to beat, and the rules.

import { aside, begin } from "../game/game.js";
import { analyse, complain, draw, main } from "../lib/analysis.js";
import { Refused } from "../lib/api.js";
import { counts, face, make, RANKS, SUITS, spoken, tokens } from "../lib/cards.js";
import { $, all, current, headOf, meta, parts, rulesOf, say, shown, state, toTable } from "../lib/state.js";
import { drawHand } from "../lib/table.js";
import { addWords } from "../lib/words.js";

addWords({
  clear: ["Clear", "清空"],
  done: ["Done", "完成"],
  toBeat: ["To beat", "要管的牌"],
  lower: ["Tap a card of the hand to take it away.", "点手里的牌就去掉它。"]
});

const EDIT_PAUSE = 120; // minimum milliseconds between two requests about an edited hand

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let requestedAt = -Infinity;
/** @type {{ seat?: string, table?: string }} */
let chosen = {}; // seat and table, if they differ from those of the last answer

/**
 * Start or end editing with the hand of the last valid answer; this ends a current game.
 * @param {boolean} on
 */
export function edit(on) {
  const answered = tokens(parts(current()).hand, rulesOf(current()).level),
    edited = state.hand.join("");
  const isNew = edited !== answered.join(""),
    isRefused = !$("message").hidden;
  state.editing = on;
  if (on) state.game = null;
  else complain($("message"), null);
  if (isNew) show(answered);
  if (!on && isNew && edited && !isRefused) askAbout(edited); // there is no answer yet
  chosen = {};
  padFor = "";
  draw();
  drawPad();
  if (on) toTable();
}

/** The table as the last field of a position line: only the play to beat is kept. */
function lookedAt() {
  const { table } = parts(current());
  if (table.startsWith("?")) return table.split(/[;@]/)[0]; // its owner follows from the seat
  const beaten = shown().turn.to_beat;
  return beaten ? `?${beaten.cards}${beaten.as ? `=${beaten.as}` : ""}` : "?";
}

/**
 * Show a hand that has not been analysed yet; a pending answer to an earlier hand is dropped.
 * @param {string[]} hand
 */
function show(hand) {
  clearTimeout(timer);
  main.drop();
  complain($("message"), null);
  state.hand = hand;
  state.picked = new Set();
}

function drawEdited() {
  drawHand();
  drawPad();
}

/**
 * Request the analysis of a hand with the shown seat and table.
 * @param {string} hand
 */
async function askAbout(hand) {
  const { head, seat } = parts(current());
  const position = `${head} ${chosen.seat ?? seat} ${hand || "-"} - ${chosen.table ?? lookedAt()}`;
  if (await analyse({ position }, { history: "replace", node: $("message") })) chosen = {};
}

/** @param {string} hand */
function editHand(hand) {
  show(tokens(hand, rulesOf(current()).level));
  const ask = () => {
    requestedAt = performance.now();
    askAbout(hand);
  };
  const early = requestedAt + EDIT_PAUSE - performance.now();
  if (hand && early > 0) timer = setTimeout(ask, early);
  else if (hand) ask(); // sent before the hand is drawn: an engine in a worker computes meanwhile
  drawEdited();
}

/** @param {number} place */
export const takeAway = (place) => editHand(state.hand.filter((_, at) => at !== place).join(""));

/**
 * Add a typed card; false if the card cannot be added.
 * @param {string} key
 */
export function typed(key) {
  const rank = key.length === 1 ? key.toUpperCase() : "";
  if (!rank || !meta().deck[rank] || meta().suits || usedUp(meta(), state.hand.join("")).has(rank)) return false;
  editHand(state.hand.join("") + rank);
  return true;
}

/** @param {string} token */
export const addCard = (token) => editHand(state.hand.join("") + token);

export function clearHand() {
  show([]);
  document.body.classList.add("empty");
  drawEdited();
}

let padFor = ""; // the state for which keys and fields were drawn

/** Draw the keys that add or remove cards. */
export function drawPad() {
  $("edit").setAttribute("aria-pressed", String(state.editing));
  document.body.classList.toggle("editing", state.editing);
  $("pad").hidden = !state.editing;
  if (!state.editing || !meta()) return;
  const game = meta();
  const full = usedUp(game, state.hand.join(""));
  const held = (/** @type {string} */ token) => state.hand.filter((card) => card === token).length;
  const copies = game.suits ? 2 : 1;
  const isUsedUp = (/** @type {string} */ token) => (token[1] ? held(token) >= copies : full.has(token));
  const { head, seat } = parts(current());
  const drawDone = () => $("done").toggleAttribute("disabled", !state.hand.length);
  const wanted = JSON.stringify([head, seat, lookedAt(), state.lang]);
  if (wanted === padFor) {
    for (const key of all("[data-card]", $("pad"))) key.toggleAttribute("disabled", isUsedUp(String(key.dataset.card)));
    return drawDone();
  }
  padFor = wanted;
  const suits = game.suits ? Object.keys(SUITS) : [""];
  const { level } = rulesOf(current());
  const ranks = [...RANKS].filter((rank) => game.deck[rank] && !(rank === "W" && level)).reverse();
  const tokensOf = suits.flatMap((suit) => ranks.filter((rank) => !"XDW".includes(rank)).map((rank) => [rank, suit]));
  const keys = [...tokensOf, ...ranks.filter((rank) => "XDW".includes(rank)).map((rank) => [rank, ""])].map(
    ([rank, suit]) =>
      make(
        "button",
        {
          class: suit === "h" || suit === "d" || rank === "D" ? "red" : "",
          "aria-label": spoken(rank + suit),
          disabled: isUsedUp(rank + suit),
          "data-act": "add",
          "data-card": rank + suit
        },
        face(rank),
        suit ? make("span", { class: `suit ${suit}` }, SUITS[suit]) : null
      )
  );
  const seats = game.seats.map(String);
  const seatOf = make(
    "select",
    { id: "edit-seat", onchange: (event) => move({ seat: event.target.value }) },
    ...seats.map((id) =>
      make(
        "option",
        { value: id, selected: id === seat },
        game.seat_names?.[id]?.[state.lang] ||
          (state.lang === "zh" ? `${Number(id) + 1}号位` : `${say("seat")} ${Number(id) + 1}`)
      )
    )
  );
  const beaten = make("input", {
    id: "edit-beat",
    size: 8,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    value: lookedAt().slice(1),
    onchange: (event) => move({ table: `?${event.target.value.replaceAll(" ", "")}` })
  });
  $("pad").replaceChildren(
    make("p", { class: `keys${game.suits ? " suited" : ""}` }, ...keys),
    make(
      "p",
      { class: "row" },
      make("button", { "data-act": "clear" }, say("clear")),
      make("button", { id: "done", "data-act": "edit", class: "main" }, say("done"))
    ),
    make(
      "p",
      { class: "row" },
      make("label", { for: "edit-seat" }, say("seat")),
      seatOf,
      make("label", { for: "edit-beat" }, say("toBeat")),
      beaten
    ),
    make("small", {}, say("lower"))
  );
  return drawDone();
}

/** @param {{ seat?: string, table?: string }} to */
function move(to) {
  clearTimeout(timer);
  Object.assign(chosen, to);
  return askAbout(state.hand.join(""));
}

/**
 * Choose a rule of the game: the same hand under it, or a new deal if the hand is impossible under it.
 * @param {string} name
 * @param {string} value
 */
export async function setOption(name, value) {
  const { variant, options, seat, hand } = parts(current());
  if (!hand) return complain($("message"), new Refused(say("empty")));
  const chosen = { ...options, [name]: value };
  const position = `${headOf(variant, chosen)} ${seat} ${hand} - ${lookedAt()}`;
  const ask = () =>
    aside(async () => {
      try {
        return await analyse({ position }, { strict: true });
      } catch (error) {
        const deals = error instanceof Refused && error.status === 422 && error.code !== "option_unknown";
        if (deals) begin(undefined, null, chosen);
        else complain($("wrong"), error, ask);
        return deals;
      }
    });
  return ask();
}

/**
 * Ranks of which a hand cannot have more cards.
 * @param {Variant} game
 * @param {string} hand
 */
function usedUp(game, hand) {
  const has = counts(hand);
  return new Set(Object.keys(game.deck).filter((rank) => (has[rank] || 0) >= game.deck[rank]));
}

// The position editor: a hand entered card by card, its seat, the play to beat, and the rules.

import { aside, begin } from "../game/begin.js";
import { analyse, analyseText, draw, main, showError } from "../lib/analysis.js";
import { fetched, Refused } from "../lib/api.js";
import { counts, face, make, optionsOf, RANKS, redraw, SUITS, spoken, tokens } from "../lib/cards.js";
import { gamesOfText } from "../lib/record_text.js";
import {
  $,
  all,
  current,
  fillIn,
  headOf,
  meta,
  parts,
  playToBeat,
  rulesOf,
  say,
  session,
  settings,
  toTable,
  view
} from "../lib/state.js";
import { addStyle } from "../lib/style.js";
import { drawHand } from "../lib/table.js";
import { addWords, seatName } from "../lib/words.js";

// Borders are not --line here, which is a height of the table; each suit has rows of its own.
addStyle(`
#pad { background: var(--panel); color: var(--ink); border-top: 1px solid var(--line); padding: .5rem;
  position: fixed; inset: auto 0 0; z-index: 2; max-height: 58vh; overflow: auto; }
#pad small { color: var(--quiet); }
#pad :is(select, input, .row button) { border: 1px solid var(--quiet); min-width: 0; }
#pad input { flex: 1 1 4rem; }
#pad .row .row { flex: 1 1 9rem; flex-wrap: nowrap; margin: 0; }
.keys { display: grid; grid-template-columns: repeat(8, minmax(0, 1fr)); gap: .3rem; margin: 0 0 .5rem; }
.keys button { padding: .2rem; min-height: 2.2rem; min-width: 0;
  border: 1px solid color-mix(in srgb, var(--quiet) 40%, transparent); }
#pad #lefts { gap: .4rem 1rem; }
#pad #lefts .row { flex: 0 0 auto; }
.keys.suited { grid-template-columns: repeat(13, minmax(0, 1fr)); gap: .1rem; }
.keys.suited button:nth-child(13n + 1) { grid-column: 1; }
.keys .suit { display: block; }
.keys [data-card="X"], .keys [data-card="D"] { padding: 0; font-size: min(1rem, var(--joker, 1rem)); }
:lang(en) .keys { --joker: min(.7rem, 3.2vw); }
.keys.suited button { padding: .1rem 0; white-space: normal; line-height: 1.05; letter-spacing: -.06em; }
.keys .red { color: var(--red-ink); }
@media (min-width: 60rem), (min-width: 35rem) and (max-height: 30rem) { #pad { position: static; grid-area: pad;
  max-height: none; border: 0; border-radius: .6rem; } }
@media (max-width: 22rem) { .keys.suited { grid-template-columns: repeat(7, minmax(0, 1fr)); } }`);

addWords({
  clear: ["Clear", "清空"],
  done: ["Done", "完成"],
  toBeat: ["To beat", "要管的牌"],
  entering: ["Enter", "输入"],
  playsMade: ["Table", "桌面"],
  turnTo: ["Next: {}", "{}出："],
  takeBack: ["Take back", "撤回"],
  anyText: ["Paste a hand, a game or a chat", "粘贴手牌、局面、牌谱或聊天"],
  read: ["Read", "读入"],
  firstLead: ["First lead", "先出牌"],
  cardsOf: ["Cards left:", "剩几张："],
  lower: ["Tap cards to add or remove them.", "点牌添加，点手里的牌去掉。"]
});

const EDIT_PAUSE = 120; // minimum milliseconds between two requests about an edited hand

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let requestedAt = -Infinity;
/** @type {{ seat?: string, table?: string, level?: string }} */
let chosen = {}; // what differs from the last answer

const TARGETS = /** @type {const} */ (["hand", "bottom", "plays"]);
/** @type {(typeof TARGETS)[number]} */
let target = "hand"; // of the cards that are tapped
let bottom = "";
/** @type {string[]} */
let turns = []; // the plays since the beginning, as in a position line
let begun = ""; // the cards of the next play so far
let seen = ""; // cards that were played before the entered plays
/** @type {Record<string, string>} */
let lefts = {}; // the entered numbers of cards of other seats

const seatOfEditor = () => chosen.seat ?? parts(current()).seat;
/** The seat whose play is entered next. */
const mover = () => String(meta().seats[turns.length % meta().seats.length]);

/**
 * Start or end editing with the hand of the last valid answer; this ends a current game.
 * @param {boolean} on
 */
export function edit(on) {
  const answered = tokens(parts(current()).hand, rulesOf(current()).level),
    edited = session.hand.join("");
  const isNew = edited !== answered.join(""),
    isRefused = !$("message").hidden;
  view.editing = on;
  document.body.classList.remove("empty");
  if (on) session.game = null;
  else showError($("message"), null);
  const isDue = timer !== undefined; // a request about the last tap
  if (isNew) show(answered);
  if (!on && (isNew || isDue) && edited && !isRefused) askAbout(edited); // there is no answer yet
  stopTimer();
  chosen = {};
  target = "hand";
  takeTable();
  draw();
  drawPad();
  if (on) toTable();
}

/** Begin with the table of the last valid answer: its seen cards and numbers of cards, no plays. */
function takeTable() {
  const { table } = parts(current());
  [bottom, turns, begun] = ["", [], ""];
  seen = /;seen=([^;]*)/.exec(table)?.[1] ?? "";
  lefts = Object.fromEntries([...table.matchAll(/([a-z_0-9]+):(\d+)/g)].map(([, seat, number]) => [seat, number]));
  padFor = "";
}

/** The table as the last field of a position line: only the play to beat is kept. */
function lookedAt() {
  const { table } = parts(current());
  if (table.startsWith("?")) return table.split(/[;@]/)[0]; // its owner follows from the seat
  return playToBeat();
}

function stopTimer() {
  clearTimeout(timer);
  timer = undefined;
}

/**
 * Show a hand that has not been analysed yet; a pending answer to an earlier hand is dropped.
 * @param {string[]} hand
 */
function show(hand) {
  stopTimer();
  main.drop();
  showError($("message"), null);
  session.hand = hand;
  view.picked = new Set();
}

function drawEdited() {
  drawHand();
  drawPad();
}

/** The entered play to beat with its seat, or none. */
function enteredToBeat() {
  const { seats } = meta(),
    at = turns.findLastIndex((cards) => cards !== ".");
  return at >= 0 && turns.length - at < seats.length ? `${turns[at]}@${seats[at % seats.length]}` : "";
}

/** What is entered of the table, as the last field of a position line: entered plays count as seen. */
function entered() {
  const toBeat = turns.length ? `?${enteredToBeat()}` : (chosen.table ?? lookedAt()),
    numbers = Object.entries(lefts)
      .filter(([seat, number]) => number && seat !== seatOfEditor())
      .map((pair) => pair.join(":")),
    played = seen + turns.map((cards) => (cards === "." ? "" : cards.split("=")[0])).join("");
  return [toBeat, numbers.length ? `left=${numbers}` : "", played ? `seen=${played}` : ""].filter(Boolean).join(";");
}

const NOT_ALL_PLAYS = ["hand_size", "must_lead", "history_inconsistent", "must_show"]; // the history begins later

/**
 * Request the analysis of a hand with the shown seat and table: plays that are not all plays since the deal count as
 * seen.
 * @param {string} hand
 * @returns {Promise<void>}
 */
async function askAbout(hand) {
  if (turns.length && mover() !== seatOfEditor()) return;
  const { variant, options } = parts(current()),
    head = headOf(variant, chosen.level ? { ...options, level: chosen.level } : options);
  const ask = (/** @type {string} */ table, strict = false) =>
    analyse(
      { position: `${head} ${seatOfEditor()} ${hand || "-"} ${bottom || "-"} ${table}` },
      { history: "replace", node: $("message"), strict }
    );
  const isWhole = turns.length > 0 && !seen && !Object.values(lefts).some(Boolean);
  try {
    if (await (isWhole ? ask(turns.join(","), true) : ask(entered()))) chosen = {};
  } catch (error) {
    if (!NOT_ALL_PLAYS.includes(String(/** @type {Refused} */ (error).code)))
      return showError($("message"), error, () => askAbout(hand));
    if (await ask(entered())) chosen = {};
  }
}

/** @param {string} hand */
function editHand(hand) {
  show(tokens(hand, rulesOf(current()).level));
  const ask = () => {
    timer = undefined;
    requestedAt = performance.now();
    askAbout(hand);
  };
  const early = requestedAt + EDIT_PAUSE - performance.now();
  if (hand && early > 0) timer = setTimeout(ask, early);
  else if (hand) ask(); // sent before the hand is drawn: an engine in a worker computes meanwhile
  drawEdited();
}

/** @param {number} place */
export const takeAway = (place) => editHand(session.hand.filter((_, at) => at !== place).join(""));

/**
 * Add a typed card; false if the card cannot be added.
 * @param {string} key
 */
export function typed(key) {
  const rank = key.length === 1 ? key.toUpperCase() : "";
  if (!rank || !meta().deck[rank] || meta().suits || usedUp(meta(), session.hand.join("")).has(rank)) return false;
  editHand(session.hand.join("") + rank);
  return true;
}

/** @param {string} token */
export function addCard(token) {
  if (target === "hand") return editHand(session.hand.join("") + token);
  if (target === "plays") begun += token;
  else if (tokens(bottom).length < meta().bottom) bottom += token;
  return drawPad();
}

/**
 * Choose what the tapped cards are: of the hand, of the bottom or of a play.
 * @param {(typeof TARGETS)[number]} one
 */
function enter(one) {
  target = one;
  drawPad();
}

/** Enter the tapped cards as the next play; none are a pass. My own play leaves my hand. */
function enterTurn() {
  const left = mover() === seatOfEditor() ? without(session.hand, begun) : session.hand;
  turns.push(begun || ".");
  begun = "";
  editHand(left.join(""));
}

/**
 * A hand after a play.
 * @param {string[]} hand
 * @param {string} cards
 */
function without(hand, cards) {
  const played = tokens(cards);
  return hand.filter((token) => {
    const at = played.indexOf(token);
    if (at >= 0) played.splice(at, 1);
    return at < 0;
  });
}

/**
 * Read a pasted text: a position, a hand, a record, a link to a review, a chat or a log; false if nothing can read it.
 * @param {string} text
 * @param {HTMLElement} node Where an error is shown.
 */
export async function pasteText(text, node) {
  const records = () => fetched(import("../game/result.js"));
  try {
    if (/^\[\w+ "|w\?g=/.test(text)) return (await records()).openRecord(text);
    const came = await analyseText(text, { strict: true });
    if (came) takeTable();
    return came;
  } catch (error) {
    if (!(error instanceof Refused) || error.offline || error.status !== 422) {
      showError(node, error, () => pasteText(text, node));
      return false;
    }
    const { games, leftOut } = await gamesOfText(text).catch(() => ({ games: [], leftOut: "" })),
      [game] = games,
      isWhole = games.length > 1 || Object.keys(game?.deal?.hands ?? {}).length > 1,
      isEntered = !isWhole && game?.variant === session.variant && session.facts !== null;
    if (isWhole) (await records()).openGames(games);
    else if (isEntered) enterGame(game, leftOut);
    else showError(node, error);
    return isWhole || isEntered;
  }
}

/**
 * Enter the hand, the bottom and the plays of a text; a seat that it skips has passed. What was left out is shown.
 * @param {Partial<GameBody>} game
 * @param {string} leftOut
 */
function enterGame({ deal = { hands: {} }, history = [] }, leftOut) {
  if (!view.editing) edit(true);
  const { seats } = meta(),
    seat = deal.hands[seatOfEditor()] ? seatOfEditor() : (Object.keys(deal.hands)[0] ?? seatOfEditor());
  let hand = deal.hands[seat] ? tokens(deal.hands[seat], rulesOf(current()).level) : session.hand;
  target = "plays";
  bottom = deal.bottom ?? bottom;
  for (const value of history) {
    const { cards, as = "", seat: owner = mover() } = typeof value === "string" ? apart(value) : value;
    for (let passes = 1; passes < seats.length && mover() !== String(owner); passes++) turns.push(".");
    if (mover() === seat) hand = without(hand, cards === "." ? "" : cards);
    turns.push(as ? `${cards}=${as}` : cards || ".");
  }
  chosen.seat = seat;
  editHand(hand.join(""));
  if (deal.hands[seat] && mover() === seat) edit(false); // nothing is left to enter: the advice comes into view
  if (leftOut) showError($("message"), new Refused(leftOut));
}

/**
 * The parts of a play of a history, `cards=as@seat`.
 * @param {string} text
 */
function apart(text) {
  const [play, seat] = text.split("@"),
    [cards, as] = play.split("=");
  return { cards, as, seat };
}

/** Take the last play back; my own one returns to my hand. */
function takeTurnBack() {
  if (begun) begun = "";
  else {
    const last = turns.pop() ?? ".";
    if (mover() === seatOfEditor() && last !== ".") return editHand(session.hand.join("") + last);
  }
  return drawPad();
}

/** The rows of the pad that say what is entered: the target, and the plays so far. */
function entryRows() {
  const { seats } = meta(),
    name = (/** @type {number} */ turn) =>
      seatName(String(seats[turn % seats.length]), seatOfEditor(), seats.map(String), settings.lang);
  const targets = TARGETS.filter((one) => one !== "bottom" || meta().bottom).map((one) =>
    make(
      "button",
      { "data-enter": one, "aria-pressed": String(one === target), onclick: () => enter(one) },
      say(one === "plays" ? "playsMade" : one)
    )
  );
  const shown = (/** @type {string} */ cards) => tokens(cards).map(spoken).join(" ");
  /** @type {HTMLElement[]} */
  const rows = [make("p", { class: "row", role: "group", "aria-label": say("entering") }, ...targets)];
  if (target === "bottom") rows.push(make("p", { class: "row" }, shown(bottom) || "–"));
  if (target !== "plays") return rows;
  rows.push(pasteRow(), leftRow(seats.map(String)));
  const so = turns.map((cards, turn) => `${name(turn)} ${cards === "." ? say("pass") : shown(cards.split("=")[0])}`);
  rows.push(
    make("p", { class: "row" }, so.join(" · ")),
    make(
      "p",
      { class: "row", id: "next-turn" },
      make("b", fillIn("turnTo", name(turns.length)), " ", shown(begun)),
      make("button", { onclick: enterTurn, class: "main", disabled: !begun }, say("play")),
      make("button", { onclick: enterTurn, disabled: Boolean(begun) }, say("pass")),
      make("button", { onclick: takeTurnBack, disabled: !begun && !turns.length }, say("takeBack"))
    )
  );
  return rows;
}

/** A field for a text of any kind. */
function pasteRow() {
  const field = make("input", {
    id: "chat",
    value: pasted,
    oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
      pasted = target.value;
    },
    placeholder: say("anyText"),
    "aria-label": say("anyText"),
    autocomplete: "off"
  });
  const read = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = pasted;
    if (!(await pasteText(text, $("message")))) return;
    if (pasted === text) pasted = ""; // a text typed meanwhile stays
    padFor = "";
    drawPad();
  };
  return make("form", { class: "row", onsubmit: read }, field, make("button", say("read")));
}

/**
 * The number of cards of each other seat, to be chosen.
 * @param {string[]} seats
 */
function leftRow(seats) {
  const me = seatOfEditor(),
    at = seats.indexOf(me),
    others = seats.map((_, step) => seats[(at + step) % seats.length]).slice(1);
  const choose = (/** @type {string} */ seat) => (/** @type {Event & { target: HTMLSelectElement }} */ event) => {
    lefts[seat] = event.target.value;
    move({});
  };
  return make(
    "p",
    { class: "row", id: "lefts" },
    make("span", say("cardsOf")),
    ...others.map((seat) =>
      make(
        "label",
        { class: "row" },
        seatName(seat, me, seats, settings.lang),
        make(
          "select",
          { "data-left": seat, onchange: choose(seat) },
          ...optionsOf(
            ["", ...Array.from({ length: meta().hand_size[seat] }, (_, number) => String(number + 1))].map((number) => [
              number,
              number || "?"
            ]),
            lefts[seat] ?? ""
          )
        )
      )
    )
  );
}

/**
 * The choices of my seat: roles, or else who leads first, seen from me.
 * @param {string[]} seats
 */
function seatChoices(seats) {
  const game = meta(),
    hasRoles = seats.includes("landlord");
  return {
    label: say(hasRoles ? "seat" : "firstLead"),
    rows: seats.map((id) => [
      id,
      hasRoles ? (game.seat_names?.[id]?.[settings.lang] ?? id) : seatName(seats[0], id, seats, settings.lang)
    ])
  };
}

/** Clear the hand, the plays and the play to beat. */
export function clearHand() {
  show([]);
  chosen = { table: "?" };
  [bottom, turns, begun, seen, lefts] = ["", [], "", "", {}];
  const field = /** @type {HTMLInputElement | null} */ ($("edit-beat"));
  if (field) field.value = "";
  $("line").defaultValue = "";
  document.body.classList.add("empty");
  drawEdited();
}

let pasted = ""; // the text in the field for a text of any kind
let padFor = ""; // the state for which keys and fields were drawn

/** Draw the keys that add or remove cards. */
export function drawPad() {
  $("edit").setAttribute("aria-pressed", String(view.editing));
  document.body.classList.toggle("editing", view.editing);
  $("pad").hidden = !view.editing;
  if (!view.editing || !meta()) return;
  const game = meta();
  const full = usedUp(game, session.hand.join("") + turns.join("") + begun);
  const entered = [...session.hand, ...[...turns, begun].flatMap((cards) => tokens(cards.split("=")[0]))];
  const held = (/** @type {string} */ token) => entered.filter((card) => card === token).length;
  const copies = game.suits ? 2 : 1;
  const isUsedUp = (/** @type {string} */ token) => (token[1] ? held(token) >= copies : full.has(token));
  const { head, seat } = parts(current());
  const wanted = JSON.stringify([head, seat, lookedAt(), settings.lang, target, turns, begun, bottom, lefts]);
  if (wanted === padFor) {
    for (const key of all("[data-card]", $("pad"))) key.toggleAttribute("disabled", isUsedUp(String(key.dataset.card)));
    return;
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
  const seats = game.seats.map(String),
    mine = seatChoices(seats);
  const seatOf = make(
    "select",
    { id: "edit-seat", onchange: (event) => move({ seat: event.target.value }) },
    ...optionsOf(mine.rows, seat)
  );
  const beaten = make("input", {
    id: "edit-beat",
    size: 8,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    value: turns.length ? enteredToBeat().split(/[@=]/)[0] : lookedAt().slice(1),
    onchange: (event) => {
      // another play than the entered ones
      seen += turns.map((cards) => (cards === "." ? "" : cards.split("=")[0])).join("");
      turns = [];
      move({ table: `?${event.target.value.replaceAll(" ", "")}` });
    }
  });
  const levels = game.options.level?.values ?? [];
  redraw($("pad"), [
    make("small", say("lower")),
    make(
      "p",
      { class: "row" },
      make("label", { for: "edit-seat" }, mine.label),
      seatOf,
      make("span", { class: "row" }, make("label", { for: "edit-beat" }, say("toBeat")), beaten),
      ...(levels.length ? levelRow(levels) : [])
    ),
    ...entryRows(),
    make("p", { class: `keys${game.suits ? " suited" : ""}` }, ...keys),
    make(
      "p",
      { class: "row" },
      make("button", { "data-act": "clear" }, say("clear")),
      make("button", { "data-act": "edit", class: "main" }, say("done"))
    )
  ]);
}

/**
 * The field of the level of Guandan.
 * @param {string[]} values
 */
function levelRow(values) {
  const level = chosen.level ?? rulesOf(current()).level;
  return [
    make("label", { for: "edit-level" }, fillIn("playing", "")),
    make(
      "select",
      { id: "edit-level", onchange: (event) => move({ level: event.target.value }) },
      ...optionsOf(
        values.map((value) => [value, face(value)]),
        level
      )
    )
  ];
}

/** @param {{ seat?: string, table?: string, level?: string }} to */
function move(to) {
  stopTimer();
  Object.assign(chosen, to);
  return askAbout(session.hand.join(""));
}

/**
 * Choose a rule of the game: the same hand under it, or a new deal if the hand is impossible under it.
 * @param {string} name
 * @param {string} value
 */
export async function setOption(name, value) {
  const { variant, options, seat, hand } = parts(current());
  if (!hand) return showError($("message"), new Refused(say("empty")));
  const chosen = { ...options, [name]: value };
  const position = `${headOf(variant, chosen)} ${seat} ${hand} - ${lookedAt()}`;
  const ask = () =>
    aside(async () => {
      try {
        return await analyse({ position }, { strict: true });
      } catch (error) {
        const deals = error instanceof Refused && error.status === 422 && error.code !== "option_unknown";
        if (deals) begin(undefined, null, chosen);
        else showError($("wrong"), error, ask);
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

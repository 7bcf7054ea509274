// The board: one position at a time, analysed by the service; a whole game against robots stands in `game.js`.

import { Lane, Refused, get, post } from "./api.js";
import { RANKS, card, face, make, play, spoken, tokens } from "./cards.js";
import { Game } from "./game.js";
import { drawCurl, drawHints, drawPower, drawSplit, drawUnseen, placesOf, shapeName, usedUp } from "./panels.js";
import { $, complain, current, meta, parts, rulesOf, say, state, store } from "./state.js";
import { keysOf, seatName } from "./words.js";

const EDIT_PAUSE = 120; // milliseconds before an edited hand is asked about
const GUESS_PAUSE = 300; // milliseconds that a position must stay before beliefs, the dearest question, are asked for

const main = new Lane();
const guesses = new Lane();

// ---- asking -------------------------------------------------------------------------------------------------------

const question = (asked) => ({ ...asked, level: state.level, top: state.top, lang: state.lang, ...(state.order === "robot" ? { order: "robot" } : {}) });

/** Ask about a position and draw the answer; what is refused is said at *node*, and the last analysis stays. */
async function analyse(asked, { node = $("wrong"), history = "push" } = {}) {
  const query = question(asked);
  let facts;
  try {
    facts = await main.run((signal) => get("analyze", query, state.lang, signal));
  } catch (error) {
    complain(node, error);
    return false;
  }
  if (!facts) return false;
  complain($("wrong"), null);
  complain($("said"), null);
  const before = current();
  if (history === "push" && before && before !== facts.position) {
    state.past.push(before);
    state.future = [];
  }
  state.facts = facts;
  state.variant = parts(facts.position).variant;
  state.hand = tokens(parts(facts.position).hand, rulesOf(facts.position).level);
  state.picked = new Set();
  state.hint = -1;
  remember(history);
  draw();
  drawCurl($("curl"), question({ position: facts.position }));
  if (!state.editing) guess(facts.position);
  return true;
}

/** Ask who may hold what, and draw it when it comes. */
async function guess(line) {
  if (!parts(line).table || parts(line).table === "?") return;
  try {
    const found = await guesses.run(async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, GUESS_PAUSE));
      return signal.aborted || current() !== line ? null : get("analyze", { position: line, want: "beliefs" }, state.lang, signal);
    });
    if (found && current() === line) drawUnseen($("unseen"), state.facts, found.beliefs, state.lang, rulesOf(line).level);
  } catch { /* the counter is right without it */ }
}

function remember(history) {
  const url = "/?p=" + encodeURIComponent(current()).replaceAll("%20", "+");
  if (history === "push" && !state.editing) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

/** Ask about what somebody wrote: a whole position, or a hand of the chosen game. */
function analyseText(text, how) {
  const written = text.trim();
  if (/^\S+(\s+\S+){4}$/.test(written) && /^[a-z]/.test(written)) return analyse({ position: written.replace(/\s+/g, " ") }, how);
  return analyse({ variant: state.variant, hand: written, ...optionQuery() }, how);
}

function optionQuery() {
  const chosen = state.facts && parts(current()).variant === state.variant ? parts(current()).options : {};
  const said = Object.entries(chosen).map(([name, value]) => `${name}:${value}`).join(",");
  return said ? { options: said } : {};
}

// ---- drawing ------------------------------------------------------------------------------------------------------

function draw() {
  const { facts, lang } = state;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = say(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  $("language").textContent = lang === "zh" ? "EN" : "中";
  $("language").lang = lang === "zh" ? "en" : "zh";
  $("variant").replaceChildren(...[...state.games.values()].map((game) => make("option", { value: game.id, selected: game.id === state.variant }, lang === "zh" ? game.name_zh : game.name)));
  $("profile").replaceChildren(...state.profiles.map((profile) => make("option", { value: profile.id, selected: profile.id === $("profile").value }, profile[lang])));
  drawLevels();
  drawPad();
  if (!facts) return;
  if (document.activeElement !== $("line")) $("line").value = facts.position;
  const view = { facts, game: meta(), rules: rulesOf(facts.position), lang, say, order: state.order, top: state.top, onhint, onlift };
  drawFelt(view);
  drawHand(view.rules);
  drawPower($("power"), facts, say);
  drawHints($("hints"), $("more"), view);
  drawSplit($("split"), view);
  drawUnseen($("unseen"), facts, null, lang, view.rules.level);
  drawOptions();
}

function radio(label, value, chosen, choose) {
  return make("button", { role: "radio", "aria-checked": String(value === chosen), tabindex: value === chosen ? 0 : -1, onclick: () => choose(value) }, label);
}

function drawLevels() {
  const { lang } = state;
  const levels = meta()?.levels || [];
  $("levels").replaceChildren(...levels.map((level) => radio(lang === "zh" ? level.zh : level.id, level.id, state.level, (id) => { state.level = id; store("level", id); again(); })));
  $("orders").replaceChildren(...[["rest", "byRest"], ["robot", "byRobot"]].map(([id, name]) => radio(say(name), id, state.order, (order) => { state.order = order; again(); })));
}

const again = () => (current() ? analyse({ position: current() }, { history: "replace", node: $("said") }) : null);

function drawFelt(view) {
  const { facts, game, rules, lang } = view;
  if (state.game) {
    state.game.drawSeats($("seats"), lang);
  } else {
    const { seat } = parts(facts.position);
    $("seats").replaceChildren(make("li", { "aria-current": "true" }, seatName(seat, lang), make("b", {}, String(state.hand.length))));
  }
  const beaten = facts.turn.to_beat;
  $("table").replaceChildren(...(beaten
    ? [make("span", {}, beaten.seat === null || beaten.seat === "" ? "" : seatName(beaten.seat, lang)), play(beaten.cards, rules, beaten.as), make("span", {}, shapeName(game, beaten.shape, lang))]
    : [make("span", {}, say("youLead"))]));
  drawActions();
}

function drawActions() {
  const { facts, game } = state;
  const buttons = [
    make("button", { id: "undo", disabled: !state.past.length && !game?.canUndo, onclick: undo }, say("undo")),
    make("button", { id: "pass", disabled: !game || !facts.pass.legal, onclick: () => playCards("") }, say("pass")),
    make("button", { id: "hint", disabled: !facts.hints.length, onclick: nextHint }, say("hint")),
    make("button", { id: "play", class: "main", onclick: () => playCards(pickedText()) }, say("play")),
  ];
  $("actions").replaceChildren(...buttons);
}

function drawHand(rules) {
  const columns = new Map();
  state.hand.forEach((token, place) => {
    const rank = token[0];
    if (!columns.has(rank)) columns.set(rank, make("div", { class: "column" }));
    columns.get(rank).append(card(token, rules, "button", { "data-place": place, "aria-label": spoken(token), "aria-pressed": String(state.picked.has(place)), onclick: () => tap(place) }));
  });
  $("hand").replaceChildren(...columns.values());
}

function showPicked() {
  for (const node of $("hand").querySelectorAll(".card")) node.setAttribute("aria-pressed", String(state.picked.has(Number(node.dataset.place))));
}

function onlift(cards) {
  const lifted = new Set(cards ? placesOf(state.hand, cards, rulesOf(current())) : []);
  for (const node of $("hand").querySelectorAll(".card")) node.classList.toggle("lifted", lifted.has(Number(node.dataset.place)));
}

function drawOptions() {
  const { options } = parts(current());
  const rows = Object.entries(meta().options).map(([name, option]) => {
    const select = make("select", { name, onchange: (event) => setOption(name, event.target.value) });
    const named = (value) => option.value_labels[value]?.[state.lang] || value || say("default");
    for (const value of option.values) select.append(make("option", { value, selected: value === (options[name] ?? option.default) }, named(value)));
    return make("label", { title: state.lang === "zh" ? option.about_zh : option.about }, make("span", {}, option.label[state.lang]), select);
  });
  $("options").replaceChildren(...rows);
}

function setOption(name, value) {
  const now = parts(current());
  const options = { ...now.options, [name]: value };
  const inside = Object.entries(options).filter(([key, chosen]) => chosen !== meta().options[key].default).map(([key, chosen]) => `${key}=${chosen}`).join(",");
  leaveGame();
  analyse({ position: `${now.variant}${inside ? `[${inside}]` : ""} ${now.seat} ${now.hand || "-"} - ?` });
}

// ---- editing ------------------------------------------------------------------------------------------------------

let editTimer = 0;

function editHand(hand, toBeat) {
  const now = parts(current());
  const table = toBeat === undefined ? (now.table.startsWith("?") ? now.table : "?") : toBeat ? `?${toBeat}` : "?";
  leaveGame();
  state.hand = tokens(hand, rulesOf(current()).level);
  drawHand(rulesOf(current()));
  clearTimeout(editTimer);
  if (hand) editTimer = setTimeout(() => analyse({ position: `${now.head} ${now.seat} ${hand} - ${table}` }, { history: "replace", node: $("said") }), EDIT_PAUSE);
}

function drawPad() {
  $("pad").hidden = !state.editing;
  $("edit").setAttribute("aria-pressed", String(state.editing));
  if (!state.editing || !meta()) return;
  const game = meta();
  const full = usedUp(game, state.hand.join(""));
  const suits = game.suits ? ["s", "h", "c", "d"] : [""];
  const level = rulesOf(current()).level;
  const ranks = [...RANKS].filter((rank) => game.deck[rank] && !(rank === "W" && level)).reverse();
  const keys = ranks.flatMap((rank) => ("XDW".includes(rank) ? [""] : suits).map((suit) =>
    make("button", { "aria-label": spoken(rank + suit), disabled: full.has(rank) && !suit, onclick: () => { editHand(state.hand.join("") + rank + suit); drawPad(); } }, face(rank), suit ? { s: "♠", h: "♥", c: "♣", d: "♦" }[suit] : "")));
  $("pad").replaceChildren(...keys, make("button", { onclick: () => { state.hand = []; drawHand(rulesOf(current())); drawPad(); } }, say("clear")), make("small", {}, say("lower")));
}

function tap(place) {
  if (state.editing) {
    editHand(state.hand.filter((_, at) => at !== place).join(""));
    drawPad();
    return;
  }
  if (state.picked.has(place)) state.picked.delete(place); else state.picked.add(place);
  showPicked();
}

// ---- playing ------------------------------------------------------------------------------------------------------

const pickedText = () => [...state.picked].sort((a, b) => a - b).map((place) => state.hand[place]).join("");

function pick(cards) {
  state.picked = new Set(placesOf(state.hand, cards, rulesOf(current())));
  showPicked();
}

function onhint(place) {
  if (state.hint === place && pickedText()) return playCards(pickedText());
  state.hint = place;
  pick(state.facts.hints[place].cards);
}

function nextHint() {
  const { hints } = state.facts;
  if (!hints.length) return;
  state.hint = (state.hint + 1) % hints.length;
  pick(hints[state.hint].cards);
}

/** The picked cards as a play: with what they stand for, where a picked hint says so. */
function asPlay(cards) {
  const hint = state.facts.hints[state.hint];
  const same = hint && tokens(hint.cards).join("") === tokens(cards).join("");
  return same && hint.as ? { cards, as: hint.as } : cards;
}

async function playCards(cards) {
  if (!cards && !state.game) return;
  if (!cards && !state.facts.pass.legal) return complain($("said"), new Refused(say("pick")));
  if (state.game) return act(() => state.game.play(asPlay(cards)));
  const now = parts(current());
  try { // what if: after a legal play the rest of the hand is looked at, as a lead
    const value = asPlay(cards);
    const asked = { position: current(), cards, ...(value.as ? { as: value.as } : {}) };
    const found = await main.run((signal) => post("check", asked, state.lang, signal));
    if (!found) return;
    if (!found.playable) return complain($("said"), new Refused(found.reasons.map((why) => why.text).join(" ")));
    const rest = state.hand.filter((_, at) => !state.picked.has(at)).join("");
    if (!rest) return complain($("said"), new Refused(say("ended")));
    await analyse({ position: `${now.head} ${now.seat} ${rest} - ?` }, { node: $("said") });
  } catch (error) {
    complain($("said"), error);
  }
}

async function act(step) {
  try {
    await step();
  } catch (error) {
    complain($("said"), error);
  }
}

function undo() {
  if (state.game?.canUndo) return act(() => state.game.undo());
  const line = state.past.pop();
  if (!line) return;
  state.future.push(current());
  analyse({ position: line }, { history: "replace" });
}

function redo() {
  const line = state.future.pop();
  if (!line || state.game) return;
  state.past.push(current());
  analyse({ position: line }, { history: "replace" });
}

// ---- a game -------------------------------------------------------------------------------------------------------

function leaveGame() { state.game = null; }

/** Take the cards that were played out of the hand that is shown. */
function dropPicked() {
  state.hand = state.hand.filter((_, place) => !state.picked.has(place));
  state.picked = new Set();
  drawHand(rulesOf(current()));
}

const host = {
  state,
  say,
  table: () => $("table"),
  actions: () => $("actions"),
  seats: () => $("seats"),
  show: (line) => analyse({ position: line }, { node: $("said"), history: "replace" }),
  complain: (error) => complain($("said"), error),
  rulesOf,
  dropPicked,
  again: (next) => deal(next),
};

function deal(next = null, profile = "plain") {
  state.editing = false;
  state.past = [];
  const chosen = state.facts && parts(current()).variant === state.variant ? parts(current()).options : {};
  if (state.variant === "laizi") delete chosen.wild; // drawn anew for each deal
  state.game = new Game(host, state.variant, { ...chosen, ...next?.options }, next);
  return act(() => state.game.deal(profile));
}

// ---- wiring -------------------------------------------------------------------------------------------------------

const KEYS = {
  ArrowLeft: undo, ArrowRight: redo, ArrowDown: nextHint, p: () => state.game && playCards(""), h: nextHint, r: () => deal(), e: () => $("edit").click(), l: () => $("language").click(),
  c: () => $("link").click(), "/": () => $("line").focus(), "?": () => $("help").showModal(),
  ArrowUp: () => { state.hint = Math.max(-1, state.hint - 2); nextHint(); },
  Enter: () => pickedText() && playCards(pickedText()),
};

function onkey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (/^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(event.target.tagName)) return;
  if (event.key === "Enter" && event.target.tagName === "BUTTON") return;
  if (state.editing && typed(event.key)) return event.preventDefault();
  const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
  if (!act || !state.facts) return;
  event.preventDefault();
  act();
}

function typed(key) {
  const rank = key.length === 1 ? key.toUpperCase() : "";
  if (!rank || !meta().deck[rank] || meta().suits || usedUp(meta(), state.hand.join("")).has(rank)) return false;
  editHand(state.hand.join("") + rank);
  return true;
}

function wire() {
  $("variant").addEventListener("change", (event) => { state.variant = event.target.value; deal(); });
  $("deal").addEventListener("click", () => deal());
  $("practise").addEventListener("click", () => deal(null, $("profile").value));
  $("language").addEventListener("click", () => {
    state.lang = state.lang === "zh" ? "en" : "zh";
    store("lang", state.lang);
    draw();
    again();
  });
  $("paste").addEventListener("submit", (event) => { event.preventDefault(); leaveGame(); analyseText($("line").value); });
  $("more").addEventListener("click", () => { state.top = 0; again(); });
  $("edit").addEventListener("click", () => { state.editing = !state.editing; if (state.editing) leaveGame(); draw(); });
  $("link").addEventListener("click", async () => { await navigator.clipboard?.writeText(location.href); $("link").textContent = say("copied"); });
  $("options-toggle").addEventListener("click", () => {
    $("options").hidden = !$("options").hidden;
    $("options-toggle").setAttribute("aria-expanded", String(!$("options").hidden));
  });
  $("keys").append(...keysOf(state.lang).flatMap(([key, about]) => [make("dt", {}, key), make("dd", {}, about)]));
  document.addEventListener("keydown", onkey);
  window.addEventListener("popstate", openLink);
}

/** Open what the address names, or deal a game. */
async function openLink() {
  const line = new URLSearchParams(location.search).get("p");
  leaveGame();
  if (line && (await analyseText(line, { history: "replace" }))) return;
  if (!state.facts) await deal();
  if (!line) return;
  $("line").value = line;
  complain($("wrong"), state.fault);
}

async function start() {
  draw();
  wire();
  try {
    const { variants, profiles } = await get("variants", {}, state.lang);
    state.profiles = profiles.filter((profile) => profile.id !== "own");
    state.games = new Map(variants.map((game) => [game.id, game]));
  } catch (error) {
    return complain($("said"), error);
  }
  await openLink();
}

start();

// The board: what is tapped, clicked and typed, and what it does. `analysis.js` requests analyses of positions, a whole game
// against robots stands in `game.js`.

import { SWITCHES, again, analyse, analyseText, askEarly, chooseLevel, complain, draw, drawOptions, firstView, main, positionIn, preloadedPosition, tell } from "./analysis.js";
import { Refused, fetched, post, preloaded } from "./api.js";
import { tokens } from "./cards.js";
import { drawHand, lift, showPicked } from "./table.js";
import { aside, begin, resume } from "./game.js";
import { markHint, placesOf } from "./panels.js";
import { isDragEnd, pickedText, release, tapCard, watchDrags } from "./pick.js";
import { keepForLater } from "./offline.js";
import { isReload } from "./storage.js";
import { $, current, mayPlay, parts, say, state, store, toTable } from "./state.js";

// ---- editing --------------------------------------------------------------------------------------------------------

let editor = null; // the part that edits, once it is needed

/** Do something with the part that edits. */
async function withEditor(work) {
  try {
    editor ??= await fetched(import("./edit.js"));
    return await work(editor);
  } catch (error) {
    return complain($("message"), error, () => withEditor(work));
  }
}

// ---- picking and playing --------------------------------------------------------------------------------------------

function tap(place) {
  if (state.editing) return editor.takeAway(place);
  return state.facts ? tapCard(place) : null;
}

function takeHint(place) {
  const { pass, cards } = state.facts.hints[place];
  state.hint = place;
  state.picked = new Set(placesOf(cards));
  showPicked();
  markHint();
  if (pass) tell("passAdvised"); else complain($("message"), null);
}

/** Whether a row may be taken by walking through the list: plays, and the pass that is advised. */
const isWalked = (hint, place) => !hint.pass || place === 0;

/** The hint beside the one that was taken last, *step* places further. */
function nextHint(step) {
  const { hints } = state.facts;
  if (!hints.length || !mayPlay()) return;
  let place = state.hint < 0 && step < 0 ? hints.length - 1 : (state.hint + step + hints.length) % hints.length;
  while (!isWalked(hints[place], place)) place = (place + step + hints.length) % hints.length;
  takeHint(place);
}

function tapHint(place) {
  if (!mayPlay()) return null;
  if (state.hint === place && state.facts.hints[place].pass) return pass();
  if (state.hint === place && pickedText()) return playCards(pickedText());
  return takeHint(place);
}

/** The picked cards as a play: with what they stand for, where a picked hint says so. */
function asPlay(cards) {
  const hint = state.facts.hints[state.hint];
  const same = hint && tokens(hint.cards).join("") === tokens(cards).join("");
  return same && hint.as ? { cards, as: hint.as } : cards;
}

async function playCards(cards) {
  const { game, facts } = state;
  if (!mayPlay()) return null;
  if (!cards) return tell(game && facts.pass.legal ? "pick" : game ? "mustLead" : "pick");
  if (game) return game.step(() => game.play(asPlay(cards)));
  const now = parts(current()), rest = state.hand.filter((_, at) => !state.picked.has(at)).join("");
  try { // what if: after a legal play the rest of the hand is looked at, as a lead
    const value = asPlay(cards);
    const request = { position: current(), cards, ...(value.as ? { as: value.as } : {}) };
    const answer = await main.run((signal) => post("check", request, state.lang, signal));
    if (!answer) return null;
    if (!answer.playable) return complain($("message"), new Refused(answer.reasons.map((why) => why.text).join(" ")));
    return rest ? analyse({ position: `${now.head} ${now.seat} ${rest} - ?` }, { node: $("message") }) : tell("empty");
  } catch (error) {
    return complain($("message"), error, () => playCards(cards));
  }
}

function pass() {
  const { game, facts } = state;
  if (!mayPlay()) return null;
  if (!facts.pass.legal) return tell("mustLead");
  if (game) return game.step(() => game.play(""));
  const { head, seat, hand, bottom, table } = parts(current()); // what if: a history goes on, and without one the next lead is looked at
  const position = /[?;@]/.test(table) ? `${head} ${seat} ${hand} - ?` : `${head} ${seat} ${hand} ${bottom} ${table},.`;
  return analyse({ position }, { node: $("message") });
}

let walking = null; // where steps back and forth lead to that are not answered yet, and what was there before

async function walk(from, to, retry) {
  const before = walking?.before ?? { past: [...state.past], future: [...state.future] }, line = from.pop();
  if (!line) return;
  to.push(walking?.line ?? current());
  const mine = (walking = { line, before });
  const came = await analyse({ position: line }, { history: "replace", retry });
  if (walking !== mine) return;
  walking = null;
  if (!came) Object.assign(state, before);
}

const undo = () => (state.game ? state.game.step(() => state.game.undo()) : walk(state.past, state.future, undo));
const redo = () => (state.game ? state.game.step(() => state.game.redo()) : walk(state.future, state.past, redo));

// ---- what a tap or a key does ---------------------------------------------------------------------------------------

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("link").textContent = say("copied");
  } catch { // no clipboard, or not for us
    $("link").textContent = say("notCopied");
  }
}

/** Do something with a part of the page that is fetched on its first use. */
const withPart = (part, work) => fetched(part).then(work, (error) => complain($("message"), error));
const showKeys = () => withPart(import("./keys.js"), ({ openKeyList }) => openKeyList());

function switchLanguage() {
  state.lang = state.lang === "zh" ? "en" : "zh";
  store("lang", state.lang);
  draw();
  editor?.drawPad();
  again();
}

/** Sort the hand by the best split, or by rank again. */
function sortHand() {
  state.sort = state.sort === "split" ? "rank" : "split";
  store("sort", state.sort);
  $("sort").setAttribute("aria-pressed", String(state.sort === "split"));
  if (state.hand.length) drawHand();
}

/** Turn something on or off that is kept on the device. */
function turn(id, isOn) {
  state[id] = isOn;
  store(id, isOn);
  if (id === "four" || id === "large") document.body.classList.toggle(id, isOn);
  if (id === "sound" && isOn) withPart(import("./sound.js"), ({ playSound }) => playSound("card"));
}

function toggleOptions() {
  const node = $("options");
  node.hidden = !node.hidden;
  $("options-toggle").setAttribute("aria-expanded", String(!node.hidden));
  drawOptions();
}

/** Begin a game, after a question where one goes on that I have begun; *stays* is done where that is kept. */
function deal(profile, stays = null) {
  if (!state.game?.goesOn) return begin(profile);
  $("leave").returnValue = "";
  $("leave").onclose = () => ($("leave").returnValue === "leave" ? begin(profile) : stays?.());
  return $("leave").showModal();
}

const ACTS = {
  undo, redo, pass, resume, hint: () => nextHint(1), play: () => playCards(pickedText()), take: (node) => tapHint(Number(node.dataset.place)),
  scores: () => withPart(import("./scores.js"), ({ showScores }) => showScores()),
  study: () => withEditor(({ edit }) => edit(true)),
  jump: (node) => state.game?.step(() => state.game.jump(Number(node.dataset.ply))),
  sort: sortHand,
  lift: (node) => { state.picked = new Set(placesOf(node.dataset.cards)); state.hint = -1; showPicked(); markHint(); },
  deal: () => deal(), practise: () => deal($("profile").value === "plain" ? undefined : $("profile").value), language: switchLanguage, keys: showKeys, link: copyLink,
  ties: () => $("hints").classList.remove("folded"),
  more: () => { state.top = 0; again(); }, order: (node) => { state.order = node.dataset.order; again(); },
  edit: () => withEditor(({ edit }) => edit(!state.editing)), add: (node) => editor.addCard(node.dataset.card), clear: () => editor.clearHand(), options: toggleOptions,
};

const BEFORE_ANSWERS = ["scores", "deal", "practise", "language", "keys", "link", "options"]; // what may be done before there is one

const KEYS = {
  Escape: release,
  ArrowLeft: undo, ArrowRight: redo, ArrowDown: () => nextHint(1), ArrowUp: () => nextHint(-1), p: pass, h: () => nextHint(1), r: ACTS.deal, e: ACTS.edit,
  l: switchLanguage, s: sortHand, c: copyLink, "/": () => $("line").focus(), "?": showKeys, Enter: () => (pickedText() ? playCards(pickedText()) : state.facts.hints[state.hint]?.pass && pass()),
};

function onclick(event) {
  if (isDragEnd()) return null;
  const card = event.target.closest("#hand .card"), node = event.target.closest("[data-act]");
  if (card || node || event.target.closest("#actions button")) $("welcome").hidden = true; // somebody knows what to do
  if (card) return tap(Number(card.dataset.place));
  if (!node && state.facts && event.target.closest("#felt") && !event.target.closest("button, #pad, #message")) release();
  return node && !node.disabled && (state.facts || BEFORE_ANSWERS.includes(node.dataset.act)) ? ACTS[node.dataset.act](node) : null;
}

/** Look at what somebody wrote; a game that goes on is left for it where it can be read. A record, or its link, is reviewed. */
async function paste() {
  const text = $("line").value;
  if (/^\[\w+ "|w\?g=/.test(text)) return withPart(import("./result.js"), ({ openRecord }) => openRecord(text));
  const came = await aside(() => analyseText(text, { retry: paste }));
  if (came) toTable();
  return came;
}

/** Take a choice of the game, which has no key of its own, by its number, or the advised one by Enter. */
function press(key) {
  const choices = [...$("actions").querySelectorAll("button:not([id])")];
  const chosen = key === "Enter" ? choices.find((node) => node.classList.contains("main")) : choices[Number(key) - 1];
  chosen?.click();
  return Boolean(chosen);
}

function onkey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(INPUT|SELECT|TEXTAREA|SUMMARY|A)$/.test(event.target.tagName)) return;
  if (event.key === "Enter" && event.target.tagName === "BUTTON" && !event.target.closest("#hand")) return;
  if (state.editing && editor.typed(event.key)) { event.preventDefault(); return; }
  if (press(event.key)) { event.preventDefault(); return; }
  const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
  if (!act || !state.facts) return;
  event.preventDefault();
  $("welcome").hidden = true;
  act();
}

/** Lift the cards of a group of the split, or of a hint, that is pointed at or has the focus. */
function point(event, on) {
  const node = event.target.closest?.("#split button, #hints button");
  if (!node || !state.facts) return; // what the service has drawn may be pointed at before
  lift(on ? placesOf(node.dataset.cards ?? state.facts.hints[Number(node.dataset.place)]?.cards ?? "") : []);
}

function wire() {
  watchDrags();
  document.addEventListener("click", onclick);
  document.addEventListener("keydown", onkey);
  for (const [name, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) $("panels").addEventListener(name, (event) => point(event, on));
  $("variant").addEventListener("change", (event) => {
    const before = state.variant;
    state.variant = event.target.value;
    deal(undefined, () => { $("variant").value = state.variant = before; });
  });
  $("level").addEventListener("change", (event) => chooseLevel(event.target.value));
  for (const id of SWITCHES) $(id).addEventListener("change", ({ target }) => turn(id, target.checked));
  $("bidding").addEventListener("change", (event) => { state.bidding = event.target.value; store("bidding", state.bidding); });
  $("options").addEventListener("change", ({ target }) => withEditor(({ setOption }) => setOption(target.name, target.value)));
  $("paste").addEventListener("submit", (event) => { event.preventDefault(); paste(); });
  window.addEventListener("popstate", openLink);
}

// ---- the start ------------------------------------------------------------------------------------------------------

const WORDS_ALONE = 300; // milliseconds that words wait for the first answer, to be drawn with it

const linked = () => new URLSearchParams(location.search).get("p");

/** Open what the address names: a position, or nothing where it can be none; without a name a game is dealt. */
async function openLink() {
  const line = linked();
  state.game = null;
  if (!line) return state.facts ? null : begin();
  if (await analyseText(line, { history: "replace", node: $("broken"), retry: openLink })) return null;
  if (!state.facts) {
    document.body.classList.add("empty");
    draw();
  }
  $("line").value = line;
  return toTable();
}

async function start() {
  const position = preloadedPosition() ?? positionIn(linked() ?? "");
  if (position) askEarly({ position });
  wire();
  setTimeout(() => { if (!state.facts) draw(); }, WORDS_ALONE);
  await load();
  firstView.then(() => fetched(import("./edit.js"))).then((part) => { editor = part; }, () => { /* it is tried again on its first use */ });
  keepForLater(state.level).catch(() => { /* a browser that keeps nothing */ }); // what is some fifty times this page waits for its answer
}

async function load() {
  try {
    const { variants, profiles, notations } = await preloaded(new URL("./games.json", import.meta.url), "variants", {}, state.lang);
    state.profiles = profiles.filter(({ id }) => id !== "own" && id !== "balanced");
    state.notations = notations;
    state.games = new Map(variants.map((game) => [game.id, game]));
    if (!state.games.has(state.variant)) state.variant = variants[0].id;
  } catch (error) {
    return complain($("message"), error, load);
  }
  return isReload() ? resume() : openLink();
}

// What the service has drawn is seen first; nobody sees a page in the background, nor one without an answer.
if (document.body.hidden || document.hidden) start(); else requestAnimationFrame(() => setTimeout(start));

// The board: its taps, clicks and keys, and their actions. `analysis.js` requests analyses of positions, `game.js`
// plays whole games against robots.

import {
  again,
  analyse,
  analyseText,
  chooseLevel,
  draw,
  drawOptions,
  firstIsDrawn,
  firstView,
  main,
  ownEntry,
  positionIn,
  prefetch,
  preloadedPosition,
  rootAddress,
  SWITCHES,
  showError,
  showText
} from "../lib/analysis.js";
import { fetched, post, preloaded, Refused } from "../lib/api.js";
import { loadFigures, tokens } from "../lib/cards.js";
import { isDay, results, signsOf, streak, today } from "../lib/days.js";
import { watchDrags } from "../lib/drags.js";
import { copyWith, isForPage } from "../lib/input.js";
import { toggleLanguage } from "../lib/language.js";
import { keepForLater } from "../lib/offline_files.js";
import { foldReason, markHint, placesOf, unfoldTies } from "../lib/panels.js";
import { looksShown, positionAddress } from "../lib/position_suits.js";
import { isInProgress, isInProgressOf, isKept, isLeft, isTaken } from "../lib/saved_game.js";
import {
  $,
  all,
  current,
  fillIn,
  inAddress,
  mayPlay,
  meta,
  parts,
  say,
  session,
  settings,
  shown,
  store,
  toTable,
  view
} from "../lib/state.js";
import { looksIn } from "../lib/suits.js";
import { drawHand, lift, looksOfRest, pickedText, showPicked } from "../lib/table.js";
import { addWords } from "../lib/words.js";
import { BOARD_WORDS } from "./board_words.js";
import { pickRange, release, tapCard } from "./pick.js";

addWords(BOARD_WORDS);

// ---- editing --------------------------------------------------------------------------------------------------------

/** @type {typeof import("./edit.js") | null} */
let editor = null; // the editor module, once it is loaded

/**
 * Run *work* with the editor module, which is loaded if necessary.
 * @param {(part: typeof import("./edit.js")) => unknown} work
 * @returns {Promise<unknown>}
 */
async function withEditor(work) {
  try {
    editor ??= await fetched(import("./edit.js"));
    return await work(editor);
  } catch (error) {
    return showError($("message"), error, () => withEditor(work));
  }
}

// ---- picking and playing --------------------------------------------------------------------------------------------

/** @param {number} place */
function tap(place) {
  if (view.editing) return editor?.takeAway(place);
  return session.facts ? tapCard(place) : null;
}

/** @param {number} place */
function takeHint(place) {
  const { pass, cards } = shown().hints[place];
  view.hint = place;
  view.picked = new Set(placesOf(cards));
  showPicked();
  markHint();
  if (pass) showText("passAdvised");
  else showError($("message"), null);
}

/**
 * Whether the next-hint button stops at a row: all plays, and a pass only if it is advised.
 * @param {Row} hint
 * @param {number} place
 */
const isWalked = (hint, place) => !hint.pass || place === 0;

/**
 * Pick the hint *step* rows after the last picked one.
 * @param {number} step
 */
function nextHint(step) {
  const { hints } = shown();
  if (!hints.length || !mayPlay()) return;
  let place = view.hint < 0 && step < 0 ? hints.length - 1 : (view.hint + step + hints.length) % hints.length;
  while (!isWalked(hints[place], place)) place = (place + step + hints.length) % hints.length;
  takeHint(place);
}

/** @param {number} place */
function tapHint(place) {
  if (!mayPlay()) return null;
  if (view.hint === place && shown().hints[place].pass) return pass();
  if (view.hint === place && pickedText()) return playCards(pickedText());
  return takeHint(place);
}

/**
 * The picked cards as a play, with the declaration of the picked hint.
 * @param {string} cards
 * @returns {PlayValue}
 */
function asPlay(cards) {
  const hint = shown().hints[view.hint];
  const same = hint && tokens(hint.cards).join("") === tokens(cards).join("");
  return same && hint.as ? { cards, as: hint.as } : cards;
}

/**
 * @param {string} cards
 * @returns {Promise<unknown>}
 */
async function playCards(cards) {
  const { game } = session,
    facts = shown();
  if (!mayPlay()) return null;
  if (!cards) return showText(game && facts.passing.legal ? "pick" : game ? "mustLead" : "pick");
  if (game) return game.step(() => game.play(asPlay(cards)));
  const now = parts(current()),
    looks = looksOfRest(),
    rest = session.hand.filter((_, at) => !view.picked.has(at)).join("");
  try {
    // without a game: after a legal play, analyse the remaining hand as a lead
    const value = asPlay(cards);
    const request = { position: current(), cards, ...(typeof value === "object" && value.as ? { as: value.as } : {}) };
    const answer = await main.run((signal) => post("check", request, settings.lang, signal));
    if (!answer) return null;
    if (!answer.playable) {
      withPart(import("../game/animations.js"), ({ shakeHand }) => shakeHand());
      return showError($("message"), new Refused(answer.reasons.map((why) => why.text).join(" ")));
    }
    return rest
      ? analyse({ position: `${now.head} ${now.seat} ${rest} - ?` }, { node: $("message"), looks })
      : showText("empty");
  } catch (error) {
    return showError($("message"), error, () => playCards(cards));
  }
}

function pass() {
  const { game } = session,
    facts = shown();
  if (!mayPlay()) return null;
  if (!facts.passing.legal) return showText("mustLead");
  if (game) return game.step(() => game.play(""));
  // Without a game: add the pass to the history, or without one analyse the next lead.
  const { head, seat, hand, bottom, table } = parts(current());
  const position = /[?;@]/.test(table) ? `${head} ${seat} ${hand} - ?` : `${head} ${seat} ${hand} ${bottom} ${table},.`;
  return analyse({ position }, { node: $("message"), looks: looksShown() });
}

/** @type {{ line: string, before: Pick<Session, "past" | "future"> } | null} */
let walking = null; // target of undo and redo steps whose answer is pending, with the previous state

/**
 * @param {string[]} from
 * @param {string[]} to
 * @param {() => unknown} retry
 */
async function walk(from, to, retry) {
  const before = walking?.before ?? { past: [...session.past], future: [...session.future] },
    line = from.pop();
  if (!line) return;
  to.push(walking?.line ?? current());
  const mine = (walking = { line, before });
  const came = await analyse({ position: line }, { history: "replace", retry });
  if (walking !== mine) return;
  walking = null;
  if (!came) Object.assign(session, before);
}

/** @returns {unknown} */
const undo = () =>
  session.game ? session.game.step(() => session.game?.undo()) : walk(session.past, session.future, undo);
/** @returns {unknown} */
const redo = () =>
  session.game ? session.game.step(() => session.game?.redo()) : walk(session.future, session.past, redo);

// ---- actions of taps and keys ---------------------------------------------------------------------------------------

const copyLink = () => copyWith($("link"), location.origin + positionAddress());

/**
 * Run *work* with a module that is loaded on first use.
 * @template T
 * @param {Promise<T>} part
 * @param {(part: T) => unknown} work
 */
const withPart = (part, work) => fetched(part).then(work, (error) => showError($("message"), error));
/** @typedef {typeof import("../game/begin.js")} Games */

/** @type {Games | null} */
let games = null; // the module of games: loaded after the first view, or at once if it is one

const loadGames = async () => (games ??= await fetched(import("../game/begin.js")));

/**
 * Run *work* with the module of games; until it is loaded, nothing can be played.
 * @param {(part: Games) => unknown} work
 */
function inGame(work) {
  if (games) return work(games);
  for (const node of all("button", $("actions"))) node.toggleAttribute("disabled", true);
  return loadGames().then(work, (error) => {
    draw();
    showError($("message"), error);
  });
}

/** @param {string} [profile] */
const begin = (profile) => inGame((part) => part.begin(profile));
const resume = () => inGame((part) => part.resume());
const showKeys = () => withPart(import("./key_help.js"), ({ openKeyList }) => openKeyList());

function switchLanguage() {
  toggleLanguage();
  draw();
  drawToday();
  editor?.drawPad();
  again();
}

/** Sort the hand by the best split, or by rank again. */
function sortHand() {
  settings.sort = settings.sort === "split" ? "rank" : "split";
  store("sort", settings.sort);
  $("sort").setAttribute("aria-pressed", String(settings.sort === "split"));
  if (session.hand.length) drawHand();
}

/**
 * Toggle a setting that is stored on the device.
 * @param {(typeof SWITCHES)[number]} id
 * @param {boolean} isOn
 */
function turn(id, isOn) {
  settings[id] = isOn;
  store(id, isOn);
  if (id === "four" || id === "large") document.body.classList.toggle(id, isOn);
  if (id === "sound" && isOn) withPart(import("../game/sound.js"), ({ playSound }) => playSound("card"));
}

function toggleOptions() {
  const node = $("options");
  node.hidden = !node.hidden;
  $("options-toggle").setAttribute("aria-expanded", String(!node.hidden));
  drawOptions();
}

/**
 * Begin a game, after a confirmation if that would end a started one; *stays* runs if the visitor declines.
 * @param {string} [profile]
 * @param {(() => void) | null} stays
 * @returns {unknown}
 */
function deal(profile, stays = null) {
  if (!session.games.size) return loaded.then(() => session.games.size && deal(profile));
  if (session.game?.goesOn) return ask("newDeal", () => begin(profile), stays);
  return isHome() && isLeft() ? ask("newDeal", () => begin(profile), resume) : begin(profile);
}

/**
 * Ask whether to leave the game.
 * @param {string} word The text of the button that leaves.
 * @param {() => unknown} leaves
 * @param {(() => void) | null} stays
 */
function ask(word, leaves, stays = null) {
  const dialog = $("leave");
  /** @type {Element} */ (dialog.querySelector("[value=leave]")).textContent = say(word);
  dialog.returnValue = "";
  dialog.onclose = () => (dialog.returnValue === "leave" ? leaves() : stays?.());
  return dialog.open || dialog.showModal();
}

const isHome = () => document.body.classList.contains("home");

/** Show the first page; a game that was begun can be resumed there. */
function home() {
  main.drop();
  Object.assign(session, { game: null, facts: null, hand: [], past: [], future: [] });
  Object.assign(view, { editing: false, picked: new Set() });
  history.replaceState(null, "", rootAddress());
  document.body.className = "home";
  $("pad").hidden = true;
  $("variant").value = session.variant;
  showError($("message"), null);
  draw();
  drawToday();
  firstIsDrawn();
  toTable();
}

/** Draw the puzzle and the deal of today with their results on the first page, and the streak. */
function drawToday() {
  const day = today(),
    days = streak();
  for (const kind of /** @type {const} */ (["puzzle", "deal"]))
    $(`${kind}-of-day`).textContent = `${say(`${kind}OfDay`)} ${signsOf(results(kind)[day])}`.trim();
  $("puzzle-of-day").setAttribute("href", `/puzzle?day=${day}&lang=${settings.lang}`);
  $("streak").textContent = fillIn("streak", days);
  $("streak").hidden = !days;
}

/**
 * Play the deal of a day, once; then show its result among the last games.
 * @param {string} day
 */
const openDay = (day) => (results("deal")[day] ? ACTS.scores($("streak")) : isInProgressOf(day) ? resume() : deal(day));

/** Open the editor with an empty hand. */
async function study() {
  const request = { variant: session.variant, hand: meta().suits ? "3s" : "3" };
  if (!(await analyse(request, { node: $("message") }))) return null;
  return withEditor(({ edit, clearHand }) => {
    edit(true);
    clearHand();
  });
}

/** @type {Record<string, (node: HTMLElement) => unknown>} */
const ACTS = {
  undo,
  redo,
  pass,
  resume,
  hint: () => nextHint(1),
  play: () => playCards(pickedText()),
  take: (node) => tapHint(Number(node.dataset.place)),
  daily: () => openDay(today()),
  scores: () => withPart(import("../game/results_table.js"), ({ showScores }) => showScores()),
  study,
  lesson: () => loaded.then(() => withPart(import("../game/lesson.js"), ({ teach }) => teach())),
  home,
  jump: ({ dataset }) => session.game?.step(() => session.game?.undo(session.game.stepsTo(Number(dataset.ply)))),
  sort: sortHand,
  lift: (node) => {
    view.picked = new Set(placesOf(/** @type {string} */ (node.dataset.cards)));
    view.hint = -1;
    showPicked();
    markHint();
  },
  deal: () => deal(),
  practise: () => deal($("profile").value === "plain" ? undefined : $("profile").value),
  language: switchLanguage,
  keys: showKeys,
  link: copyLink,
  unfold: (node) => node.setAttribute("aria-expanded", String($("split-panel").classList.toggle("open"))),
  ties: unfoldTies,
  reason: foldReason,
  more: () => {
    view.top = 0;
    again();
  },
  edit: () => withEditor(({ edit }) => edit(!view.editing)),
  add: (node) => editor?.addCard(/** @type {string} */ (node.dataset.card)),
  clear: () => editor?.clearHand(),
  options: toggleOptions
};

// Actions that are allowed before there is an answer.
const BEFORE_ANSWERS = [
  "home",
  "study",
  "lesson",
  "resume",
  "scores",
  "daily",
  "deal",
  "practise",
  "language",
  "keys",
  "link",
  "options"
];

/** @type {Record<string, (node: HTMLElement) => unknown>} */
const KEYS = {
  Escape: release,
  ArrowLeft: undo,
  ArrowRight: redo,
  ArrowDown: () => nextHint(1),
  ArrowUp: () => nextHint(-1),
  p: pass,
  h: () => nextHint(1),
  r: ACTS.deal,
  e: ACTS.edit,
  l: switchLanguage,
  s: sortHand,
  c: copyLink,
  "/": () => $("line").focus(),
  "?": showKeys,
  Enter: () => (pickedText() ? playCards(pickedText()) : shown().hints[view.hint]?.pass && pass())
};

/** @param {MouseEvent} event */
function onclick(event) {
  const target = /** @type {Element} */ (event.target);
  const card = /** @type {HTMLElement | null} */ (target.closest("#hand .card")),
    node = /** @type {HTMLButtonElement | null} */ (target.closest("[data-act]"));
  if (card) return tap(Number(card.dataset.place));
  if (!node && session.facts && target.closest("#felt") && !target.closest("button, #pad, #message")) release();
  if (node?.tagName === "A") event.preventDefault();
  return node && !node.disabled && (session.facts || BEFORE_ANSWERS.includes(/** @type {string} */ (node.dataset.act)))
    ? ACTS[/** @type {string} */ (node.dataset.act)](node)
    : null;
}

let pastes = 0;

/** Read pasted text of any kind; a current game ends if the text can be read. */
async function paste() {
  const text = $("line").value,
    mine = ++pastes,
    isLast = () => mine === pastes; // a later text does not wait for the modules that an earlier one has to load
  const came = await withPart(loadGames(), ({ aside }) =>
    aside(() => withEditor(({ pasteText }) => isLast() && pasteText(text, $("wrong"))))
  );
  if (came) {
    if ($("line").value === text) $("paste").reset(); // a text typed meanwhile stays
    toTable();
  }
  return came;
}

/**
 * Choose an action of the game by its number, or the advised one by Enter.
 * @param {string} key
 */
function press(key) {
  const choices = [...all("button:not([id])", $("actions"))];
  const chosen = key === "Enter" ? choices.find((node) => node.classList.contains("main")) : choices[Number(key) - 1];
  chosen?.click();
  return Boolean(chosen);
}

/** @param {KeyboardEvent} event */
function onkey(event) {
  if (!isForPage(event)) return;
  if ((view.editing && editor?.typed(event.key)) || press(event.key)) {
    event.preventDefault();
    return;
  }
  const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
  if (!act || !session.facts) return;
  event.preventDefault();
  /** @type {() => void} */ (act)();
}

/**
 * Lift the cards of a split group or hint under the pointer or with the focus.
 * @param {Event} event
 * @param {boolean} on
 */
function point(event, on) {
  const target = /** @type {Element} */ (event.target),
    node = /** @type {HTMLElement | null | undefined} */ (
      target.closest?.("#split button, #hints button, #chips button")
    );
  if (!node) return;
  lift(on ? placesOf(node.dataset.cards ?? shown().hints[Number(node.dataset.place)]?.cards ?? "") : []);
}

function wire() {
  watchDrags(
    () => !view.editing,
    (places) => {
      view.picked = new Set(places);
      showPicked();
    },
    pickRange
  );
  document.addEventListener("click", onclick);
  document.addEventListener("keydown", onkey);
  for (const [name, on] of /** @type {[string, boolean][]} */ ([
    ["pointerover", true],
    ["focusin", true],
    ["pointerout", false],
    ["focusout", false]
  ]))
    document.addEventListener(name, (event) => point(event, on));
  $("variant").addEventListener("change", () => {
    const before = session.variant;
    session.variant = $("variant").value;
    if (isHome()) return store("variant", session.variant);
    return deal(undefined, () => {
      $("variant").value = session.variant = before;
    });
  });
  $("level").addEventListener("change", () => chooseLevel($("level").value));
  for (const id of SWITCHES) $(id).addEventListener("change", () => turn(id, $(id).checked));
  $("bidding").addEventListener("change", () => {
    settings.bidding = $("bidding").value;
    store("bidding", settings.bidding);
  });
  $("options").addEventListener("change", ({ target }) => {
    const { name, value } = /** @type {HTMLSelectElement} */ (target);
    withEditor(({ setOption }) => setOption(name, value));
  });
  $("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    paste();
  });
  window.addEventListener("popstate", stepBack);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && session.game && isTaken()) resume();
  });
}

// ---- the start ------------------------------------------------------------------------------------------------------

const WORDS_ALONE = 300; // milliseconds to wait for the first answer, so that texts and answer are drawn together

const linked = () => inAddress("p");

/** A step of the browser through its history: out of a game only after a confirmation. */
function stepBack() {
  if (!session.game?.goesOn) return openLink();
  ownEntry();
  return ask("toHome", home);
}

/** Open the position in the address, or report that it is invalid; without one show the first page. */
async function openLink() {
  const line = linked();
  if (!line) return home();
  session.game = null;
  const looks = looksIn(inAddress("suits") ?? "");
  if (await analyseText(line, { history: "replace", node: $("broken"), retry: openLink, looks })) return null;
  if (!session.facts) {
    document.body.classList.add("empty");
    draw();
  }
  $("line").defaultValue = line;
  return toTable();
}

async function start() {
  const position = preloadedPosition() ?? positionIn(linked() ?? "");
  if (position) prefetch({ position });
  wire();
  if (linked() === null && !chosenGame && !isResumed()) home();
  else if (linked() === null) loadGames().catch(() => {}); // reported on its use
  setTimeout(() => {
    if (!session.facts) draw();
  }, WORDS_ALONE);
  loaded = load();
  await loaded;
  firstView.then(loadFigures);
  firstView
    .then(() => Promise.all([import("./edit.js"), loadGames()]))
    .then(
      ([part]) => {
        editor = part;
      },
      () => {
        /* retried on its first use */
      }
    );
  keepForLater(settings.level).then(
    (isKept) => {
      $("offline").dataset.text = isKept && session.engine ? "offlineToo" : "onlineOnly";
      $("offline").textContent = say($("offline").dataset.text ?? "");
    },
    () => {
      /* storage is disabled */
    }
  ); // fifty times the size of the page: loaded after the first answer
}

/** @type {Promise<unknown>} */
let loaded = Promise.resolve(); // resolves once the games are known

async function load() {
  try {
    const { variants, profiles, engine } = await preloaded(
      new URL("../games.json", import.meta.url),
      "variants",
      {},
      settings.lang
    );
    session.profiles = profiles.filter(({ id }) => id !== "own" && id !== "balanced");
    session.engine = engine;
    session.games = new Map(variants.map((game) => [game.id, game]));
    if (!session.games.has(session.variant)) session.variant = variants[0].id;
  } catch (error) {
    return showError($("message"), error, load);
  }
  if (linked() !== null) return openLink();
  if (linkedDay) {
    home();
    return results("deal")[linkedDay] ? null : openDay(linkedDay);
  }
  if (isResumed()) return resume();
  return chosenGame ? begin() : home();
}

const dayInAddress = inAddress("day") ?? "";
const linkedDay = isDay(dayInAddress) && dayInAddress <= today() ? dayInAddress : "";
const chosenGame = inAddress("game") !== null;

/** Whether the page opens with the stored game: one to go on with, or the one that this page showed before a reload. */
const isResumed = () => !chosenGame && (isInProgress() || (history.state?.game && isKept()));

start();

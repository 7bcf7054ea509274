// Request the analysis of a position and draw it. Errors appear beside the control that sent the request; the last
// analysis stays.

import { adviceFirst } from "./advice.js";
import { askOwnEngine, dataOf, fetched, get, Lane, pause, preloaded, Refused } from "./api.js";
import { make, optionsOf, tokens } from "./cards.js";
import { keepNetworks } from "./offline_files.js";
import { areOthersNew, drawHints, drawPower, drawSplit, drawUnseen } from "./panels.js";
import { dressPositions, positionAddress } from "./position_suits.js";
import {
  $,
  all,
  chosenOptions,
  current,
  drawTexts,
  dropPanel,
  faultText,
  fillIn,
  gameName,
  inAddress,
  mayPlay,
  meta,
  parts,
  rulesOf,
  say,
  session,
  settings,
  shown,
  store,
  view
} from "./state.js";
import { looksIn } from "./suits.js";
import { drawActions, drawFelt, drawHand } from "./table.js";

// Seconds that a position must be shown before beliefs, the most expensive part, are requested.
const GUESS_PAUSE = 0.3;

export const main = new Lane();
const guesses = new Lane();
const refinements = new Lane();
const LONGER = "master",
  REFINE_PAUSE = 0.1; // level of the longer search for the advice, and seconds until it begins

dressPositions();

// ---- error messages -------------------------------------------------------------------------------------------------

/**
 * Show an error at *node* with a button to retry, or hide the message if *error* is null. Errors other than `Refused`
 * are bugs of this page and are thrown. A message about a halted game stays until the retry succeeds.
 * @param {HTMLElement} node
 * @param {unknown} error
 * @param {(() => unknown) | null} retry
 */
export function showError(node, error, retry = null) {
  if (node === $("message") && session.game?.heldUp) return;
  node.hidden = !error;
  if (!error) return;
  showBelow();
  if (!(error instanceof Refused)) throw error;
  const busy = error.status === 503 || error.status === 429;
  const text = busy ? (error.wait ? fillIn("busy", error.wait) : say("late")) : faultText(error);
  node.replaceChildren(make("span", text));
  if (retry && (busy || error.offline))
    node.append(
      " ",
      make(
        "button",
        {
          type: "button",
          onclick: () => {
            node.hidden = true;
            retry();
          }
        },
        say("retry")
      )
    );
}

/** @param {string} name */
export const showText = (name) => showError($("message"), new Refused(say(name)));

// ---- requests -------------------------------------------------------------------------------------------------------

/** The level of the advice: that of the robots if it is a stronger one than that of advice. */
const advising = () => (STRONGER.includes(settings.level) ? settings.level : "hint");
const STRONGER = ["expert", "master"];
const WITHOUT_SEARCH = "club"; // the level of reasons, and of advice where the page's own engine has no networks

/**
 * @param {Question} request
 * @returns {Question}
 */
const question = (request) => ({ ...request, level: advising(), top: view.top, lang: settings.lang, order: "robot" });

// Fields that an answer lacks on another seat's turn.
const NO_PLAY = { hints: [], passing: { legal: false }, legal_count: 0 };

/** @type {{ text?: string, answer?: Promise<Analysis> }} */
let early = {}; // a pending answer, and its request

/** The position of the request that the page's head preloads, or null. */
export function preloadedPosition() {
  const link = $("preload");
  return link && new URL(link.href).searchParams.get("position");
}

/**
 * Request the analysis of a position before what draws it is loaded; a preloaded request is not sent again.
 * @param {Question} request
 */
export function prefetch(request) {
  const query = question(request),
    address = $("preload")?.href;
  const same =
    address &&
    String(new URL(address).searchParams) ===
      String(new URLSearchParams(/** @type {Record<string, string>} */ (/** @type {Question} */ (query))));
  if (address && !same)
    fetch(address).catch(() => {
      /* unused: the visitor has chosen another language or robot */
    });
  const answer = same ? preloaded(address, "analyze", query, settings.lang) : get("analyze", query, settings.lang);
  early = { text: JSON.stringify(query), answer };
  answer.catch(() => {
    /* reported by the code that draws the answer */
  });
}

/**
 * @param {Question} query
 * @param {AbortSignal} signal
 */
function answerTo(query, signal) {
  const { text, answer } = early;
  early = {};
  const pending = answer && text === JSON.stringify(query) ? answer : get("analyze", query, settings.lang, signal);
  return pending.catch((error) => {
    if (!(error instanceof Refused && error.offline)) throw error;
    return get("analyze", { ...query, level: WITHOUT_SEARCH }, settings.lang, signal);
  });
}

/**
 * Request the analysis of a position and draw it; true on success. With *strict* errors are thrown, not shown.
 * @param {Question} request
 * @param {How} how
 */
export async function analyse(
  request,
  { node = $("wrong"), history = "push", strict = false, repeats = false, looks, retry } = {}
) {
  let facts, reasons;
  try {
    const answers = await main.run((signal) =>
      Promise.all([
        answerTo(question(request), signal),
        session.game && request.position ? reasonsFor(String(request.position), [], signal).catch(() => null) : null
      ])
    );
    [facts, reasons] = answers ?? [];
  } catch (error) {
    delete $("options").dataset.drawn; // a rejected choice of a rule is shown until the next answer
    if (strict) throw error;
    showError(node, error, retry ?? (() => analyse(request, { node, history, looks })));
    return false;
  }
  if (!facts) return false;
  for (const id of ["wrong", "message", "broken"]) showError($(id), null);
  const before = current();
  if (history === "push" && before && before !== facts.position) {
    session.past.push(before);
    session.future = [];
  }
  if (before !== facts.position) Object.assign(session, { beliefs: null, advised: [] });
  session.reasoned = reasons?.move ?? null;
  if (facts.move) session.advised.push(facts.move);
  document.body.classList.remove("empty", "home");
  document.body.classList.toggle("daily", Boolean(session.game?.day));
  session.facts = /** @type {Facts} */ ({ ...NO_PLAY, ...facts, hints: adviceFirst(facts) });
  session.variant = parts(facts.position).variant;
  if (looks) session.looks.set(facts.position, looks);
  if (!repeats || session.game?.myTurn !== false) {
    // my own play, while robots think, is not analysed
    const hand = tokens(parts(facts.position).hand, rulesOf(facts.position).level);
    // Picked cards stay picked if the hand is unchanged.
    if (hand.join("") !== session.hand.join("")) view.picked = new Set();
    session.hand = hand;
  }
  view.hint = -1;
  remember(history);
  if (wordsOf() !== drawnWords) drawWords();
  drawAnswer();
  drawRestSoon();
  if (!view.editing) guess(facts.position);
  refine(facts.position);
  return true;
}

/**
 * Search longer for the advice, in the page's own engine, until the visitor picks or unfolds something.
 * @param {string} line
 */
async function refine(line) {
  const isTaken = () => view.picked.size > 0 || view.hint >= 0, // cards, or a row that is a pass
    isOver = () => current() !== line || !mayPlay() || isTaken() || view.unfolded === line || view.editing;
  try {
    const answer = await refinements.run(async (signal) => {
      await firstView;
      await pause(REFINE_PAUSE, signal);
      const asked = { ...question({ position: line }), level: LONGER, want: "hints,move" };
      const hasChoice = session.engine && !isOver() && shown().hints.length > 1 && advising() !== LONGER;
      return hasChoice ? askOwnEngine("GET", "analyze", asked, settings.lang, signal) : null;
    });
    if (!answer || isOver()) return;
    const { hints, move } = /** @type {Analysis} */ (dataOf(answer)),
      { passing } = /** @type {Analysis} */ (session.facts);
    Object.assign(shown(), { move, hints: adviceFirst({ hints, move, passing }) });
    if (move) session.advised.push(move);
    drawHints();
    drawUnseen(); // says what beats the first hint
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // optional
  }
}

/**
 * Request the move of a policy without a search, with its reasons in words, and other parts of an analysis.
 * @param {string} position
 * @param {string[]} others
 * @param {AbortSignal} signal
 */
const reasonsFor = (position, others, signal) =>
  get(
    "analyze",
    { position, want: ["move", ...others].join(","), level: WITHOUT_SEARCH, lang: settings.lang },
    settings.lang,
    signal
  );

/**
 * Request the beliefs about the other hands, and the reasons in words that a policy without a search has for its move.
 * @param {string} line
 */
async function guess(line) {
  const { table } = parts(line),
    wanted = table && table !== "?" ? ["beliefs"] : [];
  if (!wanted.length && session.reasoned) return;
  try {
    const answer = await guesses.run(async (signal) => {
      await pause(GUESS_PAUSE, signal);
      return current() !== line ? null : reasonsFor(line, wanted, signal);
    });
    if (!answer || current() !== line) return;
    session.beliefs = answer.beliefs ?? null;
    drawUnseen();
    if (!answer.move || session.reasoned) return;
    session.reasoned = answer.move;
    drawHints();
  } catch {
    /* optional */
  }
}

/** @param {string} history */
function remember(history) {
  if (session.game) return window.history.replaceState(window.history.state, "", rootAddress());
  const lang = inAddress("lang") === null ? "" : `&lang=${settings.lang}`;
  const url = positionAddress() + lang;
  if (history === "push" && !view.editing) window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}

/** The address of the first page and of a game. */
export const rootAddress = () => (inAddress("lang") === null ? "/" : `/?lang=${settings.lang}`);

/** Give a game an entry of its own in the history, so that a step back asks before it leaves the game. */
export function ownEntry() {
  if (!window.history.state?.game) window.history.pushState({ game: true }, "", rootAddress());
}

/** @param {string} value */
const decoded = (value) => new URLSearchParams(`p=${value}`).get("p") ?? "";

/**
 * The position or hand in a pasted link, or the text itself.
 * @param {string} text
 */
function linkedIn(text) {
  const match = /(?:^|[?&])p=([^&#]*)/.exec(text.trim());
  return match ? decoded(match[1]) : text;
}

/**
 * The one-line position in a text or link, with spaces or URL-encoded; null if there is none.
 * @param {string} text
 */
export function positionIn(text) {
  const linked = linkedIn(text).trim();
  const line = /\s/.test(linked) ? linked : decoded(linked);
  return /^[a-z]\S*(\s+\S+){4}$/.test(line) ? line.replace(/\s+/g, " ") : null;
}

/**
 * Analyse pasted text: a whole position, or a hand of the chosen game.
 * @param {string} text
 * @param {How} [how]
 */
export async function analyseText(text, how) {
  const written = linkedIn(text).trim(),
    position = positionIn(text);
  if (position) return analyse({ position }, { looks: looksIn(/[?&]suits=(\w+)/.exec(text)?.[1] ?? ""), ...how });
  const options = Object.entries(chosenOptions())
    .map(([name, value]) => `${name}:${value}`)
    .join(",");
  const request = { variant: session.variant, hand: written, ...(options ? { options } : {}) };
  return analyse(request, how);
}

/** Repeat the request for the current position. */
export const again = () =>
  current() ? analyse({ position: current() }, { history: "replace", node: $("message"), repeats: true }) : null;

// ---- drawing --------------------------------------------------------------------------------------------------------

/** Draw everything in the reader's language. */
export function draw() {
  drawWords();
  if (!session.facts) {
    drawActions();
    return drawChosen();
  }
  drawAnswer();
  drawRest();
}

const wordsOf = () => [settings.lang, session.variant, session.games.size].join(" ");
let drawnWords = "",
  drawnChosen = ""; // language, variant and number of games for which these texts were drawn

/** Draw the texts that do not depend on the answer, and the choices of game and robot. */
function drawWords() {
  const { lang } = settings;
  drawnWords = wordsOf();
  document.body.hidden = false;
  drawTexts();
  document.body.classList.toggle("four", settings.four);
  document.body.classList.toggle("large", settings.large);
  fill(
    "variant",
    [...session.games.keys()].map((id) => [id, gameName(id)]),
    session.variant
  );
  fill(
    "level",
    [["even", say("even")]].concat(
      (meta()?.levels || [])
        .filter(({ id, step }) => step || id === settings.level)
        .map(({ id, zh }) => [id, lang === "zh" ? zh : id[0].toUpperCase() + id.slice(1)])
    ),
    settings.level
  );
}

/** @type {("balanced" | "sound" | "four" | "large")[]} */
export const SWITCHES = ["balanced", "sound", "four", "large"];

/** Draw the choices of the panels below an answer. */
function drawChosen() {
  const { lang } = settings;
  drawnChosen = wordsOf();
  fill(
    "profile",
    session.profiles.map((profile) => [profile.id, profile[lang]]),
    $("profile").value || "plain"
  );
  for (const id of SWITCHES) $(id).checked = settings[id];
  fill(
    "bidding",
    ["points", "call_rob"].map((id) => [id, say(id)]),
    settings.bidding
  );
  $("bidding-row").hidden = !["standard", "laizi"].includes(session.variant);
}

/** Draw an answer and the possible actions. */
function drawAnswer() {
  if (session.game) holdHeights();
  dropPanel("advice"); // the advice of an auction belongs to the previous hand
  $("line").defaultValue = current(); // a typed text stays
  $("variant").value = session.variant;
  $("sort").setAttribute("aria-pressed", String(settings.sort === "split"));
  if (session.game) {
    session.game.repaint?.();
  } else {
    document.body.classList.remove("waiting", "over");
    $("plays-panel").hidden = true;
    drawFelt();
  }
  if (!session.game?.table?.ended) drawHand();
  drawPower();
  drawHints();
  drawSplit();
}

/** Show the panels below an answer; the first answer is drawn without them. */
function showBelow() {
  for (const node of all("[data-below]")) node.hidden = false;
}

/** During a game, keep the largest height of each panel as its minimum, so that nothing below moves. */
function holdHeights() {
  for (const id of ["split-panel", "hints-panel"]) {
    const { style, offsetHeight } = $(id);
    style.minHeight = session.game ? `${Math.max(parseFloat(style.minHeight) || 0, offsetHeight)}px` : "";
  }
}

const LATER_PAUSE = 500; // milliseconds after the first answer before further files are loaded, for slow phones
/** @type {(done?: unknown) => void} */
let firstIsSeen;

/**
 * Resolves after the first answer has been drawn completely; files that the first view does not need are fetched after
 * it.
 */
export const firstView = new Promise((resolve) => {
  firstIsSeen = resolve;
});

/** Report that the first view is complete. */
export const firstIsDrawn = () => setTimeout(firstIsSeen, LATER_PAUSE);

/** Draw the panels below an answer. */
function drawRest() {
  holdHeights();
  showBelow();
  if (wordsOf() !== drawnChosen) drawChosen();
  drawUnseen();
  drawOptions();
  firstIsDrawn();
}

const REST_PAUSE = 30,
  FLIGHT_PAUSE = 250; // milliseconds until an answer is on the screen, and until the cards of a play have arrived
let restIsDue = false;

/** Draw the panels below an answer after the answer is on the screen. */
function drawRestSoon() {
  if (restIsDue) return;
  restIsDue = true;
  requestAnimationFrame(() =>
    setTimeout(
      async () => {
        const isNew = await areOthersNew();
        restIsDue = false;
        if (!session.facts) return;
        if (isNew) drawPower();
        drawRest();
      },
      session.game ? FLIGHT_PAUSE : REST_PAUSE
    )
  );
}

/**
 * Fill a select element with values and their names.
 * @param {"variant" | "level" | "profile" | "bidding"} id
 * @param {string[][]} rows
 * @param {string} chosen
 */
function fill(id, rows, chosen) {
  $(id).replaceChildren(...optionsOf(rows, chosen));
}

/** Draw the options of the game if their panel is open. */
export async function drawOptions() {
  if ($("options").hidden) return;
  try {
    await (await fetched(import("./options.js"))).drawRules();
  } catch (error) {
    showError($("wrong"), error, drawOptions);
  }
}

/**
 * Choose the level of the robots.
 * @param {string} id
 */
export function chooseLevel(id) {
  settings.level = id;
  store("level", id);
  keepNetworks(id);
  return again();
}

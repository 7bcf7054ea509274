// The review of a game: its curve, its mistakes to be tried again one by one, and the better moves. The service or the
// page's own engine judges; the game is in the address, or pasted. This module has the actions of taps and keys.

import { fetched, openClient, preloaded, Refused } from "../lib/api.js";
import { loadFigures, make, RANKS } from "../lib/cards.js";
import { copyWith, isForPage } from "../lib/input.js";
import { toggleLanguage } from "../lib/language.js";
import { bodyOfLink, gameLine, gamesOfText, saveGame } from "../lib/record_text.js";
import { $, all, fillIn, inAddress, say, session, settings, store, stored, view } from "../lib/state.js";
import { showPicked } from "../lib/table.js";
import { addWords } from "../lib/words.js";
import { plyAt } from "./curve.js";
import { complainAt, goTo, judge, openGame, translate } from "./judge.js";
import { draw, drawEmpty, drawWords, shownDots } from "./review_draw.js";
import { REVIEW_WORDS } from "./review_words.js";
import { following, now, pending } from "./reviewed.js";

const copyLink = (/** @type {HTMLElement} */ node) => copyWith(node, location.href);

/**
 * @param {"first" | "eye"} name
 * @param {boolean} isOn
 */
function turnOn(name, isOn) {
  settings[name] = isOn;
  store(`review-${name}`, isOn);
  drawWords();
  draw();
}

function switchLanguage() {
  toggleLanguage();
  return now.game ? translate() : drawEmpty();
}

function openPaste() {
  $("paste").hidden = !$("paste").hidden;
  if (!$("paste").hidden) $("record").focus();
}

/** @param {string} seat */
function reviewSeat(seat) {
  now.game.me = seat;
  return judge(null);
}

/** What few visitors use is loaded on its first use. */
const others = () => fetched(import("./play_on.js"));

/**
 * Run *work* with the module that tries mistakes again, which is loaded after the first judgement.
 * @param {(part: typeof import("./retry.js")) => unknown} work
 */
const retrying = (work) => fetched(import("./retry.js")).then(work, complainAt);
const passIt = () => retrying((part) => part.passIt());
const playIt = () => retrying((part) => part.playIt());

/** @type {Record<string, (node: HTMLElement) => unknown>} */
const ACTIONS = {
  mistakeBack: () => retrying(({ mistakeFrom }) => mistakeFrom(-1)),
  mistakeOn: () => retrying(({ mistakeFrom }) => mistakeFrom(1)),
  plyBack: () => goTo(now.ply - 1),
  plyOn: () => goTo(now.ply + 1),
  on: () => goTo(following() ?? now.game.plies),
  jump: (node) => goTo(Number(node.dataset.ply)),
  pass: passIt,
  play: playIt,
  answer: () => retrying(({ leave }) => leave("shown")),
  skip: () => retrying(({ leave }) => leave("skipped")),
  back: () => goTo(Number(pending()?.at)),
  call: (node) => retrying(({ attemptCall }) => attemptCall(String(node.dataset.word))),
  repeat: () => judge(null),
  other: (node) => reviewSeat(/** @type {string} */ (node.dataset.seat)),
  playOn: () => others().then(({ playOn }) => playOn(), complainAt),
  copy: copyLink,
  save: () => saveGame(now.game.body),
  open: openPaste,
  sample: () => others().then(({ openSample }) => openSample(), complainAt),
  language: switchLanguage
};

/** @type {Record<string, (node: HTMLElement) => unknown>} */
const SHORTCUTS = {
  ArrowLeft: ACTIONS.plyBack,
  ArrowRight: ACTIONS.plyOn,
  ArrowUp: ACTIONS.mistakeBack,
  ArrowDown: ACTIONS.mistakeOn,
  Enter: playIt,
  p: passIt,
  v: ACTIONS.answer,
  n: ACTIONS.skip,
  e: () => turnOn("eye", !settings.eye),
  l: switchLanguage,
  c: () => copyLink(all("[data-act=copy]")[0]),
  Escape: () => {
    view.picked = new Set();
    showPicked();
  }
};
const WITHOUT_GAME = ["open", "language", "sample"];

/** @param {MouseEvent} event */
function onTap(event) {
  const target = /** @type {Element} */ (event.target),
    node = /** @type {HTMLButtonElement | null} */ (target.closest("[data-act]")),
    held = /** @type {HTMLElement | null} */ (target.closest("#hand .card"));
  if (held && now.game) return retrying(({ tap }) => tap(Number(held.dataset.place)));
  return node && !node.disabled && (now.game || WITHOUT_GAME.includes(/** @type {string} */ (node.dataset.act)))
    ? ACTIONS[/** @type {string} */ (node.dataset.act)](node)
    : null;
}

/** @param {KeyboardEvent} event */
function onType(event) {
  const act = SHORTCUTS[event.key] ?? SHORTCUTS[event.key.toLowerCase()],
    rank = event.key.toUpperCase().replace("1", "T");
  if (!now.game || !isForPage(event) || !(act || RANKS.includes(rank))) return;
  event.preventDefault();
  if (act) act(document.body);
  else retrying(({ pickRank }) => pickRank(rank));
}

function watchCurve() {
  const box = $("curve"),
    jump = (/** @type {PointerEvent} */ { clientX }) =>
      goTo(plyAt(box, clientX, { plies: now.game.plies, dots: shownDots() }));
  box.addEventListener("pointerdown", (event) => {
    if (now.game) {
      box.setPointerCapture(event.pointerId);
      jump(event);
    }
  });
  box.addEventListener("pointermove", (event) => {
    if (now.game && event.buttons) jump(event);
  });
}

/** @param {SubmitEvent} event */
async function readRecord(event) {
  event.preventDefault();
  try {
    const { games, leftOut } = await gamesOfText($("record").value);
    $("games").replaceChildren(
      ...(games.length > 1 ? [make("li", fillIn("chooseGame", games.length))] : []),
      ...(games.length > 1 ? games : []).map((body, place) =>
        make(
          "li",
          make("button", { type: "button", onclick: () => openGame(body) }, gameLine(body, place, games.length))
        )
      )
    );
    if (games.length === 1) openGame(games[0]);
    if (leftOut) throw new Refused(leftOut);
  } catch (error) {
    complainAt(error);
  }
}

async function start() {
  openClient(); // while the games are fetched
  addWords(REVIEW_WORDS);
  Object.assign(settings, { first: stored("review-first") !== "false", eye: false, sort: "rank" });
  const link = inAddress("g") ?? stored("last-game");
  if (link) drawWords();
  else drawEmpty();
  document.body.hidden = false;
  document.body.classList.toggle("four", settings.four);
  loadFigures();
  import("./retry.js").catch(() => {
    /* retried on its first use */
  });
  document.addEventListener("click", onTap);
  document.addEventListener("keydown", onType);
  $("seat").addEventListener("change", () => reviewSeat($("seat").value));
  for (const id of /** @type {("first" | "eye")[]} */ (["first", "eye"]))
    $(id).addEventListener("change", () => turnOn(id, $(id).checked));
  $("paste").addEventListener("submit", readRecord);
  $("height").addEventListener("change", () => {
    store("height", $("height").value);
    if (now.game) judge(null);
  });
  watchCurve();
  const { variants } = await preloaded(new URL("../games.json", import.meta.url), "variants", {}, settings.lang);
  session.games = new Map(variants.map((one) => [one.id, one]));
  drawWords();
  const body = link ? bodyOfLink(link) : null,
    ply = inAddress("ply"),
    number = ply === null ? 0 : Number(ply) || -1;
  if (body)
    return openGame(body, {
      me: inAddress("me") ?? stored("last-seat") ?? "",
      number,
      stars: (inAddress("g") === null ? stored("last-stars") : inAddress("stars")) ?? "",
      suits: (inAddress("g") === null ? stored("last-suits") : inAddress("suits")) ?? ""
    });
  drawEmpty();
  return inAddress("g") === null ? null : complainAt(new Refused(say("noLink")));
}

start().catch((error) => {
  drawEmpty();
  complainAt(error);
});

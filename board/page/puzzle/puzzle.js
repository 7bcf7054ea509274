// The page of puzzles: endings with open hands and exactly one way to win. This module has the taps and keys.

import { loadFigures, RANKS } from "../lib/cards.js";
import { isDay, today } from "../lib/days.js";
import { watchDrags } from "../lib/drags.js";
import { copyWith, isForPage } from "../lib/input.js";
import { toggleLanguage } from "../lib/language.js";
import { keepForLater } from "../lib/offline_files.js";
import { shareResult } from "../lib/share_result.js";
import { $, all, drawTexts, fillIn, inAddress, say, settings, settle, store } from "../lib/state.js";
import { canMove, draw, handTokens } from "./puzzle_draw.js";
import { PASS, rankOf, readEnding, sideOf, warmEngine, winningMoves } from "./puzzle_ending.js";
import {
  drawLines,
  hint,
  nextPuzzle,
  open,
  openEnding,
  playCards,
  playMove,
  restart,
  reveal,
  undo
} from "./puzzle_run.js";
import { chosen, drawSets, hasEngine, loadPuzzles, puzzleOfDay, puzzles, run, usual } from "./puzzle_sets.js";
import { attempt, seatText, show } from "./puzzle_text.js";

/** Draw the texts of the page in the current language. */
function drawWords() {
  drawTexts();
  document.title = settings.lang === "zh" ? "残局 · 牌力" : "Puzzles · Paili";
}

/** @param {number} place */
function pick(place) {
  if (!canMove() || place < 0) return;
  if (!run.picked.delete(place)) run.picked.add(place);
  showPicks();
}

function showPicks() {
  for (const node of all(".card", $("hand")))
    node.setAttribute("aria-pressed", String(run.picked.has(Number(node.dataset.place))));
}

/**
 * Pick the next card of a typed rank, or unpick all.
 * @param {string} rank
 */
function pickRank(rank) {
  const hand = handTokens(),
    places = hand.flatMap((token, place) => (rankOf(token, run.ending.rules) === rank ? [place] : []));
  const free = places.findLast((place) => !run.picked.has(place));
  if (free !== undefined) pick(free);
  else for (const place of places) pick(place);
}

export const picked = () => {
  const hand = handTokens();
  return [...run.picked].map((place) => hand[place]).join("");
};

function switchLanguage() {
  toggleLanguage();
  drawWords();
  draw();
  drawSets();
  drawLines();
}

/** @type {Record<string, () => unknown>} */
const ACTS = {
  restart,
  undo,
  hint,
  reveal,
  language: switchLanguage,
  link: () => copyWith($("link"), location.href),
  pass: () => playMove(PASS),
  play: () => (run.picked.size ? playCards(picked()) : show($("message"), say("pick"))),
  daily: () => openDay(today()),
  share: shareDay,
  next: () => nextPuzzle() ?? open(puzzles[0])
};
/** @type {Record<string, () => unknown>} */
const KEYS = { Enter: ACTS.play, p: ACTS.pass, h: hint, ArrowLeft: undo, r: restart, n: ACTS.next, l: switchLanguage };

/** @param {MouseEvent} event */
function onclick(event) {
  const target = /** @type {Element} */ (event.target);
  const node = /** @type {HTMLButtonElement | null} */ (target.closest("#hand .card, [data-act], [data-number]"));
  if (!node || node.disabled) return null;
  if (node.dataset.number) return open(puzzles[Number(node.dataset.number) - 1]);
  return node.dataset.act ? ACTS[node.dataset.act]?.() : pick(Number(node.dataset.place));
}

/** @param {KeyboardEvent} event */
function onkey(event) {
  if (!isForPage(event)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key,
    rank = key === "0" ? "T" : key.toUpperCase();
  if (key.length === 1 && RANKS.includes(rank) && run) pickRank(rank);
  else if (KEYS[key] && !(key === "n" && !run?.isSolved)) KEYS[key]();
  else return;
  event.preventDefault();
}

function wire() {
  document.addEventListener("click", onclick);
  document.addEventListener("keydown", onkey);
  watchDrags(canMove, (places) => {
    run.picked = new Set(places);
    showPicks();
  });
  $("filters").addEventListener("change", ({ target }) => {
    const { dataset, value } = /** @type {HTMLSelectElement} */ (target);
    chosen[String(dataset.set)] = value;
    if (dataset.set === "game") chosen.theme = "";
    store("puzzle-set", JSON.stringify(chosen));
    settle();
    drawSets();
  });
  addEventListener("popstate", () => openLink());
}

/** @param {string} day */
const openDay = (day, push = true) => open(puzzleOfDay(day), push, day);

/** Copy today's row of squares with its link. */
async function shareDay() {
  show($("message"), await shareResult("puzzle", run.day));
}

/** Open the puzzle in the address; if it is invalid, report that and keep the current one. */
async function openLink() {
  const number = inAddress("n"),
    line = inAddress("e"),
    day = inAddress("day") ?? "";
  if (isDay(day)) return void openDay(day, false);
  const puzzle = puzzles[Number(number) - 1];
  if (line !== null) {
    const ending = readEnding(line);
    if (ending) {
      await openEnding(line, false);
      const answer = await attempt($("broken"), () => winningMoves(run.start));
      if (answer && !answer.size)
        show(
          $("broken"),
          fillIn(
            "lost",
            seatText(run.ending.variant, String(run.start.seats.find((seat) => sideOf(run.start, seat) !== run.side)))
          )
        );
      return;
    }
  } else if (number === null || puzzle) return void open(puzzle ?? run?.puzzle ?? usual(), false);
  if (!run) open(usual(), false);
  show($("broken"), line !== null ? say("badLine") : fillIn("noPuzzle", String(number), puzzles.length));
}

export async function start() {
  await loadPuzzles();
  drawWords();
  wire();
  openLink();
  for (const node of all("header, main")) node.hidden = false;
  loadFigures();
  if (hasEngine)
    warmEngine().catch(() => {
      /* the service answers instead */
    });
  keepForLater(settings.level).catch(() => {
    /* storage is disabled */
  });
}

start();

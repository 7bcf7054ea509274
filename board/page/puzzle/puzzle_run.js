// Solving a puzzle: my moves and their check, the defence, hints. The longest defence was computed when the puzzle was
// made; the refutation of a wrong play is computed after the play.

import { fetched, pause } from "../lib/api.js";
import { face, make } from "../lib/cards.js";
import { $, fillIn, inAddress, say, settings, settle } from "../lib/state.js";
import { canMove, draw, handTokens, isOwn, STARS } from "./puzzle_draw.js";
import {
  after,
  bestLine,
  bodyOf,
  endingLine,
  legalMoves,
  outSeat,
  PASS,
  rankOf,
  ranksOf,
  readEnding,
  sideOf,
  whyNot,
  winningMoves,
  written
} from "./puzzle_ending.js";
import {
  breakRow,
  chosenSet,
  count,
  countDay,
  drawSets,
  hasEngine,
  progress,
  run,
  showRun,
  themes
} from "./puzzle_sets.js";
import { dressNext, playPicked } from "./puzzle_suits.js";
import { attempt, moveNode, shapeText, show } from "./puzzle_text.js";

const HINTS = 3;
// Seconds before another seat moves.
const DEFENCE_PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 0.55;

export function nextPuzzle() {
  const set = chosenSet(),
    at = set.findIndex(({ number }) => number === run.puzzle?.number);
  const order = [...set.slice(at + 1), ...set.slice(0, at + 1)];
  const following = order.find(({ number }) => !progress[number] && number !== run.puzzle?.number) ?? order[0];
  return following ? open(following) : null;
}

/**
 * Start a puzzle; *push* adds it to the browser history.
 * @param {Puzzle} puzzle
 */
export function open(puzzle, push = true, day = "") {
  const ending = /** @type {Ending} */ (readEnding(puzzle.line));
  showRun({
    puzzle,
    day,
    start: ending,
    ending,
    node: puzzle.defence ?? null,
    past: [],
    moves: [],
    wrong: 0,
    hints: 0,
    shownHints: 0,
    stars: STARS,
    picked: new Set(),
    order: {},
    isBusy: false,
    isSolved: false,
    isShown: false,
    verdict: "",
    refutation: [],
    hint: "",
    side: sideOf(ending, ending.mover)
  });
  for (const id of ["broken", "message"]) show($(id), "");
  const lang = inAddress("lang") === null ? "" : `&lang=${settings.lang}`;
  /** @type {Record<string, string>} */
  const plain = { "%20": "+", "%3D": "=", "%2C": ",", "%40": "@" };
  const line = encodeURIComponent(endingLine(ending)).replace(/%(20|3D|2C|40)/g, (code) => plain[code]);
  const address = `/puzzle?${day ? `day=${day}` : puzzle.number ? `n=${puzzle.number}` : `e=${line}`}${lang}`;
  if (new URL(address, document.baseURI).href !== location.href)
    history[push ? "pushState" : "replaceState"](null, "", address);
  settle();
  draw();
  drawSets();
  scrollTo({ top: 0 });
  return goOn();
}

/**
 * Open the ending of a link.
 * @param {string} line
 */
export const openEnding = (line, push = true) =>
  open({ line, themes: [], number: 0, rating: 0, decisions: 0, defence: null }, push);

/** @param {string} move */
function makeMove(move) {
  run.moves.push({ seat: run.ending.mover, move });
  run.ending = after(run.ending, move);
  run.picked = new Set();
}

/** The forced moves until my next decision: for a puzzle from its longest defence, otherwise from the solver. */
async function* unchosen() {
  if (run.node) {
    for (const move of run.node[0].split(" ").filter(Boolean)) yield move;
    return;
  }
  while (!outSeat(run.ending)) {
    const legal = await legalMoves(run.ending);
    if (isOwn(run.ending) && legal.size > 1) return;
    yield legal.size === 1 ? [...legal.keys()][0] : (await bestLine(run.ending))[0].move;
  }
}

/** Play the moves of the other seats until my next decision, or the end. */
async function goOn() {
  const mine = run;
  run.isBusy = true;
  draw();
  await attempt($("message"), async () => {
    for await (const move of unchosen()) {
      await pause(DEFENCE_PAUSE);
      if (run !== mine) return;
      makeMove(move);
      draw();
    }
  });
  if (run !== mine) return;
  run.isBusy = false;
  if (run.node ? !run.node[1] : outSeat(run.ending)) return finish();
  draw();
  if (hasEngine)
    for (const request of [winningMoves, legalMoves])
      request(run.ending).catch(() => {
        /* retried with the play */
      }); // prepares the check of the next play
}

function finish() {
  run.isSolved = true;
  if (run.puzzle.number) count();
  if (run.day) countDay();
  settle();
  draw();
  drawSets();
  if (DEFENCE_PAUSE) $("felt").append(flash());
  return drawLines();
}

function flash() {
  const node = make("div", { class: "flash" });
  node.animate([{ opacity: 0 }, { opacity: 0.5 }, { opacity: 0 }], 500).onfinish = () => node.remove();
  return node;
}

/**
 * Play cards of my hand; where wild cards can be several plays, ask which.
 * @param {string} cards
 */
export async function playCards(cards) {
  const { ending } = run,
    { rules } = ending,
    move = written(cards, rules);
  if (!canMove() || (!rules.wild && !rules.level)) return playMove(move);
  const mine = run,
    legal = await attempt($("message"), () => legalMoves(ending));
  if (run !== mine || run.ending !== ending || !legal) return null;
  const moves = [...legal.keys()].filter((one) => ranksOf(one) === move);
  if (moves.length < 2) return playMove(moves[0] ?? move);
  const dress = dressNext(ending.hands[ending.mover], ending.mover);
  show($("message"), say("playedAs"));
  $("message").append(
    ...moves.map((one) =>
      make("button", { "data-move": one, onclick: () => playMove(one) }, moveNode(one, rules, dress))
    )
  );
  return null;
}

/**
 * Make a move of mine, then check it.
 * @param {string} move
 */
export async function playMove(move) {
  if (!canMove()) return null;
  const mine = run,
    { ending, node } = run;
  run.isBusy = true;
  show($("message"), "");
  const legal = node?.[1]?.[move] !== undefined || (await attempt($("message"), () => legalMoves(ending)));
  if (run !== mine) return null;
  run.isBusy = false;
  if (!legal) return draw();
  if (legal !== true && !legal.has(move)) {
    show(
      $("message"),
      move === PASS ? say("mustLead") : ((await attempt($("message"), () => whyNot(ending, move))) ?? "")
    );
    return null;
  }
  const wins = node
    ? node[1]?.[move] !== undefined
    : outSeat(after(ending, move)) || (await attempt($("message"), () => winningMoves(ending)))?.has(move);
  if (run !== mine || wins === undefined) return null;
  run.past.push({ ending, node, moves: [...run.moves] });
  run.shownHints = 0;
  playPicked(handTokens(), ending.mover);
  makeMove(move);
  if (wins) {
    run.node = node?.[1]?.[move] ?? null;
    run.verdict = "still";
    return goOn();
  }
  run.wrong += 1;
  run.stars = Math.max(0, run.stars - 1);
  run.verdict = "refuted";
  run.refutation = [];
  draw();
  const line = await attempt($("message"), () => bestLine(run.ending));
  if (run !== mine || run.verdict !== "refuted" || !line) return null;
  run.refutation = line;
  return draw();
}

export function undo() {
  if (!run?.past.length || run.isBusy) return;
  Object.assign(run, run.past.pop(), {
    verdict: "",
    refutation: [],
    picked: new Set(),
    isSolved: false,
    shownHints: 0
  });
  show($("message"), "");
  draw();
  drawLines();
}

export function restart() {
  if (!run || run.isBusy) return null;
  const { wrong, hints, stars, isShown } = run; // a revealed solution stays revealed
  const opened = open(run.puzzle, false, run.day);
  Object.assign(run, { wrong, hints, stars, isShown });
  draw();
  return opened;
}

/** The next level of help for the current decision; each one costs a star. */
export async function hint() {
  if (!canMove()) return;
  const mine = run,
    winning = await attempt($("message"), () => winningMoves(run.ending));
  if (run !== mine || !winning?.size) return;
  const [[move, shape]] = winning,
    step = run.shownHints;
  if (step < HINTS && !(move === PASS && step)) {
    run.hints += 1;
    run.shownHints += 1;
    run.stars = Math.max(0, run.stars - 1);
  }
  run.verdict = "hint";
  if (move === PASS) run.hint = say("hintPass");
  else if (run.shownHints === 1) run.hint = fillIn("hintShape", shapeText(run.ending.variant, shape));
  else if (run.shownHints === 2) run.hint = fillIn("hintRanks", [...bodyOf(move)].map(face).join(" "));
  else {
    run.hint = say("hintPlay");
    run.picked = placesOf(move);
  }
  draw();
}

/**
 * The places in the hand of the cards of a move.
 * @param {string} move
 */
function placesOf(move) {
  const free = handTokens().map((token, place) => ({ rank: rankOf(token, run.ending.rules), place }));
  return new Set(
    [...ranksOf(move)].map(
      (rank) =>
        free.splice(
          free.findIndex((one) => one.rank === rank),
          1
        )[0].place
    )
  );
}

/** Draw the solution as a tree of lines that unfold. */
export async function drawLines() {
  if (!run.isSolved && !run.isShown) return;
  const mine = run;
  await attempt($("message"), async () => {
    const { linesOf } = await fetched(import("./puzzle_lines.js"));
    if (run !== mine) return;
    settle();
    $("lines").replaceChildren(
      make(
        "p",
        { class: "row" },
        ...run.puzzle.themes.map((theme) => make("span", { class: "tag" }, themes[theme][settings.lang]))
      ),
      linesOf(run.start, run.puzzle.defence ?? null, run.side)
    );
  });
}

export function reveal() {
  run.isShown = true;
  breakRow();
  run.stars = 0;
  draw();
  drawSets();
  return drawLines();
}

// The page of puzzles: endings with open hands and exactly one way to win. The longest defence was computed when the
// puzzle was made; the refutation of a wrong play is computed after the play.

import { fetched } from "../lib/api.js";
import { card, counts, face, make, RANKS, redraw, spoken, tokens } from "../lib/cards.js";
import { keepForLater } from "../lib/offline.js";
import { $, all, gameOf, say, settle, state, store, stored } from "../lib/state.js";
import {
  after,
  bestLine,
  bodyOf,
  endingLine,
  legalMoves,
  outSeat,
  PASS,
  readEnding,
  sideOf,
  warmEngine,
  whyNot,
  winningMoves,
  written
} from "./puzzle_ending.js";
import { attempt, fill, moveNode, seatText, shapeText, show } from "./puzzle_text.js";

const STARS = 3,
  HINTS = 3,
  RATINGS = [1, 2, 3];
// Milliseconds before another seat moves.
const DEFENCE_PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 550;

/** @type {Puzzle[]} */
let puzzles = []; // all shipped puzzles, with their numbers
/** @type {Record<string, BothLanguages>} */
let themes = {}; // display names
let hasEngine = false; // whether this service has an engine for browsers
let run = /** @type {Run} */ (/** @type {unknown} */ (null)); // the current puzzle, from the first one on
/** @type {typeof import("./puzzle_editor.js") | null} */
let editor = null; // the editor module, once it is loaded

const game = () => gameOf(run.ending.variant);

// ---- progress on this device ----------------------------------------------------------------------------------------

/**
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
const kept = (name, usual) => {
  try {
    return JSON.parse(stored(name) ?? "null") ?? usual;
  } catch {
    return usual;
  }
};
/** @type {Record<string, number[]>} */
const progress = kept("puzzles", {}); // by number: stars, and whether it was solved at the first try
let row = kept("puzzle-row", 0); // consecutive puzzles solved at the first try
/** @type {Record<string, string>} */
const chosen = { game: "", theme: "", steps: "", ...kept("puzzle-set", {}) };

function count() {
  const { number } = run.puzzle,
    isFirst = !run.wrong && !run.hints && !run.isShown;
  const before = progress[number];
  if (run.isShown) return;
  if (!before) row = isFirst ? row + 1 : 0;
  progress[number] = [Math.max(before?.[0] ?? 0, run.stars), Math.max(before?.[1] ?? 0, Number(isFirst))];
  store("puzzles", JSON.stringify(progress));
  store("puzzle-row", JSON.stringify(row));
}

/** The puzzles of the chosen set, easy ones first. */
function chosenSet() {
  const fits = (/** @type {Puzzle} */ { line, themes: own, decisions }) =>
    (!chosen.game || line.split(" ")[0] === chosen.game) &&
    (!chosen.theme || own.includes(chosen.theme)) &&
    (!chosen.steps || String(Math.min(decisions, 5)) === chosen.steps);
  return puzzles.filter(fits).sort((a, b) => a.rating - b.rating || a.decisions - b.decisions || a.number - b.number);
}

function nextPuzzle() {
  const set = chosenSet(),
    at = set.findIndex(({ number }) => number === run.puzzle?.number);
  const order = [...set.slice(at + 1), ...set.slice(0, at + 1)];
  const following = order.find(({ number }) => !progress[number] && number !== run.puzzle?.number) ?? order[0];
  return following ? open(following) : null;
}

// ---- a puzzle -------------------------------------------------------------------------------------------------------

/**
 * Start a puzzle; *push* adds it to the browser history.
 * @param {Puzzle} puzzle
 */
function open(puzzle, push = true) {
  const ending = /** @type {Ending} */ (readEnding(puzzle.line));
  run = {
    puzzle,
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
    isBusy: false,
    isSolved: false,
    isShown: false,
    verdict: "",
    refutation: [],
    hint: "",
    side: sideOf(ending, ending.mover)
  };
  for (const id of ["broken", "message"]) show($(id), "");
  const lang = new URLSearchParams(location.search).has("lang") ? `&lang=${state.lang}` : "";
  /** @type {Record<string, string>} */
  const plain = { "%20": "+", "%3D": "=", "%2C": ",", "%40": "@" };
  const line = encodeURIComponent(endingLine(ending)).replace(/%(20|3D|2C|40)/g, (code) => plain[code]);
  const address = `/puzzle?${puzzle.number ? `n=${puzzle.number}` : `e=${line}`}${lang}`;
  if (address !== location.pathname + location.search) history[push ? "pushState" : "replaceState"](null, "", address);
  settle();
  draw();
  drawSets();
  scrollTo({ top: 0 });
  return goOn();
}

/**
 * Open an ending from the editor.
 * @param {string} line
 */
const openEnding = (line, push = true) =>
  open({ line, themes: [], number: 0, rating: 0, decisions: 0, defence: null }, push);

/** @param {Ending} ending */
const isOwn = (ending) => sideOf(ending, ending.mover) === run.side;
/** @param {number} time */
const waitFor = (time) => new Promise((resolve) => setTimeout(resolve, time));

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
      await waitFor(DEFENCE_PAUSE);
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
 * Make a move of mine, then check it.
 * @param {string} move
 */
async function playMove(move) {
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
  makeMove(move);
  if (wins) {
    run.node = node?.[1]?.[move] ?? null;
    run.verdict = "still";
    return goOn();
  }
  run.wrong += 1;
  run.verdict = "refuted";
  run.refutation = [];
  draw();
  const line = await attempt($("message"), () => bestLine(run.ending));
  if (run !== mine || run.verdict !== "refuted" || !line) return null;
  run.refutation = line;
  return draw();
}

const canMove = () => Boolean(run) && !run.isBusy && !run.isSolved && run.verdict !== "refuted";

function undo() {
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

function restart() {
  if (!run || run.isBusy) return null;
  const { wrong, hints, stars, isShown } = run; // a revealed solution stays revealed
  const opened = open(run.puzzle, false);
  Object.assign(run, { wrong, hints, stars, isShown });
  draw();
  return opened;
}

/** The next level of help for the current decision; each one costs a star. */
async function hint() {
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
  else if (run.shownHints === 1) run.hint = fill("hintShape", shapeText(run.ending.variant, shape));
  else if (run.shownHints === 2) run.hint = fill("hintRanks", [...bodyOf(move)].map(face).join(" "));
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
  const hand = handTokens(),
    free = hand.map((rank, place) => ({ rank, place }));
  return new Set(
    [...move].map(
      (rank) =>
        free.splice(
          free.findIndex((one) => one.rank === rank),
          1
        )[0].place
    )
  );
}

// ---- drawing --------------------------------------------------------------------------------------------------------

/** The seat whose hand is shown below: the mover, or the last seat of my side that moved. */
function seatBelow() {
  const { ending, moves, start } = run;
  if (isOwn(ending) && ending.hands[ending.mover]) return ending.mover;
  return [...moves].reverse().find(({ seat }) => sideOf(ending, seat) === run.side)?.seat ?? start.mover;
}

const handTokens = () => tokens(run.ending.hands[seatBelow()]);

/**
 * A hand as columns, one for each rank.
 * @param {string[]} hand
 * @param {(place: number) => Node} drawn
 */
function columns(hand, drawn) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (const [place, rank] of hand.entries()) places.set(rank, [...(places.get(rank) ?? []), place]);
  const tall = Math.max(2, ...[...places.values()].map((column) => column.length));
  const fan = make(
    "div",
    { class: "fan" },
    ...[...places.values()].map((column) => make("div", { class: "column" }, ...column.map(drawn)))
  );
  fan.style.setProperty("--n", String(Math.max(2, places.size)));
  fan.style.setProperty("--tall", String(tall));
  return fan;
}

function drawOthers() {
  const { ending, start } = run,
    below = seatBelow(),
    at = ending.seats.indexOf(below);
  const order = [...ending.seats.slice(at + 1), ...ending.seats.slice(0, at)];
  $("others").replaceChildren(
    ...order.map((seat) => {
      const hand = tokens(ending.hands[seat]),
        isAlly = sideOf(ending, seat) === run.side;
      const moves = ending.mover === seat && !run.isSolved;
      return make(
        "li",
        { class: isAlly ? "ally" : "enemy", ...(moves ? { "aria-current": "true" } : {}) },
        make(
          "span",
          { class: "seat" },
          seatText(ending.variant, seat),
          make("b", {}, String(hand.length)),
          make("small", {}, say(isAlly ? "partner" : "enemy"))
        ),
        make(
          "div",
          { class: "open", role: "img", "aria-label": hand.map(spoken).join(" ") || say("end") },
          columns(hand, (place) => card(hand[place], {}))
        )
      );
    })
  );
  const most = Math.max(...Object.values(start.hands).flatMap((hand) => Object.values(counts(hand))));
  $("others").style.setProperty("--most", String(most)); // whatever is played
}

/** The plays on the table: the trick, or the line that refutes my play. */
function drawTrick() {
  const { ending, moves } = run,
    isRefuted = run.verdict === "refuted";
  const shown = isRefuted ? run.refutation : moves.slice(-ending.seats.length);
  const first = !shown.length && ending.last ? [{ seat: ending.last.seat, move: ending.last.cards }] : [];
  const drawn = isRefuted ? [...moves.slice(-1), ...shown] : [...first, ...shown];
  $("trick").replaceChildren(
    ...drawn.map(({ seat, move }, place) =>
      make(
        "span",
        { class: `played${isRefuted && !place ? " wrong" : ""}` },
        make("small", {}, seatText(ending.variant, seat)),
        moveNode(move)
      )
    )
  );
}

function verdictNode() {
  if (run.isSolved)
    return [
      make("b", { class: "badge" }, `✓ ${say(run.puzzle.number ? "only" : "solved")}`),
      " ",
      run.node && !outSeat(run.ending)
        ? say("rest")
        : run.wrong
          ? fill("tries", run.wrong)
          : run.hints || run.isShown
            ? say("solved")
            : say("firstTry")
    ];
  if (run.verdict === "refuted") return [`✗ ${say("refuted")}`];
  if (run.verdict === "still") return [`✓ ${say("still")}`];
  if (run.verdict === "hint") return [run.hint];
  return [say("find")];
}

/**
 * @param {string} act
 * @param {string} name
 * @param {boolean} isDisabled
 */
function button(act, name, isDisabled, kind = "") {
  return make("button", { id: act, "data-act": act, class: kind, disabled: isDisabled }, ...[say(name)].flat());
}

function drawBar() {
  const isRefuted = run.verdict === "refuted";
  const mine = canMove();
  redraw(
    $("actions"),
    run.isSolved
      ? [button("restart", "restart", false), button("next", run.puzzle.number ? "next" : "puzzles", false, "main")]
      : [
          button("restart", "restart", !run.moves.length || run.isBusy),
          button("undo", "undo", !run.past.length || run.isBusy, isRefuted ? "glow" : ""),
          button("pass", "pass", !mine || !run.ending.last),
          button("hint", "hint", !mine),
          button("play", "play", !mine || isRefuted, "main")
        ]
  );
}

/** Draw the current state of the puzzle. */
function draw() {
  const { puzzle, ending, start } = run,
    { variant } = ending;
  const first = fill(start.last ? "moves" : "leads", seatText(variant, start.mover));
  const name = puzzle.number
    ? [fill("puzzle", puzzle.number), first, say("winning"), fill("steps", puzzle.decisions)]
    : [say("edited"), first];
  $("number").textContent = name.join(" · ");
  $("stars").textContent = puzzle.number ? "★".repeat(run.stars) + "☆".repeat(STARS - run.stars) : "";
  $("stars").setAttribute("aria-label", fill("stars", run.stars));
  $("stars").hidden = !puzzle.number;
  drawOthers();
  drawTrick();
  $("verdict").replaceChildren(...verdictNode());
  $("verdict").className = run.isSolved ? "solved" : run.verdict;
  const below = seatBelow(),
    belowName = seatText(variant, below);
  $("turn").replaceChildren(
    make("span", { class: "seat" }, `${say("you")} · ${belowName}`, make("b", {}, String(ending.hands[below].length))),
    make("small", {}, game()[state.lang === "zh" ? "name_zh" : "name"])
  );
  $("turn").toggleAttribute("aria-current", canMove());
  const hand = handTokens();
  redraw($("hand"), [
    columns(hand, (place) =>
      card(hand[place], {}, "button", {
        "data-place": place,
        "aria-label": spoken(hand[place]),
        "aria-pressed": String(run.picked.has(place))
      })
    )
  ]);
  drawBar();
  if (!run.isSolved && !run.isShown)
    $("lines").replaceChildren(
      make(
        "p",
        { class: "quiet" },
        say("linesLater"),
        " ",
        puzzle.number ? make("button", { "data-act": "reveal" }, say("showLines")) : ""
      )
    );
}

/** Draw the solution as a tree of lines that unfold. */
async function drawLines() {
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
        ...run.puzzle.themes.map((theme) => make("span", { class: "tag" }, themes[theme][state.lang]))
      ),
      linesOf(run.start, run.puzzle.defence ?? null, run.side)
    );
  });
}

/**
 * @param {string} id
 * @param {string[][]} rows
 */
function select(id, rows) {
  return make(
    "select",
    { id: `set-${id}`, "data-set": id, "aria-label": rows[0][1] },
    ...rows.map(([value, text]) => make("option", { value, selected: value === chosen[id] }, text))
  );
}

function drawSets() {
  const inGame = puzzles.filter(({ line }) => !chosen.game || line.split(" ")[0] === chosen.game),
    set = chosenSet();
  /** @type {<T>(list: T[], fits: (one: T) => unknown) => number} */
  const of = (list, fits) => list.filter(fits).length;
  const variants = puzzles.map(({ line }) => line.split(" ")[0]);
  const games = [...new Set(variants)].map((id) => {
    const number = of(variants, (one) => one === id);
    return [id, `${gameOf(id)[state.lang === "zh" ? "name_zh" : "name"]} (${number})`];
  });
  const known = Object.keys(themes)
    .map((id) => ({ id, number: of(inGame, (one) => one.themes.includes(id)) }))
    .filter(({ number }) => number);
  redraw($("filters"), [
    select("game", [["", say("anyGame")], ...games]),
    select("theme", [
      ["", say("anyTheme")],
      ...known.map(({ id, number }) => [id, `${themes[id][state.lang]} (${number})`])
    ]),
    select("steps", [
      ["", say("anySteps")],
      ...["3", "4", "5"].map((value) => [value, fill("stepsOf", value === "5" ? "5+" : value)])
    ])
  ]);
  const solved = of(set, ({ number }) => progress[number]);
  $("progress").max = Math.max(1, set.length);
  $("progress").value = solved;
  $("progress").setAttribute("aria-label", `${solved}/${set.length}`);
  $("tally").textContent = fill("tally", solved, set.length, row);
  const unfolded = [...all("details[open]", $("tiles"))].map((node) => node.dataset.rating);
  const tile = (/** @type {Puzzle} */ { number, rating, decisions }) => {
    const [stars, isFirst] = progress[number] ?? [null, 0];
    return make(
      "li",
      {},
      make(
        "button",
        {
          "data-number": number,
          class: stars === null ? "" : isFirst ? "done first" : "done",
          ...(number === run.puzzle.number ? { "aria-current": "true" } : {}),
          "aria-label": [
            fill("tile", number),
            say(`rating${rating}`),
            stars === null ? say("unsolved") : fill("stars", stars)
          ].join(", ")
        },
        String(number),
        make("small", {}, stars === null ? fill("steps", decisions) : "★".repeat(stars) || "✓")
      )
    );
  };
  const groups = RATINGS.map((rating) => set.filter((one) => one.rating === rating)).filter((group) => group.length);
  redraw(
    $("tiles"),
    groups.length
      ? groups.map((group) => {
          const [{ rating }] = group,
            isOpen =
              groups.length === 1 ||
              unfolded.includes(String(rating)) ||
              group.some(({ number }) => number === run.puzzle.number);
          return make(
            "details",
            { "data-rating": rating, open: isOpen },
            make(
              "summary",
              {},
              make("b", {}, say(`rating${rating}`)),
              ` ${of(group, ({ number }) => progress[number])}/${group.length}`
            ),
            make("ol", {}, ...group.map(tile))
          );
        })
      : [make("p", { class: "quiet" }, say("noSuch"))]
  );
}

/** Draw the texts of the page in the current language. */
function drawWords() {
  document.documentElement.lang = state.lang === "zh" ? "zh-CN" : "en";
  document.title = state.lang === "zh" ? "残局 · 牌力" : "Puzzles · Paili";
  for (const node of all("[data-text]")) node.textContent = say(String(node.dataset.text));
  for (const node of all("[data-label]")) node.setAttribute("aria-label", say(String(node.dataset.label)));
  for (const node of all("[data-page]")) node.setAttribute("href", `${node.dataset.page}?lang=${state.lang}`);
  $("language").textContent = state.lang === "zh" ? "EN" : "中";
  $("language").lang = state.lang === "zh" ? "en" : "zh";
}

// ---- taps and keys --------------------------------------------------------------------------------------------------

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
    places = hand.flatMap((one, place) => (one === rank ? [place] : []));
  const free = places.findLast((place) => !run.picked.has(place));
  if (free !== undefined) pick(free);
  else for (const place of places) pick(place);
}

/** @type {{ from: number, isOver: boolean } | null} */
let drag = null; // start of a drag over the hand, and whether it has left its first card

/** @param {PointerEvent} event */
function onDown(event) {
  const target = /** @type {Element} */ (event.target),
    node = /** @type {HTMLElement | null} */ (target.closest(".card"));
  if (!node || !canMove() || event.button) return;
  target.releasePointerCapture?.(event.pointerId);
  drag = { from: Number(node.dataset.place), isOver: false };
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (!drag) return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const node = /** @type {HTMLElement | null | undefined} */ (under?.closest("#hand .card"));
  const place = node ? Number(node.dataset.place) : drag.from;
  if (place === drag.from && !drag.isOver) return;
  drag.isOver = true;
  const [low, high] = [drag.from, place].sort((a, b) => a - b);
  run.picked = new Set(Array.from({ length: high - low + 1 }, (_, step) => low + step));
  showPicks();
}

const picked = () => {
  const hand = handTokens();
  return [...run.picked].map((place) => hand[place]).join("");
};

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("link").textContent = say("copied");
  } catch {
    // no clipboard, or no permission
    $("link").textContent = say("notCopied");
  }
}

function switchLanguage() {
  state.lang = state.lang === "zh" ? "en" : "zh";
  store("lang", state.lang);
  drawWords();
  draw();
  drawSets();
  drawLines();
  editor?.drawEditor();
}

async function edit() {
  await attempt($("message"), async () => {
    editor ??= await fetched(import("./puzzle_editor.js"));
    settle();
    editor.openEditor(outSeat(run.ending) ? run.start : run.ending, (line) => openEnding(line));
    $("editor-panel").scrollIntoView({ block: "nearest" });
  });
}

function reveal() {
  run.isShown = true;
  row = 0;
  run.stars = 0;
  draw();
  drawSets();
  return drawLines();
}

/** @type {Record<string, () => unknown>} */
const ACTS = {
  restart,
  undo,
  hint,
  edit,
  reveal,
  language: switchLanguage,
  link: copyLink,
  pass: () => playMove(PASS),
  play: () => (run.picked.size ? playMove(written(picked())) : show($("message"), say("pick"))),
  next: () => nextPuzzle() ?? open(puzzles[0])
};
/** @type {Record<string, () => unknown>} */
const KEYS = { Enter: ACTS.play, p: ACTS.pass, h: hint, ArrowLeft: undo, r: restart, n: ACTS.next, l: switchLanguage };

/** @param {MouseEvent} event */
function onclick(event) {
  if (drag?.isOver) {
    drag = null;
    return null;
  }
  drag = null;
  const target = /** @type {Element} */ (event.target);
  const node = /** @type {HTMLButtonElement | null} */ (target.closest("#hand .card, [data-act], [data-number]"));
  if (!node || node.disabled) return null;
  if (node.dataset.number) return open(puzzles[Number(node.dataset.number) - 1]);
  return node.dataset.act ? ACTS[node.dataset.act]?.() : pick(Number(node.dataset.place));
}

/** @param {KeyboardEvent} event */
function onkey(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key,
    rank = key === "0" ? "T" : key.toUpperCase();
  if (key === "Enter" && target.closest("button, a") && !target.closest("#hand .card")) return;
  if (key.length === 1 && RANKS.includes(rank) && run) pickRank(rank);
  else if (KEYS[key] && !(key === "n" && !run?.isSolved)) KEYS[key]();
  else return;
  event.preventDefault();
}

function wire() {
  document.addEventListener("click", onclick);
  document.addEventListener("keydown", onkey);
  $("hand").addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  $("hand").addEventListener(
    "touchmove",
    (event) => {
      if (drag?.isOver) event.preventDefault();
    },
    { passive: false }
  ); // no scroll gesture, which would suppress the next tap
  document.addEventListener("pointercancel", () => {
    drag = null;
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

// ---- the start ------------------------------------------------------------------------------------------------------

/** The puzzle that opens without an address: the first unsolved one. */
const usual = () => chosenSet().find(({ number }) => !progress[number]) ?? puzzles[0];

/** Open the puzzle in the address; if it is invalid, report that and keep the current one. */
async function openLink() {
  const query = new URLSearchParams(location.search),
    number = query.get("n"),
    line = query.get("e");
  const puzzle = puzzles[Number(number) - 1];
  if (line !== null) {
    const ending = readEnding(line);
    if (ending) {
      await openEnding(line, false);
      const answer = await attempt($("broken"), () => winningMoves(run.start));
      if (answer && !answer.size)
        show(
          $("broken"),
          fill(
            "lost",
            seatText(run.ending.variant, String(run.start.seats.find((seat) => sideOf(run.start, seat) !== run.side)))
          )
        );
      return;
    }
  } else if (number === null || puzzle) return void open(puzzle ?? run?.puzzle ?? usual(), false);
  if (!run) open(usual(), false);
  show($("broken"), line !== null ? say("badLine") : fill("noPuzzle", String(number), puzzles.length));
}

/** @param {string} name */
const load = async (name) => (await fetch(new URL(name, import.meta.url))).json();

async function start() {
  /** @type {[Vocabulary, Shipped]} */
  const [{ variants }, shipped] = await Promise.all([load("./games.json"), load("./puzzles.json")]);
  state.games = new Map(variants.map((one) => [one.id, one]));
  ({ themes } = shipped);
  hasEngine = shipped.engine;
  puzzles = shipped.puzzles.map((one, place) => ({ ...one, number: place + 1 }));
  drawWords();
  wire();
  openLink();
  for (const node of all("header, main")) node.hidden = false;
  if (hasEngine)
    warmEngine().catch(() => {
      /* the service answers instead */
    });
  keepForLater(state.level).catch(() => {
    /* storage is disabled */
  });
}

start();

// The shipped puzzles and the shown one: the chosen set, and the progress on this device.

import { make, optionsOf, redraw } from "../lib/cards.js";
import { dayNumber } from "../lib/days.js";
import { keepResult, SQUARES } from "../lib/share_result.js";
import { $, all, fillIn, gameName, say, session, settings, store, storedValue } from "../lib/state.js";

const RATINGS = [1, 2, 3, 4, 5];

/** @type {Puzzle[]} */
export let puzzles = []; // all shipped puzzles, with their numbers
/** @type {Record<string, BothLanguages>} */
export let themes = {}; // display names
export let hasEngine = false; // whether this service has an engine for browsers
export let run = /** @type {Run} */ (/** @type {unknown} */ (null)); // the current puzzle, from the first one on

/** @param {Run} next */
export function showRun(next) {
  run = next;
}

/** @type {Record<string, number[]>} */
export const progress = storedValue("puzzles", {}); // by number: stars, and whether it was solved at the first try
let row = storedValue("puzzle-row", 0); // consecutive puzzles solved at the first try
/** @type {Record<string, string>} */
export const chosen = { game: "", theme: "", steps: "", ...storedValue("puzzle-set", {}) };

export function count() {
  const { number } = run.puzzle,
    isFirst = !run.wrong && !run.hints && !run.isShown;
  const before = progress[number];
  if (run.isShown) return;
  if (!before) row = isFirst ? row + 1 : 0;
  progress[number] = [Math.max(before?.[0] ?? 0, run.stars), Math.max(before?.[1] ?? 0, Number(isFirst))];
  store("puzzles", JSON.stringify(progress));
  store("puzzle-row", JSON.stringify(row));
}

/**
 * The puzzle of a day, the same for everybody: consecutive days go through all puzzles in a mixed order.
 * @param {string} day
 */
export const puzzleOfDay = (day) => puzzles[(dayNumber(day) * STEP) % puzzles.length];
const STEP = 89; // prime, so that it is no divisor of the number of puzzles

/** Store today's puzzle once it is solved; the first result counts. */
export const countDay = () =>
  keepResult("puzzle", run.day, SQUARES.r.repeat(run.wrong) + SQUARES.y.repeat(run.hints) + SQUARES.g);

export function breakRow() {
  row = 0;
}

/**
 * The game of a line, without its options.
 * @param {string} line
 */
const variantIn = (line) => line.split(/[[ ]/)[0];

/** The puzzles of the chosen set, easy ones first. */
export function chosenSet() {
  const fits = (/** @type {Puzzle} */ { line, themes: own, decisions }) =>
    (!chosen.game || variantIn(line) === chosen.game) &&
    (!chosen.theme || own.includes(chosen.theme)) &&
    (!chosen.steps || String(Math.min(decisions, 5)) === chosen.steps);
  return puzzles.filter(fits).sort((a, b) => a.rating - b.rating || a.decisions - b.decisions || a.number - b.number);
}

/**
 * @param {string} id
 * @param {string[][]} rows
 */
function select(id, rows) {
  return make("select", { id: `set-${id}`, "data-set": id, "aria-label": rows[0][1] }, ...optionsOf(rows, chosen[id]));
}

export function drawSets() {
  const inGame = puzzles.filter(({ line }) => !chosen.game || variantIn(line) === chosen.game),
    set = chosenSet();
  /** @type {<T>(list: T[], fits: (one: T) => unknown) => number} */
  const of = (list, fits) => list.filter(fits).length;
  const variants = puzzles.map(({ line }) => variantIn(line));
  const games = [...new Set(variants)].map((id) => {
    const number = of(variants, (one) => one === id);
    return [id, `${gameName(id)} (${number})`];
  });
  const known = Object.keys(themes)
    .map((id) => ({ id, number: of(inGame, (one) => one.themes.includes(id)) }))
    .filter(({ number }) => number);
  redraw($("filters"), [
    select("game", [["", say("anyGame")], ...games]),
    select("theme", [
      ["", say("anyTheme")],
      ...known.map(({ id, number }) => [id, `${themes[id][settings.lang]} (${number})`])
    ]),
    select("steps", [
      ["", say("anySteps")],
      ...["3", "4", "5"].map((value) => [value, fillIn("stepsOf", value === "5" ? "5+" : value)])
    ])
  ]);
  const solved = of(set, ({ number }) => progress[number]);
  $("progress").max = Math.max(1, set.length);
  $("progress").value = solved;
  $("progress").setAttribute("aria-label", `${solved}/${set.length}`);
  $("tally").textContent = fillIn("tally", solved, set.length, row);
  const unfolded = [...all("details[open]", $("tiles"))].map((node) => node.dataset.rating);
  const tile = (/** @type {Puzzle} */ { number, rating, decisions }) => {
    const [stars, isFirst] = progress[number] ?? [null, 0];
    return make(
      "li",
      make(
        "button",
        {
          "data-number": number,
          class: stars === null ? "" : isFirst ? "done first" : "done",
          ...(number === run.puzzle.number ? { "aria-current": "true" } : {}),
          "aria-label": [
            fillIn("tile", number),
            say(`rating${rating}`),
            stars === null ? say("unsolved") : fillIn("stars", stars),
            ...(stars === null || isFirst ? [] : [say("notFirst")])
          ].join(", ")
        },
        String(number),
        make("small", stars === null ? fillIn("steps", decisions) : `${"★".repeat(stars) || "✓"}${isFirst ? "" : "↻"}`)
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
              make("b", say(`rating${rating}`)),
              ` ${of(group, ({ number }) => progress[number])}/${group.length}`
            ),
            make("ol", ...group.map(tile))
          );
        })
      : [make("p", { class: "quiet" }, say("noSuch"))]
  );
}

/** The puzzle that opens without an address: the first unsolved one. */
export const usual = () => chosenSet().find(({ number }) => !progress[number]) ?? puzzles[0];

/** @param {string} name */
const load = async (name) => (await fetch(new URL(name, import.meta.url))).json();

/** Load the games and the puzzles. */
export async function loadPuzzles() {
  /** @type {[Vocabulary, Shipped]} */
  const [{ variants }, shipped] = await Promise.all([load("../games.json"), load("../puzzles.json")]);
  session.games = new Map(variants.map((one) => [one.id, one]));
  ({ themes } = shipped);
  hasEngine = shipped.engine;
  puzzles = shipped.puzzles.map((one, place) => ({ ...one, number: place + 1 }));
}

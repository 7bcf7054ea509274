// The table of results on this device, by game and level, with its export and deletion.

import { make } from "../lib/cards.js";
import { saveFile } from "../lib/files.js";
import { gameName, gameOf, say, session, settings, store } from "../lib/state.js";
import { textIn } from "../lib/words.js";
import { allScores, climbOf, lastGames, signed, tallyText } from "./stored_results.js";

/** @type {Record<string, Texts>} */
const TEXTS = {
  title: ["My score, on this device only", "战绩，只存在这台设备上"],
  none: ["No deal has counted yet.", "还没有计入的牌局。"],
  rule: [
    "Counted: deals played to their end without taking anything back, practice hands not among them.",
    "只计打完、没有悔牌的牌局，练习牌不计。"
  ],
  climb: ["The robots of even matches", "势均力敌的机器人"],
  last: ["The last games", "最近的牌局"],
  won: ["won", "赢"],
  lost: ["lost", "输"],
  export: ["Export", "导出"],
  delete: ["Delete", "删除"],
  sure: ["Delete all of it", "确定全部删除"],
  close: ["Close", "关闭"]
};
/** @param {string} name */
const text = (name) => textIn(TEXTS[name], settings.lang);

/**
 * The rows of a game: its levels, each with deals, wins and points.
 * @param {[string, Record<string, Tally>]} row
 */
function rowsOf([variant, levels]) {
  const counted = Object.entries(levels).filter(([, { deals }]) => deals);
  const nameOf = (/** @type {string} */ id) =>
    (settings.lang === "zh" ? session.games.get(variant)?.levels.find((level) => level.id === id)?.zh : null) ??
    (id === "even" ? say(id) : id);
  return counted.map(([level, row]) =>
    make("tr", make("th", { scope: "row" }, gameName(variant)), make("td", nameOf(level)), make("td", tallyText(row)))
  );
}

/**
 * A finished game with the link to its review.
 * @param {LastGame} game
 */
function lastGame({ link, variant, won, points, at }) {
  const result = `${won === null ? "" : text(won ? "won" : "lost")} ${points === undefined ? "" : signed(points)}`;
  const when = new Date(at).toLocaleDateString(settings.lang, { month: "numeric", day: "numeric" });
  return make(
    "li",
    `${when} · ${gameName(variant)} · ${result} `,
    make("a", { href: `/review?${link}` }, say("reviewOne"))
  );
}

const STEP = 14; // pixels of a step of the ladder, and the width of the curve
const WIDTH = 240;

/** The levels of the robots in the even matches of the shown game, as a curve over the steps of the ladder. */
function climbCurve() {
  const climb = climbOf(session.variant);
  if (climb.length < 2) return [];
  const steps = gameOf(session.variant).levels.filter(({ step }) => step);
  const high = (/** @type {number} */ at) => (steps.length + 0.5 - at) * STEP;
  const points = climb.map((at, place) => `${(place * WIDTH) / (climb.length - 1)},${high(at)}`).join(" ");
  const rungs = steps.map(({ id, zh, step }) => {
    const y = high(Number(step));
    return `<path d="M0 ${y}H${WIDTH}"/><text x="${WIDTH + 6}" y="${y + 4}">${settings.lang === "zh" ? zh : id}</text>`;
  });
  const box = `viewBox="0 0 ${WIDTH + 80} ${high(0.5)}" role="img" aria-label="${text("climb")}"`;
  const picture = make("div");
  picture.innerHTML = `<svg class="climb" ${box}>${rungs.join("")}<polyline points="${points}"/></svg>`;
  return [make("h3", text("climb")), picture];
}

/** Save the scores as a file. */
const save = () => saveFile("paili-scores.json", JSON.stringify(allScores(), null, 2), "application/json");

/**
 * Delete the scores; the first tap asks for confirmation.
 * @param {{ target: HTMLElement }} event
 */
function clearScores({ target }) {
  if (target.dataset.sure) {
    store("scores", "{}");
    store("games", "[]");
    store("climb", "{}");
    target.closest("dialog")?.close();
  } else {
    target.dataset.sure = "1";
    target.textContent = text("sure");
  }
}

/** Show the scores. */
export function showScores() {
  const rows = Object.entries(allScores()).flatMap(rowsOf);
  const dialog = make(
    "dialog",
    { id: "scores", "aria-labelledby": "scores-title" },
    make("h2", { id: "scores-title" }, text("title")),
    rows.length ? make("table", ...rows) : make("p", text("none")),
    ...climbCurve(),
    make("p", { class: "quiet" }, text("rule")),
    ...(lastGames().length ? [make("h3", text("last")), make("ul", ...lastGames().map(lastGame))] : []),
    make(
      "p",
      { class: "row" },
      make("button", { onclick: save, disabled: !rows.length }, text("export")),
      make("button", { onclick: clearScores, disabled: !rows.length }, text("delete")),
      make(
        "button",
        {
          class: "main",
          onclick: (/** @type {{ target: HTMLElement }} */ { target }) => target.closest("dialog")?.close()
        },
        text("close")
      )
    )
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

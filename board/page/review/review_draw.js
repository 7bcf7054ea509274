// Draws the review: summary, curve, steps, and the lists of mistakes and plays.

import { make, optionsOf } from "../lib/cards.js";
import { $, all, drawTexts, fillIn, hasWon, say, session, settings, stored } from "../lib/state.js";
import { percent } from "../lib/words.js";
import { drawCurve } from "./curve.js";
import { drawTurn } from "./review_table.js";
import {
  aboutFault,
  aboutMistake,
  beforeTurns,
  closeness,
  faults,
  folded,
  hasRoles,
  isHidden,
  isOpen,
  isWon,
  kindOf,
  lostText,
  mistakes,
  moveText,
  myCalls,
  nameOf,
  now,
  pending,
  placeText,
  pointsOf,
  seatText,
  signed,
  turnAt,
  whereText,
  whyText
} from "./reviewed.js";
import { drawSheet, progressText } from "./sheet.js";

/** Draw the texts that do not depend on the ply. */
export function drawWords() {
  drawTexts();
  $("first").checked = /** @type {boolean} */ (settings.first);
  $("eye").checked = /** @type {boolean} */ (settings.eye);
  const steps = [...session.games.values()][0]?.levels.filter(({ step }) => step) ?? [];
  $("height").replaceChildren(
    ...optionsOf(
      [["", say("allOf")], ...steps.map(({ id, zh }) => [id, fillIn("forLevel", settings.lang === "zh" ? zh : id)])],
      stored("height")
    )
  );
  $("seat").hidden = !now.game;
  if (!now.game) return;
  const known = now.game.seats.filter((seat) => now.game.tables[0].positions?.[seat]);
  $("seat").replaceChildren(
    ...optionsOf(
      known.map((seat) => [seat, seatText(seat)]),
      now.game.me
    )
  );
}

export function drawEmpty() {
  drawWords();
  $("felt").hidden = true;
  $("summary").textContent = say("review");
  $("sentence").textContent = "";
  $("sheet").replaceChildren(
    make("p", say("noGame")),
    make("p", { class: "row" }, make("button", { class: "main", "data-act": "sample" }, say("sample")))
  );
  $("paste").hidden = $("more").hidden = false;
}

export function draw() {
  if (!now.game) return drawEmpty();
  $("felt").hidden = false;
  drawSummary();
  drawChances();
  drawTurn();
  drawSheet();
  drawSteps();
  drawMistakes();
  drawColumns();
  if (!$("plays-panel").hidden) $("more").hidden = false; // below the plays, which arrive later
}

export function drawSummary() {
  const { result } = now.game.final,
    marked = faults(),
    done = marked.filter(({ at }) => now.solved.has(at)).length;
  const before = beforeTurns().filter(({ at, mark }) => at === undefined && mark).length; // tribute cards
  const points = result?.points?.[now.game.me];
  const outcome =
    isWon() === null
      ? ""
      : [say(isWon() ? "wonBy" : "lostBy"), points ? signed(points) : ""]
          .filter(Boolean)
          .join(settings.lang === "zh" ? "，" : ", ");
  const words = [
    hasRoles() ? fillIn("youAre", seatText(now.game.me)) : seatText(now.game.me),
    outcome,
    marked.length ? fillIn("counted", done, marked.length) : "",
    before ? fillIn("before", before) : ""
  ];
  const text = words.filter(Boolean).join(" · ");
  $("summary").textContent = text.charAt(0).toUpperCase() + text.slice(1);
  const open = pending(),
    [largest] = marked;
  const about = open
    ? fillIn("thinkFirst", whereText(open.at))
    : largest
      ? fillIn("turning", whereText(largest.at), aboutFault(largest.at))
      : [say(noneName()), whyText()].join(settings.lang === "zh" ? "" : " ").trim();
  $("sentence").textContent = progressText() ?? about;
}

export function shownDots() {
  return mistakes()
    .filter((one) => !isHidden(one.ply) && !isOpen(one.ply))
    .map((one) => ({
      ply: one.ply,
      loss: one.loss,
      chance: one.chance_best,
      punished: one.punished,
      word: (settings.lang === "zh" && kindOf(one)) || say(one.mark)
    }));
}

function drawChances() {
  const { plies } = now.game,
    known = now.judged?.curve[now.game.me] ?? [],
    chance = Number(isWon()), // the curve goes to the result
    end = known.length && now.isFinal && isWon() !== null ? [{ ply: plies, chance, low: chance, high: chance }] : [],
    all = [...known.filter(({ ply }) => ply < plies), ...end],
    last = pending()?.at ?? plies, // a solved mistake behind it is a dot alone: the chances between are hidden
    points = all.filter(({ ply }) => ply <= last),
    dots = shownDots();
  const hands =
    settings.eye && now.whole?.open
      ? now.whole.open
          .filter((one) => !isHidden(one.ply))
          .map(({ ply, winner }) => ({ ply, mine: hasWon(session.variant, now.game.me, winner) === true }))
      : [];
  drawCurve($("curve"), { points, dots, plies: now.game.plies, at: Math.max(0, now.ply), hands });
  const here = all.find(({ ply }) => ply === now.ply && !isHidden(ply)),
    box = $("curve");
  box.setAttribute("aria-valuemax", String(now.game.plies + 1));
  box.setAttribute("aria-valuenow", String(Math.max(0, now.ply) + 1));
  box.setAttribute(
    "aria-valuetext",
    [placeText(), here ? `${percent(here.chance)} (${percent(here.low)}–${percent(here.high)})` : ""]
      .filter(Boolean)
      .join(" · ")
  );
}

function drawSteps() {
  /** @type {[string, () => boolean][]} */
  const steps = [
    ["mistakeBack", () => faults().some(({ at }) => at < now.ply)],
    ["plyBack", () => now.ply > -myCalls().length],
    ["plyOn", () => now.ply < now.game.plies],
    ["mistakeOn", () => now.ply < now.game.plies && Boolean(now.judged)]
  ];
  const bar = $("actions");
  if (bar.children.length !== steps.length)
    bar.replaceChildren(...steps.map(([name]) => make("button", { id: name, "data-act": name })));
  for (const [name, isLive] of steps) {
    $(name).textContent = say(name);
    $(name).toggleAttribute("disabled", !isLive());
  }
}

/** What is written where no play is marked. */
const noneName = () => (beforeTurns().some(({ mark }) => mark) ? "noneInPlay" : isWon() ? "none" : "noneLost");

/** A bid that is still to be tried shows no answer. */
function beforeRows() {
  return beforeTurns().map((one) => {
    const isAsked = one.mark && one.at !== undefined && isOpen(one.at);
    return make(
      "li",
      { class: "before" },
      make("span", one.what),
      make("span", one.made),
      isAsked
        ? make("button", { class: "link", "data-act": "jump", "data-ply": one.at }, say("tryIt"))
        : make("span", one.mark ? `→ ${one.better}` : say(one.better ? closeness(one) : "bestChoice")),
      one.mark && !isAsked ? make("span", [say(one.mark), kindOf(one)].filter(Boolean).join(" · ")) : null,
      one.mark && !isAsked ? make("b", one.lost) : null
    );
  });
}

function drawMistakes() {
  const rows = (/** @type {Mistake[]} */ some) =>
    some
      .filter((one) => !isHidden(one.ply))
      .sort((a, b) => pointsOf(b) - pointsOf(a))
      .map((one) =>
        make(
          "li",
          make(
            "button",
            { "data-act": "jump", "data-ply": one.ply },
            make("span", `${one.ply + 1}`),
            make("span", say(one.mark)),
            make("span", aboutMistake(one)),
            make("b", lostText(one))
          )
        )
      );
  const shown = rows(mistakes().filter((one) => !isOpen(one.ply))),
    others = folded(),
    [list, more] = all("ol", $("mistakes")),
    [fold, label] = all("details, summary", $("mistakes"));
  // The summary says that there is none.
  $("mistakes").hidden = now.isFinal && !mistakes().length && !others.length && !beforeRows().length;
  list.replaceChildren(
    ...beforeRows(),
    ...(shown.length || (now.isFinal && !mistakes().length) ? shown : [make("li", { class: "quiet" }, say("noneYet"))])
  );
  fold.hidden = !others.length;
  label.textContent = fillIn("folded", others.length);
  more.replaceChildren(...rows(others));
}

/** The plays as a table with a column for each seat. */
function drawColumns() {
  const turns = [...Array(now.game.plies).keys()].map(turnAt);
  $("plays-panel").hidden = turns.some((turn) => !turn);
  if ($("plays-panel").hidden) return;
  /** @type {Map<number, number>[]} */
  const rows = [];
  let last = now.game.seats.length;
  turns.forEach((turn, at) => {
    const place = now.game.seats.indexOf(String(turn?.seat));
    if (last >= place) rows.push(new Map());
    rows[rows.length - 1].set(place, at);
    last = place;
  });
  const isMarked = (/** @type {number} */ at) =>
    mistakes().some((one) => one.ply === at && !isOpen(at)) && !isHidden(at);
  const cell = (/** @type {number | undefined} */ at) =>
    at === undefined
      ? make("td")
      : make(
          "td",
          make(
            "button",
            {
              "data-act": "jump",
              "data-ply": at,
              class: isMarked(at) ? "marked" : "",
              "aria-current": at === now.ply ? "step" : null
            },
            `${moveText(/** @type {Turn} */ (turns[at]))}${isMarked(at) ? " ?" : ""}`
          )
        );
  $("columns").replaceChildren(
    make(
      "table",
      make("thead", make("tr", ...now.game.seats.map((seat) => make("th", { scope: "col" }, nameOf(seat))))),
      make("tbody", ...rows.map((cells) => make("tr", ...now.game.seats.map((_, place) => cell(cells.get(place))))))
    )
  );
}

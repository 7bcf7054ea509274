// Draws the shown puzzle: the open hands, the plays on the table, the verdict and the buttons.

import { byRank, card, counts, fanOf, make, redraw, spoken, tokens } from "../lib/cards.js";
import { results, signsOf, streak } from "../lib/days.js";
import { $, fillIn, gameName, say } from "../lib/state.js";
import { outSeat, playText, sideOf } from "./puzzle_ending.js";
import { run } from "./puzzle_sets.js";
import { dressHand, dressPlay } from "./puzzle_suits.js";
import { moveNode, seatText } from "./puzzle_text.js";

export const STARS = 3;

/** @param {Ending} ending */
export const isOwn = (ending) => sideOf(ending, ending.mover) === run.side;

export const canMove = () => Boolean(run) && !run.isBusy && !run.isSolved && run.verdict !== "refuted";

/** The seat whose hand is shown below: the mover, or the last seat of my side that moved. */
function seatBelow() {
  const { ending, moves, start } = run;
  if (isOwn(ending) && ending.hands[ending.mover]) return ending.mover;
  return [...moves].reverse().find(({ seat }) => sideOf(ending, seat) === run.side)?.seat ?? start.mover;
}

export const handTokens = () => tokens(run.ending.hands[seatBelow()], run.ending.rules.level);

/**
 * A hand as a fan, a column for each rank.
 * @param {string[]} hand
 * @param {(place: number) => Node} drawn
 */
const fan = (hand, drawn) => fanOf(byRank(hand).map((places) => places.map(drawn)));

function drawOthers() {
  const { ending, start } = run,
    below = seatBelow(),
    at = ending.seats.indexOf(below);
  const order = [...ending.seats.slice(at + 1), ...ending.seats.slice(0, at)];
  $("others").replaceChildren(
    ...order.map((seat) => {
      const hand = tokens(ending.hands[seat], ending.rules.level),
        isAlly = sideOf(ending, seat) === run.side;
      const moves = ending.mover === seat && !run.isSolved;
      return make(
        "li",
        { class: isAlly ? "ally" : "enemy", ...(moves ? { "aria-current": "true" } : {}) },
        make(
          "span",
          { class: "seat" },
          seatText(ending.variant, seat),
          make("b", String(hand.length)),
          make("small", say(isAlly ? "partner" : "enemy"))
        ),
        make(
          "div",
          { class: "open", role: "img", "aria-label": hand.map(spoken).join(" ") || say("end") },
          fan(hand, (place) => card(dressHand(hand, seat)[place], ending.rules))
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
    below = seatBelow(),
    isRefuted = run.verdict === "refuted";
  const shown = isRefuted ? run.refutation : moves.slice(-ending.seats.length);
  const first = !shown.length && ending.last ? [{ seat: ending.last.seat, move: playText(ending.last) }] : [];
  const drawn = isRefuted ? [...moves.slice(-1), ...shown] : [...first, ...shown],
    plies = (/** @type {number} */ place) => (first.length ? 0 : moves.length - shown.length + place + 1),
    dress = (/** @type {string} */ seat, /** @type {number} */ place) =>
      isRefuted ? dressPlay(seat, shown.slice(0, place)) : dressPlay(seat, [], plies(place));
  $("trick").replaceChildren(
    ...drawn.map(({ seat, move }, place) =>
      make(
        "span",
        { class: `played${isRefuted && !place ? " wrong" : ""}` },
        make("small", seat === below ? say("you") : seatText(ending.variant, seat)),
        moveNode(move, ending.rules, dress(seat, place))
      )
    )
  );
}

/** The row of squares of the shown day, once it is solved. */
const resultOfDay = () => signsOf(results("puzzle")[run.day]);

function verdictNode() {
  if (run.isSolved)
    return [
      make("b", { class: "badge" }, `✓ ${say(run.puzzle.number ? "only" : "solved")}`),
      " ",
      resultOfDay() ? `${resultOfDay()} · ${fillIn("streak", streak())} · ` : "",
      run.node && !outSeat(run.ending)
        ? say("rest")
        : run.wrong
          ? fillIn("tries", run.wrong)
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
export function button(act, name, isDisabled, kind = "") {
  return make("button", { id: act, "data-act": act, class: kind, disabled: isDisabled }, ...[say(name)].flat());
}

function drawBar() {
  const isRefuted = run.verdict === "refuted";
  const mine = canMove();
  redraw(
    $("actions"),
    run.isSolved
      ? [
          button("restart", "restart", false),
          ...(resultOfDay() ? [button("share", "share", false)] : []),
          button("next", run.puzzle.number ? "next" : "puzzles", false, "main")
        ]
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
export function draw() {
  const { puzzle, ending, start } = run,
    { variant } = ending;
  const first = say(start.last ? "moves" : "leads");
  const name = puzzle.number
    ? [
        run.day ? `${say("puzzleOfDay")} ${run.day} ${resultOfDay()}` : fillIn("puzzle", puzzle.number),
        say(`rating${puzzle.rating}`),
        first,
        fillIn("steps", puzzle.decisions)
      ]
    : [say("edited"), first];
  $("number").textContent = name.join(" · ");
  $("stars").textContent = puzzle.number ? "★".repeat(run.stars) + "☆".repeat(STARS - run.stars) : "";
  $("stars").setAttribute("aria-label", fillIn("stars", run.stars));
  $("stars").hidden = !puzzle.number;
  drawOthers();
  drawTrick();
  $("verdict").replaceChildren(...verdictNode());
  $("verdict").className = run.isSolved ? "solved" : run.verdict;
  const below = seatBelow(),
    belowName = seatText(variant, below);
  $("turn").replaceChildren(
    make("span", { class: "seat" }, `${say("you")} · ${belowName}`, make("b", String(handTokens().length))),
    make("small", gameName(variant))
  );
  $("turn").toggleAttribute("aria-current", canMove());
  const hand = handTokens(),
    dressedHand = dressHand(hand, below);
  redraw($("hand"), [
    fan(hand, (place) =>
      card(dressedHand[place], ending.rules, "button", {
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

// The solution of an ending as lines that unfold: the longest defence first, other moves and their answers on demand.

import { make } from "../lib/cards.js";
import { say } from "../lib/state.js";
import { after, bestLine, legalMoves, outSeat, sideOf, winningMoves } from "./puzzle_ending.js";
import { dressNext } from "./puzzle_suits.js";
import { attempt, moveNode, seatText } from "./puzzle_text.js";

/**
 * @param {Ending} ending
 * @param {string} seat
 * @param {string} move
 * @param {string} verdict
 */
const step = ({ variant, rules, hands }, seat, move, verdict = "") =>
  make(
    "span",
    { class: "step" },
    make("small", seatText(variant, seat)),
    moveNode(move, rules, dressNext(hands[seat], seat)),
    verdict ? make("b", { class: verdict }, say(verdict)) : null
  );

/**
 * A row of moves after an ending.
 * @param {Ending} ending
 * @param {SeatMove[]} moves
 */
function rowOf(ending, moves) {
  let at = ending;
  const steps = moves.map(({ seat, move }) => {
    const node = step(at, seat, move);
    at = after(at, move);
    return node;
  });
  return make("p", { class: "row" }, ...steps);
}

/**
 * A collapsed element that is filled when it is opened.
 * @param {Node | string} summary
 * @param {() => Promise<Node[]>} content
 */
function fold(summary, content) {
  const box = make("div");
  const node = make("details", make("summary", summary), box);
  node.addEventListener("toggle", async () => {
    if (node.open && !box.childNodes.length) box.append(...((await attempt(box, content)) ?? []));
  });
  return node;
}

/**
 * All moves of an ending except some, each with its answer.
 * @param {Ending} ending
 * @param {string[]} shown
 * @param {number} side
 */
async function otherMoves(ending, shown, side) {
  const [legal, winning] = [await legalMoves(ending), await winningMoves(ending)];
  const own = sideOf(ending, ending.mover) === side;
  return [...legal.keys()]
    .filter((move) => !shown.includes(move))
    .map((move) => {
      const following = after(ending, move),
        wins = outSeat(following) ? own : own ? winning.has(move) : !winning.has(move);
      return fold(step(ending, ending.mover, move, wins ? "wins" : "loses"), async () => {
        const line = outSeat(following) ? [] : await bestLine(following);
        return [line.length ? rowOf(ending, line) : make("p", say("end"))];
      });
    });
}

/**
 * One move of the solution, and the other moves, collapsed.
 * @param {Ending} ending
 * @param {string[]} moves
 * @param {number} side
 */
function solutionStep(ending, moves, side) {
  const own = sideOf(ending, ending.mover) === side;
  return make(
    "li",
    { class: own ? "own" : "" },
    step(ending, ending.mover, moves[0]),
    fold(say("others"), async () => {
      const rest = await otherMoves(ending, moves, side);
      return rest.length ? rest : [make("p", { class: "quiet" }, "—")];
    })
  );
}

/**
 * The solution of an ending: the tree of a puzzle, otherwise the line of the solver.
 * @param {Ending} start
 * @param {Tree | null} node
 * @param {number} side
 */
export function linesOf(start, node, side) {
  const list = make("ol", { class: "solution" });
  let ending = start;
  const add = (/** @type {string[]} */ moves) => {
    list.append(solutionStep(ending, moves, side));
    ending = after(ending, moves[0]);
  };
  for (let at = node; at; ) {
    for (const move of at[0].split(" ").filter(Boolean)) add([move]);
    const moves = Object.keys(at[1] ?? {});
    if (!moves.length) break;
    add(moves);
    at = at[1]?.[moves[0]] ?? null;
  }
  if (!node)
    bestLine(start).then(
      (line) => {
        for (const { move } of line) add([move]);
      },
      () => {
        /* the tree was built without it */
      }
    );
  else if (!outSeat(ending)) list.append(make("li", { class: "quiet" }, say("rest")));
  return list;
}

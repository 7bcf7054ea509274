// The solution of an ending as lines that unfold: the longest defence first, every other move and its answer on demand.

import { make } from "./cards.js";
import { attempt, moveNode, seatText } from "./puzzle_text.js";
import { after, bestLine, legalMoves, outSeat, sideOf, winningMoves } from "./puzzle_ending.js";
import { say } from "./state.js";

const step = ({ variant }, seat, move, verdict = "") => make("span", { class: "step" }, make("small", {}, seatText(variant, seat)), moveNode(move), verdict ? make("b", { class: verdict }, say(verdict)) : null);

/** Moves after an ending as a row. */
function rowOf(ending, moves) {
  return make("p", { class: "row" }, ...moves.map(({ seat, move }) => step(ending, seat, move)));
}

/** A fold that is filled when it is opened. */
function fold(summary, content) {
  const box = make("div", {});
  const node = make("details", {}, make("summary", {}, summary), box);
  node.addEventListener("toggle", async () => {
    if (node.open && !box.childNodes.length) box.append(...(await attempt(box, content)) ?? []);
  });
  return node;
}

/** All moves of an ending but some, each with what answers it. */
async function otherMoves(ending, shown, side) {
  const [legal, winning] = [await legalMoves(ending), await winningMoves(ending)];
  const own = sideOf(ending, ending.mover) === side;
  return [...legal.keys()].filter((move) => !shown.includes(move)).map((move) => {
    const following = after(ending, move), wins = outSeat(following) ? own : own ? winning.has(move) : !winning.has(move);
    return fold(step(ending, ending.mover, move, wins ? "wins" : "loses"), async () => {
      const line = outSeat(following) ? [] : await bestLine(following);
      return [line.length ? rowOf(ending, line) : make("p", {}, say("end"))];
    });
  });
}

/** One move of the solution, and a fold with the others. */
function solutionStep(ending, moves, side) {
  const own = sideOf(ending, ending.mover) === side;
  return make("li", { class: own ? "own" : "" }, step(ending, ending.mover, moves[0]),
    fold(say("others"), async () => {
      const rest = await otherMoves(ending, moves, side);
      return rest.length ? rest : [make("p", { class: "quiet" }, "—")];
    }));
}

/** The solution of an ending: its tree where it has one, else the solver's line. */
export function linesOf(start, node, side) {
  const list = make("ol", { class: "solution" });
  let ending = start;
  const add = (moves) => {
    list.append(solutionStep(ending, moves, side));
    ending = after(ending, moves[0]);
  };
  for (let at = node; at; ) {
    for (const move of at[0].split(" ").filter(Boolean)) add([move]);
    const moves = Object.keys(at[1] ?? {});
    if (!moves.length) break;
    add(moves);
    at = at[1][moves[0]];
  }
  if (!node) bestLine(start).then((line) => line.forEach(({ move }) => add([move])), () => { /* it was solved without it */ });
  else if (!outSeat(ending)) list.append(make("li", { class: "quiet" }, say("rest")));
  return list;
}

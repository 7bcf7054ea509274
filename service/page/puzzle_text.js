// What the parts of the page of puzzles share: names, moves as cards, and sentences about what went wrong.

import { Refused } from "./api.js";
import { make, play } from "./cards.js";
import { PASS } from "./puzzle_ending.js";
import { say, state } from "./state.js";
import { otherShape } from "./words.js";

/** A text with values in its gaps. */
export const fill = (name, ...values) => values.reduce((text, value) => text.replace("{}", value), say(name));

/** What a seat is called. */
export function seatText(variant, seat) {
  const names = state.games.get(variant).seat_names?.[seat];
  const text = names ? names[state.lang] : seat;
  return state.lang === "en" ? text[0].toUpperCase() + text.slice(1) : text;
}

/** What a shape is called. */
export function shapeText(variant, id) {
  const shape = state.games.get(variant).shapes.find((one) => one.id === id);
  return shape ? (state.lang === "zh" ? shape.zh : shape.en.replaceAll("_", " ")) : otherShape(id ?? "", state.lang);
}

/** A move as small cards, the pass as a word. */
export const moveNode = (move) => (move === PASS ? make("span", { class: "call" }, say("passes")) : play(move, {}));

/** Say what is wrong where the reader looks. */
export function show(node, text) {
  node.textContent = text;
  node.hidden = !text;
}

/** Do something that the engine or the network may refuse, and say so at *node*. */
export async function attempt(node, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show(node, error.offline ? say("offline") : error.message.replaceAll("`", ""));
    return null;
  }
}

// Shared by the modules of the page of puzzles: names, moves as cards, and error messages.

import { Refused } from "../lib/api.js";
import { make, play } from "../lib/cards.js";
import { say, state } from "../lib/state.js";
import { otherShape } from "../lib/words.js";
import { PASS } from "./puzzle_ending.js";

/** A text with its placeholders replaced. */
export const fill = (name, ...values) => values.reduce((text, value) => text.replace("{}", value), say(name));

/** The name of a seat. */
export function seatText(variant, seat) {
  const names = state.games.get(variant).seat_names?.[seat];
  const text = names ? names[state.lang] : seat;
  return state.lang === "en" ? text[0].toUpperCase() + text.slice(1) : text;
}

/** The name of a shape. */
export function shapeText(variant, id) {
  const shape = state.games.get(variant).shapes.find((one) => one.id === id);
  return shape ? (state.lang === "zh" ? shape.zh : shape.en.replaceAll("_", " ")) : otherShape(id ?? "", state.lang);
}

/** A move as small cards; the pass as a word. */
export const moveNode = (move) => (move === PASS ? make("span", { class: "call" }, say("passes")) : play(move, {}));

/** Show an error message where the visitor looks. */
export function show(node, text) {
  node.textContent = text;
  node.hidden = !text;
}

/** Run *work*; errors of the engine or the network are shown at *node*. */
export async function attempt(node, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show(node, error.offline ? say("offline") : error.message.replaceAll("`", ""));
    return null;
  }
}

// What the board knows, and what every part of it looks up: the position in hand, the games, the language, what to complain of.

import { Refused } from "./api.js";
import { preferred, words } from "./words.js";

export const $ = (id) => document.getElementById(id);

const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
export const store = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing */ } };

export const TOP = 8; // hints that are asked for at first

export const state = {
  lang: stored("lang") || preferred(navigator.languages || [navigator.language || "en"]),
  games: new Map(),
  profiles: [],
  variant: "standard",
  level: stored("level") || "club",
  order: "rest",
  top: TOP,
  facts: null, // the last good analysis
  hand: [],
  picked: new Set(), // places in the hand
  hint: -1, // the hint that was picked last
  editing: false,
  game: null,
  past: [],
  future: [],
  fault: null, // what was complained of last
};

export const say = (name) => words(state.lang)(name);
export const meta = () => state.games.get(state.variant);
export const current = () => (state.facts ? state.facts.position : "");

/** A one-line position taken apart. */
export function parts(line) {
  const [head, seat, hand, bottom, table] = line.split(" ");
  const [variant, inside = ""] = head.split("[");
  const options = Object.fromEntries(inside.replace("]", "").split(",").filter(Boolean).map((pair) => pair.split("=")));
  return { head, variant, options, seat, hand: hand === "-" ? "" : hand, bottom, table };
}

/** What makes a card wild in a position. */
export function rulesOf(line) {
  const { variant, options } = parts(line);
  const game = state.games.get(variant);
  const chosen = (name) => options[name] ?? game.options[name]?.default;
  return { wild: chosen("wild") || "", level: game.suits ? chosen("level") : "" };
}

/** Say at *node* what went wrong, or that nothing does; what is no refusal is a bug of this page. */
export function complain(node, error) {
  node.hidden = !error;
  if (!error) return;
  if (!(error instanceof Refused)) throw error;
  state.fault = error;
  const busy = error.status === 503 || error.status === 429;
  node.textContent = error.offline ? say("offline") : busy ? say("late") : error.message;
}

// The curve of a review: the chance of one side before each ply with its interval, and a dot for each marked loss.

import { make } from "../lib/cards.js";

/** @typedef {{ ply: number, mine: boolean }} OpenPly */
/** @typedef {{ ply: number, loss: number, chance: number, punished: boolean | null, word?: string }} Dot */
/** @typedef {{ points: Review["curve"][string], dots: Dot[], plies: number, at: number, hands?: OpenPly[] }} Curve */

const WIDE = 1000,
  HIGH = 100,
  LEAST_DOT = 8,
  MOST_DOT = 22; // size of the drawing in pixels

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function shape(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

/**
 * @param {number} ply
 * @param {number} plies
 */
const xOf = (ply, plies) => (WIDE * (ply + 0.5)) / (plies + 1);
/** @param {number} share */
const yOf = (share) => HIGH * (0.94 - 0.88 * share);

/**
 * The proven winner with open hands, as a step line at the top or the bottom.
 * @param {OpenPly[]} hands
 * @param {number} plies
 */
const stepsOf = (hands, plies) =>
  hands
    .map(
      ({ ply, mine }, place) =>
        `${place && hands[place - 1].ply === ply - 1 ? "L" : "M"}${xOf(ply, plies)},${mine ? 3 : HIGH - 3}`
    )
    .join("");

/**
 * Draw a curve into *box*: *points* with ply, chance, low and high; *dots* with ply, loss, chance, punished and word;
 * the current ply *at*. *hands* are the plies whose winner with open hands is known.
 * @param {HTMLElement} box
 * @param {Curve} curve
 */
export function drawCurve(box, { points, dots, plies, at, hands = [] }) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const place = (/** @type {number} */ ply, /** @type {number} */ share) => `${xOf(ply, plies)},${yOf(share)}`;
  svg.append(shape("path", { class: "half", d: `M0,${yOf(0.5)}H${WIDE}` }));
  if (points.length) {
    const band = [
      ...points.map(({ ply, high }) => place(ply, high)),
      ...[...points].reverse().map(({ ply, low }) => place(ply, low))
    ];
    svg.append(shape("path", { class: "band", d: `M${band.join("L")}Z` }));
    svg.append(
      shape("path", { class: "line", d: `M${points.map(({ ply, chance }) => place(ply, chance)).join("L")}` })
    );
  }
  if (hands.length) svg.append(shape("path", { class: "hands", d: stepsOf(hands, plies) }));
  svg.append(shape("path", { class: "at", d: `M${xOf(at, plies)},0V${HIGH}` }));
  const largest = [...dots].sort((a, b) => b.loss - a.loss).slice(0, 2);
  const marks = dots.flatMap((dot) => {
    const node = make("i", { class: dot.punished ? "punished" : "" }),
      size = Math.min(MOST_DOT, LEAST_DOT + 24 * Math.sqrt(Math.max(0, dot.loss)));
    const left = (100 * xOf(dot.ply, plies)) / WIDE,
      top = yOf(dot.chance);
    for (const [name, value] of Object.entries({
      left: `${left}%`,
      top: `${top}%`,
      width: `${size}px`,
      height: `${size}px`
    }))
      node.style.setProperty(name, value);
    if (!dot.word || !largest.includes(dot)) return [node];
    const word = make("small", dot.word);
    word.style.setProperty("left", `${Math.max(12, Math.min(88, left))}%`);
    word.style.setProperty(
      "top",
      top > 60 ? `max(0px, calc(${top}% - 30px))` : `min(calc(${top}% + 10px), calc(100% - 17px))`
    );
    return [node, word];
  });
  box.replaceChildren(svg, ...marks);
}

/**
 * The ply at a position of the curve; that of a dot if one is within a finger's width.
 * @param {HTMLElement} box
 * @param {number} clientX
 * @param {Pick<Curve, "plies" | "dots">} curve
 */
export function plyAt(box, clientX, { plies, dots }) {
  const { left, width } = box.getBoundingClientRect(),
    x = clientX - left;
  const near = dots
    .map(({ ply }) => ({ ply, away: Math.abs((xOf(ply, plies) / WIDE) * width - x) }))
    .sort((a, b) => a.away - b.away)[0];
  if (near && near.away <= 14) return near.ply;
  return Math.max(0, Math.min(plies, Math.round((x / width) * (plies + 1) - 0.5)));
}

// Drawings of court cards, jokers and players, which a page loads after its first view: until then cards show suits.

import { addStyle } from "./style.js";

const FACE = `<ellipse cx='16' cy='18' rx='7' ry='8' fill-opacity='.2'/><path d='M12 16h2.500v2h-2.500zm5.500 0
    h2.500v2h-2.500zm-4 7q2.500 1.500 5 0v1q-2.500 2-5 0z'/>`;
const ROBE = "<path d='M2 40q0-12 9-13l5 6 5-6q9 1 9 13z'/><path fill-opacity='.2' d='M13 26h6v2l-3 4-3-4z'/>";

/** @type {Record<string, string>} What distinguishes a figure; drawn in the colour of its suit. */
const FIGURES = {
  J: `${FACE}${ROBE}<path d='M7 13C7 5 15 4 20 5q6 1 5 8-9-4-18 0zm15-8q3-6 7-4 1 4-3 7zM9 14q-5 6-2 12h3q-2-6 1-12z
    m14 0q5 6 2 12h-3q2-6-1-12z'/>`,
  Q: `${FACE}${ROBE}<path d='M8 12L6 4l5 3 5-6 5 6 5-3-2 8q-8-3-16 0zM9 13C3 18 4 27 7 31l5-3C8 24 8 18 11 13zm14 0
    c6 5 5 14 2 18l-5-3c4-4 4-10 1-15zM9 31h14v2H9z'/>`,
  K: `${FACE}${ROBE}<path d='M7 12V3h4v3h3V1h4v5h3V3h4v9q-9-3-18 0zM8 17c0 20 16 20 16 0
    q-1 4-4 4-4-2-8 0-3 0-4-4z'/>`,
  joker: `${FACE}<path d='M7 16C1 15 0 8 4 4q4 6 8 2 1-3 4-6 3 3 4 6 4 4 8-2c4 4 3 11-3 12q-9-4-18 0zM5 40
    l2-9 4 3 5-7 5 7 4-3 2 9z'/><circle cx='4' cy='4' r='2.500'/><circle cx='28' cy='4' r='2.500'/>
    <circle cx='16' cy='2' r='2'/>`
};

const SKIN =
  "<circle cx='16' cy='16' r='8' fill='#f2c79b'/><path d='M12 15h2v2h-2zm6 0h2v2h-2zm-5 5q3 2 6 0v1q-3 2-6 0z'/>";
const body = (/** @type {string} */ colour) => `<path d='M4 32q0-9 12-9t12 9z' fill='${colour}'/>`;

/** @type {Record<string, string>} Players: the landlord in a round cap, farmers in straw hats. */
const PLAYERS = {
  li: `${body("#4a7bd0")}${SKIN}<path d='M7 15q0-9 9-9t9 9q-9-5-18 0z'/>`,
  ".landlord": `${body("#8c2f39")}${SKIN}<path d='M7 13q0-10 9-10t9 10zM14 20q-4 3-5 1 3 0 5-2zm4 0
    q4 3 5 1-3 0-5-2z'/><circle cx='16' cy='3' r='2' fill='#e0b040'/><path d='M7 11h18v2H7z' fill='#e0b040'/>`,
  ".farmer": `${body("#3f7d4e")}${SKIN}<path d='M1 14L16 3l15 11q-15-4-30 0z' fill='#e3bf6a' stroke='#8a6a24'/>`
};

/**
 * @param {number} height
 * @param {string} drawing
 */
const picture = (height, drawing) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 ${height}'>${drawing}</svg>`
  )}")`;

// Tails of speech bubbles, the ring of a robot that thinks, and the bar of my chance, a figure of the advice.
const LOOKS = `
#felt::after { content: ""; position: absolute; inset: auto .8rem 0; height: .25rem;
  background: linear-gradient(to right, var(--gold) var(--chance, 0%), #0000 0); }
:is(.bidding, .over, .editing) #felt::after { display: none; }
#seats .call::before { content: ""; position: absolute; left: .7rem; top: -.3rem; border: .35rem solid #0000;
  border-top: 0; border-bottom-color: var(--face); }
#seats .right .call::before { left: auto; right: .7rem; }
#seats .across .call::before { left: calc(50% - .35rem); }
#seats .me .call::before { left: -.5rem; top: .45rem; transform: rotate(-90deg); }
@media (prefers-reduced-motion: no-preference) { #seats li[aria-current]:not(.me) .seat::before {
  animation: think .7s infinite alternate; } }
@keyframes think { to { box-shadow: 0 0 0 3px var(--gold); } }`;

/** Add the drawings to the style of the page. */
export function addFigures() {
  const figures = Object.entries(FIGURES).map(
    ([name, drawing]) => `.card.${name} { --figure: ${picture(40, drawing)}; }`
  );
  const players = Object.entries(PLAYERS).map(
    ([whose, drawing]) => `${whose} .seat { --player: ${picture(32, drawing)}; }`
  );
  addStyle([...figures, ...players, LOOKS].join("\n"));
}

// The end of a deal: what each pays and why, all hands opened.

import { card, make, play, spoken, tokens } from "./cards.js";
import { drawTable, forgetHand } from "./table.js";
import { $, say, state } from "./state.js";
import { countDeal, signed, tallyText } from "./tally.js";
import { seatName } from "./words.js";

/** What a factor comes to for its seat, which pays for cards that are left and gets a bomb's points from each of the others. */
function worthOf({ code, factor, add, points = add }) {
  if (factor !== undefined) return `×${factor}`;
  if (points === undefined) return "";
  return code === "bomb" ? say("fromEach").replace("{}", points) : signed(code === "cards" ? -points : points);
}

function factorLine(factor, names) {
  const who = factor.seat === undefined ? "" : names(factor.seat);
  return make("li", {}, make("span", {}, factor.text), make("small", {}, who), make("b", {}, worthOf(factor)));
}

/** Cards as a hand has them, highest rank first. */
function inOrder(text, rules) {
  const cards = tokens(text, rules.level);
  return make("span", { class: "cards", role: "img", "aria-label": cards.map(spoken).join(" ") }, ...cards.map((token) => card(token, rules)));
}

/** Count a deal that ended, and return how its game and level stand on this device. */
export const countEnd = (game) => countDeal(game, game.table.result.points?.[game.seat]);

/** Draw what the others still held, open in the place of the hand. */
function drawOpened(table, hands) {
  const rows = table.seats.filter((seat) => hands[seat]).map((seat) => make("li", {},
    make("small", {}, seatName(String(seat), table.me, table.seats, state.lang)), inOrder(hands[seat], table.rules)));
  forgetHand();
  $("hand").replaceChildren(make("ul", { id: "opened" }, ...rows));
}

/** Draw how a game ended: the felt as it was at the end with all hands open, and the bill: who won, what each pays, and why. */
export function drawResult({ table, result, hands, won, line, tally }) {
  const name = (seat) => seatName(String(seat), table.me, table.seats, state.lang);
  const places = result.places.map(String), end = say(won === null ? "ended" : won ? "youWin" : "youLose");
  const last = [...table.trick].reverse().find((turn) => turn.shape);
  const rows = table.seats.map((seat, place) => {
    const points = result.points?.[seat] ?? result.points?.[String(place)];
    const at = places.indexOf(seat);
    return make("tr", {}, make("th", { scope: "row" }, name(seat)), make("td", {}, at >= 0 ? say("place").replace("{}", at + 1) : ""),
      make("td", { class: "points" }, points === undefined ? "" : signed(points)));
  });
  const factors = result.factors || [];
  drawTable({ ...table, turn: null }, end);
  drawOpened(table, hands);
  $("panels").prepend(make("section", { id: "result", "aria-label": say("outcome") },
    make("strong", {}, end),
    last ? make("p", { class: "row last" }, make("span", {}, say("lastPlay").replace("{}", name(last.seat))), play(last.cards, table.rules, last.as)) : null,
    make("table", {}, ...rows),
    factors.length ? make("ul", { "aria-label": say("bill") }, ...factors.map((factor) => factorLine(factor, name))) : null,
    tally.deals ? make("p", { class: "row quiet" }, tallyText(tally), make("button", { "data-act": "scores" }, say("scores"))) : null,
    make("small", {}, [...(result.why || []).map((why) => why.text), line].filter(Boolean).join(" "))));
}

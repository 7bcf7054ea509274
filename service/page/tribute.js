// The tribute of Guandan: who lost pays a card, who won gives one back; robots by advice, the reader by a tap.

import { play, spoken } from "./cards.js";
import { drawChoices, drawTable } from "./table.js";
import { say } from "./state.js";

/** A seat of one deal as the next one counts it, the leader being seat 0. */
export const turned = (seat, leader, number) => String((Number(seat) - Number(leader) + number) % number);

/** One step of a tribute; true if it is mine to do. */
export async function exchange(game, stale) {
  const { tribute } = game.table;
  if (tribute.deal) return showExchange(game, tribute, stale);
  for (const [role, owed, field] of [["give", tribute.give, "paid"], ["return", tribute.return, "returned"]]) {
    for (const [seat, allowed] of Object.entries(owed)) {
      const advice = await game.ask("tribute", handOver(game, role, seat));
      if (stale()) return false;
      const hand = (card) => { game.body.tribute[field][seat] = card; };
      if (seat !== game.me) hand(advice.advice);
      else return choose(game, role === "give" ? "payCard" : "returnCard", stale, () => allowed.map((card) => cardChoice(game, card, card === advice.advice, () => hand(card))));
    }
  }
  if (!tribute.choose.length) return false;
  const first = (seat) => { game.body.tribute.to_first = String(seat); };
  const mine = String(game.body.tribute.order[0]) === game.me;
  if (mine) return choose(game, "chooseFirst", stale, () => tribute.choose.map((seat) => ({ label: game.name(seat), act: () => first(seat) })));
  first(tribute.choose[0]);
  return false;
}

function handOver(game, role, seat) {
  const { options, deal, tribute } = game.body;
  const paid = game.table.tribute.moved.find((step) => String(step.to) === seat)?.card;
  return { variant: game.variant, options, role, hand: deal.hands[seat], ...(role === "return" ? { paid } : {}), ...(role === "give" ? { order: tribute.order, ...others(game, seat) } : {}) };
}

/** The big jokers of the other giver of a double tribute, which decide whether it is refused. */
function others(game, seat) {
  const other = Object.keys(game.table.tribute.give).find((giver) => giver !== seat);
  return other ? { partner_big_jokers: (game.body.deal.hands[other].match(/D/g) || []).length } : {};
}

const cardChoice = (game, card, main, act) => ({ node: play(card, game.rules), label: spoken(card), title: spoken(card), main, act });

/** Let the reader choose, the hand before the eyes. */
async function choose(game, what, stale, choices) {
  const line = `${game.lineOfHand(game.body.deal.hands[game.me])}`;
  if (!(await game.show(line, stale))) return false;
  game.paint(() => {
    drawTable(game.felt({ turn: game.me, left: {} }), say(what));
    document.body.classList.add("waiting");
    drawChoices(choices().map((choice) => ({ ...choice, act: () => { drawChoices([]); game.note(); choice.act(); game.goOn(); } })));
  });
  return true;
}

/** Show what went from hand to hand; then the deal goes on, its seats counted from whoever leads. */
async function showExchange(game, tribute, stale) {
  const names = (seat) => game.name(seat);
  const line = tribute.refused ? () => say("refused") : () => tribute.moved.map(({ from, to, card }) => `${names(from)} → ${names(to)} ${spoken(card)}`).join(" · ");
  if (!(await game.show(game.lineOfHand(game.body.deal.hands[game.me]), stale))) return false;
  game.paint(() => {
    drawTable(game.felt({ turn: null, left: {} }), line());
    drawChoices([{ label: say("play"), main: true, act: () => { drawChoices([]); goOn(game, tribute); game.goOn(); } }]);
  });
  return true;
}

function goOn(game, { deal, match, leader }) {
  game.me = turned(game.me, leader, game.seats.length);
  delete game.body.tribute;
  game.body.deal = { hands: deal.hands };
  if (match) game.body.match = { levels: match.levels, playing: match.playing, failures: match.failures };
}

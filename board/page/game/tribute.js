// The tribute of Guandan: losers pay a card, winners return one; robots follow the advice, the visitor chooses by a
// tap.

import { showText } from "../lib/analysis.js";
import { spoken, tokens } from "../lib/cards.js";
import { placesOf } from "../lib/panels.js";
import { say, session, turned, view } from "../lib/state.js";
import { drawChoices, drawHand, drawTable, lift } from "../lib/table.js";
import { addWords } from "../lib/words.js";

/** @param {Game} game */
const tributeOf = (game) => /** @type {Tributing} */ (game.referee.tribute);

addWords({
  begin: ["Begin", "开始出牌"],
  pay: ["Pay", "进贡"],
  payCard: ["Pay your highest card as tribute: pick it, then press Pay", "进贡：选出最大的一张牌，再点进贡"],
  payOther: ["Tribute is one card, the highest but wild ones", "只能进贡一张，而且要是最大的牌（红桃级牌除外）"],
  returnCard: ["Give a card back: pick it, then press Give back", "还贡：选一张小牌，再点还贡"],
  returnOther: ["Give back one of the small cards that the rules allow", "只能还一张规则允许的小牌"],
  chooseFirst: ["Who pays first place?", "谁给头游进贡？"],
  refused: ["Tribute refused", "抗贡"]
});

/**
 * One step of a tribute; true if it is my turn.
 * @param {Game} game
 * @param {() => boolean} stale
 * @returns {Promise<boolean>}
 */
export async function exchange(game, stale) {
  const tribute = tributeOf(game);
  if (tribute.deal) return showExchange(game, tribute, stale);
  const handovers = /** @type {Required<GameBody>["tribute"] & Handovers} */ (game.body.tribute);
  /** @type {["give" | "return", Record<string, string[]>, "paid" | "returned"][]} */
  const steps = [
    ["give", tribute.give, "paid"],
    ["return", tribute.return, "returned"]
  ];
  for (const [role, owed, field] of steps) {
    for (const [seat, allowed] of Object.entries(owed)) {
      const advice = await game.ask("tribute", handOver(game, role, seat));
      if (stale()) return false;
      const hand = (/** @type {string} */ card) => {
        handovers[field][seat] = card;
      };
      const card = String(advice.advice);
      if (seat !== game.me) hand(card);
      else return handOverMine(game, role, { allowed, advice: card, hand }, stale);
    }
  }
  if (!tribute.choose.length) return false;
  const first = (/** @type {Seat} */ seat) => {
    handovers.to_first = String(seat);
  };
  const mine = String(handovers.order[0]) === game.me;
  if (mine) {
    if (!(await showHand(game, stale))) return false;
    const act = (/** @type {Seat} */ seat) => {
      game.note();
      first(seat);
    };
    return offer(
      game,
      () => [say("chooseFirst")],
      () => tribute.choose.map((seat) => ({ label: game.name(seat), act: () => act(seat) }))
    );
  }
  first(tribute.choose[0]);
  return false;
}

/**
 * @param {Game} game
 * @param {"give" | "return"} role
 * @param {string} seat
 */
function handOver(game, role, seat) {
  const { options, deal, tribute } = game.body;
  const paid = tributeOf(game).moved.find((step) => String(step.to) === seat)?.card;
  return {
    variant: game.variant,
    options,
    role,
    hand: deal.hands[seat],
    order: tribute?.order,
    ...(role === "return" ? { paid } : others(game, seat))
  };
}

/**
 * The jokers of the other giver of a double tribute, which decide whether the tribute is refused.
 * @param {Game} game
 * @param {string} seat
 */
function others(game, seat) {
  const other = Object.keys(tributeOf(game).give).find((giver) => giver !== seat);
  if (!other) return {};
  const jokers = game.body.deal.hands[other].match(game.body.options?.resist === "any" ? /[XD]/g : /D/g) || [];
  return { partner_big_jokers: Math.min(jokers.length, 2) };
}

/**
 * Let the visitor pick and confirm one of the allowed cards of the hand; the advised one comes first.
 * @param {Game} game
 * @param {"give" | "return"} role
 * @param {{ allowed: string[], advice: string, hand: (card: string) => void }} choice
 * @param {() => boolean} stale
 */
async function handOverMine(game, role, { allowed, advice, hand }, stale) {
  if (!(await showHand(game, stale))) return false;
  const word = role === "give" ? "pay" : "return";
  session.hand = handSoFar(game);
  view.picked = new Set(placesOf(advice));
  const picked = () => [...view.picked].map((place) => session.hand[place]);
  const isAllowed = () => {
    const isRight = picked().length === 1 && allowed.includes(picked()[0]);
    if (!isRight) showText(`${word}Other`);
    return isRight;
  };
  const act = () => {
    game.note();
    hand(picked()[0]);
  };
  return offer(
    game,
    () => [say(`${word}Card`)],
    () => [{ label: say(word), main: true, isAllowed, act }]
  );
}

/**
 * Offer choices with my hand in view: one that is allowed can be taken, once, even if it is tapped or drawn twice.
 * @param {Game} game
 * @param {() => string[]} notes
 * @param {() => { label: string, main?: boolean, isAllowed?: () => boolean, act: () => unknown }[]} choices
 * @param {Partial<Table>} more
 */
function offer(game, notes, choices, more = { turn: game.me }) {
  let taken = false;
  game.paint(() => {
    drawTribute(game, more, ...notes());
    drawChoices(
      choices().map(({ act, isAllowed = () => true, ...choice }) => ({
        ...choice,
        disabled: taken,
        act: () => {
          if (!isAllowed()) return;
          taken = true;
          game.repaint?.();
          act();
          game.goOn();
        }
      }))
    );
  });
  return true;
}

/**
 * My hand with the cards that have been exchanged so far.
 * @param {Game} game
 */
function handSoFar({ body, me, rules, table }) {
  const hand = tokens(body.deal.hands[me]);
  for (const { from, to, card } of table?.tribute?.moved ?? []) {
    if (String(from) === me) hand.splice(hand.indexOf(card), 1);
    if (String(to) === me) hand.push(card);
  }
  return tokens(hand.join(""), rules.level);
}

/**
 * Show my hand; one with a card too many has no analysis, so that of the dealt one is shown beside it.
 * @param {Game} game
 * @param {() => boolean} stale
 */
function showHand(game, stale) {
  const dealt = game.body.deal.hands[game.me],
    hand = handSoFar(game);
  return game.show(game.lineOfHand(hand.length > tokens(dealt).length ? dealt : hand.join("")), stale);
}

/**
 * @param {Game} game
 * @param {Partial<Table>} more
 * @param {string[]} notes
 */
function drawTribute(game, more, ...notes) {
  session.hand = handSoFar(game);
  drawTable({ ...game.felt({ left: {} }), ...more, notes }, say("tribute"));
  drawHand();
  lift(tributeOf(game).moved.flatMap(({ to, card }) => (String(to) === game.me ? placesOf(card) : [])));
  document.body.classList.add("waiting", "bidding"); // no hints for plays before the first turn
}

/**
 * Show the exchanged cards; then the deal continues, with seats counted from its leader.
 * @param {Game} game
 * @param {Tributing} tribute
 * @param {() => boolean} stale
 */
async function showExchange(game, tribute, stale) {
  const step = (/** @type {Moved} */ { from, to, card }) => `${game.name(from)} → ${game.name(to)} ${spoken(card)}`;
  if (!(await showHand(game, stale))) return false;
  return offer(
    game,
    () => (tribute.refused ? [say("refused")] : tribute.moved.map(step)),
    () => [{ label: say("begin"), main: true, act: () => goOn(game, tribute) }],
    { turn: null }
  );
}

/**
 * @param {Game} game
 * @param {Tributing} tribute
 */
function goOn(game, { deal, match, leader, moved }) {
  const seatOf = (/** @type {Seat} */ seat) => Number(turned(seat, leader, game.seats.length));
  game.me = turned(game.me, leader, game.seats.length);
  // For a review.
  game.body.tribute = { moved: moved.map(({ from, to, card }) => ({ from: seatOf(from), to: seatOf(to), card })) };
  game.body.deal = { hands: /** @type {GameBody["deal"]} */ (deal).hands };
  if (match) game.body.match = { levels: match.levels, playing: match.playing, failures: match.failures };
}

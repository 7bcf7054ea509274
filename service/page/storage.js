// The current game, stored in the page and the tab: it can be resumed after a reload, another position or another deal.

import { state } from "./state.js";

const keptText = (name) => { try { return sessionStorage.getItem(name); } catch { return null; } };
const keepText = (name, text) => { try { sessionStorage.setItem(name, text); } catch { /* a browser that keeps nothing */ } };

let kept = keptText("game"); // as JSON, empty where nothing is to be gone on with
let keeper = {}; // the game that it is of
let isBegun = true; // I have made a call or a play in it

const isOther = (game) => game !== keeper && game.before !== keeper;

/** Keep a game as the referee knows it; one that I have begun is kept until I have begun another one. */
export function keep(game) {
  const { variant, options, chosen, wild, body, me, mine, undone, lines, log, profile, isTakenBack, auction, table } = game;
  const begun = mine.length > 0;
  if (kept && isBegun && !begun && isOther(game)) return;
  const isOver = table.ended && table.next?.match?.winner !== null;
  const line = lines[game.seat] ?? game.lineOfHand(body.deal.hands[me]);
  kept = isOver ? "" : JSON.stringify({ variant, options, chosen, wild, body, me, mine, undone, lines, log, profile, isTakenBack, line, "said": auction?.calls, over: auction?.over });
  [keeper, isBegun] = [game, begun];
  keepText("game", kept);
}

/** Note the address that stands above a game, by which a reload finds it again. */
export const keepAddress = () => keepText("address", location.search);

/** Whether this address was the one above the game that was kept. */
export const isReload = () => Boolean(kept) && keptText("address") === location.search;

/** Whether a game may be gone on with that is not the one that is shown. */
export const isLeft = () => Boolean(kept) && (!state.game || (isBegun && isOther(state.game)));

/** The game that was kept, as *build* makes it of what was kept. */
export const reopened = (build) => (keeper = build(JSON.parse(kept)));

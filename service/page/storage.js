// The current game, stored in the page and the tab: it can be resumed after a reload, another position or another deal.

import { state } from "./state.js";

const keptText = () => { try { return sessionStorage.getItem("game"); } catch { return null; } };
const keepText = (text) => { try { sessionStorage.setItem("game", text); } catch { /* a browser that keeps nothing */ } };

let kept = keptText(); // as JSON, empty where nothing is to be gone on with
let keeper = {}; // the game that it is of
let isBegun = true; // I have made a call or a play in it

const isOther = (game) => game !== keeper && game.before !== keeper;

/** Keep a game as the referee knows it; one that I have begun is kept until I have begun another one. */
export function keep(game) {
  const { variant, options, chosen, wild, body, me, mine, undone, lines, auction, table } = game;
  const begun = mine.length > 0;
  if (kept && isBegun && !begun && isOther(game)) return;
  const isOver = table.ended && table.next?.match?.winner !== null;
  const line = lines[game.seat] ?? game.lineOfHand(body.deal.hands[me]);
  kept = isOver ? "" : JSON.stringify({ variant, options, chosen, wild, body, me, mine, undone, lines, line, "said": auction?.calls, over: auction?.over });
  [keeper, isBegun] = [game, begun];
  keepText(kept);
}

/** Whether a game may be gone on with that is not the one that is shown. */
export const isLeft = () => Boolean(kept) && (!state.game || (isBegun && isOther(state.game)));

/** The game that was kept, as *build* makes it of what was kept. */
export const reopened = (build) => (keeper = build(JSON.parse(kept)));

// What was won on this device: deals that ended, by game and level.

import { say, state, store, stored } from "./state.js";

/** Deals that ended, by game and level: how many, how many were won, and the points. */
export function allScores() {
  try {
    return JSON.parse(stored("scores") || "{}");
  } catch {
    return {};
  }
}

/** Count a deal that ended, once; practice hands and deals in which something was taken back are not counted. Return the row of its game and level. */
export function countDeal(game, points) {
  const { variant, won, body, me, profile } = game, deal = me + body.deal.hands[me], scores = allScores();
  const row = ((scores[variant] ??= {})[state.level] ??= { deals: 0, won: 0, points: 0 });
  if (won === null || game.isTakenBack || !["plain", "balanced"].includes(profile) || stored("counted") === deal) return row;
  Object.assign(row, { deals: row.deals + 1, won: row.won + Number(won), points: row.points + (points ?? 0) });
  store("scores", JSON.stringify(scores));
  store("counted", deal);
  return row;
}

/** Deals, wins and points in words. */
export const tallyText = ({ deals, won, points }) => say("tally").replace("{}", deals).replace("{}", `${Math.round((100 * won) / deals)}%`).replace("{}", signed(points));

export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

// The results of finished deals on this device, by game and level.

import { say, state, store, stored } from "../lib/state.js";
import { addWords } from "../lib/words.js";

addWords({ tally: ["deals {} · won {} · points {}", "{} 局 · 胜率 {} · {} 分"] });

/**
 * By game and level: number of deals, number won, and points.
 * @returns {Record<string, Record<string, Tally>>}
 */
export function allScores() {
  try {
    return JSON.parse(stored("scores") || "{}");
  } catch {
    return {};
  }
}

const EVEN = { begin: 0.4, step: 0.03 }; // initial share of wins of the robots, and its change after each deal

/**
 * The level of the robots in even matches, adapted to the results of earlier deals.
 * @param {{ variant: string }} game
 */
export const evenLevel = ({ variant }) => ({ win: allScores()[variant]?.even?.win ?? EVEN.begin });

/**
 * The level of even matches after one more deal.
 * @param {Game} game
 */
function nextEven({ variant, won, meta: { win } }) {
  const next = evenLevel({ variant }).win + (won ? EVEN.step : -EVEN.step);
  return Math.min(win.most, Math.max(win.least, Math.round(next * 100) / 100));
}

/**
 * Count a finished deal once; practice hands and deals with undone actions are not counted. Return the row of its game
 * and level.
 * @param {Game} game
 * @param {number | undefined} points
 */
export function countDeal(game, points) {
  const { variant, won, body, me, profile } = game,
    deal = me + body.deal.hands[me],
    scores = allScores();
  const row = ((scores[variant] ??= {})[state.level] ??= { deals: 0, won: 0, points: 0 });
  if (won === null || game.isTakenBack || !["plain", "balanced"].includes(profile) || stored("counted") === deal)
    return row;
  if (state.level === "even") row.win = nextEven(game);
  Object.assign(row, { deals: row.deals + 1, won: row.won + Number(won), points: row.points + (points ?? 0) });
  store("scores", JSON.stringify(scores));
  store("counted", deal);
  return row;
}

const MOST_GAMES = 20;

/**
 * The last finished games, the latest first.
 * @returns {LastGame[]}
 */
export function lastGames() {
  try {
    return JSON.parse(stored("games") || "[]");
  } catch {
    return [];
  }
}

/**
 * Keep a finished game with its result.
 * @param {LastGame} game
 */
export const keepLast = (game) =>
  store("games", JSON.stringify([game, ...lastGames().filter(({ link }) => link !== game.link)].slice(0, MOST_GAMES)));

/**
 * Deals, wins and points as text.
 * @param {Tally} row
 */
export const tallyText = ({ deals, won, points }) =>
  say("tally")
    .replace("{}", String(deals))
    .replace("{}", `${Math.round((100 * won) / deals)}%`)
    .replace("{}", signed(points));

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

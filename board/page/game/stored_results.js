// Results of finished deals, counted and stored on this device by game and level.

import { evenMatch, fillIn, gameOf, keepEven, settings, store, stored, storedValue } from "../lib/state.js";
import { addWords } from "../lib/words.js";

addWords({ tally: ["deals {} · won {} · points {}", "{} 局 · 胜率 {} · {} 分"] });

/** By game and level: number of deals, number won, and points. */
export const allScores = () => storedValue("scores", /** @type {Record<string, Record<string, Tally>>} */ ({}));

/**
 * Count a finished deal once; practice hands and deals with undone actions are not counted. Return the row of its game
 * and level.
 * @param {Game} game
 */
export function countDeal(game) {
  const { variant, won, body, me, profile } = game,
    deal = me + body.deal.hands[me],
    points = game.referee.result?.points?.[String(game.seat)] ?? 0,
    scores = allScores();
  const row = ((scores[variant] ??= {})[settings.level] ??= { deals: 0, won: 0, points: 0 });
  if (won === null || game.isTakenBack || !["plain", "balanced"].includes(profile) || stored("counted") === deal)
    return row;
  if (settings.level === "even") {
    keepEven(variant, { ...evenMatch(variant), won: Number(won), played: 1 });
    if (game.strength) keepClimb(variant, game.strength);
  }
  Object.assign(row, { deals: row.deals + 1, won: row.won + Number(won), points: row.points + points });
  store("scores", JSON.stringify(scores));
  store("counted", deal);
  return row;
}

const MOST_CLIMB = 200;

/**
 * The levels of the robots in the even matches of a game so far, as steps of the ladder.
 * @param {string} variant
 * @returns {number[]}
 */
export const climbOf = (variant) => storedValue("climb", /** @type {Record<string, number[]>} */ ({}))[variant] ?? [];

/**
 * Keep the strength of the robots in an even match, as a place between two steps of the ladder.
 * @param {string} variant
 * @param {Strength} strength
 */
function keepClimb(variant, { level, other, part }) {
  const [from, to] = [level, other].map((id) => gameOf(variant).levels.find((one) => one.id === id)?.step ?? 0);
  const climb = [...climbOf(variant), Math.round(100 * (from + part * (to - from))) / 100];
  store("climb", JSON.stringify({ ...storedValue("climb", {}), [variant]: climb.slice(-MOST_CLIMB) }));
}

const MOST_GAMES = 20;

/** The last finished games, the latest first. */
export const lastGames = () => storedValue("games", /** @type {LastGame[]} */ ([]));

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
  fillIn("tally", deals, `${Math.round((100 * won) / deals)}%`, signed(points));

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

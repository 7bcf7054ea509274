// The current game, saved on this device: the board resumes it on the next visit, or after another position or deal.

import { session, store, stored } from "./state.js";

const STORED = /** @type {const} */ ([
  "variant",
  "options",
  "chosen",
  "wild",
  "body",
  "me",
  "mine",
  "undone",
  "lines",
  "log",
  "profile",
  "attempt",
  "followed",
  "isTakenBack",
  "suits"
]);

let kept = stored("game") ?? ""; // the game as JSON, as this page stored or found it
/** @type {KeptGame | null} */
let keeper = null; // the game of this page that is stored
let { isBegun, isEnded } = /** @type {{ isBegun: boolean, isEnded: boolean }} */ (facts());

/** Whether a bid or play of mine is in the stored game, and whether it is over. */
function facts() {
  try {
    const { mine, isEnded } = /** @type {StoredGame} */ (JSON.parse(kept));
    return { isBegun: isEnded || mine.length > 0, isEnded };
  } catch {
    kept = "";
    return { isBegun: true, isEnded: false };
  }
}

/** @param {KeptGame} game */
const isOther = (game) => !keeper || (game !== keeper && game.before !== keeper);

/**
 * Store a game with the state of the referee; a game that I have begun is kept until I have begun another one.
 * @param {KeptGame} game
 */
export function keep(game) {
  const { mine, body, me, lines, auction, table } = game;
  const begun = mine.length > 0;
  if (kept && isBegun && !isEnded && !begun && isOther(game)) return;
  [keeper, isBegun] = [game, begun];
  isEnded = Boolean(table?.ended) && table?.next?.match?.winner !== null;
  kept = JSON.stringify({
    ...Object.fromEntries(STORED.map((name) => [name, game[name]])),
    isEnded,
    line: (!isEnded && lines[String(game.seat)]) || game.lineOfHand(body.deal.hands[me]),
    said: auction?.calls,
    over: auction?.over
  });
  store("game", kept);
}

/** Whether the stored game is to go on: I have made a bid or a play in it, and it is not over. */
export const isInProgress = () => Boolean(kept) && isBegun && !isEnded;

/**
 * Whether the game to go on is the deal of a day.
 * @param {string} day
 */
export const isInProgressOf = (day) => isInProgress() && JSON.parse(kept).profile === day;

/** Whether a game is stored. */
export const isKept = () => Boolean(kept);

/** Whether there is a game to resume other than the shown one. */
export const isLeft = () => isInProgress() && (!session.game || isOther(session.game));

/** Whether another page has stored a game, or a later state of this one. */
export function isTaken() {
  const text = stored("game");
  if (!text || text === kept) return false;
  kept = text;
  ({ isBegun, isEnded } = facts());
  return true;
}

/**
 * The stored game, built by *build* from the stored data.
 * @param {(stored: StoredGame) => Game} build
 */
export function reopened(build) {
  const game = build(JSON.parse(kept));
  keeper = game;
  return game;
}

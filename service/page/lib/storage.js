// The current game, stored in the page and the tab: it can be resumed after a reload, or after another position or
// deal.

import { state } from "./state.js";

/** @param {string} name */
const keptText = (name) => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};
/**
 * @param {string} name
 * @param {string} text
 */
const keepText = (name, text) => {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    /* storage is disabled */
  }
};

let kept = keptText("game"); // as JSON, empty without a game to resume
/** @type {KeptGame | null} */
let keeper = null; // the stored game
let isBegun = true; // I have made a bid or a play in it

/** @param {KeptGame} game */
const isOther = (game) => !keeper || (game !== keeper && game.before !== keeper);

/**
 * Store a game with the state of the referee; a game that I have begun is kept until I have begun another one.
 * @param {KeptGame} game
 */
export function keep(game) {
  const { variant, options, chosen, wild, body, me, mine, undone, lines, log, profile, isTakenBack, auction, table } =
    game;
  const begun = mine.length > 0;
  if (kept && isBegun && !begun && isOther(game)) return;
  const isOver = Boolean(table?.ended) && table?.next?.match?.winner !== null;
  const line = lines[String(game.seat)] ?? game.lineOfHand(body.deal.hands[me]);
  kept = isOver
    ? ""
    : JSON.stringify({
        variant,
        options,
        chosen,
        wild,
        body,
        me,
        mine,
        undone,
        lines,
        log,
        profile,
        isTakenBack,
        line,
        said: auction?.calls,
        over: auction?.over
      });
  [keeper, isBegun] = [game, begun];
  keepText("game", kept);
}

/** Store the address of the game, by which a reload finds it. */
export const keepAddress = () => keepText("address", location.search);

/** Whether this address is that of the stored game. */
export const isReload = () => Boolean(kept) && keptText("address") === location.search;

/** Whether there is a game to resume other than the shown one. */
export const isLeft = () => Boolean(kept) && (!state.game || (isBegun && isOther(state.game)));

/**
 * The stored game, built by *build* from the stored data.
 * @param {(stored: StoredGame) => Game} build
 */
export function reopened(build) {
  const game = build(JSON.parse(/** @type {string} */ (kept)));
  keeper = game;
  return game;
}

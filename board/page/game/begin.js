// Begins and resumes games, and leaves them for something else.

import { ownEntry, showError } from "../lib/analysis.js";
import { isDay } from "../lib/days.js";
import { reopened } from "../lib/saved_game.js";
import {
  $,
  chosenOptions,
  current,
  dropPanel,
  parts,
  rememberedRules,
  rememberRules,
  session,
  settings,
  toTable,
  view
} from "../lib/state.js";
import { drawActions, drawPlays } from "../lib/table.js";
import { auctions, Game } from "./game.js";

/** @type {{ game: Game | null | undefined } | null} */
let waiting = null; // the game interrupted by another request, until that request is answered

/**
 * Analyse something else; if that fails, the game continues. True on success.
 * @template T
 * @param {() => Promise<T>} work
 */
export async function aside(work) {
  const mine = (waiting = { game: session.game ?? waiting?.game });
  session.game = null;
  const came = await work();
  if (waiting !== mine) return came;
  waiting = null;
  if (came || !mine.game || session.game) return came;
  const { game } = mine;
  session.game = game;
  if (!game.myTurn && !game.table?.ended) game.goOn();
  return false;
}

/**
 * The options of the next deal: those of the current game (not the revealed ones), of the shown position, or the last
 * chosen ones.
 * @returns {Record<string, string>}
 */
function optionsOfNext() {
  if (session.game?.body.variant === session.variant) return session.game.chosen;
  return session.facts && parts(current()).variant === session.variant
    ? chosenOptions()
    : rememberedRules(session.variant);
}

const VARIANT_OF_DAY = "standard";
const usualProfile = () => (settings.balanced ? "balanced" : "plain");

/**
 * Begin a game with the chosen variant and options, after *before* in a match, or the deal of the day that *profile*
 * names; does nothing until the games are known.
 * @param {string} profile
 * @param {Game | null} before
 * @param {Record<string, string>} options
 */
export function begin(profile = usualProfile(), before = null, options = before?.chosen ?? optionsOfNext()) {
  if (!session.games.size) return null;
  const day = isDay(profile);
  if (day) session.variant = VARIANT_OF_DAY;
  const game = new Game(session.variant, day ? {} : options, before);
  if (!day) rememberRules(session.variant, options);
  open(game);
  return game.step(() => game.deal(profile));
}

/**
 * Deal once more on a day whose deal was passed out: the next seed, the same for everybody.
 * @param {Game} passedOut
 */
function dealAgain({ day, attempt }) {
  const game = Object.assign(new Game(VARIANT_OF_DAY), { attempt: attempt + 1 });
  open(game);
  return game.step(() => game.deal(day));
}

/**
 * Show a game in place of anything else.
 * @param {Game} game
 */
export function open(game) {
  game.again = () => (game.day && game.won === null ? dealAgain(game) : begin(usualProfile(), game));
  for (const id of ["split-panel", "hints-panel"]) $(id).style.minHeight = "";
  Object.assign(session, { past: [], future: [], game });
  view.editing = false;
  document.body.classList.remove("editing", "home", "over");
  $("pad").hidden = true;
  if (document.activeElement !== $("line")) $("paste").reset();
  dropPanel("result");
  document.body.classList.toggle("bidding", game.meta.bottom > 0);
  showError($("message"), null);
  drawActions(); // removes the actions of the previous game
  drawPlays(game);
  toTable();
  ownEntry();
}

/** Resume the stored game. */
export async function resume() {
  let dealt = "";
  const { Auction } = await auctions();
  const game = reopened(({ line, said: calls, over, suits, ...kept }) => {
    const restored = new Game(kept.variant);
    Object.assign(restored.suits, { looks: suits?.looks ?? {}, order: suits?.order ?? {} });
    if (calls) restored.auction = Object.assign(new Auction(restored, kept.body.deal.bottom ?? ""), { calls, over });
    dealt = line;
    return Object.assign(restored, kept);
  });
  session.variant = game.variant;
  open(game);
  game.showDealt(dealt);
  return game.goOn();
}

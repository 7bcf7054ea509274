// Begins and resumes games, and leaves them for something else.

import { showError } from "../lib/analysis.js";
import { isDay } from "../lib/days.js";
import {
  $,
  chosenOptions,
  current,
  dropPanel,
  parts,
  rememberedRules,
  rememberRules,
  state,
  toTable
} from "../lib/state.js";
import { reopened } from "../lib/storage.js";
import { drawActions } from "../lib/table.js";
import { auctions, Game, ownEntry } from "./game.js";

/** @type {{ game: Game | null | undefined } | null} */
let waiting = null; // the game interrupted by another request, until that request is answered

/**
 * Analyse something else; if that fails, the game continues. True on success.
 * @template T
 * @param {() => Promise<T>} work
 */
export async function aside(work) {
  const mine = (waiting = { game: state.game ?? waiting?.game });
  state.game = null;
  const came = await work();
  if (waiting !== mine) return came;
  waiting = null;
  if (came || !mine.game || state.game) return came;
  const { game } = mine;
  state.game = game;
  if (!game.myTurn && !game.table?.ended) game.goOn();
  return false;
}

/**
 * The options of the next deal: those of the current game (not the revealed ones), of the shown position, or the last
 * chosen ones.
 * @returns {Record<string, string>}
 */
function optionsOfNext() {
  if (state.game?.body.variant === state.variant) return state.game.chosen;
  return state.facts && parts(current()).variant === state.variant ? chosenOptions() : rememberedRules(state.variant);
}

const VARIANT_OF_DAY = "standard";
const usualProfile = () => (state.balanced ? "balanced" : "plain");

/**
 * Begin a game with the chosen variant and options, after *before* in a match, or the deal of the day that *profile*
 * names; does nothing until the games are known.
 * @param {string} profile
 * @param {Game | null} before
 * @param {Record<string, string>} options
 */
export function begin(profile = usualProfile(), before = null, options = before?.chosen ?? optionsOfNext()) {
  if (!state.games.size) return null;
  const day = isDay(profile);
  if (day) state.variant = VARIANT_OF_DAY;
  const game = new Game(state.variant, day ? {} : options, before);
  if (!day) rememberRules(state.variant, options);
  open(game);
  return game.step(() => game.deal(profile));
}

/**
 * Show a game in place of anything else.
 * @param {Game} game
 */
export function open(game) {
  game.again = () => begin(usualProfile(), game);
  for (const id of ["split-panel", "hints-panel"]) $(id).style.minHeight = "";
  Object.assign(state, { editing: false, past: [], future: [], game });
  document.body.classList.remove("editing", "home", "over");
  $("pad").hidden = true;
  $("paste").reset();
  dropPanel("result");
  document.body.classList.toggle("bidding", game.meta.bottom > 0);
  showError($("message"), null);
  drawActions(); // removes the actions of the previous game
  toTable();
  ownEntry();
}

/** Resume the stored game. */
export async function resume() {
  let dealt = "";
  const { Auction } = await auctions();
  const game = reopened(({ line, said: calls, over, suits: own = null, ...kept }) => {
    const restored = new Game(kept.variant);
    restored.suits.own = own;
    if (calls) restored.auction = Object.assign(new Auction(restored, kept.body.deal.bottom ?? ""), { calls, over });
    dealt = line;
    return Object.assign(restored, kept);
  });
  state.variant = game.variant;
  open(game);
  game.showDealt(dealt);
  return game.goOn();
}

// The suits of a game under review: those of its table.

import { turnsOf } from "../lib/deal_suits.js";
import { GameSuits } from "../lib/game_suits.js";
import { gameOf, session } from "../lib/state.js";
import { looksIn } from "../lib/suits.js";
import { now } from "./reviewed.js";

/** @param {string} looks What its cards look like, as far as the rule does not give it. */
export function wearSuits(looks) {
  const { game } = now,
    { seats } = game.tables[0].auction ?? {},
    turns = turnsOf(gameOf(game.body.variant), game.body.history),
    me = Object.keys(game.body.deal.hands).find((place) => String(seats?.[place] ?? place) === game.viewer) ?? "";
  session.suits = new GameSuits({
    meta: gameOf(game.body.variant),
    body: game.body,
    me,
    log: turns,
    get below() {
      return game.me;
    },
    get table() {
      const { auction = null } = game.tables[0];
      return { auction: auction && now.ply < 0 ? { ...auction, landlord: null } : auction };
    },
    get plies() {
      return Math.max(0, now.ply + (turns[now.ply]?.seat === game.me ? 0 : 1)); // the table shows another's play
    }
  });
  session.suits.looks = looksIn(looks);
}

// The suits of a game that this device dealt, for its review: those of its table.

import { GameSuits } from "../lib/game_suits.js";
import { gameOf, session } from "../lib/state.js";
import { now, turnAt } from "./reviewed.js";

/** @param {GameSuits["own"]} own The suits that the game has kept. */
export function wearSuits(own) {
  session.suits = new GameSuits({
    get body() {
      return now.game.body;
    },
    get table() {
      return now.game.tables[Math.max(0, now.ply)];
    },
    get log() {
      return [...Array(Math.max(0, now.ply + 1)).keys()]
        .map((at) => ({ at, turn: turnAt(at) }))
        .flatMap(({ at, turn }) => (turn && (at < now.ply || String(turn.seat) !== now.game.me) ? [turn] : []));
    },
    get me() {
      const seats = now.game.tables[0].auction?.seats;
      return Object.keys(now.game.body.deal.hands).find((one) => String(seats?.[one] ?? one) === now.game.me) ?? "";
    },
    get meta() {
      return gameOf(now.game.body.variant);
    }
  });
  session.suits.own = own;
}

// The state of a deal, and the earlier states to which its player can go back.

import { GameSuits } from "../lib/game_suits.js";

export class Undoable {
  /** The deal and its history, as the referee reads them. */
  body = /** @type {GameBody} */ ({});
  me = ""; // my place at the table
  /** @type {Turn[]} */
  log = []; // all plays and passes so far: seat, cards and shape
  /** @type {import("./auction.js").Auction | undefined} */
  auction;
  /** @type {Stand[]} */
  mine = []; // the states before each of my bids, tribute cards and plays
  /** @type {Stand[]} */
  undone = []; // the states at which they were taken back, the latest last
  suits = new GameSuits(/** @type {Game} */ (/** @type {unknown} */ (this)));
  isTakenBack = false; // whether anything was ever taken back
  judging = false; // a bid or play of mine is being checked

  /** The day of which this is the deal: its moves cannot be taken back. */
  get day() {
    return "";
  }
  /** Continue the deal. */
  async goOn() {}

  /**
   * Run the check of my bid or play; undo is disabled meanwhile.
   * @param {() => unknown} work
   */
  async judge(work) {
    this.judging = true;
    try {
      await work();
    } finally {
      this.judging = false;
    }
  }

  get canUndo() {
    return this.mine.length > 0 && !this.judging && !this.day;
  }
  get canRedo() {
    return this.undone.length > 0 && !this.judging;
  }

  /**
   * The state of the deal; the names of its fields are fixed, because a tab may have stored a game of an earlier
   * version.
   */
  get stand() {
    return structuredClone({
      body: this.body,
      me: this.me,
      log: this.log,
      told: this.auction && { said: this.auction.calls, over: this.auction.over }
    });
  }

  /** Store the state before a bid, tribute card or play of mine, for undo. */
  note() {
    this.mine.push(this.stand);
    this.undone = [];
  }

  /**
   * Restore the last state of *from*, or an earlier one; the current state is pushed to *to*.
   * @param {Stand[]} from
   * @param {Stand[]} to
   */
  async turnBack(from, to, steps = 1) {
    for (let step = 0; step < steps; step++) {
      to.push(this.stand);
      const { body, me, log = [], told: auction } = /** @type {Stand} */ (from.pop());
      Object.assign(this, { body, me, log });
      if (auction) Object.assign(/** @type {object} */ (this.auction), { calls: auction.said, over: auction.over });
    }
    await this.goOn();
  }

  /**
   * The number of my actions since my last decision before or at a ply of the history.
   * @param {number} ply
   */
  stepsTo(ply) {
    const lengths = this.mine.map(({ body }) => body.history.length),
      last = Math.max(0, ...lengths.filter((length) => length <= ply));
    return lengths.filter((length) => length >= last).length;
  }

  /** Undo my last bids, tribute cards or plays and all that followed. */
  async undo(steps = 1) {
    this.isTakenBack = true;
    if (this.canUndo) await this.turnBack(this.mine, this.undone, steps);
  }

  /** Redo the last undone action. */
  async redo() {
    if (this.canRedo) await this.turnBack(this.undone, this.mine);
  }
}

// The suits of a game without suits, which its cards keep from the deal to the table.

import { Suits } from "./deal_suits.js";
import { session, view } from "./state.js";
import { dressed, pickedFirst } from "./suits.js";

export class GameSuits {
  /** @type {Looks} */
  looks = {}; // of a game that began elsewhere
  /** @type {Record<string, string>} */
  order = {}; // the suits of my cards, in the order in which I picked and played them

  /** @param {GameOfCards} game */
  constructor(game) {
    this.game = game;
  }

  toJSON() {
    return { looks: this.looks, order: this.order };
  }

  /** What the page knows of the cards: all hands as dealt, and the plays so far. */
  get known() {
    const { body, table, log, me, meta, plies, below } = this.game,
      { hands = {}, bottom = "" } = body.deal ?? {}, // none while the next deal is on its way
      { seats, landlord = null } = table?.auction ?? {},
      seat = (/** @type {string} */ place) => String(seats?.[place] ?? place),
      isMine = landlord !== null && String(landlord) === me;
    return {
      deck: meta.deck,
      me: seat(me),
      hand: (hands[me] ?? "") + (isMine ? bottom : ""),
      bottom,
      ...(landlord === null ? {} : { landlord: seat(String(landlord)) }),
      turns: log,
      ...(plies === undefined ? {} : { plies }),
      ...(below === undefined ? {} : { below }),
      hands: Object.fromEntries(Object.entries(hands).map(([place, cards]) => [seat(place), cards]))
    };
  }

  get now() {
    const { known } = this;
    return new Suits(known, this.looks, { [known.me]: this.order });
  }

  /** Move the suits of the picked cards before those of the cards that stay. */
  play() {
    const { mine } = this.now;
    Object.assign(this.order, pickedFirst(mine, dressed(session.hand, mine), view.picked));
  }
}

// The suits of a game without suits, which its cards keep from the deal to the table.

import { counts } from "./cards.js";
import { session, view } from "./state.js";
import { dressed, suitsOf } from "./suits.js";

export class GameSuits {
  /** @type {Record<string, Record<string, string>> | null} Suits by place and rank, in the order of play. */
  own = null;

  /** @param {Pick<Game, "body" | "table" | "log" | "me" | "meta">} game */
  constructor(game) {
    this.game = game;
  }

  toJSON() {
    return this.own;
  }

  /**
   * The suits of a place, those of the bottom included for the landlord.
   * @param {string} place
   */
  at(place) {
    const { body, table } = this.game;
    if (!body.deal) return {}; // the last hand is drawn while the next deal is on its way
    const { hands, bottom = "" } = body.deal,
      places = Object.keys(hands);
    if (!this.own) {
      const dealt = suitsOf([...places.map((one) => hands[one]), bottom]);
      this.own = Object.fromEntries([...places, "bottom"].map((one, at) => [one, dealt[at]]));
    }
    const own = this.own[place] ?? {};
    if (String(table?.auction?.landlord) === place && this.own.bottom) {
      for (const [rank, suits] of Object.entries(this.own.bottom)) own[rank] = (own[rank] ?? "") + suits;
      this.own.shown = this.own.bottom;
      delete this.own.bottom;
    }
    return own;
  }

  /** The suits of the bottom, also once the landlord has it. */
  get bottom() {
    return this.mine && (this.own?.shown ?? this.at("bottom"));
  }

  get mine() {
    return this.at(this.game.me);
  }

  /**
   * The suits of a seat.
   * @param {string} seat
   */
  of(seat) {
    const { body, table } = this.game,
      seats = table?.auction?.seats;
    return this.at(Object.keys(body.deal?.hands ?? {}).find((one) => String(seats?.[one] ?? one) === seat) ?? seat);
  }

  /**
   * The suits of the cards that a seat has played, by default so far.
   * @param {string} seat
   * @param {number} [plies]
   */
  played(seat, plies) {
    const log = this.game.log.slice(0, plies);
    const played = counts(log.map((turn) => (String(turn.seat) === seat ? turn.cards : "")).join(""));
    return Object.fromEntries(
      Object.entries(this.of(seat)).map(([rank, suits]) => [rank, suits.slice(0, played[rank] ?? 0)])
    );
  }

  /** Move the suits of the picked cards before those of the cards that stay. */
  play() {
    if (this.game.meta.suits) return;
    const own = this.mine,
      hand = dressed(session.hand, own);
    for (const rank of Object.keys(own)) {
      const places = [...hand.keys()].filter((place) => hand[place][0] === rank);
      const first = places.filter((place) => view.picked.has(place)),
        others = places.filter((place) => !view.picked.has(place));
      const before = own[rank].slice(0, own[rank].length - places.length);
      own[rank] = before + [...first, ...others].map((place) => hand[place][1] ?? "").join("");
    }
  }
}

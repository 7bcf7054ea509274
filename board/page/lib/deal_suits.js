// Suits for cards that have none, given by one rule, so that the cards of a deal look alike on every page. No request
// has them, and a position has none; a link names those that the rule alone does not give. No browser is needed here.

import { tokens } from "./cards.js";
import { isPlain } from "./suits.js";

const ALL = "shcd";

/**
 * The suits of a rank in the order in which its cards get them; *begun*: the first ones. A deck that lacks cards of a
 * rank lacks the last suits.
 * @param {string} rank
 */
function cycleOf(rank, number = ALL.length, begun = "") {
  const at = number < ALL.length ? 0 : (rank.charCodeAt(0) + 1) % ALL.length,
    usual = (ALL.slice(at) + ALL.slice(0, at)).slice(0, Math.max(number, begun.length));
  return [...begun, ...usual].filter((suit, place, all) => all.indexOf(suit) === place);
}

/**
 * The known cards of a deal, each with its seat, in the order in which they get suits: mine, the bottom, what others
 * have played, the rest of their hands. My cards of the bottom are the last of mine, those of another landlord its
 * first, so that whatever it plays can be one of them.
 * @param {KnownCards} known
 * @returns {Generator<[string, string]>}
 */
function* cardsOf({ me, hand, bottom = "", landlord = "bottom", turns, hands = {} }) {
  const mine = tokens(hand),
    below = tokens(bottom),
    added = landlord === me ? below.flatMap(([rank]) => taken(mine, rank)) : below;
  for (const token of mine) yield [me, token];
  for (const token of added) yield [landlord, token];
  /** @type {Record<string, string[]>} */
  const left = { [landlord]: [...below] }; // cards of a seat that have suits and are not played
  /** @type {Record<string, string[]>} */
  const dealt = Object.fromEntries(Object.entries(hands).map(([seat, cards]) => [seat, tokens(cards)]));
  for (const { seat, cards } of turns) {
    if (String(seat) === me) continue;
    for (const token of tokens(cards)) {
      if (!taken(left[seat], token[0]).length) yield [String(seat), taken(dealt[seat], token[0])[0] ?? token];
    }
  }
  for (const [seat, cards] of Object.entries(dealt)) if (seat !== me) for (const token of cards) yield [seat, token];
}

/**
 * Remove the first card of a rank; it is returned, if there is one.
 * @param {string[] | undefined} cards
 * @param {string} rank
 */
function taken(cards = [], rank) {
  const at = cards.findIndex((token) => token[0] === rank);
  return at < 0 ? [] : cards.splice(at, 1);
}

/**
 * The turns of a history, each with its seat: the first seat leads, and one without cards has no turns.
 * @param {Pick<Variant, "seats" | "hand_size">} game
 * @param {PlayValue[]} history
 */
export function turnsOf({ seats, hand_size }, history) {
  const left = seats.map((seat) => hand_size[seat]);
  let at = -1;
  return history.map((value) => {
    const { cards, seat } = typeof value === "string" ? { cards: value.split("=")[0], seat: undefined } : value;
    do at = (at + 1) % seats.length;
    while (left[at] <= 0 && left.some((number) => number > 0));
    if (seat !== undefined) at = seats.findIndex((one) => String(one) === String(seat));
    left[at] -= tokens(cards).length;
    return { seat: String(seats[at]), cards };
  });
}

/**
 * The cards that a position shows.
 * @param {Pick<Parts, "seat" | "hand" | "bottom" | "table">} position
 * @param {Pick<Variant, "seats" | "hand_size" | "deck">} game
 * @returns {KnownCards}
 */
export function knownOf({ seat: me, hand, bottom, table = "" }, game) {
  const seats = game.seats.map(String),
    before = seats[(seats.indexOf(me) + seats.length - 1) % seats.length],
    [, beaten = "", owner = before] = /^\?([^@=;]*)(?:=[^@;]*)?(?:@([^;]*))?/.exec(table) ?? [],
    seen = /;seen=([^;]*)/.exec(table)?.[1] ?? "",
    turns = table.startsWith("?")
      ? [
          { seat: owner, cards: beaten },
          { seat: "seen", cards: seen }
        ]
      : turnsOf(game, table === "-" ? [] : table.split(","));
  return {
    deck: game.deck,
    me,
    hand: [hand, ...turns.filter(({ seat }) => seat === me).map(({ cards }) => cards)].join(""),
    bottom: bottom === "-" ? "" : bottom,
    ...(seats.includes("landlord") ? { landlord: "landlord" } : {}),
    turns
  };
}

/** The suits of the known cards of a deal: of each seat by rank, in the order of play. */
export class Suits {
  /** @type {Record<string, Record<string, string>>} */
  own = {};

  /**
   * @param {KnownCards} known
   * @param {Looks} looks First suits of ranks whose cards get them in another order than by the rule.
   * @param {Record<string, Record<string, string>>} order Suits of a seat's cards, in the order in which it plays them.
   */
  constructor(known, looks = {}, order = {}) {
    this.known = known;
    const written = [known.hand, known.bottom, ...Object.values(known.hands ?? {})].join();
    /** @type {Record<string, string[]>} */
    const free = {};
    const next = (/** @type {string} */ rank) => {
      free[rank] ??= cycleOf(rank, known.deck[rank], looks[rank]).filter((suit) => !written.includes(rank + suit));
      return free[rank].shift() ?? "";
    };
    for (const [seat, token] of cardsOf(known)) {
      if ("XDW".includes(token[0])) continue;
      this.own[seat] ??= {};
      this.own[seat][token[0]] = (this.own[seat][token[0]] ?? "") + (token[1] ?? next(token[0]));
    }
    this.bottom = this.ofBottom();
    const sorted = (/** @type {string} */ suits) => [...suits].sort().join("");
    for (const [seat, ranks] of Object.entries(order))
      for (const [rank, suits] of Object.entries(ranks))
        if (sorted(suits) === sorted(this.of(seat)[rank] ?? "")) this.own[seat][rank] = suits;
  }

  /** The suits of the bottom, which the landlord has: the last of mine, or the first of another landlord's. */
  ofBottom() {
    const { bottom = "", landlord = "bottom", me } = this.known,
      own = this.of(landlord);
    /** @type {Record<string, string>} */
    const suits = {};
    for (const [rank] of tokens(bottom)) {
      const length = (suits[rank]?.length ?? 0) + 1;
      suits[rank] = (landlord === me ? own[rank]?.slice(-length) : own[rank]?.slice(0, length)) ?? "";
    }
    return suits;
  }

  /**
   * The suits of a seat.
   * @param {string} seat
   */
  of(seat) {
    return this.own[seat] ?? {};
  }

  /** The suits of the shown hand. */
  get mine() {
    return this.of(this.known.below ?? this.known.me);
  }

  /**
   * The suits of the cards that a seat has played, by default so far; *more*: turns that would follow.
   * @param {string} seat
   * @param {number} [plies]
   * @param {Pick<Turn, "seat" | "cards">[]} more
   */
  played(seat, plies = this.known.plies, more = []) {
    /** @type {Record<string, number>} */
    const played = {};
    for (const turn of [...this.known.turns.slice(0, plies), ...more])
      if (String(turn.seat) === seat) for (const [rank] of tokens(turn.cards)) played[rank] = (played[rank] ?? 0) + 1;
    return Object.fromEntries(
      Object.entries(this.of(seat)).map(([rank, suits]) => [rank, suits.slice(0, played[rank] ?? 0)])
    );
  }

  /**
   * What makes the known cards of a position look as they do here, as far as the rule does not.
   * @param {KnownCards} known
   */
  looksOf(known) {
    /** @type {Looks} */
    const looks = {};
    /** @type {Record<string, number>} */
    const met = {};
    for (const [seat, token] of cardsOf(known)) {
      const key = seat + token[0];
      met[key] = (met[key] ?? -1) + 1;
      if (isPlain(token)) looks[token[0]] = (looks[token[0]] ?? "") + (this.of(seat)[token[0]]?.[met[key]] ?? "");
    }
    const isUsual = (/** @type {string} */ rank) => cycleOf(rank, known.deck[rank]).join("").startsWith(looks[rank]);
    return Object.fromEntries(Object.entries(looks).filter(([rank]) => !isUsual(rank)));
  }
}

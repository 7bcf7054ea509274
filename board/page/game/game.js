// A whole game against robots through the public API: the page knows all hands, the referee checks every play, and the
// request for a robot's move contains only what its seat may know.

import { isFollowed } from "../lib/advice.js";
import { analyse, firstView, ownEntry, showError } from "../lib/analysis.js";
import { fetched, pause, post } from "../lib/api.js";
import { face, tokens } from "../lib/cards.js";
import { dayNumber, isDay } from "../lib/days.js";
import { keepNetworks } from "../lib/offline_files.js";
import { keep } from "../lib/saved_game.js";
import {
  $,
  dropPanel,
  evenMatch,
  fillIn,
  gameOf,
  hasWon,
  headOf,
  keepEven,
  parts,
  rulesOf,
  say,
  session,
  settings,
  settle,
  shown,
  sideIn,
  toTable,
  turned,
  view
} from "../lib/state.js";
import { drawActions, drawChoices, drawHand, drawPlays, drawTable } from "../lib/table.js";
import { seatName } from "../lib/words.js";
import { Undoable } from "./undo.js";

// Minimum seconds that a robot's play is shown; 0 with reduced motion.
const ROBOT_PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 0.45;
const ILLEGAL = 422; // status of a play that the referee refuses
const END_PAUSE = 1200; // the last play is shown for this time before the next action is enabled
const SEATLESS = ["plain", "balanced"]; // profiles of deals that favour no seat
const MOST_SEED = 2 ** 31;
const SEED_OF_DAY = 48_271; // of the generator of Park and Miller: neighbouring days have distant seeds
const LEVEL_OF_DAY = "regular";
const MAY_NEED_NETWORKS = 0.4; // share of wins from which the next deals may be against a level with networks

/** @param {number} most */
const randomBelow = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;

const fetchResult = () => fetched(import("./result.js"));

/** @type {typeof import("./animations.js") | null} */
let feelPart = null;
const fetchFeel = () =>
  fetched(import("./animations.js")).then(
    (part) => {
      feelPart = part;
      session.game?.feel();
    },
    () => {
      /* optional: the game works without effects */
    }
  );

/** Load the modules that a game needs after its first view. */
async function fetchLater() {
  await firstView;
  if (!feelPart) fetchFeel();
  fetchResult().catch(() => {
    /* retried at the end of the game */
  });
}

export const auctions = () => fetched(import("./auction.js"));

export class Game extends Undoable {
  /** @type {Record<string, string>} Options that the visitor chose for every deal: a match begins at its level. */
  chosen;
  profile = ""; // that of the deal
  attempt = 0; // deals of the same day that were passed out before
  /** @type {number[]} Plies of my moves that followed the advice. */
  followed = [];
  wild = ""; // the wild ranks, revealed once there is a landlord
  /** @type {GameAnswer | null} The last answer of the referee. */
  table = null;

  /**
   * *before* is the previous game of the same match, if any.
   * @param {string} variant
   * @param {Record<string, string>} options
   * @param {Game | null} before
   */
  constructor(variant, options = {}, before = null) {
    const next = before?.table?.next,
      isWon = (next?.match?.winner ?? null) !== null;
    super();
    this.variant = variant;
    this.chosen = before ? before.chosen : options;
    this.options = { ...this.chosen, ...(isWon ? {} : next?.options) };
    /** @type {Game | null} */
    this.before = next && !isWon ? before : null;
    this.meta = gameOf(variant);
    this.seats = this.meta.seats.map(String);
    /** @type {Record<string, string>} */
    this.lines = {}; // the latest position line of each seat
    this.run = 0; // incremented to cancel earlier work
    this.myTurn = false;
    this.heldUp = false; // halted by an error until the retry
    /** @type {Strength | null} */
    this.strength = null; // of the robots in an even match, once one has moved
    /** @type {Promise<void> | null} */
    this.dealt = null; // resolves when my dealt hand has been drawn
    this.seen = ""; // the position drawn since then
    /** @type {(() => void) | null} */
    this.repaint = null; // redraws the current view
  }

  /** Begin the deal after this one. */
  again() {}

  /** Whether I have acted in it and it is not over. */
  get goesOn() {
    return this.mine.length > 0 && !this.table?.ended;
  }

  /** The last answer of the referee, once there is one. */
  get referee() {
    return /** @type {GameAnswer} */ (this.table);
  }

  get live() {
    return session.game === this;
  }
  /**
   * @template {keyof Answers} K
   * @param {K} path
   * @param {object} body
   */
  ask(path, body) {
    return post(path, body, settings.lang);
  }
  /**
   * Draw something now and whenever the language changes.
   * @param {() => void} work
   */
  paint(work) {
    this.repaint = work;
    work();
  }
  /**
   * @param {Seat} seat
   * @param {Seat | undefined} me
   */
  name(seat, me = this.seat) {
    return seatName(String(seat), me, this.seats, settings.lang);
  }

  /** The day of which this is the deal, the same for everybody; or none. */
  get day() {
    return isDay(this.profile) ? this.profile : "";
  }

  async deal(profile = "plain") {
    this.profile = profile;
    const { day } = this,
      seed = day ? (dayNumber(day) * SEED_OF_DAY + this.attempt) % MOST_SEED : randomBelow(MOST_SEED);
    const request = { variant: this.variant, options: { ...this.options, ...this.drawWild() }, seed };
    if (profile !== "plain" && !day)
      Object.assign(request, { profile }, SEATLESS.includes(profile) ? null : { seat: this.meta.seats[0] });
    const [dealt, parts] = await Promise.all([this.ask("deal", request), this.meta.bottom ? auctions() : null]);
    const keys = dealt.bottom !== null ? this.seats.map((_, place) => String(place)) : this.seats;
    this.me = SEATLESS.includes(profile) ? keys[randomBelow(keys.length)] : keys[0];
    this.body = {
      variant: this.variant,
      options: dealt.options,
      deal: { hands: Object.fromEntries(this.seats.map((seat, place) => [keys[place], dealt.hands[seat]])) },
      history: []
    };
    this.wild = dealt.options.wild;
    if (this.wild) this.body.options = { ...dealt.options, wild: "" }; // revealed once there is a landlord
    if (this.meta.suits) this.body.match = this.standing(dealt.options.level);
    if (dealt.bottom !== null) {
      this.body.deal.bottom = dealt.bottom;
      this.auction = new /** @type {typeof import("./auction.js")} */ (parts).Auction(this, dealt.bottom);
    }
    if (this.before) this.follow();
    this.showDealt(this.lineOfHand(this.body.deal.hands[this.me]));
    await this.goOn();
  }

  /** Draw random wild ranks for each deal: two if the option has two. */
  drawWild() {
    if (this.variant !== "laizi") return {};
    const drawn = this.options.wild?.[1] ? this.meta.options.wild.values.filter((ranks) => ranks[1]) : ["random"];
    return { wild: drawn[randomBelow(drawn.length)] };
  }

  /**
   * Show my hand as dealt, during the auction.
   * @param {string} line
   */
  showDealt(line) {
    this.dealt = this.show(line, () => !this.live).then(
      () => {
        this.seen = line;
        feelPart?.showDeal();
      },
      () => {}
    );
  }

  /** Take over the seat and the tribute from the previous game; the leader becomes seat 0. */
  follow() {
    const { table, me } = /** @type {Game} */ (this.before);
    const { leader, tribute } = /** @type {GameAnswer & { next: object }} */ (table).next;
    if (tribute) this.body.tribute = { order: tribute.order, paid: {}, returned: {} };
    if (!this.auction) this.me = tribute || leader === null ? me : turned(me, leader, this.seats.length);
  }

  /**
   * The standing of the match before this deal.
   * @param {string} level
   */
  standing(level) {
    const before = this.before?.table?.next?.match;
    return before
      ? { levels: before.levels, playing: before.playing, failures: before.failures }
      : { levels: [level, level], playing: 0, failures: [0, 0] };
  }

  /** My seat, once the seat of my place is known. */
  get seat() {
    return this.auction ? this.table?.auction?.seats?.[this.me] : this.me;
  }

  /**
   * Run *work*; an error is shown with a retry button.
   * @param {() => unknown} work
   */
  async step(work) {
    this.heldUp = false;
    try {
      await work();
    } catch (error) {
      if (!this.live) return;
      showError($("message"), error, () => this.step(work));
      this.heldUp = !this.myTurn;
    }
  }

  note() {
    ownEntry();
    super.note();
  }

  /** Continue the game; after an error only the failed step is retried. */
  goOn() {
    return this.step(() => this.advance());
  }

  /** Let the robots bid and play until it is my turn or the end. */
  async advance() {
    const run = ++this.run;
    const stale = () => !this.live || run !== this.run;
    fetchLater();
    this.myTurn = false;
    this.repaint = null; // remove earlier views, such as a result
    document.body.classList.remove("over");
    dropPanel("result");
    try {
      while (!(await this.nextStep(stale)));
    } catch (error) {
      if (!stale()) throw error;
    }
  }

  /**
   * One bid, tribute card or play; true if it is my turn, or the game is over.
   * @param {() => boolean} stale
   * @returns {Promise<boolean>}
   */
  async nextStep(stale) {
    const table = await this.ask("game", this.body);
    if (stale()) return true;
    const before = this.table;
    this.table = table;
    this.logPlay(before);
    Object.assign(this.lines, table.positions);
    this.keep();
    if (table.ended) {
      await this.finish(stale);
      return true;
    }
    const mine = table.tribute
      ? await (await fetched(import("./tribute.js"))).exchange(this, stale)
      : this.auction && !this.auction.over
        ? await this.auction.step(stale)
        : await this.turnOfPlay(stale);
    return mine || stale();
  }

  /** Store it on the device. */
  keep() {
    keep(this);
  }

  /**
   * Log the last accepted play; a play that ended a trick was a pass.
   * @param {GameAnswer | null} before
   */
  logPlay(before) {
    const { trick } = this.referee;
    if (this.log.length !== this.body.history.length - 1) return;
    this.log.push(trick.at(-1) ?? /** @type {Turn} */ ({ seat: before?.turn?.seat, cards: "", shape: null }));
  }

  /**
   * Show a position beside the table; it replaces other pending requests.
   * @param {string} line
   * @param {() => boolean} stale
   */
  async show(line, stale) {
    await this.dealt;
    const seen = this.seen === line;
    this.seen = "";
    if (seen) {
      drawHand(); // the referee has named the landlord meanwhile, who has the suits of the bottom
      return !stale();
    }
    while (!stale() && !(await analyse({ position: line }, { history: "replace", strict: true }))) await pause(0.05);
    return !stale();
  }

  /**
   * A hand as a position line, of a seat that may have this number of cards.
   * @param {string} hand
   */
  lineOfHand(hand) {
    const seat =
      tokens(hand).length > this.meta.hand_size[this.seats[this.seats.length - 1]]
        ? this.seats[0]
        : this.seats[this.seats.length - 1];
    return `${headOf(this.variant, this.body.options ?? {})} ${seat} ${hand} - ?`;
  }

  get rules() {
    return rulesOf(this.lineOfHand("-"));
  }

  // ---- plays

  /** @param {() => boolean} stale */
  async turnOfPlay(stale) {
    const seat = String(this.referee.turn?.seat);
    const line = this.referee.positions[seat];
    if (seat === this.seat) {
      if (!(await this.show(line, stale))) return false;
      if (shown().passing.legal && !shown().hints.some((hint) => !hint.pass)) {
        // no play beats it
        this.paint(() => this.drawPlay());
        await pause(ROBOT_PAUSE);
        if (!stale()) this.body.history.push("");
        return false;
      }
      this.myTurn = true;
      this.paint(() => this.drawPlay());
      return true;
    }
    this.paint(() => this.drawPlay());
    const [value] = await Promise.all([this.robotPlay(line), pause(ROBOT_PAUSE)]);
    if (!stale()) this.body.history.push(value);
    return false;
  }

  /**
   * The play of the robot to move; "" is a pass.
   * @param {string} position
   * @returns {Promise<PlayValue>}
   */
  async robotPlay(position) {
    const { move } = await this.ask("move", { position, level: this.level });
    if (move.strength) this.keepLevel(move.strength);
    return move.pass ? "" : move.as ? { cards: move.cards, as: move.as } : move.cards;
  }

  /** The level of the robots; in an even match it follows from the deals before. */
  get level() {
    if (this.day) return LEVEL_OF_DAY;
    return settings.level === "even" ? { even: evenMatch(this.variant) } : settings.level;
  }

  /**
   * Keep the strength at which the robots play an even match.
   * @param {Strength} strength
   */
  keepLevel(strength) {
    this.strength = strength;
    const at = strength.win;
    const { played, at: before } = evenMatch(this.variant);
    if (!played && at === before) return;
    keepEven(this.variant, { won: 0, played: 0, at });
    if (at > MAY_NEED_NETWORKS) keepNetworks("adept");
  }

  /**
   * Play cards; "" is a pass.
   * @param {PlayValue} value
   */
  async play(value) {
    if (!this.myTurn) return;
    const history = [...this.body.history, value],
      ply = this.body.history.length,
      isAdvised = isFollowed(value, session.advised),
      left = session.hand.filter((_, place) => !view.picked.has(place));
    this.myTurn = false;
    await this.judge(() => this.ask("game", { ...this.body, history })).catch((error) => {
      this.myTurn = true;
      if (error.status === ILLEGAL) feelPart?.shakeHand();
      throw error;
    });
    if (!this.live) return;
    showError($("message"), null);
    this.note();
    this.body.history = history;
    this.followed = [...this.followed.filter((before) => before < ply), ...(isAdvised ? [ply] : [])];
    if (!this.meta.suits) this.suits.play();
    session.hand = left;
    view.picked = new Set();
    drawHand();
    drawActions();
    await this.goOn();
  }

  // ---- drawing

  /**
   * The data of the table to draw.
   * @param {Partial<Table>} more
   * @returns {Table}
   */
  felt(more = {}) {
    const table = this.referee,
      turn = table.turn?.seat,
      acted = new Set(table.trick.map(({ seat }) => seat));
    const past = this.log
      .slice(-this.seats.length)
      .filter(({ seat }) => seat !== turn && !acted.has(seat))
      .map((one) => ({ ...one, past: true }));
    return {
      seats: this.seats,
      me: this.seat,
      turn,
      left: table.left,
      trick: [...past, ...table.trick],
      rules: this.rules,
      bottom: this.body.deal.bottom,
      ...more
    };
  }

  drawPlay() {
    const { turn } = /** @type {{ turn: NonNullable<GameAnswer["turn"]> }} */ (this.referee);
    const mine = String(turn.seat) === this.seat,
      thinks = mine ? say("autoPass") : `${this.name(turn.seat)} ${say("thinks")}`;
    const status = this.myTurn ? say(turn.leads ? "youLead" : "yourTurn") : thinks;
    if (document.body.classList.contains("bidding")) settle();
    drawTable(this.felt(), status);
    drawPlays(this);
    document.body.classList.toggle("waiting", !this.myTurn);
    drawActions();
    this.feel(); // measures the table: after all that changes it
  }

  /** Animate the last play, if the effects are loaded. */
  feel() {
    feelPart?.showPlay(this);
  }

  get side() {
    return sideIn(this.variant, this.seat);
  }

  /** Whether my side won; null in a void deal. */
  get won() {
    return hasWon(this.variant, this.seat, this.referee.result?.winner);
  }

  /** The standing of a match, my side first. */
  /** @param {{ winner: number | null, levels: string[] }} match */
  standingOf({ winner, levels }) {
    return winner === null ? fillIn("match", face(levels[this.side]), face(levels[1 - this.side])) : say("matchWon");
  }

  /** @param {() => boolean} stale */
  async finish(stale) {
    const { drawResult } = await fetchResult();
    if (stale()) return;
    const { result, left, next } = this.referee,
      goesOn = next?.match?.winner === null;
    let isHeld = true; // a double tap on the last play must not start the next game
    const hands = Object.fromEntries(
      Object.entries(left)
        .filter(([, number]) => number)
        .map(([seat]) => [seat, parts(this.lines[seat]).hand])
    );
    const standing = next?.match ? this.standingOf(next.match) : "";
    session.hand = [];
    this.paint(() => {
      const table = (this.seat === undefined && this.auction?.felt(false)) || this.felt();
      drawPlays(this);
      drawResult({ table, result: /** @type {Result} */ (result), hands, won: this.won, line: standing });
      settle();
      document.body.classList.add("over");
      drawChoices([
        {
          label: say(goesOn ? "nextDeal" : this.won === null ? "dealAgain" : "again"),
          small: goesOn ? standing : "",
          main: true,
          disabled: isHeld,
          act: () => this.again()
        }
      ]);
      this.feel();
    });
    toTable();
    setTimeout(() => {
      isHeld = false;
      if (this.live && this.table?.ended) this.repaint?.();
    }, END_PAUSE);
  }
}

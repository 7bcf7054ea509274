// A whole game against robots by the public API alone: all hands stay in this page, the referee judges every play, and each
// robot is asked with what its own seat may know.

import { post } from "./api.js";
import { make, play, tokens } from "./cards.js";
import { shapeName } from "./panels.js";
import { bidName, seatName } from "./words.js";

// Milliseconds that a robot's play may be looked at; who wants no motion waits for none.
const ROBOT_PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;
const MOST_SEED = 2 ** 31;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const randomBelow = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;

export class Game {
  /** *before* is what the last game said of the next one. */
  constructor(host, variant, options = {}, before = null) {
    this.host = host;
    this.variant = variant;
    this.options = options;
    this.match = before?.match || null;
    this.table = null; // what the referee said last
    this.mine = []; // where in the history my own plays stand
    this.ended = false;
  }

  get lang() { return this.host.state.lang; }
  get current() { return this.host.state.game === this; }
  ask(path, body) { return post(path, body, this.lang); }

  async deal(profile = "plain") {
    const seed = randomBelow(MOST_SEED);
    const wild = this.variant === "laizi" && !this.options.wild ? { wild: "random" } : {};
    const asked = { variant: this.variant, options: { ...this.options, ...wild }, seed };
    const meta = this.host.state.games.get(this.variant);
    this.seats = meta.seats.map(String);
    if (profile !== "plain") Object.assign(asked, { profile, seat: meta.seats[0] });
    const dealt = await this.ask("deal", asked);
    this.auctioned = dealt.bottom !== null;
    const keys = this.auctioned ? this.seats.map((_, place) => String(place)) : this.seats;
    this.me = profile === "plain" ? keys[randomBelow(keys.length)] : keys[0];
    this.body = {
      variant: this.variant, options: dealt.options,
      deal: { hands: Object.fromEntries(this.seats.map((seat, place) => [keys[place], dealt.hands[seat]])) }, history: [],
    };
    if (this.match) this.body.match = { levels: this.match.levels, playing: this.match.playing, failures: this.match.failures };
    if (this.auctioned) {
      this.body.deal.bottom = dealt.bottom;
      this.body.auction = { bids: [], doubled: [] };
    }
    await this.advance();
  }

  /** My seat, once it is known which seat my place has. */
  get seat() { return this.auctioned ? this.table?.auction?.seats?.[this.me] : this.me; }

  /** Let the robots speak and play until it is my word, my turn or the end. */
  async advance() {
    while (this.current) {
      this.table = await this.ask("game", this.body);
      if (!this.current) return;
      if (this.table.ended) return this.finish();
      const mine = this.table.turn ? await this.turnOfPlay() : await this.turnToSpeak();
      if (mine) return;
    }
  }

  // ---- the auction

  async turnToSpeak() {
    const { place, words } = this.table.auction;
    const mine = place === null || String(place) === this.me;
    if (mine && words.length) {
      await this.showWords(words);
      return true;
    }
    const advice = await this.advice(place);
    this.body.auction.bids.push(advice.recommended);
    return false;
  }

  advice(place) {
    const { deal, auction } = this.body;
    const asked = { variant: this.variant, options: this.body.options, bids: auction.bids, place, bidding: this.table.auction.bidding, hand: deal.hands[String(place)] };
    const { words } = this.table.auction;
    if (words.includes("kick") || words.includes("kick_back")) asked.bottom = deal.bottom;
    if (words.includes("kick_back")) asked.hand += deal.bottom;
    return this.ask("bid", asked);
  }

  async showWords(words) {
    const { host, lang } = this;
    const line = this.lineOfHand(this.body.deal.hands[this.me]);
    if (!(await host.show(line)) || !this.current) return;
    const advice = await this.advice(Number(this.me)).catch(() => null);
    if (!this.current) return;
    const chance = new Map((advice?.actions || []).map((action) => [action.bid, action.win]));
    host.table().replaceChildren(make("span", {}, host.say("yourBid")), ...this.saidSoFar());
    host.actions().replaceChildren(...words.map((word) => {
      const win = chance.get(word);
      const label = bidName(word, lang) + (!win ? "" : ` ${Math.round(win * 100)}%`);
      return make("button", { class: advice?.recommended === word ? "main" : "", title: host.say("chance"), onclick: () => this.speak(word) }, label);
    }));
  }

  saidSoFar() {
    return this.body.auction.bids.map((bid) => make("span", { class: "said" }, bidName(bid, this.lang)));
  }

  speak(word) {
    this.host.actions().replaceChildren(); // one word, however often it is tapped
    if (word === "double") this.body.auction.doubled.push(Number(this.me));
    else this.body.auction.bids.push(word);
    return this.step(() => this.advance());
  }

  lineOfHand(hand) {
    const chosen = Object.entries(this.body.options).filter(([name, value]) => value !== this.host.state.games.get(this.variant).options[name].default);
    const inside = chosen.map(([name, value]) => `${name}=${value}`).join(",");
    return `${this.variant}${inside ? `[${inside}]` : ""} ${this.seats[this.seats.length - 1]} ${tokens(hand).join("")} - ?`;
  }

  // ---- plays

  async turnOfPlay() {
    const seat = String(this.table.turn.seat);
    const line = this.table.positions[seat];
    if (seat === this.seat) {
      await this.host.show(line);
      return true;
    }
    this.drawTrick();
    const [answer] = await Promise.all([this.ask("move", { position: line, level: this.host.state.level }), pause(ROBOT_PAUSE)]);
    if (!this.current) return true;
    const { cards, as, pass } = answer.move;
    this.body.history.push(pass ? "" : as ? { cards, as } : cards);
    return false;
  }

  /** Play cards, or pass with "" for them. */
  async play(value) {
    const seat = this.seat;
    if (this.ended || !this.table?.turn || String(this.table.turn.seat) !== seat) return;
    this.body.history.push(value);
    try {
      await this.ask("game", this.body);
    } catch (error) {
      this.body.history.pop();
      throw error;
    }
    this.mine.push(this.body.history.length - 1);
    this.host.dropPicked();
    this.host.actions().replaceChildren();
    await this.advance();
  }

  get canUndo() { return this.mine.length > 0; }

  /** Take back my last play and all that followed. */
  async undo() {
    if (!this.mine.length) return;
    this.ended = false;
    this.body.history.length = this.mine.pop();
    await this.advance();
  }

  async step(work) {
    try {
      await work();
    } catch (error) {
      this.host.complain(error);
    }
  }

  // ---- drawing

  drawSeats(node, lang) {
    const left = this.table?.left || {};
    const turn = this.table?.turn ? String(this.table.turn.seat) : "";
    node.replaceChildren(...this.seats.map((seat) => make("li", seat === turn ? { "aria-current": "true" } : {},
      seatName(seat, lang), seat === this.seat ? ` (${this.host.say("you")})` : "", make("b", {}, String(left[seat] ?? "")))));
  }

  drawTrick() {
    const { host, lang } = this;
    this.drawSeats(host.seats(), lang);
    const rules = host.rulesOf(Object.values(this.table.positions)[0] || this.lineOfHand(""));
    host.table().replaceChildren(...this.table.trick.map((turn) => make("span", {}, make("small", {}, seatName(turn.seat, lang) + " "),
      turn.shape ? play(turn.cards, rules, turn.as) : host.say("passes"))));
    if (!this.table.trick.length && this.table.turn) host.table().append(make("span", {}, `${seatName(this.table.turn.seat, lang)} ${host.say("leads")}`));
  }

  finish() {
    const { host, lang } = this;
    const { result, next } = this.table;
    this.ended = true;
    this.drawSeats(host.seats(), lang);
    const rows = this.seats.map((seat, place) => {
      const points = result.points?.[seat] ?? result.points?.[String(place)];
      const at = result.places.map(String).indexOf(seat);
      return make("tr", {}, make("th", { scope: "row" }, seatName(seat, lang) + (seat === this.seat ? ` (${host.say("you")})` : "")),
        make("td", {}, at >= 0 ? `${host.say("place")} ${at + 1}` : ""), make("td", {}, points === undefined ? "" : String(points)));
    });
    const why = [...(result.factors || []), ...(result.why || [])].map((found) => found.text).filter(Boolean).join(" ");
    host.table().replaceChildren(make("div", { id: "result" }, make("strong", {}, host.say("ended")), make("table", {}, ...rows), make("small", {}, why)));
    host.actions().replaceChildren(make("button", { class: "main", onclick: () => host.again(next) }, host.say("again")));
  }
}

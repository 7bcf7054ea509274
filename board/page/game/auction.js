// An auction: bids in turn, kicks, and finally doubling.

import { make } from "../lib/cards.js";
import { narrow, texts } from "../lib/panels.js";
import { $, say, settings, settle } from "../lib/state.js";
import { drawChoices, drawTable } from "../lib/table.js";
import { addWords, bidName, percent, seatName } from "../lib/words.js";

addWords({
  chance: ["chance to win", "胜率"],
  advised: ["Advised", "建议"],
  yourBid: ["Your bid", "轮到你叫"],
  expected: ["points", "预期得分"],
  doubling: ["Double?", "加倍吗？"],
  bidSays: [
    "A landlord wins or loses double, so expected points decide, not the chance alone.",
    "地主输赢双份，所以按预期得分选，不只看胜率。"
  ],
  doubleSays: ["Doubling changes no chance, only what the deal is worth.", "加倍不改变胜率，只让输赢翻倍。"]
});

/**
 * The name of a bid among the possible ones: a pass is named after the bid that is declined.
 * @param {Bid} word
 * @param {Bid[]} words
 * @returns {Bid}
 */
const called = (word, words) => (word === "pass" ? `no_${words.find((other) => other !== "pass")}` : word);

/** Whether a bid is made when the bottom is shown. */
const isAfterAuction = (/** @type {Bid} */ word) => ["kick", "kick_back", "double"].includes(String(word));

export class Auction {
  /**
   * @param {Game} game
   * @param {string} bottom
   */
  constructor(game, bottom) {
    this.game = game;
    this.bottom = bottom;
    /** @type {Record<string, Bid>} The last bid of each place. */
    this.calls = {};
    this.over = false;
    const chosen = ["standard", "laizi"].includes(game.variant)
      ? { bidding: game.day ? "points" : settings.bidding }
      : {};
    game.body.auction = { ...chosen, bids: [], doubled: [] };
  }

  get places() {
    return this.game.seats.map((_, place) => String(place));
  }
  /** The auction as the referee reports it. */
  get referee() {
    return /** @type {NonNullable<GameAnswer["auction"]>} */ (this.game.referee.auction);
  }
  get record() {
    return /** @type {NonNullable<GameBody["auction"]>} */ (this.game.body.auction);
  }

  /**
   * One bid of the auction; true if it is my turn.
   * @param {() => boolean} stale
   */
  async step(stale) {
    const { place, words } = this.referee;
    if (this.game.wild && (!words.length || words.includes("double")))
      this.game.body.options = { ...this.game.body.options, wild: this.game.wild };
    if (!words.length) this.over = true;
    if (this.over) return false;
    // Each place decides independently.
    if (place === null) return this.ask(["pass", "double"], stale, (word) => this.double(word, stale));
    if (String(place) === this.game.me) return this.ask(words, stale, (word) => this.speak(place, word, words));
    this.game.paint(() => {
      drawTable(
        this.felt(false),
        `${seatName(String(place), this.game.me, this.places, settings.lang)} ${say("thinks")}`
      );
      this.draw(words);
    });
    const { recommended } = await this.advice(place, words, this.game.level);
    if (!stale()) this.speak(place, recommended, words);
    return false;
  }

  /**
   * @param {Seat} place
   * @param {Bid} word
   * @param {Bid[]} words
   */
  speak(place, word, words) {
    this.record.bids.push(word);
    this.calls[place] = called(word, words);
  }

  /**
   * The bid of a level, by default the best one, for a place that sees its own hand and, once it is shown, the bottom.
   * @param {Seat} place
   * @param {Bid[]} words
   * @param {BidRequest["level"]} [level]
   */
  advice(place, words, level) {
    const { game } = this;
    const { landlord, bidding } = this.referee;
    /** @type {BidRequest} */
    const request = {
      variant: game.variant,
      options: game.body.options,
      bids: this.record.bids,
      place: Number(place),
      bidding,
      level,
      hand: game.body.deal.hands[place]
    };
    if (words.some(isAfterAuction)) request.bottom = this.bottom;
    if (request.bottom && Number(place) === landlord) request.hand += this.bottom;
    return game.ask("bid", request);
  }

  /**
   * Show my hand and my possible bids.
   * @param {Bid[]} words
   * @param {() => boolean} stale
   * @param {(word: Bid) => unknown} act
   */
  async ask(words, stale, act) {
    const { game } = this;
    const { landlord } = this.referee;
    const known = words.some(isAfterAuction);
    const hand = game.body.deal.hands[game.me] + (known && Number(game.me) === landlord ? this.bottom : "");
    if (!(await game.show(game.lineOfHand(hand), stale))) return false;
    // The bids come from the referee; advice is optional.
    const advice = await this.advice(game.me, words).catch(() => null);
    if (stale()) return false;
    const about = new Map((advice?.actions || []).map((action) => [action.bid, action]));
    let taken = false; // one bid, even if it is tapped or drawn twice
    const points = (/** @type {Bid} */ word) =>
      narrow.matches
        ? advice?.recommended === word && say("advised")
        : about.has(word) && pointsOf(Number(about.get(word)?.score));
    game.paint(() => {
      settle();
      drawTable(this.felt(known), say(words.includes("double") ? "doubling" : "yourBid"));
      document.body.classList.add("waiting");
      if (advice) drawBids(advice, (word) => bidName(called(word, words), settings.lang));
      this.draw(words, (word) => ({
        main: advice?.recommended === word,
        title: narrow.matches ? undefined : say("expected"),
        small: points(word) || "",
        disabled: taken,
        act: () => {
          taken = true;
          game.repaint?.();
          game.note();
          let isJudged = false;
          game.step(async () => {
            if (!isJudged) await game.judge(() => act(word));
            isJudged = true;
            await game.advance();
          });
        }
      }));
    });
    return true;
  }

  /**
   * Draw the bids of the auction; buttons are disabled once no bid is possible.
   * @param {Bid[]} words
   * @param {(word: Bid) => Choice} more
   */
  draw(words, more = () => ({ disabled: true })) {
    document.body.classList.add("bidding");
    drawChoices(words.map((word) => ({ label: bidName(called(word, words), settings.lang), ...more(word) })));
  }

  /**
   * Make my choice to double, then those of the robots: all of them, or none if a request fails.
   * @param {Bid} word
   * @param {() => boolean} stale
   */
  async double(word, stale) {
    const doubled = word === "double" ? [Number(this.game.me)] : [];
    for (const place of this.places.filter((other) => other !== this.game.me)) {
      const { recommended } = await this.advice(place, ["double"], this.game.level);
      if (stale()) return;
      if (recommended === "double") doubled.push(Number(place));
    }
    this.record.doubled = doubled;
    this.over = true;
  }

  /**
   * @param {boolean} known
   * @returns {Table}
   */
  felt(known) {
    const { place, landlord } = this.referee;
    const names =
      known && landlord !== null
        ? Object.fromEntries(this.places.map((other) => [other, this.nameOf(other, landlord)]))
        : null;
    return {
      seats: this.places,
      me: this.game.me,
      turn: place === null ? this.game.me : place,
      left: {},
      trick: [],
      calls: this.calls,
      names,
      landlord: names ? String(landlord) : undefined,
      rules: this.game.rules,
      bottom: known ? this.bottom : null
    };
  }

  /**
   * @param {Seat} place
   * @param {number} landlord
   */
  nameOf(place, landlord) {
    const seats = this.game.seats;
    const seat = (/** @type {Seat} */ at) => seats[(Number(at) - landlord + seats.length) % seats.length];
    return this.game.name(seat(place), seat(this.game.me));
  }
}

// ---- the advice -----------------------------------------------------------------------------------------------------

/**
 * Expected points of a bid, with sign.
 * @param {number} score
 */
const pointsOf = (score) =>
  `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(1)}${settings.lang === "zh" ? "分" : ""}`;

/**
 * Draw the expected points of each bid, the advised one marked, with the chance to win.
 * @param {BidAnswer} advice
 * @param {(bid: Bid) => string} name
 */
function drawBids({ actions, recommended, why, stage }, name) {
  const head = make(
    "tr",
    make("td"),
    make("th", { scope: "col", class: "wide-only" }, say("expected")),
    make("th", { scope: "col" }, say("chance"))
  );
  const rows = actions.map(({ bid, win, score }) =>
    make(
      "tr",
      { class: bid === recommended ? "advised" : "" },
      make(
        "th",
        { scope: "row" },
        name(bid),
        bid === recommended ? make("span", { class: "star", title: say("advised") }, " ★") : null
      ),
      make("td", { class: "wide-only" }, pointsOf(score)),
      make("td", win === null ? "–" : percent(win))
    )
  );
  $("split-panel").after(
    make(
      "section",
      { id: "advice", "aria-live": "polite" },
      make("h2", say("advice")),
      make("table", make("thead", head), make("tbody", ...rows)),
      make(
        "p",
        { class: "quiet" },
        [...texts(why), say(stage === "double" ? "doubleSays" : "bidSays")].join(settings.lang === "zh" ? "" : " ")
      )
    )
  );
}

// The end of a deal: payments with their reasons, all hands open, and the next steps: review, replay, record.

import { isMistake, pliesText } from "../lib/advice.js";
import { post } from "../lib/api.js";
import { card, make, play, spoken, tokens } from "../lib/cards.js";
import { results, signsOf } from "../lib/days.js";
import { gameLine, gamesOfText, linkOfBody, saveGame } from "../lib/record_text.js";
import { reviewOf } from "../lib/review_requests.js";
import { keep } from "../lib/saved_game.js";
import { keepResult, SQUARES, shareResult } from "../lib/share_result.js";
import { $, all, fillIn, say, session, settings, sideIn, store } from "../lib/state.js";
import { addStyle } from "../lib/style.js";
import { looksText } from "../lib/suits.js";
import { drawTable, dressRest, dressTurn, forgetHand } from "../lib/table.js";
import { reasonOfLoss } from "../lib/why_lost.js";
import { addWords, percent, seatName } from "../lib/words.js";
import { countDeal, keepLast, signed, tallyText } from "./stored_results.js";

addWords({
  lastPlay: ["Last play: {}", "最后一手：{}"],
  turningPlay: ["Turning play {}: {}", "转折在第 {} 手：{}"],
  place: ["#{}", "第{}名"],
  ended: ["Game over", "牌局结束"],
  outcome: ["Result", "结果"],
  youWin: ["You win", "你赢了"],
  youLose: ["You lose", "你输了"],
  bill: ["How the points come about", "得分明细"],
  fromEach: ["+{} from each", "向每家收{}"],
  reviewing: ["judging…", "评判中…"],
  mistakesOf: ["Mistakes: {} · largest −{}", "{} 处失误 · 最大 −{}"],
  noMistakes: ["no sure mistake", "没有确定的失误"],
  sameDeal: ["This deal again", "同一副牌再打"]
});

// The table stays with all hands open; the result comes first beside it.
addStyle(`
#opened { display: grid; gap: .15rem; align-content: end; list-style: none; margin: 0; padding: 0 .5rem; }
#opened li { display: grid; grid-template-columns: 4.2rem minmax(0, 1fr); align-items: center; }
#opened .cards { --card-h: 2.3rem; --over: calc(var(--card-w)
  - clamp(.8rem, (100cqw - 5.3rem - var(--card-w)) / (var(--n) - 1), 1.5rem)); padding-right: var(--over); }
#hand #opened .card { flex-direction: column; }
#opened .cards .card { margin-right: calc(0rem - var(--over)); }
#result { display: grid; grid-template-columns: minmax(0, 1fr); gap: .4rem; justify-items: center; }
#result strong { font-size: 1.4rem; }
#result .last { height: 3.4rem; margin: 0; justify-content: center; flex-wrap: nowrap; max-width: 100%;
  line-height: 1.2; }
#result .last .cards { flex-wrap: nowrap; min-width: 0; overflow: hidden; }
#why-lost { margin: 0; text-align: center; text-wrap: balance; min-height: 1.45em; }
#result table { border-collapse: collapse; }
#ways { justify-content: center; margin: 0; }
#ways a { border-radius: .6rem; padding: .35rem .8rem; text-decoration: none; }
#ways small { color: inherit; }
#share-day { white-space: normal; overflow-wrap: anywhere; }
@media (max-width: 37.49rem) { #ways a { flex: 1 0 100%; text-align: center; } }
#result th, #result td { padding: .2rem .4rem; text-align: left; }
#result th, #result td:not(:last-child) { white-space: nowrap; }
#result .points { font-weight: 700; font-size: 1.15rem; text-align: right; font-variant-numeric: tabular-nums; }
#result ul { list-style: none; margin: 0; padding: .3rem .6rem; background: var(--paper); border-radius: .5rem;
  min-width: min(100%, 18rem); }
#result li { display: flex; gap: .6rem; align-items: baseline; text-align: left; }
#result li b { margin-left: auto; }
@media (min-width: 35rem) and (max-width: 59.99rem) and (max-height: 30rem) {
  #result th, #result td:not(:last-child) { white-space: normal; } }`);

/**
 * The amount of a factor for its seat, which pays for cards left and gets the points of a bomb from each other seat.
 * @param {Factor} factor
 */
function worthOf({ code, factor, add, points = add }) {
  if (factor !== undefined) return `×${factor}`;
  if (points === undefined) return "";
  return code === "bomb" ? fillIn("fromEach", points) : signed(code === "cards" ? -points : points);
}

/**
 * @param {Factor} factor
 * @param {(seat: Seat) => string} names
 */
function factorLine(factor, names) {
  const who = factor.seat === undefined ? "" : names(factor.seat);
  return make("li", make("span", factor.text.replace(/[.。]$/, "")), make("small", who), make("b", worthOf(factor)));
}

// ---- next steps -----------------------------------------------------------------------------------------------------

/**
 * Store the same deal, after its auction, as the game to resume; it is not counted.
 * @param {Game} before
 */
function keepAgain(before) {
  const game = Object.assign(Object.create(before), {
    options: before.chosen,
    body: { ...before.body, history: [] },
    mine: [],
    followed: [],
    undone: [],
    lines: {},
    log: [],
    auction: before.auction && { calls: {}, over: true },
    before,
    profile: "again",
    isTakenBack: true,
    table: { ended: false }
  });
  keep(game);
}

/** @typedef {{ game: Game, mistakes: Decision[] | null | undefined, why: string, turning?: Decision }} Judged */

/** @type {Judged | null} */
let judged = null; // the game whose next steps were drawn, and its review
let judging = new AbortController(); // of the previous game

/**
 * Request the review of my seat, and that of all seats for the reason of a loss; drawn when they arrive.
 * @param {Game} game
 * @param {string} seat
 */
async function judgeGame(game, seat) {
  /** @type {Judged} */
  const mine = (judged = { game, mistakes: null, why: "" });
  judging.abort();
  const { signal } = (judging = new AbortController());
  const typed = game.meta.seats.filter((one) => String(one) === seat);
  await reviewOf(game.body, typed, settings.lang, { signal }).then(
    ({ decisions }) => {
      mine.mistakes = decisions.filter((one) => isMistake(one, game.followed));
      if (game.day && game.won !== null) keepDay(game, decisions);
    },
    () => {
      mine.mistakes = undefined;
    }
  );
  fillWays(game, mine);
  await post("review", { ...game.body, level: "club" }, settings.lang, signal).then(
    (answer) => {
      const isMine = (/** @type {Seat} */ one) => sideIn(game.variant, String(one)) === game.side,
        own = mine.mistakes ?? [],
        reason = game.won === false ? reasonOfLoss(answer, own, seat, isMine, game.log) : null;
      mine.why = reason ? fillIn(...reason) : "";
      mine.turning = turningPlay(
        [...own, ...answer.decisions.filter((one) => one.mark && String(one.seat) !== seat)],
        game,
        isMine
      );
    },
    () => {
      /* shown without it */
    }
  );
  fillWays(game, mine);
}

/**
 * Keep the result of the deal of a day: a square for each decision, and the points.
 * @param {Game} game
 * @param {Decision[]} decisions
 */
function keepDay(game, decisions) {
  const row = decisions.map((one) =>
    isMistake(one, game.followed) ? (one.mark === "inaccuracy" ? SQUARES.y : SQUARES.r) : SQUARES.g
  );
  keepResult("deal", game.day, `${row.join("")} ${signed(game.referee.result?.points?.[String(game.seat)] ?? 0)}`);
}

/**
 * The button that copies the result of a day.
 * @param {string} day
 */
function shareButton(day) {
  const text = `${say("share")} ${signsOf(results("deal")[day])}`;
  return make(
    "button",
    {
      id: "share-day",
      onclick: async (/** @type {{ target: HTMLElement }} */ { target }) => {
        target.textContent = await shareResult("deal", day);
      }
    },
    text
  );
}

/**
 * The costliest mistake of the side that lost.
 * @param {Decision[]} marked
 * @param {Game} game
 * @param {(seat: Seat) => boolean} isMine
 */
const turningPlay = (marked, { won }, isMine) =>
  marked.filter(({ seat }) => isMine(seat) === (won === false)).sort((a, b) => Number(b.loss) - Number(a.loss))[0];

/**
 * Draw the results that have arrived.
 * @param {Game} game
 * @param {Judged} judged
 */
function fillWays(game, { mistakes, why, turning }) {
  const [small] = all("#ways small");
  if (!small || judged?.game !== game) return;
  small.textContent =
    mistakes === undefined
      ? ""
      : mistakes === null
        ? say("reviewing")
        : mistakes.length
          ? fillIn("mistakesOf", mistakes.length, percent(Math.max(...mistakes.map(({ loss }) => Number(loss)))))
          : say("noMistakes");
  if (results("deal")[game.day] && !$("share-day")) small.closest("#ways")?.append(shareButton(game.day));
  if (why) $("why-lost").textContent = why;
  if (turning && game.won !== null)
    all("#result .last")[0]?.replaceChildren(
      make("span", fillIn("turningPlay", turning.ply + 1, game.name(turning.seat))),
      turning.cards
        ? play(turning.cards, game.rules, turning.as, dressTurn(turning, turning.ply + 1))
        : make("b", say("passes")),
      make("b", `−${percent(Number(turning.loss))}`)
    );
}

/**
 * The next steps after a game: its review, a replay of the deal, its record.
 * @param {Game} game
 * @param {string} seat
 */
function waysOn(game, seat) {
  const link = linkOfBody(game.body),
    stars = pliesText(game.followed),
    suits = game.meta.suits ? "" : looksText(game.suits.now.looksOf(game.suits.known)),
    address = `g=${link}&me=${seat}${stars && `&stars=${stars}`}${suits && `&suits=${suits}`}`;
  store("last-game", decodeURIComponent(link.replaceAll("+", " ")));
  store("last-seat", seat);
  store("last-stars", stars);
  store("last-suits", suits);
  const { variant, won } = game;
  keepLast({ link: address, variant, won, points: game.referee.result?.points?.[seat], at: Date.now() });
  return [
    make(
      "p",
      { id: "ways", class: "row" },
      make("a", { href: `/review?${address}` }, make("b", say("review")), " ", make("small", say("reviewing"))),
      make("button", { "data-act": "resume", onclick: () => keepAgain(game) }, say("sameDeal")),
      make("button", { onclick: () => saveGame(game.body) }, say("saveRecord"))
    ),
    ...(won === false ? [make("p", { id: "why-lost" })] : [])
  ];
}

/**
 * Open the review of a pasted record, or of a pasted link to one.
 * @param {string} text
 */
export async function openRecord(text) {
  if (!text.startsWith("[")) return location.assign(`/review?${text.split("?")[1]}`);
  const { games, leftOut } = await gamesOfText(
    text.replace(/"\]\s*(?!\s*\[)/g, '"]\n').replace(/\s*(?=\[Variant )/g, "\n\n") // the field has no lines
  );
  if (games.length) return openGames(games);
  $("wrong").textContent = leftOut;
  $("wrong").hidden = false;
  return null;
}

/**
 * Open the review of a game, or let the reader choose one of several.
 * @param {GameBody[]} games
 */
export function openGames(games) {
  if (games.length === 1) return location.assign(`/review?g=${linkOfBody(games[0])}`);
  const links = games.map((body, place) =>
    make("a", { href: `/review?g=${linkOfBody(body)}` }, gameLine(body, place, games.length))
  );
  $("wrong").replaceChildren(...links.flatMap((link) => [link, make("br")]));
  $("wrong").hidden = false;
  return null;
}

/**
 * Draw the remaining cards of the other seats in the place of my hand, highest rank first.
 * @param {Table} table
 * @param {Record<string, string>} hands
 * @param {(seat: Seat) => string} names
 */
function drawOpened({ seats, rules }, hands, names) {
  const rows = seats
    .filter((seat) => hands[seat])
    .map((seat) => {
      const cards = dressRest(tokens(hands[seat], rules.level), seat),
        row = make(
          "span",
          { class: "cards", role: "img", "aria-label": cards.map(spoken).join(" ") },
          ...cards.map((token) => card(token, rules))
        );
      row.style.setProperty("--n", String(Math.max(2, cards.length)));
      return make("li", make("small", names(seat)), row);
    });
  forgetHand();
  $("hand").replaceChildren(make("ul", { id: "opened" }, ...rows));
}

/**
 * Draw the end of a game: the table with all hands open, and the result with all payments and their reasons.
 * @param {End} end
 */
export function drawResult({ table, result, hands, won, line }) {
  const name = (/** @type {Seat} */ seat) => seatName(String(seat), table.me, table.seats, settings.lang);
  const places = result.places.map(String),
    end = say(won === null ? "ended" : won ? "youWin" : "youLose");
  const last = [...table.trick].reverse().find((turn) => turn.shape);
  const placeOf = (/** @type {string} */ seat) => (places.includes(seat) ? places.indexOf(seat) : places.length);
  const rows = [...table.seats]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((seat) => {
      const points = result.points?.[seat] ?? result.points?.[String(table.seats.indexOf(seat))];
      const at = places.indexOf(seat);
      return make(
        "tr",
        make("th", { scope: "row" }, name(seat)),
        make("td", at >= 0 ? fillIn("place", at + 1) : ""),
        make("td", { class: "points" }, points === undefined ? "" : signed(points))
      );
    });
  const factors = result.factors || [],
    game = /** @type {Game} */ (session.game),
    tally = countDeal(game),
    reviewed = table.me !== undefined && game.body.history.length ? game : null;
  drawTable({ ...table, turn: null }, end);
  drawOpened(table, hands, name);
  $("panels").prepend(
    make(
      "section",
      { id: "result", "aria-label": say("outcome") },
      make("strong", end),
      last
        ? make(
            "p",
            { class: "row last" },
            make("span", fillIn("lastPlay", name(last.seat))),
            play(last.cards, table.rules, last.as, dressTurn(last))
          )
        : null,
      ...(reviewed ? waysOn(reviewed, String(table.me)) : []),
      make("table", ...rows),
      factors.length
        ? make("ul", { "aria-label": say("bill") }, ...factors.map((factor) => factorLine(factor, name)))
        : null,
      tally.deals
        ? make("p", { class: "row quiet" }, tallyText(tally), make("button", { "data-act": "scores" }, say("scores")))
        : null,
      make("small", [...(result.why || []).map((why) => why.text), line].filter(Boolean).join(" "))
    )
  );
  if (!reviewed) return;
  if (judged?.game === reviewed) fillWays(reviewed, judged);
  else judgeGame(reviewed, String(table.me));
}

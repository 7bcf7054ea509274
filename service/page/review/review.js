// The review of a game: its curve, its mistakes to be tried again one by one, and the better moves. The service or the
// page's own engine judges; the game is in the address, or pasted.

import { get, Lane, openClient, post, preloaded, Refused } from "../lib/api.js";
import { arranged, face, make, play, spoken, tokens } from "../lib/cards.js";
import {
  bodyOfLink,
  bodyOfRecord,
  keptReview,
  linkOfBody,
  patiently,
  recordOfBody,
  reviewOf
} from "../lib/record_text.js";
import { $, all, gameOf, headOf, meta, parts, rulesOf, say, state, store, stored } from "../lib/state.js";
import { drawHand, drawTable, showPicked } from "../lib/table.js";
import { addWords, bidName, percent, seatName } from "../lib/words.js";
import { drawCurve, plyAt } from "./curve.js";
import { REVIEW_WORDS } from "./review_words.js";

const BATCH_BYTES = 48_000,
  BATCH_ITEMS = 32; // maximum tables per request
const FORESEEN = 3; // robots' moves shown after a better move
const FIRST_PLIES = 6; // plies judged first, so that the curve appears early

/** @typedef {NonNullable<NonNullable<Analysis["move"]>["search"]>["candidates"][number]} Candidate */
/** @typedef {Decision & { mark: string, loss: number, chance_best: number }} Mistake */
/**
 * A bid or tribute card of mine with a better one.
 * @typedef {{
 *   what: string, made: string, better: string, lost: string, mark: Decision["mark"], codes: Reason[],
 *   unsure?: boolean | null
 * }} Before
 */

let game = /** @type {Reviewed} */ (/** @type {unknown} */ (null)); // the game under review, once there is one
/** @type {Judgement | null} */
let judged = null; // the review of my seat
let judgedPlies = 0; // plies judged so far, from the beginning
let isFinal = false; // whether this judgement is at review level, not a quick one
let ply = 0; // the shown ply, `game.plies` for the end
/** @type {Map<number, string>} */
let solved = new Map(); // by ply: good, near, shown or skipped
/** @type {Attempt | null} */
let tried = null; // the last attempt at a ply
/** @type {Map<number, Analysis>} */
let candidates = new Map(); // by ply
/** @type {Map<number, Turn[]>} */
let foreseen = new Map(); // by ply: the moves of robots after the better move
/** @type {Review | null} */
let whole = null; // the review of all seats, for luck and open hands
let loads = 0;
let isBusy = false; // the service is busy and will be asked again
let judging = new AbortController(); // aborts the requests of the current judgement
const lane = new Lane();

/**
 * @param {string} name
 * @param {(string | number)[]} values
 */
const fillIn = (name, ...values) =>
  values.reduce((/** @type {string} */ text, value) => text.replace("{}", String(value)), say(name));
const line = (at = ply) => game.tables[at]?.positions?.[game.me] ?? "";
/** @param {Seat} seat */
const nameOf = (seat, me = game.me) => seatName(String(seat), me, game.seats, state.lang);
/** @param {string} seat */
const typed = (seat) => meta().seats.find((one) => String(one) === seat);
const rules = () => rulesOf(`${headOf(game.body.variant, game.body.options ?? {})} ${game.me} - - -`);
/** @param {Interval} par */
const parText = ({ mean, low, high }) => `${signed(mean)} ± ${((high - low) / 2).toFixed(1)}`;
/** @param {number} number */
const signed = (number) => `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(Math.round(number * 10) / 10)}`;

// ---- what is known --------------------------------------------------------------------------------------------------

/** @param {number} at */
const decisionAt = (at) => judged?.decisions.find((one) => one.ply === at) ?? null;
const mistakes = () => /** @type {Mistake[]} */ (judged?.decisions.filter(({ mark }) => mark) ?? []);
/** @param {Decision} decision */
const isOpen = ({ ply: at }) => state.first && !solved.has(at);
const pending = () => mistakes().find(isOpen) ?? null;
/** @param {number} at */
const isHidden = (at) => pending() !== null && at > /** @type {Mistake} */ (pending()).ply;
/** @param {{ codes: Reason[] }} judgement */
const kindOf = ({ codes }) => codes[0]?.text.split(/[：:.。]/)[0];

/** The mode of the shown ply: a mistake to be tried, skipped, or answered. */
function modeOf() {
  const open = pending();
  if (open && !isFinal) return "early";
  if (open && ply === open.ply) return tried?.ply === ply ? tried.mode : "find";
  if (open && ply > open.ply) return "off";
  return ply === game.plies ? "end" : "shown";
}

/**
 * The turn at a ply of the history: seat, cards and shape.
 * @param {number} at
 * @returns {Turn | null}
 */
function turnAt(at) {
  const own = decisionAt(at);
  if (own) return own;
  const before = game.tables[at],
    after = game.tables[at + 1],
    last = after?.trick.at(-1);
  if (!before?.turn) return null;
  const { seat } = before.turn;
  return last && String(last.seat) === String(seat) ? last : { seat, cards: "", shape: null };
}

/** @param {Cards} move */
const moveNode = (move) =>
  move.shape || move.cards?.length ? play(move.cards, rules(), move.as) : make("b", {}, say("pass"));
/**
 * A move without suits, unless the cards of the hand have suits.
 * @param {Cards} move
 */
const likeHand = (move) => {
  const bare = (/** @type {string | undefined} */ cards) => cards?.replace(/([2-9TJQKA])[shcd]/g, "$1");
  return state.hand.some(([, suit]) => suit) ? move : { ...move, cards: bare(move.cards) ?? "", as: bare(move.as) };
};
/**
 * A move as a sentence has it.
 * @param {Cards} move
 */
const moveWords = (move) =>
  move.cards?.length
    ? arranged(move.cards, rules(), move.as ?? "")
        .map(({ rank }) => spoken(rank))
        .join(" ")
    : say("pass");

/**
 * What a marked move is known for: the name of the mistake, else the two moves.
 * @param {Decision} one
 */
const aboutMistake = (one) => kindOf(one) ?? `${moveWords(one)} → ${moveWords(one.best ?? one)}`;
/** @param {Cards} move */
const moveText = (move) =>
  move.cards?.length
    ? arranged(move.cards, rules(), move.as ?? "")
        .map(({ rank }) => face(rank))
        .join(" ")
    : say("pass");

// ---- a game ---------------------------------------------------------------------------------------------------------

/**
 * Show an error; the current review stays.
 * @param {unknown} error
 */
function complainAt(error) {
  if (!(error instanceof Refused)) throw error;
  $("wrong").textContent = error.offline ? say("offline") : error.message.replaceAll("`", "");
  $("wrong").hidden = $("more").hidden = false;
}

/**
 * @param {GameBody} body
 * @returns {GameBody}
 */
const withoutTribute = ({ tribute, ...body }) => body; // its tribute cards are judged last
/** @param {number} at */
const prefix = (at, history = game.body.history) => ({ ...game.body, history: history.slice(0, at) });

/**
 * The referee's state before a ply.
 * @param {number} at
 */
async function tableAt(at) {
  return (game.tables[at] ??= await post("game", prefix(at), state.lang));
}

/**
 * The states of all plies of a game: in few requests to the service, or one by one from the page's engine.
 * @param {number} mine
 */
async function fetchTables(mine) {
  const missing = [...Array(game.plies + 1).keys()].filter((at) => !game.tables[at]);
  const size = JSON.stringify(game.body).length,
    step = Math.max(1, Math.min(BATCH_ITEMS, Math.floor(BATCH_BYTES / size)));
  for (let from = 0; from < missing.length; from += step) {
    const chunk = missing.slice(from, from + step);
    try {
      const { items } = await post(
        "batch",
        { items: chunk.map((at) => ({ op: "game", body: prefix(at) })) },
        state.lang
      );
      chunk.forEach((at, place) => {
        if (items[place].status === 200) game.tables[at] ??= items[place].body;
      });
    } catch {
      /* one by one */
    }
    for (const at of chunk) await tableAt(at);
    if (mine !== loads) return;
  }
  draw();
}

/**
 * The reviewed seat: the named one, or the first with a known hand.
 * @param {GameAnswer} table
 * @param {string} named
 */
function seatFor(table, named) {
  const known = game.seats.filter((seat) => game.tables[0]?.positions?.[seat] ?? table.positions?.[seat]);
  return known.includes(named) ? named : (known[0] ?? null);
}

/**
 * Review a game; the current one stays until the new one is known to be valid.
 * @param {GameBody} body
 */
async function openGame(body, { me = "", number = 0 } = {}) {
  const before = { game, variant: state.variant },
    controller = new AbortController();
  /** @type {ReturnType<typeof looksAt> | null} */
  let looks = null;
  $("wrong").hidden = true;
  try {
    if (!state.games.has(body.variant)) throw new Refused(say("noRecord"));
    if (!body.history?.length) throw new Refused(say("noPlays"));
    const plies = body.history.length;
    if (body.deal?.hands?.[me]) looks = looksAt(body, me, controller.signal);
    const places = [plies, plies - 1, 0]; // before the last ply, so that the remaining hand is known
    const [final, last, start] = await Promise.all(
      places.map((at) => post("game", { ...body, history: body.history.slice(0, at) }, state.lang))
    );
    state.variant = body.variant;
    game = { body, plies, tables: [], seats: gameOf(body.variant).seats.map(String), final, me: "", moved: () => {} };
    [game.tables[plies], game.tables[plies - 1], game.tables[0]] = [final, last, start];
    game.me = seatFor(final, me) ?? "";
    if (!game.me) throw new Refused(say("noHand"));
    looks = game.me === me && looks ? looks : looksAt(body, game.me, controller.signal);
    if (number && !(number >= 1 && number <= plies + 1)) complainAt(new Refused(fillIn("noPly", number, plies)));
  } catch (error) {
    controller.abort();
    [game, state.variant] = [before.game, before.variant];
    if (!game) drawEmpty();
    return complainAt(error);
  }
  $("paste").hidden = true;
  judging.abort();
  judging = controller;
  return judge(number >= 1 && number <= game.plies + 1 ? number - 1 : null, looks);
}

/**
 * The judgements of one seat, each more exact than the previous one: of the first plies, of all quickly, of all at
 * review level. The first one is requested immediately.
 * @param {GameBody} body
 * @param {string} seat
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Look, void>}
 */
function looksAt(body, seat, signal) {
  const seats = gameOf(body.variant).seats.filter((one) => String(one) === seat);
  const onBusy = () => {
    isBusy = true;
    if (game) drawSummary();
  };
  const look = (/** @type {number} */ plies, /** @type {string} */ level) =>
    reviewOf(
      { ...(level === "expert" ? body : withoutTribute(body)), history: body.history.slice(0, plies) },
      seats,
      state.lang,
      { level, signal, onBusy }
    );
  const kept = keptReview(body, seats, state.lang),
    all = body.history.length,
    begin = Math.min(FIRST_PLIES, all);
  const first = kept ? null : look(begin, "club");
  first?.catch(() => {
    /* awaited below */
  });
  return (async function* later() {
    if (kept) return yield { answer: kept, plies: all, isLast: true };
    if (first) yield { answer: await first, plies: begin, isLast: false };
    if (begin < all) yield { answer: await look(all, "club"), plies: all, isLast: false };
    return yield { answer: await look(all, "expert"), plies: all, isLast: true };
  })();
}

/**
 * Judge my seat; start at a ply, or at the first mistake.
 * @param {number | null} start
 * @param {AsyncGenerator<Look, void> | null} looks
 */
async function judge(start, looks = null) {
  const mine = ++loads;
  [judged, judgedPlies, isFinal, isBusy, solved, tried, candidates, foreseen, whole] = [
    null,
    0,
    false,
    false,
    new Map(),
    null,
    new Map(),
    new Map(),
    null
  ];
  ply = start ?? game.plies;
  let isMoved = start !== null,
    isFetching = false;
  game.moved = () => {
    isMoved = true;
  };
  if (!looks) {
    judging.abort();
    judging = new AbortController();
  }
  drawWords();
  draw();
  try {
    for await (const { answer, plies, isLast } of looks ?? looksAt(game.body, game.me, judging.signal)) {
      if (mine !== loads) return;
      [judged, judgedPlies, isFinal, isBusy] = [answer, plies, isLast, false];
      if (!isMoved && plies === game.plies) ply = mistakes()[0]?.ply ?? game.plies;
      draw(); // the curve does not need the tables
      goTo(ply, false);
      if (!isFetching)
        fetchTables(mine).catch(() => {
          $("more").hidden = false;
        }); // retried when the ply is shown
      isFetching = true;
    }
    fetchWhole(mine);
  } catch (error) {
    if (mine === loads) complainAt(error);
  }
}

/**
 * Judge all seats quickly, for the luck of the deal, par and open hands.
 * @param {number} mine
 */
async function fetchWhole(mine) {
  if (Object.keys(game.body.deal.hands).length < game.seats.length) return;
  try {
    const answer = await post(
      "review",
      { ...withoutTribute(game.body), level: "club", lang: state.lang },
      state.lang,
      judging.signal
    );
    if (mine !== loads) return;
    whole = answer;
    draw();
  } catch {
    /* optional */
  }
}

/**
 * Show a ply.
 * @param {number} at
 */
async function goTo(at, isMine = true) {
  if (!game) return;
  if (isMine) game.moved();
  if (at !== ply) [state.picked, tried] = [new Set(), null];
  ply = Math.max(0, Math.min(game.plies, at));
  const mine = loads,
    wanted = ply;
  try {
    await Promise.all([tableAt(ply), ply < game.plies ? tableAt(ply + 1) : null]);
  } catch (error) {
    return complainAt(error);
  }
  if (mine !== loads || wanted !== ply) return;
  history.replaceState(null, "", addressOf());
  draw();
  if (modeOf() === "shown") weigh();
}

const addressOf = () => `/review?g=${linkOfBody(game.body)}&me=${game.me}&ply=${ply + 1}`;

/** Fetch the candidates of a decision of mine, for the bars and the table. */
async function weigh() {
  const decision = decisionAt(ply),
    at = ply;
  if (!isFinal || !decision || decision.forced || candidates.has(at)) return;
  if (decision.best && !foreseen.has(at))
    foresee(at, decision.best).catch(() => {
      /* optional */
    });
  try {
    const answer = await lane.run((signal) =>
      get(
        "analyze",
        { position: line(at), level: "expert", order: "robot", top: 12, want: "hints,move", lang: state.lang },
        state.lang,
        signal
      )
    );
    if (!answer) return;
    candidates.set(at, answer);
    if (at === ply) draw();
  } catch {
    /* optional */
  }
}

/**
 * Some moves of robots after the better move of a decision, as far as their hands are known.
 * @param {number} at
 * @param {Cards} best
 */
async function foresee(at, best) {
  /** @type {Turn[]} */
  const moves = [];
  const mine = loads,
    valueOfMove = (/** @type {Cards} */ one) => (one.as ? { cards: one.cards, as: one.as } : one.cards),
    history = [...game.body.history.slice(0, at), valueOfMove(best)];
  while (moves.length < FORESEEN) {
    const table = await post("game", { ...game.body, history }, state.lang),
      position = table.turn && table.positions[table.turn.seat];
    if (!table.turn || !position || mine !== loads) break;
    const { move } = await get("analyze", { position, level: "club", want: "move", lang: state.lang }, state.lang);
    if (!move) break;
    moves.push({ ...move, seat: table.turn.seat });
    history.push(valueOfMove(move));
  }
  if (mine !== loads) return;
  foreseen.set(at, moves);
  if (at === ply) drawSheet();
}

// ---- trying again ---------------------------------------------------------------------------------------------------

/** @param {Cards} move */
const ranksIn = ({ cards }) =>
  tokens(cards || "")
    .map(([rank]) => rank)
    .join("");
/** @param {Cards} move */
const hasSuits = ({ cards }) => /[shcd]/.test(cards || "");

/**
 * Whether two moves have the same cards, or the same ranks if one of them has no suits.
 * @param {Cards} a
 * @param {Cards} b
 */
const sameMove = (a, b) =>
  hasSuits(a) && hasSuits(b) ? tokens(a.cards).join("") === tokens(b.cards).join("") : ranksIn(a) === ranksIn(b);
const picked = () =>
  [...state.picked]
    .sort((a, b) => a - b)
    .map((place) => state.hand[place])
    .join("");

/**
 * Store the outcome of a mistake, and show it.
 * @param {string} how
 */
function settleMistake(how) {
  solved.set(ply, how);
  [tried, state.picked] = [null, new Set()];
  draw();
  weigh();
}

/**
 * Try a move at the shown mistake; "" is a pass.
 * @param {string} cards
 */
async function attempt(cards) {
  const decision = decisionAt(ply),
    at = ply,
    mine = loads;
  if (!decision || !["find", "again"].includes(modeOf())) return;
  const best = decision.best ?? decision;
  if (sameMove({ cards }, best)) return settleMistake("good");
  if (sameMove({ cards }, decision)) {
    tried = { ply, mode: "again", text: say("asBefore") };
    return draw();
  }
  tried = { ply, mode: "judging" };
  draw();
  let text;
  try {
    const value = cards;
    if (cards) {
      const check = await post("check", { position: line(at), cards }, state.lang);
      if (!check.playable) throw new Refused(check.reasons.map((why) => why.text).join(" "));
    }
    const question = {
      ...withoutTribute(game.body),
      history: [...game.body.history.slice(0, at), value],
      seats: [typed(game.me)],
      lang: state.lang
    };
    const answer = await patiently(() => post("review", question, state.lang, judging.signal), judging.signal);
    const one = answer.decisions.at(-1);
    if (mine !== loads || ply !== at) return;
    if (!one || one.loss === null || Number(one.low) <= 0) return settleMistake("near");
    text = fillIn("tryAgain", moveWords({ cards }), percent(one.loss));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    text = error.offline ? say("offline") : error.message.replaceAll("`", "");
  }
  if (mine !== loads || ply !== at) return;
  tried = { ply: at, mode: "again", text };
  draw();
}

/**
 * Toggle a card while a mistake is tried again.
 * @param {number} place
 */
function tap(place) {
  if (!["find", "again"].includes(modeOf())) return;
  if (state.picked.has(place)) state.picked.delete(place);
  else state.picked.add(place);
  showPicked();
}

/**
 * Pick the next card of a typed rank.
 * @param {string} rank
 */
function pickRank(rank) {
  const place = state.hand.findIndex((token, at) => token[0] === rank && !state.picked.has(at));
  if (place >= 0) tap(place);
}

const passIt = () => attempt("");
const playIt = () => (picked() ? attempt(picked()) : null);

/**
 * The previous or next mistake; without one the end.
 * @param {number} step
 */
function mistakeFrom(step) {
  const places = mistakes()
    .map((one) => one.ply)
    .filter((at) => (step > 0 ? at > ply : at < ply));
  if (step > 0 && pending() && ply === pending()?.ply) solved.set(ply, "skipped");
  const next = step > 0 ? Math.min(...places) : Math.max(...places);
  return Number.isFinite(next) ? goTo(next) : step > 0 ? goTo(game.plies) : null;
}

// ---- elsewhere ------------------------------------------------------------------------------------------------------

/** Open the board at this ply: as a game against robots if all hands are known, else as a position. */
async function playOn() {
  try {
    await fetchTables(loads);
  } catch (error) {
    return complainAt(error);
  }
  const at = line(),
    address = `?p=${encodeURIComponent(at).replaceAll("%20", "+")}`,
    { body, seats, tables } = game;
  if (Object.keys(body.deal.hands).length === seats.length && !tables[ply].ended) {
    const places = tables[ply].auction?.seats,
      me = places ? Object.keys(places).find((place) => String(places[place]) === game.me) : game.me;
    const log = [...Array(ply).keys()].map(turnAt);
    const kept = {
      variant: body.variant,
      options: body.options ?? {},
      chosen: body.options ?? {},
      wild: body.options?.wild ?? "",
      body: { options: {}, ...prefix(ply) },
      me,
      mine: [],
      undone: [],
      lines: tables[ply].positions,
      log,
      profile: "review",
      isTakenBack: true,
      line: at,
      ...(body.auction ? { said: {}, over: true } : {})
    };
    try {
      sessionStorage.setItem("game", JSON.stringify(kept));
      sessionStorage.setItem("address", address);
    } catch {
      /* the board shows only the position */
    }
  }
  return location.assign(`/${address}`);
}

/** @param {HTMLElement} node */
async function copyLink(node) {
  try {
    await navigator.clipboard.writeText(location.href);
    node.textContent = say("copied");
  } catch {
    node.textContent = say("notCopied");
  }
}

/** Save the game as a file. */
function saveRecord() {
  const address = URL.createObjectURL(new Blob([recordOfBody(game.body)], { type: "text/x-ddz" }));
  make("a", { href: address, download: "paili.ddz" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// ---- drawing --------------------------------------------------------------------------------------------------------

/** Draw the texts that do not depend on the ply. */
function drawWords() {
  const { lang } = state;
  document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  for (const node of all("[data-text]")) node.textContent = say(/** @type {string} */ (node.dataset.text));
  for (const node of all("[data-label]"))
    node.setAttribute("aria-label", say(/** @type {string} */ (node.dataset.label)));
  $("language").textContent = lang === "zh" ? "EN" : "中";
  $("language").lang = lang === "zh" ? "en" : "zh";
  $("first").checked = /** @type {boolean} */ (state.first);
  $("eye").checked = /** @type {boolean} */ (state.eye);
  $("seat").hidden = !game;
  if (!game) return;
  const known = game.seats.filter((seat) => game.tables[0].positions?.[seat]);
  $("seat").replaceChildren(
    ...known.map((seat) =>
      make(
        "option",
        { value: seat, selected: seat === game.me },
        meta().seat_names?.[seat]?.[lang] ?? `${say("seat")} ${Number(seat) + 1}`
      )
    )
  );
}

function drawEmpty() {
  drawWords();
  $("summary").textContent = say("review");
  $("sentence").textContent = "";
  $("sheet").replaceChildren(make("p", {}, say("noGame")));
  $("paste").hidden = $("more").hidden = false;
}

function draw() {
  if (!game) return drawEmpty();
  drawSummary();
  drawChances();
  drawTurn();
  drawSheet();
  drawSteps();
  drawMistakes();
  drawColumns();
  if (!$("plays-panel").hidden) $("more").hidden = false; // below the plays, which arrive later
}

function drawSummary() {
  const { result } = game.final,
    marked = mistakes(),
    done = marked.filter(({ ply: at }) => solved.has(at)).length;
  const before = beforeTurns().filter(({ mark }) => mark).length;
  const side = meta().sides.findIndex((seats) => seats.map(String).includes(game.me)),
    winner = result?.winner ?? null;
  const isWon = winner === null ? null : side === (typeof winner === "number" ? winner : Number(winner !== "landlord")),
    points = result?.points?.[game.me];
  const outcome =
    isWon === null
      ? ""
      : [say(isWon ? "wonBy" : "lostBy"), points ? signed(points) : ""]
          .filter(Boolean)
          .join(state.lang === "zh" ? "，" : ", ");
  const words = [
    fillIn("youAre", meta().seat_names?.[game.me]?.[state.lang] ?? `${Number(game.me) + 1}`),
    outcome,
    judged && (marked.length || !before) ? fillIn("counted", done, marked.length) : "",
    before ? fillIn("before", before) : ""
  ];
  // A long seat name is cut here, and complete beside the title.
  if (state.lang === "en") words.push(String(words.shift()));
  $("summary").textContent = words.filter(Boolean).join(" · ");
  const open = pending(),
    largest = [...marked].sort((a, b) => b.loss - a.loss)[0];
  const about = open
    ? fillIn("thinkFirst", open.ply + 1)
    : largest
      ? fillIn("turning", largest.ply + 1, aboutMistake(largest))
      : say(noneName());
  $("sentence").textContent =
    progressText() ?? [judged?.plies ? fillIn("cut", judged.plies) : "", about].filter(Boolean).join(" ");
}

/** The part that is being judged; null if there is none. */
function progressText() {
  if (isFinal) return null;
  if (isBusy) return say("busy");
  if (!judged) return say("looking");
  return judgedPlies < game.plies ? fillIn("judgedTo", judgedPlies, game.plies) : fillIn("counting", mistakes().length);
}

function shownDots() {
  return mistakes()
    .filter((one) => !isHidden(one.ply) && !isOpen(one))
    .map((one) => ({
      ply: one.ply,
      loss: one.loss,
      chance: one.chance_best,
      punished: one.punished,
      word: (state.lang === "zh" && kindOf(one)) || say(one.mark)
    }));
}

function drawChances() {
  const points = (judged?.curve[game.me] ?? []).filter((point) => !isHidden(point.ply)),
    dots = shownDots(),
    side = meta().sides.findIndex((seats) => seats.map(String).includes(game.me));
  const hands =
    state.eye && whole?.open
      ? whole.open
          .filter((one) => !isHidden(one.ply))
          .map(({ ply: at, winner }) => ({
            ply: at,
            mine: side === (typeof winner === "number" ? winner : Number(winner !== "landlord"))
          }))
      : [];
  drawCurve($("curve"), { points, dots, plies: game.plies, at: ply, hands });
  const here = points.find((point) => point.ply === ply),
    box = $("curve");
  box.setAttribute("aria-valuemax", String(game.plies + 1));
  box.setAttribute("aria-valuenow", String(ply + 1));
  box.setAttribute(
    "aria-valuetext",
    [placeText(), here ? `${percent(here.chance)} (${percent(here.low)}–${percent(here.high)})` : ""]
      .filter(Boolean)
      .join(" · ")
  );
}

const placeText = () => (ply === game.plies ? say("theEnd") : fillIn("plyOf", ply + 1, game.plies));

/**
 * The hand before a ply; after the last ply the remaining one.
 * @param {number} at
 */
function handAt(at) {
  const own = line(at);
  if (own) return tokens(parts(own).hand, rules().level);
  const last = line(at - 1),
    rest = last ? tokens(parts(last).hand, rules().level) : [],
    turn = at ? turnAt(at - 1) : null;
  if (turn && String(turn.seat) === game.me)
    for (const token of tokens(turn.cards || "")) rest.splice(rest.indexOf(token), 1);
  return rest;
}

function drawTurn() {
  const table = game.tables[ply];
  if (!table) return;
  const decision = decisionAt(ply),
    turn = ply < game.plies ? turnAt(ply) : null,
    isMine = turn && String(turn.seat) === game.me;
  const rows = [...Array(ply).keys()].slice(-game.seats.length + 1).flatMap((at) => turnAt(at) ?? []);
  const acting = turn && !isMine ? [turn] : [],
    acted = new Set([...table.trick, ...acting].map(({ seat }) => String(seat)));
  const past = rows
    .filter(({ seat }) => !acted.has(String(seat)) && String(seat) !== String(turn?.seat))
    .map((one) => ({ ...one, past: true }));
  const shown = {
    seats: game.seats,
    me: game.me,
    turn: turn?.seat,
    left: table.left,
    trick: [...past, ...table.trick, ...acting],
    rules: rules(),
    bottom: game.body.deal.bottom
  };
  state.hand = handAt(ply);
  state.facts = /** @type {Facts} */ ({
    position: line() || line(ply - 1) || `${headOf(game.body.variant, game.body.options ?? {})} ${game.me} - - -`
  });
  drawTable(shown, placeText());
  drawHand();
  for (const node of all(".bar, .pass-bar", $("hand"))) node.remove();
  if (state.eye) drawHeld(table);
  if (decision && modeOf() === "shown") drawBars(decision);
  markMade(decision);
}

/**
 * Show the other hands as ranks.
 * @param {GameAnswer} table
 */
function drawHeld(table) {
  for (const seat of game.seats) {
    const own = table.positions?.[seat],
      node = $("seats").querySelector(`[data-seat="${seat}"]`);
    if (seat !== game.me && own && node)
      node.append(
        make(
          "span",
          { class: "held" },
          tokens(parts(own).hand, rules().level)
            .map(([rank]) => face(rank))
            .join("\u2009")
        )
      );
  }
}

/**
 * Outline the cards that were played.
 * @param {Decision | null} decision
 */
function markMade(decision) {
  const free = decision ? tokens(decision.cards || "") : [];
  for (const node of all(".card", $("hand"))) {
    const at = free.indexOf(state.hand[Number(node.dataset.place)]);
    const near =
      at >= 0 ? at : free.findIndex((token) => token[0] === state.hand[Number(node.dataset.place)]?.[0] && !token[1]);
    node.classList.toggle("made", near >= 0);
    if (near >= 0) free.splice(near, 1);
  }
}

/**
 * A bar with the height of a candidate's chance.
 * @param {Candidate} one
 * @param {Decision} decision
 */
function barOf(one, decision) {
  const kind = `${sameMove(one, decision.best ?? decision) ? " best" : ""}${sameMove(one, decision) ? " mine" : ""}`;
  const bar = make("span", {
    class: `bar${kind}`,
    title: `${moveText(one)} ${percent(/** @type {number} */ (one.won))}`
  });
  bar.style.setProperty("--share", percent(/** @type {number} */ (one.won)));
  return bar;
}

/**
 * Bars on the hand: the chance of each candidate on the first of its cards; that of a pass beside the hand, labelled.
 * @param {Decision} decision
 */
function drawBars(decision) {
  const tries = candidates.get(ply)?.move?.search?.candidates ?? [],
    /** @type {Map<string, Candidate>} */
    columns = new Map();
  for (const one of [...tries].reverse()) {
    const [lead] = tokens(one.cards || "").reverse();
    if (one.won !== undefined) columns.set(lead?.[0] ?? "", one);
  }
  for (const [rank, one] of columns) {
    const node = [...all(".card", $("hand"))].find((each) => state.hand[Number(each.dataset.place)]?.[0] === rank);
    if (rank) node?.parentElement?.prepend(barOf(one, decision));
    else $("hand").append(make("span", { class: "pass-bar" }, barOf(one, decision), say("pass")));
  }
}

/**
 * @param {string} name
 * @param {string} act
 */
const linkTo = (name, act) => make("button", { class: "link", "data-act": act }, say(name));

function drawSheet() {
  const mode = modeOf(),
    decision = decisionAt(ply),
    sheet = $("sheet");
  if (!judged || mode === "early" || (mode === "end" && !isFinal))
    return sheet.replaceChildren(make("p", {}, progressText()));
  if (decision && ["find", "again", "judging"].includes(mode))
    return sheet.replaceChildren(...trySheet(decision, mode));
  if (mode === "off")
    return sheet.replaceChildren(
      make("p", {}, make("strong", {}, fillIn("off", /** @type {Mistake} */ (pending()).ply + 1))),
      make(
        "p",
        { class: "row" },
        make("button", { class: "main", "data-act": "back" }, say("back")),
        linkTo("skip", "skip")
      )
    );
  if (mode === "end") return sheet.replaceChildren(...endSheet());
  return sheet.replaceChildren(...(decision ? ownSheet(decision) : otherSheet()));
}

/**
 * @param {Decision} decision
 * @param {string} mode
 */
function trySheet(decision, mode) {
  const prompt = decision.cards?.length ? fillIn("find", ply + 1, moveWords(decision)) : fillIn("findPass", ply + 1);
  const isBusy = mode === "judging",
    table = game.tables[ply];
  return [
    make("p", {}, make("strong", {}, prompt)),
    make("p", { class: "quiet", role: "status" }, isBusy ? say("judging") : (tried?.text ?? say("pickHint"))),
    make(
      "p",
      { class: "row" },
      make("button", { "data-act": "pass", disabled: isBusy || !table?.turn?.to_beat }, say("pass")),
      make("button", { class: "main", "data-act": "play", disabled: isBusy }, say("play")),
      linkTo("answer", "answer"),
      linkTo("skip", "skip")
    )
  ];
}

/**
 * @param {string} name
 * @param {Turn[]} turns
 */
const movesLine = (name, turns) =>
  turns.length
    ? make(
        "p",
        { class: "moves quiet" },
        make("span", {}, say(name)),
        ...turns.map((turn) => make("span", {}, `${nameOf(turn.seat)} `, moveNode(turn)))
      )
    : null;
const followUp = () =>
  movesLine(
    "after",
    [1, 2, 3]
      .map((step) => ply + step)
      .filter((at) => at < game.plies && !isHidden(at))
      .flatMap((at) => turnAt(at) ?? [])
  );

/**
 * Why another choice makes no mark.
 * @param {{ unsure?: boolean | null }} judgement
 */
const closeness = ({ unsure }) => (unsure ? "notSure" : "small");

/**
 * The judgement of a decision of mine.
 * @param {Decision} decision
 */
function ownSheet(decision) {
  const how = solved.get(ply),
    best = decision.best;
  const first = how === "good" ? say("solved") : how === "near" ? say("nearly") : null;
  /** @type {(HTMLElement | null)[]} */
  const rows = [first ? make("p", { class: "good" }, make("strong", {}, first)) : null];
  if (decision.forced)
    rows.push(
      make("p", { class: "moves" }, make("span", {}, say("youDid")), moveNode(decision)),
      make("p", { class: "quiet" }, say("noChoice"))
    );
  else {
    rows.push(
      make(
        "p",
        { class: "moves" },
        make("span", {}, say("youDid")),
        moveNode(decision),
        make("b", {}, percent(/** @type {number} */ (decision.chance))),
        ...(best
          ? [
              make("span", {}, `→ ${say(decision.mark ? "better" : "instead")}`),
              moveNode(likeHand(best)),
              make("b", {}, percent(/** @type {number} */ (decision.chance_best)))
            ]
          : []),
        best && decision.mark
          ? make("span", { class: "loss" }, `−${percent(/** @type {number} */ (decision.loss))}`)
          : null
      )
    );
    if (decision.mark)
      rows.push(
        make(
          "p",
          {},
          make("b", {}, say(decision.mark)),
          decision.codes[0] ? ` · ${decision.codes[0].text}` : "",
          decision.proof && decision.codes[0]?.code !== "sure_win_left" ? ` ${say("wins")}` : ""
        )
      );
    else rows.push(make("p", { class: "quiet" }, say(best ? closeness(decision) : "bestMove")));
  }
  rows.push(
    make(
      "p",
      { class: "row" },
      decision.mark
        ? make(
            "button",
            { class: "main", "data-act": "on" },
            say(mistakes().some((one) => one.ply > ply) ? "nextOne" : "finishIt")
          )
        : null,
      playOnButton()
    ),
    best && !decision.proof
      ? make(
          "p",
          { class: "quiet" },
          fillIn(
            "deals",
            Math.round(100 * /** @type {number} */ (decision.better)),
            Math.round(100 * /** @type {number} */ (decision.worse))
          )
        )
      : null,
    followUp(),
    best ? movesLine("foreseen", foreseen.get(ply) ?? []) : null,
    candidateTable(decision)
  );
  return rows.filter((row) => !!row);
}

const playOnButton = () =>
  line()
    ? make(
        "button",
        { "data-act": "playOn" },
        say(Object.keys(game.body.deal.hands).length === game.seats.length ? "playOn" : "analyseHere")
      )
    : null;

function otherSheet() {
  const turn = turnAt(ply);
  return [
    turn ? make("p", { class: "moves" }, make("span", {}, fillIn("played", nameOf(turn.seat))), moveNode(turn)) : null,
    make("p", { class: "row" }, playOnButton())
  ].filter((row) => !!row);
}

/**
 * All candidates of a decision, in a collapsed table.
 * @param {Decision} decision
 */
function candidateTable(decision) {
  const answer = candidates.get(ply),
    tries = answer?.move?.search?.candidates ?? [];
  if (!tries.length) return null;
  const turnsOf = (/** @type {Candidate} */ one) =>
    answer?.hints?.find((hint) => sameMove(hint, one))?.rest?.turns ?? "–";
  const rows = tries.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, `${moveText(one)}${sameMove(one, decision.best ?? decision) ? " ★" : ""}`),
      make("td", {}, one.won === undefined ? "–" : percent(one.won)),
      make("td", {}, one.low === undefined ? "–" : `${percent(one.low)}–${percent(/** @type {number} */ (one.high))}`),
      make("td", {}, String(one.games)),
      make("td", {}, String(turnsOf(one)))
    )
  );
  return make(
    "details",
    {},
    make("summary", {}, say("allTries")),
    make(
      "table",
      {},
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ...["move", "chance", "interval", "games", "turns"].map((name) => make("th", { scope: "col" }, say(name)))
        )
      ),
      make("tbody", {}, ...rows)
    ),
    make("p", { class: "quiet" }, say("tableSays"))
  );
}

/**
 * A number with its interval, without one that is as narrow as its digits.
 * @param {{ value: number, low: number, high: number }} figure
 */
function withInterval({ value, low, high }) {
  const [middle, ...ends] = [value, low, high].map(Math.round);
  return ends[0] === ends[1] ? `${middle}` : `${middle} (${ends.join("–")})`;
}

/** The end: solved mistakes, the figures of my seat, and next steps. */
function endSheet() {
  const marked = mistakes(),
    good = marked.filter(({ ply: at }) => ["good", "near"].includes(String(solved.get(at)))).length,
    sums = /** @type {Review} */ (judged).seats[game.me],
    luck = whole?.luck?.[game.me];
  const { accuracy } = sums,
    rows = [
      [say("given"), percent(Math.max(0, sums.given_away))],
      sums.points_by_kind.bid + sums.points_by_kind.double > 0
        ? [
            say("givenPoints"),
            fillIn("ofPoints", signed(sums.points_by_kind.bid + sums.points_by_kind.double).slice(1))
          ]
        : null,
      accuracy ? [say("accuracy"), withInterval(accuracy)] : null,
      luck ? [say("luckOf"), fillIn("ofPoints", signed(luck.cards))] : null,
      luck ? [say("par"), `${parText(luck.par)} · ${say("result")} ${signed(luck.result)}`] : null
    ].filter((row) => !!row);
  const others = game.seats.filter((seat) => seat !== game.me && game.tables[0].positions?.[seat]);
  return [
    marked.length || !isFinal
      ? make("p", {}, make("strong", {}, marked.length ? fillIn("end", good, marked.length) : say("looking")))
      : null,
    make(
      "table",
      {},
      ...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)))
    ),
    make(
      "p",
      { class: "row" },
      marked.length ? make("button", { class: "main", "data-act": "repeat" }, say("repeat")) : null,
      ...others.map((seat) =>
        make("button", { "data-act": "other", "data-seat": seat }, fillIn("seatOf", nameOf(seat)))
      )
    )
  ].filter((row) => !!row);
}

function drawSteps() {
  /** @type {[string, () => boolean][]} */
  const steps = [
    ["mistakeBack", () => mistakes().some((one) => one.ply < ply)],
    ["plyBack", () => ply > 0],
    ["plyOn", () => ply < game.plies],
    ["mistakeOn", () => ply < game.plies && Boolean(judged)]
  ];
  const bar = $("actions");
  if (bar.children.length !== steps.length)
    bar.replaceChildren(...steps.map(([name]) => make("button", { id: name, "data-act": name })));
  for (const [name, isLive] of steps) {
    $(name).textContent = say(name);
    $(name).toggleAttribute("disabled", !isLive());
  }
}

/**
 * The name of a bid; a pass is named after the declined bid.
 * @param {Bid} word
 * @param {Call} call
 */
function callName(word, { bid, best, word: made }) {
  const bids = game.body.auction?.bids ?? [],
    other = [best, made].find((one) => one !== "pass"),
    before = bids.slice(0, bid),
    has = (/** @type {Bid} */ one) => before.includes(one);
  const unspoken =
    other ??
    (bid >= bids.length
      ? "double"
      : has("kick")
        ? "kick_back"
        : has("call")
          ? game.tables[0].auction?.bidding === "call_rob"
            ? "rob"
            : "kick"
          : "call");
  return bidName(word === "pass" ? `no_${unspoken}` : word, state.lang);
}

/**
 * My bids and tribute cards, each with a better one.
 * @returns {Before[]}
 */
function beforeTurns() {
  const seats = game.tables[0]?.auction?.seats ?? {};
  const calls = (judged?.calls ?? [])
    .filter(({ place }) => String(seats[place]) === game.me)
    .map((one) => ({
      ...one,
      what: say(one.kind === "bid" ? "bidOf" : "doubleOf"),
      made: callName(one.word, one),
      better: one.best === one.word ? "" : callName(one.best, one),
      lost: fillIn("ofPoints", signed(-one.loss))
    }));
  const cards = (judged?.tribute ?? [])
    .filter(({ seat, forced }) => String(seat) === game.me && !forced)
    .map((one) => ({
      ...one,
      what: say(one.role === "give" ? "tribute" : "return"),
      made: spoken(one.card),
      better: one.best === null ? "" : spoken(one.best),
      lost: `−${percent(/** @type {number} */ (one.loss))}`
    }));
  return [...calls, ...cards];
}

/** What is written where no play is marked. */
const noneName = () => (beforeTurns().some(({ mark }) => mark) ? "noneInPlay" : "none");

function beforeRows() {
  return beforeTurns().map((one) =>
    make(
      "li",
      { class: "before" },
      make("span", {}, one.what),
      make("span", {}, one.made),
      make("span", {}, one.mark ? `→ ${one.better}` : say(one.better ? closeness(one) : "bestChoice")),
      one.mark ? make("span", {}, [say(one.mark), kindOf(one)].filter(Boolean).join(" · ")) : null,
      one.mark ? make("b", {}, one.lost) : null
    )
  );
}

function drawMistakes() {
  const shown = mistakes()
      .filter((one) => !isOpen(one) && !isHidden(one.ply))
      .sort((a, b) => b.loss - a.loss),
    [list] = all("ol", $("mistakes"));
  $("mistakes").hidden = isFinal && !mistakes().length && !beforeRows().length; // the summary has it
  list.replaceChildren(
    ...beforeRows(),
    ...(shown.length
      ? shown.map((one) =>
          make(
            "li",
            {},
            make(
              "button",
              { "data-act": "jump", "data-ply": one.ply },
              make("span", {}, `${one.ply + 1}`),
              make("span", {}, say(one.mark)),
              make("span", {}, aboutMistake(one)),
              make("b", {}, `−${percent(one.loss)}`)
            )
          )
        )
      : isFinal && !mistakes().length
        ? []
        : [make("li", { class: "quiet" }, say("noneYet"))])
  );
}

/** The plays as a table with a column for each seat. */
function drawColumns() {
  const turns = [...Array(game.plies).keys()].map(turnAt);
  $("plays-panel").hidden = turns.some((turn) => !turn);
  if ($("plays-panel").hidden) return;
  /** @type {Map<number, number>[]} */
  const rows = [];
  let last = game.seats.length;
  turns.forEach((turn, at) => {
    const place = game.seats.indexOf(String(turn?.seat));
    if (last >= place) rows.push(new Map());
    rows[rows.length - 1].set(place, at);
    last = place;
  });
  const isMarked = (/** @type {number} */ at) =>
    mistakes().some((one) => one.ply === at && !isOpen(one)) && !isHidden(at);
  const cell = (/** @type {number | undefined} */ at) =>
    at === undefined
      ? make("td")
      : make(
          "td",
          {},
          make(
            "button",
            {
              "data-act": "jump",
              "data-ply": at,
              class: isMarked(at) ? "marked" : "",
              "aria-current": at === ply ? "step" : null
            },
            `${moveText(/** @type {Turn} */ (turns[at]))}${isMarked(at) ? " ?" : ""}`
          )
        );
  $("columns").replaceChildren(
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...game.seats.map((seat) => make("th", { scope: "col" }, nameOf(seat))))),
      make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...game.seats.map((_, place) => cell(cells.get(place))))))
    )
  );
}

// ---- actions of taps and keys ---------------------------------------------------------------------------------------

/**
 * @param {"first" | "eye"} name
 * @param {boolean} isOn
 */
function turnOn(name, isOn) {
  state[name] = isOn;
  store(`review-${name}`, isOn);
  drawWords();
  draw();
}

function switchLanguage() {
  state.lang = state.lang === "zh" ? "en" : "zh";
  store("lang", state.lang);
  if (!game) return drawEmpty();
  return judge(ply);
}

function openPaste() {
  $("paste").hidden = !$("paste").hidden;
  if (!$("paste").hidden) $("record").focus();
}

/**
 * Leave the open mistake: show its answer, or go to the next one.
 * @param {"shown" | "skipped"} how
 */
function leave(how) {
  const open = pending();
  if (!open) return null;
  if (ply !== open.ply && how === "shown") return goTo(open.ply);
  solved.set(open.ply, how);
  [tried, state.picked] = [null, new Set()];
  if (how === "shown") {
    draw();
    return weigh();
  }
  return goTo(pending()?.ply ?? game.plies);
}

/** @param {string} seat */
function reviewSeat(seat) {
  game.me = seat;
  return judge(null);
}

/** @type {Record<string, (node: HTMLElement) => unknown>} */
const ACTIONS = {
  mistakeBack: () => mistakeFrom(-1),
  mistakeOn: () => mistakeFrom(1),
  plyBack: () => goTo(ply - 1),
  plyOn: () => goTo(ply + 1),
  on: () => mistakeFrom(1),
  jump: (node) => goTo(Number(node.dataset.ply)),
  pass: passIt,
  play: playIt,
  answer: () => leave("shown"),
  skip: () => leave("skipped"),
  back: () => goTo(/** @type {Mistake} */ (pending()).ply),
  repeat: () => judge(null),
  other: (node) => reviewSeat(/** @type {string} */ (node.dataset.seat)),
  playOn,
  copy: copyLink,
  save: saveRecord,
  open: openPaste,
  language: switchLanguage
};

/** @type {Record<string, (node: HTMLElement) => unknown>} */
const SHORTCUTS = {
  ArrowLeft: ACTIONS.plyBack,
  ArrowRight: ACTIONS.plyOn,
  ArrowUp: ACTIONS.mistakeBack,
  ArrowDown: ACTIONS.mistakeOn,
  Enter: playIt,
  p: passIt,
  v: ACTIONS.answer,
  n: ACTIONS.skip,
  e: () => turnOn("eye", !state.eye),
  l: switchLanguage,
  c: () => copyLink(all("[data-act=copy]")[0]),
  Escape: () => {
    state.picked = new Set();
    showPicked();
  }
};
const WITHOUT_GAME = ["open", "language"];

/** @param {MouseEvent} event */
function onTap(event) {
  const target = /** @type {Element} */ (event.target),
    node = /** @type {HTMLButtonElement | null} */ (target.closest("[data-act]")),
    held = /** @type {HTMLElement | null} */ (target.closest("#hand .card"));
  if (held && game) return tap(Number(held.dataset.place));
  return node && !node.disabled && (game || WITHOUT_GAME.includes(/** @type {string} */ (node.dataset.act)))
    ? ACTIONS[/** @type {string} */ (node.dataset.act)](node)
    : null;
}

/** @param {KeyboardEvent} event */
function onType(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA|SUMMARY|A)$/.test(target.tagName))
    return;
  if (event.key === "Enter" && target.tagName === "BUTTON" && !target.closest("#hand")) return;
  const act = SHORTCUTS[event.key] ?? SHORTCUTS[event.key.toLowerCase()],
    rank = event.key.toUpperCase().replace("1", "T");
  if (!game || !(act || "3456789TJQKA2XDW".includes(rank))) return;
  event.preventDefault();
  if (act) act(document.body);
  else pickRank(rank);
}

function watchCurve() {
  const box = $("curve"),
    jump = (/** @type {PointerEvent} */ { clientX }) =>
      goTo(plyAt(box, clientX, { plies: game.plies, dots: shownDots() }));
  box.addEventListener("pointerdown", (event) => {
    if (game) {
      box.setPointerCapture(event.pointerId);
      jump(event);
    }
  });
  box.addEventListener("pointermove", (event) => {
    if (game && event.buttons) jump(event);
  });
}

/** @param {SubmitEvent} event */
function readRecord(event) {
  event.preventDefault();
  const body = bodyOfRecord($("record").value.trim());
  return body ? openGame(body) : complainAt(new Refused(say("noRecord")));
}

async function start() {
  openClient(); // while the games are fetched
  addWords(REVIEW_WORDS);
  Object.assign(state, { first: stored("review-first") !== "false", eye: false, sort: "rank" });
  drawWords();
  document.addEventListener("click", onTap);
  document.addEventListener("keydown", onType);
  $("seat").addEventListener("change", () => reviewSeat($("seat").value));
  for (const id of /** @type {("first" | "eye")[]} */ (["first", "eye"]))
    $(id).addEventListener("change", () => turnOn(id, $(id).checked));
  $("paste").addEventListener("submit", readRecord);
  watchCurve();
  const { variants } = await preloaded(new URL("./games.json", import.meta.url), "variants", {}, state.lang);
  state.games = new Map(variants.map((one) => [one.id, one]));
  const query = new URLSearchParams(location.search),
    link = query.get("g") ?? stored("last-game");
  const body = link ? bodyOfLink(link) : null,
    number = query.has("ply") ? Number(query.get("ply")) || -1 : 0;
  if (body) return openGame(body, { me: query.get("me") ?? stored("last-seat") ?? "", number });
  drawEmpty();
  return query.has("g") ? complainAt(new Refused(say("noLink"))) : null;
}

start().catch((error) => {
  drawEmpty();
  complainAt(error);
});

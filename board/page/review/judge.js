// Opening and judging a game: the referee's states of all plies, and judgements that become more exact.

import { pliesIn } from "../lib/advice.js";
import { fetched, get, Lane, post, Refused } from "../lib/api.js";
import { keptReview, reviewOf } from "../lib/review_requests.js";
import { $, faultText, fillIn, gameOf, say, session, settings, sideIn, view } from "../lib/state.js";
import { draw, drawEmpty, drawSummary, drawWords } from "./review_draw.js";
import {
  addressOf,
  decisionAt,
  faults,
  isWon,
  line,
  mistakes,
  modeOf,
  myCalls,
  now,
  prefix,
  turnAt,
  unjudged,
  withoutTribute
} from "./reviewed.js";
import { drawSheet } from "./sheet.js";

const BATCH_BYTES = 48_000,
  BATCH_ITEMS = 32; // maximum tables per request
const FORESEEN = 3; // robots' moves shown after a better move
const FIRST_PLIES = 6; // plies judged first, so that the curve appears early

const lane = new Lane();

/**
 * Show an error; the current review stays.
 * @param {unknown} error
 */
export function complainAt(error) {
  if (!(error instanceof Refused)) throw error;
  $("wrong").textContent = faultText(error);
  $("wrong").hidden = $("more").hidden = false;
}

/**
 * The referee's state before a ply.
 * @param {number} at
 */
async function tableAt(at) {
  return (now.game.tables[at] ??= await post("game", prefix(at), settings.lang));
}

/**
 * The states of all plies of a game: in few requests to the service, or one by one from the page's engine.
 * @param {number} mine
 */
export async function fetchTables(mine) {
  const missing = [...Array(now.game.plies + 1).keys()].filter((at) => !now.game.tables[at]);
  const size = JSON.stringify(now.game.body).length,
    step = Math.max(1, Math.min(BATCH_ITEMS, Math.floor(BATCH_BYTES / size)));
  for (let from = 0; from < missing.length; from += step) {
    const chunk = missing.slice(from, from + step);
    try {
      const { items } = await post(
        "batch",
        { items: chunk.map((at) => ({ op: "game", body: prefix(at) })) },
        settings.lang
      );
      chunk.forEach((at, place) => {
        if (items[place].status === 200) now.game.tables[at] ??= items[place].body;
      });
    } catch {
      /* one by one */
    }
    for (const at of chunk) await tableAt(at);
    if (mine !== now.loads) return;
  }
  draw();
}

/**
 * The reviewed seat: the named one, or the first with a known hand.
 * @param {GameAnswer} table
 * @param {string} named
 */
function seatFor(table, named) {
  const known = now.game.seats.filter((seat) => now.game.tables[0]?.positions?.[seat] ?? table.positions?.[seat]);
  return known.includes(named) ? named : (known[0] ?? null);
}

/**
 * Review a game; the current one stays until the new one is known to be valid.
 * @param {GameBody} body
 * @param {{ me?: string, number?: number, stars?: string, suits?: string }} how
 */
export async function openGame(body, { me = "", number = 0, stars = "", suits = "" } = {}) {
  const before = { game: now.game, variant: session.variant },
    controller = new AbortController();
  /** @type {ReturnType<typeof looksAt> | null} */
  let looks = null;
  $("wrong").hidden = true;
  try {
    if (!session.games.has(body.variant)) throw new Refused(fillIn("noVariant", body.variant));
    if (!body.history?.length) throw new Refused(say("noPlays"));
    const plies = body.history.length;
    if (body.deal?.hands?.[me]) looks = looksAt(body, me, controller.signal);
    const places = [plies, plies - 1, 0]; // before the last ply, so that the remaining hand is known
    const [{ wearSuits }, final, last, start] = await Promise.all([
      fetched(import("./review_suits.js")),
      ...places.map((at) => post("game", { ...body, history: body.history.slice(0, at) }, settings.lang))
    ]);
    session.variant = body.variant;
    now.game = {
      body,
      plies,
      tables: [],
      seats: gameOf(body.variant).seats.map(String),
      final,
      me: "",
      viewer: "",
      moved: () => {}
    };
    [now.game.tables[plies], now.game.tables[plies - 1], now.game.tables[0]] = [final, last, start];
    now.game.me = now.game.viewer = seatFor(final, me) ?? "";
    if (!now.game.me) throw new Refused(say("noHand"));
    now.followed = { seat: me, plies: pliesIn(stars) };
    wearSuits(suits);
    looks = now.game.me === me && looks ? looks : looksAt(body, now.game.me, controller.signal);
    if (number && !(number >= 1 && number <= plies + 1)) complainAt(new Refused(fillIn("noPly", number, plies)));
  } catch (error) {
    controller.abort();
    [now.game, session.variant] = [before.game, before.variant];
    if (!now.game) drawEmpty();
    return complainAt(error);
  }
  $("paste").hidden = true;
  now.judging.abort();
  now.judging = controller;
  return judge(number >= 1 && number <= now.game.plies + 1 ? number - 1 : null, looks);
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
    now.isBusy = true;
    if (now.game) drawSummary();
  };
  const look = (/** @type {number} */ plies, /** @type {string} */ level) =>
    reviewOf(
      { ...(level === "expert" ? body : withoutTribute(body)), history: body.history.slice(0, plies) },
      seats,
      settings.lang,
      { level, signal, onBusy }
    );
  const kept = keptReview(body, seats, settings.lang),
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
 * Judge my seat; start at a ply, or at the costliest mistake.
 * @param {number | null} start
 * @param {AsyncGenerator<Look, void> | null} looks
 * @param {ReviewState["solved"]} solved Mistakes that were tried in the other language.
 */
export async function judge(start, looks = null, solved = new Map()) {
  const mine = ++now.loads;
  Object.assign(now, unjudged(), { solved, ply: start ?? now.game.plies });
  let isMoved = start !== null,
    isFetching = false;
  now.game.moved = () => {
    isMoved = true;
  };
  if (!looks) {
    now.judging.abort();
    now.judging = new AbortController();
  }
  drawWords();
  draw();
  try {
    for await (const { answer, plies, isLast } of looks ?? looksAt(now.game.body, now.game.me, now.judging.signal)) {
      if (mine !== now.loads) return;
      [now.judged, now.judgedPlies, now.isFinal, now.isBusy] = [answer, plies, isLast, false];
      if (!isMoved && plies === now.game.plies) now.ply = faults()[0]?.at ?? now.game.plies;
      draw(); // the curve does not need the tables
      goTo(now.ply, false);
      if (!isFetching)
        fetchTables(mine).catch(() => {
          $("more").hidden = false;
        }); // retried when the ply is shown
      isFetching = true;
    }
    fetchWhole(mine);
  } catch (error) {
    if (mine === now.loads) complainAt(error);
  }
}

/** Show the review in the other language: what is judged stays, and its texts follow. */
export async function translate() {
  if (!now.isFinal) return judge(now.ply, null, now.solved);
  const mine = now.loads,
    { body, me } = now.game,
    { lang } = settings,
    seats = gameOf(body.variant).seats.filter((seat) => String(seat) === me);
  drawWords();
  draw();
  try {
    const answer = keptReview(body, seats, lang) ?? (await reviewOf(body, seats, lang));
    if (mine !== now.loads || lang !== settings.lang) return;
    now.judged = answer;
    now.words = {};
    draw();
  } catch (error) {
    complainAt(error);
  }
}

/**
 * Judge all seats quickly, for the luck of the deal, par and open hands.
 * @param {number} mine
 */
async function fetchWhole(mine) {
  if (Object.keys(now.game.body.deal.hands).length < now.game.seats.length) return;
  try {
    const answer = await post(
      "review",
      { ...withoutTribute(now.game.body), level: "club", lang: settings.lang },
      settings.lang,
      now.judging.signal
    );
    if (mine !== now.loads) return;
    now.whole = answer;
    draw();
    if (isWon() !== false) return;
    const [{ reasonOfLoss }] = await Promise.all([fetched(import("../lib/why_lost.js")), fetchTables(mine)]);
    if (mine !== now.loads) return;
    const { me, plies } = now.game,
      side = sideIn(session.variant, me),
      turns = [...Array(plies).keys()].map(turnAt).filter((turn) => turn !== null);
    now.reason = reasonOfLoss(answer, mistakes(), me, (seat) => sideIn(session.variant, String(seat)) === side, turns);
    draw();
  } catch {
    /* optional */
  }
}

/**
 * Show a ply.
 * @param {number} at
 */
export async function goTo(at, isMine = true) {
  if (!now.game) return;
  if (isMine) now.game.moved();
  if (at !== now.ply) [view.picked, now.tried] = [new Set(), null];
  now.ply = Math.max(-myCalls().length, Math.min(now.game.plies, at));
  const mine = now.loads,
    wanted = now.ply;
  try {
    await Promise.all([tableAt(Math.max(0, now.ply)), now.ply < now.game.plies ? tableAt(now.ply + 1) : null]);
  } catch (error) {
    return complainAt(error);
  }
  if (mine !== now.loads || wanted !== now.ply) return;
  history.replaceState(null, "", addressOf());
  draw();
  if (modeOf() === "shown") weigh();
}

/** Fetch the candidates of a decision of mine, for the bars and the table. */
export async function weigh() {
  const decision = decisionAt(now.ply),
    at = now.ply;
  if (!now.isFinal || !decision || decision.forced || now.candidates.has(at)) return;
  if (decision.best && !now.foreseen.has(at))
    foresee(at, decision.best).catch(() => {
      /* optional */
    });
  try {
    const answer = await lane.run((signal) =>
      get(
        "analyze",
        { position: line(at), level: "expert", order: "robot", top: 12, want: "hints,move", lang: settings.lang },
        settings.lang,
        signal
      )
    );
    if (!answer) return;
    now.candidates.set(at, answer);
    if (at === now.ply) draw();
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
  const mine = now.loads,
    valueOfMove = (/** @type {Cards} */ one) => (one.as ? { cards: one.cards, as: one.as } : one.cards),
    history = [...now.game.body.history.slice(0, at), valueOfMove(best)];
  while (moves.length < FORESEEN) {
    const table = await post("game", { ...now.game.body, history }, settings.lang),
      position = table.turn && table.positions[table.turn.seat];
    if (!table.turn || !position || mine !== now.loads) break;
    const { move } = await get(
      "analyze",
      { position, level: "club", want: "move", lang: settings.lang },
      settings.lang
    );
    if (!move) break;
    moves.push({ ...move, seat: table.turn.seat });
    history.push(valueOfMove(move));
  }
  if (mine !== now.loads) return;
  now.foreseen.set(at, moves);
  if (at === now.ply) drawSheet();
}

// Picking cards: taps, what was dragged over, completion of plays, and the reason why picked cards are no play.

import { get, post } from "../lib/api.js";
import { tokens } from "../lib/cards.js";
import { markHint, placesOf } from "../lib/panels.js";
import { $, all, current, mayPlay, meta, parts, playToBeat, session, settings, shown, view } from "../lib/state.js";
import { pickedText, showPicked } from "../lib/table.js";
import { shapeName } from "../lib/words.js";

const CHECK_PAUSE = 250; // milliseconds that picked cards must stay unchanged before the reason is shown

/** The listed plays. */
const plays = () => shown().hints.filter((hint) => !hint.pass);

/** Whether every legal play is listed. */
const isComplete = () => plays().length === shown().legal_count - Number(shown().passing.legal);

/** @param {string} text */
const ranksOf = (text) =>
  tokens(text)
    .map(([rank]) => rank)
    .sort()
    .join("");

/**
 * The listed play with exactly these ranks.
 * @param {string} text
 */
const playOf = (text) => plays().find((hint) => ranksOf(hint.cards) === ranksOf(text));

/**
 * Toggle a card; if it belongs to only one play, the whole play is picked.
 * @param {number} place
 */
export function tapCard(place) {
  if (view.picked.has(place)) view.picked.delete(place);
  else {
    const isFirst = !view.picked.size,
      [rank] = session.hand[place];
    const fitting =
      isFirst && shown().turn.to_beat && mayPlay() && isComplete()
        ? plays().filter((hint) => ranksOf(hint.cards).includes(rank))
        : [];
    if (fitting.length === 1) for (const other of placesOf(fitting[0].cards)) view.picked.add(other);
    view.picked.add(place);
    // A suggestion took another card of its rank.
    if (fitting.length === 1 && view.picked.size > tokens(fitting[0].cards).length) dropCopy(place);
  }
  changed();
}

/** @param {number} place */
function dropCopy(place) {
  const copy = [...view.picked].find((other) => other !== place && session.hand[other][0] === session.hand[place][0]);
  if (copy !== undefined) view.picked.delete(copy);
}

const MOST_INSIDE = 60; // plays of the cards under a drag that are requested

/**
 * The plays of some cards of the hand, from the service if not all plays are listed.
 * @param {string} inside
 * @returns {Promise<{ cards: string, shape?: string | null }[]>}
 */
async function playsOf(inside) {
  const fits = (/** @type {Row} */ hint) => {
    const left = [...ranksOf(inside)];
    return [...ranksOf(hint.cards)].every((rank) => left.includes(rank) && left.splice(left.indexOf(rank), 1));
  };
  const listed = plays().filter(fits);
  if (isComplete()) return listed;
  const { head, seat } = parts(current());
  const position = `${head} ${seat} ${inside} - ${playToBeat()}`;
  return get("analyze", { position, want: "hints", top: MOST_INSIDE }, settings.lang).then(
    ({ hints }) => hints ?? listed,
    () => listed
  );
}

let swiped = { key: "", at: 0 }; // the last drag, and how often it was repeated

/**
 * Pick the cards under a drag: the largest play among them, with each repetition the largest one of another shape; all
 * of them if they are a play, or none is among them.
 * @param {number[]} places
 */
export async function pickRange(places) {
  const inside = places.map((place) => session.hand[place]).join(""),
    key = `${current()} ${places}`;
  swiped = { key, at: key === swiped.key ? swiped.at + 1 : 0 };
  view.picked = new Set(places);
  changed();
  if (!mayPlay() || (playOf(inside) && !swiped.at)) return;
  const mine = swiped;
  const sizeOf = (/** @type {{ cards: string }} */ play) => tokens(play.cards).length,
    kindOf = (/** @type {{ shape?: string | null }} */ play) => play.shape?.replace(/_\d+$/, "");
  const found = (await playsOf(inside))
    .filter((play) => sizeOf(play) > 1)
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .filter((play, at, sorted) => sorted.findIndex((other) => kindOf(other) === kindOf(play)) === at);
  if (mine !== swiped || key !== `${current()} ${places}` || !found.length) return;
  const free = [...places];
  const next = (/** @type {string} */ [rank]) => free.findIndex((place) => session.hand[place][0] === rank);
  view.picked = new Set(tokens(found[mine.at % found.length].cards).map((token) => free.splice(next(token), 1)[0]));
  changed();
}

function changed() {
  view.hint = -1;
  showPicked();
  markHint();
  explainSoon();
}

/** Unpick all cards. */
export function release() {
  swiped = { key: "", at: 0 };
  if (!view.picked.size) return;
  view.picked = new Set();
  changed();
}

// ---- reasons why picked cards are no play ---------------------------------------------------------------------------

/** @type {ReturnType<typeof setTimeout> | undefined} */
let checkTimer;

function explainSoon() {
  clearTimeout(checkTimer);
  const text = pickedText(),
    line = current(),
    known = text && mayPlay() ? playOf(text) : null;
  showNote(known ? shapeName(meta(), known.shape, settings.lang) : "", true);
  if (!text || known || !mayPlay() || view.editing) return;
  checkTimer = setTimeout(async () => {
    const isStale = () => pickedText() !== text || current() !== line || !mayPlay();
    if (isStale()) return;
    // The error is shown again when they are played.
    const answer = await post("check", { position: line, cards: text }, settings.lang).catch(() => null);
    if (!answer || isStale()) return;
    const [reading] = answer.readings ?? [];
    showNote(
      answer.playable
        ? reading
          ? shapeName(meta(), reading.shape, settings.lang)
          : ""
        : (answer.reasons[0]?.text ?? ""),
      answer.playable
    );
  }, CHECK_PAUSE);
}

/**
 * Show the picked play, or the reason why the cards are no play, in the status line.
 * @param {string} text
 * @param {boolean} isPlay
 */
function showNote(text, isPlay) {
  const [status] = all(".status", $("table"));
  if (!status) return;
  status.dataset.status ??= status.textContent ?? "";
  status.textContent = text || status.dataset.status;
  status.classList.toggle("refused", Boolean(text) && !isPlay);
}

// Trying a mistake again: picked cards, attempts and their outcome, the way to the next mistake.

import { post, Refused } from "../lib/api.js";
import { patiently } from "../lib/review_requests.js";
import { faultText, fillIn, say, session, settings, view } from "../lib/state.js";
import { pickedText, showPicked } from "../lib/table.js";
import { percent } from "../lib/words.js";
import { goTo, weigh } from "./judge.js";
import { draw } from "./review_draw.js";
import {
  callAt,
  callName,
  decisionAt,
  faults,
  isOpenHere,
  line,
  modeOf,
  moveWords,
  now,
  pending,
  sameMove,
  signed,
  typed,
  withoutTribute,
  wordsAt
} from "./reviewed.js";

const NEAR = 0.05; // points by which a bid may be below the best

/**
 * Store the outcome of a mistake, and show it.
 * @param {string} how
 */
function settleMistake(how) {
  now.solved.set(now.ply, how);
  [now.tried, view.picked] = [null, new Set()];
  draw();
  weigh();
}

/**
 * Try a move at the shown mistake; "" is a pass.
 * @param {string} cards
 */
async function attempt(cards) {
  const decision = decisionAt(now.ply),
    at = now.ply,
    mine = now.loads;
  if (!decision || !["find", "again"].includes(modeOf())) return;
  const best = decision.best ?? decision;
  if (sameMove({ cards }, best)) return settleMistake("good");
  if (sameMove({ cards }, decision)) {
    now.tried = { ply: now.ply, mode: "again", text: say("asBefore") };
    return draw();
  }
  now.tried = { ply: now.ply, mode: "judging", text: say("judging") };
  draw();
  let text;
  try {
    if (cards) {
      const check = await post("check", { position: line(at), cards }, settings.lang);
      if (!check.playable) throw new Refused(check.reasons.map((why) => why.text).join(" "));
    }
    const question = {
      ...withoutTribute(now.game.body),
      history: [...now.game.body.history.slice(0, at), cards],
      seats: [typed(now.game.me)],
      lang: settings.lang
    };
    const answer = await patiently(
      () => post("review", question, settings.lang, now.judging.signal),
      now.judging.signal
    );
    const one = answer.decisions.at(-1);
    if (mine !== now.loads || now.ply !== at) return;
    if (!one || one.loss === null || Number(one.low) <= 0) return settleMistake("near");
    text = fillIn("tryAgain", moveWords({ cards }), percent(one.loss));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    text = faultText(error);
  }
  if (mine !== now.loads || now.ply !== at) return;
  now.tried = { ply: at, mode: "again", text };
  draw();
}

/**
 * Toggle a card while a mistake is tried again.
 * @param {number} place
 */
export function tap(place) {
  if (!["find", "again"].includes(modeOf())) return;
  if (view.picked.has(place)) view.picked.delete(place);
  else view.picked.add(place);
  showPicked();
}

/**
 * Pick the next card of a typed rank.
 * @param {string} rank
 */
export function pickRank(rank) {
  const place = session.hand.findIndex((token, at) => token[0] === rank && !view.picked.has(at));
  if (place >= 0) tap(place);
}

/**
 * Try another word at the shown bid.
 * @param {string} text
 */
export async function attemptCall(text) {
  const call = callAt(now.ply),
    at = now.ply,
    mine = now.loads,
    word = /^\d$/.test(text) ? Number(text) : text;
  if (!call || !["find", "again"].includes(modeOf())) return;
  if (word === call.best) return settleMistake("good");
  const isSame = word === call.word;
  now.tried = { ply: at, mode: isSame ? "again" : "judging", text: say(isSame ? "asBefore" : "judging") };
  draw();
  if (isSame) return;
  const actions = (await wordsAt(at).catch(() => null)) ?? [],
    [made, best] = [word, call.best].map((one) => actions.find(({ bid }) => bid === one)?.score);
  if (mine !== now.loads || now.ply !== at) return;
  const lost = Number(best) - Number(made);
  if (lost < NEAR) return settleMistake("near");
  now.tried = {
    ply: at,
    mode: "again",
    text: Number.isNaN(lost)
      ? say("offline")
      : fillIn("tryAgain", callName(/** @type {Bid} */ (word), call), fillIn("ofPoints", signed(lost).slice(1)))
  };
  draw();
}

export const passIt = () => attempt("");
export const playIt = () => (pickedText() ? attempt(pickedText()) : null);

/**
 * The previous or next mistake; without one the end.
 * @param {number} step
 */
export function mistakeFrom(step) {
  const places = faults()
    .map((one) => one.at)
    .filter((at) => (step > 0 ? at > now.ply : at < now.ply));
  if (step > 0 && isOpenHere()) now.solved.set(now.ply, "skipped");
  const next = step > 0 ? Math.min(...places) : Math.max(...places);
  return Number.isFinite(next) ? goTo(next) : step > 0 ? goTo(now.game.plies) : null;
}

/**
 * Leave the open mistake: show its answer, or go to the next one.
 * @param {"shown" | "skipped"} how
 */
export function leave(how) {
  const open = pending();
  if (!open) return null;
  const at = isOpenHere() ? now.ply : open.at;
  if (now.ply !== at && how === "shown") return goTo(at);
  now.solved.set(at, how);
  [now.tried, view.picked] = [null, new Set()];
  if (how === "shown") {
    draw();
    return weigh();
  }
  return goTo(pending()?.at ?? now.game.plies);
}

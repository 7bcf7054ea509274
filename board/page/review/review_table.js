// Draws the table of a ply, with the chances of the candidates on the hand.

import { face, make, tokens } from "../lib/cards.js";
import { $, all, headOf, parts, say, session, settings } from "../lib/state.js";
import { drawHand, drawTable } from "../lib/table.js";
import { percent } from "../lib/words.js";
import { callAt, decisionAt, line, modeOf, moveText, now, placeText, rules, sameMove, turnAt } from "./reviewed.js";

/**
 * The hand before a ply; after the last ply the remaining one.
 * @param {number} at
 */
function handAt(at) {
  const call = callAt(at),
    bidder = call && now.game.body.deal.hands[call.place];
  if (bidder) return tokens(bidder, rules().level);
  const own = line(at);
  if (own) return tokens(parts(own).hand, rules().level);
  const last = line(at - 1),
    rest = last ? tokens(parts(last).hand, rules().level) : [],
    turn = at ? turnAt(at - 1) : null;
  if (turn && String(turn.seat) === now.game.me)
    for (const token of tokens(turn.cards || "")) rest.splice(rest.indexOf(token), 1);
  return rest;
}

export function drawTurn() {
  const table = now.game.tables[Math.max(0, now.ply)];
  if (!table) return;
  const decision = decisionAt(now.ply),
    turn = now.ply < now.game.plies ? turnAt(now.ply) : null,
    isMine = turn && String(turn.seat) === now.game.me;
  const rows = [...Array(Math.max(0, now.ply)).keys()]
    .slice(-now.game.seats.length + 1)
    .flatMap((at) => turnAt(at) ?? []);
  const acting = turn && !isMine ? [turn] : [],
    acted = new Set([...table.trick, ...acting].map(({ seat }) => String(seat)));
  const past = rows
    .filter(({ seat }) => !acted.has(String(seat)) && String(seat) !== String(turn?.seat))
    .map((one) => ({ ...one, past: true }));
  const shown = {
    seats: now.game.seats,
    me: now.game.me,
    turn: turn?.seat,
    left: table.left,
    trick: [...past, ...table.trick, ...acting],
    rules: rules(),
    bottom: now.ply < 0 ? null : now.game.body.deal.bottom
  };
  session.hand = handAt(now.ply);
  session.facts = /** @type {Facts} */ ({
    position:
      line() ||
      line(now.ply - 1) ||
      `${headOf(now.game.body.variant, now.game.body.options ?? {})} ${now.game.me} - - -`
  });
  drawTable(shown, placeText());
  drawHand();
  for (const node of all(".bar, .pass-bar", $("hand"))) node.remove();
  if (settings.eye) drawHeld(table);
  if (decision && modeOf() === "shown") drawBars(decision);
  markMade(decision);
}

/**
 * Show the other hands as ranks.
 * @param {GameAnswer} table
 */
function drawHeld(table) {
  for (const seat of now.game.seats) {
    const own = table.positions?.[seat],
      node = $("seats").querySelector(`[data-seat="${seat}"]`);
    if (seat !== now.game.me && own && node)
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
    const at = free.indexOf(session.hand[Number(node.dataset.place)]);
    const near =
      at >= 0 ? at : free.findIndex((token) => token[0] === session.hand[Number(node.dataset.place)]?.[0] && !token[1]);
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
  const tries = now.candidates.get(now.ply)?.move?.search?.candidates ?? [],
    /** @type {Map<string, Candidate>} */
    columns = new Map();
  for (const one of [...tries].reverse()) {
    const [lead] = tokens(one.cards || "").reverse();
    if (one.won !== undefined) columns.set(lead?.[0] ?? "", one);
  }
  for (const [rank, one] of columns) {
    const node = [...all(".card", $("hand"))].find((each) => session.hand[Number(each.dataset.place)]?.[0] === rank);
    if (rank) node?.parentElement?.prepend(barOf(one, decision));
    else $("hand").append(make("span", { class: "pass-bar" }, barOf(one, decision), say("pass")));
  }
}

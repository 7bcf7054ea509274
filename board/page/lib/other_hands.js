// Panels about other hands: the percentage of hands that are weaker than mine, unseen cards, plays that may beat one.

import { counts, face, make, RANKS, RUN, spoken, tokens } from "./cards.js";
import { PERCENTILES } from "./percentiles.js";
import { $, current, fillIn, meta, parts, rulesOf, say, session, settings, shown, view } from "./state.js";
import { cardsLeft } from "./table.js";
import { percent, seatName } from "./words.js";

/**
 * The percentage of dealt hands of the seat that are weaker than this one; null for a hand that was played from, or
 * with other options.
 * @param {Facts} facts
 */
export function percentileOf({ position, power }) {
  const {
    variant,
    options: { wild = "", level, ...others },
    seat,
    hand
  } = parts(position);
  const rows = /** @type {Record<string, Record<string, number[]>>} */ (PERCENTILES)[
      variant + (wild && `:${wild.length}`)
    ],
    values = rows?.[seat] ?? rows?.[""];
  if (!values || Object.keys(others).length || tokens(hand).length !== meta().hand_size[seat]) return null;
  const score = power.score * 100,
    at = values.findIndex((value) => value > score),
    below = at < 0 ? values.length : at;
  if (below === 0 || below === values.length) return below ? 99 : 1;
  const [low, high] = [below - 1, below].map((place) => Math.max(1, Math.min(99, place * 10)));
  return Math.round(low + ((high - low) * (score - values[below - 1])) / (values[below] - values[below - 1]));
}

// ---- unseen cards ---------------------------------------------------------------------------------------------------

/** Draw the number of unseen cards of each rank, shaded by the probability that other seats have them. */
export function drawUnseen() {
  const facts = shown(),
    { beliefs } = session,
    { lang } = settings;
  const { level } = rulesOf(facts.position);
  const ranks = Object.keys(facts.unseen).sort((a, b) => RANKS.indexOf(b) - RANKS.indexOf(a));
  /** @type {Record<string, string>} */
  const short =
    lang === "zh" ? { X: "小", D: "大", W: level ? "配" : "花" } : { X: "jo", D: "JO", ...(level ? { W: "♥" } : {}) };
  const table = make(
    "table",
    make(
      "thead",
      make("tr", make("td"), ...ranks.map((rank) => make("th", { scope: "col" }, short[rank] || face(rank))))
    ),
    make(
      "tr",
      { class: "counts" },
      make("td"),
      ...ranks.map((rank) => make("td", { class: facts.unseen[rank] ? "" : "gone" }, String(facts.unseen[rank])))
    )
  );
  $("unseen").replaceChildren(table);
  $("legend").hidden = !beliefs;
  drawBeaten();
  const { seat: me } = parts(facts.position);
  for (const [seat, chances] of Object.entries(beliefs?.seats || {})) {
    const line = make(
      "tr",
      { class: "heat" },
      make("th", { scope: "row" }, seatName(seat, me, meta().seats.map(String), lang))
    );
    for (const rank of ranks) {
      const chance = chances[rank] ?? 0;
      const cell = make(
        "td",
        { class: chance > 0.995 ? "full" : "", title: `${short[rank] || face(rank)} ${percent(chance)}` },
        chance ? String(Math.round(chance * 100)) : ""
      );
      cell.style.background = `color-mix(in srgb, var(--pick) ${Math.round(chance * 36)}%, transparent)`;
      line.append(cell);
    }
    table.append(line);
  }
}

// ---- plays that beat ------------------------------------------------------------------------------------------------

/**
 * How often each rank of a play's body occurs: pairs of a chain, the triple of a triple with one, four of a bomb.
 * @param {string} cards
 */
function bodyOf(cards) {
  const numbers = counts(cards),
    most = Math.max(...Object.values(numbers));
  return { ranks: [...RANKS].filter((rank) => numbers[rank] === most), most, size: tokens(cards).length };
}

/**
 * First ranks of higher plays of the same type among the unseen cards.
 * @param {{ ranks: string[], most: number }} body
 * @param {Record<string, number>} unseen
 */
function higher({ ranks, most }, unseen) {
  const low = RANKS.indexOf(ranks[0]),
    fits = (/** @type {string} */ rank) => (unseen[rank] || 0) >= most;
  if (ranks.length === 1) return [...RANKS].filter((rank, place) => place > low && fits(rank));
  return [...RUN].filter(
    (_, place) =>
      place > RUN.indexOf(ranks[0]) &&
      place + ranks.length <= RUN.length &&
      [...RUN].slice(place, place + ranks.length).every(fits)
  );
}

/**
 * The probability that one other seat has both jokers; null if unknown.
 * @param {Facts} facts
 * @param {Beliefs | null} beliefs
 * @param {Record<string, number | null>} left
 * @returns {number | null}
 */
function rocketChance({ unseen, position }, beliefs, left) {
  if (unseen.X !== 1 || unseen.D !== 1) return 0;
  for (const seat of Object.values(beliefs?.seats || {})) {
    if (seat.X > SURE_CHANCE) return seat.D;
    if (seat.D > SURE_CHANCE) return seat.X;
  }
  const total = Object.values(unseen).reduce((sum, number) => sum + number, 0),
    { seat } = parts(position);
  const others = Object.entries(left)
    .filter(([other]) => other !== seat)
    .map(([, number]) => number ?? NaN);
  if (others.reduce((sum, number) => sum + number, 0) !== total) return null;
  return others.reduce((sum, number) => sum + number * (number - 1), 0) / (total * (total - 1));
}

const SURE_CHANCE = 0.995;

/**
 * The other seats with enough cards, each with its minimum probability of having one of these ranks, if known.
 * @param {Record<string, number | null>} left
 * @param {number} most
 * @param {string[]} ranks
 * @param {Beliefs | null} beliefs
 */
function mayBeat(left, most, ranks, beliefs) {
  const { seat: me } = parts(current()),
    seats = meta().seats.map(String);
  const chanceOf = (/** @type {string} */ seat) =>
    Math.max(0, ...ranks.map((rank) => beliefs?.seats[seat]?.[rank] ?? 0));
  return seats
    .filter((seat) => seat !== me && (left[seat] ?? most) >= most)
    .map((seat) => seatName(seat, me, seats, settings.lang) + (chanceOf(seat) ? ` ≥${percent(chanceOf(seat))}` : ""))
    .join(" · ");
}

/**
 * Describe the plays of other seats that could beat a play and who may have them; only without wild cards and with one
 * deck.
 */
export function drawBeaten() {
  const facts = shown(),
    { beliefs } = session,
    { hint } = view,
    { wild, level } = rulesOf(facts.position);
  const about = [facts.hints[hint], ...facts.hints].find((one) => one && !one.pass);
  const mine = facts.hints.some((one) => !one.pass),
    /** @type {string[]} */
    rows = [];
  const left = cardsLeft(meta(), parts(facts.position)),
    chance = rocketChance(facts, beliefs, left);
  const rocket = !level && chance !== 0;
  if (mine && about && !wild && !level && !facts.unseen.W) {
    const body = bodyOf(about.cards),
      isBomb = body.most === 4 && body.size === 4,
      isRocket = /^(XD|DX)$/.test(about.cards);
    const same = isRocket || (body.most === 4 && !isBomb) ? [] : higher(body, facts.unseen);
    const bombs = isBomb || isRocket ? [] : [...RANKS].filter((rank) => facts.unseen[rank] === 4);
    const nameOf = (/** @type {string} */ [rank]) => (settings.lang === "en" ? spoken(rank) : face(rank)),
      named = tokens(about.cards).map(nameOf).join(" ");
    const shown = same.map((rank) =>
      body.ranks.length > 1
        ? `${face(rank)}–${face(RUN[RUN.indexOf(rank) + body.ranks.length - 1])}`
        : Array(body.most).fill(nameOf(rank)).join(" ")
    );
    if (bombs.length) shown.push(fillIn("bombsOut", bombs.map(face).join(" ")));
    if (rocket && !isRocket) shown.push(say("rocketOut"));
    rows.push(shown.length ? `${fillIn("beats", named)} ${shown.join(" · ")}` : fillIn("beatsNone", named));
    const most = Math.min(same.length ? body.size : Infinity, bombs.length ? 4 : Infinity, rocket ? 2 : Infinity);
    const who = shown.length ? mayBeat(left, most, body.size === 1 ? same : [], beliefs) : "";
    if (who) rows.push(fillIn("whoBeats", who));
  }
  if (rocket && chance) rows.push(`${say("rocketOut")} ${fillIn("inOneHand", percent(chance))}`);
  $("beaten").replaceChildren(...rows.map((text) => make("li", text)));
}

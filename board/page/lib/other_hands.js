// Panels about other hands: the percentage of hands that are weaker than mine, unseen cards, plays that may beat one.

import { bodyOf, higher, mayBeat, percentile, rocketChance } from "./beaters.js";
import { face, make, RANKS, spoken, tokens } from "./cards.js";
import { PERCENTILES } from "./percentiles.js";
import { $, fillIn, meta, parts, rulesOf, say, session, settings, shown, view } from "./state.js";
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
  return percentile(values, power.score * 100);
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
  const { seat: me } = parts(facts.position),
    seats = meta().seats.map(String),
    others = seats.filter((seat) => seat !== me),
    chances = beliefs?.seats ?? {},
    left = cardsLeft(meta(), parts(facts.position)),
    chance = rocketChance(
      facts.unseen,
      chances,
      others.map((seat) => left[seat])
    );
  const rocket = !level && chance !== 0;
  if (mine && about && !wild && !level && !facts.unseen.W) {
    const body = bodyOf(about.cards),
      isBomb = body.most === 4 && body.size === 4,
      isRocket = /^(XD|DX)$/.test(about.cards);
    const same = isRocket || (body.most === 4 && !isBomb) ? [] : higher(body, facts.unseen);
    const bombs = isBomb || isRocket ? [] : [...RANKS].filter((rank) => facts.unseen[rank] === 4);
    const nameOf = (/** @type {string} */ [rank]) => (settings.lang === "en" ? spoken(rank) : face(rank)),
      named = tokens(about.cards).map(nameOf).join(" ");
    const shown = same.map((ranks) =>
      ranks.length > 1
        ? `${face(ranks[0])}–${face(ranks[ranks.length - 1])}`
        : Array(body.most).fill(nameOf(ranks)).join(" ")
    );
    if (bombs.length) shown.push(fillIn("bombsOut", bombs.map(face).join(" ")));
    if (rocket && !isRocket) shown.push(say("rocketOut"));
    rows.push(shown.length ? `${fillIn("beats", named)} ${shown.join(" · ")}` : fillIn("beatsNone", named));
    const most = Math.min(same.length ? body.size : Infinity, bombs.length ? 4 : Infinity, rocket ? 2 : Infinity);
    const who = (shown.length ? mayBeat(others, left, most, body.size === 1 ? same : [], chances) : []).map(
      ({ seat, chance }) => seatName(seat, me, seats, settings.lang) + (chance ? ` ≥${percent(chance)}` : "")
    );
    if (who.length) rows.push(fillIn("whoBeats", who.join(" · ")));
  }
  if (rocket && chance) rows.push(`${say("rocketOut")} ${fillIn("inOneHand", percent(chance))}`);
  $("beaten").replaceChildren(...rows.map((text) => make("li", text)));
}

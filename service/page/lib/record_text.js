// Games as text: records (`.ddz`), the short form in an address, and the equivalent body of `/v1/game`.

import { pause, post } from "./api.js";
import { state } from "./state.js";

const SPACED = (value) => value.split(" ").filter(Boolean);
const numbered = (word) => (/^\d{1,3}$/.test(word) ? Number(word) : word);
const pairOf = (text, separator) => {
  const [name, ...rest] = text.split(separator);
  return [name, rest.join(separator)];
};
const pairsOf = (text, separator, joiner) =>
  Object.fromEntries(
    text
      .split(joiner)
      .filter(Boolean)
      .map((pair) => pairOf(pair, separator))
  );

/** Convert a play of a record to that of a history: a pass is empty. */
function playOf(text) {
  const [, seat, rest] = /^(?:([^:]*):)?(.*)$/.exec(text),
    [cards, as] = rest.split("=");
  const pass = cards === ".";
  if (seat === undefined && as === undefined) return pass ? "" : cards;
  return {
    ...(seat === undefined ? {} : { seat: numbered(seat) }),
    cards: pass ? "" : cards,
    ...(as === undefined ? {} : { as })
  };
}

/** Convert a play of a history to that of a record. */
function playText(value) {
  const { seat, cards, as } = typeof value === "string" ? { cards: value } : value;
  const owner = seat === undefined || seat === null ? "" : `${seat}:`;
  return `${owner}${/^(|\.|pass|过|不出)$/.test(cards) ? "." : cards}${as ? `=${as}` : ""}`;
}

/** Convert a card of a tribute to that of a record, `3>0:Ac`. */
function movedOf(text) {
  const [, from, to, card] = /^(\w+)>(\w+):(\w+)$/.exec(text) ?? [null, text, "", ""];
  return { from: numbered(from), to: numbered(to), card };
}

/** The body of a game with these tags and plays. */
function bodyOf(tags, plays) {
  const body = { variant: tags.Variant ?? "standard" },
    deal = {},
    auction = {},
    match = {},
    tribute = {};
  if (tags.Options) body.options = pairsOf(tags.Options, "=", ",");
  if (tags.Deal) deal.hands = pairsOf(tags.Deal, ":", " ");
  if (tags.Bottom !== undefined) deal.bottom = tags.Bottom;
  if (tags.Bidding) auction.bidding = tags.Bidding;
  if (tags.Auction !== undefined) auction.bids = SPACED(tags.Auction).map(numbered);
  if (tags.Doubled !== undefined) auction.doubled = SPACED(tags.Doubled).map(numbered);
  if (tags.Levels) match.levels = SPACED(tags.Levels);
  if (tags.Playing) match.playing = numbered(tags.Playing);
  if (tags.Failures) match.failures = SPACED(tags.Failures).map(numbered);
  if (tags.Tribute !== undefined) tribute.moved = SPACED(tags.Tribute).map(movedOf);
  for (const [name, part] of Object.entries({ deal, auction, match, tribute }))
    if (Object.keys(part).length) body[name] = part;
  return { ...body, history: plays.map(playOf) };
}

/** The options of a game that differ from the defaults. */
function chosenRules({ variant, options = {} }) {
  const usual = state.games.get(variant)?.options ?? {};
  return Object.entries(options)
    .filter(([name, value]) => value !== usual[name]?.default)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/** The tags of a game, in the order of the format. */
function tagsOf(body) {
  const { variant, deal = {}, auction = {}, match = {}, tribute = {} } = body,
    chosen = chosenRules(body);
  const tags = { Variant: variant };
  if (chosen) tags.Options = chosen;
  if (deal.hands)
    tags.Deal = Object.entries(deal.hands)
      .map(([seat, cards]) => `${seat}:${cards}`)
      .join(" ");
  if (deal.bottom) tags.Bottom = deal.bottom;
  if (auction.bidding) tags.Bidding = auction.bidding;
  if (auction.bids) tags.Auction = auction.bids.join(" ");
  if (auction.doubled) tags.Doubled = auction.doubled.join(" ");
  if (match.levels) tags.Levels = match.levels.join(" ");
  if (match.playing !== undefined) tags.Playing = String(match.playing);
  if (match.failures) tags.Failures = match.failures.join(" ");
  if (tribute.moved) tags.Tribute = tribute.moved.map(({ from, to, card }) => `${from}>${to}:${card}`).join(" ");
  return tags;
}

/** A game as a record, `.ddz`. */
export function recordOfBody(body) {
  const rows = Object.entries(tagsOf(body)).map(([name, value]) => `[${name} "${value}"]\n`);
  return `${rows.join("")}${body.history.map(playText).join(",") || "-"}\n`;
}

const FIELDS = ["variant", "options", "deal", "auction", "match", "tribute", "history"];

/** The body of a pasted game, a record or JSON; null for any other text. */
export function bodyOfRecord(text) {
  try {
    const body = JSON.parse(text);
    if (!body?.deal || !Array.isArray(body.history) || (body.notation ?? "text") !== "text") return null;
    return Object.fromEntries(FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
  } catch {
    /* not JSON: try a record */
  }
  const tags = {};
  const take = (_all, name, value) => {
    tags[name] ??= value.replace(/\\(.)/g, "$1");
    return "";
  };
  const rest = text
    .replace(/^\uFEFF?%.*$/gm, "")
    .replace(/\[([\w.]+)\s+"((?:[^"\\]|\\.)*)"\]/g, take)
    .replace(/\{(?:[^}\\]|\\.)*\}/g, "")
    .trim();
  return tags.Deal
    ? bodyOf(
        tags,
        rest === "-"
          ? []
          : rest
              .split(",")
              .map((play) => play.trim())
              .filter(Boolean)
      )
    : null;
}

/** The address form of a game: variant, pairs of tags, plays. */
export function linkOfBody(body) {
  const { Variant, ...tags } = tagsOf(body);
  const text = [Variant, ...Object.entries(tags).flat(), body.history.map(playText).join(",")].join("~");
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replace(/%(3A|2C|3D)/g, decodeURIComponent);
}

/** The body of the game in an address; null if there is none. */
export function bodyOfLink(text) {
  const [Variant, ...fields] = text.split("~"),
    plays = fields.pop();
  const tags = { Variant };
  for (let place = 0; place < fields.length; place += 2) tags[fields[place]] = fields[place + 1] ?? "";
  return tags.Deal ? bodyOf(tags, plays ? plays.split(",") : []) : null;
}

const remembered = (name) => {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
};
const remember = (name, value) => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* storage is disabled */
  }
};

const keyOf = (body, seats, lang) => [linkOfBody(body), seats, lang].join(" ");

/** The last stored judgement of some seats of this game; null if another game is stored. */
export function keptReview(body, seats, lang) {
  const kept = remembered("review");
  return kept?.key === keyOf(body, seats, lang) ? kept.answer : null;
}

const CUT = 0.8,
  LEAST_PLIES = 8; // share of the history that is judged if the whole is too long for one request
const LONGEST_PAUSE = 5; // default seconds before a busy service is asked again

/** Send a request, repeatedly while the service is busy; *onBusy* is called before each pause. */
export async function patiently(send, signal, onBusy) {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!error.wait) throw error;
      onBusy?.();
      await pause(Math.min(error.wait, LONGEST_PAUSE), signal);
    }
  }
}

/** The answer to a request for a review; if the game is too long, that of its first `plies` plies. */
async function judgedPart(body, seats, lang, level, { signal, onBusy }) {
  try {
    return await patiently(() => post("review", { ...body, seats, level, lang }, lang, signal), signal, onBusy);
  } catch (error) {
    const plies = Math.floor(body.history.length * CUT);
    if (error.code !== "cost_too_large" || plies < LEAST_PLIES) throw error;
    return {
      plies,
      ...(await judgedPart({ ...body, history: body.history.slice(0, plies) }, seats, lang, level, { signal, onBusy }))
    };
  }
}

/**
 * The judgement of some seats of a game; the tab stores the judgements at review level. A signal aborts it; `onBusy` is
 * called while it waits for the service.
 */
export async function reviewOf(body, seats, lang, { level = "expert", ...way } = {}) {
  const answer = await judgedPart(body, seats, lang, level, way);
  if (level === "expert") remember("review", { key: keyOf(body, seats, lang), answer });
  return answer;
}

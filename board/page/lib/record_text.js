// Games as text: records (`.ddz`), the share link (short form in an address), and their bodies of `/v1/game`.

import { post } from "./api.js";
import { saveFile } from "./files.js";
import { fillIn, gameName, session, settings } from "./state.js";
import { addWords } from "./words.js";

addWords({
  review: ["Review", "复盘"],
  saveRecord: ["Save the game", "存牌谱"],
  oneGame: ["Game {} of {} · {} · {} turns", "第 {}/{} 局 · {} · {} 手"]
});

/** @param {string} value */
const SPACED = (value) => value.split(" ").filter(Boolean);
/** @param {string} word */
const numbered = (word) => (/^\d{1,3}$/.test(word) ? Number(word) : word);
/**
 * @param {string} text
 * @param {string} separator
 */
const pairOf = (text, separator) => {
  const [name, ...rest] = text.split(separator);
  return [name, rest.join(separator)];
};
/**
 * @param {string} text
 * @param {string} separator
 * @param {string} joiner
 */
const pairsOf = (text, separator, joiner) =>
  Object.fromEntries(
    text
      .split(joiner)
      .filter(Boolean)
      .map((pair) => pairOf(pair, separator))
  );

/**
 * Convert a play of a record to that of a history: a pass is empty.
 * @param {string} text
 * @returns {PlayValue}
 */
function playOf(text) {
  const [, seat, rest] = /** @type {RegExpExecArray} */ (/^(?:([^:]*):)?(.*)$/s.exec(text)),
    [cards, as] = rest.split("=");
  const pass = cards === ".";
  if (seat === undefined && as === undefined) return pass ? "" : cards;
  return {
    ...(seat === undefined ? {} : { seat: numbered(seat) }),
    cards: pass ? "" : cards,
    ...(as === undefined ? {} : { as })
  };
}

/**
 * Convert a play of a history to that of a record.
 * @param {PlayValue} value
 */
function playText(value) {
  const { seat, cards, as } = typeof value === "string" ? { cards: value, seat: null, as: "" } : value;
  const owner = seat === undefined || seat === null ? "" : `${seat}:`;
  return `${owner}${/^(|\.|pass|过|不出)$/.test(cards) ? "." : cards}${as ? `=${as}` : ""}`;
}

/**
 * Convert a card of a tribute to that of a record, `3>0:Ac`.
 * @param {string} text
 */
function movedOf(text) {
  const [, from, to, card] = /^(\w+)>(\w+):(\w+)$/.exec(text) ?? [null, text, "", ""];
  return { from: numbered(from), to: numbered(to), card };
}

/**
 * The body of a game with these tags and plays.
 * @param {Record<string, string>} tags
 * @param {string[]} plays
 * @returns {GameBody}
 */
function bodyOf(tags, plays) {
  /** @type {{ [K in "deal" | "auction" | "match" | "tribute"]: Record<string, unknown> }} */
  const fields = { deal: {}, auction: {}, match: {}, tribute: {} },
    { deal, auction, match, tribute } = fields;
  /** @type {Record<string, unknown>} */
  const body = { variant: tags.Variant ?? "standard" };
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
  for (const [name, part] of Object.entries(fields)) if (Object.keys(part).length) body[name] = part;
  return /** @type {GameBody} */ ({ ...body, history: plays.map(playOf) });
}

/** Options that each deal has anew: a record states them even if they are the defaults. */
const OF_DEAL = ["level", "wild"];

/**
 * The options of a game that differ from the defaults, and those of the deal.
 * @param {GameBody} body
 */
function chosenRules({ variant, options = {} }) {
  const usual = session.games.get(variant)?.options ?? {};
  const ofDeal = OF_DEAL.filter((name) => name in usual).map((name) => [name, usual[name]?.default]);
  return Object.entries({ ...Object.fromEntries(ofDeal), ...options })
    .filter(([name, value]) => OF_DEAL.includes(name) || value !== usual[name]?.default)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/**
 * The tags of a game, in the order of the format.
 * @param {GameBody} body
 */
function tagsOf(body) {
  /** @type {Partial<GameBody>} */
  const { variant = "", deal, auction, match, tribute } = body,
    chosen = chosenRules(body);
  /** @type {Record<string, string>} */
  const tags = { Variant: variant };
  if (chosen) tags.Options = chosen;
  if (deal?.hands)
    tags.Deal = Object.entries(deal.hands)
      .map(([seat, cards]) => `${seat}:${cards}`)
      .join(" ");
  if (deal?.bottom) tags.Bottom = deal.bottom;
  if (auction?.bidding) tags.Bidding = auction.bidding;
  if (auction?.bids) tags.Auction = auction.bids.join(" ");
  if (auction?.doubled) tags.Doubled = auction.doubled.join(" ");
  if (match?.levels) tags.Levels = match.levels.join(" ");
  if (match?.playing !== undefined) tags.Playing = String(match.playing);
  if (match?.failures) tags.Failures = match.failures.join(" ");
  if (tribute?.moved) tags.Tribute = tribute.moved.map(({ from, to, card }) => `${from}>${to}:${card}`).join(" ");
  return tags;
}

/**
 * A game as a record, `.ddz`.
 * @param {GameBody} body
 */
function recordOfBody(body) {
  const rows = Object.entries(tagsOf(body)).map(([name, value]) => `[${name} "${value}"]\n`);
  return `${rows.join("")}${body.history.map(playText).join(",") || "-"}\n`;
}

/**
 * Save a game as a file.
 * @param {GameBody} body
 */
export const saveGame = (body) => saveFile("paili.ddz", recordOfBody(body), "text/x-ddz");

/**
 * The games of a text in any format, and what was left out of it.
 * @param {string} text
 */
export async function gamesOfText(text) {
  const { games, left_out: leftOut } = await post("records", { text, lang: settings.lang }, settings.lang);
  const shown = leftOut.slice(0, SHOWN).map(({ line, text: why }) => `${line}: ${why}`);
  if (leftOut.length > SHOWN) shown.push("…");
  return { games: /** @type {GameBody[]} */ (games), leftOut: shown.join("\n").replaceAll("`", "") };
}
const SHOWN = 5;

/**
 * A game among those of a text: its number, its name and its length.
 * @param {GameBody} body
 * @param {number} place
 * @param {number} number
 */
export const gameLine = ({ variant, history }, place, number) =>
  fillIn("oneGame", place + 1, number, gameName(variant), history.length);

/**
 * The address form of a game: variant, pairs of tags, plays.
 * @param {GameBody} body
 */
export function linkOfBody(body) {
  const { Variant, ...tags } = tagsOf(body);
  const text = [Variant, ...Object.entries(tags).flat(), body.history.map(playText).join(",")].join("~");
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replace(/%(3A|2C|3D)/g, decodeURIComponent);
}

/**
 * The body of the game in an address; null if there is none.
 * @param {string} text
 */
export function bodyOfLink(text) {
  const [Variant, ...fields] = text.split("~"),
    plays = fields.pop();
  /** @type {Record<string, string>} */
  const tags = { Variant };
  for (let place = 0; place < fields.length; place += 2) tags[fields[place]] = fields[place + 1] ?? "";
  return tags.Deal ? bodyOf(tags, plays ? plays.split(",") : []) : null;
}

// State of the pages in three parts: the settings, what is played or analysed, and how it is shown.

import { LANGUAGES, preferred, words } from "./words.js";

/**
 * The element with this id.
 * @type {ById}
 */
export const $ = (id) => /** @type {never} */ (document.getElementById(id));

/**
 * The elements of *box* that match a selector.
 * @param {string} selector
 * @param {ParentNode} box
 * @returns {NodeListOf<HTMLElement>}
 */
export const all = (selector, box = document) => box.querySelectorAll(selector);

/**
 * A parameter of the page's address.
 * @param {string} name
 */
export const inAddress = (name) => new URLSearchParams(location.search).get(name);

/** @param {string} name */
export const stored = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
/**
 * @param {string} name
 * @param {string | number | boolean} value
 */
export const store = (name, value) => {
  try {
    localStorage.setItem(name, String(value));
  } catch {
    /* storage is disabled */
  }
};

/**
 * The stored JSON value with this name, or *other* without a valid one.
 * @template T
 * @param {string} name
 * @param {T} other
 * @returns {T}
 */
export function storedValue(name, other) {
  try {
    return JSON.parse(stored(name) ?? "");
  } catch {
    return other;
  }
}

/**
 * Copy a text; false without a clipboard, or without permission.
 * @param {string} text
 */
export async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const evenMatches = () => storedValue("even", /** @type {Record<string, EvenMatch>} */ ({}));

/**
 * The deals of a game against robots of an adapted level, as the service reads them.
 * @param {string} variant
 */
export const evenMatch = (variant) => evenMatches()[variant] ?? { won: 0, played: 0, at: 0.25 };

/**
 * @param {string} variant
 * @param {EvenMatch} match
 */
export const keepEven = (variant, match) => store("even", JSON.stringify({ ...evenMatches(), [variant]: match }));

/** @param {string | null} lang */
const known = (lang) => LANGUAGES.find((one) => one === lang);

export const TOP = 8; // number of hints of the first request

/**
 * What the visitor has chosen; kept on the device.
 * @type {Settings}
 */
export const settings = {
  lang:
    known(inAddress("lang")) || known(stored("lang")) || preferred(navigator.languages || [navigator.language || "en"]),
  level: stored("level") || "even",
  bidding: stored("bidding") || "points",
  balanced: stored("balanced") === "true",
  sound: stored("sound") === "true",
  four: stored("four") !== "false",
  large: stored("large") === "true",
  sort: stored("sort") || "rank"
};

/**
 * What is played or analysed, and what the service told about its games.
 * @type {Session}
 */
export const session = {
  games: new Map(),
  profiles: [],
  engine: false, // whether this server has the engine for browsers
  variant: inAddress("game") || stored("variant") || "standard",
  facts: null, // the last valid analysis
  advised: [], // the moves that were advised in the shown position
  reasoned: null, // the move of a policy without a search, with its reasons in words
  beliefs: null, // the beliefs about other hands, once they have arrived
  hand: [],
  game: null,
  suits: null, // those of the shown position, or of the game under review
  looks: new Map(), // suits of positions, as far as these do not follow from the rule, by position
  past: [],
  future: []
};

/**
 * How it is shown at the moment.
 * @type {View}
 */
export const view = {
  top: TOP,
  picked: new Set(), // picked places of the hand
  hint: -1, // the hint that was picked last
  unfolded: "", // the position whose tied hints are unfolded
  editing: false
};

/** @param {string} name */
export const say = (name) => words(settings.lang)(name);

/**
 * A text with its placeholders replaced.
 * @param {string} name
 * @param {(string | number)[]} values
 */
export const fillIn = (name, ...values) =>
  values.reduce((/** @type {string} */ text, value) => text.replace("{}", String(value)), say(name));

/**
 * The text of an error for the visitor.
 * @param {{ offline: boolean, message: string }} error
 */
export const faultText = ({ offline, message }) => (offline ? say("offline") : message.replaceAll("`", ""));

/** Draw the fixed texts and the language switch of a page in the current language. */
export function drawTexts() {
  const { lang } = settings;
  const isChinese = lang === "zh";
  document.documentElement.lang = isChinese ? "zh-CN" : "en";
  for (const node of all("[data-text]")) node.textContent = say(String(node.dataset.text));
  for (const node of all("[data-label]")) node.setAttribute("aria-label", say(String(node.dataset.label)));
  for (const node of all("[data-page]"))
    node.setAttribute("href", node.dataset[lang] ?? `${node.dataset.page}?lang=${lang}`);
  Object.assign($("language"), isChinese ? { textContent: "EN", lang: "en" } : { textContent: "中", lang: "zh" });
}

/**
 * A game of the service by its id.
 * @param {string} variant
 */
export const gameOf = (variant) => /** @type {Variant} */ (session.games.get(variant));

/**
 * The number of the side of a seat.
 * @param {string} variant
 * @param {string | undefined} seat
 */
export const sideIn = (variant, seat) =>
  gameOf(variant).sides.findIndex((seats) => seats.map(String).includes(/** @type {string} */ (seat)));

/**
 * Whether the side of a seat is the winner, a side by its name or number; null in a void deal.
 * @param {string} variant
 * @param {string | undefined} seat
 * @param {Seat | null} [winner]
 */
export const hasWon = (variant, seat, winner = null) =>
  winner === null
    ? null
    : sideIn(variant, seat) === (typeof winner === "number" ? winner : Number(winner !== "landlord"));

/**
 * The name of a game; its id if the service does not have it.
 * @param {string} variant
 */
export const gameName = (variant) =>
  session.games.get(variant)?.[settings.lang === "zh" ? "name_zh" : "name"] ?? variant;

export const meta = () => gameOf(session.variant);
/** The last valid analysis, which everything that draws an answer has. */
export const shown = () => /** @type {Facts} */ (session.facts);
export const current = () => (session.facts ? session.facts.position : "");

/**
 * A one-line position separated into its fields.
 * @param {string} line
 * @returns {Parts}
 */
export function parts(line) {
  const [head, seat, hand, bottom, table] = line.split(" ");
  const [variant, inside = ""] = head.split("[");
  const options = Object.fromEntries(
    inside
      .replace("]", "")
      .split(",")
      .filter(Boolean)
      .map((pair) => pair.split("="))
  );
  return { head, variant, options, seat, hand: hand === "-" ? "" : hand, bottom, table };
}

/** The play to beat, as the last field of a position line. */
export function playToBeat() {
  const beaten = shown().turn.to_beat;
  return beaten ? `?${beaten.cards}${beaten.as ? `=${beaten.as}` : ""}` : "?";
}

/** Whether I may play: in the game, or in a position without a game. */
export const mayPlay = () => (session.game ? session.game.myTurn : isMyTurn());

/** Whether the seat of the position is to move. */
export const isMyTurn = () => String(shown().turn.seat) === parts(current()).seat;

let moves = 0;

/** The panels below change their places: show them after that, so that nothing moves visibly. */
export function settle() {
  const mine = ++moves;
  $("panels").classList.add("settling");
  requestAnimationFrame(() => requestAnimationFrame(() => $("panels").classList.toggle("settling", mine !== moves)));
}

/**
 * Remove a panel that belongs to another stage of a deal.
 * @param {"result" | "advice"} id
 */
export function dropPanel(id) {
  const panel = $(id);
  if (!panel) return;
  settle();
  panel.remove();
}

/** Scroll back to the table if it is out of view. */
export const toTable = () => scrollTo({ top: 0 });

/**
 * The number of a seat of one deal in the next deal, in which the leader is seat 0.
 * @param {Seat} seat
 * @param {Seat | null} leader
 * @param {number} number
 */
export const turned = (seat, leader, number) => String((Number(seat) - Number(leader) + number) % number);

/**
 * The first field of a line: a variant, and the options that differ from the defaults.
 * @param {string} variant
 * @param {Record<string, string>} options
 */
export function headOf(variant, options) {
  const usual = gameOf(variant).options;
  const chosen = Object.entries(options).filter(([name, value]) => value !== usual[name]?.default);
  return variant + (chosen.length ? `[${chosen.map(([name, value]) => `${name}=${value}`).join(",")}]` : "");
}

/**
 * Store the game that was begun last, and its options.
 * @param {string} variant
 * @param {Record<string, string>} options
 */
export function rememberRules(variant, options) {
  store("variant", variant);
  store(`rules-${variant}`, JSON.stringify(options));
}

/**
 * The options last chosen for a game, without those that it no longer has.
 * @param {string} variant
 * @returns {Record<string, string>}
 */
export function rememberedRules(variant) {
  const known = gameOf(variant).options,
    rules = storedValue(`rules-${variant}`, /** @type {Record<string, string>} */ ({}));
  return Object.fromEntries(Object.entries(rules).filter(([name, value]) => known[name]?.values.includes(value)));
}

/**
 * The chosen options of the shown game.
 * @returns {Record<string, string>}
 */
export const chosenOptions = () =>
  session.facts && parts(current()).variant === session.variant ? parts(current()).options : {};

/**
 * The fields of a position that decide which cards are wild.
 * @param {string} line
 * @returns {Rules}
 */
export function rulesOf(line) {
  const { variant, options } = parts(line);
  const game = gameOf(variant);
  const chosen = (/** @type {string} */ name) => options[name] ?? game.options[name]?.default;
  return { wild: chosen("wild") || "", level: game.suits ? chosen("level") : "" };
}

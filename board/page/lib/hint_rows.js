// What the rows and chips of hints say, from an answer. No browser is needed here, but by `face` for the language.

import { counts, RANKS, RUN } from "./cards.js";
import { textIn } from "./words.js";

const MOST_LOSS = 9.99,
  LEAST_LOSS = 0.005; // maximum loss shown in a row, and smallest one that two decimals show, in turns

/**
 * Reason codes with the names that players use.
 * @type {Record<string, Texts>}
 */
const TAGS = {
  empties_hand: ["goes out", "出完"],
  keeps_split: ["whole", "不拆"],
  breaks_split: ["splits", "拆牌"],
  cheapest: ["lowest", "最小"],
  sheds_most: ["sheds most", "出得多"],
  bomb: ["bomb", "炸弹"],
  control: ["highest", "最大"],
  wins: ["wins", "必胜"],
  finish: ["goes out", "出完"],
  sure_win: ["wins", "必胜"],
  searched: ["searched", "推演"],
  keeps_more: ["best kickers", "带得好"],
  stop_enemy: ["stops them", "拦对手"],
  leave_ally: ["ally holds", "让队友"],
  ally_out: ["ally goes out", "队友要走"],
  feed_ally: ["feeds ally", "送队友"],
  guard: ["guards", "顶下家"],
  keep_bomb: ["keeps bomb", "留炸弹"],
  use_bomb: ["bomb now", "该炸"],
  controls_first: ["strong first", "先出大"],
  learned: ["learned", "网络"],
  not_worth: ["not worth it", "不划算"],
  best_rest: ["best rest", "余牌好"],
  best_of_split: ["best rest", "余牌好"],
  best_seen: ["best rest", "余牌好"],
  balance: ["balance", "权衡"],
  safe_play: ["safe", "稳妥"],
  only: ["only one", "唯一"],
  breaks_bomb: ["splits a bomb", "拆炸弹"],
  breaks_chain: ["splits a straight", "拆顺子"]
};

/**
 * The kind of combo that a play breaks, as a code: a bomb, a chain or another.
 * @param {Pick<Row, "breaks">} hint
 */
function tornBy({ breaks }) {
  const torn = breaks.map((text) => counts(text)),
    most = (/** @type {Record<string, number>} */ numbers) => Math.max(...Object.values(numbers));
  if (torn.some((numbers) => most(numbers) >= 4 || (numbers.X && numbers.D))) return "breaks_bomb";
  return torn.some((numbers) => Object.keys(numbers).length >= CHAIN && most(numbers) === 1)
    ? "breaks_chain"
    : "breaks_split";
}

const CHAIN = 5; // ranks of the shortest straight

/**
 * The reasons of a hint as short labels.
 * @param {Pick<Row, "breaks">} hint
 * @param {Pick<Reason, "code">[]} reasons
 * @param {Language} lang
 */
export function tagsOf(hint, reasons, lang) {
  const codes = reasons.map(({ code }) => (code === "breaks_split" ? tornBy(hint) : code));
  return [...new Set(codes.flatMap((code) => (TAGS[code] ? textIn(TAGS[code], lang) : [])))];
}

/**
 * The loss of a row against the best one, in turns.
 * @param {number} loss
 */
export const lossText = (loss) =>
  loss <= 0 ? "0.00" : loss < LEAST_LOSS ? "<0.01" : `−${Math.min(MOST_LOSS, loss).toFixed(2)}`;

const TIE = 0.05,
  TIE_IN_SEARCH = 0.02; // differences in turns, and in the share of games, that count as equal

/**
 * The indices of plays that are as good as the first row, if there are several.
 * @param {Pick<Row, "pass" | "value">[]} hints
 * @param {boolean} isSearched
 * @returns {number[]}
 */
export function tiesIn(hints, isSearched) {
  const rate = (/** @type {Pick<Row, "value">} */ { value }) => Number(value ?? NaN),
    [first] = hints,
    width = isSearched ? TIE_IN_SEARCH : TIE;
  if (!first || first.pass || Number.isNaN(rate(first))) return [];
  const places = hints.flatMap((hint, place) =>
    place && !hint.pass && Math.abs(rate(hint) - rate(first)) < width ? [place] : []
  );
  return places.length > 1 ? places : [];
}

/**
 * The ranks of a chain in its order; a low ace and the two come first.
 * @param {string[]} ranks
 */
export function inRun(ranks) {
  const low = "A2".split("").filter((rank) => ranks.includes(rank)),
    isLow = ranks.includes("2") && ranks.includes("3") && !ranks.includes("K");
  return isLow ? [...low, ...ranks.filter((rank) => !low.includes(rank))] : ranks;
}

export const RUNS = `A2${RUN}`; // ranks of chains in their order, with a low ace and the two

/**
 * Cards as short text: runs by their ends.
 * @param {string} cards
 * @param {(rank: string) => string} face The name of a rank.
 */
export function inShort(cards, face) {
  const numbers = counts(cards),
    ranks = [...RANKS].filter((rank) => numbers[rank]).sort((a, b) => numbers[b] - numbers[a]);
  const body = inRun(ranks.filter((rank) => numbers[rank] === numbers[ranks[0]])),
    named = (/** @type {string} */ rank) =>
      "XDW".includes(rank) && numbers[rank] > 1
        ? `${face(rank)}×${numbers[rank]}`
        : Array(numbers[rank])
            .fill(face(rank))
            .join(rank === "T" ? "\u2009" : "");
  const isRun = body.length > 2 && RUNS.includes(body.join(""));
  const rest = isRun ? ranks.slice(body.length) : ranks;
  return (isRun ? [`${named(body[0])}–${named(/** @type {string} */ (body.at(-1)))}`] : [])
    .concat(rest.map(named))
    .join(" ")
    .replace("joker JOKER", "jokers");
}

// Shared by the modules of the page of puzzles: names, moves as cards, and error messages.

import { Refused } from "../lib/api.js";
import { make, play } from "../lib/cards.js";
import { faultText, gameOf, say, settings } from "../lib/state.js";
import { addWords, shapeName } from "../lib/words.js";
import { PASS } from "./puzzle_ending.js";

addWords({
  board: ["Board", "牌桌"],
  trick: ["Plays on the table", "桌上的牌"],
  review: ["Review", "复盘"],
  api: ["API", "接口"],
  puzzle: ["Puzzle {}", "残局 {}"],
  edited: ["Position of a link", "链接里的残局"],
  leads: ["You lead", "你先出"],
  moves: ["Your move", "轮到你"],
  steps: ["{} moves", "{} 步"],
  stars: ["{} of 3 stars", "{} 颗星，共 3 颗"],
  cards: ["{} cards", "{} 张"],
  partner: ["partner", "队友"],
  enemy: ["enemy", "对手"],
  you: ["you", "你"],
  restart: ["Restart", "重来"],
  next: ["Next puzzle", "下一题"],
  find: ["Find the only winning play", "找出唯一的赢法"],
  still: ["Still winning", "仍必胜"],
  refuted: ["That loses", "已被破"],
  solved: ["Solved", "解出"],
  only: ["Solved", "唯一解"],
  rest: ["the rest wins", "剩下的牌谁也管不上"],
  firstTry: ["at the first try", "一次做对"],
  tries: ["{} wrong", "走错 {} 次"],
  hintShape: ["Hint: {}", "提示：出{}"],
  hintRanks: ["Hint: the {}", "提示：用 {}"],
  hintPass: ["Hint: pass", "提示：不出"],
  hintPlay: ["Hint: play these", "提示：就出这些"],
  lines: ["Solution", "解法"],
  linesLater: ["The whole tree is here once the puzzle is solved.", "解出后，这里有整棵变化树。"],
  showLines: ["Show the solution", "看答案"],
  wins: ["wins", "必胜"],
  loses: ["loses", "输"],
  playedAs: ["Play it as:", "当作哪手出："],
  others: ["Other moves", "其他走法"],
  end: ["out of cards", "出完"],
  sets: ["Sets", "题库"],
  anyGame: ["All games", "全部玩法"],
  anyTheme: ["All themes", "全部主题"],
  anySteps: ["Any length", "步数不限"],
  stepsOf: ["{} moves", "{} 步"],
  tally: ["solved {}/{} · {} in a row", "已解 {}/{} · 连对 {}"],
  notFirst: ["after a wrong try", "走错过"],
  tile: ["Puzzle {}", "第 {} 题"],
  unsolved: ["not solved", "未解"],
  rating1: ["very easy", "入门"],
  rating2: ["easy", "易"],
  rating3: ["medium", "中"],
  rating4: ["hard", "难"],
  rating5: ["very hard", "极难"],
  noPuzzle: ["There is no puzzle {}; there are {}.", "没有第 {} 题，共 {} 题。"],
  noSuch: ["No puzzle is like that.", "没有这样的残局。"],
  lost: ["This position is lost against the best defence: {} wins.", "这个局面赢不了：{}必胜。"],
  badLine: ["This link names no position.", "这个链接里没有看得懂的局面。"],
  keyList: [
    "Keys: ranks pick cards, Enter plays, P pass, H hint, ← back, R restart, N next",
    "快捷键：点数键选牌，Enter 出牌，P 不出，H 提示，← 悔一步，R 重来，N 下一题"
  ]
});

/**
 * The name of a seat.
 * @param {string} variant
 * @param {string} seat
 */
export function seatText(variant, seat) {
  const names = gameOf(variant).seat_names?.[seat];
  const text = names ? names[settings.lang] : seat;
  return settings.lang === "en" ? text[0].toUpperCase() + text.slice(1) : text;
}

/**
 * The name of a shape.
 * @param {string} variant
 * @param {string | null} id
 */
export const shapeText = (variant, id) => shapeName(gameOf(variant), id, settings.lang);

/**
 * A move as small cards; the pass as a word.
 * @param {string} move
 * @param {Rules} rules
 * @param {(cards: string[]) => string[]} dress
 */
export function moveNode(move, rules, dress) {
  if (move === PASS) return make("span", { class: "call" }, say("passes"));
  const [cards, declared] = move.split("=");
  return play(rules.level ? cards.replaceAll("W", `${rules.level}h`) : cards, rules, declared, dress);
}

/**
 * Show an error message where the visitor looks.
 * @param {HTMLElement} node
 * @param {string} text
 */
export function show(node, text) {
  node.textContent = text;
  node.hidden = !text;
}

/**
 * Run *work*; errors of the engine or the network are shown at *node*.
 * @template T
 * @param {HTMLElement} node
 * @param {() => T | Promise<T>} work
 */
export async function attempt(node, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show(node, faultText(error));
    return null;
  }
}

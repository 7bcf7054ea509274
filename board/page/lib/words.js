// Texts of all pages in both languages; the service localizes its own texts.

/** @type {Record<string, Texts>} */
const WORDS = {
  home: ["First page", "首页"],
  puzzles: ["Puzzles", "残局"],
  rulesOf: ["Rules of the games", "游戏规则"],
  game: ["Game", "玩法"],
  deal: ["Deal", "发牌"],
  table: ["Table", "牌桌"],
  hand: ["Your hand", "你的手牌"],
  actions: ["What to do", "操作"],
  hints: ["Hints", "出牌提示"],
  level: ["Robot", "机器人"],
  more: ["All hints", "全部提示"],
  split: ["Best split", "最优拆牌"],
  position: ["Position", "局面"],
  edit: ["Edit hand", "编辑手牌"],
  link: ["Copy link", "复制链接"],
  copied: ["Copied", "已复制"],
  notCopied: ["The address bar has the link", "链接就在地址栏里"],
  options: ["Rules", "规则"],
  keys: ["Keys", "快捷键"],
  undo: ["Undo", "悔一步"],
  redo: ["Redo", "重做"],
  pass: ["Pass", "不出"],
  hint: ["Hint", "提示"],
  even: ["Even", "势均力敌"],
  play: ["Play", "出牌"],
  again: ["Play again", "再来一局"],
  resume: ["Back to my game", "继续刚才那局"],
  youLead: ["You lead", "你先出"],
  yourTurn: ["Your turn", "轮到你出牌"],
  passes: ["pass", "不出"],
  studied: ["Studying", "研究局面"],
  turnOf: ["Turn: {}", "轮到{}出牌"],
  best: ["The robot's choice", "机器人的选择"],
  left: ["left", "余"],
  lastCard: ["1 left", "报单"],
  top: ["best", "最佳"],
  won: ["won", "胜率"],
  games: ["games", "局"],
  offline: ["No connection. The last analysis stays.", "网络不通，保留上次分析。"],
  busy: ["The service is busy; it asks to wait {} s.", "服务繁忙，请{}秒后再试。"],
  pick: ["Pick cards first", "请先选牌"],
  mustLead: ["You lead: play something", "轮到你先出，不能不出"],
  bidding: ["Auction", "叫地主方式"],
  points: ["points", "叫分"],
  call_rob: ["call and rob", "抢地主"],
  balanced: ["Balanced deals", "均衡发牌"],
  sound: ["Sound", "声音"],
  four: ["Four colours", "四色花色"],
  large: ["Large letters", "大字"],
  advice: ["Advice", "建议"],
  sort: ["Sort hand", "按此理牌"],
  plays: ["Plays so far", "出牌记录"],
  bottom: ["Bottom", "底牌"],
  seat: ["Seat", "座位"],
  match: ["We {} · they {}", "我方 {} · 对方 {}"],
  playing: ["Level {}", "打 {}"],
  wilds: ["Wild {}", "癞子 {}"],
  tribute: ["Tribute", "进贡"],
  return: ["Give back", "还贡"]
};

/** @type {Record<string, Texts>} */
const PLACES = {
  me: ["You", "你"],
  landlord: ["Landlord", "地主"],
  ally: ["Ally", "队友"],
  next: ["Right", "下家"],
  before: ["Left", "上家"],
  opposite: ["Across", "对家"]
};

/** @type {Record<string, Texts>} */
const BIDS = {
  0: ["No", "不叫"],
  1: ["Bid 1", "1分"],
  2: ["Bid 2", "2分"],
  3: ["Bid 3", "3分"],
  call: ["Call", "叫地主"],
  rob: ["Rob", "抢地主"],
  double: ["Double", "加倍"],
  kick: ["Kick", "踢"],
  kick_back: ["Kick back", "回踢"],
  no_call: ["No", "不叫"],
  no_rob: ["No", "不抢"],
  no_double: ["No", "不加倍"],
  no_kick: ["No", "不踢"],
  no_kick_back: ["No", "不回踢"]
};

/** @type {Language[]} */
export const LANGUAGES = ["en", "zh"];

/**
 * The language to use for a visitor who prefers these, the most wanted first.
 * @param {readonly string[]} wanted
 */
export const preferred = (wanted) =>
  LANGUAGES[Number(/^zh\b/i.test(wanted.find((lang) => /^(zh|en)\b/i.test(lang)) ?? ""))];

/** @type {(texts: Texts, lang: Language) => string} */
export const textIn = (texts, lang) => texts[LANGUAGES.indexOf(lang)];

/**
 * Add the texts of a module that is loaded later.
 * @param {Record<string, Texts>} more
 */
export const addWords = (more) => Object.assign(WORDS, more);

/** @param {Language} lang */
export const words = (lang) => (/** @type {string} */ name) => textIn(WORDS[name], lang);

/**
 * The name of a bid.
 * @param {Bid} bid
 * @param {Language} lang
 */
export const bidName = (bid, lang) => (BIDS[bid] ? textIn(BIDS[bid], lang) : String(bid));

/**
 * The name of a seat seen from *me*: its role if that is specific, else its place at the table.
 * @param {Seat} seat
 * @param {Seat | undefined} me
 * @param {string[]} seats
 * @param {Language} lang
 */
export function seatName(seat, me, seats, lang) {
  const own = String(seat) === String(me);
  const turn = (seats.indexOf(String(seat)) - seats.indexOf(String(me)) + seats.length) % seats.length;
  const side = own ? "me" : turn === 1 ? "next" : turn === seats.length - 1 ? "before" : "opposite";
  const farmers = seats.includes("landlord") && me !== "landlord" && (seats.length < 4 || seat === "landlord");
  if (own && seat === "landlord") return `${textIn(PLACES.me, lang)} · ${textIn(PLACES.landlord, lang)}`;
  if (own || !farmers || !seats.includes(/** @type {string} */ (me))) return textIn(PLACES[side], lang);
  return textIn(PLACES[seat === "landlord" ? "landlord" : "ally"], lang);
}

/**
 * The shape of a play in the visitor's language.
 * @param {Variant} game
 * @param {string | null} id
 * @param {Language} lang
 */
export function shapeName(game, id, lang) {
  const shape = game.shapes.find((one) => one.id === id);
  return shape?.[lang] ?? "";
}

/** @param {number} share */
export const percent = (share) => `${Math.round(share * 100)}%`.replace("-", "−");

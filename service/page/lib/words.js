// All texts of the board in both languages; the service localizes its own texts.

const WORDS = {
  purpose: ["Strength, best split, best play.", "看清几手牌、怎么拆、出哪张。"],
  playOne: ["Play a game", "玩一局"],
  studyOne: ["Analyse", "分析牌局"],
  puzzles: ["Puzzles", "残局"],
  rulesOf: ["Rules of the games", "游戏规则"],
  game: ["Game", "玩法"],
  deal: ["Deal", "发牌"],
  table: ["Table", "牌桌"],
  hand: ["Your hand", "你的手牌"],
  actions: ["What to do", "操作"],
  hints: ["Hints", "出牌提示"],
  level: ["Robot", "机器人"],
  order: ["Order of hints", "提示排序"],
  more: ["All hints", "全部提示"],
  split: ["Best split", "最优拆牌"],
  unseen: ["Cards in other hands", "记牌器"],
  position: ["Position", "局面"],
  power: ["Strength", "牌力"],
  lineHelp: ["Paste a position, a hand or a record (.ddz)", "粘贴局面、手牌或牌谱（.ddz）"],
  analyse: ["Analyse", "分析"],
  edit: ["Edit hand", "编辑手牌"],
  notation: ["Notation", "记法"],
  pad: ["Add cards", "加牌"],
  link: ["Copy link", "复制链接"],
  copied: ["Copied", "已复制"],
  notCopied: ["The address bar has the link", "链接就在地址栏里"],
  options: ["Rules", "规则"],
  keys: ["Keys", "快捷键"],
  leaveGame: ["This game is not over yet", "这局还没打完"],
  stay: ["Play on", "接着打"],
  newDeal: ["New deal", "发新牌"],
  close: ["Close", "关闭"],
  done: ["Done", "完成"],
  undo: ["Undo", "悔一步"],
  redo: ["Redo", "重做"],
  pass: ["Pass", "不出"],
  hint: ["Hint", "提示"],
  even: ["even", "势均力敌"],
  play: ["Play", "出牌"],
  again: ["Play again", "再来一局"],
  nextDeal: ["Next deal", "下一局"],
  lastPlay: ["Last play: {}", "最后一手：{}"],
  resume: ["Back to my game", "继续刚才那局"],
  retry: ["Try again", "重试"],
  turnsLeft: ["plays · best split", "手 · 最优拆牌"],
  turnLeft: ["play empties the hand", "手出完"],
  strength: ["strength", "牌力"],
  proven: ["proven", "已证明"],
  unproven: ["best found", "目前最强"],
  meaning: ["What do the numbers mean?", "这些数字是什么意思？"],
  strongerThan: ["beats {}% of hands", "比 {}% 的手牌强"],
  ties: ["{} more plays are as good", "还有 {} 种差不多"],
  scores: ["My score", "战绩"],
  tally: ["deals {} · won {} · points {}", "{} 局 · 胜率 {} · {} 分"],
  youLead: ["You lead", "你先出"],
  yourTurn: ["Your turn", "轮到你出牌"],
  passes: ["pass", "不出"],
  studied: ["Studying", "研究局面"],
  turnOf: ["Turn: {}", "轮到{}出牌"],
  notYet: ["Not your turn yet", "还没轮到你出牌"],
  noHint: ["Nothing beats it: pass", "管不上，只能不出"],
  noPlay: ["None of these can be played", "这些牌都出不了"],
  byRest: ["By rest", "按余牌"],
  byRobot: ["By robot", "按机器人"],
  restSays: ["Right: turns lost against the best play.", "右边是比最佳出法多亏的手数。"],
  ratingSays: [
    "Right: the robot's rating, the share of games won with its own estimate counted in.",
    "右边是机器人的评分：推演的胜率，也计入它自己的估计。"
  ],
  givenUp: ["given up", "已放弃"],
  policySays: [
    "Right: turns lost against the advised play, as the robot sees it.",
    "右边是比建议出法差多少手，按机器人的评价。"
  ],
  sure: ["wins", "必胜"],
  best: ["The robot's choice", "机器人的选择"],
  left: ["left", "余"],
  top: ["best", "最佳"],
  won: ["won", "胜率"],
  games: ["games", "局"],
  offline: ["No connection. The last analysis stays.", "网络不通，保留上次分析。"],
  busy: ["The service is busy; it asks to wait {} s.", "服务繁忙，请{}秒后再试。"],
  late: ["The service is busy.", "服务繁忙。"],
  unplayable: ["cannot be played", "出不了"],
  pick: ["Pick cards first", "请先选牌"],
  passAdvised: ["Advice: pass", "建议不出"],
  mustLead: ["You lead: play something", "轮到你先出，不能不出"],
  practice: ["Practice hand", "练习牌"],
  playNew: ["New game", "开新局"],
  bidding: ["Auction", "叫地主方式"],
  points: ["points", "叫分"],
  call_rob: ["call and rob", "抢地主"],
  balanced: ["Balanced deals", "均衡发牌"],
  balancedSays: ["Reshuffled until all hands are about as strong; by no player.", "洗到各家牌力相近为止，不看玩家。"],
  sound: ["Sound", "声音"],
  four: ["Four colours", "四色花色"],
  large: ["Large letters", "大字"],
  ended: ["Game over", "牌局结束"],
  empty: ["The hand is empty", "牌出完了"],
  place: ["#{}", "第{}名"],
  chance: ["chance to win", "胜率"],
  advice: ["Advice", "建议"],
  advised: ["Advised", "建议"],
  thinks: ["thinks…", "思考中…"],
  autoPass: ["Nothing beats it: passing", "管不上，自动不出"],
  sort: ["Sort hand", "按此理牌"],
  plays: ["Plays so far", "出牌记录"],
  asOf: ["as of your last turn", "截至你上次出牌"],
  legend: [
    "Per cent: the chance that the seat holds at least one, going by its plays.",
    "数字是该家至少有一张的可能性（%），按已出的牌推算。"
  ],
  beats: ["May beat {}:", "可能管住{}的："],
  whoBeats: ["Held by: {}", "可能在：{}"],
  beatsNone: ["Nothing out there beats {}", "外面没有牌能管{}"],
  bombsOut: ["bombs {}", "炸弹 {}"],
  rocketOut: ["rocket", "王炸"],
  inOneHand: ["in one hand {}", "在一家手里 {}"],
  bottom: ["Bottom", "底牌"],
  seat: ["Seat", "座位"],
  clear: ["Clear", "清空"],
  default: ["default", "默认"],
  tribute: ["Tribute", "进贡"],
  return: ["Give back", "还贡"],
  begin: ["Begin", "开始出牌"],
  text: ["letters", "文字"],
  rlcard: ["RLCard", "RLCard"],
  douzero: ["DouZero", "DouZero"],
  contest: ["contest ids", "大赛编号"],
  yuncheng: ["Yuncheng ids", "运城编号"],
  guandan: ["S2 HT", "S2 HT"],
  match: ["We {} · they {}", "我方 {} · 对方 {}"],
  playing: ["Level {}", "打 {}"],
  wilds: ["Wild {}", "癞子 {}"],
  matchWon: ["The match is over", "整场结束"]
};

const PLACES = {
  me: ["You", "你"],
  landlord: ["Landlord", "地主"],
  ally: ["Ally", "队友"],
  next: ["Right", "下家"],
  before: ["Left", "上家"],
  across: ["Partner", "对家"]
};

const BIDS = {
  0: ["No", "不叫"],
  1: ["1 point", "1分"],
  2: ["2 points", "2分"],
  3: ["3 points", "3分"],
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

const SHAPES = {
  // shapes that a game has only under options
  soft_bomb: ["soft bomb", "软炸"],
  pure_bomb: ["pure bomb", "纯癞子炸"],
  pair3_bomb: ["pair of threes bomb", "同色三炸"],
  quad_two: ["four with two", "四带二"],
  ace_bomb: ["bomb of aces", "三A炸"]
};

const TAGS = {
  // reason codes with the names that players use
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
  best_rest: ["best rest", "余牌好"],
  best_of_split: ["best rest", "余牌好"],
  balance: ["balance", "权衡"],
  loose: ["casual", "随意"],
  safe_play: ["safe", "稳妥"],
  only: ["only one", "唯一"],
  breaks_bomb: ["splits a bomb", "拆炸弹"],
  breaks_chain: ["splits a straight", "拆顺子"]
};

export const LANGUAGES = ["en", "zh"];

/** The languages of the visitor, by preference. */
export const preferred = (wanted) =>
  (wanted.find((lang) => /^(zh|en)\b/i.test(lang)) || "en").slice(0, 2).toLowerCase();

export const textIn = (texts, lang) => texts[LANGUAGES.indexOf(lang)];

/** Add the texts of a module that is loaded later. */
export const addWords = (more) => Object.assign(WORDS, more);

export const words = (lang) => (name) => textIn(WORDS[name], lang);

/** The name of a shape that is missing in the game's own list. */
export function otherShape(id, lang) {
  const texts = SHAPES[id.replace(/_\d+$/, "")];
  return texts ? textIn(texts, lang) : id.replaceAll("_", " ");
}

/** A reason in one or two words; empty if it has none. */
export const tagOf = (code, lang) => (TAGS[code] ? textIn(TAGS[code], lang) : "");

/** The name of a bid. */
export const bidName = (bid, lang) => (BIDS[bid] ? textIn(BIDS[bid], lang) : String(bid));

/** The name of a seat seen from *me*: its role if that is specific, else its place at the table. */
export function seatName(seat, me, seats, lang) {
  const own = String(seat) === String(me);
  const turn =
    (seats.map(String).indexOf(String(seat)) - seats.map(String).indexOf(String(me)) + seats.length) % seats.length;
  const side = own ? "me" : turn === 1 ? "next" : turn === seats.length - 1 ? "before" : "across";
  const farmers = seats.includes("landlord") && me !== "landlord";
  if (own && seat === "landlord") return `${textIn(PLACES.me, lang)} · ${textIn(PLACES.landlord, lang)}`;
  if (own || !farmers || !seats.includes(me)) return textIn(PLACES[side], lang);
  return textIn(PLACES[seat === "landlord" ? "landlord" : "ally"], lang);
}

/** The shape of a play in the visitor's language. */
export function shapeName(game, id, lang) {
  const shape = game.shapes.find((one) => one.id === id);
  if (!shape) return otherShape(id || "", lang);
  return lang === "zh" ? shape.zh : (shape.en || id).replaceAll("_", " ");
}

export const percent = (share) => `${Math.round(share * 100)}%`.replace("-", "−");

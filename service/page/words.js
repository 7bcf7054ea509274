// Every word of the board in both languages; what the service says comes in the caller's language by itself.

const WORDS = {
  game: ["Game", "玩法"], deal: ["New deal", "发牌"], table: ["Table", "牌桌"], hand: ["Your hand", "你的手牌"], actions: ["What to do", "操作"],
  hints: ["Hints", "出牌提示"], level: ["Robot", "机器人等级"], order: ["Order of hints", "提示排序"], more: ["All hints", "全部提示"],
  split: ["Best split", "最佳拆牌"], unseen: ["Cards in other hands", "记牌器"], position: ["Position", "局面"],
  lineHelp: ["Paste a position, or just a hand", "粘贴局面，或只写手牌"], analyse: ["Analyse", "分析"], edit: ["Edit hand", "编辑手牌"],
  pad: ["Add cards", "加牌"], link: ["Copy link", "复制链接"], copied: ["Copied", "已复制"], options: ["Rules", "规则"], keys: ["Keys", "快捷键"],
  close: ["Close", "关闭"], undo: ["Undo", "悔一步"], pass: ["Pass", "不出"], hint: ["Hint", "提示"], play: ["Play", "出牌"], again: ["Again", "再来一局"],
  turnsLeft: ["plays to empty the hand", "手出完"], strength: ["strength", "牌力"], proven: ["proven best", "已证明最优"],
  unproven: ["best found", "目前最优"], youLead: ["You lead", "你先出"], leads: ["leads", "先出"], passes: ["passes", "不出"],
  noHint: ["Nothing beats it: pass", "管不上，只能不出"], byRest: ["by what remains", "按余牌"], byRobot: ["by the robot", "按机器人"],
  best: ["The robot's choice", "机器人的选择"], left: ["left", "张"], you: ["you", "你"], thinking: ["thinks…", "思考中…"],
  won: ["won", "胜率"], games: ["games", "局"], rated: ["rated", "综合评分"], offline: ["No connection. The last analysis stays.", "网络不通，保留上次分析。"],
  late: ["The service is busy. Try again shortly.", "服务繁忙，请稍后再试。"], unplayable: ["cannot be played", "出不了"],
  pick: ["Pick cards first", "请先选牌"], practice: ["Practice", "练习"], anyDeal: ["Fair deal", "公平发牌"], ended: ["Game over", "牌局结束"],
  points: ["Points", "得分"], place: ["Place", "名次"], yourBid: ["Your word", "轮到你叫"], chance: ["chance to win", "胜率"],
  yourTurn: ["Your turn", "轮到你出牌"], lookOnly: ["What if", "推演"], lower: ["fewer cards first", "点一下减牌"], clear: ["Clear", "清空"],
  toBeat: ["To beat", "要管的牌"], seat: ["Seat", "座位"], random: ["random", "随机"], default: ["default", "默认"],
  tribute: ["Tribute", "进贡"], playIt: ["Play this game", "开始对局"], wild: ["wild", "癞子"], levelCard: ["level", "级牌"],
};

const SEATS = {
  landlord: ["Landlord", "地主"], landlord_down: ["Farmer after him", "下家"], landlord_up: ["Farmer before him", "上家"],
};

const BIDS = {
  0: ["No", "不叫"], 1: ["1", "1分"], 2: ["2", "2分"], 3: ["3", "3分"], pass: ["No", "不"], call: ["Call", "叫地主"], rob: ["Rob", "抢地主"],
  double: ["Double", "加倍"], kick: ["Kick", "踢"],
};

const KEYS = [
  ["← →", ["undo, redo", "悔一步 / 重做"]], ["↑ ↓", ["walk through the hints", "上下选提示"]], ["Enter", ["play the picked cards", "出选中的牌"]], ["P", ["pass", "不出"]],
  ["H", ["next hint", "下一个提示"]], ["R", ["new deal", "重新发牌"]], ["E", ["edit the hand", "编辑手牌"]], ["L", ["language", "切换语言"]], ["C", ["copy the link", "复制链接"]],
  ["/", ["position field", "局面输入框"]], ["?", ["this list", "本列表"]],
];

export const LANGUAGES = ["en", "zh"];

/** The languages that a caller reads, the first one first. */
export const preferred = (wanted) => (wanted.find((lang) => /^(zh|en)\b/i.test(lang)) || "en").slice(0, 2).toLowerCase();

export const words = (lang) => (name) => WORDS[name][LANGUAGES.indexOf(lang)];
export const seatName = (seat, lang) => (SEATS[seat] ? SEATS[seat][LANGUAGES.indexOf(lang)] : lang === "zh" ? `${Number(seat) + 1}号位` : `Seat ${Number(seat) + 1}`);
/** A seat in a word or two, for narrow places. */
export const shortSeat = (seat, lang) => (lang === "zh" ? seatName(seat, lang) : { landlord: "Lord", landlord_down: "Next", landlord_up: "Prev" }[seat] || `#${Number(seat) + 1}`);
export const bidName = (bid, lang) => (BIDS[bid] ? BIDS[bid][LANGUAGES.indexOf(lang)] : String(bid));
export const keysOf = (lang) => KEYS.map(([key, about]) => [key, about[LANGUAGES.indexOf(lang)]]);

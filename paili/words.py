"""Texts of the command in English and Chinese; names of cards, shapes, seats and reasons come from the service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

LANGUAGES = ("en", "zh")


class Phrase(NamedTuple):
    """A text in English and Chinese."""

    en: str
    zh: str

    def text(self, lang: str) -> str:
        """Return the text in *lang*."""
        return self.zh if lang == "zh" else self.en


def terminal_language(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal, by the variable that selects the language of messages.

    >>> terminal_language({"LANG": "zh_CN.UTF-8"}), terminal_language({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"})
    ('zh', 'en')
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "zh" if locale.lower().startswith("zh") else "en"


BIDS: Mapping[Any, Phrase] = {
    0: Phrase("no bid", "不叫"),
    1: Phrase("1 point", "1分"),
    2: Phrase("2 points", "2分"),
    3: Phrase("3 points", "3分"),
    "pass": Phrase("pass", "不叫"),
    "call": Phrase("call", "叫地主"),
    "rob": Phrase("rob", "抢地主"),
    "kick": Phrase("kick", "踢"),
    "kick_back": Phrase("kick back", "回踢"),
    "double": Phrase("double", "加倍"),
}
"""Names of bids."""


def bid_name(word: Any, words: Sequence[Any], lang: str) -> str:
    """Return the name of a bid among the legal *words*."""
    if word == "pass" and "call" not in words:
        others = {"rob": Phrase("pass", "不抢"), "double": Phrase("no", "不加倍")}
        return next((phrase for other, phrase in others.items() if other in words), Phrase("pass", "不踢")).text(lang)
    return BIDS[word].text(lang)


def enumeration(words: Iterable[str], lang: str) -> str:
    """Return words with the separator of the language between them."""
    return ("、" if lang == "zh" else ", ").join(words)


# ---- headings and sentences ---------------------------------------------------------------------------------------

CARDS = Phrase("cards", "牌")
SHAPE = Phrase("shape", "牌型")
SCORE = Phrase("score", "评分")
TURNS = Phrase("turns left", "余手数")
BREAKS = Phrase("breaks", "拆了")
WHY = Phrase("why", "理由")
SEAT = Phrase("seat", "座位")
HAND = Phrase("hand", "手牌")
BOTTOM = Phrase("bottom", "底牌")
BID = Phrase("bid", "叫牌")
WIN = Phrase("wins", "胜率")
POINTS = Phrase("points", "得分")
PLACE = Phrase("place", "名次")
GAME = Phrase("game", "玩法")
NAME = Phrase("name", "名称")
LEVELS = Phrase("levels", "难度")
STRENGTH = Phrase("power", "牌力")
SPLIT = Phrase("split", "拆牌")
PLY = Phrase("ply", "手数")
PLAYED = Phrase("played", "实际")
BETTER = Phrase("better", "更好")
CHANCE = Phrase("chance to win", "胜率")
LOST = Phrase("lost", "损失")
MARK = Phrase("mark", "评价")
MARKS: Mapping[str, Phrase] = {
    "blunder": Phrase("blunder", "大错"),
    "mistake": Phrase("mistake", "失误"),
    "inaccuracy": Phrase("inaccuracy", "小亏"),
}
"""Names of the marks of a review, worst first."""
NO_MARKS = Phrase("No mistakes.", "没有失误。")
GIVEN_AWAY = Phrase("given away", "共丢胜率")
ACCURACY = Phrase("accuracy", "准确度")
LUCK_CARDS = Phrase("cards", "牌运")
LUCK_OTHERS = Phrase("others", "别家")
SKILL = Phrase("own moves", "自己")
GUESSES = Phrase("guesses", "猜牌")
PAR = Phrase("robots here", "换机器人")
FOLDED = Phrase("{number} more, for stronger players.", "另有{number}处，水平更高时再看。")
TURNING_POINT = Phrase("Turning point: ply {ply}.", "转折点：第{ply}手。")
REVIEW_TITLE = Phrase("Review of games", "牌局复盘")
GAMES = Phrase("games", "局数")
KIND_LOST: Mapping[str, Phrase] = {
    "lead": Phrase("given away by leads, a game", "每局先出丢的胜率"),
    "follow": Phrase("given away by follows, a game", "每局跟牌丢的胜率"),
    "pass": Phrase("given away by passes, a game", "每局不出丢的胜率"),
    "tribute": Phrase("given away by tribute, a game", "每局进贡、还贡丢的胜率"),
    "bid": Phrase("points given away by bids, a game", "每局叫地主丢的分"),
    "double": Phrase("points given away by doubles, a game", "每局加倍丢的分"),
}
"""Names of a player's losses, by kind."""
RESULT = Phrase("points a game", "每局得分")
ADJUSTED = Phrase("points a game without luck", "去掉运气的每局得分")
HANDED: Mapping[str, Phrase] = {
    "give": Phrase("pays {card}", "进贡 {card}"),
    "return": Phrase("returns {card}", "还贡 {card}"),
}
"""A card of a tribute, by role."""
PASS = Phrase("pass", "不出")
ROBOT = Phrase("robot ({level}):", "机器人（{level}）：")
UNSEEN = Phrase("unseen", "未见的牌")
BELIEFS = Phrase("probability", "持牌概率")
BOMB = Phrase("bomb", "炸弹")
CONTROLS = Phrase("controls", "大牌")
AS = Phrase("as", "当")
READINGS = Phrase("readings", "可作")
CHANCES = Phrase("chances", "胜率")

LEADS = Phrase("{seat} leads", "{seat}有牌权")
FOLLOWS = Phrase("{seat} follows {cards} ({shape}) of {other}", "{seat}要管{other}的{shape} {cards}")
IN_TURNS = Phrase("{score} (turns: {turns}, bombs: {bombs})", "{score}（{turns}手，{bombs}个炸弹）")
PLAYABLE = Phrase("may be played", "可以出")
NOT_PLAYABLE = Phrase("may not be played", "不能出")
SEED = Phrase("seed {seed}, {seat} first", "随机种子 {seed}，{seat}先")
RECOMMENDED = Phrase("recommended", "建议")
ROLES = Phrase("wins as landlord {landlord}, as farmer {farmer}", "当地主胜率 {landlord}，当农民胜率 {farmer}")

SIDE_WINS = Phrase("the winner: {side}", "赢家：{side}")
NOT_KNOWN = Phrase("Unknown: the search reached its limit.", "未知：搜索到上限为止。")
WINNING_PLAYS = Phrase("winning plays", "能赢的出法")
NO_WINNING_PLAY = Phrase("none: {seat} loses", "没有：{seat}这一方必输")
ONE_LINE = Phrase("one line", "其中一种打法")
# ---- a game ---------------------------------------------------------------------------------------------------------

NUMBERED = Phrase("player {number}", "{number}号位")
YOU = Phrase("you", "你")
HELP = Phrase(
    "Enter cards (33, 10, xd), p to pass, ? for hints, ! to let the robot play, < to undo, quit.",
    "直接写要出的牌（33、10、小王），p 不出，? 提示，! 让机器人代打，< 悔牌，quit 退出。",
)
BEGINS = Phrase(
    "{game}, deal {deal} (seed {seed}), robots: {level}. You are {seat}.",
    "{game}，第{deal}局（随机种子 {seed}），机器人：{level}。你是{seat}。",
)
WILD = Phrase("wild: {cards}", "癞子：{cards}")
LEVEL = Phrase("level: {cards}", "打{cards}")
YOUR_HAND = Phrase("your hand ({number}):", "你的手牌（{number}张）：")
LEFT = Phrase("left:", "剩牌：")
YOUR_WORD = Phrase("your bid ({words}, ! as advised): ", "你叫（{words}，! 按建议）：")
YOUR_DOUBLE = Phrase("do you double? ({words}, ! as advised): ", "加倍吗？（{words}，! 按建议）：")
YOUR_PLAY = Phrase("your play: ", "你出：")
YOUR_CARD = {
    "give": Phrase("the card you pay ({cards}, ! as advised): ", "你进贡的牌（{cards}，! 按建议）："),
    "choose": Phrase("whose card do you take? ({cards}, ! any): ", "你收谁的贡？（{cards}，! 随意）："),
    "return": Phrase("the card you return ({cards}, ! as advised): ", "你还贡的牌（{cards}，! 按建议）："),
}
NOT_A_WORD = Phrase("choose one of: {words}", "请从这些里选：{words}")
SAYS = Phrase("{seat}:", "{seat}：")
SHOWS_BOTTOM = Phrase("{seat} is the landlord, the bottom is {cards}", "{seat}当地主，底牌 {cards}")
LANDLORD_SO_FAR = Phrase("landlord so far: {seat}, stake {stake}", "目前的地主：{seat}，底分 {stake}")
WORD_OF = Phrase("{seat} may bid: {words}", "轮到{seat}叫：{words}")
WORD_OF_ALL = Phrase("each seat may bid: {words}", "各家可以叫：{words}")
OWED = {
    "give": Phrase("{seat} owes one of {cards}", "{seat}要进贡，可选 {cards}"),
    "return": Phrase("{seat} gives back one of {cards}", "{seat}要还贡，可选 {cards}"),
}
CHOICE = Phrase("first place chooses whose card it takes: {seats}", "头游选收谁的贡：{seats}")
LEFT_OVER = Phrase("left", "剩牌")
TRICK = Phrase("this trick", "本轮")
KNOWN = Phrase("view of each seat", "各家能知道的")
TRIBUTE = Phrase("{giver} gives {cards} to {receiver}", "{giver}给{receiver} {cards}")
NO_TRIBUTE = Phrase("the tribute is refused", "抗贡，不用进贡")
PARTNER_DECIDES = Phrase(
    "refused if the partner holds the other joker for it", "如果可以抗贡的另一张王在同伴手里就抗贡"
)
NO_CARDS = Phrase("no cards entered; p passes, ? shows hints", "这里没有写牌；p 不出，? 提示")
NOTHING_TO_TAKE_BACK = Phrase("you have not played yet", "你还没有出过牌")
ENDED = Phrase("The deal is over.", "本局结束。")
NEXT_LEADS = Phrase("In the next deal {seat} leads.", "下一局{seat}先出。")
NEXT_PAYS = Phrase("Before the next deal, tribute is due from {seats}.", "下一局之前，{seats}进贡。")
MATCH_OVER = Phrase("The match is over.", "整场结束。")
SO_FAR = Phrase("you so far: {points:+}", "你的累计得分：{points:+}")
AGAIN = Phrase("another deal? (y/n): ", "再来一局？（y/n）：")
PUZZLE = Phrase("puzzle {number}, rating {grade}: {themes}", "残局{number}，难度{grade}：{themes}")
NO_THEME = Phrase("no theme", "无主题")
TO_MOVE = Phrase("{seat} moves and wins; moves to find: {decisions}", "{seat}先出，必胜；要找出{decisions}步")
TO_BEAT_PLAY = Phrase("to beat: {cards} of {seat}", "要管：{seat}的{cards}")
PUZZLE_HELP = Phrase(
    "Enter cards (33, 10), p to pass, ? for a hint (three steps), < to undo, quit.",
    "直接写要出的牌（33、10），p 不出，? 提示（分三步），< 悔一步，quit 退出。",
)
NOT_LEGAL = Phrase("not a legal move here", "这里不能这样出")
STILL_WON = Phrase("still winning", "仍必胜")
REFUTED = Phrase("refuted:", "已被破：")
SOLVED = Phrase(
    "Solved: the rest plays out. Stars: {stars} of 3, wrong moves: {wrong}",
    "解出：余下的牌都走得掉。{stars}星（共3星），错{wrong}次",
)
HINT_SHAPE = Phrase("shape: {shape}", "牌型：{shape}")
HINT_RANKS = Phrase("ranks: {ranks}", "点数：{ranks}")
HINT_PLAY = Phrase("play: {cards}", "出：{cards}")
SOLUTION = Phrase("solution", "解法")

FAREWELL = Phrase("The game ends here.", "到此为止。")


# ---- the command ----------------------------------------------------------------------------------------------------

PAILI = Phrase(
    "Analyze Dou Dizhu hands, play against robots, run a server.",
    "斗地主及同类玩法：手牌有多强，怎样拆，该出什么；跟机器人打牌；起服务。",
)
STATUS = Phrase(
    "Exit status: 0 success, 1 server or library missing, server busy or key rejected,"
    " 2 invalid request; the reason is on stderr.",
    "退出码：0 正常，1 连不上服务器、缺少库，或者服务器太忙、密钥不对，2 问法有误（错在哪里写到标准错误）。",
)
DO_ANALYZE = Phrase("analyze a position", "分析局面：牌力、拆牌、提示、机器人的出法")
DO_MOVE = Phrase("show the move of a robot", "只问机器人出什么")
DO_CHECK = Phrase("show the readings of cards, and whether they may be played", "这些牌是什么牌型，能不能出，为什么")
DO_BID = Phrase("recommend a bid or a double", "叫地主或叫分、抢地主、加倍的建议")
DO_DEAL = Phrase("deal the cards of a game", "发牌：同一种子发同样的牌")
DO_TRIBUTE = Phrase("recommend the card to give or return in Guandan's tribute", "掼蛋里进贡、还贡该给哪张牌")
DO_GAME = Phrase("referee a table: turn, winner and points", "给一桌当裁判：轮到谁，谁赢，怎么算分")
DO_SOLVE = Phrase("solve open hands: winner and winning plays, proven", "明牌求解：谁赢，出哪些牌赢，结论经过证明")
DO_CONVERT = Phrase("convert files of games between formats", "在各种格式之间转换牌局文件")
DO_REVIEW = Phrase("review games: where chances were given away", "复盘牌局：哪里丢了胜率")
DO_VARIANTS = Phrase("list the games", "列出全部玩法")
DO_PLAY = Phrase("play against robots, judged by the engine", "跟机器人打牌，由引擎当裁判")
DO_PUZZLE = Phrase("solve a puzzle, or show one", "解残局，也能只看题目")
DO_SERVE = Phrase("serve the API and the board", "起服务：接口和牌桌页面")
DO_MCP = Phrase("serve the API as tools of an AI assistant (MCP)", "把接口作为 AI 助手的工具（MCP）")

ABOUT_POSITION = Phrase(
    "one line (standard landlord_down 34567899JJQQKA22D 4KX TT), or only a hand",
    "一行局面（standard landlord_down 34567899JJQQKA22D 4KX TT），或者只写手牌",
)
ABOUT_POSITIONS = Phrase(
    f"{ABOUT_POSITION.en}; - reads one from each line of standard input and prints lines of JSON",
    f"{ABOUT_POSITION.zh}；写 - 就从标准输入逐行读局面，逐行输出 JSON",
)
ABOUT_VARIANT = Phrase("the game; default: standard; see paili variants", "玩法，默认 standard；全部见 paili variants")
ABOUT_OPTION = Phrase("a house rule, such as wild=7; may be repeated", "玩法选项，如 wild=7；可以写多次")
ABOUT_LEVEL = Phrase(
    "the robots' level: starter, apprentice, hobbyist, regular, club, adept, hint, expert, master",
    "机器人难度：starter、apprentice、hobbyist、regular、club、adept、hint、expert、master",
)
ABOUT_SEED = Phrase("a whole number; the same seed gives the same answer", "整数种子：同一种子，同样的结果")
ABOUT_SEAT = Phrase(
    "seat of the hand: landlord, landlord_down, landlord_up, of four also landlord_opposite; without a landlord 0 to 3",
    "谁的手牌：landlord 地主、landlord_down 下家、landlord_up 上家、四人的 landlord_opposite 对家；"
    "没有地主的玩法是 0 到 3",
)
ABOUT_LAST = Phrase(
    "the play to beat, if the position has none; TT@landlord names its seat",
    "要管的牌（局面里没写时用），TT@landlord 写明谁出的",
)
ABOUT_JSON = Phrase("print the JSON answer of the API", "按接口原样输出 JSON")
ABOUT_LANG = Phrase("language of all texts; default: that of the terminal", "语言；默认随终端")
ABOUT_SERVER = Phrase(
    "use this server instead of the local engine (PAILI_SERVER)", "问这台服务器，不用本机引擎（PAILI_SERVER）"
)
ABOUT_KEY = Phrase("the server's bearer key (PAILI_TOKEN)", "服务器的密钥（PAILI_TOKEN）")
ABOUT_BIDDING = Phrase("the form of the auction", "叫地主还是叫分")
ABOUT_WANT = Phrase(
    "comma-separated parts: power,split,hints,move,unseen,beliefs",
    "要哪些部分，用逗号隔开：power,split,hints,move,unseen,beliefs",
)
ABOUT_TOP = Phrase("how many hints; 0 shows all", "几条提示；0 表示全部")
ABOUT_ORDER = Phrase(
    "order of the hints: by the remaining hand, or by the robot", "提示的次序：按剩牌，或按机器人的看法"
)
ABOUT_FOR = Phrase(
    "your own level: what the next level sees, in plain words", "你自己的水平：按高一级的眼光，用大白话说"
)
ABOUT_ACTION = Phrase("play (default) or show", "play（默认）或 show")
ABOUT_THEME = Phrase("theme of the puzzle, an id of /v1/variants", "残局主题，即 /v1/variants 里的 id")
ABOUT_GRADE = Phrase("rating: 1 easy, 2 medium, 3 hard", "难度：1易、2中、3难")
ABOUT_SOLUTION = Phrase("show the solution too", "同时显示解法")
ABOUT_CARDS = Phrase("the cards to play", "要出的牌")
ABOUT_AS = Phrase("the cards that wild cards replace", "其中的癞子当什么牌")
ABOUT_HAND = Phrase("your hand", "你的手牌")
ABOUT_BIDS = Phrase("comma-separated bids so far: 0,2 or call,rob", "前面各家叫了什么，用逗号隔开：0,2 或 call,rob")
ABOUT_BOTTOM = Phrase("the bottom, if it is shown", "底牌（亮出之后）")
ABOUT_PLACE = Phrase(
    "your place in the order of bidding or leading, 0 for the first",
    "你的次序，0 最先叫地主（叫分）或出牌",
)
ABOUT_PROFILE = Phrase(
    "practice hands: strong, weak and others; see paili variants --json",
    "练习牌：strong、weak 等，见 paili variants --json",
)
ABOUT_ROLE = Phrase("give a card, or return one", "give 进贡，return 还贡")
ABOUT_PAID = Phrase("the received card, if it is not yet in the hand", "收到的贡牌（手牌里还没有它时）")
ABOUT_OUT = Phrase(
    "comma-separated seats in the order of going out in the last deal: 0,2",
    "上一局各家出完的次序，用逗号隔开：0,2",
)
ABOUT_PARTNER = Phrase("big jokers of the other giver of a double tribute", "双下时，同伴手里大王的张数")
ABOUT_REQUEST = Phrase(
    "a file with the request of /v1/game, JSON; - is standard input", "写有 /v1/game 请求（JSON）的文件；- 表示标准输入"
)
ABOUT_HANDS = Phrase(
    "hands of two sides: landlord=3345 landlord_down=778X",
    "双方各家的手牌：landlord=3345 landlord_down=778X",
)
ABOUT_TURN = Phrase("seat whose turn it is", "轮到哪一家")
ABOUT_PASSES = Phrase("passes since the last play", "最后一手牌之后有几家不出")
ABOUT_NODES = Phrase("maximum number of visited states", "最多搜索多少个局面")
ABOUT_GAMES = Phrase("files or folders with games; - is standard input", "写有牌局的文件或文件夹；- 表示标准输入")
ABOUT_PLAYER = Phrase("review the games of this player, and sum them up", "只复盘这位玩家的牌局，并汇总")
ABOUT_HTML = Phrase("write one HTML file, too", "另写一个 HTML 文件")
ABOUT_CLUSTER = Phrase("address of a Dask scheduler whose workers review", "Dask 调度器的地址，由它的各台机器复盘")
ABOUT_SOURCE = Phrase("a file with games; - is standard input", "写有牌局的文件；- 表示标准输入")
ABOUT_TARGET = Phrase("the file to write; - is standard output", "要写的文件；- 表示标准输出")
ABOUT_FROM = Phrase("format of the input; default: by content", "输入的格式，默认看内容")
ABOUT_TO = Phrase("format of the output; default: by suffix", "输出的格式，默认看后缀")
ABOUT_UNSTATED = Phrase("the game of records that do not state one", "牌谱没有写明玩法时的玩法")
ABOUT_UNCHECKED = Phrase("do not let the referee check the games", "不让裁判检查牌局")
ABOUT_HOST = Phrase("address to listen on; default: 127.0.0.1 (HOST)", "监听地址，默认 127.0.0.1（HOST）")
ABOUT_PORT = Phrase("port to listen on; default: 8000 (PORT)", "端口，默认 8000（PORT）")
ABOUT_MCP_HOST = Phrase(
    "address to listen on for HTTP; default: 127.0.0.1; another one needs PAILI_KEYS or PAILI_KEYS_FILE",
    "用 HTTP 时监听的地址，默认 127.0.0.1；监听别的地址要设 PAILI_KEYS 或 PAILI_KEYS_FILE",
)
ABOUT_ALLOW_HOST = Phrase(
    "a further name in the headers Host and Origin, such as that of a proxy; may be repeated",
    "另外允许的 Host 和 Origin 名称，比如反向代理的域名；可以写多次",
)
MCP_NEEDS_KEYS = Phrase(
    "--host {host} can be reached from other machines: set PAILI_KEYS or PAILI_KEYS_FILE, or leave out --host",
    "--host {host} 能从别的机器访问：请先设 PAILI_KEYS 或 PAILI_KEYS_FILE，或者不写 --host",
)
DO_COMPLETION = Phrase("print the completion script of a shell", "输出 shell 的补全脚本")
ABOUT_SHELL = Phrase("the shell", "用哪种 shell")
ABOUT_MCP_PORT = Phrase(
    "serve HTTP at /mcp on this port, instead of standard input and output",
    "在这个端口用 HTTP 提供 /mcp，不用标准输入输出",
)
ABOUT_CHECK = Phrase("check whether it can start, and report faults", "只检查能不能启动，不能则说明原因")
ABOUT_VERSION = Phrase("show the version", "显示版本")
DID_YOU_MEAN = Phrase("; did you mean {word}?", "；是不是 {word}？")
UNREADABLE = Phrase("{program}: {message}; see {program} -h", "{program}：参数有误（{message}）；用法见 {program} -h")
NO_UTF8 = Phrase("{argument} is not UTF-8", "{argument} 不是 UTF-8")
UNWRITTEN = Phrase("the answer cannot be written:", "答案写不出去：")
UNREACHABLE = Phrase("the server cannot be reached:", "连不上服务器：")
FOREIGN = Phrase("the answer of {server} is not from Paili", "{server} 的回答不是 Paili 的")
INVALID_SETTING = {
    "server": Phrase(
        "a server is written http://host:port, not {server}", "服务器写作 http://主机:端口，不能是「{server}」"
    ),
    "key": Phrase("a key is printable ASCII", "密钥只能由可见的 ASCII 字符组成"),
}
"""Messages on settings of the client that are not valid, by setting."""
NO_ENGINE = Phrase("the engine is not installed here:", "这里没有安装引擎：")
NO_SERVER = Phrase(
    "the server needs the extra `server` (pip install 'paili[server]'):",
    "服务器需要另装 `server`（pip install 'paili[server]'）：",
)
NO_COMPLETION = Phrase(
    "completion needs the extra `shell` (pip install 'paili[shell]'):",
    "补全命令需要另装 `shell`（pip install 'paili[shell]'）：",
)
NO_MCP = Phrase(
    "the MCP server needs the extra `mcp` (pip install 'paili[mcp]'):",
    "MCP 服务需要另装 `mcp`（pip install 'paili[mcp]'）：",
)
UNREAD = Phrase("{name} cannot be read: {why}", "读不了 {name}：{why}")
NO_JSON = Phrase("{name} is not valid JSON: {why}", "{name} 不是 JSON：{why}")
REVIEWED = Phrase("games reviewed: {done} of {total}", "已复盘{done}局，共{total}局")
NO_FORMAT = Phrase(
    "{name} has no known format; name it with --from: {formats}", "认不出 {name} 的格式；请用 --from 注明：{formats}"
)
NO_WRITER = Phrase(
    "{name} names no format that is written; name it with --to: {formats}",
    "从 {name} 看不出要写成哪种格式；请用 --to 注明：{formats}",
)
SAME_FILE = Phrase("{name} is both input and output", "{name} 不能既是输入又是输出")
MORE_FAULTS = Phrase("{name}: the same in {more} more games: {text}", "{name}: 另有{more}局同样的错误：{text}")
CONVERTED = Phrase("games converted: {games}", "转换了{games}局")
CONVERTED_SOME = Phrase("games converted: {games}, left out: {faults}", "转换了{games}局，{faults}局有错而略过")
NO_PLACE = Phrase(
    "argument --place: invalid choice: {place} (choose from {places})", "参数 --place：不能是 {place}，可选 {places}"
)
NO_PORT = Phrase("a port is a whole number from 0 to 65535, not {port}", "端口应为 0 到 65535 的整数，不能是 {port}")
NO_OBJECT = Phrase("{name} contains no request: a request is a JSON object", "{name} 里不是请求：请求是一个 JSON 对象")

ARGPARSE_PHRASES: Mapping[str, Phrase] = {
    phrase.en: phrase
    for phrase in (
        Phrase("usage: ", "用法："),
        Phrase("positional arguments", "参数"),
        Phrase("options", "选项"),
        Phrase("show this help message and exit", "显示这段说明"),
        Phrase("show program's version number and exit", "显示版本"),
        Phrase("argument %(argument_name)s: %(message)s", "参数 %(argument_name)s：%(message)s"),
        Phrase("the following arguments are required: %s", "缺少参数 %s"),
        Phrase("unrecognized arguments: %s", "不认识的参数 %s"),
        Phrase("invalid choice: %(value)r (choose from %(choices)s)", "不能是 %(value)r，可选 %(choices)s"),
        Phrase("invalid %(type)s value: %(value)r", "应为整数，不能是 %(value)r"),
        Phrase("expected one argument", "后面要写一个值"),
        Phrase("expected at least one argument", "至少要写一个值"),
        Phrase("ignored explicit argument %r", "后面不能写值 %r"),
    )
}
"""Translations of argparse's texts, by their English version."""

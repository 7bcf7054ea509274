"""What the command says, in English and Chinese; cards, shapes, seats and reasons are named by the service itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

LANGUAGES = ("en", "zh")


class Bilingual(NamedTuple):
    """A text in both languages."""

    en: str
    zh: str

    def told(self, lang: str) -> str:
        """Return the text in *lang*."""
        return self.zh if lang == "zh" else self.en


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of a terminal, by the variable that decides for its messages.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"})
    ('zh', 'en')
    """
    said = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))), "")
    return "zh" if said.lower().startswith("zh") else "en"


BIDS: Mapping[Any, Bilingual] = {
    0: Bilingual("no bid", "不叫"),
    1: Bilingual("1 point", "1分"),
    2: Bilingual("2 points", "2分"),
    3: Bilingual("3 points", "3分"),
    "pass": Bilingual("pass", "不叫"),
    "call": Bilingual("call", "叫地主"),
    "rob": Bilingual("rob", "抢地主"),
    "kick": Bilingual("kick", "踢"),
    "kick_back": Bilingual("kick back", "回踢"),
    "double": Bilingual("double", "加倍"),
}
"""What may be said in an auction."""


def bid_name(word: Any, words: Sequence[Any], lang: str) -> str:
    """Return what a word of an auction is called beside the other *words* that may be said."""
    if word == "pass" and "call" not in words:
        others = {"rob": Bilingual("pass", "不抢"), "double": Bilingual("no", "不加倍")}
        return next((said for other, said in others.items() if other in words), Bilingual("pass", "不踢")).told(lang)
    return BIDS[word].told(lang)


def listed(words: Iterable[str], lang: str) -> str:
    """Return words parted as the language does."""
    return ("、" if lang == "zh" else ", ").join(words)


# ---- headings and sentences ---------------------------------------------------------------------------------------

CARDS = Bilingual("cards", "牌")
SHAPE = Bilingual("shape", "牌型")
SCORE = Bilingual("score", "评分")
TURNS = Bilingual("turns left", "余手数")
BREAKS = Bilingual("breaks", "拆了")
WHY = Bilingual("why", "理由")
SEAT = Bilingual("seat", "座位")
HAND = Bilingual("hand", "手牌")
BOTTOM = Bilingual("bottom", "底牌")
BID = Bilingual("bid", "叫牌")
WIN = Bilingual("wins", "胜率")
POINTS = Bilingual("points", "得分")
PLACE = Bilingual("place", "名次")
GAME = Bilingual("game", "玩法")
NAME = Bilingual("name", "名称")
LEVELS = Bilingual("levels", "难度")
STRENGTH = Bilingual("power", "牌力")
SPLIT = Bilingual("split", "拆牌")
PASS = Bilingual("pass", "不出")
ROBOT = Bilingual("robot ({level}):", "机器人（{level}）：")
UNSEEN = Bilingual("unseen", "未见的牌")
BELIEFS = Bilingual("may hold", "持牌概率")
CONTROLS = Bilingual("controls", "大牌")
AS = Bilingual("as", "当")
READINGS = Bilingual("readings", "可作")
CHANCES = Bilingual("chances", "胜率")

LEADS = Bilingual("{seat} leads", "{seat}领出")
FOLLOWS = Bilingual("{seat} follows {cards} ({shape}) of {other}", "{seat}要管{other}的{shape} {cards}")
IN_TURNS = Bilingual("{score} (turns: {turns}, bombs: {bombs})", "{score}（{turns}手，{bombs}个炸弹）")
PLAYABLE = Bilingual("may be played", "可以出")
NOT_PLAYABLE = Bilingual("may not be played", "不能出")
SEED = Bilingual("seed {seed}, {seat} first", "随机种子 {seed}，{seat}先")
RECOMMENDED = Bilingual("recommended", "建议")
ROLES = Bilingual("wins as landlord {landlord}, as farmer {farmer}", "当地主胜率 {landlord}，当农民胜率 {farmer}")

# ---- a game ---------------------------------------------------------------------------------------------------------

NUMBERED = Bilingual("player {number}", "{number}号位")
YOU = Bilingual("you", "你")
HELP = Bilingual(
    "Cards as you write them (33, 10, xd), p to pass, ? for hints, ! to let the robot play, < to take back, quit.",
    "直接写要出的牌（33、10、小王），p 不出，? 提示，! 让机器人代打，< 悔牌，quit 退出。",
)
BEGINS = Bilingual(
    "{game}, deal {deal} (seed {seed}), robots: {level}. You are {seat}.",
    "{game}，第{deal}局（随机种子 {seed}），机器人：{level}。你是{seat}。",
)
WILD = Bilingual("wild: {cards}", "癞子：{cards}")
LEVEL = Bilingual("level: {cards}", "打{cards}")
YOUR_HAND = Bilingual("your hand ({number}):", "你的手牌（{number}张）：")
LEFT = Bilingual("left:", "剩牌：")
YOUR_WORD = Bilingual("your word ({words}, ! as advised): ", "你叫（{words}，! 按建议）：")
YOUR_DOUBLE = Bilingual("do you double? ({words}, ! as advised): ", "加倍吗？（{words}，! 按建议）：")
YOUR_PLAY = Bilingual("your play: ", "你出：")
YOUR_CARD = {
    "give": Bilingual("the card you pay ({cards}, ! as advised): ", "你进贡的牌（{cards}，! 按建议）："),
    "choose": Bilingual("whose card do you take? ({cards}, ! any): ", "你收谁的贡？（{cards}，! 随意）："),
    "return": Bilingual("the card you return ({cards}, ! as advised): ", "你还贡的牌（{cards}，! 按建议）："),
}
NOT_A_WORD = Bilingual("say one of: {words}", "请从这些里选：{words}")
SAYS = Bilingual("{seat}:", "{seat}：")
SHOWS_BOTTOM = Bilingual("{seat} is the landlord, the bottom is {cards}", "{seat}当地主，底牌 {cards}")
LANDLORD_SO_FAR = Bilingual("landlord so far: {seat}, stake {stake}", "目前的地主：{seat}，底分 {stake}")
WORD_OF = Bilingual("{seat} may say: {words}", "轮到{seat}叫：{words}")
WORD_OF_ALL = Bilingual("each may say: {words}", "各家可以叫：{words}")
OWED = {
    "give": Bilingual("{seat} owes one of {cards}", "{seat}要进贡，可选 {cards}"),
    "return": Bilingual("{seat} gives back one of {cards}", "{seat}要还贡，可选 {cards}"),
}
CHOICE = Bilingual("first place says whose card it takes: {seats}", "头游选收谁的贡：{seats}")
LEFT_OVER = Bilingual("left", "剩牌")
TRICK = Bilingual("this trick", "本轮")
KNOWN = Bilingual("what each seat may know", "各家能知道的")
TRIBUTE = Bilingual("{giver} gives {cards} to {receiver}", "{giver}给{receiver} {cards}")
NO_TRIBUTE = Bilingual("the tribute is refused", "抗贡，不用进贡")
PARTNER_DECIDES = Bilingual("refused if the partner holds the other big joker", "如果另一张大王在同伴手里就抗贡")
NO_CARDS = Bilingual("no cards stand there; p passes, ? shows hints", "这里没有写牌；p 不出，? 提示")
NOTHING_TO_TAKE_BACK = Bilingual("you have not played yet", "你还没有出过牌")
ENDED = Bilingual("The deal is over.", "本局结束。")
NEXT_LEADS = Bilingual("In the next deal {seat} leads.", "下一局{seat}先出。")
NEXT_PAYS = Bilingual("Before the next deal, tribute is due from {seats}.", "下一局之前，{seats}进贡。")
MATCH_OVER = Bilingual("The match is over.", "整场结束。")
SO_FAR = Bilingual("you so far: {points:+}", "你的累计得分：{points:+}")
AGAIN = Bilingual("another deal? (y/n): ", "再来一局？（y/n）：")
FAREWELL = Bilingual("The game ends here.", "到此为止。")


# ---- the command ----------------------------------------------------------------------------------------------------

PAILI = Bilingual(
    "How strong a Dou Dizhu hand is, how it splits, and what to play; a game against robots; a server.",
    "斗地主及同类玩法：手牌有多强，怎样拆，该出什么；跟机器人打牌；起服务。",
)
STATUS = Bilingual(
    "Exit status: 0 answered, 1 no server or library, or a server that is too busy or wants another key,"
    " 2 the question is wrong: stderr says why.",
    "退出码：0 正常，1 连不上服务器、缺少库，或者服务器太忙、密钥不对，2 问法有误（错在哪里写到标准错误）。",
)
DO_ANALYZE = Bilingual("say everything about a position", "分析局面：牌力、拆牌、提示、机器人的出法")
DO_MOVE = Bilingual("say what a robot plays", "只问机器人出什么")
DO_CHECK = Bilingual("say what cards are, and whether they may be played", "这些牌是什么牌型，能不能出，为什么")
DO_BID = Bilingual("say what to bid, or whether to double", "叫牌、抢地主、加倍的建议")
DO_DEAL = Bilingual("deal the cards of a game", "发牌：同一种子发同样的牌")
DO_TRIBUTE = Bilingual("say what to give or return in Guandan's tribute", "掼蛋里进贡、还贡该给哪张牌")
DO_GAME = Bilingual("judge a table: whose turn, who won, what it pays", "给一桌当裁判：轮到谁，谁赢，怎么算分")
DO_VARIANTS = Bilingual("list the games", "列出全部玩法")
DO_PLAY = Bilingual("play against robots, judged by the engine", "跟机器人打牌，由引擎当裁判")
DO_SERVE = Bilingual("serve the API and the board", "起服务：接口和牌桌页面")

ABOUT_POSITION = Bilingual(
    "one line (standard landlord_down 34567899JJQQKA22D 4KX TT), or a hand alone",
    "一行局面（standard landlord_down 34567899JJQQKA22D 4KX TT），或者只写手牌",
)
ABOUT_VARIANT = Bilingual(
    "the game, standard by default; see paili variants", "玩法，默认 standard；全部见 paili variants"
)
ABOUT_OPTION = Bilingual("a house rule, such as wild=7; may come again", "玩法选项，如 wild=7；可以写多次")
ABOUT_LEVEL = Bilingual(
    "the robots' level: novice, casual, club, expert, master", "机器人难度：novice、casual、club、expert、master"
)
ABOUT_SEED = Bilingual("a whole number: the same seed, the same answer", "整数种子：同一种子，同样的结果")
ABOUT_SEAT = Bilingual("whose hand it is", "谁的手牌")
ABOUT_LAST = Bilingual("the play to beat, with a hand alone", "要管的牌（只写手牌时用）")
ABOUT_JSON = Bilingual("the answer as the service gives it", "按接口原样输出 JSON")
ABOUT_LANG = Bilingual("language of every sentence; as the terminal's by default", "语言；默认随终端")
ABOUT_SERVER = Bilingual(
    "ask this server, not the engine in this process (PAILI_SERVER)", "问这台服务器，不用本机引擎（PAILI_SERVER）"
)
ABOUT_KEY = Bilingual("the server's bearer key (PAILI_TOKEN)", "服务器的密钥（PAILI_TOKEN）")
ABOUT_BIDDING = Bilingual("the form of the auction", "叫牌方式")
ABOUT_WANT = Bilingual(
    "parts, by commas: power,split,hints,move,unseen,beliefs",
    "要哪些部分，用逗号隔开：power,split,hints,move,unseen,beliefs",
)
ABOUT_TOP = Bilingual("how many hints; 0 shows all", "几条提示；0 表示全部")
ABOUT_ORDER = Bilingual(
    "order of the hints: by what remains, or by what the level likes", "提示的次序：按剩牌，或按机器人的看法"
)
ABOUT_CARDS = Bilingual("the cards that are to be played", "要出的牌")
ABOUT_AS = Bilingual("what wild cards among them stand for", "其中的癞子当什么牌")
ABOUT_HAND = Bilingual("your hand", "你的手牌")
ABOUT_BIDS = Bilingual(
    "what was said before, by commas: 0,2 or call,rob", "前面各家叫了什么，用逗号隔开：0,2 或 call,rob"
)
ABOUT_BOTTOM = Bilingual("the bottom, once it is shown", "底牌（亮出之后）")
ABOUT_PLACE = Bilingual("your place in the order of speaking or leading, 0 the first", "你的次序，0 最先叫牌或出牌")
ABOUT_PROFILE = Bilingual(
    "practice hands: strong, weak and others; see paili variants --json",
    "练习牌：strong、weak 等，见 paili variants --json",
)
ABOUT_ROLE = Bilingual("what is owed: a card to give, or one to return", "give 进贡，return 还贡")
ABOUT_PAID = Bilingual("the card that was paid, where the hand does not hold it yet", "收到的贡牌（手牌里还没有它时）")
ABOUT_OUT = Bilingual(
    "seats as they went out in the last deal, by commas: 0,2", "上一局各家出完的次序，用逗号隔开：0,2"
)
ABOUT_PARTNER = Bilingual("big jokers of the other giver of a double tribute", "双下时，同伴手里大王的张数")
ABOUT_REQUEST = Bilingual(
    "a file with the request of /v1/game, JSON; - is standard input", "写有 /v1/game 请求（JSON）的文件；- 表示标准输入"
)
ABOUT_HOST = Bilingual("where to listen; 127.0.0.1 by default (HOST)", "监听地址，默认 127.0.0.1（HOST）")
ABOUT_PORT = Bilingual("the port; 8000 by default (PORT)", "端口，默认 8000（PORT）")
ABOUT_CHECK = Bilingual("say whether it can start, and if not, why", "只检查能不能启动，不能则说明原因")
ABOUT_VERSION = Bilingual("say the version", "显示版本")
UNREADABLE = Bilingual(
    "{program}: {message}; see {program} -h", "{program}：参数有误（{message}）；用法见 {program} -h"
)
NO_UTF8 = Bilingual("{argument} is no UTF-8", "{argument} 不是 UTF-8")
UNWRITTEN = Bilingual("the answer cannot be written:", "答案写不出去：")
UNREACHABLE = Bilingual("the server cannot be reached:", "连不上服务器：")
FOREIGN = Bilingual("what {server} answers is not Paili's", "{server} 的回答不是 Paili 的")
UNMEANT = {
    "server": Bilingual(
        "a server is written http://host:port, not {server}", "服务器写作 http://主机:端口，不能是「{server}」"
    ),
    "key": Bilingual("a key is printable ASCII", "密钥只能由可见的 ASCII 字符组成"),
}
"""Settings of the client that cannot be meant."""
NO_ENGINE = Bilingual("the engine is not installed here:", "这里没有安装引擎：")
UNREAD = Bilingual("{name} cannot be read: {why}", "读不了 {name}：{why}")
NO_JSON = Bilingual("{name} is no JSON: {why}", "{name} 不是 JSON：{why}")
NO_PLACE = Bilingual(
    "argument --place: invalid choice: {place} (choose from {places})", "参数 --place：不能是 {place}，可选 {places}"
)
NO_PORT = Bilingual("a port is a whole number from 0 to 65535, not {port}", "端口应为 0 到 65535 的整数，不能是 {port}")
NO_OBJECT = Bilingual("{name} holds no request: a request is a JSON object", "{name} 里不是请求：请求是一个 JSON 对象")

OF_ARGUMENTS: Mapping[str, Bilingual] = {
    said.en: said
    for said in (
        Bilingual("usage: ", "用法："),
        Bilingual("positional arguments", "参数"),
        Bilingual("options", "选项"),
        Bilingual("show this help message and exit", "显示这段说明"),
        Bilingual("show program's version number and exit", "显示版本"),
        Bilingual("argument %(argument_name)s: %(message)s", "参数 %(argument_name)s：%(message)s"),
        Bilingual("the following arguments are required: %s", "缺少参数 %s"),
        Bilingual("unrecognized arguments: %s", "不认识的参数 %s"),
        Bilingual("invalid choice: %(value)r (choose from %(choices)s)", "不能是 %(value)r，可选 %(choices)s"),
        Bilingual("invalid %(type)s value: %(value)r", "应为整数，不能是 %(value)r"),
        Bilingual("expected one argument", "后面要写一个值"),
        Bilingual("expected at least one argument", "至少要写一个值"),
        Bilingual("ignored explicit argument %r", "后面不能写值 %r"),
    )
}
"""What argparse says by itself, by its own words."""

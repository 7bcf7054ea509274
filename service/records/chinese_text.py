"""Plain Chinese text of Dou Dizhu: one turn a line or between commas, such as `地主出对十，下家不要`.

A line `地主手牌：3344…` or `底牌：4KX` gives cards, `癞子：7` the wild rank of laizi. An empty line, or a line
第…局, begins another game. Plays are named (`三个K带一对五`, `顺子三到七`, `连对3到5`, `飞机三到四带5、6`, `炸弹九`,
`王炸`) or written as cards (`334455`). A turn of an unknown player (`小明出对十`) is that of the seat to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.records.ddz import MOST_LINE, PASS, Place, Record, RecordError
from service.records.sources import LANDLORD_SEATS, OnError
from service.rules.cards import RANKS
from service.rules.errors import Bilingual, RuleError, brief, quoted

SEAT_NAMES = {
    "地主": "landlord", "庄家": "landlord", "下家": "landlord_down", "地主下家": "landlord_down",
    "农民甲": "landlord_down",
    "上家": "landlord_up", "地主上家": "landlord_up", "农民乙": "landlord_up",
}  # fmt: skip
PASS_WORDS = re.compile("不[要出管跟压打]|[要管压打跟大]不[起上过]|过牌?|跳过|没有?大?的?|pass", re.IGNORECASE)
WORDS = {
    "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9", "十": "T", "10": "T", "二": "2",
    "两": "2", "勾": "J", "钩": "J", "圈": "Q", "老K": "K", "凯": "K", "尖": "A", "小王": "X", "大王": "D", "小鬼": "X",
    "大鬼": "D",
}  # fmt: skip
RANK_WORDS = {**WORDS, **{rank: rank for rank in "3456789TJQKA2XD"}}
RANK = "|".join(sorted(map(re.escape, RANK_WORDS), key=len, reverse=True))
RUN_RANKS = RANKS[:12]

SEAT_LINE = re.compile(
    rf"({'|'.join(sorted(SEAT_NAMES, key=len, reverse=True))})\s*[：:]?\s*(?:手牌|的牌)?\s*[：:]?\s*(.*)"
)
STRANGER = re.compile(r"(\D{1,12}?)(?:\s*[：:]\s*|\s+|(?<!不)(?=[出打]))(.+)")
"""A turn of a player whose name is no seat."""
HAND_LINE = re.compile(rf"({'|'.join(sorted(SEAT_NAMES, key=len, reverse=True))})\s*(?:手牌|的牌)\s*[：:]?\s*(.*)")
BOTTOM_LINE = re.compile(r"底牌\s*[：:]?\s*(.*)")
WILD_LINE = re.compile(r"癞子\s*[是为]?\s*[：:]?\s*(.*)")
NEW_GAME = re.compile(r"第.{1,5}局.*")
CARD_TEXT = re.compile(rf"(?:(?:{RANK})[\s、]*)+")
SAME = re.compile(rf"(一对|对子?|[一二两三四][张个]|单张?|三不带|炸弹?)\s*({RANK})(?:\s*炸弹?)?")
RUN = re.compile(rf"(顺子|连对|双顺|飞机|三顺)\s*({RANK})\s*(?:到|至|-|—|~)\s*({RANK})")
WITH = re.compile(r"(?:带|加)")
ROCKETS = ("王炸", "火箭", "双王", "一对王", "对王")
COUNTS = {"一": 1, "单": 1, "顺": 1, "二": 2, "两": 2, "对": 2, "连": 2, "双": 2, "三": 3, "飞": 3, "四": 4, "炸": 4}
"""Copies of a rank by the first character of a word."""
EXTRA_WORDS = re.compile(
    r"^(?:三带一对?|三带二|四带[二两]对?|顺子|连对|双顺|飞机|炸弹?)\s*[：:]?\s*|\s*(?:炸弹?|顺子|连对|飞机)$"
)
"""Words before or after the cards of a shape."""
VERBS = re.compile(r"(?:[出打压管跟接甩]|炸(?=炸))[了上]?[：:\s]*")
"""Words between a seat and its play."""

MOST_PART = 200
"""Maximum characters of a turn or of cards: longer texts are none, and patterns would take the square of their time."""


SPOKEN = re.compile(
    "|".join(
        [
            *SEAT_NAMES,
            "底牌",
            "农民",
            "出",
            "打",
            "不[要出管跟压]",
            "要不起",
            "过",
            *ROCKETS,
            "顺子|连对|飞机|炸弹|对|张|带",
        ]
    )
)
"""Words that a game in Chinese contains: seats, verbs and shapes."""


def is_spoken(text: str) -> bool:
    """Return whether a text may be a game in words: it has one of them, and is no JSON."""
    return not text.removeprefix("\ufeff").strip().startswith(("{", "[")) and SPOKEN.search(text) is not None


def group_cards(text: str) -> str:
    """Return the cards of one part of a play.

    Raises ValueError without cards.
    """
    text = text.strip("：: ，,。")
    if text in ROCKETS:
        return "XD"
    if run := RUN.fullmatch(text):
        first, last = (RUN_RANKS.find(RANK_WORDS[run[place]]) for place in (2, 3))
        if first < 0 or last <= first:
            raise ValueError(text)
        return "".join([rank * COUNTS[run[1][0]] for rank in RUN_RANKS[first : last + 1]])
    if same := SAME.fullmatch(text):
        return RANK_WORDS[same[2]] * (2 if same[1] == "一对" else COUNTS[same[1][0]])
    if CARD_TEXT.fullmatch(text):
        return "".join([RANK_WORDS[word] for word in re.findall(RANK, text)])
    parts = [part for part in re.split(r"[和与、]", text) if part.strip()]
    if len(parts) > 1:
        return "".join(map(group_cards, parts))
    raise ValueError(text)


def spoken_cards(text: str) -> str:
    """Return the cards of a play in words, lowest first.

    Raises ValueError without cards.

    >>> spoken_cards("对十"), spoken_cards("三个K带一对五"), spoken_cards("顺子三到七"), spoken_cards("王炸")
    ('TT', '55KKK', '34567', 'XD')
    """
    text = text.strip().removesuffix("。").replace("三不带", "三张").replace("带翅膀", "")
    bare = text if RUN.match(text) or SAME.fullmatch(text) or text in ROCKETS else EXTRA_WORDS.sub("", text)
    cards = "".join([group_cards(part) for part in WITH.split(bare)])
    return "".join(sorted(cards, key=RANKS.index))


class TextGame:
    """A game whose lines are being parsed."""

    def __init__(self, line: int) -> None:
        self.hands: dict[str, str] = {}
        self.bottom = ""
        self.wild = ""
        self.plays: list[str] = []
        self.rows: list[tuple[int, int]] = []
        self.line = line
        self.is_partial = False

    def record(self) -> Record | None:
        """Return the record; None for an empty game."""
        if not (self.plays or self.hands):
            return None
        tags = {"Variant": "laizi", "Options": f"wild={self.wild}"} if self.wild else {"Variant": "standard"}
        if self.hands:
            tags["Deal"] = " ".join([f"{seat}:{self.hands[seat]}" for seat in LANDLORD_SEATS if seat in self.hands])
        if self.bottom:
            tags["Bottom"] = self.bottom
        return Record(tags, self.plays, {}, {"Variant": self.line}, self.rows, self.is_partial)

    def read_line(self, line: str, number: int) -> Iterator[RuleError]:
        """Parse a line; yield an error for each part of it that does not belong to a game."""
        is_whole = len(line) > MOST_LINE or BOTTOM_LINE.fullmatch(line) or HAND_LINE.fullmatch(line)
        parts = [line] if is_whole else re.split(r"[，,；;。]", line)
        for part in filter(None, map(str.strip, parts)):
            try:
                if len(part) > MOST_PART:
                    raise no_turn(part, len(self.plays))
                self.read_part(part, number)
            except RuleError as error:
                yield error

    def read_part(self, text: str, number: int) -> None:
        """Parse cards of the deal, or a turn."""
        if match := BOTTOM_LINE.fullmatch(text):
            self.bottom = cards_or_fault(match[1], "/deal/bottom")
        elif match := WILD_LINE.fullmatch(text):
            self.wild = cards_or_fault(match[1], "/options/wild")
        elif match := HAND_LINE.fullmatch(text):
            self.hands[SEAT_NAMES[match[1]]] = cards_or_fault(match[2], "/deal/hands")
        else:
            self.read_turn(text, number)

    def read_turn(self, text: str, number: int) -> None:
        """Parse one turn."""
        ply = len(self.plays)
        if ply > MOST_LINE:
            return
        match = SEAT_LINE.fullmatch(text)
        stranger = None if match or play_in(text) else STRANGER.fullmatch(text)
        named = match or stranger
        play = play_in(named[2] if named else text)
        if play is None:
            raise no_turn(text, ply)
        self.plays.append(f"{SEAT_NAMES[match[1]]}:{play}" if match else play)
        self.rows.append((ply, number))


def no_turn(text: str, ply: int) -> RuleError:
    """Return the error of a part that is no turn."""
    message = Bilingual(
        f"a turn is a seat and a play in Chinese; not {brief(text)}",
        f"每一手写座位和出的牌，如「地主出对十」；不能是{quoted(text)}",
    )
    return RuleError("card_unknown", message, f"/history/{ply}")


def play_in(text: str) -> str | None:
    """Return the play of a turn without its seat, or None."""
    words = text.strip("：: ！!~～…。")
    if PASS_WORDS.fullmatch(words):
        return PASS
    try:
        return spoken_cards(VERBS.sub("", words, 1) if VERBS.match(words) else words)
    except ValueError:
        return None


def cards_or_fault(text: str, pointer: str) -> str:
    try:
        return spoken_cards(text)
    except ValueError as error:
        message = Bilingual(f"no cards in {brief(str(error))}", f"{quoted(str(error))}不是牌")
        raise RuleError("card_unknown", message, pointer) from None


def read_chinese(lines: Iterator[str], on_error: OnError) -> Iterator[Record]:
    """Yield each game of a text; a game with unreadable parts is partial."""
    game = TextGame(1)
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line or NEW_GAME.fullmatch(line):
            if record := game.record():
                yield record
            game = TextGame(number + 1)
        else:
            for error in game.read_line(line, number):
                game.is_partial = True
                ply = len(game.plays) + 1 if error.pointer.startswith("/history") else None
                place = Place(number, ply, error.pointer.split("/")[1])
                on_error(RecordError(error.code, error.message, error.pointer, place))
    if record := game.record():
        yield record

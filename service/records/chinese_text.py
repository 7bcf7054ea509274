"""Plain Chinese text of Dou Dizhu: turns on lines or between commas, such as `地主出对十，下家不要`.

A turn is a seat or a name, a verb and cards, each of them optional but the cards: `农民甲：对八`, `小明出牌：22`,
`landlord_up: pass`. A turn of a name (`农民1：22`), or of none, is that of the seat to move. `地主手牌：3344…` and
`底牌：4KX` give cards, `癞子：7` the wild rank of laizi. A line 第…局 or 开始对局, or an empty line, begins another
game; after an empty line the next seat in the order of play continues the game.

Logs of assistants call their own player 自己 or 我, and the others 上家 and 下家 as seen from it; its seat is stated
(`我的角色：landlord_up`, `我是地主`), or follows from the first lead. Otherwise 上家 and 下家 are those of the
landlord, and a hand without a seat (`手牌：3344…`) is that of the seat to move after the last turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from service.records.ddz import MOST_LINE, PASS, Place, Record, RecordError
from service.records.sources import LANDLORD_SEATS, OnError
from service.rules.chinese_words import CARD_WORDS, GAPS, OPENERS, RANK_WORDS, Vocabulary, cards_in, fold
from service.rules.errors import Bilingual, brief, quoted

ME, NEXT, PREVIOUS = "me", "next", "previous"
RELATIVE = (ME, NEXT, PREVIOUS)
"""Seats as seen from the player of a log, in the order of play."""

ADVISED = "advised"
"""Seat of `出牌：33` without a name: the player of a log, or the seat to move."""

PLACES = {ME: 0, ADVISED: 0, NEXT: 1, PREVIOUS: 2, **{seat: at for at, seat in enumerate(LANDLORD_SEATS)}}
"""Places of seats in the order of play, from the landlord or from the player of a log."""

DOWN = ("地主下家", "下家农民", "农民下家", "农民甲", "landlord_down", "landlord down")
UP = ("地主上家", "上家农民", "农民上家", "农民乙", "门板", "顶家", "landlord_up", "landlord up")
SEATS = {
    **dict.fromkeys(("地主", "庄家", "landlord"), LANDLORD_SEATS[0]),
    **dict.fromkeys(DOWN, LANDLORD_SEATS[1]),
    **dict.fromkeys(UP, LANDLORD_SEATS[2]),
    **dict.fromkeys(("自己", "我方", "我", "你", "本家"), ME),
    **dict.fromkeys(("下家", "右家"), NEXT),
    **dict.fromkeys(("上家", "左家"), PREVIOUS),
}

VERB_ENDS = ("", "了", "上", "出", "牌", "出了", "上了", "牌了", "死", "住")
VERBS = (
    *[base + end for base in "出打压管跟接甩扔丢走放顶拍砸亮" for end in VERB_ENDS],
    "选择出牌", "选择出", "选择", "继续", "直接", "用", "最后", "先", "再", "又", "就",
)  # fmt: skip
PLAYED = ("出牌", "出牌了", "打出", "跟牌", "压牌", "选择出牌")
"""Verbs after which no cards are a pass, as assistants print it."""

PASSES = (
    *[f"不{verb}{end}" for verb in "要出管跟压打接走" for end in ("", "了", "起", "过", "牌", "吧")],
    *[f"{verb}不{end}" for verb in "要管压打跟大接" for end in ("起", "上", "过", "了", "动")],
    *[f"选择{word}" for word in ("不出", "不要", "不跟", "不压", "过", "过牌", "跳过", "pass")],
    *[f"没{have}{word}" for have in ("有", "") for word in ("大的", "大过", "大牌", "更大的", "牌", "牌打", "能大过")],
    "没有", "过牌", "过了", "过", "跳过", "放弃", "让过", "让牌", "pass", "skip",
)  # fmt: skip
FILLERS = ("的", "牌", "的牌", "了", "吧", "啊", "呀", "对方", "人家", "!", ".", " ", "(", ")", "…", "~")
"""Words after a pass."""

HANDS = (
    "手牌", "的牌", "的手牌", "初始手牌", "起手牌", "手里的牌", "手里", "手上", "手里有", "手上有", "手中有",
    "hand", "my hand", "my cards",
)  # fmt: skip
BOTTOMS = ("底牌", "三张底牌", "地主底牌", "公共牌")
WILDS = ("癞子", "赖子")
ROLES = ("我的角色", "玩家角色", "角色", "我的身份", "身份", "我的位置")
NEW_GAMES = ("开始对局", "游戏开始", "新的一局", "新一局", "开始新的一局", "对局开始")
NOTES = (
    "等待", "轮到", "剩余", "当前", "预计", "预估", "得分", "胜率", "倍数", "豆子", "获胜", "胜利", "赢了",
    "叫地主", "抢地主", "不叫", "不抢", "叫分", *[f"叫{points}分" for points in "123一二两三"],
    "加倍", "不加倍", "超级加倍",
    "开始出牌", "对局结束", "本局结束", "游戏结束", "现在是", "已经出过牌", "正在", "创建", "识别", "检测", "点击",
    "上次", "上一手", "上轮", "手中牌数", "手牌数", "剩", "报单", "报双", "春天", "反春天",
)  # fmt: skip
"""Words of lines about the game, bids among them, that are no turns."""

QUESTIONS = ("什么", "怎么", "哪张", "哪手", "如何")
"""Words of a question about the own turn."""

WORDS = Vocabulary(
    *CARD_WORDS,
    *OPENERS,
    *SEATS,
    *VERBS,
    *PASSES,
    *FILLERS,
    *HANDS,
    *BOTTOMS,
    *WILDS,
    *ROLES,
    *NEW_GAMES,
    *NOTES,
    *QUESTIONS,
)
VERB_WORDS, PASS_WORDS = frozenset(VERBS), frozenset(PASSES)
FILLER_WORDS, NOTE_WORDS = frozenset(FILLERS), frozenset(NOTES)
NO_NAMES = frozenset((*NOTES, *HANDS, *BOTTOMS, *WILDS, *ROLES))
"""Words that a player's name does not have."""

BREAKS = re.compile("[，,；;。|｜]")
"""Characters between turns of a line."""

NEW_GAME = re.compile("第.{1,5}局.*")

EDGES = frozenset(" :!~….,-")
"""Characters around a turn that say nothing."""

SKIPPED = (" ", ":", "了", "的")
"""Words around a verb."""

IS = (*SKIPPED, "是", "为", "=")
"""Words before cards of the deal."""

MY_ROLES = {"下家": LANDLORD_SEATS[1], "上家": LANDLORD_SEATS[2]}
"""Roles that a player states of itself as seen from the landlord."""

LONGEST_CHAIN = 12
"""Cards of the longest straight; more cards without a seat and a verb may be a hand."""

PUNCTUATION = frozenset(" :!~….,-=*#>_+/()、")
BEFORE_SEATS = (" ", ".", ")", ":", ">", "-")
TIME_MARKS = (":", "-", "/", ".", " ")
NUMBER_ENDS = (":", ".", ")", ">", "-", "#", "手", "轮", "步", "合")
WON = ("胜", "赢")

MOST_PART = 200
"""Maximum characters of a turn or of cards."""

MOST_NAME = 12
"""Maximum words of a player's name."""

SPOKEN = frozenset((
    *SEATS, *BOTTOMS, *HANDS, *PASSES, *VERBS, *OPENERS,
    "农民", "对", "张", "带", "顺子", "连对", "飞机", "炸弹", "王炸",
))  # fmt: skip


JSON_START = r'\s*(?:\{|\[\s*(?:[\[{"\]]|-?\d+\s*[,\].]|true|false|null))'
"""Beginning of a JSON text; `[12:03] 地主：33` has none."""

IS_JSON = re.compile(JSON_START)


def is_chinese_text(text: str) -> bool:
    """Return whether a text may be a game in words: it has one of them, and is no JSON."""
    if IS_JSON.match(text.removeprefix("\ufeff")):
        return False
    return any(word in SPOKEN for word in WORDS.split(fold(text)))


class Part(NamedTuple):
    """A part of a line."""

    kind: str
    """turn, hand, bottom, wild, role, stated, new, first, note, or fault."""
    seat: str = ""
    """Seat, also as seen from the player of a log; "" for a name, or none. Of a fault: the field, "" for a turn."""
    text: str = ""
    """Cards, the play, or the words of a fault."""


def stripped(words: list[str]) -> list[str]:
    """Return words without those at both ends that say nothing."""
    first, last = 0, len(words)
    while first < last and words[first] in EDGES:
        first += 1
    while last > first and words[last - 1] in EDGES:
        last -= 1
    return words[first:last]


def play_in(words: list[str]) -> str:
    """Return the play of a turn without its seat; "" for other words."""
    first, verb, has_colon = 0, "", False
    while first < len(words) and (words[first] in VERB_WORDS or words[first] in SKIPPED):
        verb = words[first] if words[first] in VERB_WORDS else verb
        has_colon = has_colon or words[first] == ":"
        first += 1
    rest = stripped(words[first:])
    if not rest:
        return PASS if has_colon and (verb in PLAYED or "-" in words[first:]) else ""
    if rest[0] in PASS_WORDS:
        return PASS if all(word in PASS_WORDS or word in FILLER_WORDS or word in SEATS for word in rest) else ""
    while rest and rest[-1] in VERB_WORDS:  # 大王管上
        rest = rest[:-1]
    return cards_in(rest)


def named_play(words: list[str]) -> str:
    """Return the play behind a name, which ends at a colon, a verb or a space; "" for other words."""
    for at in range(1, min(len(words), MOST_NAME)):
        is_mark = words[at] == ":"
        if not is_mark and not (words[at] in VERB_WORDS or words[at] in PASS_WORDS or words[at] == " "):
            continue
        if any(word in NO_NAMES for word in words[:at]):
            return ""
        if is_mark or not all(word in RANK_WORDS or word in GAPS for word in words[:at]):
            play = play_in(words[at + 1 :] if is_mark else words[at:])
            if play:
                return play
    return ""


def deal_part(kind: str, seat: str, words: list[str], pointer: str) -> Part:
    """Return cards of the deal."""
    first = next((at for at, word in enumerate(words) if word not in IS), len(words))
    cards = cards_in(stripped(words[first:]))
    return Part(kind, seat, cards) if cards else Part("fault", pointer, "".join(words))


def without_source(words: list[str]) -> list[str]:
    """Return words without the time, module and level that a logger writes before ` - `."""
    first = next((at for at, word in enumerate(words) if not word.isascii()), len(words))
    cuts = [at for at in range(1, first) if words[at - 1 : at + 2] == [" ", "-", " "]]
    return words[cuts[-1] + 2 :] if cuts and words[0] not in SEATS else words


def is_time(words: list[str]) -> bool:
    """Return whether words are a time, with or without a date."""
    return ":" in words and all(word in TIME_MARKS or word.isdecimal() for word in words)


def is_number_of_cards(words: list[str]) -> bool:
    """Return whether words are a number of cards, as in `地主17张`."""
    text = "".join(words)
    return text.endswith("张") and text.removesuffix("张").isdecimal()


def about_deal(seat: str, key: str, lead: list[str]) -> Part | None:
    """Return the part of words about the deal and the players; None for other words."""
    if key in HANDS:
        return deal_part("hand", seat or ME, lead[1:], "/deal/hands")
    if key in BOTTOMS:
        return deal_part("bottom", "", lead[1:], "/deal/bottom")
    if key in WILDS:
        return deal_part("wild", "", lead[1:], "/options/wild")
    if key in ROLES:
        role = next((SEATS[word] for word in lead if word in SEATS), "")
        return Part("role", role) if role in LANDLORD_SEATS else Part("note")
    if seat == ME and key == "是":  # 我是地主上家
        role = next((MY_ROLES.get(word, SEATS[word]) for word in lead[1:] if word in SEATS), "")
        return Part("stated", role) if role in LANDLORD_SEATS else Part("note")
    return Part("new") if key in NEW_GAMES else None


def part_of(given: list[str], text: str) -> Part:
    """Return what some words mean; *text* is shown if they mean nothing."""
    words = without_source(given[next((at for at, word in enumerate(given) if word not in EDGES), len(given)) :])
    seat = SEATS.get(words[0], "") if words else ""
    rest = words[1:] if seat else words
    if rest[:1] == ["("] and ")" in rest:  # 地主（张三）：33
        rest = rest[rest.index(")") + 1 :]
    lead = stripped(rest)
    key = lead[0] if lead else ""
    about = about_deal(seat, key, lead)
    if about:
        return about
    if key in NOTE_WORDS or all(word in PUNCTUATION for word in words) or is_time(words) or is_number_of_cards(lead):
        return Part("note")
    play = play_in(rest)
    if play and not seat and key not in VERB_WORDS and is_hand(play):
        return Part("hand", ME, play)
    if play:
        return Part("turn", seat or (ADVISED if key in PLAYED and ":" in lead else ""), play)
    play = named_play(lead)
    if play:
        return Part("turn", seat if seat in LANDLORD_SEATS else "", play)
    return Part("note") if is_note(words, seat) else Part("fault", "", text)


def is_note(words: list[str], seat: str) -> bool:
    """Return whether words that are no turn say nothing of the game's course: a question, a result, a state."""
    is_question = seat in ("", ME) and any(word in QUESTIONS for word in words)
    return is_question or stripped(words)[-1] in WON or any(word in NOTE_WORDS or word == "=" for word in words)


def is_hand(cards: str) -> bool:
    """Return whether cards are too many for a play: more than a straight, and neither pairs only nor a plane."""
    numbers = [cards.count(rank) for rank in set(cards)]
    return len(cards) > LONGEST_CHAIN and 1 in numbers and sum(number >= 3 for number in numbers) < 3


def without_lists(line: str) -> str:
    """Return a line with lists as cards (`['3', '3']`), and without a number or a time in brackets at its beginning."""
    first, *others = line.split("[")
    joined = [first]
    for at, other in enumerate(others):
        inner, closed, rest = other.partition("]")
        if not closed or (at == 0 and not first.strip() and inner.isascii() and "," not in inner):
            joined.append(rest if closed else inner)
        else:
            joined.append(f" {inner.replace(',', ' ')} {rest}" if inner.strip() else f" pass {rest}")
    return "".join(joined)


def at_seats(words: list[str]) -> list[list[str]]:
    """Return words cut before each seat that follows a space or a number, without a number of the turn before one."""
    if any(word in ROLES for word in words):
        return [words]
    cuts = [at for at in range(1, len(words)) if words[at] in SEATS and words[at - 1] in BEFORE_SEATS]
    pieces = [words[start:end] for start, end in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    kept = [piece for at, piece in enumerate(pieces) if at == len(pieces) - 1 or not is_number(piece)]
    return [piece for piece in kept if stripped(piece)] or [words]


def is_number(words: list[str]) -> bool:
    """Return whether words before a seat number the turn, or are its time."""
    before = [word for word in words if word != " "]
    if any(word in HANDS for word in before):
        return False
    return is_time(before) or not before or before[-1] in NUMBER_ENDS


def parts_of(line: str) -> list[Part]:
    """Return the parts of a line."""
    if len(line) > MOST_LINE:
        return [Part("fault", "", line)]
    parts: list[Part] = []
    for text in BREAKS.split(without_lists(line)):
        if len(text) > MOST_PART:
            parts.append(Part("fault", "", text))
            continue
        if not text.strip():
            continue
        words = WORDS.split(fold(text))
        if parts and parts[-1].kind in ("hand", "bottom") and all(word in RANK_WORDS or word in GAPS for word in words):
            last = parts.pop()
            parts.append(Part(last.kind, last.seat, cards_in([*last.text.lower(), *words])))
            continue
        pieces = at_seats(words)
        parts += [part_of(piece, text.strip() if len(pieces) == 1 else "".join(piece).strip()) for piece in pieces]
    return parts


class TextGame:
    """A game whose lines are being parsed."""

    def __init__(self, line: int) -> None:
        self.hands: dict[str, str] = {}
        self.bottom = ""
        self.wild = ""
        self.role = ""
        """Seat of the player of a log, if it is stated."""
        self.stated = ""
        """Seat that the author of a chat states as its own, while 上家 and 下家 may be those of the landlord."""
        self.seats: list[str] = []
        self.plays: list[str] = []
        self.rows: list[tuple[int, int]] = []
        self.line = line
        self.is_spaced = False
        """Whether there are empty lines between turns."""
        self.is_partial = False

    def is_ended_by(self, part: Part, is_paused: bool) -> bool:
        """Return whether a part belongs to the next game; *is_paused*: after an empty line."""
        if part.kind == "hand":
            known = self.hands.get(part.seat)
            if known is None:
                return is_paused and len(self.plays) > 0
            is_rest = all(part.text.count(rank) <= known.count(rank) for rank in part.text)
            is_full = len(part.text) == (20 if part.seat == LANDLORD_SEATS[0] else 17)
            return not is_rest and (is_paused or (is_full and len(self.plays) > 0))
        if part.kind == "bottom":
            return self.bottom not in ("", part.text) and len(self.plays) > 0
        if not self.plays:
            return False
        if part.kind == "turn":
            return is_paused and not self.is_next(part.seat)
        return part.kind in ("new", "role") or (is_paused and part.kind in ("fault", "wild"))

    def is_next(self, seat: str) -> bool:
        """Return whether a seat is the next one after the last turn; a landlord also begins games."""
        last, now = PLACES.get(self.seats[-1]), PLACES.get(seat)
        if last is None or now is None or now != (last + 1) % len(LANDLORD_SEATS):
            return False
        return self.is_spaced or seat != LANDLORD_SEATS[0]

    def add(self, part: Part, number: int, is_paused: bool) -> None:
        """Add a part of the game."""
        if part.kind == "hand":
            if not self.plays or part.seat not in self.hands:
                self.hands[part.seat] = part.text
        elif part.kind == "bottom":
            self.bottom = part.text
        elif part.kind == "wild":
            self.wild = part.text
        elif part.kind == "role":
            self.role = part.seat
        elif part.kind == "stated":
            self.stated = part.seat
        elif part.kind == "turn" and len(self.plays) <= MOST_LINE:
            if part.seat == ADVISED and self.seats[-1:] == [ME]:
                return  # advice about the turn of the line before
            self.is_spaced = self.is_spaced or (is_paused and len(self.plays) > 0)
            self.seats.append(part.seat)
            self.rows.append((len(self.plays), number))
            self.plays.append(part.text)

    def real_seats(self) -> dict[str, str]:
        """Return the seats of the relative ones; "" if it is unknown."""
        named = {*self.seats}
        me = self.role or (LANDLORD_SEATS[0] if len(self.hands.get(ME, "")) == 20 else "")
        is_log = ME in named or (ADVISED in named and (NEXT in named or PREVIOUS in named))
        if not me and is_log and not any(seat in named for seat in LANDLORD_SEATS):
            leader = ME if self.seats[0] == ADVISED else self.seats[0]
            me = LANDLORD_SEATS[-RELATIVE.index(leader)] if leader in RELATIVE else ""
        if not me and is_log:
            me = self.stated
        if not me:
            seats = {NEXT: LANDLORD_SEATS[1], PREVIOUS: LANDLORD_SEATS[2], ME: "", ADVISED: "", "": ""}
            return seats if is_log else {**seats, ME: self.stated or self.to_move(seats)}
        place = LANDLORD_SEATS.index(me)
        seats = {one: LANDLORD_SEATS[(place + at) % len(LANDLORD_SEATS)] for at, one in enumerate(RELATIVE)}
        return {**seats, ADVISED: me, "": ""}

    def to_move(self, seats: dict[str, str]) -> str:
        """Return the seat after that of the last turn; "" if it is unknown."""
        last = seats.get(self.seats[-1], self.seats[-1]) if self.seats else ""
        return LANDLORD_SEATS[(LANDLORD_SEATS.index(last) + 1) % len(LANDLORD_SEATS)] if last else ""

    def record(self) -> Record | None:
        """Return the record; None for an empty game."""
        if not (self.plays or self.hands):
            return None
        tags = {"Variant": "laizi", "Options": f"wild={self.wild}"} if self.wild else {"Variant": "standard"}
        real = self.real_seats()
        hands = {real.get(seat, seat): cards for seat, cards in self.hands.items()}
        deal = " ".join([f"{seat}:{hands[seat]}" for seat in LANDLORD_SEATS if seat in hands])
        if deal:
            tags["Deal"] = deal
        if self.bottom:
            tags["Bottom"] = self.bottom
        plays = [
            f"{real.get(seat, seat)}:{play}" if real.get(seat, seat) else play
            for seat, play in zip(self.seats, self.plays, strict=True)
        ]
        return Record(tags, plays, {}, {"Variant": self.line}, self.rows, self.is_partial)


def error_of(part: Part, ply: int, number: int) -> RecordError:
    """Return the error of a part that means nothing."""
    if part.seat:
        message = Bilingual(f"no cards in {brief(part.text)}", f"{quoted(part.text)}不是牌")
        return RecordError("card_unknown", message, part.seat, Place(number, None, part.seat.split("/")[1]))
    message = Bilingual(
        f"a turn is a seat and a play in Chinese; not {brief(part.text)}",
        f"每一手写座位和出的牌，如「地主出对十」；不能是{quoted(part.text)}",
    )
    return RecordError("card_unknown", message, f"/history/{ply}", Place(number, ply + 1, "history"))


def read_chinese(lines: Iterator[str], on_error: OnError) -> Iterator[Record]:
    """Yield each game of a text; a game with unreadable parts is partial."""
    game, is_paused = TextGame(1), False
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        is_paused = is_paused or not line
        for part in [Part("first")] if NEW_GAME.fullmatch(line) else parts_of(line):
            if part.kind == "note":
                continue
            if part.kind == "first" or game.is_ended_by(part, is_paused):
                if record := game.record():
                    yield record
                game = TextGame(number)
            if part.kind == "fault":
                game.is_partial = True
                on_error(error_of(part, len(game.plays), number))
            game.add(part, number, is_paused)
            is_paused = False
    if record := game.record():
        yield record

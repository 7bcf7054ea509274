"""Words of Dou Dizhu in Chinese: a text as words, and words as cards.

A text is folded (one form of punctuation, digits and traditional characters) and cut into the longest known words, one
pass from left to right. A play in words is groups of cards: counts (`对十`, `三个K`), runs (`顺子三到七`, `3-5连对`),
cards as written (`334455`), and kickers after `带`. Labels such as `三带一` before the cards add nothing.
"""

from __future__ import annotations

from service.rules.cards import RANKS

FOLDED = {
    **dict(zip("０１２３４５６７８９", "0123456789", strict=True)),
    **dict(zip("對順連飛機彈農過壓個張帶單條沒無癩選擇開",
               "对顺连飞机弹农过压个张带单条没无癞选择开", strict=True)),
    **dict(zip("：，；。！？（）｜～－—–＋＃　", ":,;.!?()|~---+# ", strict=True)),
    **dict.fromkeys("【】「」『』[]\"'“”‘’♠♥♦♣♤♡♢♧\t\n", " "),
    "\ufe0f": "",
}  # fmt: skip

RANK_WORDS = {
    "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9", "十": "T", "10": "T", "二": "2",
    "两": "2", "勾": "J", "钩": "J", "圈": "Q", "老k": "K", "凯": "K", "尖": "A",
    **dict.fromkeys(("小王", "小鬼", "小怪"), "X"), **dict.fromkeys(("大王", "大鬼", "大怪"), "D"),
    **{rank.lower(): rank for rank in RANKS},
}  # fmt: skip
RUN_RANKS = RANKS[:12]

COUNTS = {
    **dict.fromkeys(("单张", "单牌", "单", "一张", "一个", "1张", "1个", "个", "张", "一只"), 1),
    **dict.fromkeys(
        ("对子", "一对", "对", "对儿", "一对儿", "两张", "两个", "二张", "二个", "2张", "2个", "俩", "双"), 2
    ),
    **dict.fromkeys(("三张", "三个", "三条", "三只", "3张", "3个", "3条", "仨", "三不带"), 3),
    **dict.fromkeys(("四张", "四个", "四条", "四只", "4张", "4个", "4条"), 4),
}
"""Copies of the rank that follows."""

BOMBS = ("炸弹", "炸了", "炸上", "炸")
"""Four of the rank that follows; before or after cards a label."""

RUNS = {
    **dict.fromkeys(("顺子", "单顺", "顺", "连子", "一条龙"), 1),
    **dict.fromkeys(("连对", "双顺子", "双顺", "对子顺", "姐妹对"), 2),
    **dict.fromkeys(("飞机带翅膀", "飞机带队", "飞机", "三顺", "三连顺"), 3),
    "连炸": 4,
}
"""Copies of each rank from the first to the last one."""

ROCKETS = ("王炸", "火箭", "双王", "一对王", "对王", "两个王", "两张王", "大小王", "双鬼", "大小鬼")

SHAPES = {
    **{f"{three}带{one}": 4 for three in "三3" for one in ("一张", "一个", "一", "1", "单张", "单")},
    **{f"{three}带{two}": 5 for three in "三3" for two in ("二", "两张", "两", "2", "一对", "1对", "对", "双")},
    **{f"{four}带{two}": 2 for four in "四4" for two in ("二", "两张", "两个", "两单", "两", "2")},
    **{f"{four}带{two}": 8 for four in "四4" for two in ("两对", "二对", "2对")},
}
"""Names of shapes before their cards; the number of the cards is a multiple of this one."""

FEW, MANY = ("3", "4", "三", "四"), ("5", "6", "7", "8", "9", "10", "五", "六", "七", "八", "九", "十")
LENGTHS = {
    **{f"{n}连对": "连对" for n in FEW + MANY},
    **{f"{n}连顺": "顺子" for n in MANY},
    **{f"{n}张": "" for n in MANY},
}
"""Words for a run with its length, and the word without it."""

OPENERS = frozenset((*SHAPES, *LENGTHS))
"""Words at the beginning of a play; behind cards their first character is a rank, as in `333带2` and `3到5连对`."""

LABELS = ("带翅膀", "翅膀", "两对", "两单")
"""Words about a shape that add nothing to its cards."""

TO, WITH = ("到", "至", "-", "~"), ("带", "加", "+")
GAPS = (" ", "!", "、", "和", "与", "/", "黑桃", "红桃", "红心", "方块", "方片", "梅花", "草花")

CARD_WORDS = (*RANK_WORDS, *COUNTS, *BOMBS, *RUNS, *ROCKETS, *LABELS, *TO, *WITH, *GAPS)


class Vocabulary:
    """Words into which a text is cut."""

    def __init__(self, *words: str) -> None:
        self.words = frozenset(words)
        self.sizes: dict[str, list[int]] = {}
        """Lengths of the words by their first character, the longest first."""
        for size in sorted({len(word) for word in words}, reverse=True):
            for first in {word[0] for word in words if len(word) == size}:
                self.sizes.setdefault(first, []).append(size)

    def split(self, text: str) -> list[str]:
        """Return a text as words: at each place the longest one, or one character."""
        found: list[str] = []
        at = 0
        while at < len(text):
            word = text[at]
            for size in self.sizes.get(word, ()):
                if text[at : at + size] in self.words:
                    word = text[at : at + size]
                    break
            found.append(word)
            at += len(word)
        return found


PLAIN = Vocabulary(*CARD_WORDS)
"""Words of cards, without those that begin a play."""


def fold(text: str) -> str:
    """Return a text in small letters, with one form of each punctuation mark, digit and character."""
    return "".join([FOLDED.get(letter, letter) for letter in text]).lower()


def runs_of_ranks(words: list[str]) -> list[str]:
    """Return words with adjacent ranks joined, as text of cards after a `=`."""
    joined: list[str] = []
    for word in words:
        if word not in RANK_WORDS:
            joined.append(word)
        elif joined and joined[-1].startswith("="):
            joined[-1] += RANK_WORDS[word]
        else:
            joined.append("=" + RANK_WORDS[word])
    return joined


class CardReader:
    """Cards that are being read from words."""

    def __init__(self, copies: int) -> None:
        self.groups: list[str] = []
        """Cards in the order of the words."""
        self.copies = copies
        """Copies of each rank of a run, 0 if no word has named a run."""
        self.count = 0
        """Copies of the next rank, 0 if no word has named them."""
        self.spans = False
        """Whether the next rank is the last one of a run."""

    def is_applied(self, word: str) -> bool:
        """Apply a word; return whether it belongs to cards."""
        if word.startswith("=") and len(word) > 1:
            return self.is_group(word[1:])
        if word in COUNTS or word in BOMBS:
            is_first = self.count in (0, 1)  # 一个炸弹
            self.count = COUNTS.get(word, 4)
            return is_first
        if word in TO:
            known = len(self.groups) > 0 and not self.spans and self.count == 0
            self.spans = True
            return known
        if word in WITH:
            self.copies = 0  # a run of kickers is none
            return len(self.groups) > 0 and self.count == 0 and not self.spans
        if word in RUNS:
            self.count = 0 if self.count == 1 else self.count  # 一个顺子
            return True
        return word in GAPS or word in LABELS or word in ROCKETS

    def is_group(self, cards: str) -> bool:
        """Add adjacent cards; return whether there are as many as the words before them state."""
        if self.count:
            cards = cards * self.count if len(cards) == 1 else cards
            if cards != cards[0] * self.count:
                return False
            self.count = 0
        if not self.spans:
            self.groups.append(cards)
            return True
        self.spans = False
        self.groups.append(run_between(self.groups.pop(), cards, self.copies))
        return self.groups[-1] != ""

    def is_complete(self) -> bool:
        """Return whether nothing is missing; a count at the end belongs to the last cards, as in `K一对`."""
        if self.count and self.groups:
            last = self.groups[-1]
            if len(last) == 1:
                self.groups[-1] = last * self.count
            elif last != last[0] * self.count:
                return False
            self.count = 0
        return self.count == 0 and not self.spans


LEAST_RUN = 5
"""Minimum ranks of a run that no word names."""


def run_between(first: str, last: str, copies: int) -> str:
    """Return the cards from some of one rank to as many of another one; "" for none."""
    size = len(first)
    if first != first[0] * size or last != last[0] * size or (size > 1 and copies not in (0, size)):
        return ""
    low, high = RUN_RANKS.find(first[0]), RUN_RANKS.find(last[0])
    if low < 0 or high <= low or (size == 1 and copies == 0 and high - low < LEAST_RUN - 1):
        return ""
    return "".join([rank * max(size, copies) for rank in RUN_RANKS[low : high + 1]])


def cards_in(words: list[str]) -> str:
    """Return the cards of a play in words, lowest first; "" for other words."""
    opener = words[0] if words and words[0] in OPENERS else ""
    shape = SHAPES.get(opener, 1)
    rest = [word for word in words[1:] if word != ":"] if opener else words
    plain = [part for word in rest for part in (PLAIN.split(word) if word in OPENERS else [word])]
    plain += [LENGTHS[opener]] if LENGTHS.get(opener) else []
    reader = CardReader(next((RUNS[word] for word in plain if word in RUNS), 0))
    if not all(reader.is_applied(word) for word in runs_of_ranks(plain)) or not reader.is_complete():
        return ""
    cards = "".join(reader.groups)
    if any(word in ROCKETS for word in plain) and not ("X" in cards or "D" in cards):
        cards += "XD"
    return "".join(sorted(cards, key=RANKS.index)) if len(cards) % shape == 0 else ""


PLAY = Vocabulary(*CARD_WORDS, *OPENERS)
"""Words of a play alone."""

KINDS = frozenset((*OPENERS, *RUNS, *BOMBS, *COUNTS, *LABELS, *GAPS))
"""Words that name a kind of play, not its cards."""

MOST_SPOKEN = 200
"""Maximum characters of a play in words."""


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def spoken_cards(text: str) -> str:
    """Return the cards of a play in Chinese words, lowest first; "" for any other text."""
    return cards_in(PLAY.split(fold(text))) if len(text) <= MOST_SPOKEN and has_chinese(text) else ""


def is_kind(text: str) -> bool:
    """Return whether a text in Chinese names a kind of play without its cards."""
    return len(text) <= MOST_SPOKEN and has_chinese(text) and all(word in KINDS for word in PLAY.split(fold(text)))

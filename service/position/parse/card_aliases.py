"""Aliases of cards: lower case, full-width forms, suits, pairs and the rocket in words, Unicode playing cards.

A text is split into pieces, each a card, a suit, or either. A suit belongs to the adjacent rank, a letter in a text to
the rank before it. If the pieces form exactly one row of cards, that row is the result; if they form several, the text
is ambiguous. `parse.cards` tries the exact notation first and calls `read_aliases` only if that fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import NamedTuple

from service.rules.cards import (
    GUANDAN,
    MOST_CARDS,
    NOTATIONS,
    RANKS,
    RLCARD,
    SUITS,
    TEXT,
    Kind,
    Notation,
    Token,
    written_in,
)
from service.rules.chinese_words import ROCKETS
from service.rules.errors import Bilingual, RuleError, quoted

SYMBOLS = {"♠♤": "s", "♥♡": "h", "♣♧": "c", "♦♢": "d"}
NAMES = {"黑桃": "s", "红桃": "h", "红心": "h", "梅花": "c", "草花": "c", "方块": "d", "方片": "d"}
SPELLED = {
    "10": "T", "小王": "X", "小鬼": "X", "大王": "D", "大鬼": "D", "花牌": "W", "花": "W", "🂿": "D",
}  # fmt: skip
BOTH_JOKERS = (*ROCKETS, "jokers", "Jokers", "JOKERS")
PAIRS = ("一对", "对子", "对")
"""Words that repeat the card after them."""
WILD_NAMES = ("癞子", "癞")

SUITS_OF_UNICODE = {0x1F0A0: "s", 0x1F0B0: "h", 0x1F0C0: "d", 0x1F0D0: "c"}
RANKS_OF_UNICODE = dict(zip((*range(1, 12), 13, 14), "A23456789TJQK", strict=True))

FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0xFE0E: None, 0xFE0F: None}
"""Translation of full-width to plain characters; removes variation selectors."""

APART = re.compile(r"[\s,、]+")
"""Separators between cards: a suit belongs to a rank on the same side."""

EITHERS = frozenset(("BJ", "RJ"))
"""Jokers in some notations, a jack after a joker in others: do not identify a notation."""

MOST_PIECES = 3 * MOST_CARDS

MOST_ROWS = 64
"""Maximum readings of a text that are compared."""

Row = tuple[str, ...]
"""Cards of `TEXT` in the order of the input."""


class Piece(NamedTuple):
    """Possible meanings of a piece of text."""

    cards: Row = ()
    """A card: one of these; a rank without suit may take one."""
    suit: str = ""
    """A suit of the rank before it."""
    before: bool = False
    """A suit of the rank after it."""


EITHER_JOKER = Piece(("X", "D"))
"""BJ and the Unicode jokers: the small joker in some sources, the big one in others."""


def letters_of(notation: Notation) -> dict[str, Piece]:
    """Return the meanings of the letters of a notation, upper or lower case."""
    pieces = {letter: Piece((letter,)) for letter in RANKS[:13]}
    if notation is RLCARD:
        pieces |= {"B": Piece(("X",)), "R": Piece(("D",))}
    elif notation is GUANDAN:
        pieces |= {"SB": Piece(("X",)), "HR": Piece(("D",))}
        pieces |= {suit.upper(): Piece((), suit, True) for suit in SUITS}
    else:
        pieces |= {letter: Piece((letter,)) for letter in "XDW"}
    pieces |= {letter.lower(): piece for letter, piece in pieces.items()}
    if notation is TEXT:
        pieces |= {suit: Piece((), suit) for suit in "shc"}
        pieces |= {"d": Piece(("D",), "d"), "BJ": EITHER_JOKER, "bj": EITHER_JOKER}
        pieces |= {"LJ": Piece(("X",)), "lj": Piece(("X",))}
        pieces |= dict.fromkeys(("joker", "Joker", "JOKER"), EITHER_JOKER)
    return pieces


@cache
def words_of(name: str) -> tuple[dict[str, Piece], re.Pattern[str]]:
    """Return the meanings of all words of a notation, and a pattern that matches these words, longest first."""
    pieces = letters_of(NOTATIONS[name])
    for symbols, suit in SYMBOLS.items():
        pieces |= dict.fromkeys(symbols, Piece((), suit, True))
    for start, suit in SUITS_OF_UNICODE.items():
        pieces |= {chr(start + place): Piece((rank + suit,)) for place, rank in RANKS_OF_UNICODE.items()}
    pieces |= {name: Piece((), suit, True) for name, suit in NAMES.items()}
    pieces |= {word: Piece((card,)) for word, card in SPELLED.items()}
    pieces |= dict.fromkeys("🃏🃟", EITHER_JOKER)
    words = sorted([*pieces, *WILD_NAMES, *BOTH_JOKERS, *PAIRS], key=len, reverse=True)
    return pieces, re.compile("|".join(map(re.escape, words)) + "|.", re.DOTALL)


def words_in(text: str, pattern: re.Pattern[str], most: int) -> list[str]:
    """Return up to *most* words of a text, with pairs and rockets as single cards."""
    found = list(islice(pattern.findall(text), most))
    words: list[str] = []
    for i, word in enumerate(found):
        if word in BOTH_JOKERS:
            words += ["小王", "大王"]
        else:
            words.append(found[i + 1] if word in PAIRS and i + 1 < len(found) else word)
    return words


def pieces_of(text: str, notation: Notation, kind: Kind) -> list[Piece] | None:
    """Return the pieces of a text without separators; None if it has an unknown word."""
    known, pattern = words_of(notation.id)
    words = known | dict.fromkeys(WILD_NAMES, Piece(kind.wild)) if kind.wild else known
    meanings = [words.get(word) for word in words_in(text, pattern, MOST_PIECES + 1)]
    pieces = [piece for piece in meanings if piece is not None]
    return pieces if len(pieces) == len(meanings) <= MOST_PIECES else None


def unknown_word(value: object, notation: Notation, kind: Kind) -> str | None:
    """Return the first word of *value* that is no alias; None if there is none."""
    known, pattern = words_of(notation.id)
    wilds = WILD_NAMES if kind.wild else ()
    texts = [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
    chunks = [chunk for text in texts for chunk in APART.split(text.translate(FULL_WIDTH))]
    words = [word for chunk in chunks for word in words_in(chunk, pattern, MOST_PIECES + 1)]
    return next((word for word in words if word not in known and word not in wilds), None)


def rows(pieces: Sequence[Piece], suited: bool) -> list[Row]:
    """Return up to two lists of cards that pieces may mean; *suited*: every card except jokers has a suit."""
    ways: list[list[Row]] = [[] for _ in pieces] + [[()], []]
    for i in reversed(range(len(pieces))):
        piece, after = pieces[i], pieces[i + 1] if i + 1 < len(pieces) else Piece()
        made = []
        for card in piece.cards:
            bare = len(card) == 1 and card in RANKS[:13]
            if bare and after.suit:
                made += [(card + after.suit, *row) for row in ways[i + 2]]
            if not (bare and suited):
                made += [(card, *row) for row in ways[i + 1]]
        if piece.before:
            made += [(card + piece.suit, *row) for card in after.cards if card in RANKS[:13] for row in ways[i + 2]]
        ways[i] = list(dict.fromkeys(made))[:2]
    return ways[0]


def rows_of(texts: Iterable[str], notation: Notation, kind: Kind) -> Iterator[Row]:
    """Yield the lists of cards that texts may mean.

    If suits are missing, only the list that uses every possible suit.
    """
    parts: list[list[Row]] = []
    for text in texts:
        for chunk in filter(None, APART.split(text.translate(FULL_WIDTH))):
            pieces = pieces_of(chunk, notation, kind)
            readings = rows(pieces, kind.suited or notation is GUANDAN) if pieces else []
            parts.append(readings or (rows(pieces, False)[:1] if pieces else []))
    for row in product(*parts):
        yield tuple([card for part in row for card in part])


def different_rows(readings: Iterable[Row], kind: Kind) -> list[Row]:
    """Return up to two rows of different cards, without those that have a joker twice although the deck has one."""
    found: dict[Row, Row] = {}
    for row in islice(readings, MOST_ROWS):
        if kind.decks > 1 or (row.count("X") < 2 and row.count("D") < 2):
            found.setdefault(tuple(sorted(row)), row)
        if len(found) == 2:
            break
    return list(found.values())


def suits_before(value: object) -> list[str]:
    """Return the cards of a text whose suits precede the ranks, as S3 or d4; no cards for any other text."""
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(text, str) for text in texts):
        return []
    pieces = [piece for text in texts for piece in APART.split(str(text).upper().replace("10", "T"))]
    letters = "".join(pieces)
    cards: list[str] = []
    at = 0
    while at < len(letters):
        suit, rank = letters[at].lower(), letters[at + 1 : at + 2]
        if suit in SUITS and rank != "" and rank in RANKS[:13]:
            cards.append(rank + suit)
            at += 2
        elif letters[at] in "XD":
            cards.append(letters[at])
            at += 1
        else:
            return []
    suits = [card[1:] for card in cards]
    if "D" in cards and "d" in suits and any(piece.count("D") > 1 for piece in pieces):  # DD3: maybe two big jokers
        return []
    return cards if any(suits) else []


def tokens_of_aliases(value: object, notation: Notation, kind: Kind, pointer: str) -> list[Token] | None:
    """Return the cards that *value* means, in its notation; None if it is no list of cards.

    Raises RuleError "notation_ambiguous" if *value* has two meanings.
    """
    given = value if isinstance(value, list) else [value]
    texts = [text for text in given if isinstance(text, str)]
    if notation.split is None or len(texts) < len(given):
        return None
    readings = different_rows(rows_of(texts, notation, kind), kind)
    meant = [[written_in(notation.id).get(card) for card in row] for row in readings]
    if not meant or any(None in row for row in meant):
        return None
    if len(meant) > 1:
        one, other = (notation.joined.join(map(str, row)) for row in meant)
        written = " ".join(texts)
        message = Bilingual(
            f"{written} can be read in two ways: did you mean {one} or {other}?",
            f"{quoted(written)}有两种读法：是指 `{one}` 还是 `{other}`？",
        )
        raise RuleError("notation_ambiguous", message, pointer)
    return [token for token in meant[0] if token is not None]


def notations_of(value: object, kind: Kind, pointer: str) -> list[str]:
    """Return the other text notations in which *value* is exactly one list of cards."""
    texts = [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
    if any(chunk in EITHERS for text in texts for chunk in APART.split(text.upper())):
        return []
    return [other.id for other in (RLCARD, GUANDAN) if is_row(value, other, kind, pointer)]


def is_row(value: object, notation: Notation, kind: Kind, pointer: str) -> bool:
    try:
        return tokens_of_aliases(value, notation, kind, pointer) is not None
    except RuleError:
        return False


class AliasReading(NamedTuple):
    """Cards written in aliases, or the reason why they cannot be read."""

    tokens: list[Token] | None
    """The cards in their notation; None: they cannot be read."""
    unknown: str | None = None
    """The first unknown word, if the cards cannot be read."""
    notations: Sequence[str] = ()
    """Other notations that can parse the cards."""


def read_aliases(value: object, notation: Notation, kind: Kind, pointer: str) -> AliasReading:
    """Return the cards that *value* means.

    Raises RuleError "notation_ambiguous" if *value* has two meanings.
    """
    tokens = tokens_of_aliases(value, notation, kind, pointer)
    if tokens is not None:
        return AliasReading(tokens)
    unknown = unknown_word(value, notation, kind) if notation.split else None
    others = notations_of(value, kind, pointer) if notation is TEXT and unknown is not None else ()
    return AliasReading(None, unknown, others)

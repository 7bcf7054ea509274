"""Cards: notations, packed hands, and conversion to text.

A hand is a packed word: four bits for each rank of `RANKS`, the lowest rank lowest. `Cards` also keeps the caller's
tokens, so that an answer names the same physical cards. A notation defines how values are parsed and cards are written;
if it gives cards an identity (a suit, an id), duplicates are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from service.rules.errors import Bilingual

RANKS = "3456789TJQKA2XDW"
"""Rank letters by their index in a packed hand; X and D are the small and the big joker, W a flower."""

Hand: TypeAlias = int
"""A packed hand 手牌: four bits for each rank."""

Token: TypeAlias = str | int
"""One card as the caller writes it."""

MOST_PLAYS = 256
"""Maximum plays of a history."""

MOST_CARDS = 108
"""Maximum cards of one value: two decks."""

MOST_OF_RANK = 15
"""Maximum cards of one rank in a packed hand; no deck has more."""

EVEN = 0x0F0F0F0F0F0F0F0F
BORROWS = 0x11111111111111110
ONES = 0x0101010101010101

SUITS = "shcd"
"""Suit letters: spade, heart, club, diamond; `suits` of the core are in this order."""

WILD = len(RANKS) - 1
"""Index of W in a packed hand: cards separate from their rank."""

Suits: TypeAlias = tuple[int, ...]
"""Cards by suit, as the core reads them: four words, two bits for each rank 3..2; () where suits are unknown."""


class Cards(NamedTuple):
    """Cards as a packed hand, and as the caller's own (rank, token) pairs if they have identities."""

    hand: Hand
    own: tuple[tuple[int, Token], ...] = ()
    listed: bool | None = None
    """Whether they came as an array; then answers use arrays too. None: as their notation prefers."""
    suits: Suits = ()
    """Cards by suit, in games where suits matter."""
    plain: bool = False
    """Whether they came as text of rank letters; then answers use such texts too."""


class Kind(NamedTuple):
    """Properties of a game's cards."""

    decks: int = 1
    """Copies of a card of one rank and suit."""
    suited: bool = False
    """Whether every card except jokers needs a suit."""
    level: str = ""
    """The rank whose hearts are a separate rank W."""
    coloured: str = ""
    """The rank whose suits are written, because a first lead contains a certain card of it; "": none."""
    out: frozenset[str] = frozenset()
    """Cards that the deck lacks although it has their rank, each a rank and a suit."""
    wild: tuple[str, ...] = ()
    """Meanings of 癞 as a card: several with several wild ranks."""


PLAIN_KIND = Kind()

NO_CARDS = Cards(0)


# ---- packed hands ---------------------------------------------------------------------------------------------


def holds(hand: Hand, part: Hand) -> bool:
    """Return whether *hand* contains all cards of *part*."""
    return not (hand - part ^ hand ^ part) & BORROWS  # no rank borrows from the next one


def first_beyond(hand: Hand, parts: Iterable[tuple[str, Hand]]) -> int:
    """Return the index of the first of *parts* (name, cards) that, with those before it, is not in *hand*; -1: none."""
    for place, (_, part) in enumerate(parts):
        if part:
            if (hand - part ^ hand ^ part) & BORROWS:
                return place
            hand -= part
    return -1


def size(hand: Hand) -> int:
    """Return the number of cards in *hand*."""
    pairs = (hand & EVEN) + (hand >> 4 & EVEN)
    return (pairs * ONES >> 56) & 255  # the highest byte of the product is the sum of all bytes


def count(hand: Hand, rank: int) -> int:
    """Return the number of cards of *rank* (an index into `RANKS`) in *hand*."""
    return hand >> 4 * rank & 15


@cache
def quarter_counts(bits: int) -> tuple[int, int, int, int]:
    return bits & 15, bits >> 4 & 15, bits >> 8 & 15, bits >> 12


def counts(hand: Hand) -> list[int]:
    """Return the number of cards of each rank in *hand*."""
    return [
        *quarter_counts(hand & 0xFFFF),
        *quarter_counts(hand >> 16 & 0xFFFF),
        *quarter_counts(hand >> 32 & 0xFFFF),
        *quarter_counts(hand >> 48),
    ]


def from_counts(numbers: Iterable[int]) -> Hand:
    """Return the packed hand with the given number of cards of each rank."""
    return sum([number << 4 * rank for rank, number in enumerate(numbers)])


def minus(hand: Hand, part: Hand) -> Hand:
    """Return *hand* without those cards of *part* that it contains."""
    return from_counts([a - b if a > b else 0 for a, b in zip(counts(hand), counts(part), strict=True)])


@cache
def quarter_text(quarter: int, bits: int) -> str:
    return "".join(RANKS[4 * quarter + i] * (bits >> 4 * i & 15) for i in range(4))


@lru_cache(1 << 14)
def text(hand: Hand) -> str:
    """Return the rank letters of *hand*, lowest first."""
    return (
        quarter_text(0, hand & 0xFFFF)
        + quarter_text(1, hand >> 16 & 0xFFFF)
        + quarter_text(2, hand >> 32 & 0xFFFF)
        + quarter_text(3, hand >> 48)
    )


INCREMENT = {rank: 1 << 4 * place for place, rank in enumerate(RANKS)}


def pack(ranks: str) -> Hand:
    """Return the packed hand of rank letters.

    >>> text(pack("2X3"))
    '32X'
    """
    return sum([INCREMENT[rank] for rank in ranks])


# ---- notations ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation of cards."""

    id: str
    about: Bilingual
    tokens: Mapping[Token, int]
    """Rank of each card in this notation."""
    identities: bool
    """Whether each token is one card of the deck, which cannot be repeated."""
    split: Callable[[str], list[str]] | None = None
    """Splits a string into tokens; None: only arrays are accepted."""
    joined: str = ""
    """Separator of tokens in a string."""
    suits: str = ""
    """Suits of a rank in the order of its tokens, if these are numbers."""


PIECE = re.compile(r"(?:10|小王|大王|[2-9TJQKAXDW])[shcd]?|[\s,，、]+|.", re.DOTALL)
SPELLED = MappingProxyType({"10": "T", "小王": "X", "大王": "D"})


def split_text(value: str) -> list[str]:
    """Return the cards of a text as tokens of `TEXT`, without separators."""
    tokens = []
    for piece in PIECE.findall(value):
        rank, suit = (piece[:-1], piece[-1]) if len(piece) > 1 and piece[-1] in "shcd" else (piece, "")
        if piece.strip(" ,，、\t\r\n"):
            tokens.append(SPELLED.get(rank, rank) + suit)
    return tokens


def text_tokens() -> dict[Token, int]:
    plain: dict[Token, int] = {rank: place for place, rank in enumerate(RANKS)}
    return plain | {rank + suit: place for place, rank in enumerate(RANKS[:13]) for suit in "shcd"}


def guandan_tokens() -> dict[Token, int]:
    suited: dict[Token, int] = {suit + rank: place for place, rank in enumerate(RANKS[:13]) for suit in "SHCD"}
    return suited | {"SB": 13, "HR": 14}


def yuncheng_rank(card: int) -> int:
    """Return the rank of an id 1..55: suits of thirteen cards from the ace, then the jokers and the flower."""
    return card - 40 if card > 52 else (card - 3) % 13


TEXT = Notation(
    "text",
    Bilingual(
        "3456789TJQKA2XD (X small joker, D big joker), optionally with a lower-case suit: 3s Th",
        "点数用 3456789TJQKA2XD 来写，T 是10，X 小王，D 大王；可在后面加小写花色，如 3s Th",
    ),
    text_tokens(),
    False,
    split_text,
)
RLCARD = Notation(
    "rlcard",
    Bilingual("as text, with B and R for the jokers", "同文本记法，但小王写 `B`，大王写 `R`"),
    {rank: place for place, rank in enumerate("3456789TJQKA2BR")},
    False,
    list,
)
DOUZERO = Notation(
    "douzero",
    Bilingual("numbers 3..14, 17 for 2, 20 and 30 for the jokers", "数字 3 到 14，17 是2，20 小王，30 大王"),
    {number: place for place, number in enumerate([*range(3, 15), 17, 20, 30])},
    False,
)
CONTEST = Notation(
    "contest",
    Bilingual(
        "ids 0..53: four of each rank from the three, 52 and 53 the jokers",
        "编号 0 到 53：从3起每个点数四张，52 小王，53 大王",
    ),
    {card: card // 4 if card < 52 else card - 39 for card in range(54)},
    True,
    suits="hdsc",
)
YUNCHENG = Notation(
    "yuncheng",
    Bilingual(
        "ids 1..55: suits of thirteen from the ace, 53 and 54 the jokers, 55 the flower",
        "编号 1 到 55：每门花色从A起十三张，53 小王，54 大王，55 花牌",
    ),
    {card: yuncheng_rank(card) for card in range(1, 56)},
    True,
    suits="cdhs",
)
GUANDAN = Notation(
    "guandan",
    Bilingual("suit and rank, S2 HT, and SB HR for the jokers", "花色加点数，如 S2 HT；小王写 SB，大王写 HR"),
    guandan_tokens(),
    False,
    str.split,
    " ",
)

NOTATIONS: Mapping[str, Notation] = MappingProxyType(
    {notation.id: notation for notation in (TEXT, RLCARD, DOUZERO, CONTEST, YUNCHENG, GUANDAN)}
)
"""Notations by id. ◄ a new notation goes here."""

NOTATION_NAMES = {
    "text": Bilingual("letters", "文字"),
    "contest": Bilingual("contest ids", "大赛编号"),
    "yuncheng": Bilingual("Yuncheng ids", "运城编号"),
    "guandan": Bilingual("suit and rank", "掼蛋"),
}
"""Display names of notations other than their ids."""


@cache
def suits_in(name: str) -> Mapping[Token, int]:
    """Return the index in `SUITS` of each card with a suit in a notation."""
    notation, met = NOTATIONS[name], dict.fromkeys(range(13), 0)
    suits: dict[Token, int] = {}
    for token, rank in notation.tokens.items():
        if rank not in met:
            continue
        if notation.suits:
            suits[token] = SUITS.index(notation.suits[met[rank]])
            met[rank] += 1
        elif isinstance(token, str) and len(token) == 2:
            suits[token] = SUITS.index(token[1] if notation is TEXT else token[0].lower())
    return MappingProxyType(suits)


def suit_of(token: Token, notation: Notation) -> int | None:
    """Return the index of a token's suit in `SUITS`; None without a suit."""
    return suits_in(notation.id).get(token)


@cache
def written_in(name: str) -> Mapping[str, Token]:
    """Return the token of a notation for each card of text: a rank, with a suit if the notation has suits."""
    notation = NOTATIONS[name]
    tokens: dict[str, Token] = {}
    for token, rank in notation.tokens.items():
        suit = suit_of(token, notation)
        tokens.setdefault(RANKS[rank] + ("" if suit is None else SUITS[suit]), token)
    return MappingProxyType(tokens)


def display_text(hand: Hand, kind: Kind) -> str:
    """Return cards for messages: a wild heart by its rank and suit."""
    return text(hand).replace(RANKS[WILD], f"{kind.level}h") if kind.level else text(hand)


def exact_text(cards: Cards, notation: Notation, kind: Kind) -> str:
    """Return cards as `TEXT` with their suits if these matter, lowest rank first."""
    if not kind.suited and (not kind.coloured or len(cards.own) != size(cards.hand)):
        return text(cards.hand)
    texts = []
    for rank, token in cards.own:
        if kind.coloured and RANKS[rank] != kind.coloured:
            texts.append(RANKS[rank])
            continue
        suit = 1 if rank == WILD else suit_of(token, notation)
        texts.append((kind.level if rank == WILD else RANKS[rank]) + ("" if suit is None else SUITS[suit]))
    return "".join(texts)


def is_identity(token: Token, notation: Notation) -> bool:
    """Return whether a token identifies one card of a single deck."""
    return notation.identities or (isinstance(token, str) and len(token) > 1)


PASSES = ("", "pass", ".", "过", "不出", "不要", "要不起")
"""Texts of a pass in a history."""


def is_pass(value: object) -> bool:
    """Return whether the cards of a play say that it is a pass."""
    return value is None or value in ([], [-1]) or (isinstance(value, str) and value.strip().lower() in PASSES)

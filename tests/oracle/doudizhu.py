"""Second implementation of the rules of Dou Dizhu, slow and simple, for comparison with the engine.

It imports nothing of the service.  Cards are text ("33345X"), a set of cards is a sorted text, a reading is (shape,
key, length), and the key is the index of the lowest body rank. Everything is derived from one classifier, `readings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

RANKS = "3456789TJQKA2XD"
CHAIN = "3456789TJQKA"

Reading = tuple[str, int, int]

LEAD_ORDER = (
    "rocket", "bomb", "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain", "plane",
    "plane_pair", "plane_solo", "quad_solo", "quad_pair",
)  # fmt: skip


@dataclass(frozen=True)
class Flags:
    """Permissions of kickers; the defaults are DouZero's."""

    body_rank: bool = False
    max_same: int = 4
    neighbour_triple: bool = True
    both_jokers: bool = True
    pair: bool = True
    quad: bool = False
    kicker_top: str = "D"
    no_shapes: frozenset[str] = frozenset()
    """Shapes that a house does not play."""


PRESETS = {
    "douzero": Flags(),
    "rlcard": Flags(max_same=3, neighbour_triple=False, both_jokers=False),
    "pagat": Flags(max_same=1, both_jokers=False, pair=False),
    "tencent": Flags(quad=True),
    "contest": Flags(body_rank=True, quad=True),
}


def ordered(cards: str) -> str:
    """Return *cards* lowest first."""
    return "".join(sorted(cards, key=RANKS.index))


def is_run(ranks: list[str]) -> bool:
    """Return whether *ranks* are consecutive within 3..A."""
    return "".join(ranks) in CHAIN


def trios_with_kickers(cards: str, size: int) -> Iterator[tuple[list[str], Counter[str]]]:
    """Yield (body ranks, kickers) for all ways to take a run of trios with one group of *size* cards each."""
    n = len(cards) // (3 + size)
    if len(cards) != n * (3 + size) or n < 2:
        return
    counts = Counter(cards)
    for start in range(len(CHAIN) - n + 1):
        body = list(CHAIN[start : start + n])
        if all(counts[rank] >= 3 for rank in body):
            yield body, +(counts - Counter(dict.fromkeys(body, 3)))


def touches(rank: str, body: list[str]) -> bool:
    """Return whether *rank* is adjacent to a body, within 3..A."""
    if rank not in CHAIN:
        return False
    place = CHAIN.index(rank)
    return place in (CHAIN.index(body[0]) - 1, CHAIN.index(body[-1]) + 1)


def single_wings_allowed(body: list[str], wings: Counter[str], flags: Flags) -> bool:
    """Return whether *wings* may be the single kickers of a plane."""
    if not flags.body_rank and any(rank in wings for rank in body):
        return False
    if max(wings.values()) > flags.max_same:
        return False
    if not flags.neighbour_triple and any(n >= 3 and touches(rank, body) for rank, n in wings.items()):
        return False
    return flags.both_jokers or not {"X", "D"} <= set(wings)


def pair_wings_allowed(body: list[str], wings: Counter[str], flags: Flags) -> bool:
    """Return whether *wings* may be the pair kickers of a plane or a quad."""
    most = 2 if flags.quad else 1
    if any(rank in wings for rank in body):
        return False
    return all(n % 2 == 0 and n // 2 <= most for n in wings.values())


def plane_readings(cards: str, flags: Flags) -> set[Reading]:
    """Return the readings as planes with kickers."""
    readings: set[Reading] = set()
    for body, wings in trios_with_kickers(cards, 1):
        if len(body) <= 5 and single_wings_allowed(body, wings, flags):
            readings.add(("plane_solo", RANKS.index(body[0]), len(body)))
    for body, wings in trios_with_kickers(cards, 2):
        if len(body) <= 4 and pair_wings_allowed(body, wings, flags):
            readings.add(("plane_pair", RANKS.index(body[0]), len(body)))
    return readings


def quad_readings(cards: str, flags: Flags) -> set[Reading]:
    """Return the readings as a quad with two solos or two pairs."""
    counts = Counter(cards)
    readings: set[Reading] = set()
    for rank in [rank for rank, n in counts.items() if n == 4]:
        rest = +(counts - Counter({rank: 4}))
        both = {"X", "D"} <= set(rest)
        if len(cards) == 6 and (flags.pair or max(rest.values()) == 1) and (flags.both_jokers or not both):
            readings.add(("quad_solo", RANKS.index(rank), 1))
        if len(cards) == 8 and pair_wings_allowed([rank], rest, flags):
            readings.add(("quad_pair", RANKS.index(rank), 1))
    return readings


def plain_readings(cards: str) -> set[Reading]:
    """Return the readings other than planes and quads with kickers."""
    counts = Counter(cards)
    ranks, numbers, key = list(counts), list(counts.values()), RANKS.index(cards[0])
    readings: set[Reading] = set()
    if cards == "XD":
        readings.add(("rocket", key, 1))
    if len(ranks) == 1:
        readings.add((("solo", "pair", "trio", "bomb")[numbers[0] - 1], key, 1))
    for copies, least, most, name in ((1, 5, 12, "solo_chain"), (2, 3, 10, "pair_chain"), (3, 2, 6, "plane")):
        if set(numbers) == {copies} and least <= len(ranks) <= most and is_run(ranks):
            readings.add((name, key, len(ranks)))
    if sorted(numbers) in ([1, 3], [2, 3]):
        body = next(rank for rank, n in counts.items() if n == 3)
        readings.add(("trio_solo" if len(cards) == 4 else "trio_pair", RANKS.index(body), 1))
    return readings


BODY_COPIES = {"trio_solo": 3, "trio_pair": 3, "plane_solo": 3, "plane_pair": 3, "quad_solo": 4, "quad_pair": 4}
"""Cards of each body rank of the shapes with kickers."""


def is_of_house(cards: str, reading: Reading, flags: Flags) -> bool:
    """Return whether a house plays the shape of a reading with these kickers."""
    shape, key, length = reading
    body = RANKS[key : key + length] * BODY_COPIES[shape] if shape in BODY_COPIES else cards
    kickers = Counter(cards) - Counter(body)
    return shape not in flags.no_shapes and all(RANKS.index(k) <= RANKS.index(flags.kicker_top) for k in kickers)


@lru_cache(1 << 15)
def readings(cards: str, flags: Flags = PRESETS["douzero"]) -> set[Reading]:
    cards = ordered(cards)
    if not cards or len(cards) > 20 or any(n > (1 if rank in "XD" else 4) for rank, n in Counter(cards).items()):
        return set()
    found = plain_readings(cards) | plane_readings(cards, flags) | quad_readings(cards, flags)
    return {reading for reading in found if is_of_house(cards, reading, flags)}


# ---- the catalogue: all sets of cards that can be a play, by shape and length ----------------------------------


def deck_counts(ranks: str = RANKS) -> Mapping[str, int]:
    """Return how many cards of each rank a deck has."""
    return {rank: 1 if rank in "XD" else 4 for rank in ranks}


def multisets(deck: Mapping[str, int], size: int) -> Iterator[Counter[str]]:
    """Yield every set of *size* cards of *deck*."""
    ranks = list(deck)

    def fill(at: int, left: int) -> Iterator[dict[str, int]]:
        if left == 0:
            yield {}
        elif at < len(ranks):
            for n in range(min(deck[ranks[at]], left) + 1):
                for rest in fill(at + 1, left - n):
                    yield {ranks[at]: n} | rest if n else rest

    yield from map(Counter, fill(0, size))


def text_of(counts: Mapping[str, int]) -> str:
    """Return a set of cards as text."""
    return "".join(rank * counts.get(rank, 0) for rank in RANKS)


def plane_sets() -> set[str]:
    """Return all sets of cards that could be a plane with kickers under any flags."""
    sets = set()
    for n in range(2, 6):
        for start in range(len(CHAIN) - n + 1):
            body = Counter(dict.fromkeys(CHAIN[start : start + n], 3))
            left = {rank: number - body[rank] for rank, number in deck_counts().items()}
            sets |= {text_of(body + wings) for wings in multisets(left, n)}
            pairs = {rank: number // 2 for rank, number in left.items() if number >= 2}
            if n <= 4:
                sets |= {text_of(body + wings + wings) for wings in multisets(pairs, n)}
    return sets


def small_sets() -> set[str]:
    """Return all other sets of cards that could be a play under any flags."""
    sets = {rank * n for rank, most in deck_counts().items() for n in range(1, most + 1)} | {"XD"}
    for copies, least in ((1, 5), (2, 3), (3, 2)):
        for n in range(least, 20 // copies + 1):
            sets |= {"".join(rank * copies for rank in CHAIN[i : i + n]) for i in range(len(CHAIN) - n + 1)}
    for rank in RANKS[:13]:
        others = {other: n for other, n in deck_counts().items() if other != rank}
        for copies, wings in ((3, 1), (3, 2), (4, 2), (4, 4)):
            sets |= {text_of(Counter({rank: copies}) + kickers) for kickers in multisets(others, wings)}
    return sets

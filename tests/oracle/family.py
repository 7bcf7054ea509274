"""Second implementation of the rules of the other games, slow and simple. It imports nothing of the service.

Cards are texts of rank letters, the flower is `W`. Guandan cards are tuples of rank and suit letter, the hearts of the
level rank are `W`: `("3s", "4h", "X", "D", "W")`. Wild cards are tried as every card that they may replace.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import ClassVar

from tests.oracle import doudizhu
from tests.oracle.doudizhu import CHAIN, Flags, is_run
from tests.oracle.family_base import PACK, RANKS, Cards, Game, Reading

FLAGS = {
    "attach_body_rank": "body_rank",
    "attach_max_same": "max_same",
    "attach_neighbour_triple": "neighbour_triple",
    "attach_both_jokers": "both_jokers",
    "quad_singles_may_pair": "pair",
    "attach_quad_as_two_pairs": "quad",
}

HOUSE = {
    ("trio_alone", "plane"): ("trio",),
    ("trio_alone", "off"): ("trio", "plane"),
    ("trio_solo", "off"): ("trio_solo", "plane_solo"),
    ("trio_pair", "off"): ("trio_pair", "plane_pair"),
    ("quad2", "off"): ("quad_solo", "quad_pair"),
}
"""Shapes that a house does not play, by an option and its value."""


def by_rank(shape: str, rank: str, length: int, plays_as: str, tier: int = 0) -> Reading:
    """Return a reading that is compared by the index of *rank* in 3..D."""
    return Reading(shape, RANKS.index(rank), length, plays_as, tier, "", rank)


# ---- Dou Dizhu and its contest form -----------------------------------------------------------------------------


class Standard(Game):
    """Dou Dizhu, as in `tests.oracle.doudizhu`, with bomb chains."""

    lead_order = (*doudizhu.LEAD_ORDER, "bomb_chain")
    defaults: ClassVar[Mapping[str, str]] = {"attach": "douzero", "bomb_forced": "on"}

    @cached_property
    def flags(self) -> Flags:
        """Return the preset of kickers, overridden by individual options, and the house rules."""
        switches = {FLAGS[name]: self.options[name] for name in FLAGS if self.options.get(name)}
        most = int(switches.pop("max_same", 0))
        flags = replace(
            doudizhu.PRESETS[self.options["attach"]], **{name: text == "on" for name, text in switches.items()}
        )
        never = [
            shape for (name, value), shapes in HOUSE.items() if self.options.get(name) == value for shape in shapes
        ]
        flags = replace(flags, kicker_top=self.options.get("kicker_top", "D"), no_shapes=frozenset(never))
        return replace(flags, max_same=most) if most else flags

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        for shape, key, length in doudizhu.readings(cards, self.flags):
            reading = by_rank(shape, RANKS[key], length, cards, {"rocket": 10, "bomb": 1}.get(shape, 0))
            if whole or not self.is_short(reading):
                yield reading
        counts = Counter(cards)
        place = {"on": 20, "below": 0}.get(self.options.get("bomb_chain", "off"))
        if place is not None and len(counts) > 1 and set(counts.values()) == {4} and is_run(list(counts)):
            yield by_rank("bomb_chain", cards[0], len(counts), cards, place + len(counts))

    def is_short(self, reading: Reading) -> bool:
        return self.options.get("trio_alone") == "last" and reading.shape in ("trio", "plane")


class Contest(Standard):
    """The contest's form: the first reading counts, with its lower key."""

    defaults: ClassVar[Mapping[str, str]] = {"attach": "contest", "reading": "first", "key": "low"}


class StandardTwo(Standard):
    """Dou Dizhu for two: without threes and fours or with a dead hand, and a handicap for the farmer."""

    defaults: ClassVar[Mapping[str, str]] = {"attach": "douzero", "bomb_forced": "on", "deck": "46", "handicap": "0"}
    seats = ("landlord", "farmer")
    sizes = 20, 17

    def deck(self, rng: random.Random) -> list[str]:
        return [card for card in PACK if self.options["deck"] == "54" or card[0] not in "34"]

    def spare(self, seat: int) -> int:
        """Return the cards that a seat may have left when it goes out: the farmer's handicap."""
        return int(self.options["handicap"]) if seat == 1 else 0


class StandardFour(Game):
    """Dou Dizhu for four: two decks, three farmers, bombs of four to eight cards, and the bomb of the four jokers."""

    lead_order = ("joker_bomb", "bomb_8", "bomb_7", "bomb_6", "bomb_5", "bomb", *doudizhu.LEAD_ORDER[2:])
    defaults: ClassVar[Mapping[str, str]] = {"trio_solo": "off", "joker_pair": "on", "joker_bomb": "8"}
    seats = ("landlord", "landlord_down", "landlord_opposite", "landlord_up")
    sizes = 33, 25, 25, 25

    def deck(self, rng: random.Random) -> list[str]:
        return 2 * [*PACK]

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        counts = Counter(cards)
        ranks, numbers = list(counts), set(counts.values())
        if cards == "XXDD":
            yield by_rank("joker_bomb", "X", 1, cards, 2 * int(self.options["joker_bomb"]) + 1)
        if len(ranks) == 1 and (ranks[0] not in "XD" or len(cards) == 1 or self.on("joker_pair")):
            shape = ("solo", "pair", "trio", "bomb")[len(cards) - 1] if len(cards) < 5 else f"bomb_{len(cards)}"
            yield by_rank(shape, ranks[0], 1, cards, 2 * len(cards) if len(cards) > 3 else 0)
        for n, least, shape in ((1, 5, "solo_chain"), (2, 3, "pair_chain"), (3, 2, "plane")):
            if numbers == {n} and len(ranks) >= least and is_run(ranks):
                yield by_rank(shape, ranks[0], len(ranks), cards)
        yield from self.with_kickers(cards, counts)

    def with_kickers(self, cards: Cards, counts: Counter[str]) -> Iterator[Reading]:
        """Yield the reading as one or more trios with as many solos, or pairs, of different ranks."""
        trios = [rank for rank, n in counts.items() if n == 3]
        kickers = [rank for rank in counts if rank not in trios]
        if not trios or len(kickers) != len(trios) or (len(trios) > 1 and not is_run(trios)):
            return
        name = "trio" if len(trios) == 1 else "plane"
        numbers = {counts[rank] for rank in kickers}
        if numbers == {1} and self.on("trio_solo"):
            yield by_rank(f"{name}_solo", trios[0], len(trios), cards)
        if numbers == {2} and (self.on("joker_pair") or not set(kickers) & set("XD")):
            yield by_rank(f"{name}_pair", trios[0], len(trios), cards)

    def subsets(self, hand: Cards) -> Iterator[Cards]:
        """Yield every set of cards of *hand* that may be a play: equal cards, a run of them, trios with kickers."""
        counts = Counter(hand)
        sets = {rank * n for rank, most in counts.items() for n in range(1, most + 1)} | {"XXDD"}
        for first, last in combinations_with_replacement(RANKS, 2):
            body = RANKS[RANKS.index(first) : RANKS.index(last) + 1]
            copies = min(counts[rank] for rank in body)
            sets |= {self.pack(body * n) for n in range(1, min(copies, 3) + 1)}
            for n in (1, 2) if copies >= 3 else ():
                others = [rank * n for rank in counts if rank not in body and counts[rank] >= n]
                sets |= {self.pack(body * 3 + "".join(taken)) for taken in combinations(others, len(body))}
        return (cards for cards in sorted(sets) if Counter(cards) <= counts)


# ---- Yuncheng ---------------------------------------------------------------------------------------------------


def quad_chains(cards: str) -> Iterator[tuple[str, int, int]]:
    """Yield (shape, key, length) of the readings as a run of quads, with kickers all of different ranks."""
    counts = Counter(cards)
    for start in range(len(CHAIN)):
        for n in range(2, len(CHAIN) - start + 1):
            body = CHAIN[start : start + n]
            if any(counts[rank] != 4 for rank in body):
                break
            wings = [number for rank, number in counts.items() if rank not in body]
            if not wings:
                yield "quad_chain", start, n
            if wings == [1] * 2 * n:
                yield "quad_chain_solo", start, n
            if wings == [2] * 2 * n:
                yield "quad_chain_pair", start, n


def without_flower(cards: str) -> Iterator[tuple[str, int, int]]:
    """Yield (shape, key, length) of every reading of Yuncheng's cards without the flower."""
    yield from doudizhu.readings(cards, Flags(max_same=1, pair=False))
    yield from quad_chains(cards)
    ranks = sorted(set(cards), key=RANKS.index)
    if len(cards) == 21 and set(Counter(cards).values()) == {3} and is_run(ranks):
        yield "plane", RANKS.index(ranks[0]), 7  # only the landlord has 21 cards


class Yuncheng(Game):
    """Dou Dizhu with a flower, which completes bodies only."""

    order = RANKS + "W"
    lead_order = ("rocket", "bomb", "pair3_bomb", *doudizhu.LEAD_ORDER[2:], "quad_chain", "quad_chain_solo",
                  "quad_chain_pair")  # fmt: skip
    defaults: ClassVar[Mapping[str, str]] = {"flower_reading": "strongest", "play_rule": "1"}

    @property
    def sizes(self) -> tuple[int, ...]:
        return {"1": (21, 17, 17), "0": (20, 17, 17), "2": (21, 16, 16)}[self.options["play_rule"]]

    def deck(self, rng: random.Random) -> list[str]:
        rule = self.options["play_rule"]
        return [card for card in PACK if rule != "2" or card not in ("3s", "3c")] + ["W"] * (rule != "0")

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        """Yield every reading of *cards*, the flower tried as A and 3..K."""
        if cards == "W":
            return
        for flower in CHAIN if "W" in cards else [""]:
            stands = doudizhu.ordered(cards.replace("W", flower))
            for shape, key, length in without_flower(stands):
                if flower in RANKS[key : key + length]:
                    yield by_rank(shape, RANKS[key], length, stands, {"rocket": 3, "bomb": 2}.get(shape, 0))
        if cards == "33" and self.options["play_rule"] == "2":
            yield by_rank("pair3_bomb", "3", 1, cards, 1)

    def in_order(self, cards: Cards, hand: Cards | None, leading: bool) -> list[Reading]:
        """Return the readings, strongest first; only the strongest unless the player may choose."""
        readings = super().in_order(cards, hand, leading)
        return readings[:1] if self.options["flower_reading"] == "strongest" else readings


# ---- laizi ------------------------------------------------------------------------------------------------------


class Laizi(Standard):
    """Dou Dizhu with one or two wild ranks, and bombs by composition."""

    lead_order = ("rocket", "bomb", *doudizhu.LEAD_ORDER[2:])
    defaults: ClassVar[Mapping[str, str]] = {
        "wild": "",
        **Standard.defaults,
        "bomb_order": "soft<hard<pure<rocket",
        "bomb_max": "",
        "rocket_top": "on",
        "prefer_bomb": "off",
        "follow_reading": "strongest",
    }

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        """Yield every reading of *cards*: as a bomb, and with the wild cards as everything except jokers."""
        wild = "".join(rank for rank in cards if rank in self.options["wild"])
        plain = "".join(rank for rank in cards if rank not in wild)
        yield from self.bombs(plain, wild)
        for stands in self.substitutions(plain, wild):
            as_cards = doudizhu.ordered(plain + "".join(stands))
            for shape, key, length in doudizhu.readings(as_cards, self.flags):
                if shape != "bomb":
                    yield by_rank(shape, RANKS[key], length, as_cards, self.rocket_tier() if shape == "rocket" else 0)

    def substitutions(self, plain: str, wild: str) -> Iterable[tuple[str, ...]]:
        """Return all replacements of the wild cards."""
        if not plain and len(wild) >= 4:
            return []
        if not plain and len(set(wild)) == 1:
            return [tuple(wild)]
        return combinations_with_replacement(RANKS[:13], len(wild))

    def bombs(self, plain: str, wild: str) -> Iterator[Reading]:
        size = len(plain + wild)
        if not 4 <= size <= self.most_cards() or len(set(plain)) > 1 or plain[:1] in tuple("XD"):
            return
        name = "pure" if not plain else "soft" if wild else "hard"
        rank = max(plain or wild, key=RANKS.index)
        shape = f"{name}_bomb" if size == 4 else f"{name}_bomb_{size}"
        yield by_rank(shape, rank, 1, rank * size if plain else wild, self.bomb_tier(name, size))

    def most_cards(self) -> int:
        """Return the maximum number of cards of a bomb."""
        default = {0: "4", 1: "4", 2: "12"}[len(self.options["wild"])]
        return int(self.options["bomb_max"] or default)

    def bomb_tier(self, name: str, size: int) -> int:
        """Return the class of a bomb: more cards first, then its composition."""
        if name == "pure" and self.options["bomb_order"] == "soft<pure<rocket<laizi":
            return 2000 + size if self.on("rocket_top") else 10 * size + 8
        if name == "hard" and self.options["bomb_order"] == "equal":
            name = "soft"
        return 10 * size + ("soft", "hard", "pure").index(name)

    def rocket_tier(self) -> int:
        """Return the class of the rocket: the highest, or just above bombs of four cards."""
        return 1000 if self.on("rocket_top") else 45

    def preference(self, reading: Reading) -> tuple[int, ...]:
        """Return the sort key of a reading among those of its cards; all bombs are one shape."""
        return super().preference(reading._replace(shape="bomb") if reading.tier else reading)

    def choose(self, answers: list[Reading], to_beat: Reading) -> Reading:
        """Return the reading that a follow stores: of the table's shape if one beats, otherwise a bomb."""
        bombs = [r for r in answers if r.tier]
        others = [r for r in answers if not r.tier]
        preferred = (bombs or others) if self.on("prefer_bomb") else (others or bombs)
        return preferred[-1 if self.options["follow_reading"] == "weakest" else 0]


# ---- Paodekuai --------------------------------------------------------------------------------------------------


def bodies(cards: str, copies: int) -> Iterator[tuple[str, Counter[str]]]:
    """Yield (body ranks, other cards) for all ways to take *copies* of a rank or of each rank of a run."""
    counts = Counter(cards)
    full = [counts[rank] >= copies for rank in CHAIN]
    runs = [CHAIN[i:j] for i in range(len(CHAIN)) for j in range(i + 1, len(CHAIN) + 1) if all(full[i:j])]
    for body in runs + ["2"] * (counts["2"] >= copies):
        yield body, counts - Counter(body * copies)


class Paodekuai(Game):
    """Paodekuai: no jokers, free wings, and a player who can beat must do so."""

    lead_order = ("ace_bomb", "bomb", "solo", "pair", "solo_chain", "pair_chain", "quad_three", "quad_two", "trio_two",
                  "plane_two", "quad_short", "plane_short", "trio_short")  # fmt: skip
    defaults: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("must", "bomb_forced", "bomb_split", "wing_body", "short_lead", "short_follow"), "on"),
        **dict.fromkeys(("quad3", "baodan"), "on"),
        **dict.fromkeys(("quad2", "aaa", "triple_free"), "off"),
        "min_pc": "2",
        "deck": "16",
    }
    seats = ("0", "1", "2")

    @property
    def sizes(self) -> tuple[int, ...]:
        return (15 if self.options["deck"] == "15" else 16,) * len(self.seats)

    def deck(self, rng: random.Random) -> list[str]:
        """Return the cards of a deal: without jokers and some others."""
        size = self.options["deck"]
        out = {"16": {"2h", "2c", "2d", "Ad"}, "15": {"2h", "2c", "2d", "Ah", "Ac", "Ad", "Kd"}}.get(size, set())
        out |= set(rng.sample(PACK[1:-2], 4)) if size == "48r" else set()
        return [card for card in PACK[:-2] if card not in out]

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        """Yield every reading of *cards*, those with missing wings only for the whole hand."""
        for shape, rank, length, tier in (*self.plain(cards), *self.trios(cards, whole), *self.quads(cards, whole)):
            yield by_rank(shape, rank, length, cards, tier)

    def plain(self, cards: str) -> Iterator[tuple[str, str, int, int]]:
        """Yield the readings without wings."""
        counts = Counter(cards)
        ranks, numbers = list(counts), set(counts.values())
        if len(ranks) == 1 and len(cards) in (1, 2, 4):
            yield {1: "solo", 2: "pair", 4: "bomb"}[len(cards)], cards[0], 1, int(len(cards) == 4)
        if cards == "AAA" and self.on("aaa"):
            yield "ace_bomb", "A", 1, 2
        if numbers == {1} and len(ranks) >= 5 and is_run(ranks):
            yield "solo_chain", ranks[0], len(ranks), 0
        if numbers == {2} and len(ranks) >= int(self.options["min_pc"]) and is_run(ranks):
            yield "pair_chain", ranks[0], len(ranks), 0

    def trios(self, cards: str, whole: bool) -> Iterator[tuple[str, str, int, int]]:
        """Yield the readings as a triple or a run of triples with two cards each, or with fewer."""
        for body, wings in bodies(cards, 3):
            if not self.on("wing_body") and any(rank in wings for rank in body):
                continue
            name, missing = "trio" if len(body) == 1 else "plane", 2 * len(body) - wings.total()
            if missing == 0:
                yield f"{name}_two", body[0], len(body), 0
            if missing > 0 and (whole or (name == "trio" and self.on("triple_free"))):
                yield f"{name}_short", body[0], len(body), 0

    def quads(self, cards: str, whole: bool) -> Iterator[tuple[str, str, int, int]]:
        """Yield the readings as a quad with three or two cards, or with fewer than three."""
        for body, wings in bodies(cards, 4):
            if len(body) > 1:
                continue
            if wings.total() == 3 and self.on("quad3"):
                yield "quad_three", body, 1, 0
            if wings.total() == 2 and self.on("quad2"):
                yield "quad_two", body, 1, 0
            if wings.total() in (1, 2) and whole and self.on("quad3"):
                yield "quad_short", body, 1, 0

    def kind(self, shape: str) -> str:
        """Return the name by which a shape is compared: triples with and without all wings are one."""
        return {"trio_short": "trio_two", "plane_short": "plane_two"}.get(shape, shape)

    def is_short(self, reading: Reading) -> bool:
        return reading.shape.endswith("_short") and not (reading.shape == "trio_short" and self.on("triple_free"))

    def allowed(self, reading: Reading, cards: Cards, hand: Cards | None, leading: bool) -> bool:
        """Return whether the options allow a play with missing wings here, and breaking a quad of the hand."""
        if self.is_short(reading) and not self.on("short_lead" if leading else "short_follow"):
            return False
        quads = [rank for rank, n in Counter(hand or "").items() if n == 4]
        return self.on("bomb_split") or not any(1 <= cards.count(rank) <= 3 for rank in quads)

    def legal(
        self, hand: Cards, to_beat: Reading | None, next_has_one: bool = False, must_show: str = ""
    ) -> tuple[set[Cards], bool]:
        plays = self.plays(hand, to_beat, must_show)
        if next_has_one and self.on("baodan"):
            top = max((r.key for r in plays.values() if r.shape == "solo"), default=0)
            plays = {cards: r for cards, r in plays.items() if r.shape != "solo" or r.key == top}
        return set(plays), self.may_pass(plays, hand, to_beat)


class PaodekuaiTwo(Paodekuai):
    """Paodekuai for two; the third hand takes no part."""

    seats = ("0", "1")


class PaodekuaiFour(Paodekuai):
    """Paodekuai for four: all cards but the jokers."""

    seats = ("0", "1", "2", "3")
    sizes = (13,) * 4

    def deck(self, rng: random.Random) -> list[str]:
        return [*PACK[:-2]]


# ---- Guandan ----------------------------------------------------------------------------------------------------

NATURAL = "23456789TJQKA"
LOOP = "A" + NATURAL
BOMB_TIERS = ("bomb", "bomb_5", "straight_flush", "bomb_6", "bomb_7", "bomb_8", "bomb_9", "bomb_10", "joker_bomb")
GUANDAN_RUNS = [
    (shape, start, n, Counter(LOOP[start : start + n] * copies))
    for copies, n, shape in ((1, 5, "solo_chain"), (2, 3, "pair_chain"), (3, 2, "plane"))
    for start in range(len(LOOP) - n + 1)
]


class Guandan(Game):
    """Guandan: two decks, suits, a level rank whose hearts are wild."""

    order = (*(rank + suit for rank in NATURAL for suit in "shcd"), "W", "X", "D")
    lead_order = ("joker_bomb", "straight_flush", *BOMB_TIERS[-2:2:-1], "bomb_5", "bomb", "trio_pair", "solo_chain",
                  "plane", "pair_chain", "trio", "pair", "solo")  # fmt: skip
    defaults: ClassVar[Mapping[str, str]] = {"level": "2", "sf_as_straight": "no", "ace_low": "yes"}
    seats = ("0", "1", "2", "3")
    sizes = (27,) * 4
    to_places = True

    def deck(self, rng: random.Random) -> list[str]:
        return 2 * [*PACK]

    def pack(self, cards: Iterable[str]) -> Cards:
        """Return cards lowest first, a heart of the level rank as a wild card."""
        wild = self.options["level"] + "h"
        return tuple(sorted(("W" if card == wild else card for card in cards), key=self.order.index))

    def subsets(self, hand: Cards) -> Iterator[Cards]:
        """Yield every set of cards of *hand* that may be a play: above six cards, one rank with wild cards."""
        hand = self.pack(hand)
        for size in range(1, min(6, len(hand)) + 1):
            yield from dict.fromkeys(combinations(hand, size))
        for rank in NATURAL:
            same = [card for card in hand if card[0] in (rank, "W")]
            for size in range(7, len(same) + 1):
                yield from dict.fromkeys(combinations(same, size))

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        """Yield every reading of *cards*, each wild card as everything except a joker."""
        plain = [card for card in cards if card != "W"]
        wild = len(cards) - len(plain)
        suits = "shcd" if len(cards) == 5 else "h"  # suits matter only in straights
        deck = [rank + suit for rank in NATURAL for suit in suits]
        own = [(self.options["level"] + "h",) * wild]
        for stands in combinations_with_replacement(deck, wild) if plain else own:
            yield from self.natural(sorted([*plain, *stands], key=self.order.index))

    def height(self, rank: str) -> int:
        """Return the index of a rank outside runs."""
        return ("23456789TJQKA".replace(self.options["level"], "") + self.options["level"] + "XD").index(rank)

    def natural(self, cards: list[str]) -> Iterator[Reading]:
        """Yield the readings of cards without wild ones."""
        plays_as = "".join(card[0] for card in cards)
        counts = Counter(plays_as)
        if plays_as == "XXDD":
            yield self.reading("joker_bomb", 0, plays_as, "X")
        if len(counts) == 1 and len(cards) <= 10:
            shape = ("solo", "pair", "trio", "bomb")[len(cards) - 1] if len(cards) <= 4 else f"bomb_{len(cards)}"
            yield self.reading(shape, self.height(plays_as[0]), plays_as, plays_as[0])
        if sorted(counts.values()) == [2, 3]:
            body = next(rank for rank, n in counts.items() if n == 3)
            yield self.reading("trio_pair", self.height(body), plays_as, body)
        yield from self.runs(cards, plays_as)

    def runs(self, cards: list[str], plays_as: str) -> Iterator[Reading]:
        """Yield the readings as a run; five of one suit are only a straight flush unless an option allows otherwise."""
        counts, one_suit = Counter(plays_as), len({card[1:] for card in cards}) == 1
        for shape, start, n, ranks in GUANDAN_RUNS:
            if counts != ranks or (start == 0 and not self.on("ace_low")):
                continue
            if n == 5 and one_suit:
                yield self.reading("straight_flush", start, plays_as, LOOP[start], n)._replace(suit=cards[0][1])
            if n != 5 or not one_suit or self.on("sf_as_straight"):
                yield self.reading(shape, start, plays_as, LOOP[start], n)

    def reading(self, shape: str, key: int, plays_as: str, rank: str, length: int = 1) -> Reading:
        tier = BOMB_TIERS.index(shape) + 1 if shape in BOMB_TIERS else 0
        return Reading(shape, key, length, plays_as, tier, "", rank)


# ---- Zhengshangyou ----------------------------------------------------------------------------------------------


class Zhengshangyou(Game):
    """Zhengshangyou: no kickers, jokers in, free passing; an ace and a deuce may begin runs."""

    lead_order = ("rocket", "bomb", "solo", "pair", "trio", "solo_chain", "pair_chain")
    defaults: ClassVar[Mapping[str, str]] = {"min_run": "5", "low_run": "off"}
    seats = ("0", "1", "2")
    sizes = (18,) * 3
    to_places = True

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        counts = Counter(cards)
        ranks, numbers = list(counts), set(counts.values())
        if cards == "XD":
            yield by_rank("rocket", "X", 1, cards, 2)
        if len(ranks) == 1:
            shape = {1: "solo", 2: "pair", 3: "trio", 4: "bomb"}[len(cards)]
            yield by_rank(shape, ranks[0], 1, cards, int(shape == "bomb"))
        for copies, least, shape in ((1, int(self.options["min_run"]), "solo_chain"), (2, 3, "pair_chain")):
            if numbers == {copies} and len(ranks) >= least:
                yield from self.chains(shape, ranks, cards)

    def chains(self, shape: str, ranks: list[str], cards: str) -> Iterator[Reading]:
        """Yield the readings as a run: through 3..A, and if the option is on through A 2 3..A."""
        order = "A2" + CHAIN if self.on("low_run") else CHAIN
        for start in range(len(order) - len(ranks) + 1):
            if set(order[start : start + len(ranks)]) == set(ranks):
                yield Reading(shape, start, len(ranks), cards, 0, "", order[start])


class ZhengshangyouFour(Zhengshangyou):
    """Zhengshangyou for four, without jokers."""

    seats = ("0", "1", "2", "3")
    sizes = (13,) * 4

    def deck(self, rng: random.Random) -> list[str]:
        return [*PACK[:-2]]


GAMES: Mapping[str, type[Game]] = {
    "standard": Standard,
    "standard_two": StandardTwo,
    "standard_four": StandardFour,
    "contest": Contest,
    "yuncheng": Yuncheng,
    "laizi": Laizi,
    "paodekuai": Paodekuai,
    "paodekuai_two": PaodekuaiTwo,
    "paodekuai_four": PaodekuaiFour,
    "guandan": Guandan,
    "zhengshangyou": Zhengshangyou,
    "zhengshangyou_four": ZhengshangyouFour,
}

"""Networks: what a robot learned about its options by playing, beside what the rules of play say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class NetSet:
    """Networks for a game, one for each role (`native/net.c`)."""

    name: str
    """It changes whenever a number does."""
    digest: str
    """How the SHA-256 of their parameters begins; their file is called so: 16 bits each, lower byte first."""
    rows: tuple[str, ...]
    """Rows of the rules that they learned with; under others they are of no use, but more may follow."""
    weights: str
    """The weight set that they learned with; what splits are worth is among their inputs."""
    source: str
    date: str
    not_under: frozenset[tuple[str, str]] = frozenset()
    """Options with which the arena found them to lose."""

    def suits(self, rows: Sequence[str], weights: str, options: Mapping[str, str]) -> bool:
        """Tell whether they learned what is played under these rows, weights and options."""
        known = rows[: len(self.rows)] == self.rows and weights == self.weights
        return known and self.not_under.isdisjoint(options.items())

    @property
    def path(self) -> Path:
        """Where the parameters are."""
        return Path(__file__).parent / "networks" / f"{self.digest}.net"


LANDLORD = NetSet(
    "landlord-net-3",
    "77a908ff7be6",
    (
        "rocket", "bomb", "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain",
        "plane", "plane_pair", "plane_solo", "quad_solo", "quad_pair",
    ),
    "landlord-2",
    "six rounds of self-play, 82 million lessons, the last four against a pool (`python -m arena learn-nets`)",
    "2026-11-21",
)  # fmt: skip

LAIZI = NetSet(
    "laizi-net-2",
    "e98f5b024182",
    (
        "rocket", "pure_bomb", "hard_bomb", "soft_bomb", "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain",
        "pair_chain", "plane", "plane_pair", "plane_solo", "quad_solo", "quad_pair",
    ),
    "landlord-2",
    "four rounds of self-play, 8 million lessons (`python -m arena learn-nets --variant laizi --begin standard`)",
    "2026-11-21",
)  # fmt: skip

RUN_FAST = NetSet(
    "run-fast-net-1",
    "e369eae82153",
    (
        "bomb", "solo", "pair", "solo_chain", "pair_chain", "quad_three", "trio_two", "plane_two", "quad_short",
        "plane_short", "trio_short",
    ),
    "run-fast-3",
    "three rounds of self-play, 46 million lessons (`python -m arena learn-nets --variant paodekuai`)",
    "2026-11-21",
    frozenset({("deck", "48r"), ("must", "off")}),
)  # fmt: skip

ZHENGSHANGYOU = NetSet(
    "zhengshangyou-net-1",
    "eba45861ecab",
    ("rocket", "bomb", "solo", "pair", "trio", "solo_chain", "pair_chain"),
    "landlord-2",
    "two rounds of self-play, 18 million lessons (`learn-nets --variant zhengshangyou --begin standard`)",
    "2026-11-22",
)

NETS: Mapping[str, NetSet] = MappingProxyType(
    {
        "standard": LANDLORD,
        "contest": LANDLORD,
        "yuncheng": LANDLORD,
        "laizi": LAIZI,
        "paodekuai": RUN_FAST,
        "zhengshangyou": ZHENGSHANGYOU,
    }
)
"""Networks by the id of their game; others are played by rules alone. ◄ a game whose networks the arena accepts.

Those of the landlord learned in `standard` only, those of laizi under one wild rank. What rules with networks win
against `club`: the contest 0.611 ± 0.009 (3,000 decks), Yuncheng 0.590 ± 0.015 (1,000), laizi 0.615 ± 0.009 (2,600),
with two wild ranks 0.68 ± 0.02 (900), Paodekuai 0.560 ± 0.003 (20,000), Zhengshangyou 0.599 ± 0.007 (5,000; chains of
three 0.558 ± 0.007).
Paodekuai's lose where one may pass at will (0.484 ± 0.012, 2,000 decks) or chance takes cards away (0.489 ± 0.012)."""

"""Dou Dizhu for four 四人斗地主: two decks, a landlord against three farmers, bombs of four to eight of a rank.

Four of a rank take no kickers, and with `trio_solo` off three of a rank take pairs only. More cards of a rank are the
stronger bomb; the four jokers are the strongest one.
"""

from __future__ import annotations

from types import MappingProxyType

from service.rules.auction import POINTS_OF_FOUR
from service.rules.chance_curve import ChanceCurve
from service.rules.combos import Shape
from service.rules.errors import Bilingual
from service.rules.games.bid_models import MODELS
from service.rules.games.guandan import guandan_turns
from service.rules.games.landlord import (
    POWER,
    RUN,
    SCORE_OPTIONS,
    SIDES,
    SUITED,
    hand_sizes,
    landlord_payment,
    settle,
)
from service.rules.games.strengths import STRENGTHS
from service.rules.settlement import Ended, Settlement
from service.rules.variant import OFF_ON, ON_OFF, Option, Options, RuleSet, Variant
from service.rules.weights import WeightSet

SEATS = ("landlord", "landlord_down", "landlord_opposite", "landlord_up")
"""Seats in the order of play: the landlord 地主 and the farmers after it, 下家, 对家 and 上家."""

BOMBS = {4: "bomb"} | {n: f"bomb_{n}" for n in range(5, 9)}
"""Rows of bombs by their number of cards."""


def bomb_shapes(jokers_over: int) -> tuple[Shape, ...]:
    """Return the bombs, strongest first; the four jokers are next above the bombs of *jokers_over* cards."""
    tiers = {n: n - 3 + (n > jokers_over) for n in BOMBS}
    bombs = [Shape(name, "炸弹", n, tier=tiers[n]) for n, name in BOMBS.items()]
    jokers = Shape("joker_bomb", "王炸", 1, named="XXDD", tier=jokers_over - 2)
    return tuple(sorted([jokers, *bombs], key=lambda shape: -shape.tier))


def four_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows, in the order of the readings of a lead; no cards have two readings."""
    joker_pair, solos = options["joker_pair"] == "on", options["trio_solo"] == "on"
    no_pairs = "" if joker_pair else "XD"
    with_solos = (
        Shape("trio_solo", "三带一", 3, kickers=1, kicker_size=1),
        Shape("plane_solo", "飞机带单", 3, run=(2, 8), kickers=1, kicker_size=1),
    )
    return (
        *bomb_shapes(int(options["joker_bomb"])),
        Shape("solo", "单张", 1, ranks=POWER),
        Shape("pair", "对子", 2, ranks=POWER if joker_pair else SUITED),
        Shape("trio", "三张", 3),
        Shape("trio_pair", "三带二", 3, kickers=1, kicker_size=2, no_kickers=no_pairs),
        Shape("solo_chain", "顺子", 1, run=(5, 12)),
        Shape("pair_chain", "连对", 2, run=(3, 12)),
        Shape("plane", "飞机", 3, run=(2, 11)),
        Shape("plane_pair", "飞机带对", 3, run=(2, 6), kickers=1, kicker_size=2, no_kickers=no_pairs),
        *(with_solos if solos else ()),
    )


def counted_bombs(options: Options) -> frozenset[str]:
    """Return the rows of the bombs that double the points: those of enough cards, and the four jokers."""
    least = int(options["bomb_doubles"])
    return frozenset({"joker_bomb", *[name for n, name in BOMBS.items() if n >= least]})


def four_setup(options: Options) -> RuleSet:
    """Return the rules of Dou Dizhu for four."""
    shapes = four_shapes(options)
    names = counted_bombs(options)
    return RuleSet(
        MappingProxyType(dict.fromkeys(SUITED, 8) | {"X": 2, "D": 2}),
        hand_sizes(25, 8, SEATS),
        RUN,
        POWER,
        shapes,
        bottom=8,
        decks=2,
        payment=landlord_payment(options, [shape for shape in shapes if shape.name in names]),
        slow=5,
        bid_model=MODELS["standard_four"],
    )


def four_settle(ended: Ended) -> Settlement:
    """Return the settlement of a deal, in which small bombs may not double."""
    names = counted_bombs(ended.options)
    return settle(ended._replace(bombs=[bomb for bomb in ended.bombs if bomb.shape in names]))


WEIGHTS = WeightSet(
    name="four-1",
    source="the landlord formula; bombs by number of cards as in Guandan, set by hand",
    date="2026-11-27",
    value=guandan_turns,
)

STANDARD_FOUR = Variant(
    id="standard_four",
    name="Dou Dizhu for four",
    meaning="Fight the landlord",
    zh="四人斗地主",
    special=Bilingual(
        "two decks, a landlord against three farmers, bombs of four to eight cards",
        "两副牌四家，一个地主对三个农民，炸弹四到八张",
    ),
    seats=SEATS,
    allies=(frozenset(SEATS[:1]), frozenset(SEATS[1:])),
    bottom_seat="landlord",
    setup=four_setup,
    strengths=STRENGTHS.get("standard_four", ()),
    weights=WEIGHTS,
    auctions=(POINTS_OF_FOUR,),
    chances=ChanceCurve((0.009, 0.055, 0.314, 0.573, 0.646)),
    settle=four_settle,
    side_names=SIDES,
    options=MappingProxyType(
        {
            "trio_solo": Option(
                OFF_ON,
                Bilingual(
                    "three of a rank take one card, and planes one of a different rank for each three",
                    "三张可以带一张单牌，飞机可以带几张不同点数的单牌",
                ),
                Bilingual("trio with a solo", "三带一"),
            ),
            "joker_pair": Option(
                ON_OFF,
                Bilingual(
                    "two equal jokers are a pair, also as a kicker", "两张小王或两张大王是对子，也可以当带的对子"
                ),
                Bilingual("a pair of jokers", "王可成对"),
            ),
            "joker_bomb": Option(
                ("8", "4"),
                Bilingual(
                    "the four jokers beat bombs of up to this number of cards, longer bombs beat them",
                    "四张王能压几张以内的炸弹；更多张的炸弹比四张王大",
                ),
                Bilingual("four jokers beat", "王炸压到几张"),
            ),
            "bomb_doubles": Option(
                ("6", "5", "4"),
                Bilingual(
                    "minimum cards of a bomb that doubles the points; the four jokers always do",
                    "至少几张的炸弹翻倍；四张王总是翻倍",
                ),
                Bilingual("bombs that double", "几张起翻倍"),
            ),
        }
        | SCORE_OPTIONS
    ),
)

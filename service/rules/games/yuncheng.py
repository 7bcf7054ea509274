"""Yuncheng's Dou Dizhu 运城斗地主, with a flower that is wild."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from service.rules.auction import KICKS
from service.rules.cards import pack
from service.rules.chance_curve import ChanceCurve
from service.rules.combos import BOMB, ROCKET, Shape
from service.rules.errors import Bilingual
from service.rules.games.bid_models import MODELS
from service.rules.games.landlord import (
    ALLIES,
    BOMBS,
    DECK,
    NETS,
    POWER,
    RUN,
    SEATS,
    SIDES,
    doubled,
    hand_sizes,
    landlord_shapes,
)
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.strengths import STRENGTHS
from service.rules.payment import DealPayment, bomb_names
from service.rules.settlement import Ended, Settlement, spring_of
from service.rules.variant import Option, Options, RuleSet, Variant, Wilds

KICKERS = dict(
    body_rank="off", max_same="1", neighbour_triple="on", both_jokers="on", pair="off", quad="off", bugs="off"
)
"""Yuncheng's kickers: all of different ranks."""

DEALS = {"0": (17, 3), "1": (17, 4), "2": (16, 5)}
"""Cards of a farmer and of the bottom by `play_rule`."""


def yuncheng_shapes(red: bool) -> tuple[Shape, ...]:
    """Return the rows of Yuncheng's game; *red*: the deck has two red threes, the weakest bomb."""
    rows = {shape.name: shape for shape in landlord_shapes(KICKERS)}
    return (
        replace(BOMBS[0], tier=ROCKET + 1),
        replace(BOMBS[1], tier=BOMB + 1),
        *([Shape("pair3_bomb", "同色三炸", 2, named="33", tier=BOMB)] if red else []),
        *[replace(row, run=(2, 7)) if name == "plane" else row for name, row in rows.items()],
        Shape("quad_chain", "四顺", 4, run=(2, 5)),
        Shape("quad_chain_solo", "四顺带单", 4, run=(2, 3), kickers=2, kicker_size=1),
        Shape("quad_chain_pair", "四顺带对", 4, run=(2, 2), kickers=2, kicker_size=2),
    )


def yuncheng_setup(options: Options) -> RuleSet:
    """Return the rules of Yuncheng's game."""
    farmer, bottom = DEALS[options["play_rule"]]
    flower = options["play_rule"] != "0"
    red = options["play_rule"] == "2"
    shapes = yuncheng_shapes(red)
    deck = dict(DECK) | {"3": 2 if red else 4} | ({"W": 1} if flower else {})
    return RuleSet(
        MappingProxyType(deck),
        hand_sizes(farmer, bottom),
        RUN,
        POWER,
        shapes,
        bottom=bottom,
        wilds=Wilds("W", RUN),
        out=frozenset({"3s", "3c"} if red else ()),
        flags=frozenset({"reading_first"} if options["flower_reading"] == "strongest" else ()),
        slow=4,
        payment=DealPayment(
            stake=1,
            doubling=bomb_names(shapes),
            most_bombs=int(options["bomb_max"]),
            spring=2,
            anti_spring=2,
            idle_ally=options["anti_spring"] == "partner_none",
        ),
        bid_model=MODELS["yuncheng" if flower else "standard"],
    )


def yuncheng_settle(ended: Ended) -> Settlement:
    """Return the settlement of a deal of Yuncheng; anti-spring requires that the winner's partner played nothing."""
    spring = spring_of(ended, idle_partner=ended.options["anti_spring"] == "partner_none")
    return doubled(ended, int(ended.options["bomb_max"]), spring)


MUST_CALL = replace(
    KICKS,
    calls_with=MappingProxyType(
        {Bilingual("both jokers", "双王"): pack("XD"), Bilingual("four twos", "四个2"): pack("2222")}
    ),
)

YUNCHENG = Variant(
    id="yuncheng",
    name="Yuncheng Dou Dizhu with a flower",
    meaning="Fight the landlord",
    zh="运城斗地主",
    special=Bilingual(
        "a flower card that completes bodies, chains of quads, 53 to 55 cards",
        "花牌可以补进主体，有四张的连牌，53 到 55 张牌",
    ),
    chances=ChanceCurve((0.000, 0.109, 0.465, 0.740, 0.885)),
    bombs=(-1.0931, 0.9684, 0.0088, 0.0056, 0.2243, 0.3207, -0.0377, -0.0682),
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=yuncheng_setup,
    strengths=STRENGTHS["yuncheng"],
    auctions=(MUST_CALL,),
    nets=NETS,
    option_matches=OPTION_MATCHES["yuncheng"],
    settle=yuncheng_settle,
    side_names=SIDES,
    options=MappingProxyType(
        {
            "play_rule": Option(
                ("1", "0", "2"),
                Bilingual(
                    "the cards of the deck; without the black threes, two red threes are the weakest bomb",
                    "用哪些牌；去掉两张黑3时，一对红3是最小的炸弹",
                ),
                Bilingual("deck", "牌副"),
                {
                    "1": Bilingual("with a flower", "带花牌"),
                    "0": Bilingual("without", "不带花牌"),
                    "2": Bilingual("with a flower, without the black threes", "带花牌，去掉两张黑3"),
                },
            ),
            "flower_reading": Option(
                ("strongest", "any"),
                Bilingual("readings of a play with the flower that may follow", "带花牌的一手可以按哪些牌型跟牌"),
                Bilingual("reading with the flower", "带花牌的读法"),
                {"strongest": Bilingual("the strongest", "最大的"), "any": Bilingual("any", "任一种")},
            ),
            "bomb_max": Option(
                ("0", "3", "4", "5"),
                Bilingual("maximum number of bombs that double the points", "最多几个炸弹翻倍"),
                Bilingual("bombs that double", "炸弹翻倍上限"),
                {"0": Bilingual("all", "全部")},
            ),
            "anti_spring": Option(
                ("partner_none", "landlord_once"),
                Bilingual("condition that doubles a farmers' win once more", "农民赢时什么情况再翻一倍"),
                Bilingual("anti-spring", "反春天"),
                {
                    "partner_none": Bilingual(
                        "landlord played once, winner's partner never", "地主只出一手，赢家的搭档没出过"
                    ),
                    "landlord_once": Bilingual("landlord played once", "地主只出一手"),
                },
            ),
        }
    ),
)

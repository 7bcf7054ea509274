"""Dou Dizhu for two 二人斗地主: a landlord and one farmer; the other cards stay hidden.

The deck lacks the threes and fours, or is whole, so that a third hand stays hidden. With a handicap 让牌 the farmer has
won as soon as it has no more cards left than that; each rob adds one.
"""

from __future__ import annotations

from types import MappingProxyType

from service.rules.auction import DUEL, DUEL_POINTS
from service.rules.chance_curve import ChanceCurve
from service.rules.errors import Bilingual
from service.rules.games.bid_models import MODELS
from service.rules.games.landlord import (
    ATTACH_OPTIONS,
    BOMBS,
    DECK,
    NETS,
    POWER,
    READING_OPTIONS,
    RUN,
    SCORE_OPTIONS,
    SIDES,
    attach_flags,
    hand_sizes,
    landlord_payment,
    landlord_shapes,
    settle,
    table_flags,
)
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.strengths import STRENGTHS
from service.rules.nets import NetSet
from service.rules.variant import ON_OFF, Option, Options, RuleSet, Variant

SEATS = ("landlord", "farmer")
OUT = "34"
"""Ranks that the small deck lacks."""

HANDICAPS = tuple(map(str, range(9)))

NETS_OF_TWO = NetSet(
    "landlord-two-net-1",
    "3047c87ed042",
    NETS.rows,
    NETS.weights,
    "two rounds from the networks of `standard` on, 2.9 million samples",
    "2026-11-28",
)
"""Both seats have the network of a seat alone."""


def two_setup(options: Options) -> RuleSet:
    """Return the rules of Dou Dizhu for two."""
    shapes = BOMBS + landlord_shapes(attach_flags(options))
    small = options["deck"] == "46"
    return RuleSet(
        MappingProxyType({rank: n for rank, n in DECK.items() if not small or rank not in OUT}),
        hand_sizes(17, 3, SEATS),
        RUN,
        POWER,
        shapes,
        bottom=3,
        flags=table_flags(options),
        payment=landlord_payment(options, shapes),
        handicap=int(options["handicap"]),
        bid_model=MODELS["standard_two"],
    )


def after_robs(options: Options, robs: int) -> Options:
    """Return the options of the play after some *robs*: each adds a card to the handicap."""
    if options["rob_gives"] == "off":
        return options
    most = len(HANDICAPS) - 1
    return MappingProxyType({**options, "handicap": str(min(int(options["handicap"]) + robs, most))})


STANDARD_TWO = Variant(
    id="standard_two",
    name="Dou Dizhu for two",
    meaning="Fight the landlord",
    zh="二人斗地主",
    special=Bilingual(
        "two players, 46 or 54 cards, and a handicap for the farmer",
        "两家对打：46 或 54 张牌，地主可以让牌",
    ),
    chances=ChanceCurve((0.013, 0.023, 0.370, 0.755, 0.876)),
    seats=SEATS,
    strengths=STRENGTHS["standard_two"],
    nets=NETS_OF_TWO,
    option_matches=OPTION_MATCHES["standard_two"],
    allies=tuple(frozenset({seat}) for seat in SEATS),
    bottom_seat="landlord",
    setup=two_setup,
    auctions=(DUEL, DUEL_POINTS),
    settle=settle,
    side_names=SIDES,
    after_robs=after_robs,
    options=MappingProxyType(
        {
            "deck": Option(
                ("46", "54"),
                Bilingual(
                    "the cards of the deck; those that are not dealt stay hidden",
                    "用哪些牌；没发的牌不翻开",
                ),
                Bilingual("deck", "牌副"),
                {
                    "46": Bilingual("without threes and fours", "去掉3和4"),
                    "54": Bilingual("the whole deck", "整副牌"),
                },
            ),
            "handicap": Option(
                HANDICAPS,
                Bilingual(
                    "the farmer wins with at most this number of cards left; in a deal with an auction, robs add to it",
                    "农民手里剩牌不多于这个数就赢；有叫地主时，再加上抢地主的次数",
                ),
                Bilingual("handicap", "让牌"),
            ),
            "rob_gives": Option(
                ON_OFF,
                Bilingual("each rob adds one card to the handicap", "每抢一次地主多让一张牌"),
                Bilingual("robs add to the handicap", "抢地主加让牌"),
            ),
        }
        | ATTACH_OPTIONS
        | READING_OPTIONS
        | SCORE_OPTIONS
    ),
)

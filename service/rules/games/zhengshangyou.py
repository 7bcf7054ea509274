"""Zhengshangyou 争上游: no kickers, jokers in, free passing, played on to the places."""

from __future__ import annotations

from types import MappingProxyType

from service.rules.chance_curve import ChanceCurve
from service.rules.combos import BOMB, ROCKET, Shape
from service.rules.errors import Bilingual
from service.rules.games.no_partners import ALONE, POWER, RUN, SEATS
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.strengths import STRENGTHS
from service.rules.nets import NetSet
from service.rules.payment import DealPayment
from service.rules.settlement import Ended, Following, Settlement
from service.rules.variant import OFF_ON, Option, Options, RuleSet, Variant

BY_PLACE = DealPayment(by_place=(1, 0, -1))
"""No payment; robots play for the better place: the number of seats behind less the number of seats before."""

LOW_RUN = "A2" + RUN
"""Ranks of runs if an ace or a deuce may begin them; the ace also ends them."""

THREES = {"heart3": "3h", "spade3": "3s", "any": ""}


def zhengshangyou_setup(options: Options, seats: tuple[str, ...] = SEATS, payment: DealPayment = BY_PLACE) -> RuleSet:
    """Return the rules of Zhengshangyou: no kickers, free passing, played on to the places.

    Jokers are in if all cards can be dealt with them, so not for four *seats*.
    """
    jokers = "" if 54 % len(seats) else "XD"
    least, low = int(options["min_run"]), options["low_run"] == "on"
    power = POWER + jokers
    shapes = (
        *([Shape("rocket", "王炸", 1, named=jokers, tier=ROCKET)] if jokers else []),
        Shape("bomb", "炸弹", 4, tier=BOMB),
        Shape("solo", "单张", 1, ranks=power),
        Shape("pair", "对子", 2),
        Shape("trio", "三张", 3),
        Shape("solo_chain", "顺子", 1, run=(least, 13 if low else 12)),
        Shape("pair_chain", "连对", 2, run=(3, 9)),
    )
    deck = MappingProxyType(dict.fromkeys(POWER, 4) | dict.fromkeys(jokers, 1))
    three = THREES[options["first"]]
    sizes = MappingProxyType(dict.fromkeys(seats, sum(deck.values()) // len(seats)))
    run = LOW_RUN if low else RUN
    return RuleSet(deck, sizes, run, power, shapes, first_shows=three, first_holds=three, payment=payment)


def zhengshangyou_settle(ended: Ended) -> Settlement:
    """Return the settlement, which contains only places, and the three that decides the next leader."""
    return Settlement(None, (), Following(card=THREES[ended.options["first"]]))


NETS = NetSet(
    "zhengshangyou-net-1",
    "cbfd906b774b",
    ("rocket", "bomb", "solo", "pair", "trio", "solo_chain", "pair_chain"),
    "landlord-2",
    "two rounds of self-play, 18 million samples (`learn-nets --variant zhengshangyou --begin standard`)",
    "2026-11-22",
)
"""Win rate of rules with networks against `club`: 0.599 ± 0.007 of 5,000 decks; with chains of three 0.558 ± 0.007."""

ZHENGSHANGYOU = Variant(
    id="zhengshangyou",
    name="Zhengshangyou",
    meaning="Struggle upstream",
    zh="争上游",
    short=("zsy",),
    special=Bilingual(
        "no kickers, with jokers, played until every place is decided", "不带牌，有大小王，打到分出全部名次"
    ),
    chances=ChanceCurve((0.046, 0.064, 0.379, 0.815, 0.821)),
    bombs=(-1.7261, 0.8539, 0.0034, 0.0097, 0.1708, 0.4507, -0.0496, -0.0945),
    seats=SEATS,
    allies=ALONE,
    setup=zhengshangyou_setup,
    strengths=STRENGTHS["zhengshangyou"],
    nets=NETS,
    option_matches=OPTION_MATCHES["zhengshangyou"],
    free_lead=("first", "any"),
    settle=zhengshangyou_settle,
    to_places=True,
    options=MappingProxyType(
        {
            "min_run": Option(
                ("5", "3"),
                Bilingual("minimum ranks of a straight", "顺子最少几张"),
                Bilingual("shortest straight", "最短顺子"),
            ),
            "low_run": Option(
                OFF_ON,
                Bilingual(
                    "A and 2 may begin straights and pair straights: A2345, 23456, AA2233",
                    "顺子和连对可以从A或2起：A2345、23456、AA2233",
                ),
                Bilingual("A2345 is a straight", "A2345算顺子"),
            ),
            "first": Option(
                ("any", "heart3", "spade3"),
                Bilingual("the three that the first lead contains", "首出必须带哪张3"),
                Bilingual("who leads", "谁先出"),
                {
                    "any": Bilingual("none", "不限"),
                    "heart3": Bilingual("three of hearts", "红桃3"),
                    "spade3": Bilingual("three of spades", "黑桃3"),
                },
            ),
        }
    ),
)

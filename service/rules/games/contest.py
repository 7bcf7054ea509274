"""The computer-games contest's 二打一: Dou Dizhu as its judge reads it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import MappingProxyType

from service.rules import cards as c
from service.rules.auction import POINTS, points_stage
from service.rules.chance_curve import ChanceCurve
from service.rules.combos import Combo
from service.rules.errors import Bilingual
from service.rules.games.landlord import ALLIES, ATTACH_OPTIONS, NETS, READING_OPTIONS, SEATS, SIDES, first
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.standard import standard_setup
from service.rules.games.strengths import STRENGTHS
from service.rules.payment import DealPayment, bomb_names
from service.rules.scoring import CONTEST as CONTEST_SCORES
from service.rules.settlement import ROCKET, Ended, Factor, Settlement, bomb_code, raises_of, spring_of
from service.rules.variant import ON_OFF, Option, Options, RuleSet, Variant


def safe(combo: Combo) -> bool:
    """Return whether every judge reads *combo* the same way.

    Excluded are two quads together; on three trios or more, single kickers of a body's rank or three alike; and a quad
    as two pairs.
    """
    if c.counts(combo.cards).count(4) > 1:
        return False
    if combo.length < 3 or combo.cards == combo.body:
        return True
    kickers = c.minus(combo.cards, combo.body)
    most = max(c.counts(kickers))
    if combo.shape == "plane_solo":
        return most < 3 and not overlap(kickers, combo.body)
    return most < 4


def overlap(a: c.Hand, b: c.Hand) -> bool:
    return any(m and n for m, n in zip(c.counts(a), c.counts(b), strict=True))


def contest_setup(options: Options) -> RuleSet:
    """Return the rules of the computer-games contest; the judge tests the rows in this order."""
    setup = standard_setup(options)
    safely = safe if options["contest_safe"] == "on" else None
    return replace(setup, safe=safely, payment=contest_payment(options["scoring"], bomb_names(setup.shapes)))


def contest_payment(scoring: str, bombs: frozenset[str]) -> DealPayment:
    """Return the payment of a contest deal with a bid of 1, equivalent to `contest_settle`."""
    rocket = frozenset({ROCKET})
    if scoring == "ct":
        return DealPayment(stake=100, adding=bombs - rocket, doubling=rocket, spring=2, anti_spring=2)
    return DealPayment(stake=1, adding=bombs, spring=1, anti_spring=1, spring_adds=True, even=scoring == "team")


def contest_settle(ended: Ended) -> Settlement:
    """Return the settlement of a contest deal: bombs add the bid once more, the rest doubles or adds by `scoring`."""
    scoring, bid, spring = ended.options["scoring"], ended.contract.base, spring_of(ended)
    codes = [bomb_code(bomb) for bomb in ended.bombs]
    bombs, rocket = codes.count("bomb"), "rocket" in codes
    landlord, farmers = CONTEST_SCORES[scoring](ended.out[0] == 0, bid, bombs, rocket, bool(spring))
    factors = [*UNITS[scoring], *raises_of(ended.contract)]
    extras = [*zip(codes, [bomb.seat for bomb in ended.bombs], strict=True), *([(spring, None)] if spring else [])]
    for code, seat in extras:
        doubles = scoring == "ct" and code != "bomb"
        factors.append(Factor(code, 2, seat=seat) if doubles else Factor(code, add=1, seat=seat))
    return Settlement((landlord, farmers, farmers), tuple(factors))


UNITS = {"ct": [Factor("unit", 100)], "linear": [], "team": []}
"""Points for a bid of 1, if not 1."""

ALL_SEATS_BID = replace(POINTS, stage=partial(points_stage, stops=False))
"""Bids of all three seats, without doubling."""

CONTEST = Variant(
    id="contest",
    name="Two against one, computer-games contest",
    zh="二打一（计算机博弈大赛）",
    special=Bilingual(
        "the first reading counts; robots make only plays that all judges read the same way",
        "牌型以最先认定的为准；机器人只出各裁判判法一致的牌",
    ),
    chances=ChanceCurve((0.035, 0.100, 0.420, 0.810, 0.981)),
    bombs=(-1.6827, 0.8865, 0.0849, 0.0201, 0.2372, 0.4956, -0.0280, -0.0366),
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=contest_setup,
    strengths=STRENGTHS["contest"],
    auctions=(ALL_SEATS_BID,),
    nets=NETS,
    option_matches=OPTION_MATCHES["contest"],
    settle=contest_settle,
    side_names=SIDES,
    options=MappingProxyType(
        ATTACH_OPTIONS
        | {
            "attach": first(ATTACH_OPTIONS["attach"], "contest"),
            "reading": first(READING_OPTIONS["reading"], "first"),
            "key": first(READING_OPTIONS["key"], "low"),
            "contest_safe": Option(
                ON_OFF,
                Bilingual(
                    "robots play only cards that every known judge reads the same way, even if "
                    "another play ends the game",
                    "机器人只出各裁判判法一致的牌，哪怕别的牌能结束牌局",
                ),
                Bilingual("safe plays only", "只出无争议的牌"),
            ),
            "scoring": Option(
                ("ct", "linear", "team"),
                Bilingual(
                    "the rule sheet's points, the linear ones, the team event's", "规则书的计分、线性计分或团体赛计分"
                ),
                Bilingual("scoring", "计分方式"),
                {
                    "ct": Bilingual("the rule sheet's", "规则书的计分"),
                    "linear": Bilingual("linear", "线性计分"),
                    "team": Bilingual("team event", "团体赛计分"),
                },
            ),
        }
    ),
)

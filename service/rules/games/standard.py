"""Dou Dizhu 斗地主."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from service.rules.auction import CALL_ROB, POINTS
from service.rules.chance_curve import ChanceCurve
from service.rules.combos import BOMB, Shape
from service.rules.errors import Bilingual
from service.rules.games.bid_models import MODELS
from service.rules.games.landlord import (
    ALLIES,
    ATTACH_OPTIONS,
    BOMBS,
    DECK,
    HOUSE_OPTIONS,
    NETS,
    POWER,
    READING_OPTIONS,
    RUN,
    SCORE_OPTIONS,
    SEATS,
    SIDES,
    attach_flags,
    hand_sizes,
    house_shapes,
    landlord_payment,
    landlord_shapes,
    settle,
    table_flags,
)
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.strengths import STRENGTHS
from service.rules.variant import OFF_ON, Option, Options, RuleSet, Variant

TRIO_ALONE = replace(
    HOUSE_OPTIONS["trio_alone"],
    values=("on", "plane", "last", "off"),
    words={
        "plane": Bilingual("only planes", "只有飞机可以"),
        "last": Bilingual("only as the last play", "只有最后一手可以"),
    },
)
"""With wild cards the core has no plays that are only the last ones."""


MOST_FOURS = 5
"""Maximum fours of a hand."""


def standard_bombs(options: Options) -> tuple[Shape, ...]:
    """Return the bombs, with the runs of fours that the house plays as bombs; a longer run beats a shorter one."""
    chain = options.get("bomb_chain", "off")
    if chain == "off":
        return BOMBS
    over = 0 if chain == "below" else 1
    rocket, bomb = BOMBS
    lengths = range(2, MOST_FOURS + 1)
    return (
        rocket if over else replace(rocket, tier=BOMB + MOST_FOURS),
        *[Shape("bomb_chain", "连炸", 4, run=(n, n), tier=BOMB + n - 1 + over, rated_as="bomb") for n in lengths],
        bomb,
    )


def standard_setup(options: Options) -> RuleSet:
    """Return the rules of Dou Dizhu."""
    shapes = house_shapes(options, standard_bombs(options) + landlord_shapes(attach_flags(options)))
    return RuleSet(
        DECK,
        hand_sizes(17, 3),
        RUN,
        POWER,
        shapes,
        bottom=3,
        flags=table_flags(options),
        payment=landlord_payment(options, shapes) if "bomb_cap" in options else None,
        bid_model=MODELS["standard"],
    )


STANDARD = Variant(
    id="standard",
    name="Dou Dizhu",
    meaning="Fight the landlord",
    zh="斗地主",
    short=("ddz",),
    special=Bilingual(
        "five presets of kicker rules, and each rule as an option", "带牌规则有五套预设，每一条也可以单独开关"
    ),
    chances=ChanceCurve((0.008, 0.089, 0.415, 0.811, 0.920)),
    bombs=(-0.8842, 1.3782, 0.0806, 0.0144, 0.2153, 0.2133, -0.0402, -0.1843),
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=standard_setup,
    strengths=STRENGTHS["standard"],
    auctions=(POINTS, CALL_ROB),
    nets=NETS,
    option_matches=OPTION_MATCHES["standard"],
    settle=settle,
    side_names=SIDES,
    options=MappingProxyType(
        ATTACH_OPTIONS
        | HOUSE_OPTIONS
        | {
            "trio_alone": TRIO_ALONE,
            "bomb_chain": Option(
                ("off", "on", "below"),
                Bilingual(
                    "bombs of consecutive ranks are one play, which beats the rocket and shorter ones; each doubles",
                    "点数相连的炸弹可以一手出：比王炸大，连得多的大，每个炸弹都翻倍",
                ),
                Bilingual("bomb chains", "连炸"),
                {"below": Bilingual("below the rocket", "比王炸小")},
            ),
        }
        | READING_OPTIONS
        | {
            "douzero_bugs": Option(
                OFF_ON,
                Bilingual(
                    "compare planes with single kickers like DouZero's environment",
                    "飞机带单照 `DouZero` 环境的方式比大小",
                ),
                Bilingual("DouZero's comparison", "照 `DouZero` 比大小"),
            )
        }
        | SCORE_OPTIONS
    ),
)

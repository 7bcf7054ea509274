"""The games with a landlord: Dou Dizhu 斗地主, the contest's 二打一, Yuncheng's 运城 with a flower, laizi 癞子."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

from service.rules import cards as c
from service.rules.combos import BOMB, ROCKET, Combo, Shape
from service.rules.variant import Option, Options, Setup, Variant, Wilds

ON_OFF = ("on", "off")
OFF_ON = ("off", "on")

PRESET = ("", "on", "off")
"""Values of an elementary flag of a preset; "" leaves it to the preset."""

ATTACH: dict[str, dict[str, str]] = {
    "douzero": dict(body_rank="off", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="off"),
    "rlcard": dict(body_rank="off", max_same="3", neighbour_triple="off", both_jokers="off", pair="on", quad="off"),
    "pagat": dict(body_rank="off", max_same="1", neighbour_triple="on", both_jokers="off", pair="off", quad="off"),
    "tencent": dict(body_rank="off", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="on"),
    "contest": dict(body_rank="on", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="on"),
}
"""What may be a kicker 带牌: presets of the platforms, each checked against its catalogue of all plays."""

YUNCHENG_FLAGS = dict(
    body_rank="off", max_same="1", neighbour_triple="on", both_jokers="on", pair="off", quad="off", bugs="off"
)
"""Yuncheng's kickers all have different ranks."""

ATTACH_OPTIONS = {
    "attach": Option(tuple(ATTACH), "preset of what may be a kicker"),
    "attach_body_rank": Option(PRESET, "a single kicker of a plane may have the rank of a body card (44445556)"),
    "attach_max_same": Option(("", "1", "2", "3", "4"), "copies of one rank among the single kickers of a plane"),
    "attach_neighbour_triple": Option(PRESET, "three kickers of one rank may be adjacent to the body"),
    "attach_both_jokers": Option(PRESET, "both jokers may be kickers of one play"),
    "quad_singles_may_pair": Option(PRESET, "the two single kickers of a quad may be a pair (333344)"),
    "attach_quad_as_two_pairs": Option(PRESET, "four of a kind may be two pair kickers"),
}

ATTACH_FLAG = {
    "attach_body_rank": "body_rank",
    "attach_max_same": "max_same",
    "attach_neighbour_triple": "neighbour_triple",
    "attach_both_jokers": "both_jokers",
    "quad_singles_may_pair": "pair",
    "attach_quad_as_two_pairs": "quad",
}

READING_OPTIONS = {
    "reading": Option(("any", "first"), "which readings of a play may answer: any, or the lead reading only"),
    "key": Option(("high", "low"), "which of several keys of one shape is stored"),
}

SEATS = ("landlord", "landlord_down", "landlord_up")
"""In the order of play: the landlord 地主, the next 下家 and the one before him 上家."""

ALLIES = (frozenset({"landlord"}), frozenset({"landlord_down", "landlord_up"}))
RUN = "3456789TJQKA"
SUITED = "3456789TJQKA2"
POWER = "3456789TJQKA2XD"
DECK: Mapping[str, int] = MappingProxyType(dict.fromkeys(SUITED, 4) | {"X": 1, "D": 1})


def attach_flags(options: Options) -> dict[str, str]:
    """Return the elementary kicker flags: those of the preset, replaced by what is set one by one."""
    flags = dict(ATTACH[options["attach"]])
    flags.update({flag: options[name] for name, flag in ATTACH_FLAG.items() if options[name]})
    return flags | {"bugs": options.get("douzero_bugs", "off")}


def hand_sizes(farmer: int, bottom: int) -> Mapping[str, int]:
    """Return how many cards each seat holds before the first lead."""
    return MappingProxyType(dict.fromkeys(SEATS, farmer) | {"landlord": farmer + bottom})


def reading_flags(options: Options) -> frozenset[str]:
    """Return the table rules of the options `reading` and `key`."""
    switches = {"reading_first": options["reading"] == "first", "key_low": options["key"] == "low"}
    return frozenset(name for name, on in switches.items() if on)


BOMBS = (Shape("rocket", "王炸", 1, named="XD", tier=ROCKET), Shape("bomb", "炸弹", 4, tier=BOMB))


def plain_shapes() -> tuple[Shape, ...]:
    """Return the rows without kickers that are no bombs, chains apart."""
    return (Shape("solo", "单张", 1, ranks=POWER), Shape("pair", "对子", 2), Shape("trio", "三张", 3))


def landlord_shapes(flags: Mapping[str, str], wild: bool = False) -> tuple[Shape, ...]:
    """Return the rows of Dou Dizhu that are no bombs, their kickers as *flags* say; *wild*: also wild ones."""
    both = flags["both_jokers"] == "on"
    pairs = 2 if flags["quad"] == "on" else 1
    return (
        *plain_shapes(),
        Shape("trio_solo", "三带一", 3, kickers=1, kicker_size=1, kicker_wild=wild),
        Shape("trio_pair", "三带二", 3, kickers=1, kicker_size=2, kicker_wild=wild),
        Shape("solo_chain", "顺子", 1, run=(5, 12)),
        Shape("pair_chain", "连对", 2, run=(3, 10)),
        Shape("plane", "飞机", 3, run=(2, 6)),
        Shape("plane_pair", "飞机带对", 3, run=(2, 4), kickers=1, kicker_size=2, kicker_same=pairs, kicker_wild=wild),
        Shape(
            "plane_solo",
            "飞机带单",
            3,
            run=(2, 5),
            kickers=1,
            kicker_size=1,
            kicker_same=int(flags["max_same"]),
            kicker_of_body=flags["body_rank"] == "on",
            kicker_neighbour=flags["neighbour_triple"] == "on",
            kicker_both_jokers=both,
            kicker_wild=wild,
            key_any_trio=flags["bugs"] == "on",
            unread_kickers=flags["bugs"] == "on",
        ),
        Shape(
            "quad_solo",
            "四带二单",
            4,
            kickers=2,
            kicker_size=1,
            kicker_same=2 if flags["pair"] == "on" else 1,
            kicker_both_jokers=both,
            kicker_wild=wild,
        ),
        Shape("quad_pair", "四带两对", 4, kickers=2, kicker_size=2, kicker_same=pairs, kicker_wild=wild),
    )


# ---- Dou Dizhu ------------------------------------------------------------------------------------------------


def standard_setup(options: Options) -> Setup:
    """Return the rules of Dou Dizhu."""
    shapes = BOMBS + landlord_shapes(attach_flags(options))
    return Setup(DECK, hand_sizes(17, 3), RUN, POWER, shapes, bottom=3, flags=reading_flags(options))


STANDARD = Variant(
    id="standard",
    name="Dou Dizhu",
    zh="斗地主",
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=standard_setup,
    options=MappingProxyType(
        ATTACH_OPTIONS
        | READING_OPTIONS
        | {"douzero_bugs": Option(OFF_ON, "compare planes with single kickers as DouZero's environment does")}
    ),
)


# ---- the contest ----------------------------------------------------------------------------------------------


def safe(combo: Combo) -> bool:
    """Tell whether every judge reads *combo* alike.

    Never two quads together; on three trios or more no single kickers of a body's rank or thrice the same, and no quad
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
    """Tell whether two hands share a rank."""
    return any(m and n for m, n in zip(c.counts(a), c.counts(b), strict=True))


def contest_setup(options: Options) -> Setup:
    """Return the rules of the computer-games contest; the judge tests the types in the order of the rows."""
    return replace(standard_setup(options), safe=safe if options["contest_safe"] == "on" else None)


def first(option: Option, value: str) -> Option:
    """Return an option with another default."""
    return Option((value, *(v for v in option.values if v != value)), option.about)


CONTEST = Variant(
    id="contest",
    name="Two against one, computer-games contest",
    zh="二打一（计算机博弈大赛）",
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=contest_setup,
    options=MappingProxyType(
        ATTACH_OPTIONS
        | {
            "attach": first(ATTACH_OPTIONS["attach"], "contest"),
            "reading": first(READING_OPTIONS["reading"], "first"),
            "key": first(READING_OPTIONS["key"], "low"),
            "contest_safe": Option(
                ON_OFF, "robots keep to plays that every known judge reads alike, even if another ends the game"
            ),
            "scoring": Option(("ct", "linear", "team"), "the rule sheet's points, the linear ones, the team event's"),
        }
    ),
)


# ---- Yuncheng -------------------------------------------------------------------------------------------------

YUNCHENG_DEALS = {"0": (17, 3), "1": (17, 4), "2": (16, 5)}
"""Cards of a farmer and of the bottom by `play_rule`."""


def yuncheng_shapes(pair3: bool) -> tuple[Shape, ...]:
    """Return the rows of Yuncheng's game; *pair3*: a pair of threes of one colour is the weakest bomb."""
    rows = {shape.name: shape for shape in landlord_shapes(YUNCHENG_FLAGS)}
    return (
        replace(BOMBS[0], tier=ROCKET + 1),
        replace(BOMBS[1], tier=BOMB + 1),
        *([Shape("pair3_bomb", "同色三炸", 2, named="33", tier=BOMB)] if pair3 else []),
        *[replace(row, run=(2, 7)) if name == "plane" else row for name, row in rows.items()],
        Shape("quad_chain", "四顺", 4, run=(2, 5)),
        Shape("quad_chain_solo", "四顺带单", 4, run=(2, 3), kickers=2, kicker_size=1),
        Shape("quad_chain_pair", "四顺带对", 4, run=(2, 2), kickers=2, kicker_size=2),
    )


def yuncheng_setup(options: Options) -> Setup:
    """Return the rules of Yuncheng's game."""
    farmer, bottom = YUNCHENG_DEALS[options["play_rule"]]
    flower = options["play_rule"] != "0"
    pair3 = options["pair3_bomb"] == "on" or options["play_rule"] == "2"
    deck = dict(DECK) | {"3": 2 if options["play_rule"] == "2" else 4} | ({"W": 1} if flower else {})
    return Setup(
        MappingProxyType(deck),
        hand_sizes(farmer, bottom),
        RUN,
        POWER,
        yuncheng_shapes(pair3),
        bottom=bottom,
        wilds=Wilds("W", RUN),
        flags=frozenset({"reading_first"} if options["flower_reading"] == "strongest" else ()),
    )


YUNCHENG = Variant(
    id="yuncheng",
    name="Yuncheng Dou Dizhu with a flower",
    zh="运城斗地主",
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=yuncheng_setup,
    options=MappingProxyType(
        {
            "play_rule": Option(("1", "0", "2"), "1: a flower; 0: none; 2: a flower, and the black threes are out"),
            "pair3_bomb": Option(OFF_ON, "a pair of threes of one colour is the weakest bomb; always with play_rule 2"),
            "flower_reading": Option(("strongest", "any"), "which readings of a play with the flower may answer"),
            "bomb_max": Option(("0", "3", "4", "5"), "bombs that double the points at most; 0: all do"),
            "anti_spring": Option(("partner_none", "landlord_once"), "when a farmers' win doubles once more"),
        }
    ),
)


# ---- laizi ----------------------------------------------------------------------------------------------------

WILD_RANKS = (*SUITED, *("".join(pair) for pair in combinations(SUITED, 2)))
"""One rank that is wild, or two."""

BOMB_ORDERS = ("soft<hard<pure<rocket", "soft<pure<rocket<laizi", "equal")
BOMB_WORDS = {"soft": "软炸", "hard": "硬炸", "pure": "纯癞子炸"}
TOP = 250
"""Tier above every bomb that is told by its size."""


def bomb_tier(name: str, size: int, options: Options) -> int:
    """Return the tier of a bomb: more cards first, then how it is made."""
    if name == "pure" and options["bomb_order"] == BOMB_ORDERS[1]:
        return TOP - 20 + size if options["rocket_top"] == "on" else 10 * (size - 3) + 8
    if name == "hard" and options["bomb_order"] == "equal":
        name = "soft"
    return 10 * (size - 3) + tuple(BOMB_WORDS).index(name)


def laizi_bombs(options: Options) -> tuple[Shape, ...]:
    """Return the rocket and the bombs, largest first; of more than four cards none is without wild cards."""
    top = options["rocket_top"] == "on"
    above = TOP - 40 if options["bomb_order"] == BOMB_ORDERS[1] else TOP
    rows = [Shape("rocket", "王炸", 1, named="XD", tier=above if top else 15)]
    most_wild = 4 * len(options["wild"])
    for size in range(int(options["bomb_max"]), 3, -1):
        for name, wilds in (("pure", "only"), ("hard", "none"), ("soft", "some")):
            possible = {"pure": size <= most_wild, "hard": size == 4, "soft": size <= 4 + most_wild and most_wild > 0}
            if possible[name]:
                word = f"{name}_bomb" + (f"_{size}" if size > 4 else "")
                tier = bomb_tier(name, size, options)
                rows.append(Shape(word, BOMB_WORDS[name], size, tier=tier, wilds=wilds))
    return tuple(rows)


def laizi_setup(options: Options) -> Setup:
    """Return the rules of laizi: one rank, or two, is wild."""
    shapes = laizi_bombs(options) + landlord_shapes(attach_flags(options), wild=True)
    switches = {"follow_bomb": options["prefer_bomb"] == "on", "follow_weak": options["follow_reading"] == "weakest"}
    flags = reading_flags(options) | {name for name, on in switches.items() if on}
    wilds = Wilds(options["wild"], SUITED)
    return Setup(DECK, hand_sizes(17, 3), RUN, POWER, shapes, bottom=3, wilds=wilds, flags=flags)


LAIZI = Variant(
    id="laizi",
    name="Dou Dizhu with wild ranks",
    zh="癞子斗地主",
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=laizi_setup,
    options=MappingProxyType(
        {"wild": Option(("", *WILD_RANKS), "the wild rank, or two of them, lower first; empty: none is drawn yet")}
        | ATTACH_OPTIONS
        | READING_OPTIONS
        | {
            "bomb_order": Option(BOMB_ORDERS, "how soft, hard and pure bombs of one size compare"),
            "bomb_max": Option(tuple(map(str, range(4, 13))), "cards of a bomb at most"),
            "rocket_top": Option(ON_OFF, "the rocket beats bombs of more than four cards"),
            "prefer_bomb": Option(OFF_ON, "an undeclared answer that could be a bomb is one"),
            "follow_reading": Option(("strongest", "weakest"), "which key an undeclared answer has"),
            "mixed_wild": Option(("free",), "two or three wild cards of both ranks may stand for any rank"),
        }
    ),
)

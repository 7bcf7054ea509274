"""Dou Dizhu with wild ranks 癞子斗地主."""

from __future__ import annotations

from itertools import combinations
from types import MappingProxyType

from service.rules.auction import CALL_ROB, POINTS
from service.rules.chance_curve import ChanceCurve
from service.rules.combos import Shape
from service.rules.errors import Bilingual
from service.rules.games.bid_models import MODELS
from service.rules.games.landlord import (
    ALLIES,
    ATTACH_OPTIONS,
    DECK,
    HOUSE_OPTIONS,
    POWER,
    READING_OPTIONS,
    RUN,
    SCORE_OPTIONS,
    SEATS,
    SIDES,
    SUITED,
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
from service.rules.nets import NetSet
from service.rules.variant import OFF_ON, ON_OFF, Option, Options, RuleSet, Variant, Wilds

WILD_RANKS = (*SUITED, *("".join(pair) for pair in combinations(SUITED, 2)))
"""One rank that is wild, or two."""

BOMB_ORDERS = ("soft<hard<pure<rocket", "soft<pure<rocket<laizi", "equal")
BOMB_WORDS = {"soft": "软炸", "hard": "硬炸", "pure": "纯癞子炸"}
MOST_BOMB = 12
"""Maximum cards of a bomb: four of a rank and eight wild cards."""

TOP = 250
"""Tier above all bombs that are compared by size."""

SLOW, SLOW_PAIR = 5, 10
"""Divisors of the number of games of a search: with one wild rank, and with two."""


def most_cards(options: Options) -> int:
    """Return the maximum cards of a bomb: with two wild ranks no limit unless an option sets one."""
    return int(options["bomb_max"] or (4 if len(options["wild"]) < 2 else MOST_BOMB))


def bomb_tier(name: str, size: int, options: Options) -> int:
    """Return the tier of a bomb: by its number of cards, then by its composition."""
    if name == "pure" and options["bomb_order"] == BOMB_ORDERS[1]:
        return TOP - 20 + size if options["rocket_top"] == "on" else 10 * (size - 3) + 8
    if name == "hard" and options["bomb_order"] == "equal":
        name = "soft"
    return 10 * (size - 3) + tuple(BOMB_WORDS).index(name)


def laizi_bombs(options: Options) -> tuple[Shape, ...]:
    """Return the rocket and the bombs, largest first; bombs of more than four cards need wild cards."""
    top = options["rocket_top"] == "on"
    above = TOP - 40 if options["bomb_order"] == BOMB_ORDERS[1] else TOP
    rows = [Shape("rocket", "王炸", 1, named="XD", tier=above if top else 15)]
    most_wild = 4 * len(options["wild"])
    for size in range(most_cards(options), 3, -1):
        for name, wilds in (("pure", "only"), ("hard", "none"), ("soft", "some")):
            possible = {"pure": size <= most_wild, "hard": size == 4, "soft": size <= 4 + most_wild and most_wild > 0}
            if possible[name]:
                word, rated_as = (f"{name}_bomb_{size}", f"{name}_bomb") if size > 4 else (f"{name}_bomb", "")
                tier = bomb_tier(name, size, options)
                rows.append(Shape(word, BOMB_WORDS[name], size, tier=tier, wilds=wilds, rated_as=rated_as))
    return tuple(rows)


def laizi_setup(options: Options) -> RuleSet:
    """Return the rules of laizi with one or two wild ranks."""
    shapes = house_shapes(options, laizi_bombs(options) + landlord_shapes(attach_flags(options), wild=True))
    switches = {"follow_bomb": options["prefer_bomb"] == "on", "follow_weak": options["follow_reading"] == "weakest"}
    flags = table_flags(options) | {name for name, on in switches.items() if on}
    wilds = Wilds(options["wild"], SUITED)
    return RuleSet(
        DECK,
        hand_sizes(17, 3),
        RUN,
        POWER,
        shapes,
        bottom=3,
        wilds=wilds,
        flags=flags,
        slow=SLOW_PAIR if len(options["wild"]) > 1 else SLOW,
        fewer_worlds=1 if len(options["wild"]) > 1 else 2,
        payment=landlord_payment(options, shapes),
        bid_model=MODELS["laizi" if options["wild"] else "standard"],
    )


NETS = NetSet(
    "laizi-net-2",
    "20bb3b36ee4c",
    (
        "rocket", "pure_bomb", "hard_bomb", "soft_bomb", "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain",
        "pair_chain", "plane", "plane_pair", "plane_solo", "quad_solo", "quad_pair",
    ),
    "landlord-2",
    "four rounds of self-play, 8 million samples (`python -m lab.arena learn-nets --variant laizi --begin standard`)",
    "2026-11-21",
)  # fmt: skip
"""Trained with one wild rank. Win rates of rules with networks against `club`: 0.615 ± 0.009 of 2,600 decks; with two
wild ranks 0.68 ± 0.02 of 900."""

LAIZI = Variant(
    id="laizi",
    name="Dou Dizhu with wild ranks",
    meaning="Fight the landlord",
    zh="癞子斗地主",
    short=("lzddz",),
    special=Bilingual(
        "one or two wild ranks; soft, hard and pure bombs of four to twelve cards",
        "一种或两种癞子，软炸、硬炸、纯癞子炸，四张到十二张",
    ),
    chances=ChanceCurve((0.000, 0.010, 0.400, 0.862, 0.935)),
    bombs=(0.3184, 1.1629, -0.0089, 0.0019, 0.0331, 0.0689, -0.0725, -0.1387),
    seats=SEATS,
    allies=ALLIES,
    bottom_seat="landlord",
    setup=laizi_setup,
    strengths=STRENGTHS["laizi"],
    auctions=(POINTS, CALL_ROB),
    nets=NETS,
    option_matches=OPTION_MATCHES["laizi"],
    settle=settle,
    side_names=SIDES,
    options=MappingProxyType(
        {
            "wild": Option(
                ("", *WILD_RANKS),
                Bilingual(
                    "the wild rank, or two of them, lower first; empty: none is drawn yet",
                    "癞子的点数，或两种点数，小的在前；空：还没有翻出",
                ),
                Bilingual("wild ranks", "癞子"),
                {"": Bilingual("none yet", "还没有翻出")},
                drawn=tuple(SUITED),
                of_deal=True,
            )
        }
        | ATTACH_OPTIONS
        | HOUSE_OPTIONS
        | READING_OPTIONS
        | {
            "bomb_order": Option(
                BOMB_ORDERS,
                Bilingual("order of soft, hard and pure bombs of one size", "张数相同时软炸、硬炸、纯癞子炸谁大"),
                Bilingual("order of bombs", "炸弹大小"),
                {
                    "soft<hard<pure<rocket": Bilingual(
                        "soft, hard, pure, rocket", "软炸、硬炸、纯癞子炸、王炸依次变大"
                    ),
                    "soft<pure<rocket<laizi": Bilingual(
                        "soft, hard, rocket, pure", "软炸、硬炸、王炸、纯癞子炸依次变大"
                    ),
                    "equal": Bilingual("soft and hard are equal", "软炸硬炸一样大"),
                },
            ),
            "bomb_max": Option(
                ("", *map(str, range(4, MOST_BOMB + 1))),
                Bilingual(
                    "maximum cards of a bomb",
                    "一个炸弹最多几张",
                ),
                Bilingual("largest bomb", "炸弹最多张数"),
                {"": Bilingual("four, with two wild ranks twelve", "四张，两种癞子时十二张")},
            ),
            "rocket_top": Option(
                ON_OFF,
                Bilingual("the rocket beats bombs of more than four cards", "王炸比四张以上的炸弹大"),
                Bilingual("rocket on top", "王炸最大"),
            ),
            "prefer_bomb": Option(
                OFF_ON,
                Bilingual("an undeclared follow that can be a bomb is a bomb", "没有声明的跟牌，能当炸弹就当炸弹"),
                Bilingual("bomb preferred", "优先当炸弹"),
            ),
            "follow_reading": Option(
                ("strongest", "weakest"),
                Bilingual(
                    "reading of an undeclared follow: the strongest key or the weakest", "没有声明的跟牌按哪个点数算"
                ),
                Bilingual("reading of a follow", "跟牌的读法"),
                {"strongest": Bilingual("the strongest", "最大的"), "weakest": Bilingual("the weakest", "最小的")},
            ),
        }
        | SCORE_OPTIONS
    ),
)

"""Paodekuai 跑得快."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from service.rules import scoring
from service.rules.combos import BOMB, Shape
from service.rules.games.solitary import ALONE, POWER, RUN, SEATS
from service.rules.nets import NetSet
from service.rules.variant import OFF_ON, ON_OFF, Option, Options, Setup, Variant
from service.rules.weights import Numbers, WeightSet, landlord_turns

ANY = 12
"""As many kickers of one rank as there are."""


DECKS = {
    "16": dict.fromkeys("3456789TJQK", 4) | {"A": 3, "2": 1},
    "15": dict.fromkeys("3456789TJQ", 4) | {"K": 3, "A": 1, "2": 1},
    "48r": dict.fromkeys(POWER, 4),  # four cards that nobody knows are out
}
HAND_SIZES = {"16": 16, "15": 15, "48r": 16}


def paodekuai_bombs(options: Options) -> tuple[Shape, ...]:
    """Return the rows that beat every ordinary play."""
    aces = options["aaa"] == "on" and options["deck"] == "16"
    return (
        *([Shape("ace_bomb", "三A炸", 3, ranks="A", tier=BOMB + 1)] if aces else []),
        Shape("bomb", "炸弹", 4, tier=BOMB),
    )


def trio_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows of triples with two cards each, or with fewer as a last play."""
    body = options["wing_body"] == "on"
    free = options["triple_free"] == "on"
    two, planes = "trio_two", "plane_two"
    rows = [
        Shape(two, "三带二", 3, kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body),
        Shape(planes, "飞机", 3, run=(2, 5), kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body),
    ]
    if options["quad3"] == "on":
        rows.append(
            Shape(
                "quad_short",
                "四带少带",
                4,
                kickers=3,
                kicker_size=1,
                kicker_same=ANY,
                kickers_short=True,
                kickers_least=1,
            )
        )
    rows.append(
        Shape(
            "plane_short", "飞机少带", 3, run=(2, 5), kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body,
            kickers_short=True, family=planes,
        )
    )  # fmt: skip
    if free:
        rows += [
            Shape("trio_short", "三带一", 3, kickers=1, kicker_size=1, kicker_of_body=body, family=two),
            Shape("trio_short", "三张", 3, family=two),
        ]
    else:
        rows.append(
            Shape(
                "trio_short", "三带少带", 3, kickers=2, kicker_size=1, kicker_same=ANY, kicker_of_body=body,
                kickers_short=True, family=two,
            )
        )  # fmt: skip
    return tuple(rows)


def paodekuai_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows: full ones before short ones, longer bodies first."""
    quads = [("quad_three", "四带三", 3, options["quad3"]), ("quad_two", "四带二", 2, options["quad2"])]
    return (
        *paodekuai_bombs(options),
        Shape("solo", "单张", 1),
        Shape("pair", "对子", 2),
        Shape("solo_chain", "顺子", 1, run=(5, 12)),
        Shape("pair_chain", "连对", 2, run=(int(options["min_pc"]), 12)),
        *[Shape(name, zh, 4, kickers=n, kicker_size=1, kicker_same=ANY) for name, zh, n, on in quads if on == "on"],
        *trio_shapes(options),
    )


FLAGS = {
    "must": "pass_never",
    "short_lead": "short_lead",
    "short_follow": "short_follow",
    "baodan": "solo_top",
}
"""Table rules that an option switches on."""


def paodekuai_setup(options: Options) -> Setup:
    """Return the rules of Paodekuai."""
    flags = {flag for name, flag in FLAGS.items() if options[name] == "on"}
    flags |= {"pass_on_bomb"} if options["bomb_forced"] == "off" else set()
    flags |= {"bomb_whole"} if options["bomb_split"] == "off" else set()
    three = {"spade3": "3s", "heart3": "3h"}[options["first"]]
    size = HAND_SIZES[options["deck"]]
    return Setup(
        MappingProxyType(DECKS[options["deck"]]),
        MappingProxyType(dict.fromkeys(SEATS, size)),
        RUN,
        POWER,
        paodekuai_shapes(options),
        flags=frozenset(flags),
        first_shows=three if options["first3"] == "on" else "",
        first_holds=three,
    )


NUMBERS: Numbers = MappingProxyType(
    {
        "solo": 0.943,
        "solo_step": 0.033,
        "solo_top": 0.082,
        "pair": 0.914,
        "pair_step": 0.03,
        "pair_top": 0.084,
        "trio": 0.931,
        "trio_step": 0.024,
        "kicker": 0.015,
        "solo_chain": 1.011,
        "solo_chain_long": 0.012,
        "pair_chain": 0.989,
        "pair_chain_long": 0.011,
        "plane": 1.019,
        "plane_long": -0.014,
        "bomb": 2.432,
        "bomb_step": 0.085,
        "rocket": 3.196,
        "quad": 0.925,
        "quad_step": -0.007,
    }
)
"""What combos cost where two kickers go with each triple; the names are those of `LANDLORD_NUMBERS`."""

WEIGHTS = WeightSet(
    name="run-fast-3",
    source="Dou Dizhu's formula, all numbers by self-play (response surfaces, 2.5 million deals): accepted over"
    " run-fast-2 by a sequential test (0 to 5 Elo, LLR +4.39, 1,000 deals); alone among two of run-fast-2 it wins"
    " 0.3369 ± 0.0009 of 60,000 deals (a third would be even); power correlates with winning by 0.224, that of"
    " run-fast-2 by 0.186",
    date="2026-11-21",
    value=partial(landlord_turns, NUMBERS),
)

NETS = NetSet(
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
"""Rules with them win 0.560 ± 0.003 of 20,000 decks against `club`. They lose where one may pass at will (0.484 ± 0.012
of 2,000 decks) or chance takes cards away (0.489 ± 0.012)."""

PAODEKUAI = Variant(
    id="paodekuai",
    name="Run fast",
    zh="跑得快",
    seats=SEATS,
    allies=ALONE,
    setup=paodekuai_setup,
    weights=WEIGHTS,
    nets=NETS,
    free_lead=("first3", "off"),
    scoring=scoring.paodekuai_score,
    options=MappingProxyType(
        {
            "deck": Option(tuple(DECKS), "16 or 15 cards each; 48r: four cards drawn at random are out"),
            "first": Option(("spade3", "heart3"), "who leads the first deal"),
            "first3": Option(ON_OFF, "the first lead of the deal contains that three; off where a winner leads"),
            "must": Option(ON_OFF, "who can beat must beat"),
            "bomb_forced": Option(ON_OFF, "also where only bombs beat"),
            "bomb_split": Option(ON_OFF, "four of a rank may be torn"),
            "wing_body": Option(ON_OFF, "a kicker may have the rank of the body (33334)"),
            "short_lead": Option(ON_OFF, "a last play short of kickers may be led"),
            "short_follow": Option(ON_OFF, "a last play short of kickers may answer"),
            "quad3": Option(ON_OFF, "four of a rank with three cards are a play"),
            "quad2": Option(OFF_ON, "four of a rank with two cards are a play"),
            "aaa": Option(OFF_ON, "three aces are the highest bomb (deck 16)"),
            "baodan": Option(ON_OFF, "a solo is the hand's highest while the next seat holds one card"),
            "min_pc": Option(("2", "3"), "pairs of a pair chain at least"),
            "triple_free": Option(OFF_ON, "three of a rank, alone or with one card, are a play at any time"),
            "bomb_points": Option(("10", "0", "5", "20"), "points of a bomb from every other seat"),
            "bomb_beaten_counts": Option(ON_OFF, "a bomb that was beaten earns points too"),
            "bird": Option(("off", "heart10"), "everything is doubled with the holder of the ten of hearts"),
            "anti_shut": Option(OFF_ON, "the first leader pays double if it played only once"),
            "pay_all": Option(OFF_ON, "who lets the next seat out on a lower solo pays for all"),
        }
    ),
)

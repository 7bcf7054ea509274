"""Settlements under the options of each game; every option of every game has an effect."""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import prod
from typing import Any

import pytest
from flask import Flask

from service.advice import levels
from service.core import engine, robots
from service.rules.auction import CALL_ROB, DUEL, KICKS, POINTS, Contract, contract
from service.rules.cards import pack
from service.rules.scoring import Standing
from service.rules.settlement import Bomb, Ended, Settlement
from service.rules.variants import VARIANTS
from tests.helpers.simulated_table import play_tables

pytestmark = pytest.mark.games

BOMBS = (Bomb(0, "bomb", False), Bomb(1, "bomb", True), Bomb(2, "rocket", False))
SPRING = Ended({}, [0], [0, 17, 17], [3, 0, 0], BOMBS)
ANTI = Ended({}, [1], [9, 0, 3], [1, 4, 2], BOMBS)
CHAIN = Ended({}, [0], [0, 17, 17], [1, 0, 0], [Bomb(0, "bomb_chain", False, 3)])


def settled(variant: str, ended: Ended, options: Mapping[str, str]) -> Settlement:
    """Return the settlement of a deal under options."""
    game = VARIANTS[variant]
    assert game.settle
    return game.settle(ended._replace(options=game.read_options(options)))


@pytest.mark.parametrize(
    ("variant", "ended", "options", "points"),
    [
        ("standard", SPRING, {}, (32, -16, -16)),  # 2**3 bombs, spring
        ("standard", SPRING, {"bomb_cap": "2"}, (16, -8, -8)),
        ("standard", SPRING, {"spring": "off"}, (16, -8, -8)),
        ("standard", SPRING, {"spring_factor": "3"}, (48, -24, -24)),
        ("standard", SPRING, {"show_hand": "5"}, (160, -80, -80)),  # 5 * 2**3 bombs * spring
        ("standard", CHAIN, {"bomb_chain": "on"}, (32, -16, -16)),  # 2**3 fours, spring
        ("standard", CHAIN, {"bomb_chain": "on", "bomb_cap": "2"}, (16, -8, -8)),
        ("laizi", ANTI, {"show_hand": "2", "bomb_cap": "2"}, (-32, 16, 16)),  # 2 * 2**2 * anti-spring
        ("standard", ANTI, {}, (-32, 16, 16)),
        ("standard", ANTI, {"anti_spring": "off"}, (-16, 8, 8)),
        ("laizi", ANTI, {"bomb_cap": "2", "anti_spring": "off"}, (-8, 4, 4)),
        ("contest", SPRING, {}, (2400, -1200, -1200)),  # 100 * (1 + 2 bombs) * rocket * spring
        ("contest", SPRING, {"scoring": "linear"}, (10, -5, -5)),
        ("contest", ANTI, {"scoring": "team"}, (0, 5, 5)),
        ("yuncheng", SPRING, {}, (32, -16, -16)),
        ("yuncheng", ANTI, {}, (-16, 8, 8)),  # the winner's partner played
        ("yuncheng", ANTI, {"anti_spring": "landlord_once"}, (-32, 16, 16)),
        ("yuncheng", SPRING._replace(bombs=BOMBS * 2), {"bomb_max": "4"}, (64, -32, -32)),
    ],
)
def test_points_with_a_landlord(
    variant: str, ended: Ended, options: Mapping[str, str], points: tuple[int, ...]
) -> None:
    settlement = settled(variant, ended, options)
    assert settlement.points == points
    assert abs(points[1]) == by_factors(settlement)


@pytest.mark.parametrize(("cap", "farmers"), [("none", -16), ("2", -8)])
def test_robots_count_each_bomb_of_a_chain(cap: str, farmers: int) -> None:
    """The landlord goes out with three bombs in a row: 2^3, and spring."""
    rules = engine.rules_for("standard", (("bomb_chain", "on"), ("bomb_cap", cap)))
    hands = [pack(text) for text in ("333344445555", "56789", "6789T")]
    (result,) = robots.games(rules, [levels.policy_of("club")] * 3, [hands], [1])
    assert (result.plays, result.points) == ((1, 0, 0), (-2 * farmers, farmers, farmers))


DUEL_ENDED = SPRING._replace(left=[0, 17], plays=[5, 0], contract=contract(DUEL, ["call", "rob", "rob", "pass"], [1]))


def test_points_of_two_seats() -> None:
    """Three bombs, spring, two robs and a double: 2^7."""
    assert settled("standard_two", DUEL_ENDED, {}).points == (128, -128)
    assert settled("standard_two", DUEL_ENDED._replace(out=[1], plays=[1, 3]), {"bomb_cap": "2"}).points == (-64, 64)


@pytest.mark.parametrize(("farmer", "points"), [(1, (48, -32, -16)), (2, (48, -16, -32))])
def test_a_farmer_alone_pays_for_its_double(farmer: int, points: tuple[int, ...]) -> None:
    """Three bombs and spring: 16, and twice that with the farmer that doubled."""
    doubled = contract(CALL_ROB, ["call", "pass", "pass"], [farmer])
    assert settled("standard", SPRING._replace(contract=doubled), {}).points == points


def by_factors(settlement: Settlement) -> int:
    """Return the points that each farmer pays or gets according to the factors."""
    added = 1 + sum(factor.add or 0 for factor in settlement.factors)
    return added * prod(factor.factor for factor in settlement.factors if factor.factor)


RUN = Ended({}, [1], [16, 0, 5], [1, 4, 2], (Bomb(2, "bomb", True), Bomb(1, "bomb", False)))


@pytest.mark.parametrize(
    ("changes", "options", "points"),
    [
        ({}, {}, (-36, 31, 5)),  # cards 16 and 5, ten a bomb from each other seat
        ({}, {"bomb_points": "0"}, (-16, 21, -5)),
        ({}, {"bomb_points": "20"}, (-56, 41, 15)),
        ({}, {"bomb_beaten_counts": "off"}, (-26, 41, -15)),
        ({}, {"anti_shut": "on"}, (-52, 47, 5)),
        ({"plays": [2, 4, 1]}, {"anti_shut": "on"}, (-36, 31, 5)),  # only the first leader, after one play
        ({}, {"loser_bombs": "off"}, (-26, 41, -15)),
        ({"left": [16, 0, 1]}, {}, (-36, 26, 10)),  # one card left pays nothing
        ({"left": [16, 0, 1]}, {"one_left": "on"}, (-36, 27, 9)),
        ({"left": [1, 0, 1]}, {"one_left": "on", "anti_shut": "on", "bomb_points": "0"}, (-2, 3, -1)),
        ({"bird": 1}, {}, (-52, 52, 0)),  # cards 32 and 10, ten a bomb
        ({"bird": 1}, {"bird_bombs": "on"}, (-62, 62, 0)),
        ({"offender": 0}, {}, (-41, 31, 10)),
    ],
)
def test_points_of_paodekuai(changes: Any, options: Mapping[str, str], points: tuple[int, ...]) -> None:
    assert settled("paodekuai", RUN._replace(**changes), options).points == points


@pytest.mark.parametrize(
    ("changes", "options", "points"),
    [
        ({}, {}, (-16, 16)),  # ten for the bomb of each
        ({"left": [1, 0]}, {}, (0, 0)),
        ({"plays": [0, 4], "bombs": ()}, {}, (-32, 32)),
        ({"bird": 0}, {"bomb_beaten_counts": "off", "anti_shut": "on"}, (-74, 74)),  # 2 x 2 x 16 + 10
        ({"bird": 0}, {"bomb_beaten_counts": "off", "anti_shut": "on", "bird_bombs": "on"}, (-84, 84)),
        ({"left": [1, 0]}, {"one_left": "on"}, (-1, 1)),
    ],
)
def test_points_of_paodekuai_for_two(changes: Any, options: Mapping[str, str], points: tuple[int, ...]) -> None:
    assert settled("paodekuai_two", RUN_TWO._replace(**{"bird": None} | changes), options).points == points


@pytest.mark.parametrize(
    ("changes", "options", "points"),
    [
        ({}, {}, (-33, 43, 10, -20)),  # cards 13, 2 x 5 and none, ten for each bomb from three others
        ({"bird": None}, {}, (-33, 38, 15, -20)),
        ({"bird": None}, {"loser_bombs": "off"}, (-23, 48, -15, -10)),
        ({"plays": [0, 4, 2, 2], "bird": None}, {"bomb_points": "0", "one_left": "on"}, (-26, 32, -5, -1)),
        ({"offender": 0, "bird": None, "bombs": ()}, {}, (-18, 18, 0, 0)),
    ],
)
def test_points_of_paodekuai_for_four(changes: Any, options: Mapping[str, str], points: tuple[int, ...]) -> None:
    assert settled("paodekuai_four", RUN_FOUR._replace(**changes), options).points == points


def test_a_contract_names_who_raised_from_the_landlord_on() -> None:
    terms = contract(CALL_ROB, ["pass", "call", "rob", "rob"], [0])
    assert (terms.landlord, terms.stake) == (1, 4)
    assert [(bid.word, bid.seat) for bid in terms.raises] == [("rob", 1), ("rob", 0), ("double", 2)]
    assert (terms.multiple(1), terms.multiple(2)) == (1, 2)
    assert contract(POINTS, [1, 0, 2]) == Contract(2, 2, ())
    kicked = contract(KICKS, ["pass", "call", "kick", "kick", "kick_back"])
    assert (kicked.multiple(1), kicked.multiple(2)) == (4, 4)


RUN_TWO = Ended({}, [1], [16, 0], [1, 4], (Bomb(0, "bomb", True), Bomb(1, "bomb", False)), bird=1)
RUN_FOUR = RUN._replace(out=[1, 0, 3, 2], left=[13, 0, 5, 1], plays=[1, 4, 2, 2], bird=2)
A = Ended({}, [0, 1, 3, 2], [0, 0, 9, 0], [5, 5, 5, 5], standing=Standing(("A", "9"), 0, (1, 0)))
PROBES = (
    SPRING, ANTI, ANTI._replace(bombs=BOMBS * 3), RUN._replace(bird=1), RUN_TWO, RUN_FOUR, A,
    A._replace(out=[0, 1, 2, 3], left=[0, 0, 0, 1]), A._replace(standing=Standing(("A", "9"), 0, (2, 0))),
)  # fmt: skip
"""Deals in which each option about points makes a difference."""

ELSEWHERE = {
    "wild": "the deal",
    "tie_tribute": "the tribute",
    "resist": "the tribute",
    "super_double": "the auction",
    "rob_gives": "the auction",
}
"""Options that affect neither rules nor points, which have their own tests."""


def acts(variant: str, name: str, value: str) -> bool:
    """Return whether a value of an option changes the rules of a game, or the settlement of some deal."""
    game = VARIANTS[variant]
    needed = {"wild": "7"} | ({"must": "on"} if name == "bomb_forced" else {})
    given = {option: needed[option] for option in needed if option in game.options}
    plain, changed = game.read_options(given), game.read_options(given | {name: value})
    if repr(game.setup(plain)) != repr(game.setup(changed)):
        return True
    probes = [probe for probe in PROBES if len(probe.left) == len(game.seats)]
    return game.settle is not None and any(
        game.settle(probe._replace(options=plain)) != game.settle(probe._replace(options=changed)) for probe in probes
    )


@pytest.mark.parametrize(
    ("variant", "name"), [(variant, name) for variant, game in VARIANTS.items() for name in game.options]
)
def test_every_option_acts(variant: str, name: str) -> None:
    option = VARIANTS[variant].options[name]
    if name not in ELSEWHERE:
        assert any(acts(variant, name, value) for value in option.values[1:])


TABLES = {"guandan": 3, "zhengshangyou": 7}
"""Tables of a game; twelve, or fewer if a table has several deals or a deal is long, or as SETTLED_TABLES sets."""


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_tables_pay_what_the_second_settlement_says(app: Flask, variant: str) -> None:
    tables = int(os.environ.get("SETTLED_TABLES", TABLES.get(variant, 12)))
    ended, refused, _ = play_tables(app.test_client(), variant, tables, "suite/")
    assert len(ended) > 1
    assert refused

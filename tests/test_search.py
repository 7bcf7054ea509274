"""Searches: in which worlds they play on, what they say of them, and how far they trust what they saw."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.advice import robot
from service.core import engine, players
from service.core.door import Rules
from service.position.line import PositionText
from service.position.read import read_position
from service.rules import cards

LAIZI = {"variant": "laizi", "options": {"wild": "7"}, "left": {"landlord_down": 10, "landlord_up": 10}}


# ---- worlds -----------------------------------------------------------------------------------------------------


def worlds(seed: int, n: int) -> Iterator[tuple[int, ...]]:
    """Yield the first hands that a seed deals to the next seat, each as cards by rank."""
    where = read_position(PositionText("34567899JJQQKA22D", seat="landlord_down", bottom="4KX", history=["TT"]))
    view, before = robot.view_of(where), [0.0] * 16
    for number in range(1, n + 1):
        found, _ = players.beliefs(where.rules, robot.EXPLAINING, view, [], number, seed, temper=0)
        total = [share * number for share in found[1].expected]
        yield tuple(round(a - b) for a, b in zip(total, before, strict=True))
        before = total


@pytest.mark.parametrize("seed", [0, 1, 7, 2**53 - 2])
def test_neighbouring_seeds_share_no_worlds(seed: int) -> None:
    assert len({*worlds(seed, 40), *worlds(seed + 1, 40)}) == 80


def passed_with_one_left(standard: Rules) -> tuple[players.View, players.Past]:
    """Return what a farmer sees, whose ally has one card left and let the landlord's three go by."""
    three = engine.play(standard, cards.pack("3"), cards.pack("3"), None)
    unseen = cards.pack("3" + "4568TQ" * 2)
    view = players.View(cards.pack("4455"), three, unseen, (4, 12, 1), (True, False, True), 1, enemies_allied=True)
    return view, [(1, three), (2, None)]


@pytest.mark.parametrize(("most", "sampled"), [(0, 40), (40, 40), (100, 100), (400, 200)])
def test_more_worlds_are_sampled_where_few_explain_the_history(most: int, sampled: int, standard: Rules) -> None:
    """One deal in thirteen explains the pass well, so forty are worth some three and two hundred enough."""
    view, history = passed_with_one_left(standard)
    budget = players.Budget(games=60, candidates=10, trust=0, explained=40, most_explained=most, temper=100)
    policy = players.Policy("search", numbers=robot.CLUB_NUMBERS, budget=budget)
    found = players.choose(standard, policy, view, 3, history).search
    assert found is not None
    assert found.worlds == sampled
    assert (found.effective >= 16) == (sampled == 200)


# ---- how far it trusts what it saw ------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "last"), [("77A", "KK"), ("77K", "QQ")])
@pytest.mark.parametrize("seed", range(3))
def test_what_wins_clearly_more_games_is_played_however_few_there_are(hand: str, last: str, seed: int) -> None:
    """The networks would rather pass; a master of laizi has a tenth of the games, and trusts them a tenth as far."""
    lies = {"cards": last, "seat": "landlord_up"}
    where = read_position(PositionText(hand, last=lies, **LAIZI))
    move = robot.choose(where, "master", seed)
    assert move.search is not None
    assert [tried.combo is None for tried in move.search.candidates] == [False, True]
    chosen, other = (tried.won / tried.games for tried in move.search.candidates)
    assert chosen > other

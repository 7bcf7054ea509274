"""The probability of playing out a hand, compared with the second implementation.

Test_positions covers its effect on robots.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lab.arena.calibrate_beliefs import stop_game
from lab.arena.match import rules_with
from service.advice import levels
from service.advice.views import view_of
from service.core import engine, robots
from service.core.bindings import NO_SUITS, SCORE_UNIT
from service.core.robots import Opinion, Policy, View
from service.rules import cards
from tests.oracle.run_out import chance_of_play

pytestmark = pytest.mark.games

UNIT = 100.0
"""Turns for a probability of 1."""

LINKS = 6


def opinions(game: str, view: View, turns: float) -> dict[tuple[int, str], Opinion]:
    """Return the opinions of a policy that values the probability of playing out the hand with *turns* turns."""
    numbers = {**levels.CLUB_NUMBERS, "run_out": turns, "run_out_forced": turns}
    rated = robots.opinions(rules_with(game, ()), Policy("rules", numbers=numbers), view)
    return {(one.combo.cards, one.combo.shape): one for one in rated if one.combo}


def compare(game: str, view: View) -> int:
    """Compare the probability of each considered play with the second implementation; return their number."""
    rules, judged = rules_with(game, ()), 0
    with_it, without = opinions(game, view, UNIT), opinions(game, view, 0)
    split = engine.split(rules, view.hand)
    for place, opinion in with_it.items():
        combo, before = opinion.combo, without[place]
        assert combo
        given = (opinion.value - before.value) / SCORE_UNIT / UNIT
        rest = engine.split(rules, view.hand - combo.cards).combos if combo.cards != view.hand else ()
        others = [one for one in split.combos if one != combo]
        rest = tuple(others) if len(others) < len(split.combos) else rest
        allys = view.to_beat is not None and view.ally[view.owner]
        # a sure win, beats an ally, or is not considered
        if before.value / SCORE_UNIT > 1000 or allys or not rest or 1 + len(rest) > LINKS:
            assert given == 0
            continue
        assert given == pytest.approx(float(chance_of_play(rules, view, [combo, *rest])), abs=0.002), combo
        judged += 1
    return judged


@pytest.mark.parametrize("game", ["standard", "paodekuai", "paodekuai_two", "contest", "zhengshangyou", "guandan"])
def test_chances_are_those_of_the_second_implementation(game: str) -> None:
    rules, rng, judged = rules_with(game, ()), random.Random(5), 0
    while judged < 30:
        stopped = stop_game(rules, rng.randrange(1 << 40), rng.randint(12, 60))
        if stopped is None or cards.size(stopped.position.hand) > 12:
            continue
        judged += compare(game, replace(view_of(stopped.position), suits=NO_SUITS, unseen_suits=NO_SUITS))


@pytest.mark.parametrize("game", ["paodekuai", "standard", "zhengshangyou"])
def test_what_beats_the_first_play_is_gone_where_few_cards_are_unseen(game: str) -> None:
    rules, rng, judged = rules_with(game, ()), random.Random(6), 0
    deck, enemies = cards.text(rules.deck), (True, False, False)
    while judged < 100:
        left = rng.randint(1, 4), rng.randint(1, 4)
        drawn = rng.sample(deck, 5 + sum(left))
        hand, unseen = cards.pack("".join(drawn[:5])), cards.pack("".join(drawn[5:]))
        judged += compare(game, View(hand, None, unseen, (5, *left), enemies, 0, enemies_allied=game == "standard"))


def test_only_what_enemies_hold_counts() -> None:
    """The unseen 2 beats a K if it is an enemy's, not the ally's; a K that an enemy's 2 beats is not retaken."""
    rules = engine.rules_for("standard")
    hand, unseen = cards.pack("3K"), cards.pack("44552")
    for ally, expected in (((True, False, False), 0.0), ((True, False, True), 0.6)):
        view = View(hand, None, unseen, (2, 2, 3), ally, 0, enemies_allied=True)
        king = cards.pack("K"), "solo"
        given = opinions("standard", view, UNIT)[king].value - opinions("standard", view, 0)[king].value
        assert rules.variant.id == "standard"
        assert given / SCORE_UNIT / UNIT == pytest.approx(expected, abs=0.001)

"""Beliefs: the possible hands of the others, weighted by the likelihood of the history."""

from __future__ import annotations

import random

import pytest

from lab.arena.calibrate_beliefs import calibrate
from service.advice import levels
from service.advice.beliefs import position_beliefs
from service.core import engine, robots
from service.core.bindings import CompiledRules, CoreError
from service.position.parse.position_text import PositionText, parse_line
from service.position.read import read_position
from service.rules import cards
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS


def test_beliefs_know_the_bottom_and_count_every_card(standard: CompiledRules) -> None:
    """Known cards have probability 1, others less, and expected cards add up to the unseen ones."""
    where = read_position(PositionText("34567899JJQQKA22D", seat="landlord_down", bottom="4KX", history=["TT"]))
    beliefs, effective = position_beliefs(where, 100, 1)
    assert beliefs[2].holds[cards.RANKS.index("X")] == 1.0  # the landlord has it from the bottom and has not played it
    assert beliefs[1].holds[cards.RANKS.index("X")] == 0.0
    assert 1 <= effective <= 100
    for rank, number in enumerate(cards.counts(where.unseen)):
        assert beliefs[1].expected[rank] + beliefs[2].expected[rank] == pytest.approx(number)
        assert all(0.0 <= belief.holds[rank] <= 1.0 for belief in beliefs)


def test_cards_that_nobody_was_dealt_are_in_no_hand() -> None:
    """Of 48 cards, 7 are held, 16 played and 16 undealt: the enemy holds at most 9."""
    rules, own = engine.rules_for("paodekuai_two", (("first3", "off"),)), cards.pack("3456789")
    seen = cards.pack("33344455566677TT")
    view = robots.View(own, None, rules.deck - own - seen, (7, None), (True, False), 0, most=16)
    beliefs, _ = robots.beliefs(rules, levels.policy_of("club"), view, (), 50, 1)
    assert sum(beliefs[1].expected) == pytest.approx(9)


def test_beliefs_are_better_than_chance() -> None:
    """Forty stopped games; `python -m lab.arena calibrate` plays more and prints the reliability."""
    weighted, even = calibrate(40, 60, robots.POLICY_TRUST), calibrate(40, 60, 0)
    assert weighted.ranks.truths == even.ranks.truths
    assert weighted.bombs.truths == even.bombs.truths
    assert weighted.ranks.brier() < even.ranks.brier()


def passed_three(standard: CompiledRules) -> tuple[robots.View, robots.Past]:
    """Return the view of a farmer whose ally has one card left and did not beat the landlord's three."""
    three = engine.play(standard, cards.pack("3"), cards.pack("3"), None)
    unseen = cards.pack("3468TQ")
    view = robots.View(cards.pack("4455"), three, unseen, (4, 5, 1), (True, False, True), 1, enemies_allied=True)
    return view, [(1, three), (2, None)]


@pytest.mark.parametrize(("policy_trust", "least", "most"), [(0, 0.1, 0.25), (75, 0.9, 0.97), (100, 0.96, 1.0)])
def test_who_does_not_go_out_cannot(policy_trust: int, least: float, most: float, standard: CompiledRules) -> None:
    """The seat's last card is the three, because it would have gone out with any other card.

    More certainly with a higher trust.
    """
    view, history = passed_three(standard)
    beliefs, effective = robots.beliefs(standard, levels.policy_of("club"), view, history, 400, 1, policy_trust)
    assert least < beliefs[2].holds[cards.RANKS.index("3")] < most
    assert effective == pytest.approx(400) if not policy_trust else effective < 200


def test_a_search_plays_on_in_worlds_that_explain_the_history(standard: CompiledRules) -> None:
    """The ally's pass shows that its last card is a three, so it cannot go out on a lead of this seat."""
    view, history = passed_three(standard)
    budget = robots.Budget(games=300, candidates=10, prior_weight=0, worlds=300, policy_trust=100)
    search = robots.Policy("search", numbers=levels.CLUB_NUMBERS, budget=budget)
    knows = robots.choose(standard, search, view, 1, history)
    blind = robots.choose(standard, search, view, 1)
    assert knows == robots.choose(standard, search, view, 1, history)
    assert knows.search
    assert blind.search
    assert knows.search.candidates[0].won < 0.1 * knows.search.candidates[0].games
    assert blind.search.candidates[0].won > 0.5 * blind.search.candidates[0].games


@pytest.mark.parametrize("seats", [(3, 2), (2, 1)])
def test_a_history_that_cannot_be_is_refused(seats: tuple[int, int], standard: CompiledRules) -> None:
    view, history = passed_three(standard)
    moved = [(seat, combo) for seat, (_, combo) in zip(seats, history, strict=True)]
    with pytest.raises(CoreError, match="a table that cannot be"):
        robots.beliefs(standard, levels.policy_of("club"), view, moved, 10, 1)
    with pytest.raises(CoreError, match="a table that cannot be"):
        robots.choose(standard, levels.policy_of("master"), view, 1, moved)


def test_games_with_histories_go_to_their_end() -> None:
    """All games end if one seat samples worlds weighted by the likelihood of the history."""
    budget = robots.Budget(games=16, candidates=4, prior_weight=4, open=20, worlds=20)
    search = robots.Policy("search", numbers=levels.CLUB_NUMBERS, budget=budget)
    for variant in VARIANTS:
        rules = engine.rules_for(variant)
        hands = robots.deal(rules, 1)
        others = [robots.Policy("random")] * (len(hands) - 1)
        assert robots.game(rules, [search, *others], hands, 1).moves > 0


def test_histories_are_explained_under_any_options() -> None:
    """If bombs must not be broken, few hands allow the plays that a seat made."""
    budget = robots.Budget(games=8, candidates=4, prior_weight=4, open=20, worlds=20)
    search = robots.Policy("search", numbers=levels.CLUB_NUMBERS, budget=budget, learned=True)
    rng, bombs_whole = random.Random(1), 0
    games = [name for name in VARIANTS if not engine.rules_for(name).setup.suited]  # hands have no suits here
    for seed in range(60):
        variant = VARIANTS[rng.choice([*games, "paodekuai"])]
        chosen = [(name, rng.choice(option.values)) for name, option in variant.options.items() if rng.random() < 0.7]
        rules = engine.rules_for(variant.id, tuple(chosen))
        bombs_whole += "bomb_whole" in rules.setup.flags
        others = [robots.Policy("random")] * 2
        seats = [levels.policy_of("club"), search, *others][: len(variant.seats)]
        assert robots.game(rules, seats, robots.deal(rules, seed), seed).moves > 0
    assert bombs_whole > 3


def rank_chances(hand: str, seat: str, history: str, worlds: int, **options: str) -> list[dict[str, float]]:
    """Return the probability of each rank for each seat of Paodekuai, the observing seat first."""
    text = PositionText(hand, variant="paodekuai", options=options, seat=seat, history=history.split())
    beliefs, _ = position_beliefs(read_position(text), worlds, 1)
    return [dict(zip(cards.RANKS, belief.holds, strict=True)) for belief in beliefs]


def test_who_passed_where_it_had_to_beat_could_not() -> None:
    """With a six, seat 2 would have had to beat the five with it, unless it had another play."""
    history = "34567 TJQKA . . 3344 7788 . . 3 5 7 8 T J Q K . 2 . . 4 6 8 9 J Q K . . 55 99 . AA"
    chances = rank_chances("9JQK", "0", history, 2000, first3="off")
    assert chances[2]["6"] < 0.01


def test_the_first_lead_shows_what_it_must() -> None:
    """A seat that led a pair of threes had to show the three of spades, so it did not choose among all leads."""
    bound, free = (rank_chances("45667889TTJQQKKA", "1", "33", 2000, **option)[2] for option in ({}, {"first3": "off"}))
    assert bound["3"] < free["3"] - 0.03


@pytest.mark.parametrize(
    ("bottom", "played", "line", "held"),
    [
        ("8s9dTd", "8d", "8s9T 8d", "89T"),
        ("8s9dTd", "8", "89T 8", "9T"),
        ("8s9dTd", "8s", "89T 8", "9T"),
        ("89T", "8d", "89T 8", "9T"),
    ],
)
def test_suits_of_the_bottom_show_which_cards_the_landlord_still_has(
    bottom: str, played: str, line: str, held: str
) -> None:
    """The eight of spades is still there after an eight of diamonds, and the line says so."""
    text = PositionText("34567999JJQQKKA22", seat="landlord_down", bottom=bottom, history=[played])
    where = read_position(text)
    assert where.must_hold == {"landlord": cards.pack(held)}
    assert where.line.endswith(f" {line}")
    again = read_position(parse_line(where.line))
    assert (again.line, again.must_hold) == (where.line, where.must_hold)
    beliefs, _ = position_beliefs(where, 400, 1)
    holds = dict(zip(cards.RANKS, beliefs[2].holds, strict=True))
    assert (holds["8"] == 1.0) == ("8" in held)


def test_suits_of_the_bottom_count_in_a_snapshot() -> None:
    text = PositionText("345", seat="landlord_down", bottom="8s9dTd", last="8d", seen="338c", last_seat="landlord")
    where = read_position(text)
    assert where.must_hold == {"landlord": cards.pack("89T")}
    again = read_position(parse_line(where.line))
    assert (again.line, again.must_hold) == (where.line, where.must_hold)


def test_a_landlord_with_fewer_cards_than_its_bottom_is_a_contradiction() -> None:
    history = ["33445566", ".", ".", "JJQQKK", ".", ".", "8c8d", ".", ".", "AA"]
    with pytest.raises(RuleError) as caught:
        read_position(PositionText("33445577799TTA22X", seat="landlord_down", bottom="8s8hTd", history=history))
    assert (caught.value.code, caught.value.pointer) == ("history_inconsistent", "/history/9")
    assert "landlord has 2 cards left here but must still have 88T" in caught.value.message


def test_cards_that_nobody_was_dealt_are_nobodys() -> None:
    """Of 52 cards 48 are dealt, so the others have four cards less than the unseen ones."""
    where = read_position(PositionText("4455892233TTJJQK", variant="paodekuai", options={"deck": "48r"}, seat="0"))
    beliefs, _ = position_beliefs(where, 400, 1)
    assert sum(map(sum, (belief.expected for belief in beliefs))) == pytest.approx(32)
    assert cards.size(where.unseen) == 36


@pytest.mark.parametrize(
    ("left", "most", "shared"), [((4, None, None), 0, (6, 6)), ((4, None, 3), 0, (9, 3)), ((4, 3, None), 5, (3, 5))]
)
def test_unseen_cards_are_shared_out_among_seats_of_unknown_size(
    left: tuple[int | None, ...], most: int, shared: tuple[int, ...], standard: CompiledRules
) -> None:
    """Unseen cards are shared evenly up to the maximum hand size; the rest has been played."""
    unseen = cards.pack("33346788TJQK")
    view = robots.View(cards.pack("4455"), None, unseen, left, (True, False, True), 0, enemies_allied=True, most=most)
    beliefs, _ = robots.beliefs(standard, levels.policy_of("club"), view, [], 50, 1)
    assert [sum(belief.expected) for belief in beliefs[1:]] == pytest.approx(shared)

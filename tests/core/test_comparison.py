"""Comparison of moves in sampled worlds: the same results as whole games, and as all deals one by one."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest

from service.advice import levels
from service.core import comparison, engine, robots
from service.core.bindings import SCORE_UNIT, CoreError
from service.core.comparison import Sample, TableTurn, compare_moves
from service.rules import cards as c

CLUB = robots.Policy("rules", numbers=levels.CLUB_NUMBERS)
RANDOM = robots.Policy("rules", numbers=levels.CLUB_NUMBERS, temperature=0.7)


def view(hands: list[str], to_beat: str = "", owner: int = 0, seat: int = 0) -> robots.View:
    """Return the view of a seat of three; the landlord has the first of *hands*."""
    rules = engine.rules_for("standard")
    order = hands[seat:] + hands[:seat]
    others = c.pack("".join(order[1:]))
    combo = engine.readings(rules, c.pack(to_beat))[0] if to_beat else None
    allies = tuple(((place + seat) % 3 != 0 and seat != 0) or place == 0 for place in range(3))
    left = tuple(len(hand) for hand in order)
    return robots.View(
        c.pack(order[0]), combo, others, left, allies, owner, enemies_allied=not seat, first=(3 - seat) % 3,
        tally=robots.PlayTally(0, 0, (0, 0, 0), (2, 2, 2)),
    )  # fmt: skip


def dealt(hands: list[str], seat: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    return [(c.pack(hand), ()) for hand in hands[seat:] + hands[:seat]]


ENDINGS = [
    ["34569TJQ", "3377KK", "48899A2"],
    ["55567A", "44JJ", "668QK2"],
    ["3334TTX", "5566778", "9AAD"],
]


@pytest.mark.parametrize("hands", ENDINGS, ids="/".join)
def test_one_deal_is_played_as_a_game_is(hands: list[str]) -> None:
    rules = engine.rules_for("standard")
    played = robots.game(rules, [CLUB] * 3, [c.pack(hand) for hand in hands], 1)
    [world] = compare_moves(rules, CLUB, view(hands), (), (), Sample(0, 1, 5), dealt=dealt(hands)).worlds
    assert world.won == (played.winner == 0)
    for seat in (1, 2):
        turn = TableTurn((3 - seat) % 3)
        [other] = compare_moves(
            rules, CLUB, view(hands, seat=seat), (), (), Sample(0, 1, 5), turn, dealt(hands, seat)
        ).worlds
        assert other.won == (played.winner != 0)
        assert sum(other.points[0]) == 0
        assert (other.points[0][0] > 0) == other.won


def test_a_play_that_ends_the_deal_is_paid() -> None:
    rules, hands = engine.rules_for("standard"), ["7", "44JJ", "668QK2"]
    [move] = engine.legal(rules, c.pack("7"), None)
    [world] = compare_moves(rules, CLUB, view(hands), (), (move,), Sample(0, 1, 5), dealt=dealt(hands)).worlds
    assert (world.won, world.points) == (1, ((2, -1, -1),))


def test_a_seat_that_goes_out_before_the_end_has_won() -> None:
    """Its enemies go out next: the rest of the deal is not solved for it."""
    rules = engine.rules_for("guandan")
    hands = [(c.pack(hand), ()) for hand in ("8", "9", "TT", "J")]
    known = robots.View(
        hands[0][0], None, c.pack("9TTJ"), (1, 1, 2, 1), (True, False, True, False), 0,
        to_places=True, enemies_allied=True,
    )  # fmt: skip
    solving = robots.Policy("rules", numbers=levels.CLUB_NUMBERS, budget=robots.Budget(0, 0, 0, open=10))
    [move] = engine.legal(rules, known.hand, None)
    [world] = compare_moves(rules, solving, known, (), (move,), Sample(0, 1, 5), dealt=hands).worlds
    assert world.won == 1
    assert world.points[0][0] == -world.points[0][1]


def test_sampled_worlds_agree_with_all_deals() -> None:
    """All ways to deal the unseen cards, with equal probabilities."""
    rules, hands = engine.rules_for("standard"), ["3359KA", "47K", "48QA"]
    moves = engine.legal(rules, c.pack(hands[0]), None)[: comparison.MOST_COMPARED]
    unseen, wins, n = sorted("47K48QA"), Counter[int](), 0
    for chosen in combinations(range(7), 3):
        second = "".join(unseen[i] for i in chosen)
        third = "".join(unseen[i] for i in range(7) if i not in chosen)
        deal = [hands[0], second, third]
        [world] = compare_moves(rules, CLUB, view(hands), (), moves, Sample(0, 1, 1), dealt=dealt(deal)).worlds
        wins.update({i: world.won >> i & 1 for i in range(len(moves))})
        n += 1
    assert n == math.comb(7, 3)
    draws = 4000
    sampled = compare_moves(rules, CLUB, view(hands), (), moves, Sample(0, draws, 9))
    assert sampled.effective == draws == len(sampled.worlds)
    assert 0 < sum(wins.values()) < n * len(moves)
    for i in range(len(moves)):
        share, exact = sum(world.won >> i & 1 for world in sampled.worlds) / draws, wins[i] / n
        assert abs(share - exact) <= 4 * math.sqrt(exact * (1 - exact) / draws) + 1e-9, moves[i]
    every = compare_moves(rules, CLUB, view(hands), (), moves, Sample(100, 50, 1, 25))
    assert every.exact
    assert len(every.worlds) == 25  # the two 4 and the two K are interchangeable
    total = sum(world.times for world in every.worlds)
    for i in range(len(moves)):
        share = sum(world.times * (world.won >> i & 1) for world in every.worlds) / total
        assert math.isclose(share, wins[i] / n, abs_tol=1e-3), moves[i]
    assert not compare_moves(rules, CLUB, view(hands), (), moves, Sample(100, 50, 1, 24)).exact


@pytest.mark.parametrize("suited", [False, True])
def test_all_worlds_keep_to_the_knowledge_of_a_seat(suited: bool) -> None:
    """Enumerated deals respect hand sizes, known cards, undealt cards and suits, as random deals do."""
    rules, draws = engine.rules_for("guandan"), 1000
    own, unseen = [tuple([sum([1 << 2 * c.RANKS.index(rank) for rank in ranks]) if suited else 0 for ranks in cards])
                   for cards in (("", "", "", "89"), ("78T", "89T", "T", ""))]  # fmt: skip
    known = robots.View(
        c.pack("89"), None, c.pack("7889TTT"), (2, 2, 2, 1), (True, False, True, False),
        0, own, unseen, held=() if suited else (0, c.pack("T"), c.pack("8"), 0), to_places=True, enemies_allied=True,
    )  # fmt: skip
    moves = engine.legal(rules, known.hand, None)
    every = compare_moves(rules, CLUB, known, (), moves, Sample(10, 10, 1, draws))
    sampled = compare_moves(rules, CLUB, known, (), moves, Sample(0, draws, 1))
    assert every.exact
    assert not sampled.exact
    total = sum(world.times for world in every.worlds)
    for i in range(len(moves)):
        exact = sum(world.times * (world.won >> i & 1) for world in every.worlds) / total
        share = sum(world.won >> i & 1 for world in sampled.worlds) / draws
        assert abs(share - exact) <= 4 * math.sqrt(max(0, exact * (1 - exact)) / draws) + 1e-3, moves[i]


def test_options_are_drawn_by_their_values() -> None:
    """Probabilities are proportional to exp(value / temperature), by the scores of the policy itself."""
    rules, own = engine.rules_for("standard"), view(["3456789TJQ2", "4477KKA", "688899A"], "5", 1)
    opinions = [one for one in robots.opinions(rules, RANDOM, own) if one.considered]
    best, n = max(one.value for one in opinions), 4000
    weights = {one.combo: math.exp((one.value - best) / SCORE_UNIT / 0.7) for one in opinions}
    counts = Counter(robots.choose(rules, RANDOM, own, seed).combo for seed in range(n))
    assert len(opinions) > 4
    for combo, weight in weights.items():
        chance = weight / sum(weights.values())
        assert abs(counts[combo] / n - chance) <= 4 * math.sqrt(chance * (1 - chance) / n) + 1 / n, combo


def test_what_cannot_be_is_refused() -> None:
    rules, hands = engine.rules_for("standard"), ENDINGS[0]
    own = view(hands)
    pair = engine.legal(rules, c.pack("KK"), None)[0]
    with pytest.raises(CoreError, match="reading"):
        compare_moves(rules, CLUB, own, (), (pair,), Sample(0, 1, 1))
    with pytest.raises(CoreError, match="table"):
        compare_moves(rules, CLUB, own, (), (None,), Sample(0, 1, 1), TableTurn(1))
    with pytest.raises(CoreError, match="table"):
        compare_moves(rules, CLUB, own, (), (), Sample(0, 1, 1), TableTurn(1, pair, 1))
    for sample in (Sample(0, 0, 1), Sample(0, comparison.MOST_WORLDS + 1, 1), Sample(comparison.MOST_WORLDS + 1, 1, 1)):
        with pytest.raises(CoreError, match="worlds"):
            compare_moves(rules, CLUB, own, (), (), sample)
    with pytest.raises(CoreError, match="more plays"):
        compare_moves(rules, CLUB, own, (), [None] * (comparison.MOST_COMPARED + 1), Sample(0, 1, 1))

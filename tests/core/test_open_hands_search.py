"""Open hands: the search compared with brute force, with and without canonical keys, and proofs that are replayed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.core import engine, open_hands
from service.core.bindings import CompiledRules, CoreError
from service.core.open_hands import LEAST_MEMORY, OpenMemory, OpenQuestion, solve_open
from service.rules.cards import pack, size
from tests.helpers.family_engine import kind_of, kind_of_reading
from tests.helpers.open_endings import KINDS, EndingKind, OpenEnding, packed, random_deal, random_ending, read_as
from tests.oracle.open_hands import OpenState as State
from tests.oracle.proof import Move, replay

ENDINGS = 20
NODES = 200_000


def kind_name(kind: EndingKind) -> str:
    return kind.name


@pytest.mark.parametrize("kind", KINDS, ids=kind_name)
def test_every_winning_play_is_that_of_brute_force(kind: EndingKind) -> None:
    verdicts = set()
    for seed in range(ENDINGS):
        ending = random_ending(kind, seed)
        answer = solve_open(ending.rules, ending.question, NODES)
        assert answer.exact
        assert answer.winner == ending.brute.winner(ending.state), ending.state
        wanted = {packed(cards) if cards else 0 for cards, _ in ending.brute.winning(ending.state)}
        assert {move.combo.cards if move.combo else 0 for move in answer.plays} == wanted, ending.state
        assert bool(answer.plays) == (answer.winner == ending.brute.sides[answer.mover])
        verdicts.add(answer.winner == ending.brute.sides[answer.mover])
    assert verdicts == {True, False}


@pytest.mark.parametrize("kind", KINDS, ids=kind_name)
def test_canonical_keys_change_no_answer(kind: EndingKind) -> None:
    """Hands are larger than those that brute force can solve."""
    states = [0, 0]
    for seed in range(1000, 1000 + ENDINGS):
        ending = random_ending(kind._replace(most=kind.most + 5), seed)
        answers = [
            solve_open(ending.rules, ending.question, 10 * NODES, plain_keys=plain_keys) for plain_keys in (False, True)
        ]
        canonical, plain = ((answer.exact, answer.winner, set(answer.plays)) for answer in answers)
        assert canonical == plain, ending.question
        assert canonical[0]
        states = [total + answer.nodes for total, answer in zip(states, answers, strict=True)]
    assert states[0] < states[1] or {"wild", "handicap"} & {*kind.options}, "canonical keys never join two states"


def strategy(ending: OpenEnding) -> Callable[[State], Callable[[Move], bool]]:
    """Return a strategy that plays the core's first winning move in every state."""
    combos: dict[Any, Any] = {(ending.state.to_beat, ending.state.owner): ending.to_beat}

    def choose(state: State) -> Callable[[Move], bool]:
        to_beat = combos.get((state.to_beat, state.owner))
        if state.to_beat is not None and to_beat is None:
            cards = ending.brute.game.pack(state.to_beat.plays_as)
            to_beat = read_as(ending.rules, cards, cards, state.to_beat)
        move = solve_open(ending.rules, ending.after(state, to_beat).question, NODES).plays[0]

        def is_it(one: Move) -> bool:
            cards, reading = one
            if cards is None or reading is None or move.combo is None:
                return cards is None and move.combo is None
            return packed(cards) == move.combo.cards and kind_of_reading(reading) == kind_of(move.combo)

        return is_it

    return choose


REPLAYED = [kind for kind in KINDS if kind.variant not in ("laizi", "yuncheng", "guandan")]
"""Games in which the cards of a play determine its reading."""


@pytest.mark.parametrize("kind", REPLAYED, ids=kind_name)
def test_a_proof_stands_against_every_defence(kind: EndingKind) -> None:
    decided = 0
    for seed in range(10):
        ending = random_ending(kind, 2000 + seed)
        answer = solve_open(ending.rules, ending.question, NODES)
        decided += replay(ending.brute, ending.state, answer.winner, strategy(ending))
    assert decided > 10


@pytest.mark.parametrize("kind", KINDS, ids=kind_name)
def test_a_line_ends_with_the_winner_going_out(kind: EndingKind) -> None:
    for seed in range(ENDINGS):
        ending = random_ending(kind, seed)
        answer = solve_open(ending.rules, ending.question, NODES)
        left, spare = [packed(hand) for hand in ending.state.hands], ending.question.spare

        def is_in(held: tuple[int, int], spare: tuple[int, ...] = spare) -> bool:
            return size(held[1]) > spare[held[0]]

        for move in answer.line:
            assert all(map(is_in, enumerate(left))), "the line goes on after the end"
            left[move.seat] -= move.combo.cards if move.combo else 0
        assert not is_in((answer.line[-1].seat, left[answer.line[-1].seat]))
        assert ending.brute.sides[answer.line[-1].seat] == answer.winner


@pytest.mark.parametrize("kind", KINDS, ids=kind_name)
def test_a_line_is_the_shortest_win_and_the_longest_defence(kind: EndingKind) -> None:
    longest = 0
    for seed in range(ENDINGS):
        ending = random_ending(kind, seed)
        answer = solve_open(ending.rules, ending.question, NODES)
        own = [move for move in answer.line if move.combo and ending.brute.sides[move.seat] == answer.winner]
        assert len(own) == ending.brute.plays_to_win(ending.state), ending.state
        longest = max(longest, len(own))
    assert longest > 1


def test_a_chain_is_not_led_card_by_card(standard: CompiledRules) -> None:
    """Nothing beats the straight of twelve, and the joker is left."""
    answer = solve_open(standard, OpenQuestion(hands_of("3456789TJQKAD", "AKQJT", "AKQJT"), (0, 1, 1)), 10**6)
    assert [move.seat for move in answer.line if move.combo] == [0, 0]


def test_states_that_are_not_enough_for_the_shortest_win_leave_the_verdict(standard: CompiledRules) -> None:
    question = OpenQuestion(hands_of("3344568TJKA2", "4577889TQQKD"), (0, 1))
    verdict = solve_open(standard, question, 10**6, verdict_only=True)
    least = next(nodes for nodes in range(verdict.nodes, 10**6, 50) if solve_open(standard, question, nodes).exact)
    tight, free = solve_open(standard, question, least), solve_open(standard, question, 10**6)
    assert (tight.winner, tight.plays, tight.nodes) == (free.winner, free.plays, least)
    assert len(free.line) <= len(tight.line)


@pytest.mark.parametrize("kind", KINDS, ids=kind_name)
def test_a_verdict_alone_is_the_same(kind: EndingKind) -> None:
    for seed in range(ENDINGS):
        ending = random_ending(kind, seed)
        whole, verdict = (
            solve_open(ending.rules, ending.question, NODES, verdict_only=verdict_only)
            for verdict_only in (False, True)
        )
        assert (verdict.exact, verdict.winner, verdict.line) == (True, whole.winner, ())
        assert set(verdict.plays) <= set(whole.plays)
        assert len(verdict.plays) == min(1, len(whole.plays))


def hands_of(*hands: str) -> tuple[int, ...]:
    return tuple(map(pack, hands))


def test_adjacent_ranks_stay_adjacent_while_a_run_can_be_made(standard: CompiledRules) -> None:
    """34567 is a run and 34568 is not: the hands differ in nothing else."""
    runs, apart = (
        solve_open(standard, OpenQuestion(hands_of(hand, "44TT"), (0, 1)), NODES) for hand in ("34567", "3456K")
    )
    assert (runs.winner, apart.winner) == (0, 1)


@pytest.mark.parametrize("memory", [LEAST_MEMORY, 3_000_001, open_hands.MEMORY])
def test_the_size_of_the_memory_changes_no_verdict(standard: CompiledRules, memory: int) -> None:
    question = OpenQuestion(hands_of("3344568TJKA2", "4577889TQQKD"), (0, 1))
    answer = solve_open(standard, question, 10**6, memory)
    assert answer.exact
    assert answer.winner == solve_open(standard, question, 10**6).winner


def test_bounds_end_a_search_without_a_claim(standard: CompiledRules) -> None:
    question = OpenQuestion(hands_of("3344568TJKA2", "4577889TQQKD"), (0, 1))
    answer = solve_open(standard, question, 20)
    assert not answer.exact
    assert (answer.plays, answer.line, answer.nodes) == ((), (), 20)
    with pytest.raises(CoreError, match="more plays than the array holds"):
        solve_open(standard, question, 20, LEAST_MEMORY - 1)


def test_the_same_question_costs_the_same_again(standard: CompiledRules) -> None:
    """Nothing is known from the call before: neither nodes nor plays depend on earlier use of the memory."""
    question = OpenQuestion(hands_of("3344568TJKA2", "4577889TQQKD"), (0, 1))
    first = solve_open(standard, question, 10**6)
    for _ in range(300):  # more than the number of generations
        solve_open(standard, OpenQuestion(hands_of("34", "5"), (0, 1)), 100)
    assert solve_open(standard, question, 10**6) == first


IMPOSSIBLE: dict[str, OpenQuestion] = {
    "one seat": OpenQuestion(hands_of("34"), (0,)),
    "one side": OpenQuestion(hands_of("34", "56"), (0, 0)),
    "a third side": OpenQuestion(hands_of("34", "56", "7"), (0, 1, 2)),
    "a seat without cards": OpenQuestion((pack("34"), 0), (0, 1)),
    "a mover that is no seat": OpenQuestion(hands_of("34", "56"), (0, 1), mover=2),
}


@pytest.mark.parametrize("question", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_deals_are_rejected(standard: CompiledRules, question: OpenQuestion) -> None:
    with pytest.raises(CoreError, match="a table that cannot be"):
        solve_open(standard, question, 100)


@pytest.mark.parametrize(("mover", "owner", "passes"), [(0, 0, 0), (2, 1, 1), (2, 0, 0), (1, 0, 2)])
def test_impossible_turns_are_rejected(standard: CompiledRules, mover: int, owner: int, passes: int) -> None:
    combo = engine.play(standard, pack("3"), pack("3"), None)
    question = OpenQuestion(hands_of("34", "56", "7"), (0, 1, 1), mover, combo, owner, passes)
    with pytest.raises(CoreError, match="a table that cannot be"):
        solve_open(standard, question, 100)


def test_an_answer_does_not_depend_on_the_searches_before(standard: CompiledRules) -> None:
    """Searches of this size replace stored states; their number of visited states is part of the answer."""
    questions = [random_deal(standard, 24, seed) for seed in (5, 6, 11, 33, 40)]
    answers = []
    for question in questions:
        OpenMemory.idle.clear()
        answers.append(solve_open(standard, question, NODES))
    assert min(answer.nodes for answer in answers) > 30_000
    for _ in range(3):
        assert [solve_open(standard, question, NODES) for question in questions] == answers

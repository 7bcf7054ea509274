"""Open hands near the end, and sure wins, each compared with a slow exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from service.advice import levels, robot
from service.core import engine, robots
from service.core.bindings import CompiledRules, CoreError
from service.position.parse.position_text import PositionText
from service.position.read import read_position
from service.rules import cards
from tests.oracle.family import GAMES
from tests.oracle.open_hands import BruteForce, OpenState, without

BRUTE = BruteForce(GAMES["standard"](), (0, 1, 1))
"""The landlord against the two farmers."""


def dealt(rng: random.Random, sizes: Sequence[int], ranks: str) -> tuple[str, ...]:
    """Return random hands of few ranks, so that plays beat each other."""
    deck = [rank for rank in ranks for _ in range(1 if rank in "XD" else 4)]
    rng.shuffle(deck)
    hands = []
    for size in sizes:
        hands.append(BRUTE.game.pack(deck[:size]))
        del deck[:size]
    return tuple(hands)


@pytest.mark.parametrize("seed", range(60))
def test_open_hands_are_solved(standard: CompiledRules, seed: int) -> None:
    rng = random.Random(seed)
    hands = dealt(rng, [rng.randint(1, 4) for _ in range(3)], rng.choice(["345", "36A2", "3456X", "9A2XD"]))
    packed = [cards.pack(hand) for hand in hands]
    assert robots.open_win(standard, packed) == (BRUTE.winner(OpenState(hands)) == 0), hands


@pytest.mark.parametrize(
    "hands", [("356", "3466", "35"), ("478", "4558", "468"), ("789TT", "7889T", "77"), ("34455", "3366", "4556")]
)
def test_similar_states_are_distinct(standard: CompiledRules, hands: tuple[str, ...]) -> None:
    """States whose hands differ in the same cards as the play to beat have different keys."""
    packed = [cards.pack(hand) for hand in hands]
    assert robots.open_win(standard, packed) == (BRUTE.winner(OpenState(hands)) == 0)


def test_too_few_states_tell_nothing(standard: CompiledRules) -> None:
    hands = [cards.pack(hand) for hand in ("334459TA", "35678TJ2", "4467889K")]
    assert robots.open_win(standard, hands, 3) is None


def test_three_sides_are_not_solved() -> None:
    with pytest.raises(CoreError, match="a table that cannot be"):
        robots.open_win(engine.rules_for("paodekuai"), [cards.pack(hand) for hand in ("34", "5", "6")])


def worlds(unseen: str, size: int) -> Iterator[tuple[str, str]]:
    """Yield every way to deal *unseen* to two seats, the first getting *size* cards."""
    for part in BRUTE.game.subsets(unseen):
        if len(part) == size:
            yield part, without(BRUTE.game, unseen, part)


def endings(level: str, n: int) -> Iterator[tuple[str, str, int, robot.Move]]:
    """Yield hands of a leading landlord, the unseen cards, the size of the next hand, and the move of *level*."""
    whole = cards.text(engine.rules_for("standard").deck)
    for seed in range(n):
        rng = random.Random(seed)
        held, down, up = dealt(rng, (rng.randint(2, 6), rng.randint(1, 4), rng.randint(1, 4)), "345689TQKA2XD")
        seen = without(BRUTE.game, whole, held + down + up)
        left = {"landlord_down": len(down), "landlord_up": len(up)}
        position = read_position(PositionText(held, seat="landlord", left=left, seen=seen))
        yield held, BRUTE.game.pack(down + up), len(down), robot.choose_move(position, level)


@pytest.mark.parametrize(("level", "hands"), [("club", 150), ("expert", 60)])
def test_a_sure_win_wins_in_every_world(level: str, hands: int) -> None:
    """Also if both farmers see all cards; the line splits the hand."""
    proven = 0
    for held, unseen, size, move in endings(level, hands):
        if "sure_win" not in move.why:
            continue
        assert move.combo is not None
        proven += 1
        assert move.line[0] == move.combo
        assert sum(combo.cards for combo in move.line) == cards.pack(held)
        played = cards.text(move.combo.cards)
        rest = without(BRUTE.game, held, played)
        for down, up in worlds(unseen, size):
            state = OpenState((rest, down, up), 1, BRUTE.game.lead(played))
            assert not rest or BRUTE.winner(state) == 0, (held, down, up)
    assert proven > hands / 8


@pytest.mark.parametrize("level", ["hint", "expert"])
def test_a_search_proves_what_needs_an_answer(level: str) -> None:
    """No bomb is possible.

    The three or the five is beaten by at most an ace; a joker and a two beat that, and lead again.
    """
    position = read_position(
        PositionText(
            "35D2", seat="landlord", left={"landlord_down": 5, "landlord_up": 6}, seen="33445566778899TTJJQQKKAA222X"
        )
    )
    club, searching = robot.choose_move(position, "club"), robot.choose_move(position, level)
    assert club.why == ("best_of_split",)
    assert searching.why == ("sure_win", "wins")
    line = [cards.text(combo.cards) for combo in searching.line]
    assert line in (["3", "D", "2", "5"], ["5", "D", "2", "3"])
    assert searching.search is None


def paodekuai(hand: str, unseen: str, left: tuple[int, int], level: str = "club", **options: str) -> robot.Move:
    rules = engine.rules_for("paodekuai")
    seen = cards.text(rules.deck - cards.pack(hand) - cards.pack(unseen))
    text = PositionText(
        hand, variant="paodekuai", options=options, seat="0", left={"1": left[0], "2": left[1]}, seen=seen
    )  # fmt: skip
    return robot.choose_move(read_position(text), level)


@pytest.mark.parametrize("level", ["regular", "club", "expert"])
@pytest.mark.parametrize(
    ("hand", "unseen", "left"), [("45678TTT2", "455677899Q", (7, 3)), ("34567QQQA", "37789TJKA", (7, 2))]
)
def test_what_is_short_of_kickers_is_only_led_as_the_last(
    level: str, hand: str, unseen: str, left: tuple[int, int]
) -> None:
    """Nothing beats the three of a rank, but the chain, which can be beaten, has to be led first."""
    move = paodekuai(hand, unseen, left, level)
    assert "sure_win" not in move.why or move.line


def test_an_enemy_may_answer_short_of_kickers() -> None:
    """An enemy may have 4447, which beats 333 and two cards: so the deuce is led first, and they are last."""
    move = paodekuai("333562", "44478TJQ", (4, 4))
    assert [cards.text(combo.cards) for combo in move.line] == ["2", "33356"]


def test_four_unseen_of_a_rank_need_not_be_in_one_hand() -> None:
    """A hand KK5 may play kings, although a hand with KKKK may not break them."""
    assert "sure_win" not in paodekuai("J4", "KKKK57", (3, 3), bomb_split="off").why


@pytest.mark.parametrize("hand", ["DDX", "DXX"])
def test_nothing_is_proven_where_suits_matter(hand: str) -> None:
    """Jokers have no suits, but a straight flush beats them."""
    rules, unseen = engine.rules_for("guandan", (("level", "2"),)), cards.pack("345679TJ")
    seen = "".join(rank + suit for rank in "3456789TJQKA2" for suit in "shcd" for _ in range(2))
    for card in ("3s", "4s", "5s", "6s", "7s", "9h", "Td", "Jc"):
        seen = seen.replace(card, "", 1)
    seen += cards.text(cards.pack("XXDD") - cards.pack(hand))
    text = PositionText(
        hand, variant="guandan", seat="0", left={"1": 5, "2": 2, "3": 1}, seen=seen, options={"level": "2"}
    )
    position = read_position(text)
    assert (position.rules, position.unseen) == (rules, unseen)
    assert "sure_win" not in robot.choose_move(position, "expert").why


@pytest.mark.parametrize("seed", [30, 37, 41, 76])
def test_a_search_under_whole_bombs_splits_as_if_alone(seed: int) -> None:
    """The value of a card depends on its hand, so no memo may reuse it for another hand."""
    rules = engine.rules_for("paodekuai", (("bomb_split", "off"),))
    hands = robots.deal(rules, seed)
    sizes = tuple(cards.size(hand) for hand in hands)
    view = robots.View(hands[0], None, hands[1] + hands[2], sizes, (True, False, False), 0)
    assert robots.choose(rules, levels.policy_of("expert", 320), view, seed).combo is not None

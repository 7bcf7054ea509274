"""The arena: the same decks from both sides, the same seed the same score."""

from __future__ import annotations

import pytest

from arena.__main__ import main
from arena.match import margin, match, play_deck, policy_named, score_of
from service import cards, players
from service.core import Rules


def test_a_player_against_itself_is_even() -> None:
    score = match("club", "club", 60)
    assert (score.wp, score.adp, score.wp_margin) == (0.5, 0.0, 0.0)


def test_sides_are_swapped_on_one_deck() -> None:
    club, novice = policy_named("club"), policy_named("novice")
    for seed in range(20):
        ours, theirs = play_deck(club, novice, "standard", seed), play_deck(novice, club, "standard", seed)
        assert ours[0] == 1 - theirs[0]
        assert ours[1] == -theirs[1]


def test_the_same_seed_gives_the_same_score_on_any_number_of_processes() -> None:
    assert match("club", "novice", 120, seed=3, jobs=2) == match("club", "novice", 120, seed=3)
    assert match("club", "novice", 120, seed=4) != match("club", "novice", 120, seed=3)


def test_deals_are_the_deck(standard: Rules) -> None:
    for seed in range(50):
        hands = players.deal(standard, seed)
        assert [cards.size(hand) for hand in hands] == [20, 17, 17]
        assert sum(hands) == cards.from_counts(standard.setup.deck.get(rank, 0) for rank in cards.RANKS)


def test_a_game_ends_with_its_winner(standard: Rules) -> None:
    result = players.game(standard, [policy_named("club")] * 3, players.deal(standard, 5), 5)
    assert result.winner in (0, 1, 2)
    assert result.plays[result.winner] > 0
    assert result.moves >= sum(result.plays)


def test_intervals_are_those_of_the_mean() -> None:
    """Variance of 0 and 1 in equal parts is 1/4: 1.96 * sqrt(n / (n - 1) / 4 / n)."""
    mean, half = margin([0.0, 1.0] * 50)
    assert mean == 0.5
    assert half == pytest.approx(1.96 * (100 / 99 / 4 / 100) ** 0.5)
    assert score_of([(1.0, 2.0)] * 3).adp == 2.0


def test_the_command_prints_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "novice", "random", "--decks", "20", "--jobs", "1"]) == 0
    assert "WP" in capsys.readouterr().out
    assert main(["match", "novice", "random", "--decks", "1", "--variant", "whist"]) == 2

"""The arena: the same decks from both sides, equal scores for equal seeds, and result files that matches continue."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.arena.__main__ import main
from lab.arena.errors import ArenaError
from lab.arena.match import Match, margin, play_deck, play_match, rules_drawn, rules_with, score_of
from lab.arena.opponents import find_opponent
from lab.arena.results import Deck, GameResult, deck_line, read_deck
from service.core import robots
from service.core.bindings import CompiledRules
from service.position.position import variant_line
from service.rules import cards
from service.rules.games.landlord import SUITED

CLUB, NOVICE = find_opponent("club"), find_opponent("novice")


def test_a_player_against_itself_is_even() -> None:
    score = score_of(play_match(Match("club", "club"), 60))
    assert (score.wp, score.adp, score.wp_margin) == (0.5, 0.0, 0.0)


def test_sides_are_swapped_on_one_deck(standard: CompiledRules) -> None:
    for seed in range(20):
        ours, theirs = play_deck(standard, CLUB, NOVICE, seed), play_deck(standard, NOVICE, CLUB, seed)
        assert ours.share == 1 - theirs.share
        assert ours.points == -theirs.points


def test_the_same_seed_gives_the_same_score_on_any_number_of_processes() -> None:
    alone = play_match(Match("club", "novice", seed=3), 120)
    assert play_match(Match("club", "novice", seed=3), 120, jobs=2) == alone
    assert play_match(Match("club", "novice", seed=4), 120) != alone


def test_deals_are_the_deck(standard: CompiledRules) -> None:
    for seed in range(50):
        hands = robots.deal(standard, seed)
        assert [cards.size(hand) for hand in hands] == [20, 17, 17]
        assert sum(hands) == cards.from_counts(standard.setup.deck.get(rank, 0) for rank in cards.RANKS)


def test_a_game_ends_with_its_winner(standard: CompiledRules) -> None:
    assert CLUB.policy is not None
    result = robots.game(standard, [CLUB.policy] * 3, robots.deal(standard, 5), 5)
    assert result.winner in (0, 1, 2)
    assert result.plays[result.winner] > 0
    assert result.moves >= sum(result.plays)


def test_a_deck_is_the_mean_of_its_games() -> None:
    deck = Deck(7, GameResult(True, 2, 8), GameResult(False, 0, -2))
    assert (deck.share, deck.points) == (0.5, 3.0)
    assert read_deck(deck_line(deck)) == deck


def test_intervals_are_those_of_the_mean() -> None:
    """Variance of 0 and 1 in equal parts is 1/4: 1.96 * sqrt(n / (n - 1) / 4 / n)."""
    mean, half = margin([0.0, 1.0] * 50)
    assert mean == 0.5
    assert half == pytest.approx(1.96 * (100 / 99 / 4 / 100) ** 0.5)


def test_rules_come_with_their_options() -> None:
    assert variant_line(rules_with("standard[attach=pagat]", [])) == "standard[attach=pagat]"
    assert variant_line(rules_with("standard[attach=douzero]", [])) == "standard"


# ---- result files ---------------------------------------------------------------------------------------------


def test_the_wild_ranks_of_laizi_take_turns() -> None:
    """Each deck has a wild rank, the same from both sides; a rank set by an option stays."""
    drawn, chosen = rules_with("laizi", ()), rules_with("laizi[wild=7]", ())
    assert {rules_drawn(drawn, deal).options["wild"] for deal in range(13)} == set(SUITED)
    assert rules_drawn(chosen, 3) is chosen
    for seed in range(3):
        assert play_deck(drawn, CLUB, NOVICE, seed) == play_deck(rules_drawn(drawn, seed), CLUB, NOVICE, seed)


def test_a_match_goes_on_where_its_file_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, match = tmp_path / "new" / "match.jsonl", Match("club", "novice")
    whole = play_match(match, 30)
    play_match(match, 12, out=path)
    path.write_text(path.read_text()[:-5])  # stopped in the middle of a line
    seeds: list[int] = []
    monkeypatch.setattr("lab.arena.match.play_deck", lambda *given: seeds.append(given[-1]) or play_deck(*given))
    assert play_match(match, 30, out=path) == whole
    assert seeds == list(match.seeds(30))[11:]
    assert play_match(match, 20, out=path) == whole[:20]
    assert len(seeds) == 19
    assert len(path.read_text().splitlines()) == 31


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    play_match(Match("club", "novice"), 2, out=path)
    for other in (Match("novice", "club"), Match("club", "novice", seed=2), Match("club", "novice", "zhengshangyou")):
        with pytest.raises(ArenaError, match="another match"):
            play_match(other, 2, out=path)
    path.write_text(path.read_text().replace('"versions": {"club": "', '"versions": {"club": "older '))
    with pytest.raises(ArenaError, match="versions"):
        play_match(Match("club", "novice"), 2, out=path)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "junk\n", r"match\.jsonl, line 1: no head of a match"),
        (lambda text: "[]\n", "holds another match"),
        (lambda text: "notes", "no whole line"),
        (lambda text: "\xff\x00\n", "line 1"),
        (lambda text: text.replace("led", "let", 1), r"match\.jsonl, line 2: no line of a deck: '{\"seed\""),
        (lambda text: text.replace("], ", ", -1], ", 1), "line 2"),
        (lambda text: text + "\n", "line 5: no line of a deck: ''"),
    ],
)
def test_a_damaged_file_is_refused_and_kept(
    damage: Callable[[str], str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    arguments = f"match club novice --decks 3 --jobs 1 --out {path}".split()
    assert main(arguments) == 0
    damaged = damage(path.read_text()).encode("latin-1")
    path.write_bytes(damaged)
    assert main(arguments) == 2
    assert re.search(message, capsys.readouterr().err)
    assert path.read_bytes() == damaged


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    for command, out in (
        ("match club novice", tmp_path),
        ("ladder club novice", file),
        ("sprt club novice", file / "x"),
    ):
        assert main(f"{command} --decks 1 --jobs 1 --out {out}".split()) == 2
        assert str(file if out != tmp_path else tmp_path) in capsys.readouterr().err


# ---- commands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "match novice random --decks 1 --variant whist",
        "match novice nobody",
        "match novice ftp://somewhere",
    ],
)
def test_unknown_games_and_opponents_are_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    assert capsys.readouterr().err.strip()


def test_a_stopped_match_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lab.arena.match.play_deck", stop)
    out = str(tmp_path / "m.jsonl")
    assert main(["match", "novice", "random", "--decks", "2", "--jobs", "1", "--out", out]) == 130
    assert "goes on" in capsys.readouterr().err

"""The levels for people: their limits, moves that no person would make, and levels by a share of wins."""

from __future__ import annotations

import random

import pytest

from lab.arena.match import match_score
from service.advice import levels, mixed_levels, robot
from service.advice.views import view_of
from service.core import engine, robots
from service.core.robots import Limits
from service.position.parse.position_text import parse_line
from service.position.read import read_position
from service.rules import cards as c
from service.rules.combos import ORDINARY
from service.rules.strength import Strength
from tests.advice.test_robot import play, position, seen_but

FAST = [level.id for level in levels.LEVELS.values() if level.budget is None]
LADDER = sorted((level for level in levels.LEVELS.values() if level.step), key=lambda level: level.step)
BIG = {"X", "D", "XD", "2", "22", "222"}
"""Cards that no level leads first while it has others."""


def test_the_ladder_has_seven_steps_up_to_master() -> None:
    assert [level.step for level in LADDER] == [1, 2, 3, 4, 5, 6, 7]
    assert [level.zh for level in LADDER][:2] == ["新手", "学徒"]
    assert LADDER[-1].id == "master"
    assert len({level.zh for level in levels.LEVELS.values()}) == len(levels.LEVELS)


@pytest.mark.parametrize("level", FAST)
def test_no_level_opens_with_jokers_or_twos(level: str) -> None:
    for seed in range(40):
        hand = c.text(robots.deal(engine.rules_for("standard"), seed)[0])
        assert play(position(hand), level, seed)[0] not in BIG


@pytest.mark.parametrize("level", FAST)
@pytest.mark.parametrize("hand", ["3455667777899TJQK", "33446688889JQKA2D", "345TTTT9JQKKAAXD"])
def test_no_level_bombs_a_four_when_nothing_is_at_stake(level: str, hand: str) -> None:
    where = position(hand, "landlord_down", "4", "landlord", landlord=19, landlord_up=17)
    move = robot.choose_move(where, level, 1).combo
    assert move is None or move.tier == ORDINARY


@pytest.mark.parametrize("level", FAST)
def test_no_level_beats_a_low_pair_with_twos_in_the_first_trick(level: str) -> None:
    where = position("3355667899TQKKA22", "landlord_down", "44", "landlord", landlord=18, landlord_up=17)
    assert play(where, level)[0] not in BIG


PEOPLE = [level.id for level in LADDER if level.id not in ("adept", "master")]


@pytest.mark.parametrize("level", PEOPLE)
@pytest.mark.parametrize("play_to_beat", ["X", "2", "A"])
def test_no_joker_is_played_over_a_high_card_of_an_ally(level: str, play_to_beat: str) -> None:
    """Found in whole games of `starter` and `apprentice`: the big joker on the ally's small one."""
    where = position("44455568TTTJA222D", "landlord_up", play_to_beat, "landlord_down", landlord=14, landlord_down=11)
    assert play(where, level)[0] not in BIG


@pytest.mark.parametrize("level", ["apprentice", "hobbyist"])
def test_a_beginner_still_beats_low_cards_of_its_ally(level: str) -> None:
    where = position("345678899TTQKA22X", "landlord_up", "6", "landlord_down", landlord=19, landlord_down=16)
    assert play(where, level)[0] in {"7", "8"}


@pytest.mark.parametrize("level", ["starter", "apprentice", "hobbyist"])
def test_threes_and_low_pairs_are_not_worth_twos(level: str) -> None:
    """Found in whole games: three twos on three threes in the second trick, and two twos on a pair of fives."""
    for hand, beaten in (("3456778899TJQK222", "333"), ("3344568JJJQKKKA22", "55")):
        where = position(hand, "landlord_down", beaten, "landlord", landlord=17, landlord_up=17)
        assert play(where, level)[0] not in BIG | {"222"}


@pytest.mark.parametrize("level", ["starter", "apprentice", "hobbyist", "regular"])
@pytest.mark.parametrize(
    "line",
    [
        "landlord_down 334567788TJQKKA22 5Q2 4446,.,.,TT",
        "landlord_down 456789TJJQQKA22 TKD 33,88,.,99",
        "landlord_up 334556689QKAAA22X TKD 33,88",
        "landlord 3455679999TTJJKK22X 39K 4,5,T",
        "landlord 4455789TJJQQKKAA22D QAA 3,T,J",
        "landlord_up 334678899TTJQKD 49J 33,44,QQ,AA,.,.,4,8",
        "landlord_up 4456678889TJQQQD 78A 8,9,K,A,2,.,.,3",
        "landlord_down 33566667889TJQKAX 5KD 3344455577,.,.,9",
    ],
)
def test_high_cards_are_saved_in_the_first_tricks(level: str, line: str) -> None:
    """Found in whole games: two twos on pairs of eights to tens, and jokers on a three to a jack."""
    assert play(read_position(parse_line(f"standard {line}")), level)[0] not in BIG


@pytest.mark.parametrize("level", ["starter", "apprentice", "hobbyist"])
def test_a_first_lead_that_must_show_a_card_is_no_play_that_is_overlooked(level: str) -> None:
    """Found in whole games: a plane of ten cards by players who see none, because the lead had to contain a three."""
    where = read_position(parse_line("paodekuai 0 355566677889JKAA - -"))
    assert play(where, level)[0] == "3"


@pytest.mark.parametrize("level", ["starter", "apprentice", "hobbyist"])
def test_low_bombs_are_not_led_before_high_cards(level: str) -> None:
    """Found in a whole game: four bombs led one after the other, from a bomb of sixes on, because they are low."""
    hand = "6d6c6h7h7d7h7s8d8c8c8hTdTsTsTdJsJsJdJdJhQhQcAs2s2cD2h"
    assert play(read_position(parse_line(f"guandan 0 {hand} - -")), level)[0] in {"Q", "QQ"}


@pytest.mark.parametrize("level", PEOPLE)
@pytest.mark.parametrize(("hand", "led"), [("8A2", "2"), ("4599", "99")])
def test_the_last_card_of_an_enemy_gets_no_low_solo(level: str, hand: str, led: str) -> None:
    """Found in a whole game of `starter`: an 8 was led to a landlord with one card, who won with a ten."""
    assert play(position(hand, "landlord_up", landlord=1, landlord_down=6), level)[0] == led


@pytest.mark.parametrize("level", ["starter", "apprentice", "hobbyist", "regular"])
@pytest.mark.parametrize(
    ("hand", "beaten", "left"),
    [
        ("5556667777TJQQXD", "22", 4),
        ("5556667777TJQQXD", "22", 3),
        ("34557777899KK", "A", 2),
        ("34577778TQXD", "TT", 1),
    ],
)
def test_a_bomb_is_used_against_the_last_cards_of_an_enemy(level: str, hand: str, beaten: str, left: int) -> None:
    """Found on the board: a pass on two twos of a farmer with four cards left, with a bomb and the rocket in hand."""
    where = position(hand, "landlord", beaten, "landlord_down", landlord_down=left, landlord_up=10)
    move = robot.choose_move(where, level, 1).combo
    assert move is not None
    assert move.tier > ORDINARY


@pytest.mark.parametrize(("level", "most"), [("starter", 4), ("apprentice", 4), ("hobbyist", 6), ("regular", 6)])
@pytest.mark.parametrize("left", [4, 6, 7])
def test_a_bomb_of_guandan_is_used_before_a_play_of_five_cards(level: str, most: int, left: int) -> None:
    """Found in a whole game of `regular`: four fours and four aces kept until an enemy led its last five cards."""
    hand = "4h4s4c4d5h6sQhQsQcKhKsAhAsAcAd"
    where = read_position(parse_line(f"guandan 1 {hand} - ?2h2s@0;left=0:{left},2:15,3:20"))
    assert play(where, level)[0] == ("4444" if left <= most else "")


@pytest.mark.parametrize("level", ["starter", "apprentice", "hobbyist", "regular"])
def test_a_bomb_is_kept_while_a_card_beats_the_last_cards_of_an_enemy(level: str) -> None:
    """An ordinary play that beats is better than a bomb, and nothing is at stake on an ally's play."""
    where = position("3445566667TJQQKK", "landlord", "5", "landlord_down", landlord_down=3, landlord_up=10)
    move = robot.choose_move(where, level, 1).combo
    assert move is not None
    assert move.tier == ORDINARY
    where = position("3445566667TJQQXD", "landlord_up", "22", "landlord_down", landlord_down=3, landlord=10)
    assert robot.choose_move(where, level, 1).combo is None


def weighing(limits: Limits, hand: str, **left: int) -> str:
    """Return the play of the rules of `club` with some limits."""
    where = position(hand, **left)
    policy = robots.Policy("rules", numbers=levels.CLUB_NUMBERS, limits=limits)
    combo = robots.choose(where.rules, policy, view_of(where), 1).combo
    return c.text(combo.cards) if combo else ""


def test_a_run_that_is_overlooked_is_not_led() -> None:
    hand = "3456789JJQKA2"
    assert weighing(Limits(), hand) == "3456789"
    assert weighing(Limits(overlooks=frozenset({"straight"})), hand) == "3"


def test_the_last_card_of_an_enemy_is_noticed_by_limit() -> None:
    """With one card left an enemy must not get a solo; two cards go unnoticed by a player who notices only one."""
    hand = "4477K"
    assert weighing(Limits(), hand, landlord_down=2, landlord_up=9) == "K"
    assert weighing(Limits(notices=1), hand, landlord_down=2, landlord_up=9) != "K"


def test_forgotten_cards_count_as_unseen() -> None:
    """The ace of 33A cannot be beaten once the jokers and twos are gone, for a player who counted the high cards."""
    where = position("33A", seen=seen_but("33A", "4567789TJQ"), landlord_down=5, landlord_up=5)
    led = []
    for limits in (Limits(), Limits(forgets=True, tricks=1), Limits(forgets=True), Limits(forgets=True, counts=4)):
        policy = robots.Policy("rules", numbers=levels.CLUB_NUMBERS, limits=limits)
        combo = robots.choose(where.rules, policy, view_of(where), 1).combo
        led.append(c.text(combo.cards) if combo else "")
    assert led == ["A", "A", "33", "A"]


@pytest.mark.parametrize(
    ("strong", "weak", "least"),
    [
        ("apprentice", "starter", 0.57),
        ("hobbyist", "apprentice", 0.6),
        ("regular", "hobbyist", 0.55),
        ("club", "regular", 0.55),
    ],
)
def test_each_step_beats_the_one_below(strong: str, weak: str, least: float) -> None:
    assert match_score(strong, weak, 400, 7).wp > least


@pytest.mark.parametrize("game", ["paodekuai", "guandan"])
@pytest.mark.parametrize(
    ("strong", "weak"),
    [("apprentice", "starter"), ("hobbyist", "apprentice"), ("regular", "hobbyist"), ("club", "regular")],
)
def test_steps_are_even_where_runs_are_worth_more(game: str, strong: str, weak: str) -> None:
    """With one row for all games `regular` and `club` of Paodekuai won 0.56 against the step below."""
    assert 0.57 < match_score(strong, weak, 300 if game == "paodekuai" else 60, 9, variant=game).wp < 0.78


@pytest.mark.parametrize(
    ("level", "hand", "led"),
    [
        ("hobbyist", "4567899JJQA", "4"),
        ("regular", "4567899JJQA", "45678"),
        ("hobbyist", "55566789TJQKA", "55578"),
        ("regular", "5566778JJQKA2", "55"),
        ("club", "5566778JJQKA2", "556677"),
    ],
)
def test_kinds_of_plays_that_a_level_sees_in_paodekuai(level: str, hand: str, led: str) -> None:
    where = read_position(parse_line(f"paodekuai 0 {hand} - ?"))
    assert play(where, level)[0] == led


@pytest.mark.parametrize(("game", "kinds"), [("standard", {"plane"}), ("guandan", {"plane", "pair_run"})])
def test_advice_for_a_player_shows_what_the_next_level_sees_in_the_game(game: str, kinds: set[str]) -> None:
    above = levels.level_above(game, "hobbyist")
    assert above is not None
    assert above.limits.overlooks == kinds


@pytest.mark.parametrize("level", ["starter", "regular", "club"])
def test_a_level_that_overlooks_plays_does_not_claim_the_best_split(level: str) -> None:
    """Found in a game: a 5 of two fives, "of the best split", by `starter`, which sees no pairs."""
    where = position("55789TJKKAA", landlord_down=17, landlord_up=17)
    assert robot.choose_move(where, level, 1).why == ("best_of_split" if level == "club" else "best_seen",)


def test_greedy_beats_the_lowest_step_and_meets_its_match_in_the_second() -> None:
    assert match_score("greedy", "starter", 200, 3).wp > 0.6
    assert 0.44 < match_score("greedy", "apprentice", 200, 3).wp < 0.56


STEPS = tuple(Strength(win, "", "", 1.0) for win in (0.05, 0.65))


def test_a_new_player_begins_where_it_is_told() -> None:
    assert mixed_levels.even_share(0, 0, 0.25, STEPS) == 0.25
    assert mixed_levels.even_share(3, 10, 0.4, STEPS) < 0.4 < mixed_levels.even_share(7, 10, 0.4, STEPS)
    assert mixed_levels.even_share(0, 1000, 0.1, STEPS) == 0.05
    assert mixed_levels.even_share(1000, 1000, 0.6, STEPS) == 0.65


@pytest.mark.parametrize("share", [0.08, 0.15, 0.3, 0.45, 0.55])
def test_players_of_five_strengths_win_half_of_their_deals(share: float) -> None:
    """Model players of a share against `club`: after twelve deals they win 45 to 55 % of the next sixty, on average."""
    rng, won = random.Random(5), 0
    for _ in range(100):
        at = 0.25
        for deal in range(72):
            chance = share * (1 - at) / (share * (1 - at) + at * (1 - share))
            wins = rng.random() < chance
            won += wins and deal >= 12
            at = mixed_levels.even_share(int(wins), 1, at, STEPS)
    assert 0.45 < won / (100 * 60) < 0.55

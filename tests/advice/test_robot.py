"""Robots: each rule of play tested by a position, the order of levels, and dependence on the seed."""

from __future__ import annotations

import random

import pytest

from lab.arena.match import match_score
from service.advice import levels, robot
from service.advice.beliefs import position_beliefs
from service.advice.views import probable_view, view_of
from service.core import engine, robots
from service.core.bindings import SCORE_UNIT, CompiledRules, CoreError, lib
from service.http.texts.reasons import REASONS
from service.position.parse.cards import parse_cards
from service.position.parse.position_text import PositionText
from service.position.position import Position
from service.position.read import read_position
from service.rules import cards
from service.rules.errors import RuleError
from tests.helpers.policies import POWER
from tests.helpers.rules import random_hand


def position(hand: str, seat: str = "landlord", last: str = "", by: str = "", seen: str = "", **left: int) -> Position:
    """Return a snapshot; *left* gives the cards of other seats."""
    return read_position(
        PositionText(hand, seat=seat, last={"cards": last, "seat": by} if last else None, left=left, seen=seen or None)
    )


def play(where: Position, level: str = "club", seed: int = 1) -> tuple[str, tuple[str, ...]]:
    """Return the cards that a level plays, and its reasons."""
    move = robot.choose_move(where, level, seed)
    return cards.text(move.combo.cards) if move.combo else "", move.why


ALL_BUT = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222XD"


def seen_but(*held: str) -> str:
    """Return the whole deck without the cards of some hands."""
    rest = cards.pack(ALL_BUT)
    for hand in held:
        rest -= cards.pack(hand)
    return cards.text(rest)


@pytest.mark.parametrize("level", levels.LEVELS)
@pytest.mark.parametrize(
    ("hand", "last", "by"),
    [
        ("333345", "", ""),
        ("3", "", ""),
        ("XD", "2222", "landlord_up"),
        ("45678", "34567", "landlord_up"),
        ("22", "AA", "landlord_up"),
    ],
)
def test_a_play_that_ends_the_game_is_never_missed(level: str, hand: str, last: str, by: str) -> None:
    for seed in range(10):
        assert play(position(hand, last=last, by=by), level, seed) == (hand, ("finish", "wins"))


def test_forced_is_what_has_no_alternative() -> None:
    """A single card is forced on a lead, even if it ends the game; whoever beats could have passed."""
    assert all(robot.choose_move(position("3"), level).forced for level in levels.LEVELS)
    for level in levels.LEVELS:
        move = robot.choose_move(position("34K", last="9", by="landlord_up"), level)
        assert not move.forced
        assert "only" not in move.why
    assert robot.choose_move(position("34", last="K", by="landlord_up"), "starter").forced


@pytest.mark.parametrize("level", levels.LEVELS)
@pytest.mark.parametrize(("hand", "last", "forced"), [("K", "J", True), ("KK", "JJ", True), ("KKKK", "JJ", False)])
def test_a_finish_is_forced_where_one_must_beat(level: str, hand: str, last: str, forced: bool) -> None:
    where = read_position(PositionText(hand, variant="paodekuai", seat="0", last={"cards": last, "seat": "2"}))
    move = robot.choose_move(where, level, 1, 10)
    assert (move.why, move.forced) == (("finish", "wins"), forced)


@pytest.mark.parametrize(
    ("variant", "options", "hand"), [("yuncheng", {}, "22A"), ("laizi", {"wild": "7"}, "22A"), ("standard", {}, "22A")]
)
def test_a_seat_of_unknown_count_holds_no_more_than_it_was_dealt(
    variant: str, options: dict[str, str], hand: str
) -> None:
    """Forty unseen cards are not all in two hands: most have been played."""
    where = read_position(PositionText(hand, variant=variant, options=options))
    for seed in range(3):
        assert robot.choose_move(where, "expert", seed).combo is not None
    held, _ = position_beliefs(where, 50)
    assert all(sum(belief.expected) <= max(where.rules.setup.hand_size.values()) + 1e-9 for belief in held)


def test_sure_win_leads_what_nobody_can_beat_and_the_loser_last() -> None:
    """The others have 44 and 56: A is the highest remaining solo, so A is led, then 3."""
    where = position("3A", seen=seen_but("3A", "44", "56"), landlord_down=2, landlord_up=2)
    assert play(where) == ("A", ("sure_win", "wins"))


def test_sure_win_by_answering() -> None:
    where = position("33A", last="K", by="landlord_up", seen=seen_but("33A", "45", "Q"), landlord_down=2, landlord_up=1)
    assert play(where)[0] == "A"
    assert "sure_win" in play(where)[1]


def test_an_enemy_with_one_card_is_not_led_a_solo() -> None:
    where = position("33567", landlord_down=1, landlord_up=9)
    played, why = play(where)
    assert played == "33"
    assert "stop_enemy" in why


def test_where_only_solos_are_left_the_highest_is_led() -> None:
    assert play(position("357", landlord_down=1, landlord_up=9))[0] == "7"


def test_an_enemy_with_two_cards_is_not_led_a_pair() -> None:
    assert len(play(position("3357", landlord_down=2, landlord_up=9))[0]) != 2


def test_an_enemy_about_to_go_out_is_beaten_at_any_price() -> None:
    where = position("44A2", last="Q", by="landlord_up", landlord_down=9, landlord_up=1)
    played, why = play(where)
    assert played
    assert "stop_enemy" in why


def test_a_bomb_is_kept_in_calm_and_used_in_danger() -> None:
    hand = "33335567899TJ"
    calm = position(hand, last="AA", by="landlord_up", landlord_down=15, landlord_up=15)
    danger = position(hand, last="AA", by="landlord_up", landlord_down=15, landlord_up=1)
    assert play(calm) == ("", ("keep_bomb",))
    played, why = play(danger)
    assert played == "3333"
    assert "use_bomb" in why


def test_an_ally_about_to_go_out_is_never_beaten() -> None:
    where = position("44556678A2", "landlord_up", last="K", by="landlord_down", landlord_down=1, landlord=9)
    assert play(where) == ("", ("ally_out", "leave_ally"))


def test_an_allys_strong_play_is_left_to_him() -> None:
    where = position("44556678A2", "landlord_up", last="A", by="landlord_down", landlord_down=9, landlord=9)
    assert play(where) == ("", ("leave_ally",))


def test_an_ally_with_one_card_who_moves_next_is_fed() -> None:
    where = position("4557799KKA", "landlord_down", landlord_up=1, landlord=9)
    played, why = play(where)
    assert played == "4"
    assert "feed_ally" in why


def test_the_farmer_before_the_landlord_plays_high() -> None:
    """The ally's low solo would let the landlord play a low card: landlord_up overtakes it with a high one."""
    where = position("4556677JQA", "landlord_up", last="4", by="landlord_down", landlord_down=16, landlord=15)
    played, why = play(where)
    assert played in ("J", "Q", "A")
    assert "guard" in why


def test_twos_do_not_guard_a_low_pair_of_an_ally() -> None:
    """Found in a whole game: two twos on the nines of an ally with four cards left."""
    where = position("377888TJJQKA22X", "landlord_up", last="99", by="landlord_down", landlord_down=4, landlord=8)
    assert play(where)[0] in ("", "JJ")


def test_a_low_solo_of_an_ally_is_covered_before_the_last_card_of_the_landlord() -> None:
    where = position("7899TJQ", "landlord_up", last="9", by="landlord_down", landlord_down=4, landlord=1)
    played, why = play(where)
    assert played == "Q"
    assert "stop_enemy" in why


def test_a_high_solo_of_an_ally_is_left_to_him_before_the_last_card_of_the_landlord() -> None:
    """Only twos and jokers beat the ace; a two is worth more than the danger."""
    where = position("3457789T22", "landlord_up", last="A", by="landlord_down", landlord_down=4, landlord=1)
    assert play(where)[0] == ""


def test_an_ally_whose_play_nobody_can_beat_needs_no_cover() -> None:
    seen = seen_but("345782A", "3446677")
    where = position("345782A", "landlord_up", last="K", by="landlord_down", seen=seen, landlord_down=6, landlord=1)
    assert play(where) == ("", ("leave_ally",))


@pytest.mark.parametrize(
    ("hand", "last", "left", "played"),
    [
        ("3556789TTJQD", "J", (3, 13), ""),
        ("34489TJQKA2D", "T", (8, 13), ""),
        ("448QQQKKAA2", "T", (15, 14), "Q"),
    ],
)
def test_a_joker_or_a_two_on_a_low_card_of_an_ally_costs_more(
    hand: str, last: str, left: tuple[int, int], played: str
) -> None:
    where = position(hand, "landlord_up", last=last, by="landlord_down", landlord=left[0], landlord_down=left[1])
    assert play(where)[0] == played


def test_the_only_legal_thing_is_done() -> None:
    move = robot.choose_move(position("345", last="XD", by="landlord_up"))
    assert (move.combo, move.why, move.forced) == (None, ("only",), True)


def test_controls_go_first_when_one_loser_is_left() -> None:
    where = position("AA224", seen=seen_but("AA224", "3355889XD", "667799T"), landlord_down=9, landlord_up=7)
    played, why = play(where)
    assert played in ("AA", "22")
    assert "controls_first" in why


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("level", levels.LEVELS)
def test_robots_break_no_rule(standard: CompiledRules, level: str, seed: int) -> None:
    rng = random.Random(seed)
    hand, other = random_hand(rng, 12), random_hand(rng, 8, "3456789")
    for combo in (None, *rng.sample(engine.legal(standard, cards.pack(other)), 5)):
        view = robots.View(
            cards.pack(hand), combo, cards.pack("3456789TJQKA2"), (12, 7, None), (True, False, True), 2 if combo else 0
        )
        choice = robots.choose(standard, levels.policy_of(level), view, seed)
        if choice.combo is None:
            assert combo is not None
        else:
            assert engine.play(standard, view.hand, choice.combo.cards, combo) == choice.combo


def test_a_policy_that_draws_stays_within_its_bound(standard: CompiledRules) -> None:
    for seed in range(40):
        where = position(random_hand(random.Random(seed), 15))
        hints = engine.hints(standard, where.hand)
        chosen = robots.choose(standard, POWER, view_of(where), seed).combo
        scores = {hint.combo.cards: hint.score for hint in hints}
        assert chosen is not None
        assert scores[chosen.cards] >= hints[0].score - 0.02 * SCORE_UNIT


def test_every_reason_has_its_sentences() -> None:
    """Except that of drawn plays: no level draws."""
    assert set(robots.REASONS.values()) <= set(REASONS)
    numbers = {getattr(lib, name) for name in dir(lib) if name.startswith("REASON_")}
    assert set(robots.REASONS) == numbers - {lib.REASON_LOOSE}


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(RuleError, match="known: starter, apprentice"):
        robot.choose_move(position("3"), "wizard")


def test_a_table_that_cannot_be_is_refused(standard: CompiledRules) -> None:
    view = robots.View(cards.pack("3"), None, 0, (1, 0, 0), (True, False, False), 0)
    with pytest.raises(CoreError, match="a table that cannot be"):
        robots.choose(standard, levels.policy_of("club"), view, 1)


@pytest.mark.parametrize(("forced", "passes"), [("on", False), ("off", True)])
def test_who_plays_at_random_passes_where_bombs_alone_would_do_and_need_not(forced: str, passes: bool) -> None:
    rules = engine.rules_for("paodekuai", (("bomb_forced", forced),))
    ace = engine.play(rules, cards.pack("A"), cards.pack("A"), None)
    view = robots.View(cards.pack("34445555"), ace, cards.pack("3334"), (8, 2, 2), (True, False, False), 1)
    combos = {robots.choose(rules, robots.Policy("random"), view, seed).combo for seed in range(20)}
    assert (None in combos, len(combos)) == (passes, 1 + passes)


@pytest.mark.parametrize(("strong", "weak", "least"), [("regular", "random", 0.93), ("club", "starter", 0.55)])
def test_each_level_beats_the_one_below(strong: str, weak: str, least: float) -> None:
    """Three hundred decks from both sides; the README has the results of thousands."""
    score = match_score(strong, weak, 300)
    assert score.wp - score.wp_margin > 0.5
    assert score.wp >= least


def test_a_search_says_what_it_saw_and_repeats_itself() -> None:
    where = position("34567899JJQQKA22D", "landlord_down", last="TT", by="landlord")
    moves = [robot.choose_move(where, "expert", 7, 40) for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0].search
    assert all(0 <= tried.won <= tried.games <= 40 for tried in moves[0].search.candidates)
    assert moves[0].search.candidates[0].games > 0


@pytest.mark.parametrize("games", [1, 2, 3, 7, 19, 64])
def test_a_search_keeps_to_its_budget(games: int) -> None:
    """The budget is kept however small it is."""
    where = position("34567899JJQQKA22D", "landlord_down", last="TT", by="landlord")
    move = robot.choose_move(where, "expert", 7, games)
    assert (move.search is not None) == ("searched" in move.why) == (games > 1)
    assert all(tried.games <= games // 2 for tried in (move.search.candidates if move.search else ()))
    assert move.why


def test_a_seat_with_the_flower_alone_lets_the_next_one_lead() -> None:
    rules = engine.rules_for("yuncheng")
    hands = [cards.pack("2W"), cards.pack("33"), cards.pack("44")]
    result = robots.game(rules, [levels.policy_of("club")] * 3, hands, 1)
    assert (result.winner, result.plays) == (1, (1, 1, 0))


def test_a_lead_is_only_forced_if_nothing_else_is_legal() -> None:
    """The first lead must contain the three of spades; one combo of the best split does, and so do many other plays."""
    where = read_position(PositionText("3s4s5s5c5d6h6c8s8d9cTsTdJsJcAh2s", "paodekuai", history=[]))
    for level in ("club", "expert"):
        move = robot.choose_move(where, level, 1, 10)
        assert "only" not in move.why
        assert not move.forced


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(("split", "forced"), [("off", True), ("on", False)])
def test_a_last_lead_is_forced_where_its_bomb_may_not_be_torn(level: str, split: str, forced: bool) -> None:
    where = PositionText("KKKK", "paodekuai", {"bomb_split": split}, seat="2", left={"0": 2, "1": 5})
    assert robot.choose_move(read_position(where), level).forced == forced


def test_a_search_asks_who_goes_out_next_once_somebody_has() -> None:
    """One of three seats has gone out, and five low solos are left: not every sampled world is won."""
    where = read_position(
        PositionText(
            "34579", variant="zhengshangyou", seat="0", left={"0": 5, "1": 0, "2": 3}, seen="8888999TTTTJJJJQQQQ"
        )
    )
    move = robot.choose_move(where, "expert")
    assert move.search
    assert 0 <= move.search.candidates[0].won < move.search.candidates[0].games


# ---- reasons of a choice ----------------------------------------------------------------------------------------


def test_a_low_solo_is_led_to_an_ally_with_one_card_before_an_enemy_with_one() -> None:
    """The ally moves next and goes out unless its card is the lowest of all."""
    where = position("46A", "landlord_down", landlord=1, landlord_up=1)
    assert play(where) == ("4", ("feed_ally",))


@pytest.mark.parametrize("hand", ["334455KKD", "3589QKA2", "5KA2D"])
def test_an_ally_is_fed_by_the_lowest_card_alone(hand: str) -> None:
    played, why = play(position(hand, "landlord_down", landlord=10, landlord_up=1))
    assert ("feed_ally" in why) == (played == hand[0])


def test_the_highest_solo_before_an_enemy_with_one_card_stops_him() -> None:
    where = position("3589QKA2", "landlord_up", landlord=1, landlord_down=9)
    assert play(where) == ("2", ("stop_enemy",))


def test_a_calm_lead_is_the_best_of_the_split() -> None:
    assert play(position("35D2", landlord_down=5, landlord_up=6))[1] == ("best_of_split",)


def test_what_games_chose_names_no_rule_and_networks_a_reason_in_words() -> None:
    where = position("34567899JJQQKA2", "landlord_down", last="TT", by="landlord", landlord=15, landlord_up=17)
    assert set(robot.choose_move(where, "expert", 1, 400).why) == {"searched"}
    assert set(robot.choose_move(where, "expert", 1, 1).why) == {"best_rest"}  # a rule that agrees with them


@pytest.mark.parametrize("level", ["expert", "master"])
def test_of_two_last_cards_the_higher_one_is_kept(level: str) -> None:
    """If all games are lost, they do not distinguish the kickers."""
    assert play(position("33345"), level)[0] == "3334"


def test_who_goes_out_second_does_not_win() -> None:
    fields = {"variant": "zhengshangyou", "seat": "0"}
    first = read_position(PositionText("5", left={"1": 2, "2": 4}, **fields))
    second = read_position(PositionText("5", left={"1": 0, "2": 4}, **fields))
    unknown = read_position(PositionText("5", **fields))
    assert robot.choose_move(first).why == ("finish", "wins")
    assert robot.choose_move(second).why == robot.choose_move(unknown).why == ("finish",)


def test_an_ally_who_has_gone_out_is_not_about_to() -> None:
    where = PositionText(
        "3s4s6h", variant="guandan", seat="2", last={"cards": "5s", "seat": "0"}, left={"0": 0, "1": 9, "3": 9}
    )
    assert robot.choose_move(read_position(where)).why == ("leave_ally",)


SAME_RANKS = [
    # with and without a straight flush, then the other hands
    ("3h4h5h6h7h2s5s", "3c4d5d6s7h2h5d", ("4d8c", "6c", "Qc3cJc7h5c")),
    ("7c8c9cTcJcKs2c3cD", "7s8s9hTdJsKd2h3dD", ("QdAcAhTd", "Th", "Js3cJdQsAcKd")),
    ("4h5h6h7h8hQd2sAsDD", "4s5d6s7c8dQh2hAhDD", ("JcAhAd7d9hAs", "6c6s", "TcTs8s6d5hJcQc")),
    ("5h6h7h8h9h2s4d", "5h6s7h8c9d2h4c", ("3dQcKd7cTs", "4c9s6s5s", "8sJh")),
]  # fmt: skip


@pytest.mark.parametrize(("flush", "mixed", "others"), SAME_RANKS)
def test_a_run_is_not_taken_for_a_flush_of_the_deal_before(flush: str, mixed: str, others: tuple[str, ...]) -> None:
    """Deals played in one call share the memo of splits, but not suits."""
    rules = engine.rules_for("guandan")
    policies = [levels.policy_of("club")] * 4
    first, second = ([parse_cards(hand, kind=rules.setup.kind) for hand in (own, *others)] for own in (flush, mixed))
    dealt, suits = zip(*((tuple(h.hand for h in d), tuple(h.suits for h in d)) for d in (first, second)), strict=True)
    _, after = robots.games(rules, policies, dealt, [1, 2], suits)
    assert after == robots.game(rules, policies, dealt[1], 2, suits[1])


@pytest.mark.parametrize("hand", ["7D", "2D", "6TTT22X"])
def test_a_win_that_is_only_probable_is_not_called_certain(hand: str) -> None:
    where = position(hand, landlord_down=6, landlord_up=5)
    policy = levels.policy_of("adept")
    assert "sure_win" in robots.choose(where.rules, policy, probable_view(where), 1).reasons
    assert "sure_win" not in robot.choose_move(where, "adept").why

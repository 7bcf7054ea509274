"""Reviews of games: judgements, independence of hidden cards, and rejections."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice.game import referee
from service.advice.views import view_of
from service.core import engine
from service.core.comparison import World
from service.http.endpoints import game_arguments, review_arguments
from service.http.requests import schemas
from service.review import judgement, luck, mistakes, plan
from service.review.judgement import STEPS, Interval, Rows, Sampler, mark_of, share_of
from service.review.review import goes_out_next, outs_of
from service.review.review import review as facts_of_review
from service.rules import cards as c
from service.rules.variants import VARIANTS
from tests.helpers.client import fault, post
from tests.helpers.reviewed_games import robot_game

BLOCKED: dict[str, Any] = {
    "deal": {
        "hands": {
            "landlord": "3334445556789TJQKKAA",
            "landlord_down": "34567788899TTJJQQ",
            "landlord_up": "6679TJQKKAA2222DX",
        },
    },
    "history": ["3334", "", "", "9"],
}


OVER: dict[str, Any] = {
    "deal": {"hands": {"landlord": "33344455566677789TJQ"}},
    "history": ["33344455566677789TJQ", "3"],
}


def review(client: FlaskClient, body: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = post(client, "/v1/review", body | fields)
    return answer


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant != "guandan"])
def test_every_game_is_reviewed(client: FlaskClient, variant: str) -> None:
    body = robot_game(client, variant, 3)
    answer = review(client, body, level="club")
    turns = answer["decisions"]
    assert [one["ply"] for one in turns] == list(range(len(body["history"])))
    judged = [one for one in turns if not one["forced"]]
    assert judged
    assert all(one["loss"] is None and one["best"] is None for one in turns if one["forced"])
    for one in judged:
        assert math.isclose(one["loss"], one["worse"] - one["better"], abs_tol=2e-4)
        assert math.isclose(one["share"], 1 - one["worse"], abs_tol=2e-4)
        assert one["mark"] is None or one["loss"] >= judgement.STEPS[one["mark"]]
    for seat, sums in answer["seats"].items():
        own = [one for one in judged if str(one["seat"]) == seat]
        assert sums["decisions"] == len(own)
        assert math.isclose(sums["given_away"], sum(one["loss"] for one in own), abs_tol=1e-3)
        plies = [point["ply"] for point in answer["curve"][seat]]  # until the seat goes out
        assert plies == list(range(len(plies)))
        assert len(plies) == len(turns) or VARIANTS[variant].to_places
        chances = {point["ply"]: point["chance"] for point in answer["curve"][seat]}
        after = [(chances.get(one["ply"] + 1), one["chance"]) for one in own]
        assert all(later in (None, chance) for later, chance in after)  # an own move is no news to its seat
    if answer["luck"] is not None:
        for parts in answer["luck"].values():
            whole = parts["mean"] + parts["cards"] + parts["mine"] + parts["others"] + parts["guesses"]
            assert math.isclose(whole, parts["result"], abs_tol=1e-3)


@pytest.mark.parametrize("joker_pair", ["on", "off"])
def test_the_dearest_games_stay_within_twice_the_work_of_a_review(client: FlaskClient, joker_pair: str) -> None:
    options = {"trio_solo": "on", "joker_pair": joker_pair}
    body = robot_game(client, "standard_four", 2026, "starter", options=options) | {"level": "club"}
    rules, text, _ = review_arguments(schemas.REVIEW.load(body))
    assert plan.plan_work(rules, text, plan.review_plan_of(rules, text)) <= 2 * plan.PLANNED_WORK


def test_guandan_is_reviewed_seat_by_seat(client: FlaskClient) -> None:
    body = robot_game(client, "guandan", 3, plies=12)
    answer = review(client, body, seats=[1], level="club")
    assert {one["seat"] for one in answer["decisions"]} == {1}
    assert list(answer["seats"]) == ["1"]
    assert "seats_left_out" in [one["code"] for one in answer["left_out"]]


def test_a_whole_game_of_guandan_is_reviewed_for_a_seat(client: FlaskClient) -> None:
    """The game is as long as games of random robots get."""
    body = robot_game(client, "guandan", 9, "starter")
    assert len(body["history"]) > 90
    answer = review(client, body, seats=[0])
    assert len(answer["decisions"]) > 20
    assert "level_lowered" in [one["code"] for one in answer["left_out"]]
    everyone = {one["code"]: one["text"] for one in review(client, body)["left_out"]}
    assert {"too_long", "level_lowered"} <= set(everyone)
    assert all("If several seats are judged" in everyone[code] for code in ("too_long", "level_lowered"))


def shuffled(body: dict[str, Any], seat: str, rng: random.Random) -> dict[str, Any]:
    """Return a game in which the unplayed cards of all other seats are dealt again; bottom cards stay."""
    hands = body["deal"]["hands"]
    seats = list(hands)
    played = dict.fromkeys(seats, 0)
    for turn, play in zip(replayed(body), body["history"], strict=True):
        if play:
            played[turn] += c.pack(play)
    bottom = c.pack(body["deal"]["bottom"])
    held = {other: c.pack(hands[other]) + (bottom if other == "landlord" else 0) for other in seats}
    kept = {other: played[other] + (c.minus(bottom, played[other]) if other == "landlord" else 0) for other in seats}
    free = [(other, list(c.text(held[other] - kept[other]))) for other in seats if other != seat]
    pool = [card for _, cards in free for card in cards]
    rng.shuffle(pool)
    dealt: dict[str, str] = {seat: hands[seat]}
    for other, cards in free:
        mine, pool = pool[: len(cards)], pool[len(cards) :]
        whole = kept[other] + c.pack("".join(mine)) - (bottom if other == "landlord" else 0)
        dealt[other] = c.text(whole)
    return body | {"deal": body["deal"] | {"hands": dealt}}


def replayed(body: dict[str, Any]) -> list[str]:
    """Return the seat of each turn of a standard game."""
    seats, mover, owner, passes, turns = VARIANTS["standard"].seats, 0, 0, 0, []
    for play in body["history"]:
        turns.append(seats[mover])
        if play:
            owner, passes = mover, 0
        else:
            passes += 1
        mover = owner if passes == 2 else (mover + 1) % 3
        passes = 0 if passes == 2 else passes
    return turns


@pytest.mark.parametrize("seed", [4, 11])
def test_hidden_hands_change_no_judgement(client: FlaskClient, seed: int) -> None:
    """The judgement of a seat is byte-equal for all hands of the other seats that agree with the history."""
    body, rng = robot_game(client, "standard", seed, plies=15), random.Random(seed)
    games = {seat: shuffled(body, seat, rng) for seat in VARIANTS["standard"].seats}
    assert sum(other != body for other in games.values()) == 3
    for seat, other in games.items():
        mine = [review(client, game, seats=[seat], level="club") for game in (body, other)]
        parts = [json.dumps([one[name] for name in ("decisions", "seats", "curve", "calls")]) for one in mine]
        assert parts[0] == parts[1]


def test_a_search_judges_as_well(client: FlaskClient) -> None:
    """`expert` finds the mistake of a seat that wastes a bomb."""
    answer = review(client, BLOCKED | {"history": ["3334", "", "", "5"]}, seats=["landlord"], level="expert")
    assert answer["limits"]["games"] > 0
    assert all(one["seat"] == "landlord" for one in answer["decisions"])


def test_a_sure_win_that_is_left_is_a_proof(client: FlaskClient) -> None:
    hands = {
        "landlord": "3334445556667778889X",
        "landlord_down": "9TTJJQQKKAA222349"[:17],
        "landlord_up": "TTJJQQKKAA2345678",
    }
    game = {"deal": {"hands": {"landlord": hands["landlord"]}}, "history": ["X"]}
    [one] = review(client, game, level="club")["decisions"]
    assert one["best"] is not None
    assert one["best"]["cards"].startswith("333444555666777")
    assert one["proof"]
    assert one["chance_best"] == 1
    assert one["mark"] is None or "sure_win_left" in [code["code"] for code in one["codes"]]


@pytest.mark.parametrize(
    ("loss", "chance", "expected"),
    [
        (Interval(0.30, 0.02), 0.5, ("blunder", False)),
        (Interval(0.30, 0.12), 0.5, ("mistake", False)),
        (Interval(0.30, 0.20), 0.5, (None, True)),
        (Interval(0.12, 0.02), 0.5, ("mistake", False)),
        (Interval(0.06, 0.01), 0.5, ("inaccuracy", False)),
        (Interval(0.06, 0.05), 0.5, (None, True)),
        (Interval(0.04, 0.001), 0.5, (None, False)),
        (Interval(-0.3, 0.001), 0.5, (None, False)),
        (Interval(0.01, 0.0), 0.98, (None, False)),
        (Interval(0.02, 0.0), 0.0, (None, False)),
    ],
)
def test_marks(loss: Interval, chance: float, expected: tuple[str | None, bool]) -> None:
    assert mark_of(loss, chance, chance + loss.mean) == expected


def test_a_difference_and_its_error() -> None:
    """Computed by hand: weights 1 and 3, values 1 and 0."""
    rows = Rows([World(1, 1, ((0,),)), World(3, 0, ((0,),))])
    result = rows.mean_difference([1.0, 0.0])
    assert result.mean == 0.25
    squares = (1 * 0.75) ** 2 + (3 * 0.25) ** 2
    assert math.isclose(result.error, math.sqrt(squares + 10 / 2) / 4)


def test_the_random_policy_has_chances() -> None:
    views = [view_of(position(hand)) for hand in ("34567899JJQQKA22D", "77")]
    several, [(combo, chance)] = [luck.chances_of(engine.rules_for("standard"), view) for view in views]
    assert math.isclose(sum(chance for _, chance in several), 1)
    assert combo is not None
    assert chance == 1


def position(hand: str) -> Any:
    from service.position.parse.position_text import PositionText
    from service.position.read import read_position

    return read_position(PositionText(hand))


def test_named_mistakes_have_checks() -> None:
    """Each name has a sentence, and its check detects the mistake."""
    from service.http.texts.reasons import REASONS

    assert set(mistakes.CHECKS) <= set(REASONS)
    rules = engine.rules_for("standard")
    for name, hand, played, best in (
        ("wrong_kicker", "333457", "3334", "3335"),
        ("bomb_early", "5555678", "5555", "6"),
        ("wrong_last_two", "3QQQ", "3", "QQQ"),
        ("tore_bomb", "5555QK", "55", "Q"),
    ):
        lead = position(hand)
        moves = [engine.readings(rules, c.pack(cards))[0] for cards in (played, best)]
        error = mistakes.Error(lead, moves[0], moves[1], proof=False, kept=0)
        assert name in mistakes.mistake_names(error), name
        assert name not in mistakes.mistake_names(error._replace(played=moves[1], best=moves[0])) or name in (
            "wrong_kicker", "wrong_last_two",
        )  # fmt: skip


def test_a_chance_is_that_of_the_next_seat_to_go_out(client: FlaskClient) -> None:
    """The seats and plies are those of the referee."""
    body = robot_game(client, "zhengshangyou", 3)
    table = referee(*game_arguments(schemas.GAME.load(body)))
    outs = outs_of(table)
    assert [out.seat for out in outs] == [str(seat) for seat in post(client, "/v1/game", body)["out"]]
    first, second = outs[0], outs[1]
    assert first.ply < second.ply == len(body["history"]) - 1
    for seat in VARIANTS["zhengshangyou"].seats:
        assert goes_out_next(table.rules, outs, 0, seat) == (seat == first.seat)
        assert goes_out_next(table.rules, outs, first.ply + 1, seat) == (seat == second.seat)
        assert goes_out_next(table.rules, outs, second.ply + 1, seat) is None


def test_a_farmer_with_the_cards_of_a_handicap_has_gone_out() -> None:
    hands = {"landlord": "55567TTTJJKKKAA2DKA2", "farmer": "666778899QQQJX22A"}
    history = ["5", "6", "", "778899", "", "QQQJ", "", "66", "", "22"]
    body = {"variant": "standard_two", "options": {"handicap": "2"}, "deal": {"hands": hands}, "history": history}
    table = referee(*game_arguments(schemas.GAME.load(body)))
    assert outs_of(table) == [(len(history) - 1, "farmer")]


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"history": []}, "field_missing", "/history"),
        ({"deal": {}}, "field_missing", "/deal/hands"),
        ({"seats": ["landlord_up"], "deal": {"hands": {"landlord": "3334445556789TJQKKAA"}}},
         "field_missing", "/deal/hands/landlord_up"),
        ({"seats": ["north"]}, "seat_unknown", "/seats/0"),
        ({"level": "champion"}, "level_unknown", "/level"),
        ({"limits": {"games": 10**9}}, "limit_too_large", "/limits/games"),
        ({"history": ["3334", "", "", "2222"]}, "not_held", "/history/3"),
        (OVER, "game_over", "/history/1"),
    ],
)  # fmt: skip
def test_what_cannot_be_reviewed_is_refused(
    client: FlaskClient, fields: dict[str, Any], code: str, pointer: str
) -> None:
    error = fault(client, BLOCKED | fields, "/v1/review")
    assert error == (code, pointer)


def test_bids_are_judged_by_points(client: FlaskClient) -> None:
    """A strong hand that does not call, and a weak one that bids three."""
    strong, poor = "2222DXAAAAKKKQQJ9", "3344556789TJ78935"
    rest = {
        "deal": {"hands": {"0": strong, "1": poor}, "bottom": "45K"},
        "auction": {"bids": [0, 3]},
        "history": ["34567"],
    }
    answer = review(client, rest, level="club")
    first, second = answer["calls"]
    assert (first["word"], first["best"], first["mark"]) == (0, 3, "blunder")
    assert [one["code"] for one in first["codes"]] == ["bid_too_low"]
    assert second["best"] == 0
    assert [one["code"] for one in second["codes"]] == ["bid_too_high"]


def test_a_few_won_games_do_not_make_a_win_certain() -> None:
    assert judgement.shrunk_share(0.5, 48) == pytest.approx(0.5)
    few, many = judgement.shrunk_share(1.0, 16), judgement.shrunk_share(1.0, 1600)
    assert 0.97 < few < many < 1
    assert judgement.shrunk_share(0.0, 16) == pytest.approx(1 - few)


@pytest.mark.long
def test_marks_are_confirmed_by_more_worlds(client: FlaskClient) -> None:
    """Twice the worlds, sampled anew, show at least half of the step again."""
    confirmed = list[bool]()
    for seed in range(6):
        body = robot_game(client, "standard", seed, "starter") | {"level": "club"}
        facts = facts_of_review(*review_arguments(schemas.REVIEW.load(body)))
        for one in facts.decisions:
            if one.verdict is None or one.verdict.mark is None or one.verdict.proof:
                continue
            sampler = Sampler(one.position, [one.verdict.best, one.turn.combo], facts.plan)
            sampler.sampled = 10**6
            sampler.fill(4000)
            best, played = (facts.rules.variant.chances.calibrated(share_of(sampler.halves, move)) for move in range(2))
            confirmed.append(best - played >= STEPS[one.verdict.mark] / 2)
    assert len(confirmed) > 5
    assert confirmed.count(False) <= 1

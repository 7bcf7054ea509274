"""Bidding: legal auctions, chances that come true in new games, and the advice derived from them."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from lab import contest
from lab.arena import learn_bids
from service.advice import bid, win_model
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.rules import auction
from service.rules import cards as c
from service.rules.auction import Stage
from service.rules.errors import RuleError
from service.rules.games.bid_models import MODELS
from service.rules.variants import find_variant, with_auction
from tests.helpers.client import fault, post

STRONG = "4567TTJQKAA222XD9"
WEAK = "33455678899TJJQK7"
MIDDLE = "3456789TJQKA22XAK"


def ask(client: FlaskClient, **body: Any) -> Any:
    """Return the advice on an auction."""
    return post(client, "/v1/bid", body)


def hands_of(rules: CompiledRules, number: int) -> list[int]:
    """Return seeded hands of farmers."""
    return [robots.deal(rules, seed)[1] for seed in range(number)]


# ---- legal words by seat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "bidding", "bids", "place", "words"),
    [
        ("standard", "points", [], 0, (0, 1, 2, 3)),
        ("standard", "points", [0, 2], 2, (0, 3)),
        ("standard", "points", [0, 3], None, ("pass", "double")),
        ("contest", "points", [3], 1, (0,)),
        ("contest", "points", [1, 3], 2, (0,)),
        ("laizi", "call_rob", ["pass"], 1, ("pass", "call")),
        ("standard", "call_rob", ["call"], 1, ("pass", "rob")),
        ("standard", "call_rob", ["call", "rob"], 2, ("pass", "rob")),
        ("standard", "call_rob", ["call", "pass", "rob"], 0, ("pass", "rob")),
        ("standard", "call_rob", ["call", "pass", "pass"], None, ("pass", "double")),
        ("standard", "call_rob", ["pass", "call"], 2, ("pass", "rob")),
        ("standard", "call_rob", ["pass", "call", "rob"], 1, ("pass", "rob")),
        ("standard", "call_rob", ["pass", "pass", "call"], None, ("pass", "double")),
        ("yuncheng", "call", ["pass"], 1, ("pass", "call")),
        ("yuncheng", "call", ["call"], 1, ("pass", "kick")),
        ("yuncheng", "call", ["call", "pass"], 2, ("pass", "kick")),
        ("yuncheng", "call", ["call", "pass", "kick"], 0, ("pass", "kick_back")),
        ("yuncheng", "call", ["pass", "call"], 2, ("pass", "kick")),
        ("yuncheng", "call", ["pass", "call", "kick"], 0, ("pass", "kick")),  # it declined, but may follow
        ("yuncheng", "call", ["pass", "call", "kick", "pass"], 1, ("pass", "kick_back")),
    ],
)
def test_who_may_say_what(
    variant: str, bidding: str, bids: list[auction.Word], place: int | None, words: tuple[auction.Word, ...]
) -> None:
    stage = auction.stage_after(find_variant(variant).auction(bidding), bids)
    assert (stage.place, stage.words) == (place, words)


@pytest.mark.parametrize(
    ("bids", "landlord", "stake"),
    [
        (["call", "pass", "pass"], 0, 1),
        (["call", "rob", "pass", "pass"], 1, 2),
        (["call", "rob", "rob", "pass"], 2, 4),
        (["call", "rob", "rob", "rob"], 0, 8),
        (["pass", "call", "rob", "rob"], 1, 4),
    ],
)
def test_each_rob_doubles_and_moves_the_role(bids: list[auction.Word], landlord: int, stake: int) -> None:
    stage = auction.stage_after(auction.CALL_ROB, bids)
    assert (stage.landlord, stage.stake, stage.known) == (landlord, stake, True)


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"bids": [2, 1]}, "bid_invalid", "/bids/1"),
        ({"bids": [2, 2]}, "bid_invalid", "/bids/1"),
        ({"bids": [4]}, "bid_invalid", "/bids/0"),
        ({"bids": ["call"]}, "bid_invalid", "/bids/0"),
        ({"bids": [3, 0]}, "bid_invalid", "/bids/1"),
        ({"bids": [True]}, "field_invalid", "/bids/0"),
        ({"bids": 3}, "field_invalid", "/bids"),
        ({"bids": [0, 0, 0]}, "game_over", "/bids"),
        ({"bids": [1], "place": 2}, "not_your_turn", "/place"),
        ({"bids": [3]}, "field_missing", "/bottom"),
        ({"bottom": "345"}, "field_conflict", "/bottom"),
        ({"bids": [3], "bottom": "34"}, "hand_size", "/bottom"),
        ({"bids": [3], "bottom": "DD3"}, "too_many_of_rank", "/bottom"),
        ({"hand": STRONG + "3"}, "hand_size", "/hand"),
        ({"hand": STRONG + "345", "bids": [3], "bottom": "KKK"}, "history_inconsistent", "/bottom"),
        ({"bids": [3], "bottom": "345", "place": 0}, "hand_size", "/hand"),
        ({"bidding": "call"}, "bid_invalid", "/bidding"),
        ({"bidding": "auction"}, "field_invalid", "/bidding"),
        ({"variant": "contest", "bidding": "call_rob"}, "bid_invalid", "/bidding"),
        ({"variant": "contest", "bids": [0, 3, 0]}, "game_over", "/bids"),
        ({"variant": "yuncheng", "bids": ["rob"]}, "bid_invalid", "/bids/0"),
        ({"variant": "yuncheng", "bids": ["pass", "pass", "call"], "bottom": "3456"}, "game_over", "/bids"),
        ({"variant": "guandan"}, "variant_unknown", "/variant"),
        ({"variant": "paodekuai"}, "variant_unknown", "/variant"),
        ({"variant": "whist"}, "variant_unknown", "/variant"),
        ({"options": {"bidding": "points"}}, "option_unknown", "/options/bidding"),
    ],
)
def test_impossible_auctions_are_refused(client: FlaskClient, body: dict[str, Any], code: str, pointer: str) -> None:
    assert fault(client, {"hand": STRONG} | body, "/v1/bid") == (code, pointer)


@pytest.mark.parametrize("question", [{"bids": [3]}, {"variant": "yuncheng", "bids": ["call"]}])
def test_doubling_and_kicking_go_by_the_bottom(client: FlaskClient, question: dict[str, Any]) -> None:
    english, chinese = (
        client.post("/v1/bid", json={"hand": STRONG, "lang": lang} | question).get_json() for lang in ("en", "zh")
    )
    assert english["detail"].startswith("the bottom is shown before doubling and kicking")
    assert "踢" in chinese["detail"]


def test_what_is_allowed_is_named(client: FlaskClient) -> None:
    answer = client.post("/v1/bid", json={"hand": STRONG, "bids": [2, 1]}).get_json()
    assert "0, 3" in answer["detail"]
    answer = client.post("/v1/bid", json={"hand": STRONG, "variant": "guandan"}).get_json()
    assert "standard, laizi, standard_two, contest, yuncheng, standard_four" in answer["detail"]


# ---- advice ---------------------------------------------------------------------------------------------------


def test_a_strong_hand_bids_and_a_weak_one_does_not(client: FlaskClient) -> None:
    strong, weak = ask(client, hand=STRONG), ask(client, hand=WEAK)
    assert (strong["recommended"], weak["recommended"]) == (3, 0)
    assert strong["chances"]["landlord"] > 0.7
    assert weak["chances"]["landlord"] < 0.4
    assert strong["chances"]["farmer"] > weak["chances"]["farmer"]
    assert ask(client, hand=STRONG, bidding="call_rob")["recommended"] == "call"
    assert ask(client, hand=STRONG, bidding="call_rob", bids=["call"])["recommended"] == "rob"
    assert ask(client, hand=WEAK, bidding="call_rob", bids=["call"])["recommended"] == "pass"


def test_the_recommended_bid_is_expected_to_bring_most(client: FlaskClient, standard: CompiledRules) -> None:
    for hand in hands_of(standard, 40):
        for bidding, bids in [("points", []), ("points", [1]), ("call_rob", ["pass"]), ("call_rob", ["call", "rob"])]:
            answer = ask(client, hand=c.text(hand), bidding=bidding, bids=bids)
            scores = {action["bid"]: action["score"] for action in answer["actions"]}
            assert scores[answer["recommended"]] == max(scores.values())
            assert not answer["must"]
            assert answer["double"] is None


def wins_of(client: FlaskClient, **question: Any) -> dict[Any, float | None]:
    """Return the chance to win by legal bid."""
    return {action["bid"]: action["win"] for action in ask(client, **question)["actions"]}


def test_each_action_has_its_chance_to_win(client: FlaskClient, standard: CompiledRules) -> None:
    """The chance is between those of the two roles.

    A bid of 3 makes the seat the landlord, the last pass voids the deal or makes it a farmer.
    """
    for hand in map(c.text, hands_of(standard, 20)):
        for question in (
            {"bids": []},
            {"bids": [1]},
            {"bidding": "call_rob"},
            {"bidding": "call_rob", "bids": ["call"]},
        ):
            answer = ask(client, hand=hand, **question)
            roles = sorted(answer["chances"].values())
            for win in wins_of(client, hand=hand, **question).values():
                assert win is None or roles[0] - 0.06 <= win <= roles[1] + 0.06  # the chance of a robbed caller differs
        assert wins_of(client, hand=hand)[3] == ask(client, hand=hand)["chances"]["landlord"]
        assert wins_of(client, hand=hand, bids=[0, 0])[0] is None
        assert wins_of(client, hand=hand, bids=[0, 2])[0] == ask(client, hand=hand, bids=[0, 2])["chances"]["farmer"]
        assert wins_of(client, hand=hand, bidding="call_rob", bids=["pass", "pass"])["pass"] is None


def test_who_heard_others_decline_expects_more(standard: CompiledRules) -> None:
    for hand in hands_of(standard, 20):
        chances = [
            win_model.dealt_chances(standard, hand, *heard).landlord for heard in [(0, 1), (0, 0), (1, 0), (2, 0)]
        ]
        assert chances == sorted(chances)


@pytest.mark.parametrize("hand", ["3345667899TJJQKXD", "334566789TJJQ2222"])
def test_both_jokers_or_four_twos_must_call(client: FlaskClient, hand: str) -> None:
    answer = ask(client, variant="yuncheng", hand=hand)
    assert (answer["must"], answer["recommended"]) == (True, "call")
    assert [action["bid"] for action in answer["actions"]] == ["call"]
    assert [reason["code"] for reason in answer["why"]] == ["must_call"]
    assert not ask(client, hand=hand)["must"], "only in Yuncheng"


@pytest.mark.parametrize("hand", ["3345667899TJJQKAX", "334566789TJJQK222", "334566789TJJQ222W"])
def test_less_than_that_need_not_call(client: FlaskClient, hand: str) -> None:
    answer = ask(client, variant="yuncheng", hand=hand)
    assert not answer["must"]
    assert [action["bid"] for action in answer["actions"]] == ["pass", "call"]


@pytest.mark.parametrize("hand", ["3345667899TJJQKXD", "334566789TJJQ2222"])
def test_who_had_to_call_did_not_pass(client: FlaskClient, hand: str) -> None:
    """The first seat passed although it had to call, and gets another turn after its partner kicked."""
    body = {"variant": "yuncheng", "hand": hand, "bids": ["pass", "call", "kick"], "bottom": "4KKA"}
    assert fault(client, body, "/v1/bid") == ("bid_invalid", "/bids/0")
    post(client, "/v1/bid", body | {"hand": "3345667899TJJQKAX"})
    post(client, "/v1/bid", body | {"bids": ["pass", "call"]})  # the third seat had no turn
    post(client, "/v1/bid", body | {"bids": ["call"]})


def test_the_landlords_hand_contains_the_very_cards_of_the_bottom(client: FlaskClient) -> None:
    """Compared by suit where both are written with suits."""
    hand = "3s3h4s4h5s5h6s6h7s7h8s8h9s9hTsThJsJhQsQh"
    body = {"hand": hand, "bids": [3], "bottom": "Js Jh Qs"}
    post(client, "/v1/bid", body)
    post(client, "/v1/bid", body | {"bottom": "JJQ"})
    assert fault(client, body | {"bottom": "Jc Jd Qs"}, "/v1/bid") == ("history_inconsistent", "/bottom")
    ids = {"notation": "contest", "hand": ",".join(map(str, range(20))), "bids": [3]}
    post(client, "/v1/bid", ids | {"bottom": "0,1,2"})
    assert fault(client, ids | {"bottom": "0,1,20"}, "/v1/bid") == ("history_inconsistent", "/bottom")


def test_kicks(client: FlaskClient) -> None:
    strong = ask(client, variant="yuncheng", hand="45679TTJQKAA22XDW", bids=["call"], bottom="3348")
    assert (strong["stage"], strong["recommended"], strong["double"]["advised"]) == ("double", "kick", True)
    assert strong["chances"]["landlord"] is None
    weak = ask(client, variant="yuncheng", hand=WEAK, bids=["call"], bottom="2XDW")
    assert (weak["recommended"], weak["double"]["advised"]) == ("pass", False)
    back = ask(client, variant="yuncheng", hand="45679TTJQKAA22XDW3348", bids=["call", "kick", "kick"], bottom="3348")
    assert (back["place"], back["recommended"], back["chances"]["farmer"]) == (0, "kick_back", None)


def test_a_kick_back_doubles_those_who_kicked() -> None:
    """Of two points, one from each farmer: with one kick 2 + 1, after a kick back 4 + 1.

    With two kicks 4, after kicks back 8.
    """
    rules = engine.rules_for("yuncheng")
    hand, bottom = c.pack("45679TTJQKAA22XDW3348"), c.pack("3348")
    _, points = win_model.known_chance(rules, hand, None)
    for kicks, plain, back in [(1, 3, 5), (2, 4, 8)]:
        stage = Stage(0, ("pass", "kick_back"), 0, 1, known=True, kicks=kicks)
        scores = {word: result.score for word, result in bid.doubling_results(rules, stage, hand, bottom).words.items()}
        assert scores["pass"] == pytest.approx(points / 2 * plain)
        assert scores["kick_back"] == pytest.approx(points / 2 * back)


def test_doubling(client: FlaskClient) -> None:
    landlord = ask(client, hand=STRONG + "2KQ", bids=[3], bottom="2KQ")
    assert (landlord["recommended"], landlord["place"], landlord["chances"]["farmer"]) == ("double", None, None)
    scores = {action["bid"]: action["score"] for action in landlord["actions"]}
    assert scores["double"] == pytest.approx(2 * scores["pass"], abs=1e-3)
    assert ask(client, hand=WEAK, bids=[3], bottom="2XD", place=1)["recommended"] == "pass"


def test_a_farmer_of_four_may_have_a_card_twice(client: FlaskClient) -> None:
    hand = "H3 S4 C5 C5 S6 H7 C7 S8 C8 S9 ST HT DT CJ SQ HQ HQ SK SK CK HA H2 C2 D2 HR"
    fields = {"variant": "standard_four", "notation": "guandan", "hand": hand, "bids": [3], "place": 1}
    assert ask(client, **fields, bottom="S4 D6 H7 S9 H9 HJ HA S2")["stage"] == "double"
    request = {**fields, "bottom": "C5 D6 H7 S9 H9 HJ HA S2"}
    assert fault(client, request, "/v1/bid") == ("card_duplicate", "/bottom")


def test_laizi_has_a_model_of_its_own_once_a_rank_is_wild(client: FlaskClient) -> None:
    assert ask(client, variant="laizi", hand=MIDDLE)["model"]["name"] == "standard"
    wild = ask(client, variant="laizi", options={"wild": "A"}, hand=MIDDLE)
    assert wild["model"]["name"] == "laizi"
    assert wild["chances"]["landlord"] > ask(client, variant="laizi", hand=MIDDLE)["chances"]["landlord"]


def test_the_contest_bids_as_advised(client: FlaskClient) -> None:
    rules = engine.rules_for("contest")
    for hand in hands_of(rules, 60):
        for bids in ([], [0], [1], [0, 0], [0, 1], [1, 2]):
            answer = ask(client, variant="contest", hand=c.text(hand), bids=bids)
            assert contest.choose_bid(hand, bids) == answer["recommended"]


# ---- chances --------------------------------------------------------------------------------------------------


def better_hands(rules: CompiledRules, hand: int) -> list[int]:
    """Return hands in which a joker replaces the lowest solo of the best split."""
    solos = [combo for combo in engine.split(rules, hand).combos if combo.shape == "solo"]
    low = min(solos, key=lambda combo: combo.rank, default=None)
    if low is None or low.rank >= win_model.SMALL:
        return []
    return [hand - low.cards + c.pack(joker) for joker in "XD" if not c.holds(hand, c.pack(joker))]


@pytest.mark.parametrize("variant", with_auction())
def test_a_joker_never_lowers_the_landlords_chance(variant: str) -> None:
    rules = engine.rules_for(variant)
    for hand in hands_of(rules, 300):
        chance = win_model.dealt_chances(rules, hand).landlord
        for better in better_hands(rules, hand):
            least = chance - {"standard_two": 0.03, "standard_four": 0.06}.get(variant, 0)  # a two is worth a joker
            assert win_model.dealt_chances(rules, better).landlord >= least, (c.text(hand), c.text(better))


@pytest.mark.parametrize(
    ("model", "deals"),
    [("standard", 900), ("standard_two", 900), ("standard_four", 900), ("yuncheng", 400), ("laizi", 200)],
)
def test_chances_come_true_in_fresh_games(model: str, deals: int) -> None:
    """The Brier score beats that of the big cards, which are fitted on these games; full tenths are calibrated.

    Of 150 hands and more a share deviates by at most 0.041; three times that is 0.123.
    """
    played = list(learn_bids.play_deals(model, deals, seed=77))
    samples = learn_bids.landlord_samples(played)
    coefficients = MODELS[model].coefficients
    judged = learn_bids.evaluate((*coefficients["landlord"], learn_bids.slope_of(coefficients)), samples, samples)
    assert judged.brier < judged.baseline
    assert judged.brier < 0.235
    for n, predicted, was in judged.bins:
        assert n < 150 or abs(predicted - was) < 0.123


def test_the_models_beat_the_big_cards_clearly() -> None:
    """With one farmer and few low cards the big cards say more, above all the handicap, which both know.

    With two decks four hands are harder to tell apart.
    """
    least = {"standard_two": 0.003, "standard_four": 0.005}
    for model in MODELS.values():
        assert model.brier < model.baseline - least.get(model.name, 0.008)
        assert model.farmer_brier < model.farmer_baseline - 0.004
        assert model.games > 15_000


def test_learning_writes_the_fitted_model(tmp_path: Any) -> None:
    out = tmp_path / "model.py"
    out.write_text("from service.rules.bid_model import BidModel\n# fmt: off\nMODELS: Mapping[str, BidModel] = {}\n")
    model = learn_bids.learn_model("standard", 600, 1, "2026-01-01")
    learn_bids.write_module([model], out)
    text = out.read_text().replace("MODELS: Mapping[str, BidModel]", "MODELS")
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    assert namespace["MODELS"] == {"standard": model}


def test_hearing_nothing_sensible_is_refused() -> None:
    with pytest.raises(RuleError, match="was over"):
        auction.stage_after(auction.CALL_ROB, ["call", "pass", "pass", "rob"])

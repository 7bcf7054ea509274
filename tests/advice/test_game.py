"""The referee: the state of a table, rejections with their pointers, and the effect of each option on the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault as fault_of
from tests.helpers.client import post

Json = dict[str, Any]

HANDS = {"0": "334455589TQQKKAAX", "1": "3456666799JJJQKA2", "2": "34778889TTTQA222D"}
BOTTOM = "7JK"
DEAL = {"hands": HANDS, "bottom": BOTTOM}
SEATED = {"landlord": HANDS["1"], "landlord_down": HANDS["2"], "landlord_up": HANDS["0"]}


def game(client: FlaskClient, **body: Any) -> Any:
    """Return the referee's state of a table."""
    return post(client, "/v1/game", body)


def fault(client: FlaskClient, **body: Any) -> tuple[str, str]:
    """Return code and pointer of a rejected table."""
    return fault_of(client, body, "/v1/game")


def points(client: FlaskClient, **body: Any) -> list[int]:
    """Return the points of a finished deal, by seat."""
    return list(game(client, **body)["result"]["points"].values())


# ---- the auction ----------------------------------------------------------------------------------------------------


def test_an_auction_says_whose_word_it_is(client: FlaskClient) -> None:
    state = game(client, deal=DEAL, auction={"bids": [0, 2]})
    assert (state["auction"]["place"], state["auction"]["words"]) == (2, [0, 3])
    assert state["turn"] is None
    assert state["positions"] == {}
    assert not state["ended"]


def test_places_become_seats_when_the_landlord_is_known(client: FlaskClient) -> None:
    state = game(client, deal=DEAL, auction={"bids": [0, 2, 0]})
    assert state["auction"]["seats"] == {"0": "landlord_up", "1": "landlord", "2": "landlord_down"}
    assert state["left"] == {"landlord": 20, "landlord_down": 17, "landlord_up": 17}
    by_seat = game(client, deal={"hands": SEATED, "bottom": BOTTOM}, auction={"bids": [0, 2, 0]})
    assert by_seat == state
    taken_up = SEATED | {"landlord": SEATED["landlord"] + BOTTOM}
    assert game(client, deal={"hands": taken_up, "bottom": BOTTOM}, auction={"bids": [0, 2, 0]}) == state


def test_a_deal_that_nobody_called_for_is_over_and_pays_nothing(client: FlaskClient) -> None:
    state = game(client, variant="contest", deal=DEAL, auction={"bids": [0, 0, 0]})
    assert state["ended"]
    assert state["result"]["points"] == {"0": 0, "1": 0, "2": 0}
    assert state["result"]["why"][0]["code"] == "nobody_called"


def test_a_double_raises_what_its_place_plays_for(client: FlaskClient) -> None:
    auction = {"bids": [0, 2, 0], "doubled": [0]}
    assert game(client, deal=DEAL, auction=auction)["auction"]["multiples"] == {"landlord_down": 1, "landlord_up": 2}
    auction["doubled"] = [1, 0]
    assert game(client, deal=DEAL, auction=auction)["auction"]["multiples"] == {"landlord_down": 2, "landlord_up": 4}


def test_a_kick_back_raises_only_who_kicked(client: FlaskClient) -> None:
    auction = {"bids": ["call", "kick", "pass", "kick_back"]}
    state = game(client, variant="yuncheng", auction=auction)["auction"]
    assert state["multiples"] == {"landlord_down": 4, "landlord_up": 1}
    assert state["words"] == []


def test_a_hand_that_has_to_call_may_say_nothing_else(client: FlaskClient) -> None:
    strong = {"0": "3344556789TJQKAXD"}
    question: Json = {"variant": "yuncheng", "deal": {"hands": strong}}
    assert game(client, **question, auction={"bids": []})["auction"]["words"] == ["call"]
    assert fault(client, **question, auction={"bids": ["pass"]}) == ("bid_invalid", "/auction/bids/0")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"deal": DEAL}, ("field_missing", "/auction")),
        ({"deal": {"hands": SEATED}, "auction": {"bids": [0]}}, ("field_conflict", "/deal/hands")),
        ({"deal": DEAL, "auction": {"bids": [2, 1]}}, ("bid_invalid", "/auction/bids/1")),
        ({"deal": DEAL, "auction": {"bids": [3, 0]}}, ("bid_invalid", "/auction/bids/1")),
        ({"deal": DEAL, "auction": {"bids": [0], "bidding": "call"}}, ("bid_invalid", "/auction/bidding")),
        ({"deal": DEAL, "auction": {"bids": [0], "doubled": [1]}}, ("bid_invalid", "/auction/doubled")),
        ({"deal": DEAL, "auction": {"bids": [3], "doubled": [1, 1]}}, ("bid_invalid", "/auction/doubled/1")),
        ({"deal": DEAL, "auction": {"bids": [3], "doubled": [3]}}, ("bid_invalid", "/auction/doubled/0")),
        ({"variant": "contest", "auction": {"bids": [3, 0, 0], "doubled": [0]}}, ("bid_invalid", "/auction/doubled")),
        ({"deal": DEAL, "auction": {"bids": [0]}, "history": ["3"]}, ("history_inconsistent", "/history")),
        ({"deal": DEAL, "auction": {"bids": [0, 0, 0]}, "history": ["3"]}, ("history_inconsistent", "/history")),
        ({"deal": {"hands": HANDS}, "auction": {"bids": [3]}}, ("field_missing", "/deal/bottom")),
        ({"variant": "paodekuai", "auction": {"bids": []}}, ("field_conflict", "/auction")),
        ({"match": {"levels": ["2", "2"], "playing": 0}}, ("field_conflict", "/match")),
        (
            {"variant": "guandan", "match": {"levels": ["2", "5"], "playing": 1}},
            ("history_inconsistent", "/match/levels/1"),
        ),
        ({"variant": "guandan", "match": {"levels": ["2"], "playing": 0}}, ("field_invalid", "/match/levels")),
        ({"variant": "guandan", "match": {"levels": ["2", "X"], "playing": 0}}, ("field_invalid", "/match/levels/1")),
        ({"variant": "guandan", "notation": "rlcard"}, ("field_invalid", "/notation")),
        ({"hands": HANDS}, ("field_unknown", "/hands")),
    ],
)
def test_a_table_that_cannot_be_is_refused(client: FlaskClient, body: Json, error: tuple[str, str]) -> None:
    assert fault(client, **body) == error


# ---- the cards of a deal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "error"),
    [
        ({"hands": {"landlord": "34"}}, ("hand_size", "/deal/hands/landlord")),
        ({"hands": {"north": "34"}}, ("seat_unknown", "/deal/hands/north")),
        ({"hands": {"landlord": HANDS["0"], "1": HANDS["1"]}}, ("seat_unknown", "/deal/hands/1")),
        ({"hands": {"landlord_up": "3333344445555666T"}}, ("too_many_of_rank", "/deal/hands/landlord_up")),
        ({"hands": SEATED | {"landlord_up": HANDS["2"]}}, ("too_many_of_rank", "/deal/hands/landlord_up")),
        ({"hands": SEATED, "bottom": "7J"}, ("hand_size", "/deal/bottom")),
        ({"hands": SEATED, "bottom": "22X"}, ("too_many_of_rank", "/deal/bottom")),
        ({"hands": {"landlord": HANDS["1"] + BOTTOM}, "bottom": "78K"}, ("history_inconsistent", "/deal/bottom")),
        ({"hands": {"landlord": HANDS["1"]}}, ("field_missing", "/deal/bottom")),
        ({"places": {"0": "34"}}, ("hand_size", "/deal/places/0")),
        ({"places": {"0": "3333344445555666T"}}, ("too_many_of_rank", "/deal/places/0")),
        ({"hands": {"landlord_up": "3s3s445556789TTQA"}}, ("card_duplicate", "/deal/hands/landlord_up")),
    ],
)
def test_cards_that_were_not_dealt_so_are_refused(client: FlaskClient, deal: Json, error: tuple[str, str]) -> None:
    assert fault(client, deal=deal) == error


def test_rejections_name_the_hands_with_too_many_cards(client: FlaskClient) -> None:
    answer = client.post("/v1/game", json={"deal": {"hands": {"landlord_up": HANDS["0"]}}, "history": ["55"]})
    assert answer.get_json(force=True)["detail"] == (
        "five 5s (3 in deal.hands.landlord_up, 2 in history[0]), but the deck has four"
    )


def test_an_unknown_hand_plays_no_card_of_a_known_one(client: FlaskClient) -> None:
    known = {"landlord_up": HANDS["0"]}  # it contains three fives
    assert fault(client, deal={"hands": known}, history=["55"]) == ("too_many_of_rank", "/history/0")
    assert game(client, deal={"hands": known}, history=["5"])["positions"].keys() == {"landlord_up"}


def test_the_landlord_keeps_the_bottom_until_he_plays_it(client: FlaskClient) -> None:
    known = {"hands": {"landlord_up": HANDS["0"]}, "bottom": BOTTOM}
    plays = ["TJQKA", "", "", "34567", "", "", "3456", "", ""]
    assert fault(client, deal=known, history=["77", "JJJJ"])[0] == "too_many_of_rank"
    assert fault(client, deal=known, history=[*plays[:6], "34"]) == ("not_a_play", "/history/6")


PDK_0 = "3s3h4s5s6s7s8s8h9s9hJsJhJcKsKhAs"


def test_who_holds_the_three_leads(client: FlaskClient) -> None:
    question = {"variant": "paodekuai", "deal": {"hands": {"1": PDK_0}}}
    assert fault(client, **question) == ("history_inconsistent", "/deal/hands/1")
    assert game(client, **question, options={"first3": "off"})["turn"]["seat"] == 0
    without = {"0": PDK_0.replace("3s", "4h")}
    assert fault(client, variant="paodekuai", deal={"hands": without}) == ("history_inconsistent", "/deal/hands/0")
    assert game(client, variant="paodekuai", deal={"hands": {"1": PDK_0.replace("s", "").replace("h", "")}})


# ---- plays ----------------------------------------------------------------------------------------------------------


def test_positions_are_what_each_seat_may_know(client: FlaskClient) -> None:
    deal = {"hands": {"landlord_up": HANDS["0"], "landlord": HANDS["1"] + BOTTOM}, "bottom": BOTTOM}
    state = game(client, deal=deal, history=["99", "TT", ""])
    assert state["positions"] == {
        "landlord": "standard landlord 345666677JJJJQKKA2 7JK 99,TT,.",
        "landlord_up": "standard landlord_up 334455589TQQKKAAX 7JK 99,TT,.",
    }
    for line in state["positions"].values():
        assert client.post("/v1/analyze", json={"position": line}).get_json()["position"] == line


def test_what_lies_there_is_written_as_its_player_wrote_it(client: FlaskClient) -> None:
    state = game(client, notation="contest", history=[[4, 5], [9, 10], []])
    assert state["turn"]["to_beat"] == {"seat": "landlord_down", "cards": [9, 10], "shape": "pair"}
    assert state["trick"][2] == {"seat": "landlord_up", "cards": [], "shape": None}
    suited = game(client, variant="guandan", history=["5s5h5c2h"])
    assert suited["turn"]["to_beat"] == {"seat": 0, "cards": "5s5h5c2h", "shape": "bomb", "as": "5555"}


def test_a_trick_begins_with_its_lead(client: FlaskClient) -> None:
    history = ["3", "4", "5", "", "", "77"]
    assert [turn["cards"] for turn in game(client, history=history)["trick"]] == ["77"]
    assert game(client, history=history[:5])["trick"] == []


BOMBED = "3s3h4s4h4c4d5s6s7s8s8h9s9hJsJhKs"


@pytest.mark.parametrize(
    ("options", "hand", "history", "code"),
    [
        ({}, PDK_0, ["3c4s5s6s7s"], "not_held"),
        ({}, PDK_0, ["3s4s"], "not_a_play"),
        ({}, PDK_0, ["4s5s6s7s8s"], "must_show"),
        ({}, PDK_0, [""], "must_lead"),
        ({}, PDK_0, ["3s", "5", "6", ""], "must_beat"),
        ({}, PDK_0, ["3s", "5", "6", "5s"], "does_not_beat"),
        ({}, PDK_0, ["3s4s5s6s7s", "45678", "", "", "6789TJQKA", "", "", "5", "7", "8s"], "solo_not_top"),
        ({}, PDK_0.replace("As", "3c"), ["3s3h3c"], "short_not_last"),
        ({"short_lead": "off"}, "3s4s5s6s7s8s9sTsJsQsKsAs6h6c6d3h", ["3456789TJQKA", "", "", "6663"], "short_refused"),
        ({"bomb_split": "off"}, BOMBED, ["3s4s5s6s7s"], "tears_bomb"),
    ],
)
def test_a_wrong_play_of_a_known_hand_is_refused_for_the_reason_of_check(
    client: FlaskClient, options: Mapping[str, str], hand: str, history: Sequence[str], code: str
) -> None:
    question = {"variant": "paodekuai", "options": options, "deal": {"hands": {"0": hand}}, "history": history}
    assert fault(client, **question) == (code, f"/history/{len(history) - 1}")
    position = game(client, **question | {"history": history[:-1]})["positions"]["0"].split(" ")[2]
    now = {"hand": position if code != "must_show" else hand, "history": history[:-1], "cards": history[-1]}
    if code == "not_held":
        now["hand"] = hand
    check = client.post("/v1/check", json={"variant": "paodekuai", "options": options, "seat": "0"} | now).get_json()
    assert check["reasons"][0]["code"] == code
    zh = client.post("/v1/game", json=question, headers={"Accept-Language": "zh"}).get_json(force=True)
    assert zh["detail"] != client.post("/v1/game", json=question).get_json(force=True)["detail"]


def test_a_pass_of_an_unknown_hand_is_refused_when_its_later_plays_show_that_it_had_to_beat(
    client: FlaskClient,
) -> None:
    question = {"variant": "paodekuai", "options": {"first3": "off"}}
    assert game(client, **question, history=["4", "", ""])["turn"]["leads"]
    assert fault(client, **question, history=["4", "", "5", "6", "7"]) == ("must_beat", "/history/1")


def test_another_seats_play_is_refused(client: FlaskClient) -> None:
    wrong = [{"seat": "landlord_up", "cards": "3"}]
    assert fault(client, history=wrong) == ("not_your_turn", "/history/0/seat")


def test_a_flower_that_is_left_alone_lets_the_next_seat_lead(client: FlaskClient) -> None:
    deal = {"hands": {"landlord": "3456789TJQKA3456789TW"}}
    history = ["3456789TJQKA", "", "", "3456789T", "", "", ""]
    state = game(client, variant="yuncheng", deal=deal, history=history)
    assert state["turn"] == {"seat": "landlord_down", "leads": True, "to_beat": None}
    position = game(client, variant="yuncheng", deal=deal, history=history[:-1])["positions"]["landlord"]
    assert client.post("/v1/check", json={"position": position, "cards": ""}).get_json()["playable"]


# ---- points ---------------------------------------------------------------------------------------------------------

SPRING = ["3456789TJQKA", "", "", "3456789T"]


def test_the_base_and_the_bids_multiply(client: FlaskClient) -> None:
    auction = {"bidding": "call_rob", "bids": ["call", "rob", "pass", "rob"]}
    assert points(client, auction=auction, history=SPRING) == [16, -8, -8]  # 2 robs and spring
    auction = {"bids": [2, 0, 0], "doubled": [1]}
    assert points(client, auction=auction, history=SPRING) == [12, -8, -4]  # 2 * 2, the next farmer doubled


@pytest.mark.parametrize(
    ("doubled", "paid"),
    [
        ([1], [12, -8, -4]),
        ([1, 1], [20, -16, -4]),  # 2 * 2 * 4 of the next farmer
        ([0, 2, 2], [40, -8, -32]),  # the landlord doubled both, the previous farmer by four
        ([0, 0, 1, 1], [80, -64, -16]),
    ],
)
@pytest.mark.parametrize("variant", ["standard", "laizi"])
def test_a_place_that_is_named_twice_doubles_by_four(
    client: FlaskClient, variant: str, doubled: list[int], paid: list[int]
) -> None:
    options = {"super_double": "on"}
    auction = {"bids": [2, 0, 0], "doubled": doubled}
    assert points(client, variant=variant, options=options, auction=auction, history=SPRING) == paid


@pytest.mark.parametrize(("shown", "paid"), [("off", [80, -64, -16]), ("3", [240, -192, -48])])
@pytest.mark.parametrize("variant", ["standard", "laizi"])
def test_a_shown_hand_multiplies_what_places_double(
    client: FlaskClient, variant: str, shown: str, paid: list[int]
) -> None:
    """2 * spring * 3 for the shown hand, times 4 for the landlord and 4 for the farmer after it."""
    question: Json = {"options": {"super_double": "on", "show_hand": shown}, "auction": {"bids": [2, 0, 0]}}
    question["auction"]["doubled"] = [0, 0, 1, 1]
    result = game(client, variant=variant, history=SPRING, **question)["result"]
    assert [*result["points"].values()] == paid
    common = prod(factor["factor"] for factor in result["factors"] if factor["code"] != "double")
    assert common == 4 * (1 if shown == "off" else int(shown))


@pytest.mark.parametrize(("most", "doubled"), [("off", [1, 1]), ("on", [1, 1, 1])])
def test_a_place_doubles_no_more_often_than_the_option_allows(
    client: FlaskClient, most: str, doubled: list[int]
) -> None:
    auction = {"bids": [2, 0, 0], "doubled": doubled}
    question: Json = {"options": {"super_double": most}, "auction": auction, "history": SPRING}
    assert fault(client, **question) == ("bid_invalid", f"/auction/doubled/{len(doubled) - 1}")


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, [4, -2, -2]),
        ({"show_hand": "3"}, [12, -6, -6]),
        ({"spring": "off"}, [2, -1, -1]),
        ({"spring_factor": "3"}, [6, -3, -3]),
        ({"anti_spring": "off"}, [4, -2, -2]),
    ],
)
@pytest.mark.parametrize("variant", ["standard", "laizi"])
def test_options_of_spring(client: FlaskClient, variant: str, options: Mapping[str, str], paid: list[int]) -> None:
    assert points(client, variant=variant, options=options, history=SPRING) == paid


RUN_OUT = ["3456789TJQKA", "", "", "3344"]
FREELY = {"first3": "off", "must": "off"}


def test_who_was_dealt_the_ten_of_hearts_must_be_seen(client: FlaskClient) -> None:
    question: Json = {"variant": "paodekuai", "options": FREELY | {"bird": "heart10"}, "history": RUN_OUT}
    state = game(client, **question)
    unseen = state["result"]
    assert (unseen["points"], unseen["why"][0]["code"]) == (None, "bird_unknown")
    assert state["next"] == game(client, **question | {"options": FREELY})["next"]  # does not depend on the points
    assert [factor["code"] for factor in unseen["factors"]] == ["cards", "shut", "cards", "shut"]
    held = "5s5h6s6h7s7h8s8h9s9hThTcJsJhQsQh"
    assert points(client, **question, deal={"hands": {"1": held}}) == [96, -64, -32]
    assert points(client, **question | {"history": ["3456789ThJQKA", *RUN_OUT[1:]]}) == [128, -64, -64]
    ids = question | {
        "notation": "contest",
        "history": [[0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44], [], [], [1, 2, 5, 6]],
    }
    assert points(client, **ids) == [128, -64, -64]


LET_OUT = ["3s4s5s6s7s", "45678", "", "", "6789TJQKA", "", "", "5", "7"]


@pytest.mark.parametrize(
    ("last", "paid"),
    [
        (["8s", "9"], [-25, 25, 0]),
        (["8s", "A"], [-25, 25, 0]),  # its ace would not have been beaten
        (["8s", "2"], [-10, 25, -15]),
        (["As", "2"], [-10, 25, -15]),
        (["", "9"], [-11, 26, -15]),
    ],
)
def test_who_lets_the_next_seat_out_on_a_lower_solo_pays_for_all(
    client: FlaskClient, last: list[str], paid: list[int]
) -> None:
    options = FREELY | {"baodan": "off", "pay_all": "on"}
    question: Json = {"variant": "paodekuai", "options": options, "history": LET_OUT + last}
    assert points(client, **question, deal={"hands": {"0": PDK_0}}) == paid
    unseen = game(client, **question)
    assert [why["code"] for why in unseen["result"]["why"]] == (["offender_unknown"] if last[0] else [])
    assert unseen["next"]["leader"] == 1


def test_who_goes_out_on_a_pair_was_let_out_by_nobody(client: FlaskClient) -> None:
    runs = ["3s4s5s6s7s", "45678", "89TJQ", "", "9TJQK", "", "", "6677", "8899", "", ""]
    question: Json = {"variant": "paodekuai", "options": FREELY | {"baodan": "off", "pay_all": "on"}}
    ended = game(client, **question, history=[*runs, "44", "TT", "KK"])
    assert (ended["result"]["winner"], ended["result"]["why"]) == (1, [])
    assert ended["result"]["points"] == {"0": -9, "1": 14, "2": -5}


def test_the_winner_leads_the_next_deal_of_paodekuai(client: FlaskClient) -> None:
    question: Json = {"variant": "paodekuai", "history": RUN_OUT}
    state = game(client, **question, options=FREELY)["next"]
    assert (state["leader"], state["card"], state["options"]) == (0, None, {"first3": "off"})
    state = game(client, **question, options=FREELY | {"next_first": "three", "first": "heart3"})["next"]
    assert (state["leader"], state["card"], state["options"]) == (None, "3h", {"first3": "on"})


def test_a_game_of_places_pays_none_and_names_the_last(client: FlaskClient) -> None:
    history = ["3456789TJQKA", "", "", "345678", "", "", "3456789TJQKA"]
    state = game(client, variant="zhengshangyou", history=history)
    assert not state["ended"]
    state = game(client, variant="zhengshangyou", history=[*history, "", "9TJQKA"])
    assert state["result"]["places"] == [0, 1, 2]
    assert state["result"]["points"] is None
    assert [why["code"] for why in state["result"]["why"]] == ["places_only"]


def rank(letter: str) -> str:
    """Return all eight cards of a rank of two decks."""
    return "".join(2 * (letter + suit) for suit in "shcd")


def double_win() -> list[str]:
    """Return the plays of seats 0 and 2, who go out first and second while the others pass."""
    first = [play for letter in "345" for play in (rank(letter), "", "", "")]
    second = [play for letter in "789" for play in (rank(letter), "", "")]
    return [*first, "6s6h6c", "", "", "", *second, "TsThTc"]


def test_levels_climb_and_tribute_is_owed(client: FlaskClient) -> None:
    match = {"levels": ["9", "A"], "playing": 1, "failures": [0, 1]}
    question: Json = {"variant": "guandan", "history": double_win()}
    state = game(client, **question, options={"level": "A", "a_fail": "2"}, match=match)
    assert list(state["result"]["points"].values()) == [3, 0, 3, 0]
    assert state["next"]["match"] == {"levels": ["Q", "2"], "playing": 0, "failures": [0, 0], "winner": None}
    assert state["next"]["options"] == {"level": "Q"}
    owed = {"order": [0, 2], "givers": [1, 3], "paid": {}, "returned": {}}
    assert state["next"]["tribute"] == owed
    unrated = game(client, **question)["next"]
    assert (unrated["match"], unrated["tribute"]) == (None, owed)
    won = game(client, **question, options={"level": "A"}, match={"levels": ["A", "9"], "playing": 0})
    assert won["next"]["match"]["winner"] == 0
    assert won["next"]["tribute"] is None
    going_on = game(client, variant="guandan", options=state["next"]["options"], match=state["next"]["match"])
    assert going_on["turn"]["seat"] == 0
    assert fault(client, variant="guandan", match=won["next"]["match"]) == ("game_over", "/match/winner")
    no_team = won["next"]["match"] | {"winner": 2}
    assert fault(client, variant="guandan", match=no_team) == ("field_invalid", "/match/winner")


def test_a_batch_judges_tables(client: FlaskClient) -> None:
    items = [{"op": "game", "body": {"history": ["3"]}}, {"op": "game", "body": {"history": ["34"]}}]
    replies = client.post("/v1/batch", json={"items": items}).get_json()["items"]
    assert [item["status"] for item in replies] == [200, 422]
    assert replies[0]["body"] == game(client, history=["3"])


def test_a_three_that_chance_took_away_need_not_be_shown(client: FlaskClient) -> None:
    question: Json = {"variant": "paodekuai", "options": {"deck": "48r"}}
    low = "3h3c4s4h5s5h6s6h7s7h8s8h9s9hTsTh"
    assert game(client, **question, deal={"hands": {"0": low}}, history=["4s"])["turn"]["seat"] == 1
    assert game(client, **question, history=["4s"])["turn"]["seat"] == 1
    held = low.replace("3h", "3s")
    assert fault(client, **question, deal={"hands": {"0": held}}, history=["4s"]) == ("must_show", "/history/0")
    assert fault(client, variant="paodekuai", history=["4s"]) == ("must_show", "/history/0")

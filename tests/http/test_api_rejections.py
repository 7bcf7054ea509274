"""The endpoints with invalid requests: a conformance list, and all fields that can be rejected."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.errors import Bilingual, RuleError
from tests.helpers.client import FOLLOW, fault, post

ALL_BUT_TWO = "33344445555666677778888999TTTTJJJJQQQQKKKKAAAA2222XD"


# ---- errors of a comparable service -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "options", "most"),
    [("standard", {}, 10_000), ("laizi", {"wild": "7"}, 1000), ("laizi", {"wild": "78"}, 500)],
)
def test_the_limit_of_games_is_lower_for_slow_rules(
    client: FlaskClient, variant: str, options: dict[str, str], most: int
) -> None:
    """With any `want`, and also for levels that do not search."""
    body = {"variant": variant, "options": options, "hand": "3344"}
    for path, more in (("/v1/move", {}), ("/v1/analyze", {"want": ["power"]})):
        post(client, path, body | more | {"limits": {"games": most}})
        error = post(client, path, body | more | {"limits": {"games": most + 1}}, 422)["errors"][0]
        assert (error["code"], error["pointer"]) == ("limit_too_large", "/limits/games")
        assert f"at most {most} games" in error["detail"]


def test_a_fault_travels_between_processes_in_every_language() -> None:
    fault = RuleError("must_lead", Bilingual("leads", "有牌权"), "/history/0")
    travelled = pickle.loads(pickle.dumps(fault))
    assert (travelled.message, travelled.message.zh, travelled.pointer) == ("leads", "有牌权", "/history/0")


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/v1/analyze", "options"),
        ("/v1/analyze", "left"),
        ("/v1/analyze", "last"),
        ("/v1/deal", "composition"),
        ("/v1/game", "deal/hands"),
    ],
)
def test_a_callers_key_is_escaped_and_whole_in_a_pointer(client: FlaskClient, path: str, field: str) -> None:
    body: Any = {"a/b~" + 40 * "c": 1 if field in ("left", "composition") else "3"}
    for name in reversed(field.split("/")):
        body = {name: body}
    required = {"hand": "345"} if path == "/v1/analyze" else {"seed": 1} if path == "/v1/deal" else {}
    assert fault(client, required | body, path)[1] == f"/{field}/a~1b~0" + 40 * "c"


@pytest.mark.parametrize(
    ("seat", "quoted"),
    [
        (None, ""),
        (False, "not false"),
        (0.5, "not 0.5"),
        (["3", None, True], 'not ["3", null, true]'),
        ([1, 2, 3, 4, 5], "not [1, 2, 3, 4, …]"),
        ({"cards": [["x"]]}, 'not {"cards": [[…]]}'),
        ("north" * 9, "not 'northnorthnorthnorthnorthnorth…'"),
    ],
)
def test_what_a_caller_wrote_is_quoted_as_json(client: FlaskClient, seat: Any, quoted: str) -> None:
    body = {"hand": "345", "last": {"cards": "3", "seat": seat}}
    english, chinese = (client.post("/v1/analyze", json=body | {"lang": lang}).get_json() for lang in ("en", "zh"))
    assert english.get("detail", "").endswith(quoted)
    assert quoted.removeprefix("not ").strip("'") in chinese.get("detail", "")


def test_a_seat_is_a_whole_number_however_it_is_written(client: FlaskClient) -> None:
    table = {"variant": "paodekuai", "hand": "345"}
    bodies = [table | {"seat": seat, "last": {"cards": "3", "seat": last}} for seat, last in ((1, 0), (1.0, 0.0))]
    one, other = (post(client, "/v1/analyze", body) for body in bodies)
    assert one == other
    doubled = {"auction": {"bids": [3], "doubled": [1.0]}}
    assert post(client, "/v1/game", doubled)["auction"]["multiples"] is not None
    for seat in (1.5, True, 10.0):
        assert fault(client, table | {"seat": seat})[1] == "/seat"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"hand": "z"}, ("card_unknown", "/hand")),
        ({"hand": ""}, ("hand_empty", "/hand")),
        ({"hand": []}, ("hand_empty", "/hand")),
        ({"hand": "333333"}, ("too_many_of_rank", "/hand")),
        ({"hand": "3W"}, ("too_many_of_rank", "/hand")),  # no flower in this deck
        ({"hand": "3", "seat": "south"}, ("seat_unknown", "/seat")),
        ({"hand": "BJ"}, ("notation_ambiguous", "/hand")),
        ({"hand": [3, 17]}, ("notation_ambiguous", "/hand")),
        ({"hand": [True], "notation": "contest"}, ("card_unknown", "/hand")),
        ({"hand": [54], "notation": "contest"}, ("card_unknown", "/hand")),
        ({"hand": "3X", "notation": "contest"}, ("card_unknown", "/hand")),
        ({"hand": "3s3s"}, ("card_duplicate", "/hand")),
        ({"hand": "3s4s", "last": "3s"}, ("card_duplicate", "/last")),
        ({"hand": "3" * 500}, ("too_many_of_rank", "/hand")),
        ({"hand": "34567899TTJJQQKKAA22X"}, ("hand_size", "/hand")),  # 21 cards
        ({"hand": "3", "bottom": "45"}, ("hand_size", "/bottom")),
        ({"hand": "3\u0000"}, ("card_unknown", "/hand")),
        ({"hand": "3", "hands": ["4"]}, ("field_unknown", "/hands")),
        ({"hand": "3", "top": True}, ("field_invalid", "/top")),
        ({"hand": "3", "top": -1}, ("field_invalid", "/top")),
        ({"hand": "3", "top": 1.5}, ("field_invalid", "/top")),
        ({"hand": "3", "seed": 2**53}, ("field_invalid", "/seed")),
        ({"hand": "3", "want": "hints"}, ("field_invalid", "/want")),
        ({"hand": "3", "want": ["luck"]}, ("field_invalid", "/want")),
        ({"hand": "3", "want": [["hints"]]}, ("field_invalid", "/want")),
        ({"hand": "3", "want": ["hints"] * 33}, ("field_invalid", "/want")),
        ({"hand": "3", "lang": "fr"}, ("field_invalid", "/lang")),
        ({"hand": "3", "notation": "morse"}, ("field_invalid", "/notation")),
        ({"hand": "3", "limits": {"node": 5}}, ("field_unknown", "/limits/node")),
        ({"hand": "3", "limits": {"nodes": 0}}, ("field_invalid", "/limits/nodes")),
        ({"hand": "3", "history": "TT"}, ("field_invalid", "/history")),
        ({"hand": "3", "history": [5]}, ("field_invalid", "/history/0")),
        ({"hand": "3", "history": ["3"] * 257}, ("field_invalid", "/history")),
        ({"hand": "3", "history": [{"cards": "4", "who": "me"}]}, ("field_unknown", "/history/0/who")),
        ({"hand": "3", "history": [{"seat": "landlord"}]}, ("field_missing", "/history/0/cards")),
        ({"hand": "3", "history": [{"seat": "landlord_up", "cards": "4"}]}, ("not_your_turn", "/history/0/seat")),
        ({"hand": "3", "history": [{"seat": 5, "cards": "4"}]}, ("seat_unknown", "/history/0/seat")),
        ({"hand": "3", "history": [{"cards": "44", "as": "45"}]}, ("not_a_play", "/history/0/as")),
        (
            {"hand": "3", "notation": "rlcard", "history": [{"cards": "4", "as": "?"}]},
            ("card_unknown", "/history/0/as"),
        ),
        ({"hand": "3", "history": ["4"], "seen": "4"}, ("field_conflict", "/seen")),
        ({"hand": "3", "last": {"cards": "4", "seat": "landlord"}}, ("history_inconsistent", "/seat")),
        ({"hand": "3", "left": {"landlord": 5}}, ("history_inconsistent", "/left/landlord")),
        ({"hand": "3", "left": {"north": 5}}, ("seat_unknown", "/left/north")),
        ({"hand": "3", "left": {"landlord_up": "5"}}, ("field_invalid", "/left/landlord_up")),
        ({"hand": "3", "options": {"attach": [5]}}, ("field_invalid", "/options/attach")),
        ({"hand": "3", "options": {"spin": "on"}}, ("option_unknown", "/options/spin")),
        ({"hand": "3", "options": []}, ("field_invalid", "/options")),
        ({"hand": "3", "only": ["pass"]}, ("not_a_play", "/only/0")),
        ({"hand": "3", "only": ["5"]}, ("not_held", "/only/0")),
        ({"position": "standard landlord 3345"}, ("field_invalid", "/position")),
        ({"position": "standard[attach landlord 3345 - ?"}, ("field_invalid", "/position")),
        ({"position": "standard landlord 3345 - ?;left=landlord_up:x"}, ("field_invalid", "/position")),
        ({"position": "standard landlord 3345 - ?;cake=3"}, ("field_invalid", "/position")),
        ({"position": "standard landlord - - ?"}, ("hand_empty", "/hand")),
        ({"position": "standard landlord 3 - " + ",".join(["3"] * 257)}, ("field_invalid", "/position")),
        ({"hand": {"3": 1}}, ("field_invalid", "/hand")),
        ({"hand": [["3"]]}, ("card_unknown", "/hand")),
        ({"hand": [[3]], "notation": "contest"}, ("card_unknown", "/hand")),
        (FOLLOW | {"last": "99"}, ("history_inconsistent", "/last")),
        (FOLLOW | {"last": {"cards": "TT", "seat": "landlord_up"}}, ("history_inconsistent", "/last/seat")),
        (FOLLOW | {"left": {"landlord": 5}}, ("history_inconsistent", "/left/landlord")),
        ({"hand": "33445566778899TTJJQQ", "history": [], "bottom": "AXD"}, ("history_inconsistent", "/bottom")),
        ({"hand": "3", "history": ["3456789TJQKA", ".", ".", "3456789TJ"]}, ("history_inconsistent", "/history/3")),
        (
            {"hand": "3", "seen": ALL_BUT_TWO},
            ("history_inconsistent", "/seen"),
        ),
        ({"hand": "3", "left": {"landlord_up": 18}}, ("history_inconsistent", "/left/landlord_up")),
        (
            {"hand": "3", "variant": "x" * 99},
            ("variant_unknown", "/variant"),
        ),
        ({"hand": "3" * 5000}, ("field_invalid", "/hand")),
        ({"position": "x" * 5000}, ("field_invalid", "/position")),
        ({}, ("field_missing", "/hand")),
        ({"hand": "3499", "last": "35"}, ("not_a_play", "/last")),
        ({"hand": "999", "last": "99"}, ("too_many_of_rank", "/last")),
    ],
)
def test_rejections_have_a_code_and_a_pointer(client: FlaskClient, body: Any, error: tuple[str, str]) -> None:
    assert fault(client, body) == error


WHOLE = [rank * 15 for rank in "3456789TJQKA2XD"]
"""Two hundred and twenty-five cards: more than a hand of the core can contain."""


@pytest.mark.parametrize("cards", ["W", "WWWW", "4W", "34567W", "33333", "XX", WHOLE], ids=str)
def test_cards_that_the_deck_does_not_hold_never_reach_the_core(client: FlaskClient, cards: Any) -> None:
    """In all fields for plays; the flower is a card, but not in this deck."""
    for body, pointer in [
        ({"hand": "3", "last": cards}, "/last"),
        ({"hand": "3", "last": {"cards": cards}}, "/last/cards"),
        ({"hand": "3", "history": [cards]}, "/history/0"),
        ({"hand": "3", "seen": cards}, "/seen"),
    ]:
        assert fault(client, body) == ("too_many_of_rank", pointer)
    for body in ({"cards": cards}, {"cards": cards, "hand": "34"}, {"cards": cards, "history": ["4"]}):
        assert fault(client, body, "/v1/check") == ("too_many_of_rank", "/cards")


@pytest.mark.parametrize("depth", [100, 1000, 1015])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/analyze", '{"hand": @, "notation": "contest"}'),
        ("/v1/analyze", '{"hand": [@]}'),
        ("/v1/analyze", '{"hand": "3", "lang": @}'),
        ("/v1/analyze", '{"hand": "3", "notation": @}'),
        ("/v1/analyze", '{"hand": "3", "want": @}'),
        ("/v1/analyze", '{"hand": "3", "limits": @}'),
        ("/v1/analyze", '{"hand": "3", "options": {"attach": @}}'),
        ("/v1/analyze", '{"hand": "3", "history": [{"seat": @, "cards": "4"}]}'),
        ("/v1/analyze", '{"hand": "3", "history": [{"cards": "4", "as": @}]}'),
        ("/v1/analyze", '{"hand": "3", "last": {"cards": @}}'),
        ("/v1/analyze", '{"hand": "3", "spare": @}'),
        ("/v1/check", '{"cards": @}'),
    ],
)
def test_nesting_is_refused_at_any_depth(client: FlaskClient, path: str, body: str, depth: int) -> None:
    """JSON is parsed down to 1,024 levels; Python prints nested lists only to a lower depth."""
    nested = body.replace("@", "[" * depth + "1" + "]" * depth)
    assert client.post(path, data=nested, content_type="application/json").status_code == 422
    inside = (
        f'{{"items": [{{"op": "analyze", "body": {nested}}}, {{"op": {"[" * depth + "]" * depth}, "body": {{}}}}]}}'
    )
    batch = client.post("/v1/batch", data=inside, content_type="application/json")
    assert batch.status_code in (200, 400)  # 400: beyond the 1,024 levels, including the batch
    assert all(item["status"] == 422 for item in batch.get_json(force=True).get("items", []))


@pytest.mark.parametrize(
    ("path", "body", "detail"),
    [
        ("move", [1], "expected an object"),
        ("move", {"hand": "3", "limits": 5}, "expected an object"),
        ("move", {"hand": "3", "options": 5}, "expected an object"),
        ("move", {"hand": "3", "history": 5}, "expected an array of plays"),
        ("move", {"hand": "3", "level": 9},
         'expected the name of a level, a number from 1 to 7, {"win": 0.4}, or '
         '{"even": {"won": 3, "played": 10, "at": 0.4}}'),
        ("move", {"hand": "33", "limits": {"games": 0}}, "a number from 1 to 10000; not 0"),
        ("analyze", {"hand": 3}, "cards are a text or an array"),
        ("analyze", {"hand": "3", "last": {"cards": "3", "as": 3}}, "cards are a text or an array"),
        ("analyze", {"hand": "345678" * 73}, "more than 108 cards"),
        ("analyze", {"hand": "3", "want": None}, "expected an array of power, split, hints, move, unseen, beliefs"),
        ("analyze", {"hand": "3", "limits": None}, "expected an object, not null; or leave the field out"),
        ("move", {"hand": "3", "level": None}, 'expected the name of a level, a number from 1 to 7, {"win": 0.4}, or '),
        ("move", {"hand": "3", "options": {"attach": None}}, "expected a text, true, false or a whole number, "),
        ("move", {"hand": None}, "Missing: hand; expected a text or an array of cards"),
        ("bid", {"hand": "3", "bids": None}, "expected an array of at most 16 bids, not null; or leave"),
        ("bid", {"hand": None}, "Missing: hand; expected a text or an array of cards"),
        ("bid", {}, "Missing: hand; expected a text or an array of cards"),
        ("tribute", {"role": "give"}, "Missing: hand; expected a text or an array of cards"),
        ("tribute", {"hand": "3s"}, "Missing: role; expected one of give, return"),
        ("deal", {"seed": None}, "expected a number from 0 to 9007199254740991, not null; or leave the field out"),
        ("batch", {}, "Missing: items; expected an array of requests"),
        ("move", {"hand": ["3", 4]}, "numbers are not cards in text notation: "),
        ("move", {"hand": ["3", 4], "notation": "text"}, "numbers are not cards in text notation: "),
    ],
)  # fmt: skip
def test_rejections_of_a_field_name_the_expected_value(client: FlaskClient, path: str, body: Any, detail: str) -> None:
    error = post(client, f"/v1/{path}", body, 422)["errors"][0]
    assert error["detail"].startswith(detail)
    assert (error["code"] == "field_missing") == detail.startswith("Missing")


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("limits=nodes", "in a query, limits is written nodes=100,games=50; not 'nodes'"),
        ("limits=nodes:100", "in a query, limits is written nodes=100,games=50; not 'nodes:100'"),
        ("left=landlord", "in a query, left is written landlord:18,landlord_up:17; not 'landlord'"),
        ("options=attach", "in a query, options is written attach=pagat,reading=first; not 'attach'"),
    ],
)
def test_rejections_of_query_pairs_show_their_syntax(client: FlaskClient, query: str, detail: str) -> None:
    error = client.get(f"/v1/analyze?hand=33&seat=landlord_down&{query}").get_json()["errors"][0]
    assert (error["code"], error["pointer"]) == ("field_invalid", f"/{query.partition('=')[0]}")
    assert error["detail"] == detail
    shown = detail.partition("written ")[2].partition(";")[0]
    assert client.get(f"/v1/analyze?hand=33&seat=landlord_down&{query.partition('=')[0]}={shown}").status_code == 200


FARMER = {"seat": "landlord_down", "hand": "3s3h4s5s6s7s8s9sTsJsQsKsAs2s4h5h6h", "history": ["8d"]}


@pytest.mark.parametrize(
    ("path", "body", "code", "pointer"),
    [
        ("check", {"cards": "TTT", "history": ["TT"]}, "too_many_of_rank", "/history/0"),  # two are on the table
        ("check", {"cards": "999", "last": "99"}, "too_many_of_rank", "/last"),
        ("check", {"cards": "XD", "last": {"cards": "X"}}, "too_many_of_rank", "/last/cards"),
        ("check", {"cards": "22", "hand": "2233", "last": "222"}, "too_many_of_rank", "/last"),
        ("analyze", FARMER | {"bottom": "8s9dTd"}, "card_duplicate", "/bottom"),
        ("analyze", FARMER | {"bottom": "8c9dTd"}, "", ""),
        ("analyze", {"hand": "3s4s5s6s7s", "bottom": "3s9dTd", "seat": "landlord_up"}, "card_duplicate", "/bottom"),
        ("analyze", {"hand": "3s4s5s6s7s", "bottom": "4h5h9c", "seat": "landlord_up",
                     "last": {"seat": "landlord_down", "cards": "9c"}}, "card_duplicate", "/bottom"),
        ("analyze", {"hand": "3s4s5s6s7s", "bottom": "4h5h9c", "seat": "landlord_up",
                     "last": {"seat": "landlord", "cards": "9c"}}, "", ""),
        ("analyze", {"hand": "3s3h4s5s6s7s8s9sTsJsQsKsAs2s4h5h6h7h8h9h", "bottom": "7h8h9c", "history": []},
         "history_inconsistent", "/bottom"),
        ("analyze", {"hand": "3s3h4s5s6s7s8s9sTsJsQsKsAs2s4h5h6h7h8h9h", "bottom": "7h8h9h", "history": []}, "", ""),
        ("game", {"deal": {"bottom": "8s9dTd"}, "history": ["3d", "8s"]}, "card_duplicate", "/deal/bottom"),
        ("game", {"deal": {"bottom": "8s9dTd"}, "history": ["8s", "9c"]}, "", ""),
        ("game", {"deal": {"bottom": "8s9dTd"}, "history": ["3d", "9c"]}, "", ""),
    ],
)  # fmt: skip
def test_a_physical_card_is_in_one_place(
    client: FlaskClient, path: str, body: dict[str, Any], code: str, pointer: str
) -> None:
    """The bottom is in the hand and the plays of the landlord, and of nobody else."""
    if code:
        assert fault(client, body, f"/v1/{path}") == (code, pointer)
    else:
        post(client, f"/v1/{path}", body)

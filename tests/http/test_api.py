"""The endpoints from a client's view: guarantees of answers, and games played through them."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.http.api import batch
from service.http.requests.query import FIELDS
from tests.helpers.client import FOLLOW, fault, post

# ---- guarantees of an analysis ----------------------------------------------------------------------------------


def test_check_follows_a_history_to_its_end(client: FlaskClient) -> None:
    over = {"cards": "9", "history": ["3456789TJQKA", ".", ".", "33445566"]}
    assert fault(client, over, "/v1/check") == ("game_over", "/history")


@pytest.mark.parametrize(
    ("cards", "bombs"),
    [("36AAAA", ["AAAA"]), ("367777", ["7777"]), ("7777XD", ["XD", "7777"]), ("7777AAAA", ["AAAA", "7777"])],
)
def test_a_quad_with_kickers_breaks_the_bombs_in_it(client: FlaskClient, cards: str, bombs: list[str]) -> None:
    body = {"hand": "36Q7777AAAAXD", "want": ["hints"], "top": 0, "lang": "zh", "options": {"attach": "tencent"}}
    hint = next(hint for hint in post(client, "/v1/analyze", body)["hints"] if hint["cards"] == cards)
    assert hint["breaks"][-len(bombs) :] == bombs
    codes = {reason["code"]: reason["text"] for reason in hint["why"]}
    assert codes["bomb_as_quad"] == "炸弹当四带二（或四带三）用，不再算炸弹。"
    assert "keeps_split" not in codes


def test_want_and_top_narrow_the_answer(client: FlaskClient) -> None:
    answer = post(client, "/v1/analyze", FOLLOW | {"want": ["power"]})
    assert set(answer) == {"position", "turn", "power", "engine"}
    assert len(post(client, "/v1/analyze", FOLLOW | {"top": 1})["hints"]) == 1


def test_off_turn_the_hand_alone_is_judged(client: FlaskClient) -> None:
    body = {"hand": "33455667788TJQKA2", "seat": "landlord_up", "history": ["4"]}
    answer = post(client, "/v1/analyze", body)
    assert answer["turn"]["seat"] == "landlord_down"
    assert not {"hints", "move", "passing"} & set(answer)
    assert fault(client, body | {"want": ["hints"]}) == ("not_your_turn", "/seat")
    assert fault(client, body, "/v1/move") == ("not_your_turn", "/seat")


@pytest.mark.parametrize(
    ("header", "lang"),
    [("zh-CN,en;q=0.8", "zh"), ("en-US,zh;q=0.9", "en"), ("zh-TW,en-US;q=0.9,en;q=0.8", "zh"), ("en;q=0.5,zh-HK", "zh"),
     ("fr,zh-CN;q=0.9,en;q=0.8", "zh"), ("zh;q=0,en", "en"), ("zh;q=0", "en"), ("zh_CN", "zh"), ("de", "en"),
     ("*", "en"), ("azh", "en"), ("ZH-Hans-CN,EN", "zh"), ("zh;q=x", "en")],
)  # fmt: skip
def test_the_language_that_comes_first_is_spoken_wherever_it_is_from(
    client: FlaskClient, header: str, lang: str
) -> None:
    page = client.get("/problems", headers={"Accept-Language": header})
    assert f'<html lang="{lang}"' in page.text


# ---- GET, batch, check, variants --------------------------------------------------------------------------------


SNAPSHOT = {"seat": "landlord_down", "hand": "3456789TJQKA22", "left": "landlord:9,landlord_up:8", "last": "TT",
            "last_seat": "landlord"}  # fmt: skip
QUERY_CHANGES = {
    "variant": {"variant": "contest"},
    "options": {"options": "attach=pagat"},
    "seat": {"seat": "landlord_up", "left": "landlord:9,landlord_down:8"},
    "hand": {"hand": "3456789TJQKA2"},
    "bottom": {"bottom": "4KX"},
    "history": {"hand": FOLLOW["hand"], "bottom": "4KX", "history": "TT", "left": "", "last": "", "last_seat": ""},
    "last": {"last": "99"},
    "last_seat": {"last_seat": "landlord_up"},
    "left": {"left": "landlord:8,landlord_up:8"},
    "seen": {"seen": "33"},
    "notation": {"notation": "contest", "hand": "0,1,5", "last": "16"},
    "position": {"position": "standard landlord_down 3456789TJQKA22 - ?TT@landlord"},
    "level": {"level": "starter"},
    "seed": {"seed": "3"},
    "lang": {"lang": "zh"},
    "limits": {"limits": "nodes=5"},
    "only": {"only": "22"},
    "avoid": {"avoid": "22"},
    "want": {"want": "power"},
    "top": {"top": "1"},
    "order": {"order": "robot"},
    "for": {"for": "starter"},
}
"""For each field of a query, parameters in which it differs from `SNAPSHOT`."""


def tag_of(client: FlaskClient, query: dict[str, str]) -> str:
    given = {"position": query["position"]} if "position" in query else {k: v for k, v in query.items() if v}
    answer = client.get("/v1/analyze", query_string=given)
    assert answer.status_code == 200, answer.text
    return answer.headers["ETag"]


def test_every_field_of_a_query_changes_its_tag(client: FlaskClient) -> None:
    assert QUERY_CHANGES.keys() == FIELDS.keys()
    tags = [tag_of(client, SNAPSHOT | changed) for changed in ({}, *QUERY_CHANGES.values())]
    assert len(set(tags)) == len(tags)


def test_every_limit_and_share_of_won_deals_changes_the_tag(client: FlaskClient) -> None:
    limits = [f"{name}={value}" for name, value in (("nodes", 5), ("games", 8), ("aim", "win"))]
    assert {name.split("=")[0] for name in limits} == FIELDS["limits"].schema.fields.keys()
    shares = [{"level": f"win=0.{share}", "seed": "1"} for share in range(30, 50, 2)]
    tags = [tag_of(client, SNAPSHOT | changed) for changed in ({}, *({"limits": limit} for limit in limits), *shares)]
    assert len(set(tags)) == len(tags)


def test_get_reads_every_field(client: FlaskClient) -> None:
    body = {"hand": [0, 1, 5], "notation": "contest", "seat": "landlord_up", "history": [[8], [12], [], [16]]}
    wrong = client.get("/v1/analyze?hand=0,1,5&notation=contest&seat=landlord_up&history=8;12;;16")
    assert wrong.get_json(force=True)["errors"] == post(client, "/v1/analyze", body, 422)["errors"]
    query = "hand=3499&last=8&seat=landlord_up&left=landlord:2,landlord_down:9&options=attach=pagat&want=power,split"
    snapshot = client.get(f"/v1/analyze?{query}&limits=nodes=100&top=1&level=starter&seed=3&seen=88")
    assert snapshot.status_code == 200, snapshot.text
    assert snapshot.get_json()["position"].endswith("?8@landlord_down;left=landlord:2,landlord_down:9;seen=88")


def test_a_doubled_or_unknown_parameter_is_refused(client: FlaskClient) -> None:
    doubled = client.get("/v1/analyze?hand=3&hand=4").get_json(force=True)
    assert doubled["errors"][0]["code"] == "field_conflict"
    assert client.get("/v1/analyze?hand=3&hnad=4").get_json(force=True)["errors"][0]["pointer"] == "/hnad"
    for name, value in [("left", "landlord_up:3,landlord_up:4"), ("options", "attach=pagat,attach=rlcard")]:
        inner = client.get(f"/v1/analyze?hand=3&{name}={value}").get_json(force=True)["errors"][0]
        assert (inner["code"], inner["pointer"]) == ("field_conflict", f"/{name}")


def test_a_batch_keeps_order_and_fails_one_by_one(client: FlaskClient) -> None:
    items = [{"op": "move", "body": {"hand": "3345"}}, {"op": "fly", "body": {}}, {"op": "check", "body": 5}, 7,
             {"op": "analyze", "body": {"hand": "3"}}]  # fmt: skip
    answer = post(client, "/v1/batch", {"items": items})["items"]
    assert [item["status"] for item in answer] == [200, 422, 422, 422, 200]
    assert answer[4]["body"] == post(client, "/v1/analyze", {"hand": "3"})
    assert fault(client, {"items": [{}] * 65}, "/v1/batch") == ("limit_too_large", "/items")
    assert fault(client, {"items": {}}, "/v1/batch") == ("field_invalid", "/items")


def test_a_batch_answers_no_more_once_it_is_long(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two answers of 3.4 MB exceed the limit: the next item is rejected in its own language, without further cost."""
    monkeypatch.setattr(batch, "MOST_WRITTEN", 4 << 20)
    body = {"variant": "laizi", "options": {"wild": "A2", "bomb_max": "12"}, "seat": "landlord",
            "hand": "AAAA22229Q7TK5864J3X", "top": 0}  # fmt: skip
    checks = [{"op": "check", "body": {"cards": "3"}}, {"op": "check", "body": {"cards": "3", "lang": "zh"}}]
    items = [{"op": "analyze", "body": body}] * 2 + checks + [7]
    response = client.post("/v1/batch", json={"items": items})
    answers = response.get_json()["items"]
    assert [answer["status"] for answer in answers] == [200, 200, 422, 422, 422]
    assert 4 << 20 < len(response.data) < 8 << 20
    refusals = [answer["body"]["errors"][0] for answer in answers[2:]]
    assert [(fault["code"], fault["pointer"]) for fault in refusals[:2]] == [("limit_too_large", "")] * 2
    assert "4 MB" in refusals[0]["detail"]
    assert "`top`" in refusals[1]["detail"]
    assert refusals[2]["code"] == "field_invalid"  # invalid items get an error
    assert len(post(client, "/v1/batch", {"items": items[3:4]})["items"]) == 1  # another batch starts anew


def test_a_game_says_what_its_robots_go_by(client: FlaskClient) -> None:
    """Slow games have smaller budgets; all but one have networks."""
    listed = {one["id"]: one for one in client.get("/v1/variants").get_json()["variants"]}
    games = {
        name: {level["id"]: level["games"] for level in one["levels"] if level["games"]} for name, one in listed.items()
    }
    assert games["standard"] == {"hint": 160, "expert": 256, "master": 2560}
    assert games["laizi"] == {"hint": 32, "expert": 51, "master": 512}
    steps = [level["id"] for level in listed["standard"]["levels"] if level["step"]]
    assert steps == ["starter", "apprentice", "hobbyist", "regular", "club", "adept", "master"]
    assert listed["standard"]["nets"] == listed["contest"]["nets"] != listed["paodekuai"]["nets"]
    assert listed["laizi"]["nets"].startswith("laizi")
    assert listed["guandan"]["nets"].startswith("guandan")
    assert listed["paodekuai_two"]["nets"] is None


@pytest.mark.parametrize(
    ("variant", "options", "level", "nets"),
    [
        ("paodekuai", {}, "expert", "run-fast-net-1 10dd6b9f5677"),
        ("paodekuai", {"quad3": "off"}, "expert", "run-fast-net-1 10dd6b9f5677"),  # rows are missing
        ("paodekuai", {"quad2": "on"}, "expert", "none"),  # a row among those of the networks
        ("paodekuai", {"must": "off"}, "expert", "none"),
        ("paodekuai", {"must": "off"}, "club", None),
        ("paodekuai_two", {}, "expert", None),
    ],
)
def test_an_answer_names_the_networks_that_fit_its_options(
    client: FlaskClient, variant: str, options: dict[str, str], level: str, nets: str | None
) -> None:
    body = {"variant": variant, "options": options, "hand": "3345", "level": level}
    assert post(client, "/v1/move", body)["engine"].get("nets") == nets


# ---- robots through the API -------------------------------------------------------------------------------------

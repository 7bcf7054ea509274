"""An answer lists the errors of all fields that do not depend on each other."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.endpoints import ENDPOINTS
from service.rules.errors import FAULTY, MOST_FAULTS, Bilingual, Faults, RuleError
from tests.helpers.client import post
from tests.helpers.several_errors import ERRORS


def listed(problem: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in problem["errors"]]


@pytest.mark.parametrize("name", ERRORS)
def test_an_answer_lists_the_errors_of_all_fields(client: FlaskClient, name: str) -> None:
    kind, body, errors = ERRORS[name]
    problem = post(client, f"/v1/{kind}", body, 422)
    assert listed(problem) == errors
    assert problem["type"] == f"/problems/{errors[0][1]}"
    assert problem["detail"] == problem["errors"][0]["detail"]


def test_an_item_of_a_batch_lists_all_errors(client: FlaskClient) -> None:
    asked = [request for request in ERRORS.values() if ENDPOINTS[request[0]].batch]
    answers = post(client, "/v1/batch", {"items": [{"op": kind, "body": body} for kind, body, _ in asked]})["items"]
    assert [listed(answer["body"]) for answer in answers] == [errors for _, _, errors in asked]


def test_a_request_without_errors_in_other_fields_has_one(client: FlaskClient) -> None:
    assert listed(post(client, "/v1/analyze", {"hand": "34z", "seat": "landlord", "last": "K"}, 422)) == [
        ("/hand", "card_unknown")
    ]


# ---- the collector ----------------------------------------------------------------------------------------------


def refuse(pointer: str, *_: object) -> str:
    raise RuleError("field_invalid", Bilingual("wrong", "错"), pointer)


def collected(faults: Faults) -> list[str]:
    with pytest.raises(RuleError) as caught:
        faults.check()
    return [error.pointer for error in (caught.value, *caught.value.others)]


def test_readers_without_errors_return_their_values() -> None:
    faults = Faults()
    assert faults.read(int, "3") == 3
    faults.check()


def test_what_depends_on_an_invalid_field_is_not_read() -> None:
    faults = Faults()
    first = faults.read(refuse, "/a")
    assert first is FAULTY
    assert faults.read(refuse, "/b", first) is FAULTY
    assert faults.read(int, "3") == 3
    faults.read(refuse, "/c")
    assert collected(faults) == ["/a", "/c"]


def test_errors_of_a_part_are_listed_with_those_of_the_whole() -> None:
    def part() -> None:
        inner = Faults()
        inner.read(refuse, "/a")
        inner.read(refuse, "/b")
        inner.check()

    whole = Faults()
    whole.read(part)
    whole.read(refuse, "/c")
    assert collected(whole) == ["/a", "/b", "/c"]


def test_errors_end_at_the_limit_of_an_answer() -> None:
    faults = Faults()
    for place in range(MOST_FAULTS + 5):
        faults.read(refuse, f"/{place}")
    assert len(collected(faults)) == MOST_FAULTS


def test_several_errors_travel_between_processes() -> None:
    faults = Faults()
    faults.read(refuse, "/a")
    faults.read(refuse, "/b")
    with pytest.raises(RuleError) as caught:
        faults.check()
    travelled = pickle.loads(pickle.dumps(caught.value))
    assert [error.pointer for error in (travelled, *travelled.others)] == ["/a", "/b"]

"""Checking cards: what may be played, and why not, with a hand and without."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.client import post

P16 = "3h3s5s6s7s8s9sTsJsQsKs5h6h8hKhAh"
"""A hand of Paodekuai that leads the first deal."""


def check(client: FlaskClient, body: dict[str, Any]) -> tuple[bool, list[str]]:
    """Return whether the cards of a request are playable, and the codes of why not."""
    answer = post(client, "/v1/check", body)
    return answer["playable"], [reason["code"] for reason in answer["reasons"]]


# ---- the first lead -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        ({"cards": "4"}, ["must_show"]),
        ({"cards": "3h"}, ["must_show"]),  # another three than that of spades
        ({"cards": "3s"}, []),
        ({"cards": "3"}, []),  # any three, that of spades perhaps
        ({"cards": "33"}, []),
        ({"cards": "3h", "options": {"first": "heart3"}}, []),
        ({"cards": "4", "options": {"first3": "off"}}, []),
        ({"cards": "4", "history": ["3"]}, []),
        ({"cards": "35"}, ["not_a_play"]),
        ({"cards": ""}, ["must_lead"]),
        ({"cards": "3h", "hand": P16}, ["must_show"]),
        ({"cards": "3s", "hand": P16}, []),
        ({"cards": "3", "hand": P16}, []),
        ({"cards": "5", "hand": P16}, ["must_show"]),
        ({"cards": "3h4h", "hand": P16}, ["not_held", "not_a_play"]),
        ({"cards": "4", "variant": "zhengshangyou", "options": {"first": "heart3"}}, ["must_show"]),
        ({"cards": "4", "variant": "zhengshangyou"}, []),
    ],
)
def test_a_first_lead_is_checked_as_the_history_is(
    client: FlaskClient, body: dict[str, Any], reasons: list[str]
) -> None:
    asked = {"variant": "paodekuai", "history": []} | body
    assert check(client, asked) == (not reasons, reasons)
    if "hand" not in body and body["cards"]:  # as a history it is refused, or another may answer
        after = asked | {"history": [*asked["history"], body["cards"]], "cards": ""}
        code = client.post("/v1/check", json=after).get_json()
        assert code["errors"][0]["code"] == reasons[0] if reasons else code["playable"]

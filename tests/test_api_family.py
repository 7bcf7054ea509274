"""The whole family through the API: whose cards are named, what is refused and where, lines that read back."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient


def post(client: FlaskClient, path: str, body: Any, status: int = 200) -> Any:
    """Return the answer to a body, its status checked."""
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.get_json(force=True)


# ---- the caller's own cards ---------------------------------------------------------------------------------------


def cards_of(text: str) -> Counter[str]:
    """Return the cards of a text with suits."""
    return Counter(re.findall(r"[2-9TJQKA][shcd]|[XDW]", text))


@pytest.mark.parametrize(
    "body",
    [
        {"hand": "3h3s4h5h6h7h7d7cTd"},
        {"variant": "laizi", "options": {"wild": "7"}, "hand": "3h3s4h5h6h7h7d7cTd"},
        {"variant": "yuncheng", "hand": "3h3s4h5h6h7h7d7cTdW"},
        {"variant": "paodekuai", "hand": "3h3s4h5h6h7h7d7cTd"},
        {"variant": "guandan", "hand": "3h3s3s4h5h6h7h7d7cTd2h2hXD"},
        {"variant": "zhengshangyou", "hand": "3h3s4h5h6h7h7d7cTd"},
    ],
    ids=lambda body: str(body.get("variant", "standard")),
)
def test_no_card_is_named_twice(client: FlaskClient, body: dict[str, Any]) -> None:
    """A split names each card of the hand once, a hint and its remainder together too."""
    answer = post(client, "/v1/analyze", body | {"top": 0, "want": ["split", "hints"]})
    hand = cards_of(body["hand"])
    assert sum([cards_of(combo["cards"]) for combo in answer["split"]["combos"]], Counter()) == hand
    for hint in answer["hints"]:
        assert cards_of(hint["cards"]) + cards_of(hint["rest"]["hand"]) == hand, hint


@pytest.mark.parametrize("notation", ["text", "guandan"])
@pytest.mark.parametrize(
    ("variant", "options", "first", "hand"),
    [
        ("paodekuai", {}, "3s", "3h3s4s7s8s9sTsJsQsKs5h6h8hKhKcAh"),
        ("paodekuai", {"first": "heart3"}, "3h", "3s3h4s7s8s9sTsJsQsKs5h6h8hKhKcAh"),
        ("zhengshangyou", {"first": "spade3"}, "3s", "3h3s4s7s8s9sTsJsQsKs5h6h8hKhKcAhAdX"),
    ],
)
def test_every_first_lead_has_the_very_three(
    client: FlaskClient, variant: str, options: dict[str, str], first: str, hand: str, notation: str
) -> None:
    """The lead is named with the card that the next question's history must show."""
    if notation == "guandan":
        hand = " ".join("SB" if card == "X" else card[1].upper() + card[0] for card in cards_of(hand).elements())
        first = first[1].upper() + first[0]
    body = {"variant": variant, "options": options, "hand": hand, "history": [], "notation": notation}
    answer = post(client, "/v1/analyze", body | {"top": 0, "want": ["hints", "move"]})
    assert answer["hints"]
    for play in [answer["move"], *answer["hints"]]:
        assert first in play["cards"], play
        check = {"variant": variant, "options": options, "notation": notation, "history": [play["cards"]]}
        post(client, "/v1/check", check | {"cards": "4s" if notation == "text" else "S4"})

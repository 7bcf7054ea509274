"""Notations: what cards stand for is read and shown as the caller writes cards, and what is shown can be sent back."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.client import post

LEVEL5 = {"variant": "guandan", "options": {"level": "5"}, "notation": "guandan"}


# ---- declarations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "SHCD")
@pytest.mark.parametrize("where", ["cards", "last", "history"])
def test_a_declaration_in_suits_is_read_in_any_suit(client: FlaskClient, suit: str, where: str) -> None:
    """The letter of diamonds is the big joker in a text."""
    play = {"cards": f"{suit}6 {suit}7 {suit}8 {suit}9 H5", "as": f"{suit}6 {suit}7 {suit}8 {suit}9 {suit}T"}
    body: dict[str, Any] = LEVEL5 | (
        play if where == "cards" else {"cards": "S2", where: [play] if where == "history" else play}
    )
    answer = post(client, "/v1/check", body)
    if where == "cards":
        assert answer["stored"]["shape"] == "straight_flush"
    else:
        assert [reason["code"] for reason in answer["reasons"]] == ["does_not_beat"]

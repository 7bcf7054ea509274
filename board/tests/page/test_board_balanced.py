"""The switch for balanced deals: stored on the device; deals are then those that the service calls balanced."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]

CARD = "[3-9TJQKA2][shcd]?|[XD]"
"""A card in text notation: the page may write those of one rank in another order than the deal."""


@pytest.mark.parametrize("variant", ["standard", "guandan"])
def test_balanced_deals_are_a_switch(opened: Any, variant: str) -> None:
    page = opened(address(FOLLOW), lang="zh")
    until(page, "document.querySelector('#balanced').checkVisibility()")
    assert not page.locator("#balanced").is_checked()
    page.locator("#balanced").check()
    page.reload()
    until(page, "document.querySelector('#balanced').checkVisibility() && document.querySelector('#balanced').checked")
    with page.expect_response("**/v1/deal") as response_info:
        page.select_option("#variant", variant)
    answer = response_info.value.json()
    assert (answer["variant"], answer["profile"], answer["balance"]["within"]) == (variant, "balanced", True)
    assert "seat" not in response_info.value.request.post_data_json
    hands = json.dumps(["".join(sorted(re.findall(CARD, hand))) for hand in answer["hands"].values()])
    shown = f"(document.querySelector('#line').value.split(' ')[2] ?? '').match(/{CARD}/g)?.sort().join('')"
    until(page, f"{hands}.includes({shown})")
    assert page.locator("#line").input_value().startswith(variant)


def test_a_new_game_is_plain_where_nothing_was_chosen(opened: Any) -> None:
    page = opened(address(FOLLOW))
    with page.expect_response("**/v1/deal") as response_info:
        page.locator("#deal").click()
    assert response_info.value.json()["fair"]

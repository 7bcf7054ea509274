"""Links to the board: a broken one shows a game, and says why beside the field."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import MARKS

pytestmark = MARKS

HOSTILE = ["Z", "standard landlord", "<img src=x onerror=alert(1)>", "standard landlord 99999 - ?", "%00", "a" * 3000,
           "guandan 0 34567 - -", "laizi[wild=Z] landlord 34567 - ?", "standard nobody 3 - ?"]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_a_broken_link_is_told_beside_the_field(opened: Any, text: str) -> None:
    page = opened(f"/?p={text.replace(' ', '+')}")
    page.wait_for_selector("#wrong:not([hidden])")
    assert page.locator("#wrong").inner_text().strip()

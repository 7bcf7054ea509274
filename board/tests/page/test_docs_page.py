"""The documentation in a real browser, light and dark: a request of each method is sent by a click."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers.chromium import MARKS, unreadable, until

pytestmark = MARKS


@pytest.mark.parametrize(("lang", "scheme", "width"), [("en", "light", 1280), ("zh", "dark", 375)])
def test_the_documentation_may_be_read_by_all(opened: Any, lang: str, scheme: str, width: int) -> None:
    page = opened(f"/docs?lang={lang}", width=width)
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector(".opblock")
    until(page, f"document.documentElement.classList.contains('dark-mode') === {json.dumps(scheme == 'dark')}")
    for method in ("get", "post"):
        block = page.locator(f".opblock-{method}").first
        block.locator(".opblock-summary-control").click()
        block.locator("button.try-out__btn").click()
        block.locator("button.execute").click()
        block.locator(".live-responses-table").wait_for()
        block.locator("button.execute:enabled").wait_for()  # pale while it works
        assert block.locator(".live-responses-table .response-col_status").last.inner_text().startswith("200")
    assert unreadable(page) == []

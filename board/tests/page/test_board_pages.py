"""The pages beside the board in a real browser: accessible, in both languages, with links back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.chromium import ENGINELESS, MARKS, look, until

pytestmark = [*MARKS, ENGINELESS]

PAGES = [
    ("/numbers", "en"),
    ("/numbers", "zh"),
    ("/problems", "en"),
    ("/problems/hand_size", "zh"),
    ("/rules", "zh"),
    ("/rules/standard", "en"),
    ("/rules/guandan", "zh"),
]


@pytest.mark.parametrize(("path", "lang"), PAGES)
def test_pages_are_readable_by_all(opened: Any, path: str, lang: str) -> None:
    page = opened(path, lang=lang)
    look(page, f"page{path.replace('/', '-')}-{lang}", [(320, "light"), (1280, "dark")])
    page.locator("header [hreflang]").click()
    until(page, f"document.documentElement?.lang === '{'en' if lang == 'zh' else 'zh'}'")
    page.locator("header .brand").click()
    page.wait_for_selector("#home .gold")
    assert page.evaluate("document.documentElement.lang") == ("en" if lang == "zh" else "zh-CN")


def test_the_big_number_leads_to_what_it_means(opened: Any) -> None:
    page = opened(lang="zh")
    page.locator("#number").click()
    page.wait_for_selector("h1 >> text=这些数字是什么意思")

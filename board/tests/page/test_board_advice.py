"""The list of hints and the hint button agree with the advice."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.helpers.board import LINE
from tests.helpers.chromium import FOLLOW, LOSSES, MARKS, address, choose_level, look, until

pytestmark = MARKS

ALLY = "standard landlord_up 3344566TTQQKKAXD2 889 34567,9TJQK"
"""An ally's play is on the table; the rocket is the only play that beats it, and loses the game."""


def test_a_pass_that_is_advised_is_first_and_lifts_nothing(opened: Any) -> None:
    page = opened(address(ALLY), lang="zh")
    rows = page.locator("#hints [data-place]")
    until(page, "document.querySelectorAll('#hints [data-place]').length === 2")
    assert rows.first.inner_text().startswith("不出 ★")
    assert "让队友" in rows.first.locator(".tags").inner_text()
    assert [text == "最佳" for text in page.evaluate(LOSSES)] == [True, False]
    page.locator("#hint").click()
    assert page.locator("#hand [aria-pressed=true]").count() == 0
    assert page.locator("#message").inner_text() == "建议不出"
    assert rows.first.get_attribute("aria-pressed") == "true"
    look(page, "advice-pass", [(320, "light"), (375, "dark")])
    page.locator("#hint").click()
    assert page.locator("#hand [aria-pressed=true]").count() == 2, "then by rank"
    assert page.locator("#message").is_hidden()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until(page, f"{LINE}.endsWith(',.')")


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize("line", [ALLY, FOLLOW, "standard landlord 345678999TJKA2 - ?"])
def test_the_first_row_is_the_advice_and_the_only_best(opened: Any, line: str, level: str) -> None:
    page = opened(address(line))
    with page.expect_response(lambda answer: f"level={level}" in answer.url) as response_info:
        choose_level(page, level, drawn=True)
    move = response_info.value.json()["move"]
    stars = page.evaluate(
        "[...document.querySelectorAll('#hints li')].map((row) => row.querySelector('.star') !== null)"
    )
    assert stars == [True, *[False] * (len(stars) - 1)]
    worth = page.evaluate(LOSSES)
    assert "best" not in worth[1:]
    page.locator("#hint").click()
    picked = page.locator("#hand [aria-pressed=true]").count()
    assert picked == len(move["cards"])
    numbers = [
        float(text.replace("\u2212", "-").rstrip("%")) for text in worth if text[:1].isdigit() or text[:1] == "\u2212"
    ]
    assert numbers == sorted(numbers, reverse=True), "the order is that of what is printed"


def test_reasons_are_tags_and_their_sentences_come_by_a_tap(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    rows = page.locator("#hints [data-place]")
    assert rows.first.locator(".tags span").all_inner_texts()[:2] == ["余牌好", "不拆"], "the reason of the move first"
    assert "剩下的牌" in rows.first.locator(".why").inner_text(), "that of the advised play stands there"
    other = page.locator("#hints [data-place]:not([data-place='0']):visible").first
    assert other.locator(".why").is_hidden()
    other.click()
    assert other.locator(".why").first.is_visible()


@pytest.mark.parametrize(
    ("line", "tag"),
    [
        ("standard landlord 33334567890 - ?".replace("0", "T"), "拆炸弹"),
        ("standard landlord_down 34567QQ2 - ?4", "拆顺子"),
    ],
)
def test_a_tag_says_what_a_play_tears(opened: Any, line: str, tag: str) -> None:
    page = opened(address(line), lang="zh")
    page.locator("#more").click() if page.locator("#more").is_visible() else None
    until(page, f"document.querySelector('#hints').textContent.includes('{tag}')")


@pytest.mark.parametrize(("level", "adviser"), [("starter", "club"), ("even", "club"), ("adept", "adept")])
def test_the_advice_is_no_weaker_than_club(opened: Any, level: str, adviser: str) -> None:
    page = opened(address(FOLLOW))
    with page.expect_request(lambda request: f"level={adviser}" in request.url):
        choose_level(page, level)

"""Positions without a game: pasted links, seats that are not to move, hands whose request failed."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from board.tests.helpers.board import LINE, enter
from tests.helpers.chromium import CORNER, ENGINELESS, FOLLOW, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]

STATUS = "#table .status"
TEARS = "guandan 0 3h3h3s3d3c5h5c6s6s7s8h8h9s9hTsThJsJdQdQcKhAsAsAc2d2cX - ?"


def paste(page: Any, text: str, line: str) -> None:
    enter(page, text)
    until(page, f"new URLSearchParams(location.search).get('p') === '{line}'")


def test_the_board_reads_its_own_links_where_they_are_pasted(opened: Any) -> None:
    page = opened(address("standard landlord 3456789 - ?"))
    marked = "standard landlord_down 34567899JJQQKA22D 4KX TT,.,."
    for text, line in [
        (f"http://127.0.0.1/?p={quote(FOLLOW, safe='').replace('%20', '+')}&lang=zh", FOLLOW),
        (f"?p={marked.replace(' ', '+')}", marked),
        (FOLLOW.replace(" ", "+"), FOLLOW),
        (quote(marked, safe="").replace("%20", "+"), marked),
        (f"p={quote(FOLLOW)}#top", FOLLOW),
        ("https://127.0.0.1/?lang=en&p=3344", "standard landlord 3344 - ?"),
    ]:
        paste(page, text, line)


def test_another_seats_turn_is_named_and_nothing_may_be_played(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    assert page.locator(STATUS).inner_text() == "研究局面 · 轮到你出牌"
    for table, status in [("TT,.", "研究局面 · 轮到队友出牌"), ("TT,.,.", "研究局面 · 轮到地主出牌")]:
        paste(page, f"standard landlord_down 34567899JJQQKA22D 4KX {table}", f"{FOLLOW[:-2]}{table}")
        assert page.locator(STATUS).inner_text() == status
        assert page.locator("#seats [aria-current] .seat").inner_text().startswith(status[-4:-2])
        assert page.locator("#hints").inner_text() == "还没轮到你出牌"
        assert page.locator("#play, #pass, #hint").evaluate_all("all => all.every((node) => node.disabled)")
        page.locator("#hand .card").first.click(position=CORNER)
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        assert page.locator("#message").is_hidden()


def test_what_was_refused_does_not_stay_behind_editing(opened: Any) -> None:
    page = opened(address(FOLLOW))
    cards = page.locator("#hand .card")
    page.locator("#edit").click()
    page.locator("#pad [data-card='3']").click()
    page.wait_for_selector("#message:not([hidden])")
    assert cards.count() == 18
    page.locator("#pad [data-act=edit]").click()
    assert (cards.count(), page.locator("#message").is_hidden()) == (17, True)
    page.locator("#edit").click()
    page.locator("#pad [data-card='3']").click()
    page.wait_for_selector("#message:not([hidden])")
    page.locator("#pad [data-act=clear]").click()
    assert (cards.count(), page.locator("#message").is_hidden()) == (0, True)
    page.locator("#pad [data-act=edit]").click()
    assert cards.count() == 17
    page.locator("#edit").click()
    page.evaluate("[document.querySelector('#hand .card'), document.querySelector('#pad .main')].map((n) => n.click())")
    until(page, f"{LINE} === '{FOLLOW.replace('D ', ' ')}@landlord'.replace('4KX ', '- ?')")  # the pending request


def test_the_best_hint_is_not_shown_as_tearing_the_best_split(opened: Any) -> None:
    page = opened(address(TEARS))
    with page.expect_response(lambda answer: "top=0" in answer.url) as response_info:
        page.locator("#more").click()
    scores = [hint["score"] for hint in response_info.value.json()["hints"]]
    until(page, f"document.querySelectorAll('#hints [data-place]').length === {len(scores)}")
    sentences = [row.text_content() for row in page.locator("#hints .why").all()]
    assert not any("Breaks" in why for why, score in zip(sentences, scores, strict=True) if score == max(scores))
    assert any("Breaks" in why for why in sentences)


def test_low_windows_and_large_letters_hide_nothing(opened: Any) -> None:
    page = opened(address(TEARS))
    page.set_viewport_size({"width": 1093, "height": 480})
    page.evaluate("scrollTo(0, 60)")
    seen = "document.querySelector('#play').getBoundingClientRect().bottom <= innerHeight"
    until(page, seen)  # it moves with the page
    page.goto(page.url.partition("?")[0] + address(FOLLOW)[1:])
    until(page, "document.querySelector('#play') !== null")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sides = page.evaluate("[...document.querySelectorAll('.left .seat, .right .seat')]"
                              ".map((node) => node.getBoundingClientRect()).sort((a, b) => a.x - b.x)"
                              ".flatMap(({ left, right }) => [left, right])")  # fmt: skip
        assert sides == sorted(sides), width
        cut = """[...document.querySelectorAll("#actions button")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""
        assert page.evaluate(cut) == [], width

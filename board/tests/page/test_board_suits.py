"""The suits of a game without suits: the same on the table, in the rows and in the review, and in no position."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from board.tests.helpers.board import LINE, MINE, PLAY_ON, READY, begin, play_on
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]

CARDS = "(box) => [...document.querySelectorAll(`${box} .card`)].map((node) => node.textContent)"
PICKED = "[...document.querySelectorAll('#hand [aria-pressed=true]')].map((node) => node.textContent)"


def cards(page: Any, box: str) -> Counter[str]:
    """Return the cards in a part of the page with their suits."""
    return Counter(page.evaluate(CARDS, box))


def are_dressed(shown: Iterable[str]) -> bool:
    return all(card[-1] in "♠♥♣♦王" or card in {"joker", "JOKER"} for card in shown)


def begin_play(page: Any) -> None:
    """Begin a game in which I am the first place, and bid as advised."""
    begin(page, "standard")
    for _ in range(8):
        page.wait_for_selector(READY)
        if page.evaluate(MINE):
            return
        page.evaluate(PLAY_ON)
        page.wait_for_timeout(100)
    raise AssertionError("no turn came")


@pytest.mark.parametrize("line", [FOLLOW, "paodekuai 0 44TTK - ?99"])
def test_a_position_without_suits_shows_cards_with_suits_and_sends_none(opened: Any, line: str) -> None:
    page = opened(address(line))
    page.wait_for_selector("#table > .played .card")
    shown = page.evaluate(CARDS, "#hand") + page.evaluate(CARDS, "#table > .played")
    assert are_dressed(shown)
    assert len(set(shown)) == len(shown)
    page.locator("#hint").click()
    with page.expect_request("**/v1/check") as sent:
        page.locator("#play").click()
    assert json.loads(sent.value.post_data)["position"].startswith(line)
    until(page, f"{LINE}.endsWith('- ?')")
    assert cards(page, "#hand") < Counter(shown), "the cards that stay keep their suits"
    assert not re.search("[2-9TJQKA][shcd]", page.evaluate(LINE).split()[2])


def test_a_link_shows_the_cards_of_its_game(opened: Any, browser: Any) -> None:
    page = opened(width=1280)
    begin_play(page)
    twice = next(node for node in page.locator("#hand .column").all() if node.locator(".card").count() == 2)
    picked = twice.locator(".card").last
    kept = twice.locator(".card").first.text_content()
    picked.click()
    played, before = page.evaluate(PICKED), page.evaluate(LINE)
    page.locator("#play").click()
    until(page, f"{LINE} !== {json.dumps(before)} && {MINE}")
    hand = cards(page, "#hand")
    assert kept in hand
    assert not hand & Counter(played)
    line = page.evaluate(LINE)
    page.locator("#link").evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
    )
    page.locator("#link").click()
    link = page.evaluate("window.copied")
    assert page.evaluate("new URL(copied).searchParams.get('p')") == line
    page.goto(link)
    until(page, "document.querySelector('#hand .card') !== null")
    assert cards(page, "#hand") == hand


def test_rows_show_the_cards_that_a_tap_picks(opened: Any) -> None:
    page = opened(width=1280)
    begin_play(page)
    hand = cards(page, "#hand")
    assert are_dressed(hand)
    assert max(hand.values()) == 1
    assert cards(page, "#split") == hand
    until(page, "document.querySelector('#hints .card') !== null")
    for button in page.locator("#hints [data-act=take]:visible, #split [data-act=lift]:visible").all()[:6]:
        shown = button.evaluate("(node) => [...node.querySelectorAll('.card')].map((one) => one.textContent)")
        if shown:
            button.click()
            assert Counter(page.evaluate(PICKED)) == Counter(shown)


def test_the_end_and_the_review_show_the_suits_of_the_table(opened: Any) -> None:
    page = opened(lang="zh")
    begin_play(page)
    hand = cards(page, "#hand")
    page.route("**/v1/review", lambda _: None)  # never answered: the turning play would replace the last one
    play_on(page)
    end = cards(page, "#opened")
    assert are_dressed(end)
    assert not end & cards(page, "#table > .played"), "each card once"
    assert cards(page, "#result .last") == cards(page, "#table > .played")
    page.unroute_all(behavior="ignoreErrors")
    page.goto(page.url.partition("?")[0] + page.locator("#ways a").get_attribute("href")[1:] + "&ply=1")
    until(page, "document.querySelector('#hand .suit') !== null")
    assert cards(page, "#hand") == hand
    page.wait_for_selector("#sheet .moves .card")
    assert are_dressed(cards(page, "#sheet .moves"))
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_selector("#hand .card")
    assert cards(page, "#hand") == hand, "on another device"

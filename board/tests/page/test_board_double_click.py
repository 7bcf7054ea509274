"""The board with fast taps and failures: taps before, between and after answers, and errors in between."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board import (
    LINE,
    MINE,
    PLAY_ON,
    HeldRequests,
    begin,
    bodies_sent,
    enter,
    play_hint,
    play_turns,
    refuse,
)
from tests.helpers.chromium import CORNER, FOLLOW, MARKS, Page, address, choose_level, until

pytestmark = MARKS

HAND = "[...document.querySelectorAll('#hand .card')].map((node) => node.dataset.place).length"
LEAD = "standard landlord 3456789 - ?"
CLIENT = "**/lib/engine_client.js"


def test_a_worker_that_could_not_be_loaded_is_loaded_when_it_is_tried_again(tabs: Callable[..., Page]) -> None:
    tab = tabs(expects=("Failed to load resource",))
    for worker in ("**/engine/**", CLIENT):
        tab.page.route(worker, lambda route: route.abort())
    page = tab.open(address(LEAD))
    page.locator("#edit").click()
    page.locator("#pad [data-card='3']").click()
    page.wait_for_selector("#message:not([hidden]) button")
    page.unroute(CLIENT)
    page.wait_for_timeout(100)
    page.locator("#message button").click()
    until(page, f"{LINE} === 'standard landlord 33456789 - ?'")


def test_a_page_of_somebody_else_is_no_answer(opened: Any) -> None:
    """Like the login page of a hotel's network."""
    page = opened(address(FOLLOW), engine=False)
    page.wait_for_selector("#unseen .heat")
    page.route("**/v1/analyze*", lambda route: route.fulfill(status=200, body="<html>Welcome</html>"))
    choose_level(page, "starter")
    page.wait_for_selector("#message:not([hidden])")
    assert "No connection" in page.locator("#message").inner_text()


def test_a_play_that_is_being_judged_cannot_be_taken_back_meanwhile(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    sent = bodies_sent(page)
    play_turns(page)
    held = HeldRequests(page, "**/v1/game")
    before = page.evaluate(LINE)
    page.evaluate(PLAY_ON)
    judged = held.first()
    played = list(sent[-1]["history"])
    page.locator("#undo").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    assert not held.routes
    held.is_open = True
    judged.continue_()
    until(page, f"{LINE} !== {json.dumps(before)} && {MINE}")
    assert sent[-1]["history"][: len(played)] == played
    page.locator("#undo").click()
    until(page, "document.querySelector('#redo:not([disabled])') !== null")
    assert sent[-1]["history"] == played[:-1]


def test_a_failure_while_others_double_is_tried_again_from_the_start(opened: Any) -> None:
    page = opened(address("standard landlord 3 - ?"))
    bodies = bodies_sent(page)
    double = page.locator("#actions button").filter(has_text=re.compile("^Double"))
    enabled, bid = page.locator(":not([disabled])"), page.get_by_role("button", name="Bid 3")
    for _ in range(400):
        if double.and_(enabled).count():
            break
        if bid.and_(enabled).count():
            bid.click()
        elif not double.or_(bid).count() and page.locator("#play").count():  # another seat is the landlord
            page.locator("#deal").click()
            if page.locator("#leave[open]").count():
                page.locator("#leave [value=leave]").click()
            page.wait_for_timeout(400)
        page.wait_for_timeout(50)
    refuse(page, "**/v1/bid")
    double.click()
    page.wait_for_selector("#message:not([hidden]) button")
    page.locator("#language").click()
    page.wait_for_timeout(100)
    assert not page.locator("#actions button:not([id]):not([disabled])").count(), "the word is said"
    page.unroute("**/v1/bid")
    page.locator("#message button").click()
    page.wait_for_selector("#play, #result")
    doubled = bodies[-1]["auction"]["doubled"]
    assert len(set(doubled)) == len(doubled) > 0


@pytest.mark.parametrize("way", ["a line", "a rule"])
def test_a_game_goes_on_where_something_else_is_refused(opened: Any, way: str) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    before, sent = page.evaluate(LINE), bodies_sent(page)
    if way == "a line":
        enter(page, "standard landlord 33z - ?")
    else:
        refuse(page, "**/v1/analyze?*bomb_split*")
        page.locator("#options-toggle").click()
        page.select_option("#options [name=bomb_split]", "off")
    page.wait_for_selector("#wrong:not([hidden])")
    page.locator("#hint").click()
    with page.expect_request("**/v1/game"):
        page.locator("#play").click()
    until(page, f"document.querySelector('#play:not([disabled])') !== null && {LINE} !== {json.dumps(before)}")
    assert sent[-1]["history"], "the referee judged it"
    enter(page, LEAD)
    until(page, f"{HAND} === 7")
    assert page.locator("#pass").is_disabled(), "the game was left for a line that can be read"


def test_a_card_tapped_behind_a_play_stays_in_the_hand(opened: Any) -> None:
    page = opened(address(LEAD))
    held = HeldRequests(page, "**/v1/check")
    page.locator("#hand .card").first.click(position=CORNER)
    page.locator("#play").click()
    judged = held.first()
    page.locator("#hand .card").nth(1).click(position=CORNER)
    judged.continue_()
    until(page, f"{LINE} === 'standard landlord 345678 - ?'")


def test_two_steps_back_at_once_are_two(opened: Any) -> None:
    page = opened(address("standard landlord 3345 - ?"))
    lines = ["standard landlord 3345 - ?", "standard landlord 33456 - ?", "standard landlord 334567 - ?"]
    for line in lines[1:]:
        enter(page, line)
        until(page, f"new URL(location).searchParams.get('p') === '{line}'")  # answered, not only drawn
    page.evaluate("document.activeElement.blur()")
    for way, end in (("ArrowLeft", 0), ("ArrowRight", 2), ("ArrowLeft", 0)):
        page.keyboard.press(way)
        page.keyboard.press(way)
        until(page, f"{LINE} === '{lines[end]}'")
    page.keyboard.press("ArrowRight")
    until(page, f"{LINE} === '{lines[1]}'")
    refuse(page, "**/v1/analyze*")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#wrong:not([hidden])")
    page.unroute("**/v1/analyze*")
    page.keyboard.press("ArrowLeft")
    until(page, f"{LINE} === '{lines[0]}'")


def test_a_seat_that_was_just_chosen_is_that_of_the_next_card(opened: Any) -> None:
    page = opened(address("standard landlord_down 34567899 - ?TT"))
    page.locator("#edit").click()
    held = HeldRequests(page, "**/v1/analyze*")
    page.select_option("#edit-seat", "landlord_up")
    held.first()
    held.is_open = True
    page.locator("#pad [data-card='3']").click()
    until(page, f"{LINE}.startsWith('standard landlord_up 334567899 - ?TT')")
    assert page.locator("#edit-seat").input_value() == "landlord_up"


def test_cards_that_were_played_do_not_come_back_with_another_language(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    held = HeldRequests(page, "**/v1/move")
    cards = page.locator("#hand .card")
    size = cards.count()
    play_hint(page)
    thinking = held.first()
    assert cards.count() < size
    left = cards.count()
    page.locator("#language").click()
    until(page, "document.querySelector('#hints .shape').textContent.match(/[一-龥]/) !== null")
    assert cards.count() == left
    held.is_open = True
    thinking.continue_()
    until(page, MINE)
    page.locator("#undo").click()
    until(page, f"{HAND} === {size}")


@pytest.mark.parametrize(
    ("open_it", "where", "key"),
    [
        (lambda page: page.locator("#options-toggle").click(), "#options select[name=attach]", "p"),
        (lambda _: None, "#level", "ArrowDown"),
        (lambda page: page.locator("#edit").click(), "#hand [data-place='2']", "Space"),
    ],
    ids=["a rule", "the robot", "a card"],
)
def test_who_stands_on_something_by_keyboard_still_stands_there(
    opened: Any, open_it: Callable[[Any], None], where: str, key: str
) -> None:
    page = opened(address(FOLLOW))
    open_it(page)
    page.keyboard.press("Tab")
    page.locator(where).focus()
    page.evaluate("document.querySelector('#split > li').dataset.old = 1")
    page.keyboard.press(key)
    until(page, "!document.querySelector('#split > li[data-old]')")
    until(page, f"document.activeElement.matches({json.dumps(where)})")  # the panels below are drawn later


def test_the_keys_that_add_cards_speak_the_language_that_is_chosen(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.locator("#edit").click()
    assert page.locator("#pad [data-act=clear]").inner_text() == "Clear"
    page.locator("#language").click()
    until(page, "document.querySelector('#pad [data-act=clear]').textContent !== 'Clear'")


def test_an_address_that_names_a_language_goes_on_naming_it(opened: Any) -> None:
    page = opened(f"{address(FOLLOW)}&lang=zh")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert page.url.endswith("&lang=zh")
    page.locator("#language").click()
    until(page, "location.href.endsWith('&lang=en')")


def test_a_game_that_could_not_be_dealt_is_not_named_beside_another(opened: Any) -> None:
    page = opened(address(FOLLOW))
    refuse(page, "**/v1/deal")
    page.select_option("#variant", "guandan")
    page.wait_for_selector("#message:not([hidden])")
    enter(page, LEAD)
    until(page, f"{HAND} === 7")
    assert page.locator("#variant").input_value() == "standard"

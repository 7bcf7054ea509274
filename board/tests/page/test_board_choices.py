"""Choices at the board: visible, stored, and advised by the displayed numbers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from board.tests.helpers.board import (
    LINE,
    MINE,
    SEATED,
    HeldRequests,
    Referee,
    begin,
    bodies_sent,
    choice,
    ended,
    enter,
    play_hint,
)
from tests.helpers.chromium import CORNER, ENGINELESS, FOLLOW, MARKS, address, look, until

pytestmark = [*MARKS, ENGINELESS]

IN_VIEW = """(name) => {
    const { top, bottom } = document.querySelector(name).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("height", [568, 812])
def test_the_keys_of_the_pad_and_the_hand_are_in_view(opened: Any, height: int) -> None:
    page = opened(address(FOLLOW))
    page.set_viewport_size({"width": 320 if height < 600 else 375, "height": height})
    page.locator("#edit").scroll_into_view_if_needed()
    page.locator("#edit").click()
    page.wait_for_selector("#pad:not([hidden])")
    for name in ("#pad [data-card=D]", "#pad [data-card='3']", "#pad .main", "#hand .card"):
        assert page.evaluate(IN_VIEW, name), name


@pytest.mark.parametrize("way", ["a practice hand", "a line"])
def test_what_begins_below_returns_to_the_table(opened: Any, way: str) -> None:
    page = opened(address(FOLLOW))
    page.evaluate("scrollTo(0, 9999)")
    assert page.evaluate("scrollY") > 0
    if way == "a line":
        enter(page, "standard landlord 3456789 - ?")
    else:
        page.locator("#practise").click()
    until(page, "scrollY === 0")


def test_typed_text_stays_until_it_is_analysed(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.locator("#line").fill("standard landlord 3456789 - ?")
    page.locator("#language").click()
    until(page, "document.documentElement.lang === 'zh-CN'")
    assert page.locator("#line").input_value() == "standard landlord 3456789 - ?"
    page.locator("#paste button").click()
    until(page, "document.querySelectorAll('#hand .card').length === 7")
    page.locator("#undo").click()
    until(page, f"{LINE} === '{FOLLOW}'")


def test_text_typed_during_an_analysis_stays(opened: Any) -> None:
    page = opened(address(FOLLOW))
    held = HeldRequests(page, "**/v1/analyze*")
    enter(page, "standard landlord 3456789 - ?")
    held.wait_for(1)
    page.locator("#line").fill("next")
    held.is_open = True
    for route in held.routes:
        route.continue_()
    until(page, "document.querySelectorAll('#hand .card').length === 7")
    page.evaluate("new Promise(requestAnimationFrame)")  # the analysis has ended
    assert page.locator("#line").input_value() == "next"


def test_an_error_is_shown_where_the_eye_is(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.evaluate("scrollTo(0, 9999)")
    page.locator("#hint").click()
    page.locator("#hand .card").first.evaluate("(node) => node.click()")
    page.locator("#play").click()
    page.wait_for_selector("#message:not([hidden])")
    assert page.evaluate(IN_VIEW, "#message")


def test_picks_made_while_robots_think_stay(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    held = HeldRequests(page, "**/v1/move")
    play_hint(page)
    first = held.first()
    page.locator("#hand .card").last.click(position=CORNER)
    held.is_open = True
    first.continue_()
    until(page, MINE)
    assert page.locator("#hand [aria-pressed=true]").count() == 1
    assert page.locator("#hand .card").last.get_attribute("aria-pressed") == "true"


def test_a_pass_may_be_studied(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.locator("#pass").click()
    until(page, f"{LINE} === '{FOLLOW},.'")
    assert page.locator("#pass").is_disabled(), "it is another seat's turn"
    page.locator("#undo").click()
    until(page, f"{LINE} === '{FOLLOW}'")
    enter(page, "standard landlord_down 34567 - ?TT")
    until(page, "new URL(location).searchParams.get('p').includes('?TT')")
    page.keyboard.press("Escape")
    page.locator("#pass").click()
    until(page, f"{LINE} === 'standard landlord_down 34567 - ?'")


def test_game_and_rules_are_remembered(opened: Any) -> None:
    page = opened(address("paodekuai 2 3344556677889TJQ - ?"))
    page.locator("#options-toggle").click()
    page.select_option("#options [name=deck]", "15")
    until(page, f"{LINE}.startsWith('paodekuai[deck=15') && {LINE}.length > 30")
    other = page.context.new_page()
    other.goto(page.url.partition("?")[0])
    other.locator("#home [data-act=deal]").click()
    until(other, f"{LINE}.startsWith('paodekuai[deck=15')")
    other.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bids_fit_their_buttons(opened: Any, lang: str) -> None:
    page = opened(address("standard landlord 3 - ?"), lang=lang)
    page.evaluate(SEATED, 3)
    page.locator("#deal").click()
    until(page, "document.querySelectorAll('#actions button:not([id])').length === 4")
    for width, height in ((320, 568), (375, 812), (568, 320), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        cut = page.evaluate("""[...document.querySelectorAll("#actions button, #actions small")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.innerText)""")
        assert cut == [], (width, cut)


def test_the_auction_is_advised_by_expected_points(opened: Any) -> None:
    """The highlighted bid has the most expected points; its chance may be lower, and one sentence explains that."""
    page = opened(address("standard landlord 3 - ?"), width=1280)
    page.evaluate(SEATED, 3)
    for stage, words in (("bid", 4), ("double", 2)):
        with page.expect_response("**/v1/bid") as response_info:
            page.locator("#deal").click() if stage == "bid" else choice(page, "Bid 3").click()
        page.wait_for_selector("#advice tbody tr")
        until(page, f"document.querySelectorAll('#advice tbody tr').length === {words}")
        points = [
            float(text.replace("\u2212", "-")) for text in page.locator("#advice td:nth-child(2)").all_inner_texts()
        ]
        best = page.locator("#advice tbody tr").evaluate_all(
            "rows => rows.findIndex((row) => row.className === 'advised')"
        )
        assert points[best] == max(points)
        assert (
            page.locator("#actions .main small").inner_text() == page.locator("#advice .advised td").first.inner_text()
        )
        assert page.locator("#hints").is_hidden()
        assert len(page.locator("#advice p").inner_text()) > 40
    assert points[0] != points[1], "doubling differs"
    assert response_info.value.status == 200


def test_a_phone_names_the_advised_bid_and_no_points(opened: Any) -> None:
    page = opened("/?game=standard")
    page.evaluate(SEATED, 3)
    page.locator("#deal").click()
    page.wait_for_selector("#advice .advised")
    until(page, "document.querySelectorAll('#actions small').length === 1")
    assert page.locator("#actions .main small").inner_text() == "Advised"
    assert "." not in page.locator("#advice table").inner_text()


def test_a_kick_is_chosen(opened: Any) -> None:
    page = opened("/?game=yuncheng")
    page.evaluate(SEATED, 2)  # the landlord calls, and kicks back
    sent = bodies_sent(page)
    page.locator("#deal").click()
    kick = choice(page, "Kick")
    look(page, "auction-yuncheng", [(320, "light")])
    kick.click()
    until(page, MINE)
    assert sent[-1]["auction"]["bids"] == ["call", "pass", "kick", "kick_back"]


NAMES = "(cards) => cards.map((card) => card.ariaLabel)"


def test_a_tribute_is_picked_in_the_hand_and_confirmed(opened: Any) -> None:
    page = opened(address("guandan 0 3s4s5s6s7s - ?"), lang="zh")
    page.evaluate(SEATED, 0)
    referee = Referee(page)
    page.locator("#deal").click()
    match = {"levels": ["2", "3"], "playing": 1, "failures": [0, 0], "winner": None}
    paid = {"match": match, "options": {"level": "3"}, "tribute": {"order": [1, 2, 3, 0], "givers": [0]}}
    ended(page, referee, {"winner": 1, "places": [1, 2, 3, 0]}, paid)
    again = page.locator("#actions .main")
    assert re.sub(r"\s+", " ", again.inner_text()).startswith("下一局 我方 2 · 对方 3")
    again.click()
    page.get_by_role("button", name="进贡", exact=True).wait_for()
    assert page.locator("#hand [aria-pressed=true]").count() == 1, "the advised card"
    dealt = page.locator("#hand .card").evaluate_all(NAMES)
    page.locator("#hand [aria-pressed=true]").click(position=CORNER)
    page.locator("#hand .card").last.click(position=CORNER)
    again.click()
    page.wait_for_selector("#message:not([hidden])")
    assert "进贡" in page.locator("#message").inner_text()
    assert referee.bodies[-1]["tribute"]["paid"] == {}
    page.locator("#hand .card").last.click(position=CORNER)
    page.locator("#hand .card").first.click(position=CORNER)
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(IN_VIEW, "#table .note")
    again.click()
    until(page, "document.querySelector('#table .note').textContent.includes('→')")
    assert list(referee.bodies[-1]["tribute"]["paid"]) == ["0"]
    exchanged = page.locator("#hand .card").evaluate_all(NAMES)
    assert sorted(exchanged) != sorted(dealt), "the hand as it will be played"
    assert page.locator("#hand .lifted").count() == 1, "the card that came back"
    again.click()
    until(page, MINE)
    assert page.locator("#hand .card").evaluate_all(NAMES) == exchanged
    body = referee.bodies[-1]
    assert sorted(body["match"]["levels"]) == ["2", "3"]  # seats have new numbers
    assert all(len(hand) > 27 for hand in body["deal"]["hands"].values())
    assert body["tribute"]["moved"][0]["from"] == 0  # a seat of the new deal, whose leader paid


def test_panels_are_marked_while_robots_play(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    assert page.locator(".as-of").is_hidden()
    held = HeldRequests(page, "**/v1/move")
    play_hint(page)
    thinking = held.first()
    assert page.locator(".as-of").is_visible()
    held.is_open = True
    thinking.continue_()
    until(page, MINE)
    assert page.locator(".as-of").is_hidden()


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (
            "standard landlord_down 34567899JJQQKA22D 4KX TT",
            ["May beat J J: Q Q · K K · A A · 2 2", "Held by: Landlord · Ally"],
        ),
        ("standard landlord_down 34567899JJQQKA22D 4KX 2", ["May beat big joker: bombs 10"]),
        ("standard landlord_down 2 - ?A", ["Held by: Landlord ≥", "% · Ally ≥"]),
        ("standard landlord 3345566778899TJQK2A2 - -", ["rocket in one hand 48%"]),
        ("standard landlord_down 2 - ?A", ["May beat 2: small joker · big joker · bombs 3 4"]),
    ],
)
def test_the_counter_says_what_may_beat_a_play(opened: Any, line: str, texts: list[str]) -> None:
    page = opened(address(line))
    until(page, "document.querySelectorAll('#unseen .counts').length > 0")
    shown = '[...document.querySelectorAll("#beaten li")].map((row) => row.textContent).join(" | ")'
    until(page, f"{json.dumps(texts, ensure_ascii=False)}.every((text) => ({shown}).includes(text))")

"""Each game at some sizes of the window, by mouse, touch or keyboard; the result shown is the referee's."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board import LINE, RefereeLog
from board.tests.helpers.board_player import MEANS, play_deal
from service.rules.variants import VARIANTS
from tests.helpers.chromium import MARKS, Page, address, until

pytestmark = [*MARKS, pytest.mark.long]

SIZES = ["320x568", "375x812", "812x375", "1280x800"]
"""Sizes of the window: two phones, a phone in landscape, a desk."""

PAIRS = [
    ([*VARIANTS][number % len(VARIANTS)], SIZES[number % len(SIZES)], [*MEANS][number % len(MEANS)])
    for number in range(len(SIZES) * len(MEANS))
]
"""Every size is combined with every input device, because their numbers are coprime."""

DEALS = int(os.environ.get("PLAYED_DEALS", "4"))
"""How many of these pairs are played: four meet every size and every input device."""

MY_TURN = "body:not(.over) :is(#play, #actions button:not([id])):not([disabled])"


def test_every_size_meets_every_means() -> None:
    assert {(size, means) for _, size, means in PAIRS} == {(size, means) for size in SIZES for means in MEANS}
    assert {variant for variant, *_ in PAIRS} == set(VARIANTS)
    played = PAIRS[:DEALS]
    assert ({size for _, size, _ in played}, {means for *_, means in played}) == (set(SIZES), set(MEANS))


@pytest.mark.parametrize(("variant", "size", "means"), PAIRS[:DEALS])
def test_a_deal_is_played_by_input_alone(tabs: Callable[..., Page], variant: str, size: str, means: str) -> None:
    width, height = map(int, size.split("x"))
    tab = tabs(lang=("zh", "en")[len(means) % 2], viewport={"width": width, "height": height}, has_touch=True)
    tab.page.add_init_script("localStorage.setItem('level', 'starter')")
    log = RefereeLog(tab.page)
    page = tab.load(f"/?game={variant}")
    until(page, f"{LINE}.startsWith('{variant}')")
    play_deal(page, MEANS[means](page))  # robots may end a deal before its first turn
    body, table = log.end()
    assert page.locator("#result tr").count() == len(VARIANTS[variant].seats)
    if not body["history"]:
        return  # all seats passed: a deal without a landlord has no bill and no undo
    shown = page.locator("#result .points").all_inner_texts()
    points, places = table["result"]["points"] or {}, [str(seat) for seat in table["result"]["places"]]
    seats = sorted(points, key=lambda seat: places.index(seat) if seat in places else len(places))
    assert [text.replace("\u2212", "-").removeprefix("+") for text in shown if text] == [
        str(points[seat]) for seat in seats
    ]
    factors = [factor["text"].rstrip(".。") for factor in table["result"]["factors"]]
    assert [text for text in page.locator("#result li span").all_inner_texts() if text] == factors
    undo = page.locator("#undo, #actions button").first
    if undo.is_disabled():  # each of my turns was a pass that the rules forced
        return
    undo.click()  # my last play is undone and played again, or my bid if I could only pass since
    page.wait_for_selector(MY_TURN)
    page.locator("#redo").click()
    page.wait_for_selector("#result")
    assert log.end()[0]["history"] == body["history"]


def test_a_fast_drag_swallows_no_tap(opened: Any) -> None:
    """Chromium ignores taps during a fling, which lasted a second after a drag over the hand."""
    page = opened(address("standard landlord 3456789JJQQKA2 - ?"), has_touch=True)
    finger = MEANS["touch"](page)
    finger.pick([9, 10, 11, 12, 13])
    page.evaluate("document.addEventListener('click', ({ target }) => { window.clicked = target.id; }, true)")
    finger.press("#play")
    until(page, "window.clicked !== undefined")
    assert page.evaluate("window.clicked") == "play"

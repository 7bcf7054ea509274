"""Each game at some sizes of the window, by mouse, touch or keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from service.rules.variants import VARIANTS
from tests.helpers.board_player import MEANS, SIZES, open_board, play_deal
from tests.helpers.chromium import MARKS, until
from tests.http.test_server import GunicornProcess

pytestmark = [*MARKS, pytest.mark.long]

PAIRS = [
    ([*VARIANTS][number % len(VARIANTS)], [*SIZES][number % len(SIZES)], [*MEANS][number % len(MEANS)])
    for number in range(len(SIZES) * len(MEANS))
]
"""Every size is combined with every input device, because their numbers are coprime."""


def test_every_size_meets_every_means() -> None:
    assert {(size, means) for _, size, means in PAIRS} == {(size, means) for size in SIZES for means in MEANS}


@pytest.mark.parametrize(("variant", "size", "means"), PAIRS)
def test_a_deal_is_played_by_input_alone(
    browser: Any, server: GunicornProcess, variant: str, size: str, means: str
) -> None:
    page = open_board(browser, server.port, variant, size, ("zh", "en")[len(means) % 2])
    play_deal(page, MEANS[means](page))  # robots may end a deal before its first turn
    page.context.close()


def test_a_fast_drag_swallows_no_tap(browser: Any, server: GunicornProcess) -> None:
    """Chromium ignores taps during a fling, which lasted a second after a drag over the hand."""
    page = open_board(browser, server.port, "standard", "375")
    page.goto(f"http://127.0.0.1:{server.port}/?p=standard+landlord+3456789JJQQKA2+-+?")
    page.wait_for_selector("#play:not([disabled])")
    finger = MEANS["touch"](page)
    finger.pick([9, 10, 11, 12, 13])
    page.evaluate("document.addEventListener('click', ({ target }) => { window.clicked = target.id; }, true)")
    finger.press("#play")
    until(page, "window.clicked !== undefined")
    assert page.evaluate("window.clicked") == "play"
    page.context.close()

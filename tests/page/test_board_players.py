"""Each game at some sizes of the window, by mouse, touch or keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.rules.variants import VARIANTS
from tests.helpers.board_player import MEANS, SIZES, open_board, play_deal
from tests.helpers.chromium import MARKS, Page, address, until

pytestmark = [*MARKS, pytest.mark.long]

PAIRS = [
    ([*VARIANTS][number % len(VARIANTS)], [*SIZES][number % len(SIZES)], [*MEANS][number % len(MEANS)])
    for number in range(len(SIZES) * len(MEANS))
]
"""Every size is combined with every input device, because their numbers are coprime."""


def test_every_size_meets_every_means() -> None:
    assert {(size, means) for _, size, means in PAIRS} == {(size, means) for size in SIZES for means in MEANS}


@pytest.mark.parametrize(("variant", "size", "means"), PAIRS)
def test_a_deal_is_played_by_input_alone(tabs: Callable[..., Page], variant: str, size: str, means: str) -> None:
    page = open_board(tabs, variant, size, ("zh", "en")[len(means) % 2])
    play_deal(page, MEANS[means](page))  # robots may end a deal before its first turn


def test_a_fast_drag_swallows_no_tap(opened: Any) -> None:
    """Chromium ignores taps during a fling, which lasted a second after a drag over the hand."""
    page = opened(address("standard landlord 3456789JJQQKA2 - ?"), has_touch=True)
    finger = MEANS["touch"](page)
    finger.pick([9, 10, 11, 12, 13])
    page.evaluate("document.addEventListener('click', ({ target }) => { window.clicked = target.id; }, true)")
    finger.press("#play")
    until(page, "window.clicked !== undefined")
    assert page.evaluate("window.clicked") == "play"

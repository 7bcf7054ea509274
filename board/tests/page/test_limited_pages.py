"""Pages of a service with a low rate limit work to the end: nothing that a person does costs more than it may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from board.browser_engine.build import is_built
from board.tests.page.test_puzzle_page import PUZZLES, solve
from board.tests.page.test_review import LOST, address_of
from tests.helpers.chromium import MARKS, Page, until
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED

pytestmark = MARKS

LIMIT = "600/minute"
"""A fiftieth of the shipped limit."""


@pytest.fixture(scope="module")
def limited() -> Iterator[GunicornProcess]:
    with GunicornProcess(workers=1, application=SERVED, PAILI_RATE_LIMIT=LIMIT) as started:
        yield started


@pytest.fixture
def tab(browser: Any, limited: GunicornProcess) -> Iterator[Any]:
    """Return an empty page of the limited service, with the statuses of its requests."""
    made = Page(browser, limited)
    made.page.statuses = []
    made.page.on("response", lambda response: made.page.statuses.append((response.status, response.url)))
    yield made
    made.close()


def test_a_whole_game_is_reviewed(tab: Any) -> None:
    body, seat = LOST["standard"]
    tab.load("/review")
    tab.page.goto(tab.page.url.partition("/review")[0] + address_of(body, seat))
    tab.page.wait_for_selector("#curve .line", state="attached")
    until(tab.page, "!/Judging|busy/.test(document.querySelector('#sentence').textContent)")
    assert tab.page.locator("#wrong").is_hidden()
    assert any("/v1/review" in url for _, url in tab.page.statuses)
    assert {status for status, _ in tab.page.statuses if status >= 400} <= {429}


@pytest.mark.skipif(not is_built(), reason="make wasm builds the engine of the page")
def test_a_puzzle_is_solved(tab: Any) -> None:
    puzzle = PUZZLES[0]
    tab.load(f"/puzzle?n={puzzle.number}").wait_for_selector("#hand .card")
    solve(tab.page, puzzle)
    tab.page.wait_for_selector("#lines .solution")
    assert {status for status, _ in tab.page.statuses if status >= 400} <= {429}

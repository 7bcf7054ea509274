"""Pages of a service with a rate limit work to the end; under the shipped one no request of a person is refused."""

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

SHIPPED, LOW = "30000/minute", "600/minute"


@pytest.fixture(scope="module", params=[SHIPPED, LOW])
def limited(request: pytest.FixtureRequest) -> Iterator[GunicornProcess]:
    with GunicornProcess(workers=1, application=SERVED, PAILI_RATE_LIMIT=request.param) as started:
        started.limit = request.param
        yield started


@pytest.fixture
def tab(browser: Any, limited: GunicornProcess) -> Iterator[Any]:
    """Return an empty page of the limited service, with the statuses of its requests."""
    made = Page(browser, limited, expects=("status of 429",) if limited.limit == LOW else ())
    made.page.statuses = []
    made.page.on("response", lambda response: made.page.statuses.append((response.status, response.url)))
    yield made
    made.close()


def refused(tab: Any) -> set[int]:
    """Return the statuses of rejections."""
    return {status for status, _ in tab.page.statuses if status >= 400}


def test_a_whole_game_is_reviewed(tab: Any, limited: Any) -> None:
    body, seat = LOST["standard"]
    tab.load(address_of(body, seat))
    tab.page.wait_for_selector("#curve .line", state="attached")
    until(tab.page, "!/Judging|busy/.test(document.querySelector('#sentence').textContent)")
    assert tab.page.locator("#wrong").is_hidden()
    assert any("/v1/review" in url for _, url in tab.page.statuses)
    assert refused(tab) <= ({429} if limited.limit == LOW else set())  # the page waits for its balance


@pytest.mark.skipif(not is_built(), reason="make wasm builds the engine of the page")
def test_a_puzzle_is_solved(tab: Any, limited: Any) -> None:
    puzzle = PUZZLES[0]
    tab.load(f"/puzzle?n={puzzle.number}").wait_for_selector("#hand .card")
    solve(tab.page, puzzle)
    tab.page.wait_for_selector("#lines .solution")
    assert refused(tab) <= ({429} if limited.limit == LOW else set())  # a busy machine charges more CPU

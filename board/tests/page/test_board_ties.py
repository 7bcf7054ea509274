"""Plays that are as good as the first are folded, and the score shows the percentile of a dealt hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board import enter
from service.advice import deals
from service.advice.balance import split_hand
from service.core import engine
from service.core.bindings import SCORE_UNIT
from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers import deal_rows
from tests.helpers.chromium import ENGINELESS, MARKS, Page, address, until

PERCENTILES_FILE = ROOT / "board/page/lib/percentiles.js"

pytestmark = [*MARKS, ENGINELESS]

LEAD = "standard landlord 33456778899TJQKKA2DX - -"
TIED = "standard landlord 34467789TTJJKKAA255A - -"
REASONS = re.compile(r"/v1/analyze.*want=move")
"""The later request for reasons in words, after which the list is drawn again."""
ROWS = """[...document.querySelectorAll("#hints [data-place]")].map((row) => row.checkVisibility())"""


def test_plays_that_are_as_good_are_folded(opened: Any) -> None:
    page = opened(address(TIED), lang="zh")
    assert page.evaluate(ROWS)[:4] == [True, False, False, True]
    assert page.locator("#hints .ties button").inner_text() == "还有 2 种差不多"
    page.locator("#hints .ties button").click()
    assert all(page.evaluate(ROWS))
    assert page.locator("#hints .ties").is_hidden()


def test_unfolded_plays_stay_unfolded_when_later_answers_are_drawn(tabs: Callable[..., Page]) -> None:
    tab = tabs(lang="zh")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    tab.page.route(REASONS, hold)
    with tab.page.expect_request(REASONS):
        page = tab.open(address(TIED))
    page.locator("#hints .ties button").click()
    with page.expect_response(REASONS):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert all(page.evaluate(ROWS))


def test_walking_through_the_hints_unfolds_them(opened: Any) -> None:
    page = opened(address(TIED))
    page.locator("#hint").click()
    assert page.evaluate(ROWS)[1] is False
    page.locator("#hint").click()
    assert all(page.evaluate(ROWS))
    assert page.locator("#hints [aria-pressed=true]").get_attribute("data-place") == "1"


def test_a_row_that_is_as_good_alone_stays(opened: Any) -> None:
    page = opened(address("standard landlord_down 34567899JJQQKKA22 - TT"))
    assert page.locator("#hints .ties").count() == 0
    assert len(page.evaluate(ROWS)) > 3


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_big_number_says_how_strong_a_dealt_hand_is(opened: Any, lang: str) -> None:
    page = opened(address(LEAD), lang=lang)
    words = {"en": "beats 96% of hands", "zh": "比 96% 的手牌强"}
    assert words[lang] in page.locator("#number").inner_text()
    for line in ("standard landlord 3456 - ?", "standard[attach=rlcard] landlord_up 33456778899TJQKKA - ?"):
        enter(page, line)
        shown = "[...new URLSearchParams(location.search).get('p')].sort().join('')"
        until(page, f"{shown} === {json.dumps(''.join(sorted(line)))}")
        assert not re.search("%", page.locator("#number").inner_text()), line


def percentiles() -> dict[str, dict[str, list[int]]]:
    """Return the percentiles of the board, by game and seat."""
    rows = PERCENTILES_FILE.read_text().partition("PERCENTILES = ")[2].strip().rstrip(";")
    return dict(json.loads(re.sub(r",\s*}$", "}", rows)))


@pytest.mark.parametrize("variant", ["standard", "guandan", "paodekuai"])
def test_percentiles_are_those_of_other_deals(variant: str) -> None:
    """Of about 600 other hands; the standard deviation of a share is at most 2 percentage points."""
    given = next(iter(deal_rows.sampled_options(variant)))
    seeds = range(70_000, 70_000 + (150 if variant == "guandan" else 300))
    _, hands = deal_rows.deal_rows(variant, given, seeds)
    for seat, values in percentiles()[variant].items():
        for step, value in zip(deal_rows.STEPS, values, strict=True):
            share = 100 * sum(score < (value + 0.5) * SCORE_UNIT / 100 for score in hands[seat]) / len(hands[seat])
            assert abs(share - step) < 9, (seat, step)


def test_every_game_has_percentiles() -> None:
    rows = percentiles()
    for variant in VARIANTS:
        rules = engine.rules_for(variant)
        sizes = dict(rules.setup.hand_size)
        cards = deals.make_deal(rules, deals.DealPlan(1)).cards
        assert split_hand(rules, cards.hands[0]).exact
        assert set(rows[variant]) <= {"", rules.variant.seats[0]}
        assert len({sizes[seat] for seat in rules.variant.seats}) == 1 or len(rows[variant]) == 2

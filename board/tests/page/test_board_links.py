"""Links to the board: a broken one shows the reason at the top and deals nothing; others restore their position."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from board.tests.helpers.board import LINE, bodies_sent, enter
from service.rules.variants import VARIANTS
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, Page, address, look, until, until_so
from tests.helpers.golden import golden_questions

pytestmark = [*MARKS, ENGINELESS]

OPENED = ["Z", "<img src=x onerror=alert(1)>", "standard landlord 99999 - ?", "%00", "a" * 3000]
"""Broken positions in links; there is no analysis before."""

HOSTILE = [
    # not a position
    " ", "%", "%00", "%zz", "\\", "'", '"', "\u0000", "🀄", "\u202e34567", "٣٤٥", "甲乙丙丁", "null",
    "undefined",
    "NaN", "[]", "{}", '{"hand": "345"}', "345\n678\tZ", "../../etc/passwd", "javascript:alert(1)", "' OR 1=1 --",
    "${7*7}", "{{7*7}}", "<script>alert(1)</script>", "<svg/onload=alert(1)>", "</pre><b onmouseover=alert(1)>3",
    "333333333", "3" * 2000,
    # a position of five fields, one of them invalid
    "__proto__ landlord 34567 - ?", "constructor landlord 34567 - ?", "standard __proto__ 34567 - ?",
    "standard[__proto__=1] landlord 34567 - ?", "standard[toString=yes] landlord 34567 - ?",
    "standard[] landlord 34567 - ? x", "standard landlord <img/src=x/onerror=alert(1)> - ?",
    "standard landlord 34567 <b>x</b> ?", "standard landlord 34567 - <b>x</b>", "standard landlord 34567 - ?9@nobody",
    "standard landlord 34567 - ?34", "standard landlord 34567 - ?;left=landlord:-1",
    "standard landlord 34567 - ?;left=landlord:1e9", "standard landlord 34567 - ?;seen=XXXX",
    "standard landlord 33333 - ?", "standard nobody 3 - ?", "guandan 0 34567 - -", "guandan[level=99] 0 3s4s - ?",
    "laizi[wild=Z] landlord 34567 - ?", "laizi[wild=7 landlord 34567 - ?", "yuncheng landlord WWWW - ?",
]  # fmt: skip


@pytest.mark.parametrize("text", OPENED)
def test_a_page_opened_at_a_broken_link_says_so_at_its_top_and_deals_nothing(
    tabs: Callable[..., Page], text: str
) -> None:
    tab = tabs()
    page, deals = tab.page, bodies_sent(tab.page, "/v1/deal")
    tab.load(address(text))
    page.wait_for_selector("#broken:not([hidden])")
    assert page.locator("#broken").inner_text().strip()
    assert page.locator("#broken").bounding_box()["y"] < page.locator("#felt").bounding_box()["y"]
    page.wait_for_timeout(200)
    assert (deals, page.locator("#hand .card").count()) == ([], 0)
    assert page.locator("#hints-panel, #split-panel, #unseen-panel, #power").locator("visible=true").count() == 0
    assert "`" not in page.locator("#broken").inner_text()
    page.locator("#deal").click()
    page.wait_for_selector("#hand .card")
    assert page.locator("#broken").is_hidden()


@pytest.mark.parametrize(("lang", "texts"), [("en", HOSTILE[::2]), ("zh", HOSTILE[1::2])], ids=["en", "zh"])
def test_problems_of_broken_links_are_shown_at_the_top(opened: Any, lang: str, texts: list[str]) -> None:
    """One after the other in the same page; the console stays empty, and the analysis stays."""
    page = opened(address(FOLLOW), lang=lang)
    page.wait_for_selector("#unseen .heat")
    for text in texts:
        page.evaluate(
            "link => { document.querySelector('#broken').hidden = true; history.pushState(null, '', link);"
            " dispatchEvent(new PopStateEvent('popstate')); }",
            f"/?p={quote(text, safe='')}",
        )
        until(page, "!document.querySelector('#broken').hidden")
        message = page.locator("#broken").inner_text().strip()
        assert len(message) > 5, text
        assert "HTTP" not in message, (text, message)
        assert "".join(page.locator("#line").input_value().split()) == "".join(text.split())
        assert page.locator("#hints [data-place]").count() == 4, text
        assert page.locator("#broken *:not(span)").count() == 0, "no markup comes in"
    look(page, f"broken-link-{lang}", [(320, "dark" if lang == "zh" else "light")], "#broken")


def golden_positions(client: FlaskClient, variant: str) -> list[str]:
    """Return positions of the golden file as the service writes them."""
    answers = [
        client.post("/v1/analyze", json=body | {"want": []})
        for kind, body in golden_questions(variant)
        if kind == "analyze"
    ]
    return [answer.get_json()["position"] for answer in answers if answer.status_code == 200]


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_link_to_a_golden_position_comes_back(opened: Any, client: FlaskClient, variant: str) -> None:
    lines = random.Random(1).sample(golden_positions(client, variant), 3)
    page = opened(address(lines[0]))
    for line in lines[1:]:  # each once the line before is drawn
        enter(page, line)
        until(page, f"new URLSearchParams(location.search).get('p') === {json.dumps(line)}")
    again = page.context.new_page()
    again.goto(page.url)
    until(again, f"{LINE} === {json.dumps(lines[-1])}")
    hints, same = page.locator("#hints"), again.locator("#hints")  # redrawn when the reasons arrive
    until_so(again, lambda: hints.inner_text() == same.inner_text() != "", "the same hints")
    again.go_back()
    page.go_back()
    until(page, f"{LINE} === {json.dumps(lines[1])}")
    page.go_back()
    until(page, f"{LINE} === {json.dumps(lines[0])}")


def test_a_hand_that_cannot_be_played_says_so(opened: Any) -> None:
    page = opened(address("yuncheng landlord W - ?"))
    assert page.locator("#hints").inner_text() == "None of these can be played"
    assert page.locator("#hint").is_disabled()

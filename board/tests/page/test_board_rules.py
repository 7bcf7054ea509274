"""Options chosen at the board: the next deal has them too, and wild ranks are hidden until they are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.helpers.board import LINE, READY, SEATED, bodies_sent, pieces
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, until, until_so

pytestmark = [*MARKS, ENGINELESS]


def requests_of(page: Any) -> dict[str, list[dict[str, Any]]]:
    """Return lists that collect the bodies of requests to the service, by path."""
    return {name: bodies_sent(page, f"/v1/{name}") for name in ("deal", "game", "bid")}


def wait(page: Any, bodies: list[Any]) -> Any:
    """Return the next request."""
    until_so(page, lambda: bool(bodies))
    return bodies.pop(0)


@pytest.mark.parametrize(
    ("line", "name", "value", "size"),
    [("paodekuai 2 3344556677889TJQ - ?", "deck", "15", 15)],
)
def test_a_rule_that_the_hand_cannot_stand_under_is_that_of_a_new_deal(
    opened: Any, line: str, name: str, value: str, size: int
) -> None:
    page = opened(address(line))
    bodies = requests_of(page)
    page.locator("#options-toggle").click()
    for act in (lambda: page.select_option(f"#options [name={name}]", value), page.locator("#deal").click):
        bodies["game"].clear()
        act()
        body = wait(page, bodies["game"])
        assert body["options"][name] == value
        assert {len(pieces(hand)) for hand in body["deal"]["hands"].values()} == {size}
        page.wait_for_selector(READY)
        until(page, f"document.querySelector('#options [name={name}]').value === '{value}'")
        assert f"[{name}={value}" in page.evaluate(LINE)
        assert page.locator("#wrong").is_hidden()


def test_nobody_knows_wild_ranks_before_there_is_a_landlord(opened: Any) -> None:
    """Two wild ranks were chosen, and two are drawn for each deal."""
    page = opened(address("laizi landlord 3 - ?"))
    page.evaluate(SEATED, 3)
    bodies = requests_of(page)
    page.locator("#options-toggle").click()
    page.select_option("#options [name=wild]", "37")
    until(page, f"{LINE}.startsWith('laizi[wild=37]')")
    assert page.locator("#table .status").inner_text().startswith("Wild 3 7 · ")
    for _ in range(2):
        page.locator("#deal").click()
        wild = wait(page, bodies["deal"])["options"]["wild"]
        assert len(wild) == 2
        three = page.get_by_role("button", name="Bid 3")
        three.wait_for()
        assert page.evaluate(LINE).startswith("laizi landlord")
    assert not any(body["options"]["wild"] for body in bodies["game"] + bodies["bid"])
    three.click()
    page.get_by_role("button", name="Double").wait_for()
    assert page.evaluate(LINE).startswith(f"laizi[wild={wild}]")
    assert page.locator("#table .status").inner_text().startswith("Wild ")
    page.locator("#actions button").last.click()
    page.wait_for_selector("#play:not([disabled])")
    assert bodies["game"][-1]["options"]["wild"] == bodies["bid"][-1]["options"]["wild"] == wild
    assert page.evaluate(LINE).startswith(f"laizi[wild={wild}]")


def test_robots_bid_as_their_level_and_advice_is_the_best_bid(opened: Any) -> None:
    page = opened(address("standard landlord 3 - ?"))
    page.evaluate(SEATED, 3)
    bodies = requests_of(page)
    page.locator("#deal").click()
    page.get_by_role("button", name="Bid 3").click()
    page.get_by_role("button", name="Double").wait_for()
    page.locator("#actions button").last.click()
    page.wait_for_selector("#play:not([disabled])")
    even = {"even": {"won": 0, "played": 0, "at": 0.25}}
    levels = [(body["place"], body.get("level")) for body in bodies["bid"]]
    assert levels == [(0, None), (0, None), (1, even), (2, even)]


def test_rules_are_named_and_explained_once_they_are_opened(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    until(page, "document.querySelector('#unseen .counts') !== null")
    assert page.locator("#options label").count() == 0
    with page.expect_response("**/v1/variants"):
        page.locator("#options-toggle").click()
    page.wait_for_selector("#options label")
    assert "春天" in page.locator("#options").inner_text()
    page.locator("#language").click()
    until(page, "/[a-z]/.test(document.querySelector('#options label').innerText)")

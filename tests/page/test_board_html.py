"""The first answer rendered by the server: the same elements and places as the board's, without a script."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.rules.variants import VARIANTS
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, keep_picture, until
from tests.helpers.golden_requests import golden_questions
from tests.http.test_server import GunicornProcess

pytestmark = MARKS

OF_EACH = 6
"""Positions of each game."""

ODD = [
    "standard landlord 3 - ?",  # one card, which leaves an empty hand
    "yuncheng landlord W - ?",  # no legal play
    "standard landlord_up 34567 - ?2",  # no play beats the table
    "standard landlord 333444555666789TJQKA - -",  # more hints than are shown
    "standard landlord_down 33 - ?AA@landlord_up;left=landlord:5",  # an advised pass
    "standard landlord_down 34567899JJQQKA22D 4KX TT,.",  # another seat's turn
    "guandan 0 3h3h3s3d3c5h5c6s6s7s8h8h9s9hTsThJsJdQdQcKhAsAsAc2d2cX - ?",  # the best play breaks the split
]

DRAWN = """(asked) => {
    const attributes = (node) => [...node.attributes].filter(({ name }) => name !== "style")
        .map(({ name, value }) => ` ${name}="${value}"`).sort().join("");
    const tree = (node) => node.nodeType === Node.TEXT_NODE ? node.data
        : `<${node.tagName}${attributes(node)}>${[...node.childNodes].map(tree).join("")}</>`;
    const all = (root) => {
        const ids = ["hand", "number", "hints", "split", "says", "orders", "more", "language"];
        const nodes = (name) => [...root.querySelectorAll(`[data-${name}]`)];
        const selects = ["variant", "level"].map((id) => root.getElementById(id));
        root.normalize();
        return {
            ...Object.fromEntries(ids.map((id) => [id, tree(root.getElementById(id))])),
            page: [root.documentElement.lang, root.body.hidden],
            texts: nodes("text").map((node) => [node.dataset.text, node.textContent]),
            labels: nodes("label").map((node) => [node.dataset.label, node.getAttribute("aria-label")]),
            chosen: selects.map((select) => [select.value, select.selectedOptions[0].text]),
            seats: [...root.querySelectorAll("#seats > li")].map((seat) => seat.className),
        };
    };
    const fan = document.querySelector(".fan").style;
    const wide = ["--n", "--tall"].map((name) => `${name}:${fan.getPropertyValue(name)}`).join(";");
    return fetch(asked).then((answer) => answer.text()).then((text) => {
        const sent = new DOMParser().parseFromString(text, "text/html");
        const rule = sent.querySelector("style").textContent.match(/[.]fan[{](--n[^}]*)[}]$/)[1];
        return [{ ...all(sent), wide: rule }, { ...all(document), wide }];
    });
}"""
"""The board as sent by the server, and as drawn by its script."""

PLACES = """() => Object.fromEntries(["hand", "number", "hints", "split"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, [x, y, width, height].map(Math.round)];
}))"""


def positions(client: FlaskClient, variant: str) -> list[str]:
    """Return lines of positions of a game, from its golden and perft files."""
    questions = [body for kind, body in golden_questions(variant) if kind == "analyze"]
    answers = (client.post("/v1/analyze", json=body) for body in questions[:: max(1, len(questions) // OF_EACH // 2)])
    return list(islice((answer.get_json()["position"] for answer in answers if answer.status_code == 200), OF_EACH))


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("variant", [*VARIANTS, ""])
def test_the_board_draws_the_same(
    browser: Any, server: GunicornProcess, client: FlaskClient, variant: str, lang: str
) -> None:
    lines = positions(client, variant) if variant else [FOLLOW, *ODD]
    assert len(lines) >= 4
    tab = Page(browser, server, lang=lang)
    for line in lines:
        tab.open(address(line))
        until(tab.page, "document.querySelector('#unseen .counts') !== null")
        sent, live = tab.page.evaluate(DRAWN, f"{address(line)}&lang={lang}")
        assert sent == live, line
    tab.close()


def places(browser: Any, server: GunicornProcess, width: int, *, java_script: bool) -> Any:
    """Return the positions of the first answer's elements on a screen."""
    size = {"width": width, "height": 800}
    context = browser.new_context(locale="zh-CN", viewport=size, java_script_enabled=java_script)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}{address(FOLLOW)}")
    page.wait_for_selector("#hints [data-place]")
    if java_script:
        until(page, "document.querySelector('#unseen .counts') !== null")
    keep_picture(page, f"drawn-{width}-{'script' if java_script else 'none'}")
    boxes = page.evaluate(PLACES)
    context.close()
    return boxes


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_nothing_moves_when_the_script_comes(browser: Any, server: GunicornProcess, width: int) -> None:
    assert places(browser, server, width, java_script=False) == places(browser, server, width, java_script=True)

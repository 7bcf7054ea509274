"""The hint button for other websites: its script, and its demo page."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from board import assets, bundles, hint_button
from board.tests.page.test_button import Shop, shop
from service.http.requests.query import FIELDS
from service.http.static_file import static_file
from tests import ROOT
from tests.helpers.chromium import MARKS, VIEWS, Page, look, until

__all__ = ["shop"]

SOURCE = ROOT / "board/page/hint_button/paili-hint.js"

MOST = 2000
"""Maximum bytes of the script on the wire, as the pages state it."""


def test_the_script_is_small_and_open_to_every_page(client: FlaskClient) -> None:
    plain, small = (client.get("/paili-hint.js", headers={"Accept-Encoding": reads}) for reads in ("", "gzip"))
    assert len(small.data) <= MOST or not bundles.is_bundled()
    for page in ("CONTRIBUTING.md", "docs/hint-button.md", "docs/hint-button.zh-CN.md", str(SOURCE.relative_to(ROOT))):
        assert f"{MOST / 1000} kB" in (ROOT / page).read_text(encoding="utf-8"), page
    assert plain.data == gzip.decompress(small.data)
    assert plain.mimetype == "text/javascript"
    assert plain.headers["Access-Control-Allow-Origin"] == "*"
    assert plain.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert plain.headers["Cache-Control"].startswith("public, max-age=3600")
    assert plain.headers["ETag"] == small.headers["ETag"]
    again = client.get("/paili-hint.js", headers={"If-None-Match": small.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["Vary"]) == (304, b"", "Accept-Encoding")


def test_the_engine_is_there_where_it_was_built(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(assets.site().files, "engine/index.js", static_file(b"", "index.js"))
    response = client.get("/paili-engine.js")
    assert response.text == f'export * from ".{assets.site().base}hint_button/paili-engine.js";\n'
    assert client.get(f"{assets.site().base}hint_button/paili-engine.js").status_code == 200
    assert client.get("/paili-engine.js", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    monkeypatch.delitem(assets.site().files, "engine/index.js")
    assert client.get("/paili-engine.js").status_code == 404


# ---- the demo page ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_has_a_field_for_every_attribute(client: FlaskClient, lang: str) -> None:
    page = client.get(f"/embed?lang={lang}")
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
    assert re.findall(r'<(?:input|select) name="([\w-]+)"', page.text) == list(hint_button.ATTRIBUTES)
    listed = re.search(r'attributes =\s*"([^"]*)"', SOURCE.read_text(encoding="utf-8"))
    assert listed is not None
    assert set(listed[1].split()) == set(hint_button.ATTRIBUTES)
    assert {name.replace("-", "_") for name in hint_button.ATTRIBUTES} <= FIELDS.keys()


# ---- the page in a browser --------------------------------------------------------------------------------------


@pytest.fixture
def example(tabs: Callable[..., Page]) -> Callable[..., Any]:
    """Return a function that opens the page."""

    def open_page(lang: str = "en") -> Any:
        page = tabs(lang=lang, expects=("paili-hint:",)).load("/embed")
        until(page, "document.querySelector('#snippet').textContent !== ''")
        return page

    return open_page


class TestPage:
    """Actions of a person on the page."""

    pytestmark = MARKS

    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_views_are_readable_by_all(self, example: Any, lang: str) -> None:
        page = example(lang)
        page.locator("paili-hint button").click()
        until(page, "document.querySelectorAll('#hand .lifted').length === 2")
        look(page, f"embed-{lang}", VIEWS if lang == "zh" else VIEWS[::4])
        places = page.evaluate("""[...document.querySelectorAll('#hand .card:not(.lifted)')]
            .map((node) => node.getBoundingClientRect()).map(({ x, y }) => [x, y])""")
        assert len({y for _, y in places}) == 1, "a desk has room for one row"
        assert places == sorted(places)
        colours = set()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        assert len(colours) == 2

    def test_typed_fields_are_analysed_and_stand_in_the_snippet(self, example: Any) -> None:
        page = example()
        page.locator("[name=hand]").fill("0,1,2,16,52,53")
        for name in ("last", "last-seat", "seat"):
            page.locator(f"[name={name}]").fill("")
        page.select_option("[name=notation]", "contest")
        assert (
            '<paili-hint hand="0,1,2,16,52,53" notation="contest"></paili-hint>'
            in page.locator("#snippet").inner_text()
        )
        page.locator("paili-hint button").click()
        until(page, "document.querySelectorAll('#hand .lifted').length === 2")
        assert page.locator("#events code").all_inner_texts() == ["paili-hint"]
        assert '"shape": "rocket"' in page.locator("#events pre").inner_text()
        page.locator("[name=hand]").fill("12,23,40")
        page.locator("paili-hint button").click()
        until(page, "document.querySelectorAll('#hand .lifted').length > 0")
        assert page.locator("#hand .lifted").all_inner_texts() == ["12"], (
            "the 23 begins with a letter of it, and is not meant"
        )

    def test_the_snippet_works_as_it_stands(self, example: Any, shop: Shop) -> None:
        page = example()
        page.locator("[name=last]").fill("QQ")
        snippet, messages = page.locator("#snippet").inner_text(), []
        pasted = page.context.new_page()
        pasted.on("console", lambda message: messages.append(message.text))
        shop.page, shop.policy = snippet, {}
        pasted.goto(shop.address)
        until(pasted, "customElements.get('paili-hint') !== undefined")
        pasted.get_by_role("button").click()
        until(pasted, "document.querySelector('paili-hint').shadowRoot.querySelector('output').textContent !== ''")
        assert [text for text in messages if not text.startswith("paili-hint:")] == ["pass"]

    def test_the_page_of_the_guide_works_as_it_stands(self, tabs: Callable[..., Page], shop: Shop) -> None:
        text = (ROOT / "docs" / "snippets" / "hint.html").read_text(encoding="utf-8")
        shop.page, shop.policy = text.replace("http://127.0.0.1:8000", shop.api), {}
        assert shop.api in shop.page
        page = tabs(expects=("paili-hint:",)).page
        page.goto(shop.address)
        for cards in ("JJ", "QQ", "22", "JJ"):
            page.get_by_role("button", name="提示").click()
            until(page, f"document.querySelector('#told').textContent === '{cards}'")

    def test_a_refusal_is_shown(self, example: Any) -> None:
        page = example("zh")
        page.locator("[name=last]").fill('3"<&')
        assert 'last="3&quot;<&amp;"' in page.locator("#snippet").inner_text()
        page.locator("[name=last]").fill("35")
        page.route(
            "**/v1/analyze?*", lambda route: route.fulfill(status=200, body=route.fetch().body())
        )  # the console stays empty
        page.locator("paili-hint button").click()
        until(page, "document.querySelector('#message').textContent.includes('不成牌型')")
        assert page.locator("#events code").all_inner_texts() == ["paili-error"]

    def test_the_snippet_can_be_copied(self, example: Any) -> None:
        page = example("zh")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("#copy").click()
        until(page, "document.querySelector('#copy').textContent === '已复制'")
        assert page.evaluate("navigator.clipboard.readText()") == page.locator("#snippet").inner_text()

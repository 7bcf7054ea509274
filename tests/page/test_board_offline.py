"""The board without a network, in a real browser: its own engine answers as the service does, and the page says so."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from browser.build import is_built
from service.http.site import assets
from service.rules.variants import VARIANTS
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, until
from tests.http.test_server import Server
from tools.browser_engine.compare import as_engine, questions
from tools.signatures.answers import HEADERS

pytestmark = [
    *MARKS,
    pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources"),
]

POSITIONS = 4
"""Of each game; three questions are asked about each."""

KEPT = "navigator.serviceWorker.controller !== null"
SAID = "document.getElementById('network')?.hidden === false"

ASK_ALL = """([address, questions]) => new Promise((resolve, reject) => {
    const worker = new Worker(address, { type: "module" }), found = [];
    worker.onerror = () => reject(new Error("no engine"));
    worker.onmessage = ({ data }) => {
        found[data.id] = data;
        if (found.filter(Boolean).length === questions.length) resolve(found);
    };
    questions.forEach(([kind, asked, language], id) => worker.postMessage({ id, way: "POST", kind, asked, language }));
})"""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def kept_page(browser: Any, server: Server, lang: str = "en") -> Page:
    """Return an open board that the browser has kept."""
    page = Page(browser, server, lang=lang, service_workers="allow")
    page.open(address(FOLLOW)).wait_for_selector("#hints button")
    until(page.page, KEPT)
    page.page.wait_for_load_state("networkidle")  # a question on its way would fail aloud without a network
    return page


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_board_goes_on_without_a_network_and_says_so(browser: Any, server: Server, lang: str) -> None:
    page = kept_page(browser, server, lang)
    found, hints = page.page, "#hints button"
    before = found.locator("#hints").inner_text()
    found.set_viewport_size({"width": 1280, "height": 900})
    page.context.set_offline(True)
    found.reload()
    found.wait_for_selector(hints)
    until(found, SAID)
    tops = found.evaluate("['#felt', '#panels'].map(id => document.querySelector(id).getBoundingClientRect().top)")
    assert tops[0] == tops[1], "what is said of the network moves nothing"
    assert found.locator("#hints").inner_text() == before
    offline = found.locator("#network").inner_text()
    assert ("No network" in offline) == (lang == "en")
    assert ("网络不通" in offline) == (lang == "zh")
    found.locator("#deal").click()
    until(found, "document.querySelectorAll('#hand button').length >= 15")
    page.context.set_offline(False)
    found.goto(found.url)
    found.wait_for_selector(hints)
    assert not found.evaluate(SAID)
    page.faults = [fault for fault in page.faults if "Failed to load resource" not in fault]
    page.close()


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_browsers_own_answers_are_the_services(
    browser: Any, server: Server, client: FlaskClient, variant: str
) -> None:
    page = kept_page(browser, server)
    page.context.set_offline(True)
    asked = list(questions(client, variant, POSITIONS))
    answers = page.page.evaluate(ASK_ALL, [f"{assets.BASE}engine/worker.js", [list(question) for question in asked]])
    alike = 0
    for (kind, body, lang), found in zip(asked, answers, strict=True):
        if "declined" in found:
            continue
        said = client.post(f"/v1/{kind}", json=body, headers=HEADERS | {"Accept-Language": lang})
        assert (found.get("status"), found.get("text")) == as_engine(said.status_code, said.data), (kind, body, found)
        alike += 1
    assert alike >= 2 * POSITIONS
    page.close()


def test_what_is_kept_is_asked_for_anew_and_named_by_its_version(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert assets.VERSION in answer.text
    assert client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    for name in ("board.js", "engine/worker.js", "engine/engine.wasm"):
        assert f'"{assets.BASE}{name}"' in answer.text
        assert client.get(assets.BASE + name).status_code == 200

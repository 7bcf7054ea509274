"""The board offline, in a real browser: its own engine gives the service's answers, and the page reports that."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app import create_app
from board import assets
from board.browser_engine.build import is_built
from board.tests.helpers.board import PLAY_ON, begin
from board.tests.helpers.browser_engine import as_engine, engine_questions
from service.rules.variants import VARIANTS
from tests.helpers.answers import HEADERS
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, until

pytestmark = [
    *MARKS,
    pytest.mark.long,
    pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources"),
]

POSITIONS = 4
"""Positions; three requests are sent about each."""

SERVICE_WORKER_ACTIVE = "navigator.serviceWorker.controller !== null"
NETWORK_NOTICE = "document.getElementById('network')?.hidden === false"

ASK_ALL = """([address, questions]) => new Promise((resolve, reject) => {
    const worker = new Worker(address, { type: "module" }), found = [];
    worker.onerror = () => reject(new Error("no engine"));
    worker.onmessage = ({ data }) => {
        found[data.id] = data;
        if (found.filter(Boolean).length === questions.length) resolve(found);
    };
    questions.forEach(([kind, request, language], id) =>
        worker.postMessage({ id, way: "POST", kind, request, language }));
})"""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


NETWORKS = len({game.nets.digest for game in VARIANTS.values() if game.nets})
"""Files of networks."""

NETWORKS_KEPT = f"""caches.keys().then(async ([name]) => {{
    const kept = await (await caches.open(name)).keys();
    return kept.filter((request) => request.url.endsWith(".net")).length === {NETWORKS};
}})"""


@pytest.fixture
def cached(tabs: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function that opens a board and waits until its service worker has cached it."""

    def open_page(lang: str = "en") -> Page:
        tab = tabs(lang=lang, service_workers="allow", expects=("Failed to load resource",))
        tab.open(address(FOLLOW)).wait_for_selector("#hints [data-place]")
        until(tab.page, SERVICE_WORKER_ACTIVE)
        tab.page.wait_for_load_state("networkidle")  # a pending request would fail visibly without a network
        return tab

    return open_page


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_board_goes_on_without_a_network_and_says_so(cached: Callable[..., Page], lang: str) -> None:
    tab = cached(lang)
    page, hints = tab.page, "#hints [data-place]"
    page.set_viewport_size({"width": 1280, "height": 900})
    before = page.locator("#hints").inner_text()
    tab.context.set_offline(True)
    page.reload()
    page.wait_for_selector(hints)
    until(page, NETWORK_NOTICE)
    tops = page.evaluate("['#felt', '#panels'].map(id => document.querySelector(id).getBoundingClientRect().top)")
    assert tops[0] == tops[1], "what is said of the network moves nothing"
    until(page, f"document.querySelector('#hints').innerText === {json.dumps(before)}")  # after the same longer search
    offline = page.locator("#network").inner_text()
    assert ("No network" in offline) == (lang == "en")
    assert ("网络不通" in offline) == (lang == "zh")
    page.locator("#deal").click()
    until(page, "document.querySelectorAll('#hand button').length >= 15")
    tab.context.set_offline(False)
    tab.open(address(FOLLOW)).wait_for_selector(hints)  # a game may begin with an auction, without hints
    assert not page.evaluate(NETWORK_NOTICE)


def test_the_engine_declines_a_request_for_networks_that_it_cannot_load(cached: Callable[..., Page]) -> None:
    page = cached()
    page.context.set_offline(True)
    other_game = {"position": "paodekuai 0 3344567TJQK - ?", "level": "expert"}  # whose networks were not needed
    requests = [["move", other_game, "en"], ["analyze", {"position": FOLLOW, "level": "club"}, "en"]]
    declined, answered = page.page.evaluate(ASK_ALL, [f"{assets.site().base}engine/worker.js", requests])
    assert "networks" in declined["declined"]
    assert answered["status"] == 200


def test_the_browsers_own_answers_are_the_services(cached: Callable[..., Page], client: FlaskClient) -> None:
    """With the kept networks; board/tests/browser_engine compares all games."""
    page = cached()
    page.page.evaluate("navigator.serviceWorker.ready.then((ready) => ready.active.postMessage('networks'))")
    until(page.page, NETWORKS_KEPT)  # as if a level used them
    page.context.set_offline(True)
    requests = list(engine_questions(client, "standard", POSITIONS))
    answers = page.page.evaluate(
        ASK_ALL, [f"{assets.site().base}engine/worker.js", [list(question) for question in requests]]
    )
    alike = 0
    for (kind, body, lang), local in zip(requests, answers, strict=True):
        if "declined" in local:
            continue
        remote = client.post(f"/v1/{kind}", json=body, headers=HEADERS | {"Accept-Language": lang})
        assert (local.get("status"), local.get("text")) == as_engine(remote.status_code, remote.data), (
            kind,
            body,
            local,
        )
        alike += 1
    assert alike >= 2 * POSITIONS


def test_the_service_worker_is_revalidated_and_names_versioned_files(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert assets.site().version in answer.text
    assert client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    for name in ("board/board.js", "engine/worker.js", "engine/engine.wasm"):
        assert f'"{assets.site().base}{name}"' in answer.text
        assert client.get(assets.site().base + name).status_code == 200


def test_robots_of_an_even_match_follow_the_last_deal_without_a_network(cached: Callable[..., Page]) -> None:
    tab = cached()
    page = tab.page
    page.evaluate("localStorage.setItem('even', JSON.stringify({paodekuai: {won: 1, played: 1, at: 0.25}}))")
    tab.context.set_offline(True)
    begin(page)
    page.evaluate(PLAY_ON)
    until(page, "JSON.parse(localStorage.getItem('even')).paodekuai.played === 0")
    assert page.evaluate("JSON.parse(localStorage.getItem('even')).paodekuai.at") > 0.25

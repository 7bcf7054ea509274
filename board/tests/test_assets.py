"""Bundles and the engine for browsers are served as soon as they are built, without a restart."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from app import create_app
from board import assets, bundles
from board.browser_engine.build import is_built
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, until


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of the engine, which is not built yet."""
    monkeypatch.setattr(assets, "ENGINE", tmp_path / "engine")
    monkeypatch.setattr(assets, "SITES", {})
    return tmp_path / "engine"


def write_engine(folder: Path) -> None:
    folder.mkdir()
    for name in ("index.js", "worker.js", "build.json"):
        (folder / name).write_text("")


def test_the_engine_is_offered_once_it_is_built(client: FlaskClient, engine: Path) -> None:
    before = assets.site()
    assert client.get(f"{before.base}games.json").get_json(force=True)["engine"] is False
    assert client.get("/paili-engine.js").status_code == 404
    assert "not built here yet" in client.get("/paili-engine.js").get_json(force=True)["detail"]
    write_engine(engine)
    for path in ("/", "/puzzle", "/numbers", "/sw.js", "/paili-engine.js"):
        text = client.get(path).text
        assert assets.site().base.strip("/") in text or assets.site().version in text, path
        assert before.version not in text, path
    after = assets.site()
    assert client.get(f"{after.base}games.json").get_json(force=True)["engine"] is True
    assert f"{after.base}engine/worker.js" in client.get("/sw.js").text
    assert client.get(f"{after.base}engine/worker.js").status_code == 200


def test_an_open_page_goes_on_with_the_files_of_its_version(client: FlaskClient, engine: Path) -> None:
    before = assets.site()
    write_engine(engine)
    assert client.get("/").status_code == 200
    assert client.get(f"{before.base}games.json").get_json(force=True)["engine"] is False
    assert client.get(f"{before.base}engine/worker.js").status_code == 404


def test_a_process_that_served_no_page_yet_has_the_files_of_the_others(client: FlaskClient, engine: Path) -> None:
    write_engine(engine)
    base = assets.site().base
    assets.SITES.clear()
    assert client.get(f"{base}engine/worker.js").status_code == 200


def test_few_versions_are_kept(engine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(100))
    monkeypatch.setattr(assets, "built_at", lambda path: next(moments))
    sites = [assets.site() for _ in range(assets.KEPT_SITES + 2)]
    assert list(assets.SITES.values()) == sites[2:]


# ---- in a browser -----------------------------------------------------------------------------------------------


@pytest.fixture
def tab(engine: Path, browser: Any) -> Iterator[Page]:
    """Return a page of a server in this process."""
    server = make_server("127.0.0.1", 0, create_app(), threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    page = Page(browser, SimpleNamespace(port=server.server_port), service_workers="allow")
    yield page
    page.close()
    server.shutdown()
    thread.join()


NEEDS_ENGINE = [
    *MARKS,
    pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources"),
]


class TestBoard:
    """The board before and after the engine is built."""

    pytestmark = NEEDS_ENGINE

    def test_it_names_what_it_can_do_without_a_network(self, tab: Page, engine: Path) -> None:
        tab.open(address(FOLLOW)).wait_for_selector("#hints [data-place]")
        until(tab.page, "document.getElementById('offline').textContent === 'Needs a network'")
        engine.symlink_to(bundles.ENGINE)
        tab.open(address(FOLLOW)).wait_for_selector("#hints [data-place]")
        until(tab.page, "document.getElementById('offline').textContent === 'Works without a network'")

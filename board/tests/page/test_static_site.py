"""The site without a server: a folder served by a plain file server below a path, and offline."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from board import __main__ as static_site
from board.browser_engine.build import is_built
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, until

pytestmark = [*MARKS, pytest.mark.skipif(not is_built(), reason="make wasm has not built the engine")]


class QuietHandler(SimpleHTTPRequestHandler):
    """A plain file server that writes no log."""

    def log_message(self, *_: Any) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the site below a path."""
    root = tmp_path_factory.mktemp("host")
    static_site.write_site(root / "games" / "paili")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/games/paili/"
        server.shutdown()


@pytest.fixture
def tab(tabs: Callable[..., Page], site: str) -> Any:
    """Return a page without failed requests and requests elsewhere."""
    made = tabs(lang="zh", service_workers="allow")
    page, faults = made.page, made.faults
    page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 400 else None)
    page.on("request", lambda request: None if request.url.startswith((site, "data:")) else faults.append(request.url))
    return page


def test_pages_answer_from_a_plain_file_server_and_offline(tab: Any, site: str) -> None:
    tab.goto(site + address(FOLLOW).removeprefix("/"))
    tab.wait_for_selector("#hints [data-place]", state="attached")
    tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
    tab.goto(f"{site}puzzle/?n=1")
    tab.wait_for_selector("#hand .card")
    tab.reload()
    tab.wait_for_selector("#hand .card")
    tab.context.set_offline(True)
    tab.goto(f"{site}review/")
    tab.locator("[data-act=sample]").click()
    tab.wait_for_selector("#curve .line", state="attached")
    until(tab, "location.search.includes('ply=')")
    assert tab.url.startswith(f"{site}review/?g=standard")
    tab.goto(site + address(FOLLOW).removeprefix("/"))
    tab.wait_for_selector("#hints [data-place]", state="attached")


def test_every_link_leads_to_a_page_in_its_language(tab: Any, site: str) -> None:
    links: list[str] = [site, f"{site}review/", f"{site}puzzle/"]
    seen: dict[str, str] = {}
    while links:
        if (link := links.pop()) in seen:
            continue
        assert tab.goto(link).status == 200, link
        seen[link] = tab.evaluate("document.documentElement.lang.slice(0, 2)")
        found = tab.evaluate("[...document.querySelectorAll('a[href]')].map(({ href }) => href)")
        links += [href.partition("#")[0] for href in found if "?" not in href]
    assert {"zh", "en"} <= set(seen.values())
    assert all((lang == "en") == ("/en/" in link) for link, lang in seen.items())
    assert len(seen) > 2 * len(static_site.VARIANTS)


def test_addresses_of_the_service_become_relative() -> None:
    script = 'a("/sw.js");b(`/review?g=1`);c=d?`/?lang=${e}`:"/";f={"/":()=>1};g(`/v1/${h}`)'
    assert static_site.relative_script(script) == (
        'a("./sw.js");b(`review/?g=1`);c=d?`./?lang=${e}`:"./";f={"/":()=>1};g(`/v1/${h}`)'
    )
    page = static_site.relative_page('<html lang="en"><meta charset="utf-8"><a href="/rules?lang=zh">', "numbers", "en")
    assert '<base href="../../">' in page
    assert '<a href="rules/">' in page
    assert Path(static_site.STATIC).parts[0] == "static"

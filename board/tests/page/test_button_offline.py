"""The hint button with the engine in the browser: the service's plays and errors, without requests to it."""

from __future__ import annotations

import json
import urllib.error
from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from board import assets
from board.tests.page.test_button import FOLLOW, Shop, Visit, hints_of, shop
from tests.helpers.chromium import MARKS, Page
from tests.helpers.gunicorn import GunicornProcess

__all__ = ["shop"]

pytestmark = [
    *MARKS,
    pytest.mark.skipif("engine/index.js" not in assets.site().files, reason="`make wasm` has not built the engine"),
]

GUANDAN = {
    "variant": "guandan",
    "options": "level=5",
    "hand": "3s4s6s7s5h5h9s9d9cKsKdAs2d",
    "last": "ThTd",
    "seat": "2",
}


@pytest.fixture
def visit(tabs: Callable[..., Page], shop: Shop) -> Visit:
    """Return a visit to a page that allows the engine."""
    shop.policy["Content-Security-Policy"] = (
        f"default-src 'none'; script-src {shop.api} 'wasm-unsafe-eval'; connect-src {shop.api}; "
        "require-trusted-types-for 'script'"
    )
    return Visit(tabs(expects=("paili-hint:",)), shop)


@pytest.mark.parametrize("table", [FOLLOW | {"level": "regular", "lang": "zh"}, GUANDAN], ids=["standard", "guandan"])
def test_the_engine_gives_the_plays_of_the_service(
    visit: Visit, server: GunicornProcess, table: dict[str, str]
) -> None:
    visit.open(engine="browser", **table)
    expected = hints_of(server, **table)[:3]
    assert [visit.next() for _ in expected] == [["paili-hint", hint] for hint in expected]
    assert not visit.requests


def test_it_goes_on_without_a_network(visit: Visit) -> None:
    visit.open(engine="browser", **FOLLOW)
    assert visit.next()[1]["cards"] == "JJ"
    visit.tab.context.set_offline(True)
    visit.set(last="QQ")
    assert visit.next()[1]["cards"] == "22"
    visit.set(hand="3456", last="22")
    assert visit.next()[1]["pass"]
    assert not visit.requests


def test_its_refusals_are_those_of_the_service(visit: Visit, server: GunicornProcess) -> None:
    visit.open(engine="browser", hand="3345", last="35", lang="zh")
    name, problem = visit.next()
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.get("/v1/analyze?" + urlencode({"hand": "3345", "last": "35", "lang": "zh"}))
    expected = json.loads(refused.value.read())
    assert name == "paili-error"
    assert problem == {field: value for field, value in expected.items() if field != "request_id"}
    assert not visit.requests


def test_requests_that_the_engine_declines_go_to_the_service(visit: Visit) -> None:
    visit.open(engine="browser", hand="3345", notation="morse")
    name, problem = visit.next()
    assert (name, problem["type"]) == ("paili-error", "/problems/field_invalid")
    assert len(visit.requests) == 1
    visit.forgive("status of 422")

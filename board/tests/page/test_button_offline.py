"""The hint button with the engine in the browser: the service's plays and errors, without requests to it."""

from __future__ import annotations

import json
import urllib.error
from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from board import assets, hint_button
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


# ---- without a network ------------------------------------------------------------------------------------------

OWN = {"hand": "34567899JJQQKA22D", "seat": "landlord_down"}
CUT: dict[str, dict[str, str]] = {
    "hand": {"hand": "334455"},
    "last": OWN | {"last": "TT"},
    "last-seat": OWN | {"last": "TT", "last-seat": "landlord_up"},
    "variant": {"hand": "3h4s5s", "variant": "paodekuai"},
    "options": {"hand": "3345677", "variant": "laizi", "options": "wild=7"},
    "seat": {"hand": "34567899JJQQKA22D", "seat": "landlord_up", "last": "TT"},
    "left": OWN | {"last": "TT", "left": "landlord:2,landlord_up:17"},
    "history": OWN | {"history": "TT"},
    "level": {"hand": "334455", "level": "hobbyist"},
    "notation": {"hand": "0,1,2,16,52,53", "notation": "contest", "last": "13,14"},
    "bottom": OWN | {"history": "TT", "bottom": "4KX"},
    "seen": OWN | {"last": "TT", "seen": "TT44"},
    "position": {"position": "standard landlord_down 34567899JJQQKA22D 4KX TT"},
    "lang": OWN | {"last": "TT", "lang": "zh"},
}
"""A table for each attribute, which has it."""

MORE = [
    {"hand": "33445667788TTJJQQKKA", "seat": "landlord", "history": "-"},
    {"hand": "334455", "level": "3"},
    GUANDAN | {"last-seat": "1"},
    OWN | {"last": "对十"},
    {"hand": "S3 S4 H10 D10 X D"},
]
"""Further values of attributes."""


def test_each_attribute_has_a_table() -> None:
    assert CUT.keys() == hint_button.ATTRIBUTES.keys()
    assert all(name in table for name, table in CUT.items())


def test_every_attribute_is_answered_with_the_network_cut(visit: Visit, server: GunicornProcess) -> None:
    """The networks of each game have come with an earlier hint."""
    visit.open(engine="browser", hand="33")
    assert visit.next()[1]["cards"] == "33"
    for table in (CUT["variant"], CUT["options"], GUANDAN):
        visit.set(**table)
        assert visit.next()[0] == "paili-hint"
    visit.tab.context.set_offline(True)
    for table in [*CUT.values(), *MORE]:
        visit.page.evaluate(
            """(names) => { const button = document.querySelector("paili-hint");
            for (const name of names) button.removeAttribute(name) }""",
            [*CUT],
        )
        visit.set(**table)
        assert visit.next() == ["paili-hint", hints_of(server, **table)[0]], table
    assert not visit.requests


def test_the_engine_answers_where_the_server_does_not(visit: Visit, server: GunicornProcess) -> None:
    """With both, the server answers while there is a network."""
    page = visit.open(engine="server, browser", **FOLLOW)
    page.evaluate("(address) => import(address)", f"{visit.shop.api}/paili-engine.js")
    assert visit.next() == ["paili-hint", hints_of(server, **FOLLOW)[0]]
    assert len(visit.requests) == 1
    visit.tab.context.set_offline(True)
    visit.set(last="QQ")
    assert visit.next() == ["paili-hint", hints_of(server, **FOLLOW | {"last": "QQ"})[0]]
    assert len(visit.requests) == 3  # the first try and the silent one
    visit.tab.context.set_offline(False)
    visit.set(last="TT")
    assert visit.next()[1]["cards"] == "JJ"
    assert len(visit.requests) == 4
    visit.forgive()

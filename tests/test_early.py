"""What the board's page asks first and answers: the position of its link, or a hand of a fresh deal."""

from __future__ import annotations

import hashlib
import html
import re
from base64 import b64encode
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from app import create_app
from service import settings
from service.http import assets, drawn, early
from tests.browser import FOLLOW, address
from tests.test_board_links import HOSTILE, OPENED

BROKEN = [*HOSTILE, *OPENED, "", FOLLOW[:-3]]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def asked_by(page: str) -> dict[str, str]:
    """Return the attributes of the link by which a page's head asks the first question, none if it asks none."""
    found = re.search(r'<link rel="preload" id="asked"([^>]*)>', page)
    return dict(re.findall(r'([\w-]+)="([^"]*)"', html.unescape(found[1]))) if found else {}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_head_asks_about_the_position_of_a_link(client: FlaskClient, lang: str) -> None:
    page = client.get(address(FOLLOW), headers={"Accept-Language": lang})
    asked = asked_by(page.text)["href"]
    assert parse_qs(urlsplit(asked).query) == {"position": [FOLLOW], "level": ["club"], "top": ["8"], "lang": [lang]}
    assert client.get(asked).status_code == 200
    assert assets.ASKED not in page.text


@pytest.mark.parametrize("text", BROKEN)
def test_the_head_asks_nothing_that_would_be_refused(client: FlaskClient, text: str) -> None:
    page = client.get("/", query_string={"p": text})
    assert page.status_code == 200
    assert not asked_by(page.text)
    assert assets.ASKED not in page.text


def test_the_head_of_a_new_game_asks_about_a_hand_of_a_deal(client: FlaskClient) -> None:
    seeds, places = set(), set()
    for _ in range(40):
        page = client.get("/")
        assert page.headers["Cache-Control"] == "no-cache"
        asked = asked_by(page.text)
        seeds.add(asked["data-seed"])
        places.add(asked["data-place"])
        deal = client.post("/v1/deal", json={"variant": early.FIRST.id, "seed": int(asked["data-seed"])}).get_json()
        hand = deal["hands"][early.FIRST.seats[int(asked["data-place"])]]
        assert parse_qs(urlsplit(asked["href"]).query)["position"] == [f"standard landlord_up {hand} - ?"]
        assert client.get(asked["href"]).status_code == 200
    assert len(seeds) == 40
    assert places == {"0", "1", "2"}


def test_styles_of_a_page_are_named_by_their_hash(client: FlaskClient) -> None:
    for path in ("/", address(FOLLOW), "/?p=x", "/numbers"):
        page = client.get(path)
        styles = re.findall("<style>(.*?)</style>", page.text, re.DOTALL)
        named = re.findall("'sha256-([^']+)'", page.headers["Content-Security-Policy"])
        assert named == [b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
        assert len(styles) == (path != "/numbers")


def test_a_new_game_comes_with_hints_and_a_broken_link_with_none(client: FlaskClient) -> None:
    assert 'data-act="take"' in client.get("/").text
    broken = client.get("/?p=x").text
    assert 'data-act="take"' not in broken
    assert "<body hidden>" in broken


@pytest.mark.parametrize("setting", [{"PAILI_KEYS": "secret"}, {"PAILI_RATE_LIMIT": "1/minute"}])
def test_where_questions_are_counted_or_need_a_key_the_page_answers_none(setting: dict[str, str]) -> None:
    page = create_app(settings.read(setting)).test_client().get(address(FOLLOW))
    assert 'data-act="take"' not in page.text
    assert 'id="asked"' in page.text


def test_words_are_those_of_the_board() -> None:
    assert drawn.words("zh")["hints"] == "出牌提示"
    assert drawn.words("en", "SHAPES")["soft_bomb"] == "soft bomb"
    assert set(drawn.words("en")) == set(drawn.words("zh"))
    named = set(re.findall(r'data-(?:text|label)="(\w+)"', assets.BOARD))
    assert named <= set(drawn.words("en"))


@pytest.mark.parametrize(("value", "text"), [(0.125, "0.13"), (-0.125, "−0.13"), (2, "2.00"), (-0.001, "−0.00")])
def test_numbers_are_rounded_as_browsers_do(value: float, text: str) -> None:
    assert drawn.number(value) == text

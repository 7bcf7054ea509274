"""The board's preloaded request and its answer: the position of its link, or a hand of a fresh deal."""

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
from service.site import assets, board_html, board_preload
from tests.helpers.chromium import FOLLOW, address
from tests.page.test_board_links import HOSTILE, OPENED

BROKEN = [*HOSTILE, *OPENED, "", FOLLOW[:-3], FOLLOW.replace(" ", "\x85"), f"{FOLLOW}\x1f"]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def preload_link(page: str) -> dict[str, str]:
    """Return the attributes of the preload link in a page's head; empty without one."""
    match = re.search(r'<link rel="preload" id="preload"([^>]*)>', page)
    return dict(re.findall(r'([\w-]+)="([^"]*)"', html.unescape(match[1]))) if match else {}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_head_asks_about_the_position_of_a_link(client: FlaskClient, lang: str) -> None:
    page = client.get(address(FOLLOW), headers={"Accept-Language": lang})
    href = preload_link(page.text)["href"]
    query = {"position": [FOLLOW], "level": ["club"], "top": ["8"], "lang": [lang], "order": ["robot"]}
    assert parse_qs(urlsplit(href).query) == query
    assert client.get(href).status_code == 200
    assert assets.PRELOAD_SLOT not in page.text


@pytest.mark.parametrize("text", BROKEN)
def test_the_head_asks_nothing_that_would_be_refused(client: FlaskClient, text: str) -> None:
    page = client.get("/", query_string={"p": text})
    assert page.status_code == 200
    assert not preload_link(page.text)
    assert assets.PRELOAD_SLOT not in page.text


def test_the_head_of_a_new_game_asks_about_a_hand_of_a_deal(client: FlaskClient) -> None:
    seeds, places = set(), set()
    for _ in range(40):
        page = client.get("/")
        assert page.headers["Cache-Control"] == "no-cache"
        link = preload_link(page.text)
        seeds.add(link["data-seed"])
        places.add(link["data-place"])
        deal = client.post(
            "/v1/deal", json={"variant": board_preload.FIRST_VARIANT.id, "seed": int(link["data-seed"])}
        ).get_json()
        hand = deal["hands"][board_preload.FIRST_VARIANT.seats[int(link["data-place"])]]
        assert parse_qs(urlsplit(link["href"]).query)["position"] == [f"standard landlord_up {hand} - ?"]
        assert client.get(link["href"]).status_code == 200
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
    page = create_app(settings.read_settings(setting)).test_client().get(address(FOLLOW))
    assert 'data-act="take"' not in page.text
    assert 'id="preload"' in page.text


def test_words_are_those_of_the_board() -> None:
    assert board_html.word_table("zh")["hints"] == "出牌提示"
    assert board_html.word_table("en", "SHAPES")["soft_bomb"] == "soft bomb"
    assert set(board_html.word_table("en")) == set(board_html.word_table("zh"))
    named = set(re.findall(r'data-(?:text|label)="(\w+)"', assets.BOARD))
    assert named <= set(board_html.word_table("en"))


@pytest.mark.parametrize(
    ("value", "text"), [(0.125, "0.13"), (-0.125, "−0.13"), (2, "2.00"), (-0.001, "−0.00"), (-0.0, "0.00")]
)
def test_numbers_are_rounded_as_browsers_do(value: float, text: str) -> None:
    assert board_html.format_number(value) == text


SHOWN = [
    ("yuncheng landlord W - ?", "zh", ["<li>这些牌都出不了</li>", "<small> 出不了</small>", 'aria-label="花"']),
    ("yuncheng landlord W - ?", "en", ["<li>None of these can be played</li>", 'aria-label="flower"']),
    ("standard landlord_up 34567 - ?2", "zh", ['class="shape">不出 <span class="star"', "<span>唯一</span>"]),
    ("standard landlord_up 34567 - ?2", "en", ['<html lang="en"', 'lang="zh">中<', "The only legal choice."]),
    ("standard landlord_up 3D - ?4", "en", ['aria-label="big joker"', "<b>2</b><span>plays · best split<"]),
    ("standard landlord_up D - ?4", "en", ["<b>1</b><span>play empties the hand<small>", ">wins<small>0 left<"]),
    ("standard landlord 333444555666789TJQKA - -", "zh", ['data-text="more">全部提示<', 'class="cards long"']),
    ("laizi[wild=7] landlord 66677XD - ?", "en", ['aria-label="7 = 6 6 6 6"', 'wild" data-as="6">7<']),
    ("laizi[wild=7,bomb_max=6] landlord 66677XD - ?", "zh", ['class="shape">软炸 <']),
    ("laizi[wild=7,bomb_max=6] landlord 66677XD - ?", "en", ['class="shape">soft bomb <']),
    ("guandan[level=9] 0 As2s3s4s9h9d - ?", "zh", ['data-as="5"', "♠</span>", '<li class="across">', ">同花顺 <"]),
    ("paodekuai_two 0 3344 - ?", "en", ['<li class="me"></li><li class="across">', ".fan{--n:2;--tall:2}</style>"]),
]  # fmt: skip
"""Positions, and texts of their pages in each language."""


@pytest.mark.parametrize(("line", "lang", "shown"), SHOWN)
def test_the_page_shows(client: FlaskClient, line: str, lang: str, shown: list[str]) -> None:
    page = client.get("/", query_string={"p": line, "lang": lang}).text
    assert [text for text in shown if text not in page] == []
    assert "<body>" in page

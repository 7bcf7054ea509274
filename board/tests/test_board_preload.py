"""The board's preloaded request: the position of its link."""

from __future__ import annotations

import hashlib
import html
import re
from base64 import b64encode
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from board import assets
from board.tests.page.test_board_links import HOSTILE, OPENED
from tests.helpers.chromium import FOLLOW, address

BROKEN = [*HOSTILE, *OPENED, "", FOLLOW[:-3], FOLLOW.replace(" ", "\x85"), f"{FOLLOW}\x1f"]


def preload_link(page: str) -> dict[str, str]:
    match = re.search(r'<link rel="preload" id="preload"([^>]*)>', page)
    return dict(re.findall(r'([\w-]+)="([^"]*)"', html.unescape(match[1]))) if match else {}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_head_asks_about_the_position_of_a_link(client: FlaskClient, lang: str) -> None:
    page = client.get(address(FOLLOW), headers={"Accept-Language": lang})
    href = preload_link(page.text)["href"]
    query = {"position": [FOLLOW], "level": ["hint"], "top": ["8"], "lang": [lang], "order": ["robot"]}
    assert parse_qs(urlsplit(href).query) == query
    assert client.get(href).status_code == 200
    assert assets.PRELOAD_SLOT not in page.text


@pytest.mark.parametrize("text", BROKEN)
def test_the_head_asks_nothing_that_would_be_refused(client: FlaskClient, text: str) -> None:
    page = client.get("/", query_string={"p": text})
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-cache"
    assert not preload_link(page.text)
    assert assets.PRELOAD_SLOT not in page.text


def test_styles_of_a_page_are_named_by_their_hash(client: FlaskClient) -> None:
    for path in ("/", address(FOLLOW), "/?p=x", "/numbers"):
        page = client.get(path)
        styles = re.findall("<style>(.*?)</style>", page.text, re.DOTALL)
        named = re.findall("'sha256-([^']+)'", page.headers["Content-Security-Policy"])
        assert named == [b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
        assert len(styles) == (path != "/numbers")

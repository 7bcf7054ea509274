"""The picture of a shared result, and the links that have it."""

from __future__ import annotations

import re
import struct
import zlib

import pytest
from flask.testing import FlaskClient

from board.share_picture import COLOURS, HEIGHT, WIDTH


def colours_of(png: bytes) -> list[list[str]]:
    """Return the colour of each pixel of a PNG with a palette of four colours."""
    chunks, at = {}, 8
    while at < len(png):
        (size,), name = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        chunks[name] = png[at + 8 : at + 8 + size]
        assert zlib.crc32(name + chunks[name]) == int.from_bytes(png[at + 8 + size : at + 12 + size])
        at += 12 + size
    assert struct.unpack(">IIBB", chunks[b"IHDR"][:10]) == (WIDTH, HEIGHT, 2, 3)
    names = {chunks[b"PLTE"].hex()[6 * place : 6 * place + 6]: place for place in range(4)}
    letters = {names[colour]: letter if letter in "gyr" else " " for letter, colour in COLOURS.items()}
    raw, line = zlib.decompress(chunks[b"IDAT"]), 1 + WIDTH // 4
    rows = [raw[line * y + 1 : line * (y + 1)] for y in range(HEIGHT)]
    return [[letters[byte >> shift & 3] for byte in row for shift in (6, 4, 2, 0)] for row in rows]


def runs(line: list[str]) -> str:
    return "".join(re.findall(r"([gyr])\1*", "".join(line)))


@pytest.mark.parametrize("row", ["g", "rrg", "gyrgyrgyrg", "g" * 20, "rrrryyyyggg"])
def test_the_picture_shows_each_square_in_its_place(client: FlaskClient, row: str) -> None:
    answer = client.get(f"/share/{row}.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert "immutable" in answer.headers["Cache-Control"]
    lines = [runs(line) for line in colours_of(answer.data)]
    shown = [line for place, line in enumerate(lines) if line and line != lines[place - 1]]
    blocks = len([place for place, line in enumerate(lines) if line and not lines[place - 1]])
    assert blocks == (len(row) + 9) // 10
    assert "".join(shown) == row or (len(set(shown)) == 1 and shown[0] * blocks == row)
    assert not lines[0]
    assert not lines[-1]


@pytest.mark.parametrize("row", ["b", "G", "g" * 21, "g.g"])
def test_other_results_have_no_picture(client: FlaskClient, row: str) -> None:
    assert client.get(f"/share/{row}.png").status_code == 404


@pytest.mark.parametrize(("path", "title"), [("/", "今日牌局"), ("/puzzle", "今日残局")])
def test_a_shared_result_has_its_picture_in_the_preview(client: FlaskClient, path: str, title: str) -> None:
    page = client.get(f"{path}?day=2026-11-27&row=gyr", headers={"Accept-Language": "zh"}).text
    tags = dict(re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', page))
    assert tags["og:title"] == f"{title} 2026-11-27"
    assert tags["og:description"] == "🟩🟨🟥"
    assert client.get(tags["og:image"]).mimetype == "image/png"
    for bad in ("day=2026-11-27&row=x", "day=today&row=g", "row=g"):
        assert "/share/" not in client.get(f"{path}?{bad}").text

"""The pages beside the API as files and headers; `test_board.py` tests their appearance."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from app import create_app
from board import assets, bundles, docs_pages
from service.rules.variants import VARIANTS
from service.settings import read_settings

bundled = pytest.mark.skipif(not bundles.is_bundled(), reason="`make bundles` has not bundled the pages")


def test_a_style_sheet_contains_those_that_it_imports(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "page").mkdir()
    (tmp_path / "lib" / "b.css").write_text("  d { e: f }\n\n")
    sheet = tmp_path / "page" / "a.css"
    sheet.write_text('@import "../lib/b.css";\n/* why\n   so */\n@media print {\n  a { b: c }\n}\n')
    assert assets.style_sheet(sheet) == "d{e:f}@media print{a{b:c}}"
    assert all(b"@import" not in asset.data for name, asset in assets.site().files.items() if name.endswith(".css"))


@pytest.mark.parametrize("page", ["board", "puzzle", "review"])
@bundled
def test_the_script_of_a_page_loads_no_other_at_once(page: str) -> None:
    script = assets.site().files[f"{page}/{page}.js"].data.decode()
    assert not re.search(r"\bimport\s*[{*\"'`]|\bfrom\s*[\"'`]", script)


LATER = [name for name in assets.site().files if re.fullmatch(r"board/\w+\.js", name) and name != "board/board.js"]
"""Parts of the board, if it is bundled."""

SHARED = ("board/board.css", "games.json", "lib/engine_client.js")
NAMED = re.findall(r"/static/([a-z_./]+[.](?:js|css|svg))\b", assets.BOARD)


@pytest.mark.parametrize(
    ("page", "names", "most"),
    [
        (assets.BOARD, (*NAMED, "lib/engine_client.js"), 33_500),
        ("", LATER, 33_000),
        (assets.REVIEW, (*SHARED, "review/review.js", "review/review.css"), 36_000),
        (
            docs_pages.puzzle_html("zh"),
            (*SHARED, "puzzle/puzzle.js", "puzzle/puzzle.css", "puzzle/puzzle_lines.js", "puzzles.json"),
            40_000,
        ),
    ],
    ids=["board", "later parts of the board", "review", "puzzles"],
)
@bundled
def test_a_page_is_small(page: str, names: Collection[str], most: int) -> None:
    """Compressed bytes of a page, its styles, scripts and data."""
    files = [page.encode(), *(assets.site().files[name].data for name in names)]
    assert sum(len(gzip.compress(data, 9)) for data in files) <= most


@pytest.mark.parametrize(
    "path",
    ["/", "/?p=x", "/embed", "/puzzle", "/review", "/numbers", "/problems", "/problems/hand_size",
     "/docs", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js", "/paili-hint.js",
     *[assets.site().base + name for name in assets.site().files]],
)  # fmt: skip
def test_a_page_may_load_nothing_but_our_own_files(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = dict(rule.strip().partition(" ")[::2] for rule in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & set(" ".join(policy.values()).split())
    styles = {word for word in policy.get("style-src", "").split() if word.startswith("'sha256-")}
    assert set(" ".join(policy.values()).split()) - styles <= {"'none'", "'self'", "data:", "'wasm-unsafe-eval'"}
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    if answer.mimetype == "text/html":
        assert policy["base-uri"] == policy["form-action"] == "'none'"
        assert not re.search(r"(?:src|href)=\"?(?:https?:)?//", answer.text)
        assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", answer.text)
        assert len(re.findall("<style", answer.text)) == len(styles)


def test_files_are_compressed_once_and_kept_for_a_year(client: FlaskClient) -> None:
    for name in assets.site().files:
        answer = client.get(assets.site().base + name, headers={"Accept-Encoding": "gzip"})
        assert "immutable" in answer.headers["Cache-Control"]
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert len(answer.data) <= len(assets.site().files[name].data)


@pytest.mark.parametrize(("lang", "text"), [("en", "Page not found"), ("zh", "没有这个页面")])
@pytest.mark.parametrize("path", ["/nothing", "/problems/nothing", "/static/0/board.js", "/docs/nothing"])
def test_people_are_shown_a_page_where_nothing_is(client: FlaskClient, path: str, lang: str, text: str) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Language": lang}
    answer = client.get(path, headers=browser)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert text in answer.text
    assert 'href="/"' in answer.text
    assert "ETag" not in answer.headers
    for accept in ("*/*", "application/json", "application/json, text/html"):
        assert client.get(path, headers={"Accept": accept}).mimetype == "application/problem+json"


def test_the_api_answers_browsers_too_with_problem_documents(client: FlaskClient) -> None:
    assert client.get("/v1/nothing", headers={"Accept": "text/html,*/*;q=0.8"}).mimetype == "application/problem+json"


def png_size(data: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_link_is_shared_with_title_and_picture_of_its_game(client: FlaskClient, variant: str, lang: str) -> None:
    hand = "3s4s5s6s7s" if variant == "guandan" else "56789"
    seat = VARIANTS[variant].seats[0]
    page = client.get(f"/?p={variant}+{seat}+{hand}+-+?", headers={"Accept-Language": lang}).text
    tags = dict(re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', page))
    name = VARIANTS[variant].zh if lang == "zh" else VARIANTS[variant].name
    assert tags["og:title"].startswith(name)
    assert tags["og:description"]
    picture = client.get(urlsplit(tags["og:image"]).path)
    assert (picture.status_code, picture.mimetype) == (200, "image/png")
    assert png_size(picture.data) == (int(tags["og:image:width"]), int(tags["og:image:height"]))


@pytest.mark.parametrize("path", ["/", "/review"])
@pytest.mark.parametrize("origin", ["", "https://paili.example"])
def test_pictures_of_previews_begin_with_the_setting_not_with_the_host(path: str, origin: str) -> None:
    client = create_app(read_settings({"PAILI_PUBLIC_URL": origin})).test_client()
    page = client.get(path, headers={"Host": "evil.example"}).text
    assert re.search(rf'"og:image" content="{origin}/static/\w+/share-standard.png"', page)
    assert "evil.example" not in page


def test_the_manifest_names_icons_of_their_sizes(client: FlaskClient) -> None:
    page = client.get("/").text
    manifest_at = re.search('rel="manifest" href="([^"]*)"', page)
    touch_at = re.search('rel="apple-touch-icon" href="([^"]*)"', page)
    assert manifest_at
    assert touch_at
    assert png_size(client.get(touch_at[1]).data) == (180, 180)
    manifest = json.loads(client.get(manifest_at[1]).data)
    assert manifest["start_url"] == "/"
    icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in icons} == {"192x192", "512x512"}
    for icon in icons:
        data = client.get(manifest_at[1].rpartition("/")[0] + "/" + icon["src"]).data
        assert "x".join(map(str, png_size(data))) == icon["sizes"]


def test_networks_are_kept_only_when_a_level_needs_them(client: FlaskClient) -> None:
    kept = json.loads(client.get("/sw.js").text.partition("const KEPT = ")[2].partition(";\n")[0])
    assert not [name for name in kept["files"] if name.endswith(".net")]
    engine = [name for name in assets.site().files if name.endswith(".net")]
    assert kept["networks"] == [assets.site().base + name for name in engine]

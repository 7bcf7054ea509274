"""The files of our own pages: read and versioned at their first use, compressed when they are first requested."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from flask import Response, abort

from board.bundles import ENGINE, FOLDER, STAMP, built_at, page_files, scripts
from service.advice.practice import THEME_NAMES
from service.advice.puzzles.shipped import difficulty_of, shipped_puzzles
from service.http.responses.variant import bilingual_json, variant_answer, vocabulary_answer
from service.http.static_file import StaticFile, file_response, static_file
from service.rules.errors import Bilingual, brief, quoted
from service.rules.variants import VARIANTS

KEPT = "public, max-age=31536000, immutable"
"""A year: changed files have another URL."""


FILES = {path.name: path for path in page_files()}
"""Our own files by name."""

WORKERS = frozenset({"engine/worker.js", "lib/engine_client.js"})
"""Scripts that run in a worker."""

PICTURES = frozenset({".svg", ".png", ".webmanifest"})
"""Types of files that are served by their names."""

STYLE_IMPORT = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
SPARE = re.compile(r"/\*.*?\*/\s*|\s+(?=[{}>])|(?<=[{};,>:])\s+|;\s*(?=\})|^\s+", re.DOTALL)
"""Comments, and the spaces and semicolons that a style sheet does not need."""


def style_sheet(path: Path) -> str:
    """Return a style sheet with those that it imports, without comments and needless spaces."""
    text = STYLE_IMPORT.sub(lambda found: style_sheet(path.parent / found[1]), path.read_text(encoding="utf-8"))
    return SPARE.sub("", text)


class Site:
    """The files of the pages at one moment, at URLs with their version."""

    def __init__(self) -> None:
        self.files = read_files()
        """Served files: pictures by name, others by their paths below the folder of the pages."""
        self.has_engine = "engine/worker.js" in self.files
        """Whether the pages can answer without a network."""
        self.files["games.json"] = static_file(board_games(self.has_engine), "games.json")
        self.files["puzzles.json"] = static_file(page_puzzles(self.has_engine), "puzzles.json")
        tags = repr([(name, file.tag) for name, file in self.files.items()])
        self.version = hashlib.sha256(tags.encode()).hexdigest()[:12]
        """Version of all files together: they refer to each other, so all URLs change together."""
        self.base = f"/static/{self.version}/"


def read_files() -> dict[str, StaticFile]:
    """Return the files of the pages, with their bundles and the engine if these are built."""
    return {
        **{name: static_file(path.read_bytes(), path.name) for name, path in scripts().items()},
        **{
            path.relative_to(FOLDER).as_posix(): static_file(style_sheet(path).encode(), path.name)
            for path in FILES.values()
            if path.suffix == ".css"
        },
        **{name: static_file(path.read_bytes(), name) for name, path in FILES.items() if path.suffix in PICTURES},
        **{
            f"engine/{path.name}": static_file(path.read_bytes(), path.name)
            for path in sorted(ENGINE.glob("*"))
            if path.suffix in (".js", ".wasm", ".net")
        },
    }


KEPT_SITES = 4
"""Sites that a process keeps: pages that are open go on with the files of their version."""

SITES: dict[tuple[int, int], Site] = {}
"""The kept sites by the times at which their bundles and their engine were built, the newest last."""

READING = threading.Lock()


def site() -> Site:
    """Return the site as it was last built: `make run` serves before the bundles and the engine are built."""
    built = built_at(STAMP), built_at(ENGINE / "build.json")
    known = SITES.get(built)
    if known is None:
        with READING:
            known = SITES.get(built) or SITES.setdefault(built, Site())
            if len(SITES) > KEPT_SITES:
                del SITES[next(iter(SITES))]
    return known


def without_labels(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return named rows for a page, which reads `en` and `zh`."""
    return [{key: value for key, value in row.items() if key != "label"} for row in rows]


def board_games(has_engine: bool) -> bytes:
    """Return the fields of all games that the board needs at once: `/v1/variants` without rules and costs."""
    games = []
    for variant in VARIANTS.values():
        game: Mapping[str, Any] = variant_answer(variant)
        options = {
            name: {key: option[key] for key in ("values", "default")} for name, option in game["options"].items()
        }
        levels = [{key: level[key] for key in ("id", "zh", "step")} for level in game["levels"]]
        short = {"options": options, "levels": levels, "shapes": without_labels(game["shapes"])}
        games.append({key: game[key] for key in BOARD_FIELDS} | short)
    profiles = without_labels(vocabulary_answer()["profiles"])
    return orjson.dumps({"variants": games, "profiles": profiles, "engine": has_engine})


BOARD_FIELDS = (
    "id",
    "name",
    "name_zh",
    "deck",
    "seats",
    "sides",
    "hand_size",
    "bottom",
    "suits",
    "seat_names",
)
"""Fields of a game that the board uses unchanged."""


def page_puzzles(has_engine: bool) -> bytes:
    """Return the shipped puzzles with their themes and defences, and whether the browser engine is available."""
    rows = [
        {
            "line": puzzle.line,
            "themes": puzzle.themes,
            "rating": difficulty_of(puzzle.solved),
            "decisions": len(puzzle.refuted),
            "defence": puzzle.defence,
        }
        for puzzle in shipped_puzzles()
    ]
    themes = {theme: bilingual_json(name) for theme, name in THEME_NAMES.items()}
    return orjson.dumps({"engine": has_engine, "themes": themes, "puzzles": rows})


def with_addresses(html: str) -> str:
    """Return a page with the current URLs of its files."""
    return html.replace("/static/", site().base)


ICON = FILES["icon.svg"].read_text(encoding="utf-8").strip().replace("<svg ", '<svg aria-hidden="true" ')

ICON_DATA = "data:image/svg+xml," + quote(ICON.replace('"', "'").replace(" aria-hidden='true'", ""), safe=" ='/:;,()-.")
"""The icon as a data URL, which saves a request."""

BOARD = (
    FILES["index.html"]
    .read_text(encoding="utf-8")
    .replace('<svg id="icon"></svg>', ICON)
    .replace('href="/static/icon.svg"', f'href="{ICON_DATA}"')
    .replace(
        '<link rel="stylesheet" href="/static/board/board.css">',
        f"<style>{style_sheet(FILES['board.css'])}</style>",
    )
)
"""The board, with inline style and icon.

Rendering waits for styles, and a browser creates a document for each SVG file.
"""

PUZZLE = FILES["puzzle.html"].read_text(encoding="utf-8")
"""The page of puzzles, with placeholders for texts."""

PRELOAD_SLOT = '<link id="preload">'
"""Placeholder for the link that preloads the first request of the board."""

REVIEW = FILES["review.html"].read_text(encoding="utf-8")
"""The page of reviews, drawn by its script in the visitor's language."""

EMBED = FILES["embed.html"].read_text(encoding="utf-8")
"""The page of the hint button, with placeholders for texts."""


def send_asset(version: str, name: str) -> Response:
    """Serve a file of a kept version; older versions get 404."""
    asset = next((one.files.get(name) for one in (site(), *SITES.values()) if one.version == version), None)
    if asset is None:
        abort(
            404,
            Bilingual(f"this version has no file {brief(name)}", f"页面没有{quoted(name)}这个版本的文件"),
        )
    answer = file_response(asset)
    answer.headers["Cache-Control"] = KEPT
    return answer


def game_picture(variant: str) -> str:
    """Return the path of the picture of a game."""
    return f"/static/share-{variant}.png"


SHARED_SLOT = '<meta id="shared">'
"""Placeholder for the tags of link previews."""


def share_tags(picture: str, title: str, about: str, origin: str) -> str:
    """Return the tags for link previews: title, description and the path of a picture.

    The URL of the picture begins with *origin*, never with the caller's `Host`; without an origin it is a path, which
    some previews ignore.
    """
    tags = {
        "og:type": "website",
        "og:title": title,
        "og:description": about,
        "og:image": origin + picture,
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    rows = "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items())
    return f'{rows}<meta name="twitter:card" content="summary_large_image">'

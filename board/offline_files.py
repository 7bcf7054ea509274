"""The files that the pages need offline, and the service worker that keeps them."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response, request

from board.assets import BOARD, site

KEPT_PAGES = ("/puzzle", "/review")
"""Pages beside the board that work offline."""

OFFLINE = frozenset({"board", "game", "lib", "puzzle", "review", "engine"})
"""Folders of the scripts and styles of those pages and of the board."""


def is_network(name: str) -> bool:
    """Whether an asset is a file of networks, which are loaded only when a level needs them."""
    return name.endswith(".net")


def kept_files() -> list[str]:
    """Return the names of the files that the pages need offline, without networks."""
    names = site().files
    shown = {name for name in names if f"/static/{name}" in BOARD} | {"games.json", "puzzles.json", "icon.svg"}
    return [name for name in names if not is_network(name) and (name in shown or name.partition("/")[0] in OFFLINE)]


def service_worker_text(kept: dict[str, Any]) -> str:
    """Return the script of the service worker that keeps these addresses."""
    script = site().files["sw.js"].data.decode()
    return f"const KEPT = {orjson.dumps({'version': site().version, **kept}).decode()};\n{script}"


def service_worker() -> Response:
    """Serve the service worker that makes the board available offline; never cached, so that updates are seen."""
    kept = {
        "home": "/",
        "board": "/?p=",
        "pages": [*KEPT_PAGES, "/v1/variants"],
        "files": [site().base + name for name in kept_files()],
        "networks": [site().base + name for name in site().files if is_network(name)],
    }
    answer = Response(service_worker_text(kept), mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer

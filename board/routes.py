"""The routes of pages and their files."""

from __future__ import annotations

import re
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from board import assets, board_preload, docs_pages, hint_button, offline_files, review_page, rules_pages
from board.headers import as_file, as_worker, fresh_page, static_page
from board.share_picture import RESULT, squares_picture
from service.http.errors.handlers import problem_response
from service.http.nearest_path import led_on
from service.http.state import language_of_caller
from service.http.static_file import StaticFile, file_response, response_with_etag, static_file
from service.http.texts.reasons import localize
from service.rules.errors import CODES, Bilingual, brief, quoted
from service.rules.variants import VARIANTS, no_variant

blueprint = Blueprint("site", __name__)

SWAGGER = Path(str(files("flask_swagger_ui"))) / "dist"
DOCS_FILES = frozenset(path.name for path in SWAGGER.iterdir())
"""Files of the docs page; other names are never looked up on disk."""

# ---- the board, reviews and puzzles -----------------------------------------------------------------------------

BOARD_ABOUT = Bilingual(
    "Strength of a hand, best split and hints; whole games against robots.",
    "看手牌强弱、最优拆牌、出牌提示，还能和机器人打整局。",
)
"""Description in link previews of the board."""

DAILY_PUZZLE = Bilingual("Puzzle of the day", "今日残局")
DAILY_DEAL = Bilingual("Deal of the day", "今日牌局")
SQUARES = str.maketrans({"g": "🟩", "y": "🟨", "r": "🟥"})


def result_tags(title: Bilingual, lang: str) -> str:
    """Return the tags for the preview of a shared result of a day; empty if the URL has none."""
    day, row = request.args.get("day", ""), request.args.get("row", "")
    if not RESULT.fullmatch(row) or not re.fullmatch(r"\d{4}-\d\d-\d\d", day, re.ASCII):
        return ""
    text = f"{localize(title, lang)} {day}"
    return assets.share_tags(f"/share/{row}.png", text, row.translate(SQUARES), current_app.config["PUBLIC_URL"])


@blueprint.get("/")
def board() -> Response:
    """Show the board, with its first request preloaded for a linked position; never cached."""
    lang = language_of_caller(request.environ)
    link, variant = board_preload.preload_of(request.args.get("p", ""), lang)
    title = f"{variant.zh} · 牌力" if lang == "zh" else f"{variant.name} · Paili"
    shared = result_tags(DAILY_DEAL, lang) or assets.share_tags(
        assets.game_picture(variant.id), title, localize(BOARD_ABOUT, lang), current_app.config["PUBLIC_URL"]
    )
    answer = fresh_page(assets.BOARD.replace(assets.SHARED_SLOT, shared).replace(assets.PRELOAD_SLOT, link))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/review")
def review() -> Response:
    """Show the review page.

    If the API is open, with the plays of the linked game for previews and visitors without scripts.
    """
    link = request.args.get("g", "") if current_app.config["API_IS_OPEN"] else ""
    return fresh_page(
        review_page.review_html(
            link, request.args.get("ply", ""), language_of_caller(request.environ), current_app.config["PUBLIC_URL"]
        )
    )


@blueprint.get("/puzzle")
def puzzle() -> Response:
    """Show the puzzles."""
    lang = language_of_caller(request.environ)
    shared = result_tags(DAILY_PUZZLE, lang)
    return fresh_page(docs_pages.puzzle_html(lang, shared)) if shared else static_page(docs_pages.puzzle_html)


# ---- files ------------------------------------------------------------------------------------------------------


@blueprint.get("/static/<version>/<path:name>")
def asset(version: str, name: str) -> Response:
    """Serve a file of our pages."""
    as_file()
    answer = assets.send_asset(version, name)
    if name in assets.WORKERS:
        as_worker()
    return answer


@blueprint.get("/share/<row>.png")
def share_picture(row: str) -> Response:
    """Serve the picture of a shared result."""
    if not RESULT.fullmatch(row):
        abort(404, Bilingual(f"no result {brief(row)}", f"没有{quoted(row)}这个结果"))
    as_file()
    answer = file_response(squares_picture(row))
    answer.headers["Cache-Control"] = assets.KEPT
    return answer


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Serve the service worker."""
    as_worker()
    return offline_files.service_worker()


@cache
def file_asset(path: Path) -> StaticFile:
    return static_file(path.read_bytes(), path.name)


# ---- documentation ----------------------------------------------------------------------------------------------


@blueprint.get("/docs/<path:name>")
def docs_file(name: str) -> Response:
    """Serve a file of Swagger UI."""
    if name not in DOCS_FILES:
        abort(404, Bilingual(f"the docs page has no file {brief(name)}", f"文档页没有{quoted(name)}这个文件"))
    return response_with_etag(file_asset(SWAGGER / name), "public, max-age=86400")


@cache
def overview_asset() -> StaticFile:
    return static_file(docs_pages.llms_text().encode(), "llms.txt")


@blueprint.get("/llms.txt")
def overview() -> Response:
    """Serve the overview for language models."""
    return response_with_etag(overview_asset(), "no-cache")


@blueprint.get("/problems/<code>")
def problem(code: str) -> Response:
    """Show the fix of a problem."""
    if code not in CODES:
        abort(
            404,
            Bilingual(
                f"no problem {brief(code)}; /problems lists them", f"没有{quoted(code)}这种错误；全部错误见 `/problems`"
            ),
        )
    return static_page(docs_pages.problem_html, code)


@blueprint.get("/rules/<name>")
def rules(name: str) -> Response:
    """Show the rules of a game."""
    if name not in VARIANTS:
        abort(404, no_variant(name))
    return static_page(rules_pages.rules_html, name)


# ---- the hint button --------------------------------------------------------------------------------------------


blueprint.add_url_rule("/paili-hint.js", "hint_button", hint_button.script)
blueprint.add_url_rule("/paili-engine.js", "hint_engine", hint_button.engine_module)

# ---- pages without parameters -----------------------------------------------------------------------------------

PAGES = {
    "docs": docs_pages.docs_html,
    "problems": docs_pages.problem_index_html,
    "numbers": docs_pages.numbers_html,
    "rules": rules_pages.rules_index_html,
    "embed": hint_button.page,
}

for name, page in PAGES.items():
    blueprint.add_url_rule(f"/{name}", f"page_{name}", partial(static_page, page))

# ---- missing pages ----------------------------------------------------------------------------------------------

ANSWERS = ("application/problem+json", "application/json", "text/html")
"""Media types of errors, the preferred one first."""


@blueprint.app_errorhandler(404)
def missing(error: NotFound) -> Response | BaseResponse:
    """Answer an unknown path: with a page for a browser outside the API."""
    wants_page = request.accept_mimetypes.best_match(ANSWERS) == "text/html"
    if wants_page and not request.path.startswith("/v1"):
        return static_page(docs_pages.missing_page_html, status=404)
    return problem_response(led_on(error, request.path), request.environ)

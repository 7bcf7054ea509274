"""Everything around the endpoints: JSON, errors, request ids, CORS, gzip, headers, health, metrics, pages."""

from __future__ import annotations

import hashlib
import re
import time
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from random import getrandbits  # ids are not secret, and the system's random numbers cost a system call
from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, Request, Response, abort, request
from flask.json.provider import JSONProvider
from marshmallow import ValidationError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)
from werkzeug.wrappers import Response as BaseResponse

from service.http import logs
from service.http.errors import problems, wsgi_error
from service.http.language import GZIP_FROM, gzipped, localize
from service.http.metrics import prometheus
from service.http.middleware.auth import guarded, is_past
from service.http.middleware.fast_path import FastPath
from service.http.middleware.tracing import traced
from service.http.requests import json_body
from service.http.site import assets, board_html, board_preload, hint_button, pages, review_page, rules_pages
from service.http.static_file import StaticFile, file_response, revalidated, static_file
from service.records.body import MEDIA_TYPE
from service.rules.errors import CODES, Bilingual, RuleError, brief, quoted
from service.rules.variants import VARIANTS, find_variant, no_variant
from service.settings import Settings, are_traces_wanted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROOT = Path(__file__).parent.parent.parent
SWAGGER = Path(str(files("flask_swagger_ui"))) / "dist"
DOCS_FILES = frozenset(path.name for path in SWAGGER.iterdir())
"""Files of the docs page; other names are never looked up on disk."""

MOST_BODY = 64 * 1024
"""Maximum bytes of a request body."""

TOO_LARGE = Bilingual(
    f"a body has at most {MOST_BODY} bytes; split the batch",
    f"请求体最多{MOST_BODY}字节；请把批量请求分成几批",
)

BOARD_ABOUT = Bilingual(
    "Strength of a hand, best split and hints; whole games against robots.",
    "看手牌强弱、最优拆牌、出牌提示，还能和机器人打整局。",
)
"""Description in link previews of the board."""

ONE_SLASH = re.compile("/(?!/)")
"""Rule for paths with one leading slash: the router would ignore further ones; authentication, nginx and caches do
not."""

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
GUARDS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    ("Access-Control-Allow-Origin", "*"),
]
FILE_HEADERS = [*GUARDS, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")]
"""Headers of a file of our pages: browsers must not run or frame it as a page."""

EXPOSED = "ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Server-Timing"
HEADERS = [*FILE_HEADERS, ("Access-Control-Expose-Headers", EXPOSED)]
"""Headers of all answers except pages and their files."""

PAGE_HEADERS = [
    *GUARDS,
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
"""Headers of a page, in addition to its content policy."""

STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)

WORKER_HEADERS = [
    *GUARDS,
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    ),
]
"""Headers of a worker script: it loads our own files."""

PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Authorization, X-Request-Id, If-None-Match, Accept-Language"),
    ("Access-Control-Max-Age", "86400"),
]


class Json(JSONProvider):
    """JSON by orjson: strict parsing, output in the order of construction."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Return *obj* as JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return the value of a JSON text."""
        return json_body.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Return a JSON answer."""
        return Response(orjson.dumps(self._prepare_response_obj(args, kwargs)), content_type="application/json")


class JsonRequest(Request):
    """A request with detailed messages for invalid JSON."""

    def on_json_loading_failed(self, e: ValueError | None) -> Any:
        """Reject a body that is not valid JSON."""
        if e is None:
            raise UnsupportedMediaType
        if isinstance(e, orjson.JSONDecodeError):
            where = f"第{e.lineno}行第{e.colno}列"
            message = Bilingual(f"the body is not valid JSON: {e}", f"请求体不是有效的 `JSON`，错在{where}：`{e.msg}`")
            raise BadRequest(message)
        raise e


# ---- before and after each request ----------------------------------------------------------------------------


class RequestContextMiddleware:
    """Middleware for all answers, including errors and probes: request id, time, security headers, metrics, log line.

    A WSGI layer costs a fifth of Flask's hooks.
    """

    def __init__(self, app: WSGIApplication, logs: bool) -> None:
        self.app = app
        self.logs = logs  # even a disabled log call costs time here

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        began = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID")
        request_id = given if given and REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
        environ["paili.request_id"] = request_id

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            seconds = time.perf_counter() - began
            headers += environ.get("paili.guards", HEADERS)
            if environ["REQUEST_METHOD"] == "OPTIONS":
                headers += PREFLIGHT
            headers += [("X-Request-Id", request_id), ("Server-Timing", f"app;dur={seconds * 1000:.3f}")]
            self.report(environ, request_id, status[:3], seconds)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        if not ONE_SLASH.match(environ["PATH_INFO"]):
            return wsgi_error.send_problem(404, environ, start, [])
        return self.app(environ, start)

    def report(self, environ: WSGIEnvironment, request_id: str, status: str, seconds: float) -> None:
        """Count an answered request and log it."""
        method, route = environ["REQUEST_METHOD"], environ.get("paili.route", "unmatched")
        prometheus.count_request(method, route, status, seconds)
        if self.logs:
            spent = round(seconds * 1000, 3)
            key = environ.get("paili.key")
            logs.info("request", id=request_id, method=method, route=route, status=int(status), ms=spent, key=key)


def is_record(question: Request) -> bool:
    """Return whether a body is a record; endpoints that accept none reject it."""
    return question.mimetype == MEDIA_TYPE


def reject_unsupported() -> None:
    """Reject unsupported requests: bodies of unknown length or type, Accept headers without JSON.

    The matched rule is stored first: metrics and logs use it instead of the path.
    """
    environ, rule = request.environ, request.url_rule
    if rule is not None:
        environ["paili.route"] = rule.rule
        if is_past(environ, rule.rule):
            abort(404)
    if "HTTP_TRANSFER_ENCODING" in environ and request.content_length is None:
        abort(411)
    if rule is None or not rule.rule.startswith("/v1/"):
        return
    media = environ.get("CONTENT_TYPE")
    if request.method == "POST" and media != "application/json" and not (request.is_json or is_record(request)):
        abort(415)
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        abort(415)
    if environ.get("HTTP_ACCEPT", "*/*") not in ("*/*", "application/json"):
        accepted = request.accept_mimetypes
        if accepted and not (accepted["application/json"] or accepted["application/problem+json"]):
            abort(406)


def compress(response: Response) -> Response:
    """Compress a large answer for a client that accepts gzip; its ETag becomes a weak one."""
    status = response.status_code
    if status != 304 and (
        status != 200 or (response.content_length or 0) < GZIP_FROM or "Content-Encoding" in response.headers
    ):
        return response
    varies = response.headers.get("Vary")
    if varies is None:
        response.headers.add("Vary", "Accept-Encoding")
    elif "Accept-Encoding" not in varies:
        response.headers["Vary"] = f"{varies}, Accept-Encoding"
    if status == 304:  # a 304 has the same Vary header, and no body
        return response
    small = gzipped(response.get_data(), request.environ)
    if small is None:
        return response
    response.set_data(small)
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response


# ---- errors ---------------------------------------------------------------------------------------------------


def problem_response(problem: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    """Return a problem document as an answer."""
    response = Response(orjson.dumps(problem), problem["status"], mimetype="application/problem+json")
    response.headers.update({"Vary": "Accept-Language"} | (headers or {}))
    return response


def on_fault(error: RuleError | ValidationError) -> Response:
    """Answer an error in a request."""
    return problem_response(problems.problem_of(error, problems.language()))


def on_http_error(error: HTTPException) -> Response | BaseResponse:
    """Answer an HTTP error, with its own headers (Allow, Retry-After)."""
    if error.response is not None or (error.code or 500) < 400:
        return error.get_response()
    kept = {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
    if isinstance(error, RequestEntityTooLarge):
        error.description = TOO_LARGE
    if error.code == 404 and wants_page():
        return static_page(pages.missing_page_html, status=404)
    return problem_response(problems.http_problem(error), kept)


def wants_page() -> bool:
    """Return whether a request is that of a browser opening a page outside the API."""
    return not request.path.startswith("/v1") and request.accept_mimetypes.best_match(ANSWERS) == "text/html"


ANSWERS = ("application/problem+json", "application/json", "text/html")
"""Media types of errors, the preferred one first."""


def on_bug(error: Exception) -> Response | BaseResponse:
    """Answer an internal error without details, and log it."""
    logs.error("bug", error, id=request.environ["paili.request_id"], path=request.path)
    return on_http_error(InternalServerError())


# ---- pages and probes -----------------------------------------------------------------------------------------


def as_worker(response: Response) -> Response:
    """Allow a worker script to load our own files."""
    request.environ["paili.guards"] = WORKER_HEADERS
    return response


def serve_asset(version: str, name: str) -> Response:
    """Serve a file of our pages."""
    request.environ["paili.guards"] = FILE_HEADERS
    answer = assets.send_asset(version, name)
    return as_worker(answer) if name in assets.WORKERS else answer


def content_policy(page: str) -> str:
    """Return the content policy of a page: our own files, and its inline styles by their hashes."""
    styles = (b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(page))
    named = "".join(f" 'sha256-{style}'" for style in styles)
    return PAGE_POLICY.replace("style-src 'self'", f"style-src 'self'{named}")


def html(text: str) -> Response:
    """Return a page in the caller's language."""
    page = assets.with_addresses(text)
    request.environ["paili.guards"] = [*PAGE_HEADERS, ("Content-Security-Policy", content_policy(page))]
    return Response(page, mimetype="text/html", headers={"Vary": "Accept-Language"})


@lru_cache(256)
def rendered(render: Callable[..., str], *arguments: str) -> tuple[StaticFile, str]:
    """Return a page that depends on *arguments* alone, compressed once, and its content policy."""
    page = assets.with_addresses(render(*arguments))
    return static_file(page.encode(), "page.html"), content_policy(page)


def static_page(render: Callable[..., str], *arguments: str, status: int = 200) -> Response:
    """Serve a page that depends on *arguments* and the caller's language alone."""
    asset, policy = rendered(render, *arguments, problems.language())
    request.environ["paili.guards"] = [*PAGE_HEADERS, ("Content-Security-Policy", policy)]
    answer = revalidated(asset, "no-cache") if status == 200 else file_response(asset)
    answer.status_code = status if status != 200 else answer.status_code
    answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
    return answer


OTHER_GAMES = frozenset(VARIANTS) - {board_preload.FIRST_VARIANT.id}
"""Games that the board may begin with if its URL names them."""


def board_page(*, answered: bool) -> Response:
    """Show the board with its first request preloaded, and with its answer if *answered*; never cached."""
    lang, linked = problems.language(), request.args.get("p")
    is_other = linked is None and request.args.get("game", board_preload.FIRST_VARIANT.id) in OTHER_GAMES
    preload = board_preload.NOTHING if is_other else board_preload.preload_for(linked, lang, answered=answered)
    link, facts = preload
    page = board_html.render_board(facts, lang, board_preload.LEVEL, board_preload.TOP) if facts else assets.BOARD
    if linked is None:  # a game that starts with an auction; the visitor may be new
        page = page.replace("<body>", '<body class="bidding">').replace('<p id="welcome" hidden>', '<p id="welcome">')
    variant = (
        find_variant(facts["position"].partition(" ")[0].partition("[")[0]) if facts else board_preload.FIRST_VARIANT
    )
    title = f"{variant.zh} · 牌力" if lang == "zh" else f"{variant.name} · Paili"
    shared = assets.share_tags(variant.id, title, localize(BOARD_ABOUT, lang), request.host_url)
    page = page.replace(assets.SHARED_SLOT, shared)
    answer = html(page.replace(assets.PRELOAD_SLOT, link))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def show_review(*, is_open: bool) -> Response:
    """Show the review page.

    If the API *is open*, with the plays of the linked game for previews and visitors without scripts.
    """
    link, ply = request.args.get("g", "") if is_open else "", request.args.get("ply", "")
    return html(review_page.review_html(link, ply, problems.language(), request.host_url))


def problem_page(code: str) -> Response:
    """Show the fix of a problem."""
    if code not in CODES:
        abort(
            404,
            Bilingual(
                f"no problem {brief(code)}; /problems lists them", f"没有{quoted(code)}这种错误；全部错误见 `/problems`"
            ),
        )
    return static_page(pages.problem_html, code)


def serve_contract() -> Response:
    """Serve openapi.yaml."""
    return revalidated(file_asset(ROOT / "openapi.yaml"), "no-cache")


def serve_overview() -> Response:
    """Serve the overview for language models."""
    return revalidated(overview_asset(), "no-cache")


@cache
def overview_asset() -> StaticFile:
    """Return the overview for language models, compressed once."""
    return static_file(pages.llms_text().encode(), "llms.txt")


@cache
def file_asset(path: Path) -> StaticFile:
    """Return a file that never changes while the service runs, compressed once."""
    return static_file(path.read_bytes(), path.name)


def docs_page() -> Response:
    """Show the contract with a form for each request."""
    return static_page(pages.docs_html)


def serve_docs_file(name: str) -> Response:
    """Serve a file of Swagger UI."""
    if name not in DOCS_FILES:
        abort(404, Bilingual(f"the docs page has no file {brief(name)}", f"文档页没有{quoted(name)}这个文件"))
    return revalidated(file_asset(SWAGGER / name), "public, max-age=86400")


def ready(check: Callable[[], None]) -> Callable[[], tuple[dict[str, str], int]]:
    """Return the readiness probe, which succeeds if *check* passes."""

    def probe() -> tuple[dict[str, str], int]:
        try:
            check()
        except Exception as error:  # noqa: BLE001 - logged; whatever is wrong, the answer is "not ready"
            logs.error("not ready", error)
            return {"status": "not ready"}, 503
        return {"status": "ready"}, 200

    return probe


def rules_page(name: str) -> Response:
    """Show the rules of a game."""
    if name not in VARIANTS:
        abort(404, no_variant(name))
    return static_page(rules_pages.rules_html, name)


def expose_metrics() -> Response:
    """Serve the metrics of all workers."""
    prometheus.count_caches()
    return prometheus.exposition()


def add_pages(app: Flask, check: Callable[[], None], *, is_open: bool) -> None:
    """Add the routes outside the API; if it *is open*, the board's page contains its first answer."""
    app.add_url_rule("/healthz", "healthz", lambda: {"status": "ok"})
    app.add_url_rule("/readyz", "readyz", ready(check))
    app.add_url_rule("/metrics", "metrics", expose_metrics)
    app.add_url_rule("/openapi.yaml", "contract", serve_contract)
    app.add_url_rule("/llms.txt", "overview", serve_overview)
    app.add_url_rule("/docs", "docs", docs_page)
    app.add_url_rule("/docs/<path:name>", "docs_file", serve_docs_file)
    app.add_url_rule("/problems", "problems", lambda: static_page(pages.problem_index_html))
    app.add_url_rule("/problems/<code>", "problem", problem_page)
    app.add_url_rule("/numbers", "numbers", lambda: static_page(pages.numbers_html))
    app.add_url_rule("/rules", "rules_index", lambda: static_page(rules_pages.rules_index_html))
    app.add_url_rule("/rules/<name>", "rules", rules_page)
    app.add_url_rule("/", "board", lambda: board_page(answered=is_open))
    app.add_url_rule("/review", "review_page", lambda: show_review(is_open=is_open))
    app.add_url_rule("/sw.js", "service_worker", lambda: as_worker(assets.service_worker()))
    app.add_url_rule("/static/<version>/<path:name>", "asset", serve_asset)
    app.add_url_rule("/puzzle", "puzzle", lambda: static_page(pages.puzzle_html))
    app.add_url_rule("/embed", "embed", lambda: static_page(hint_button.page))
    app.add_url_rule("/paili-hint.js", "hint_button", hint_button.script)
    app.add_url_rule("/paili-engine.js", "hint_engine", hint_button.engine_module)


def install(app: Flask, settings: Settings, check: Callable[[], None]) -> None:
    """Add everything around the endpoints to *app*; *check* raises while the service is not ready."""
    app.json = Json(app)
    logs.set_up(settings.log_level)
    inner = guarded(FastPath(app.wsgi_app, MOST_BODY, app.json.loads), settings)
    around = RequestContextMiddleware(inner, settings.log_level in ("DEBUG", "INFO"))
    app.wsgi_app = traced(around) if are_traces_wanted() else around  # type: ignore[method-assign]
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY
    app.url_map.merge_slashes = False  # a double slash is an unknown path; a redirect would use the Host header
    app.before_request(reject_unsupported)
    app.after_request(compress)
    app.register_error_handler(RuleError, on_fault)
    app.register_error_handler(ValidationError, on_fault)
    app.register_error_handler(HTTPException, on_http_error)
    app.register_error_handler(Exception, on_bug)
    add_pages(app, check, is_open=not (settings.keys or settings.keys_file or settings.rate_limit))

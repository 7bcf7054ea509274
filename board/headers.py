"""Headers of pages and of their files: content policies, and ETags of pages that are rendered once."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache

from flask import Response, request

from board import assets
from service.http.headers import FILE_HEADERS, GUARDS
from service.http.state import language_of_caller, state_of
from service.http.static_file import StaticFile, file_response, response_with_etag, static_file

PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE_HEADERS = [
    *GUARDS,
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
"""Headers of a page, in addition to its content policy."""

WORKER_HEADERS = [
    *GUARDS,
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    ),
]
"""Headers of a worker script: it loads our own files."""

STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)


def as_file() -> None:
    """Give the answer the headers of a file."""
    state_of(request.environ).headers = FILE_HEADERS


def as_worker() -> None:
    """Give the answer the headers of a worker script."""
    state_of(request.environ).headers = WORKER_HEADERS


def as_page(policy: str) -> None:
    state_of(request.environ).headers = [*PAGE_HEADERS, ("Content-Security-Policy", policy)]


def content_policy(page: str) -> str:
    """Return the content policy of a page: our own files, and its inline styles by their hashes."""
    styles = (b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(page))
    named = "".join(f" 'sha256-{style}'" for style in styles)
    return PAGE_POLICY.replace("style-src 'self'", f"style-src 'self'{named}")


def fresh_page(text: str) -> Response:
    """Return a page in the caller's language that was rendered for this request."""
    page = assets.with_addresses(text)
    as_page(content_policy(page))
    return Response(page, mimetype="text/html", headers={"Vary": "Accept-Language"})


@lru_cache(256)
def rendered(base: str, render: Callable[..., str], *arguments: str) -> tuple[StaticFile, str]:
    """Return a page that depends on *arguments* alone, and its content policy; its files are at *base*."""
    page = render(*arguments).replace("/static/", base)
    return static_file(page.encode(), "page.html"), content_policy(page)


def static_page(render: Callable[..., str], *arguments: str, status: int = 200) -> Response:
    """Return a page that depends on *arguments* and the caller's language alone."""
    asset, policy = rendered(assets.site().base, render, *arguments, language_of_caller(request.environ))
    as_page(policy)
    answer = response_with_etag(asset, "no-cache") if status == 200 else file_response(asset)
    answer.status_code = status if status != 200 else answer.status_code
    answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
    return answer

"""Language and compression from the headers of a request."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import TYPE_CHECKING

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.http.texts.reasons import LANGUAGES, base_language

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

GZIP_FROM = 1024
"""Minimum bytes of an answer for compression."""

KNOWN_HEADERS = 256
"""Maximum cached headers; clients send few different values."""


@lru_cache(KNOWN_HEADERS)
def language_of(header: str) -> str:
    """Return the language preferred by an Accept-Language header: the first known one, ignoring regions."""
    wanted = parse_accept_header(header, LanguageAccept)
    spoken = (base_language(tag) for tag, quality in wanted if quality)
    return next((lang for lang in spoken if lang in LANGUAGES), LANGUAGES[0])


@lru_cache(KNOWN_HEADERS)
def reads_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header accepts gzip."""
    return parse_accept_header(header)["gzip"] > 0


def preferred_language(environ: WSGIEnvironment) -> str:
    """Return the language that a caller prefers."""
    header = environ.get("HTTP_ACCEPT_LANGUAGE")
    return language_of(header) if header else LANGUAGES[0]


def gzipped(data: bytes, environ: WSGIEnvironment) -> bytes | None:
    """Return *data* compressed if the caller accepts gzip, else None."""
    header = environ.get("HTTP_ACCEPT_ENCODING")
    return gzip.compress(data, 5, mtime=0) if header and reads_gzip(header) else None

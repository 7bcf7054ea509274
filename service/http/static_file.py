"""Files and answers that do not change while the service runs: built once, compressed once, with an ETag."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from typing import NamedTuple

from flask import Response, request

from service.http.language import GZIP_FROM, reads_gzip


class StaticFile(NamedTuple):
    """A file with its compressed form and its ETag."""

    data: bytes
    small: bytes | None
    """The compressed file; None if compression does not help."""
    mimetype: str
    tag: str
    """A hash of the contents."""


def static_file(data: bytes, name: str) -> StaticFile:
    """Return *data* as a file of that name, compressed if that helps."""
    small = gzip.compress(data, 9, mtime=0) if len(data) >= GZIP_FROM else None
    tag = hashlib.sha256(data).hexdigest()[:32]
    return StaticFile(data, small, mimetypes.guess_type(name)[0] or "application/octet-stream", tag)


def file_response(file: StaticFile) -> Response:
    """Return a response with a file, compressed if the caller accepts gzip."""
    answer = Response(file.data, mimetype=file.mimetype)
    if file.small is not None:
        answer.headers["Vary"] = "Accept-Encoding"
        if reads_gzip(request.headers.get("Accept-Encoding", "")):
            answer.set_data(file.small)
            answer.headers["Content-Encoding"] = "gzip"
    return answer


def revalidated(file: StaticFile, cache_control: str) -> Response:
    """Return a response with a file at a fixed URL: with an ETag, and 304 for clients with a fresh copy."""
    answer = file_response(file)
    answer.set_etag(file.tag, weak="Content-Encoding" in answer.headers)
    answer.headers["Cache-Control"] = cache_control
    answer.make_conditional(request)
    return answer

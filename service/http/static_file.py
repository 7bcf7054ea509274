"""Files and answers that do not change while the service runs: built once, compressed once, with an ETag."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property

from flask import Response, request

from service.http.language import GZIP_FROM, reads_gzip


@dataclass(frozen=True)
class StaticFile:
    """A file with its compressed form and its ETag."""

    data: bytes
    mimetype: str
    tag: str
    """A hash of the contents."""

    @cached_property
    def small(self) -> bytes | None:
        """The compressed file; None if compression does not help.

        Compressed at its first use: all files together take half of the time in which a worker starts.
        """
        return gzip.compress(self.data, 9, mtime=0) if len(self.data) >= GZIP_FROM else None


def static_file(data: bytes, name: str) -> StaticFile:
    """Return *data* as a file of that name."""
    mimetype = "application/yaml" if name.endswith(".yaml") else mimetypes.guess_type(name)[0]
    return StaticFile(data, mimetype or "application/octet-stream", hashlib.sha256(data).hexdigest()[:32])


def file_response(file: StaticFile) -> Response:
    """Return a response with a file, compressed if the caller accepts gzip."""
    answer = Response(file.data, mimetype=file.mimetype)
    if file.small is not None:
        answer.headers["Vary"] = "Accept-Encoding"
        if reads_gzip(request.headers.get("Accept-Encoding", "")):
            answer.set_data(file.small)
            answer.headers["Content-Encoding"] = "gzip"
    return answer


def response_with_etag(file: StaticFile, cache_control: str) -> Response:
    """Return a response with a file at a fixed URL: with an ETag, and 304 for clients with a fresh copy."""
    answer = file_response(file)
    answer.set_etag(file.tag, weak="Content-Encoding" in answer.headers)
    answer.headers["Cache-Control"] = cache_control
    answer.make_conditional(request)
    return answer

"""Fast path around Flask for ordinary POST requests and analyses by GET.

Flask's contexts, hooks and objects cost as much as parsing, analysing and answering a position. The fast path sends the
most frequent requests through the same pipeline; requests with uncommon headers are passed to Flask unread.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from service.http.endpoints import ENDPOINTS
from service.http.errors.handlers import MOST_BODY, problem_response
from service.http.heavy_slots import Slots
from service.http.language import GZIP_FROM, gzipped, preferred_language
from service.http.pipeline import CACHE_CONTROL, answer, etag_of, parse_json, prepare, prepare_query
from service.http.state import named_language, state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PLAIN_ACCEPTS = frozenset({"*/*", "application/json"})

UNCOMMON = frozenset({"HTTP_TRANSFER_ENCODING", "HTTP_CONTENT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH"})
"""Headers of requests that Flask answers."""

ROUTES = {f"/v1/{name}": endpoint for name, endpoint in ENDPOINTS.items()}

QUERY_ROUTE = "/v1/analyze"
"""Path of the analysis by GET."""


def plain_length(environ: WSGIEnvironment) -> int:
    """Return the length of an ordinary body, 0 for any other request."""
    if environ.get("CONTENT_TYPE") != "application/json" or environ.get("QUERY_STRING"):
        return 0
    length = environ.get("CONTENT_LENGTH", "")
    return int(length) if length.isdecimal() and len(length) < 9 and int(length) <= MOST_BODY else 0


class FastPath:
    """WSGI middleware that answers plain requests without *app*."""

    def __init__(self, app: WSGIApplication, slots: Slots) -> None:
        self.app, self.slots = app, slots

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, or pass it to *app*."""
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        length = plain_length(environ) if method == "POST" and path in ROUTES else 0
        is_plain = length or (method == "GET" and path == QUERY_ROUTE)
        if not is_plain or environ.get("HTTP_ACCEPT", "*/*") not in PLAIN_ACCEPTS or not UNCOMMON.isdisjoint(environ):
            return self.app(environ, start_response)
        state, tag = state_of(environ), ""
        state.route = path
        try:
            if length:
                document = parse_json(environ["wsgi.input"].read(length))
                state.lang = named_language(document)
                job = prepare(ROUTES[path], document, state.lang or preferred_language(environ))
            else:
                query = environ.get("QUERY_STRING", "")
                job = prepare_query(query, environ, state)
                tag = f'"{etag_of(query, job)}"'
            data = answer(job, state, self.slots)
        except Exception as error:  # noqa: BLE001 - any error is answered, and logged if it is ours
            return problem_response(error, environ)(environ, start_response)
        return [respond(data, tag, environ, start_response)]


def respond(data: bytes, tag: str, environ: WSGIEnvironment, start_response: StartResponse) -> bytes:
    """Begin a response; return its body, compressed for a caller that accepts gzip. Only a query has a *tag*."""
    headers, vary = [("Content-Type", "application/json")], ["Accept-Language"] if tag else []
    if len(data) >= GZIP_FROM:
        vary.append("Accept-Encoding")
        small = gzipped(data, environ)
        if small is not None:
            headers.append(("Content-Encoding", "gzip"))
            data, tag = small, tag and f"W/{tag}"
    if vary:
        headers.append(("Vary", ", ".join(vary)))
    if tag:
        headers += [("ETag", tag), ("Cache-Control", CACHE_CONTROL)]
    headers.append(("Content-Length", str(len(data))))
    start_response("200 OK", headers)
    return data

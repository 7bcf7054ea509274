"""Fast path around Flask for ordinary POST requests.

Flask's contexts, hooks and objects cost as much as parsing, analysing and answering a position. The fast path sends the
most frequent requests through the same pipeline; requests with uncommon headers are passed to Flask unread.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from service.http.endpoints import ENDPOINTS
from service.http.errors.handlers import MOST_BODY, problem_response
from service.http.language import GZIP_FROM, gzipped, preferred_language
from service.http.pipeline import answer, parse_json, prepare
from service.http.slots import Slots
from service.http.state import named_language, state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PLAIN_ACCEPTS = frozenset({"*/*", "application/json"})


def plain_length(environ: WSGIEnvironment) -> int:
    """Return the length of an ordinary body, 0 for any other request."""
    if (
        environ["REQUEST_METHOD"] != "POST"
        or environ.get("CONTENT_TYPE") != "application/json"
        or environ.get("HTTP_ACCEPT", "*/*") not in PLAIN_ACCEPTS
        or "HTTP_TRANSFER_ENCODING" in environ
        or "HTTP_CONTENT_ENCODING" in environ
        or environ.get("QUERY_STRING")
    ):
        return 0
    length = environ.get("CONTENT_LENGTH", "")
    return int(length) if length.isdecimal() and len(length) < 9 and int(length) <= MOST_BODY else 0


ROUTES = {f"/v1/{name}": endpoint for name, endpoint in ENDPOINTS.items()}


class FastPath:
    """WSGI middleware that answers plain requests without *app*."""

    def __init__(self, app: WSGIApplication, slots: Slots) -> None:
        self.app, self.slots = app, slots

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, or pass it to *app*."""
        endpoint = ROUTES.get(environ["PATH_INFO"])
        length = plain_length(environ) if endpoint else 0
        if not endpoint or not length:
            return self.app(environ, start_response)
        state = state_of(environ)
        state.route = environ["PATH_INFO"]
        try:
            document = parse_json(environ["wsgi.input"].read(length))
            state.lang = named_language(document)
            job = prepare(endpoint, document, state.lang or preferred_language(environ))
            data = answer(job, state, self.slots)
        except Exception as error:  # noqa: BLE001 - any error is answered, and logged if it is ours
            return problem_response(error, environ)(environ, start_response)
        headers = [("Content-Type", "application/json")]
        if len(data) >= GZIP_FROM:
            headers.append(("Vary", "Accept-Encoding"))
            small = gzipped(data, environ)
            if small is not None:
                headers.append(("Content-Encoding", "gzip"))
                data = small
        headers.append(("Content-Length", str(len(data))))
        start_response("200 OK", headers)
        return [data]

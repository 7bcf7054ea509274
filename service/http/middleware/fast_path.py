"""Fast path around Flask for ordinary POST requests without errors.

Flask's contexts, hooks and objects cost as much as parsing, analysing and answering a position. The fast path answers
the most frequent requests with the same schemas, endpoints and JSON; anything unusual (an error, an uncommon header) is
passed to Flask unchanged. Heavy requests wait for their slot here too, and are rejected if there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Any

import orjson
from werkzeug.exceptions import TooManyRequests

from service.http.endpoints import ENDPOINTS, Endpoint
from service.http.errors.problems import named_language
from service.http.errors.wsgi_error import send_problem
from service.http.language import GZIP_FROM, gzipped, preferred_language
from service.http.middleware.concurrency import Busy, run_heavy
from service.http.middleware.cost import admit, is_heavy

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PLAIN_ACCEPTS = frozenset({"*/*", "application/json"})


def plain_length(environ: WSGIEnvironment, most: int) -> int:
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
    return int(length) if length.isdecimal() and len(length) < 9 and int(length) <= most else 0


class FastPath:
    """WSGI middleware that answers plain requests of at most *most* bytes without *app*; *loads* parses JSON."""

    def __init__(self, app: WSGIApplication, most: int, loads: Callable[[bytes], Any]) -> None:
        self.app, self.most, self.loads = app, most, loads
        self.endpoints = {f"/v1/{name}": endpoint for name, endpoint in ENDPOINTS.items()}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, or pass it to *app*."""
        endpoint = self.endpoints.get(environ["PATH_INFO"])
        length = plain_length(environ, self.most) if endpoint else 0
        if not endpoint or not length:
            return self.app(environ, start_response)
        body = environ["wsgi.input"].read(length)
        try:
            answer = self.answer(endpoint, body, environ)
        except (Busy, TooManyRequests) as refusal:
            environ["paili.route"] = environ["PATH_INFO"]
            retry = [("Retry-After", str(refusal.retry_after))]
            return send_problem(refusal.code or 503, environ, start_response, retry, named_language(self.loads(body)))
        if answer is None:
            environ["wsgi.input"] = BytesIO(body)
            return self.app(environ, start_response)
        environ["paili.route"] = environ["PATH_INFO"]
        headers = [("Content-Type", "application/json")]
        if len(answer) >= GZIP_FROM:
            headers.append(("Vary", "Accept-Encoding"))
            small = gzipped(answer, environ)
            if small is not None:
                headers.append(("Content-Encoding", "gzip"))
                answer = small
        headers.append(("Content-Length", str(len(answer))))
        start_response("200 OK", headers)
        return [answer]

    def answer(self, endpoint: Endpoint, body: bytes, environ: WSGIEnvironment) -> bytes | None:
        """Return the answer to a body, or None if Flask must handle it.

        Raises Busy for a heavy request without a slot, TooManyRequests for one above its caller's remaining units.
        """
        try:
            loaded = endpoint.schema.load(self.loads(body))
            lang = preferred_language(environ)
            question = endpoint.question(loaded)
            units = endpoint.cost(*question)
            admit(units, environ)
            if is_heavy(units):
                answers = endpoint.render_steps(question, loaded, lang)
                return run_heavy((None if one is None else orjson.dumps(one) for one in answers), environ)
            return orjson.dumps(endpoint.render(question, loaded, lang))
        except (Busy, TooManyRequests):
            raise
        except Exception:  # noqa: BLE001 - Flask meets it again, answers it and logs what must be logged
            return None

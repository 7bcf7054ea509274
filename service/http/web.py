"""Everything around the endpoints: JSON, errors, compression, and the list of middleware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, Response, abort, request
from flask.json.provider import JSONProvider

from service.core import engine
from service.http import probes
from service.http.api import contract, routes
from service.http.endpoints import OBSERVERS, import_lazy_functions
from service.http.errors.handlers import MOST_BODY, problem_response
from service.http.heavy_slots import Slots
from service.http.language import GZIP_FROM, gzipped
from service.http.logs import Log
from service.http.metrics.computed_requests import count_computed_request
from service.http.middleware.auth import guarded, reached_by_open_path
from service.http.middleware.fast_path import FastPath
from service.http.middleware.request_context import RequestContext
from service.http.middleware.tracing import traced
from service.http.nearest_path import led_on
from service.http.pipeline import SLOTS
from service.http.state import state_of
from service.settings import Settings, are_traces_wanted

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


OBSERVERS.append(count_computed_request)
import_lazy_functions()


class Json(JSONProvider):
    """JSON by orjson, in the order of construction."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Return *obj* as JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return the value of a JSON text."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Return a JSON answer."""
        return Response(orjson.dumps(self._prepare_response_obj(args, kwargs)), content_type="application/json")


def reject_unsupported() -> None:
    """Reject unsupported requests: bodies of unknown length, compressed ones, Accept headers without JSON.

    The matched rule is stored first: metrics and logs use it instead of the path.
    """
    environ, rule = request.environ, request.url_rule
    if rule is not None:
        state_of(environ).route = rule.rule
        if reached_by_open_path(environ, rule.rule):
            abort(404)
    if "HTTP_TRANSFER_ENCODING" in environ and request.content_length is None:
        abort(411)
    if rule is None or not rule.rule.startswith("/v1/"):
        return
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


def create_api(settings: Settings) -> Flask:
    """Return an application with the API alone, without pages.

    The caches of searches are shared by the applications of a process; the last one sets their size. Raises
    SettingsError for settings that cannot work here.
    """
    app = Flask(__name__, static_folder=None)
    log = Log(settings.log_level)
    slots = Slots(settings.slots, settings.waiters, settings.patience)
    engine.resize_caches(settings.cache_size)
    app.json = Json(app)
    app.extensions[SLOTS] = slots
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY
    app.config["API_IS_OPEN"] = not (settings.keys or settings.keys_file or settings.rate_limit)
    app.config["PUBLIC_URL"] = settings.public_url
    app.url_map.merge_slashes = False  # a double slash is an unknown path; a redirect would use the Host header
    app.before_request(reject_unsupported)
    app.after_request(compress)
    app.register_error_handler(Exception, lambda error: problem_response(led_on(error, request.path), request.environ))
    app.wsgi_app = layered(app.wsgi_app, settings, slots, log)  # type: ignore[method-assign,assignment]
    app.register_blueprint(routes.blueprint)
    app.register_blueprint(probes.blueprint)
    app.register_blueprint(contract.blueprint)
    return app


def layered(app: WSGIApplication, settings: Settings, slots: Slots, log: Log) -> WSGIApplication:
    """Return *app* inside its middleware, the innermost first."""
    app = FastPath(app, slots)
    app = guarded(app, settings, log)
    app = RequestContext(app, log)
    return traced(app) if are_traces_wanted() else app

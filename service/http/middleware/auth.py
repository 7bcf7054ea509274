"""Authentication and rate limits, if the operator has configured keys or a limit.

A WSGI layer in front of Flask and of the fast path, so that both obey it; it is not installed without configuration.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import TooManyRequests, Unauthorized
from werkzeug.middleware.proxy_fix import ProxyFix

from service.http.endpoints import ENDPOINTS
from service.http.errors.handlers import problem_response
from service.http.handover import HandOver
from service.http.logs import Log
from service.http.metrics import prometheus
from service.http.middleware.keys import Keyring, is_guarded
from service.http.state import state_of
from service.settings import Rate, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from service.http.middleware.rate_limit import Limiter

Headers = list[tuple[str, str]]

ROUTES = frozenset({f"/v1/{name}" for name in ENDPOINTS} | {"/v1/batch"})
"""Paths that metrics may name."""


def reached_by_open_path(environ: WSGIEnvironment, rule: str) -> bool:
    """Return whether a request reached the guarded endpoint of *rule* by a path that was considered open."""
    return state_of(environ).is_open and is_guarded(rule) and environ["REQUEST_METHOD"] != "OPTIONS"


def with_word(headers: Headers, name: str, word: str) -> None:
    at = next((i for i, (known, _) in enumerate(headers) if known.lower() == name.lower()), None)
    if at is None:
        headers.append((name, word))
    else:
        headers[at] = headers[at][0], f"{headers[at][1]}, {word}"


def forbid_shared_caching(headers: Headers) -> None:
    """Forbid shared caches to store an answer that required a key."""
    policy = next((value for name, value in headers if name.lower() == "cache-control"), "")
    headers[:] = [(name, value) for name, value in headers if name.lower() != "cache-control"]
    headers.append(("Cache-Control", policy.replace("public", "private") or "private"))
    with_word(headers, "Vary", "Authorization")


class AuthMiddleware:
    """WSGI middleware around *app* that admits authorized requests."""

    def __init__(self, app: WSGIApplication, keyring: Keyring | None, limiter: Limiter | None) -> None:
        self.app, self.keyring, self.limiter = app, keyring, limiter

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, or let it pass."""
        if not is_guarded(environ["PATH_INFO"]) or environ["REQUEST_METHOD"] == "OPTIONS":
            state_of(environ).is_open = True
            return self.app(environ, start_response)
        state = state_of(environ)
        key = self.keyring.find(environ) if self.keyring else None
        if key:
            state.key = key.name
        limiter, rate = self.limiter, key and key.rate
        balance = None
        if limiter:
            state.caller = limiter.caller_of(key, environ.get("REMOTE_ADDR", ""))
            balance = limiter.balance(state.caller, rate)
        is_spent = balance is not None and balance.left <= 0

        def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
            """Charge the request, whose work is done. Refusals are free: callers that wait are served in time."""
            is_counted = balance is not None and not is_spent
            state.charged = state.units() if is_counted else 0
            after = limiter.balance(state.caller, rate, state.charged) if limiter and is_counted else balance
            headers += after.headers() if after else []
            if self.keyring:
                forbid_shared_caching(headers)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        path = environ["PATH_INFO"]
        state.route = path if path in ROUTES else state.route
        try:
            if balance is not None and is_spent:
                prometheus.LIMITED.labels("key" if key else "address").inc()
                raise TooManyRequests(retry_after=balance.seconds)
            if self.keyring and not key:
                raise Unauthorized(www_authenticate=WWWAuthenticate("bearer"))
        except (TooManyRequests, Unauthorized) as error:
            return problem_response(error, environ)(environ, start)
        return self.answer(environ, start, rate)

    def answer(self, environ: WSGIEnvironment, start: StartResponse, rate: Rate | None) -> Iterable[bytes]:
        """Answer an admitted request; if it starts again in another process, it is charged here, too."""
        try:
            return self.app(environ, start)
        except HandOver as handed:
            if self.limiter and not self.limiter.is_shared:
                handed.charge = partial(self.limiter.balance, state_of(environ).caller, rate)
            raise


def guarded(app: WSGIApplication, settings: Settings, log: Log) -> WSGIApplication:
    """Return *app* behind authentication and rate limits, or *app* itself without keys and limits.

    Raises SettingsError for an unreadable key file, or a Redis address without the client library.
    """

    def keys_failed(fault: str) -> None:
        prometheus.KEYS_FAILED.inc()
        log.fault("keys", fault=fault)

    def limits_failed(fault: str) -> None:
        prometheus.LIMITS_FAILED.inc()
        if fault:
            log.fault("limits", fault=fault)

    keyring = Keyring(settings.keys, settings.keys_file, keys_failed) if settings.keys or settings.keys_file else None
    if not settings.rate_limit:
        return AuthMiddleware(app, keyring, None) if keyring else app
    from service.http.middleware.rate_limit import Limiter

    limited = AuthMiddleware(app, keyring, Limiter(settings.rate_limit, settings.redis, limits_failed))
    return ProxyFix(limited, x_for=settings.proxies, x_proto=0, x_host=0) if settings.proxies else limited

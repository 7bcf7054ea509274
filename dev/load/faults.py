"""Deliberate faults, to test the checks of this package."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from app import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LEAK = 1000
"""Bytes that each request leaks."""


class Leaking:
    """WSGI middleware around *app* that leaks memory at every request."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app, self.kept = app, list[bytes]()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer like *app*."""
        self.kept.append(b"x" * LEAK)
        return self.app(environ, start_response)


def leaking() -> Flask:
    """Return the service with a memory leak."""
    app = create_app()
    app.wsgi_app = Leaking(app.wsgi_app)  # type: ignore[method-assign]  # how Flask says to add a layer
    return app


def hanging() -> Flask:
    """Return the service with a path whose answer waits for another request."""
    app, released = create_app(), threading.Event()
    app.add_url_rule("/hang", "hang", lambda: str(released.wait()))
    app.add_url_rule("/release", "release", lambda: str(released.set()))
    return app

"""Paili 牌力: the application, put together."""

from __future__ import annotations

from flask import Flask

from service import settings
from service.http import api, web


def create_app() -> Flask:
    """Return the application, configured by the environment (`service/settings.py`, docs/operations.md)."""
    app = Flask(__name__, static_folder=None)
    app.request_class = web.JsonRequest
    web.install(app, settings.read(), api.self_test)
    app.register_blueprint(api.blueprint)
    return app

"""Paili 牌力: the application, put together."""

from __future__ import annotations

import os

from flask import Flask

from service.http import api, web


def create_app() -> Flask:
    """Return the application, configured by the environment.

    PAILI_KEYS: bearer keys parted by commas (none: open). PAILI_LOG_LEVEL: INFO logs every request (default WARNING).
    PAILI_CACHE_SIZE, PAILI_SLOTS, PAILI_WAITERS, PAILI_PATIENCE: see `service.core.engine` and `service.http.limits`.
    """
    app = Flask(__name__, static_folder=None)
    app.request_class = web.JsonRequest
    log_level = os.environ.get("PAILI_LOG_LEVEL", "WARNING").upper()
    keys = tuple(key for key in os.environ.get("PAILI_KEYS", "").split(",") if key)
    web.install(app, keys, log_level, api.self_test)
    app.register_blueprint(api.blueprint)
    return app

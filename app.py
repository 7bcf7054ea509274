"""The Flask application of Paili 牌力."""

from __future__ import annotations

from flask import Flask

from service.http import api, probes, web
from service.settings import Settings, read_settings
from service.site import routes


def create_app(settings: Settings | None = None) -> Flask:
    """Return the application; settings default to the environment (`service/settings.py`, docs/operations.md)."""
    app = Flask(__name__, static_folder=None)
    web.install(app, settings or read_settings())
    for blueprint in (api.blueprint, probes.blueprint, routes.blueprint):
        app.register_blueprint(blueprint)
    return app

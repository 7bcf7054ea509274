"""The Flask application of Paili 牌力."""

from __future__ import annotations

from flask import Flask

from board import routes
from service.http.web import create_api
from service.settings import Settings, read_settings


def create_app(settings: Settings | None = None) -> Flask:
    """Return an application with *settings*, by default those of the environment (`service/settings.py`).

    Host, port and number of workers are settings of the server. Raises SettingsError.
    """
    app = create_api(settings or read_settings())
    app.register_blueprint(routes.blueprint)
    return app

"""The Flask application of Paili 牌力: the API, and the pages unless they are switched off."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

from service.http.web import create_api
from service.settings import Settings, read_settings


def create_app(settings: Settings | None = None) -> Flask:
    """Return an application with *settings*, by default those of the environment (`service/settings.py`).

    Host, port and number of workers are settings of the server. Raises SettingsError.
    """
    settings = settings or read_settings()
    app = create_api(settings)
    if settings.pages:  # not imported without need: the pages take a third of a start
        app.register_blueprint(import_module("board.routes").blueprint)
    return app

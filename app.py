"""The Flask application of Paili 牌力."""

from __future__ import annotations

from flask import Flask

from service.http import api, probes, web
from service.settings import Settings, read_settings
from service.site import routes


def create_app(settings: Settings | None = None) -> Flask:
    """Return an application with *settings*, by default those of the environment (`service/settings.py`).

    Host, port and number of workers are settings of the server. The caches of searches are shared by the applications
    of a process; the last one sets their size. Raises SettingsError.
    """
    app = Flask(__name__, static_folder=None)
    web.install(app, settings or read_settings())
    for blueprint in (api.blueprint, probes.blueprint, routes.blueprint):
        app.register_blueprint(blueprint)
    return app

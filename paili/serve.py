"""Serving the API and the board with gunicorn and the project's settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from service.http import config_check  # imports nothing else of the engine: the server loads its own
from service.settings import SettingsError

TOP = Path(config_check.__file__).parents[2]
"""Folder of the application and gunicorn's settings: the source tree, or the engine's folder if installed."""

PACKAGE = config_check.__name__.rpartition("service")[0]
"""Prefix of the package that contains the application, ending in a dot; "": none."""


def exec_gunicorn() -> int:
    """Replace this process by gunicorn, which listens as configured. Never returns."""
    try:
        config_check.checked()  # gunicorn reads some variables before the configuration
    except SettingsError as fault:
        sys.exit(str(fault))
    command = [sys.executable, "-m", "gunicorn", "-c", str(TOP / "gunicorn.conf.py"), f"{PACKAGE}app:create_app()"]
    # For an upgrade gunicorn starts its module as a script; modules beside it would shadow those of Python.
    os.environ["PYTHONSAFEPATH"] = "1"
    sys.stdout.flush()
    os.execv(sys.executable, command)  # noqa: S606 - no shell is wanted


def check_settings() -> int:
    """Print the errors in the settings; return the exit status, 0 without errors."""
    return config_check.main()

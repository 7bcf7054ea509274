"""Serving the API and the board from this process's engine, as the project itself does: gunicorn with its settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import app

SETTINGS = Path(str(app.__file__)).with_name("gunicorn.conf.py")


def serve(host: str | None, port: str | None) -> None:
    """Become the server; HOST and PORT of the environment say where unless the arguments do. Never returns."""
    environment = os.environ | {name: value for name, value in (("HOST", host), ("PORT", port)) if value}
    command = [sys.executable, "-m", "gunicorn", "-c", str(SETTINGS), f"{app.__name__}:create_app()"]
    sys.stdout.flush()
    os.execve(sys.executable, command, environment)  # noqa: S606 - no shell is wanted

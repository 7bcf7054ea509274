"""The service with controlled loading: it waits for a file to disappear, fails, or is not ready."""

from __future__ import annotations

import os
import time
from pathlib import Path

from flask import Flask

from app import create_app


def gated() -> Flask:
    """Return the service, loaded as the file named by GATE says: "wait" until it is removed, "fail", or "not ready"."""
    gate = Path(os.environ["GATE"])
    while gate.exists() and gate.read_text() == "wait":
        time.sleep(0.02)
    kind = gate.read_text() if gate.exists() else ""
    if kind == "fail":
        raise RuntimeError("as the gate says")
    app = create_app()
    if kind == "not ready":
        app.view_functions["readyz"] = lambda: ({"status": "not ready"}, 503)
    return app

"""The application without limits of time, so that no answer depends on the load of the machine."""

from __future__ import annotations

import math

from flask import Flask

from app import create_app
from service.http import heavy_process, heavy_slots
from service.settings import read_settings

SERVED = "tests.helpers.patient:patient_app()"
"""Name of the application for gunicorn."""


def patient_app() -> Flask:
    """Return the application; heavy calls have usual priority and no deadline, and wait for a slot without limit."""
    heavy_slots.DEADLINE, heavy_process.NICENESS = math.inf, 0
    return create_app(read_settings()._replace(patience=math.inf))

"""Routes for operators: liveness, readiness, metrics."""

from __future__ import annotations

from typing import TypedDict

from flask import Blueprint, Response, request

from service.http.api import routes
from service.http.metrics import prometheus
from service.http.state import state_of

blueprint = Blueprint("probes", __name__)


class Status(TypedDict):
    """The state of the server."""

    status: str


@blueprint.get("/healthz")
def healthz() -> Status:
    """Report that the process answers."""
    return {"status": "ok"}


@blueprint.get("/readyz")
def readyz() -> tuple[Status, int]:
    """Report whether the core answers a known position correctly."""
    try:
        routes.self_test()
    except Exception as error:  # noqa: BLE001 - logged; whatever is wrong, the answer is "not ready"
        state_of(request.environ).log.fault("not ready", error)
        return {"status": "not ready"}, 503
    return {"status": "ready"}, 200


@blueprint.get("/metrics")
def metrics() -> Response:
    """Serve the metrics of all workers."""
    prometheus.count_caches()
    return prometheus.exposition()

"""The contract of the API as a file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Blueprint, Response

from service.http.static_file import StaticFile, response_with_etag, static_file

blueprint = Blueprint("contract", __name__)

CONTRACT = Path(__file__).parents[3] / "openapi.yaml"


@cache
def contract_file() -> StaticFile:
    return static_file(CONTRACT.read_bytes(), CONTRACT.name)


@blueprint.get("/openapi.yaml")
def contract() -> Response:
    """Serve the contract."""
    return response_with_etag(contract_file(), "no-cache")

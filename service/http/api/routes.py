"""The routes of version 1: a POST for each row of `endpoints`, an analysis by GET, a batch, and the list of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson
from flask import Blueprint, Response, abort, current_app, request
from werkzeug.exceptions import UnsupportedMediaType

from service.advice import analysis
from service.advice.analysis_request import AnalysisRequest
from service.http.api.batch import answer_batch
from service.http.endpoints import ENDPOINTS, Endpoint
from service.http.heavy_slots import Slots
from service.http.pipeline import CACHE_CONTROL, SLOTS, answer, etag_of, parse_json, prepare, prepare_query
from service.http.requests.answer_format import Json
from service.http.responses.variant import variant_answer, variants_answer
from service.http.state import RequestState, language_of_caller, named_language, state_of
from service.http.static_file import StaticFile, response_with_etag, static_file
from service.position.parse.position_text import parse_line
from service.position.read import read_position
from service.records.body import MEDIA_TYPE, body_of_record, only_record, text_of
from service.rules import cards as c
from service.rules.variant import Variant
from service.rules.variants import VARIANTS, find_variant, no_variant

blueprint = Blueprint("v1", __name__, url_prefix="/v1")


# ---- requests with a body ---------------------------------------------------------------------------------------


def record_in_body(state: RequestState) -> Json:
    """Return the game of a body that is a record; errors will name lines of the record.

    Raises RuleError for a body that is not one readable game.
    """
    data = request.get_data()
    state.record = only_record(text_of(data))
    return body_of_record(state.record)


def json_in_body() -> Any:
    """Return the value of a JSON body.

    Raises UnsupportedMediaType for another type, and what `parse_json` raises.
    """
    if not request.is_json:
        raise UnsupportedMediaType
    return parse_json(request.get_data())


def post_view(endpoint: Endpoint) -> Callable[[], Response]:
    """Return the POST view of an endpoint."""

    def post() -> Response:
        state = state_of(request.environ)
        is_record = endpoint.records and request.mimetype == MEDIA_TYPE
        document = record_in_body(state) if is_record else json_in_body()
        state.lang = named_language(document)
        job = prepare(endpoint, document, language_of_caller(request.environ))
        return Response(answer(job, state, slots()), mimetype="application/json")

    return post


def slots() -> Slots:
    own: Slots = current_app.extensions[SLOTS]
    return own


for row in ENDPOINTS.values():
    blueprint.add_url_rule(f"/{row.name}", row.name, post_view(row), methods=["POST"])


# ---- an analysis by query ---------------------------------------------------------------------------------------


@blueprint.get("/analyze")
def analyze_get() -> Response:
    """Analyze the position of a query. The ETag is computed before any search, for caches."""
    environ = request.environ
    state, query = state_of(environ), environ.get("QUERY_STRING", "")
    job = prepare_query(query, environ, state)
    response = Response(
        mimetype="application/json", headers={"Cache-Control": CACHE_CONTROL, "Vary": "Accept-Language"}
    )
    response.set_etag(etag_of(query, job))
    if response.make_conditional(request).status_code != 304:
        response.set_data(answer(job, state, slots()))
    return response


@blueprint.post("/batch")
def batch() -> Response:
    """Answer a batch of requests."""
    state = state_of(request.environ)
    return answer_batch(json_in_body(), state, slots())


# ---- games ------------------------------------------------------------------------------------------------------


@blueprint.get("/variants")
def list_variants() -> Response:
    """List the games."""
    return response_with_etag(variants_asset(tuple(VARIANTS.values())), FRESH)


FRESH = "public, max-age=300"
"""Cache lifetime of five minutes: games change only with a release."""


@lru_cache(1)
def variants_asset(variants: tuple[Variant, ...]) -> StaticFile:
    return static_file(orjson.dumps(variants_answer(variants)), "variants.json")


@lru_cache(32)
def variant_asset(variant: Variant) -> StaticFile:
    return static_file(orjson.dumps(variant_answer(variant)), "variant.json")


@blueprint.get("/variants/<name>")
def variant_by_id(name: str) -> Response:
    """Describe one game."""
    if name not in VARIANTS:
        abort(404, no_variant(name))
    return response_with_etag(variant_asset(find_variant(name)), FRESH)


# ---- readiness --------------------------------------------------------------------------------------------------

KNOWN = "standard landlord_down 34567899JJQQKA22D 4KX TT"
"""Position for `self_test`."""


def self_test() -> None:
    """Analyse a known position with the core.

    Raises RuntimeError for a wrong answer.
    """
    hints = analysis.analyze(read_position(parse_line(KNOWN)), AnalysisRequest(top=1)).hints
    if hints is None or hints.legal != 4 or c.text(hints.listed[0].hint.combo.cards) != "JJ":
        raise RuntimeError("the core answers a known position wrongly")

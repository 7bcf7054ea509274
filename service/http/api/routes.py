"""The routes of version 1: a POST for each row of `endpoints`, an analysis by GET, a batch, and the list of games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson
from flask import Blueprint, Response, abort, current_app, request
from werkzeug.exceptions import UnsupportedMediaType

from service.advice import analysis
from service.advice.analysis import AnalysisRequest
from service.core import engine
from service.http.api.batch import answer_batch
from service.http.endpoints import ENDPOINTS, Endpoint
from service.http.pipeline import (
    SLOTS,
    answer,
    parse_json,
    prepare,
)
from service.http.requests.answer_format import Json
from service.http.requests.query import body_of_query
from service.http.responses.variant import variant_answer, vocabulary_answer
from service.http.slots import Slots
from service.http.state import RequestState, language_of_caller, named_language, state_of
from service.http.static_file import StaticFile, revalidated, static_file
from service.position.parse.position_text import parse_line
from service.position.position import Position
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
    state = state_of(request.environ)
    document = body_of_query(request.args.to_dict(flat=False))
    job = prepare(ENDPOINTS["analyze"], document, language_of_caller(request.environ))
    response = Response(mimetype="application/json")
    position, options = job.arguments
    response.set_etag(etag_of(position, options, job.lang))
    response.headers["Cache-Control"] = "public, max-age=86400"
    response.headers["Vary"] = "Accept-Language"
    if response.make_conditional(request).status_code != 304:
        response.set_data(answer(job, state, slots()))
    return response


def etag_of(position: Position, options: AnalysisRequest, lang: str) -> str:
    """Return the ETag of a request, which covers every field that decides the answer, and the engine version."""
    want = None if options.want is None else sorted(options.want)
    canonical = (
        position.line, position.own_cards, position.table_cards, position.notation.id, position.assumed,
        options._replace(want=want), lang, engine.VERSION, position.rules.weights.name, position.rules.weights.nets,
    )  # fmt: skip
    return hashlib.sha256(repr(canonical).encode()).hexdigest()[:32]


@blueprint.post("/batch")
def batch() -> Response:
    """Answer a batch of requests."""
    state = state_of(request.environ)
    return answer_batch(json_in_body(), state, slots())


# ---- games ------------------------------------------------------------------------------------------------------


@blueprint.get("/variants")
def list_variants() -> Response:
    """List the games."""
    return revalidated(variants_asset(tuple(VARIANTS.values())), FRESH)


FRESH = "public, max-age=300"
"""Cache lifetime of five minutes: games change only with a release."""


@lru_cache(1)
def variants_asset(variants: tuple[Variant, ...]) -> StaticFile:
    listed = {"variants": [variant_answer(variant) for variant in variants]} | vocabulary_answer()
    return static_file(orjson.dumps(listed), "variants.json")


@lru_cache(32)
def variant_asset(variant: Variant) -> StaticFile:
    return static_file(orjson.dumps(variant_answer(variant)), "variant.json")


@blueprint.get("/variants/<name>")
def variant_by_id(name: str) -> Response:
    """Describe one game."""
    if name not in VARIANTS:
        abort(404, no_variant(name))
    return revalidated(variant_asset(find_variant(name)), FRESH)


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

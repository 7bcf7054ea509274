"""The routes of version 1: a POST for each row of `endpoints`, an analysis by GET, batches, and the list of games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from time import thread_time
from typing import Any, NamedTuple

import orjson
from flask import Blueprint, Response, abort, current_app, request
from marshmallow import ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from service.advice import analysis
from service.advice.analysis import AnalysisRequest
from service.core import engine
from service.http.endpoints import ENDPOINTS, Endpoint
from service.http.errors.handlers import error_problem
from service.http.errors.http_status import status_problem
from service.http.pipeline import (
    BATCH_UNITS,
    COUNTED_UNITS,
    READ_BYTES,
    SLOTS,
    Job,
    answer,
    least_units,
    parse_json,
    prepare,
    render,
    require_affordable,
    require_small_batch,
)
from service.http.requests import schemas
from service.http.requests.answer_format import Json
from service.http.requests.fields import Requests, wanted_here
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
from service.rules.errors import Bilingual, RuleError
from service.rules.variant import Variant
from service.rules.variants import VARIANTS, find_variant, no_variant

blueprint = Blueprint("v1", __name__, url_prefix="/v1")


# ---- requests with a body ---------------------------------------------------------------------------------------


def record_in_body(state: RequestState) -> Json:
    """Return the game of a body that is a record; errors will name lines of the record.

    Raises RuleError for a body that is not one readable game.
    """
    data = request.get_data()
    state.reading = len(data) // READ_BYTES
    state.record = only_record(text_of(data))
    return body_of_record(state.record)


def json_in_body(state: RequestState) -> Any:
    """Return the value of a JSON body.

    Raises UnsupportedMediaType for another type, and what `parse_json` raises.
    """
    if not request.is_json:
        raise UnsupportedMediaType
    return parse_json(request.get_data(), state)


def post_view(endpoint: Endpoint) -> Callable[[], Response]:
    """Return the POST view of an endpoint."""

    def post() -> Response:
        state = state_of(request.environ)
        is_record = endpoint.records and request.mimetype == MEDIA_TYPE
        document = record_in_body(state) if is_record else json_in_body(state)
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
    """Return the ETag of a request, which depends only on its content and the engine version."""
    want = None if options.want is None else sorted(options.want)
    canonical = (
        position.line, position.own_cards, position.table_cards, position.notation.id, want, options.top, options.level,
        options.seed, options.nodes, options.games, options.move_filter, options.order, lang, engine.VERSION,
        position.rules.weights.name,
        position.rules.weights.nets, position.assumed,
    )  # fmt: skip
    return hashlib.sha256(repr(canonical).encode()).hexdigest()[:32]


# ---- batches ----------------------------------------------------------------------------------------------------

MOST_WRITTEN = 8 << 20
"""Maximum bytes of a batch's answer; further items get no answer. One item with thousands of plays has 3.5 million."""

BATCH_ITEM = schemas.batch_item_schema(endpoint.name for endpoint in ENDPOINTS.values() if endpoint.batch)


@blueprint.post("/batch")
def batch() -> Response:
    """Answer a batch of requests, each with its own status."""
    state = state_of(request.environ)
    items = schemas.BATCH.load(json_in_body(state))["items"]
    if not isinstance(items, list):
        raise RuleError("field_invalid", wanted_here(Requests.wanted), "/items")
    if len(items) > schemas.MOST_ITEMS:
        message = Bilingual(
            f"at most {schemas.MOST_ITEMS} items; not {len(items)}",
            f"一批最多{schemas.MOST_ITEMS}个请求，不能是{len(items)}个",
        )
        raise RuleError("batch_too_large", message, "/items")
    lang = language_of_caller(request.environ)
    require_small_batch([least_units(item) for item in items], len(items), state)
    read, units, written = list[BatchItem](), list[int](), 0
    share, refused = state.reading // max(1, len(items)), 0

    def read_items() -> bytes:
        """Load and price the items until they are too many for a batch."""
        for item in items:
            before = state.reading
            read.append(read_item(item, state, lang))
            loaded = read[-1].loaded
            units.append(loaded.units if isinstance(loaded, Job) else 1 + share + state.reading - before)
            state.reading += loaded.units // COUNTED_UNITS if isinstance(loaded, Job) else 0
            try:
                require_small_batch(units, len(items), state)
            except RuleError:
                state.rejected_cpu += sum(one.cpu for one in read)
                raise
        return b""

    def turns() -> Iterator[Callable[[], bytes]]:
        """Yield the work of each turn; the batch is charged between the first two."""
        yield read_items
        state.charge(BATCH_UNITS + sum(units))
        yield from [partial(written_item, item) for item in read]

    def written_item(item: BatchItem) -> bytes:
        """Return the answer to one request as JSON, a tenth of the size of its Python objects."""
        nonlocal written, refused
        began = thread_time()
        answered = answer_item(item, has_space=written < MOST_WRITTEN)
        data = orjson.dumps(answered)
        written += len(data)
        if answered["status"] != 200:
            refused += isinstance(item.loaded, Job)  # those that were rejected on loading are charged
            state.rejected_cpu += item.cpu + thread_time() - began
        return data

    begun = slots().run_all(turns(), state.client)[1:]
    state.reading = refused * share
    state.charge_rejection()
    late = [orjson.dumps(late_answer(item, state)) for item in read[len(begun) :]]
    response = Response(b'{"items":[' + b",".join(begun + late) + b"]}", mimetype="application/json")
    if late:
        response.headers["Retry-After"] = str(RETRY_LATE)
    return response


class BatchItem(NamedTuple):
    """A request of a batch, loaded or rejected, not yet answered."""

    lang: str
    """The language of its problem documents."""
    loaded: Job | RuleError | ValidationError
    """The request, or the reason for its rejection."""
    cpu: float
    """CPU seconds of loading and pricing it."""


def read_item(item: Any, state: RequestState, lang: str) -> BatchItem:
    """Load a request of a batch; *lang* is the language of the batch."""
    began = thread_time()
    named = named_language(item.get("body") if isinstance(item, dict) else None) or lang
    loaded: Job | RuleError | ValidationError
    try:
        row = BATCH_ITEM.load(item)
        loaded = prepare(ENDPOINTS[row["op"]], row["body"], lang)
        require_affordable(loaded.units, state)
    except (RuleError, ValidationError) as error:
        loaded = error
    return BatchItem(named, loaded, thread_time() - began)


RETRY_LATE = 1
"""Seconds until items that a batch did not start in time may be sent again."""


def late_answer(item: BatchItem, state: RequestState) -> Json:
    return {"status": 503, "body": status_problem(503, LATE, item.lang, state.id)}


LATE = Bilingual(
    "this item was not started in time; send the items with status 503 again in another batch",
    "这一项没来得及处理；请把状态为503的各项另成一批重发",
)
"""Detail of an item that a batch did not start before its deadline."""


def answer_item(item: BatchItem, *, has_space: bool) -> Json:
    """Return status and body of one request of a batch."""
    try:
        if not isinstance(item.loaded, Job):
            raise item.loaded
        if not has_space:
            most = MOST_WRITTEN >> 20
            message = Bilingual(
                f"the answers of this batch already have {most} MB; request fewer hints (top) or send several batches",
                f"这一批的回答已有{most}兆字节；请减少提示数（`top`），或分成几批",
            )
            raise RuleError("batch_too_large", message)
        return {"status": 200, "body": render(item.loaded)}
    except Exception as error:  # noqa: BLE001 - any error costs this item alone, and is logged if it is ours
        problem = error_problem(error, request.environ, item.lang)
        return {"status": problem["status"], "body": problem}


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

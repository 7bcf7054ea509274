"""The routes of version 1: a POST for each row of `endpoints`, an analysis by GET, batches, and the list of games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

import orjson
from flask import Blueprint, Response, abort, current_app, request
from marshmallow import ValidationError

from service.advice import analysis
from service.advice.analysis import AnalysisRequest
from service.core import engine
from service.http.endpoints import ENDPOINTS, Endpoint
from service.http.errors.http_status import status_problem
from service.http.errors.problems import language, named_language, note_language, note_record, problem_of
from service.http.middleware.concurrency import run_batch, run_heavy
from service.http.middleware.cost import admit, admit_batch, is_heavy, require_affordable
from service.http.requests import schemas
from service.http.requests.answer_format import Json
from service.http.requests.fields import Requests, wanted_here
from service.http.requests.load import answer_format_of, position_question
from service.http.requests.query import body_of_query
from service.http.responses.variant import variant_answer, vocabulary_answer
from service.http.static_file import StaticFile, revalidated, static_file
from service.position.parse.position_text import parse_line
from service.position.position import Position
from service.position.read import read_position
from service.records.body import MEDIA_TYPE, body_of_record, only_record
from service.rules import cards as c
from service.rules.errors import Bilingual, RuleError
from service.rules.variant import Variant
from service.rules.variants import VARIANTS, find_variant, no_variant

R = TypeVar("R")

blueprint = Blueprint("v1", __name__, url_prefix="/v1")


# ---- requests with a body ---------------------------------------------------------------------------------------


def run_in_turn(units: int, steps: Iterator[R | None]) -> R:
    """Charge a request of *units*, run its steps and return the result; a heavy request waits for slots."""
    admit(units, request.environ)
    return run_heavy(steps, request.environ) if is_heavy(units) else next(filter(None, steps))


def record_in_body() -> Json:
    """Return the game of a body that is a record; errors will name lines of the record.

    Raises RuleError for a body that is not one readable game.
    """
    record = only_record(request.get_data().decode(errors="replace"))
    note_record(record)
    return body_of_record(record)


def post_view(endpoint: Endpoint) -> Callable[[], Json]:
    """Return the POST view of an endpoint."""

    def post() -> Json:
        is_record = endpoint.records and request.mimetype == MEDIA_TYPE
        body = record_in_body() if is_record else request.get_json()
        note_language(body)
        loaded = endpoint.schema.load(body)
        question, lang = endpoint.question(loaded), language()
        return run_in_turn(endpoint.cost(*question), endpoint.render_steps(question, loaded, lang))

    return post


for row in ENDPOINTS.values():
    blueprint.add_url_rule(f"/{row.name}", row.name, post_view(row), methods=["POST"])


# ---- an analysis by query ---------------------------------------------------------------------------------------


@blueprint.get("/analyze")
def analyze_get() -> Response:
    """Analyze the position of a query. The ETag is computed before any search, for caches."""
    loaded = schemas.ANALYZE.load(body_of_query(request.args.to_dict(flat=False)))
    question, lang = position_question(loaded), language()
    answer = Response(mimetype="application/json")
    answer.set_etag(etag_of(*question, answer_format_of(loaded, lang).lang))
    answer.headers["Cache-Control"] = "public, max-age=86400"
    answer.headers["Vary"] = "Accept-Language"
    if answer.make_conditional(request).status_code != 304:
        analyze = ENDPOINTS["analyze"]
        steps = (orjson.dumps(one) for one in analyze.render_steps(question, loaded, lang))
        answer.set_data(run_in_turn(analyze.cost(*question), steps))
    return answer


def etag_of(position: Position, options: AnalysisRequest, lang: str) -> str:
    """Return the ETag of a request, which depends only on its content and the engine version."""
    want = None if options.want is None else sorted(options.want)
    canonical = (
        position.line, position.own_cards, position.table_cards, position.notation.id, want, options.top, options.level,
        options.seed, options.nodes, options.games, options.move_filter, options.order, lang, engine.VERSION,
        position.rules.weights.name,
        position.rules.weights.nets,
    )  # fmt: skip
    return hashlib.sha256(repr(canonical).encode()).hexdigest()[:32]


# ---- batches ----------------------------------------------------------------------------------------------------

MOST_WRITTEN = 8 << 20
"""Maximum bytes of a batch's answer; further items get no answer. One item with thousands of plays has 3.5 million."""

BATCH_ITEM = schemas.batch_item_schema(endpoint.name for endpoint in ENDPOINTS.values() if endpoint.batch)


@blueprint.post("/batch")
def batch() -> Response:
    """Answer a batch of requests, each with its own status."""
    items = schemas.BATCH.load(request.get_json())["items"]
    if not isinstance(items, list):
        raise RuleError("field_invalid", wanted_here(Requests.wanted), "/items")
    if len(items) > schemas.MOST_ITEMS:
        message = Bilingual(
            f"at most {schemas.MOST_ITEMS} items; not {len(items)}",
            f"一批最多{schemas.MOST_ITEMS}个请求，不能是{len(items)}个",
        )
        raise RuleError("batch_too_large", message, "/items")
    requests = [read_item(item) for item in items]
    admit_batch([one.units for one in requests], request.environ)
    written = 0

    def written_item(one: BatchItem) -> bytes:
        """Return the answer to one request as JSON, a tenth of the size of its Python objects."""
        nonlocal written
        answer = orjson.dumps(answer_item(one, has_space=written < MOST_WRITTEN))
        written += len(answer)
        return answer

    begun = run_batch([partial(written_item, one) for one in requests], request.environ)
    late = [orjson.dumps(late_answer(one)) for one in requests[len(begun) :]]
    response = Response(b'{"items":[' + b",".join(begun + late) + b"]}", content_type="application/json")
    if late:
        response.headers["Retry-After"] = str(RETRY_LATE)
    return response


class BatchItem(NamedTuple):
    """A parsed request of a batch, not yet answered."""

    lang: str
    """The language of its problem documents."""
    units: int
    """Cost in units; a rejected request costs one."""
    render: Callable[[], Json] | None = None
    """Computes its answer; None if it is rejected."""
    refusal: RuleError | ValidationError | None = None
    """Reason for its rejection."""


def read_item(item: Any) -> BatchItem:
    """Parse a request of a batch."""
    lang = named_language(item.get("body") if isinstance(item, dict) else None) or language()
    try:
        row = BATCH_ITEM.load(item)
        endpoint = ENDPOINTS[row["op"]]
        loaded = endpoint.schema.load(row["body"])
        question = endpoint.question(loaded)
        units = endpoint.cost(*question)
        require_affordable(units, request.environ)
    except (RuleError, ValidationError) as error:
        return BatchItem(lang, 1, None, error)
    return BatchItem(lang, units, partial(endpoint.render, question, loaded, language()))


RETRY_LATE = 1
"""Seconds until items that a batch did not start in time may be sent again."""


def late_answer(item: BatchItem) -> Json:
    """Return status and body of a request that was not started in time."""
    return {"status": 503, "body": status_problem(503, LATE, item.lang, request.environ["paili.request_id"])}


LATE = Bilingual(
    "this item was not started in time; send the items with status 503 again in another batch",
    "这一项没来得及处理；请把状态为503的各项另成一批重发",
)
"""Detail of an item that a batch did not start before its deadline."""


def answer_item(item: BatchItem, *, has_space: bool) -> Json:
    """Return status and body of one request of a batch."""
    refusal = item.refusal
    if refusal is None and not has_space:
        most = MOST_WRITTEN >> 20
        message = Bilingual(
            f"the answers of this batch already have {most} MB; request fewer hints (top) or send several batches",
            f"这一批的回答已有{most}兆字节；请减少提示数（`top`），或分成几批",
        )
        refusal = RuleError("batch_too_large", message)
    try:
        if refusal is None:
            assert item.render is not None
            return {"status": 200, "body": item.render()}
    except (RuleError, ValidationError) as error:
        refusal = error
    except Exception as error:  # noqa: BLE001 - it is logged as any fault of ours, and costs this item alone
        answer = current_app.make_response(current_app.handle_user_exception(error))
        return {"status": answer.status_code, "body": answer.get_json()}
    problem = problem_of(refusal, item.lang)
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
    """Return the list of all games, built and compressed once."""
    answer = {"variants": [variant_answer(variant) for variant in variants]} | vocabulary_answer()
    return static_file(orjson.dumps(answer), "variants.json")


@lru_cache(32)
def variant_asset(variant: Variant) -> StaticFile:
    """Return the description of one game, built and compressed once."""
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

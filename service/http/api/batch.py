"""Batches: many requests in one, each loaded and answered by itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple, TypedDict

import orjson
from flask import Response, request
from marshmallow import ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.errors.handlers import error_problem
from service.http.errors.http_status import status_problem
from service.http.heavy_slots import Slots, with_counted_cpu
from service.http.pipeline import (
    Job,
    no_object,
    prepare,
    render,
)
from service.http.requests import schemas
from service.http.requests.answer_format import Json
from service.http.requests.fields import Requests, expected_message
from service.http.state import RequestState, language_of_caller, named_language
from service.rules.errors import Bilingual, RuleError

MOST_WRITTEN = 8 << 20
"""Maximum bytes of a batch's answer; further items get no answer. One item with thousands of plays has 3.5 million."""

BATCH_ITEM = schemas.batch_item_schema(endpoint.name for endpoint in ENDPOINTS.values() if endpoint.batch)


def answer_batch(document: Json, state: RequestState, slots: Slots) -> Response:
    """Return the answers to a batch of requests, each with its own status."""
    if type(document) is not dict:
        raise RuleError("field_invalid", no_object(document))
    items = schemas.BATCH.load(document)["items"]
    if not isinstance(items, list):
        raise RuleError("field_invalid", expected_message(Requests.wanted), "/items")
    if len(items) > schemas.MOST_ITEMS:
        message = Bilingual(
            f"at most {schemas.MOST_ITEMS} items; not {len(items)}",
            f"一批最多{schemas.MOST_ITEMS}个请求，不能是{len(items)}个",
        )
        raise RuleError("limit_too_large", message, "/items")
    lang = language_of_caller(request.environ)
    written = 0

    def written_item(item: Any) -> bytes:
        """Return the answer to one request as JSON, a tenth of the size of its Python objects."""
        nonlocal written
        began = state.cpu()
        one = read_item(item, lang)
        work = partial(written_answer, one, has_space=written < MOST_WRITTEN)
        data, is_rejected = with_counted_cpu(work, state) if one.is_heavy else work()
        written += len(data)
        if is_rejected:
            state.rejected_cpu += state.cpu() - began
        return data

    begun = slots.run_all([partial(written_item, item) for item in items], state)
    late = [orjson.dumps(deadline_answer(item_language(item, lang), state)) for item in items[len(begun) :]]
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

    @property
    def is_heavy(self) -> bool:
        """Return whether the answer takes long."""
        try:
            return isinstance(self.loaded, Job) and self.loaded.is_heavy
        except RuleError:  # the answer will raise it, too
            return False


def item_language(item: Any, lang: str) -> str:
    """Return the language of an item's problem documents; *lang* is that of the batch."""
    return named_language(item.get("body") if isinstance(item, dict) else None) or lang


def read_item(item: Any, lang: str) -> BatchItem:
    """Load a request of a batch; *lang* is the language of the batch."""
    loaded: Job | RuleError | ValidationError
    try:
        row = BATCH_ITEM.load(item)
        loaded = prepare(ENDPOINTS[row["op"]], row["body"], lang)
    except (RuleError, ValidationError) as error:
        loaded = error
    return BatchItem(item_language(item, lang), loaded)


RETRY_LATE = 1
"""Seconds until items that a batch did not start in time may be sent again."""


class _AnsweredItem(TypedDict):
    status: int
    """Status of this item: 200, 422, 500 for an internal error, or 503 if it was not started in time."""
    body: Mapping[str, Any]


class BatchAnswer(TypedDict):
    """The answer to each request of a batch, in its order."""

    items: list[_AnsweredItem]


def deadline_answer(lang: str, state: RequestState) -> _AnsweredItem:
    return {"status": 503, "body": status_problem(503, DEADLINE_PASSED, lang, state.id)}


DEADLINE_PASSED = Bilingual(
    "this item was not started in time; send the items with status 503 again in another batch",
    "这一项没来得及处理；请把状态为503的各项另成一批重发",
)
"""Detail of an item that a batch did not start before its deadline."""


def written_answer(item: BatchItem, *, has_space: bool) -> tuple[bytes, bool]:
    """Return the answer to one request as JSON, and whether it is a rejection."""
    answered = answer_item(item, has_space=has_space)
    return orjson.dumps(answered), answered["status"] != 200


def answer_item(item: BatchItem, *, has_space: bool) -> _AnsweredItem:
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
            raise RuleError("limit_too_large", message)
        return {"status": 200, "body": render(item.loaded)}
    except Exception as error:  # noqa: BLE001 - any error costs this item alone, and is logged if it is ours
        problem = error_problem(error, request.environ, item.lang)
        return {"status": problem["status"], "body": problem}

"""The one way of a request: load, arguments, cost, admit, run, render. Views, batches and the fast path call it.

Each step happens once. An error ends the request: `errors.handlers` describes it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson
from werkzeug.exceptions import BadRequest

from service.advice import solve
from service.advice.rates import MOST_BATCH_UNITS, MOST_UNITS, PLAIN_RATES, least_search_cost, whole_units
from service.advice.robot import DEFAULT_LEVEL, LEVELS
from service.http.endpoints import Endpoint
from service.http.requests import json_body
from service.http.requests.answer_format import Json
from service.http.requests.load import RequestBody
from service.http.slots import Slots
from service.http.state import RequestState
from service.review.cost import HEAVY_UNITS
from service.rules.errors import Bilingual, RuleError

SLOTS = "paili.slots"
"""Key of an application's slots in Flask's `extensions`."""


READ_BYTES = 64
"""Bytes of a rejected body for each unit beyond the first: no body is rejected more slowly."""

COUNTED_UNITS = 256
"""Units of a request that is too dear for each unit of its rejection: its plays were counted."""


BATCH_UNITS = 2
"""Units of a batch beyond those of its items."""


class Job(NamedTuple):
    """A loaded request whose cost is known."""

    endpoint: Endpoint
    body: RequestBody
    arguments: tuple[Any, ...]
    units: int
    """Cost in units."""
    lang: str
    """Language of the answer unless the body names one."""

    @property
    def is_heavy(self) -> bool:
        return self.units > HEAVY_UNITS


def encoding_fault(data: bytes) -> Bilingual | None:
    """Return the message for a body that is not UTF-8, None if it is."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        place = error.start + 1
        return Bilingual(
            f"the body is not UTF-8 from byte {place} on; encode it as UTF-8",
            f"请求体从第{place}字节起不是 `UTF-8` 编码；请用 `UTF-8` 编码后再发",
        )
    return None


def parse_json(data: bytes, state: RequestState) -> Any:
    """Return the value of a JSON body; its size is charged if the request is rejected.

    Raises BadRequest for invalid JSON, RuleError for duplicate keys and for numbers beyond those of JSON parsers.
    """
    state.reading = len(data) // READ_BYTES
    try:
        return json_body.loads(data)
    except orjson.JSONDecodeError as error:
        where = f"第{error.lineno}行第{error.colno}列"
        message = encoding_fault(data) or Bilingual(
            f"the body is not valid JSON: {error}", f"请求体不是有效的 `JSON`，错在{where}：`{error.msg}`"
        )
        raise BadRequest(message) from None


def prepare(endpoint: Endpoint, document: Any, lang: str) -> Job:
    """Load a *document* by the endpoint's schema and compute its cost; *lang* is the language of its caller.

    Raises ValidationError and RuleError for an invalid request.
    """
    body = endpoint.schema.load(document)
    arguments = endpoint.arguments(body)
    return Job(endpoint, body, arguments, endpoint.cost(*arguments), lang)


def require_affordable(units: int, state: RequestState) -> None:
    """Raise RuleError "cost_too_large" for a request above the maximum, or above the whole allowance of its caller."""
    most = min(MOST_UNITS, state.allowance)
    if units > most:
        state.reading += units // COUNTED_UNITS
        message = Bilingual(
            f"this request costs {units} units; the limit is {most}: "
            "lower top, limits.games or the level, or leave out parts of want; in a review, judge fewer seats",
            f"这个请求要花{units}个计算单位，上限是{most}；请减小 `top`、`limits.games` 或难度，"
            "或少要几项 `want`；复盘时请少选几家",
        )
        raise RuleError("cost_too_large", message)


def least_units(item: Any) -> int:
    """Return a lower bound of the units of an item of a batch that is not validated: those of its search."""
    body = item.get("body") if type(item) is dict else None
    limits = body.get("limits", {}) if type(body) is dict else None
    if type(body) is not dict or type(limits) is not dict:
        return 1
    level = body.get("level", DEFAULT_LEVEL)
    if item.get("op") == "move" and type(level) is str and level in LEVELS:
        games = limits.get("games", 0)
        return whole_units(least_search_cost(LEVELS[level], games if type(games) is int else 0))
    nodes = limits.get("nodes", solve.DEFAULT_NODES)
    return whole_units(nodes / PLAIN_RATES.states) if item.get("op") == "solve" and type(nodes) is int else 1


def require_small_batch(units: Sequence[int], items: int, state: RequestState) -> None:
    """Raise RuleError "batch_too_large" if the first *units* of some *items* are above the maximum of a batch."""
    total, most = sum(units) + items - len(units), min(MOST_BATCH_UNITS, state.allowance - BATCH_UNITS)
    if total > most:
        message = Bilingual(
            f"these {items} items cost at least {total} units together; the limit of a batch is {most}: "
            "send several batches",
            f"这一批{items}个请求至少要{total}个计算单位，一批上限是{most}；请分成几批发送",
        )
        raise RuleError("batch_too_large", message, "/items")


def render(job: Job) -> Json:
    """Return the answer to an admitted request."""
    return job.endpoint.render(job.arguments, job.body, job.lang)


def answer(job: Job, state: RequestState, slots: Slots) -> bytes:
    """Admit a request, run it and return its answer as JSON; a heavy request runs in turns in a slot.

    Raises RuleError "cost_too_large", TooManyRequests, Busy without a slot in time.
    """
    require_affordable(job.units, state)
    state.charge(job.units)
    return slots.run(written_steps(job), state.client) if job.is_heavy else orjson.dumps(render(job))


def written_steps(job: Job) -> Iterator[bytes | None]:
    for step in job.endpoint.render_steps(job.arguments, job.body, job.lang):
        yield None if step is None else orjson.dumps(step)

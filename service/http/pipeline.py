"""The one way of a request: load, arguments, run, render. Views, batches and the fast path call it.

Each step happens once. An error ends the request: `errors.handlers` describes it once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from werkzeug.exceptions import BadRequest

from service.core import engine
from service.http.endpoints import ENDPOINTS, Endpoint
from service.http.heavy_slots import Slots
from service.http.language import preferred_language
from service.http.requests import json_body
from service.http.requests.answer_format import Json
from service.http.requests.fields import NO_OBJECT
from service.http.requests.load import RequestBody
from service.http.requests.query import body_of_query, parse_query
from service.http.state import RequestState, named_language
from service.rules.errors import Bilingual, RuleError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

SLOTS = "paili.slots"
"""Key of an application's slots in Flask's `extensions`."""


class Job(NamedTuple):
    """A loaded request."""

    endpoint: Endpoint
    body: RequestBody
    arguments: tuple[Any, ...]
    lang: str
    """Language of the answer unless the body names one."""

    @property
    def is_heavy(self) -> bool:
        """Return whether the request needs a slot."""
        return self.endpoint.heavy(*self.arguments)


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


def parse_json(data: bytes) -> Any:
    """Return the value of a JSON body.

    Raises BadRequest for invalid JSON, RuleError for duplicate keys and for numbers beyond those of JSON parsers.
    """
    try:
        return json_body.loads(data)
    except orjson.JSONDecodeError as error:
        where = f"第{error.lineno}行第{error.colno}列"
        message = encoding_fault(data) or Bilingual(
            f"the body is not valid JSON: {error}", f"请求体不是有效的 `JSON`，错在{where}：`{error.msg}`"
        )
        raise BadRequest(message) from None


SEVERAL = '{"items": [{"op": "move", "body": {…}}]}'
"""The form of a batch."""


def no_object(document: Any) -> Bilingual:
    """Return the message for a body that is no object: the reason, for JSON in a text and for an array of requests."""
    if type(document) is str and document.lstrip().startswith(("{", "[")):
        return Bilingual(
            f"{NO_OBJECT}, not a text that contains JSON: it was encoded twice",
            f"{NO_OBJECT.zh}，不是装着 `JSON` 的文本：编码了两次",
        )
    if type(document) is list:
        return Bilingual(
            f"{NO_OBJECT}, not an array; several requests go to /v1/batch as {SEVERAL}",
            f"{NO_OBJECT.zh}，不是数组；几个请求一起发到 `/v1/batch`，写成 `{SEVERAL}`",
        )
    return NO_OBJECT


def prepare(endpoint: Endpoint, document: Any, lang: str) -> Job:
    """Load a *document* by the endpoint's schema; *lang* is the language of its caller.

    Raises ValidationError and RuleError for an invalid request.
    """
    if type(document) is not dict:
        raise RuleError("field_invalid", no_object(document))
    body = endpoint.schema.load(document)
    return Job(endpoint, body, endpoint.arguments(body), lang)


def prepare_query(query: str, environ: WSGIEnvironment, state: RequestState) -> Job:
    """Load the *query* of a GET request for an analysis.

    Raises ValidationError and RuleError for an invalid request.
    """
    document = body_of_query(parse_query(query))
    state.lang = named_language(document)
    return prepare(ENDPOINTS["analyze"], document, state.lang or preferred_language(environ))


CACHE_CONTROL = "public, max-age=86400"
"""Header Cache-Control of an answer to a query."""


def etag_of(query: str, job: Job) -> str:
    """Return the ETag of the answer to a *query*, before it is computed: a hash of all on which the answer depends."""
    weights = job.arguments[0].rules.weights
    canonical = f"{query}\n{job.lang}\n{engine.VERSION}\n{weights.name}\n{weights.nets}"
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]


def render(job: Job) -> Json:
    """Return the answer to an admitted request."""
    return job.endpoint.render(job.arguments, job.body, job.lang)


def answer(job: Job, state: RequestState, slots: Slots) -> bytes:
    """Run a request and return its answer as JSON; a heavy request runs in turns in a slot.

    Raises TooManyHeavy, Busy without a slot in time.
    """
    return slots.run(written_steps(job), state) if job.is_heavy else orjson.dumps(render(job))


def written_steps(job: Job) -> Iterator[bytes | None]:
    for step in job.endpoint.render_steps(job.arguments, job.body, job.lang):
        yield None if step is None else orjson.dumps(step)

"""Long texts in every field and every parameter: an answer takes few steps."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import orjson
import pytest
from flask.testing import FlaskClient

from tests.helpers.contract import read_contract, read_examples
from tests.helpers.steps import Steps

pytestmark = pytest.mark.long

LONG = 60_000
"""Bytes of a text, close to the maximum of a body."""

FRAGMENTS = (
    *" \t\n[](){}\\\"',;:%=@.-+*/?05TXx",
    *"地出对带三王：、é😀",
    "10",
    "3,",
    "a:3,",
    "{}",
    "\\{",
    "3s",
    "s3",
    "BJ",
)
"""Texts to repeat: spaces, brackets, separators, cards, and letters of each alphabet."""

FIRST_CALLS, MOST_CALLS = 40_000, 8
"""Calls of an answer without the text, with all first uses, and for each byte of the text as sent. Measured are .1 in a
body, 5 in a record, 5.4 in a query with escapes."""

MOST_CPU = 1.0
"""CPU seconds of an answer. Measured are .007; an expression that backtracks over a text of this length took 18, and
its steps are calls of no function."""

RECORDS = ("", "地主出3", '[Variant "standard"]\n3,[ {', '[Deal "')
"""Starts of records before a long text."""


LONG_QUERY = 4_000
"""Bytes of a text in a query, close to the maximum of a request line."""


def long_text(fragment: str) -> str:
    """Return a text whose JSON has `LONG` bytes."""
    return fragment * (LONG // (len(orjson.dumps(fragment)) - 2))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value that is no container, and of the first item of each list."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value[:1]):
        if isinstance(item, (dict, list)):
            yield from leaves(item, (*path, key))
        else:
            yield (*path, key)


def with_text(body: Any, path: tuple[Any, ...], text: str) -> bytes:
    """Return a body with a text in one place."""
    changed = copy.deepcopy(body)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = text
    return orjson.dumps(changed)


def texts_of(operation: str) -> dict[tuple[Any, ...], Any]:
    """Return for each field of an operation's requests a request to change, by the path of the field."""
    requests = [one.request for one in read_examples() if one.operation == operation]
    found = {path: request for request in requests for path in leaves(request)}
    schema = read_contract()["paths"][f"/v1/{operation}"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    fields = read_contract()["components"]["schemas"][schema["$ref"].rpartition("/")[2]].get("properties", {})
    return {(field,): requests[0] for field in fields} | found


def parameters() -> Iterator[tuple[str, str]]:
    """Yield the path and the name of each query parameter of the contract."""
    for path, operations in read_contract()["paths"].items():
        for one in operations.get("get", {}).get("parameters", []):
            if one.get("in") == "query":
                yield path, one["name"]


def check_steps(client: FlaskClient, path: str, sent: str | bytes, **request: Any) -> None:
    """Check the steps and the status of an answer to a request that sends a long text."""
    with Steps() as taken:
        answer = client.open(path, **request)
    assert answer.status_code < 500
    assert taken.calls <= FIRST_CALLS + MOST_CALLS * len(sent)
    assert taken.cpu < MOST_CPU


@pytest.mark.parametrize("operation", sorted({one.operation for one in read_examples()}))
def test_a_long_text_in_any_field_takes_few_steps(client: FlaskClient, operation: str) -> None:
    for path, request in texts_of(operation).items():
        for fragment in FRAGMENTS:
            data = with_text(request, path, long_text(fragment))
            check_steps(client, f"/v1/{operation}", data, method="POST", data=data, content_type="application/json")


def test_a_long_text_in_any_parameter_takes_few_steps(client: FlaskClient) -> None:
    for path, name in parameters():
        query = {"hand": "34567899JJQQKA22D"} if name not in ("hand", "position") else {}
        for fragment in FRAGMENTS:
            sent = urlencode(query | {name: fragment * (LONG_QUERY // len(quote(fragment)))})
            check_steps(client, path, sent, query_string=sent)


@pytest.mark.parametrize("start", RECORDS)
def test_a_long_record_takes_few_steps(client: FlaskClient, start: str) -> None:
    for path in ("/v1/game", "/v1/review"):
        for fragment in FRAGMENTS:
            data = (start + long_text(fragment)).encode()
            check_steps(client, path, data, method="POST", data=data, content_type="text/x-ddz")

"""Answers to frequent requests of this process without a server: without Flask, slots and counters.

Imports take most of the time of a short program. What has no answer here (an error, a heavy request) goes to the
application, which answers the same requests with the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from service.http.endpoints import ENDPOINTS
from service.http.requests import json_body
from service.http.requests.answer_format import Json
from service.http.requests.query import body_of_query, parse_query
from service.http.responses.variant import variant_answer
from service.http.texts.reasons import LANGUAGES
from service.rules.variants import VARIANTS


def answered(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> bytes | None:
    """Return the answer to a request, with status 200; None if the application must answer.

    Raises any error of the request; its problem document is the application's.
    """
    path, _, query = path.partition("?")
    name = path.removeprefix("/v1/")
    variant = VARIANTS.get(path.removeprefix("/v1/variants/"))
    if method == "GET" and variant:
        return orjson.dumps(variant_answer(variant))
    document: Json
    if method == "GET" and path == "/v1/analyze":
        document = body_of_query(parse_query(query))
    elif method == "POST" and path == f"/v1/{name}" and name in ENDPOINTS and body:
        document = json_body.loads(body)
    else:
        return None
    endpoint, wanted = ENDPOINTS[name], headers.get("Accept-Language", LANGUAGES[0])
    loaded = endpoint.schema.load(document)
    arguments = endpoint.arguments(loaded)
    if endpoint.heavy(*arguments) or wanted not in LANGUAGES:
        return None
    return orjson.dumps(endpoint.render(arguments, loaded, wanted))

"""What a caller may have meant by an unknown path of the API, or by a method that a path does not take."""

from __future__ import annotations

import re
from difflib import get_close_matches

from flask import current_app
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.rules.errors import Bilingual

API = "/v1/"

MOST_GUESSED = 100
"""Maximum length of a path for which the nearest one is searched."""


def methods_by_name() -> dict[str, list[str]]:
    """Return the methods of each path of the API, by the part after `/v1/`."""
    found: dict[str, list[str]] = {}
    for rule in current_app.url_map.iter_rules():
        if rule.rule.startswith(API) and not rule.arguments:
            methods = found.setdefault(rule.rule.removeprefix(API), [])
            methods += (rule.methods or set()) - {"HEAD", "OPTIONS"}
    return found


def nearest(path: str) -> Bilingual | None:
    """Return the message for an unknown *path* that is near to one of the API, None for any other."""
    known = methods_by_name()
    word = re.split("/+", path.lower().rstrip("/"))[-1]
    near = get_close_matches(word, known, 1, 0.75) if len(path) <= MOST_GUESSED else []
    if not near:
        return None
    methods, address = sorted(known[near[0]]), API + near[0]
    return Bilingual(
        f"nothing is served under this path; did you mean {' or '.join(methods)} {address}?",
        f"这个地址没有内容；是不是 `{'` 或 `'.join(methods)} {address}`？",
    )


def other_method(path: str, methods: list[str]) -> Bilingual:
    """Return the message for a *path* of the API that takes only other *methods*."""
    if methods != ["POST"]:
        return Bilingual(f"use {' or '.join(methods)}", f"请用 `{'` 或 `'.join(methods)}`")
    return Bilingual(
        f"use POST, with JSON in the body; by GET there is {API}analyze?want=move&hand=…",
        f"请用 `POST`，在请求体里写 `JSON`；用 `GET` 的只有 `{API}analyze?want=move&hand=…`",
    )


def led_on(error: Exception, path: str) -> Exception:
    """Return an error of routing, with a message that names the path or the method that is served."""
    if isinstance(error, HTTPException) and isinstance(error.description, Bilingual):
        return error
    if isinstance(error, NotFound):
        error.description = nearest(path) or error.description
    elif isinstance(error, MethodNotAllowed) and path.startswith(API):
        error.description = other_method(path, sorted(set(error.valid_methods or ()) - {"HEAD", "OPTIONS"}))
    return error

"""Preload the first API request of a linked position, so that its answer arrives with the script."""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

from marshmallow import ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.pipeline import prepare
from service.rules.errors import RuleError
from service.rules.variant import Variant
from service.rules.variants import VARIANTS

LEVEL, TOP = "hint", 8
"""Default level and number of hints of the board's request."""

FIRST_VARIANT = next(iter(VARIANTS.values()))
"""Default game of the board."""

ODD_SPACE = re.compile("[\x1c-\x1f\x85]")
"""Characters that are spaces in Python but not in browsers, so the board takes such a text as a hand."""


class Preload(NamedTuple):
    """The first request of a board."""

    link: str
    """The `link` element of the preload; empty if the request would be rejected."""
    variant: Variant
    """The game that it is about, the default one for a rejected request."""


NOTHING = Preload("", FIRST_VARIANT)
"""No preload: the board sends the request and shows its errors."""


def preload_of(linked: str, lang: str) -> Preload:
    """Return the preload of a linked position; an empty text is no position."""
    line = " ".join(linked.split())
    if not line or ODD_SPACE.search(linked):
        return NOTHING
    body: dict[str, Any] = {"position": line, "level": LEVEL, "top": TOP, "lang": lang, "order": "robot"}
    try:
        position, _ = prepare(ENDPOINTS["analyze"], body, lang).arguments
    except (RuleError, ValidationError):
        return NOTHING
    href = escape(f"/v1/analyze?{urlencode(body)}")
    link = f'<link rel="preload" id="preload" href="{href}" as="fetch" crossorigin>'
    return Preload(link, position.rules.variant)

"""Preload the board's first API request, so that its answer arrives with the script."""

from __future__ import annotations

import re
from html import escape
from secrets import randbelow
from typing import Any, NamedTuple
from urllib.parse import urlencode

from marshmallow import ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.pipeline import prepare
from service.http.requests.load import answer_format_of
from service.rules.errors import RuleError
from service.rules.variant import Variant
from service.rules.variants import VARIANTS

LEVEL, TOP = "club", 8
"""Default level and number of hints of the board's request."""

FIRST_VARIANT = next(iter(VARIANTS.values()))
"""Default game of the board."""

MOST_SEED = 2**31

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


def preload_of(line: str, lang: str, deal: str = "") -> Preload:
    """Return the preload of a position."""
    body: dict[str, Any] = {"position": line, "level": LEVEL, "top": TOP, "lang": lang, "order": "robot"}
    try:
        position, _ = prepare(ENDPOINTS["analyze"], body, lang).arguments
    except (RuleError, ValidationError):
        return NOTHING
    href = escape(f"/v1/analyze?{urlencode(body)}")
    link = f'<link rel="preload" id="preload" href="{href}" as="fetch" crossorigin{deal}>'
    return Preload(link, position.rules.variant)


def fresh_deal(lang: str) -> Preload:
    """Return the preload of a fresh deal, with the seed and the place that reproduce it."""
    seed, place = randbelow(MOST_SEED), randbelow(len(FIRST_VARIANT.seats))
    deal = ENDPOINTS["deal"]
    loaded = deal.schema.load({"variant": FIRST_VARIANT.id, "seed": seed})
    hands = deal.answer(deal.advise(*deal.arguments(loaded)), answer_format_of(loaded, lang))["hands"]
    line = f"{FIRST_VARIANT.id} {FIRST_VARIANT.seats[-1]} {hands[FIRST_VARIANT.seats[place]]} - ?"
    return preload_of(line, lang, f' data-seed="{seed}" data-place="{place}"')


def preload_for(linked: str | None, lang: str) -> Preload:
    """Return the preload of the linked position, or of a new game without one."""
    if linked is None:
        return fresh_deal(lang)
    return NOTHING if ODD_SPACE.search(linked) else preload_of(" ".join(linked.split()), lang)

"""Preload the board's first API request and embed its answer in the page."""

from __future__ import annotations

import re
from html import escape
from secrets import randbelow
from typing import Any, NamedTuple
from urllib.parse import urlencode

from marshmallow import ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.pipeline import prepare
from service.http.requests.answer_format import Json
from service.http.requests.load import answer_format_of
from service.rules.errors import RuleError
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
    facts: Json | None
    """The answer, if requested and cheap enough."""


NOTHING = Preload("", None)
"""No preload: the board sends the request and shows its errors."""


def preload_of(line: str, lang: str, answered: bool, deal: str = "") -> Preload:
    """Return the preload of a position."""
    body: dict[str, Any] = {"position": line, "level": LEVEL, "top": TOP, "lang": lang, "order": "robot"}
    analyze = ENDPOINTS["analyze"]
    try:
        job = prepare(analyze, body, lang)
        drawn = answered and not job.is_heavy
        facts = analyze.answer(analyze.advise(*job.arguments), answer_format_of(job.body, lang)) if drawn else None
    except (RuleError, ValidationError):
        return NOTHING
    href = escape(f"/v1/analyze?{urlencode(body)}")
    return Preload(f'<link rel="preload" id="preload" href="{href}" as="fetch" crossorigin{deal}>', facts)


def fresh_deal(lang: str, answered: bool) -> Preload:
    """Return the preload of a fresh deal, with the seed and the place that reproduce it."""
    seed, place = randbelow(MOST_SEED), randbelow(len(FIRST_VARIANT.seats))
    deal = ENDPOINTS["deal"]
    loaded = deal.schema.load({"variant": FIRST_VARIANT.id, "seed": seed})
    hands = deal.answer(deal.advise(*deal.arguments(loaded)), answer_format_of(loaded, lang))["hands"]
    line = f"{FIRST_VARIANT.id} {FIRST_VARIANT.seats[-1]} {hands[FIRST_VARIANT.seats[place]]} - ?"
    return preload_of(line, lang, answered, f' data-seed="{seed}" data-place="{place}"')


def preload_for(linked: str | None, lang: str, *, answered: bool) -> Preload:
    """Return the preload of the linked position, or of a new game without one."""
    if linked is None:
        return fresh_deal(lang, answered)
    return NOTHING if ODD_SPACE.search(linked) else preload_of(" ".join(linked.split()), lang, answered)

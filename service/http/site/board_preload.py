"""What the board will ask first: named in its page's head, and answered in it, a round trip sooner than its script."""

from __future__ import annotations

import re
from html import escape
from secrets import randbelow
from typing import Any, NamedTuple
from urllib.parse import urlencode

from marshmallow import ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.middleware.cost import is_heavy
from service.http.requests import schemas
from service.http.requests.answer_format import Json
from service.http.requests.load import answer_format_of, position_question
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS

LEVEL, TOP = "club", 8
"""What the board asks for where nobody has chosen otherwise."""

FIRST = next(iter(VARIANTS.values()))
"""The game that a board begins with."""

MOST_SEED = 2**31

ODD_SPACE = re.compile("[\x1c-\x1f\x85]")
"""Spaces to Python, and to no browser: the board takes what they part for a hand."""


class First(NamedTuple):
    """The first question of a board."""

    link: str
    """An element that lets the browser ask it at once; nothing if it would be refused."""
    facts: Json | None
    """Its answer, where it was wanted and needs no slot."""


NOTHING = First("", None)
"""The board itself asks, and says what is wrong."""


def first_of(line: str, lang: str, answered: bool, deal: str = "") -> First:
    """Return the question about a position."""
    asked: dict[str, Any] = {"position": line, "level": LEVEL, "top": TOP, "lang": lang}
    analyze = ENDPOINTS["analyze"]
    try:
        loaded = schemas.ANALYZE.load(asked)
        question = position_question(loaded)
        drawn = answered and not is_heavy(loaded, question)
        facts = analyze.answer(analyze.advise(*question), answer_format_of(loaded, lang)) if drawn else None
    except (RuleError, ValidationError):
        return NOTHING
    href = escape(f"/v1/analyze?{urlencode(asked)}")
    return First(f'<link rel="preload" id="asked" href="{href}" as="fetch" crossorigin{deal}>', facts)


def dealt(lang: str, answered: bool) -> First:
    """Return the question about somebody's hand in a fresh deal, with the seed and the place that give it again."""
    seed, place = randbelow(MOST_SEED), randbelow(len(FIRST.seats))
    deal = ENDPOINTS["deal"]
    loaded = deal.schema.load({"variant": FIRST.id, "seed": seed})
    hands = deal.answer(deal.advise(*deal.question(loaded)), answer_format_of(loaded, lang))["hands"]
    line = f"{FIRST.id} {FIRST.seats[-1]} {hands[FIRST.seats[place]]} - ?"
    return first_of(line, lang, answered, f' data-seed="{seed}" data-place="{place}"')


def asked_first(linked: str | None, lang: str, *, answered: bool) -> First:
    """Return the question of a board opened at a position, or of a new game where its address names none."""
    if linked is None:
        return dealt(lang, answered)
    return NOTHING if ODD_SPACE.search(linked) else first_of(" ".join(linked.split()), lang, answered)

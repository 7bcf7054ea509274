"""What the board will ask first, named in its page's head: the answer comes with the files, a round trip sooner."""

from __future__ import annotations

from html import escape
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from marshmallow import ValidationError

from service.http import schemas
from service.http.endpoints import ENDPOINTS
from service.http.questions import manner_of, position_question
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS

LEVEL, TOP = "club", 8
"""What the board asks for where nobody has chosen otherwise."""

FIRST = next(iter(VARIANTS.values()))
"""The game that a board begins with."""

MOST_SEED = 2**31


def link(line: str, lang: str, deal: str = "") -> str:
    """Return a link that lets a browser ask about a position at once, or nothing if that would be refused."""
    asked: dict[str, Any] = {"position": line, "level": LEVEL, "top": TOP, "lang": lang}
    try:
        position_question(schemas.ANALYZE.load(asked))
    except (RuleError, ValidationError):
        return ""  # the board itself asks, and says what is wrong
    href = escape(f"/v1/analyze?{urlencode(asked)}")
    return f'<link rel="preload" id="asked" href="{href}" as="fetch" crossorigin{deal}>'


def dealt(lang: str) -> str:
    """Return the link to the hand of somebody in a fresh deal, with the seed and the place that give it once more."""
    seed, place = randbelow(MOST_SEED), randbelow(len(FIRST.seats))
    deal = ENDPOINTS["deal"]
    loaded = deal.schema.load({"variant": FIRST.id, "seed": seed})
    hands = deal.answer(deal.advise(*deal.question(loaded)), manner_of(loaded, lang))["hands"]
    line = f"{FIRST.id} {FIRST.seats[-1]} {hands[FIRST.seats[place]]} - ?"
    return link(line, lang, f' data-seed="{seed}" data-place="{place}"')


def asked_first(linked: str | None, lang: str) -> str:
    """Return the link for a board opened at a position, or for a new game where its address names none."""
    return dealt(lang) if linked is None else link(" ".join(linked.split()), lang)

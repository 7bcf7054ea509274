"""Cards of pages that are readable without a script, drawn like those of `cards.js`."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from service.rules.cards import RANKS

SUITS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
JOKERS = {"zh": {"X": "小王", "D": "大王", "W": "花"}, "en": {"X": "joker", "D": "JOKER", "W": "fl"}}
IN_ENGLISH = {"X": "small joker", "D": "big joker", "W": "flower"}
PIECE = re.compile("[2-9TJQKAXDW][shcd]?")
"""One card of a text."""

LONG = 6
"""Maximum number of cards of a play that are shown in full size."""


class WildRanks(NamedTuple):
    """The ranks that make a card wild."""

    wild: str
    level: str


def face(rank: str, lang: str) -> str:
    """Return the display name of a rank."""
    return JOKERS[lang].get(rank) or ("10" if rank == "T" else rank)


def is_wild(card: str, rules: WildRanks) -> bool:
    """Return whether a card is wild: a rank of laizi, the heart of Guandan's level, or the flower."""
    return card[0] == "W" or (card == f"{rules.level}h" if rules.level else card[0] in rules.wild)


def label(card: str, stood: str, lang: str) -> str:
    """Return the text of a card for screen readers, with the rank for which a wild card *stood*."""
    name = IN_ENGLISH[card[0]] if lang == "en" and card[0] in IN_ENGLISH else face(card[0], lang)
    replaced = f" = {face(stood, lang)}" if stood != card[0] else ""
    return name + SUITS.get(card[1:], "") + replaced


def card_html(card: str, stood: str, rules: WildRanks, lang: str) -> str:
    """Return a card; a wild card shows the rank for which it *stood*, or a sign for any."""
    rank, suit = card[0], card[1:]
    marks = {"red": suit in ("h", "d") or rank == "D", "joker": rank in IN_ENGLISH, "ten": rank == "T"}
    kinds, shown = ["card", *(kind for kind, applies in marks.items() if applies)], ""
    if is_wild(card, rules):
        kinds.append("wild")
        shown = f' data-as="{face(stood, lang) if stood != rank else "*" if lang == "en" else "癞"}"'
    name = face(rank, lang)
    letters = (f'<span class="name">{name}</span>',) if lang == "en" else (f"<span>{letter}</span>" for letter in name)
    inside = "".join(letters) if rank in IN_ENGLISH else name
    sign = f'<span class="suit {suit}" aria-hidden="true">{SUITS[suit]}</span>' if suit else ""
    return f'<span class="{" ".join(kinds)}"{shown}>{inside}{sign}</span>'


def play_html(text: str, stands: str, rules: WildRanks, lang: str) -> str:
    """Return a play as small cards, the most frequent rank first.

    *stands* has the rank for which each card stands, empty for their own ranks.
    """
    cards = [(card, stood[0]) for card, stood in zip(PIECE.findall(text), PIECE.findall(stands or text), strict=True)]
    many = Counter(stood for _, stood in cards)
    cards.sort(key=lambda card: (-many[card[1]], -RANKS.index(card[1]), -RANKS.index(card[0][0]), card[0]))
    labels = " ".join(label(card, stood, lang) for card, stood in cards)
    drawn = "".join(card_html(card, stood, rules, lang) for card, stood in cards)
    return f'<span class="cards{" long" if len(cards) > LONG else ""}" role="img" aria-label="{labels}">{drawn}</span>'

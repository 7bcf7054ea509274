"""Physical cards: which of them are certainly left after others are gone."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import pytest

from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.physical_cards import left_of, suited_text

SUITS = "shcd"


def eights(named: Iterable[str]) -> c.Cards:
    """Return eights, each with a suit, or "?" for one without."""
    return parse_cards(["8" + suit.strip("?") for suit in named])


def fits(suits: Sequence[str], named: Sequence[str]) -> bool:
    """Return whether cards of these *suits* may have been written as *named*."""
    known = [suit for suit in named if suit != "?"]
    return len(suits) == len(named) and set(known) <= set(suits)


def subsets() -> list[tuple[str, ...]]:
    return [part for size in range(5) for part in itertools.combinations(SUITS, size)]


NAMED = sorted({tuple(sorted(suit if shown else "?" for suit, shown in zip(part, shown, strict=True)))
                for part in subsets() for shown in itertools.product((True, False), repeat=len(part))})  # fmt: skip


def test_no_more_and_no_fewer_cards_are_left_than_in_every_deal() -> None:
    """All ways of writing some eights and the eights that are gone, against all cards that they may be."""
    for named, gone in itertools.product(NAMED, repeat=2):
        left = [len(set(a) - set(b)) for a in subsets() if fits(a, named) for b in subsets() if fits(b, gone)]
        assert c.size(left_of(eights(named), eights(gone), c.TEXT)) == min(left), (named, gone)


@pytest.mark.parametrize(
    ("bottom", "gone", "kept"),
    [
        ("8s9dTd", "8d", "89T"),
        ("8s9dTd", "8", "9T"),
        ("8s9dTd", "8s", "9T"),
        ("8s8h9", "8d8c", "889"),
        ("8s8h9", "8d8", "89"),
        ("89T", "8d", "9T"),
        ("8sXD", "8dX", "8D"),
    ],
)
def test_cards_of_the_bottom_are_left_unless_they_may_be_among_the_played(bottom: str, gone: str, kept: str) -> None:
    assert c.text(left_of(parse_cards(bottom), parse_cards(gone), c.TEXT)) == kept


def test_suits_are_written_for_the_chosen_ranks_only() -> None:
    cards = parse_cards("3h8s8d9cTX")
    assert suited_text(cards, c.TEXT, c.pack("8")) == "38s8d9TX"
    assert suited_text(c.Cards(c.pack("388"), parse_cards("8d").own), c.TEXT, c.pack("8")) == "38d8"

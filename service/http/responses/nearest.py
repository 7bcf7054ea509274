"""The answer about the play nearest to cards that are no play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from service.explain.nearest import Nearest as NearestPlay
from service.http.responses.components import BrokenRule, Shape, Shown
from service.rules.cards import Cards, Hand, Notation, Token
from service.rules.physical_cards import as_form, give_back


class _Option(TypedDict):
    """The option, and its value under which the cards are a play of `rule_shape`."""

    name: str
    value: str


class Nearest(TypedDict):
    """The play nearest to cards that are no play: the fewest cards to add and to remove."""

    rule: BrokenRule
    """The broken rule; the text describes it. If the cards are a play but for one rule, it is that rule: a value of an
    option, then a rank or kicker that is excluded, then a length, then a gap between ranks, then a shape that only
    another game has (other_game); otherwise that of the nearest play."""
    rule_shape: Shape
    """The shape to which the rule belongs."""
    option: NotRequired[_Option]
    shape: Shape
    cards: Shown
    """The play: the cards with `missing` and without `extra`."""
    missing: Shown
    """Cards to add; other kickers of the same kind are possible."""
    extra: Shown
    """Cards to remove."""


def nearest_answer(nearest: NearestPlay, notation: Notation) -> Any:
    """Return the nearest play, its cards as the caller writes them."""
    return {
        "rule": nearest.fault,
        "rule_shape": nearest.rule_shape.name,
        **({"option": dict(zip(("name", "value"), nearest.option, strict=True))} if nearest.option else {}),
        "shape": nearest.shape.name,
        "cards": written_cards(nearest.play, nearest.own.own, nearest.own, notation),
        "missing": written_cards(nearest.missing, nearest.missing_own, nearest.own, notation),
        "extra": written_cards(nearest.extra, nearest.extra_own, nearest.own, notation),
    }


def written_cards(hand: Hand, own: Sequence[tuple[int, Token]], cards: Cards, notation: Notation) -> Shown:
    """Return cards by their tokens, or by rank if the caller's cards have no identities."""
    if own:
        return as_form([token for _, token in own], cards, notation)
    return give_back(hand, cards._replace(own=()), notation)

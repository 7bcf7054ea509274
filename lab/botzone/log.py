"""Readers of the values in a log of Botzone, with errors that name the place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

DECK_SIZE = 54

Json = dict[str, Any]
Cards = tuple[int, ...]


class LogError(ValueError):
    """The log has a wrong format, or parts of it are missing; the message names the place."""


def require(value: Any, kind: type, place: str) -> Any:
    """Return *value*.

    Raises LogError with its *place* if it is missing or has another type.
    """
    if type(value) is not kind:
        names = {dict: "an object", list: "a list", int: "a whole number", str: "a text"}
        raise LogError(f"{place} is {'missing' if value is None else f'not {names[kind]}'}")
    return value


def read_ids(value: Any, size: int, place: str) -> Cards:
    """Return different card ids below *size*. Raises LogError naming the place of a fault."""
    cards = tuple(require(card, int, f"{place}[{at}]") for at, card in enumerate(require(value, list, place)))
    for card in cards:
        if not 0 <= card < size:
            raise LogError(f"{place}: there is no card {card}; cards are 0 to {size - 1}")
    if len(set(cards)) < len(cards):
        raise LogError(f"{place}: a card occurs twice")
    return cards


def read_player(value: Any, number: int, place: str) -> int:
    """Return the index of a player, below *number*. Raises LogError naming the *place*."""
    player = int(require(value, int, place))
    if not 0 <= player < number:
        raise LogError(f"{place}: there is no player {player}; players are 0 to {number - 1}")
    return player


def take_out(hand: set[int], cards: Sequence[int], place: str) -> None:
    """Remove cards from a hand.

    Raises LogError for a card that is not in it: a request or a response is missing.
    """
    for card in cards:
        if card not in hand:
            raise LogError(f"{place}: card {card} is not in the hand; a part of the log is missing")
        hand.remove(card)


def read_log(text: str) -> Json:
    """Return the log in a line.

    Raises LogError if it is truncated or no JSON object.
    """
    try:
        log = json.loads(text)
    except ValueError as error:
        raise LogError(f"the line is no JSON, or cut: {error}") from None
    return dict(require(log, dict, "the line"))

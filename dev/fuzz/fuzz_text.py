"""Fuzz target of the text parsers: cards, positions in one line, and requests in JSON, up to their arguments.

Any input is parsed, or rejected by an error that names its field. Atheris generates inputs; `python -m dev.fuzz` runs
it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import atheris
import orjson
from marshmallow import ValidationError

with atheris.instrument_imports(include=["service.rules", "service.position", "service.http"]):
    from service.http.endpoints import ENDPOINTS
    from service.http.requests import json_body, schemas
    from service.position.parse.cards import parse_cards
    from service.position.parse.position_text import parse_line
    from service.position.read import read_position
    from service.rules import cards
    from service.rules.errors import RuleError

KINDS = (cards.PLAIN_KIND, cards.Kind(2, suited=True, level="2"), cards.Kind(coloured="2"), cards.Kind(wild=("7", "2")))
NOTATIONS = tuple(cards.NOTATIONS.values())


def check_hand(data: bytes, choice: int) -> None:
    """Parse cards; written and parsed again they must be the same."""
    kind, notation = KINDS[choice % len(KINDS)], NOTATIONS[choice // len(KINDS) % len(NOTATIONS)]
    hand = parse_cards(data.decode("utf-8", "replace"), notation, kind=kind).hand
    assert cards.pack(cards.text(hand)) == hand, data


def check_line(data: bytes, _: int) -> None:
    """Parse a position in one line; written and parsed again it must be the same position."""
    position = read_position(parse_line(data.decode("utf-8", "replace")))
    assert read_position(parse_line(position.line)).line == position.line, data


def check_request(data: bytes, choice: int) -> None:
    """Parse a request of one endpoint, and its arguments."""
    endpoint = tuple(ENDPOINTS.values())[choice % len(ENDPOINTS)]
    endpoint.arguments(endpoint.schema.load(json_body.loads(data)))


READERS: tuple[Callable[[bytes, int], None], ...] = (check_hand, check_line, check_request)


def read_input(data: bytes) -> None:
    """Read an input; its first byte chooses the reader."""
    if not data:
        return
    try:
        READERS[data[0] % len(READERS)](data[1:], data[0] // len(READERS))
    except ValidationError as fault:
        for pointer, _ in schemas.pointers(fault.messages):
            pointer.encode()
    except (RuleError, orjson.JSONDecodeError):
        pass


if __name__ == "__main__":
    itself = f"{sys.executable} -m dev.fuzz.fuzz_text"  # a merge runs this command again
    atheris.Setup([itself, *sys.argv[1:]], read_input)
    atheris.Fuzz()

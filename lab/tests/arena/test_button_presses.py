"""Persons who press the hint button in the arena."""

from __future__ import annotations

import pytest

from lab.arena.button_presses import PRESSES, ButtonPresser
from lab.arena.match import match_score
from lab.arena.opponents import find_opponent
from service.position.parse.position_text import parse_line
from service.position.position import Position
from service.position.read import read_position


def position(line: str) -> Position:
    return read_position(parse_line(line))


def fields_of(name: str, line: str) -> dict[str, str]:
    """Return the attributes that a person sends."""
    where, fields = position(line), dict[str, str]()
    for part in PRESSES[name]:
        fields |= part(where)
    return fields


LINE = "standard landlord_up 3344556789TJQKAA2 4KX TT,."


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("button", {"bottom": "4KX", "history": "TT,."}),
        ("button-history", {"history": "TT,."}),
        (
            "button-left-seen",
            {"last": "TT", "last_seat": "landlord", "left": "landlord:18,landlord_down:17", "seen": "TT"},
        ),
        ("button-left", {"last": "TT", "last_seat": "landlord", "left": "landlord:18,landlord_down:17"}),
        ("button-least", {"last": "TT", "last_seat": "landlord"}),
    ],
)
def test_each_sends_only_the_attributes_of_its_use(name: str, sent: dict[str, str]) -> None:
    assert fields_of(name, LINE) == {"hand": "3344556789TJQKAA2", "seat": "landlord_up"} | sent


def test_the_options_of_the_table_are_sent() -> None:
    line = "standard[attach=rlcard] landlord 33344556789TJQKAA222 - -"
    assert fields_of("button", line)["options"] == "attach=rlcard"


def test_it_plays_the_first_hint_and_passes_where_the_button_does() -> None:
    player = find_opponent("button")
    assert isinstance(player, ButtonPresser)
    where = position(LINE)
    answer = player.answer(where)
    assert answer["move"]["level"] == "adept"
    combo = player.move(where, 1)
    assert (combo is None) == answer["move"]["pass"]
    assert player.move(position("standard landlord_down 33445566789TJQKA2 - XD"), 1) is None


def test_the_documented_button_is_stronger_than_club_and_one_without_counts_is_not() -> None:
    assert match_score("button", "club", 60, 5).wp > 0.52
    assert match_score("button-least", "club", 60, 5).wp < 0.5

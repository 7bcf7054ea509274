"""Views: what a seat knows, and the cards that were probably played."""

from __future__ import annotations

import pytest

from service.advice.views import probable_view, view_of
from service.position.parse.position_text import parse_line
from service.position.read import read_position
from service.rules import cards
from tests.advice.test_robot import position


def test_the_cards_of_earlier_tricks_are_in_the_view() -> None:
    where = read_position(parse_line("standard landlord 8899TTJJQQKKAA22 889 3,4,.,5,.,6,7,.,.,8,.,."))
    assert [cards.text(trick) for trick in view_of(where).tricks if trick] == ["8", "34567"]


def test_the_probable_view_leaves_out_as_many_cards_as_were_played_the_low_ones_first() -> None:
    where = position("3499XD22", landlord_down=5, landlord_up=7)
    view = probable_view(where)
    assert cards.size(view.unseen) == 12
    assert view.unseen + view.gone == view_of(where).unseen
    assert cards.text(view.unseen) == "678TJQKKAA22"


def test_the_probable_view_keeps_the_bottom_that_another_seat_must_have() -> None:
    line = "standard landlord_up 89TJQKA22 34X ?9@landlord;left=landlord:4,landlord_down:3"
    where = read_position(parse_line(line))
    assert cards.text(where.must_hold["landlord"]) == "34X"
    view = probable_view(where)
    assert cards.size(view.unseen) == 7
    assert cards.holds(view.unseen, where.must_hold["landlord"])


@pytest.mark.parametrize(
    "line",
    [
        "standard landlord 8899TTJJQQKKAA22 889 3,4,.,5,.,6,7,.,.,8,.,.",
        "standard landlord 3345 - ?;left=landlord_down:5",
        "standard landlord 3345 - ?;left=landlord_down:5,landlord_up:1",
        "standard landlord 33445566778899TTJJQQ - ?;left=landlord_down:17,landlord_up:17",
        "guandan[level=2] 0 3s4d - ?;left=1:5,2:4,3:3",
    ],
    ids=["history", "numbers missing", "a last card", "dealt", "suits"],
)
def test_the_probable_view_is_the_view_where_it_can_leave_out_nothing(line: str) -> None:
    where = read_position(parse_line(line))
    assert probable_view(where) == view_of(where)

"""What the panels say of a hint and of the unseen cards, computed by node without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.page.test_why_lost import computed, pytestmark
from tests import ROOT

__all__ = ["pytestmark"]

LIB = ROOT / "board/page/lib"


def answers(module: str, call: str, cases: list[Any]) -> list[Any]:
    """Return what an expression over the functions of a module gives for each case, `one`."""
    script = f"""import * as lib from "{LIB / module}";
        console.log(JSON.stringify(JSON.parse(process.argv[1]).map((one) => {call})));"""
    return list(computed(script, cases))


CHIPS = {
    "34567": "3–7",
    "9TJQK": "9–K",
    "TJQKA": "T–A",
    "33445566": "33–66",
    "333444": "333 444",
    "33344455579J": "333–555 7 9 J",
    "3334": "333 4",
    "44QQ": "44 QQ",
    "TT": "T\u2009T",
    "XD": "X D",
    "XX": "X×2",
    "A2345": "A–5",
    "23456": "2–6",
    "AA2233": "AA–33",
    "2QKA": "Q K A 2",
}
"""Plays, and the text of their chips."""


def test_a_chip_names_a_run_by_its_ends() -> None:
    assert answers("hint_rows.js", "lib.inShort(one, (rank) => rank)", list(CHIPS)) == list(CHIPS.values())


def test_a_tag_says_what_a_play_breaks() -> None:
    cases: list[Any] = [
        [["3333"], ["breaks_split"]],
        [["XD"], ["breaks_split"]],
        [["34567", "88"], ["breaks_split", "cheapest"]],
        [["334455"], ["breaks_split"]],
        [[], ["keeps_split", "cheapest", "unknown", "best_of_split", "best_rest"]],
    ]
    expected = [
        ["splits a bomb"],
        ["splits a bomb"],
        ["splits a straight", "lowest"],
        ["splits"],
        ["whole", "lowest", "best rest"],
    ]
    call = 'lib.tagsOf({ breaks: one[0] }, one[1].map((code) => ({ code })), "en")'
    assert answers("hint_rows.js", call, cases) == expected
    assert answers("hint_rows.js", call.replace('"en"', '"zh"'), cases[:1]) == [["拆炸弹"]]


def test_a_loss_has_two_decimals() -> None:
    losses = [-1, 0, 0.001, 0.005, 1.234, 99]
    assert answers("hint_rows.js", "lib.lossText(one)", losses) == [
        "0.00",
        "0.00",
        "<0.01",
        "−0.01",
        "−1.23",
        "−9.99",
    ]


@pytest.mark.parametrize(
    ("values", "is_searched", "places"),
    [
        ([-3.0, -3.01, -3.04, -3.06], False, [1, 2]),
        ([-3.0, -3.01], False, []),
        ([0.5, 0.51, 0.485, 0.47], True, [1, 2]),
        ([None, -3.0, -3.0], False, []),
        (["pass", -3.0, -3.0], False, []),
        ([-3.0, "pass", -3.0, -3.0], False, [2, 3]),
    ],
)
def test_plays_within_the_error_of_the_first_are_ties(values: list[Any], is_searched: bool, places: list[int]) -> None:
    rows = [{"pass": True, "value": -3.0} if value == "pass" else {"value": value} for value in values]
    assert answers("hint_rows.js", "lib.tiesIn(...one)", [[rows, is_searched]]) == [places]


def test_higher_plays_are_those_of_the_unseen_cards() -> None:
    full = dict.fromkeys("3456789TJQKA2", 4) | {"X": 1, "D": 1}
    cases: list[Any] = [
        ["A", full],
        ["2", full | {"X": 0}],
        ["KK", full],
        ["KKK3", full | {"A": 2}],
        ["9TJQK", full],
        ["TJQKA", full],
        ["6789T", full | {"J": 0}],
        ["QQKK", full],
        ["A2345", full | {"7": 0, "9": 0}],
        ["A2345", full | {"4": 0, "9": 0}],
    ]
    expected = [["2", "X", "D"], ["D"], ["A", "2"], ["2"], ["TJQKA"], [], [], ["KA"], ["23456", "TJQKA"], ["TJQKA"]]
    assert answers("beaters.js", "lib.higher(lib.bodyOf(one[0]), one[1])", cases) == expected


def test_the_chance_of_a_rocket_follows_from_the_numbers_of_cards() -> None:
    unseen = {"X": 1, "D": 1, "3": 8}
    sure = {"landlord": {"X": 1, "D": 0.4}}
    cases: list[Any] = [
        [unseen, {}, [5, 5]],
        [unseen, {}, [10, 0]],
        [unseen, {}, [5, 4]],
        [unseen, {}, [None, 5]],
        [unseen, sure, [5, 5]],
        [unseen | {"X": 0}, {}, [5, 4]],
        [{"3": 4}, {}, [2, 2]],
    ]
    assert answers("beaters.js", "lib.rocketChance(...one)", cases) == [40 / 90, 1, None, None, 0.4, 0, 0]


def test_a_seat_may_beat_a_play_with_enough_cards() -> None:
    left = {"a": 1, "b": 5, "c": None}
    beliefs = {"b": {"K": 0.2, "A": 0.5}}
    cases: list[Any] = [[["a", "b", "c"], left, 2, ["K", "A"], beliefs], [["a", "b"], left, 1, [], beliefs]]
    assert answers("beaters.js", "lib.mayBeat(...one)", cases) == [
        [{"seat": "b", "chance": 0.5}, {"seat": "c", "chance": 0}],
        [{"seat": "a", "chance": 0}, {"seat": "b", "chance": 0}],
    ]


def test_a_percentile_lies_between_its_deciles() -> None:
    deciles = list(range(-50, 60, 10))
    scores = [-60, -50, -45, 0, 5, 49, 50, 60]
    assert answers("beaters.js", f"lib.percentile({deciles}, one)", scores) == [1, 1, 6, 50, 55, 98, 99, 99]

"""Positions: facts derived from a history, fields of a snapshot, and every contradiction with its pointer."""

from __future__ import annotations

from typing import Any

import pytest

from service.core import engine
from service.position.deck import check_counts
from service.position.parse.cards import parse_cards
from service.position.parse.position_text import PositionText, parse_line
from service.position.position import Position
from service.position.read import read_position
from service.rules import cards
from service.rules.cards import RANKS, pack
from service.rules.errors import RuleError
from service.rules.physical_cards import after_play, together


def position(hand: Any, **fields: Any) -> Position:
    """Return the position of a request with these fields."""
    return read_position(PositionText(hand, **fields))


def refused(hand: Any, **fields: Any) -> RuleError:
    """Return the error of a rejected request with these fields."""
    with pytest.raises(RuleError) as caught:
        position(hand, **fields)
    return caught.value


# ---- more cards than a deck ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "pointer", "detail"),
    [
        (
            {"hand": "999", "history": ["99", ".", "TT"]},
            "/history/0",
            "five 9s (3 in hand, 2 in history[0]), but the deck has four",
        ),
        (
            {"hand": "999", "last": {"cards": "99"}},
            "/last/cards",
            "five 9s (3 in hand, 2 in last), but the deck has four",
        ),
        # each bomb is of one deck; sixteen threes would not fit into the four bits of a packed rank either
        (
            {"hand": "4567", "seat": "landlord", "bottom": "5XD", "history": ["3333", ".", "."] * 4},
            "/history/3",
            "16 3s (4 in history[0], 4 in history[3], 4 in history[6], 4 in history[9]), but the deck has four",
        ),
        (
            {"hand": "34567899TTJJQQKKA", "seat": "landlord_up", "bottom": "XXD", "history": []},
            "/bottom",
            "two small jokers (2 in bottom), but the deck has one",
        ),
        # a farmer cannot have cards of the bottom
        (
            {"hand": "34567899TTJJQQKKX", "seat": "landlord_up", "bottom": "2XD", "history": []},
            "/bottom",
            "two small jokers (1 in hand, 1 in bottom), but the deck has one",
        ),
    ],
)
def test_too_many_of_a_rank_names_where_they_were_seen(fields: dict[str, Any], pointer: str, detail: str) -> None:
    error = refused(**fields)
    assert (error.code, error.pointer, error.message) == ("too_many_of_rank", pointer, detail)


def test_a_seat_with_nothing_but_the_flower_is_skipped() -> None:
    """It leads, cannot play, and passes; the next seat leads. A seat with two cards must not pass."""
    landlord = ["3456789TJQKA", ".", ".", "33445566", ".", "."]
    text = PositionText("778899TTJJQQKKAA2", "yuncheng", seat="landlord_down", history=[*landlord, "."])
    where = read_position(text)
    assert (where.mover, where.leads) == ("landlord_down", True)
    with pytest.raises(RuleError, match="may not pass"):
        read_position(text._replace(history=["3456789TJQKA", ".", ".", "334455", ".", ".", "."]))


def test_the_deal_is_over_when_a_whole_side_is_out() -> None:
    text = PositionText("3s4h", "guandan", seat="0", left={"1": 0, "3": 0})
    with pytest.raises(RuleError, match="over") as caught:
        read_position(text)
    assert (caught.value.code, caught.value.pointer) == ("game_over", "/left")


def test_a_wild_heart_is_written_as_what_it_is() -> None:
    with pytest.raises(RuleError, match="write the wild card as 2h"):
        read_position(PositionText("W3s", "guandan"))


@pytest.mark.parametrize("line", ["standard landlord 33 - ?=33", "standard landlord 33 - ?@landlord_up"])
def test_a_snapshot_without_cards_has_nobody(line: str) -> None:
    with pytest.raises(RuleError, match="a snapshot begins"):
        parse_line(line)


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("standard landlord 345 - ?;seen=3;seen=4", "seen"),
        ("standard landlord 345 - ?;left=landlord_up:3;left=landlord_up:3", "left"),
        ("standard landlord 345 - ?;left=landlord_up:3,landlord_up:4", "landlord_up"),
        ("standard[attach=pagat,attach=rlcard] landlord 345 - ?", "attach"),
    ],
)
def test_a_part_of_a_line_may_not_repeat(line: str, doubled: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_line(line)
    assert (caught.value.code, caught.value.pointer) == ("field_conflict", "/position")
    assert caught.value.message == f"duplicate {doubled!r} in position"


def test_a_leader_without_the_three_that_must_be_shown_is_free() -> None:
    """The three of spades may be undealt in a deck of 48 drawn at random."""
    where = read_position(
        PositionText("3h4s5s6s7s8s9sTsJsQsKsAs2s4h5h6h", "paodekuai", {"deck": "48r"}, "0", history=[])
    )
    assert where.constraints.must_show == 0


@pytest.mark.parametrize(
    ("fields", "code", "pointer", "detail"),
    [
        # three bottom cards in a hand of two
        (
            {"hand": "3345", "seat": "landlord_up", "bottom": "XD2", "left": {"landlord": 2}},
            "history_inconsistent",
            "/left/landlord",
            "landlord must still have 2XD of the bottom, which is more than 2 cards: correct it, "
            "or send the played cards in `seen`",
        ),
        # twenty cards without ten and eight are two
        (
            {
                "hand": "33445566778899TTJ",
                "seat": "landlord_down",
                "bottom": "KK2",
                "history": ["3456789TJQ", ".", ".", "456789TJ"],
            },
            "history_inconsistent",
            "/history/3",
            "landlord has 2 cards left here but must still have KK2 of the bottom: correct one of them",
        ),
        # one three was seen, perhaps one of the bottom's two; the other is in a hand, and three are in this hand
        (
            {"hand": "333", "seat": "landlord_down", "bottom": "334", "seen": "3"},
            "too_many_of_rank",
            "/bottom",
            "five 3s (3 in hand, 1 in seen, 1 in bottom), but the deck has four",
        ),
        # 33, X, D and 2 are unseen; X and D are the landlord's, and three are left for four
        (
            {
                "hand": "3345",
                "seat": "landlord_down",
                "bottom": "XD2",
                "left": {"landlord_up": 4},
                "seen": "4445556666777788889999TTTTJJJJQQQQKKKKAAAA222",
            },
            "history_inconsistent",
            "/left",
            "the other seats have at least 6 cards, but 5 are unseen: correct `left` or `seen`",
        ),
    ],
)
def test_a_bottom_that_cannot_be_held_is_refused(fields: dict[str, Any], code: str, pointer: str, detail: str) -> None:
    error = refused(**fields)
    assert (error.code, error.pointer, error.message) == (code, pointer, detail)


def test_a_bottom_that_just_fits_is_read() -> None:
    assert position("3345", seat="landlord_up", bottom="XD2", left={"landlord": 3}).left["landlord"] == 3
    history = ["3456789TJQ", ".", ".", "456789T"]
    assert position("33445566778899TTJ", seat="landlord_down", bottom="KK2", history=history).left["landlord"] == 3


# ---- seen cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "rank", "unseen"),
    [
        # two decks have eight tens: two suits were seen, and two others are on the table
        ({"hand": "KsKd", "variant": "guandan", "seen": "TsTc", "last": "ThTd"}, "T", 4),
        ({"hand": "KsKd", "variant": "guandan", "seen": "TsTc", "last": "TsTd"}, "T", 5),
        ({"hand": ["SK", "DK"], "variant": "guandan", "notation": "guandan", "seen": "ST CT", "last": "HT DT"}, "T", 4),
        ({"hand": "9d", "variant": "guandan", "seen": "Ah", "last": "Ac"}, "A", 6),
        ({"hand": "9d", "variant": "guandan", "seen": "X", "last": "X"}, "X", 1),
        # one deck has four
        ({"hand": [0, 1], "notation": "contest", "seen": [8, 9], "last": [10, 11]}, "5", 0),
        ({"hand": [0, 1], "notation": "contest", "seen": [8, 9], "last": [9, 10]}, "5", 1),
        ({"hand": "KsKd", "seen": "TsTc", "last": "ThTd"}, "T", 0),
        ({"hand": "KsKd", "seen": "TsT", "last": "ThTd"}, "T", 1),  # the ten without a suit may be one of the two
        ({"hand": "KK", "seen": "TT", "last": "TT"}, "T", 2),  # any two tens may be these two
        ({"hand": "KK", "seen": "TT", "last": "ThTd"}, "T", 2),
        ({"hand": "KK", "seen": "T", "last": "TT"}, "T", 2),
    ],
)
def test_the_last_play_counts_as_seen_by_its_identity(fields: dict[str, Any], rank: str, unseen: int) -> None:
    where = position(**fields)
    assert where.unseen >> 4 * RANKS.index(rank) & 15 == unseen
    again = read_position(parse_line(where.line))
    assert (again.unseen, again.unseen_suits, again.line) == (where.unseen, where.unseen_suits, where.line)


def test_too_many_wild_hearts_are_named_as_cards() -> None:
    rules = engine.rules_for("guandan", (("level", "5"),))
    with pytest.raises(RuleError) as caught:
        check_counts(rules, [("/hand", pack("WW")), ("/paid", pack("W"))])
    assert caught.value.message == "three 5hs (2 in hand, 1 in paid), but the deck has two"
    assert caught.value.message.zh.startswith("红桃5共有3张")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("standard landlord_up 34 - ?3@landlord_down;left=landlord_up:1", "the hand has 2 cards, not 1"),
        ("standard landlord_up 3 - ?4@landlord_down;left=landlord_up:2", "the hand has 1 card, not 2"),
        ("standard landlord_up 3 XDA ?4@landlord_down;left=landlord:1", "which is more than 1 card: "),
    ],
)
def test_one_card_is_no_cards(line: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        read_position(parse_line(line))


def test_suits_of_one_part_are_kept_beside_another_without() -> None:
    suited, plain = parse_cards("3s5", cards.TEXT, ""), parse_cards("34", cards.TEXT, "")
    for both in (together(suited, plain), together(plain, suited)):
        assert sorted(token for _, token in both.own) == ["3", "3s", "4", "5"]
        assert cards.text(both.hand) == "3345"
    left = after_play(parse_cards("3s3h4", cards.TEXT, ""), parse_cards("3h4s", cards.TEXT, ""))
    assert (cards.text(left.hand), left.own) == ("3", ((0, "3s"),))

"""Tribute of Guandan: cards, payers, receivers and leaders."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.rules.errors import RuleError
from service.rules.tribute import (
    DECK,
    Payment,
    first_leader,
    givers,
    payable,
    payments,
    power,
    refused,
    return_limit,
    returnable,
)

SINGLE, DOUBLE = (0, 1, 2, 3), (0, 2)
"""Seat 3 pays seat 0; seats 1 and 3 pay seats 0 and 2."""


# ---- cards ----------------------------------------------------------------------------------------------------


def test_the_order_of_a_level() -> None:
    spades = [card for card in DECK if card[0] == "S" or card == "HR"]
    by_power = sorted(spades, key=lambda card: power(card, "7"))
    assert " ".join(by_power) == "S2 S3 S4 S5 S6 S8 S9 ST SJ SQ SK SA S7 SB HR"


def test_every_card_is_known() -> None:
    assert len(DECK) == len(set(DECK)) == 54


def test_the_giver_may_choose_the_suit() -> None:
    assert payable(["CA", "DA", "SA", "SA", "SK"], "2") == ("SA", "CA", "DA")
    assert payable(["S3", "SA", "D2", "H2"], "2") == ("D2",)
    assert payable(["D5", "H5", "C5", "SA"], "5") == ("C5", "D5")  # the heart is wild


def test_a_small_joker_outranks_a_level_card() -> None:
    assert payable(["SB", "S5", "SA"], "5") == ("SB",)


def test_hearts_of_another_level_are_ordinary() -> None:
    assert payable(["H5", "S4"], "6") == ("H5",)


def test_a_hand_of_wild_cards_pays_nothing() -> None:
    with pytest.raises(RuleError) as caught:
        payable(["H5", "H5"], "5")
    assert caught.value.code == "hand_empty"


def test_up_to_ten_is_returned_without_level_cards() -> None:
    assert returnable(["ST", "S2", "HT", "S9", "D9", "SJ", "SA", "SB", "HR"], "9") == ("S2", "ST", "HT")
    assert returnable(["H9", "S3", "S3"], "9") == ("S3",)


def test_an_ace_is_not_low_when_it_is_returned() -> None:
    assert returnable(["SA", "S4"], "2") == ("S4",)


def test_a_hand_without_low_cards_returns_its_lowest() -> None:
    assert returnable(["SQ", "HQ", "SK", "S3", "HR"], "3") == ("SQ", "HQ")  # the three is a level card
    assert returnable(["S3", "H3", "SB"], "3") == ("S3", "H3")
    assert returnable(["HR", "SB"], "3") == ("SB",)


def test_a_house_may_return_other_ranks() -> None:
    assert returnable(["S4", "S9", "SA", "HR"], "2", return_max="5") == ("S4",)
    assert returnable(["S4", "S9", "SA", "HR"], "2", return_max="A") == ("S4", "S9", "SA")
    every = ["HR", "S4", "S9", "SA", "S2", "S9"]
    assert returnable(every, "2", return_max="free") == ("S4", "S9", "SA", "S2", "HR")


def test_a_house_may_restrict_only_what_a_partner_gets() -> None:
    assert [return_limit("ally", 0, giver) for giver in (1, 2, 3)] == ["free", "T", "free"]
    assert [return_limit("A", 0, giver) for giver in (1, 2, 3)] == ["A", "A", "A"]


# ---- payers and receivers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "payment"),
    [
        ((0, 1, 2, 3), Payment(3, 0, "SA")),
        ((0, 1, 2), Payment(3, 0, "SA")),  # three are out, the fourth is last
        ((2, 1, 3), Payment(0, 2, "SA")),  # a partner in last place pays too
    ],
)
def test_last_place_pays_first_place(order: tuple[int, ...], payment: Payment) -> None:
    assert payments(order, dict.fromkeys(range(4), "SA"), "2") == (payment,)
    assert first_leader(order, (payment,)) == payment.giver


@pytest.mark.parametrize("first", range(4))
def test_after_a_double_win_both_losers_pay_in_the_order_of_play(first: int) -> None:
    second, third, last = [(first + step) % 4 for step in (2, 1, 3)]
    for order in ((first, second, third, last), (first, second, last, third), (first, second)):
        assert givers(order) == (third, last)
    assert givers((first, third, second, last)) == (last,)


def test_of_two_givers_the_higher_card_goes_to_first_place() -> None:
    paid = payments((0, 2), {1: "SK", 3: "SA"}, "2")
    assert paid == (Payment(3, 0, "SA"), Payment(1, 2, "SK"))
    assert first_leader((0, 2), paid) == 3


def test_the_level_decides_which_card_is_higher() -> None:
    paid = payments((2, 0), {1: "SK", 3: "SA"}, "K")
    assert paid == (Payment(1, 2, "SK"), Payment(3, 0, "SA"))


@pytest.mark.parametrize(("order", "giver"), [((0, 2), 1), ((2, 0), 3), ((1, 3), 2), ((3, 1), 0)])
def test_equal_cards_go_clockwise(order: tuple[int, int], giver: int) -> None:
    paid = payments(order, {seat: f"{'SHCD'[seat]}A" for seat in range(4)}, "2")
    assert (paid[0].giver, paid[0].receiver) == (giver, order[0])
    assert (paid[1].giver, paid[1].receiver) == ((giver + 2) % 4, order[1])
    assert first_leader(order, paid) == giver


def test_equal_cards_may_be_chosen() -> None:
    cards = {1: "SA", 3: "DA"}
    paid = payments(DOUBLE, cards, "2", tie_tribute="choose", to_first=3)
    assert paid == (Payment(3, 0, "DA"), Payment(1, 2, "SA"))
    unequal = payments(DOUBLE, {1: "SA", 3: "DK"}, "2", tie_tribute="choose", to_first=3)
    assert unequal[0].giver == 1  # there is no choice


@pytest.mark.parametrize(
    ("hands", "answer"),
    [
        ([["HR", "HR"]], True),
        ([["HR", "SB"]], False),
        ([["HR"], ["HR"]], True),
        ([["HR", "HR"], ["S3"]], True),
        ([["HR", "SB"], ["SB"]], False),
    ],
)
def test_both_big_jokers_refuse(hands: list[list[str]], answer: bool) -> None:
    assert refused(hands) is answer


def test_any_two_jokers_or_none_refuse_in_some_houses() -> None:
    hands = [["HR", "SB"]], [["SB"], ["SB"]], [["HR"], ["S3"]], [["HR", "HR"]]
    assert [refused(each, "any") for each in hands] == [True, True, False, True]
    assert not any(refused(each, "off") for each in hands)


def test_after_a_refusal_first_place_leads() -> None:
    assert first_leader(DOUBLE, ()) == 0


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: power("S1", "2"), "card_unknown"),
        (lambda: power("X", "2"), "card_unknown"),
        (lambda: power("S3", "T9"), "field_invalid"),
        (lambda: returnable(["S3"], "2", return_max="all"), "option_unknown"),
        (lambda: returnable([], "2"), "hand_empty"),
        (lambda: payments(DOUBLE, {1: "S3"}, "2"), "field_missing"),
        (lambda: payments((0, 1), {}, "2"), "history_inconsistent"),
        (lambda: payments((), {}, "2"), "history_inconsistent"),
        (lambda: payments(SINGLE, {}, "2"), "field_missing"),
        (lambda: payments(SINGLE, {3: "S3"}, "2", tie_tribute="never"), "option_unknown"),
        (lambda: payments(DOUBLE, {1: "S3", 3: "D3"}, "2", tie_tribute="choose"), "field_missing"),
        (lambda: payments(DOUBLE, {1: "S3", 3: "D3"}, "2", tie_tribute="choose", to_first=2), "field_invalid"),
    ],
)
def test_faults_have_codes(ask: Callable[[], object], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        ask()
    assert caught.value.code == code

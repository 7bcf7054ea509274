"""The tribute 进贡 of Guandan in a request: hands, cards and seats, checked against the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.position.dealt import MOVED, MovedText
from service.position.deck import check_counts, check_same_cards, check_seat
from service.position.parse.card_fields import check_notation_suits
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.cards import Cards, Notation, Token
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, Faults, RuleError
from service.rules.physical_cards import together
from service.rules.scoring import partner_place

GIVE, RETURN = "give", "return"

ROLES: Mapping[str, int] = {GIVE: 0, RETURN: 1}
"""Roles of the requesting seat, each with the number of cards beyond the dealt ones."""


class TributeText(NamedTuple):
    """Tribute fields of a request, with their types checked."""

    role: str
    hand: object
    """The hand as the caller wrote it."""
    paid: object = None
    """The card paid to the requesting seat, as the caller wrote it; None: it is part of the hand, or there is none."""
    order: Sequence[str] | None = None
    """Seats in the order of going out in the last deal; None: a single tribute."""
    partner: int | None = None
    """Jokers of the other giver of a double tribute that count for a refusal, if known."""


class Handover(NamedTuple):
    """A card that a seat paid or returned, with the cards it could choose from."""

    role: str
    giver: str
    receiver: str
    card: Cards
    name: str
    """Name of the card in `rules.tribute`."""
    at: str
    """Pointer of the card in the request."""


# ---- cards by name ----


def card_name(token: Token, notation: Notation) -> str:
    """Return the name of a card in `rules.tribute`."""
    return str(token if notation is c.GUANDAN else c.written_in(c.GUANDAN.id)[str(token)])


def card_names(cards: Cards, notation: Notation) -> list[str]:
    """Return the names of cards in `rules.tribute`."""
    return [card_name(token, notation) for _, token in cards.own]


def tokens_by_name(own: Cards, notation: Notation) -> dict[str, Token]:
    """Return the caller's token of each distinct card of a hand, by its name in `rules.tribute`."""
    tokens: dict[str, Token] = {}
    for _, token in own.own:
        tokens.setdefault(card_name(token, notation), token)
    return tokens


# ---- a seat that pays or returns a card ----


def read_order(rules: CompiledRules, order: Sequence[str]) -> list[int]:
    """Return the seats of the last deal in the order of going out.

    Raises RuleError "seat_unknown", or "history_inconsistent" if no deal ends so.
    """
    faults = Faults()
    names = [faults.read(check_seat, rules, seat, f"/order/{i}") for i, seat in enumerate(order)]
    faults.check()
    seats = [int(name) for name in names]
    try:
        partner_place(seats)
    except RuleError as error:
        raise error.inside("/order") from error
    return seats


def read_tribute_hand(rules: CompiledRules, text: TributeText, notation: Notation) -> Cards:
    """Return the hand of the request, including the card paid to it.

    Raises RuleError "hand_size" if the size does not fit the role, and the errors of card parsing.
    """
    check_notation_suits(notation, rules.setup.kind)
    faults = Faults()
    own = faults.read(parse_cards, text.hand, notation, "/hand", rules.setup.kind)
    paid = c.NO_CARDS if text.paid is None else faults.read(read_paid, rules, text, notation)
    faults.check()
    check_counts(rules, [("/hand", own.hand), ("/paid", paid.hand)])
    check_same_cards([("/hand", own), ("/paid", paid)], notation, rules.setup.decks)
    check_tribute_size(
        text, c.size(own.hand), max(rules.setup.hand_size.values()) + ROLES[text.role] - c.size(paid.hand)
    )
    return together(own, paid) if paid.hand else own


def read_paid(rules: CompiledRules, text: TributeText, notation: Notation) -> Cards:
    """Return the card that was paid to the requesting seat.

    Raises RuleError "field_conflict" for a role that receives none, "field_invalid" for another number of cards.
    """
    if text.role != RETURN:
        message = Bilingual(
            "only a seat that returns a card was paid one; leave `paid` out", "只有还贡的一家收到过贡牌，请去掉 `paid`"
        )
        raise RuleError("field_conflict", message, "/paid")
    paid = parse_cards(text.paid, notation, "/paid", rules.setup.kind)
    if c.size(paid.hand) != 1:
        message = Bilingual(f"one card is paid, not {c.size(paid.hand)}", f"贡牌是一张，不是{c.size(paid.hand)}张")
        raise RuleError("field_invalid", message, "/paid")
    return paid


def check_tribute_size(text: TributeText, has: int, wanted: int) -> None:
    """Raise RuleError "hand_size" unless the hand has *wanted* cards."""
    if has == wanted:
        return
    among, among_zh = "", ""
    if text.role == RETURN and text.paid is None:
        among, among_zh = ", the paid one among them unless `paid` names it", "（含收到的贡牌，除非另写在 `paid` 里）"
    role = "还贡" if text.role == RETURN else "进贡"
    message = Bilingual(
        f"a seat that has to {text.role} has {wanted} cards{among}, not {has}",
        f"{role}的一家应有{wanted}张牌{among_zh}，不是{has}张",
    )
    raise RuleError("hand_size", message, "/hand")


# ---- cards that were handed over ----


def read_card(value: Any, notation: Notation, pointer: str, rules: CompiledRules) -> Cards:
    """Return the one card that a seat hands over.

    Raises RuleError "field_invalid" for another number of cards.
    """
    card = parse_cards(value, notation, pointer, rules.setup.kind)
    if c.size(card.hand) != 1:
        message = Bilingual(
            f"one card is handed over, not {c.size(card.hand)}", f"只交一张牌，不是{c.size(card.hand)}张"
        )
        raise RuleError("field_invalid", message, pointer)
    return card


def read_moved(
    rules: CompiledRules, moved: Sequence[MovedText], notation: Notation
) -> tuple[list[Handover], list[Handover]]:
    """Return the payments of a finished tribute, and the returned cards in the order of the payments.

    Raises RuleError "field_conflict" for a card that no seat owes, "field_missing" for a payment without a return, and
    errors of seats and cards.
    """
    paid: list[Handover] = []
    returned: dict[int, Handover] = {}
    for index, one in enumerate(moved):
        at = f"{MOVED}/{index}"
        giver, receiver = check_seat(rules, one.giver, f"{at}/from"), check_seat(rules, one.receiver, f"{at}/to")
        card = read_card(one.card, notation, f"{at}/card", rules)
        name = card_name(card.own[0][1], notation)
        back = next((i for i, other in enumerate(paid) if (other.receiver, other.giver) == (giver, receiver)), None)
        if back is not None and back not in returned:
            returned[back] = Handover(RETURN, giver, receiver, card, name, at)
        else:
            paid.append(Handover(GIVE, giver, receiver, card, name, at))
            check_owed(rules, paid)
    for place, payment in enumerate(paid):
        if place not in returned:
            message = Bilingual(
                f"{seat_en(payment.receiver)} returned no card to {seat_en(payment.giver)}",
                f"{seat_zh(payment.receiver)}还没有还牌给{seat_zh(payment.giver)}",
            )
            raise RuleError("field_missing", message, MOVED)
    return paid, [returned[place] for place in range(len(paid))]


def check_owed(rules: CompiledRules, paid: Sequence[Handover]) -> None:
    """Raise RuleError "field_conflict" unless the last payment is possible in addition to those before it."""
    before, last = paid[:-1], paid[-1]
    allies = next(side for side in rules.variant.allies if last.giver in side)
    taking = [one.receiver for one in before]
    partners = bool(before) and before[0].giver in allies and before[0].giver != last.giver
    if last.giver == last.receiver:
        message = Bilingual("a seat hands no card to itself", "不能把牌交给自己")
        raise RuleError("field_conflict", message, last.at + "/to")
    if len(before) > 1 or (before and not partners) or last.giver in taking:
        message = Bilingual(
            f"{seat_en(last.giver)} owes no card here: one seat pays, or two partners do, and each gets one back",
            f"{seat_zh(last.giver)}这里不用交牌：进贡的是一家，或者双下的两个对家，各得还贡一张",
        )
        raise RuleError("field_conflict", message, last.at + "/from")
    if before and (last.receiver in allies or before[0].receiver in (*allies, last.receiver)):
        message = Bilingual("two partners pay the two others, one each", "双下时两个对家进贡给另外两家，一家一张")
        raise RuleError("field_conflict", message, last.at + "/to")

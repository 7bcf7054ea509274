"""Advice on the tribute 进贡 of Guandan: the card to pay or to return, by the value of the remaining hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules
from service.core.engine import Split
from service.position.deck import check_counts, check_same_cards, check_seat
from service.position.parse.card_fields import check_notation_suits
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules import tribute
from service.rules.cards import Cards, Notation, Token
from service.rules.errors import Bilingual, RuleError, coded
from service.rules.physical_cards import together
from service.rules.scoring import partner_place
from service.rules.variants import find_variant, with_tribute

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
    """Big jokers of the other giver of a double tribute, if known."""


class CardChoice(NamedTuple):
    """A card that may be paid or returned, and the value of the hand without it."""

    card: Token
    """The card as the caller wrote it."""
    split: Split
    """The best split of the hand without it."""


class TributeAdvice(NamedTuple):
    """Cards that may be paid or returned, the best first, and the known facts of the tribute."""

    rules: CompiledRules
    role: str
    allowed: tuple[Token, ...]
    """The cards that may be paid or returned, as the caller wrote them."""
    choices: tuple[CardChoice, ...]
    """The same cards with their values, best first."""
    refused: bool | None
    """Whether the tribute is refused; None if unknown."""
    leader: int | None
    """The seat that leads the new deal, if it is known."""
    why: tuple[str, ...]


def tribute_rules(variant: str, options: Mapping[str, str]) -> CompiledRules:
    """Return the rules of the game.

    Raises RuleError "variant_unknown" for a game without tribute.
    """
    if not find_variant(variant).tribute:
        message = Bilingual(
            f"{variant} has no tribute; {', '.join(with_tribute())} has",
            f"{find_variant(variant).zh}没有进贡；有进贡的是 {coded(with_tribute())}",
        )
        raise RuleError("variant_unknown", message, "/variant")
    return engine.rules_for(variant, tuple(options.items()))


# ---- known cards ----------------------------------------------------------------------------------------------


def read_tribute_hand(rules: CompiledRules, text: TributeText, notation: Notation) -> Cards:
    """Return the hand of the request, including the card paid to it.

    Raises RuleError "hand_size" if the size does not fit the role, and the errors of card parsing.
    """
    check_notation_suits(notation, rules.setup.kind)
    own = parse_cards(text.hand, notation, "/hand", rules.setup.kind)
    paid = c.NO_CARDS if text.paid is None else read_paid(rules, text, notation)
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


def read_order(rules: CompiledRules, order: Sequence[str]) -> list[int]:
    """Return the seats of the last deal in the order of going out.

    Raises RuleError "seat_unknown", or "history_inconsistent" if no deal ends so.
    """
    seats = [int(check_seat(rules, seat, f"/order/{i}")) for i, seat in enumerate(order)]
    try:
        partner_place(seats)
    except RuleError as error:
        raise RuleError(error.code, error.message, "/order") from error
    return seats


def card_name(token: Token, notation: Notation) -> str:
    """Return the name of a card in `rules.tribute`."""
    return str(token if notation is c.GUANDAN else c.written_in(c.GUANDAN.id)[str(token)])


def tokens_by_name(own: Cards, notation: Notation) -> dict[str, Token]:
    """Return the caller's token of each distinct card of a hand, by its name in `rules.tribute`."""
    tokens: dict[str, Token] = {}
    for _, token in own.own:
        tokens.setdefault(card_name(token, notation), token)
    return tokens


def is_refused(text: TributeText, order: Sequence[int], jokers: int) -> bool | None:
    """Return whether the tribute is refused 抗贡, because the givers have both big jokers; None if unknown.

    Raises RuleError "field_conflict" for jokers of another giver if there is none.
    """
    double = bool(order) and len(tribute.givers(order)) == 2
    if text.partner is not None and (not double or text.role != GIVE):
        message = Bilingual(
            "only in a double tribute does the partner pay too: `order` begins with two partners",
            "只有双下时进贡的一家才有同样进贡的对家：`order` 应以两个对家开头",
        )
        raise RuleError("field_conflict", message, "/partner_big_jokers")
    if text.role != GIVE:
        return False
    if jokers + (text.partner or 0) > 2:
        message = Bilingual(
            f"{jokers} big jokers in the hand, but the deck has 2", f"手里已有{jokers}张大王，一共只有2张"
        )
        raise RuleError("too_many_of_rank", message, "/partner_big_jokers")
    if double and text.partner is None and jokers < 2:
        return None
    return jokers + (text.partner or 0) == 2


def first_to_lead(order: Sequence[int], refused: bool | None) -> int | None:
    """Return the seat that leads the new deal; None if that depends on the paid cards, or is unknown."""
    if not order or refused is None:
        return None
    paying = tribute.givers(order)
    return order[0] if refused else paying[0] if len(paying) == 1 else None


# ---- advice ---------------------------------------------------------------------------------------------------


def card_choices(
    rules: CompiledRules, own: Cards, tokens: Sequence[Token], notation: Notation
) -> tuple[CardChoice, ...]:
    """Return cards by the value of the remaining hand, best first; ties keep the given order."""
    choices = []
    for token in tokens:
        left = [other for _, other in own.own]
        left.remove(token)
        rest = parse_cards(left, notation, "/hand", rules.setup.kind)
        choices.append(CardChoice(token, engine.split(rules, rest.hand, 0, None, rest.suits)))
    return tuple(sorted(choices, key=lambda choice: -choice.split.score))


def advise_tribute(rules: CompiledRules, text: TributeText, notation: Notation) -> TributeAdvice:
    """Return the cards that may be paid or returned, the best first, and the known facts of the tribute.

    Raises RuleError for an impossible tribute and for cards that do not fit it.
    """
    own = read_tribute_hand(rules, text, notation)
    order = read_order(rules, text.order) if text.order is not None else []
    hand, level = tokens_by_name(own, notation), rules.setup.level
    jokers = c.count(own.hand, c.RANKS.index("D"))
    refused = is_refused(text, order, jokers)
    if text.role == GIVE:
        payable = () if refused else tribute.payable(hand, level)
    else:
        payable = tribute.returnable(hand, level, rules.setup.return_max)
    allowed = tuple([hand[card] for card in payable])
    return TributeAdvice(
        rules=rules,
        role=text.role,
        allowed=allowed,
        choices=card_choices(rules, own, allowed, notation),
        refused=refused,
        leader=first_to_lead(order, refused),
        why=("tribute_refused" if refused else "only" if len(allowed) == 1 else "best_rest",),
    )

"""The tribute of a new deal for the referee: cards due, the leader, and the hands after the exchange.

Seats are numbered as in the previous deal until the leader is known; the new deal numbers them from the leader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.position.dealt import HANDS, ExchangeText, Known
from service.position.tribute import card_name, card_names, read_card, read_order
from service.rules import tribute
from service.rules.cards import Cards, Notation, Token
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError, step
from service.rules.physical_cards import after_play, together
from service.rules.scoring import Standing
from service.rules.tribute import Payment

PAID, RETURNED = "/tribute/paid", "/tribute/returned"
"""Pointers of the given cards."""


class Moved(NamedTuple):
    """A card that went from one seat to another."""

    giver: str
    receiver: str
    card: Cards


class Exchange(NamedTuple):
    """The state of a tribute."""

    refused: bool
    give: Mapping[str, tuple[Token, ...]]
    """Cards from which each giver that has not paid yet must choose."""
    choose: Mapping[str, tuple[str, ...]]
    """Givers of equal cards; the seat that went out first chooses which of them pays it."""
    give_back: Mapping[str, tuple[Token, ...]]
    """Cards from which each receiver that has not returned one must choose."""
    moved: tuple[Moved, ...]
    """Cards paid and returned so far."""
    leader: str | None = None
    """The leader; None while a card is due."""
    hands: Mapping[str, Cards] | None = None
    """The hands after the tribute, seats counted from the leader."""
    standing: Standing | None = None
    """The standing of the match, with sides numbered by these seats."""
    order: Sequence[int] = ()
    """Seats in the order of going out in the previous deal."""


class TributeContext(NamedTuple):
    """Rules, notation, hands and order of a tribute."""

    rules: CompiledRules
    notation: Notation
    hands: Mapping[str, Cards]
    order: Sequence[int]


def hand_tokens(context: TributeContext, hand: Cards, names: Sequence[str]) -> tuple[Token, ...]:
    by_name = {card_name(token, context.notation): token for _, token in hand.own}
    return tuple(by_name[name] for name in names)


def read_handed(context: TributeContext, hand: Cards, value: Any, allowed: Sequence[str], pointer: str) -> Cards:
    """Return the one card that a seat hands over.

    Raises RuleError "not_held", or "field_invalid" for a card that may not be handed over.
    """
    card = read_card(value, context.notation, pointer, context.rules)
    (name,) = card_names(card, context.notation)
    if name not in card_names(hand, context.notation):
        raise RuleError("not_held", Bilingual("the hand does not contain this card", "手里没有这张牌"), pointer)
    if name not in allowed:
        may = " ".join(map(str, hand_tokens(context, hand, allowed)))
        message = Bilingual(
            f"the card handed over here is one of {may}, not {card.own[0][1]}", f"这里只能交 {may} 中的一张"
        )
        raise RuleError("field_invalid", message, pointer)
    return card


def check_givers(cards: Mapping[str, Any], seats: Sequence[int], pointer: str) -> None:
    """Raise RuleError "field_conflict" for a card of a seat outside *seats*."""
    for seat in cards:
        if seat not in map(str, seats):
            en, zh = " or ".join(map(seat_en, seats)), "或".join(map(seat_zh, seats))
            message = Bilingual(
                f"{seat_en(seat[:30])} hands over no card here" + (f"; {en} does" if seats else ""),
                f"这里{seat_zh(seat[:30])}不交牌" + (f"；该交牌的是{zh}" if seats else ""),
            )
            raise RuleError("field_conflict", message, pointer + step(seat))


# ---- the steps ------------------------------------------------------------------------------------------------------


def exchange(
    rules: CompiledRules, text: ExchangeText, known: Known, standing: Standing | None, notation: Notation
) -> Exchange:
    """Return the state of a tribute.

    Raises RuleError "field_conflict" in a game without tribute, "field_missing" unless all hands are known, and errors
    for cards that may not be handed over.
    """
    if not rules.variant.tribute:
        raise RuleError(
            "field_conflict",
            Bilingual(f"{rules.variant.name} has no tribute", f"{rules.variant.zh}没有进贡"),
            "/tribute",
        )
    if len(known.hands) < len(rules.variant.seats):
        raise RuleError("field_missing", Bilingual("a tribute needs all hands", "进贡需要各家的手牌"), HANDS)
    try:
        order = read_order(rules, text.order)
    except RuleError as error:
        raise error.inside("/tribute") from error
    context = TributeContext(rules, notation, known.hands, order)
    givers = tribute.givers(order)
    hands = [card_names(known.hands[str(seat)], notation) for seat in givers]
    if tribute.refused(hands, rules.options["resist"]):
        check_givers(text.paid, (), PAID)
        check_givers(text.returned, (), RETURNED)
        state = finish(context, Exchange(True, {}, {}, {}, ()), order[0], standing)
    else:
        check_givers(text.paid, givers, PAID)
        state = after_paying(context, text, givers, standing)
    return state._replace(order=tuple(order))


def after_paying(
    context: TributeContext, text: ExchangeText, givers: Sequence[int], standing: Standing | None
) -> Exchange:
    """Return the state of a tribute that is not refused."""
    level, paid, owed = context.rules.setup.level, dict[int, Cards](), dict[str, tuple[Token, ...]]()
    for seat in givers:
        hand = context.hands[str(seat)]
        allowed = tribute.payable(card_names(hand, context.notation), level)
        if str(seat) in text.paid:
            paid[seat] = read_handed(context, hand, text.paid[str(seat)], allowed, f"{PAID}/{seat}")
        else:
            owed[str(seat)] = hand_tokens(context, hand, allowed)
    if owed:
        check_givers(text.returned, (), RETURNED)
        return Exchange(False, owed, {}, {}, ())
    names = {seat: card_names(card, context.notation)[0] for seat, card in paid.items()}
    chosen = context.rules.options["tie_tribute"]
    equal = len(givers) > 1 and len({tribute.power(name, level) for name in names.values()}) == 1
    first = read_first(text.to_first, givers) if chosen == "choose" and equal else None
    if chosen == "choose" and equal and first is None:
        return Exchange(False, {}, {str(context.order[0]): tuple(map(str, givers))}, {}, ())
    payments = tribute.payments(context.order, names, level, chosen, first)
    return after_returning(context, text, payments, paid, standing)


def read_first(value: str | None, givers: Sequence[int]) -> int | None:
    """Return which of the givers pays first place, None if not given.

    Raises RuleError "seat_unknown" for a seat that gives nothing.
    """
    if value is not None and value not in map(str, givers):
        message = Bilingual(
            f"seats {givers[0]} and {givers[1]} pay tribute", f"进贡的是{givers[0]}号位和{givers[1]}号位"
        )
        raise RuleError("seat_unknown", message, "/tribute/to_first")
    return None if value is None else int(value)


def after_returning(
    context: TributeContext,
    text: ExchangeText,
    payments: Sequence[Payment],
    paid: Mapping[int, Cards],
    standing: Standing | None,
) -> Exchange:
    """Return the state of a tribute after all givers have paid."""
    check_givers(text.returned, [payment.receiver for payment in payments], RETURNED)
    moved, owed = list[Moved](), dict[str, tuple[Token, ...]]()
    setup = context.rules.setup
    for payment in payments:
        giver, receiver, card = str(payment.giver), str(payment.receiver), paid[payment.giver]
        moved.append(Moved(giver, receiver, card))
        hand = together(context.hands[receiver], card)
        limit = tribute.return_limit(setup.return_max, payment.receiver, payment.giver)
        allowed = tribute.returnable(card_names(hand, context.notation), setup.level, limit)
        if receiver in text.returned:
            back = read_handed(context, hand, text.returned[receiver], allowed, f"{RETURNED}/{receiver}")
            moved.append(Moved(receiver, giver, back))
        else:
            owed[receiver] = hand_tokens(context, hand, allowed)
    state = Exchange(False, {}, {}, owed, tuple(moved))
    return state if owed else finish(context, state, tribute.first_leader(context.order, payments), standing)


def finish(context: TributeContext, state: Exchange, leader: int, standing: Standing | None) -> Exchange:
    """Return a finished tribute: the hands after it, seats counted from the leader."""
    hands, n = dict(context.hands), len(context.hands)
    for giver, receiver, card in state.moved:
        hands[receiver] = together(hands[receiver], card)
        hands[giver] = after_play(hands[giver], card)
    if standing is not None and leader % 2:
        levels, failures = standing.levels[::-1], standing.failures[::-1]
        standing = replace(standing, levels=levels, failures=failures, playing=1 - standing.playing)
    turned = {str(seat): hands[str((leader + seat) % n)] for seat in range(n)}
    return state._replace(leader=str(leader), hands=turned, standing=standing)

"""Cards, combos and seats in answers: as the caller writes them, each of the caller's own cards named once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import NO_SUITS, CompiledRules
from service.http.requests.answer_format import Json
from service.position.play import as_text, faces_of, is_declared, ranks_in_order
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.physical_cards import as_form, give_back, stand_ins, taken, without
from service.rules.red_black_threes import in_pairs, is_pair_of_one

CardsJson = str | list[c.Token]
"""Cards in an answer."""


def cards_answer(position: Position, hand: c.Hand, suits: c.Suits = NO_SUITS, own: c.Cards | None = None) -> CardsJson:
    """Return cards of the asker's hand, or of *own*, as the caller writes them, of *suits* where these matter."""
    own = own or position.own_cards
    if own.plain:
        return c.text(hand)
    return give_back(hand, own, position.notation, suits)


def card_answer(card: str, notation: c.Notation) -> c.Token | None:
    """Return one card, a rank with a suit or without, as a notation writes it; None if there is none."""
    written = c.written_in(notation.id)
    return written[card if card in written else card[0]] if card else None


def lying_cards(position: Position) -> c.Cards:
    """Return what is to be beaten as the caller wrote it, in the form of the hand: a text, or an array."""
    cards, own = position.table_cards, position.own_cards
    plain = cards.plain if cards.own else own.plain
    same = cards.listed == own.listed and cards.plain == plain  # as nearly always
    return cards if same else cards._replace(listed=own.listed, plain=plain)


def rest_answer(position: Position, combo: Combo, suits: c.Suits) -> CardsJson:
    """Return what a play of the asker leaves in hand."""
    left = tuple([a - b for a, b in zip(position.suits, suits, strict=True)])
    own = position.own_cards
    own = own if position.suits or not own.own else without(own_for(position, combo, own), combo.cards)
    return cards_answer(position, position.hand - combo.cards, left, own)


def own_for(position: Position, combo: Combo, own: c.Cards) -> c.Cards:
    """Return the caller's own cards so ordered that *combo* takes the first ones: of three threes two of one colour."""
    kind = position.rules.setup.kind
    return in_pairs(own, position.notation, kind, first=True) if is_pair_of_one(combo.cards, kind) else own


class Written(NamedTuple):
    """Cards as a caller wrote them, and by which rules and notation."""

    rules: CompiledRules
    notation: c.Notation
    cards: c.Cards


def combo_answer(position: Position, combo: Combo, suits: c.Suits = NO_SUITS, own: c.Cards | None = None) -> Json:
    """Return cards and shape of a combo of the asker's hand, and what wild cards stand for; *suits* are the cards'."""
    own, rules = own or position.own_cards, position.rules
    if rules.setup.kind.coloured:
        own = own_for(position, combo, own)
    if own.plain:
        answer: Json = {"cards": c.text(combo.cards), "shape": combo.shape}
        if rules.setup.wilds.cards and is_declared(combo, rules):
            answer["as"] = as_text(combo, rules)
        return answer
    return play_answer(combo, Written(rules, position.notation, own), suits)


def play_answer(combo: Combo, written: Written, suits: c.Suits) -> Json:
    """Return cards and shape of a combo, and what its cards, of *suits*, stand for where that must be said."""
    rules, notation, cards = written
    answer: Json = {"cards": as_form(combo_tokens(combo, written, suits), cards, notation), "shape": combo.shape}
    if rules.setup.wilds.cards and is_declared(combo, rules, suits):
        answer["as"] = as_form(stands_for(combo, written, suits), cards, notation)
    return answer


def combo_tokens(combo: Combo, written: Written, suits: c.Suits = NO_SUITS) -> list[c.Token]:
    """Return the cards of a combo one by one, lowest first, but a run as it goes: A2345."""
    rules, notation, cards = written
    if not cards.own:
        return [c.written_in(notation.id)[letter] for letter in c.text(combo.cards)]
    own = taken(combo.cards, cards, notation, suits)
    order = ranks_in_order(combo, rules) if combo.length > 1 else c.RANKS
    if order is not c.RANKS:
        own = sorted(own, key=lambda card: order.index(c.RANKS[card[0]]))
    return [token for _, token in own]


def stands_for(combo: Combo, written: Written, suits: c.Suits = NO_SUITS) -> list[c.Token]:
    """Return what a combo's cards stand for one by one."""
    rules, notation, cards = written
    own = taken(combo.cards, cards, notation, suits)
    return stand_ins(faces_of(combo, rules, suits), own, notation, rules.setup.wilds.printed)


def engine_answer(rules: CompiledRules, by_nets: bool = False) -> Json:
    """Return what decided an answer beside the question; *by_nets*: the game's networks too, where it has any."""
    answer = {"version": engine.VERSION, "weights": rules.weights.name}
    return answer | {"nets": rules.weights.nets} if by_nets and rules.weights.nets else answer


# ---- which of the caller's cards make up several combos ---------------------------------------------------------


def own_parts(position: Position, combos: Sequence[Combo]) -> list[c.Cards]:
    """Return the caller's own cards that are left for each of *combos*, so that none is named twice."""
    own, parts = position.own_cards, []
    if position.suits or not own.own:
        return [own] * len(combos)
    for combo in combos:
        parts.append(own_for(position, combo, own))
        own = without(parts[-1], combo.cards)
    return parts


def split_suits(position: Position, combos: Sequence[Combo], first: c.Suits = NO_SUITS) -> list[c.Suits]:
    """Return the cards of each of *combos* by suit: those of one suit choose before straights, these before the rest.

    *first* are those of the first combo, if they are known.
    """
    if not position.suits:
        return [NO_SUITS] * len(combos)
    left, taken = position.suits, [NO_SUITS] * len(combos)
    order = sorted(range(len(combos)), key=lambda i: (i > 0 or not first, not combos[i].suit, -combos[i].length))
    for i in order:
        taken[i] = first if first and i == 0 else taken_suits(combos[i], left)
        left = tuple([a - b for a, b in zip(left, taken[i], strict=True)])
    return taken


def taken_suits(combo: Combo, left: c.Suits) -> c.Suits:
    """Return the cards of a combo by suit out of *left*: all of its one suit, or the commonest suits first."""
    words = [0, 0, 0, 0]
    for rank in range(13):
        number = c.count(combo.cards, rank)
        suits = [combo.suit - 1] if combo.suit else sorted(range(4), key=lambda s: (-(left[s] >> 2 * rank & 3), s))
        if number and combo.length > 1 and not combo.suit:  # a straight starts in mixed suits where it can
            suits = suits[rank % 2 :] + suits[: rank % 2]
        for suit in suits:
            taken = min(number, left[suit] >> 2 * rank & 3)
            words[suit] += taken << 2 * rank
            number -= taken
    return tuple(words)

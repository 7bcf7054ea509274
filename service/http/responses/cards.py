"""Cards, combos and seats in answers: in the caller's notation, each of the caller's own cards at most once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple, NotRequired, TypeAlias, TypedDict

from service.advice.combo_cards import ComboCards, others
from service.core import engine
from service.core.bindings import NO_SUITS, CompiledRules
from service.http.requests.answer_format import Json
from service.http.responses.components import Shown
from service.http.texts.reasons import Reason, sentences
from service.position.play import as_text, faces_of, is_declared
from service.position.position import LEVEL, Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.display_names import combo_letters, run_order
from service.rules.physical_cards import as_form, give_back, is_listed, separate, stand_ins, taken


def cards_answer(position: Position, hand: c.Hand, suits: c.Suits = NO_SUITS, own: c.Cards | None = None) -> Shown:
    """Return cards of the hand, or of *own*, in the caller's notation, by *suits* if these matter."""
    own = own or position.own_cards
    if own.plain:
        return c.text(hand)
    return give_back(hand, own, position.notation, suits)


def card_answer(card: str, notation: c.Notation) -> c.Token | None:
    """Return a card, a rank with or without suit, in a notation; None for no card."""
    written = c.written_in(notation.id)
    return written[card if card in written else card[0]] if card else None


def no_cards(notation: c.Notation) -> Shown:
    """Return the cards of a pass."""
    return [] if notation.split is None else ""


def pass_answer(position: Position) -> Shown:
    """Return the cards of a pass."""
    return [] if is_listed(position.own_cards, position.notation) else ""


def cards_to_beat(position: Position) -> c.Cards:
    """Return the play to beat as the caller wrote it, as text or array like the hand."""
    cards, own = position.table_cards, position.own_cards
    plain = cards.plain if cards.own else own.plain
    same = cards.listed == own.listed and cards.plain == plain  # the common case
    return cards if same else cards._replace(listed=own.listed, plain=plain)


class Written(NamedTuple):
    """Cards as the caller wrote them, with their rules and notation."""

    rules: CompiledRules
    notation: c.Notation
    cards: c.Cards


def combo_answer(position: Position, combo: Combo, suits: c.Suits = NO_SUITS, own: c.Cards | None = None) -> Json:
    """Return cards and shape of a combo of the hand, and its declaration; *suits* are those of the cards."""
    own, rules = own or position.own_cards, position.rules
    if own.plain:
        run = rules.setup.run
        letters = c.text(combo.cards) if run in c.RANKS else combo_letters(combo, run)
        answer: Json = {"cards": letters, "shape": combo.shape}
        if rules.setup.wilds.cards and is_declared(combo, rules):
            answer["as"] = as_text(combo, rules)
        return answer
    return play_answer(combo, Written(rules, position.notation, own), suits)


def play_answer(combo: Combo, written: Written, suits: c.Suits, own: list[tuple[int, c.Token]] | None = None) -> Json:
    """Return cards and shape of a combo, and a declaration of its cards with *suits* if it is needed.

    *own* are the caller's cards of the combo, if they are known.
    """
    rules, notation, cards = written
    tokens = combo_tokens(combo, written, suits) if own is None else in_order(combo, rules, own)
    answer: Json = {"cards": as_form(tokens, cards, notation), "shape": combo.shape}
    if rules.setup.wilds.cards and is_declared(combo, rules, suits):
        answer["as"] = as_form(stands_for(combo, written, suits), cards, notation)
    return answer


def played_and_rest(position: Position, combo: Combo, cards: ComboCards) -> tuple[Json, Shown]:
    """Return a play of the hand like `combo_answer`, and the cards that remain."""
    own, notation = position.own_cards, position.notation
    if not own.own:
        return combo_answer(position, combo), cards_answer(position, position.hand - combo.cards)
    if cards.own is None:
        played, rest = separate(combo.cards, own, notation, cards.suits)
    else:
        played, rest = list(cards.own.own), others(own, cards.own)
    answer = play_answer(combo, Written(position.rules, notation, cards.own or own), cards.suits, played)
    return answer, as_form([token for _, token in rest], own, notation)


def combo_tokens(combo: Combo, written: Written, suits: c.Suits = NO_SUITS) -> list[c.Token]:
    """Return the cards of a combo one by one, lowest first; for a run in its own order, such as A2345."""
    rules, notation, cards = written
    if not cards.own:
        return [c.written_in(notation.id)[letter] for letter in combo_letters(combo, rules.setup.run)]
    return in_order(combo, rules, taken(combo.cards, cards, notation, suits))


def in_order(combo: Combo, rules: CompiledRules, own: list[tuple[int, c.Token]]) -> list[c.Token]:
    """Return the cards of a combo, in the order of a run if it is one."""
    order = run_order(combo, rules.setup.run) if combo.length > 1 else c.RANKS
    if order is not c.RANKS:
        own = sorted(own, key=lambda card: order.index(c.RANKS[card[0]]))
    return [token for _, token in own]


def stands_for(combo: Combo, written: Written, suits: c.Suits = NO_SUITS) -> list[c.Token]:
    """Return the declared cards of a combo one by one."""
    rules, notation, cards = written
    own = taken(combo.cards, cards, notation, suits)
    return stand_ins(faces_of(combo, rules, suits), own, notation, rules.setup.wilds.printed)


class Engine(TypedDict):
    """Version and data of the engine that computed the answer."""

    version: str
    weights: str
    """Weights of combos in splits."""
    nets: NotRequired[str]
    """Networks, by name and digest, used by the level or the beliefs; none if the game has some, but they lost under an
    option or no match has covered it; absent if neither would use them."""


def engine_answer(rules: CompiledRules, by_nets: bool = False) -> Engine:
    """Return the engine fields of an answer; *by_nets*: with the networks of the game, "none" if they do not fit."""
    answer: Engine = {"version": engine.VERSION, "weights": rules.weights.name}
    return answer | {"nets": rules.weights.nets or "none"} if by_nets and rules.variant.nets else answer


Notes: TypeAlias = Annotated[list[Reason], {"minItems": 1}]
"""Notes on the assumed rules: `no_wild_rank`, a game with wild ranks without `options.wild`; `level_assumed`, Guandan
without `options.level`."""


def notes_answer(rules: CompiledRules, lang: str, assumed: Collection[str] = ()) -> Any:
    """Return notes about assumed rules: no wild ranks where none were given; level 2 if the level is *assumed*."""
    codes = ("no_wild_rank",) if rules.options.get("wild") == "" else ("level_assumed",) if LEVEL in assumed else ()
    return {"notes": sentences(codes, lang)} if codes else {}

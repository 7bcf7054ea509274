"""Advice on the tribute 进贡 of Guandan: the card to pay or to return, by the value of the remaining hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules
from service.core.engine import Split
from service.position.parse.cards import parse_cards
from service.position.tribute import GIVE, TributeText, read_order, read_tribute_hand, tokens_by_name
from service.rules import cards as c
from service.rules import tribute
from service.rules.cards import Cards, Notation, Token
from service.rules.errors import Bilingual, Faults, RuleError, coded
from service.rules.variants import find_variant, with_tribute


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
            f"{find_variant(variant).name} has no tribute; {', '.join(with_tribute())} has",
            f"{find_variant(variant).zh}没有进贡；有进贡的是 {coded(with_tribute())}",
        )
        raise RuleError("variant_unknown", message, "/variant")
    return engine.rules_for(variant, tuple(options.items()))


def is_refused(rules: CompiledRules, text: TributeText, order: Sequence[int], own: Cards) -> bool | None:
    """Return whether the tribute is refused 抗贡, because the givers have two jokers that refuse it; None if unknown.

    Raises RuleError "field_conflict" for jokers of another giver if there is none.
    """
    resist = rules.options["resist"]
    big, small = [c.count(own.hand, c.RANKS.index(joker)) for joker in "DX"]
    jokers = big + (small if resist == "any" else 0)
    double = bool(order) and len(tribute.givers(order)) == 2
    if text.partner is not None and (not double or text.role != GIVE):
        message = Bilingual(
            "only in a double tribute does the partner pay too: `order` begins with two partners",
            "只有双下时进贡的一家才有同样进贡的对家：`order` 应以两个对家开头",
        )
        raise RuleError("field_conflict", message, "/partner_big_jokers")
    if text.role != GIVE or resist == "off":
        return False
    if resist == "big" and big + (text.partner or 0) > 2:
        message = Bilingual(f"{big} big jokers in the hand, but the deck has 2", f"手里已有{big}张大王，一共只有2张")
        raise RuleError("too_many_of_rank", message, "/partner_big_jokers")
    if double and text.partner is None and jokers < 2:
        return None
    return jokers + (text.partner or 0) >= 2


def first_to_lead(order: Sequence[int], refused: bool | None) -> int | None:
    """Return the seat that leads the new deal; None if that depends on the paid cards, or is unknown."""
    if not order or refused is None:
        return None
    paying = tribute.givers(order)
    return order[0] if refused else paying[0] if len(paying) == 1 else None


def limit_of(rules: CompiledRules, order: Sequence[int]) -> str:
    """Return the limit of the card that a seat returns.

    Raises RuleError "field_missing" if it depends on the giver, which *order* tells.
    """
    if rules.setup.return_max != tribute.ALLY:
        return rules.setup.return_max
    if not order:
        message = Bilingual(
            "what may be returned depends on who paid, a partner or an opponent: send `order`",
            "还什么牌要看进贡的是对家还是对手：请给出 `order`",
        )
        raise RuleError("field_missing", message, "/order")
    return tribute.return_limit(tribute.ALLY, order[0], tribute.givers(order)[0])


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
    faults = Faults()
    own = faults.read(read_tribute_hand, rules, text, notation)
    order = faults.read(read_order, rules, text.order) if text.order is not None else []
    faults.check()
    hand, level = tokens_by_name(own, notation), rules.setup.level
    refused = is_refused(rules, text, order, own)
    if text.role == GIVE:
        payable = () if refused else tribute.payable(hand, level)
    else:
        payable = tribute.returnable(hand, level, limit_of(rules, order))
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

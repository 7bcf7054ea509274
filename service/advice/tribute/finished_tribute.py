"""Check of the cards of a finished tribute, with their givers and receivers by the seats of the new deal.

Seat 0 leads the new deal, so it is the giver whose card went to first place. Hands are those after the tribute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.core.bindings import CompiledRules
from service.position.dealt import HANDS, MOVED, ExchangeText
from service.position.deck import check_counts, check_same_cards
from service.position.tribute import GIVE, Handover, card_name, card_names, read_moved
from service.rules import tribute
from service.rules.cards import Cards, Notation, Token
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError
from service.rules.physical_cards import after_play, together
from service.rules.scoring import Standing


class Handovers(NamedTuple):
    """A finished tribute, payments first, with the data for its check."""

    rules: CompiledRules
    notation: Notation
    hands: Mapping[str, Cards]
    """Known hands after the tribute."""
    paid: tuple[Handover, ...]
    returned: tuple[Handover, ...]
    """Returned cards, in the order of the payments."""

    @property
    def every(self) -> list[tuple[Handover, Handover]]:
        """Return payments and returns, each with the card that its giver received."""
        return [*zip(self.paid, self.returned, strict=True), *zip(self.returned, self.paid, strict=True)]

    def hand_before(self, one: Handover, other: Handover) -> Cards | None:
        """Return the hand from which a seat chose its card, the paid one included; None if it is unknown.

        *other*: the card that it got. Raises RuleError "history_inconsistent" if it lacks that card.
        """
        hand = self.hands.get(one.giver)
        if hand is None:
            return None
        if other.name not in card_names(hand, self.notation):
            got = other.card.own[0][1]
            message = Bilingual(
                f"{seat_en(one.giver)} got {got} and does not have it: hands are those after the tribute",
                f"{seat_zh(one.giver)}得到了 {got}，手里却没有：手牌要写进贡、还贡之后的",
            )
            raise RuleError("history_inconsistent", message, other.at + "/card")
        if one.role == GIVE:
            hand = after_play(hand, other.card)
        return together(hand, one.card)

    def allowed(self, one: Handover, hand: Cards) -> tuple[str, ...]:
        """Return the cards that a seat with a *hand* may hand over, by their names in `rules.tribute`."""
        names, setup = card_names(hand, self.notation), self.rules.setup
        if one.role == GIVE:
            return tribute.payable(names, setup.level)
        limit = tribute.return_limit(setup.return_max, int(one.giver), int(one.receiver))
        return tribute.returnable(names, setup.level, limit)


# ---- the form -----------------------------------------------------------------------------------------------------


def read_handovers(
    rules: CompiledRules,
    text: ExchangeText,
    hands: Mapping[str, Cards],
    standing: Standing | None,
    notation: Notation,
) -> Handovers:
    """Return the cards of a tribute that is over.

    Raises RuleError "field_conflict" in a game without tribute and for a card that no seat owes, "field_missing" for a
    payment without a return, "field_invalid" for a card that may not be handed over, and "history_inconsistent" if
    hands, leader or match contradict the tribute.
    """
    if not rules.variant.tribute:
        message = Bilingual(f"{rules.variant.name} has no tribute", f"{rules.variant.zh}没有进贡")
        raise RuleError("field_conflict", message, "/tribute")
    paid, returned = read_moved(rules, text.moved or (), notation)
    state = Handovers(rules, notation, hands, tuple(paid), tuple(returned))
    if paid:
        check_payers(state, standing)
        check_handed(state)
    return state


# ---- the rules ----------------------------------------------------------------------------------------------------


def check_payers(state: Handovers, standing: Standing | None) -> None:
    """Raise RuleError "history_inconsistent" if the payments do not fit the leader or the match."""
    rules, paid = state.rules, state.paid
    first = next((one for one in paid if one.giver == rules.variant.seats[0]), None)
    if first is None:
        message = Bilingual(
            f"{seat_en(paid[0].giver)} paid first place, so it leads and is seat 0: number the seats from there",
            f"{seat_zh(paid[0].giver)}给头游进贡，由它先出，是0号位：请从该家起编号",
        )
        raise RuleError("history_inconsistent", message, paid[0].at + "/from")
    for one in paid:
        if tribute.power(one.name, rules.setup.level) > tribute.power(first.name, rules.setup.level):
            message = Bilingual(
                f"{seat_en(one.giver)} paid the higher card, so it leads and is seat 0: number the seats from there",
                f"{seat_zh(one.giver)}进贡的牌大，由它先出，是0号位：请从该家起编号",
            )
            raise RuleError("history_inconsistent", message, one.at + "/card")
    if standing is not None and rules.variant.side_of(first.receiver) != standing.playing:
        message = Bilingual(
            f"side {standing.playing} won the deal before, and {seat_en(first.receiver)} is not on it",
            f"上一局赢的是第{standing.playing}方，{seat_zh(first.receiver)}不在这一方，不该收贡",
        )
        raise RuleError("history_inconsistent", message, first.at + "/to")


def check_handed(state: Handovers) -> None:
    """Raise RuleError for a card that its seat may not hand over, and for cards beyond the deck."""
    rules, jokers = state.rules, 0
    unknown = [one for one in (*state.paid, *state.returned) if one.receiver not in state.hands]
    parts = [*[(f"{HANDS}/{seat}", hand) for seat, hand in state.hands.items()],
             *[(one.at + "/card", one.card) for one in unknown]]  # fmt: skip
    check_same_cards(parts, state.notation, rules.setup.decks)
    check_counts(rules, [(at, cards.hand) for at, cards in parts])
    for one, other in state.every:
        hand = state.hand_before(one, other)
        if one.role == GIVE:
            held = [one.name] if hand is None else card_names(hand, state.notation)
            jokers += len([name for name in held if name in tribute.REFUSING[rules.options["resist"]]])
        if hand is not None:
            allowed = state.allowed(one, hand)
            if one.name not in allowed:
                raise not_handed(one, [token for _, token in hand.own if card_name(token, state.notation) in allowed])
        elif one.role == GIVE and tribute.is_wild(one.name, rules.setup.level):
            message = Bilingual("a wild card is never paid as tribute", "逢人配不能进贡")
            raise RuleError("field_invalid", message, one.at + "/card")
    if jokers > 1:
        both, both_zh = ("two", "两张") if rules.options["resist"] == "any" else ("both big", "两张大")
        message = Bilingual(
            f"the payers have {both} jokers, so no tribute is paid", f"进贡方有{both_zh}王，应该抗贡，不用交牌"
        )
        raise RuleError("field_conflict", message, MOVED)
    check_lower(state)


def not_handed(one: Handover, tokens: Sequence[Token]) -> RuleError:
    """Return the error of a card that may not be handed over; *tokens* may be."""
    may, card = " ".join(dict.fromkeys(map(str, tokens))), one.card.own[0][1]
    paying = one.role == GIVE
    message = Bilingual(
        f"{seat_en(one.giver)} may {'pay' if paying else 'return'} one of {may} here, not {card}",
        f"{seat_zh(one.giver)}这里只能{'进贡' if paying else '还贡'} {may} 中的一张，不能是 {card}",
    )
    return RuleError("field_invalid", message, one.at + "/card")


def check_lower(state: Handovers) -> None:
    """Raise RuleError "history_inconsistent" if the unseen cards have no hand of which a paid card is the highest."""
    rules, deck = state.rules, [*tribute.DECK, *tribute.DECK]
    for hand in state.hands.values():
        for name in card_names(hand, state.notation):
            deck.remove(name)
    wanted = 0
    for one in sorted(state.paid, key=lambda one: tribute.power(one.name, rules.setup.level)):
        if one.giver in state.hands:
            continue
        wanted += max(rules.setup.hand_size.values()) - 1
        if len([name for name in deck if may_remain(name, one.name, rules)]) < wanted:
            message = Bilingual(
                f"{one.card.own[0][1]} cannot be the highest card of {seat_en(one.giver)}: too many others are higher",
                f"{one.card.own[0][1]}不可能是{seat_zh(one.giver)}最大的牌：比它大的太多",
            )
            raise RuleError("history_inconsistent", message, one.at + "/card")


def may_remain(name: str, paid: str, rules: CompiledRules) -> bool:
    """Return whether a seat may still have a card after it paid another one.

    Not a higher one, unless it is wild, and with a joker paid none that would have refused the tribute.
    """
    level, jokers = rules.setup.level, tribute.REFUSING[rules.options["resist"]]
    if tribute.is_wild(name, level):
        return True
    if name in jokers and paid in jokers:
        return False
    return tribute.power(name, level) <= tribute.power(paid, level)

"""Tribute 进贡 of Guandan: cards paid by the losers before the next deal, cards returned, and the leader.

Cards are suit and rank as on the contest platform: S3, HT, SB the small joker, HR the big one. The level 级 is that of
the new deal, a rank letter; the hearts of its rank are wild and never paid. Seats are 0..3 in the order of play, here
called clockwise; partners sit opposite. *order* is the order in which the seats went out in the previous deal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from service.rules.errors import Bilingual, RuleError, brief, coded, quoted
from service.rules.scoring import LEVELS, not_a_level, partner_place

SUITS = "SHCD"
"""Suits in the order in which cards of equal rank are listed."""

SMALL_JOKER, BIG_JOKER = "SB", "HR"
"""The two jokers."""

DECK = (*(suit + rank for rank in LEVELS for suit in SUITS), SMALL_JOKER, BIG_JOKER)
"""Every card once, in natural order."""

REFUSING: Mapping[str, tuple[str, ...]] = {"big": (BIG_JOKER,), "any": (SMALL_JOKER, BIG_JOKER), "off": ()}
"""Jokers of which two refuse the tribute, by the values of the option `resist`, the default first."""

TIES = ("clockwise", "choose")
"""Values of the option `tie_tribute`, the default first."""


FREE, ALLY = "free", "ally"
"""Values of the option `return_max`: any card may be returned; to a partner a ten at most, to an opponent any card."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One card paid as tribute; the receiver returns another to the giver."""

    giver: int
    receiver: int
    card: str


# ---- cards ----------------------------------------------------------------------------------------------------


def power(card: str, level: str) -> int:
    """Return the place of a card in the order of *level*: 2..A, then the level rank, the small and the big joker.

    Raises RuleError "card_unknown" for text that is no card, "field_invalid" for a level that is none.
    """
    if len(level) != 1 or level not in LEVELS:
        raise RuleError("field_invalid", not_a_level(level))
    if card not in DECK:
        message = Bilingual(
            f"{brief(card)} is not a card; write suit and rank, S3 HT, and SB HR for the jokers",
            f"{quoted(card)}不是牌；请写花色加点数，如 S3 HT，小王 SB，大王 HR",
        )
        raise RuleError("card_unknown", message)
    if card in (SMALL_JOKER, BIG_JOKER):
        return len(LEVELS) + 1 + (card == BIG_JOKER)
    return len(LEVELS) if card[1] == level else LEVELS.index(card[1])


def is_wild(card: str, level: str) -> bool:
    """Return whether a card is wild 逢人配: a heart of the level rank."""
    return card == f"H{level}"


def payable(hand: Iterable[str], level: str) -> tuple[str, ...]:
    """Return the cards of which a giver pays one: its highest without wild cards, each card once.

    The giver may choose among them; the first is the default, in the order of `SUITS`. Raises RuleError "hand_empty" if
    there is none.
    """
    held = _ascending([card for card in hand if not is_wild(card, level)], level)
    return tuple(card for card in held if power(card, level) == power(held[-1], level))


def return_limit(return_max: str, receiver: int, giver: int) -> str:
    """Return the limit of the card that a receiver returns to a giver, for `returnable`."""
    if return_max != ALLY:
        return return_max
    return "T" if (receiver - giver) % 2 == 0 else FREE


def returnable(hand: Iterable[str], level: str, return_max: str = "T") -> tuple[str, ...]:
    """Return the cards of which a receiver returns one 还贡, lowest first and each card once.

    *hand* includes the paid card. They are the cards of natural rank *return_max* or less, an ace being high, without
    the level cards; if there is none, the lowest in the order of the level; or every card, if *return_max* is "free".
    Raises RuleError "hand_empty" for no cards.
    """
    if return_max == FREE:
        return tuple(_ascending(hand, level))
    if len(return_max) != 1 or return_max not in LEVELS:
        message = Bilingual(
            f"return_max is one of {LEVELS}, not {brief(return_max)}",
            f"选项 `return_max` 是 {LEVELS} 之一，不能是{quoted(return_max)}",
        )
        raise RuleError("option_unknown", message)
    held = _ascending(hand, level)
    low = LEVELS[: LEVELS.index(return_max) + 1].replace(level, "")
    return tuple(card for card in held if card[1] in low) or tuple(
        card for card in held if power(card, level) == power(held[0], level)
    )


def _ascending(hand: Iterable[str], level: str) -> list[str]:
    """Return each card of *hand* once, lowest first, equal ranks in the order of `SUITS`."""
    held = sorted(set(hand), key=lambda card: (power(card, level), SUITS.index(card[0])))
    if not held:
        message = Bilingual(
            "a hand without cards, or with wild cards only, pays no tribute", "没有牌，或只有逢人配，无法进贡"
        )
        raise RuleError("hand_empty", message)
    return held


# ---- payments -------------------------------------------------------------------------------------------------


def givers(order: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that pay: last place, or after a double win 双下 both losers, in the order of play."""
    first = order[0] if order else 0
    if partner_place(order) == 2:
        return (first + 1) % 4, (first + 3) % 4
    return (next(seat for seat in range(4) if seat not in order[:3]),)


def refused(hands: Iterable[Iterable[str]], resist: str = "big") -> bool:
    """Return whether the tribute is refused 抗贡: the givers together have two jokers that refuse it."""
    return len([card for hand in hands for card in hand if card in REFUSING[resist]]) >= 2


def payments(
    order: Sequence[int],
    paid: Mapping[int, str],
    level: str,
    tie_tribute: str = "clockwise",
    to_first: int | None = None,
) -> tuple[Payment, ...]:
    """Return the payments, the card for first place first.

    *paid* is the card that each of the `givers` chose. Last place pays first place; of two givers the one with the
    higher card pays first place, the other second place. With equal cards the loser who plays next after first place
    pays it, or, if *tie_tribute* is "choose", the giver *to_first*. Raises RuleError "field_missing" without a card or
    the choice, "field_invalid" if *to_first* pays nothing, "option_unknown" for another *tie_tribute*.
    """
    if tie_tribute not in TIES:
        message = Bilingual(
            f"tie_tribute is one of {', '.join(TIES)}; not {brief(tie_tribute)}",
            f"选项 `tie_tribute` 可取 {coded(TIES)}，不能是{quoted(tie_tribute)}",
        )
        raise RuleError("option_unknown", message)
    paying = givers(order)
    _demand(paying, paid)
    powers = [power(paid[seat], level) for seat in paying]
    best = paying[powers.index(max(powers))]
    if tie_tribute == "choose" and len(paying) == 2 and powers[0] == powers[1]:
        if to_first is None:
            message = Bilingual(
                "the two cards are equal: send the giver that pays first place", "两张贡牌一样大：请说明谁进贡给头游"
            )
            raise RuleError("field_missing", message)
        if to_first not in paying:
            message = Bilingual(
                f"seats {paying[0]} and {paying[1]} pay tribute, not {to_first}",
                f"进贡的是{paying[0]}号位和{paying[1]}号位，不是{to_first}号位",
            )
            raise RuleError("field_invalid", message)
        best = to_first
    ranked = sorted(paying, key=lambda seat: seat != best)
    return tuple(Payment(giver, receiver, paid[giver]) for giver, receiver in zip(ranked, order, strict=False))


def _demand(paying: Iterable[int], given: Collection[int]) -> None:
    """Raise RuleError "field_missing" unless something is *given* for each seat that pays."""
    for seat in paying:
        if seat not in given:
            message = Bilingual(
                f"seat {seat} pays tribute, but its cards are missing", f"{seat}号位要进贡，却没有给出它的牌"
            )
            raise RuleError("field_missing", message)


# ---- first leader ---------------------------------------------------------------------------------------------


def first_leader(order: Sequence[int], paid: Sequence[Payment]) -> int:
    """Return the seat that leads a deal: the giver of the card that went to first place, first place if none was paid.

    The first deal of a match has no order before it; chance decides there.
    """
    return next((payment.giver for payment in paid if payment.receiver == order[0]), order[0])

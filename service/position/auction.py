"""A hand during an auction in a request: its bids, its hand and the bottom, checked against the deck and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.position.deck import check_counts, check_same_cards
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.auction import CALL, PASS, Auction, Stage, Word
from service.rules.cards import Cards, Hand, Notation
from service.rules.errors import Bilingual, RuleError


class AuctionText(NamedTuple):
    """Auction fields of a request, with their types checked."""

    hand: Any
    bidding: str | None = None
    bids: Sequence[Word] = ()
    """Bids so far, in the order of bidding."""
    place: int | None = None
    """Place of the requesting seat in the order of bidding; None: the seat that bids next."""
    bottom: Any = None
    """The cards of the bottom, once shown."""


def read_auction_hand(
    rules: CompiledRules, text: AuctionText, stage: Stage, notation: Notation
) -> tuple[Cards, Cards | None]:
    """Return the hand of the request, and the bottom if it is shown.

    Raises RuleError "hand_size", or "field_missing" or "field_conflict" for a bottom that is required or not shown yet,
    and the errors of card parsing.
    """
    if (text.bottom is not None) != stage.known:
        if stage.known:
            message = Bilingual(
                "the bottom is shown before doubling and kicking: send it in `bottom`",
                "地主已定：加不加倍、踢不踢要看亮出的底牌，请写在 `bottom` 里",
            )
            raise RuleError("field_missing", message, "/bottom")
        message = Bilingual("the bottom is shown after the auction; leave it out here", "定了地主才亮底牌；这里请去掉")
        raise RuleError("field_conflict", message, "/bottom")
    own = parse_cards(text.hand, notation, "/hand", rules.setup.kind)
    bottom = None if text.bottom is None else parse_cards(text.bottom, notation, "/bottom", rules.setup.kind)
    landlord, farmer, *_ = rules.dealt
    place = text.place if text.place is not None else stage.place
    sizes = {farmer, landlord} if stage.known else {farmer}
    if stage.known and place is not None:
        sizes = {landlord if place == stage.landlord else farmer}
    has = c.size(own.hand)
    if has not in sizes:
        wanted = " or ".join(map(str, sorted(sizes)))
        message = Bilingual(
            f"the hand needs {wanted} cards here, not {has}",
            f"这里手牌应有{'或'.join(map(str, sorted(sizes)))}张，不是{has}张",
        )
        raise RuleError("hand_size", message, "/hand")
    if bottom is None:
        check_counts(rules, [("/hand", own.hand)])
        return own, None
    if c.size(bottom.hand) != rules.setup.bottom:
        message = Bilingual(
            f"the bottom has {rules.setup.bottom} cards, not {c.size(bottom.hand)}",
            f"底牌应有{rules.setup.bottom}张，不是{c.size(bottom.hand)}张",
        )
        raise RuleError("hand_size", message, "/bottom")
    if has == farmer:
        check_counts(rules, [("/hand", own.hand), ("/bottom", bottom.hand)])
        check_same_cards([("/hand", own), ("/bottom", bottom)], notation)
    else:
        check_counts(rules, [("/hand", own.hand)])
        if not c.holds(own.hand, bottom.hand):
            message = Bilingual(
                "the landlord's hand contains the bottom; this one does not", "地主的手牌应含底牌，这手没有"
            )
            raise RuleError("history_inconsistent", message, "/bottom")
    return own, bottom


def check_place(form: Auction, text: AuctionText, stage: Stage) -> None:
    """Raise RuleError "bid_invalid" for a place that the auction lacks, "not_your_turn" for another seat's turn."""
    if text.place is not None and text.place >= form.seats:
        message = Bilingual(
            f"the places of this auction are 0 to {form.seats - 1}; not {text.place}",
            f"这里的位次是0到{form.seats - 1}，没有{text.place}号位",
        )
        raise RuleError("bid_invalid", message, "/place")
    if text.place is not None and stage.place is not None and text.place != stage.place:
        message = Bilingual(
            f"after these bids it is the turn of seat {stage.place}, not {text.place}",
            f"叫到这里轮到{stage.place}号位，不是{text.place}号位",
        )
        raise RuleError("not_your_turn", message, "/place")


def check_called(form: Auction, bids: Sequence[Word], stage: Stage, hand: Hand) -> None:
    """Raise RuleError "bid_invalid" if the seat to bid passed before with a hand that must call."""
    place = stage.place
    if place is None or CALL in bids[:place] or PASS not in bids[place : place + 1]:
        return
    if form.must_call(hand):
        message = Bilingual(
            f"seat {place} has {' or '.join(form.calls_with)} and had to call: correct its bid or the hand",
            f"{place}号位有{'或'.join(word.zh for word in form.calls_with)}，必须叫：请改正所叫或手牌",
        )
        raise RuleError("bid_invalid", message, f"/bids/{place}")

"""A hand during an auction in a request: its bids, its hand and the bottom, checked against the deck and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.position.dealt import AuctionBids
from service.position.deck import check_counts, check_same_cards
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.auction import CALL, PASS, Word, split_doubles, stage_after
from service.rules.cards import Cards, Notation
from service.rules.errors import Bilingual, Faults, RuleError
from service.rules.physical_cards import has_these


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


class AuctionHand(NamedTuple):
    """The hand of a seat during an auction, checked."""

    auction_bids: AuctionBids
    place: int | None
    """Place of the seat in the order of bidding, if it is known."""
    own: Cards
    bottom: Cards | None
    """The bottom, once shown."""


def bids_of_request(rules: CompiledRules, text: AuctionText) -> AuctionBids:
    """Return the bids of the request.

    Raises RuleError "bid_invalid" for an illegal bid, "game_over" after the auction.
    """
    form = rules.variant.auction(text.bidding)
    bids, answers = split_doubles(form, text.bids)
    stage = stage_after(form, bids)
    if len(answers) == form.seats:
        raise RuleError("game_over", Bilingual("every place has answered", "各家都已表态"), "/bids")
    return AuctionBids(form, bids, answers, stage)


def place_of(place: int | None, auction_bids: AuctionBids) -> int | None:
    """Return the place of the requesting seat, *place* if it is given; None if it is unknown.

    Raises RuleError "bid_invalid" for a place that the auction lacks, "not_your_turn" for another seat's turn.
    """
    form, stage = auction_bids.form, auction_bids.stage
    if place is None:
        return len(auction_bids.answers) if auction_bids.answers else stage.place
    if place >= form.seats:
        message = Bilingual(
            f"the places of this auction are 0 to {form.seats - 1}; not {place}",
            f"这里的位次是0到{form.seats - 1}，没有{place}号位",
        )
        raise RuleError("bid_invalid", message, "/place")
    if stage.place is not None and place != stage.place:
        message = Bilingual(
            f"after these bids it is the turn of place {stage.place}, not {place}",
            f"叫到这里轮到{stage.place}号位，不是{place}号位",
        )
        raise RuleError("not_your_turn", message, "/place")
    return place


def shown_bottom(value: Any, auction_bids: AuctionBids) -> Any:
    """Return the bottom as the caller wrote it, None before it is shown.

    Raises RuleError "field_missing" or "field_conflict" for a bottom that is required or not shown yet.
    """
    if (value is not None) == auction_bids.stage.known:
        return value
    if auction_bids.stage.known:
        message = Bilingual(
            "the bottom is shown before doubling and kicking: send it in `bottom`",
            "地主已定：加不加倍、踢不踢要看亮出的底牌，请写在 `bottom` 里",
        )
        raise RuleError("field_missing", message, "/bottom")
    message = Bilingual("the bottom is shown after the auction; leave it out here", "定了地主才亮底牌；这里请去掉")
    raise RuleError("field_conflict", message, "/bottom")


def parse_bottom(rules: CompiledRules, value: Any, notation: Notation) -> Cards | None:
    return None if value is None else parse_cards(value, notation, "/bottom", rules.setup.kind)


def check_auction_cards(
    rules: CompiledRules,
    place: int | None,
    auction_bids: AuctionBids,
    own: Cards,
    bottom: Cards | None,
    notation: Notation,
) -> None:
    """Raise RuleError for a hand or a bottom of a wrong size, and for cards that contradict each other.

    *place* is that of the requesting seat, None if it is unknown.
    """
    stage = auction_bids.stage
    landlord, farmer, *_ = rules.dealt
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
        return
    if c.size(bottom.hand) != rules.setup.bottom:
        message = Bilingual(
            f"the bottom has {rules.setup.bottom} cards, not {c.size(bottom.hand)}",
            f"底牌应有{rules.setup.bottom}张，不是{c.size(bottom.hand)}张",
        )
        raise RuleError("hand_size", message, "/bottom")
    if has == farmer:
        check_counts(rules, [("/hand", own.hand), ("/bottom", bottom.hand)])
        check_same_cards([("/hand", own), ("/bottom", bottom)], notation, rules.setup.decks)
    else:
        check_counts(rules, [("/hand", own.hand)])
        if not (c.holds(own.hand, bottom.hand) and has_these(own, bottom, notation)):
            message = Bilingual(
                "the landlord's hand contains the bottom; this one does not", "地主的手牌应含底牌，这手没有"
            )
            raise RuleError("history_inconsistent", message, "/bottom")


def check_called(auction_bids: AuctionBids, own: Cards) -> None:
    """Raise RuleError "bid_invalid" if the seat to bid passed before with a hand that must call."""
    form, bids, _, stage = auction_bids
    place = stage.place
    if place is None or CALL in bids[:place] or PASS not in bids[place : place + 1]:
        return
    if form.must_call(own.hand):
        message = Bilingual(
            f"place {place} has {' or '.join(form.calls_with)} and had to call: correct its bid or the hand",
            f"{place}号位有{'或'.join(word.zh for word in form.calls_with)}，必须叫：请改正所叫或手牌",
        )
        raise RuleError("bid_invalid", message, f"/bids/{place}")


def read_auction_hand(rules: CompiledRules, text: AuctionText, notation: Notation) -> AuctionHand:
    """Return the hand of the request.

    Raises RuleError for an impossible auction and for cards that do not fit it.
    """
    faults = Faults()
    auction_bids = faults.read(bids_of_request, rules, text)
    place = faults.read(place_of, text.place, auction_bids)
    shown = faults.read(shown_bottom, text.bottom, auction_bids)
    own = faults.read(parse_cards, text.hand, notation, "/hand", rules.setup.kind)
    bottom = faults.read(parse_bottom, rules, shown, notation)
    faults.read(check_auction_cards, rules, place, auction_bids, own, bottom, notation)
    faults.check()
    check_called(auction_bids, own)
    return AuctionHand(auction_bids, place, own, bottom)

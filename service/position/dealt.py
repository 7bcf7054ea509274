"""A table in a request: known hands and the auction, checked against the deck and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.position.deck import check_counts, check_same_cards
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.auction import CALL, DOUBLE, PASS, Auction, Contract, Stage, Word, contract, split_doubles
from service.rules.cards import Cards, Notation
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, Faults, RuleError, brief, coded, quoted, step
from service.rules.physical_cards import has_these, may_have, names, together, with_first
from service.rules.scoring import Standing

HANDS, BOTTOM, BIDS, DOUBLED = "/deal/hands", "/deal/bottom", "/auction/bids", "/auction/doubled"
MOVED = "/tribute/moved"
"""Pointers of the fields of a table."""


class MovedText(NamedTuple):
    """A tribute card that went from one seat to another, types checked."""

    giver: str
    receiver: str
    card: Any


class ExchangeText(NamedTuple):
    """The tribute fields of a request, types checked."""

    order: Sequence[str] = ()
    """Seats in the order of going out in the previous deal."""
    paid: Mapping[str, Any] = MappingProxyType({})
    """The card of each giver that has paid."""
    returned: Mapping[str, Any] = MappingProxyType({})
    """The card of each receiver that has returned one."""
    to_first: str | None = None
    """Which of two givers of equal cards pays first place, if chosen."""
    moved: Sequence[MovedText] | None = None
    """The cards of a finished tribute, by the seats of this deal; None: the tribute is in progress, with seats of the
    previous deal."""


class TableText(NamedTuple):
    """The table fields of a request, types checked."""

    hands: Mapping[str, Any] = MappingProxyType({})
    """Dealt hands by seat, or by place in the order of bidding before the landlord is known."""
    bottom: Any = None
    bids: Sequence[Word] | None = None
    """The bids so far; None: the request has no auction."""
    bidding: str | None = None
    doubled: Sequence[str] | None = None
    """Places that doubled after the auction; None: not given."""
    standing: Standing | None = None
    """Standing of the match before the deal; None: not given."""
    tribute: ExchangeText | None = None
    """The tribute before the deal; None: there is none, or it is finished."""
    history: Sequence[Any] = ()
    at: str = HANDS
    """Pointer of the hands."""


class ReviewText(NamedTuple):
    """The fields of a review in a request, types checked."""

    table: TableText
    level: str
    seats: Sequence[str] = ()
    """Seats to judge; empty: all with known hands."""
    games: int = 0
    """Games of the level's search for a decision; 0: the level's own number."""
    player: str = ""
    """The level of the player for whom lessons are chosen; empty: none."""


class Known(NamedTuple):
    """Known cards of a deal, as dealt."""

    hands: Mapping[str, Cards]
    bottom: Cards
    places: bool
    """The hands are by place in the order of bidding, not by seat."""


class AuctionBids(NamedTuple):
    """The words of an auction, legal in this order."""

    form: Auction
    bids: Sequence[Word]
    answers: Sequence[Word]
    """Words after the auction that double or do not, by place."""
    stage: Stage

    @property
    def is_settled(self) -> bool:
        """Whether the auction is over and has a landlord."""
        return self.stage.place is None and self.stage.landlord is not None


class AuctionState(NamedTuple):
    """State of an auction."""

    form: Auction
    bids: Sequence[Word]
    stage: Stage
    words: tuple[Word, ...]
    """Legal bids."""
    contract: Contract | None
    """Contract of the deal; None during the auction and in a void deal."""
    doubled: Sequence[int] | None = None
    """Places that doubled after the auction; None: not given, or the game has no doubling."""
    answers: Sequence[Word] = ()
    """Words after the auction that double or do not, by place, if they were given instead of `doubled`."""

    @property
    def next(self) -> int | None:
        """The place whose word is next; None: none is due, or the places that doubled were given."""
        asked = self.stage.place is None and DOUBLE in self.words and (self.answers or self.doubled is None)
        return len(self.answers) if asked else self.stage.place

    @property
    def is_over(self) -> bool:
        """Whether the auction is over."""
        return self.stage.place is None


# ---- cards ------------------------------------------------------------------------------------------------------


def dealt_size(rules: CompiledRules, seat: str) -> int:
    """Return the number of cards dealt to a seat, without the bottom."""
    setup = rules.setup
    return setup.hand_size[seat] - (setup.bottom if seat == rules.variant.bottom_seat else 0)


def is_by_place(rules: CompiledRules, hands: Mapping[str, Any], at: str) -> bool:
    """Return whether the hands in the field *at* are given by place (true) or by seat.

    Raises RuleError "seat_unknown" for unknown or mixed keys.
    """
    seats = rules.variant.seats
    places = [str(place) for place in range(len(seats))] if rules.variant.auctions else []
    first = next(iter(hands), "")
    wanted = places if first in places else list(seats)
    faults = Faults()
    for key in hands:
        faults.read(check_key, key, wanted, at)
    faults.check()
    return first in places


def check_key(key: str, wanted: Sequence[str], at: str) -> None:
    """Raise RuleError "seat_unknown" for a hand of none of the *wanted* seats or places."""
    if key not in wanted:
        known = ", ".join(wanted)
        message = Bilingual(
            f"hands belong to {known} here; not {brief(key)}", f"这里的手牌属于 {coded(wanted)}，没有{quoted(key)}"
        )
        raise RuleError("seat_unknown", message, at + step(key))


def check_size(rules: CompiledRules, key: str, hand: Cards, places: bool, at: str) -> None:
    """Raise RuleError "hand_size" unless a hand has the dealt number of cards, with or without the bottom."""
    seat = rules.variant.seats[int(key)] if places and rules.variant.auctions else key
    sizes = {dealt_size(rules, seat)} | (set() if places else {rules.setup.hand_size[seat]})
    has = c.size(hand.hand)
    if has not in sizes:
        wanted, name = " or ".join(map(str, sorted(sizes))), f"place {key}" if places else seat_en(key)
        message = Bilingual(
            f"{name} is dealt {wanted} cards, not {has}: send the hands as dealt, with cards already played",
            f"{seat_zh(key)}发到{wanted.replace(' or ', '或')}张牌，不是{has}张：手牌按发牌时的写，已出的牌也在内",
        )
        raise RuleError("hand_size", message, f"{at}/{key}")


def read_dealt_bottom(rules: CompiledRules, value: Any, notation: Notation) -> Cards:
    """Return the bottom.

    Raises RuleError "hand_size", and the errors of card parsing.
    """
    bottom = parse_cards(value, notation, BOTTOM, rules.setup.kind)
    has = c.size(bottom.hand)
    if has != rules.setup.bottom:
        number = rules.setup.bottom
        message = Bilingual(f"the bottom has {number} cards, not {has}", f"底牌是{number}张，不是{has}张")
        raise RuleError("hand_size", message, BOTTOM)
    return bottom


def read_known(rules: CompiledRules, text: TableText, notation: Notation) -> Known:
    """Return the known cards of a deal.

    Raises RuleError for hands of a wrong size, and for cards beyond the deck.
    """
    faults, kind, taker = Faults(), rules.setup.kind, rules.variant.bottom_seat
    places = faults.read(is_by_place, rules, text.hands, text.at)
    hands = {
        key: faults.read(parse_cards, value, notation, text.at + step(key), kind) for key, value in text.hands.items()
    }
    for key, hand in hands.items():
        faults.read(check_size, rules, key, hand, places, text.at)
    bottom = c.NO_CARDS if text.bottom is None else faults.read(read_dealt_bottom, rules, text.bottom, notation)
    faults.check()
    parts = [(f"{text.at}/{key}", hand) for key, hand in hands.items()]
    if has_bottom(rules, hands):
        if not (c.holds(hands[taker].hand, bottom.hand) and has_these(hands[taker], bottom, notation)):
            message = Bilingual("the landlord's hand lacks cards of the bottom", "地主的手牌里缺底牌")
            raise RuleError("history_inconsistent", message, BOTTOM)
    else:
        parts.append((BOTTOM, bottom))
    check_same_cards(parts, notation, rules.setup.decks)
    check_counts(rules, [(at, cards.hand) for at, cards in parts])
    if not places:
        check_leader(rules, hands, notation, text.at)
    return Known({key: ordered(rules, hand, notation) for key, hand in hands.items()}, bottom, places)


def has_bottom(rules: CompiledRules, hands: Mapping[str, Cards]) -> bool:
    taker = rules.variant.bottom_seat
    return taker in hands and c.size(hands[taker].hand) > dealt_size(rules, taker)


def ordered(rules: CompiledRules, hand: Cards, notation: Notation) -> Cards:
    """Return a hand with the card of the first lead before others of its rank, so that it is taken first."""
    return with_first(hand, rules.setup.first_shows, notation) if rules.setup.first_shows else hand


def check_leader(rules: CompiledRules, hands: Mapping[str, Cards], notation: Notation, at: str) -> None:
    """Raise RuleError "history_inconsistent" if a seat other than the first has the card that decides who leads."""
    card, (first, *_) = rules.setup.first_shows, rules.variant.seats
    if not card:
        return
    holder = next((seat for seat, hand in hands.items() if names(hand, card, notation)), first)
    if holder == first and first in hands and not rules.undealt and not may_have(hands[first], card, notation):
        holder = ""
    if holder != first:
        message = Bilingual(
            f"the seat with {card} leads and is seat {first}: number the seats from there",
            f"持有{card}的一家先出，是{first}号位：请从该家起编号",
        )
        raise RuleError("history_inconsistent", message, f"{at}/{holder or first}")


def by_seat(rules: CompiledRules, known: Known, landlord: int) -> dict[str, Cards]:
    """Return the hands before the first lead, with the bottom added to that of the *landlord* (a place).

    Raises RuleError "field_missing" if the landlord's hand is known and the bottom is not.
    """
    seats, taker = rules.variant.seats, rules.variant.bottom_seat
    hands = dict(known.hands)
    if known.places:
        hands = {seats[(int(place) - landlord) % len(seats)]: hand for place, hand in hands.items()}
    if taker in hands and c.size(hands[taker].hand) == dealt_size(rules, taker):
        if not known.bottom.hand:
            message = Bilingual("the landlord takes the bottom: send it", "地主要拿底牌：请给出底牌")
            raise RuleError("field_missing", message, BOTTOM)
        hands[taker] = together(hands[taker], known.bottom)
    return hands


def check_known(seat: str, known: Mapping[str, Cards]) -> None:
    """Raise RuleError "field_missing" for a seat without a hand."""
    if seat not in known:
        message = Bilingual(
            f"{seat_en(seat)} has no hand here: send it in deal.hands, or leave the seat out",
            f"没有{seat_zh(seat)}的手牌：请写在 `deal.hands` 里，或不复盘这一家",
        )
        raise RuleError("field_missing", message, f"{HANDS}/{seat}")


def judged_seats(rules: CompiledRules, text: ReviewText, known: Mapping[str, Cards]) -> tuple[str, ...]:
    """Return the seats to judge.

    Raises RuleError "field_missing" for a seat without a hand, and if no hand is known.
    """
    seats, faults = rules.variant.seats, Faults()
    for seat in text.seats:
        faults.read(check_known, seat, known)
    faults.check()
    chosen = tuple([seat for seat in seats if seat in (text.seats or known)])
    if not chosen:
        message = Bilingual("a review needs the hand of one seat at least", "复盘至少要有一家的手牌")
        raise RuleError("field_missing", message, "/deal/hands")
    return chosen


# ---- the auction ------------------------------------------------------------------------------------------------


def bids_of_table(rules: CompiledRules, text: TableText) -> AuctionBids | None:
    """Return the words of the auction; None if the request has none.

    Raises RuleError "bid_invalid" for an illegal bid, "field_conflict" in a game without auction.
    """
    if text.bids is None:
        return None
    if not rules.variant.auctions:
        message = Bilingual(f"{rules.variant.name} has no auction", f"{rules.variant.zh}不叫地主，也不叫分")
        raise RuleError("field_conflict", message, "/auction")
    try:
        form = rules.variant.auction(text.bidding)
        bids, answers = split_doubles(form, text.bids)
        return AuctionBids(form, bids, answers, form.stage(bids))
    except RuleError as error:
        raise error.inside("/auction") from error


def read_auction(
    rules: CompiledRules, text: TableText, known: Known, auction_bids: AuctionBids | None
) -> AuctionState | None:
    """Return the state of the auction; None if the request has none.

    Raises RuleError "field_missing" if hands by place come without an auction, "field_conflict" if seats are named
    before it is over, "bid_invalid" for a pass of a hand that must call and for impossible doubles.
    """
    if auction_bids is None:
        if known.places:
            message = Bilingual(
                "hands by place need an auction, which decides the landlord", "按位次写手牌时，还要写各家叫了什么"
            )
            raise RuleError("field_missing", message, "/auction")
        return None
    form, bids, answers, stage = auction_bids
    if stage.landlord is None and known.hands and not known.places:
        message = Bilingual(
            "there is no landlord yet: write hands by place, 0 for the first bidder",
            "地主未定：手牌请按位次写，0 是最先叫的一家",
        )
        raise RuleError("field_conflict", message, text.at)
    check_calls(form, bids, stage, known)
    must = CALL in stage.words and has_to_call(form, known, stage.place)
    words = (CALL,) if must else () if len(answers) == form.seats else stage.words
    doubled = read_doubled(form, text.doubled or (), stage, 2 if rules.options.get("super_double") == "on" else 1)
    if answers:
        if text.doubled is not None:
            message = Bilingual("bids already names who doubles; leave it out", "`bids` 里已写明谁加倍；请去掉它")
            raise RuleError("field_conflict", message, DOUBLED)
        doubled = [place for place, word in enumerate(answers) if word == DOUBLE]
    settled = auction_bids.is_settled
    given = answers or text.doubled is not None
    known_doubles = doubled if given and settled and DOUBLE in stage.words else None
    settlement = contract(form, bids, doubled) if settled else None
    return AuctionState(form, bids, stage, words, settlement, known_doubles, answers)


def has_to_call(form: Auction, known: Known, place: int | None) -> bool:
    return known.places and str(place) in known.hands and form.must_call(known.hands[str(place)].hand)


def check_calls(form: Auction, bids: Sequence[Word], stage: Stage, known: Known) -> None:
    """Raise RuleError "bid_invalid" if a known hand passed although it must call."""
    for index, word in enumerate(bids):
        if word == PASS and CALL in form.stage(bids[:index]).words and has_to_call(form, known, index):
            cards = " or ".join(form.calls_with)
            message = Bilingual(
                f"place {index} has {cards} and must call", f"{index}号位有必叫的牌（双王或四个2），必须叫"
            )
            raise RuleError("bid_invalid", message, f"{BIDS}/{index}")


def read_doubled(form: Auction, doubled: Sequence[str], stage: Stage, most: int) -> list[int]:
    """Return the places that doubled after the auction, each at most *most* times.

    Raises RuleError "bid_invalid" if doubling is impossible, and for unknown or repeated places.
    """
    if doubled and (stage.place is not None or DOUBLE not in stage.words):
        message = Bilingual("no doubling here: it follows the auction", "这里不能加倍：地主确定后才能加倍")
        raise RuleError("bid_invalid", message, DOUBLED)
    places, last = [str(place) for place in range(form.seats)], form.seats - 1
    for index, place in enumerate(doubled):
        if place not in places or doubled[:index].count(place) == most:
            times = "once" if most == 1 else "at most twice"
            message = Bilingual(
                f"each place, 0 to {last}, doubles {times}; not {brief(place)}",
                f"0到{last}号位各{'加倍一次' if most == 1 else '最多写两次'}，不能是{quoted(place)}",
            )
            raise RuleError("bid_invalid", message, f"{DOUBLED}/{index}")
    return [int(place) for place in doubled]

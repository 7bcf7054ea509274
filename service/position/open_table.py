"""Open hands in a request: the hands of two sides, the turn and the play to beat, checked against the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.position.deck import check_counts, check_same_cards, check_seat
from service.position.parse.card_fields import PlayText, read_last
from service.position.parse.cards import parse_cards
from service.position.play import play_or_refuse
from service.rules import cards as c
from service.rules.cards import Cards, Notation
from service.rules.combos import Combo
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, Faults, RuleError, cards_en, step


class OpenTableText(NamedTuple):
    """The fields of a request, types checked."""

    hands: Mapping[str, Any]
    turn: str | None = None
    last: Any = None
    passes: int = 0
    last_seat: str | None = None


class OpenTable(NamedTuple):
    """Parsed open hands."""

    rules: CompiledRules
    notation: Notation
    seats: tuple[str, ...]
    """Seats that take part, in the order of play."""
    hands: tuple[Cards, ...]
    mover: int
    """Index of the mover in `seats`; `owner` likewise."""
    to_beat: Combo | None
    owner: int
    passes: int

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the side of each seat; 0 is the side of the first seat."""
        sides = [self.rules.variant.side_of(seat) for seat in self.seats]
        return tuple([int(side != sides[0]) for side in sides])

    @property
    def cards(self) -> int:
        """Return the number of cards in all hands."""
        return sum(c.size(hand.hand) for hand in self.hands)


def named_seats(rules: CompiledRules, hands: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats that take part, in the order of play.

    Raises RuleError "seat_unknown", "field_missing" unless two sides have a hand, "field_conflict" for a third side.
    """
    faults = Faults()
    for seat in hands:
        faults.read(check_seat, rules, seat, "/hands" + step(seat))
    faults.check()
    seats = tuple([seat for seat in rules.variant.seats if seat in hands])
    sides: list[int] = []
    for seat in seats:
        side = rules.variant.side_of(seat)
        if side not in sides:
            sides.append(side)
        if len(sides) > 2:
            message = Bilingual(
                f"{seat_en(seat)} would be a third side; send the hands of two sides",
                f"{seat_zh(seat)}是第三方；请只写两方的手牌",
            )
            raise RuleError("field_conflict", message, f"/hands/{seat}")
    if len(sides) < 2:
        raise RuleError("field_missing", Bilingual("send the hands of two sides", "请写出双方的手牌"), "/hands")
    return seats


def read_open_hand(rules: CompiledRules, seat: str, value: Any, notation: Notation) -> Cards:
    """Return the hand of a seat.

    Raises RuleError "hand_empty", "game_over", "hand_size" for more cards than a seat is ever dealt, or an error of
    card parsing.
    """
    pointer, setup = f"/hands/{seat}", rules.setup
    hand = parse_cards(value, notation, pointer, setup.kind)
    most = max(setup.hand_size.values())
    spare = rules.spare[rules.variant.seats.index(seat)]
    if spare and c.size(hand.hand) <= spare:
        message = Bilingual(
            f"{seat_en(seat)} wins with {cards_en(spare)} left; the deal is over",
            f"{seat_zh(seat)}剩{spare}张就赢，本局结束",
        )
        raise RuleError("game_over", message, pointer)
    if not hand.hand:
        raise RuleError("hand_empty", Bilingual("a hand has at least one card", "手牌至少有一张"), pointer)
    if c.size(hand.hand) > most:
        message = Bilingual(
            f"a hand has at most {most} cards here, not {c.size(hand.hand)}",
            f"这里一手牌最多{most}张，不能是{c.size(hand.hand)}张",
        )
        raise RuleError("hand_size", message, pointer)
    return hand


def taking_place(seats: tuple[str, ...], seat: str, pointer: str) -> int:
    """Return the index of a seat among those that take part.

    Raises RuleError "seat_unknown" if it takes no part.
    """
    if seat not in seats:
        message = Bilingual(f"{seat_en(seat)} has no hand here", f"{seat_zh(seat)}没有写手牌")
        raise RuleError("seat_unknown", message, pointer)
    return seats.index(seat)


def trick_of(
    rules: CompiledRules, seats: tuple[str, ...], turn: str | None, passes: int, shown: PlayText | None
) -> tuple[int, int, int]:
    """Return the places of the mover and of the owner of the last play, and the number of passes since.

    Raises RuleError "field_conflict" for passes without a play, "history_inconsistent" where all others have passed,
    "not_your_turn" for a turn that does not follow from the last play, "field_missing" if the mover is unknown.
    """
    place, n = None if turn is None else taking_place(seats, turn, "/turn"), len(seats)
    if shown is None:
        if passes:
            message = Bilingual(
                "there is no pass before a lead: name the play that was passed on", "有牌权时没有不出：请写明最后出的牌"
            )
            raise RuleError("field_conflict", message, "/passes")
        mover = place or 0
        return mover, mover, 0
    if passes > n - 2:
        message = Bilingual(
            f"the trick is over after {n - 1} of {n} seats passed; leave `last` out",
            f"{n}家里有{n - 1}家不出，本轮就结束了：请去掉 `last`",
        )
        raise RuleError("history_inconsistent", message, "/passes")
    if shown.seat is None:
        if place is None:
            message = Bilingual(
                "send the seat whose turn it is, or the seat that played last", "请写明轮到谁，或最后是谁出的牌"
            )
            raise RuleError("field_missing", message, "/turn")
        return place, (place - 1 - passes) % n, passes
    owner = taking_place(seats, check_seat(rules, shown.seat, shown.seat_pointer), shown.seat_pointer)
    mover = (owner + 1 + passes) % n
    if place not in (None, mover):
        message = Bilingual(f"after that it is the turn of {seat_en(seats[mover])}", f"之后轮到{seat_zh(seats[mover])}")
        raise RuleError("not_your_turn", message, "/turn")
    return mover, owner, passes


def read_open_last(rules: CompiledRules, text: OpenTableText, notation: Notation) -> PlayText | None:
    """Return the last play; None for a pass.

    Raises RuleError "too_many_of_rank" for more cards than the deck has.
    """
    shown = read_last(rules, text.last, notation, text.last_seat)
    check_counts(rules, [(shown.pointer, shown.hand)])
    return None if shown.cards is None else shown


def check_open_cards(
    rules: CompiledRules, notation: Notation, seats: tuple[str, ...], shown: PlayText | None, *hands: Cards
) -> None:
    """Raise RuleError "card_duplicate" or "too_many_of_rank" for more cards together than the deck has."""
    parts = [(f"/hands/{seat}", hand) for seat, hand in zip(seats, hands, strict=True)]
    if shown is not None and shown.cards is not None:
        parts.append((shown.pointer, shown.cards))
    check_same_cards(parts, notation, rules.setup.decks)
    check_counts(rules, [(at, cards.hand) for at, cards in parts])


def open_to_beat(rules: CompiledRules, shown: PlayText | None) -> Combo | None:
    """Return the play to beat; None without one."""
    return None if shown is None else play_or_refuse(rules, shown.hand, shown, None)


def read_open_table(rules: CompiledRules, text: OpenTableText, notation: Notation) -> OpenTable:
    """Return parsed open hands.

    Raises RuleError with pointers to the fields at fault: hands, a play or a turn.
    """
    faults = Faults()
    seats = faults.read(named_seats, rules, text.hands)
    known = [seat for seat in rules.variant.seats if seat in text.hands]
    hands = [faults.read(read_open_hand, rules, seat, text.hands[seat], notation) for seat in known]
    shown = None
    if text.last is not None or text.last_seat:
        shown = faults.read(read_open_last, rules, text, notation)
    faults.read(check_open_cards, rules, notation, seats, shown, *hands)
    turn = None if text.turn is None else faults.read(check_seat, rules, text.turn, "/turn")
    trick = faults.read(trick_of, rules, seats, turn, text.passes, shown)
    to_beat = faults.read(open_to_beat, rules, shown)
    faults.check()
    mover, owner, passes = trick
    return OpenTable(rules, notation, seats, tuple(hands), mover, to_beat, owner, passes)

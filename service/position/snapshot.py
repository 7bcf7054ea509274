"""Snapshots: the table of a client without the history, checked against rules and deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from service.core.bindings import NO_CONSTRAINTS, CompiledRules, PlayConstraints
from service.position.deck import check_counts, check_same_cards, check_seat
from service.position.parse.card_fields import PlayText, TableFields
from service.position.play import play_or_refuse, written
from service.position.position import Table
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation, Suits
from service.rules.combos import Combo
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError, cards_en, step
from service.rules.physical_cards import caller_text


class Snapshot(NamedTuple):
    """The checked table of a client without the history."""

    seat: str
    """The requesting seat."""
    to_beat: Combo | None
    owner: str | None
    last: Cards
    on: Cards
    """Cards on the table so far."""
    left: dict[str, int | None]
    unseen: Hand
    bottom_held: Hand
    assumed: tuple[str, ...]
    """Fields that the request left out: `seat` and `last_seat` of a play to beat, `left`, `history`."""


def snapshot_seat(fields: TableFields, last: PlayText, whole: bool) -> str:
    """Return the requesting seat: as given, else the first; with an unknown hand, the first that may move next."""
    rules, seats = fields.rules, fields.rules.variant.seats
    if fields.seat is not None:
        return check_seat(rules, fields.seat, "/seat")
    if whole:
        return seats[0]
    first = 0 if last.seat is None else seats.index(check_seat(rules, last.seat, last.seat_pointer)) + 1
    order = seats[first:] + seats[:first]
    return next((name for name in order if fields.left.get(name) != 0), order[0])


def snapshot_owner(fields: TableFields, seat: str, last: PlayText) -> str:
    """Return the seat that played last: as named, else the seat before the requesting one."""
    rules, seats = fields.rules, fields.rules.variant.seats
    before = seats[seats.index(seat) - 1]
    owner = before if last.seat is None else check_seat(rules, last.seat, last.seat_pointer)
    if owner == seat and fields.seat is None:
        message = Bilingual(
            f"{seat_en(seat)} played last, and a hand without `seat` is taken as that of {seat_en(seat)}: send `seat`",
            f"最后出牌的是{seat_zh(seat)}，而没写 `seat` 的手牌按{seat_zh(seat)}的算：请写明 `seat`",
        )
        raise RuleError("history_inconsistent", message, "/seat")
    if owner == seat:
        message = Bilingual(
            f"{seat_en(seat)} played last and therefore leads: leave `last` out",
            f"最后出牌的就是{seat_zh(seat)}，那么现在由这家先出：请去掉 `last`",
        )
        raise RuleError("history_inconsistent", message, last.seat_pointer)
    return owner


def assumed_fields(fields: TableFields, last: PlayText, left: Mapping[str, int | None], seat: str) -> tuple[str, ...]:
    """Return the fields that the advice depends on and the request left out.

    Two seats need no `last_seat`; a hand as dealt that leads needs neither `left` nor the plays so far.
    """
    given: dict[str, object] = {}
    if last.cards:
        given = {"seat": fields.seat} | ({"last_seat": last.seat} if len(left) > 2 else {})
    if last.cards or left[seat] != fields.rules.setup.hand_size[seat]:
        given |= {"left": None if None in left.values() else left, "history": fields.seen}
    return tuple([name for name, value in given.items() if value is None])


def snapshot_left(
    rules: CompiledRules, given: Mapping[str, int], seat: str, hand: Hand | None, played: Mapping[str | None, int]
) -> dict[str, int | None]:
    """Return the number of cards of each seat, None if not *given*.

    *hand* is the requesting seat's, None if unknown; *played* is the size of the play to beat, by its seat.

    Raises RuleError "history_inconsistent" for an impossible number.
    """
    left: dict[str, int | None] = dict.fromkeys(rules.variant.seats)
    left[seat] = own = None if hand is None else c.size(hand)
    spare = dict(zip(rules.variant.seats, rules.spare, strict=True))
    if own is not None and own <= spare[seat]:
        message = Bilingual(
            f"{seat_en(seat)} wins with {cards_en(spare[seat])} left; the deal is over",
            f"{seat_zh(seat)}剩{spare[seat]}张就赢，本局结束",
        )
        raise RuleError("game_over", message, "/hand")
    for name, number in given.items():
        check_seat(rules, name, "/left" + step(name))
        most = rules.setup.hand_size[name] - played.get(name, 0)
        least = spare[name] + (0 if rules.variant.to_places else 1)
        if not least <= number <= most:
            message = Bilingual(
                f"{seat_en(name)} has {least} to {most} cards, not {number}",
                f"{seat_zh(name)}手里应有{least}到{most}张牌，不会是{number}张",
            )
            raise RuleError("history_inconsistent", message, f"/left/{name}")
        if name == seat and own is not None and number != own:
            message = Bilingual(f"the hand has {cards_en(own)}, not {number}", f"手牌有{own}张，不是{number}张")
            raise RuleError("history_inconsistent", message, f"/left/{name}")
        left[name] = number
    return left


def merged(seen: Cards, last: Cards, notation: Notation) -> Cards:
    """Return the seen cards including those of the last play, whether listed or not.

    Cards with different suits or ids are different cards; without these the last play's cards are assumed to be among
    the seen ones.
    """
    if not seen.hand or not last.hand:
        return seen if seen.hand else last
    named, met = (Counter(card for card in part.own if c.is_identity(card[1], notation)) for part in (seen, last))
    apart = Counter(rank for rank, _ in (named | met).elements())
    pairs = zip(c.counts(seen.hand), c.counts(last.hand), strict=True)
    hand = c.from_counts([max(a, b, apart[rank]) for rank, (a, b) in enumerate(pairs)])
    left = Counter(last.own) - Counter(seen.own)
    own = tuple(sorted([*seen.own, *left.elements()], key=lambda card: card[0]))
    return Cards(hand, own, seen.listed, merged_suits(seen.suits, last.suits))


def merged_suits(seen: Suits, last: Suits) -> Suits:
    """Return the larger count of each rank and suit, in games with suits."""
    fields = range(0, 26, 2)
    return tuple([sum(max(a >> i & 3, b >> i & 3) << i for i in fields) for a, b in zip(seen, last, strict=True)])


def check_going_on(rules: CompiledRules, left: Mapping[str, int | None]) -> None:
    """Raise RuleError "game_over" if only one seat is left, or a whole side has gone out."""
    out = {name for name, number in left.items() if number == 0}
    sides = [side for side in rules.variant.allies if side <= out]
    if len(out) >= len(left) - 1 or any(len(side) > 1 for side in sides):
        message = Bilingual(
            f"{', '.join(sorted(out))} have gone out; the deal is over",
            f"{'、'.join(map(seat_zh, sorted(out)))}已经出完牌，本局结束",
        )
        raise RuleError("game_over", message, "/left")


def check_capacity(
    rules: CompiledRules, left: Mapping[str, int | None], unseen: Hand, bottom_held: Hand, notation: Notation
) -> None:
    """Raise RuleError "history_inconsistent" if the seats in *left* cannot have the bottom or all unseen cards."""
    taker, kept = rules.variant.bottom_seat, c.size(bottom_held)
    has = left.get(taker)
    if has is not None and has < kept:
        cards = caller_text(bottom_held, (), notation, rules.setup.kind)
        message = Bilingual(
            f"{taker} must still have {cards} of the bottom, which is more than {cards_en(has)}: "
            "correct it, or send the played cards in `seen`",
            f"{seat_zh(taker)}手里应当还有底牌 {cards}，不止{has}张：请改正，或在 `seen` 里写明打出的牌",
        )
        raise RuleError("history_inconsistent", message, f"/left/{taker}")
    others = sum(max(1, kept * (name == taker)) if number is None else number for name, number in left.items())
    hidden = c.size(unseen)
    if others + rules.undealt > hidden != others:  # equal: the undealt cards have been seen, too
        undealt, undealt_zh = (
            (f", {rules.undealt} of them not dealt", f"，其中{rules.undealt}张没有发出") if rules.undealt else ("", "")
        )
        message = Bilingual(
            f"the other seats have at least {cards_en(others)}, but {c.size(unseen)} are unseen{undealt}: "
            "correct `left` or `seen`",
            f"其他各家至少有{others}张牌，而没见过的牌只有{c.size(unseen)}张{undealt_zh}：请改正 `left` 或 `seen`",
        )
        raise RuleError("history_inconsistent", message, "/left" if any(left.values()) else "/seen")


def read_snapshot(fields: TableFields, held: tuple[str, Cards], whole: bool = True) -> Snapshot:
    """Return the data of a snapshot.

    *held* are pointer and cards of the requesting seat: the *whole* hand, or its known part.
    """
    rules, notation, own = fields.rules, fields.notation, held[1]
    if isinstance(fields.last, RuleError):
        raise fields.last
    shown = PlayText(None, None, None, "/last") if fields.last is None else fields.last
    seat = snapshot_seat(fields, shown, whole)
    most = rules.setup.hand_size[seat]
    if whole and c.size(own.hand) > most:
        message = Bilingual(
            f"{seat_en(seat)} has at most {most} cards, not {c.size(own.hand)}",
            f"{seat_zh(seat)}最多有{most}张牌，不会有{c.size(own.hand)}张",
        )
        raise RuleError("hand_size", message, "/hand")
    last, pointer = shown.cards or c.NO_CARDS, shown.pointer
    check_counts(rules, [(pointer, last.hand)])
    to_beat = play_or_refuse(rules, last.hand, shown, None, notation=notation) if shown.cards else None
    owner = snapshot_owner(fields, seat, shown) if to_beat else None
    if isinstance(fields.seen, RuleError):
        raise fields.seen
    seen = c.NO_CARDS if fields.seen is None else fields.seen
    check_same_cards([held, ("/seen", seen)], notation, rules.setup.decks)
    check_same_cards([held, ("/last", last)], notation, rules.setup.decks)
    taker = rules.variant.bottom_seat
    others = [part for maker, part in ((seat, held), (owner, ("/last", last))) if maker != taker]
    check_same_cards([*others, ("/bottom", fields.bottom)], notation, rules.setup.decks)
    on = merged(seen, last, notation)
    bottom_held = 0
    if fields.bottom.hand and seat != taker:
        bottom_held = c.minus(fields.bottom.hand, on.hand)
    known = held[0], own.hand
    check_counts(rules, [known, ("/seen" if seen.hand else pointer, on.hand), ("/bottom", bottom_held)])
    left = snapshot_left(rules, fields.left, seat, own.hand if whole else None, {owner: c.size(last.hand)})
    unseen = rules.deck - own.hand - on.hand
    check_going_on(rules, left)
    check_capacity(
        rules, {name: number for name, number in left.items() if name != seat}, unseen, bottom_held, notation
    )
    assumed = assumed_fields(fields, shown, left, seat)
    return Snapshot(seat, to_beat, owner, last, on, left, unseen, bottom_held, assumed)


# ---- the table --------------------------------------------------------------------------------------------------


def snapshot_constraints(rules: CompiledRules, seat: str, left: Mapping[str, int | None]) -> PlayConstraints:
    """Return the restrictions on the play of the requesting seat; whether it is a first lead is unknown."""
    if "solo_top" not in rules.setup.flags:
        return NO_CONSTRAINTS
    seats = rules.variant.seats
    following = [seats[(seats.index(seat) + i) % len(seats)] for i in range(1, len(seats))]
    last_card = next((left[name] for name in following if left[name] != 0), None) == 1
    return PlayConstraints(0, True) if last_card else NO_CONSTRAINTS


def snapshot_table(fields: TableFields, own: Cards) -> Table:
    """Return the information of the requesting seat with the hand *own* about the table."""
    seen, rules = read_snapshot(fields, ("/hand", own)), fields.rules
    notation, kind = fields.notation, rules.setup.kind
    last = (
        written(seen.to_beat, rules, c.exact_text(seen.last, notation, kind), seen.last.suits) if seen.to_beat else ""
    )
    return Table(
        seat=seen.seat,
        mover=seen.seat,
        to_beat=seen.to_beat,
        to_beat_seat=seen.owner,
        table_cards=seen.last,
        left=seen.left,
        seen=seen.on.hand,
        plays=[seen.on],
        constraints=snapshot_constraints(rules, seen.seat, seen.left),
        must_hold={rules.variant.bottom_seat: seen.bottom_held} if seen.bottom_held else {},
        snapshot=True,
        assumed=seen.assumed,
        last_text=last,
        seen_text=c.exact_text(seen.on, notation, kind),
    )

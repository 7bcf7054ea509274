"""Views: what the seat to move knows, as the core reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from service.core import robots
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import ORDINARY, Combo
from service.rules.payment import DealPayment


def view_of(position: Position) -> robots.View:
    """Return the knowledge of the seat to move; seats are counted from it in the order of play."""
    rules, variant = position.rules, position.rules.variant
    first = variant.seats.index(position.seat)
    order = variant.seats[first:] + variant.seats[:first]
    allies = next(side for side in variant.allies if position.seat in side)
    own = position.to_beat_seat == position.seat  # request of a seat while an earlier play of it is being answered
    to_beat = None if own else position.to_beat
    gone = rules.deck - position.hand - position.unseen
    return robots.View(
        hand=position.hand,
        to_beat=to_beat,
        unseen=position.unseen,
        left=tuple([position.left[seat] for seat in order]),
        ally=tuple([seat in allies for seat in order]),
        owner=0 if to_beat is None else order.index(position.to_beat_seat or order[1]),
        suits=position.suits,
        unseen_suits=position.unseen_suits,
        constraints=position.constraints,
        held=tuple([position.must_hold.get(seat, 0) for seat in order]),
        to_places=variant.to_places,
        enemies_allied=len(variant.allies) < len(order),
        first=order.index(variant.seats[0]),
        gone=gone,
        tricks=(gone,) if position.snapshot else tricks_of(position),
        tally=None if rules.setup.payment is None else tally_of(position, rules.setup.payment, order),
        most=max(rules.setup.hand_size.values()),
    )


EARLY, LATE = 3, 2
"""Weights of the lowest and the highest rank among the cards that were probably played."""


def probable_view(position: Position) -> robots.View:
    """Return the view of a snapshot without the cards that were probably played.

    A snapshot with the numbers of all cards but no `seen` has more unseen cards than the seats hold. As many are left
    out, low ranks first, because players keep their high cards; against a last card, none. What is certain needs
    `view_of`. A button that sends `left` and no history wins more by it: the table in docs/hint-button.md.
    """
    rules, view = position.rules, view_of(position)
    others = [left for seat, left in position.left.items() if seat != position.seat]
    if rules.setup.suited or None in others:
        return view
    played = c.size(position.unseen) - rules.undealt - sum([left or 0 for left in others])
    if played <= 0 or 1 in others:
        return view
    free, places = c.counts(position.unseen - sum(view.held)), [c.RANKS.index(rank) for rank in rules.setup.power]
    weights = [EARLY * (len(places) - 1 - at) + LATE * at for at in range(len(places))]
    total = sum([free[place] * weight for place, weight in zip(places, weights, strict=True)])
    gone = 0
    for place, weight in zip(places, weights, strict=True):
        share = free[place] * weight
        if share and played:
            number = min(free[place], -(-share * played // total))
            gone += number << 4 * place
            played -= number
        total -= share
    return replace(view, unseen=view.unseen - gone, gone=view.gone + gone, tricks=(view.gone + gone,))


def tricks_of(position: Position) -> tuple[int, ...]:
    """Return the cards of the current trick and of those before it, as many as a view has."""
    tricks = [0]
    for turn in reversed(position.history):
        if turn.combo is not None:
            tricks[-1] += turn.combo.cards
            if turn.to_beat is None:
                tricks.append(0)
    return tuple(tricks[: robots.TRICKS_SEEN])


SEVERAL = 2
"""Number of plays of a seat that has played, if unknown: neither none nor one."""


def tally_of(position: Position, payment: DealPayment, order: Sequence[str]) -> robots.PlayTally:
    """Return the tally of the plays so far for the payment, by seat in an *order*.

    A snapshot has no bombs, and for each seat only whether it has played.
    """
    bombs, plays, owner = dict.fromkeys(order, 0), dict.fromkeys(order, 0), ""
    doubling = adding = 0
    for turn in position.history:
        if turn.combo is None:
            continue
        plays[turn.seat] += 1
        if turn.combo.tier > ORDINARY:
            bombs[turn.seat] += 1
            doubling += turn.combo.length if turn.combo.shape in payment.doubling else 0
            adding += turn.combo.shape in payment.adding
            if payment.unbeaten and turn.to_beat is not None and turn.to_beat.tier > ORDINARY:
                bombs[owner] -= 1
        owner = turn.seat
    if position.snapshot:
        dealt, left = position.rules.setup.hand_size, position.left
        plays = {seat: 0 if left[seat] == dealt[seat] else SEVERAL for seat in order}
    return robots.PlayTally(doubling, adding, tuple(bombs.values()), tuple(plays.values()))


def past_of(position: Position) -> list[tuple[int, Combo | None]]:
    """Return the history with seats counted from the requesting seat; none for a snapshot."""
    seats = position.rules.variant.seats
    first = seats.index(position.seat)
    return [((seats.index(seat) - first) % len(seats), combo) for seat, combo, *_ in position.history]

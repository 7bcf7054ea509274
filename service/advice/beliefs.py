"""Beliefs about hidden cards: probabilities of ranks and bombs in the other hands, from sampled deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from service.advice.bomb_chance import bomb_chance
from service.advice.levels import CLUB_NUMBERS
from service.advice.views import past_of, view_of
from service.core import robots
from service.core.robots import View
from service.position.position import Position
from service.rules import cards as c

EXPLAINING = robots.Policy("rules", numbers=CLUB_NUMBERS, learned=True)
"""Policy assumed for every seat when inferring hands from the history."""


def position_beliefs(
    position: Position, worlds: int, seed: int | None = None
) -> tuple[tuple[robots.Belief, ...], float]:
    """Return the beliefs about each seat, the requesting seat first, and the effective number of sampled worlds."""
    drawn = position.seed_key if seed is None else seed
    return robots.beliefs(position.rules, EXPLAINING, view_of(position), past_of(position), worlds, drawn)


WORLDS = 200
"""Deals sampled for beliefs."""


class Beliefs(NamedTuple):
    """Probabilities about the other seats."""

    seats: Mapping[str, Mapping[str, float]]
    """For ranks with unseen cards: the probability that each seat has the rank."""
    bombs: Mapping[str, float]
    """The probability that each seat has a bomb."""
    samples: int
    effective: float
    """Effective number of sampled deals."""


def chance_of(view: View, seat: int, place: int, chance: float) -> float:
    """Return a sampled probability; 0 and 1 are returned only for certain facts.

    A seat certainly has the cards that it must have, or that do not fit into the other hands. It certainly lacks cards
    that others must have, or that exceed its free cards.
    """
    total, number, held, left = c.size(view.unseen), c.count(view.unseen, place), view.held[seat], view.left[seat]
    elsewhere = sum(c.count(hand, place) for i, hand in enumerate(view.held) if i != seat)
    if c.count(held, place) or (left is not None and number > total - left):
        return 1.0
    if elsewhere == number or left == c.size(held):
        return 0.0
    return min(max(chance, 0.5 / WORLDS), 1 - 0.5 / WORLDS)


def rank_beliefs(position: Position, seed: int | None) -> Beliefs:
    """Return the probability that each other seat has a rank, for ranks with unseen cards, and that it has a bomb."""
    by_seat, effective = position_beliefs(position, WORLDS, seed)
    seats = position.rules.variant.seats
    first, unseen = seats.index(position.seat), c.counts(position.unseen)
    view, ranks = view_of(position), position.rules.ranks
    chances = {
        seats[(first + i) % len(seats)]: {
            rank: chance_of(view, i, place, belief.holds[place]) for rank, place in ranks if unseen[place]
        }
        for i, belief in enumerate(by_seat)
        if i
    }
    past = past_of(position)
    bombs = {
        seats[(first + i) % len(seats)]: bomb_chance(position.rules, view, past, i, belief, WORLDS)
        for i, belief in enumerate(by_seat)
        if i
    }
    return Beliefs(chances, bombs, WORLDS, effective)

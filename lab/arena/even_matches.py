"""Even matches: `python -m lab.arena even greedy` plays against robots whose share of wins follows its results.

The player takes each seat in turn; robots of one share have the others, its ally's too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean

from lab.arena.match import Match, deal_hands, match_rules, play_seated, rules_drawn
from lab.arena.opponents import MixedOpponent, find_opponent
from service.advice import mixed_levels

BEGIN = 0.25
"""Share of the robots for a new player."""

PARTS = (0, 12, 24, 72)
"""The deals of a match, in parts whose wins are counted."""

Deal = tuple[bool, float]
"""Whether the player won a deal, and the share of the robots for the next one."""


def play_even(player: str, game: str, seed: int) -> Iterator[Deal]:
    """Yield the deals of a match."""
    match = Match(player, player, game, seed)
    rules, at = match_rules(match), BEGIN
    seats, table = rules.variant.seats, mixed_levels.strengths_of(rules)
    for number in match.seeds(PARTS[-1]):
        robots = MixedOpponent("", partial(mixed_levels.strength_for, win=at))
        own, drawn = number % len(seats), rules_drawn(rules, number)
        seated = [find_opponent(player) if seat == own else robots for seat in range(len(seats))]
        winner = play_seated(drawn, seated, deal_hands(drawn, number), number).winner
        won = rules.variant.side_of(seats[winner]) == rules.variant.side_of(seats[own])
        at = mixed_levels.even_share(int(won), 1, at, table)
        yield won, at


def even_text(matches: Sequence[Sequence[Deal]]) -> str:
    """Return for each part the player's share of wins, and the mean share of the robots at its end."""
    lines = []
    for first, last in pairwise(PARTS):
        won = fmean(won for deals in matches for won, _ in deals[first:last])
        at = fmean(deals[last - 1][1] for deals in matches)
        lines.append(f"deals {first + 1:2} to {last}: won {won:.3f}, robots then at {at:.3f}")
    return "\n".join(lines)

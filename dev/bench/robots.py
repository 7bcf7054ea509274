"""Robots on one core: whole games, moves, and the accuracy of beliefs."""

from __future__ import annotations

import random
import time

from dev.bench.rows import Row, micros, row
from lab.arena.calibrate_beliefs import stop_game
from lab.arena.match import policy_named
from service.advice.views import past_of, view_of
from service.core import engine, robots

RULES = engine.rules_for("standard")


def bench_games(rows: dict[str, Row]) -> None:
    """Measure whole games of the rule policy, and of random players, on one core."""

    def rate(name: str) -> float:
        policies = [policy_named(name)] * 3
        dealt = [robots.deal(RULES, seed) for seed in range(400)]
        began = time.perf_counter()
        robots.games(RULES, policies, dealt, range(len(dealt)))
        return len(dealt) / (time.perf_counter() - began)

    rows["games_per_second"] = row(
        [rate("club") for _ in range(3)], "per_second", "random players", [rate("random") for _ in range(3)], more=True
    )


Seen = tuple[robots.View, robots.Past]


def seen_by_seats(n: int) -> list[Seen]:
    """Return views of seats to move: leads of twenty cards, follows of them, and a third from the middle of games."""
    views: list[Seen] = []
    for seed in range(n // 3):
        landlord, down, up = robots.deal(RULES, seed)
        opening = engine.split(RULES, landlord).combos[-1]
        views.append((robots.View(landlord, None, down + up, (20, 17, 17), (True, False, False), 0), ()))
        unseen, left = landlord - opening.cards + up, 20 - opening.size
        view = robots.View(down, opening, unseen, (17, 17, left), (True, True, False), 2)
        views.append((view, [(2, opening)]))
    rng = random.Random(1)
    while len(views) < n:
        game = stop_game(RULES, rng.randrange(1 << 40), rng.randint(3, 40))
        if game is not None:
            views.append((view_of(game.position), past_of(game.position)))
    return views


def bench_moves(rows: dict[str, Row]) -> None:
    """Measure a robot's move, at openings and in the middle of games."""
    seen = seen_by_seats(1800)

    def times(level: str, every: int = 1) -> list[float]:
        policy = policy_named(level)
        return [
            micros(lambda v=view, p=past: robots.choose(RULES, policy, v, 1, p)) / 1000 for view, past in seen[::every]
        ]

    club = times("club")
    rows["move_club"] = row(club, "ms", "starter", times("starter"))
    rows["move_expert"] = row(times("expert", 5), "ms", "club", club)

"""Reviews of whole games, on one core: by `club` and `expert`, of all seats and of one, and the par of a deal."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from app import create_app
from dev.bench.rows import Row, row
from service.advice.game import referee
from service.http.endpoints import review_arguments
from service.http.requests import schemas
from service.review import luck
from service.review.review import known_at, moments, review
from service.rules.variants import VARIANTS
from tests.helpers.reviewed_games import robot_game

GAMES = 12
"""Games of standard between regular robots."""

LEVELS = {"review_club": "club", "review_expert": "expert"}

SEATS = VARIANTS["standard"].seats


def millis(call: Callable[[], Any]) -> float:
    began = time.process_time()
    call()
    return 1000 * (time.process_time() - began)


def review_all(bodies: list[dict[str, Any]], level: str, *, of_one: bool = False) -> list[float]:
    """Return the milliseconds of each review at a level: of all seats, or *of_one*, a different one for each game."""
    took = []
    for place, body in enumerate(bodies):
        seats = {"seats": [SEATS[place % len(SEATS)]]} if of_one else {}
        arguments = review_arguments(schemas.REVIEW.load(body | {"level": level} | seats))
        took.append(millis(lambda a=arguments: review(*a)))
    return took


def par_of_all(bodies: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds of the par of each deal."""
    took = []
    for body in bodies:
        rules, text, notation = review_arguments(schemas.REVIEW.load(body))
        first = next(moments(referee(rules, text.table, notation)))
        position = known_at(referee(rules, text.table, notation), first, first.turn.seat)
        took.append(millis(lambda m=first, p=position: luck.value_of(m.replay, m.held, p)))
    return took


def bench_reviews(rows: dict[str, Row]) -> None:
    """Measure reviews of games, each with the milliseconds of a game of the other level as its baseline."""
    client = create_app().test_client()
    bodies = [robot_game(client, "standard", seed) for seed in range(GAMES)]
    review_all(bodies[:1], "club")  # the mean result of random deals is computed once
    times = {name: review_all(bodies, level) for name, level in LEVELS.items()}
    turns = sum(len(body["history"]) for body in bodies) / GAMES
    for name, other in (("review_club", "review_expert"), ("review_expert", "review_club")):
        rows[name] = row(times[name], "ms", f"the same games by {LEVELS[other]}", times[other])
        rows[name]["turns"] = turns
        rows[f"{name}_seat"] = row(review_all(bodies, LEVELS[name], of_one=True), "ms", "all seats", times[name])
    rows["par"] = row(par_of_all(bodies), "ms", "a whole review by club", times["review_club"])

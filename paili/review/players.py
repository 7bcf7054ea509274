"""Statistics over many games: lost chances by kind, marks, and the result without luck, with 95 % intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

KINDS = ("lead", "follow", "pass", "tribute")
POINT_KINDS = ("bid", "double")
"""Kinds whose losses are in points."""

DEVIATIONS = 1.96


class MeanInterval(NamedTuple):
    """A mean over games with its 95 % interval."""

    mean: float
    half: float
    """Half-width of the interval; nan for a single game."""
    games: int


class PlayerSummary(NamedTuple):
    """The games of a player."""

    games: int
    given_away: Mapping[str, MeanInterval]
    """Lost chance to win per game by kind, `POINT_KINDS` in points; without kinds that did not occur."""
    marks: Mapping[str, int]
    names: Sequence[tuple[str, str, int]]
    """Named mistakes: code, sentence and frequency, the most frequent first."""
    result: MeanInterval | None
    """Points per game; None if no game has luck."""
    adjusted: MeanInterval | None
    """Points per game without the luck of the cards and of the other seats' moves."""


def mean_interval(values: Sequence[float]) -> MeanInterval:
    """Return the mean of some values with its interval."""
    number = len(values)
    mean = math.fsum(values) / number
    if number == 1:
        return MeanInterval(mean, math.nan, 1)
    spread = math.fsum([(value - mean) ** 2 for value in values]) / (number - 1)
    return MeanInterval(mean, DEVIATIONS * math.sqrt(spread / number), number)


def seats_of_player(players: Mapping[str, str], name: str) -> list[str]:
    """Return the seats of a game that a player has; case does not matter."""
    return [seat for seat, player in players.items() if player.casefold() == name.casefold()]


def rows_of_seat(review: Mapping[str, Any], seat: str) -> list[Mapping[str, Any]]:
    """Return the judged decisions of a seat."""
    return [row for row in review["decisions"] if str(row["seat"]) == seat and not row["forced"]]


def summary_of_player(games: Iterable[tuple[Mapping[str, Any], str]]) -> PlayerSummary | None:
    """Return the statistics of some games, each a review and the player's seat in it; None without games."""
    lost: dict[str, list[float]] = {kind: [] for kind in (*KINDS, *POINT_KINDS)}
    marks, names = Counter[str](), Counter[tuple[str, str]]()
    results: list[float] = []
    adjusted: list[float] = []
    number, none = 0, {"tribute", *POINT_KINDS}
    for review, seat in games:
        sums = review["seats"].get(seat)
        if sums is None:  # its hand is unknown
            continue
        number += 1
        for kind in KINDS:
            lost[kind].append(sums["by_kind"][kind])
        none -= {"tribute"} if any(str(row["seat"]) == seat for row in review["tribute"]) else set()
        calls = [call for call in review["calls"] if call["seat"] == seat]
        none -= {call["kind"] for call in calls}
        for kind in POINT_KINDS:
            lost[kind].append(sums["points_by_kind"][kind])
        marks.update({mark: times for mark, times in sums["mistakes"].items() if times})
        cards = [row for row in review["tribute"] if str(row["seat"]) == seat]
        codes = [code for row in [*rows_of_seat(review, seat), *calls, *cards] for code in row["codes"]]
        names.update([(code["code"], code["text"]) for code in codes])
        luck = (review["luck"] or {}).get(seat)
        if luck:
            results.append(luck["result"])
            adjusted.append(luck["result"] - luck["cards"] - luck["others"])
    if not number:
        return None
    return PlayerSummary(
        number,
        {kind: mean_interval(values) for kind, values in lost.items() if kind not in none},
        marks,
        [(code, text, times) for (code, text), times in names.most_common()],
        mean_interval(results) if results else None,
        mean_interval(adjusted) if adjusted else None,
    )

"""Calibration of the chances to win: `python -m lab.arena chances`.

Robots of several levels play whole games. At some decisions the mover makes the move of `expert`. Two chances of this
move are stored: the share of games won in its search, and the chance in a review. Each is compared with the side that
goes out next.

With `--write` the curve in the game's module and its row of `dev/benchmarks/chances.json` are replaced; `python -m
dev.tables` and `make contract` show the rows in the documentation and in the contract.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, pairwise
from pathlib import Path
from typing import NamedTuple

from lab.arena import python_deals, regression
from lab.arena.errors import ArenaError
from lab.arena.match import deal_hands, rules_drawn, rules_with
from lab.arena.opponents import find_opponent
from lab.former_levels import FORMER
from service.advice import intervals, robot
from service.advice.combo_cards import known_by
from service.advice.levels import find_level, games_of
from service.core.bindings import CompiledRules
from service.position.position import Position
from service.position.replay import Replay
from service.review.judgement import Sampler, has_choice, share_of
from service.review.plan import Plan
from service.rules import cards as c
from service.rules.chance_curve import EXACT, KNOTS, ChanceCurve
from service.rules.combos import Combo
from service.rules.physical_cards import after_play
from service.rules.random_numbers import numbers_from
from service.rules.variants import VARIANTS

PLAYERS = ("casual", "club", "club", "expert")
"""Levels of the seats, drawn for each game and seat."""

FEWER_GAMES = 8
"""Divisor of the number of games in searches of `expert` whose decisions are not recorded."""

KEPT = 4
"""Recorded decisions per dealt card."""

WORLDS = 120
"""Worlds in each of the two samples for the chance of a review."""

LEAST = 50
"""Minimum chances for fitting a curve, and for the deviation of a tenth."""

PRIOR = 5.0
"""Chances at each knot that follow the best line; they keep the curve smooth where few games were played."""

LEAST_SLOPE = 0.2
"""Minimum slope of a curve: better moves stay visibly better."""

SWEEPS = 3000
"""Steps of a fit for each of its coefficients."""

CLOSE = 0.02
"""A tenth is outside if its deviation exceeds this by more than its standard error."""

MOST_TURNS = 1000

DIGITS = 3
"""Of the values of a curve."""

TENTHS = 10

TABLE = {
    "command": "python -m lab.arena chances --variant GAME --games NUMBER --write",
    "conditions": "seats drawn from `club`, `expert` and a weaker `club`, both sides; a curve fitted on half of the "
    "games is judged on the other half, both ways",
    "columns": [
        "game",
        "games, chances",
        f"curve at {', '.join([f'{knot:g}' for knot in KNOTS])}",
        "Brier before, after",
        *[f"{place / TENTHS:.1f}-{(place + 1) / TENTHS:.1f}" for place in range(TENTHS)],
        "outside",
    ],
}
"""The table of the documentation without rows."""


class Claim(NamedTuple):
    """The chances of a decision, and whether the mover's side went out next."""

    seat: int
    searched: float | None
    """Share of games won in the search; None: no search, or a sure win."""
    reviewed: float
    won: bool


def reviewed_share(position: Position, combo: Combo | None) -> float:
    """Return the share of sampled deals won after a move, as in a review."""
    sampler = Sampler(position, [combo], Plan("expert", 0, WORLDS))
    sampler.fill(WORLDS)
    return share_of(sampler.halves, 0)


def searched_share(move: robot.Move) -> float | None:
    """Return the share of games won by the chosen move of a search."""
    if move.search is None:
        return None
    chosen = next(one for one in move.search.candidates if known_by(one.combo) == known_by(move.combo))
    share = intervals.win_share(chosen, EXACT)
    return None if share is None else share.won


def play_claims(rules: CompiledRules, deal: int) -> list[Claim]:
    """Return the claims of a game."""
    rng = random.Random(deal)
    hands = deal_hands(rules, deal)
    rules = python_deals.rules_for_first_lead(rules, hands[0].hand)
    bottom = python_deals.bottom_of(rules, [hand.hand for hand in hands], deal)
    replay = Replay(rules, [c.size(hand.hand) for hand in hands])
    levels = [rng.choice(PLAYERS) for _ in hands]
    pending: list[Claim] = []
    claims: list[Claim] = []
    side_of = rules.variant.side_of
    rate, games = KEPT / sum(replay.left), games_of(find_level("expert"), rules)
    for chance in islice(numbers_from(deal), MOST_TURNS):
        mover = replay.mover
        position = python_deals.position_at(replay, hands[mover], bottom)
        if position.is_skipped:
            replay.skip()
            continue
        keep = rng.random() < rate and has_choice(position)
        level = "expert" if keep else levels[mover]
        if level in FORMER:
            move = robot.Move(find_opponent(level).move(position, chance), (), forced=False)
        else:
            move = robot.choose_move(position, level, chance, games if keep else games // FEWER_GAMES)
        if keep and robot.SURE.isdisjoint(move.why):
            chances = searched_share(move), reviewed_share(position, move.combo)
            pending.append(Claim(mover, *chances, won=False))
        cards = c.NO_CARDS if move.combo is None else python_deals.cards_of(position, move.combo)
        if move.combo is not None:
            hands[mover] = after_play(hands[mover], cards)
        python_deals.record(replay, move.combo, cards)
        if not hands[mover].hand:
            side = side_of(replay.seats[mover])
            claims += [one._replace(won=side_of(replay.seats[one.seat]) == side) for one in pending]
            pending = []
        if replay.over:
            break
    return claims


def play_games(variant: str, games: int, path: Path) -> None:
    """Write the claims of each game as a line of a file.

    A later run continues the file; an incomplete line is dropped.
    """
    rules = rules_with(variant, ())
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.read_text() if path.exists() else ""
    done = written.count("\n")
    path.write_text(written[: written.rfind("\n") + 1])
    with path.open("a") as file:
        for deal in range(done + 1, games + 1):
            file.write(json.dumps(play_claims(rules_drawn(rules, deal), deal)) + "\n")
            file.flush()


def read_claims(path: Path) -> list[list[Claim]]:
    """Return the claims of each game of a file."""
    return [[Claim(*one) for one in json.loads(line)] for line in path.read_text().splitlines()]


def weights_at(chance: float) -> list[float]:
    """Return the weights of the values at `KNOTS` in the calibrated chance."""
    return [ChanceCurve(tuple([float(knot == other) for other in KNOTS])).calibrated(chance) for knot in KNOTS]


def calibration_line(chances: Sequence[float], won: Sequence[bool]) -> tuple[float, float]:
    """Return (constant, slope) of the line, limited to 0..1, that best predicts the side that goes out next."""
    come = [float(one) for one in won]
    constant, slope = regression.fit_linear([[chance] for chance in chances], come)
    if constant < 0:
        constant, slope = 0.0, regression.dot(chances, come) / regression.dot(chances, chances)
    return constant, min(slope, 1 - constant)


def fitted_curve(chances: Sequence[float], won: Sequence[bool]) -> ChanceCurve:
    """Return the increasing curve that best predicts the side that goes out next.

    Least squares for the first value and the slopes of the pieces, one coefficient after the other, each within its
    bounds.
    """
    constant, slope = calibration_line(chances, won)
    counts = Counter(zip(chances, map(float, won), strict=True))
    points = [(chance, came, float(times)) for (chance, came), times in counts.items()]
    points += [(knot, constant + slope * knot, PRIOR) for knot in KNOTS]
    steps = [high - low for low, high in pairwise(KNOTS)]
    size = len(KNOTS)
    matrix, right = [[0.0] * size for _ in KNOTS], [0.0] * size
    for chance, came, times in points:
        weights = weights_at(chance)
        row = [1.0, *[step * math.fsum(weights[place + 1 :]) for place, step in enumerate(steps)]]
        for i, left in enumerate(row):
            right[i] += times * left * came
            for j, other in enumerate(row):
                matrix[i][j] += times * left * other
    coefficients = [constant, *[slope] * len(steps)]
    for _ in range(SWEEPS):
        for i in range(size):
            rest = right[i] - regression.dot(matrix[i], coefficients) + matrix[i][i] * coefficients[i]
            coefficients[i] = max(LEAST_SLOPE if i else 0.0, rest / matrix[i][i])
    values = list(
        accumulate([step * one for step, one in zip(steps, coefficients[1:], strict=True)], initial=coefficients[0])
    )
    return ChanceCurve(tuple([round(min(1.0, value), DIGITS) for value in values]))


class Tenth(NamedTuple):
    """The chances in a tenth of the scale."""

    number: int
    shown: float
    """Their mean."""
    came: float
    """Share of them that came true."""
    error: float
    """Standard error of the difference, with games as independent units."""

    @property
    def deviation(self) -> float:
        """Share that came true above the mean chance."""
        return self.came - self.shown

    @property
    def outside(self) -> bool:
        """Whether the deviation exceeds `CLOSE` by more than its error."""
        return self.number >= LEAST and abs(self.deviation) > CLOSE + self.error


class Judged(NamedTuple):
    """A chance of a game, calibrated, and its outcome."""

    game: int
    chance: float
    won: bool


def tenth_of(judged: Sequence[Judged]) -> Tenth:
    """Return the summary of some chances."""
    number = len(judged)
    shown = math.fsum(one.chance for one in judged) / number
    came = sum(one.won for one in judged) / number
    sums: dict[int, float] = defaultdict(float)
    for one in judged:
        sums[one.game] += one.won - one.chance - (came - shown)
    return Tenth(number, shown, came, math.sqrt(math.fsum(value**2 for value in sums.values())) / number)


def tenths_of(judged: Sequence[Judged]) -> list[Tenth | None]:
    """Return the tenths of the scale; None for an empty one."""
    parts: list[list[Judged]] = [[] for _ in range(TENTHS)]
    for one in judged:
        parts[min(TENTHS - 1, int(TENTHS * one.chance))].append(one)
    return [tenth_of(part) if part else None for part in parts]


Pairs = Sequence[Sequence[tuple[float, bool]]]
"""Chances of each game, with their outcomes."""


def judged_by(curve: ChanceCurve, games: Pairs, numbers: Sequence[int]) -> list[Judged]:
    """Return the calibrated chances of the games with some numbers."""
    return [Judged(game, curve.calibrated(chance), won) for game in numbers for chance, won in games[game]]


def curve_of(games: Pairs) -> ChanceCurve:
    """Return the curve of all chances of some games."""
    chances, won = zip(*[pair for game in games for pair in game], strict=True)
    return fitted_curve(chances, won)


def cross_judged(games: Pairs) -> list[Judged]:
    """Return the chances of each half of the games, calibrated by the curve of the other half."""
    halves = [range(first, len(games), 2) for first in range(2)]
    curves = [curve_of([games[game] for game in half]) for half in halves]
    return judged_by(curves[1], games, halves[0]) + judged_by(curves[0], games, halves[1])


def squared_error(judged: Sequence[Judged]) -> float:
    """Return the mean squared error of chances."""
    return math.fsum((one.won - one.chance) ** 2 for one in judged) / len(judged)


def chance_pairs(games: Sequence[Sequence[Claim]], *, searched: bool = False) -> Pairs:
    """Return the chances of reviews or of searches, with their outcomes."""
    if searched:
        return [[(one.searched, one.won) for one in game if one.searched is not None] for game in games]
    return [[(one.reviewed, one.won) for one in game] for game in games]


def report(games: Sequence[Sequence[Claim]]) -> Iterator[str]:
    """Yield the tenths of the chances of searches and of reviews, calibrated by the curve of reviews.

    The last line has the cells of `table_cells`.
    """
    reviewed = chance_pairs(games)
    if sum(map(len, reviewed)) < LEAST:
        return
    curve, everything = curve_of(reviewed), range(len(games))
    for name, pairs in (("searched", chance_pairs(games, searched=True)), ("reviewed", reviewed)):
        judged = cross_judged(reviewed) if name == "reviewed" else judged_by(curve, pairs, everything)
        if len(judged) < LEAST:
            continue
        raw, after = squared_error(judged_by(EXACT, pairs, everything)), squared_error(judged)
        yield f"{name}: {len(judged)} chances of {len(games)} games; Brier {raw:.4f}, {after:.4f} calibrated"
        for one in filter(None, tenths_of(judged)):
            yield (
                f"    {one.number:6}  shown {one.shown:.3f}  came true {one.came:.3f}  {one.deviation:+.3f} "
                f"± {one.error:.3f}{'  outside' * one.outside}"
            )
    yield f"  {curve_text(curve)}"
    yield f"  | {' | '.join(table_cells(games))} |"


def table_cells(games: Sequence[Sequence[Claim]]) -> list[str]:
    """Return the cells of a game's row in the documentation, without its name."""
    pairs = chance_pairs(games)
    judged = cross_judged(pairs)
    tenths = tenths_of(judged)
    return [
        f"{len(games):,}, {len(judged):,}",
        values_text(curve_of(pairs)),
        f"{squared_error(judged_by(EXACT, pairs, range(len(games)))):.3f}, {squared_error(judged):.3f}",
        *[f"{one.deviation:+.3f} ± {one.error:.3f} ({one.number})" if one else "" for one in tenths],
        f"{sum(one is not None and one.outside for one in tenths)}",
    ]


def values_text(curve: ChanceCurve) -> str:
    """Return the values of a curve."""
    return ", ".join([f"{value:.{DIGITS}f}" for value in curve.values])


def curve_text(curve: ChanceCurve) -> str:
    """Return a curve as code."""
    return f"ChanceCurve(({values_text(curve)}))"


def write_row(path: Path, variant: str, games: Sequence[Sequence[Claim]]) -> None:
    """Replace the row of a game in a file with a line for each game, sorted by game."""
    name = VARIANTS[variant].name
    rows = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []
    by_name = {row[0]: row for row in rows} | {name: [name, *table_cells(games)]}
    kept = [by_name[one.name] for one in VARIANTS.values() if one.name in by_name]
    head = json.dumps(TABLE, ensure_ascii=False).removesuffix("}")
    lines = ",\n".join([json.dumps(row, ensure_ascii=False) for row in kept])
    path.write_text(f'{head}, "rows": [\n{lines}\n]}}\n', "utf-8")


def write_curve(path: Path, games: Sequence[Sequence[Claim]]) -> None:
    """Replace the calibration curve in the module of a game; raise ArenaError if it has none."""
    call = f"chances={curve_text(curve_of(chance_pairs(games)))}"
    text, times = re.subn(r"chances=ChanceCurve\(\([^()]*\)\)", call, path.read_text("utf-8"))
    if times != 1:
        raise ArenaError(f"{path} has {times} calibration curves, not 1")
    path.write_text(text, "utf-8")

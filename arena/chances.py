"""Calibration of the chances to win: `python -m arena chances`.

Robots of several levels play whole games. At some decisions the mover makes the move of `expert`. Two chances of this
move are stored: the share of games won in its search, and the chance in a review. Each is compared with the side that
goes out next.

With `--write` the line in the game's module and its row of `benchmarks/chances.json` are replaced; `python -m
tools.tables` and `python -m tools.examples` show the rows in the documentation and in the contract.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from arena import fits, table
from arena.calibrate import Reliability
from arena.errors import ArenaError
from arena.match import deal_hands, rules_drawn, rules_with
from service.advice import robot
from service.advice.combo_cards import known_by
from service.advice.judgement import SURE, Rows, Sampler, has_choice
from service.advice.review_plan import Plan
from service.core.bindings import CompiledRules
from service.position.position import Position
from service.position.replay import Replay
from service.rules import cards as c
from service.rules.cards import Cards
from service.rules.chance import numbers_from
from service.rules.chance_line import EXACT, ChanceLine
from service.rules.combos import Combo
from service.rules.physical_cards import after_play
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
"""Minimum chances for fitting a line."""

MOST_TURNS = 1000

DIGITS = 3
"""Of the numbers of a line."""

TABLE = {
    "command": "python -m arena chances --variant GAME --games 2000 --write",
    "conditions": "seats drawn from `casual`, `club` and `expert`, both sides",
    "columns": [
        "game",
        "games, chances",
        "line",
        "Brier before, after",
        "below .1: given, line, came true",
        "above .9: given, line, came true",
        "worst tenth",
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
    return sum(Rows(half).mean(0) for half in sampler.halves) / 2


def searched_share(move: robot.Move) -> float | None:
    """Return the share of games won by the chosen move of a search."""
    if move.search is None:
        return None
    chosen = next(one for one in move.search.candidates if known_by(one.combo) == known_by(move.combo))
    share = robot.win_share(chosen, EXACT)
    return None if share is None else share.won


def play_claims(rules: CompiledRules, deal: int) -> list[Claim]:
    """Return the claims of a game."""
    rng = random.Random(deal)
    hands = deal_hands(rules, deal)
    rules = table.rules_for_first_lead(rules, hands[0].hand)
    bottom = table.bottom_of(rules, [hand.hand for hand in hands], deal)
    replay, shown = Replay(rules, [c.size(hand.hand) for hand in hands]), list[Cards]()
    levels = [rng.choice(PLAYERS) for _ in hands]
    pending: list[Claim] = []
    claims: list[Claim] = []
    side_of = rules.variant.side_of
    rate, games = KEPT / sum(replay.left), robot.games_of(robot.find_level("expert"), rules)
    for chance in islice(numbers_from(deal), MOST_TURNS):
        mover = replay.mover
        position = table.position_at(replay, hands[mover], bottom, shown)
        if position.skipped:
            replay.skip()
            continue
        keep = rng.random() < rate and has_choice(position)
        level = "expert" if keep else levels[mover]
        move = robot.choose_move(position, level, chance, games if keep else games // FEWER_GAMES)
        if keep and SURE.isdisjoint(move.why):
            chances = searched_share(move), reviewed_share(position, move.combo)
            pending.append(Claim(mover, *chances, won=False))
        if move.combo is not None:
            shown.append(table.cards_of(position, move.combo))
            hands[mover] = after_play(hands[mover], shown[-1])
        table.record(replay, move.combo, shown)
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


def calibration_line(chances: Sequence[float], won: Sequence[bool]) -> tuple[float, float]:
    """Return (constant, slope) of the line, limited to 0..1, that best predicts the side that goes out next."""
    come = [float(one) for one in won]
    constant, slope = fits.fit_linear([[chance] for chance in chances], come)
    if constant < 0:
        constant, slope = 0.0, fits.dot(chances, come) / fits.dot(chances, chances)
    return constant, min(slope, 1 - constant)


def tail_of(chances: Sequence[float], line: ChanceLine, won: Sequence[bool], low: float, high: float) -> str:
    """Return the means of the chances in a range, before and after calibration, and their outcomes' mean."""
    part = [(chance, line.calibrated(chance), came) for chance, came in zip(chances, won, strict=True)
            if low <= chance <= high]  # fmt: skip
    return ", ".join([f"{sum(column) / len(part):.3f}" for column in zip(*part, strict=True)])


def farthest(chances: Sequence[float], line: ChanceLine, won: Sequence[bool]) -> float:
    """Return the largest deviation of a share that came true from the calibrated chances, by tenths."""
    rows = Reliability([line.calibrated(chance) for chance in chances], list(won)).table()
    return max([abs(mean - share) for number, mean, share in rows if number >= LEAST], default=0.0)


def report(games: Sequence[Sequence[Claim]]) -> Iterator[str]:
    """Yield the lines of the table of each of the two chances, with the line that calibrates it.

    The last line of each has the cells of `table_cells`.
    """
    claims = [one for game in games for one in game]
    searched = [(one.searched, one.won) for one in claims if one.searched is not None]
    for name, kept in (("searched", searched), ("reviewed", [(one.reviewed, one.won) for one in claims])):
        if len(kept) < LEAST:
            continue
        chances, won = [chance for chance, _ in kept], [came for _, came in kept]
        line = fitted_line(chances, won)
        raw = Reliability(chances, won)
        fitted = Reliability([line.calibrated(chance) for chance in chances], won)
        yield f"{name}: {len(kept)} chances of {len(games)} games: ChanceLine({line.constant:.3f}, {line.slope:.3f})"
        yield f"  Brier {raw.brier():.4f} as they are, {fitted.brier():.4f} on the line"
        for number, mean, share in raw.table():
            yield f"    {number:6}  given {mean:.3f}  on the line {line.calibrated(mean):.3f}  came true {share:.3f}"
        yield f"  | {' | '.join(table_cells(len(games), chances, won, line))} |"


def table_cells(games: int, chances: Sequence[float], won: Sequence[bool], line: ChanceLine) -> list[str]:
    """Return the cells of a game's row in the documentation, without its name."""
    before = Reliability(list(chances), list(won)).brier()
    after = Reliability([line.calibrated(chance) for chance in chances], list(won)).brier()
    low, high = (tail_of(chances, line, won, *ends) for ends in ((0.0, 0.1), (0.9, 1.0)))
    return [
        f"{games:,}, {len(chances):,}",
        line_text(line),
        f"{before:.3f}, {after:.3f}",
        low,
        high,
        f"{farthest(chances, line, won):.3f}",
    ]


def line_text(line: ChanceLine) -> str:
    """Return a line in the format of the documentation."""
    return f"{line.constant:.3f} + {line.slope:.3f} p"


def fitted_line(chances: Sequence[float], won: Sequence[bool]) -> ChanceLine:
    """Return the calibration line with as many digits as a game's module has."""
    constant, slope = calibration_line(chances, won)
    return ChanceLine(round(constant, DIGITS), round(slope, DIGITS))


def reviewed_claims(games: Sequence[Sequence[Claim]]) -> tuple[list[float], list[bool], ChanceLine]:
    """Return the chances of reviews, whether each came true, and their calibration line."""
    claims = [one for game in games for one in game]
    chances, won = [one.reviewed for one in claims], [one.won for one in claims]
    return chances, won, fitted_line(chances, won)


def write_row(path: Path, variant: str, games: Sequence[Sequence[Claim]]) -> None:
    """Replace the row of a game in a file of rows, sorted by game."""
    name = VARIANTS[variant].name
    rows = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []
    by_name = {row[0]: row for row in rows} | {name: [name, *table_cells(len(games), *reviewed_claims(games))]}
    kept = [by_name[one.name] for one in VARIANTS.values() if one.name in by_name]
    path.write_text(json.dumps({**TABLE, "rows": kept}, indent=1, ensure_ascii=False) + "\n", "utf-8")


def write_line(path: Path, games: Sequence[Sequence[Claim]]) -> None:
    """Replace the calibration line in the module of a game; raise ArenaError if it has none."""
    line = reviewed_claims(games)[2]
    call = f"chances=ChanceLine({line.constant:.{DIGITS}f}, {line.slope:.{DIGITS}f})"
    text, times = re.subn(r"chances=ChanceLine\([^()]*\)", call, path.read_text("utf-8"))
    if times != 1:
        raise ArenaError(f"{path} has {times} calibration lines, not 1")
    path.write_text(text, "utf-8")

"""Calibration of levels by their share of wins: `python -m arena strengths --variant laizi`.

A level without its search plays matches against `club` at decreasing temperatures: `club`, and the level with networks
if these win more. Shares that are out of order because of noise are pooled. The rows of the game in
`service/rules/games/strengths.py` are replaced; a request for a share gets the temperature between two rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from arena.match import Match, play_decks, score_of
from arena.results import Deck
from service.advice import robot
from service.rules.strength import Strength
from service.rules.variants import VARIANTS

TEMPERATURES = (16.0, 8.0, 5.0, 3.5, 2.5, 1.8, 1.3, 0.95, 0.7, 0.5, 0.35, 0.25, 0.17, 0.1, 0.05, 0.02)
"""Temperatures in turns, from nearly random to nearly always the best action."""

EVEN = 0.5
"""The share of `club` itself, by definition."""

LEAST_GAIN = 0.01
"""Minimum excess over `EVEN` for using networks."""

CHUNK = 50
"""Decks that a process plays at a time."""

HEAD = '''"""Shares of deals won against `club`, written by `python -m arena strengths`; not to be edited by hand."""

from __future__ import annotations

from collections.abc import Mapping

from service.rules.strength import Strength

# fmt: off
STRENGTHS: Mapping[str, tuple[Strength, ...]] = {
'''


def pooled(shares: Sequence[float]) -> list[float]:
    """Return the non-decreasing shares nearest to *shares* in least squares (pool adjacent violators)."""
    blocks: list[tuple[float, int]] = []
    for share in shares:
        blocks.append((share, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (later, more), (earlier, number) = blocks.pop(), blocks.pop()
            blocks.append(((later * more + earlier * number) / (more + number), more + number))
    return [share for share, number in blocks for _ in range(number)]


def measured_shares(
    variant: str, level: str, decks: int, seed: int, jobs: int, on_match: Callable[[str], None]
) -> list[Strength]:
    """Return the shares that a level wins at each temperature, the highest first, finally at temperature 0."""
    shares, temperatures = list[float](), [*TEMPERATURES, *([] if level == robot.DEFAULT_LEVEL else [0.0])]
    for temperature in temperatures:
        match = Match(f"{level}~{temperature:g}", robot.DEFAULT_LEVEL, variant, seed)
        seeds = match.seeds(decks)
        chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
        played: list[Deck] = []
        with get_context("spawn").Pool(jobs) as pool:
            for some in pool.imap(partial(play_decks, match), chunks):
                played += some
        score = score_of(played)
        on_match(f"{variant} {match.a}: {score}")
        shares.append(score.wp)
    rows = zip(pooled(shares), temperatures, strict=True)
    return [Strength(round(share, 4), level, temperature) for share, temperature in rows]


def above_even(rows: Sequence[Strength]) -> list[Strength]:
    """Return the rows above an even share, starting with the temperature of an even share.

    Empty if there are too few.
    """
    if rows[-1].win < EVEN + LEAST_GAIN:
        return []
    at = next(place for place, row in enumerate(rows) if row.win > EVEN)
    if at == 0:
        return [rows[0]._replace(win=EVEN), *rows[1:]]
    before, after = rows[at - 1], rows[at]
    part = (EVEN - before.win) / (after.win - before.win)
    temperature = round(before.temperature + part * (after.temperature - before.temperature), 4)
    return [Strength(EVEN, after.level, temperature), *rows[at:]]


def strengths_measured(
    variant: str, decks: int, seed: int, jobs: int, on_match: Callable[[str], None]
) -> tuple[Strength, ...]:
    """Return the rows of a game, each measured with a number of decks."""
    club = measured_shares(variant, robot.DEFAULT_LEVEL, decks, seed, jobs, on_match)
    rows = [*[row for row in club if row.win < EVEN], Strength(EVEN, robot.DEFAULT_LEVEL, 0.0)]
    if VARIANTS[variant].nets:
        learned = next(level.id for level in robot.LEVELS.values() if level.learned)
        rows += above_even(measured_shares(variant, learned, decks, seed, jobs, on_match))
    return tuple(rows)


def module_lines(strengths: Mapping[str, Sequence[Strength]]) -> Iterator[str]:
    """Yield the lines of the module with the rows of all games."""
    yield HEAD
    for variant, rows in strengths.items():
        yield f'    "{variant}": (\n'
        yield from (f'        Strength({row.win:g}, "{row.level}", {row.temperature:g}),\n' for row in rows)
        yield "    ),\n"
    yield "}\n"


def write_strengths(out: Path, variant: str, rows: Sequence[Strength], known: Mapping[str, Sequence[Strength]]) -> None:
    """Write the module: new rows for one game, and the *known* rows of the others."""
    every = {game: rows if game == variant else known.get(game, ()) for game in VARIANTS}
    out.write_text("".join(module_lines(every)))

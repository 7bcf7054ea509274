"""Shares of deals that levels win against `club`: `python -m lab.arena strengths --variant standard`.

A request for a share gets two neighbouring levels and the part of the moves of each; the share grows nearly linearly
with that part. The rows of the game in `service/rules/games/strengths.py` are replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from lab.arena.match import Match, play_decks, score_of
from lab.arena.results import Deck
from service.advice.levels import DEFAULT_LEVEL, LEVELS
from service.rules.strength import Strength
from service.rules.variants import VARIANTS

LADDER = ("starter", "apprentice", "hobbyist", "regular", "club")
LEARNED = ("adept", "expert")
"""The measured levels; the learned ones only in games with networks."""

EVEN = 0.5
"""The share of `club` itself, by definition."""

SEARCHED_DECKS = 10
"""How many times fewer decks are played with a search."""

CHUNK = 50
"""Decks that a process plays at a time."""

HEAD = '''"""Shares of deals won against `club`, written by `python -m lab.arena strengths`; do not edit it."""

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


def measured_share(variant: str, name: str, decks: int, seed: int, jobs: int, on_match: Callable[[str], None]) -> float:
    """Return the share that an opponent wins against `club`."""
    match = Match(name, DEFAULT_LEVEL, variant, seed)
    seeds = match.seeds(decks)
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    played: list[Deck] = []
    with get_context("spawn").Pool(jobs) as pool:
        for some in pool.imap(partial(play_decks, match), chunks):
            played += some
    score = score_of(played)
    on_match(f"{variant} {match.a}: {score}")
    return score.wp


def strengths_measured(
    variant: str, decks: int, seed: int, jobs: int, on_match: Callable[[str], None]
) -> tuple[Strength, ...]:
    """Return the rows of a game, each measured with a number of decks."""
    levels = [*LADDER, *(LEARNED if VARIANTS[variant].nets else ())]
    shares = []
    for level in levels:
        played = decks // (SEARCHED_DECKS if LEVELS[level].budget else 1)
        share = EVEN if level == DEFAULT_LEVEL else measured_share(variant, level, played, seed, jobs, on_match)
        share = max(share, 0.25 / played)  # no win at all is half a game: a share has log odds
        shares.append(min(share, EVEN) if level in LADDER else max(share, EVEN))
    pairs = zip([levels[0], *levels], levels, pooled(shares), strict=False)
    return tuple([Strength(round(share, 4), weaker, stronger, 1.0) for weaker, stronger, share in pairs])


def module_lines(strengths: Mapping[str, Sequence[Strength]]) -> Iterator[str]:
    """Yield the lines of the module with the rows of all games."""
    yield HEAD
    for variant, rows in strengths.items():
        yield f'    "{variant}": (\n'
        yield from (f'        Strength({row.win:g}, "{row.level}", "{row.other}", {row.part:g}),\n' for row in rows)
        yield "    ),\n"
    yield "}\n"


def write_strengths(out: Path, variant: str, rows: Sequence[Strength], known: Mapping[str, Sequence[Strength]]) -> None:
    """Write the module: new rows for one game, and the *known* rows of the others."""
    every = {game: rows if game == variant else known.get(game, ()) for game in VARIANTS}
    out.write_text("".join(module_lines(every)))

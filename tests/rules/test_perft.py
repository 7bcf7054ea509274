"""Every number of `tests/data/perft`: counted with the core, and smaller ones also with the slow rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.perft_core import core_node
from tests.oracle import family
from tests.oracle.perft import Node, compared_counts, divide, slow_node
from tests.oracle.perft_file import GAMES, PerftPosition, read_positions

POSITIONS = [position for game in GAMES for position in read_positions(game)]
SLOW_CARDS = 8
"""Maximum cards of a hand for the slow rules, which try every set of its cards."""

SMALL = [position for position in POSITIONS if position.size <= SLOW_CARDS]


def name_of(position: PerftPosition) -> str:
    return f"{position.game}/{position.id}"


def check(position: PerftPosition, node: Node) -> None:
    """Compare every number of a position; on a difference, report each first play with its number."""
    for line in compared_counts(position, node):
        if line.counted != line.wanted:
            depth = int(line.text.split()[1]) if line.text != "games" else 0
            parts = "\n".join(f"{name}: {number}" for name, number in sorted(divide(node, depth).items()))
            ask = f"python -m tests.oracle.perft {name_of(position)} {depth}"
            pytest.fail(f"{line.text} is {line.counted}, not {line.wanted}; `{ask}` by the slow rules, here\n{parts}")


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
def test_the_core_counts_as_the_files_say(position: PerftPosition) -> None:
    check(position, core_node(position))


@pytest.mark.parametrize("position", SMALL, ids=name_of)
def test_the_slow_rules_count_as_the_files_say(position: PerftPosition) -> None:
    check(position, slow_node(position))


def test_every_game_has_positions() -> None:
    assert set(GAMES) == set(family.GAMES)


def test_a_difference_tells_each_first_play() -> None:
    position = next(position for position in SMALL if name_of(position) == "standard/two-cards")
    with pytest.raises(pytest.fail.Exception, match=r"perft 2 is 3, not 4; .*\n3 solo/3: 2\n5 solo/5: 1"):
        check(replace(position, counts={2: 4}), core_node(position))

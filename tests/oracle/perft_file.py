"""The files of `tests/data/perft`: positions with the numbers of their sequences of plays; see the README there.

It imports nothing of the service.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tests import ROOT

FOLDER = ROOT / "tests" / "data" / "perft"
GAMES = tuple(path.stem for path in sorted(FOLDER.glob("*.txt")))
"""Games with a file."""

READING = re.compile(r"([a-z_0-9]+?)(?::(\d+))?/([3-9TJQKA2XD])")


class TablePlay(NamedTuple):
    """The play on the table."""

    cards: tuple[str, ...]
    shape: str
    rank: str
    length: int
    owner: int
    """Index of its owner among the hands."""


@dataclass(frozen=True)
class PerftPosition:
    """One position of a file."""

    game: str
    id: str
    options: Mapping[str, str]
    hands: tuple[tuple[str, ...], ...]
    """The cards of each seat in the order of play, the mover first."""
    table: TablePlay | None = None
    show: str = ""
    """The rank that the first play must contain."""
    counts: Mapping[int, int | None] = field(default_factory=dict)
    """The number of sequences by number of plays, None where the file has `?`."""
    games: tuple[int | None, ...] = ()
    """The number of sequences to the end: one number, or nothing."""

    @property
    def size(self) -> int:
        """Return the number of cards of the largest hand."""
        return max(map(len, self.hands))


def parse_tokens(game: str, text: str) -> tuple[str, ...]:
    """Return the cards of a text, `-` for none: with suits in Guandan, otherwise letters."""
    return tuple(re.findall(r"[2-9TJQKA][shcd]|[XD]" if game == "guandan" else r"[2-9TJQKAXDW]", text))


def read_table(game: str, text: str, seats: int) -> TablePlay:
    """Return the play of `5566 pair_chain:2/5 by 1`; without `by` its owner is the last seat."""
    cards, reading, *by = text.split()
    match = READING.fullmatch(reading)
    assert match, f"no reading: {reading}"
    return TablePlay(parse_tokens(game, cards), match[1], match[3], int(match[2] or 1), int(by[1]) if by else seats - 1)


def write_reading(shape: str, rank: str, length: int) -> str:
    """Return a reading in the notation of the files."""
    return f"{shape}:{length}/{rank}" if length > 1 else f"{shape}/{rank}"


def write_play(cards: Iterable[str], shape: str, rank: str, length: int) -> str:
    """Return cards with their reading in the notation of the command."""
    ordered = sorted(cards, key=lambda card: ("3456789TJQKA2XDW".index(card[0]), card))
    return f"{''.join(ordered)} {write_reading(shape, rank, length)}"


def parse_number(text: str) -> int | None:
    return None if text == "?" else int(text)


def read_block(game: str, block: str) -> PerftPosition:
    """Return the position of a block of lines."""
    fields: dict[str, str] = {}
    counts: dict[int, int | None] = {}
    for line in block.splitlines():
        word, _, rest = line.partition(" ")
        if word == "perft":
            depth, count = rest.split()
            counts[int(depth)] = parse_number(count)
        elif word != "#":
            assert word in ("id", "options", "hands", "table", "show", "games"), line
            assert word not in fields, line
            fields[word] = rest.strip()
    hands = tuple(parse_tokens(game, text) for text in fields["hands"].split())
    options = dict(pair.split("=") for pair in fields.get("options", "").split())
    table = read_table(game, fields["table"], len(hands)) if "table" in fields else None
    games = (parse_number(fields["games"]),) if "games" in fields else ()
    return PerftPosition(game, fields["id"], options, hands, table, fields.get("show", ""), counts, games)


def blocks(text: str) -> Iterator[str]:
    """Yield the blocks of a file that contain a position, separated by blank lines."""
    return (block for block in re.split(r"\n{2,}", text.strip()) if re.search(r"^id ", block, re.MULTILINE))


def read_positions(game: str) -> list[PerftPosition]:
    positions = [read_block(game, block) for block in blocks((FOLDER / f"{game}.txt").read_text())]
    assert len({position.id for position in positions}) == len(positions), f"two positions of {game} have one id"
    return positions

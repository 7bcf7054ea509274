"""Count sequences of plays by the slow rules: `python -m tests.oracle.perft` compares all perft files.

    python -m tests.oracle.perft guandan laizi      # two games
    python -m tests.oracle.perft guandan/ace 2      # each first play of a position with its count at depth 2
    python -m tests.oracle.perft --fill             # writes numbers where a file has `?`

It imports nothing of the service. `Node`, `perft` and `count_games` are independent of the rules; they also count the
plays of the engine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, Protocol

from tests.oracle import family
from tests.oracle.family_base import Cards, Game, Reading
from tests.oracle.perft_file import FOLDER, GAMES, PerftPosition, read_positions, write_play
from tests.oracle.referee import DealState

# ---- counting ---------------------------------------------------------------------------------------------------


class Node(Protocol):
    """A state of play."""

    @property
    def over(self) -> bool:
        """Return whether the deal has ended."""

    @property
    def key(self) -> Hashable:
        """Return everything that further play depends on."""

    def plays(self) -> Sequence[tuple[str, Any]]:
        """Return every play with its name."""

    def after(self, play: Any) -> Node:
        """Return the state after a play."""


Memo = dict[Hashable, int]


def perft(node: Node, depth: int, memo: Memo) -> int:
    """Return the number of sequences of *depth* plays; a deal that ends earlier has none."""
    if depth == 0 or node.over:
        return int(depth == 0)
    plays = node.plays()
    assert plays, "no play, and the deal is not over"
    if depth == 1:
        return len(plays)
    key = node.key, depth
    if key not in memo:
        memo[key] = sum(perft(node.after(play), depth - 1, memo) for _, play in plays)
    return memo[key]


def count_games(node: Node, memo: Memo) -> int:
    """Return the number of sequences of plays that end the deal."""
    if node.over:
        return 1
    key = node.key
    if key not in memo:
        memo[key] = sum(count_games(node.after(play), memo) for _, play in node.plays())
    return memo[key]


def divide(node: Node, depth: int) -> dict[str, int]:
    """Return for each first play the number of sequences of *depth* plays, or (0) to the end, that begin with it."""
    memo: Memo = {}
    following = [(name, node.after(play)) for name, play in node.plays()]
    return {name: perft(then, depth - 1, memo) if depth else count_games(then, memo) for name, then in following}


# ---- the slow rules ---------------------------------------------------------------------------------------------


class SlowPlay(NamedTuple):
    """Cards with their reading; a pass has none."""

    tokens: tuple[str, ...]
    reading: Reading | None


NamedPlays = tuple[tuple[str, SlowPlay], ...]


def is_declared(game: Game, cards: Cards) -> bool:
    """Return whether *cards* are played with a declaration: with a wild card, and always in Guandan."""
    return isinstance(game, family.Guandan) or any(card in "W" + game.options.get("wild", "") for card in cards)


@cache
def named_plays(game: Game, hand: Cards, to_beat: Reading | None, next_has_one: bool, show: str) -> NamedPlays:
    """Return every play of a hand, including the pass, by the slow rules."""
    sets, may_pass = game.legal(hand, to_beat, next_has_one, show)
    heart = game.options.get("level", "W") + "h" * isinstance(game, family.Guandan)
    plays: list[tuple[str, SlowPlay]] = []
    for cards in sets:
        stored = game.stored(cards, hand, to_beat)
        assert stored
        own = tuple(heart if card == "W" else card for card in cards)
        for reading in game.choices(cards, hand, to_beat) if is_declared(game, cards) else [stored]:
            name = write_play(own, reading.shape, reading.rank, reading.length)
            plays.append((name, SlowPlay(own, reading._replace(plays_as="", suit=""))))
    if may_pass or not plays:  # a single flower cannot be led, so its seat passes
        plays.append(("pass", SlowPlay((), None)))
    return tuple(plays)


@dataclass(frozen=True)
class SlowNode:
    """A state of play in the referee."""

    deal: DealState

    @property
    def over(self) -> bool:
        return self.deal.over

    @property
    def key(self) -> Hashable:
        deal = self.deal
        first = deal.first_card if not deal.moves else ""
        return tuple(map(tuple, deal.hands)), deal.to_beat, deal.owner, tuple(deal.waiting), first

    def plays(self) -> NamedPlays:
        deal = self.deal
        following = deal.hands[deal.after(deal.mover)[0]]
        show = deal.first_card if not deal.moves else ""
        return named_plays(deal.game, deal.ranks(deal.hands[deal.mover]), deal.to_beat, len(following) == 1, show)

    def after(self, play: SlowPlay) -> SlowNode:
        deal = self.deal
        copy = replace(deal, hands=[list(hand) for hand in deal.hands], waiting=[*deal.waiting], out=[*deal.out])
        copy.move(play.tokens, play.reading)
        return SlowNode(copy)


def slow_node(position: PerftPosition) -> SlowNode:
    """Return a position of a file in the format of the slow rules."""
    game = family.GAMES[position.game](position.options)
    hands = [list(hand) for hand in position.hands]
    deal = DealState(position.game, position.options, game, hands, position.show)
    deal.out = [seat for seat, hand in enumerate(hands) if not hand]
    if position.table:
        cards, *kind, deal.owner = position.table
        reading = next(r for r in game.readings(deal.ranks(cards)) if [r.shape, r.rank, r.length] == kind)
        deal.to_beat = reading._replace(plays_as="", suit="")
        deal.waiting = [seat for seat in range(deal.owner) if hands[seat]]
    return SlowNode(deal)


# ---- the command ------------------------------------------------------------------------------------------------


class PerftCount(NamedTuple):
    """A number of a file and the counted number."""

    text: str
    wanted: int | None
    counted: int


def compared_counts(position: PerftPosition, node: Node) -> Iterator[PerftCount]:
    memo: Memo = {}
    for depth, wanted in position.counts.items():
        yield PerftCount(f"perft {depth}", wanted, perft(node, depth, memo))
    for wanted in position.games:
        yield PerftCount("games", wanted, count_games(node, {}))


def compare(position: PerftPosition, fill: bool) -> bool:
    """Print every number of a position beside the counted one; return whether all are equal."""
    path, right = FOLDER / f"{position.game}.txt", True
    started = time.perf_counter()
    for line in compared_counts(position, slow_node(position)):
        mark = "" if line.counted == line.wanted else f"   the file says {'?' if line.wanted is None else line.wanted}"
        print(f"{position.game}/{position.id} {line.text} {line.counted}{mark}")
        right = right and line.counted == line.wanted
        if fill and line.wanted is None:
            head, tail = path.read_text().split(f"id {position.id}\n")
            path.write_text(
                f"{head}id {position.id}\n{tail.replace(f'{line.text} ?', f'{line.text} {line.counted}', 1)}"
            )
    print(f"{position.game}/{position.id}: {time.perf_counter() - started:.1f} s", file=sys.stderr)
    named_plays.cache_clear()
    return right


def print_divided(position: PerftPosition, depth: int) -> None:
    """Print the number of each first play of a position; depth 0: to the end."""
    numbers = divide(slow_node(position), depth)
    for name, number in sorted(numbers.items()):
        print(f"{name}: {number}")
    print(f"= {sum(numbers.values())}")


def find_positions(name: str) -> list[PerftPosition]:
    """Return the positions of a game, or the one named by `game/id`."""
    game, _, wanted = name.partition("/")
    return [position for position in read_positions(game) if wanted in ("", position.id)]


def main(arguments: Sequence[str]) -> int:
    """Compare files, or divide one position; return 1 if a number differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.oracle.perft", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="games, or a position and a depth; default: all games")
    parser.add_argument("--fill", action="store_true", help="write numbers where a file has `?`")
    options = parser.parse_args(arguments)
    names = options.names
    if len(names) == 2 and names[1].isdigit():
        print_divided(find_positions(names[0])[0], int(names[1]))
        return 0
    right = [compare(position, options.fill) for name in names or GAMES for position in find_positions(name)]
    return int(not all(right))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

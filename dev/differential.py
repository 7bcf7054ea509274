"""Comparison of the engine with the slow rules: `python -m dev.differential 1000000`, for each game.

A position is a hand under some options that leads or follows: the legal plays, their readings and the legality of a
pass must be the same on both sides. Hands are small, because the slow rules try every set of their cards; options
change from block to block, and within one the slow rules cache readings. The progress of each game is kept in
build/differential, so that the next run continues; a mismatch stops it and names its block.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator

from dev import ROOT
from service.core import engine
from service.core.bindings import NO_CONSTRAINTS, PlayConstraints
from service.rules import cards as c
from tests.helpers import family_engine as h
from tests.helpers import rules as r
from tests.oracle import doudizhu
from tests.oracle.family import GAMES

FOLDER = ROOT / "build" / "differential"
BLOCK = 240
"""Pairs of hands under the same options: many, because readings are cached per block."""

MOST_CARDS = {"guandan": 5}
USUAL_CARDS = 7
"""Maximum cards of a hand."""


def family_block(variant: str, number: int) -> Iterator[tuple[bool, object]]:
    """Yield for each position of a block whether both sides agree, and the position."""
    rng = random.Random(f"differential {variant}/{number}")
    game, rules = h.random_pair(variant, rng)
    for _ in range(BLOCK):
        size = rng.randint(1, MOST_CARDS.get(variant, USUAL_CARDS))
        hand, other = [h.random_family_hand(game, rules, rng, size, rng.randint(0, 2)) for _ in range(2)]
        top = variant.startswith("paodekuai") and game.on("baodan") and rng.random() < 0.3
        obligations = PlayConstraints(0, True) if top else NO_CONSTRAINTS
        legal = h.legal_of_engine(rules, hand, None, obligations)
        yield legal == h.legal_of_game(game, rules, hand, None, top), (dict(game.options), hand, top)
        plays = sorted(game.plays(other, None).items(), key=str)
        for cards, reading in [(cards, reading) for cards, reading in plays if not game.is_short(reading)]:
            legal = h.legal_of_engine(rules, hand, h.combo_of(rules, cards, reading), obligations)
            expected = h.legal_of_game(game, rules, hand, reading, top)
            yield legal == expected, (dict(game.options), hand, cards, reading, top)


def standard_block(number: int) -> Iterator[tuple[bool, object]]:
    """Yield the same for Dou Dizhu, by its own slow rules."""
    rng = random.Random(f"differential standard/{number}")
    flags, first, low = r.random_flags(rng), rng.random() < 0.5, rng.random() < 0.5
    rules = r.rules_of(flags, reading="first" if first else "any", key="low" if low else "high")
    for _ in range(BLOCK):
        ranks = "".join(rng.sample(doudizhu.RANKS, rng.randint(3, 6)))
        hand, other = [r.random_hand(rng, rng.randint(1, USUAL_CARDS), ranks) for _ in range(2)]
        tables = [None, *doudizhu.legal(other, None, flags, first, low).items()]
        for table in tables:
            to_beat = table and r.combo_of(rules, *table)
            combos = engine.legal(rules, c.pack(hand), to_beat)
            legal = {c.text(combo.cards): r.reading_of(combo) for combo in combos}
            yield (
                legal == doudizhu.legal(hand, table and table[1], flags, first, low),
                (flags, first, low, hand, table),
            )


def compare_game(variant: str, positions: int, until: float) -> tuple[int, bool]:
    """Compare a game until *positions* positions agree or the time is over.

    Return their number, and whether all agree.
    """
    kept = FOLDER / f"{variant}.json"
    state = json.loads(kept.read_text()) if kept.exists() else {"blocks": 0, "positions": 0}
    while state["positions"] < positions and time.monotonic() < until:
        block = standard_block(state["blocks"]) if variant == "standard" else family_block(variant, state["blocks"])
        agreed = 0
        for same, what in block:
            if not same:
                print(f"{variant}, block {state['blocks']}: {what}")
                return state["positions"], False
            agreed += 1
        state = {"blocks": state["blocks"] + 1, "positions": state["positions"] + agreed}
        kept.write_text(json.dumps(state))
    return state["positions"], True


def main() -> int:
    """Compare all games; return 1 if a position differs."""
    parser = argparse.ArgumentParser(prog="python -m dev.differential", description=__doc__)
    parser.add_argument("positions", type=int)
    parser.add_argument("--seconds", type=float, default=1e9, help="of each game; the next run goes on")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    same = True
    for variant in chosen.games:
        number, agrees = compare_game(variant, chosen.positions, time.monotonic() + chosen.seconds)
        print(f"{variant}: {number} positions, {'0 mismatches' if agrees else 'a MISMATCH'}", flush=True)
        same &= agrees
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())

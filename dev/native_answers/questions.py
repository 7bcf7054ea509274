"""Write the input of `answers.c`: `python -m dev.native_answers.questions build/questions.bin`.

For each choice of options in the fuzzer's corpus: rules, weights, networks and policies of the service, and deals, one
of them whole, the others small, so that much of them is played near the end.
"""

from __future__ import annotations

import argparse
import random
import struct
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dev.fuzz.corpus import CHOICES
from service.advice import levels
from service.core import engine, robots
from service.core.bindings import CompiledRules, check, ffi, lib
from service.core.robots import Budget
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from tests.helpers import family_engine
from tests.helpers.policies import LOOSE, POWER

SMALL = (9, 8, 7, 6, 5, 4)
"""Cards of each seat in the small deals."""

POLICIES = (POWER, LOOSE, levels.policy_of("club"), levels.policy_of("club"))
"""Policies without a search; the last one uses networks if the game has them."""

BUDGET = Budget(games=24, candidates=6, prior_weight=4, open=9, worlds=12, most_worlds=24)
"""Games of the search."""


def policies_of() -> bytes:
    numbers = levels.CLUB_NUMBERS
    made = [ffi.new("struct policy *", policy.c[0]) for policy in POLICIES]  # copies
    made[-1].learned = 1
    made.append(robots.Policy("search", numbers=numbers, budget=BUDGET, learned=True).c)
    return b"".join(bytes(ffi.buffer(one)) for one in made)


def hands_of(rules: CompiledRules, rng: random.Random, size: int) -> tuple[list[int], list[c.Suits]]:
    """Return hands of *size* cards (0: as dealt), and their suits if they matter."""
    sizes = [size or rules.setup.hand_size[seat] for seat in rules.variant.seats]
    if not rules.setup.suited:
        out = ffi.new("struct deal *")
        check(lib.game_deal(rules.deck, sizes, len(sizes), rng.getrandbits(64), out))
        return list(out.hands[0 : len(sizes)]), []
    deck = family_engine.deck_of(rules)
    rng.shuffle(deck)
    text = [card.replace("W", f"{rules.setup.level}h") for card in deck]
    read = [parse_cards("".join(text[i * n : (i + 1) * n]), kind=rules.setup.kind) for i, n in enumerate(sizes)]
    return [cards.hand for cards in read], [cards.suits for cards in read]


def deals_of(rules: CompiledRules, rng: random.Random) -> list[bytes]:
    """Return every `struct deal`."""
    deals = []
    for size in (0, *SMALL):
        made = ffi.new("struct deal *")
        robots.fill_deal(rules, made, *hands_of(rules, rng, size))
        made.payment = ffi.NULL  # addresses are meaningless in another process
        deals.append(bytes(ffi.buffer(made)))
    return deals


def set_of(name: str, options: Mapping[str, str], number: int) -> bytes:
    """Return one set: its head, rules, weights, networks, payment, policies and deals."""
    rules = engine.rules_for(name, tuple(options.items()))
    deals, nets = deals_of(rules, random.Random(number)), rules.weights.c_nets
    head = struct.pack("<32sIII", f"{name}-{number}".encode(), rules.setup.suited, bool(nets), len(deals))
    parts: list[Any] = [rules.c, rules.weights.c, *([nets] if nets else [])]
    parts.append(rules.payment)
    return head + b"".join(bytes(ffi.buffer(part)) for part in parts) + policies_of() + b"".join(deals)


def main(path: Path) -> None:
    """Write *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    met: Counter[str] = Counter()  # sets are numbered within their game, so that a new set does not change others
    sets = []
    for name, options in CHOICES:
        sets.append(set_of(name, options, met[name]))
        met[name] += 1
    path.write_bytes(struct.pack("<I", len(sets)) + b"".join(sets))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m dev.native_answers.questions", description=__doc__)
    parser.add_argument("path", type=Path, help="the file to write")
    main(parser.parse_args().path)

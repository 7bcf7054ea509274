"""Write the initial inputs of the fuzz targets: well-formed ones, and those kept of earlier runs.

Each target has its own folder. An input of the core is a `struct input` of the targets' head, valid for all of them; a
target skips inputs with too many cards. `kept/` has a packed list for each target; after a change of `struct input`
they decode to different inputs.
"""

from __future__ import annotations

import lzma
import random
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import orjson

from service.core import engine
from service.core.bindings import CompiledRules, ffi
from service.http.endpoints import ENDPOINTS
from service.rules import cards
from service.rules.games.landlord import ATTACH
from tests.helpers import family_engine
from tests.helpers.contract import read_examples
from tests.oracle.family import GAMES

KEPT = Path(__file__).with_name("kept")
"""A packed list of inputs for each target."""

HANDS = 24
"""Inputs for each choice of options."""

MOST_CARDS = {"hand": 27, "table": 21, "search": 12, "deal": 27}
"""Maximum cards of a hand for each target: `most_cards` of its file."""

CHOICES: tuple[tuple[str, Mapping[str, str]], ...] = (
    *[("standard", {"attach": preset}) for preset in ATTACH],
    ("standard", {"douzero_bugs": "on"}),
    ("contest", {}),
    ("yuncheng", {}),
    ("yuncheng", {"play_rule": "2", "flower_reading": "any"}),
    ("laizi", {"wild": "7"}),
    ("laizi", {"wild": "72", "bomb_max": "12", "bomb_order": "equal", "follow_reading": "weakest"}),
    ("laizi", {"wild": "3", "attach": "contest", "reading": "first", "prefer_bomb": "on"}),
    ("paodekuai", {}),
    ("paodekuai", {"bomb_split": "off", "aaa": "on", "quad2": "on", "bomb_forced": "off", "triple_free": "on"}),
    ("paodekuai_two", {}),
    ("paodekuai_four", {}),
    ("guandan", {}),
    ("guandan", {"level": "A", "sf_as_straight": "yes", "ace_low": "no"}),
    ("zhengshangyou", {"min_run": "3"}),
    ("zhengshangyou", {"low_run": "on"}),
    ("zhengshangyou_four", {}),
    ("standard_two", {}),
    ("standard_four", {}),
)


def input_of(rules: CompiledRules, name: str, options: Mapping[str, str], most: int, rng: random.Random) -> bytes:
    """Return one `struct input` of the targets' head, with hands of at most *most* cards."""
    game, size = GAMES[name](options), rng.randint(1, most)
    hand, other = [
        family_engine.service_cards(rules, family_engine.random_family_hand(game, rules, rng, size, rng.randint(0, 3)))
        for _ in range(2)
    ]
    head = bytes(ffi.buffer(rules.c))
    head += bytes(-len(head) % 8)
    shows = hand.hand & 15 and rng.random() < 0.2
    tail = struct.pack("<QQQ", hand.hand, other.hand, cards.pack("3") if shows else 0)
    tail += struct.pack("<4I", *(hand.suits or (0, 0, 0, 0)))
    tail += struct.pack("<IIHB", rng.randrange(1 << 32), 1999, rng.randrange(1 << 16), rng.random() < 0.2)
    seats = len(rules.variant.seats)
    tail += bytes([seats, rng.randrange(seats), 0, 5, 9, 7 * (seats > 3), 1, 0, seats > 3, 0])
    return head + tail + bytes(-len(tail) % 8)


def text_inputs() -> Iterator[bytes]:
    """Yield inputs of fuzz_text.py: hands in every notation, positions of one line, and the contract's requests."""
    yield from (bytes([3 * i]) + b"34567TJQKA2XD" for i in range(4 * len(cards.NOTATIONS)))
    lines = Path("tests/helpers/positions.py").read_text(encoding="utf-8") + Path("README.md").read_text(
        encoding="utf-8"
    )
    yield from (b"\x01" + line.encode() for line in re.findall(r'"((?:\w+(?:\[[^]]*\])?) \w+ \w+ \S+ [^" ]+)"', lines))
    for i, name in enumerate(ENDPOINTS):
        yield from (bytes([2 + 3 * i]) + orjson.dumps(one.request) for one in read_examples() if one.operation == name)


def pack_inputs(target: str, inputs: Iterable[bytes]) -> None:
    """Write inputs of a target, each preceded by its length."""
    listed = b"".join(struct.pack("<I", len(data)) + data for data in inputs)
    (KEPT / f"{target}.xz").write_bytes(lzma.compress(listed, preset=9 | lzma.PRESET_EXTREME))


def kept_inputs(target: str) -> Iterator[bytes]:
    """Yield the kept inputs of a target."""
    listed, at = lzma.decompress((KEPT / f"{target}.xz").read_bytes()), 0
    while at < len(listed):
        (size,) = struct.unpack_from("<I", listed, at)
        yield listed[at + 4 : at + 4 + size]
        at += 4 + size


def main(folder: Path) -> None:
    """Fill a folder for each target in *folder*."""
    (folder / "text").mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(text_inputs()):
        (folder / "text" / str(number)).write_bytes(text)
    for target, most in MOST_CARDS.items():
        own, rng = folder / target, random.Random(target)
        own.mkdir(parents=True, exist_ok=True)
        for number, (name, options) in enumerate(CHOICES):
            rules = engine.rules_for(name, tuple(options.items()))
            for i in range(HANDS):
                (own / f"{name}-{number}-{i}").write_bytes(input_of(rules, name, options, most, rng))
    for target in (*MOST_CARDS, "text"):
        for number, data in enumerate(kept_inputs(target)):
            (folder / target / f"kept-{number}").write_bytes(data)

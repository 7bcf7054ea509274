"""The bodies with the most CPU for their size that random searches have found, by what takes the time."""

from __future__ import annotations

from typing import Any

import orjson

PAIR: dict[str, Any] = {"variant": "laizi", "options": {"wild": "A2"}, "seat": "landlord"}
LEAD = PAIR | {"hand": "AAAA22229Q7TK5864J3X"}
GUANDAN = {"variant": "guandan", "options": {"level": "T"}, "seat": 0,
           "hand": "ThThQd5dQd7d6d2c3dJc2dTdAd3c9c3c8d6d8c9d4cQc2dAcTcJdKc"}  # fmt: skip
LONG_PLANES = {"variant": "standard_four", "options": {"trio_solo": "on"}, "seat": "landlord"}
FOUR_LEAD = {"hand": "333577889TJJJQQQKKAAA222D7779TJ22"}
FOUR_HANDS = {"0": "3s3c4d5h", "1": "3h4s5d6c", "2": "3h3c4s4h", "3": "3s3d3d4h"}

BODIES: dict[str, tuple[str, Any]] = {
    "all leads": ("analyze", LEAD | {"top": 0}),
    "all leads by a search": ("analyze", LEAD | {"top": 0, "order": "robot", "level": "expert"}),
    "patterns": ("analyze", LEAD | {"top": 1, "avoid": ["3456789"] * 256}),
    "search": ("move", GUANDAN | {"level": "master"}),
    "most games": ("move", PAIR | {"hand": LEAD["hand"], "level": "expert", "limits": {"games": 500}}),
    "long planes": ("move", LONG_PLANES | FOUR_LEAD | {"level": "expert"}),
    "beliefs": (
        "analyze",
        {"position": "laizi[wild=7] landlord_up 3344455599TJQQA 8TK 3,5,6,9,K,2,8888,.,.", "want": ["beliefs"]},
    ),
    "return": ("tribute", {"hand": f"{GUANDAN['hand']}2s", "role": "return", "options": {"level": "T"}}),
    "review": ("review", {"variant": "guandan", "deal": {"hands": FOUR_HANDS}, "history": ["3s"] + [""] * 94}),
    "no play": ("check", LEAD | {"cards": "AAAA22229Q7TK5864J3"}),
    "keys": ("move", {"hand": "3", "left": dict.fromkeys(map(str, range(2000)), 1)}),
    "long text": ("bid", {"hand": "3" * 60_000}),
    "faulty items": ("batch", {"items": [{"op": "bid", "body": {"hand": "3" * 900}}] * 64}),
    "search items": ("batch", {"items": [{"op": "move", "body": LEAD | {"level": "expert"}}] * 64}),
}

HOSTILE = {name: (op, orjson.dumps(body)) for name, (op, body) in BODIES.items()} | {
    "nested": ("move", b"[" * 20_000),
    "records": ("records", orjson.dumps({"text": "[Deal 0:3 ]\n" * 5000})),
}
"""Endpoint and body by name."""

"""Trajectories of RLCard's Dou Dizhu, as JSON: the list that `env.run()` returns, or one raw observation.

Every observation has the trace of all earlier plays; the longest trace is the game. The hand of each player is that of
its first observation, if no play came before it. The three cards of the bottom are visible to all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.records.body import card_text
from service.records.ddz import PASS, Record
from service.records.sources import LANDLORD_SEATS, OnError, deal_tag, fault, json_values
from service.rules.cards import RLCARD

RLCARD_RULES = "attach=rlcard"
PLAYERS = 3
BOTTOM = 3


def observations(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the raw observations in a value, in their order."""
    if isinstance(value, dict):
        if "trace" in value and "self" in value:
            yield value
        else:
            for inner in value.values():
                yield from observations(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from observations(inner)


def trace_record(value: Any) -> Record:
    """Return the record of a game."""
    seen = list(observations(value))
    if not seen:
        raise fault("/history", "no observation with a trace", "没有带 `trace` 的观察", "field_missing")
    trace = max((one["trace"] for one in seen), key=len)
    landlord = seen[0]["landlord"]
    hands: dict[str, str] = {}
    for one in seen:
        place = (one["self"] - landlord) % PLAYERS
        if all(player != one["self"] for player, _ in one["trace"]):
            hands.setdefault(LANDLORD_SEATS[place], card_text(one["current_hand"], RLCARD.id, "/deal/hands"))
    tags = {"Source": "RLCard", "Variant": "standard", "Options": RLCARD_RULES}
    if hands:
        tags["Deal"] = deal_tag([(seat, hands[seat]) for seat in LANDLORD_SEATS if seat in hands])
    bottom = next((one["seen_cards"] for one in seen if len(one.get("seen_cards", "")) == BOTTOM), "")
    if bottom:
        tags["Bottom"] = card_text(bottom, RLCARD.id, "/deal/bottom")
    plays = [
        PASS if cards == "pass" else card_text(cards, RLCARD.id, f"/history/{ply}")
        for ply, (_, cards) in enumerate(trace)
    ]
    return Record(tags, plays)


def trajectories(lines: Iterator[str], on_error: OnError) -> Iterator[tuple[int, Any]]:
    """Yield the games of a text: its values are trajectories of the three players, or lists of them."""
    for line, value in json_values(lines, on_error):
        is_list = isinstance(value, list) and len(value) > 0
        if is_list and all(isinstance(game, list) and game and isinstance(game[0], list) for game in value):
            yield from [(line, game) for game in value]
        else:
            yield line, value

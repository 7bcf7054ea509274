"""Signed answers of the contest program, which plays boards against itself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from lab.contest import Player


def contest_lines() -> Iterator[bytes]:
    """Yield the answers of the contest's program, which plays boards against itself."""
    for board in range(8):
        rng = random.Random(board)
        deck = rng.sample(range(54), 54)
        players = [Player("Paili", level) for level in ("club", "regular", "starter")]
        hands = {seat: set(deck[17 * i : 17 * i + 17]) for i, seat in enumerate("ABC")}
        yield from board_lines(dict(zip("ABC", players, strict=True)), hands, deck[51:], rng)


def relay(players: Mapping[str, Any], line: str, *without: str) -> Iterator[bytes]:
    """Yield the answers of all players except some to a line."""
    for seat, player in players.items():
        if seat not in without:
            yield str(player.reply(line)).encode()


def board_lines(players: Mapping[str, Any], hands: dict[str, set[int]], bottom: list[int], rng: Any) -> Iterator[bytes]:
    """Yield every answer of one board."""
    yield from relay(players, "DOUDIZHUVER 1.0")
    for seat, player in players.items():
        yield str(player.reply(f"DEAL {seat}{','.join(map(str, sorted(hands[seat])))}")).encode()
    bid: dict[str, int] = {}
    for seat, player in players.items():
        reply = str(player.reply("BID WHAT"))
        yield reply.encode()
        bid[seat] = int(reply[-1])
        yield from relay(players, reply, seat)
    landlord = max(bid, key=lambda seat: bid[seat])
    yield from relay(players, f"LEFTOVER {landlord}{','.join(map(str, sorted(bottom)))}")
    hands[landlord] |= set(bottom)
    seat = landlord
    for _ in range(300):
        reply = str(players[seat].reply("PLAY WHAT"))
        yield reply.encode()
        cards = [] if reply.endswith("-1") else [int(card) for card in reply[6:].split(",")]
        hands[seat] -= set(cards)
        yield from relay(players, reply, seat)
        if not hands[seat]:
            break
        seat = "ABC"["ABC".index(seat) - 2]
    yield from relay(players, f"GAMEOVER {seat}")

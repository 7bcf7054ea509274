"""Botzone's GuanDan: the JSON input of one bot, with its own answers.

Cards are ids 0..107 of two decks: four of each rank from the ace, hearts, diamonds, spades, clubs, then the jokers. A
play has the physical and the claimed cards. Plays of a request are those since the bot's last turn, or all so far.
Seats of the record are counted from the first leader. The log has the bot's hand before the tribute, so the record has
a hand only if the exchanged cards are certain: without a tribute, or with one giver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.records.ddz import PASS, Record
from service.records.sources import fault
from service.rules.errors import brief, quoted

RANKS_FROM_ACE, SUITS_OF_IDS = "A23456789TJQK", "hdsc"
LEVEL_NAMES = {"10": "T", "0": "T", "1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
PLAYERS, CARDS = 4, 108

Turn = tuple[int, Sequence[int], Sequence[int]]
"""Player, physical cards and claimed ones."""


def guandan_card(card: Any, pointer: str) -> str:
    """Return one card.

    Raises RuleError "card_unknown" for a value that is no id.
    """
    if type(card) is not int or not 0 <= card < CARDS:
        raise fault(
            pointer,
            f"cards are ids 0..107; not {brief(card)}",
            f"牌的编号是0到107；不能是{quoted(card)}",
            "card_unknown",
        )
    place = card % 54
    return "XD"[place - 52] if place >= 52 else RANKS_FROM_ACE[place // 4] + SUITS_OF_IDS[place % 4]


def guandan_cards(ids: Sequence[Any], pointer: str) -> str:
    return "".join([guandan_card(card, pointer) for card in ids])


def turn_text(turn: Turn, ply: int) -> str:
    _, physical, claimed = turn
    if not physical:
        return PASS
    cards, declared = (guandan_cards(ids, f"/history/{ply}") for ids in (physical, claimed))
    return cards if not claimed or sorted(physical) == sorted(claimed) else f"{cards}={declared}"


def response_of(response: Any) -> tuple[Sequence[int], Sequence[int]]:
    """Return physical and claimed cards of a play; no cards are a pass."""
    if len(response) == 2 and all(isinstance(part, list) for part in response):
        return response[0], response[1]
    return response, response


def turns_of(requests: Sequence[Any], responses: Sequence[Any], me: int | None) -> list[Turn]:
    """Return the plays of a log."""
    turns: list[Turn] = []
    for request, response in zip(requests, [*responses, None][: len(requests)], strict=False):
        if request.get("stage") != "play":
            continue
        new: list[Turn] = [(play["player"], *response_of(play["response"])) for play in request["history"] if play]
        turns = new if new[: len(turns)] == turns else turns + new
        if response is not None:
            mover = me if me is not None else (turns[-1][0] + 1) % PLAYERS
            turns.append((mover, *response_of(response)))
    return turns


def hand_after_tribute(cards: Sequence[int], table: Mapping[str, Any], me: int) -> list[int] | None:
    """Return a hand before the first lead; None if it is not certain."""
    hand, givers = list(cards), table.get("tribute") or 0
    if not givers or table.get("resist"):
        return hand
    first, last = table.get("first"), table.get("last")
    if givers != 1 or me not in (first, last):
        return hand if givers == 1 else None
    paid, returned = table["tribute_cards"].get(str(last)), table["return_cards"].get(str(first))
    if paid is None or returned is None:
        return None
    gives, gets = (paid, returned) if me == last else (returned, paid)
    hand.remove(gives)
    return [*hand, gets]


def guandan_record(log: Any) -> Record:
    """Return the record of a bot's log."""
    requests, responses = list(log["requests"]), list(log["responses"])
    begin: Mapping[str, Any] = next((request for request in requests if "deliver" in request), {})
    me = begin.get("your_id")
    turns = turns_of(requests, responses, me)
    if not turns:
        raise fault("/history", "the log has no play", "记录里没有出牌", "field_missing")
    table: Mapping[str, Any] = next((request["global"] for request in reversed(requests) if "global" in request), {})
    leader = turns[0][0]
    tags = {"Source": "Botzone GuanDan", "Variant": "guandan"}
    if "level" in table:
        level = str(table["level"]).upper()
        tags["Options"] = f"level={LEVEL_NAMES.get(level, level)}"
    hand = None if me is None or "deliver" not in begin else hand_after_tribute(begin["deliver"], table, me)
    if hand is not None and me is not None:
        tags["Deal"] = f"{(me - leader) % PLAYERS}:{guandan_cards(hand, '/deal/hands')}"
    return Record(tags, [turn_text(turn, ply) for ply, turn in enumerate(turns)])

"""Botzone's FightTheLandlord2: the JSON input of one bot, with its own answers.

The first request has the hand and the bids before the bot's, the second the bottom, the landlord and the bot's place,
each later one the two plays before the turn. Only the bot's own hand is known, and the game ends with its last turn.
Cards are ids with a known rank but unknown suit, so the record has no suits. The log does not contain the first bidder,
so bids are stored in private tags.
"""

from __future__ import annotations

from typing import Any

from service.records.ddz import Record
from service.records.sources import (
    LANDLORD_SEATS,
    deal_tag,
    fault,
    play_of_ids,
    rank_text,
)

PLAYERS = 3
BOTZONE_RULES = "attach=pagat"
"""Options with the rules of FightTheLandlord2: kickers are of different ranks."""


def landlord_record(log: Any) -> Record:
    """Convert a bot's log to a record."""
    requests, responses = list(log["requests"]), list(log["responses"])
    auction = requests[0]
    bids = [*auction["bid"], *responses[:1]] if "bid" in auction else []
    if bids:
        requests, responses = requests[1:], responses[1:]
    if not requests:
        raise fault("/requests", "the log ends in the auction", "记录在叫分时就结束了", "field_missing")
    begin = requests[0]
    bottom = rank_text(begin["publiccard"], "/deal/bottom")
    place = (begin["pos"] - begin["landlord"]) % PLAYERS
    history = list(begin["history"])
    turns = history[len(history) - place :] if place else []
    for i, request in enumerate(requests):
        turns += request["history"] if i else []
        turns += responses[i : i + 1]
    tags = {
        "Source": "Botzone FightTheLandlord2",
        "Variant": "standard",
        "Options": BOTZONE_RULES,
        "Deal": deal_tag([(LANDLORD_SEATS[place], rank_text(begin["own"], "/deal/hands"))]),
        "Bottom": bottom,
    }
    tags |= {"x_bids": " ".join(map(str, bids))} if bids else {}
    tags |= {"x_finalbid": str(begin["finalbid"])} if "finalbid" in begin else {}
    return Record(tags, [play_of_ids(cards, ply) for ply, cards in enumerate(turns)])

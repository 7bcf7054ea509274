"""Replays of a card hall: its room, and the messages to its clients in `commands`.

A card is a suit digit and its rank, `0` for ten; `4X` and `4Y` are the jokers. The meaning of the suit digits is
unknown, so the record has no suits; X is assumed to be the small joker. Each message is sent once to every client, so
it is repeated: the hands (`dz_onOutput_`) in the order of the seats, all others with equal content. The rules of the
room are stored in a private tag. The hall has games that Paili does not support; their record has the hall's name.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from service.records.ddz import PASS, Record
from service.records.sources import LANDLORD_SEATS, deal_tag, fault
from service.rules.cards import RANKS
from service.rules.errors import brief, quoted

RANK_NAMES = {rank: rank for rank in RANKS[:13]} | {"0": "T", "1": "A", "X": "X", "Y": "D"}
GAMES = {"ddz3": "standard", "lz3": "laizi"}


def hall_cards(cards: Sequence[str], pointer: str) -> str:
    """Return cards as ranks, lowest first.

    Raises RuleError "card_unknown" for any other text.
    """
    wrong = next((card for card in cards if len(card) != 2 or card[1] not in RANK_NAMES), None)
    if wrong is not None:
        raise fault(
            pointer, f"a card is suit and rank, 0A, 10, 4X; not {brief(wrong)}",
            f"牌写成花色加点数，如 `0A`、`10`、`4X`；不能是{quoted(wrong)}", "card_unknown",
        )  # fmt: skip
    return "".join(sorted([RANK_NAMES[card[1]] for card in cards], key=RANKS.index))


def messages(game: Any, kind: str) -> list[Any]:
    """Return the messages of a kind since the last deal without a landlord."""
    found: list[Any] = []
    for command in game["commands"]:
        if command["type"] == "dz_onLiuJu":
            found.clear()
        elif command["type"] == kind:
            found.append(command["msg"])
    return found


def hall_record(game: Any) -> Record:
    """Return the record of a game."""
    number, rule = len(game["gamePlayers"]), game["roomConfig"]["type"]
    landlords = messages(game, "dz_onMakeLandlord_")
    if not landlords:
        raise fault(
            "/commands", "no dz_onMakeLandlord_: the auction has no end", "没有 `dz_onMakeLandlord_`：没有定出地主",
            "field_missing",
        )  # fmt: skip
    landlord = landlords[0]["landlordSid"]
    seats = [str((player - landlord) % number) for player in range(number)]
    if number == len(LANDLORD_SEATS):
        seats = [LANDLORD_SEATS[int(place)] for place in seats]
    hands = [hall_cards(message["cards"], "/deal/hands") for message in messages(game, "dz_onOutput_")]
    turns = [message["top"] for message in messages(game, "dz_onInput")]
    turns = [next(same) for _, same in groupby(turns, key=lambda turn: int(turn["sid"]))]
    calls = [f"{call['sid']}:{call['choosed']}" for call in messages(game, "dz_onRadio")]
    tags = {
        "Source": "hall",
        "Date": str(game.get("startDate", ""))[:10],
        **{f"Player.{seats[at]}": str(player["nickname"]) for at, player in enumerate(game["gamePlayers"])},
        "Variant": GAMES.get(rule, str(rule)),
        "Deal": deal_tag(list(zip(seats, hands[:number], strict=True))),
        "Bottom": hall_cards(landlords[0]["zhuangCards"], "/deal/bottom"),
        "x_calls": " ".join([call for call, _ in groupby(calls)]),
        "x_room": json.dumps(game["roomConfig"]),
    }
    plays = [
        f"{seats[turn['sid']]}:{hall_cards(turn['cards'], f'/history/{i}') or PASS}" for i, turn in enumerate(turns)
    ]
    return Record({name: value for name, value in tags.items() if value}, plays)

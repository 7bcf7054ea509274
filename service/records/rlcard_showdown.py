"""Replays of RLCard Showdown: `initHands`, `playerInfo` and `moveHistory` of one game.

A card is suit and rank, `RJ` and `BJ` are the jokers; a move is a text or a list of them. The server of Showdown keeps
the object as a JSON text with single quotes, which is read too. Showdown invents the suits for its pictures and repeats
cards, so the record has no suits. The landlord's hand contains the bottom, which the replay does not name.
"""

from __future__ import annotations

from typing import Any

from service.records.ddz import PASS, Record
from service.records.rlcard_traces import PLAYERS, RLCARD_RULES
from service.records.sources import LANDLORD_SEATS, deal_tag, fault, parse_value
from service.rules.cards import RANKS
from service.rules.errors import brief, quoted

PASSES = ("P", "pass")
CARDS = {suit + rank: rank for suit in "SHCD" for rank in RANKS[:13]} | {"BJ": "X", "RJ": "D"}


def showdown_cards(value: Any, pointer: str) -> str:
    """Return cards as ranks.

    Raises RuleError "card_unknown" for any other value.
    """
    cards = value if isinstance(value, list) else value.split()
    unknown = next((card for card in cards if card not in CARDS), None)
    if unknown is not None:
        raise fault(
            pointer,
            f"a card is suit and rank, S3, HT, BJ, RJ; not {brief(unknown)}",
            f"牌写成花色加点数，如 `S3`、`HT`、`BJ`、`RJ`；不能是{quoted(unknown)}",
            "card_unknown",
        )
    return "".join([CARDS[card] for card in cards])


def replay_record(replay: Any) -> Record:
    """Return the record of a replay."""
    if isinstance(replay, str):
        replay = parse_value(replay.replace("'", '"').replace("None", "null"))
    players = {info["index"]: info for info in replay["playerInfo"]}
    landlord = next((index for index, info in players.items() if info["role"] == "landlord"), None)
    if landlord is None:
        raise fault(
            "/playerInfo", "no player has the role landlord", "没有 `role` 为 `landlord` 的玩家", "field_missing"
        )
    seats = {index: LANDLORD_SEATS[(index - landlord) % PLAYERS] for index in players}
    names = {seats[index]: info["agentInfo"]["name"] for index, info in players.items() if "agentInfo" in info}
    hands = [(seats[at], showdown_cards(text, f"/initHands/{at}")) for at, text in enumerate(replay["initHands"])]
    plays = [
        f"{seats[move['playerIdx']]}:"
        + (PASS if move["move"] in PASSES else showdown_cards(move["move"], f"/history/{ply}") or PASS)
        for ply, move in enumerate(replay["moveHistory"])
    ]
    tags = {"Source": "RLCard Showdown", "Variant": "standard", "Options": RLCARD_RULES, "Deal": deal_tag(hands)}
    return Record(tags | {f"Player.{seat}": str(name) for seat, name in names.items()}, plays)

"""Messages of a game hall's client, collected in one JSON object: hands, calls, bottom and plays with their seats.

A card is a suit digit and its rank, `0` for ten; `4X` and `4Y` are the jokers. The meaning of the suit digits is
unknown, so the record has no suits; X is assumed to be the small joker. Seats are numbers in the order of play. The
hall also has a game for two that Paili does not support; its record has the hall's rule as variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BufferedReader
from typing import Any

from paili.records.sources import LANDLORD_SEATS, OnError, convert_each, deal_tag, fault, json_values
from service.records.ddz import PASS, Record
from service.rules.cards import RANKS
from service.rules.errors import brief, quoted

RANK_NAMES = {rank: rank for rank in RANKS[:13]} | {"0": "T", "1": "A", "X": "X", "Y": "D"}


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


def hall_record(game: Any) -> Record:
    """Return the record of a game."""
    landlord, number = int(game["landlord"]), len(game["hands"])
    seats = LANDLORD_SEATS if number == len(LANDLORD_SEATS) else [str(place) for place in range(number)]
    names = {key: seats[(int(key) - landlord) % number] for key in sorted(game["hands"], key=int)}
    hands = {names[key]: hall_cards(cards, f"/deal/hands/{key}") for key, cards in game["hands"].items()}
    plays = []
    for ply, (seat, cards, *_) in enumerate(game["plays"]):
        if (ply == 0 and int(seat) != landlord) or str(seat) not in names:
            raise fault(
                f"/history/{ply}", f"seat {seat} does not play here", f"这里不该{seat}号位出牌", "not_your_turn"
            )
        plays.append(hall_cards(cards, f"/history/{ply}") or PASS)
    tags = {"Source": "hall", "Date": str(game.get("start", ""))[:10]}
    tags["Variant"] = "standard" if number == len(LANDLORD_SEATS) else str(game["rule"])
    tags["Deal"] = deal_tag([(seat, hands[seat]) for seat in seats])
    tags["Bottom"] = hall_cards(game["bottom"], "/deal/bottom")
    tags["x_calls"] = " ".join([f"{seat}:{word}" for seat, word in game.get("calls", ())])
    return Record({name: value for name, value in tags.items() if value}, plays)


def read_hall(source: BufferedReader, on_error: OnError) -> Iterator[Record]:
    """Yield each game."""
    return convert_each(json_values(source, on_error), hall_record, "hall", on_error)

"""Full logs of matches of Botzone's FightTheLandlord2: the judge's displays with `allocation`, `bid` and `event`.

The displays may be anywhere in the JSON value, so the log of a match, its list of judge outputs and a list of displays
are all read. Player 0 bids first. Without a bid, player 0 is the landlord; the record then has no auction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.records.botzone_landlord import BOTZONE_RULES, PLAYERS
from service.records.ddz import Record
from service.records.sources import (
    LANDLORD_SEATS,
    deal_tag,
    fault,
    play_of_ids,
    rank_text,
)


def displays(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the displays in a value, in their order."""
    if isinstance(value, dict):
        if "event" in value or "allocation" in value:
            yield value
        elif isinstance(value.get("display"), dict):
            yield value["display"]
        else:
            for inner in value.values():
                yield from displays(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from displays(inner)


def match_record(log: Any) -> Record:
    """Return the record of a match."""
    seen = list(displays(log))
    begin = next((one for one in seen if "allocation" in one), None)
    landlord = next((one["landlord"] for one in seen if "landlord" in one), None)
    if begin is None or landlord is None:
        missing = "allocation" if begin is None else "landlord"
        raise fault("", f"no display has {missing}", f"没有带 `{missing}` 的 `display`", "field_missing")
    bids = max((one.get("bid", []) for one in seen), key=len)
    seats = [LANDLORD_SEATS[(player - landlord) % PLAYERS] for player in range(PLAYERS)]
    bottom = rank_text(begin["publiccard"], "/deal/bottom")
    hands = [rank_text(ids, f"/deal/hands/{player}") for player, ids in enumerate(begin["allocation"])]
    tags = {"Source": "Botzone FightTheLandlord2", "Variant": "standard", "Options": BOTZONE_RULES}
    if any(bids):
        tags |= {"Deal": deal_tag(list(zip("012", hands, strict=True)))}
        tags |= {"Bidding": "points", "Auction": " ".join(map(str, bids))}
    else:
        hands[landlord] += bottom
        tags |= {"Deal": deal_tag(list(zip(seats, hands, strict=True))), "x_bids": " ".join(map(str, bids))}
    events = [one["event"] for one in seen if "event" in one]
    plays = [f"{seats[event['player']]}:{play_of_ids(event['action'], ply)}" for ply, event in enumerate(events)]
    return Record({**tags, "Bottom": bottom}, plays)

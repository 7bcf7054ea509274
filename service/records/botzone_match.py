"""Full logs of matches of Botzone's FightTheLandlord and FightTheLandlord2, also one match a line as in its packs.

The judge's displays with `allocation`, `bid` and `event` may be anywhere in the JSON value, so the log of a match, its
list of judge outputs and a list of displays are all read. A pack has `initdata` as text and, without displays, only
the players' answers: numbers are bids, lists are plays, and the first answer that the judge did not accept ends the
game. Player 0 bids first. Without a bid, player 0 is the landlord; the record then has no auction.
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
    parse_value,
    play_of_ids,
    rank_text,
)

LANDLORD_CARDS = 20
"""Cards of the landlord in FightTheLandlord, which has no auction."""


def opened(value: Any) -> Any:
    """Return a value, or the object that it is as text."""
    return parse_value(value) if isinstance(value, str) and value.startswith("{") else value


def displays(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the displays in a value, in their order."""
    if isinstance(value, dict):
        shown = opened(value.get("display"))
        if "event" in value or "allocation" in value:
            yield value
        elif isinstance(shown, dict):
            yield shown
        else:
            yield from displays(opened(value.get("initdata")))
            for name, inner in value.items():
                if name != "initdata":
                    yield from displays(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from displays(inner)


def answers(log: Any) -> list[tuple[int, Any]]:
    """Return players and answers of a log, up to the first one that the judge did not accept."""
    entries = (log.get("log") or log.get("logs") or []) if isinstance(log, dict) else log
    found = [(int(name), entry[name]) for entry in entries for name in ("0", "1", "2") if name in entry]
    given = [(player, answer) for player, answer in found if isinstance(answer, dict) and "response" in answer]
    wrong = next((at for at, (_, answer) in enumerate(given) if answer.get("verdict", "OK") != "OK"), len(given))
    return [(player, answer["response"]) for player, answer in given[:wrong]]


def match_record(log: Any) -> Record:
    """Return the record of a match."""
    seen = list(displays(log))
    begin = next((one for one in seen if "allocation" in one), None)
    if begin is None:
        raise fault("", "no display has allocation", "没有带 `allocation` 的 `display`", "field_missing")
    bids = max((one.get("bid", []) for one in seen), key=len)
    turns = [(one["event"]["player"], one["event"]["action"]) for one in seen if "event" in one]
    if not turns:
        given = answers(log)
        bids = bids or [answer for _, answer in given if type(answer) is int]
        turns = [(player, answer) for player, answer in given if type(answer) is not int]
    hands = [rank_text(ids, f"/deal/hands/{player}") for player, ids in enumerate(begin["allocation"])]
    landlord = landlord_of(seen, bids, len(hands[0]) == LANDLORD_CARDS or bool(turns))
    seats = [LANDLORD_SEATS[(player - landlord) % PLAYERS] for player in range(PLAYERS)]
    bottom = rank_text(begin["publiccard"], "/deal/bottom")
    tags = {"Source": "Botzone FightTheLandlord2", "Variant": "standard", "Options": BOTZONE_RULES}
    if any(bids):
        tags |= {"Deal": deal_tag(list(zip("012", hands, strict=True)))}
        tags |= {"Bidding": "points", "Auction": " ".join(map(str, bids))}
    else:
        hands[landlord] += bottom if len(hands[landlord]) < LANDLORD_CARDS else ""
        tags |= {"Deal": deal_tag(list(zip(seats, hands, strict=True)))}
        tags |= {"x_bids": " ".join(map(str, bids))} if bids else {}
    plays = [f"{seats[player]}:{play_of_ids(cards, ply)}" for ply, (player, cards) in enumerate(turns)]
    return Record({**tags, "Bottom": bottom}, plays)


def landlord_of(seen: list[dict[str, Any]], bids: list[int], is_certain: bool) -> int:
    """Return the player who is the landlord: of the displays, or the highest bidder, or player 0.

    Raises RuleError "field_missing" for a log that ends before the landlord is certain.
    """
    landlord = next((one["landlord"] for one in seen if "landlord" in one), None)
    if landlord is not None:
        return int(landlord)
    if not is_certain:
        raise fault("", "no display has landlord", "没有带 `landlord` 的 `display`", "field_missing")
    return bids.index(max(bids)) if bids else 0

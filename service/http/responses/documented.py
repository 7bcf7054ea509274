"""Requests inside answers, in the types that the contract documents: clients with types send them back unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.http.requests.answer_format import Json


def documented_play(play: Any) -> Any:
    """Return a play as one text, `cards=declaration@seat`; cards in an array stay an object."""
    if not isinstance(play, Mapping) or not isinstance(play["cards"], str):
        return play
    declared = f"={play['as']}" if "as" in play else ""
    seat = f"@{play['seat']}" if "seat" in play else ""
    return play["cards"] + declared + seat


def documented_game(body: Mapping[str, Any]) -> Json:
    """Return the body of a table: plays, bids and seats as texts."""
    made = dict(body)
    if "history" in made:
        made["history"] = [documented_play(play) for play in made["history"]]
    if "auction" in made:
        auction = dict(made["auction"])
        for name in ("bids", "doubled"):
            if name in auction:
                auction[name] = [str(word) for word in auction[name]]
        made["auction"] = auction
    if "tribute" in made:
        made["tribute"] = documented_tribute(made["tribute"])
    return made


def documented_tribute(fields: Mapping[str, Any]) -> Json:
    """Return the fields of a tribute: seats as texts."""
    made = dict(fields)
    if "order" in made:
        made["order"] = [str(seat) for seat in made["order"]]
    if "to_first" in made:
        made["to_first"] = str(made["to_first"])
    if "moved" in made:
        made["moved"] = [{**step, "from": str(step["from"]), "to": str(step["to"])} for step in made["moved"]]
    return made

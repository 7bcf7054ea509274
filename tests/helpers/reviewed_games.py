"""Games between robots, as bodies of a request for a review."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask.testing import FlaskClient

from tests.helpers.client import post


def robot_game(
    client: FlaskClient,
    variant: str,
    seed: int,
    level: str = "regular",
    plies: int = 1000,
    options: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return a fair deal and its first *plies* turns between robots of a level, all hands known."""
    deal = post(client, "/v1/deal", {"variant": variant, "options": dict(options), "seed": seed})
    body: dict[str, Any] = {
        "variant": variant,
        "options": deal["options"],
        "deal": {"hands": deal["hands"]} | ({"bottom": deal["bottom"]} if deal["bottom"] else {}),
        "history": [],
    }
    while len(body["history"]) < plies:
        table = post(client, "/v1/game", body)
        if table["ended"]:
            break
        line = table["positions"][str(table["turn"]["seat"])]
        move = post(client, "/v1/move", {"position": line, "level": level, "seed": seed})["move"]
        play = {"cards": move["cards"], "as": move["as"]} if "as" in move else move["cards"]
        body["history"].append("" if move["pass"] else play)
    return body

"""Whole games of robots as bodies of `POST /v1/game`: every game, with auction, doubling, tribute and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from paili.client import Client
from paili.table import GameTable, TableSettings, history_item

Body = dict[str, Any]

TABLES: tuple[tuple[str, Mapping[str, str], str | None], ...] = (
    ("standard", {}, None),
    ("standard", {"attach": "tencent"}, "call_rob"),
    ("standard_two", {"handicap": "1"}, "call_rob"),
    ("standard_two", {"deck": "54", "rob_gives": "off"}, "points"),
    ("standard_four", {}, None),
    ("standard_four", {"trio_solo": "on", "joker_bomb": "4"}, None),
    ("contest", {}, None),
    ("yuncheng", {}, None),
    ("yuncheng", {"play_rule": "2", "flower_reading": "any"}, None),
    ("yuncheng", {"play_rule": "2"}, None),
    ("laizi", {}, None),
    ("laizi", {"wild": "32", "bomb_max": "8"}, None),
    ("paodekuai", {}, None),
    ("paodekuai", {"deck": "48r", "must": "off"}, None),
    ("paodekuai_two", {"deck": "15", "baodan": "off"}, None),
    ("paodekuai_four", {}, None),
    ("guandan", {}, None),
    ("guandan", {"level": "A"}, None),
    ("zhengshangyou", {}, None),
    ("zhengshangyou", {"min_run": "3", "first": "heart3"}, None),
    ("zhengshangyou_four", {}, None),
)
"""Game, options and kind of auction."""


def bodies(client: Client, settings: TableSettings, deals: int = 1) -> Iterator[Body]:
    """Yield the body of the table after the auction, during a tribute and at the end of each of some deals."""
    table = GameTable(client, settings)
    for deal in range(deals):
        if deal:
            table.deal_again()
        while table.auctioned and table.speaker is not None:
            table.speak(table.advice(table.speaker)["recommended"])
        if table.words:
            table.double(mine=False)
        yield deepcopy(table.body)
        if table.body.get("tribute"):
            yield from during_tribute(table)
        if not table.state["ended"]:
            while table.state["turn"]:
                table.body["history"].append(history_item(table.robot(str(table.state["turn"]["seat"]))))
                table.refresh()
            yield deepcopy(table.body)


def during_tribute(table: GameTable) -> Iterator[Body]:
    """Yield the body after each tribute card; afterwards the table is in the new deal."""
    while table.state["tribute"]["deal"] is None:
        for role, seat, _ in table.owed()[:1]:
            table.hand_over(role, seat, table.advised_card(seat))
        table.refresh()
        yield deepcopy(table.body)
    table.end_tribute()

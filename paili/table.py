"""A running table, using only the public API: deal, auction, tribute, play and points, deal after deal.

All hands stay in this process; the referee checks every action, and each robot gets only the view of its own seat.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from paili.client import Client, Play, Problem

Json = dict[str, Any]


class TableSettings(NamedTuple):
    """Settings of a table: the game, its robots and its seed."""

    variant: str = "standard"
    options: Mapping[str, str] = {}
    level: str = "club"
    bidding: str | None = None
    """Kind of auction, in games with several; None: the default."""
    place: int | None = None
    """Place of the person in the first deal, in the order of bidding or leading; None: random."""
    seed: int = 0
    """Seed of the first deal; incremented for each deal."""


class GameTable:
    """A table at which a person plays with robots."""

    def __init__(self, client: Client, settings: TableSettings) -> None:
        self.client = client
        self.settings = settings
        self.chance = random.Random(settings.seed)  # noqa: S311 - a seed deals and seats the same again
        self.about = client.variant(settings.variant)
        self.seats = [str(seat) for seat in self.about["seats"]]
        self.deals = 0
        self.points = 0
        """Total points of the person."""
        self.deal(settings.options, settings.place)
        if "level" in self.about["options"]:
            level = self.body["options"]["level"]
            self.body["match"] = {"levels": [level, level], "playing": 0}
        self.refresh()
        rules = {"variant": settings.variant, "options": self.body["options"]}
        client.analyze(hand=self.body["deal"]["hands"][self.me], level=settings.level, want=["power"], **rules)

    # ---- a deal

    def deal(self, options: Mapping[str, str], place: int | None) -> None:
        """Deal the cards; the person sits at *place*; None: random."""
        drawn = {"wild": "random"} if "wild" in self.about["options"] else {}
        seed, self.deals = self.settings.seed + self.deals, self.deals + 1
        dealt = self.client.deal(seed, variant=self.settings.variant, options={**drawn, **options})
        self.auctioned = dealt["bottom"] is not None
        keys = [str(number) for number in range(len(self.seats))] if self.auctioned else self.seats
        self.me = keys[self.chance.randrange(len(keys)) if place is None else place]
        hands = {key: dealt["hands"][seat] for key, seat in zip(keys, self.seats, strict=True)}
        self.body: Json = {"variant": self.settings.variant, "options": dealt["options"], "deal": {"hands": hands}}
        self.doubling_open = self.auctioned
        if self.auctioned:
            self.body["deal"]["bottom"] = dealt["bottom"]
            form = {"bidding": self.settings.bidding} if self.settings.bidding else {}
            self.body["auction"] = {**form, "bids": [], "doubled": []}
        self.body["history"] = []

    def deal_again(self) -> None:
        """Deal the next deal, with the leader, options and tribute that follow from the last one."""
        following = self.state["next"] or {}
        order, match = following.get("tribute"), following.get("match")
        options = {**self.settings.options, **following.get("options", {})}
        leader, me = following.get("leader"), self.me
        rotated = None if self.auctioned or leader is None else self.place_after(leader)
        self.deal(options, rotated)
        if match:
            self.body["match"] = {name: match[name] for name in ("levels", "playing", "failures")}
        if order:
            self.me = me
            self.body["tribute"] = {"order": order["order"], "paid": {}, "returned": {}}
        self.refresh()

    def place_after(self, leader: object) -> int:
        """Return the person's place when seats are counted from *leader*."""
        return (int(self.me) - int(str(leader))) % len(self.seats)

    def refresh(self) -> None:
        """Get the state of the table from the referee."""
        self.state: Json = self.client.game(**self.body)

    # ---- seats to act

    @property
    def seat(self) -> str:
        """Return the person's seat; "" before the auction has assigned one."""
        return str(self.state["auction"]["seats"][self.me]) if self.auctioned and self.named else self.me

    @property
    def named(self) -> bool:
        """Return whether the seats are known: there is no auction, or it is over."""
        return not self.auctioned or bool(self.state["auction"]["seats"])

    @property
    def line(self) -> str:
        """Return the person's view as one line."""
        return str(self.state["positions"][self.seat])

    # ---- the auction

    @property
    def words(self) -> list[Any]:
        """Return the legal bids; empty after the doubling."""
        words: list[Any] = self.state["auction"]["words"] if self.auctioned else []
        return words if self.doubling_open or self.speaker is not None else []

    @property
    def speaker(self) -> str | None:
        """Return the place that bids; None if every place may double."""
        place = self.state["auction"]["place"] if self.auctioned else None
        return None if place is None else str(place)

    def advice(self, place: str) -> Json:
        """Return the bid of a robot's level, or the advised one of the person's place."""
        deal, auction = self.body["deal"], self.body["auction"]
        known = (
            {"bottom": deal["bottom"]} if {"double", "kick", "kick_back"} & set(self.state["auction"]["words"]) else {}
        )
        landlord = bool(known) and str(self.state["auction"]["landlord"]) == place
        return self.client.bid(
            deal["hands"][place] + (deal["bottom"] if landlord else ""),
            variant=self.settings.variant,
            options=self.body["options"],
            bidding=self.state["auction"]["bidding"],
            bids=auction["bids"],
            place=int(place),
            level="club" if place == self.me else self.settings.level,
            **known,
        )

    def speak(self, word: Any) -> None:
        """Bid for the place whose turn it is."""
        self.body["auction"]["bids"].append(word)
        self.refresh()

    def double(self, mine: bool) -> list[str]:
        """Let every place decide on doubling, with *mine* for the person; return those that double."""
        others = [
            key for key in self.body["deal"]["hands"] if key != self.me and self.advice(key)["recommended"] == "double"
        ]
        doubled = sorted([*others, *([self.me] if mine else [])])
        self.body["auction"]["doubled"] = [int(place) for place in doubled]
        self.doubling_open = False
        self.refresh()
        return doubled

    # ---- the tribute

    def owed(self) -> list[tuple[str, str, list[str]]]:
        """Return (role, seat, cards) of each card that is due now."""
        tribute = self.state["tribute"]
        return [(role, seat, cards) for role in ("give", "return") for seat, cards in tribute[role].items()]

    def advised_card(self, seat: str) -> str:
        """Return the card that a seat is advised to hand over."""
        return str(self.client.ask("tribute", None, self.state["due"][seat]["request"])["advice"])

    def hand_over(self, role: str, seat: str, card: str) -> None:
        """Pay a tribute card, or return a card."""
        self.body["tribute"]["paid" if role == "give" else "returned"][seat] = card

    def end_tribute(self) -> None:
        """Continue with the deal after the tribute; its seats are numbered from its leader."""
        tribute = self.state["tribute"]
        self.me = str(self.place_after(tribute["leader"]))
        self.body["deal"], self.body["match"] = tribute["deal"], tribute["match"]
        del self.body["tribute"], self.body["match"]["winner"]
        self.refresh()

    # ---- plays

    def robot(self, seat: str) -> Json:
        """Return the action of a robot at a seat."""
        move: Json = self.client.move(self.state["positions"][seat], level=self.settings.level)["move"]
        return move

    def play(self, value: Play) -> None:
        """Play cards, or pass, for the seat to move.

        Raises Problem if the play is illegal; then nothing has changed.
        """
        self.body["history"].append(value)
        try:
            self.refresh()
        except Problem:
            self.body["history"].pop()
            raise

    def take_back(self, plays: int) -> None:
        """Undo all but the first *plays* plays."""
        del self.body["history"][plays:]
        self.refresh()

    def count(self) -> int | None:
        """Add the person's points of this deal; None if the game has no points."""
        points = self.state["result"]["points"]
        if points is None:
            return None
        won = int(points[self.seat])
        self.points += won
        return won


def history_item(move: Json) -> Play:
    """Return a move as an element of a history."""
    if move.get("as"):
        return {"cards": move["cards"], "as": move["as"]}
    return str(move["cards"])

"""Judges of Botzone's FightTheLandlord2 and GuanDan: they deal, send requests in Botzone's format, and check answers.

The plays of FightTheLandlord2 are read as the platform's sample programs read them, by the classes of equal cards;
those of GuanDan are checked by the referee of the API. `BotzoneFoulError` is an answer that the platform would punish.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from paili.client import Client, Problem
from service.rules import tribute

Json = dict[str, Any]
SUITS = "hdsc"
RANKS = "A23456789TJQK"


class BotzoneFoulError(Exception):
    """An answer that the platform punishes."""


@dataclass
class Seat:
    """A bot at the table, and its log."""

    reply: Callable[[str], str]
    """Returns the answer to a line."""
    keeps_running: bool = False
    """Whether later lines contain only the request."""
    requests: list[Any] = field(default_factory=list)
    responses: list[Any] = field(default_factory=list)

    def send(self, request: Json) -> Any:
        """Return the response to a request."""
        self.requests.append(json.loads(json.dumps(request)))
        log = {"requests": self.requests, "responses": self.responses, "data": "", "time_limit": "", "memory_limit": ""}
        line = json.dumps(request if self.keeps_running and self.responses else log, separators=(",", ":"))
        text = self.reply(line)
        if "\n" in text.strip():
            raise BotzoneFoulError(f"more than one line: {text}")
        answer = json.loads(text)
        if answer.keys() - {"response", "debug", "data", "globaldata"} or "response" not in answer:
            raise BotzoneFoulError(f"no response: {text}")
        self.responses.append(answer["response"])
        return answer["response"]


# ---- FightTheLandlord2 ----------------------------------------------------------------------------------------------


def level_of(card: int) -> int:
    """Return the index of a card's rank, 0 for the three."""
    return card // 4 + (card == 53)


def class_of(cards: Sequence[int]) -> tuple[str, int, int] | None:
    """Return type, number of cards and level of a play; None for cards that are not a play."""
    counts = Counter(map(level_of, cards))
    classes = sorted(counts.items(), key=lambda row: (-row[1], -row[0]))
    most, level, size = classes[0][1], classes[0][0], len(cards)
    bodies = [rank for rank, number in classes if number == most]
    others = [number for _, number in classes if number != most]
    run = all(a - b == 1 for a, b in pairwise(bodies)) and (len(bodies) == 1 or level <= 11)
    if others:
        alike = len(set(others)) == 1
        wanted = {3: len(bodies), 4: 2 * len(bodies)}.get(most)
        if not (run and alike and len(others) == wanted and others[0] < 3):
            return None
        return f"{most}x{len(bodies)}+{others[0]}", size, level
    if most == 1 and len(bodies) == 2 and set(bodies) == {13, 14}:
        return "rocket", 2, level
    least = {1: 5, 2: 3, 3: 2, 4: 2}[most]
    if len(bodies) == 1:
        return ("bomb" if most == 4 else f"{most}x1"), size, level
    return (f"{most}x{len(bodies)}", size, level) if run and len(bodies) >= least else None


def beats(play: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    if play[0] == "rocket":
        return True
    if play[0] == "bomb" and other[0] != "bomb":
        return other[0] != "rocket"
    return play[:2] == other[:2] and play[2] > other[2]


def bid_round(seats: Sequence[Seat], own: Sequence[Sequence[int]]) -> list[int]:
    """Return the bids, up to a bid of 3. Raises BotzoneFoulError."""
    bids: list[int] = []
    while len(bids) < 3 and max(bids, default=0) < 3:
        player = len(bids)
        bid = seats[player].send({"own": own[player], "bid": list(bids)})
        if type(bid) is not int or not (bid == 0 or max(bids, default=0) < bid <= 3):
            raise BotzoneFoulError(f"bid {bid} after {bids}")
        bids.append(bid)
    return bids


def check_play(cards: list[int], hand: set[int], to_beat: list[int]) -> None:
    """Raise BotzoneFoulError unless the cards are in the hand and may be played; without a play to beat as a lead."""
    if not set(cards) <= hand or len(set(cards)) < len(cards):
        raise BotzoneFoulError(f"{cards} are not all in {sorted(hand)}")
    if not cards:
        if not to_beat:
            raise BotzoneFoulError("a lead is no pass")
        return
    play, table = class_of(cards), class_of(to_beat) if to_beat else None
    if play is None or (table is not None and not beats(play, table)):
        raise BotzoneFoulError(f"{cards} is no play or does not beat {to_beat}")


def play_landlord(seats: Sequence[Seat], chance: random.Random) -> int:
    """Play a game of FightTheLandlord2; return the winner. Raises BotzoneFoulError."""
    deck = chance.sample(range(54), 54)
    own = [sorted(deck[17 * player : 17 * player + 17]) for player in range(3)]
    public = sorted(deck[51:])
    bids = bid_round(seats, own)
    final = max(bids)
    player = landlord = bids.index(final) if final else 0
    hands = [set(cards) for cards in own]
    hands[landlord] |= set(public)
    plays: list[list[int]] = [[], []]
    for turn in range(1000):
        request: Json = {"history": plays[-2:]}
        if turn < 3:
            facts = {"publiccard": public, "own": own[player], "landlord": landlord, "pos": player, "finalbid": final}
            request = facts | request
        cards = seats[player].send(request)
        check_play(cards, hands[player], plays[-1] or plays[-2])
        hands[player] -= set(cards)
        plays.append(cards)
        if not hands[player]:
            return player
        player = (player + 1) % 3
    raise BotzoneFoulError("the game does not end")


# ---- GuanDan --------------------------------------------------------------------------------------------------------


def text_of(card: int) -> str:
    card %= 54
    return "XD"[card - 52] if card >= 52 else RANKS[card // 4] + SUITS[card % 4]


def name_of(card: int) -> str:
    """Return a card in the notation of the tribute rules."""
    text = text_of(card)
    return {"X": "SB", "D": "HR"}.get(text) or text[1].upper() + text[0]


def texts_of(cards: Sequence[int]) -> str:
    return "".join(map(text_of, cards))


def check_claim(cards: Sequence[int], claim: Sequence[int], level: str) -> None:
    """Raise BotzoneFoulError unless a claim has all cards that are not wild, and no joker for a wild one."""
    natural = Counter(text_of(card) for card in cards if text_of(card) != f"{level}h")
    rest = Counter(map(text_of, claim))
    if len(claim) != len(cards) or natural - rest or any(not 0 <= card < 108 for card in claim):
        raise BotzoneFoulError(f"{texts_of(cards)} claimed as {texts_of(claim)}")
    if {"X", "D"} & (rest - natural).keys():
        raise BotzoneFoulError(f"a wild card claimed as a joker: {texts_of(claim)}")


def pay_tribute(seats: Sequence[Seat], hands: list[set[int]], deal: Json, order: Sequence[int]) -> int:
    """Carry out the tribute of a deal and fill in its fields; return the leader. Raises BotzoneFoulError."""
    level, givers = deal["level"], tribute.givers(order)
    paid: dict[int, str] = {}
    deal |= {"tribute_cards": {}, "return_cards": {}}
    deal["resist"] = tribute.refused([[name_of(card) for card in hands[giver]] for giver in givers])
    if deal["resist"]:
        return order[0]
    cards: dict[int, int] = {}
    for giver in givers:
        (card,) = seats[giver].send({"stage": "tribute", "global": deal})
        if card not in hands[giver] or name_of(card) not in tribute.payable(map(name_of, hands[giver]), level):
            raise BotzoneFoulError(f"{text_of(card)} is not payable")
        cards[giver], paid[giver] = card, name_of(card)
    payments = tribute.payments(order, paid, level)
    deal["tribute_cards"] = {str(giver): card for giver, card in cards.items()}
    for giver, receiver, _ in ((pay.giver, pay.receiver, pay.card) for pay in payments):
        hands[giver].remove(cards[giver])
        hands[receiver].add(cards[giver])
    returned: dict[int, int] = {}
    for payment in payments:
        receiver = payment.receiver
        (card,) = seats[receiver].send({"stage": "return", "global": deal})
        if card not in hands[receiver] or name_of(card) not in tribute.returnable(map(name_of, hands[receiver]), level):
            raise BotzoneFoulError(f"{text_of(card)} may not be returned")
        returned[receiver] = card
        hands[receiver].remove(card)
        hands[payment.giver].add(card)
    deal["return_cards"] = {str(receiver): card for receiver, card in returned.items()}
    return tribute.first_leader(order, payments)


def orders(kind: int, chance: random.Random) -> list[int]:
    """Return an order of going out with a tribute of that *kind*: 1 single, 2 double."""
    while True:
        order = chance.sample(range(4), 4)
        if (len(tribute.givers(order)) == 2) == (kind == 2):
            return order


def play_guandan(seats: Sequence[Seat], chance: random.Random, client: Client, kind: int = 0) -> Iterator[Json]:
    """Play a deal of GuanDan, with a tribute of *kind* 1 or 2 before it; yield the table after each play.

    Raises BotzoneFoulError.
    """
    deck = chance.sample(range(108), 108)
    hands = [set(deck[27 * player : 27 * player + 27]) for player in range(4)]
    deal: Json = {"level": chance.choice(RANKS), "tribute": kind}
    order = orders(kind, chance) if kind else []
    if kind:
        deal |= {"first": order[0], "last": order[3]}
    for player in range(4):
        request = {"stage": "deal", "deliver": sorted(hands[player]), "your_id": player, "global": deal}
        if seats[player].send(request) != []:
            raise BotzoneFoulError("the answer to a deal is empty")
    leader = pay_tribute(seats, hands, deal, order) if kind else 0
    table: Json = {
        "variant": "guandan", "options": {"level": deal["level"]}, "history": [],
        "deal": {"hands": {str((p - leader) % 4): texts_of(sorted(hands[p])) for p in range(4)}},
    }  # fmt: skip
    window: list[Any] = [[], [], [], []]
    while True:
        state = client.game(**table)
        if state["ended"]:
            return
        player = (state["turn"]["seat"] + leader) % 4
        done = [(seat + leader) % 4 for seat in state["out"]]
        request = {"stage": "play", "history": window[-4:], "done": done, "pass_on": -1, "global": deal}
        answer = seats[player].send(request)
        cards, claim = answer
        if not set(cards) <= hands[player] or len(set(cards)) < len(cards):
            raise BotzoneFoulError(f"{texts_of(cards)} are not all in the hand")
        check_claim(cards, claim, deal["level"])
        hands[player] -= set(cards)
        wild = sorted(map(text_of, cards)) != sorted(map(text_of, claim))
        declared = {"as": texts_of(claim)} if wild else {}
        table["history"].append({"cards": texts_of(cards), **declared} if cards else "")
        window.append({"player": player, "response": answer})
        try:
            yield client.game(**table)
        except Problem as problem:
            raise BotzoneFoulError(f"{texts_of(cards)} as {texts_of(claim)}: {problem}") from problem

"""FightTheLandlord2: a card is 0..53, four of each rank from the three, in the suits hearts, diamonds, spades, clubs.

52 and 53 are the jokers. Kickers are of different ranks, as in Pagat's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lab import contest
from lab.botzone.clock import Clock
from lab.botzone.log import DECK_SIZE, Json, LogError, read_ids, read_player, require, take_out
from lab.contest import Board, ContestTurn
from service.advice.bid import contest_bid
from service.core import engine
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.games.standard import STANDARD

PLAYERS = "ABC"
GAME = STANDARD.id
OPTIONS = {"attach": "pagat"}
"""Kickers of different ranks: on Botzone 333344 and 33344455 are no plays."""


def landlord_board(requests: Sequence[Json], responses: Sequence[Any]) -> Board:
    """Return the board described by the requests of the play phase; *responses* are our plays."""
    first = requests[0]
    me, landlord = (
        read_player(first.get(name), len(PLAYERS), f"the first play request's {name}") for name in ("pos", "landlord")
    )
    bottom = read_ids(first.get("publiccard"), DECK_SIZE, "publiccard")
    hand = {*read_ids(first.get("own"), DECK_SIZE, "own"), *(bottom if me == landlord else ())}
    board = Board(PLAYERS[me], (), PLAYERS[landlord], bottom, variant=GAME, options=OPTIONS)
    for at, request in enumerate(requests):
        place = f"history of play request {at}"
        plays = require(request.get("history"), list, place)
        if len(plays) != 2:
            raise LogError(f"{place} has {len(plays)} plays; it has the two before ours")
        number = (me - landlord) % len(PLAYERS) if at == 0 else 2
        for back in range(number, 0, -1):
            cards = read_ids(plays[-back], DECK_SIZE, f"{place}[{2 - back}]")
            board.history.append(ContestTurn(PLAYERS[(me - back) % len(PLAYERS)], cards))
        if at < len(responses):
            cards = read_ids(responses[at], DECK_SIZE, f"response {at} of the play")
            take_out(hand, cards, f"response {at} of the play")
            board.history.append(ContestTurn(PLAYERS[me], cards))
    seen = [card for turn in board.history for card in turn.cards]
    duplicate = next((card for card, times in Counter([*seen, *hand]).items() if times > 1), None)
    if duplicate is not None:
        raise LogError(f"card {duplicate} was played twice, or is still in the hand")
    board.hand = tuple(sorted(hand))
    return board


def answer_landlord(requests: Sequence[Json], responses: Sequence[Any], level: str, clock: Clock) -> int | list[int]:
    """Return the bid or the cards for the last request."""
    bids = sum("bid" in request for request in requests)
    if bids == len(requests):
        rules = engine.rules_for(GAME, tuple(OPTIONS.items()))
        cards = read_ids(requests[-1].get("own"), DECK_SIZE, "own")
        earlier = [require(bid, int, "bid") for bid in require(requests[-1]["bid"], list, "bid")]
        return contest_bid(rules, parse_cards(list(cards), c.CONTEST).hand, earlier)
    return sorted(contest.choose_play(landlord_board(requests[bids:], responses[bids:]), level, clock.choose))

"""The actions that are due at a table, with the requests that advise them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from service.advice.game import TableState
from service.http.requests.answer_format import Json
from service.http.responses.cards import Written, no_cards, play_answer
from service.http.responses.components import Bid
from service.http.responses.documented import documented_play
from service.position.dealt import AuctionState, by_seat
from service.rules.cards import TEXT, Cards
from service.rules.combos import Combo
from service.rules.physical_cards import give_back
from service.rules.tribute import ALLY


class _Due(TypedDict):
    pointer: str
    """Place of the action in the next request, such as /history/4."""
    choices: list[Bid] | None
    """Bids, cards or givers."""
    endpoint: Literal["bid", "tribute", "move"]
    request: dict[str, Any] | None
    """Its request for advice (`move`); null for givers or unknown cards."""


def seats_of(table: TableState) -> list[str] | None:
    """Return the seat of each place; None before the landlord is known."""
    seats, landlord = table.rules.variant.seats, 0
    if table.auction is not None:
        if table.auction.contract is None:
            return None
        landlord = table.auction.contract.landlord
    return [seats[(place - landlord) % len(seats)] for place in range(len(seats))]


def due_answer(table: TableState, auction: Mapping[str, Any] | None) -> dict[str, _Due]:
    """Return by place the actions that are due; *auction* is that of the answer."""
    if table.exchange is not None:
        return tribute_due(table)
    if table.auction is not None and auction and auction["next"] is not None:
        return bid_due(table, table.auction, auction["next"], auction["words"])
    seats, replay = seats_of(table), table.replay
    if seats is None or replay is None or replay.over:
        return {}
    return {str(seats.index(replay.seat)): action(f"/history/{len(replay.history)}", None, "move", turn_request(table))}


def action(
    pointer: str, choices: Sequence[Any] | None, endpoint: Literal["bid", "tribute", "move"], request: Json | None
) -> _Due:
    """Return an action: where the next request has it, its values, and the request that advises it."""
    return {
        "pointer": pointer,
        "choices": None if choices is None else list(choices),
        "endpoint": endpoint,
        "request": request,
    }


def order_fields(table: TableState) -> Json:
    """Return the order of the previous deal if it decides which card may be returned."""
    assert table.exchange is not None
    return {"order": [*map(str, table.exchange.order)]} if table.rules.setup.return_max == ALLY else {}


def tribute_due(table: TableState) -> dict[str, _Due]:
    """Return the cards that are due in a tribute, or the choice between two equal ones."""
    state, notation = table.exchange, table.notation
    assert state is not None
    due = {
        seat: action(
            f"/tribute/paid/{seat}", cards, "tribute", {**hand_fields(table, table.known.hands[seat]), "role": "give"}
        )
        for seat, cards in state.give.items()
    }
    for _, receiver, card in state.moved:
        if receiver in state.give_back:
            paid = {"role": "return", "paid": give_back(card.hand, card, notation)}
            request = {**hand_fields(table, table.known.hands[receiver]), **paid, **order_fields(table)}
            due[receiver] = action(f"/tribute/returned/{receiver}", state.give_back[receiver], "tribute", request)
    for seat, givers in state.choose.items():
        due[seat] = action("/tribute/to_first", [*map(int, givers)], "tribute", None)
    return due


def bid_due(table: TableState, spoken: AuctionState, place: int, words: Sequence[Any]) -> dict[str, _Due]:
    """Return the bid that is due; the hand of the landlord has the bottom once it is shown."""
    known, stage, bids = table.known, spoken.stage, [*spoken.bids, *spoken.answers]
    seats, shown = table.rules.variant.seats, stage.known and stage.landlord is not None
    hand = known.hands.get(str(place))
    request: Json | None = None
    if shown and known.bottom.hand:
        hand = by_seat(table.rules, known, stage.landlord or 0).get(seats[(place - (stage.landlord or 0)) % len(seats)])
    if hand is not None and (known.bottom.hand or not shown):
        bottom = {"bottom": give_back(known.bottom.hand, known.bottom, table.notation)} if shown else {}
        request = {
            **hand_fields(table, hand),
            **bottom,
            "place": place,
            "bidding": spoken.form.id,
            "bids": [*map(str, bids)],
        }
    return {str(place): action(f"/auction/bids/{len(bids)}", words, "bid", request)}


def turn_request(table: TableState) -> Json | None:
    """Return the request of a move: the position as a line, or its fields in a notation that lines do not have."""
    replay, notation, bottom = table.replay, table.notation, table.known.bottom
    line = table.positions.get(replay.seat) if replay else None
    if replay is None or line is None:
        return None
    if notation is TEXT:
        return {"position": line}
    history = [play_fields(table, turn.combo, turn.cards) for turn in replay.history]
    fields: Json = {"seat": replay.seat, "history": history}
    if bottom.hand:
        fields["bottom"] = give_back(bottom.hand, bottom, notation)
    return {**hand_fields(table, table.held[replay.seat]), **fields}


def play_fields(table: TableState, combo: Combo | None, cards: Cards | None) -> Any:
    if combo is None or cards is None:
        return no_cards(table.notation)
    answer = play_answer(combo, Written(table.rules, table.notation, cards), cards.suits)
    return documented_play({name: answer[name] for name in ("cards", "as") if name in answer})


def hand_fields(table: TableState, hand: Cards) -> Json:
    rules = table.rules
    game = {"variant": rules.variant.id, "options": dict(rules.chosen)}
    written = {} if table.notation is TEXT else {"notation": table.notation.id}
    return {**game, "hand": give_back(hand.hand, hand, table.notation), **written}

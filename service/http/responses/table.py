"""The referee's answers: the state of a deal and its result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from service.advice.deal_result import DealResult
from service.advice.game import TableState
from service.advice.tribute.flow import Exchange
from service.core import engine
from service.core.bindings import CompiledRules
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import Notes, Written, card_answer, no_cards, notes_answer, play_answer
from service.http.responses.components import Bid, Bidding, DecidingCard, FactorCode, Seat, Shape, Shown, VariantId
from service.http.responses.due import _Due, due_answer, seats_of
from service.http.texts.reasons import Reason, factor_sentence, sentences
from service.position.dealt import AuctionState
from service.position.replay import Replay, Turn
from service.rules.auction import DOUBLE, ROB
from service.rules.cards import Notation
from service.rules.combos import ORDINARY
from service.rules.physical_cards import as_form
from service.rules.scoring import Standing
from service.rules.settlement import Factor as AppliedFactor
from service.rules.settlement import Following
from service.rules.tribute import givers


def seat_answer(rules: CompiledRules, seat: str) -> Seat:
    """Return a seat as answers write it."""
    return int(seat) if rules.variant.numbered else seat


def seats_answer(rules: CompiledRules, places: Iterable[int]) -> list[Seat]:
    return [seat_answer(rules, rules.variant.seats[place]) for place in places]


# ---- plays --------------------------------------------------------------------------------------------------------


class TablePlay(TypedDict):
    """A turn; a pass has no cards and no shape."""

    seat: Seat
    cards: Shown
    shape: Shape | None
    as_: NotRequired[Shown]
    """The declaration, where wild cards are among them."""


class _ToMove(TypedDict):
    seat: Seat
    leads: bool
    to_beat: TablePlay | None


def turn_of(table: TableState, turn: Turn) -> Any:
    """Return a turn of the history: seat and play."""
    seat = seat_answer(table.rules, turn.seat)
    if turn.combo is None or turn.cards is None:
        return {"seat": seat, "cards": no_cards(table.notation), "shape": None}
    written = Written(table.rules, table.notation, turn.cards)
    return {"seat": seat, **play_answer(turn.combo, written, turn.cards.suits)}


def trick_answer(table: TableState, replay: Replay) -> list[TablePlay]:
    if replay.to_beat is None:
        return []
    lead = next(i for i in reversed(range(len(replay.history))) if replay.history[i].to_beat is None)
    return [turn_of(table, turn) for turn in replay.history[lead:]]


def to_move_answer(table: TableState, replay: Replay, trick: Sequence[TablePlay]) -> _ToMove | None:
    if replay.over:
        return None
    beaten = next((turn for turn in reversed(trick) if turn["shape"] is not None), None)
    return {"seat": seat_answer(table.rules, replay.seat), "leads": beaten is None, "to_beat": beaten}


# ---- the auction ----------------------------------------------------------------------------------------------------


class _Auction(TypedDict):
    bidding: Bidding
    bids: list[Bid]
    """As in the request."""
    doubled: list[int] | None
    """As in the request; null without it."""
    next: int | None
    """Place whose word is the next of `bids`, also of doubling where the request has no `doubled`; null: none."""
    place: int | None
    """Place that bids next; null: none, or all places that may double."""
    words: list[Bid]
    """Legal bids. Empty: none."""
    landlord: int | None
    """The place that is, or would be, the landlord without further bids."""
    stake: int
    """Base in that case, doubled by each rob."""
    seats: dict[str, str] | None
    """Seats by place, after the auction."""
    multiples: dict[str, int] | None
    """Stake of each farmer with the landlord, after kicks and doubles."""
    handicap: NotRequired[Annotated[int, {"minimum": 0}]]
    """In Dou Dizhu for two: cards that the farmer may have left when it wins, each rob included."""


def auction_answer(table: TableState, spoken: AuctionState) -> _Auction:
    """Return the place that bids next with its legal bids, and the contract after the auction."""
    stage, contract, variant = spoken.stage, spoken.contract, table.rules.variant
    words, due = spoken.words, spoken.next
    if DOUBLE in words and table.replay is not None and table.replay.history:
        words, due = (), None  # doubling ends with the first play
    answer: _Auction = {
        "bidding": spoken.form.id,
        "bids": [*spoken.bids, *spoken.answers],
        "doubled": None if spoken.answers or spoken.doubled is None else list(spoken.doubled),
        "place": stage.place,
        "next": due,
        "words": list(words),
        "landlord": stage.landlord,
        "stake": contract.stake if contract else stage.stake,
        "seats": None,
        "multiples": None,
    }
    if variant.after_robs is not None:
        rules = table.rules if contract else engine.rules_after(table.rules, list(spoken.bids).count(ROB))
        answer["handicap"] = rules.setup.handicap
    if contract is not None:
        number, farmers = len(variant.seats), range(1, len(variant.seats))
        seats = {str((contract.landlord + i) % number): seat for i, seat in enumerate(variant.seats)}
        answer["seats"] = dict(sorted(seats.items()))
        answer["multiples"] = {variant.seats[farmer]: contract.multiple(farmer) for farmer in farmers}
    return answer


# ---- the tribute ----------------------------------------------------------------------------------------------------


class Match(TypedDict):
    """Standing of a match of Guandan, by sides."""

    levels: list[str]
    playing: int
    failures: list[int]
    """Failed deals of a side at its own level A."""
    winner: int | None
    """The side that won the match."""


class _Moved(TypedDict):
    from_: Seat
    to: Seat
    card: str


class _NewDeal(TypedDict):
    hands: dict[str, Shown]
    places: dict[str, Shown]


class _Exchange(TypedDict):
    refused: bool
    """The givers have the two jokers that refuse the tribute 抗贡."""
    give: dict[str, list[str]]
    """Cards from which each giver that has not paid chooses one."""
    choose: list[Seat]
    """Givers of equal cards; `to_first` must name one."""
    moved: list[_Moved]
    leader: Seat | None
    """The leader, by the seat numbers of the previous deal."""
    deal: _NewDeal | None
    """The new hands, with seats numbered from the leader; null while a card is due."""
    match: Match | None
    return_: dict[str, list[str]]
    """Cards from which each receiver returns one."""


def exchange_answer(table: TableState, state: Exchange) -> Any:
    """Return the cards due, or the new deal if none is due."""
    rules, notation = table.rules, table.notation
    deal: _NewDeal | None = None
    if state.hands is not None:
        hands = {seat: as_form([token for _, token in own.own], own, notation) for seat, own in state.hands.items()}
        deal = {"hands": hands, "places": hands}
    return {
        "refused": state.refused,
        "give": {seat: list(cards) for seat, cards in state.give.items()},
        "choose": [seat_answer(rules, seat) for givers in state.choose.values() for seat in givers],
        "return": {seat: list(cards) for seat, cards in state.give_back.items()},
        "moved": [
            {"from": seat_answer(rules, giver), "to": seat_answer(rules, receiver), "card": card.own[0][1]}
            for giver, receiver, card in state.moved
        ],
        "leader": None if state.leader is None else seat_answer(rules, state.leader),
        "deal": deal,
        "match": standing_answer(state.standing) if state.standing and deal else None,
    }


# ---- the result ---------------------------------------------------------------------------------------------------


class Factor(TypedDict):
    """A factor of the points."""

    code: FactorCode
    factor: NotRequired[int]
    """Points are multiplied by it."""
    add: NotRequired[int]
    """Multiples of the bid added to the bid."""
    points: NotRequired[int]
    """Points paid for it."""
    seat: NotRequired[Seat]
    of: NotRequired[list[Seat]]
    """Seats whose points with the landlord are multiplied, if not all."""
    text: str


class _Result(TypedDict):
    winner: Seat | None
    """The side that won: landlord or farmers, else its index among the sides of /v1/variants, which is the seat if all
    play alone; null: no seat called."""
    places: list[Seat]
    """Seats in the order of going out, including the last place if one seat is left."""
    points: dict[str, int] | None
    """By seat, or by place if no seat called. In Guandan levels; in the team event of the contest each seat has its
    team's. Null: the game has only places, or cards are missing (`why`)."""
    factors: list[Factor]
    """Factors of the points. With a landlord: the product of all `factor`, times one plus all `add`, is the payment of
    a farmer."""
    why: list[Reason]


class _NextTribute(TypedDict):
    order: list[Seat]
    givers: list[Seat]
    paid: dict[str, Any]
    returned: dict[str, Any]


class _Next(TypedDict):
    leader: Seat | None
    """The seat of this deal that leads the next, and is seat 0 there."""
    card: DecidingCard | None
    options: dict[str, str]
    """Options of the next deal that differ from this one's."""
    match: Match | None
    tribute: _NextTribute | None


def factor_answer(rules: CompiledRules, factor: AppliedFactor, lang: str) -> Any:
    """Return one factor of the points."""
    numbers = {"factor": factor.factor, "add": factor.add, "points": factor.points}
    answer: Json = {"code": factor.code} | {name: n for name, n in numbers.items() if n is not None}
    if factor.seat is not None:
        answer["seat"] = seats_answer(rules, [factor.seat])[0]
    if factor.of:
        answer["of"] = seats_answer(rules, factor.of)
    return answer | {"text": factor_sentence(factor.code, lang)}


def result_answer(rules: CompiledRules, result: DealResult, lang: str) -> _Result:
    """Return the winner, the places, and the points with their factors."""
    variant, paid = rules.variant, result.settlement
    points: dict[str, int] | None = None
    if paid is not None and paid.points is not None:
        points = dict(zip(variant.seats, paid.points, strict=True))
    return {
        "winner": variant.side_names[result.side] if variant.side_names else result.side,
        "places": [seat_answer(rules, seat) for seat in result.places],
        "points": points,
        "factors": [factor_answer(rules, factor, lang) for factor in paid.factors] if paid else [],
        "why": sentences(result.why, lang),
    }


def standing_answer(standing: Standing) -> Match:
    """Return the standing of a match; sides are numbered as in `/v1/variants`."""
    return {
        "levels": list(standing.levels),
        "playing": standing.playing,
        "failures": list(standing.failures),
        "winner": standing.winner,
    }


def next_answer(rules: CompiledRules, following: Following, notation: Notation) -> _Next:
    """Return the settings of the next deal."""
    order = following.order
    owed: _NextTribute | None = None
    if order:
        owed = {
            "order": seats_answer(rules, order),
            "givers": seats_answer(rules, givers(order)),
            "paid": {},
            "returned": {},
        }
    return {
        "leader": None if following.leader is None else seats_answer(rules, [following.leader])[0],
        "card": card_answer(following.card, notation),
        "options": dict(following.options),
        "match": standing_answer(following.standing) if following.standing else None,
        "tribute": owed,
    }


def void_answer(rules: CompiledRules, lang: str) -> _Result:
    points = {str(place): 0 for place in range(len(rules.variant.seats))}
    return {"winner": None, "places": [], "points": points, "factors": [], "why": sentences(("nobody_called",), lang)}


class GameAnswer(TypedDict):
    """The state of a deal and its result."""

    variant: VariantId
    notes: NotRequired[Notes]
    """Present after the first lead."""
    auction: _Auction | None
    tribute: _Exchange | None
    seats: list[str] | None
    """Seat of each place; null before there is a landlord."""
    due: dict[str, _Due]
    """Actions due, by place."""
    turn: _ToMove | None
    left: dict[str, int]
    """Cards of each seat."""
    out: list[Seat]
    """Seats that have gone out, in order."""
    trick: list[TablePlay]
    """The turns of the current trick, the lead first; empty on a lead."""
    bombs: int
    """Bombs played, including rockets."""
    ended: bool
    positions: dict[str, str]
    """Views of the seats with a known hand, as one line; empty before the first lead and after the end."""
    result: _Result | None
    next: _Next | None


def game_answer(facts: TableState, answer_format: AnswerFormat) -> GameAnswer:
    """Return the state of a deal: the next seat, the position of each seat, and the result."""
    rules, replay, result = facts.rules, facts.replay, facts.result
    trick = trick_answer(facts, replay) if replay else []
    following = result.settlement.following if result and result.settlement else None
    auction = auction_answer(facts, facts.auction) if facts.auction else None
    answer: GameAnswer = {
        "variant": rules.variant.id,
        "auction": auction,
        "tribute": exchange_answer(facts, facts.exchange) if facts.exchange else None,
        "seats": seats_of(facts),
        "due": due_answer(facts, auction),
        "turn": to_move_answer(facts, replay, trick) if replay else None,
        "left": replay.left_by_seat() if replay else {},
        "out": [seat_answer(rules, seat) for seat in replay.out] if replay else [],
        "trick": trick,
        "bombs": sum(turn.combo is not None and turn.combo.tier > ORDINARY for turn in replay.history) if replay else 0,
        "ended": facts.has_ended,
        "positions": dict(facts.positions),
        "result": result_answer(rules, result, answer_format.lang) if result else None,
        "next": next_answer(rules, following, answer_format.notation) if following else None,
    }
    if replay:
        answer |= notes_answer(rules, answer_format.lang)
    if facts.is_void:
        answer["result"] = void_answer(rules, answer_format.lang)
    return answer

"""Answers before the first lead: a deal, advice on an auction, advice on a tribute."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from service.advice.balance import BALANCE
from service.advice.balance import Balance as DealBalance
from service.advice.bid import BidAdvice
from service.advice.deals import Deal
from service.advice.practice import BALANCED_PROFILE, PLAIN_PROFILE, SEATLESS, card_order
from service.advice.puzzles.shipped import NO_PLAY
from service.advice.tribute.advice import CardChoice, TributeAdvice
from service.core.bindings import SCORE_UNIT
from service.http.requests.answer_format import AnswerFormat
from service.http.responses.cards import Engine, card_answer, engine_answer
from service.http.responses.components import (
    Bid,
    Bidding,
    Card,
    DecidingCard,
    Profile,
    Seat,
    Shown,
    Theme,
    TributeRole,
    VariantId,
)
from service.http.responses.table import seat_answer
from service.http.texts.reasons import Reason, sentences
from service.position.tribute import GIVE
from service.rules import cards as c
from service.rules.auction import PASS
from service.rules.bid_model import BidModel
from service.rules.cards import Notation

# ---- a deal -----------------------------------------------------------------------------------------------------


def dealt_cards_answer(cards: Iterable[str], notation: Notation, suits: bool) -> Shown:
    """Return dealt cards in a notation, lowest first; *suits*: with their suits in text."""
    written = c.written_in(notation.id)
    with_suits = suits or notation is not c.TEXT
    tokens = [written[card if with_suits and card in written else card[0]] for card in sorted(cards, key=card_order)]
    return tokens if notation.split is None else notation.joined.join(map(str, tokens))


IN_TURNS = frozenset({"weakest", "strongest", "spread", "lead"})
"""Measures of a balanced deal in turns; the others are counts."""


class BalanceMeasure(TypedDict):
    """A measure of a balanced deal with its bound."""

    value: float
    at_least: NotRequired[float]
    """The bound of `weakest`."""
    at_most: NotRequired[float]
    """The bound of the others."""
    percentile: Annotated[int, {"minimum": 1, "maximum": 99}]
    """Percentile of the bound among plain deals."""


class _Measures(TypedDict):
    weakest: BalanceMeasure
    """Score of the weakest hand, in turns."""
    strongest: BalanceMeasure
    """Score of the strongest hand, in turns."""
    spread: BalanceMeasure
    """Difference of the two, in turns."""
    lead: NotRequired[BalanceMeasure]
    """Largest advantage of a hand with the bottom over the mean of the others, or of one side over the other, in turns;
    only in games with either."""
    singles: BalanceMeasure
    """Maximum number of single cards in the best split of a hand."""
    bombs: BalanceMeasure
    """Number of bombs in the best splits of all hands, the rocket included."""


class Balance(TypedDict):
    """The measures of a balanced deal."""

    reshuffles: Annotated[int, {"minimum": 0, "maximum": 64}]
    """Shuffles before the dealt one; 64 if none was within all bounds."""
    within: bool
    """Whether each measure is within its bound; false: the closest of 65 deals."""
    measures: _Measures


def balance_answer(balance: DealBalance) -> Any:
    """Return the balance of a deal: each measure with its bound and its percentile among plain deals."""
    return {
        "reshuffles": balance.reshuffles,
        "within": balance.is_within,
        "measures": {
            name: {
                "value": value / SCORE_UNIT if name in IN_TURNS else value,
                "at_least" if BALANCE[name].is_least else "at_most": (
                    balance.bounds[name] / SCORE_UNIT if name in IN_TURNS else balance.bounds[name]
                ),
                "percentile": BALANCE[name].percentile,
            }
            for name, value in balance.measures.items()
        },
    }


def cards_taken(move: str, hand: list[str], wild: str) -> list[str]:
    """Return the first cards of a hand with the ranks of a move; the rank of a *wild* heart is W."""
    left, taken = list(hand), []
    for rank in move.partition("=")[0]:
        card = next(card for card in left if rank == (c.RANKS[c.WILD] if card == wild else card[0]))
        left.remove(card)
        taken.append(card)
    return taken


class _SolutionMove(TypedDict):
    seat: Seat
    cards: Shown
    as_: NotRequired[Shown]


class _RefutedPlay(TypedDict):
    cards: Shown
    as_: NotRequired[Shown]
    answer: Shown


class _Refuted(TypedDict):
    at: Annotated[int, {"minimum": 0}]
    """Place in `moves`."""
    plays: list[_RefutedPlay]
    """The other moves, one of each kind, each with its refutation."""


class _Solution(TypedDict):
    """Null unless requested."""

    moves: list[_SolutionMove]
    """The line of the longest defence; no cards are a pass."""
    refuted: list[_Refuted]


def solution_answer(facts: Deal, written: Callable[[Iterable[str]], Shown]) -> _Solution:
    """Return the solution of a puzzle: the moves against the longest defence, and the refutations of all other moves.

    *written* formats cards.
    """
    rules, _, dealt = facts
    puzzle, seats = dealt.puzzle, rules.variant.seats
    assert puzzle is not None
    hands = {seat: list(hand) for seat, hand in zip(seats, dealt.hands, strict=True)}
    order = list(puzzle.hands)

    wild = f"{rules.setup.wilds.printed}h"

    def play(move: str, seat: str) -> Any:
        declared = move.partition("=")[2]
        cards = written(() if move == NO_PLAY else cards_taken(move, hands[seat], wild))
        return {"cards": cards} | ({"as": written(declared)} if declared else {})

    moves, refuted = list[_SolutionMove](), list[_Refuted]()
    for place, (turn, move) in enumerate(zip(puzzle.turns(), puzzle.moves, strict=True)):
        seat = order[turn.mover]
        if place in puzzle.refuted:
            plays = [
                play(losing, seat) | {"answer": play(answer, order[turn.after(losing).mover])["cards"]}
                for losing, answer in puzzle.refuted[place].items()
            ]
            refuted.append({"at": place, "plays": plays})
        moves.append({"seat": seat_answer(rules, seat)} | play(move, seat))
        for card in [] if move == NO_PLAY else cards_taken(move, hands[seat], wild):
            hands[seat].remove(card)
    return {"moves": moves, "refuted": refuted}


class _PuzzleLast(TypedDict):
    """The play to beat; null: a lead."""

    seat: Seat
    cards: Shown
    as_: NotRequired[Shown]


class Puzzle(TypedDict):
    """An ending with one best line, without its hands."""

    number: Annotated[int, {"minimum": 1}]
    """Number among the puzzles of all games."""
    themes: list[Theme]
    """Its ideas."""
    rating: Annotated[int, {"minimum": 1, "maximum": 3}]
    """1: robots without search solve it; 2: a search of open hands does; 3: it does not reliably."""
    decisions: Annotated[int, {"minimum": 3}]
    """Moves to find against the best defence."""
    turn: Seat
    last: _PuzzleLast | None
    passes: Annotated[int, {"minimum": 0, "maximum": 2}]
    """Passes since."""
    solution: _Solution | None


def puzzle_answer(facts: Deal, written: Callable[[Iterable[str]], Shown]) -> Puzzle:
    """Return a puzzle without its hands, with the solution if the plan includes it."""
    rules, plan, dealt = facts
    puzzle = dealt.puzzle
    assert puzzle is not None
    shown, seat = puzzle.last
    cards, _, declared = shown.partition("=")
    last: Any = {"seat": seat_answer(rules, seat), "cards": written(dealt.last)} if cards else None
    if last and declared:
        last["as"] = written(declared)
    return {
        "number": puzzle.number,
        "themes": list(puzzle.themes),
        "rating": puzzle.grade,
        "decisions": len(puzzle.refuted),
        "turn": seat_answer(rules, puzzle.turn),
        "last": last,
        "passes": puzzle.passes,
        "solution": solution_answer(facts, written) if plan.solution else None,
    }


DEAL_REASONS = {PLAIN_PROFILE: "fair_deal", BALANCED_PROFILE: "balanced_deal"}
"""Reason codes of deals by profile; other profiles share one code."""


class _First(TypedDict):
    """Role of the first seat."""

    does: Literal["speaks", "leads"]
    """speaks: bids first; places are numbered from 0 in the order of the seats."""
    card: DecidingCard | None
    """Null: the place decides."""


class DealAnswer(TypedDict):
    """A deal: the cards of each seat, the bottom and the first seat."""

    variant: VariantId
    options: dict[str, str]
    """Every option with its value."""
    seed: Annotated[int, {"format": "int64"}]
    profile: Profile
    fair: bool
    """True: a shuffle without conditions (profile plain, `shuffle` not none)."""
    composition: dict[str, int] | None
    """Composition of the practice hand."""
    seat: Seat | None
    """Seat of the practice hand."""
    level: str | None
    """The level rank of Guandan."""
    leader: Seat
    first: _First
    places: dict[str, Shown]
    """By place, 0 is the first seat: roles appear after the auction."""
    hands: dict[str, Shown]
    """By seat: before an auction place 0 is called landlord."""
    bottom: Shown | None
    """Null in games without one."""
    why: list[Reason]
    """Kind of the deal, as a sentence."""
    balance: NotRequired[Balance]
    """Of a balanced deal."""
    puzzle: NotRequired[Puzzle]
    """Of an ending."""


def deal_answer(facts: Deal, answer_format: AnswerFormat) -> DealAnswer:
    """Return a deal, the hands in the caller's notation."""
    rules, plan, dealt = facts
    variant, setup, notation = rules.variant, rules.setup, answer_format.notation
    suits = notation is c.TEXT and (setup.suited or setup.first_holds != "")
    fair = plan.profile == PLAIN_PROFILE and plan.shuffled
    reason = DEAL_REASONS.get(plan.profile, "practice_deal") if plan.shuffled else "unshuffled_deal"
    number = int if variant.numbered else str
    puzzle = dealt.puzzle
    hands = [(seat, hand) for seat, hand in zip(variant.seats, dealt.hands, strict=True) if hand]
    leads = puzzle is not None or not variant.auctions

    def written(cards: Iterable[str]) -> Shown:
        return dealt_cards_answer(cards, notation, suits and (puzzle is None or setup.suited))

    answer: DealAnswer = {
        "variant": variant.id,
        "options": dict(rules.options),
        "seed": plan.seed,
        "profile": plan.profile,
        "fair": fair,
        "composition": None if dealt.composition is None else dict(dealt.composition),
        "seat": None if plan.profile in SEATLESS else number(plan.seat),
        "level": setup.level or None,
        "leader": number(variant.seats[0] if puzzle is None else puzzle.turn),
        "first": {"does": "leads" if leads else "speaks", "card": card_answer(dealt.first_card, notation)},
        "places": {str(variant.seats.index(seat)): written(hand) for seat, hand in hands},
        "hands": {seat: written(hand) for seat, hand in hands},
        "bottom": written(dealt.bottom) if setup.bottom and puzzle is None else None,
        "why": sentences((reason,), answer_format.lang),
    }
    if dealt.balance is not None:
        answer["balance"] = balance_answer(dealt.balance)
    if puzzle is not None:
        answer["puzzle"] = puzzle_answer(facts, written)
    return answer


# ---- an auction -------------------------------------------------------------------------------------------------


def rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)


class Brier(TypedDict):
    """Mean squared error on held-out games."""

    landlord: float
    farmer: float


class _Model(TypedDict):
    """Training data of the win rates."""

    name: str
    date: str
    games: int
    brier: Brier
    big_cards_brier: Brier


class _Chances(TypedDict):
    """Win rates; null for a role that is no longer possible."""

    landlord: float | None
    farmer: float | None


_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": 1}]


class _BidAction(TypedDict):
    bid: Bid
    win: _Share | None
    """Win rate of the deal if it is played, in either role; null if it will be void."""
    score: float
    """Expected points."""


class _Double(TypedDict):
    """Whether doubling, a kick or a kick back is advised, with the expected gain; null in the auction."""

    advised: Annotated[bool, {"deprecated": True}]
    gain: float


class BidAnswer(TypedDict):
    """The chances of a hand, the expected result of each bid, and the best bid."""

    variant: VariantId
    bidding: Bidding
    stage: Literal["auction", "double"]
    place: int | None
    """Place of the hand: as in the request, else the place that bids next; null if every seat may double."""
    chances: _Chances
    actions: list[_BidAction]
    """Legal bids with their expected results."""
    recommended: Bid
    """The best bid, or word of doubling."""
    must: bool
    """Required by the rules: both jokers or four twos in Yuncheng."""
    double: _Double | None
    why: list[Reason]
    model: _Model
    engine: Engine


def model_answer(model: BidModel) -> _Model:
    """Return the origin of the chances in an advice on bids."""
    return {
        "name": model.name,
        "date": model.date,
        "games": model.games,
        "brier": {"landlord": model.brier, "farmer": model.farmer_brier},
        "big_cards_brier": {"landlord": model.baseline, "farmer": model.farmer_baseline},
    }


def bid_answer(facts: BidAdvice, answer_format: AnswerFormat) -> BidAnswer:
    """Return the chances of a hand, the expected result of each bid, and the best bid."""
    return {
        "variant": facts.rules.variant.id,
        "bidding": facts.bidding,
        "stage": "auction" if facts.gain is None else "double",
        "place": facts.place,
        "chances": {"landlord": rounded(facts.landlord), "farmer": rounded(facts.farmer)},
        "actions": [
            {"bid": word, "win": rounded(prospect.win), "score": round(prospect.score, 4)}
            for word, prospect in facts.words.items()
        ],
        "recommended": facts.best,
        "must": facts.must,
        "double": None if facts.gain is None else {"advised": facts.best != PASS, "gain": round(facts.gain, 4)},
        "why": sentences(facts.why, answer_format.lang),
        "model": model_answer(facts.model),
        "engine": engine_answer(facts.rules),
    }


# ---- a tribute --------------------------------------------------------------------------------------------------


class _TributeChoice(TypedDict):
    """A card that may be paid or returned."""

    card: Card
    score: float
    """Value of the remaining hand, in turns."""
    turns: int
    exact: bool
    """The score is proven optimal."""


class TributeAnswer(TypedDict):
    """The cards that may be paid or returned, and what is known of the tribute."""

    variant: VariantId
    role: TributeRole
    level: str
    must: list[Card] | None
    """Cards of which a giver pays one; empty if the tribute is refused, null for a receiver."""
    advice: Card | None
    """The best card to hand over; null if the tribute is refused."""
    choices: list[_TributeChoice]
    """Every card that may be paid or returned, best first."""
    refused: bool | None
    """Null if it depends on the partner's unknown jokers."""
    why: list[Reason]
    leader: int | None
    """Leader of the new deal; null if it depends on the paid cards, or without `order`."""
    engine: Engine


def choice_answer(choice: CardChoice) -> _TributeChoice:
    split = choice.split
    return {"card": choice.card, "score": split.score / SCORE_UNIT, "turns": split.turns, "exact": split.exact}


def tribute_answer(facts: TributeAdvice, answer_format: AnswerFormat) -> TributeAnswer:
    """Return the cards that may be paid or returned, best first, and the known facts of the tribute."""
    return {
        "variant": facts.rules.variant.id,
        "role": facts.role,
        "level": facts.rules.setup.level,
        "must": list(facts.allowed) if facts.role == GIVE else None,
        "advice": facts.choices[0].card if facts.choices else None,
        "choices": [choice_answer(choice) for choice in facts.choices],
        "refused": facts.refused,
        "why": sentences(facts.why, answer_format.lang),
        "leader": facts.leader,
        "engine": engine_answer(facts.rules),
    }

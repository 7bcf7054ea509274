"""A robot's move, and the results of its search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from service.advice.combo_cards import ComboCards, own_parts, split_suits
from service.advice.intervals import mean_points, win_share
from service.advice.levels import LEVELS, WIN
from service.advice.recommended_move import MoveFacts
from service.core.search_result import Search, Tried
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import Engine, Notes, combo_answer, engine_answer, notes_answer, pass_answer
from service.http.responses.components import Declaration, Interval, Level, Shape, Shown
from service.http.responses.turn import Assumed, assumed_answer
from service.http.texts.reasons import Reason, sentences
from service.position.position import Position
from service.rules.combos import Combo

_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": 1}]


class _Strength(TypedDict):
    """With a level by its share of wins, or of an even match, the share and the two levels that reach it."""

    win: _Share
    level: Level
    """The weaker level."""
    other: Level
    """The stronger level."""
    part: _Share
    """Share of the moves that the stronger level makes."""


class _Candidate(TypedDict):
    cards: Shown
    """Empty: the pass."""
    as_: NotRequired[Declaration]
    points: NotRequired[Interval]
    """As that of the move."""
    place: NotRequired[Interval]
    """In Zhengshangyou instead of `points`: the place, from 1, of the mover's seat."""
    games: int
    won: NotRequired[_Share]
    """As that of the move."""
    low: NotRequired[_Share]
    """Lower end of the 95 % interval of the share, `high` is the upper end: Wilson's interval over the effective number
    of games (Kish)."""
    high: NotRequired[_Share]
    behind: Annotated[float, {"minimum": 0, "maximum": 5}]
    """Turns by which the level's rules or networks rated the play below their favourite before any game, at most
    five."""
    rating: float
    """Score by which candidates are compared: the games won (`won` before its line), less `trust` times `behind`,
    divided by the games played plus one. If points or places are the aim, a game counts as (points / `stake` + 1) / 2
    games won, and `behind` as 0 for a play that won all of 16 games or more. It may be below 0. A discarded candidate
    had lost to those before it in the same games and is rated no higher than they are; a choice that `keeps_more` has
    the rating of the play that it replaced."""


class _Worlds(TypedDict):
    drawn: int
    """Sampled deals of the unseen cards; more than usual if few of them agree with the history."""
    effective: float
    """Effective number of these deals after weighting by the history."""


class _Search(TypedDict):
    """Results of a search for the play, for other candidates and for the other hands."""

    points: NotRequired[Interval]
    """Payment of the mover's seat in those games, as `/v1/game` settles a deal without bids, including bombs and plays
    of the history; if only winners are paid (levels of Guandan, team points of the contest), the payment of the other
    side is subtracted. 扎鸟 and 包赔 are left out. Mean and 95 % interval over the effective number of games; absent
    below 16 games."""
    place: NotRequired[Interval]
    """In Zhengshangyou instead of `points`: the place, from 1, of the mover's seat."""
    aim: NotRequired[Literal["win"]]
    """Present if the share won decided, not points or places."""
    stake: NotRequired[Annotated[float, {"minimum": 0}]]
    """Mean absolute points, or places from the middle one, of a game of this search for the mover's seat; present if
    they decided."""
    games: int
    """Sampled games with the play; a deal drawn several times counts as often."""
    won: NotRequired[_Share]
    """Chance that its side wins: goes out first, or next after another seat has gone out. The share of the games,
    mapped by a curve for each game to the share that came true. Absent below 16 games."""
    seed: Annotated[int, {"format": "int64", "minimum": 0, "maximum": 9007199254740991}]
    """Send it as `seed` to get the same answer again."""
    trust: Annotated[float, {"minimum": 0}]
    """Lost games for each turn of `behind`: a 64th of the games of the search, for hint a 40th; at least 1, at most 4
    for hint and expert, 40 for master."""
    candidates: Annotated[list[_Candidate], {"minItems": 1, "maxItems": 16}]
    """Candidates: the chosen play first, the others by their `rating`, those discarded earliest last. A bomb on an
    ally's play, a play there where the favourite (`behind` 0) passes, or one that is `behind` by 2 or more, is chosen
    only if the interval of its difference from the favourite, over the deals in which both were tried, is above 0;
    otherwise it is rated no higher than the favourite."""
    worlds: _Worlds


class _LinePlay(TypedDict):
    cards: Shown
    shape: Shape
    as_: NotRequired[Declaration]


class Move(TypedDict):
    """The move of a robot and its reasons."""

    cards: Shown
    shape: Shape | None
    as_: NotRequired[Declaration]
    pass_: bool
    level: Level
    strength: NotRequired[_Strength]
    why: list[Reason]
    search: NotRequired[_Search]
    line: NotRequired[Annotated[list[_LinePlay], {"minItems": 1}]]
    """For a proven sure win: the continuation without answers, beginning with this play. Valid in every deal of the
    unseen cards while allies pass. Absent in games with suits."""


def played_answer(facts: MoveFacts, lang: str, *, plain: bool = False) -> Json:
    """Return the move of a robot."""
    position, move = facts.position, facts.move
    if move.combo is None:
        answer: Json = {"cards": pass_answer(position), "shape": None}
    else:
        answer = combo_answer(position, move.combo, facts.cards.suits, facts.cards.own)
    answer |= {"pass": move.combo is None, "level": facts.level, "why": sentences(move.why, lang, plain=plain)}
    if facts.strength:
        answer["strength"] = facts.strength._asdict()
    if move.search:
        answer["search"] = search_answer(facts, move.search)
    if move.line:
        answer["line"] = line_answer(position, move.line, facts.cards)
    return answer


def search_answer(facts: MoveFacts, search: Search) -> Json:
    """Return the results of a search for the chosen play and for each candidate."""
    candidates = [
        tried_answer(facts.position, search, tried, cards)
        for tried, cards in zip(search.candidates, facts.tried, strict=True)
    ]
    chosen = candidates[0]
    return {
        **{name: chosen[name] for name in ("points", "place", "won", "games") if name in chosen},
        **({"stake": round(search.stake, 4)} if search.for_points else {"aim": WIN}),
        "seed": facts.move.seed,
        "trust": round(search.trust, 2),
        "candidates": candidates,
        "worlds": {"drawn": search.worlds, "effective": round(search.effective, 1)},
    }


def tried_answer(position: Position, search: Search, tried: Tried, cards: ComboCards) -> Json:
    """Return the results of a search for a candidate; the aim of the robot decides their order."""
    answer: Json = {"cards": pass_answer(position)}
    if tried.combo:
        answer = combo_answer(position, tried.combo, cards.suits, cards.own)
    answer.pop("shape", None)
    share = win_share(tried, position.rules.variant.chances)
    won = round_all(share._asdict() if share else {})
    points = points_answer(position, tried)
    answer |= round_all({"rating": tried.rating}) | (points | won if search.for_points else won | points)
    return answer | {"games": tried.games} | round_all({"behind": tried.behind})


def round_all(numbers: Mapping[str, float]) -> Json:
    """Return numbers to four places."""
    return {name: round(number, 4) for name, number in numbers.items()}


def points_answer(position: Position, tried: Tried) -> Json:
    """Return the mean points of a candidate, or its mean place if the game has only places; {} for too few games."""
    mean, payment = mean_points(tried), position.rules.setup.payment
    if mean is None or payment is None:
        return {}
    if not payment.places_only:
        return {"points": round_all(mean._asdict())}
    middle = (len(payment.by_place) + 1) / 2
    return {"place": round_all({"mean": middle - mean.mean, "low": middle - mean.high, "high": middle - mean.low})}


def line_answer(position: Position, line: Sequence[Combo], cards: ComboCards) -> list[Json]:
    rows = zip(line, split_suits(position, line, cards.suits), own_parts(position, line, cards.own), strict=True)
    return [combo_answer(position, combo, suits, own) for combo, suits, own in rows]


class MoveAnswer(TypedDict):
    """A robot's move alone."""

    position: str
    assumed: NotRequired[Assumed]
    move: Move
    forced: bool
    """It is the only legal action, including the pass."""
    engine: Engine
    notes: NotRequired[Notes]


def move_answer(facts: MoveFacts, answer_format: AnswerFormat) -> Any:
    """Return a robot's move alone."""
    return {
        "position": facts.position.line,
        **assumed_answer(facts.position, answer_format.lang),
        "move": played_answer(facts, answer_format.lang),
        "forced": facts.move.forced,
        "engine": engine_answer(facts.position.rules, by_nets=LEVELS[facts.level].learned),
        **notes_answer(facts.position.rules, answer_format.lang, facts.position.assumed),
    }

"""The analysis of a position: split, hints, a move, unseen cards and beliefs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypeAlias, TypedDict

from service.advice.analysis import Analysis as AnalysisFacts
from service.advice.beliefs import Beliefs
from service.advice.combo_cards import ComboCards, own_parts, split_suits
from service.advice.hint_order import ScoredPlay
from service.advice.hints import HintFacts, HintList, PassFacts
from service.advice.levels import LEVELS
from service.core.bindings import SCORE_UNIT
from service.core.engine import Split
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import (
    Engine,
    Notes,
    cards_answer,
    combo_answer,
    engine_answer,
    notes_answer,
    pass_answer,
    played_and_rest,
)
from service.http.responses.components import Declaration, Shape, Shown
from service.http.responses.move import Move, played_answer
from service.http.responses.turn import Assumed, Turn, assumed_answer, turn_answer
from service.http.texts.reasons import Reason, hint_sentences, sentences
from service.position.position import Position
from service.rules import cards as c
from service.rules.display_names import combo_letters

# scores divided by SCORE_UNIT are turns, with at most four decimals

_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": 1}]


class _SplitCombo(TypedDict):
    cards: Shown
    shape: Shape
    as_: NotRequired[Declaration]
    score: float


class _Split(TypedDict):
    combos: list[_SplitCombo]
    turns: int
    """Number of `combos`; a weaker split may have fewer."""
    exact: bool
    """Proven optimal under the weights."""
    unplayable: NotRequired[Shown]
    """Wild cards that fit into no combo; present only if the hand cannot be split into plays. Each costs ten turns of
    `power.score`."""


class _Power(TypedDict):
    score: float
    """Value of the hand, in turns. A wild card that fits into no combo (`split.unplayable`, for example a single
    flower) costs ten turns and is not counted in `turns`."""
    turns: int
    """Combos of the strongest split; a weaker split may have fewer."""
    bombs: int
    controls: list[Shown]
    """Combos of `split` that no play of their shape and length, or bomb of their tier, made of the unseen cards can
    beat."""


def combos_answer(position: Position, split: Split) -> list[Json]:
    """Return the combos of the best split, highest value first, with their values."""
    if position.own_cards.plain and not position.rules.setup.wilds.cards:  # the common case: no further fields
        run = position.rules.setup.run
        return [
            {
                "cards": c.text(combo.cards) if run in c.RANKS else combo_letters(combo, run),
                "shape": combo.shape,
                "score": value / SCORE_UNIT,
            }
            for combo, value in zip(split.combos, split.values, strict=True)
        ]
    rows = zip(
        split.combos, split.values, split_suits(position, split.combos), own_parts(position, split.combos), strict=True
    )
    answers = []
    for combo, value, suits, own in rows:
        answer = combo_answer(position, combo, suits, own)
        answer["score"] = value / SCORE_UNIT
        answers.append(answer)
    return answers


def power_answer(facts: AnalysisFacts, combos: Sequence[Json]) -> _Power:
    """Return the strength of the hand: score, turns, bombs, and the *combos* that no unseen cards beat."""
    split = facts.split
    return {
        "score": split.score / SCORE_UNIT,
        "turns": split.turns,
        "bombs": sum([combo.tier > 0 for combo in split.combos]),
        "controls": [combo["cards"] for i, combo in enumerate(combos) if facts.controls >> i & 1],
    }


def split_answer(position: Position, split: Split, combos: Sequence[Json]) -> Json:
    answer = {"combos": combos, "turns": split.turns, "exact": split.exact}
    dead = position.hand - sum([combo.cards for combo in split.combos])
    return answer | {"unplayable": cards_answer(position, dead)} if dead else answer


class _Rest(TypedDict):
    """The remaining hand, and the combos of its best split."""

    hand: Shown
    turns: int
    """Of the strongest split of the remaining hand; another split may have fewer."""


class Hint(TypedDict):
    """A legal play, or the pass, with the hand that remains."""

    cards: Shown
    shape: Shape | None
    as_: NotRequired[Declaration]
    score: float
    """Value of the remaining hand, in turns."""
    pass_: NotRequired[bool]
    """With `order: robot`: the row of a legal pass. It has no cards; its `score`, `rest` and `exact` are those of the
    whole hand."""
    recommended: NotRequired[bool]
    """True: it is `move`, in either order; absent from other rows, and from all if the move is not computed. With
    `order: robot` its reasons begin with those of the move."""
    value: NotRequired[float | None]
    """With `order: robot`: the level's score of the play or the pass. The move is first. Without a search the value of
    the remaining hand with the terms of the level's rules, in turns, 5,000 for a sure win; for hint, expert and master
    the `rating` of the search, 1 for a sure win, or without sampled games the score of networks or rules. Null, last,
    marks actions without a score: plays that a search did not try, all but the combos of the best split if a level
    leads without danger."""
    games: NotRequired[Annotated[int, {"minimum": 0}]]
    """With `order: robot` of hint, expert and master: sampled games with the play or the pass."""
    rest: _Rest
    breaks: list[Shown]
    """Combos of `split` that the play breaks, as in `split`. Empty exactly if the play consists of whole combos of
    `split`, or if the play and the best split of the remaining hand have together the value of `split`. Otherwise the
    smallest set of combos that, with other whole combos, contain all cards of the play, while all other combos are
    intact in the remaining hand; of several such sets the one that leaves the first combos whole. With `bomb_as_quad`
    then follow the bombs in the play, the strongest first."""
    exact: bool
    """The score is proven optimal."""
    why: list[Reason]


class _Passing(TypedDict):
    legal: bool
    score: NotRequired[float]


def hint_answer(position: Position, combos: Sequence[Json], facts: HintFacts, lang: str, *, plain: bool) -> Json:
    """Return a hint; *combos* are those of the best split."""
    hint, suits, breaks, why, value, own, spent, recommended = facts
    combo = hint.combo
    if position.own_cards.plain:
        answer = combo_answer(position, combo)
        rest: Shown = c.text(position.hand - combo.cards)
    else:
        answer, rest = played_and_rest(position, combo, ComboCards(suits, own))
    if value is not None:
        answer |= value_answer(value)
    answer["score"] = hint.score / SCORE_UNIT
    answer["rest"] = {"hand": rest, "turns": hint.turns}
    torn = [combo["cards"] for i, combo in enumerate(combos) if breaks >> i & 1] if breaks else []
    answer["breaks"] = [*torn, *[combo_answer(position, bomb, own=own)["cards"] for bomb in spent]]
    answer["exact"] = hint.exact
    if recommended:
        answer["recommended"] = True
    answer["why"] = hint_sentences(why, lang, wild=bool(position.rules.setup.wilds.cards), plain=plain)
    return answer


def value_answer(scored: ScoredPlay) -> Json:
    answer: Json = {"value": None if scored.value is None else round(scored.value, 4)}
    return answer if scored.games is None else answer | {"games": scored.games}


def pass_answer_row(position: Position, split: Split, facts: PassFacts, lang: str, *, plain: bool) -> Json:
    """Return the pass as a row of hints."""
    hand = c.text(position.hand) if position.own_cards.plain else cards_answer(position, position.hand, position.suits)
    return {
        "cards": pass_answer(position),
        "shape": None,
        "pass": True,
        **value_answer(facts.value),
        "score": split.score / SCORE_UNIT,
        "rest": {"hand": hand, "turns": split.turns},
        "breaks": [],
        "exact": split.exact,
        **({"recommended": True} if facts.recommended else {}),
        "why": sentences(facts.why, lang, plain=plain),
    }


def hints_answer(facts: AnalysisFacts, hints: HintList, combos: Sequence[Json], lang: str) -> Json:
    """Return the hints, the pass, and the number of legal actions; *combos* are those of the best split."""
    position, split, plain = facts.position, facts.split, bool(facts.player)
    rows = [hint_answer(position, combos, hint, lang, plain=plain) for hint in hints.listed]
    if hints.pass_row:
        place = hints.pass_row.place
        rows = [*rows[:place], pass_answer_row(position, split, hints.pass_row, lang, plain=plain), *rows[place:]]
    passing: Json = {"legal": hints.may_pass}
    if hints.may_pass and hints.by_robot:
        passing["score"] = split.score / SCORE_UNIT
    return {
        "hints": rows,
        "passing": passing,
        "legal_count": hints.legal,
        "forced": hints.legal == 1,
    }


def unseen_answer(position: Position) -> Json:
    unseen = position.unseen
    return {rank: unseen >> 4 * place & 15 for rank, place in position.rules.ranks}


class _Beliefs(TypedDict):
    seats: dict[str, dict[str, _Share]]
    bombs: dict[str, _Share]
    """Probability that each other seat has a bomb; with a history it is corrected by how often such chances came
    true."""
    samples: int
    effective: float
    """Effective number of deals."""


def beliefs_answer(facts: Beliefs) -> _Beliefs:
    """Return the beliefs about the other hands."""
    return {
        "seats": {
            seat: {rank: round(chance, 3) for rank, chance in chances.items()} for seat, chances in facts.seats.items()
        },
        "bombs": {seat: round(chance, 3) for seat, chance in facts.bombs.items()},
        "samples": facts.samples,
        "effective": round(facts.effective, 1),
    }


def uses_nets(facts: AnalysisFacts) -> bool:
    return facts.beliefs is not None or (facts.move is not None and LEVELS[facts.move.level].learned)


class Analysis(TypedDict):
    """The requested parts of an analysis."""

    position: str
    turn: Turn
    assumed: NotRequired[Assumed]
    power: NotRequired[_Power]
    split: NotRequired[_Split]
    hints: NotRequired[list[Hint]]
    """Legal plays, best first. Cards with several readings are listed once, under the reading that the table stores;
    cards with a wild one once for each shape and length, under the highest rank. `/v1/check` lists the lower
    readings."""
    passing: NotRequired[_Passing]
    """The pass: whether it is legal; with `order: robot` also the score of the whole hand. A score does not say whether
    to pass: `move` does."""
    legal_count: NotRequired[int]
    """Number of legal actions: distinct sets of cards by rank, by suit if all are of one, and the pass; sets that
    differ only in which of two wild ranks replaces others count once."""
    forced: NotRequired[bool]
    """`legal_count` is 1."""
    move: NotRequired[Move]
    unseen: NotRequired[dict[str, int]]
    """Cards of each rank in the other hands or out of play. In Guandan `W` are the wild hearts, which are not counted
    in their rank."""
    beliefs: NotRequired[_Beliefs]
    """Probability that each other seat has a rank (in Guandan `W` is the wild heart), from sampled deals weighted by
    the likelihood of the history."""
    engine: Engine
    notes: NotRequired[Notes]


def analysis_answer(facts: AnalysisFacts, answer_format: AnswerFormat) -> Any:
    """Return the requested parts of an analysis."""
    position, want, split = facts.position, facts.want, facts.split
    combos = combos_answer(position, split)
    answer: Any = {"position": position.line, "turn": turn_answer(position)}
    answer |= assumed_answer(position, answer_format.lang)
    if "power" in want:
        answer["power"] = power_answer(facts, combos)
    if "split" in want:
        answer["split"] = split_answer(position, split, combos)
    if facts.hints is not None:
        answer |= hints_answer(facts, facts.hints, combos, answer_format.lang)
    if facts.move is not None and "move" in want:
        answer["move"] = played_answer(facts.move, answer_format.lang, plain=bool(facts.player))
    if "unseen" in want:
        answer["unseen"] = unseen_answer(position)
    if facts.beliefs is not None:
        answer["beliefs"] = beliefs_answer(facts.beliefs)
    answer["engine"] = engine_answer(position.rules, by_nets=uses_nets(facts))
    return answer | notes_answer(position.rules, answer_format.lang, position.assumed)

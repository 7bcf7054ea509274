"""Analysis of a position: split, hints, robot move and estimates of hidden cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.advice import levels, robot
from service.advice.bomb_chance import bomb_chance
from service.advice.combo_cards import (
    ComboCards,
    ComboKey,
    cards_of_play,
    cards_of_plays,
    cards_of_split,
    known_by,
    may_be_played,
)
from service.advice.opinions import REST_ORDER, ROBOT_ORDER, ScoredPlay, score_plays
from service.advice.views import past_of, view_of
from service.core import engine
from service.core.bindings import CompiledRules, is_overlooked, new_tuple
from service.core.engine import Hint, Hints, Split
from service.core.robots import View
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError
from service.rules.strength import Strength

WANTS = ("power", "split", "hints", "move", "unseen")
"""Parts of an analysis computed unless `want` selects others."""

ALL_WANTS = (*WANTS, "beliefs")
"""Parts that a request may select."""

OFF_TURN_WANTS = ("power", "split", "unseen")
"""Parts computed off turn unless `want` selects others: those that depend only on the hand."""

WORLDS = 200
"""Deals sampled for beliefs."""

DEFAULT_TOP = 8
"""Hints listed unless `top` sets another number; 0 lists all."""


class AnalysisRequest(NamedTuple):
    """The requested parts of an analysis and their options."""

    want: Collection[str] | None = None
    """Requested parts, of `ALL_WANTS`; None: all of `WANTS` that apply to the position."""
    top: int = DEFAULT_TOP
    level: str = levels.DEFAULT_LEVEL
    seed: int | None = None
    nodes: int = 0
    games: int = 0
    aim: str = levels.POINTS
    """Aim of the robot, one of `robot.AIMS`."""
    move_filter: robot.MoveFilter = robot.NO_FILTER
    """Filter of the listed hints and of the candidate moves."""
    order: str = REST_ORDER
    """Order of the hints, of `ORDERS`."""
    strength: Strength | None = None
    """The strength that *level* was drawn for, if the request gives no name."""
    player: str = ""
    """The level of the player who is advised; empty: advice for everybody."""


class HintFacts(NamedTuple):
    """A legal play with the reasons for and against it."""

    hint: Hint
    suits: c.Suits
    """The cards of the play by suit, where suits matter."""
    breaks: int
    """Combos of the best split that the play breaks, as bits."""
    why: tuple[str, ...]
    value: ScoredPlay | None = None
    """The level's score of the play, if hints are in the level's order."""
    own: c.Cards | None = None
    """The caller's own cards of the play, as in the split; None: the first of each rank."""
    spent: tuple[Combo, ...] = ()
    """Bombs that the play uses up although it is none."""
    recommended: bool = False
    """Whether it is the move of the level."""


class PassFacts(NamedTuple):
    """The pass as a row of hints in a level's order."""

    place: int
    """Number of hints before the pass."""
    why: tuple[str, ...]
    value: ScoredPlay
    recommended: bool


class HintList(NamedTuple):
    """The requested hints, and the number of legal plays."""

    listed: tuple[HintFacts, ...]
    may_pass: bool
    legal: int
    """Number of legal actions, the pass included."""
    pass_row: PassFacts | None = None
    """The pass as a row among the hints; None: it has no row."""
    by_robot: bool = False
    """Whether the hints are in the level's order."""


class MoveFacts(NamedTuple):
    """The move of a robot in a position."""

    position: Position
    level: str
    move: robot.Move
    cards: ComboCards = ComboCards()
    """The cards of the play."""
    tried: tuple[ComboCards, ...] = ()
    """The cards of each candidate of a search."""
    strength: Strength | None = None
    """The strength that the level was drawn for, if the request gives no name."""


class Beliefs(NamedTuple):
    """Probabilities about the other seats."""

    seats: Mapping[str, Mapping[str, float]]
    """For ranks with unseen cards: the probability that each seat has the rank."""
    bombs: Mapping[str, float]
    """The probability that each seat has a bomb."""
    samples: int
    effective: float
    """Effective number of sampled deals."""


class Analysis(NamedTuple):
    """The analysis of a position; a part that was not requested is None."""

    position: Position
    want: Collection[str]
    split: Split
    controls: int
    """Combos of the split that no unseen cards beat by the same type, as bits."""
    hints: HintList | None
    move: MoveFacts | None
    beliefs: Beliefs | None
    player: str = ""
    """The level of the player who is advised; empty: advice for everybody."""


class IllegalMoveError(RuntimeError):
    """An illegal play chosen by a robot: a bug of the service, not a fault of the request."""


# ---- hints ----------------------------------------------------------------------------------------------------


def bombs_spent(rules: CompiledRules, combo: Combo) -> tuple[Combo, ...]:
    """Return the disjoint bombs in four of a rank with kickers, the strongest first."""
    if combo.tier or combo.plays_as == combo.body or c.size(combo.body) != 4 * combo.length:
        return ()
    bombs = [bomb for bomb in engine.legal(rules, combo.cards, None) if bomb.tier]
    spent, left = list[Combo](), combo.cards
    for bomb in sorted(bombs, key=lambda bomb: (-bomb.tier, -bomb.key)):
        if c.holds(left, bomb.cards):
            left -= bomb.cards
            spent.append(bomb)
    return tuple(spent)


def why(
    position: Position, hint: Hint, breaks: int, spent: tuple[Combo, ...], most_cards: int, control: int
) -> tuple[str, ...]:
    """Return the reason codes of a hint. *most_cards* is the size of the largest lead, 0 if the hint is no lead."""
    combo = hint.combo
    empties = combo.cards == position.hand
    codes = ["empties_hand"] if empties else []
    if empties and position.is_first_next:
        codes.append("wins")
    if breaks or not spent:
        codes.append("breaks_split" if breaks else "keeps_split")
    if spent:
        codes.append("bomb_as_quad")
    if combo.tier:
        codes.append("bomb")
    elif hint.cheapest:
        codes.append("cheapest")
    if combo.size == most_cards:
        codes.append("sheds_most")
    if control and not empties:
        codes.append("control")
    return tuple(codes)


def sees(level: levels.Level, position: Position, combo: Combo) -> bool:
    """Return whether a level sees a play; every player sees answers to the play on the table, and the whole hand."""
    if not position.leads or combo.cards == position.hand:
        return True
    rules = position.rules
    return not is_overlooked(rules.shapes[rules.row_of(combo)], level.limits.overlooks)


def chosen(position: Position, hints: Hints, request: AnalysisRequest, above: levels.Level | None) -> Sequence[int]:
    """Return the places of the hints that may be listed: those that pass the filter and that the level *above* sees."""
    places: Sequence[int] = range(len(hints))
    if request.move_filter != robot.NO_FILTER:
        places = [i for i, hint in enumerate(hints) if request.move_filter.may_play(hint.combo)]
    if above is not None:
        places = [i for i in places if sees(above, position, hints[i].combo)]
    return places


def hint_rows(position: Position, hints: Hints, places: Sequence[int], controls: int) -> list[HintFacts]:
    """Return the hints at *places*; *controls*: of each hint in turn, as a bit, whether unseen cards cannot beat it."""
    if not places:
        return []
    listed, hand = [], position.hand
    most_cards = hints.most_cards if position.to_beat is None else 0
    selected, table = hints.at(places), cards_of_split(position, hints.split)
    taken = cards_of_plays(position, [hint.combo for hint in selected], table)
    breaks = hints.breaks(places, hand, position.suits, [cards.suits for cards in taken])
    for i, (hint, cards, broken) in enumerate(zip(selected, taken, breaks, strict=True)):
        spent = bombs_spent(position.rules, hint.combo)
        reasons = why(position, hint, broken, spent, most_cards, controls >> i & 1)
        listed.append(new_tuple(HintFacts, (hint, cards.suits, broken, reasons, None, cards.own, spent, False)))
    return listed


def with_values(
    rows: Sequence[HintFacts], values: Sequence[ScoredPlay], move: robot.Move
) -> tuple[list[HintFacts], PassFacts | None]:
    """Return hints with the scores of the level that makes *move*, and the pass if it is one of *values*."""
    plays = [value for value in values if value.place is not None]
    listed = [facts._replace(value=value) for facts, value in zip(rows, plays, strict=True)]
    if len(plays) == len(values):
        return listed, None
    place, passes = [value.place for value in values].index(None), move.combo is None
    return listed, PassFacts(place, move.why if passes else ("keeps_hand",), values[place], passes)


SAME_REASONS: Mapping[str, str] = MappingProxyType({"empties_hand": "finish", "bomb": "use_bomb"})
"""Facts about a hint that a reason of the move says too."""


def with_recommended(rows: Sequence[HintFacts], move: robot.Move, *, explains: bool) -> list[HintFacts]:
    """Return hints with the level's move marked; *explains*: its reasons come before the facts about the hint."""
    chosen = None if move.combo is None else known_by(move.combo)
    marked = []
    for row in rows:
        if chosen is None or known_by(row.hint.combo) != chosen:
            marked.append(row)
            continue
        facts = [code for code in row.why if code not in move.why and SAME_REASONS.get(code) not in move.why]
        marked.append(row._replace(recommended=True, why=(*move.why, *facts) if explains else row.why))
    return marked


# ---- a robot's move -------------------------------------------------------------------------------------------


def require_choice(position: Position, move_filter: robot.MoveFilter) -> None:
    """Raise RuleError "must_lead" or "must_beat" if the filter leaves neither a play nor a pass."""
    rules, to_beat = position.rules, position.to_beat
    plays = engine.legal(rules, position.hand, to_beat, position.suits, position.constraints)
    if any(move_filter.may_play(combo) for combo in plays):
        return
    if engine.may_pass(rules, to_beat, len(plays), sum(combo.tier > 0 for combo in plays)):
        return
    fields, pointer = ("`only`", "/only") if not move_filter.avoid else ("`avoid`", "/avoid")
    if to_beat is None:
        message = Bilingual(f"{fields} allows no lead", f"{fields} 没有留下有牌权时能出的牌")
        raise RuleError("must_lead", message, pointer)
    english = f"{fields} leaves no play that beats the table, and a player who can beat must"
    raise RuleError("must_beat", Bilingual(english, f"{fields} 没有留下能管的牌，而能管必须管"), pointer)


UNCOMPARED_REASONS = frozenset({"only", "filtered"})
"""Reasons of moves that were chosen without comparing plays."""


def robot_move(position: Position, request: AnalysisRequest) -> MoveFacts:
    """Return the move of a robot, checked like every play.

    Raises IllegalMoveError if it is illegal.
    """
    if request.move_filter != robot.NO_FILTER:
        require_choice(position, request.move_filter)
    choice = robot.choose_move(position, request.level, request.seed, request.games, request.move_filter, request.aim)
    if request.move_filter != robot.NO_FILTER and UNCOMPARED_REASONS.isdisjoint(choice.why):
        choice = choice._replace(why=(*choice.why, "filtered"))
    table: Mapping[ComboKey, ComboCards] = {}
    if position.own_cards.own:
        split = engine.split(position.rules, position.hand, request.nodes, None, position.suits)
        table = cards_of_split(position, split)
    candidates = [tried.combo for tried in choice.search.candidates] if choice.search else []
    tried = tuple([cards_of_play(position, combo, table) if combo else ComboCards() for combo in candidates])
    if choice.combo is None:
        return MoveFacts(position, request.level, choice, ComboCards(), tried, request.strength)
    cards = cards_of_play(position, choice.combo, table)
    check_move(position, choice.combo, cards.suits)
    return MoveFacts(position, request.level, choice, cards, tried, request.strength)


def check_move(position: Position, combo: Combo, suits: c.Suits) -> None:
    """Raise IllegalMoveError unless a play passes the check that every play passes."""
    if not may_be_played(position, combo, suits):
        raise IllegalMoveError(f"{position.rules.variant.id} refuses the {combo.shape} that a robot chose")


# ---- hidden cards ---------------------------------------------------------------------------------------------


def chance_of(view: View, seat: int, place: int, chance: float) -> float:
    """Return a sampled probability; 0 and 1 are returned only for certain facts.

    A seat certainly has the cards that it must have, or that do not fit into the other hands. It certainly lacks cards
    that others must have, or that exceed its free cards.
    """
    total, number, held, left = c.size(view.unseen), c.count(view.unseen, place), view.held[seat], view.left[seat]
    elsewhere = sum(c.count(hand, place) for i, hand in enumerate(view.held) if i != seat)
    if c.count(held, place) or (left is not None and number > total - left):
        return 1.0
    if elsewhere == number or left == c.size(held):
        return 0.0
    return min(max(chance, 0.5 / WORLDS), 1 - 0.5 / WORLDS)


def rank_beliefs(position: Position, seed: int | None) -> Beliefs:
    """Return the probability that each other seat has a rank, for ranks with unseen cards, and that it has a bomb."""
    by_seat, effective = robot.position_beliefs(position, WORLDS, seed)
    seats = position.rules.variant.seats
    first, unseen = seats.index(position.seat), c.counts(position.unseen)
    view, ranks = view_of(position), position.rules.ranks
    chances = {
        seats[(first + i) % len(seats)]: {
            rank: chance_of(view, i, place, belief.holds[place]) for rank, place in ranks if unseen[place]
        }
        for i, belief in enumerate(by_seat)
        if i
    }
    past = past_of(position)
    bombs = {
        seats[(first + i) % len(seats)]: bomb_chance(position.rules, view, past, i, belief, WORLDS)
        for i, belief in enumerate(by_seat)
        if i
    }
    return Beliefs(chances, bombs, WORLDS, effective)


# ---- the whole ------------------------------------------------------------------------------------------------


def require_turn(position: Position) -> None:
    """Raise RuleError "not_your_turn" unless the asker moves."""
    if position.mover != position.seat:
        message = Bilingual(
            f"it is {seat_en(position.mover)}'s turn, not {seat_en(position.seat)}'s",
            f"轮到{seat_zh(position.mover)}，不是{seat_zh(position.seat)}",
        )
        raise RuleError("not_your_turn", message, "/seat")


def wanted(position: Position, request: AnalysisRequest) -> Collection[str]:
    """Return the parts to compute.

    Raises RuleError "not_your_turn" if hints or a move are requested off turn, or hints for a flower alone.
    """
    if request.want is not None:
        if "hints" in request.want or "move" in request.want:
            require_turn(position)
        if "hints" in request.want and position.is_skipped:
            message = Bilingual("a flower alone cannot be led; the next seat leads", "只剩花牌不能先出：由下一家先出")
            raise RuleError("not_your_turn", message, "/hand")
        return request.want
    on_turn = position.mover == position.seat and not position.is_skipped
    return WANTS if on_turn else OFF_TURN_WANTS


def analyze(position: Position, request: AnalysisRequest) -> Analysis:
    """Return the requested parts of an analysis."""
    want = wanted(position, request)
    rules, hand = position.rules, position.hand
    by_robot = "hints" in want and request.order == ROBOT_ORDER
    move = robot_move(position, request) if "move" in want or by_robot else None
    beliefs = rank_beliefs(position, request.seed) if "beliefs" in want else None
    above = levels.level_above(rules.variant.id, request.player) if request.player else None
    weights = rules.weights_without(above.limits.overlooks) if above is not None else None
    if "hints" not in want:
        split = engine.split(rules, hand, request.nodes, weights, position.suits)
        controls = engine.controls(rules, split.raw, position.unseen, position.unseen_suits)
        return Analysis(position, want, split, controls, None, move, beliefs, request.player)
    hints = engine.hints(rules, hand, position.to_beat, request.nodes, weights, position.suits, position.constraints)
    may_pass = engine.may_pass(rules, position.to_beat, len(hints), hints.bombs)
    values: Sequence[ScoredPlay] = ()
    if by_robot and move is not None:
        level = levels.level_in(rules.variant.id, request.level)
        values = score_plays(position, level, move.move, request.move_filter, hints, may_pass=may_pass)
    places = chosen(position, hints, request, above)
    if values:
        listed_places = {None, *places}
        values = [one for one in values if one.place in listed_places]
        values = values[: request.top] if request.top else values
        places = [one.place for one in values if one.place is not None]
    elif request.top:
        places = places[: request.top]
    controls = engine.controls(
        rules, hints.split.raw + hints.raw_combos(places), position.unseen, position.unseen_suits
    )
    known = 0 if above is not None and above.limits.forgets else controls >> hints.split.turns
    rows, pass_row = hint_rows(position, hints, places, known), None
    if values and move is not None:
        rows, pass_row = with_values(rows, values, move.move)
    if move is not None:
        rows = with_recommended(rows, move.move, explains=by_robot)
    listed = HintList(tuple(rows), may_pass, hints.sets + may_pass, pass_row, by_robot)
    return Analysis(position, want, hints.split, controls, listed, move, beliefs, request.player)


def recommend_move(position: Position, request: AnalysisRequest) -> MoveFacts:
    """Return only a robot's move."""
    require_turn(position)
    return robot_move(position, request)

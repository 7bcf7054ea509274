"""Result of a deal: the facts that decide the points, from the history and the known hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules
from service.position.replay import Replay
from service.rules.auction import Contract
from service.rules.cards import Cards, Notation
from service.rules.combos import ORDINARY
from service.rules.errors import Bilingual, RuleError
from service.rules.physical_cards import may_have, names
from service.rules.scoring import Standing
from service.rules.settlement import Bomb, Ended, Settlement


class DealResult(NamedTuple):
    """The result of a deal: winner, places and points."""

    side: int
    """The winning side, by its index in `Variant.allies`."""
    places: tuple[str, ...]
    """Seats in the order of going out, with the last one if it is known."""
    settlement: Settlement | None
    """The settlement; without points if deciding cards are unknown or the game has only places."""
    why: tuple[str, ...] = ()
    """The reason code of missing points."""


def check_standing(rules: CompiledRules, standing: Standing | None) -> None:
    """Raise RuleError for a match in a game without levels, one that is over, or one at another level."""
    if standing is None:
        return
    if not rules.variant.tribute:
        message = Bilingual(f"{rules.variant.name} has no levels", f"{rules.variant.zh}没有级数")
        raise RuleError("field_conflict", message, "/match")
    if standing.level != rules.setup.level:
        message = Bilingual(
            f"side {standing.playing} plays level {standing.level}, and options.level is {rules.setup.level}",
            f"第{standing.playing}方打{standing.level}，而 `options.level` 是{rules.setup.level}",
        )
        raise RuleError("history_inconsistent", message, f"/match/levels/{standing.playing}")


def result_of(
    replay: Replay,
    hands: Mapping[str, Cards],
    contract: Contract,
    notation: Notation,
    standing: Standing | None,
) -> DealResult:
    """Return the result of a deal; *hands* are those known before the first lead."""
    variant, setup, seats = replay.rules.variant, replay.rules.setup, replay.seats
    out = [*replay.out, *(seat for seat in seats if seat not in replay.out and len(replay.out) == len(seats) - 1)]
    places = tuple(out) if variant.to_places else tuple(replay.out)
    side = variant.side_of(places[0])
    bird, offender = holder(replay, hands, notation), offender_of(replay, hands) if setup.pays_all else None
    unknown = [("bird_unknown", bird)] if setup.bird else []
    why = tuple(code for code, seat in [*unknown, ("offender_unknown", offender)] if seat == UNKNOWN)
    if variant.settle is None:
        return DealResult(side, places, None)
    ended = Ended(
        options=replay.rules.options,
        out=[seats.index(seat) for seat in places],
        left=replay.left,
        plays=[sum(turn.seat == seat and turn.combo is not None for turn in replay.history) for seat in seats],
        bombs=tuple(bombs(replay)),
        contract=contract,
        bird=None if bird == UNKNOWN else bird,
        offender=None if offender == UNKNOWN else offender,
        standing=standing,
    )
    settlement = variant.settle(ended)
    if why:
        return DealResult(side, places, settlement._replace(points=None), why)
    return DealResult(side, places, settlement, ("places_only",) if settlement.points is None else ())


def bombs(replay: Replay) -> Iterator[Bomb]:
    """Yield the bombs of the history."""
    made = [turn for turn in replay.history if turn.combo is not None]
    for turn, after in zip(made, [*made[1:], None], strict=True):
        assert turn.combo is not None
        if turn.combo.tier > ORDINARY:
            beaten = after is not None and after.to_beat is not None
            yield Bomb(replay.seats.index(turn.seat), turn.combo.shape, beaten, turn.combo.length)


UNKNOWN = -1
"""Placeholder for a seat that depends on unknown cards."""


def holder(replay: Replay, hands: Mapping[str, Cards], notation: Notation) -> int | None:
    """Return the seat that was dealt the doubling card, `UNKNOWN` if that was not seen.

    None if the game has no such card.
    """
    card = replay.rules.setup.bird
    if not card:
        return None
    shown = [*hands.items(), *[(turn.seat, turn.cards) for turn in replay.history if turn.cards]]
    for seat, cards in shown:
        if names(cards, card, notation):
            return replay.seats.index(seat)
    hidden = len(hands) < len(replay.seats) or any(may_have(hand, card, notation) for hand in hands.values())
    return UNKNOWN if hidden else None


def offender_of(replay: Replay, hands: Mapping[str, Cards]) -> int | None:
    """Return the seat that let the next one go out on a solo because it led a lower solo than it could.

    None if there is none; `UNKNOWN` if it depends on an unknown hand.
    """
    last, before = replay.history[-1], replay.history[-2:-1]
    seat = replay.seats.index(last.seat) - 1
    name = replay.seats[seat]
    if not before or before[0].seat != name or before[0].combo is None or last.to_beat is None:
        return None
    assert last.combo is not None
    if last.combo.size > 1 or last.to_beat.size > 1:
        return None
    if name not in hands:
        return UNKNOWN
    played = sum(turn.combo.cards for turn in replay.history[:-2] if turn.combo is not None and turn.seat == name)
    legal = engine.legal(replay.rules, hands[name].hand - played, before[0].to_beat)
    stopping = [combo for combo in legal if combo.size == 1 and not last.combo.beats(combo)]
    return seat % len(replay.seats) if stopping else None

"""Games with a must-beat rule: illegal passes, and constraints on hands that follow from legal passes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.core import engine
from service.core.bindings import NO_CONSTRAINTS, PlayConstraints
from service.position.replay import Replay, Turn, larger, places_of
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import Combo
from service.rules.display_names import rank_zh, seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError, cards_en

NO_HANDS: Mapping[str, Hand] = MappingProxyType({})


def check_passes(replay: Replay, seat: str, hand: Hand) -> None:
    """Raise RuleError "must_beat" if a seat passed although it had to play.

    Later plays of the other seats show cards that were in their hands.
    """
    flags = replay.rules.setup.flags
    if "pass_never" not in flags:
        return
    held = dict(replay.played)
    held[seat] = hand + held.get(seat, 0)
    for index, turn in enumerate(replay.history):
        if turn.combo is not None:
            held[turn.seat] -= turn.combo.cards
            continue
        known = held.get(turn.seat, 0)
        if turn.to_beat is None or not known or not may_beat(replay, turn, known):
            continue
        plays = had_to_play(replay, turn, known, turn.seat == seat)
        if plays:
            cards = c.display_text(plays[0].cards, replay.rules.setup.kind)
            message = Bilingual(
                f"{seat_en(turn.seat)} could beat with {cards} and had to",
                f"{seat_zh(turn.seat)}可以用 {cards} 来管，能管必须管",
            )
            raise RuleError("must_beat", message, f"/history/{index}")


def may_beat(replay: Replay, turn: Turn, held: Hand) -> bool:
    """Return whether *held* cards might beat the play: a quick test that excludes most passes."""
    if "bomb_whole" in replay.rules.setup.flags:
        return True
    assert turn.to_beat is not None
    return engine.can_beat(replay.rules, held, turn.to_beat)


def had_to_play(replay: Replay, turn: Turn, held: Hand, whole: bool) -> list[Combo]:
    """Return plays of which the seat had to make one, with its hand known *whole* or in part; empty: it could pass."""
    rules = replay.rules
    hand = held if whole else larger(rules, held)
    constraints = (
        PlayConstraints(0, True) if replay.solo_top(replay.seats.index(turn.seat), turn.left) else NO_CONSTRAINTS
    )
    legal = engine.legal(rules, hand, turn.to_beat, constraints=constraints)
    plays = [combo for combo in legal if c.holds(held, combo.cards)]
    return [] if engine.may_pass(rules, turn.to_beat, len(plays), sum(combo.tier > 0 for combo in plays)) else plays


def ceilings(replay: Replay) -> dict[str, tuple[int, int]]:
    """Return for each seat that passed on a solo the lowest key of these solos, and the index in the history."""
    lowest: dict[str, tuple[int, int]] = {}
    for index, turn in enumerate(replay.history):
        beaten = turn.to_beat
        if turn.combo is None and beaten is not None and beaten.size == 1:
            lowest[turn.seat] = min(lowest.get(turn.seat, (beaten.key, index)), (beaten.key, index))
    return lowest


def must_hold(replay: Replay, seat: str, unseen: Hand) -> Mapping[str, Hand]:
    """Return unseen cards that another seat must have, because a seat that passed on a solo has no higher card.

    Raises RuleError "history_inconsistent" for a pass that no deal agrees with.
    """
    rules, flags = replay.rules, replay.rules.setup.flags
    if "pass_never" not in flags or "bomb_whole" in flags:
        return NO_HANDS
    left = {name: number for name, number in replay.left_by_seat().items() if name != seat and number}
    if c.size(unseen) != sum(left.values()):
        return NO_HANDS
    passed, held = ceilings(replay), dict[str, Hand]()
    tops = {name: passed[name][0] if name in passed else len(c.RANKS) for name in left}
    lowest = min(tops.values()) if len(tops) > 1 else -1
    places = places_of(rules.setup.power)
    for height in range(lowest + 1, len(places)):  # cards that are not higher may be in several hands
        place = places[height]
        number = c.count(unseen, place)
        if not number:
            continue
        able = [name for name, top in tops.items() if height <= top]
        if not able:
            raise nobody_holds(
                passed,
                list(left),
                Bilingual(
                    f"no seat can have the unseen {c.RANKS[place]}",
                    f"没见过的{rank_zh(c.RANKS[place])}不可能在任何一家手里",
                ),
            )
        if len(able) == 1:
            held[able[0]] = held.get(able[0], 0) + (number << 4 * place)
    for name, hand in held.items():
        if c.size(hand) > left[name]:
            others = [other for other in left if other != name]
            raise nobody_holds(
                passed,
                others,
                Bilingual(
                    f"{seat_en(name)} would need {c.text(hand)} but has {cards_en(left[name])}",
                    f"{seat_zh(name)}手里必须有 {c.text(hand)}，却只有{left[name]}张牌",
                ),
            )
    return held


def nobody_holds(passed: Mapping[str, tuple[int, int]], seats: list[str], message: Bilingual) -> RuleError:
    """Return the error of the last pass of *seats* that excludes every deal."""
    index = max(passed[name][1] for name in seats)
    reason = Bilingual(
        f"{message}: a seat that passes on a solo under a must-beat rule has no higher card",
        f"{message.zh}：能管必须管时，对单张不出的一家没有更大的牌",
    )
    return RuleError("history_inconsistent", reason, f"/history/{index}")

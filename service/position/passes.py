"""Where beating is a duty: passes that were not allowed, and what the others' passes tell of their hands."""

from __future__ import annotations

from collections.abc import Mapping

from service.core import engine
from service.position.replay import Table, larger
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import Combo
from service.rules.errors import RuleError


def check_passes(table: Table, seat: str, hand: Hand) -> None:
    """Raise RuleError "must_beat" if a seat passed where it held a play that it had to make.

    Of the others, what they played later is known to have been in their hands.
    """
    rules = table.rules
    if "pass_never" not in rules.setup.flags:
        return
    replayed = Table(rules, dict(rules.setup.hand_size))
    held = dict(table.played)
    held[seat] = hand + held.get(seat, 0)
    for index, played in enumerate(table.history):
        if played.combo is not None:
            held[played.seat] -= played.combo.cards
        elif replayed.to_beat is not None:
            found = had_to_play(replayed, held.get(played.seat, 0), played.seat == seat)
            if found:
                message = f"{played.seat} could beat with {c.text(found[0].cards)} and had to"
                raise RuleError("must_beat", message, f"/history/{index}")
        replayed.step(played.combo)


def had_to_play(table: Table, held: Hand, whole: bool) -> list[Combo]:
    """Return plays of which the mover has to make one, from a hand known *whole* or in part; none: it may pass."""
    rules = table.rules
    hand = held if whole else larger(rules, held)
    legal = engine.legal(rules, hand, table.to_beat, duty=table.duty(hand)) if held else ()
    found = [combo for combo in legal if c.holds(held, combo.cards)]
    return [] if engine.may_pass(rules, table.to_beat, len(found), sum(combo.tier > 0 for combo in found)) else found


def ceilings(table: Table) -> dict[str, tuple[int, int]]:
    """Return for each seat that passed on a solo the lowest key that it passed on, and the place in the history."""
    replayed, found = Table(table.rules, dict(table.rules.setup.hand_size)), dict[str, tuple[int, int]]()
    for index, played in enumerate(table.history):
        beaten = replayed.to_beat
        if played.combo is None and beaten is not None and beaten.size == 1:
            found[played.seat] = min(found.get(played.seat, (beaten.key, index)), (beaten.key, index))
        replayed.step(played.combo)
    return found


def must_hold(table: Table, seat: str, unseen: Hand) -> Mapping[str, Hand]:
    """Return unseen cards that another seat must hold: whoever passed on a solo has no higher card.

    Raises RuleError "history_inconsistent" at a pass after which no deal of the cards is left.
    """
    rules, flags = table.rules, table.rules.setup.flags
    left = {name: number for name, number in table.left.items() if name != seat and number}
    if "pass_never" not in flags or "bomb_whole" in flags or c.size(unseen) != sum(left.values()):
        return {}
    passed, held = ceilings(table), dict[str, Hand]()
    for place, number in enumerate(c.counts(unseen)):
        height = rules.setup.power.find(c.RANKS[place])
        able = [name for name in left if name not in passed or height <= passed[name][0]]
        if number and not able:
            raise nobody_holds(passed, list(left), f"nobody can hold the unseen {c.RANKS[place]}")
        if number and len(able) == 1:
            held[able[0]] = held.get(able[0], 0) + (number << 4 * place)
    for name, hand in held.items():
        if c.size(hand) > left[name]:
            others = [other for other in left if other != name]
            raise nobody_holds(passed, others, f"{name} would have to hold {c.text(hand)}, with {left[name]} cards")
    return held


def nobody_holds(passed: Mapping[str, tuple[int, int]], seats: list[str], message: str) -> RuleError:
    """Return the error of the last pass by which *seats* ruled every deal out."""
    index = max(passed[name][1] for name in seats)
    reason = "who passes on a solo where beating is a duty has no higher card"
    return RuleError("history_inconsistent", f"{message}: {reason}", f"/history/{index}")

"""Entry of the package: turns a request's fields into a position, stage by stage."""

from __future__ import annotations

from service.core.bindings import CompiledRules
from service.position.history import held_bottom, history_table, table_after
from service.position.parse.card_fields import read_bottom, read_hand, read_rules
from service.position.parse.position_text import PositionText
from service.position.position import LEVEL, Position, position_of
from service.position.replay import Replay
from service.position.snapshot import snapshot_table
from service.rules import cards as c
from service.rules.cards import Cards, Notation
from service.rules.errors import Faults


def read_position(request: PositionText) -> Position:
    """Return the position that a request describes.

    Raises RuleError with a pointer to the field at fault if there is none, and with the errors of all other fields that
    do not depend on it.
    """
    rules, notation = read_rules(request)
    return position_under(rules, request, notation)


def position_under(rules: CompiledRules, request: PositionText, notation: Notation) -> Position:
    """Return the position that a request describes, as `read_position`; its rules and notation have been read."""
    faults = Faults()
    own = faults.read(read_hand, rules, request.hand, notation)
    bottom = c.NO_CARDS if request.bottom is None else faults.read(read_bottom, rules, request.bottom, notation)
    table_of = snapshot_table if request.history is None else history_table
    table = table_of(rules, request, notation, own, bottom, faults)
    faults.check()
    if LEVEL in rules.options and LEVEL not in request.options:
        table = table._replace(assumed=(*table.assumed, LEVEL))
    return position_of(rules, own, bottom.hand, notation, table)


def after_history(replay: Replay, seat: str, own: Cards, bottom: Cards, notation: Notation = c.TEXT) -> Position:
    """Return the position of *seat* with the hand *own* after a history."""
    table = table_after(replay, seat, own, bottom, held_bottom(replay, seat, bottom, notation), notation)
    return position_of(replay.rules, own, bottom.hand, notation, table)

"""Positions as a caller writes them, read and checked: the door to this room."""

from __future__ import annotations

from service.core import engine
from service.core.bindings import CompiledRules
from service.position.deck import check_counts
from service.position.history import complete
from service.position.line import PositionText, line_of
from service.position.parse.cards import check_suits_told, parse_cards
from service.position.position import Position
from service.position.snapshot import snapshot
from service.rules import cards as c
from service.rules.cards import Cards, Notation
from service.rules.errors import Bilingual, RuleError
from service.rules.red_black_threes import COLOUR_OPTION, check_colours, in_pairs, is_mixed


def read_rules(asked: PositionText) -> tuple[CompiledRules, Notation]:
    """Return the rules of a game, and the notation that a caller uses there.

    Raises RuleError for what does not exist, and for a notation without the suits that matter.
    """
    rules = engine.rules_for(asked.variant, tuple(asked.options.items()))
    notation = c.NOTATIONS[asked.notation]
    check_suits_told(notation, rules.setup.kind)
    return rules, notation


def read_bottom(rules: CompiledRules, asked: PositionText, notation: Notation) -> Cards:
    """Return the bottom, as far as it is said."""
    kind = rules.setup.kind if rules.setup.bottom else c.PLAIN
    bottom = parse_cards(asked.bottom, notation, "/bottom", kind) if asked.bottom is not None else Cards(0)
    if bottom.hand and c.size(bottom.hand) != rules.setup.bottom:
        raise RuleError(
            "hand_size",
            Bilingual(
                f"the bottom has {rules.setup.bottom} cards",
                f"底牌应有{rules.setup.bottom}张" if rules.setup.bottom else "本玩法没有底牌",
            ),
            "/bottom",
        )
    check_counts(rules, [("/bottom", bottom.hand)])
    return bottom


def read_position(asked: PositionText) -> Position:
    """Return the position that *asked* describes.

    Raises RuleError with a pointer to the field at fault if it cannot be.
    """
    rules, notation = read_rules(asked)
    own = parse_cards(asked.hand, notation, "/hand", rules.setup.kind)
    if not own.hand:
        raise RuleError("hand_empty", Bilingual("a hand has at least one card", "手牌至少有一张"), "/hand")
    check_counts(rules, [("/hand", own.hand)])
    if rules.setup.coloured:
        return read_coloured(rules, asked, own, notation)
    bottom = read_bottom(rules, asked, notation)
    build = snapshot if asked.history is None else complete
    return build(rules, asked, own, bottom, notation)


def read_coloured(rules: CompiledRules, asked: PositionText, own: Cards, notation: Notation) -> Position:
    """Return the position of a game in which two cards of one rank and colour are a bomb.

    Who holds one red and one black of the four leaves no such bomb to anybody: there the game is the one without it.
    """
    kind = rules.setup.kind
    check_colours(own, notation, kind, "/hand")
    mixed = is_mixed(own, notation, kind)
    played = engine.rules_for(asked.variant, (*{**asked.options, COLOUR_OPTION: "off"}.items(),)) if mixed else rules
    bottom = read_bottom(played, asked, notation)
    build = snapshot if asked.history is None else complete
    position = build(played, asked, in_pairs(own, notation, kind), bottom, notation)
    if not mixed:
        return position
    fifth = position.line.split()[-1]
    return position._replace(line=line_of(rules, position.seat, c.exact_text(own, notation, kind), bottom.hand, fifth))

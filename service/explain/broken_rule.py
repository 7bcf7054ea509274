"""The rule without which illegal cards would be a play.

The first that applies: an option with another value; an exclusion (ranks outside runs, the end of a run, kickers, ranks
that a wild card cannot replace); the minimum or maximum length of a run; ranks that are not consecutive; a shape that
only another game has. The core reads the cards under the rules without that one rule, those with other ranks as if they
were consecutive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules, Play, RelaxedRules
from service.rules import cards as c
from service.rules.cards import RANKS, WILD, Hand
from service.rules.combos import ORDINARY, Combo, Shape
from service.rules.variant import RuleSet
from service.rules.variants import VARIANTS

ANY_NUMBER = 12
"""Maximum kickers of one rank that the core supports."""

RING = "3456789TJQKA2"
"""The ranks in a circle."""

SHORT_RUN = {1: 3}
"""Minimum ranks of a set of cards that is called a run too short, by cards of each rank; else 2."""


class BrokenRule(NamedTuple):
    """The rule without which cards are a play, and that play."""

    fault: str
    """One of `nearest.FAULTS`."""
    shape: Shape
    """The row to which the rule belongs."""
    combo: Combo
    ranks: Hand = 0
    """The ranks that break the rule, if certain ones do."""
    option: tuple[str, str] | None = None
    """The option, and the value that permits the play."""


class Relaxed(NamedTuple):
    """Rules without one rule."""

    fault: str
    rules: RelaxedRules
    option: tuple[str, str] | None = None


# ---- rules without one rule -------------------------------------------------------------------------------------


@lru_cache(64)
def other_options(rules: CompiledRules) -> list[Relaxed]:
    """Return the rules under another value of each option that changes only rows or runs.

    The last option is first, because a preset stands before the options that override it.
    """
    setup, found = rules.setup, list[Relaxed]()
    for name, option in reversed(list(rules.variant.options.items())):
        for value in option.values if not option.drawn else ():
            if not value or value == rules.options[name]:
                continue
            other = rules.variant.setup({**rules.options, name: value})
            same_cards = (other.deck, other.wilds, other.level) == (setup.deck, setup.wilds, setup.level)
            if same_cards and (other.shapes, other.run) != (setup.shapes, setup.run):
                found.append(Relaxed("not_permitted", RelaxedRules(other), (name, value)))
    return found


def is_plain(rules: CompiledRules) -> bool:
    """Return whether no play has a run or kickers: then no rule of either can be broken."""
    return not any(shape.runs or shape.kickers for shape in rules.setup.shapes)


def with_rows(setup: RuleSet, change: Callable[[Shape], Shape], run: str = "") -> RelaxedRules:
    """Return the rules of the rows with runs or kickers, changed; *run*: the ranks of runs."""
    wilds, rows = setup.wilds, [shape for shape in setup.shapes if shape.runs or shape.kickers]
    ranks = wilds.ranks + "".join([rank for rank in run if rank not in wilds.ranks]) if wilds.cards else ""
    return RelaxedRules(
        replace(
            setup,
            run=run or setup.run,
            wilds=replace(wilds, ranks=ranks),
            shapes=tuple([replace(change(shape), family="", rated_as="") for shape in rows]),
        )
    )


def has_bounds(shape: Shape) -> bool:
    """Return whether the length of a row's runs has bounds to leave out: bombs have a row for each length."""
    return shape.runs and (shape.tier == ORDINARY or shape.one_suit)


def with_short_runs(shape: Shape) -> Shape:
    least = min(SHORT_RUN.get(shape.copies, 2), shape.run[0])
    return replace(shape, run=(least, shape.run[1])) if has_bounds(shape) else shape


def with_long_runs(shape: Shape) -> Shape:
    return replace(shape, run=(shape.run[0], len(RING))) if has_bounds(shape) else shape


@lru_cache(64)
def exclusions(rules: CompiledRules) -> list[Relaxed]:
    """Return the rules without each exclusion: of ranks from runs, and of cards as kickers."""
    if is_plain(rules):
        return []
    setup, natural = rules.setup, not rules.setup.wilds.cards
    runs = [RING[first:] + RING[:first] for first in range(len(RING))] + ([RING + "XD"] if natural else [])
    changes: list[tuple[str, Callable[[Shape], Shape]]] = [
        ("kickers_alike", lambda row: replace(row, kicker_same=ANY_NUMBER) if row.kickers else row),
        ("kickers_jokers", lambda row: replace(row, kicker_both_jokers=True)),
        ("kickers_high", lambda row: replace(row, no_kickers="")),
        ("kickers_touch", lambda row: replace(row, kicker_neighbour=True)),
        ("kicker_of_body", lambda row: replace(row, kicker_of_body=row.kickers > 0 and (row.kicker_wild or natural))),
        ("kickers_wild", lambda row: replace(row, kicker_wild=True) if row.kickers else row),
    ]
    return [
        *[Relaxed("not_in_run", with_rows(setup, lambda row: row, run)) for run in runs],
        *[Relaxed(fault, with_rows(setup, change)) for fault, change in changes],
    ]


@lru_cache(64)
def lengths(rules: CompiledRules) -> list[Relaxed]:
    """Return the rules without the minimum, and without the maximum length of runs."""
    if is_plain(rules):
        return []
    return [
        Relaxed("run_short", with_rows(rules.setup, with_short_runs)),
        Relaxed("run_long", with_rows(rules.setup, with_long_runs)),
    ]


@lru_cache(64)
def other_games(rules: CompiledRules) -> list[Relaxed]:
    """Return the rules of the other games without suits and wild cards."""
    setups = [engine.rules_for(name).setup for name in VARIANTS if name != rules.variant.id]
    return [Relaxed("other_game", RelaxedRules(one)) for one in setups if not one.suited and not one.wilds.cards]


# ---- the broken rule --------------------------------------------------------------------------------------------


def row_of(setup: RuleSet, combo: Combo) -> Shape | None:
    """Return the row of a combo; None for a play with missing kickers, which is legal only as the last one."""
    kickers = combo.size - c.size(combo.body)
    rows = [shape for shape in setup.shapes if shape.name == combo.shape and not shape.kickers_short]
    fits = [shape for shape in rows if kickers == shape.kickers * shape.kicker_size * combo.length]
    return next((shape for shape in fits if shape.run[0] <= combo.length <= shape.run[1]), None)


def complete_row(setup: RuleSet, shape: Shape) -> Shape | None:
    """Return the row with the name of *shape* whose kickers are complete; None: there is none."""
    return next((one for one in setup.shapes if one.name == shape.name and not one.kickers_short), None)


def option_fault(shape: Shape, setup: RuleSet, length: int) -> tuple[str, Shape]:
    """Return the rule that forbids a play of the row *shape* with *length* body ranks, and the row of the rule."""
    row = complete_row(setup, shape)
    if row is None:
        return "not_permitted", shape
    if row.run[0] > length:
        return "run_short", row
    if row.run[1] < length:
        return "run_long", row
    if row.no_kickers != shape.no_kickers:
        return "kickers_high", row
    if row.kicker_same < shape.kicker_same:
        return "kickers_alike", row
    if row.kicker_both_jokers != shape.kicker_both_jokers:
        return "kickers_jokers", row
    if row.kicker_neighbour != shape.kicker_neighbour:
        return "kickers_touch", row
    return ("kicker_of_body" if row.kicker_of_body != shape.kicker_of_body else "not_permitted"), row


def run_ranks(combo: Combo, run: str) -> str:
    start = run.index(RANKS[combo.rank])
    return run[start : start + combo.length]


def broken_run(combo: Combo, shape: Shape, relaxed: RuleSet, setup: RuleSet) -> BrokenRule:
    """Return the exclusion that forbids a run: ranks outside of runs, or ranks beyond the end."""
    ranks = run_ranks(combo, relaxed.run)
    outside = "".join([rank for rank in ranks if rank not in setup.run])
    if outside:
        return BrokenRule("not_in_run", shape, combo, c.pack(outside))
    return BrokenRule("run_wraps", shape, combo, c.pack(ranks[ranks.index(setup.run[-1]) + 1 :]))


def same_ranks(first: Hand, second: Hand) -> str:
    return "".join([rank for place, rank in enumerate(RANKS) if c.count(first, place) and c.count(second, place)])


def rule_of(relaxed: Relaxed, combo: Combo, shape: Shape, setup: RuleSet) -> BrokenRule | None:
    """Return the rule whose absence permits a combo of the row *shape*; None if the combo breaks no such rule."""
    fault, row = (
        option_fault(shape, setup, combo.length)
        if relaxed.option
        else (relaxed.fault, complete_row(setup, shape) or shape)
    )
    if fault == "not_in_run":
        return broken_run(combo, row, relaxed.rules.setup, setup) if combo.length > 1 else None
    if fault == "other_game" and (combo.tier > ORDINARY or any(one.name == combo.shape for one in setup.shapes)):
        return None
    ranks = ""
    if fault == "kicker_of_body":
        ranks = same_ranks(combo.plays_as - combo.body, combo.body)
    elif fault == "kickers_high":
        ranks = same_ranks(combo.plays_as - combo.body, c.pack(row.no_kickers))
    elif fault == "kickers_wild":
        ranks = "".join([rank for rank in setup.wilds.cards if c.count(combo.cards, RANKS.index(rank))])
    return BrokenRule(fault, row, combo, c.pack(ranks), relaxed.option)


def first_rule(relaxations: Sequence[Relaxed], play: Play, setup: RuleSet) -> BrokenRule | None:
    """Return the first rule without which cards are a play, ordinary rather than a bomb."""
    for relaxed in relaxations:
        for combo in sorted(engine.readings(relaxed.rules, play), key=lambda combo: combo.tier):
            shape = row_of(relaxed.rules.setup, combo)
            found = None if shape is None else rule_of(relaxed, combo, shape, setup)
            if found is not None:
                return found
    return None


def wild_rule(rules: CompiledRules, play: Play) -> BrokenRule | None:
    """Return the rank that a wild card cannot replace, if cards with that rank instead of one wild card are a play."""
    setup = rules.setup
    for wild in [RANKS.index(rank) for rank in setup.wilds.cards]:
        for rank in RANKS[:WILD]:
            held = c.count(play.cards, RANKS.index(rank))
            if rank in setup.wilds.ranks or not c.count(play.cards, wild) or held >= setup.deck.get(rank, 0):
                continue
            cards = play.cards - (1 << 4 * wild) + (1 << 4 * RANKS.index(rank))
            for combo in engine.readings(rules, play._replace(cards=cards)):
                shape = row_of(setup, combo)
                if shape is not None and combo.size > 1:
                    return BrokenRule("wild_as", shape, combo, c.pack(rank))
    return None


def apart_rule(rules: CompiledRules, play: Play) -> BrokenRule | None:
    """Return the two ranks at the first gap, if cards are a play with consecutive ranks instead of their body ranks."""
    setup, numbers = rules.setup, c.counts(play.cards)
    if has_wild(setup, play.cards) or not setup.run:
        return None
    run = [RANKS.index(rank) for rank in (setup.run[1:] if setup.run[0] == setup.run[-1] else setup.run)]
    for shape in setup.shapes:
        each = shape.copies + shape.kickers * shape.kicker_size
        body = [rank for rank in run if numbers[rank] >= shape.copies]
        if not shape.runs or shape.kickers_short or len(body) < 2 or c.size(play.cards) != each * len(body):
            continue
        gaps = [(low, high) for low, high in pairwise(body) if run.index(high) - run.index(low) > 1]
        for start in range(len(run) - len(body) + 1) if gaps else ():
            cards = moved_body(play.cards, body, run[start : start + len(body)], shape.copies)
            for combo in engine.readings(rules, Play(cards)) if cards else ():
                if (combo.shape, combo.length) == (shape.name, len(body)):
                    low, high = gaps[0]
                    return BrokenRule("run_gap", shape, combo, c.pack(RANKS[low] + RANKS[high]))
    return None


def has_wild(setup: RuleSet, cards: Hand) -> bool:
    return any(c.count(cards, RANKS.index(rank)) for rank in setup.wilds.cards)


def moved_body(cards: Hand, body: list[int], ranks: list[int], copies: int) -> Hand:
    """Return cards with *copies* cards of each rank of *body* moved to *ranks*; 0 if other cards have one of these."""
    numbers = c.counts(cards)
    for rank in body:
        numbers[rank] -= copies
    if any(numbers[rank] for rank in ranks):
        return 0
    for rank in ranks:
        numbers[rank] = copies
    return c.from_counts(numbers)


def find_broken_rule(rules: CompiledRules, play: Play) -> BrokenRule | None:
    """Return the rule without which cards are a play; None if there is no single one."""
    setup = rules.setup
    return (
        first_rule(other_options(rules), play, setup)
        or wild_rule(rules, play)
        or first_rule(exclusions(rules), play, setup)
        or first_rule(lengths(rules), play, setup)
        or apart_rule(rules, play)
        or (None if has_wild(setup, play.cards) else first_rule(other_games(rules), play, setup))
    )

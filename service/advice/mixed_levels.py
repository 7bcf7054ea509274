"""Levels between two levels: strengths by share of won deals, and the share of an even match."""

from __future__ import annotations

import math
from collections.abc import Sequence

from service.advice.levels import LEVELS
from service.advice.win_model import logistic
from service.core.bindings import CompiledRules
from service.rules.auction import Bidding
from service.rules.errors import Bilingual, RuleError
from service.rules.random_numbers import numbers_from
from service.rules.strength import Strength, strength_at


def strengths_of(rules: CompiledRules) -> tuple[Strength, ...]:
    """Return the measured strengths under some rules, without those that use networks if the rules have none."""
    table = rules.variant.strengths
    return table if rules.weights.nets else tuple([one for one in table if not LEVELS[one.other].learned])


def strength_for(rules: CompiledRules, win: float, pointer: str = "/level/win") -> Strength:
    """Return the strength that wins a share of deals against `club`.

    Raises RuleError "field_invalid" with the range for a share that is not measured.
    """
    table, variant = strengths_of(rules), rules.variant
    strength = strength_at(table, win)
    if strength is None:
        if table:
            least, most = table[0].win, table[-1].win
            text = f"a share from {least:g} to {most:g} in {variant.name}; not {win:g}"
            message = Bilingual(text, f"{variant.zh}里胜率可以是{least:g}到{most:g}，不能是{win:g}")
        else:
            message = Bilingual(f"{variant.name} has no levels by share of wins", f"{variant.zh}不能按胜率选难度")
        raise RuleError("field_invalid", message, pointer)
    return strength


def level_drawn(strength: Strength, seed: int) -> str:
    """Return the level that makes a move of a strength: the stronger one in its share of the moves, by a *seed*."""
    drawn = (next(numbers_from(seed ^ STRENGTH_SALT)) >> 11) / 2**53
    return strength.other if drawn < strength.part else strength.level


def bidding_of(strength: Strength) -> Bidding:
    """Return the bids of a strength: it overrates the landlord's role by a number between those of its two levels."""
    weaker, stronger = LEVELS[strength.level].bidding, LEVELS[strength.other].bidding
    overrates = weaker.overrates + strength.part * (stronger.overrates - weaker.overrates)
    return Bidding(overrates, stronger.doubles if strength.part >= 0.5 else weaker.doubles)


STRENGTH_SALT = 0x5EED
"""Separates the draw of a level from the draws of its policy."""


def even_share(won: int, played: int, at: float, table: Sequence[Strength]) -> float:
    """Return the next share for an even match, after a player won some of the deals against robots of share *at*.

    The player's lead in log odds is the likeliest one under the deals and a normal prior; the robots follow it, within
    the measured shares.
    """
    lead = 0.0
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + math.exp(-lead))
        slope = lead / EVEN_SPREAD**2 + played * chance - won
        lead -= slope / (1 / EVEN_SPREAD**2 + played * chance * (1 - chance))
    if not table:
        return at
    least, most = table[0].win, table[-1].win
    odds = math.log(at / (1 - at)) + EVEN_GAIN * lead
    return round(min(most, max(least, logistic((odds,), ()))), 4)


EVEN_SPREAD = 0.85
"""Standard deviation of a new player's lead over the robots, in log odds."""

EVEN_GAIN = 1.0
"""Change of the robots' log odds for each step of the player's lead."""

NEWTON_STEPS = 8

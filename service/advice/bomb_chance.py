"""The chance that a seat holds a bomb: its share of sampled deals, calibrated by the outcomes of games.

Seats save their bombs, and move likelihoods reflect this only in part: late in a game too few sampled deals contain
one. The correction is a logistic model of the log odds of the sampled chance, the seat's plays and its cards. `python
-m lab.arena calibrate` fits and evaluates it.
"""

from __future__ import annotations

import math

from service.advice.win_model import logistic
from service.core.bindings import CompiledRules
from service.core.robots import Belief, Past, View


def correction_terms(chance: float, plays: int, left: float, worlds: int) -> list[float]:
    """Return the terms of the log odds of a bomb; *chance*, from *worlds* deals, is clipped away from 0 and 1."""
    least = 0.5 / worlds
    chance = min(max(chance, least), 1 - least)
    odds, size = math.log(chance / (1 - chance)), math.log(left)
    return [odds, odds * odds, odds * odds * odds, float(plays), size, plays * odds, size * odds]


def claim_terms(view: View, history: Past, seat: int, belief: Belief, worlds: int) -> list[float]:
    """Return the terms for a seat that has cards, from *worlds* sampled deals; seats are counted from the viewer."""
    plays = sum([mover == seat and combo is not None for mover, combo in history])
    return correction_terms(belief.bomb, plays, view.left[seat] or max(1.0, sum(belief.expected)), worlds)


def bomb_chance(rules: CompiledRules, view: View, history: Past, seat: int, belief: Belief, worlds: int) -> float:
    """Return the chance that a seat, counted from the asker, holds a bomb; 0 and 1 are returned only for certain facts.

    Without a history or a model of the game, the share of sampled deals is returned uncorrected.
    """
    if belief.bomb_known:
        return belief.bomb
    model, chance, least = rules.variant.bombs, belief.bomb, 0.5 / worlds
    if history and model:
        chance = logistic(model, claim_terms(view, history, seat, belief, worlds))
    return min(max(chance, least), 1 - least)

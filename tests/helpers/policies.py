"""Policies that no level has: they draw among plays near the best one."""

from __future__ import annotations

from service.advice import levels
from service.core.robots import Policy

POWER = Policy("power", 0.02)
"""Keeps the strongest remaining hand, at most 0.02 turns below its best move."""

LOOSE_NUMBERS = {**levels.CLUB_NUMBERS, "run_out": 0.0, "run_out_forced": 0.0, "bomb_more": 0.0}
"""The numbers of `club`, except that playing out the hand and the number of bombs are ignored."""

LOOSE = Policy("rules", 0.07, LOOSE_NUMBERS)
"""Plays by these numbers, at most 0.07 turns below its best move."""

"""Calls of the core, for callgrind: `python counted_calls.py KIND` in the root of this tree or of an earlier one.

Standard input has the variant, its options and the hands as JSON; each kind calls one C function. It imports only what
both trees have.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from service.core import engine, robots
from service.core.bindings import Buffers, ffi, lib

try:
    from service.advice.levels import policy_of
except ImportError:  # the earlier tree
    from service.advice.robot import policy_of  # type: ignore[attr-defined,no-redef]


def call(kind: str, rules: Any, hands: list[Any]) -> None:
    """Make the calls of a kind: with each hand and its suits, or with the hands of each deal."""
    with Buffers.borrow() as b:
        c = b.set_engine(rules)
        for hand, suits in hands if kind in ("split_best", "hints_survey") else ():
            if kind == "split_best":
                lib.split_best(c, hand, suits or ffi.NULL, 0, b.split)
            else:
                table = b.set_table(rules, hand, None, tuple(suits or (0, 0, 0, 0)))
                lib.hints_survey(c, table, 0, b.survey, b.hints, lib.MAX_MOVES)
    if kind == "match_play":
        robots.games(rules, [policy_of("club")] * len(hands[0]), hands, range(len(hands)))
    for first, second, third in hands if kind == "search_choose" else ():
        view = robots.View(first, None, second + third, (20, 17, 17), (True, False, False), 0)
        robots.choose(rules, policy_of("expert"), view, 1)


if __name__ == "__main__":
    question = json.load(sys.stdin)
    call(sys.argv[1], engine.rules_for(question["variant"], tuple(question["options"].items())), question["hands"])

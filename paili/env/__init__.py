"""Environments for learning: batches of tables that are stepped in one call, and one table for PettingZoo.

from paili.env import batched
env = batched("standard", tables=64, seed=1)
while training:
    env.step(policy(env.observations, env.features, env.starts, env.counts))

`batched` needs numpy and `aec` PettingZoo (`pip install 'paili[env]'`); this module needs neither.

extras     optional libraries, with an error message if one is missing
numbering  fixed numbers of actions
auctions   auctions as tables of stages
tables     a batch of tables
zoo        a PettingZoo environment
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from paili.env.extras import MissingExtraError
from paili.env.tables import TableBatch

__all__ = ["MissingExtraError", "TableBatch", "aec", "batched"]


def batched(game: str = "standard", tables: int = 64, **settings: Any) -> TableBatch:
    """Return a batch of *tables*; *settings*: see `TableBatch`.

    Raises MissingExtraError without numpy, RuleError for an unknown game, option or level, ValueError for settings
    that contradict each other.
    """
    return TableBatch(game, tables, **settings)


def aec(game: str = "standard", **settings: Any) -> Any:
    """Return a PettingZoo environment of one table; *settings*: see `paili.env.zoo.ClimbingGame`.

    Raises MissingExtraError without PettingZoo, and the errors of `batched`.
    """
    return import_module("paili.env.zoo").ClimbingGame(game, **settings)

"""Environments for learning: batches of tables that are stepped in one call.

from paili.env import batched
env = batched("standard", tables=64, seed=1)
while training:
    env.step(policy(env.observations, env.features, env.starts, env.counts))

`batched` needs numpy (`pip install 'paili[env]'`); this module does not.
"""

from __future__ import annotations

from typing import Any

from paili.env.extras import MissingExtraError
from paili.env.tables import TableBatch

__all__ = ["MissingExtraError", "TableBatch", "batched"]


def batched(game: str = "standard", tables: int = 64, **settings: Any) -> TableBatch:
    """Return a batch of *tables*; *settings*: see `TableBatch`.

    Raises MissingExtraError without numpy, RuleError for an unknown game, option or level, ValueError for settings
    that contradict each other.
    """
    return TableBatch(game, tables, **settings)

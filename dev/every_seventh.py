"""A plugin for pytest that runs every seventh case of each test with more than `MANY` cases: `-p dev.every_seventh`.

Such tests compare the core with slow rules for each variant and many seeds. Seven divides neither the number of
variants nor that of games, so every variant and game keeps some of its seeds.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

MANY, STEP = 200, 7


def chosen_cases(names: list[str]) -> set[str]:
    """Return the names of the cases to run, of all names as pytest writes them."""
    cases: dict[str, list[str]] = defaultdict(list)
    for name in names:
        cases[name.partition("[")[0]].append(name)
    return {name for of_test in cases.values() for name in of_test[:: STEP if len(of_test) > MANY else 1]}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the other cases."""
    chosen = chosen_cases([item.nodeid for item in items])
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
    items[:] = [item for item in items if item.nodeid in chosen]

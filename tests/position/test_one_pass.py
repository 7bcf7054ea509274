"""Reading a position is one downward pass: no module is entered twice.

The modules watched are those of `service/position` and `service/http/requests`; functions of other packages are
skipped. A call is an ENTRY into a module if the nearest watched caller belongs to another module. Leaves (`LEAVES`),
vocabulary that every stage uses, may be entered from anywhere and enter nothing. The readers of fields (`READERS`) may
be entered by every stage, because a stage reads a field when it needs it, and enter only parsers. For every other
module, while one position is read, or rejected:

1. No call goes back up: on the call stack a module never reappears above another one.
2. All entries into a module come from one module, which stands later in the list of `service/position/__init__.py`.
3. The entries that a module makes come in blocks: once it has entered another module, it enters the previous one no
   more. Several calls of one block (a history has many plays) are one visit.

So the modules form a tree, walked once: each has one visit, by the module above it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import service.position.parse
from service.http.requests.load import position_and_request
from service.http.requests.schemas import ANALYZE
from service.rules.errors import RuleError
from tests.test_layout import graph

PACKAGE = "service.position."
WATCHED = (PACKAGE, "service.http.requests.")
ROWS, PARSERS = [
    re.findall(r"^(\w+)  +", package.__doc__ or "", re.MULTILINE)
    for package in (service.position, service.position.parse)
]
LISTED = [module for row in ROWS for module in ([f"parse.{name}" for name in PARSERS] if row == "parse" else [row])]
"""Modules as the package lists them, lowest first."""

LEAVES = {"deck", "replay"}
READERS = {"parse.card_fields"}
NOT_READ = {"dealt", "auction", "tribute", "open_table", "attempt", "unshuffled"}
"""Modules that reading a position does not use: of other requests."""

FOLLOW = {"hand": "34567899JJQQKA22D", "seat": "landlord_down", "bottom": "4KX", "history": ["TT"]}
GUANDAN = "3s4h5c6d7s8h9cTdJsQhKcAd2s3h4c5d6s7h8c9dTsJhQcKdAsXD"
FIRST = "3s4s5s6s7s8s9sTsJsQsKsAs2h4h5h6h"

READ: dict[str, dict[str, Any]] = {
    "history": FOLLOW,
    "history_with_claims": FOLLOW | {"last": {"cards": "TT", "seat": "landlord"}, "left": {"landlord": 18}},
    "aliases": FOLLOW | {"hand": "34567899jjqqka22大王", "bottom": "4kx", "history": ["tt"]},
    "snapshot": {"hand": "34♠5♠10♠", "last": "9", "seen": "kk9", "left": {"landlord_up": 3}, "bottom": "K2X"},
    "lead": {"hand": "345"},
    "line": {"position": "standard landlord_down 34567899JJQQKA22D 4KX TT"},
    "line_of_snapshot": {"position": "standard landlord 345 - ?TT@landlord_up;left=landlord_up:3;seen=5TT"},
    "rlcard": {"hand": "345BR", "notation": "rlcard", "last": "T"},
    "douzero": {"hand": [3, 4, 17, 30], "notation": "douzero", "last": {"cards": [5]}, "seen": [6, 6]},
    "contest": {"variant": "contest", "hand": [0, 4, 53], "notation": "contest", "last": [8], "seen": [9, 13]},
    "laizi": {
        "variant": "laizi",
        "options": {"wild": "7"},
        "hand": "345677",
        "last": {"cards": "JJJ7", "as": "JJJJ"},
    },
    "guandan": {"variant": "guandan", "hand": GUANDAN, "seat": "0", "history": []},
    "guandan_snapshot": {
        "variant": "guandan",
        "hand": ["S3", "H2", "HR"],
        "notation": "guandan",
        "last": ["S9", "D9"],
        "left": {"1": 4},
    },
    "yuncheng": {"variant": "yuncheng", "hand": "3s3hAA2", "last": "K"},
    "yuncheng_pair": {"variant": "yuncheng", "hand": [16, 42, 1, 14], "notation": "yuncheng", "last": [5]},
    "paodekuai": {"variant": "paodekuai", "hand": FIRST, "seat": "0", "history": []},
}

REJECTED: dict[str, dict[str, Any]] = {
    "card_unknown": FOLLOW | {"hand": "34jok"},
    "notation_ambiguous": {"hand": "3d", "last": "3s4d5h10d bj"},
    "too_many_of_rank": FOLLOW | {"history": ["99", ".", "TT", ".", ".", "9"]},
    "not_a_play": FOLLOW | {"history": ["34"]},
    "does_not_beat": FOLLOW | {"history": ["TT", "33"]},
    "must_lead": FOLLOW | {"history": ["."]},
    "must_show": {"variant": "paodekuai", "hand": FIRST, "seat": "0", "history": ["4"]},
    "history_inconsistent": FOLLOW | {"left": {"landlord": 17}},
    "field_conflict": FOLLOW | {"seen": "3"},
    "hand_size": FOLLOW | {"hand": "3"},
    "must_beat": {
        "variant": "paodekuai",
        "hand": "4s5s6s7s8s9sTsJsQsKsAs2h4h5h6h6c",
        "seat": "1",
        "history": ["3s", "."],
    },
}


class Trace:
    """The calls of watched modules while a function runs."""

    def __init__(self, run: Callable[[], object]) -> None:
        self.entries: list[tuple[str, str]] = []
        """(module that calls, module that is entered), leaves left out."""
        self.climbs: list[list[str]] = []
        """Call stacks, innermost module first, on which a module reappears."""
        sys.setprofile(self.profile)
        try:
            run()
        finally:
            sys.setprofile(None)

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        """Record a call."""
        module = frame.f_globals["__name__"]
        if event != "call" or not module.startswith(WATCHED):
            return
        stack, caller = [module], frame.f_back
        while caller is not None:
            stack.append(caller.f_globals["__name__"])
            caller = caller.f_back
        watched = [name for name in stack if name.startswith(WATCHED)]
        modules = [name for name, _ in groupby(watched)]
        if len(set(modules)) < len(modules):
            self.climbs.append(modules)
        if watched[1:] and watched[1] != module and module.removeprefix(PACKAGE) not in LEAVES | READERS:
            self.entries.append((watched[1], module))


def trace_of(body: dict[str, Any], code: str | None = None) -> Trace:
    """Return the trace of reading the position of a request, which is rejected with *code* if one is given."""
    loaded, codes = ANALYZE.load(body), []

    def run() -> None:
        try:
            position_and_request(loaded)
        except RuleError as error:
            codes.append(error.code)

    trace = Trace(run)
    assert codes == ([] if code is None else [code])
    return trace


def check_one_pass(trace: Trace) -> None:
    """Check the three rules above."""
    assert trace.climbs == []
    callers: dict[str, set[str]] = {}
    entered: dict[str, list[str]] = {}
    for caller, module in trace.entries:
        callers.setdefault(module, set()).add(caller)
        entered.setdefault(caller, []).append(module)
    for module, above in callers.items():
        assert len(above) == 1, f"{module} is entered from {above}"
        if all(name.startswith(PACKAGE) for name in (module, *above)):
            low, high = (LISTED.index(name.removeprefix(PACKAGE)) for name in (module, *above))
            assert low < high, f"{above} enters {module}, which stands later in the list"
    for caller, modules in entered.items():
        blocks = [name for name, _ in groupby(modules)]
        assert len(set(blocks)) == len(blocks), f"{caller} enters {blocks}"


@pytest.mark.parametrize("name", READ)
def test_reading_a_position_is_one_downward_pass(name: str) -> None:
    check_one_pass(trace_of(READ[name]))


@pytest.mark.parametrize("code", REJECTED)
def test_rejecting_a_position_is_one_downward_pass(code: str) -> None:
    check_one_pass(trace_of(REJECTED[code], code))


def test_the_positions_enter_every_module() -> None:
    entered = {module for body in READ.values() for _, module in trace_of(body).entries}
    assert {name.removeprefix(PACKAGE) for name in entered} == set(LISTED) - LEAVES - READERS - NOT_READ


def function_of(module: str) -> Callable[..., None]:
    """Return a function that belongs to a module of the package by name and calls the functions it is given."""
    scope: dict[str, Any] = {"__name__": PACKAGE + module}
    exec("def function(*calls):\n    for call in calls:\n        call()", scope)
    function: Callable[..., None] = scope["function"]
    return function


READER, HISTORY, PLAY, POSITION = map(function_of, ("read", "history", "play", "position"))


@pytest.mark.parametrize(
    ("run", "fault"),
    [
        (lambda: READER(lambda: HISTORY(PLAY, PLAY, POSITION, POSITION)), None),
        (lambda: READER(lambda: HISTORY(lambda: PLAY(HISTORY))), r"== \[\]"),
        (lambda: READER(lambda: HISTORY(PLAY), PLAY), "entered from"),
        (lambda: HISTORY(PLAY, POSITION, PLAY), r"history enters \["),
        (lambda: PLAY(POSITION), "later in the list"),
    ],
)
def test_the_trace_finds_calls_up_and_second_visits(run: Callable[[], None], fault: str | None) -> None:
    if fault is None:
        check_one_pass(Trace(run))
        return
    with pytest.raises(AssertionError, match=fault):
        check_one_pass(Trace(run))


# ---- imports ----------------------------------------------------------------------------------------------------

ROOT = Path(service.position.__file__).parent


def module_of(path: Path) -> str:
    """Return the name of a file of the package as the package lists it."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_the_package_lists_its_modules_and_imports_go_down_the_list() -> None:
    imports = {
        module_of(path): {module_of(other) for other in others if other.is_relative_to(ROOT)}
        for path, others in graph(["service/position"]).items()
        if path.stem != "__init__"
    }
    assert sorted(LISTED) == sorted(imports)
    for module, others in imports.items():
        assert others <= set(LISTED[: LISTED.index(module)]), module
    assert not any(imports[leaf] for leaf in LEAVES)


def test_packages_of_the_list_define_nothing() -> None:
    for path in ROOT.rglob("__init__.py"):
        assert len(ast.parse(path.read_text()).body) == 1, path

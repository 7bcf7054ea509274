"""Names of the service that are not translated, and their JavaScript replacements."""

from __future__ import annotations

import json
from typing import Any

from board.browser_engine.c_bindings import CONSTANTS
from board.browser_engine.transpile.environment import Environment
from board.browser_engine.transpile.sources import NotTranslatedError, Symbol, source
from service.advice import deals, replays
from service.advice.levels import Level
from service.core import bindings, engine
from service.http.requests import schemas
from service.http.responses import deal
from service.rules.errors import Bilingual
from service.rules.nets import NetSet
from service.rules.variant import Option
from service.rules.weights import WeightSet


def symbol_of(definition: Any) -> Symbol:
    """Return the symbol of a function or a class."""
    return Symbol(definition.__module__, definition.__name__)


EXCLUDED_FIELDS = {
    Option: ("about", "label", "words"),
    WeightSet: ("source", "date"),
    NetSet: ("source", "date"),
    Level: ("zh", "about"),
}
"""Fields that no answer about a position reads; reading one throws an error, so no answer can be wrong."""

REPLACEMENTS = {
    symbol_of(Bilingual): "$.Bilingual",
    Symbol(bindings.__name__, "ffi"): "$.ffi",
    Symbol(bindings.__name__, "lib"): "$.lib",
    Symbol(bindings.__name__, "cpu_bound"): "({ until: 0 })",
    Symbol(bindings.__name__, "CpuSpent"): "$.Exception",
    Symbol(bindings.__name__, "layout_of"): "$.ffi.layout_of",
    Symbol(bindings.__name__, "new_tuple"): "((kind, values) => kind(...values))",
    Symbol(bindings.__name__, "reserve"): "$.ffi.reserve",
    Symbol(bindings.__name__, "pack_nets"): "$.ffi.nets",
    Symbol(engine.__name__, "remembered"): "$.functools_lru_cache",
    Symbol(engine.__name__, "CACHE_SIZE"): "256",
    Symbol(replays.__name__, "key_of"): "(() => null)",
    Symbol(replays.__name__, "recent"): "(() => null)",
    Symbol(replays.__name__, "remember"): "(() => null)",
    Symbol(deals.__name__, "endgame"): '(() => { throw new $.Declined("the engine for browsers has no puzzles"); })',
    Symbol(deal.__name__, "puzzle_answer"): "null",
    Symbol(schemas.__name__, "POSITION_FIELDS"): f"$.T({', '.join(map(json.dumps, schemas.POSITION_FIELDS))})",
}
"""Replacements for parts that only CPython supports: OS memory, caches shared by threads, marshmallow's schemas.
Puzzles are not translated."""


def service_environment() -> Environment:
    """Return the environment of the translated code.

    Raises NotTranslatedError for a replaced name that the service does not have.
    """
    for symbol in REPLACEMENTS:
        module = source(symbol.module)
        if symbol.name not in module.defined and symbol.name not in module.imported:
            raise NotTranslatedError(f"{symbol.module} has no {symbol.name}: correct {__name__}.REPLACEMENTS")
    return Environment(
        library=Symbol(bindings.__name__, "lib"),
        constants=CONSTANTS,
        replacements=REPLACEMENTS,
        excluded_fields={symbol_of(kind): names for kind, names in EXCLUDED_FIELDS.items()},
    )

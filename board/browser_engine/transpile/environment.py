"""Description of the untranslated parts of a program for the compiler."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from board.browser_engine.transpile.sources import Symbol


class Environment(NamedTuple):
    """Untranslated names, and the JavaScript that replaces them."""

    library: Symbol | None = None
    """The object whose attributes are the constants and functions of the C library."""
    constants: Mapping[str, int] = {}
    """Constants of the C library; every other attribute is a function."""
    replacements: Mapping[Symbol, str] = {}
    """JavaScript expressions that replace symbols."""
    excluded_fields: Mapping[Symbol, tuple[str, ...]] = {}
    """Fields that are omitted from classes; reading one throws an error."""

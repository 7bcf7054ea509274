"""The part of a program that is not translated, as the compiler needs to know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from browser.transpile.sources import Symbol


class Environment(NamedTuple):
    """Names that are not translated, and the JavaScript used in their place."""

    library: Symbol | None = None
    """The object whose attributes are the constants and functions of the C library."""
    constants: Mapping[str, int] = {}
    """Constants of the C library; every other attribute is a function."""
    replacements: Mapping[Symbol, str] = {}
    """JavaScript expressions that replace symbols."""
    excluded_fields: Mapping[Symbol, tuple[str, ...]] = {}
    """Fields that are left out of classes; reading one throws an error."""

"""Optional libraries, with an error message if one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A library of the extra `env` is not installed."""


def need(library: str, package: str) -> Any:
    """Return the module *library*.

    Raises MissingExtraError that names its *package* and the extra.
    """
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtraError(f"paili.env needs {package}: pip install 'paili[env]'", name=library) from error

"""Errors that stop a match."""

from __future__ import annotations


class ArenaError(Exception):
    """A match that cannot be played, or an opponent that broke the rules."""

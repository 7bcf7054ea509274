"""Tests of the C core through its bindings: plays, splits, searches, networks, limits."""

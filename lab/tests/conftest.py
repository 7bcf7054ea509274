"""Fixtures of the tests of the laboratory: those of all tests."""

from tests.conftest import app, client, run, standard

__all__ = ["app", "client", "run", "standard"]

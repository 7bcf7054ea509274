"""Fixtures of the tests of developer commands: those of all tests."""

from tests.conftest import app, browser, client, opened, run, server, standard

__all__ = ["app", "browser", "client", "opened", "run", "server", "standard"]

"""Fixtures of the tests of the pages: those of all tests."""

from tests.conftest import app, browser, client, opened, run, server, standard, tabs

__all__ = ["app", "browser", "client", "opened", "run", "server", "standard", "tabs"]

"""Shared by tests of pages and developer commands: the board in a browser, the browser engine in node."""

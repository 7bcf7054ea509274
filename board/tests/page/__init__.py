"""Tests of pages in a real browser, and of the snippets for apps."""

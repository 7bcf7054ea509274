"""Tests of pages and files for browsers, without a browser."""

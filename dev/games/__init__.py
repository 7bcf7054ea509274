"""Whole games through the public API."""

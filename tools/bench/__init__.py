"""Measurements of every promise, beside a baseline."""

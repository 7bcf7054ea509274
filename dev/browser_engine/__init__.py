"""Comparison of the engine for browsers with the service."""

"""Tests of the engine for browsers."""

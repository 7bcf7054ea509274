"""Tests of the tribute."""

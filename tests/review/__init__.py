"""Tests of `paili review`."""

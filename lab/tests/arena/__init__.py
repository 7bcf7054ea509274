"""Tests of matches and training."""

"""Fuzzing of the C core."""

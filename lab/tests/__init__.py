"""Tests of the programs that play in contests."""

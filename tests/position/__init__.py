"""Tests of positions: notations, histories, snapshots."""

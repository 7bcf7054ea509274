"""Bidding models: win rates from features of a hand; coefficients are in the files of the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BidModel:
    """A model: its coefficients, the constant first, and its training data."""

    name: str
    date: str
    seed: int
    games: int
    """Games of self-play, a fifth of them used for testing."""
    weights: str
    """Weight set of the splits among the features."""
    brier: float
    """Brier score of the landlord's win rate on the test games."""
    baseline: float
    """Brier score of a logistic model of the big cards alone."""
    farmer_brier: float
    farmer_baseline: float
    coefficients: Mapping[str, tuple[float, ...]]

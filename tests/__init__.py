"""Tests: one folder per package, `oracle` with the slow second rules, `data` with golden files."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""Root folder of the project."""

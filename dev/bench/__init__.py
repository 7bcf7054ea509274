"""Benchmarks with baselines and targets."""

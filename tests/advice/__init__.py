"""Tests of advice: robots, bids, checks, deals, the referee."""

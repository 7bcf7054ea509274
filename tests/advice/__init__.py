"""Tests of judgements: robots, bids, checks, deals, the referee."""

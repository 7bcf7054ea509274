"""Judgements: analyses, robots, bids, tribute, deals, what may be played, and why."""

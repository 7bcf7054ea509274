"""Judgements: analyses, robots, bids, tribute, deals, legality of plays and its reasons."""

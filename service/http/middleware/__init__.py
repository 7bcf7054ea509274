"""Layers around the endpoints: authentication, rate limits, concurrency, cost, tracing, the fast path."""

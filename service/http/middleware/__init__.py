"""Layers around the endpoints: authentication, rate limits, tracing, the fast path."""

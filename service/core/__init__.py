"""Bindings to the C core: rules, weights and networks in its format, queries, and robots."""

"""Prometheus metrics, and the files in which the workers of a server share them."""

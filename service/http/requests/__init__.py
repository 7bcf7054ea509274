"""Requests: JSON bodies, queries, schemas, and their conversion to arguments."""

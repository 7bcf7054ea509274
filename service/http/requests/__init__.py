"""Requests: JSON bodies, queries, schemas, and their parts as the types of package `position`."""

"""Requests: JSON bodies, queries, schemas, and the questions that they describe."""

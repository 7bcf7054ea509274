"""Errors as problem documents: mapping, HTTP statuses, and errors raised below Flask."""

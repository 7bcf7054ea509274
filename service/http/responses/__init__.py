"""Responses: the JSON of every answer."""

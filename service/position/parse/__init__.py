"""Parsers of text: cards in every notation, their aliases, and plays."""

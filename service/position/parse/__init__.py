"""Parsers of text: positions, and cards in every notation. A module imports only from those above it.

position_text  the fields of a position, and the parser of the one-line form
card_aliases   cards in lower case, full-width forms, suit symbols or words
cards          cards of one value, in each notation
card_fields    readers of the rules and of the fields of cards
"""

"""Explanations of cards that are no play: the nearest legal play, and the broken rule. Imports go down this list.

broken_rule   the rule without which the cards would be a play
nearest       the legal play nearest to illegal cards
nearest_text  its sentences, and the explained error
"""

"""Explanations of cards that are no play: the nearest legal play, and the broken rule. Imports go down this list.

nearest       the legal play nearest to illegal cards
nearest_text  its sentences, and the explained error
"""

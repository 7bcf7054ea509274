"""Puzzles 残局: endings with open hands that are won in one way only, their checks, themes and search.

text     a puzzle as one line of text
ending   states of an ending, their moves and classes of equivalent plays
check    proof that a puzzle has one solution and is worth solving
themes   the idea of a solution by its usual name
"""

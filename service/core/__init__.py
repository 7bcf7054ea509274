"""Bindings to the C core (`native/`), which is called only here. Imports go down this list.

bindings       structures and calls of the core: rules, weights and combos, the memory of a call, its errors
engine         queries with their caches: readings, legal plays, splits, hints, controls
search_result  results of a search
robots         policies, views of a seat, moves, beliefs and whole games of robots
open_hands     proof of the winner with open hands
comparison     moves compared by games in the same sampled worlds
batch          many tables stepped together, for learning
training       inputs and samples for networks
"""

"""Puzzles 残局 that ship as data: endings with open hands and only one way to win. `lab.puzzles` finds them.

shipped  the puzzles of `shipped.json`, and the choice of one by a seed
"""

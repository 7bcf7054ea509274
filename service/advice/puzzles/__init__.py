"""Puzzles 残局: endings with open hands and only one way to win.

ending    states of an ending, their moves and classes of equivalent plays; an ending as one line of text
check     proof that an ending is a puzzle
themes    the ideas of a solution, a checker each
grade     difficulty by how often robots solve it
hunt      search for puzzles in the ends of robots' games
shipped   the puzzles that ship as data
"""

"""Puzzles of open hands in a terminal.

ending     the state of an ending, its line of text and its moves
check      proof that a puzzle has one way to win
run        a puzzle in progress: judgement of moves, the longest defence, help
terminal   the puzzle on the screen
"""

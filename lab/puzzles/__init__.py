"""Search for puzzles in the ends of robots' games: `python -m lab.puzzles`.

hunt      candidates from played games
grade     how often levels find the solution
themes    what the solution shows
make      the first puzzle with a theme and a grade
__main__  the command: hunt, prove, name, grade, write the shipped file
"""

"""Paili 牌力 for Python: an API client, the local engine, and the command `paili`.

client     client of a server, with `transport`: standard library only
engine     the same client with the engine of this process, without a server
env        environments for learning: batches of tables, PettingZoo
records    games as text, converted between formats
review     reviews of whole games and of many games
puzzles    puzzles of open hands in a terminal
mcp        tools for assistants
__main__   the command `paili`: analyses, deals, play, review, puzzles, conversion, the server
"""

from paili.client import Client, Problem
from service import version

__all__ = ["Client", "Problem", "__version__"]

__version__ = version.VERSION

"""Paili 牌力 for Python: an API client, the local engine, and the command `paili`.

client             client of a server: standard library only
transport          HTTP of the client: one connection for each thread
engine             the same client with the engine of this process, without a server
table              a table played through the public API, deal after deal
env                environments for learning: batches of tables, PettingZoo
records            games as text, converted between formats
review             reviews of whole games and of many games
puzzles            puzzles of open hands in a terminal
cluster            connection to a Dask scheduler
mcp                tools for assistants
mcp_http           HTTP for these tools
serve              the API and the board with gunicorn
arguments          arguments of commands, and messages about wrong ones
command_arguments  the commands and their arguments
command            the command `paili`: analyses, deals, conversions, and the other commands
play               a person who plays in the terminal
show               answers as text
screen             cards and tables on a terminal
words              texts of the command in both languages
__main__           `python -m paili`
"""

from paili.client import Client, Problem
from service import version

__all__ = ["Client", "Problem", "__version__"]

__version__ = version.VERSION

"""Paili 牌力 for Python: a client of its API, the engine in this process, and the command `paili`.

client     asks a server, by `transport`: the standard library alone
engine     the same client over the engine of this very process, without a server
__main__   the command: analyze, move, check, bid, deal, variants, play, serve
"""

from paili.client import Client, Problem

__all__ = ["Client", "Problem", "__version__"]

__version__ = "0.1.0"

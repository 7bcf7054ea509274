"""The service, in rooms; a room imports only from those above it.

settings   the variables of the environment, in one table
rules      the games as data: cards, shapes, combos, options, auction, tribute, settlement, and what can be wrong
core       the door to C: questions, players and whole games, with the memory and the caches in front of them
position   what a caller writes of a position, the one replay of a history, and what a seat knows
advice     judgements: analysis, robots, bids, tribute, deals, whether and why cards may not be played; the referee
http       requests into questions, facts into JSON, and everything around the endpoints
contest    the other front: the lines of the computer-games contest
"""

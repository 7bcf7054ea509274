"""The service, in packages; a package imports only from those above it.

settings   the environment variables, in one table
rules      the games as data: cards, shapes, options, auction, tribute, settlement, errors
core       the bindings to C: questions, robots and whole games, with their memory and caches
position   positions parsed from text, replayed and checked; what a seat knows
advice     judgements: analysis, robots, bids, tribute, deals, legality, the referee
http       requests, responses and everything around the endpoints
contest    the other front end: the line protocol of the computer-games contest
"""

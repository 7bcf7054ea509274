"""The service: layers of packages, each of which imports only from those above it.

version      version of the project, the API and the engine
settings     environment variables, in one table
rules        games as data: cards, shapes, options, auction, tribute, settlement, errors
records      games as text: the format .ddz, its parser and writer
core         bindings to C: queries, robots and whole games, with their memory and caches
position     positions parsed from text, replayed and checked; the knowledge of a seat
explain      explanations of cards that are no play
advice       analysis, robots, bids, tribute, deals, legality, the referee
review       reviews of games
http         requests, responses and everything around the endpoints
"""

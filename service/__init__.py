"""The service, lowest module first; a module imports only from those above it.

errors      RuleError and the codes of what can be wrong
cards       notations, packed hands
own         the caller's own cards, each named once
combos      Shape (a row of rules), Combo (cards under one reading)
variant     what a game is made of
landlord    Dou Dizhu and its family, as data
solitary    Paodekuai and Zhengshangyou, as data
guandan     Guandan, as data
variants    every game by its id
weights     what combos are worth
nets        networks that rate a robot's options
scoring     points and levels of a finished deal
tribute     cards that the losers of a deal of Guandan pay
core        the door to C: rules, weights and combos on both sides of it
engine      questions to the core, and the caches in front of it
players     policies, what they choose, whole games
line        what a caller may say of a position, and its one-line form
shown       one play as a caller writes it
table       the replay of a history, checked play by play
duties      passes where beating is a duty, and what they tell
sight       what a client that knows the table only says of it
position    what a seat knows
robot       levels and what they play
reasons     why, in English and Chinese
hint        the analysis of a position
bid_model   coefficients of the bidding models, fitted on self-play
chances     chances of a hand before the first lead
auction     who may say what in an auction, and what it makes of him
bid         what to bid, and whether to double
practice    hands made to a profile
deals       seeded deals, fair ones and such with a practice hand
exchange    which card of tribute to pay, which to return
ruling      what cards are, and whether they may be played
schemas     the form of requests
query       a question in a query string, as a body
slots       how many calls compute at once
problems    problem documents and their pages
metrics     counters
api         the endpoints
web         everything around them
contest     the other front: the lines of the computer-games contest
"""

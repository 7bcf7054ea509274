"""The games as data, and what follows from the rules alone, with the standard library only. Imports go down this list.

errors          codes and bilingual messages of errors; `Bilingual`
cards           notations, packed hands, conversion to text
combos          shapes (rows of rules) and combos, and which beats which
weights         values of combos in a split, in turns
nets            networks of a game, by the digest of their file in `networks/`
payment         payment of a deal as robots read it, without bids and doubles
auction         bidding, doubling, kicks: legal words, the landlord, the stake
scoring         points of a finished deal in each game, spring, the levels of Guandan
tribute         tribute of Guandan: cards due, cards returned, the leader
settlement      the facts of a finished deal and its points, as the `settle` function of a game takes and returns them
bid_model       form of the bidding models; their coefficients are in `games/bid_models.py`
strength        strength of a robot as the share of deals that it wins; the shares are in `games/strengths.py`
chance_curve    calibration of chances from sampled games, a curve for each game
chinese_words   Chinese words of players, as in chats, converted to cards
physical_cards  selection of the caller's own cards that an answer names
random_numbers  seeded random numbers, the same on every machine
variant         a game as data (`Variant`): seats, options, limits, names; names close to a wrong one
games           a file for each game, ending in its `Variant`
variants        every game by its id
display_names   names of seats, ranks, shapes and plays in sentences
"""

"""Reviews: every decision of a game judged by the information of its seat. Modules, lowest first; imports go down.

plan       number of games and worlds for each decision, within the work of a review
judgement  the judgement of one decision by sampled worlds
mistakes   names of marked mistakes, each with a check; lessons for a player
luck       luck and skill in a finished deal
bids       judgement of bids and doubling
tribute    judgement of tribute cards
review     the review of a game
"""

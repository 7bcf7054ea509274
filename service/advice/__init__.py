"""Advice on positions, deals and auctions. Modules and packages, lowest first; imports go down this list.

win_model         chances to win of a hand before the first lead
bomb_chance       chances of bombs, corrected by the history
work              work of games and sampled deals by the rules
views             knowledge of the seat to move, and the cards that were probably played
levels            levels of robots: their numbers, budgets and limits, the ladder, and the policy of a level
robot             the move of a level in a position
intervals         95 % intervals of the results of a search
mixed_levels      levels between two levels, even matches
practice          compositions of practice hands
balance           bounds of balanced deals
combo_cards       the caller's own cards of a combo
hint_order        order of hints by the remaining hand or by a level, with its scores
analysis_request  request for an analysis or a move: parts, options, checks
hints             rows of hints with their reasons
recommended_move  a robot's move, checked, in the caller's own cards
beliefs           probabilities of ranks and bombs in the other hands
analysis          the requested parts of an analysis
bid               bids and doubling, by level
check             legality of a play, with the reasons against it
solve             proof of the winner with open hands
puzzles           endings with one way to win
deals             seeded deals
tribute           tribute cards: advice, exchange, check of a finished exchange
deal_result       winner, places and points of a deal
replays           replays of recent histories, for tables that send the whole history each turn
game              the referee
"""

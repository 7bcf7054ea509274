"""Responses: the JSON of every answer, a `TypedDict` with descriptions beside each function. Named by endpoint or part.

analysis    split, hints, move, unseen cards and beliefs
move        a robot's move and the results of its search
check       readings of cards, and whether they may be played
deal        a deal; advice on an auction and on a tribute
table       the referee's answer: state and result of a deal
review      decisions, summaries, curves and luck of a review
solve       the winner and the winning plays of open hands
records     games as text
variant     the description of a game
turn        part: the seat to move, the play to beat, what a snapshot assumes
due         part: the actions that are due at a table, with their requests
nearest     part: the play nearest to cards that are no play
cards       part: cards, combos and seats in the caller's notation
components  values of many answers
documented  requests inside answers, in the types of the contract
"""

"""Matches between robots: which one is stronger, and with which confidence. `python -m lab.arena` lists the commands.

opponent           the interface of an opponent
beginners          model beginners of one simple habit
button_presses     persons who press the hint button
earlier_builds     earlier builds of this project as opponents
tied_process       a process that ends with its caller
rlcard_robot       RLCard's rule robot as an opponent
rlcard_agent       a level as an agent of RLCard's tournament
opponents          opponents by name
errors             errors that stop a match
match              a match: the same decks played from both sides
python_deals       a deal played in Python, for opponents that the core cannot play
auctions           whole deals with an auction
even_matches       matches against robots whose strength follows the results
results            files of results, a line for each deck
progress_bar       a progress bar on a terminal
cluster            distribution of work by Dask
sprt               sequential test: which robot is stronger
ladder             round robin with ratings (Elo) of all robots
strengths          shares of deals that levels win against `club`
option_matches     matches of networks under house rules
tune               tuning of numbers and weights by self-play
accept             sequential test of tuned numbers
regression         least squares and logistic fits
calibrate_beliefs  calibration of the beliefs about hidden cards
calibrate_chances  calibration of the chances to win: a curve for each game
learn_bids         fits of the bidding models
learn_nets         training of networks by self-play
kept_games         files of the games of a training run
net_fit            fits of networks to samples, with numpy
torch_fit          fits of several networks at once, with PyTorch
__main__           the commands
"""

"""The laboratory: programs that measure, train and play elsewhere, on top of the service. No other house imports it.

arena          matches between robots, sequential tests, ladders, training of networks, fits of numbers
former_levels  policies that were levels of the API
puzzles        search for puzzles in the ends of robots' games, their proofs, themes and grades
contest        the program of the computer-games contest, by its line protocol
botzone        the bot of Botzone, and its upload
train_ppo      a learner of another library against a level, through the environment of `paili.env`
"""

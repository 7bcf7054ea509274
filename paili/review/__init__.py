"""The command `paili review`: games of files, judged one by one, on all cores or a cluster, resumable.

jobs       the games of files and folders, each with its key and the seats of its players
journal    results on disk: a run goes on where an earlier one ended
workers    processes of this machine, or the workers of a Dask scheduler
players    sums over many games: by seat, and for one player
tables     tables in a terminal
page       one self-contained HTML file in both languages
run        the command
"""

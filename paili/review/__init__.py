"""The command `paili review`: reviews games of files on all cores or a cluster; resumable.

jobs       the games of files and folders, each with its key and the seats of its players
journal    results on disk: a run continues an earlier one
workers    processes of this machine, or the workers of a Dask scheduler
players    statistics over many games: by seat, and for one player
tables     tables in a terminal
page       one self-contained HTML file in both languages
run        the command
"""

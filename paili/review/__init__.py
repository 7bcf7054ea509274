"""The command `paili review`: reviews games of files, on all cores or a cluster with Dask.

jobs       the games of files and folders, with the seats of their players
workers    reviews in this process or by Dask
players    statistics over many games: by seat, and for one player
tables     tables in a terminal
page       one self-contained HTML file in both languages
run        the command
"""

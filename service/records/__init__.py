"""Games as text: the record format `.ddz` of climbing games, with its parser and writer. Standard library only.

ddz      the text of records: tags, plays, comments; streaming, with the line of every error
body     conversion between a record and the body of `POST /v1/game`
"""

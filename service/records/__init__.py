"""Games as text: the record format `.ddz` of climbing games, and readers of foreign formats. Standard library only.

ddz      the text of records: tags, plays, comments; streaming, with the line of every error
formats  the registry of formats, with detection by content
sources  shared by the readers of foreign formats, a module each: JSON values, errors with their line
body     conversion between a record and the body of `POST /v1/game`
"""

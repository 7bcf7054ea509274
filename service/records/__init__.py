"""Games as text: the record format `.ddz` of climbing games, and readers of foreign formats. Standard library only.

ddz               the record format `.ddz`: tags, plays, comments; streaming, with the line of every error
body              conversion between a record and the body of `POST /v1/game`
formats           the registry of formats, with detection by content
games_text        games of a text in any known format, and what was left out
sources           shared by the readers of foreign formats: JSON values, errors with their line
own_json          bodies of `POST /v1/game` as JSON
chinese_text      plain Chinese text of Dou Dizhu, as in chats
contest_lines     lines of the computer-games contest
botzone_guandan   Botzone's GuanDan: the input of one bot
botzone_landlord  Botzone's FightTheLandlord2: the input of one bot
botzone_match     Botzone's full logs of matches
douzero           deals of DouZero
douzero_log       pasted logs of DouZero's evaluation
rlcard_showdown   replays of RLCard Showdown
rlcard_traces     trajectories of RLCard's Dou Dizhu
"""

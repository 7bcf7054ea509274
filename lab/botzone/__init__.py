"""Bot for Botzone's FightTheLandlord2 and GuanDan: one line of JSON in, one line `{"response": …}` out.

log       the log of a match, and the readers of its values
clock     time limit of an answer
landlord  FightTheLandlord2
guandan   GuanDan
pack      the upload
__main__  the bot
"""

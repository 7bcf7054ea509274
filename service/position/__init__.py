"""Positions: the fields of a request parsed, checked against the rules and turned into the knowledge of a seat.

Reading a position is one pass down this package: `read` calls `history` or `snapshot`, then `position`. Each field has
a reader, which raises at its first error; `Faults` runs the readers, so that one answer lists the errors of all fields.
A module imports only from those above it in this list. `deck` and `replay` are leaves that every stage may use, and so
are the readers in `parse.card_fields`.

deck        checks of seats and cards against the deck
replay      the state of a game while its history is replayed; passes under a must-beat rule
parse       parsers of text: the fields of a position, cards in every notation
play        one play: declarations, legality, written form
position    the knowledge of a seat, its construction and its one-line form
history     a complete history, replayed and checked against the other fields
snapshot    the table without its history
read        the stages in their order
dealt       a table before the first lead: known hands and the auction; the seats of a review
unshuffled  deals from the pile of the last games
auction     a hand during an auction
tribute     the hand, the cards and the seats of a tribute
open_table  open hands, the turn and the play to beat
attempt     cards to be played, with their situation
"""

"""What can be wrong with a request, as stable codes that clients may rely on."""

from __future__ import annotations

CODES: dict[str, str] = {
    # form: the request cannot be read as a question
    "field_missing": "A required field is missing",
    "field_unknown": "A field that this request does not have",
    "field_invalid": "A field has the wrong type or form",
    "field_conflict": "Two fields say the same thing twice or contradict each other",
    "batch_too_large": "Too many items in one batch",
    "limit_too_large": "A limit above the server's cap",
    # vocabulary: a word the service does not know
    "variant_unknown": "No such variant",
    "option_unknown": "No such option, or not one of its values",
    "level_unknown": "No such robot level",
    "seat_unknown": "No such seat in this variant",
    # cards
    "card_unknown": "Text that is not a card",
    "card_duplicate": "The same card twice",
    "notation_ambiguous": "Cards that read differently in different notations",
    "too_many_of_rank": "Too many cards of one rank",
    "hand_empty": "An empty hand",
    "hand_size": "A hand of the wrong size",
    # meaning: this cannot happen in the game
    "not_a_play": "Cards that form no play",
    "not_held": "Cards that the hand does not hold",
    "does_not_beat": "A play that does not beat the one on the table",
    "must_lead": "A pass where the player must lead",
    "must_beat": "A pass where the player must beat",
    "not_your_turn": "It is another seat's turn",
    "history_inconsistent": "A history that contradicts itself or another field",
    "game_over": "The game has ended",
}
"""Every code with its title. ◄ a new code goes here, into `openapi.yaml` and into a test that raises it."""


class RuleError(ValueError):
    """A fault in what was asked.

    *code* is a key of `CODES`, *message* a sentence that says what is wrong and how to mend it, *pointer* the
    JSON pointer (RFC 6901) of the field at fault, "" for the request as a whole.
    """

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer

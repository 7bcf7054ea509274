"""Values that many answers contain; names without a docstring are enumerations or requests of the contract."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from service.http.requests.answer_format import Json

VariantId: TypeAlias = str
Bidding: TypeAlias = str
BrokenRule: TypeAlias = str
Code: TypeAlias = str
FactorCode: TypeAlias = str
Profile: TypeAlias = str
Shape: TypeAlias = str
Theme: TypeAlias = str
TributeRole: TypeAlias = str
GameRequest: TypeAlias = Json
Notation: TypeAlias = str
"""Notation of cards; default: text."""
Level: TypeAlias = str
"""Strength of the robot, weakest first. Seven of the levels are a ladder of nearly even steps (`step` of /v1/variants);
expert is below the last of them. hint, made for advice, searches as expert does, with fewer games: 5 ms at the median
in Dou Dizhu. hint, expert and master sample deals weighted by the likelihood of a complete history. Networks trained
in self-play guide them and adept where the game has some (`nets` of /v1/variants); without, adept plays as club."""
Mark: TypeAlias = str
"""inaccuracy 小亏, mistake 失误 or blunder 大错; null: without a mark."""
Seat: TypeAlias = str | int
"""A seat: a word, or a number in games with numbered seats."""
Bid: TypeAlias = str | int
"""A bid: points 0..3, or a word: pass, call, rob, double, kick, kick_back."""
Card: TypeAlias = Annotated[str | int, {"type": "string"}]
"""One card in the notation of the request."""
DecidingCard: TypeAlias = str | int
"""The card that decides who leads, in the notation of the request: a number in notations of numbers, else a text."""
Shown: TypeAlias = Annotated[str | list[str | int], {"type": "string"}]
"""Cards as the caller writes them: a text, or an array if the request has arrays. A request without cards in a notation
of numbers (`deal`) is answered with arrays."""
Declaration: TypeAlias = Annotated[str | list[str | int], {"type": "string"}]
"""The declaration, if one is needed, in the caller's notation: a text has ranks, with suits if these are declared. Sent
back with the cards it gives the same play. An id that the caller does not have represents its rank."""


class Interval(TypedDict):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

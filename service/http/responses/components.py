"""Schemas of the contract that the types of answers name, as Python sees them."""

from __future__ import annotations

from typing import Any, TypeAlias

from service.http.requests.answer_format import Json
from service.http.responses.cards import CardsJson

VariantId: TypeAlias = str
TributeRole: TypeAlias = str
Code: TypeAlias = str
Card: TypeAlias = Any
Reason: TypeAlias = Any
GameRequest: TypeAlias = Json
Seat: TypeAlias = str | int
Shown: TypeAlias = CardsJson
Shape: TypeAlias = str
Engine: TypeAlias = Json
TablePlay: TypeAlias = Any
"""A play, whose key `as` no class of Python can have."""

"""The kinds of questions, a row for each: its route and its place in batches follow from the row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from marshmallow import Schema

from service.advice import analysis, bid, check, deals, game, tribute
from service.http import schemas
from service.http.answers import analysis_answer, check_answer, move_answer
from service.http.answers_cards import Json, Manner
from service.http.answers_deal import bid_answer, deal_answer, tribute_answer
from service.http.answers_table import game_answer
from service.http.questions import (
    Loaded,
    bid_question,
    check_question,
    deal_question,
    game_question,
    manner_of,
    position_question,
    tribute_question,
)


class Endpoint(NamedTuple):
    """A kind of question, on its way through the rooms."""

    name: str
    """Of the path, below /v1."""
    schema: Schema
    """Its form."""
    question: Callable[[Loaded], tuple[Any, ...]]
    """Its meaning: what a request asks, the arguments of `advise`."""
    advise: Callable[..., Any]
    """Its facts."""
    answer: Callable[[Any, Manner], Json]
    """The form of its answer."""
    batch: bool = True
    """A batch may ask for it."""

    def reply(self, loaded: Loaded, preferred: str) -> Json:
        """Return the answer to a request whose headers ask for a *preferred* language."""
        return self.answer(self.advise(*self.question(loaded)), manner_of(loaded, preferred))


ENDPOINTS: Mapping[str, Endpoint] = MappingProxyType(
    {
        endpoint.name: endpoint
        for endpoint in (
            Endpoint("analyze", schemas.ANALYZE, position_question, analysis.analyze, analysis_answer),
            Endpoint("move", schemas.MOVE, position_question, analysis.move, move_answer),
            Endpoint("check", schemas.CHECK, check_question, check.check, check_answer),
            Endpoint("bid", schemas.BID, bid_question, bid.advise, bid_answer),
            Endpoint("deal", schemas.DEAL, deal_question, deals.deal, deal_answer, batch=False),
            Endpoint("game", schemas.GAME, game_question, game.referee, game_answer),
            Endpoint("tribute", schemas.TRIBUTE, tribute_question, tribute.advise, tribute_answer, batch=False),
        )
    }
)
"""Every kind of question by its name. ◄ a new endpoint goes here, its path in `openapi.yaml`."""

"""The endpoints, a row each with the loader of its arguments: routes and batch items follow from the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple

from marshmallow import Schema

from service.advice import analysis, bid, check, deals, game, levels, mixed_levels, solve
from service.advice.recommended_move import recommend_move
from service.advice.tribute import advice as tribute
from service.core import engine
from service.core.bindings import CompiledRules
from service.http import heavy
from service.http.requests import schemas
from service.http.requests.answer_format import AnswerFormat, Json, check_notation
from service.http.requests.load import (
    RequestBody,
    answer_format_of,
    exchange_text_of,
    limits_of,
    plan_of,
    player_of,
    position_and_request,
    position_text,
    solve_limits_of,
    strength_of,
    table_rules,
)
from service.http.requests.schemas import POSITION_FIELDS
from service.http.responses.analysis import analysis_answer
from service.http.responses.check import check_answer
from service.http.responses.deal import bid_answer, deal_answer, tribute_answer
from service.http.responses.move import move_answer
from service.http.responses.solve import solve_answer
from service.http.responses.table import game_answer
from service.position import attempt
from service.position.auction import AuctionText, read_auction_hand
from service.position.dealt import HANDS, ReviewText, TableText
from service.position.open_table import OpenTable, OpenTableText, read_open_table
from service.position.parse.card_fields import read_rules
from service.position.parse.position_text import PositionText
from service.position.tribute import TributeText
from service.rules.auction import Bidding
from service.rules.cards import NOTATIONS, Notation
from service.rules.errors import Faults
from service.rules.random_numbers import fresh_seed
from service.rules.scoring import Standing
from service.rules.variants import find_variant


class LazyFunction:
    """A function of a module that is imported at its first use: reviews and records are half of all code.

    A server imports them before it answers (`import_lazy_functions`), so that no request waits.
    """

    def __init__(self, module: str, name: str) -> None:
        self.__module__, self.__name__ = module, name

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function."""
        function: Callable[..., Any] = getattr(import_module(self.__module__), self.__name__)
        return function

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        return self.function(*arguments)


OBSERVERS: list[Callable[[str, tuple[Any, ...], RequestBody, Any, float], None]] = []
"""Called after each computation, with the endpoint's name, its arguments, body, result and seconds: servers count."""


class Endpoint(NamedTuple):
    """An endpoint: its schema, and the steps from the loaded body to the answer."""

    name: str
    """Path below /v1."""
    schema: Schema
    """Schema of the body."""
    arguments: Callable[[RequestBody], tuple[Any, ...]]
    """Converts a request to the arguments of `advise`."""
    advise: Callable[..., Any]
    """Computes the result."""
    heavy: Callable[..., bool]
    """Whether a request with these arguments needs a slot."""
    answer: Callable[[Any, AnswerFormat], Any]
    """Converts the result to the answer."""
    batch: bool = True
    """Whether a batch may contain it."""
    steps: Callable[..., Iterator[Any]] | None = None
    """Steps of a long `advise`: yields None between steps, finally the result."""

    @property
    def records(self) -> bool:
        """Return whether the body may also be a record (`text/x-ddz`), because the request is about a table."""
        return isinstance(self.schema, schemas.GameSchema)

    def reply(self, body: RequestBody, preferred: str) -> Json:
        """Return the answer to a request; the headers prefer a language."""
        return self.render(self.arguments(body), body, preferred)

    def render(self, arguments: tuple[Any, ...], body: RequestBody, preferred: str) -> Json:
        """Return the answer to a request with these *arguments*."""
        began = perf_counter()
        result = self.advise(*arguments)
        self.observe(arguments, body, result, perf_counter() - began)
        made: Json = self.answer(result, answer_format_of(body, preferred))
        return made

    def render_steps(self, arguments: tuple[Any, ...], body: RequestBody, preferred: str) -> Iterator[Json | None]:
        """Yield None after each step of a long request, finally its answer."""
        if self.steps is None:
            yield self.render(arguments, body, preferred)
            return
        spent, began = 0.0, perf_counter()
        for result in self.steps(*arguments):
            spent += perf_counter() - began
            if result is None:
                yield None
            else:
                self.observe(arguments, body, result, spent)
                yield self.answer(result, answer_format_of(body, preferred))
            began = perf_counter()

    def observe(self, arguments: tuple[Any, ...], body: RequestBody, result: Any, spent: float) -> None:
        """Report a request whose result took *spent* seconds to compute."""
        for observer in OBSERVERS:
            observer(self.name, arguments, body, result, spent)


# ---- arguments --------------------------------------------------------------------------------------------------


def check_arguments(body: RequestBody) -> tuple[attempt.Attempt]:
    """Return the cards to check, and their situation."""
    value = {"cards": body["cards"], "as": body["declared"]} if "declared" in body else body["cards"]
    if "hand" in body or "position" in body:
        return (attempt.from_hand(position_text(body), value),)
    text = PositionText(**{name: body[name] for name in POSITION_FIELDS if name in body} | {"hand": ""})
    return (attempt.from_table(text, value),)


def bid_arguments(body: RequestBody) -> tuple[CompiledRules, AuctionText, Notation, Bidding]:
    """Return an auction, and what its bidder misjudges."""
    rules = bid.auction_rules(body["variant"], body.get("options", {}))
    text = AuctionText(**{name: body[name] for name in AuctionText._fields if name in body})
    notation, faults = NOTATIONS[body["notation"]], Faults()
    bidding = faults.read(bidding_of, body["level"], rules)
    if faults.found:  # advice without such an error reads the auction itself
        faults.read(read_auction_hand, rules, text, notation)
    faults.check()
    return rules, text, notation, bidding


def bidding_of(level: Any, rules: CompiledRules) -> Bidding:
    """Return what the bidder of a level misjudges."""
    if type(level) is str:
        return levels.find_level(level).bidding
    return mixed_levels.bidding_of(strength_of(level, rules))


def deal_arguments(body: RequestBody) -> tuple[CompiledRules, deals.DealPlan]:
    """Return a deal that can be written in the caller's notation."""
    seed: int = body["seed"] if "seed" in body else fresh_seed()
    options = deals.with_drawn(find_variant(body["variant"]), body.get("options", {}), seed)
    rules = engine.rules_for(body["variant"], tuple(options.items()))
    faults = Faults()
    plan = faults.read(plan_of, body, rules, seed)
    faults.read(check_notation, rules.setup, NOTATIONS[body["notation"]])
    faults.check()
    return rules, plan


def tribute_arguments(body: RequestBody) -> tuple[CompiledRules, TributeText, Notation]:
    """Return a tribute."""
    rules = tribute.tribute_rules(body["variant"], body.get("options", {}))
    text = TributeText(
        role=body["role"],
        hand=body["hand"],
        paid=body.get("paid"),
        order=body.get("order"),
        partner=body.get("partner_big_jokers"),
    )
    return rules, text, NOTATIONS[body["notation"]]


PLACES = "/deal/places"
"""Pointer of the hands by place."""


def game_arguments(body: RequestBody) -> tuple[CompiledRules, TableText, Notation]:
    """Return a table."""
    deal, auction, match = body.get("deal", {}), body.get("auction") or {}, body.get("match")
    rules, notation = table_rules(body, deal)
    by_place = "places" in deal and (body.get("auction") is not None or "hands" not in deal)
    text = TableText(
        hands=deal.get("places" if by_place else "hands", {}),
        bottom=deal.get("bottom"),
        bids=auction.get("bids"),
        bidding=auction.get("bidding"),
        doubled=auction.get("doubled"),
        tribute=exchange_text_of(body["tribute"]) if body.get("tribute") is not None else None,
        standing=match and Standing(match["levels"], match["playing"], match["failures"]),
        history=body.get("history", ()),
        at=PLACES if by_place else HANDS,
    )
    return rules, text, notation


def review_arguments(body: RequestBody) -> tuple[CompiledRules, ReviewText, Notation]:
    """Return a table, and the settings of its review."""
    rules, text, notation = game_arguments(body)
    faults = Faults()
    limits = faults.read(limits_of, body, rules)
    level = faults.read(levels.find_level, body["level"])
    player = faults.read(player_of, body)
    if faults.found:  # a review without such errors reads the table itself
        faults.read(game.reviewed_table, rules, ReviewText(text, "", body.get("seats", ())), notation)
    faults.check()
    return rules, ReviewText(text, level.id, body.get("seats", ()), limits.games, player), notation


def solve_arguments(body: RequestBody) -> tuple[CompiledRules, OpenTable, solve.SolveLimits]:
    """Return open hands, and the limits of their search."""
    named = {name: body[name] for name in ("variant", "options", "notation") if name in body}
    rules, notation = read_rules(PositionText("", **named))
    faults = Faults()
    limits = faults.read(solve_limits_of, body, rules)
    text = OpenTableText(
        hands=body["hands"],
        turn=body.get("turn"),
        last=body.get("last"),
        passes=body.get("passes", 0),
        last_seat=body.get("last_seat"),
    )
    table = faults.read(read_open_table, rules, text, notation)
    faults.check()
    return rules, table, limits


# ---- rows -------------------------------------------------------------------------------------------------------

ENDPOINTS: Mapping[str, Endpoint] = MappingProxyType(
    {
        endpoint.name: endpoint
        for endpoint in (
            Endpoint(
                "analyze",
                schemas.ANALYZE,
                position_and_request,
                analysis.analyze,
                heavy.analysis_is_heavy,
                analysis_answer,
            ),
            Endpoint("move", schemas.MOVE, position_and_request, recommend_move, heavy.move_is_heavy, move_answer),
            Endpoint("check", schemas.CHECK, check_arguments, check.check_play, heavy.never, check_answer),
            Endpoint("bid", schemas.BID, bid_arguments, bid.advise_bid, heavy.never, bid_answer),
            Endpoint(
                "deal", schemas.DEAL, deal_arguments, deals.make_deal, heavy.deal_is_heavy, deal_answer, batch=False
            ),
            Endpoint("game", schemas.GAME, game_arguments, game.referee, heavy.never, game_answer),
            Endpoint(
                "review",
                schemas.REVIEW,
                review_arguments,
                LazyFunction("service.review.review", "review"),
                heavy.always,
                LazyFunction("service.http.responses.review", "review_answer"),
                batch=False,
                steps=LazyFunction("service.review.review", "review_steps"),
            ),
            Endpoint(
                "records",
                schemas.RECORDS,
                LazyFunction("service.http.requests.records", "records_arguments"),
                LazyFunction("service.records.games_text", "read_games"),
                heavy.always,
                LazyFunction("service.http.responses.records", "records_answer"),
                batch=False,
            ),
            Endpoint("solve", schemas.SOLVE, solve_arguments, solve.solve_table, heavy.always, solve_answer),
            Endpoint(
                "tribute",
                schemas.TRIBUTE,
                tribute_arguments,
                tribute.advise_tribute,
                heavy.tribute_is_heavy,
                tribute_answer,
                batch=False,
            ),
        )
    }
)
"""All operations by name. ◄ a new endpoint goes here."""


def import_lazy_functions() -> None:
    """Import the modules of all late functions."""
    for endpoint in ENDPOINTS.values():
        for step in endpoint:
            if isinstance(step, LazyFunction):
                import_module(step.__module__)

"""The endpoints of version 1: load, ask, dump.

To add one: a function here, its path in `openapi.yaml`, an example of each answer there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import orjson
from flask import Blueprint, Response, abort, current_app, request
from marshmallow import ValidationError

from service.advice import analysis, bid, check, deals, robot, tribute
from service.advice.analysis import Ask
from service.advice.practice import OWN, PLAIN
from service.core import engine
from service.core.door import Rules
from service.http import schemas
from service.http.answers import analysis_answer, check_answer, move_answer
from service.http.answers_cards import Json, Manner
from service.http.answers_deal import bid_answer, check_notation, deal_answer, tribute_answer
from service.http.limits import SLOTS
from service.http.problems import language, problem_of
from service.http.query import body_of_query
from service.position.deck import check_seat
from service.position.line import MOST_PLAYS, PositionText, parse_line
from service.position.play_text import read_play
from service.position.position import Position
from service.position.read import read_position
from service.rules import cards as c
from service.rules.errors import RuleError
from service.rules.variant import Variant
from service.rules.variants import VARIANTS, find_variant

blueprint = Blueprint("v1", __name__, url_prefix="/v1")

POSITION_FIELDS = ("variant", "options", "seat", "hand", "bottom", "history", "last", "left", "seen", "notation")

# ---- from JSON to questions -----------------------------------------------------------------------------------


def position_of(body: Mapping[str, Any]) -> Position:
    """Return the position that a loaded request describes.

    Raises RuleError "field_conflict" if it comes both as a line and as fields, "field_missing" without a hand.
    """
    if "position" in body:
        doubled = next((name for name in POSITION_FIELDS if name in body and name != "notation"), None)
        if doubled is not None:
            message = f"`position` says it all; leave {doubled} out"
            raise RuleError("field_conflict", message, f"/{doubled}")
        return read_position(parse_line(body["position"]))
    if "hand" not in body:
        raise RuleError("field_missing", "a position needs a hand, or is given as one line in `position`", "/hand")
    return read_position(PositionText(**{name: body[name] for name in POSITION_FIELDS if name in body}))


def plays_of(body: Mapping[str, Any], name: str, position: Position) -> tuple[c.Hand, ...]:
    """Return the plays that `only` or `avoid` lists."""
    found = []
    for index, value in enumerate(body.get(name, ())):
        shown = read_play(value, position.notation, f"/{name}/{index}", position.rules)
        if shown.cards is None:
            raise RuleError("not_a_play", "a pass is never among the hints", shown.pointer)
        if not c.holds(position.hand, shown.hand):
            raise RuleError("not_held", f"the hand does not hold {c.text(shown.hand)}", shown.pointer)
        found.append(shown.hand)
    return tuple(found)


def limit_of(body: Mapping[str, Any], name: str, most: int) -> int:
    """Return a limit of the request; 0: none is given.

    Raises RuleError "limit_too_large" above *most*.
    """
    number: int = body.get("limits", {}).get(name, 0)
    if number > most:
        raise RuleError("limit_too_large", f"at most {most} {name} under these rules; not {number}", f"/limits/{name}")
    return number


def room_for(body: Any) -> AbstractContextManager[None]:
    """Return the slots for a request whose level searches, or that wants beliefs; a light one needs none."""
    if not isinstance(body, Mapping):
        return nullcontext()
    level = robot.LEVELS.get(str(body.get("level")))
    beliefs = "beliefs" in want if isinstance(want := body.get("want"), list) else False
    return SLOTS if beliefs or (level and level.budget) else nullcontext()


def ask_of(body: Mapping[str, Any], position: Position) -> Ask:
    """Return what a loaded request wants to hear about *position*."""
    return Ask(
        want=body.get("want"),
        top=body.get("top", analysis.DEFAULT_TOP),
        level=robot.find_level(body["level"]).id,
        seed=body.get("seed"),
        nodes=limit_of(body, "nodes", engine.MOST_NODES),
        games=limit_of(body, "games", robot.most_games(position.rules)),
        only=plays_of(body, "only", position),
        avoid=plays_of(body, "avoid", position),
    )


def manner_of(body: Mapping[str, Any]) -> Manner:
    """Return how a loaded request wants to be answered."""
    return Manner(body.get("lang") or language(), c.NOTATIONS[body.get("notation", "text")])


def answer_analyze(body: Any) -> Json:
    """Return the analysis that a request asks for."""
    loaded = schemas.ANALYZE.load(body)
    position = position_of(loaded)
    return analysis_answer(analysis.analyze(position, ask_of(loaded, position)), manner_of(loaded))


def answer_move(body: Any) -> Json:
    """Return the robot's move that a request asks for."""
    loaded = schemas.MOVE.load(body)
    position = position_of(loaded)
    return move_answer(analysis.move(position, ask_of(loaded, position)), manner_of(loaded))


def answer_check(body: Any) -> Json:
    """Return what the cards of a request are, and whether they may be played."""
    loaded = schemas.CHECK.load(body)
    value = {"cards": loaded["cards"], "as": loaded["declared"]} if "declared" in loaded else loaded["cards"]
    if "hand" in loaded or "position" in loaded:
        attempt = check.from_hand(position_of(loaded), value)
        return check_answer(check.check(attempt), manner_of(loaded))
    asked = PositionText(**{name: loaded[name] for name in POSITION_FIELDS if name in loaded} | {"hand": ""})
    return check_answer(check.check(check.from_table(asked, value)), manner_of(loaded))


def answer_bid(body: Any) -> Json:
    """Return the advice on an auction that a request asks for."""
    loaded = schemas.BID.load(body)
    rules = bid.rules_of(loaded["variant"], loaded.get("options", {}))
    text = bid.AuctionText(**{name: loaded[name] for name in bid.AuctionText._fields if name in loaded})
    manner = manner_of(loaded)
    return bid_answer(bid.advise(rules, text, manner.notation), manner)


def plan_of(body: Mapping[str, Any], rules: Rules) -> deals.DealPlan:
    """Return what kind of deal a loaded request wants.

    Raises RuleError "field_conflict" for what its profile has no use for, "field_missing" for what it needs.
    """
    composition = body.get("composition")
    profile = body.get("profile", PLAIN if composition is None else OWN)
    if profile == OWN and not composition:
        raise RuleError("field_missing", 'say of what the hand is composed: {"bomb": 2, "pair": 2}', "/composition")
    if profile != OWN and composition is not None:
        raise RuleError("field_conflict", f"the profile {profile} has its own composition", "/composition")
    if profile == PLAIN and "seat" in body:
        raise RuleError("field_conflict", "a plain deal favours no seat; leave seat out", "/seat")
    seat = "" if profile == PLAIN else check_seat(rules, body.get("seat", rules.variant.seats[0]), "/seat")
    return deals.DealPlan(body["seed"], profile, seat, composition)


def answer_deal(body: Any) -> Json:
    """Return the deal that a request asks for."""
    loaded = schemas.DEAL.load(body)
    rules = engine.rules_for(loaded["variant"], tuple(loaded.get("options", {}).items()))
    plan, manner = plan_of(loaded, rules), manner_of(loaded)
    check_notation(rules.setup, manner.notation)
    return deal_answer(deals.deal(rules, plan), manner)


def answer_tribute(body: Any) -> Json:
    """Return the advice on a tribute that a request asks for."""
    loaded = schemas.TRIBUTE.load(body)
    rules = tribute.rules_of(loaded["variant"], loaded.get("options", {}))
    text = tribute.TributeText(loaded["role"], loaded["hand"], loaded.get("order"), loaded.get("partner_big_jokers"))
    manner = manner_of(loaded)
    return tribute_answer(tribute.advise(rules, text, manner.notation), manner)


# ---- from HTTP to JSON ----------------------------------------------------------------------------------------

OPERATIONS: Mapping[str, Callable[[Any], Json]] = {
    "analyze": answer_analyze,
    "move": answer_move,
    "check": answer_check,
    "bid": answer_bid,
}
"""What a batch may ask for."""


@blueprint.post("/analyze")
def analyze_post() -> Json:
    """Say everything about a position."""
    with room_for(body := request.get_json()):
        return answer_analyze(body)


@blueprint.get("/analyze")
def analyze_get() -> Response:
    """Say the same of a position in the query, for caches: with an ETag made before any search."""
    loaded = schemas.ANALYZE.load(body_of_query(request.args.to_dict(flat=False)))
    position = position_of(loaded)
    ask, manner = ask_of(loaded, position), manner_of(loaded)
    answer = Response(mimetype="application/json")
    answer.set_etag(etag_of(position, ask, manner.lang))
    answer.headers["Cache-Control"] = "public, max-age=86400"
    answer.headers["Vary"] = "Accept-Language"
    if answer.make_conditional(request).status_code != 304:
        with room_for(loaded):
            answer.set_data(dump(analysis_answer(analysis.analyze(position, ask), manner)))
    return answer


@blueprint.post("/move")
def move_post() -> Json:
    """Say what a robot plays."""
    with room_for(body := request.get_json()):
        return answer_move(body)


@blueprint.post("/check")
def check_post() -> Json:
    """Say what cards are and whether they may be played."""
    return answer_check(request.get_json())


@blueprint.post("/bid")
def bid_post() -> Json:
    """Say what to bid, or whether to double."""
    return answer_bid(request.get_json())


@blueprint.post("/deal")
def deal_post() -> Json:
    """Deal the cards of a game."""
    return answer_deal(request.get_json())


@blueprint.post("/tribute")
def tribute_post() -> Json:
    """Say what to pay as tribute, and what to give back."""
    return answer_tribute(request.get_json())


@blueprint.post("/batch")
def batch_post() -> Json:
    """Answer many requests at once, each with its own status."""
    items = schemas.BATCH.load(request.get_json())["items"]
    if not isinstance(items, list):
        raise RuleError("field_invalid", "an array of requests is wanted here", "/items")
    if len(items) > schemas.MOST_ITEMS:
        message = f"at most {schemas.MOST_ITEMS} items; not {len(items)}"
        raise RuleError("batch_too_large", message, "/items")
    with SLOTS:
        return {"items": [batch_item(item) for item in items]}


def batch_item(item: Any) -> Json:
    """Return status and body of one request of a batch."""
    try:
        loaded = schemas.BATCH_ITEM.load(item)
        return {"status": 200, "body": OPERATIONS[loaded["op"]](loaded["body"])}
    except (RuleError, ValidationError) as error:
        problem = problem_of(error)
        return {"status": problem["status"], "body": problem}
    except Exception as error:  # noqa: BLE001 - it is logged as any fault of ours, and costs this item alone
        answer = current_app.make_response(current_app.handle_user_exception(error))
        return {"status": answer.status_code, "body": answer.get_json()}


@blueprint.get("/variants")
def variants() -> Json:
    """List the games."""
    return {"variants": [variant_answer(variant) for variant in VARIANTS.values()]}


@blueprint.get("/variants/<name>")
def variant_by_id(name: str) -> Json:
    """Describe one game."""
    if name not in VARIANTS:
        abort(404, f"no variant {name!r}; there are: {', '.join(VARIANTS)}")
    return variant_answer(find_variant(name))


# ---- pieces ---------------------------------------------------------------------------------------------------


def dump(answer: Json) -> bytes:
    """Return an answer's bytes: the same for GET and POST."""
    return orjson.dumps(answer)


def etag_of(position: Position, ask: Ask, lang: str) -> str:
    """Return the tag of a question: what an answer depends on, before any search."""
    want = None if ask.want is None else sorted(ask.want)
    canonical = (
        position.line, position.own, position.notation.id, want, ask.top, ask.level, ask.seed, ask.nodes, ask.games,
        ask.only, ask.avoid, lang, engine.VERSION, position.rules.weights.name, position.rules.weights.nets,
    )  # fmt: skip
    return hashlib.sha256(repr(canonical).encode()).hexdigest()[:32]


def variant_answer(variant: Variant) -> Json:
    """Return a game as data."""
    rules = engine.rules_for(variant.id)
    setup = rules.setup
    return {
        "id": variant.id,
        "name": variant.name,
        "name_zh": variant.zh,
        "deck": dict(setup.deck),
        "seats": [int(seat) for seat in variant.seats] if variant.numbered else list(variant.seats),
        "sides": [
            [int(seat) if variant.numbered else seat for seat in sorted(side, key=variant.seats.index)]
            for side in variant.allies
        ],
        "hand_size": dict(setup.hand_size),
        "bottom": setup.bottom,
        "suits": setup.suited,
        "wild": {"cards": setup.wilds.cards, "stand_for": setup.wilds.ranks} if setup.wilds.cards else None,
        "shapes": [{"id": shape.name, "zh": shape.zh, "tier": shape.tier} for shape in setup.shapes],
        "options": {
            name: {"values": list(option.values), "default": option.values[0], "about": option.about}
            for name, option in variant.options.items()
        },
        "levels": [
            {"id": level.id, "zh": level.zh, "about": level.about, "games": robot.games_of(level, rules)}
            for level in robot.LEVELS.values()
        ],
        "weights": rules.weights.name,
        "nets": variant.nets and variant.nets.name,
        "limits": {
            "nodes": engine.MOST_NODES,
            "games": robot.most_games(rules),
            "top": schemas.MOST_HINTS,
            "history": MOST_PLAYS,
            "batch": schemas.MOST_ITEMS,
        },
    }


KNOWN = "standard landlord_down 34567899JJQQKA22D 4KX TT"
"""The position that `self_test` puts through the core."""


def self_test() -> None:
    """Put a known position through the core.

    Raises RuntimeError if the answer is not the known one.
    """
    found = analysis.analyze(read_position(parse_line(KNOWN)), Ask(top=1)).hints
    if found is None or found.legal != 4 or c.text(found.listed[0].hint.combo.cards) != "JJ":
        raise RuntimeError("the core answers a known position wrongly")

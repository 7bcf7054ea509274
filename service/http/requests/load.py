"""Conversion of a request, validated by its schema, to the arguments of its operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.advice import analysis, bid, check, deals, practice, robot, solve
from service.advice.analysis import AnalysisRequest
from service.advice.opinions import REST, ROBOT
from service.advice.practice import OWN, PLAIN, PROFILE_NAMES, SEATLESS
from service.advice.tribute import advice as tribute
from service.core import engine
from service.core.bindings import CompiledRules, Play
from service.core.robots import PlayPattern
from service.http.requests.answer_format import AnswerFormat, check_notation
from service.http.requests.schemas import POSITION_FIELDS
from service.position.dealt import ExchangeText, MovedText, TableText
from service.position.deck import check_seat
from service.position.parse.card_fields import read_play, read_rules
from service.position.parse.position_text import PositionText, parse_line
from service.position.play import as_play
from service.position.position import Position
from service.position.read import read_position
from service.review import cost
from service.review.plan import ReviewText
from service.rules import cards as c
from service.rules.cards import Notation
from service.rules.errors import Bilingual, RuleError
from service.rules.physical_cards import has_these
from service.rules.scoring import Standing
from service.rules.strength import Strength
from service.rules.variants import find_variant

RequestBody = Mapping[str, Any]
"""A request loaded by its schema."""


TEXT_FIELDS = tuple(zip(PositionText._fields, PositionText(hand=""), strict=True))
"""Fields of a position with their defaults, in the order of `PositionText`."""


def answer_format_of(loaded: RequestBody, preferred: str) -> AnswerFormat:
    """Return the format of an answer; *preferred* is the language of the headers."""
    return AnswerFormat(loaded.get("lang") or preferred, c.NOTATIONS[loaded.get("notation", "text")])


# ---- positions --------------------------------------------------------------------------------------------------


def request_position(loaded: RequestBody) -> Position:
    """Return the position of a request.

    Raises RuleError "field_conflict" if it comes both as a line and as fields, "field_missing" without a hand.
    """
    if "position" in loaded:
        doubled = next((name for name in POSITION_FIELDS if name in loaded and name != "notation"), None)
        if doubled is not None:
            message = Bilingual(
                f"`position` already contains {doubled}; leave it out", f"`position` 已经写全；请去掉 `{doubled}`"
            )
            raise RuleError("field_conflict", message, f"/{doubled}")
        return read_position(parse_line(loaded["position"]))
    if "hand" not in loaded:
        message = Bilingual(
            "a position needs `hand`, or one line in `position`",
            "请给出 `hand`，或用 `position` 一行写全",
        )
        raise RuleError("field_missing", message, "/hand")
    return read_position(PositionText(*[loaded.get(name, default) for name, default in TEXT_FIELDS]))


def play_pattern(play: Play, position: Position) -> PlayPattern:
    """Return the pattern that matches a play in a list of plays."""
    readings = engine.readings(position.rules, play, position.hand)
    suits = {combo.suit for combo in readings} - {0}
    shapes = tuple(dict.fromkeys(combo.shape for combo in readings))
    return PlayPattern(play.cards, play.plays_as, shapes, suits.pop() if len(suits) == 1 else 0)


def plays_of(loaded: RequestBody, name: str, position: Position) -> tuple[PlayPattern, ...]:
    """Return the patterns of the plays in `only` or `avoid`."""
    patterns = []
    for index, value in enumerate(loaded.get(name, ())):
        shown = read_play(value, position.notation, f"/{name}/{index}", position.rules)
        if shown.cards is None:
            message = Bilingual(
                "send only plays: a legal pass is always allowed",
                "这里只写出牌：可以不出时，不出总是保留的",
            )
            raise RuleError("not_a_play", message, shown.pointer)
        if not (c.holds(position.hand, shown.hand) and has_these(position.own_cards, shown.cards, position.notation)):
            cards = c.exact_text(shown.cards, position.notation, position.rules.setup.kind)
            raise RuleError(
                "not_held", Bilingual(f"the hand does not contain {cards}", f"手里没有 {cards}"), shown.pointer
            )
        patterns.append(play_pattern(as_play(shown, position.rules), position))
    return tuple(patterns)


def move_filter_of(loaded: RequestBody, position: Position) -> robot.MoveFilter:
    """Return the filter of moves in a request: `only` and `avoid`."""
    return robot.MoveFilter(plays_of(loaded, "only", position), plays_of(loaded, "avoid", position))


class Limits(NamedTuple):
    """Limits of a request's work, and the aim of its robot."""

    nodes: int = 0
    """0: not set."""
    games: int = 0
    """0: not set."""
    aim: str = robot.POINTS


NO_LIMITS = Limits()


def limits_of(loaded: RequestBody, rules: CompiledRules) -> Limits:
    """Return the limits of a request.

    Raises RuleError "limit_too_large" above the maximum under these rules, "field_conflict" for an aim in a game
    without points.
    """
    limits = loaded.get("limits")
    if not limits:
        return NO_LIMITS
    if "aim" in limits and not robot.pays_points(rules):
        message = Bilingual(
            f"{rules.variant.id} has no points: its robots play for places and have no aim",
            f"{rules.variant.zh}不计分，机器人按名次出牌，不能指定 `aim`",
        )
        raise RuleError("field_conflict", message, "/limits/aim")
    for name, most in (("nodes", engine.MOST_NODES), ("games", cost.most_games(rules))):
        number = limits.get(name, 0)
        if number > most:
            message = Bilingual(
                f"at most {most} {name} under these rules; not {number}",
                f"按此规则 `{name}` 最多{most}，不能是{number}",
            )
            raise RuleError("limit_too_large", message, f"/limits/{name}")
    return Limits(**limits)


def strength_of(loaded: RequestBody, rules: CompiledRules) -> Strength | None:
    """Return the strength of a level that is given by its share of wins; None for a level with a name.

    Raises RuleError "field_invalid" for a share beyond the range of the game, "field_conflict" for fields that need a
    named level.
    """
    level = loaded["level"]
    if type(level) is str:
        return None
    for pointer, given in (
        ("/order", loaded.get("order") == ROBOT),
        ("/limits/games", "games" in loaded.get("limits", {})),
    ):
        if given:
            message = Bilingual(
                "this needs a level with a name: a level by its share of wins draws its moves and does not search",
                "这一项要用有名称的难度：按胜率选的难度随机出牌，不推演",
            )
            raise RuleError("field_conflict", message, pointer)
    return robot.strength_for(rules, level["win"])


def analysis_request_of(loaded: RequestBody, position: Position) -> AnalysisRequest:
    """Return the requested parts of an analysis of *position*."""
    strength = strength_of(loaded, position.rules)
    level = strength.level if strength else robot.find_level(loaded["level"]).id
    limits = limits_of(loaded, position.rules)
    return AnalysisRequest(  # positional arguments: keywords take twice as long
        loaded.get("want"),
        loaded.get("top", analysis.DEFAULT_TOP),
        level,
        loaded.get("seed"),
        limits.nodes,
        robot.NO_SEARCH if strength else limits.games,
        limits.aim,
        move_filter_of(loaded, position) if "only" in loaded or "avoid" in loaded else robot.ANY,
        loaded.get("order", REST),
        strength,
    )


def position_question(loaded: RequestBody) -> tuple[Position, AnalysisRequest]:
    """Return a position, and the requested parts of its analysis."""
    position = request_position(loaded)
    return position, analysis_request_of(loaded, position)


def check_question(loaded: RequestBody) -> tuple[check.Attempt]:
    """Return the cards to check, and their situation."""
    value = {"cards": loaded["cards"], "as": loaded["declared"]} if "declared" in loaded else loaded["cards"]
    if "hand" in loaded or "position" in loaded:
        return (check.from_hand(request_position(loaded), value),)
    text = PositionText(**{name: loaded[name] for name in POSITION_FIELDS if name in loaded} | {"hand": ""})
    return (check.from_table(text, value),)


# ---- before the first lead --------------------------------------------------------------------------------------


def bid_question(loaded: RequestBody) -> tuple[CompiledRules, bid.AuctionText, Notation]:
    """Return an auction."""
    rules = bid.auction_rules(loaded["variant"], loaded.get("options", {}))
    text = bid.AuctionText(**{name: loaded[name] for name in bid.AuctionText._fields if name in loaded})
    return rules, text, c.NOTATIONS[loaded["notation"]]


def plan_of(loaded: RequestBody, rules: CompiledRules) -> deals.DealPlan:
    """Return the kind of deal that a request describes.

    Raises RuleError "field_conflict" for fields that its profile does not use, "field_missing" for those it needs.
    """
    composition = loaded.get("composition")
    profile = loaded.get("profile", PLAIN if composition is None else OWN)
    if profile == OWN and not composition:
        message = Bilingual(
            'describe the hand: {"bomb": 2, "pair": 2}',
            '请写明手牌由哪些牌型组成，如 `{"bomb": 2, "pair": 2}`',
        )
        raise RuleError("field_missing", message, "/composition")
    if profile != OWN and composition is not None:
        raise RuleError(
            "field_conflict",
            Bilingual(f"the profile {profile} has its own composition", f"`{profile}` 已规定牌型组成"),
            "/composition",
        )
    if profile in SEATLESS and "seat" in loaded:
        raise RuleError(
            "field_conflict",
            Bilingual(
                f"the profile {profile} has no preferred seat; leave seat out",
                f"{PROFILE_NAMES[profile].zh}不偏向任何座位；请去掉 `seat`",
            ),
            "/seat",
        )
    for name in ("theme", "rating", "solution"):
        if profile != practice.ENDGAME and name in loaded:
            message = Bilingual(
                f"only the profile {practice.ENDGAME} has a {name}", f"只有 `{practice.ENDGAME}` 才有 `{name}`"
            )
            raise RuleError("field_conflict", message, f"/{name}")
    seat = "" if profile in SEATLESS else check_seat(rules, loaded.get("seat", rules.variant.seats[0]), "/seat")
    puzzle = loaded.get("theme"), loaded.get("rating"), loaded.get("solution", False)
    return deals.DealPlan(loaded["seed"], profile, seat, composition, *puzzle)


def deal_question(loaded: RequestBody) -> tuple[CompiledRules, deals.DealPlan]:
    """Return a deal that can be written in the caller's notation."""
    options = deals.with_drawn(find_variant(loaded["variant"]), loaded.get("options", {}), loaded["seed"])
    rules = engine.rules_for(loaded["variant"], tuple(options.items()))
    plan = plan_of(loaded, rules)
    check_notation(rules.setup, c.NOTATIONS[loaded["notation"]])
    return rules, plan


def exchange_text_of(loaded: RequestBody) -> ExchangeText:
    """Return the fields of a tribute: one in progress, or the cards of a finished one.

    Raises RuleError "field_missing" without either, "field_conflict" for both.
    """
    if "moved" not in loaded:
        if "order" not in loaded:
            message = Bilingual(
                "Missing: order, the seats as they went out in the deal before; or moved, if the tribute is over",
                "缺少 `order`（上一局各家出完的次序）；进贡已经结束的，写 `moved`",
            )
            raise RuleError("field_missing", message, "/tribute/order")
        return ExchangeText(**loaded)
    for name in loaded:
        if name != "moved":
            message = Bilingual(
                f"moved has the cards of a tribute that is over: leave {name} out",
                f"`moved` 写的是已经结束的进贡，请去掉 `{name}`",
            )
            raise RuleError("field_conflict", message, f"/tribute/{name}")
    return ExchangeText(moved=[MovedText(**one) for one in loaded["moved"]])


def game_question(loaded: RequestBody) -> tuple[CompiledRules, TableText, Notation]:
    """Return a table."""
    named = {name: loaded[name] for name in ("variant", "options", "notation") if name in loaded}
    rules, notation = read_rules(PositionText("", **named))
    deal, auction, match = loaded.get("deal", {}), loaded.get("auction", {}), loaded.get("match")
    text = TableText(
        hands=deal.get("hands", {}),
        bottom=deal.get("bottom"),
        bids=auction.get("bids"),
        bidding=auction.get("bidding"),
        doubled=auction.get("doubled"),
        tribute=exchange_text_of(loaded["tribute"]) if "tribute" in loaded else None,
        standing=match and Standing(match["levels"], match["playing"], match["failures"]),
        history=loaded.get("history", ()),
    )
    return rules, text, notation


def review_question(loaded: RequestBody) -> tuple[CompiledRules, ReviewText, Notation]:
    """Return a table, and the settings of its review."""
    rules, text, notation = game_question(loaded)
    limits = limits_of(loaded, rules)
    level = robot.find_level(loaded["level"]).id
    return rules, ReviewText(text, level, loaded.get("seats", ()), limits.games), notation


def solve_limits_of(loaded: RequestBody) -> dict[str, int]:
    """Return the limits of a search with open hands.

    Raises RuleError "limit_too_large" above the maximum.
    """
    limits: dict[str, int] = loaded.get("limits", {})
    for name, most, unit in (
        ("nodes", solve.MOST_NODES, Bilingual("nodes", "个节点")),
        ("memory", solve.MOST_MEMORY, Bilingual("megabytes", "兆字节")),
    ):
        if limits.get(name, 0) > most:
            message = Bilingual(
                f"at most {most} {unit} here; not {limits[name]}",
                f"这里 `{name}` 最多{most}{unit.zh}，不能是{limits[name]}",
            )
            raise RuleError("limit_too_large", message, f"/limits/{name}")
    return limits


def solve_question(loaded: RequestBody) -> tuple[CompiledRules, solve.OpenTable]:
    """Return open hands."""
    named = {name: loaded[name] for name in ("variant", "options", "notation") if name in loaded}
    rules, notation = read_rules(PositionText("", **named))
    limits = solve_limits_of(loaded)
    text = solve.SolveText(
        hands=loaded["hands"],
        turn=loaded.get("turn"),
        last=loaded.get("last"),
        passes=loaded.get("passes", 0),
        nodes=limits.get("nodes", solve.DEFAULT_NODES),
        memory=limits.get("memory", solve.MOST_MEMORY),
    )
    return rules, solve.read_open_table(rules, text, notation)


def tribute_question(loaded: RequestBody) -> tuple[CompiledRules, tribute.TributeText, Notation]:
    """Return a tribute."""
    rules = tribute.tribute_rules(loaded["variant"], loaded.get("options", {}))
    text = tribute.TributeText(
        role=loaded["role"],
        hand=loaded["hand"],
        paid=loaded.get("paid"),
        order=loaded.get("order"),
        partner=loaded.get("partner_big_jokers"),
    )
    return rules, text, c.NOTATIONS[loaded["notation"]]

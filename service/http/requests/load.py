"""Parts of a request, validated by its schema: its position, limits, level, deal. `endpoints` loads whole requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.advice import deals, levels, mixed_levels, practice, robot, solve
from service.advice.analysis_request import DEFAULT_TOP, AnalysisRequest
from service.advice.hint_order import REST_ORDER
from service.advice.practice import OWN_PROFILE, PLAIN_PROFILE, PROFILE_NAMES, SEATLESS
from service.core import engine
from service.core.bindings import CompiledRules, Play
from service.core.robots import PlayPattern
from service.http.requests.answer_format import AnswerFormat
from service.http.requests.schemas import POSITION_FIELDS
from service.position.dealt import ExchangeText, MovedText
from service.position.deck import check_seat
from service.position.parse.card_fields import read_play, read_rules
from service.position.parse.position_text import PositionText, parse_line
from service.position.play import as_play
from service.position.position import LEVEL, Position
from service.position.read import position_under
from service.rules import cards as c
from service.rules.cards import Notation
from service.rules.errors import Bilingual, Faults, RuleError
from service.rules.physical_cards import has_these
from service.rules.strength import Strength

RequestBody = Mapping[str, Any]
"""A request loaded by its schema."""


TEXT_FIELDS = tuple(zip(PositionText._fields, PositionText(hand=""), strict=True))
"""Fields of a position with their defaults, in the order of `PositionText`."""


def answer_format_of(body: RequestBody, preferred: str) -> AnswerFormat:
    """Return the format of an answer; *preferred* is the language of the headers."""
    return AnswerFormat(body.get("lang") or preferred, c.NOTATIONS[body.get("notation", "text")])


# ---- positions --------------------------------------------------------------------------------------------------


def position_text(body: RequestBody) -> PositionText:
    """Return the fields of the position of a request.

    Raises RuleError "field_conflict" if it comes both as a line and as fields, "field_missing" without a hand.
    """
    if "position" in body:
        doubled = next((name for name in POSITION_FIELDS if name in body and name != "notation"), None)
        if doubled is not None:
            message = Bilingual(
                f"`position` already contains {doubled}; leave it out", f"`position` 已经写全；请去掉 `{doubled}`"
            )
            raise RuleError("field_conflict", message, f"/{doubled}")
        return parse_line(body["position"])
    if "hand" not in body:
        message = Bilingual(
            "a position needs `hand`, or one line in `position`",
            "请给出 `hand`，或用 `position` 一行写全",
        )
        raise RuleError("field_missing", message, "/hand")
    return PositionText(*[body.get(name, default) for name, default in TEXT_FIELDS])


def play_pattern(play: Play, position: Position) -> PlayPattern:
    readings = engine.readings(position.rules, play, position.hand)
    suits = {combo.suit for combo in readings} - {0}
    shapes = tuple(dict.fromkeys(combo.shape for combo in readings))
    return PlayPattern(play.cards, play.plays_as, shapes, suits.pop() if len(suits) == 1 else 0)


def pattern_of(value: Any, pointer: str, position: Position) -> PlayPattern:
    """Return the pattern of a play in `only` or `avoid`.

    Raises RuleError "not_a_play" for a pass, "not_held" for cards that are not in the hand, and errors of plays.
    """
    shown = read_play(value, position.notation, pointer, position.rules)
    if shown.cards is None:
        message = Bilingual(
            "send only plays: a legal pass is always allowed",
            "这里只写出牌：可以不出时，不出总是保留的",
        )
        raise RuleError("not_a_play", message, shown.pointer)
    if not (c.holds(position.hand, shown.hand) and has_these(position.own_cards, shown.cards, position.notation)):
        cards = c.exact_text(shown.cards, position.notation, position.rules.setup.kind)
        raise RuleError("not_held", Bilingual(f"the hand does not contain {cards}", f"手里没有 {cards}"), shown.pointer)
    return play_pattern(as_play(shown, position.rules), position)


def patterns_of(body: RequestBody, name: str, position: Position, faults: Faults) -> tuple[PlayPattern, ...]:
    """Return the patterns of the plays in `only` or `avoid`."""
    plays = enumerate(body.get(name, ()))
    return tuple([faults.read(pattern_of, value, f"/{name}/{index}", position) for index, value in plays])


class Limits(NamedTuple):
    """Limits of a request's work, and the aim of its robot."""

    nodes: int = 0
    """0: not set."""
    games: int = 0
    """0: not set."""
    aim: str = levels.POINTS


NO_LIMITS = Limits()


def check_aim(rules: CompiledRules) -> None:
    """Raise RuleError "field_conflict" for an aim in a game without points."""
    if not levels.has_points(rules):
        message = Bilingual(
            f"{rules.variant.name} has no points: its robots play for places and have no aim",
            f"{rules.variant.zh}不计分，机器人按名次出牌，不能指定 `aim`",
        )
        raise RuleError("field_conflict", message, "/limits/aim")


def check_limit(name: str, number: int, most: int) -> None:
    """Raise RuleError "limit_too_large" above the maximum."""
    if number > most:
        message = Bilingual(
            f"at most {most} {name} under these rules; not {number}",
            f"按此规则 `{name}` 最多{most}，不能是{number}",
        )
        raise RuleError("limit_too_large", message, f"/limits/{name}")


def limits_of(body: RequestBody, rules: CompiledRules) -> Limits:
    """Return the limits of a request.

    Raises RuleError for an aim in a game without points, and for limits above the maximum under these rules.
    """
    limits = body.get("limits")
    if not limits:
        return NO_LIMITS
    faults = Faults()
    if "aim" in limits:
        faults.read(check_aim, rules)
    faults.read(check_limit, "nodes", limits.get("nodes", 0), engine.MOST_NODES)
    faults.read(check_limit, "games", limits.get("games", 0), levels.most_games(rules))
    faults.check()
    return Limits(**limits)


def strength_of(level: Mapping[str, Any], rules: CompiledRules) -> Strength:
    """Return the strength of a level that is given by its share of wins or by earlier deals.

    Raises RuleError "field_invalid" for a share beyond the range of the game.
    """
    if "even" in level:
        match = level["even"]
        share = mixed_levels.even_share(match["won"], match["played"], match["at"], mixed_levels.strengths_of(rules))
        return mixed_levels.strength_for(rules, share, "/level/even/at")
    return mixed_levels.strength_for(rules, level["win"])


def player_of(body: RequestBody) -> str:
    """Return the level of the player who is advised, empty without one.

    Raises RuleError "level_unknown".
    """
    return levels.find_level(body["player"], "/for").id if "player" in body else ""


def named_level(level: str, rules: CompiledRules) -> str:
    """Return the level of a robot by its name.

    Raises RuleError "level_unknown", with the field of the level in a game whose deals have one.
    """
    option = rules.variant.options.get(LEVEL)
    rank = None if option is None else option.find(level)
    if rank is not None:
        message = Bilingual(
            f'`level` is that of the robot; the level of the deal is in `options`: {{"level": "{rank}"}}',
            f'`level` 是机器人的级别；级牌写在 `options` 里：`{{"level": "{rank}"}}`',
        )
        raise RuleError("level_unknown", message, "/level")
    return levels.find_level(level).id


def drawn_level(strength: Strength, seed: int | None, position: Position) -> str:
    """Return the level that makes the move of a strength."""
    return mixed_levels.level_drawn(strength, position.seed_key if seed is None else seed)


def position_and_request(body: RequestBody) -> tuple[Position, AnalysisRequest]:
    """Return the position of a request, and the requested parts of its analysis.

    Raises RuleError with the errors of all fields that do not depend on an invalid one.
    """
    text = position_text(body)
    rules, notation = read_rules(text)
    faults = Faults()
    position = faults.read(position_under, rules, text, notation)
    strength: Strength | None = None
    if "level" not in body:
        level = levels.advising_level(rules)
    elif type(body["level"]) is str:
        level = faults.read(named_level, body["level"], rules)
    else:
        strength = faults.read(strength_of, body["level"], rules)
        level = faults.read(drawn_level, strength, body.get("seed"), position)
    limits = faults.read(limits_of, body, rules) if "limits" in body else NO_LIMITS
    move_filter = robot.NO_FILTER
    if "only" in body or "avoid" in body:
        only, avoid = [patterns_of(body, name, position, faults) for name in ("only", "avoid")]
        move_filter = robot.MoveFilter(only, avoid)
    player = faults.read(player_of, body) if "player" in body else ""
    faults.check()
    return position, AnalysisRequest(  # positional arguments: keywords take twice as long
        body.get("want"),
        body.get("top", DEFAULT_TOP),
        level,
        body.get("seed"),
        limits.nodes,
        limits.games,
        limits.aim,
        move_filter,
        body.get("order", REST_ORDER),
        strength,
        player,
    )


# ---- before the first lead --------------------------------------------------------------------------------------


def check_composition(profile: str, composition: Any) -> None:
    """Raise RuleError "field_missing" or "field_conflict" unless a composition comes with the profile that needs it."""
    if profile == OWN_PROFILE and not composition:
        message = Bilingual(
            'describe the hand: {"bomb": 2, "pair": 2}',
            '请写明手牌由哪些牌型组成，如 `{"bomb": 2, "pair": 2}`',
        )
        raise RuleError("field_missing", message, "/composition")
    if profile != OWN_PROFILE and composition is not None:
        raise RuleError(
            "field_conflict",
            Bilingual(f"the profile {profile} has its own composition", f"`{profile}` 已规定牌型组成"),
            "/composition",
        )


def preferred_seat(profile: str, seat: str | None, rules: CompiledRules) -> str:
    """Return the seat that gets the hand of a profile; "" for a profile without one.

    Raises RuleError "field_conflict" for a *seat* beside such a profile, "seat_unknown".
    """
    if profile not in SEATLESS:
        return check_seat(rules, rules.variant.seats[0] if seat is None else seat, "/seat")
    if seat is not None:
        message = Bilingual(
            f"the profile {profile} has no preferred seat; leave seat out",
            f"{PROFILE_NAMES[profile].zh}不偏向任何座位；请去掉 `seat`",
        )
        raise RuleError("field_conflict", message, "/seat")
    return ""


def check_endgame_field(profile: str, name: str) -> None:
    """Raise RuleError "field_conflict" for a field of endgames beside another profile."""
    if profile != practice.ENDGAME_PROFILE:
        message = Bilingual(
            f"only the profile {practice.ENDGAME_PROFILE} has a {name}",
            f"只有 `{practice.ENDGAME_PROFILE}` 才有 `{name}`",
        )
        raise RuleError("field_conflict", message, f"/{name}")


def check_unshuffled(profile: str, rules: CompiledRules) -> None:
    """Raise RuleError "field_conflict" for a deal without a shuffle in another profile or game."""
    if profile != PLAIN_PROFILE or not rules.variant.bottom_seat:
        message = Bilingual(
            "only plain deals of games with a landlord come without a shuffle", "只有斗地主各玩法的普通发牌可以不洗牌"
        )
        raise RuleError("field_conflict", message, "/shuffle")


def plan_of(body: RequestBody, rules: CompiledRules, seed: int) -> deals.DealPlan:
    """Return the kind of deal that a request describes.

    Raises RuleError "field_conflict" for fields that its profile does not use, "field_missing" for those it needs.
    """
    composition = body.get("composition")
    profile = body.get("profile", PLAIN_PROFILE if composition is None else OWN_PROFILE)
    faults = Faults()
    faults.read(check_composition, profile, composition)
    seat = faults.read(preferred_seat, profile, body.get("seat"), rules)
    for name in ("theme", "rating", "solution"):
        if body.get(name):
            faults.read(check_endgame_field, profile, name)
    shuffled = body["shuffle"] != "none"
    if not shuffled:
        faults.read(check_unshuffled, profile, rules)
    faults.check()
    puzzle = body.get("theme"), body.get("rating"), body.get("solution", False)
    return deals.DealPlan(seed, profile, seat, composition, *puzzle, shuffled)


def exchange_text_of(body: RequestBody) -> ExchangeText:
    """Return the fields of a tribute: one in progress, or the cards of a finished one.

    Raises RuleError "field_missing" without either, "field_conflict" for both.
    """
    if "moved" not in body:
        if "order" not in body:
            message = Bilingual(
                "Missing: order, the seats as they went out in the deal before; or moved, if the tribute is over",
                "缺少 `order`（上一局各家出完的次序）；进贡已经结束的，写 `moved`",
            )
            raise RuleError("field_missing", message, "/tribute/order")
        return ExchangeText(**body)
    for name in body:
        if name != "moved":
            message = Bilingual(
                f"moved has the cards of a tribute that is over: leave {name} out",
                f"`moved` 写的是已经结束的进贡，请去掉 `{name}`",
            )
            raise RuleError("field_conflict", message, f"/tribute/{name}")
    return ExchangeText(moved=[MovedText(**one) for one in body["moved"]])


def table_rules(body: RequestBody, deal: RequestBody) -> tuple[CompiledRules, Notation]:
    """Return rules and notation of a table; a deal that the service has answered has its own rules."""
    named = {name: body[name] for name in ("variant", "options", "notation") if name in body}
    own = {name: deal[name] for name in ("variant", "options") if name in deal and name not in body}
    if body.get("variant") not in (None, deal.get("variant")):
        own = {}
    try:
        return read_rules(PositionText("", **named | own))
    except RuleError as error:
        raise error.inside("/deal" if error.pointer.split("/")[1] in own else "") from error


def check_solve_limit(name: str, number: int, most: int, unit: Bilingual) -> None:
    """Raise RuleError "limit_too_large" above the maximum."""
    if number > most:
        message = Bilingual(
            f"at most {most} {unit} here; not {number}", f"这里 `{name}` 最多{most}{unit.zh}，不能是{number}"
        )
        raise RuleError("limit_too_large", message, f"/limits/{name}")


def solve_limits_of(body: RequestBody, rules: CompiledRules) -> solve.SolveLimits:
    """Return the limits of a search with open hands under *rules*.

    Raises RuleError "limit_too_large" above the maximum.
    """
    limits: dict[str, int] = body.get("limits", {})
    faults = Faults()
    for name, most, unit in (
        ("nodes", solve.MOST_NODES, Bilingual("nodes", "个节点")),
        ("memory", solve.MOST_MEMORY, Bilingual("megabytes", "兆字节")),
    ):
        faults.read(check_solve_limit, name, limits.get(name, 0), most, unit)
    faults.check()
    return solve.SolveLimits(**limits)

"""Points of a finished deal in each game, and the levels of Guandan.

Points are whole numbers, positive for the receiver. If players pay each other, the points of all seats add up to zero;
the team points of the contest and the levels of Guandan are only won. A deal without a call pays nothing: its base is
0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from service.rules.errors import Bilingual, RuleError, brief, coded, quoted

# ---- Dou Dizhu ------------------------------------------------------------------------------------------------


def score(
    landlord_won: bool,
    base: int = 1,
    bombs: int = 0,
    spring: bool = False,
    multiples: Sequence[int] = (1, 1),
    bomb_cap: int = 0,
    spring_factor: int = 2,
) -> tuple[int, ...]:
    """Return the points of the landlord and of each farmer, in the order of play.

    *base* is the winning bid, doubled by each rob. *bombs* counts all bombs and rockets played; each doubles, at most
    *bomb_cap* of them unless that is 0. *spring* 春天 (or anti-spring, see `sprung`) multiplies by *spring_factor*
    after the cap; *multiples* are those of the farmers, see `Contract`. The landlord's stake is that of all farmers
    together.
    """
    stake = base * _doubled(bombs, bomb_cap) * (spring_factor if spring else 1)
    if landlord_won:
        stake = -stake
    farmers = [stake * multiple for multiple in multiples]
    return -sum(farmers), *farmers


def sprung(winner: int, plays: Sequence[int], idle_partner: bool = False) -> bool:
    """Return whether a deal ended in spring 春天 or anti-spring 反春天.

    *winner* is a seat and *plays* counts the plays of each seat without passes; seat 0 is the landlord. It is spring if
    the landlord won and no farmer played, anti-spring if a farmer won and the landlord played once; with
    *idle_partner*, the rule of Yuncheng, only if the winner's partner played nothing either.
    """
    if winner == 0:
        return sum(plays[1:]) == 0
    return plays[0] == 1 and not (idle_partner and plays[3 - winner])


def _doubled(bombs: int, cap: int) -> int:
    """Return the factor of *bombs*, at most *cap* of which count unless *cap* is 0."""
    return 1 << (min(bombs, cap) if cap else bombs)


def _to_both_sides(landlord_won: bool, points: int) -> tuple[int, int]:
    """Return the points of the landlord and of each farmer; each farmer pays or receives *points*."""
    return (2 * points, -points) if landlord_won else (-2 * points, points)


# ---- contest --------------------------------------------------------------------------------------------------


def contest_single(landlord_won: bool, bid: int, bombs: int, rocket: bool, spring: bool) -> tuple[int, int]:
    """Return the points of the landlord and of each farmer in the individual event.

    Each bomb adds the stake once more, the rocket and spring (or anti-spring) double.
    """
    return _to_both_sides(landlord_won, 100 * bid * (1 + bombs) << (rocket + spring))


def contest_linear(landlord_won: bool, bid: int, bombs: int, rocket: bool, spring: bool) -> tuple[int, int]:
    """Return the points of the landlord and of each farmer if everything adds the bid once more."""
    return _to_both_sides(landlord_won, bid * (1 + bombs + rocket + spring))


def contest_team(landlord_won: bool, bid: int, bombs: int, rocket: bool, spring: bool) -> tuple[int, int]:
    """Return the points of the landlord's team and of the farmers' team in the team event.

    The losing team gets nothing, so they do not add up to zero.
    """
    points = bid * (1 + bombs + rocket + spring)
    return (points, 0) if landlord_won else (0, points)


CONTEST: Mapping[str, Callable[[bool, int, int, bool, bool], tuple[int, int]]] = MappingProxyType(
    {"ct": contest_single, "linear": contest_linear, "team": contest_team}
)
"""Settlement functions by the value of the option `scoring`, the default first."""


# ---- Paodekuai ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Runner:
    """A player's results in a deal of Paodekuai."""

    left: int
    """Cards left in hand, 0 for the winner."""
    plays: int
    """Number of combos played, without passes."""
    bombs: int = 0
    """Bombs played that earn points; a house that cancels beaten bombs leaves those out."""


@dataclass(frozen=True, slots=True)
class PaodekuaiRules:
    """House rules of the points of Paodekuai."""

    one_left: bool = False
    """Whether a loser with one card left pays for it."""
    bird_bombs: bool = False
    """Whether the bird doubles the points of bombs too."""


USUAL = PaodekuaiRules()


def paodekuai_score(
    runners: Sequence[Runner],
    bomb_points: int = 10,
    bird: int | None = None,
    anti_shut: int | None = None,
    offender: int | None = None,
    house: PaodekuaiRules = USUAL,
) -> tuple[int, ...]:
    """Return the points of each player, in the order of *runners*.

    Each loser pays the winner a point per card left, nothing for one card, double if it played nothing 关门; each bomb
    earns *bomb_points* from every other player. Players are identified by their index in *runners*: the card points to
    or from *bird* 扎鸟, who had the ten of hearts, are doubled; *anti_shut* 反关, who led first, pays double after
    playing only once; *offender* 放走包赔 pays the winner the card points of all losers; *house* has the other house
    rules. Raises RuleError "history_inconsistent" unless exactly one player is out.
    """
    winners = [seat for seat, runner in enumerate(runners) if runner.left == 0]
    if len(winners) != 1:
        message = Bilingual(
            f"exactly one player must be out of cards at the end, not {len(winners)}",
            f"结束时应当正好有一家出完牌，这里有{len(winners)}家",
        )
        raise RuleError("history_inconsistent", message)
    points = [0] * len(runners)
    for seat, runner in enumerate(runners):
        for other in range(len(runners)):
            if other == seat:
                continue
            doubled = 2 if bird in (seat, other) else 1
            earned = bomb_points * runner.bombs * (doubled if house.bird_bombs else 1)
            points[seat] += earned
            points[other] -= earned
            if seat == winners[0]:
                owed = cards_owed(runners[other], house.one_left, led_first=other == anti_shut) * doubled
                points[seat] += owed
                points[other if offender is None else offender] -= owed
    return tuple(points)


def cards_owed(loser: Runner, one_left: bool = False, led_first: bool = False) -> int:
    """Return the points that a loser pays for its cards: double if it never played, or led first and played once.

    A single card costs nothing unless *one_left*.
    """
    if loser.left == 1 and not one_left:
        return 0
    return 2 * loser.left if loser.plays == 0 or (led_first and loser.plays == 1) else loser.left


# ---- Guandan --------------------------------------------------------------------------------------------------

LEVELS = "23456789TJQKA"
"""Levels 级 of a team, lowest first; also the natural order of the ranks."""

STEPS: Mapping[int, int] = MappingProxyType({2: 3, 3: 2, 4: 1})
"""Levels that the first player's team gains, by the place of the partner."""

PASS_A: Mapping[str, int] = MappingProxyType({"not_last": 3, "double_win": 2})
"""The worst place of the partner that wins the match at A, by the value of the option `pass_a`, the default first."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Standing of a match of Guandan between two deals; team 0 is seats 0 and 2, team 1 is seats 1 and 3."""

    levels: tuple[str, str] = ("2", "2")
    """The level of each team."""
    playing: int = 0
    """The team that won the last deal, whose level is played next; before the first deal both are at 2."""
    failures: tuple[int, int] = (0, 0)
    """Failed deals of each team at its own level A."""
    winner: int | None = None
    """The team that won the match, None before its end."""

    @property
    def level(self) -> str:
        """Return the level of the next deal."""
        return self.levels[self.playing]


def partner_place(order: Sequence[int]) -> int:
    """Return the place 2, 3 or 4 of the first player's partner.

    *order* names the seats 0..3 as they went out, the last one named or not. Raises RuleError "history_inconsistent"
    if a deal cannot end in that order.
    """
    seats = list(order)
    partner = (seats[0] + 2) % 4 if seats else -1
    ended = len(seats) in (3, 4) or (len(seats) == 2 and seats[1] == partner)
    if not ended or len(set(seats)) != len(seats) or not set(seats) <= set(range(4)):
        message = Bilingual(
            f"a deal cannot end with the seats {seats} going out in this order",
            f"没有一局会以 {seats} 这样的出完次序结束",
        )
        raise RuleError("history_inconsistent", message)
    return seats.index(partner) + 1 if partner in seats else 4


def levels_up(place: int) -> int:
    """Return the levels gained by a team whose players came in first and at *place*."""
    if place not in STEPS:
        message = Bilingual(
            f"the first player's partner comes in at place 2, 3 or 4, not {place}",
            f"头游的对家只能是第2、3、4名，不能是第{place}名",
        )
        raise RuleError("field_invalid", message)
    return STEPS[place]


def not_a_level(level: object) -> Bilingual:
    """Return the message for a value that is no level."""
    return Bilingual(f"a level is one of {LEVELS}, not {brief(level)}", f"级牌是 {LEVELS} 之一，不能是{quoted(level)}")


def next_level(level: str, up: int) -> str:
    """Return the level *up* steps higher, at most A.

    Raises RuleError "field_invalid" if *level* is no level.
    """
    if len(level) != 1 or level not in LEVELS:
        raise RuleError("field_invalid", not_a_level(level))
    return LEVELS[min(LEVELS.index(level) + up, len(LEVELS) - 1)]


def after_deal(
    standing: Standing,
    order: Sequence[int],
    pass_a: str = "not_last",  # noqa: S107 - a rule of the game, no password
    a_fail: int = 0,
) -> Standing:
    """Return the standing after a deal in which the seats went out in *order*, see `partner_place`.

    The team of the first player climbs, but never past A; at its own A it wins the match if the partner came in as
    *pass_a* demands. Any other deal at a team's own A is a failure of that team: the *a_fail*-th one, unless that is 0,
    sends the team back to 2. Raises RuleError "game_over" if the match has a winner, "option_unknown" for another
    *pass_a*.
    """
    if standing.winner is not None:
        message = Bilingual(f"team {standing.winner} has won the match", f"{standing.winner}队已经赢得整场比赛")
        raise RuleError("game_over", message)
    if pass_a not in PASS_A:
        message = Bilingual(
            f"pass_a is one of {', '.join(PASS_A)}; not {brief(pass_a)}",
            f"选项 `pass_a` 可取 {coded(PASS_A)}，不能是{quoted(pass_a)}",
        )
        raise RuleError("option_unknown", message)
    place, team, owner = partner_place(order), order[0] % 2, standing.playing
    at_ace = standing.level == "A"
    if at_ace and team == owner and place <= PASS_A[pass_a]:
        return replace(standing, winner=team)
    levels, failures = list(standing.levels), list(standing.failures)
    levels[team] = next_level(levels[team], levels_up(place))
    failures[owner] += at_ace
    if a_fail and failures[owner] >= a_fail:
        levels[owner], failures[owner] = LEVELS[0], 0
    return Standing((levels[0], levels[1]), team, (failures[0], failures[1]))

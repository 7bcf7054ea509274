"""Levels of robots: their numbers and limits, the ladder, and the policy of a level as the core reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from service.advice.work import work_of
from service.core import robots
from service.core.bindings import CompiledRules
from service.core.robots import NO_LIMITS, Budget, Limits
from service.rules.auction import FAIR_BIDS, Bidding
from service.rules.errors import Bilingual, RuleError, brief, coded, quoted
from service.rules.variant import near_name
from service.rules.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a robot; each level is stronger than the one before it in `LEVELS`."""

    id: str
    zh: str
    about: Bilingual
    kind: str
    """Kind of the policy: "rules" (`tactics.c` of the core) or "search" (`search.c`)."""
    numbers: Mapping[str, float]
    """Value of each rule in turns (`enum policy_number`), tuned by self-play."""
    budget: Budget | None = None
    """Budget of the search."""
    learned: bool = False
    """Whether networks of the game (`Variant.nets`), if any, score actions and playouts."""
    limits: Limits = NO_LIMITS
    """What it does not see."""
    step: int = 0
    """Its place on the ladder of seven evenly spaced levels, from 1; 0: none of them."""
    bidding: Bidding = FAIR_BIDS


CLUB_NUMBERS: Mapping[str, float] = MappingProxyType(
    {
        "pass": 0.0,
        "danger": 7.2,
        "bomb_keep": 0.6,
        "bomb_near": -0.6,
        "alarm": -0.4,
        "run": 0.0,
        "ally_next": 0.8,
        "ally_next_key": 0.06,
        "ally_next_out": 3.0,
        "ally_next_run": 1.5,
        "ally_guard": 0.5,
        "ally_guard_key": 0.06,
        "ally_guard_out": 3.0,
        "ally_guard_run": 1.5,
        "guard": 0.4,
        "guard_key": 7,
        "stop_shape": 3.0,
        "stop_key": 0.15,
        "feed": 2.0,
        "controls_first": 0.6,
        "run_out": 1.6,
        "run_out_forced": 3.0,
        "bomb_more": 0.8,
        "lead_low": 0.0,
        "spare_high": 0.0,
    }
)


BEGINNER_NUMBERS: Mapping[str, float] = MappingProxyType(
    {
        **dict.fromkeys(CLUB_NUMBERS, 0.0),
        "pass": 0.1,
        "bomb_keep": 0.6,
        "bomb_near": -0.6,
        "ally_next_key": 0.1,
        "ally_guard_key": 0.1,
        "guard_key": 7,
        "stop_shape": 3.0,
        "stop_key": 0.15,
        "lead_low": 0.5,
        "spare_high": 0.12,
    }
)
"""The numbers of a player who leads low, though no solo to a last card, and plays for the own hand: bombs are kept, and
an ally's high plays left."""


GROUPS_ONLY = frozenset({"kicker", "straight", "pair_run", "plane"})


FEW_CARDS = 4
"""Cards of an enemy at which beginners use their bombs."""


SHORT_SIGHT = Limits(forgets=True, notices=1, alarm=FEW_CARDS)
"""Remembers no played card, and notices only the last card of a seat, though a bomb answers the last four."""


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.id: level
        for level in (
            Level(
                "starter",
                "新手",
                Bilingual(
                    "sees single cards only; leads low, saves its high cards and bombs, remembers no card",
                    "只看得到单张，不会对子、三张和顺子；从小出，舍不得大牌和炸弹，不记牌",
                ),
                "rules",
                numbers={**BEGINNER_NUMBERS, "run_out": 0.4, "spare_high": 0.3, "bomb_near": 0.3},
                limits=SHORT_SIGHT._replace(overlooks=GROUPS_ONLY | {"pair", "trio"}),
                step=1,
                bidding=Bidding(0.4, doubles=False),
            ),
            Level(
                "apprentice",
                "学徒",
                Bilingual(
                    "sees solos and pairs only; leads low, beats its enemies more readily the fewer plays it has left, "
                    "saves its high cards and bombs, remembers no card",
                    "只看得到单张和对子，不会三张和顺子；从小出，快走完时更爱管对家，舍不得大牌和炸弹，不记牌",
                ),
                "rules",
                numbers={
                    **BEGINNER_NUMBERS,
                    "pass": 0.0,
                    "run": 3.5,
                    "run_out": 0.4,
                    "spare_high": 0.25,
                    "bomb_near": 0.6,
                },
                limits=SHORT_SIGHT._replace(overlooks=GROUPS_ONLY | {"trio"}),
                step=2,
                bidding=Bidding(0.3, doubles=False),
            ),
            Level(
                "hobbyist",
                "牌友",
                Bilingual(
                    "knows threes with kickers and straights, but sees no pair runs and no planes; always leads low, "
                    "beats its ally's small cards too, counts only the three highest ranks",
                    "会三带和顺子，看不出连对和飞机；总从小出，队友的小牌也管，只记最大的三种牌",
                ),
                "rules",
                numbers={
                    **BEGINNER_NUMBERS,
                    "pass": 0.0,
                    "run": 1.2,
                    "lead_low": 1.0,
                    "run_out": 0.8,
                    "bomb_more": 0.8,
                    "spare_high": 0.25,
                    "bomb_near": -0.3,
                },
                limits=SHORT_SIGHT._replace(counts=3, overlooks=frozenset({"pair_run", "plane"})),
                step=3,
                bidding=Bidding(0.2),
            ),
            Level(
                "regular",
                "常客",
                Bilingual(
                    "plays by role and danger, but sees no planes, counts only the three highest ranks, and notices "
                    "only the last card of a seat",
                    "看身份和局势出牌，但看不出飞机，只记最大的三种牌，别人报单才注意",
                ),
                "rules",
                numbers={**CLUB_NUMBERS, "run": 1.0, "run_out_forced": 0.0, "spare_high": 0.25},
                limits=Limits(forgets=True, counts=3, alarm=FEW_CARDS, notices=1, overlooks=frozenset({"plane"})),
                step=4,
                bidding=Bidding(0.1),
            ),
            Level(
                "club",
                "熟手",
                Bilingual(
                    "plays by role and danger: sure wins, blocking small cards, leaving tricks to an "
                    "ally, keeping bombs",
                    "看身份和局势出牌：算必胜、顶门、让队友、留炸弹",
                ),
                "rules",
                numbers=CLUB_NUMBERS,
                step=5,
            ),
            Level(
                "adept",
                "好手",
                Bilingual(
                    "like club, guided by the networks of the game if it has any", "同熟手，有网络的玩法按网络判断"
                ),
                "rules",
                numbers=CLUB_NUMBERS,
                learned=True,
                step=6,
            ),
            Level(
                "hint",
                "参谋",
                Bilingual(
                    "for hints in 5 ms: proves sure wins; otherwise like expert with fewer games and sampled deals",
                    "用来给提示，约5毫秒：先算必胜，否则同高手，推演的局数和推测的牌较少",
                ),
                "search",
                numbers=CLUB_NUMBERS,
                budget=Budget(games=160, candidates=10, prior_weight=4, open=20, worlds=100, most_worlds=200),
                learned=True,
            ),
            Level(
                "expert",
                "高手",
                Bilingual(
                    "proves sure wins; otherwise plays candidates out in deals that explain the "
                    "history, guided by networks if the game has any",
                    "先算必胜；否则按出牌记录推测各家的牌，用网络（如果有）把候选的出法推演下去",
                ),
                "search",
                numbers=CLUB_NUMBERS,
                budget=Budget(games=256, candidates=10, prior_weight=4, open=20, worlds=200, most_worlds=800),
                learned=True,
            ),
            Level(
                "master",
                "大师",
                Bilingual(
                    "like expert, with ten times as many games and sampled deals",
                    "同高手，推演的局数和推测的牌多十倍",
                ),
                "search",
                numbers=CLUB_NUMBERS,
                budget=Budget(games=2560, candidates=10, prior_weight=40, open=20, worlds=2000, most_worlds=4000),
                learned=True,
                step=7,
            ),
        )
    }
)
"""Levels by name, weakest first. ◄ a new level goes here; it must beat the level before in the arena."""


PLAINER: Mapping[str, Level] = MappingProxyType(
    {
        "hobbyist": replace(
            LEVELS["hobbyist"],
            about=Bilingual(
                "knows threes with kickers, but sees no straights, no pair runs and no planes; always leads low, "
                "beats its ally's small cards too, counts only the three highest ranks",
                "会三带，看不出顺子、连对和飞机；总从小出，队友的小牌也管，只记最大的三种牌",
            ),
            limits=LEVELS["hobbyist"].limits._replace(overlooks=frozenset({"straight", "pair_run", "plane"})),
        ),
        "regular": replace(
            LEVELS["regular"],
            about=Bilingual(
                "plays by role and danger, but sees no pair runs and no planes, counts only the three highest ranks, "
                "and notices only the last card of a seat",
                "看身份和局势出牌，但看不出连对和飞机，只记最大的三种牌，别人报单才注意",
            ),
            limits=LEVELS["regular"].limits._replace(overlooks=frozenset({"pair_run", "plane"})),
        ),
    }
)
"""Levels that see fewer kinds of plays where straights and runs are worth more, so that the steps are even there."""


MORE_CARDS = 6
"""Cards of an enemy at which players of combos of five use their bombs: one such play, and a single card."""


ALARMED: Mapping[str, Level] = MappingProxyType(
    {name: replace(level, limits=level.limits._replace(alarm=MORE_CARDS)) for name, level in PLAINER.items()}
)
"""The plainer levels where bombs are frequent."""


LADDERS: Mapping[str, Mapping[str, Level]] = MappingProxyType({"usual": {}, "plainer": PLAINER, "alarmed": ALARMED})
"""Levels that play a game in another way than `LEVELS`, by the ladder of the game (`Variant.ladder`)."""


DEFAULT_LEVEL = "club"


STEPS: Mapping[int, str] = MappingProxyType({level.step: level.id for level in LEVELS.values() if level.step})
"""The levels of the ladder by their number, 1 to 7."""


def advising_level(rules: CompiledRules) -> str:
    """Return the level that advises unless a request names one: `adept` if networks are in force under the rules."""
    return "adept" if rules.weights.nets else DEFAULT_LEVEL


MOST_GAMES = 10_000
"""Maximum games of a search that a request may set; fewer if moves take longer."""


MOST_WORK = 4_000
"""Maximum work of the games that a request may set, about two seconds of CPU."""


def find_level(name: str, pointer: str = "/level") -> Level:
    """Return the level called *name*.

    Raises RuleError "level_unknown" if there is none.
    """
    level = LEVELS.get(name)
    if level is None:
        near = near_name(name, {level.id: (level.zh,) for level in LEVELS.values()})
        message = Bilingual(
            f"no level {brief(name)}; known: {', '.join(LEVELS)}{near}",
            f"没有{quoted(name)}这个难度；有：{coded(LEVELS)}{near.zh}",
        )
        raise RuleError("level_unknown", message, pointer)
    return level


def level_in(game: str, name: str) -> Level:
    """Return the level called *name* as it plays a game (by its id; empty: any other)."""
    return LADDERS[VARIANTS[game].ladder if game else "usual"].get(name, LEVELS[name])


def level_above(game: str, name: str) -> Level | None:
    """Return the next level of the ladder that plays a game without a search; None if there is none."""
    names = [*LEVELS]
    higher = [level_in(game, other) for other in names[names.index(name) + 1 :]]
    return next((one for one in higher if one.step and not one.budget), None)


def most_games(rules: CompiledRules) -> int:
    """Return the maximum number of games that a request may set under these rules."""
    slow = rules.setup.slow * rules.setup.fewer_worlds
    return min(MOST_GAMES // slow, int(MOST_WORK / work_of(rules.setup).game))


def games_of(level: Level, rules: CompiledRules) -> int:
    """Return the number of games of a level's search under some rules.

    0, or one for all candidates, means no search: fewer than two games per candidate give no information.
    """
    if level.budget is None:
        return 0
    games = level.budget.games // rules.setup.slow
    return games if games >= 2 * level.budget.candidates else 1


NO_SEARCH = 1
"""Number of games that disables the search of a level."""


POINTS, WIN = "points", "win"


AIMS = (POINTS, WIN)
"""Aims of a robot: the payment of the deal, or going out first."""


def has_points(rules: CompiledRules) -> bool:
    """Return whether a deal pays points, so that a request may set an aim; otherwise the aim is the place."""
    payment = rules.setup.payment
    return payment is not None and not payment.places_only


@lru_cache(256)
def policy_of(
    level: str,
    games: int = 0,
    aim: str = POINTS,
    fewer_worlds: int = 1,
    least_prior: float = 1.0,
    temperature: float = 0.0,
    game: str = "",
) -> robots.Policy:
    """Return the policy of a level as the core reads it; *games* replaces its number of games, *aim*: see `AIMS`.

    *game*: see `level_in`.

    With a *temperature* (turns) actions are drawn, with probabilities proportional to exp(value / temperature).

    The numbers of sampled worlds are scaled with *games*, up to the level's own, and divided by *fewer_worlds*. The
    weight of the policy's prior is scaled with *games* too, down to *least_prior*.
    """
    robot_level = level_in(game, level)
    budget = robot_level.budget
    if budget and games:
        share = min(1.0, games / budget.games)
        worlds, most = int(budget.worlds * share) // fewer_worlds, int(budget.most_worlds * share) // fewer_worlds
        budget = budget._replace(
            games=games, prior_weight=max(least_prior, budget.prior_weight * share), worlds=worlds, most_worlds=most
        )
    return robots.Policy(
        robot_level.kind,
        numbers=robot_level.numbers,
        budget=budget,
        learned=robot_level.learned,
        aim=aim,
        temperature=temperature,
        limits=robot_level.limits,
    )


def policy_under(
    rules: CompiledRules, level: str, games: int = 0, aim: str = POINTS, temperature: float = 0.0
) -> robots.Policy:
    """Return the policy of a level under some rules; *games* replaces its number of games there."""
    setup = rules.setup
    searched = games or games_of(LEVELS[level], rules)
    return policy_of(level, searched, aim, setup.fewer_worlds, setup.least_prior, temperature, rules.variant.id)

"""Every game by its id. CONTRIBUTING.md lists the files of a new game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.rules.errors import Bilingual, RuleError, brief, coded, quoted
from service.rules.games.contest import CONTEST
from service.rules.games.guandan import GUANDAN
from service.rules.games.laizi import LAIZI
from service.rules.games.paodekuai import PAODEKUAI
from service.rules.games.paodekuai_four import PAODEKUAI_FOUR
from service.rules.games.paodekuai_two import PAODEKUAI_TWO
from service.rules.games.standard import STANDARD
from service.rules.games.standard_four import STANDARD_FOUR
from service.rules.games.standard_two import STANDARD_TWO
from service.rules.games.yuncheng import YUNCHENG
from service.rules.games.zhengshangyou import ZHENGSHANGYOU
from service.rules.games.zhengshangyou_four import ZHENGSHANGYOU_FOUR
from service.rules.variant import Variant, near_name

GAMES: dict[str, Variant] = {
    variant.id: variant
    for variant in (
        STANDARD,
        CONTEST,
        YUNCHENG,
        LAIZI,
        PAODEKUAI,
        PAODEKUAI_TWO,
        PAODEKUAI_FOUR,
        GUANDAN,
        ZHENGSHANGYOU,
        ZHENGSHANGYOU_FOUR,
        STANDARD_TWO,
        STANDARD_FOUR,
    )
}
"""Games; a test may add one. ◄ a new variant goes here."""

VARIANTS: Mapping[str, Variant] = MappingProxyType(GAMES)
"""All games by id, read-only."""

BID_KINDS = tuple(dict.fromkeys(auction.id for variant in VARIANTS.values() for auction in variant.auctions))
"""Every kind of auction."""

MOST_PLACES = max([auction.seats for variant in VARIANTS.values() for auction in variant.auctions])
"""Maximum seats of an auction."""

DEFAULT_VARIANT = STANDARD.id
"""Default game of a request."""

PLAYERS = {
    2: ("two", "二人", "二家", "两人", "两家", "双人", "一打一"),
    3: ("three", "三人", "三家", "二打一"),
    4: ("four", "四人", "四家", "三打一", "二打二"),
    5: ("five", "五人", "五家"),
    6: ("six", "六人", "六家"),
    8: ("eight", "八人", "八家"),
}
"""Words for a number of players in the name of a game, besides digits."""

COUNTED = ("player", " player", "-player", "_player", "p", "人", "家")
"""What follows the digit of a number of players."""

WITH_WILD = [variant for variant in VARIANTS.values() if "wild" in variant.options]
"""Games with wild ranks."""

WILD = ("癞", "赖", "wild", *[variant.id for variant in WITH_WILD])
"""Words for wild ranks in the name of a game."""

MOST_KEYS = 32
"""Maximum keys of an object by option, seat or shape: no game has more of them."""


def find_variant(name: str, pointer: str = "/variant") -> Variant:
    """Return the variant called *name*.

    Raises RuleError "variant_unknown" if there is none.
    """
    variant = VARIANTS.get(name)
    if variant is None:
        raise RuleError("variant_unknown", no_variant(name), pointer)
    return variant


def states_players(name: str, number: int) -> bool:
    """Return whether the name of a game contains a number of players: 四人, 4人, 4-player, or ends in its digit."""
    if any(word in name for word in [*PLAYERS[number], *[f"{number}{after}" for after in COUNTED]]):
        return True
    return name.endswith(str(number)) and not name[-2:-1].isdigit()


def no_variant(name: str) -> Bilingual:
    """Return the message for an unknown game, with the nearest known one of its players and with wild cards or not."""
    small = str(name).lower()
    stated = [number for number in PLAYERS if states_players(small, number)]
    games = WITH_WILD if any(word in small for word in WILD) else list(VARIANTS.values())
    games = [variant for variant in games if not stated or len(variant.seats) in stated]
    near = near_name(name, {game.id: (game.name, game.zh, *game.short) for game in games})
    return Bilingual(
        f"no variant {brief(name)}; known: {', '.join(VARIANTS)}{near}",
        f"没有{quoted(name)}这种玩法；有：{coded(VARIANTS)}{near.zh}",
    )


def with_auction() -> list[str]:
    """Return the games with an auction, those with several kinds first."""
    games = [variant for variant in VARIANTS.values() if variant.auctions]
    return [variant.id for variant in sorted(games, key=lambda variant: -len(variant.auctions))]


def with_tribute() -> list[str]:
    """Return the games with a tribute."""
    return [variant.id for variant in VARIANTS.values() if variant.tribute]

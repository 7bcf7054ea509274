"""The commands and their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paili import words as w
from paili.arguments import Argument, integer_or_text, option, pair, port_number, request_of
from paili.words import LANGUAGES

ACTIONS = ("play", "show")
THEMES = (
    "must_pass", "tear_bomb", "split_rocket", "force_bomb", "spend_big", "keep_reentry", "block_single", "avoid_pairs",
    "feed_ally", "change_kicker", "break_run", "small_bait",
)  # fmt: skip
"""Themes of puzzles, as in the contract."""

POSITION = Argument(("position",), w.ABOUT_POSITION, {"nargs": "+"})
VARIANT = option("variant", w.ABOUT_VARIANT)
OPTION = option("option", w.ABOUT_OPTION, metavar="NAME=VALUE", action="append", type=pair)
LEVEL = option("level", w.ABOUT_LEVEL)
SEED = option("seed", w.ABOUT_SEED, type=integer_or_text)
SEAT = option("seat", w.ABOUT_SEAT)
LAST = option("last", w.ABOUT_LAST)
JSON = Argument(("--json",), w.ABOUT_JSON, {"action": "store_true"})
BIDDING = option("bidding", w.ABOUT_BIDDING, metavar="points|call_rob|call")
COMMON = (
    Argument(("--lang",), w.ABOUT_LANG, {"choices": LANGUAGES}),
    option("server", w.ABOUT_SERVER, metavar="URL"),
    option("key", w.ABOUT_KEY),
)


class Command(NamedTuple):
    """A command: its help and arguments."""

    about: w.Phrase
    arguments: tuple[Argument, ...]


FORMAT_NAMES = (
    "ddz", "botzone-guandan", "botzone-landlord", "botzone-match", "douzero", "douzero-log", "rlcard",
    "rlcard-showdown", "json", "contest", "chinese",
)  # fmt: skip
"""Formats of records. The registry is imported only when it is used; a test compares both."""

COMMANDS: Mapping[str, Command] = {
    "analyze": Command(
        w.DO_ANALYZE,
        (
            Argument(("position",), w.ABOUT_POSITIONS, {"nargs": "+"}), VARIANT, OPTION, SEAT, LAST, LEVEL, SEED,
            option("want", w.ABOUT_WANT), option("top", w.ABOUT_TOP, type=integer_or_text),
            option("order", w.ABOUT_ORDER, metavar="rest|robot"), option("for", w.ABOUT_FOR, metavar="LEVEL"), JSON,
        ),
    ),
    "move": Command(w.DO_MOVE, (POSITION, VARIANT, OPTION, SEAT, LAST, LEVEL, SEED, JSON)),
    "check": Command(
        w.DO_CHECK,
        (
            Argument(("cards",), w.ABOUT_CARDS), Argument(("position",), w.ABOUT_POSITION, {"nargs": "*"}),
            option("as", w.ABOUT_AS, metavar="CARDS", dest="stands_for"), VARIANT, OPTION, SEAT, LAST, JSON,
        ),
    ),
    "bid": Command(
        w.DO_BID,
        (
            Argument(("hand",), w.ABOUT_HAND), option("bids", w.ABOUT_BIDS), BIDDING, option("bottom", w.ABOUT_BOTTOM),
            option("place", w.ABOUT_PLACE, type=integer_or_text), VARIANT, OPTION, JSON,
        ),
    ),
    "deal": Command(w.DO_DEAL, (VARIANT, OPTION, SEED, option("profile", w.ABOUT_PROFILE), SEAT, JSON)),
    "tribute": Command(
        w.DO_TRIBUTE,
        (
            Argument(("role",), w.ABOUT_ROLE, {"metavar": "give|return"}), Argument(("hand",), w.ABOUT_HAND),
            option("paid", w.ABOUT_PAID, metavar="CARD"), option("order", w.ABOUT_OUT),
            option("partner-big-jokers", w.ABOUT_PARTNER, metavar="NUMBER", type=integer_or_text), OPTION, JSON,
        ),
    ),
    "game": Command(
        w.DO_GAME, (Argument(("request",), w.ABOUT_REQUEST, {"metavar": "FILE", "type": request_of}), JSON)
    ),
    "solve": Command(
        w.DO_SOLVE,
        (
            Argument(("hands",), w.ABOUT_HANDS, {"nargs": "+", "metavar": "SEAT=CARDS", "type": pair}), VARIANT, OPTION,
            option("turn", w.ABOUT_TURN, metavar="SEAT", type=integer_or_text), LAST,
            option("passes", w.ABOUT_PASSES, metavar="NUMBER", type=integer_or_text),
            option("nodes", w.ABOUT_NODES, metavar="NUMBER", type=integer_or_text), JSON,
        ),
    ),
    "convert": Command(
        w.DO_CONVERT,
        (
            Argument(("source",), w.ABOUT_SOURCE, {"metavar": "A"}),
            Argument(("target",), w.ABOUT_TARGET, {"metavar": "B"}),
            option("from", w.ABOUT_FROM, metavar="FORMAT", dest="source_form", choices=FORMAT_NAMES),
            option("to", w.ABOUT_TO, metavar="FORMAT", dest="target_form", choices=("ddz", "json")),
            option("variant", w.ABOUT_UNSTATED), OPTION,
            Argument(("--no-check",), w.ABOUT_UNCHECKED, {"action": "store_true"}),
        ),
    ),
    "review": Command(
        w.DO_REVIEW,
        (
            Argument(("files",), w.ABOUT_GAMES, {"nargs": "+", "metavar": "FILE"}), LEVEL,
            option("for", w.ABOUT_FOR, metavar="LEVEL", dest="height"),
            option("player", w.ABOUT_PLAYER, metavar="NAME"),
            option("html", w.ABOUT_HTML, metavar="FILE"),
            option("cluster", w.ABOUT_CLUSTER, metavar="ADDRESS", default=""), JSON,
        ),
    ),
    "variants": Command(w.DO_VARIANTS, (JSON,)),
    "play": Command(
        w.DO_PLAY,
        (
            VARIANT, OPTION, LEVEL, option("seed", w.ABOUT_SEED, type=int), BIDDING,
            option("place", w.ABOUT_PLACE, type=int),
        ),
    ),
    "puzzle": Command(
        w.DO_PUZZLE,
        (
            Argument(("action",), w.ABOUT_ACTION, {"nargs": "?", "choices": ACTIONS, "default": ACTIONS[0]}),
            VARIANT, OPTION, option("seed", w.ABOUT_SEED, type=int),
            option("theme", w.ABOUT_THEME, metavar=None, choices=THEMES),
            option("grade", w.ABOUT_GRADE, type=int, choices=(1, 2, 3)),
            Argument(("--solution",), w.ABOUT_SOLUTION, {"action": "store_true"}), JSON,
        ),
    ),
}  # fmt: skip
"""Commands that use the engine or a server. ◄ a new command goes here, and its function into `paili.command.RUN`."""

COMPLETION = (Argument(("shell",), w.ABOUT_SHELL, {"choices": ("bash", "zsh", "fish")}),)

SERVE = (
    option("host", w.ABOUT_HOST),
    option("port", w.ABOUT_PORT, type=port_number),
    Argument(("--check",), w.ABOUT_CHECK, {"action": "store_true"}),
)

MCP = (
    Argument(("--server", "--url"), w.ABOUT_SERVER, {"metavar": "URL"}),
    option("key", w.ABOUT_KEY),
    option("host", w.ABOUT_MCP_HOST),
    option("port", w.ABOUT_MCP_PORT, type=port_number),
    option("allow-host", w.ABOUT_ALLOW_HOST, metavar="NAME", action="append", default=[]),
)

"""The command `paili`: positions, deals and whole games in a terminal.

Asks the engine in this process unless --server (or PAILI_SERVER) names a server. Exit status: 0 answered, 1 the server
or a library is missing, or the server is not Paili's or takes no question now or without a key, 2 the question cannot
be answered as it was put; what is wrong is told on stderr.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from paili import __version__, show
from paili import words as w
from paili.arguments import Argument, Parser, language, legible, number_of, option, pair, port, request_of, speaking
from paili.client import AUTHORITY, Client, ForeignError, Problem
from paili.play import LeftError, Sitting
from paili.screen import Screen
from paili.table import Table, TableOptions
from paili.transport import Reply, Send, SettingError
from paili.words import LANGUAGES

Asked = argparse.Namespace

MOST_SEED = 2**31
"""Below which a seed is drawn where none was given."""


# ---- whom to ask ----------------------------------------------------------------------------------------------------


NOT_NOW = (401, 403, 429)
"""What a server answers that takes no question now, or none from this person: another would fare no better."""


class UnreachedError(Exception):
    """Nobody answers."""


def reached(send: Send) -> Send:
    """Return *send*, its faults no longer those of any file: what is wrong with the output is told in other words."""

    def sent(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        try:
            return send(method, path, headers, body)
        except OSError as error:
            raise UnreachedError(error) from error

    return sent


def server_of(asked: Asked) -> str:
    """Return the server that is named; "" where none is."""
    return asked.server or os.environ.get("PAILI_SERVER", "")


def client_of(asked: Asked) -> Client:
    """Return the server that is named, else the engine in this process, else the server of this machine."""
    server = server_of(asked)
    settings = {"lang": asked.lang, "key": asked.key or os.environ.get("PAILI_TOKEN")}
    if not server:
        try:
            local: Callable[..., Client] = import_module("paili.engine").local
            return local(**settings)
        except ModuleNotFoundError:
            server = AUTHORITY  # the engine, or a library that it needs, is not installed here
    client = Client(server, **settings)
    client.send = reached(client.send)
    return client


def fields_of(asked: Asked, *names: str) -> dict[str, Any]:
    """Return the fields of a request that were given."""
    found = {name: value for name in names if (value := getattr(asked, name)) is not None}
    if asked.option:
        found["options"] = dict(asked.option)
    return found


def position_of(asked: Asked) -> dict[str, Any]:
    """Return the fields of a position: one line of five parts, or a hand alone with what the table shows."""
    words = " ".join(asked.position).split()
    told = {"position": " ".join(words)} if len(words) > 1 else {"hand": "".join(words)}
    return told | fields_of(asked, "variant", "last", "seat")


# ---- the commands ---------------------------------------------------------------------------------------------------


def shown(asked: Asked, answer: Any, draw: Callable[[], None]) -> None:
    """Print an answer as JSON if that is asked for, else draw it."""
    if asked.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        draw()


def do_analyze(asked: Asked, client: Client, screen: Screen) -> None:
    """Say everything about a position."""
    fields = position_of(asked) | fields_of(asked, "top", "level", "seed", "order")
    if asked.want:
        fields["want"] = asked.want.split(",")
    answer = client.analyze(**fields)
    shown(asked, answer, lambda: show.analysis(screen, client, answer))


def do_move(asked: Asked, client: Client, screen: Screen) -> None:
    """Say what a robot plays."""
    answer = client.move(**position_of(asked) | fields_of(asked, "level", "seed"))
    names = show.Names(client, show.game_of(answer["position"]), screen.lang)
    shown(asked, answer, lambda: show.move(screen, names, answer["move"]))


def do_check(asked: Asked, client: Client, screen: Screen) -> None:
    """Say what cards are, and whether they may be played."""
    fields = position_of(asked) if asked.position else fields_of(asked, "variant", "last", "seat")
    answer = client.check(asked.cards, declared=asked.stands_for, **fields)
    variant = show.game_of(fields.get("position", asked.variant or "standard"))
    shown(asked, answer, lambda: show.check(screen, client, answer, variant))


def do_bid(asked: Asked, client: Client, screen: Screen) -> None:
    """Say what to bid."""
    fields = fields_of(asked, "variant", "bidding", "place", "bottom")
    if asked.bids:
        fields["bids"] = [number_of(word) for word in asked.bids.split(",")]
    answer = client.bid(asked.hand, **fields)
    shown(asked, answer, lambda: show.bid(screen, answer))


def do_deal(asked: Asked, client: Client, screen: Screen) -> None:
    """Deal the cards of a game."""
    answer = client.deal(seed_of(asked), **fields_of(asked, "variant", "profile", "seat"))
    shown(asked, answer, lambda: show.deal(screen, client, answer))


def do_tribute(asked: Asked, client: Client, screen: Screen) -> None:
    """Say which card to pay, or to give back."""
    fields = fields_of(asked, "paid", "partner_big_jokers")
    if asked.order:
        fields["order"] = [number_of(seat) for seat in asked.order.split(",")]
    answer = client.tribute(asked.hand, asked.role, **fields)
    shown(asked, answer, lambda: show.tribute(screen, client, answer))


def do_game(asked: Asked, client: Client, screen: Screen) -> None:
    """Judge a table."""
    answer = client.ask("game", None, asked.request)
    shown(asked, answer, lambda: show.game(screen, client, answer))


def do_variants(asked: Asked, client: Client, screen: Screen) -> None:
    """List the games."""
    answer = client.variants()
    shown(asked, answer, lambda: show.variants(screen, answer))


def do_play(asked: Asked, client: Client, screen: Screen) -> None:
    """Play against robots."""
    places = range(len(client.variant(asked.variant or TableOptions().variant)["seats"]))
    if asked.place is not None and asked.place not in places:
        listed = w.listed(map(str, places), asked.lang)
        asked.refuse(w.NO_PLACE.told(asked.lang).format(place=asked.place, places=listed))
    wish = TableOptions(
        asked.variant or TableOptions().variant,
        dict(asked.option or ()),
        asked.level or TableOptions().level,
        asked.bidding,
        asked.place,
        seed_of(asked),
    )
    try:
        Sitting(Table(client, wish), screen).run()
    except LeftError:
        screen.line(screen.said(w.FAREWELL))


def seed_of(asked: Asked) -> Any:
    """Return the seed that was given, else any."""
    return secrets.randbelow(MOST_SEED) if asked.seed is None else asked.seed


# ---- the arguments --------------------------------------------------------------------------------------------------


POSITION = Argument(("position",), w.ABOUT_POSITION, {"nargs": "+"})
VARIANT = option("variant", w.ABOUT_VARIANT)
OPTION = option("option", w.ABOUT_OPTION, metavar="NAME=VALUE", action="append", type=pair)
LEVEL = option("level", w.ABOUT_LEVEL)
SEED = option("seed", w.ABOUT_SEED, type=number_of)
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
    """What may be asked for."""

    run: Callable[[Asked, Client, Screen], None]
    about: w.Bilingual
    arguments: tuple[Argument, ...]


COMMANDS: Mapping[str, Command] = {
    "analyze": Command(
        do_analyze,
        w.DO_ANALYZE,
        (
            POSITION, VARIANT, OPTION, SEAT, LAST, LEVEL, SEED, option("want", w.ABOUT_WANT),
            option("top", w.ABOUT_TOP, type=number_of), option("order", w.ABOUT_ORDER, metavar="rest|robot"), JSON,
        ),
    ),
    "move": Command(do_move, w.DO_MOVE, (POSITION, VARIANT, OPTION, SEAT, LAST, LEVEL, SEED, JSON)),
    "check": Command(
        do_check,
        w.DO_CHECK,
        (
            Argument(("cards",), w.ABOUT_CARDS), Argument(("position",), w.ABOUT_POSITION, {"nargs": "*"}),
            option("as", w.ABOUT_AS, metavar="CARDS", dest="stands_for"), VARIANT, OPTION, SEAT, LAST, JSON,
        ),
    ),
    "bid": Command(
        do_bid,
        w.DO_BID,
        (
            Argument(("hand",), w.ABOUT_HAND), option("bids", w.ABOUT_BIDS), BIDDING, option("bottom", w.ABOUT_BOTTOM),
            option("place", w.ABOUT_PLACE, type=number_of), VARIANT, OPTION, JSON,
        ),
    ),
    "deal": Command(do_deal, w.DO_DEAL, (VARIANT, OPTION, SEED, option("profile", w.ABOUT_PROFILE), SEAT, JSON)),
    "tribute": Command(
        do_tribute,
        w.DO_TRIBUTE,
        (
            Argument(("role",), w.ABOUT_ROLE, {"metavar": "give|return"}), Argument(("hand",), w.ABOUT_HAND),
            option("paid", w.ABOUT_PAID, metavar="CARD"), option("order", w.ABOUT_OUT),
            option("partner-big-jokers", w.ABOUT_PARTNER, metavar="NUMBER", type=number_of), OPTION, JSON,
        ),
    ),
    "game": Command(
        do_game, w.DO_GAME, (Argument(("request",), w.ABOUT_REQUEST, {"metavar": "FILE", "type": request_of}), JSON)
    ),
    "variants": Command(do_variants, w.DO_VARIANTS, (JSON,)),
    "play": Command(
        do_play,
        w.DO_PLAY,
        (
            VARIANT, OPTION, LEVEL, option("seed", w.ABOUT_SEED, type=int), BIDDING,
            option("place", w.ABOUT_PLACE, type=int),
        ),
    ),
}  # fmt: skip
"""Every command that asks the engine or a server. ◄ a new command goes here."""

SERVE = (
    option("host", w.ABOUT_HOST),
    option("port", w.ABOUT_PORT, type=port),
    Argument(("--check",), w.ABOUT_CHECK, {"action": "store_true"}),
)


def parser_of(lang: str) -> argparse.ArgumentParser:
    """Return what reads the arguments, its help in *lang*; before the command --lang may stand too."""
    Parser.lang = lang
    parser = Parser(prog="paili", allow_abbrev=False, description=w.PAILI.told(lang), epilog=w.STATUS.told(lang))
    parser.add_argument("--version", action="version", version=f"paili {__version__}", help=w.ABOUT_VERSION.told(lang))
    parser.add_argument(*COMMON[0].flags, help=COMMON[0].about.told(lang), **COMMON[0].form)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        add(commands, lang, name, command.about, (*command.arguments, *COMMON))
    add(commands, lang, "serve", w.DO_SERVE, (*SERVE, COMMON[0]))
    return parser


def add(commands: Any, lang: str, name: str, about: w.Bilingual, arguments: Sequence[Argument]) -> None:
    """Add a command and its arguments."""
    told = about.told(lang)
    command = commands.add_parser(name, help=told, description=told, allow_abbrev=False)
    command.set_defaults(refuse=command.error)
    for argument in arguments:
        command.add_argument(*argument.flags, help=argument.about.told(lang), **argument.form)


# ---- the program ----------------------------------------------------------------------------------------------------


def complain(asked: Asked, problem: Problem, inside: bool) -> int:
    """Tell on stderr what is wrong and how to mend it; return the exit status."""
    if getattr(asked, "json", False):
        print(json.dumps(problem.document, ensure_ascii=False, indent=2), file=sys.stderr)
    else:
        mended = import_module("paili.engine").mend(problem.code, asked.lang) if inside else problem.help
        print(f"paili: {problem}", *([mended] if mended else []), sep="\n", file=sys.stderr)
    return 2 if 400 <= problem.status < 500 and problem.status not in NOT_NOW else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    sys.stdin = sys.stdin or io.StringIO()  # where it is closed there is nothing to read
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a mark for what the terminal's encoding has not
    lang = language(arguments)
    with speaking(lang):
        return answered(read(arguments, lang))


def read(arguments: Sequence[str], lang: str) -> Asked:
    """Read the arguments."""
    parser = parser_of(lang)
    for argument in arguments:
        if (read := legible(argument)) != argument:
            parser.error(w.NO_UTF8.told(lang).format(argument=read))
    asked = parser.parse_args(arguments)
    asked.lang = lang
    return asked


def answered(asked: Asked) -> int:
    """Do what is asked for; return the exit status."""
    lang = asked.lang
    if asked.command == "serve":
        return serve(asked)
    if sys.stdout is None:
        print(f"paili: {w.UNWRITTEN.told(lang)}", file=sys.stderr)
        return 1
    screen = Screen(lang, sys.stdout)
    try:
        client = client_of(asked)
    except SettingError as error:
        print(f"paili: {w.UNMEANT[error.name].told(lang).format(server=server_of(asked))}", file=sys.stderr)
        return 2
    try:
        COMMANDS[asked.command].run(asked, client, screen)
        sys.stdout.flush()
    except Problem as problem:
        return complain(asked, problem, inside=not client.authority)
    except ForeignError:
        print(f"paili: {w.FOREIGN.told(lang).format(server=client.authority)}", file=sys.stderr)
        return 1
    except UnreachedError as error:
        print(f"paili: {w.UNREACHABLE.told(lang)} {error}", file=sys.stderr)
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is not written yet
        if isinstance(error, BrokenPipeError):  # whoever read has seen enough
            return 0
        print(f"paili: {w.UNWRITTEN.told(lang)} {error.strerror}", file=sys.stderr)
        return 1
    return 0


def serve(asked: Asked) -> int:
    """Become the server, or say whether it can start."""
    os.environ.update({name: value for name, value in (("HOST", asked.host), ("PORT", asked.port)) if value})
    try:
        server = import_module("paili.serve")
        return int(server.check() if asked.check else server.serve())
    except ModuleNotFoundError as missing:
        print(f"paili: {w.NO_ENGINE.told(asked.lang)} {missing}", file=sys.stderr)
        return 1

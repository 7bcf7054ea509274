"""The command `paili`: positions, deals and whole games in a terminal.

Uses the local engine unless --server (or PAILI_SERVER) names a server. Exit status: 0 answered, 1 missing server or
library, foreign server, busy server or rejected key, 2 invalid request; errors are printed to stderr.
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
from typing import Any

from paili import __version__, show
from paili import words as w
from paili.arguments import Argument, Parser, argparse_language, help_language, integer_or_text, legible
from paili.client import AUTHORITY, Client, ForeignError, Problem
from paili.command_arguments import COMMANDS, COMMON, COMPLETION, MCP, SERVE
from paili.play import LeftError, TerminalGame
from paili.puzzles.terminal import TerminalPuzzle, draw_puzzle
from paili.screen import Screen
from paili.table import GameTable, TableSettings
from paili.transport import Reply, Send, SettingError

Options = argparse.Namespace

MOST_SEED = 2**31
"""Bound of random seeds."""


# ---- the server, or the engine of this process ----------------------------------------------------------------------


NOT_NOW = (401, 403, 429)
"""Statuses of a server that rejects all current requests, or all of this user."""


class UnreachedError(Exception):
    """The server cannot be reached."""


def raising_unreached(send: Send) -> Send:
    """Return *send* with OSError converted to UnreachedError, so that OSError means an output error."""

    def sent(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        try:
            return send(method, path, headers, body)
        except OSError as error:
            raise UnreachedError(error) from error

    return sent


def server_of(options: Options) -> str:
    """Return the named server; "" without one."""
    return options.server or os.environ.get("PAILI_SERVER", "")


def plain_client_of(options: Options, **local_settings: Any) -> Client:
    """Return a client of the named server; else of the local engine; else of a server on this machine.

    *local_settings* are those of `paili.engine.local`.
    """
    server = server_of(options)
    settings = {"lang": options.lang, "key": options.key or os.environ.get("PAILI_TOKEN")}
    if not server:
        try:
            local: Callable[..., Client] = import_module("paili.engine").local
            return local(**local_settings, **settings)
        except ModuleNotFoundError:
            server = AUTHORITY  # the engine, or a library that it needs, is not installed
    return Client(server, **settings)


def client_of(options: Options) -> Client:
    """Return the client for the options; it raises UnreachedError if a server cannot be reached."""
    client = plain_client_of(options)
    client.send = raising_unreached(client.send)
    return client


def request_fields(options: Options, *names: str) -> dict[str, Any]:
    """Return the given fields of a request."""
    fields = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.option:
        fields["options"] = dict(options.option)
    return fields


def position_fields(options: Options) -> dict[str, Any]:
    """Return the fields of a position: one line of five parts, or only a hand with the table."""
    words = " ".join(options.position).split()
    fields = {"position": " ".join(words)} if len(words) > 1 else {"hand": "".join(words)}
    return fields | request_fields(options, "variant", "last", "seat")


# ---- the commands ---------------------------------------------------------------------------------------------------


def print_answer(options: Options, answer: Any, draw: Callable[[], None]) -> None:
    """Print an answer as JSON with --json, otherwise draw it."""
    if options.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        draw()


def do_analyze(options: Options, client: Client, screen: Screen) -> int | None:
    """Analyze a position, or the positions in the lines of standard input."""
    fields = request_fields(options, "top", "level", "seed", "order", "for")
    if options.want:
        fields["want"] = options.want.split(",")
    if options.position == ["-"]:
        return analyze_lines(options, client, fields)
    answer = client.analyze(**position_fields(options) | fields)
    print_answer(options, answer, lambda: show.draw_analysis(screen, client, answer))
    return None


def analyze_lines(options: Options, client: Client, fields: dict[str, Any]) -> int:
    """Print for each line of standard input, a position, its answer or problem as a line of JSON; return the status."""
    status = 0
    for line in filter(str.strip, sys.stdin):
        options.position = [line]
        try:
            answer = client.analyze(**position_fields(options) | fields)
        except Problem as problem:
            if problem.status in NOT_NOW or problem.status >= 500:
                raise
            answer, status = problem.document, 2
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return status


def do_move(options: Options, client: Client, screen: Screen) -> None:
    """Show the move of a robot."""
    answer = client.move(**position_fields(options) | request_fields(options, "level", "seed"))
    names = show.Names(client, show.variant_of_line(answer["position"]), screen.lang)
    print_answer(options, answer, lambda: show.draw_move(screen, names, answer["move"]))


def do_check(options: Options, client: Client, screen: Screen) -> None:
    """Show the readings of cards and their legality."""
    fields = position_fields(options) if options.position else request_fields(options, "variant", "last", "seat")
    answer = client.check(options.cards, declared=options.stands_for, **fields)
    variant = show.variant_of_line(fields.get("position", options.variant or "standard"))
    print_answer(options, answer, lambda: show.draw_check(screen, client, answer, variant))


def do_bid(options: Options, client: Client, screen: Screen) -> None:
    """Recommend a bid."""
    fields = request_fields(options, "variant", "bidding", "place", "bottom")
    if options.bids:
        fields["bids"] = [integer_or_text(word) for word in options.bids.split(",")]
    answer = client.bid(options.hand, **fields)
    print_answer(options, answer, lambda: show.draw_bid(screen, answer))


def do_deal(options: Options, client: Client, screen: Screen) -> None:
    """Deal the cards of a game."""
    answer = client.deal(seed_of(options), **request_fields(options, "variant", "profile", "seat"))
    print_answer(options, answer, lambda: show.draw_deal(screen, client, answer))


def do_tribute(options: Options, client: Client, screen: Screen) -> None:
    """Recommend the card to pay or to return."""
    fields = request_fields(options, "paid", "partner_big_jokers")
    if options.order:
        fields["order"] = [integer_or_text(seat) for seat in options.order.split(",")]
    answer = client.tribute(options.hand, options.role, **fields)
    print_answer(options, answer, lambda: show.draw_tribute(screen, client, answer))


def do_game(options: Options, client: Client, screen: Screen) -> None:
    """Show the state of a table."""
    answer = client.ask("game", None, options.request)
    print_answer(options, answer, lambda: show.draw_game(screen, client, answer))


def do_solve(options: Options, client: Client, screen: Screen) -> None:
    """Solve open hands."""
    fields = request_fields(options, "variant", "turn", "last", "passes")
    if options.nodes is not None:
        fields["limits"] = {"nodes": options.nodes}
    answer = client.solve(dict(options.hands), **fields)
    print_answer(options, answer, lambda: show.draw_solution(screen, client, options.variant or "standard", answer))


def do_convert(options: Options, client: Client, screen: Screen) -> int:
    """Convert games from one format to another."""
    convert = import_module("paili.records.convert")
    forms = (options.source_form, options.target_form)
    try:
        status: int = convert.convert_file(
            options.source, options.target, forms, client, options.lang,
            check=not options.no_check, variant=options.variant, options=dict(options.option or ()),
        )  # fmt: skip
    except convert.UnusableError as error:
        options.refuse(str(error))
    return status


def do_review(options: Options, client: Client, screen: Screen) -> int:
    """Review the games of files."""
    run, convert = import_module("paili.review.run"), import_module("paili.records.convert")
    names = run.ReviewOptions._fields
    try:
        status: int = run.review_files(
            run.ReviewOptions(**{name: getattr(options, name) for name in names}), client, screen
        )
    except convert.UnusableError as error:
        options.refuse(str(error))
    return status


def do_variants(options: Options, client: Client, screen: Screen) -> None:
    """List the games."""
    answer = client.variants()
    print_answer(options, answer, lambda: show.draw_variants(screen, answer))


def do_play(options: Options, client: Client, screen: Screen) -> None:
    """Play against robots."""
    places = range(len(client.variant(options.variant or TableSettings().variant)["seats"]))
    if options.place is not None and options.place not in places:
        choices = w.enumeration(map(str, places), options.lang)
        options.refuse(w.NO_PLACE.text(options.lang).format(place=options.place, places=choices))
    settings = TableSettings(
        options.variant or TableSettings().variant,
        dict(options.option or ()),
        options.level or TableSettings().level,
        options.bidding,
        options.place,
        seed_of(options),
    )
    try:
        TerminalGame(GameTable(client, settings), screen).run()
    except LeftError:
        screen.line(screen.text(w.FAREWELL))


def do_puzzle(options: Options, client: Client, screen: Screen) -> None:
    """Solve or show a puzzle."""
    variant = options.variant or TableSettings().variant
    fields = request_fields(options, "variant", "theme") | {"solution": options.solution}
    if options.grade is not None:
        fields["rating"] = options.grade
    deal = client.deal(seed_of(options), profile="endgame", **fields)
    names = show.Names(client, variant, screen.lang)
    print_answer(options, deal, lambda: draw_puzzle(screen, names, deal))
    if options.action == "play" and not options.json:
        try:
            TerminalPuzzle(screen, names, puzzle_engine().solver_of(deal)).solve()
        except LeftError:
            screen.line(screen.text(w.FAREWELL))


class MissingPackageError(Exception):
    """A command needs a package that is not installed here."""

    def __init__(self, reason: w.Phrase, missing: ModuleNotFoundError) -> None:
        super().__init__(missing)
        self.reason = reason
        """What to install."""


def puzzle_engine() -> Any:
    """Return the module that judges moves in puzzles.

    Raises MissingPackageError without an engine.
    """
    try:
        return import_module("paili.puzzles.run")
    except ModuleNotFoundError as missing:
        raise MissingPackageError(w.NO_ENGINE, missing) from missing


def seed_of(options: Options) -> Any:
    """Return the given seed, else a random one."""
    return secrets.randbelow(MOST_SEED) if options.seed is None else options.seed


RUN: Mapping[str, Callable[[Options, Client, Screen], int | None]] = {
    "analyze": do_analyze,
    "move": do_move,
    "check": do_check,
    "bid": do_bid,
    "deal": do_deal,
    "tribute": do_tribute,
    "game": do_game,
    "solve": do_solve,
    "convert": do_convert,
    "review": do_review,
    "variants": do_variants,
    "play": do_play,
    "puzzle": do_puzzle,
}
"""Functions of the commands; they return the exit status, None for 0."""


# ---- the arguments --------------------------------------------------------------------------------------------------


def parser_of(lang: str) -> argparse.ArgumentParser:
    """Return the argument parser with help in *lang*; --lang may also precede the command."""
    Parser.lang = lang
    parser = Parser(prog="paili", allow_abbrev=False, description=w.PAILI.text(lang), epilog=w.STATUS.text(lang))
    parser.add_argument("--version", action="version", version=f"paili {__version__}", help=w.ABOUT_VERSION.text(lang))
    parser.add_argument(*COMMON[0].flags, help=COMMON[0].about.text(lang), **COMMON[0].form)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        add_command(commands, lang, name, command.about, (*command.arguments, *COMMON))
    add_command(commands, lang, "completion", w.DO_COMPLETION, (*COMPLETION, COMMON[0]))
    add_command(commands, lang, "serve", w.DO_SERVE, (*SERVE, COMMON[0]))
    add_command(commands, lang, "mcp", w.DO_MCP, (*MCP, COMMON[0]))
    return parser


def add_command(commands: Any, lang: str, name: str, about: w.Phrase, arguments: Sequence[Argument]) -> None:
    """Add a command and its arguments."""
    text = about.text(lang)
    command = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
    command.set_defaults(refuse=command.error)
    for argument in arguments:
        command.add_argument(*argument.flags, help=argument.about.text(lang), **argument.form)


# ---- the program ----------------------------------------------------------------------------------------------------


def show_problem(options: Options, problem: Problem, inside: bool) -> int:
    """Write a problem and the advice for its code to stderr; return the exit status."""
    if getattr(options, "json", False):
        print(json.dumps(problem.document, ensure_ascii=False, indent=2), file=sys.stderr)
    else:
        advice = import_module("paili.engine").fix_for(problem.code, options.lang) if inside else problem.help
        print(*[f"paili: {line}" for line in problem.lines()], *([advice] if advice else []), sep="\n", file=sys.stderr)
    return 2 if 400 <= problem.status < 500 and problem.status not in NOT_NOW else 1


def complain_of_setting(options: Options, error: SettingError) -> int:
    """Write the invalid setting of the client to stderr; return the exit status."""
    text = w.INVALID_SETTING[error.name].text(options.lang)
    print(f"paili: {text.format(server=server_of(options))}", file=sys.stderr)
    return 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    sys.stdin = sys.stdin or io.StringIO()  # if standard input is closed there is nothing to read
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # replace characters that the terminal's encoding lacks
    lang = help_language(arguments)
    with argparse_language(lang):
        return run_command(parse_arguments(arguments, lang))


def parse_arguments(arguments: Sequence[str], lang: str) -> Options:
    """Return the options of a command line."""
    parser = parser_of(lang)
    for argument in arguments:
        if (text := legible(argument)) != argument:
            parser.error(w.NO_UTF8.text(lang).format(argument=text))
    options = parser.parse_args(arguments)
    options.lang = lang
    return options


def run_command(options: Options) -> int:
    """Run the command of parsed *options*; return the exit status."""
    lang = options.lang
    if options.command == "serve":
        return run_server(options)
    if options.command == "mcp":
        return run_mcp(options)
    if sys.stdout is None:
        print(f"paili: {w.UNWRITTEN.text(lang)}", file=sys.stderr)
        return 1
    try:
        status = print_completion(options) if options.command == "completion" else run_with_client(options)
        sys.stdout.flush()
    except MissingPackageError as error:
        print(f"paili: {error.reason.text(lang)} {error}", file=sys.stderr)
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # also for output that is still buffered
        if isinstance(error, BrokenPipeError):  # the reader has closed the pipe
            return 0
        print(f"paili: {w.UNWRITTEN.text(lang)} {error.strerror}", file=sys.stderr)
        return 1
    return status


def run_with_client(options: Options) -> int:
    """Run a command that uses the engine or a server; return the exit status."""
    try:
        client = client_of(options)
    except SettingError as error:
        return complain_of_setting(options, error)
    try:
        return RUN[options.command](options, client, Screen(options.lang, sys.stdout)) or 0
    except Problem as problem:
        return show_problem(options, problem, inside=not client.authority)
    except ForeignError:
        print(f"paili: {w.FOREIGN.text(options.lang).format(server=client.authority)}", file=sys.stderr)
    except UnreachedError as error:
        print(f"paili: {w.UNREACHABLE.text(options.lang)} {error}", file=sys.stderr)
    return 1


def print_completion(options: Options) -> int:
    """Print the completion script of a shell; return the exit status."""
    try:
        shtab = import_module("shtab")
    except ModuleNotFoundError as missing:
        raise MissingPackageError(w.NO_COMPLETION, missing) from missing
    print(shtab.complete(parser_of(options.lang), shell=options.shell))
    return 0


def run_server(options: Options) -> int:
    """Run the server, or with --check report whether it can start."""
    os.environ.update({name: value for name, value in (("HOST", options.host), ("PORT", options.port)) if value})
    try:
        server = import_module("paili.serve")
        return int(server.check_settings() if options.check else server.exec_gunicorn())
    except ModuleNotFoundError as missing:
        reason = w.NO_ENGINE if (missing.name or "").partition(".")[0] in ("paili", "service") else w.NO_SERVER
        print(f"paili: {reason.text(options.lang)} {missing}", file=sys.stderr)
        return 1


def run_mcp(options: Options) -> int:
    """Run the MCP server on standard input and output, or with --port over HTTP."""
    try:
        server = import_module("paili.mcp")
        if options.port:
            return run_mcp_http(options, server)
        return int(server.serve_mcp(plain_client_of(options, pages=True), options.lang))
    except ModuleNotFoundError as missing:
        print(f"paili: {w.NO_MCP.text(options.lang)} {missing}", file=sys.stderr)
    except SettingError as error:
        return complain_of_setting(options, error)
    except OSError as error:
        print(f"paili: {w.UNREACHABLE.text(options.lang)} {error}", file=sys.stderr)
    return 1


def run_mcp_http(options: Options, server: Any) -> int:
    """Run the MCP server over HTTP with the keys and the rate limit of the service's settings."""
    http, host = import_module("paili.mcp_http"), options.host or "127.0.0.1"
    service = import_module("service.settings")
    try:
        settings = service.read_settings()
        if not (settings.keys or settings.keys_file or http.is_loopback(host)):
            options.refuse(w.MCP_NEEDS_KEYS.text(options.lang).format(host=host))
        client = plain_client_of(options, pages=True, service=settings)
        mcp = server.mcp_server(client, options.lang, http.client_of_caller)
        http.serve_http(mcp, settings, (host, int(options.port)), options.allow_host)
    except service.SettingsError as fault:
        print(f"paili: {fault}", file=sys.stderr)
        return 2
    return 0

"""The arena's command line: `python -m lab.arena match club novice --decks 2000`, `... ladder`, `... sprt A B`."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from lab.arena import accept, even_matches, ladder, opponents, sprt
from lab.arena.auctions import auction_text, play_auctions
from lab.arena.calibrate_beliefs import calibrate, corrected
from lab.arena.calibrate_chances import play_games, read_claims, report, write_curve, write_row
from lab.arena.errors import ArenaError
from lab.arena.learn_bids import learn_all
from lab.arena.match import Match, match_rules, play_match, score_of
from lab.arena.option_matches import option_matches, write_matches
from lab.arena.progress_bar import Bar
from lab.arena.results import Deck
from lab.arena.strengths import strengths_measured, write_strengths
from lab.arena.tune import tune
from service.core import engine, robots
from service.position.position import variant_line
from service.rules.errors import RuleError
from service.rules.games import strengths
from service.rules.variants import VARIANTS

N = TypeVar("N", int, float)

MOST_DECKS, MOST_JOBS, MOST_SEED = 10_000_000, 1024, 1_000_000_000
"""Exclusive upper bounds of seeds, so that derived seeds have at most 64 bits."""

MOST_WORLDS, MOST_ROUNDS, MOST_MINUTES, MOST_ELO = 4000, 1000, 1e6, 2000.0

GAMES = Path(strengths.__file__).parent
"""Modules of the games."""

CHANCES = Path("dev/benchmarks/chances.json")
"""Folder of tables for the documentation, in a checkout."""

LEAST_GAMES = 1000
"""Minimum games for fitting a model of bids."""


def within(kind: Callable[[str], N], least: N, most: N) -> Callable[[str], N]:
    """Return a parser of a number that rejects values outside *least* to *most*."""

    def read(text: str) -> N:
        try:
            value = kind(text)
        except ValueError:
            value = most + 1
        if not least <= value <= most:  # also rejects NaN
            raise argparse.ArgumentTypeError(f"a number from {least} to {most} is needed, not {text!r}")
        return value

    return read


def add_seed(command: argparse.ArgumentParser) -> None:
    """Add the seed of the cards."""
    command.add_argument("--seed", type=within(int, 0, MOST_SEED), default=1)


def add_decks(command: argparse.ArgumentParser, decks: int) -> None:
    """Add the number of decks."""
    command.add_argument("--decks", "--max-decks", type=within(int, 1, MOST_DECKS), default=decks)


def add_common(command: argparse.ArgumentParser, out: str = "") -> None:
    """Add common arguments; *out* describes the output file, if there is one."""
    add_seed(command)
    command.add_argument("--variant", default="standard", help="also with options: standard[attach=rlcard]")
    command.set_defaults(out=None)
    if out:
        command.add_argument("--out", type=Path, help=out)


def add_workers(command: argparse.ArgumentParser) -> None:
    """Add the number of processes and the cluster."""
    jobs = within(int, 1, MOST_JOBS)
    command.add_argument("--jobs", type=jobs, default=os.cpu_count() or 1, help="processes; all cores by default")
    command.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler whose workers play")


def add_test(command: argparse.ArgumentParser) -> None:
    """Add the arguments of a sequential test."""
    for name, default in (("elo0", 0.0), ("elo1", 10.0)):
        command.add_argument(f"--{name}", type=within(float, -MOST_ELO, MOST_ELO), default=default)
    for name in ("alpha", "beta"):
        command.add_argument(f"--{name}", type=within(float, 1e-9, 0.499), default=0.05)


def add_learning(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that learn from games, or evaluate learned models."""
    minutes = within(float, 0.0, MOST_MINUTES)
    command = commands.add_parser("tune", help="move the numbers of the rule policy and the weights by self-play")
    command.set_defaults(do=do_tune)
    command.add_argument("--minutes", type=minutes, default=10.0)
    command.add_argument("--begins", default="", help="move only numbers whose names begin so: w. for the weights")
    add_common(command, "file of the state; a run goes on where its file ends")
    add_workers(command)
    command = commands.add_parser("accept", help="play until it is known whether numbers are stronger than others")
    command.set_defaults(do=do_accept)
    command.add_argument("a", help="a file as tune writes it; - for the numbers in force")
    command.add_argument("b", nargs="?", default=accept.IN_FORCE, help="the same; by default those in force")
    add_test(command)
    add_decks(command, 1_000_000)
    add_common(command)
    add_workers(command)
    command = commands.add_parser("calibrate", help="how far beliefs about the others' cards can be trusted")
    command.set_defaults(do=do_calibrate, out=None)
    command.add_argument("--worlds", type=within(int, 1, MOST_WORLDS), default=200)
    add_decks(command, 150)
    add_common(command)
    command = commands.add_parser("chances", help="how often chances to win come true")
    command.set_defaults(do=do_chances)
    command.add_argument("--games", type=within(int, 1, MOST_DECKS), default=1000)
    command.add_argument(
        "--write", action="store_true", help=f"replace the curve of the game, and its row in {CHANCES}"
    )
    add_common(command, "file of games; a run goes on where it ends")
    command = commands.add_parser("learn-bids", help="fit the bidding models on self-play")
    command.set_defaults(do=do_learn_bids)
    games = within(int, LEAST_GAMES, MOST_DECKS)
    command.add_argument("--games", type=games, default=240_000, help="of Dou Dizhu; games with wild cards are fewer")
    add_seed(command)
    add_workers(command)
    command.add_argument("--out", type=Path, default=Path("service/rules/games/bid_models.py"), help="module to write")
    command = commands.add_parser("learn-nets", help="learn networks by self-play")
    command.set_defaults(do=do_learn_nets)
    command.add_argument("--minutes", type=minutes, default=60.0, help="of play; the fits take their time besides")
    command.add_argument("--rounds", type=within(int, 1, MOST_ROUNDS), default=4)
    command.add_argument(
        "--begin",
        choices=[variant.id for variant in VARIANTS.values() if variant.nets],
        help="this game or one like it: its networks are the first round's",
    )
    command.add_argument(
        "--pause-while", default="", metavar="FILE", help="pause while another process locks this file"
    )
    command.add_argument("--pooled", action="store_true", help="fit each round to the games of all rounds so far")
    command.add_argument("--close", action="store_true", help="ask mostly where the best options are rated alike")
    add_common(command, "folder of games and networks; a run continues where its folder ends")
    add_workers(command)


def add_measuring(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that measure levels and networks, and write the results into the service."""
    command = commands.add_parser("strengths", help="calibrate levels by their share of wins against club")
    command.set_defaults(do=do_strengths)
    add_decks(command, 20_000)
    add_seed(command)
    command.add_argument("--variant", default="standard", choices=list(VARIANTS))
    command.add_argument("--jobs", type=within(int, 1, MOST_JOBS), default=os.cpu_count() or 1)
    command.add_argument("--out", type=Path, default=Path(strengths.__file__), help="module to write")
    command = commands.add_parser("options", help="cover the options of a game by matches of its networks")
    command.set_defaults(do=do_options)
    add_decks(command, 2000)
    add_seed(command)
    command.add_argument("--variant", default="standard", choices=[one.id for one in VARIANTS.values() if one.nets])
    command.add_argument("--jobs", type=within(int, 1, MOST_JOBS), default=os.cpu_count() or 1)
    command.add_argument("--out", type=Path, default=GAMES / "option_matches.py", help="module to write")


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command's arguments."""
    parser = argparse.ArgumentParser(
        prog="arena", description=opponents.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("match", help="play the same decks from both sides")
    command.set_defaults(do=do_match)
    command.add_argument("a")
    command.add_argument("b")
    command.add_argument(
        "--auction",
        nargs="?",
        const="",
        metavar="KIND",
        help="play whole deals with bids, a kind of the game or its first",
    )
    add_decks(command, 2000)
    add_common(command, "file of results; a match goes on where its file ends")
    add_workers(command)
    command = commands.add_parser("sprt", help="play until it is known whether A is stronger than B")
    command.set_defaults(do=do_sprt)
    command.add_argument("a")
    command.add_argument("b")
    add_test(command)
    add_decks(command, 100_000)
    add_common(command, "file of results; a test goes on where its file ends")
    add_workers(command)
    command = commands.add_parser("ladder", help="everybody against everybody")
    command.set_defaults(do=do_ladder)
    command.add_argument("names", nargs="*", help="opponents, weakest first; all that are here by default")
    add_decks(command, 1000)
    add_common(command, "folder of result files")
    add_workers(command)
    command = commands.add_parser("even", help="play matches against robots that follow the player's results")
    command.set_defaults(do=do_even)
    command.add_argument("player")
    command.add_argument("--matches", type=within(int, 1, MOST_DECKS), default=40)
    command.add_argument("--variant", default="standard", choices=list(VARIANTS))
    add_learning(commands)
    add_measuring(commands)
    return parser.parse_args(arguments)


VERDICTS = {"H1": "H1 accepted: it stays", "H0": "H0 accepted: it goes", "": "not decided"}
ENDS = {"H1": 0, "H0": 4, "": 3}
"""Text of a test's decision with the exit status; 1 is an internal error, 2 an invalid request."""


def do_calibrate(options: argparse.Namespace) -> int:
    """Print Brier scores by policy trust, and the reliability at the current trust."""
    for trust in sorted({0, 25, 50, 75, 100, robots.POLICY_TRUST}):
        calibration = calibrate(options.decks, options.worlds, trust, options.seed, options.variant)
        ranks, bombs = calibration.ranks, calibration.bombs
        print(f"policy trust {trust:3} %  Brier {ranks.brier():.4f}, of bombs {bombs.brier():.4f}")
        if trust != robots.POLICY_TRUST:
            continue
        fitted = corrected(calibration)
        tables = {"a rank": ranks, "a bomb": bombs, "a bomb, as answered": calibration.in_force}
        for name, beliefs in (tables | ({"a bomb, corrected": fitted[1]} if fitted else {})).items():
            for number, mean, share in beliefs.table():
                print(f"    {name}: {number:6} chances of {mean:.3f} on average: {share:.3f} were true")
        if fitted:
            print(f"correction: ({', '.join(f'{value:.4f}' for value in fitted[0])})")
    return 0


def do_chances(options: argparse.Namespace) -> int:
    """Print how often chances to win come true, with the calibration curve."""
    path = options.out or Path("build/chances") / f"{options.variant}.jsonl"
    play_games(options.variant, options.games, path)
    claims = read_claims(path)
    for line in report(claims):
        print(line)
    if options.write:
        if options.variant not in VARIANTS:
            raise ArenaError(f"--write takes a game without options, not {options.variant}")
        write_curve(GAMES / f"{options.variant}.py", claims)
        write_row(CHANCES, options.variant, claims)
    return 0


def do_strengths(options: argparse.Namespace) -> int:
    """Measure the rows of a game, print each match, and write them."""
    rows = strengths_measured(
        options.variant, options.decks, options.seed, options.jobs, lambda line: print(line, flush=True)
    )
    write_strengths(options.out, options.variant, rows, strengths.STRENGTHS)
    return 0


def do_options(options: argparse.Namespace) -> int:
    """Play the matches that the options of a game lack, print each, and write the rows."""
    variant = VARIANTS[options.variant]
    rows = option_matches(variant, options.decks, options.seed, options.jobs, lambda line: print(line, flush=True))
    write_matches(options.out, options.variant, rows)
    return 0


def do_even(options: argparse.Namespace) -> int:
    """Print the wins of a player in even matches."""
    matches = [
        list(even_matches.play_even(options.player, options.variant, seed + 1)) for seed in range(options.matches)
    ]
    print(even_matches.even_text(matches))
    return 0


def do_learn_bids(options: argparse.Namespace) -> int:
    """Fit the bidding models, and print the accuracy of their predictions."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    learn_all(options.games, options.seed, today, options.out, options.jobs, options.cluster)
    return 0


def do_learn_nets(options: argparse.Namespace) -> int:
    """Train networks, and print the path of the result."""
    from lab.arena.learn_nets import learn  # needs numpy

    folder = options.out or Path("build/nets")
    print(
        learn(
            options.variant,
            options.minutes,
            options.rounds,
            options.jobs,
            folder,
            options.seed,
            options.begin,
            options.cluster,
            options.pause_while,
            options.pooled,
            options.close,
        )
    )
    return 0


def do_tune(options: argparse.Namespace) -> int:
    """Tune, and print the numbers."""
    out = options.out or Path("build/tuned.json")
    out.parent.mkdir(parents=True, exist_ok=True)
    tuned = tune(options.variant, options.minutes, options.jobs, out, options.seed, options.begins, options.cluster)
    for name, value in tuned.items():
        print(f"{name:24} {value}")
    return 0


def watcher(title: str, decks: int, tell: Callable[[Deck], str]) -> Callable[[Deck], bool]:
    """Return a function that updates the progress bar after each deck with the text of *tell*."""
    bar, done = Bar(decks, title), 0

    def on_deck(deck: Deck) -> bool:
        nonlocal done
        done += 1
        bar.update(done, tell(deck))
        if done == decks:
            bar.close()
        return False

    return on_deck


def do_match(options: argparse.Namespace) -> int:
    """Play a match and print its score."""
    match, shares = Match(options.a, options.b, options.variant, options.seed), list[float]()
    if options.auction is not None:
        if options.out or options.cluster:
            raise ArenaError("--auction has neither --out nor --cluster")
        print(f"{options.a} against {options.b}, {options.variant}, engine {engine.VERSION}, seed {options.seed}")
        print(auction_text(list(play_auctions(match, options.auction, options.decks, options.jobs))))
        return 0

    def tell(deck: Deck) -> str:
        shares.append(deck.share)
        return f"WP {sum(shares) / len(shares):.3f}"

    decks = play_match(
        match, options.decks, options.jobs, options.out, watcher("", options.decks, tell), options.cluster
    )
    rules = variant_line(match_rules(match))
    print(f"{options.a} against {options.b}, {rules}, engine {engine.VERSION}, seed {options.seed}")
    print(score_of(decks))
    return 0


def do_sprt(options: argparse.Namespace) -> int:
    """Run a sequential test and print its decision; 0: A is stronger, 4: it is not, 3: not decided."""
    match = Match(options.a, options.b, options.variant, options.seed)
    run = sprt.start(sprt.Test(options.elo0, options.elo1, options.alpha, options.beta))
    draw = watcher("", options.decks, lambda _: str(run))

    def on_deck(deck: Deck) -> bool:
        run.add(deck.share)
        return draw(deck) or bool(run.decision)

    decks = play_match(match, options.decks, options.jobs, options.out, on_deck, options.cluster)
    Bar(0).close()
    score = score_of(decks)
    rules = variant_line(match_rules(match))
    print(f"{options.a} against {options.b}, {rules}, engine {engine.VERSION}, seed {options.seed}")
    print(f"{score}  Elo {sprt.elo_of(score.wp):+.1f}\n{run}\n{VERDICTS[run.decision]}")
    return ENDS[run.decision]


def do_accept(options: argparse.Namespace) -> int:
    """Test two sets of numbers and print the decision; 0: the first is stronger, 4: it is not, 3: not decided."""
    a, b = (accept.read_numbers(name, options.variant) for name in (options.a, options.b))
    if a == b:
        raise ArenaError(f"the numbers of {options.a} and {options.b} are the same")
    test, bar = sprt.Test(options.elo0, options.elo1, options.alpha, options.beta), Bar(options.decks)
    decision = ""
    for verdict in accept.run_acceptance(
        options.variant, a, b, test, options.decks, options.jobs, options.seed, options.cluster
    ):
        bar.update(verdict.decks, str(verdict))
        decision = verdict.decision
    bar.close()
    print(
        f"{options.a} against {options.b}, {options.variant}, engine {engine.VERSION}, seed {options.seed}\n{verdict}"
    )
    for name, numbers in ((options.a, a), (options.b, b)):
        correlation = accept.correlation(options.variant, numbers, options.seed)
        print(f"power under {name} correlates with winning by {correlation:.4f} ({accept.CORRELATION_DEALS} deals)")
    print(VERDICTS[decision])
    return ENDS[decision]


def do_ladder(options: argparse.Namespace) -> int:
    """Play a ladder and print it."""
    names = list(dict.fromkeys(options.names)) or opponents.known()
    if len(names) < 2:
        raise ArenaError("a ladder needs two opponents at least")
    played = ladder.climb(
        names, options.decks, options.variant, options.seed, options.jobs, options.out,
        lambda title: watcher(title, options.decks, lambda _: ""), options.cluster,
    )  # fmt: skip
    rules = ladder.rules_for_all(names, options.variant)
    print(f"{rules}, engine {engine.VERSION}, seed {options.seed}, {options.decks} decks a pair from both sides")
    print(ladder.ladder_text(names, played))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run a command and print its result."""
    options = parse_options(arguments)
    try:
        code: int = options.do(options)
    except (RuleError, ArenaError, OSError) as error:
        print(getattr(error, "message", error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped" + (f"; the same command goes on from {options.out}" if options.out else ""), file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    raise SystemExit(main())

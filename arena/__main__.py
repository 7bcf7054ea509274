"""The arena's command line: `python -m arena match club novice --decks 2000`, `... ladder`, `... sprt A B`."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Callable
from pathlib import Path

from arena import accept, ladder, opponents, sprt
from arena.bar import Bar
from arena.calibrate import calibrate
from arena.errors import ArenaError
from arena.learn_bids import learn_all
from arena.match import Match, play_match, rules_of, score_of
from arena.results import Deck
from arena.tune import tune
from service.core import engine, players
from service.position.line import variant_line
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS


def add_common(command: argparse.ArgumentParser, decks: int, out: str = "") -> None:
    """Add what every command takes; *out* says what is written, if anything is."""
    command.add_argument("--decks", "--max-decks", type=int, default=decks)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--variant", default="standard", help="also with options: standard[attach=rlcard]")
    command.set_defaults(out=None)
    if out:
        command.add_argument("--out", type=Path, help=out)


def add_workers(command: argparse.ArgumentParser) -> None:
    """Add how many processes play, and where else than here."""
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores by default")
    command.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler whose workers play")


def add_test(command: argparse.ArgumentParser) -> None:
    """Add what a sequential test takes."""
    for name, default in (("elo0", 0.0), ("elo1", 10.0), ("alpha", 0.05), ("beta", 0.05)):
        command.add_argument(f"--{name}", type=float, default=default)


def add_learning(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that learn from games, or judge what was learned."""
    command = commands.add_parser("tune", help="move the numbers of the rule policy and the weights by self-play")
    command.set_defaults(do=do_tune)
    command.add_argument("--minutes", type=float, default=10.0)
    command.add_argument("--begins", default="", help="move only numbers whose names begin so: w. for the weights")
    add_common(command, 1, "file of the state; a run goes on where its file ends")
    add_workers(command)
    command = commands.add_parser("accept", help="play until it is known whether numbers are stronger than others")
    command.set_defaults(do=do_accept)
    command.add_argument("a", help="a file as tune writes it; - for the numbers in force")
    command.add_argument("b", nargs="?", default=accept.IN_FORCE, help="the same; by default those in force")
    add_test(command)
    add_common(command, 1_000_000)
    add_workers(command)
    command = commands.add_parser("calibrate", help="how far beliefs about the others' cards can be trusted")
    command.set_defaults(do=do_calibrate, jobs=1)
    command.add_argument("--worlds", type=int, default=200)
    add_common(command, 150)
    command = commands.add_parser("learn-bids", help="fit the bidding models on self-play")
    command.set_defaults(do=do_learn_bids, decks=1)
    command.add_argument("--games", type=int, default=240_000, help="of Dou Dizhu; games with wild cards are fewer")
    command.add_argument("--seed", type=int, default=1)
    add_workers(command)
    command.add_argument("--out", type=Path, default=Path("service/rules/games/bid_models.py"), help="module to write")
    command = commands.add_parser("learn-nets", help="learn networks by self-play")
    command.set_defaults(do=do_learn_nets)
    command.add_argument("--minutes", type=float, default=60.0, help="of play; the fits take their time besides")
    command.add_argument("--rounds", type=int, default=4)
    learned = [variant.id for variant in VARIANTS.values() if variant.nets]
    command.add_argument("--begin", choices=learned, help="a game like this one: its networks are the first round's")
    add_common(command, 1, "folder of lessons and networks; a run goes on with the round that is missing there")
    add_workers(command)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command's arguments."""
    parser = argparse.ArgumentParser(
        prog="arena", description=opponents.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("match", help="play the same decks from both sides")
    command.set_defaults(do=do_match)
    command.add_argument("a")
    command.add_argument("b")
    add_common(command, 2000, "file of results; a match goes on where its file ends")
    add_workers(command)
    command = commands.add_parser("sprt", help="play until it is known whether A is stronger than B")
    command.set_defaults(do=do_sprt)
    command.add_argument("a")
    command.add_argument("b")
    add_test(command)
    add_common(command, 100_000, "file of results; a test goes on where its file ends")
    add_workers(command)
    command = commands.add_parser("ladder", help="everybody against everybody")
    command.set_defaults(do=do_ladder)
    command.add_argument("names", nargs="*", help="opponents, weakest first; all that are here by default")
    add_common(command, 1000, "folder of result files")
    add_workers(command)
    add_learning(commands)
    return parser.parse_args(arguments)


VERDICTS = {"H1": "H1 accepted: it stays", "H0": "H0 accepted: it goes", "": "not decided"}
ENDS = {"H1": 0, "H0": 1, "": 3}
"""How a test's decision is told, and the command's exit status."""


def do_calibrate(asked: argparse.Namespace) -> int:
    """Print Brier scores by temper, and the reliability of the one in force."""
    for temper in sorted({0, 25, 50, 75, 100, players.TEMPER}):
        found = calibrate(asked.decks, asked.worlds, temper, asked.seed)
        print(f"temper {temper:3} %  Brier {found.brier():.4f}")
        if temper == players.TEMPER:
            for number, said, true in found.table():
                print(f"    {number:6} chances of {said:.3f} on average: {true:.3f} were true")
    return 0


def do_learn_bids(asked: argparse.Namespace) -> int:
    """Fit the bidding models, and print how well they foretell."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    learn_all(asked.games, asked.seed, today, asked.out, asked.jobs, asked.cluster)
    return 0


def do_learn_nets(asked: argparse.Namespace) -> int:
    """Learn networks, and print where they are."""
    from arena.learn_nets import learn  # it needs numpy

    folder = asked.out or Path("build/nets")
    print(learn(asked.variant, asked.minutes, asked.rounds, asked.jobs, folder, asked.seed, asked.begin, asked.cluster))
    return 0


def do_tune(asked: argparse.Namespace) -> int:
    """Tune, and print the numbers."""
    out = asked.out or Path("build/tuned.json")
    out.parent.mkdir(parents=True, exist_ok=True)
    tuned = tune(asked.variant, asked.minutes, asked.jobs, out, asked.seed, asked.begins, asked.cluster)
    for name, value in tuned.items():
        print(f"{name:24} {value}")
    return 0


def watcher(title: str, decks: int, tell: Callable[[Deck], str]) -> Callable[[Deck], bool]:
    """Return a function that draws the bar at each deck with what *tell* says."""
    bar, done = Bar(decks, title), 0

    def seen(deck: Deck) -> bool:
        nonlocal done
        done += 1
        bar.update(done, tell(deck))
        if done == decks:
            bar.close()
        return False

    return seen


def do_match(asked: argparse.Namespace) -> int:
    """Play a match and print its score."""
    match, shares = Match(asked.a, asked.b, asked.variant, asked.seed), list[float]()

    def tell(deck: Deck) -> str:
        shares.append(deck.share)
        return f"WP {sum(shares) / len(shares):.3f}"

    decks = play_match(match, asked.decks, asked.jobs, asked.out, watcher("", asked.decks, tell), asked.cluster)
    print(f"{asked.a} against {asked.b}, {variant_line(rules_of(match))}, engine {engine.VERSION}, seed {asked.seed}")
    print(score_of(decks))
    return 0


def do_sprt(asked: argparse.Namespace) -> int:
    """Run a sequential test and print its decision; 0: A is stronger, 1: it is not, 3: not decided."""
    match = Match(asked.a, asked.b, asked.variant, asked.seed)
    run = sprt.start(sprt.Test(asked.elo0, asked.elo1, asked.alpha, asked.beta))
    draw = watcher("", asked.decks, lambda _: str(run))

    def seen(deck: Deck) -> bool:
        run.add(deck.share)
        return draw(deck) or bool(run.decision)

    decks = play_match(match, asked.decks, asked.jobs, asked.out, seen, asked.cluster)
    Bar(0).close()
    score = score_of(decks)
    print(f"{asked.a} against {asked.b}, {variant_line(rules_of(match))}, engine {engine.VERSION}, seed {asked.seed}")
    print(f"{score}  Elo {sprt.elo_of(score.wp):+.1f}\n{run}\n{VERDICTS[run.decision]}")
    return ENDS[run.decision]


def do_accept(asked: argparse.Namespace) -> int:
    """Test two sets of numbers and print the decision; 0: the first is stronger, 1: it is not, 3: not decided."""
    a, b = (accept.read_numbers(name, asked.variant) for name in (asked.a, asked.b))
    test, bar = sprt.Test(asked.elo0, asked.elo1, asked.alpha, asked.beta), Bar(asked.decks)
    decision = ""
    for verdict in accept.run(asked.variant, a, b, test, asked.decks, asked.jobs, asked.seed, asked.cluster):
        bar.update(verdict.decks, str(verdict))
        decision = verdict.decision
    bar.close()
    print(f"{asked.a} against {asked.b}, {asked.variant}, engine {engine.VERSION}, seed {asked.seed}\n{verdict}")
    for name, numbers in ((asked.a, a), (asked.b, b)):
        found = accept.correlation(asked.variant, numbers, asked.seed)
        print(f"power under {name} correlates with winning by {found:.4f} ({accept.FORETOLD} deals)")
    print(VERDICTS[decision])
    return ENDS[decision]


def do_ladder(asked: argparse.Namespace) -> int:
    """Play a ladder and print it."""
    names = list(dict.fromkeys(asked.names)) or opponents.known()
    if len(names) < 2:
        raise ArenaError("a ladder needs two opponents at least")
    played = ladder.climb(
        names, asked.decks, asked.variant, asked.seed, asked.jobs, asked.out,
        lambda title: watcher(title, asked.decks, lambda _: ""), asked.cluster,
    )  # fmt: skip
    rules = ladder.rules_for_all(names, asked.variant)
    print(f"{rules}, engine {engine.VERSION}, seed {asked.seed}, {asked.decks} decks a pair from both sides")
    print(ladder.table_of(names, played))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Play what the command asks for and print what it found."""
    asked = parse(arguments)
    try:
        if asked.decks < 1 or asked.jobs < 1:
            raise ArenaError("decks and jobs are 1 at least")
        code: int = asked.do(asked)
    except (RuleError, ArenaError) as error:
        print(getattr(error, "message", error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped" + (f"; the same command goes on from {asked.out}" if asked.out else ""), file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    raise SystemExit(main())

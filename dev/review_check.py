"""Check reviews: confirmation of marks with more worlds, calibration of chances, mean losses of the levels.

    python -m dev.review_check build/reviews.jsonl --variant standard --games 250 --minutes 25
    python -m dev.review_check build/club.jsonl --variant laizi --games 60 --players club --unconfirmed
    python -m dev.review_check build/reviews.jsonl --table

Each game is played by robots of one of three levels, reviewed, and written to the file as one line; a later run
continues an earlier one. A mark is confirmed if eight times the worlds, sampled anew, show half of its step again. The
second line has the games of `club` alone, without a confirmation of their marks, for the steepness of accuracy.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from app import create_app
from service.http.requests import schemas
from service.http.requests.load import review_arguments
from service.review.judgement import MARKS, STEPS, Sampler, share_of
from service.review.plan import Plan
from service.review.review import JudgedTurn, Review, goes_out_next, outs_of, review
from service.rules.chance_curve import EXACT
from service.rules.variants import VARIANTS
from tests.helpers.reviewed_games import robot_game

LEVELS = ("novice", "casual", "club")
"""Levels of the players, one after the other by seed."""

WORLDS, ROUNDS = 4000, 4
"""Worlds in each sample of a confirmation round, and rounds."""

ELSEWHERE = 10**6
"""Offset of the seeds of a confirmation, so that it samples other worlds than the review."""

TENTHS = 10

READS, MOST_STEEPNESS, HALVINGS = 0.8, 1000.0, 40
"""Mean accuracy of `club`; the largest steepness that is tried, and the halvings of its interval."""


def confirmed(decision: JudgedTurn, plan: Plan) -> float:
    """Return the loss of a marked decision with more worlds, from a new sample."""
    verdict = decision.verdict
    assert verdict is not None
    sampler = Sampler(decision.position, [verdict.best, decision.turn.combo], plan)
    sampler.sampled = ELSEWHERE
    for _ in range(ROUNDS):
        sampler.fill(WORLDS)
    best, played = (share_of(sampler.halves, move) for move in range(2))
    curve = EXACT if verdict.proof else decision.position.rules.variant.chances
    return curve.calibrated(best) - curve.calibrated(played)


def facts_of(body: dict[str, Any], level: str) -> tuple[Review, float]:
    """Return the review of a game and its CPU time in seconds."""
    rules, text, notation = review_arguments(schemas.REVIEW.load(body | {"level": level}))
    began = process_time()
    facts = review(rules, text, notation)
    return facts, process_time() - began


def record_of(
    variant: str, seed: int, level: str, player: str, *, confirm: bool = True, one_seat: bool = False
) -> dict[str, Any]:
    """Play and review a game between robots of a level; return its row of the file."""
    body = robot_game(create_app().test_client(), variant, seed, player)
    if one_seat:
        seats = list(body["deal"]["hands"])
        seat = seats[seed % len(seats)]
        body["seats"] = [int(seat) if seat.isdecimal() else seat]
    facts, seconds = facts_of(body, level)
    outs = outs_of(facts.table)
    decisions = []
    for one in facts.decisions:
        verdict = one.verdict
        if verdict is None:
            continue
        is_judged = confirm and verdict.mark is not None and not verdict.proof
        decisions.append(
            {
                "seat": one.seat,
                "chance": round(verdict.chance, 4),
                "loss": round(verdict.loss.mean, 4),
                "weight": round(one.weight, 4),
                "mark": verdict.mark,
                "proof": verdict.proof,
                "again": confirmed(one, facts.plan) if is_judged else None,
                "won": goes_out_next(facts.rules, outs, one.ply, one.seat),
            }
        )
    return {"variant": variant, "seed": seed, "level": level, "player": player, "plies": len(facts.table.plays),
            "seconds": round(seconds, 3), "decisions": decisions}  # fmt: skip


def read_games(path: Path) -> list[dict[str, Any]]:
    """Return the games of a file; an incomplete last line is ignored."""
    rows = []
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            rows.append(json.loads(line))
        except ValueError:
            break
    return rows


def print_table(rows: list[dict[str, Any]]) -> None:
    """Print the results of each game of cards."""
    for variant in sorted({row["variant"] for row in rows}):
        games = [row for row in rows if row["variant"] == variant]
        decisions = [one for row in games for one in row["decisions"]]
        seconds = sorted(row["seconds"] for row in games)
        median, late = seconds[len(seconds) // 2], seconds[int(0.95 * (len(seconds) - 1))]
        print(f"{variant}: {len(games)} games, {len(decisions)} decisions, {median:.2f} s median, {late:.2f} s p95")
        for mark in MARKS:
            marked = [one for one in decisions if one["mark"] == mark and one["again"] is not None]
            held = sum(one["again"] >= STEPS[mark] / 2 for one in marked)
            print(f"  {mark}: {len(marked)}, confirmed {held}" + (f" ({held / len(marked):.1%})" if marked else ""))
        wrong = [one for one in decisions if one["mark"] in MARKS[:2] and one["again"] is not None
                 and one["again"] < STEPS[one["mark"]] / 2]  # fmt: skip
        print(f"  mistakes or worse that are not confirmed: {len(wrong) / max(1, len(decisions)):.2%} of decisions")
        calibration(decisions)
        lost: dict[str, list[float]] = defaultdict(list)
        for row in games:
            lost[row["player"]] += [one["loss"] for one in row["decisions"]]
        print("  mean loss: " + ", ".join(f"{name} {sum(of) / len(of):.4f}" for name, of in lost.items() if of))
        print("  steepness for a club of 80: " + steepness_text([row for row in games if row["player"] == "club"]))


def calibration(decisions: list[dict[str, Any]]) -> None:
    """Print how often chances came true, by tenths, and their Brier score."""
    pairs = [(one["chance"], float(one["won"])) for one in decisions if one["won"] is not None]
    if not pairs:
        return
    brier = sum((chance - won) ** 2 for chance, won in pairs) / len(pairs)
    print(f"  chances of {len(pairs)} decisions, Brier {brier:.4f}")
    for tenth in range(TENTHS):
        of = [(chance, won) for chance, won in pairs if tenth == min(TENTHS - 1, int(chance * TENTHS))]
        if of:
            given, came = (sum(column) / len(of) for column in zip(*of, strict=True))
            print(f"    {len(of):6}  given {given:.3f}  came true {came:.3f}")


def mean_losses(games: Sequence[dict[str, Any]]) -> list[float]:
    """Return the weighted mean loss of each seat in each game."""
    losses = []
    for game in games:
        for seat in {one["seat"] for one in game["decisions"]}:
            own = [one for one in game["decisions"] if one["seat"] == seat]
            total = math.fsum(one["weight"] for one in own)
            if total:
                losses.append(max(0.0, math.fsum(one["weight"] * one["loss"] for one in own) / total))
    return losses


def steepness(losses: Sequence[float]) -> float:
    """Return the steepness at which the mean accuracy of these seats is 80; infinity if there is none."""
    low, high = 0.0, MOST_STEEPNESS
    if math.fsum(math.exp(-high * loss) for loss in losses) > READS * len(losses):
        return math.inf
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if math.fsum(math.exp(-middle * loss) for loss in losses) > READS * len(losses):
            low = middle
        else:
            high = middle
    return high


def steepness_text(games: Sequence[dict[str, Any]]) -> str:
    """Return the steepness of some games, with the jackknife standard error."""
    games = [game for game in games if mean_losses([game])]
    if len(games) < 2:
        return "needs two games"
    parts = [steepness(mean_losses([*games[:place], *games[place + 1 :]])) for place in range(len(games))]
    mean = math.fsum(parts) / len(parts)
    error = math.sqrt((len(parts) - 1) / len(parts) * math.fsum((part - mean) ** 2 for part in parts))
    return f"{steepness(mean_losses(games)):.1f} ± {error:.1f} ({len(games)} games)"


def main() -> None:
    """Review games, or print the table of a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--variant", choices=VARIANTS, default="standard")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--players", choices=LEVELS, help="level of the players; default: one after the other by seed")
    parser.add_argument("--one-seat", action="store_true", help="judge one seat, another in each game")
    parser.add_argument("--unconfirmed", action="store_true", help="do not confirm marks")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no game after so many minutes")
    parser.add_argument("--table", action="store_true", help="print the table only")
    arguments = parser.parse_args()
    rows = read_games(arguments.file)
    if not arguments.table:
        begun = monotonic()
        done = {(row["variant"], row["seed"], row["level"], row["player"]) for row in rows}
        arguments.file.parent.mkdir(parents=True, exist_ok=True)
        arguments.file.write_text("".join(json.dumps(row) + "\n" for row in rows))  # without an incomplete line
        with arguments.file.open("a") as file:
            for seed in range(arguments.games):
                player = arguments.players or LEVELS[seed % len(LEVELS)]
                game = (arguments.variant, seed, arguments.level, player)
                if game not in done and monotonic() - begun < 60 * arguments.minutes:
                    rows.append(record_of(*game, confirm=not arguments.unconfirmed, one_seat=arguments.one_seat))
                    file.write(json.dumps(rows[-1]) + "\n")
                    file.flush()
    print_table(rows)


if __name__ == "__main__":
    main()

"""Round robin on the same decks, with ratings fitted to the scores."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from lab.arena.match import Match, MatchScore, play_match, rules_with, score_of
from lab.arena.opponents import find_opponent
from lab.arena.results import Deck
from service.position.position import variant_line

Pair = tuple[str, str]

ANCHOR = "novice"
ANCHOR_ELO = 1000.0
"""Rating of the anchor; without an anchor, of the mean."""

ROUNDS = 200
"""Steps of the fit, and resamplings for its intervals."""


def ratings(names: Sequence[str], shares: Mapping[Pair, float], games: int) -> dict[str, float]:
    """Return the Elo of each name by the Bradley-Terry model that fits *shares* best; each pair played *games* games.

    Half a win and half a loss are added to each pair, so that every rating is finite.
    """
    won = dict.fromkeys(names, 0.0)
    for (a, b), share in shares.items():
        won[a] += share * games + 0.5
        won[b] += (1 - share) * games + 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        for name in names:
            met = [a if name == b else b for a, b in shares if name in (a, b)]
            strength[name] = won[name] / sum((games + 1) / (strength[name] + strength[other]) for other in met)
    elo = {name: 400 * math.log10(value) for name, value in strength.items()}
    zero = elo[ANCHOR] if ANCHOR in elo else sum(elo.values()) / len(elo)
    return {name: value - zero + ANCHOR_ELO for name, value in elo.items()}


def spread(names: Sequence[str], played: Mapping[Pair, Sequence[Deck]], seed: int = 1) -> dict[str, float]:
    """Return the half-width of each rating's 95 % interval, by resampling decks."""
    chance, samples = random.Random(seed), {name: list[float]() for name in names}
    decks = min(map(len, played.values()))
    for _ in range(ROUNDS):
        drawn = chance.choices(range(decks), k=decks)  # the same decks for all pairs
        shares = {pair: sum([pair_decks[i].share for i in drawn]) / decks for pair, pair_decks in played.items()}
        for name, elo in ratings(names, shares, 2 * decks).items():
            samples[name].append(elo)
    means = {name: sum(values) / len(values) for name, values in samples.items()}
    return {
        name: 1.96 * math.sqrt(sum((value - means[name]) ** 2 for value in values) / (len(values) - 1))
        for name, values in samples.items()
    }


def rules_for_all(names: Sequence[str], rules: str) -> str:
    """Return rules that all opponents can play."""
    return variant_line(rules_with(rules, [find_opponent(name) for name in names]))


def result_file(folder: Path | None, a: str, b: str) -> Path | None:
    """Return the result file of a pair."""
    plain = ["".join(letter if letter.isalnum() else "-" for letter in name) for name in (a, b)]
    return folder / f"{'_'.join(plain)}.jsonl" if folder else None


def climb(
    names: Sequence[str],
    decks: int,
    rules: str = "standard",
    seed: int = 1,
    jobs: int = 1,
    folder: Path | None = None,
    watch: Callable[[str], Callable[[Deck], bool]] = lambda _: lambda _: False,
    cluster: str = "",
) -> dict[Pair, list[Deck]]:
    """Play each pair of *names*, the later one as A; *watch* returns the observer of a title's decks."""
    rules = rules_for_all(names, rules)
    return {
        (a, b): play_match(
            Match(a, b, rules, seed), decks, jobs, result_file(folder, a, b), watch(f"{a} - {b}"), cluster
        )
        for b, a in combinations(names, 2)
    }


def own_score(name: str, played: Mapping[Pair, Sequence[Deck]]) -> MatchScore:
    """Return the score of one name over all its decks."""
    turned = [
        deck
        if name == a
        else Deck(deck.seed, *[game._replace(won=not game.won, points=-game.points) for game in deck[1:]])
        for (a, b), decks in played.items()
        if name in (a, b)
        for deck in decks
    ]
    return score_of(turned)


def ladder_text(names: Sequence[str], played: Mapping[Pair, Sequence[Deck]]) -> str:
    """Return the ladder, strongest first, and below it each pair."""
    decks = min(map(len, played.values()))
    shares = {pair: score_of(pair_decks).wp for pair, pair_decks in played.items()}
    elo, half = ratings(names, shares, 2 * decks), spread(names, played)
    width = max(map(len, names))
    rows = [f"{'':{width}}  Elo           WP              ADP"]
    for name in sorted(names, key=lambda name: -elo[name]):
        score = own_score(name, played)
        rows.append(
            f"{name:{width}}  {elo[name]:4.0f} ± {half[name]:<4.0f}"
            f"  {score.wp:.3f} ± {score.wp_margin:.3f}  {score.adp:+.2f} ± {score.adp_margin:.2f}"
        )
    rows.append("")
    rows += [f"{a:{width}} - {b:{width}}  {score_of(pair_decks)}" for (a, b), pair_decks in played.items()]
    return "\n".join(rows)

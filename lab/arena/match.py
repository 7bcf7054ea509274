"""A match: the same decks played from both sides.

Side A plays a deck once as the landlord and once as the farmers, so the luck of the cards cancels. WP is the share of
games that A's side won: went out first. ADP is the average payment of A's side in a deal without bids: the landlord's
stake is 2, both farmers' together, doubled by bombs and spring; cards left and bombs in Paodekuai; levels in Guandan,
for both seats; places in Zhengshangyou. Intervals are 95 % over decks, with the mean of the two games of a deck. In
games without a landlord A first has the first leader's side, then all others.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from lab.arena import python_deals
from lab.arena.cluster import on_cluster
from lab.arena.errors import ArenaError
from lab.arena.opponent import Opponent
from lab.arena.opponents import find_opponent
from lab.arena.results import Deck, GameResult, Results
from service.advice import deals
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.position.parse.cards import parse_cards
from service.position.parse.position_text import parse_pairs
from service.position.position import variant_line
from service.rules.cards import Cards
from service.rules.games.landlord import SUITED

CHUNK = 50
"""Decks that a worker plays at a time if whole games run in the core."""

SLOW_CHUNK = 4
"""The same if they do not."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The result of a match, from A's side."""

    decks: int
    wp: float
    wp_margin: float
    adp: float
    adp_margin: float

    def __str__(self) -> str:
        return (
            f"WP {self.wp:.3f} ± {self.wp_margin:.3f}  ADP {self.adp:+.2f} ± {self.adp_margin:.2f}"
            f"  ({self.decks} decks)"
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A match: names of two opponents, a game, and the first seed."""

    a: str
    b: str
    rules: str = "standard"
    """A variant with its options as in a position line: `standard[attach=rlcard]`."""
    seed: int = 1

    def seeds(self, decks: int) -> range:
        """Return the seed of each deck."""
        return range(self.seed * 1_000_003, self.seed * 1_000_003 + decks)

    def head(self) -> dict[str, Any]:
        """Return the data that determine the results."""
        rules = match_rules(self)
        return {
            "match": {"a": self.a, "b": self.b, "rules": variant_line(rules), "seed": self.seed},
            "versions": {name: find_opponent(name).version for name in (self.a, self.b)}
            | {"weights": rules.weights.name, "nets": rules.weights.nets},
        }


def rules_with(text: str, opponents: Iterable[Opponent]) -> CompiledRules:
    """Return the rules of *text* with the house rules that the opponents need.

    Raises RuleError for an unknown variant or option, ArenaError for a game that an opponent does not know.
    """
    variant, _, options = text.partition("[")
    chosen = parse_pairs(options.removesuffix("]"), "=")
    for opponent in opponents:
        chosen.update(opponent.options if opponent.plays(engine.rules_for(variant).variant) else {})
    rules = engine.rules_for(variant, tuple(chosen.items()))
    for opponent in opponents:
        if not opponent.plays(rules.variant):
            raise ArenaError(f"{opponent.name} does not play {variant}")
    return rules


def rules_drawn(rules: CompiledRules, deal: int) -> CompiledRules:
    """Return the rules of a deal; if the wild rank is open, the thirteen ranks take turns."""
    if rules.options.get("wild") != "":
        return rules
    drawn = {**rules.options, "wild": SUITED[deal % len(SUITED)]}
    return engine.rules_for(rules.variant.id, tuple(drawn.items()))


def match_rules(match: Match) -> CompiledRules:
    """Return the rules of a match."""
    return rules_with(match.rules, [find_opponent(match.a), find_opponent(match.b)])


def is_fast(*opponents: Opponent) -> bool:
    """Return whether the core plays all opponents without search, so that whole games run in the core."""
    return all(opponent.policy is not None and not opponent.policy.searches for opponent in opponents)


def deal_hands(rules: CompiledRules, seed: int) -> list[Cards]:
    """Return the hands of a deck, with suits if these matter."""
    if not rules.setup.suited:
        return [Cards(hand) for hand in robots.deal(rules, seed)]
    dealt = deals.deal_cards(rules, deals.DealPlan(seed))
    return [parse_cards("".join(hand), kind=rules.setup.kind) for hand in dealt.hands]


def play_game(
    rules: CompiledRules, first: Opponent, others: Opponent, hands: Sequence[Cards], seed: int
) -> robots.Result:
    """Play a deal, *first* on the first leader's side."""
    variant = rules.variant
    leader = variant.side_of(variant.seats[0])
    return play_seated(
        rules, [first if variant.side_of(seat) == leader else others for seat in variant.seats], hands, seed
    )


def play_seated(rules: CompiledRules, seated: Sequence[Opponent], hands: Sequence[Cards], seed: int) -> robots.Result:
    """Play a deal, an opponent for each seat in the order of play."""
    optional_policies = [opponent.policy_under(rules) for opponent in seated]
    policies = [policy for policy in optional_policies if policy is not None]
    if len(policies) == len(seated):
        return robots.game(rules, policies, [hand.hand for hand in hands], seed, [hand.suits for hand in hands])
    return python_deals.play_hands(rules, seated, hands, seed)


def play_deck(rules: CompiledRules, a: Opponent, b: Opponent, seed: int) -> Deck:
    """Play a deck from both sides."""
    rules = rules_drawn(rules, seed)
    variant, hands, games = rules.variant, deal_hands(rules, seed), []
    for a_leads in (True, False):
        result = play_game(rules, *((a, b) if a_leads else (b, a)), hands, seed)
        leaders_won = variant.side_of(variant.seats[result.winner]) == variant.side_of(variant.seats[0])
        points = sum(
            won
            for seat, won in zip(variant.seats, result.points, strict=True)
            if (variant.side_of(seat) == variant.side_of(variant.seats[0])) == a_leads
        )
        games.append(GameResult(leaders_won == a_leads, result.bombs, points))
    return Deck(seed, *games)


def play_decks(match: Match, seeds: Sequence[int]) -> list[Deck]:
    """Return the decks of some seeds."""
    rules, a, b = match_rules(match), find_opponent(match.a), find_opponent(match.b)
    return [play_deck(rules, a, b, seed) for seed in seeds]


def play_alike(match: Match, head: Mapping[str, Any], seeds: Sequence[int]) -> list[Deck]:
    """Return the decks of some seeds, played on a worker.

    Raises ArenaError if the code or the weights there differ from *head*.
    """
    here = match.head()
    if here != head:
        raise ArenaError(f"a worker has other versions: {here['versions']}, not {head['versions']}")
    return play_decks(match, seeds)


def played_decks(match: Match, seeds: Sequence[int], jobs: int, cluster: str = "") -> Iterator[Deck]:
    """Yield the decks of *seeds* in order, played on *jobs* processes, or by the workers of a *cluster*."""
    size = CHUNK if is_fast(find_opponent(match.a), find_opponent(match.b)) else SLOW_CHUNK
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    if cluster:
        yield from chain.from_iterable(on_cluster(cluster, partial(play_alike, match, match.head()), chunks))
        return
    work = partial(play_decks, match)
    if jobs == 1 or len(chunks) == 1:
        yield from chain.from_iterable(map(work, chunks))
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(chunks))) as pool:
        yield from chain.from_iterable(pool.imap(work, chunks))


def margin(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of *values* and the half-width of its 95 % interval."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def score_of(decks: Sequence[Deck]) -> MatchScore:
    """Return the score of played decks."""
    return MatchScore(len(decks), *margin([deck.share for deck in decks]), *margin([deck.points for deck in decks]))


def play_match(
    match: Match,
    decks: int,
    jobs: int = 1,
    out: Path | None = None,
    on_deck: Callable[[Deck], bool] = lambda _: False,
    cluster: str = "",
) -> list[Deck]:
    """Return at most *decks* decks of a match; those in the file *out* are not played again.

    *on_deck* is called with each deck in order and ends the match by returning True.
    """
    with Results(out, match.head()) as results:
        match_decks: list[Deck] = []
        missing = match.seeds(decks)[len(results.decks) :]
        for deck in chain(list(results.decks[:decks]), played_decks(match, missing, jobs, cluster)):
            if len(match_decks) == len(results.decks):
                results.add(deck)
            match_decks.append(deck)
            if on_deck(deck):
                break
        return match_decks


def match_score(a: str, b: str, decks: int, seed: int = 1, jobs: int = 1, variant: str = "standard") -> MatchScore:
    """Return the score of *a* against *b* over *decks* decks; the same *seed* gives the same score."""
    return score_of(play_match(Match(a, b, variant, seed), decks, jobs))


def policy_named(name: str) -> robots.Policy:
    """Return the policy of an opponent that the core plays.

    Raises RuleError "level_unknown" for an unknown *name*, ArenaError if the core does not play it.
    """
    policy = find_opponent(name).policy
    if policy is None:
        raise ArenaError(f"the core does not play {name}")
    return policy

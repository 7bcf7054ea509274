"""Whole deals with an auction: `python -m lab.arena match club club:starter --auction`.

A deck is played six times: A has each place in the order of bidding alone against two of B, and each pair of places
against one B. The points of A's side cancel for equal players. A name may have the bids of another level after a
colon, or a manner of bidding (`MANNERS`): `club:no_doubles` plays as club, bids as club, and never doubles or kicks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from multiprocessing import get_context
from types import MappingProxyType
from typing import NamedTuple

from lab.arena.errors import ArenaError
from lab.arena.learn_bids import dealt_hands
from lab.arena.match import CHUNK, SLOW_CHUNK, Match, is_fast, margin, play_seated, rules_drawn, rules_with
from lab.arena.opponent import Opponent
from lab.arena.opponents import find_opponent
from service.advice import levels
from service.advice.bid import advised_word, has_to_call
from service.core import engine
from service.core.bindings import CompiledRules
from service.rules.auction import CALL, DOUBLE, KICK, KICK_BACK, PASS, ROB, Auction, Stage, Word, contract
from service.rules.cards import Cards, Hand

MANNERS: Mapping[str, Mapping[Word, Word]] = MappingProxyType(
    {
        "no_doubles": {DOUBLE: PASS, KICK: PASS, KICK_BACK: PASS},
        "no_robs": {ROB: PASS},
        "no_bids": {1: 0, 2: 0, 3: 0, CALL: PASS, ROB: PASS},
        "low_bids": {2: 1, 3: 1},
    }
)
"""Bids that a manner makes in place of others; the lowest one if that is not legal."""


class Side(NamedTuple):
    """A player of whole deals."""

    opponent: Opponent
    level: str
    """The level that bids."""
    manner: str = ""

    def word(self, rules: CompiledRules, form: Auction, stage: Stage, hand: Hand, bottom: Hand | None) -> Word:
        """Return its bid."""
        word = advised_word(rules, form, stage, hand, bottom, levels.LEVELS[self.level].bidding)
        if not self.manner or has_to_call(form, stage, hand):
            return word
        word = MANNERS[self.manner].get(word, word)
        return word if word in stage.words else stage.words[0]


def side_named(name: str) -> Side:
    """Return a side by its name; opponents that are no level bid as `club`."""
    player, _, bidder = name.partition(":")
    level = player if player in levels.LEVELS else levels.DEFAULT_LEVEL
    if bidder in MANNERS:
        return Side(find_opponent(player), level, bidder)
    return Side(find_opponent(player), levels.find_level(bidder).id if bidder else level)


class Deal(NamedTuple):
    """A deal with its auction."""

    points: tuple[int, ...]
    """By place in the order of bidding."""
    landlord: int | None
    """Place of the landlord; None if all seats passed."""
    won: bool = False
    """Whether the landlord won."""
    stake: int = 0
    """The base, doubled by robs, doubles and kicks: the mean of the two farmers."""


def play_deal(rules: CompiledRules, form: Auction, seated: Sequence[Side], seed: int) -> Deal:
    """Play a deal, a side for each place in the order of bidding."""
    hands, bottom = dealt_hands(rules, seed)
    places, bids = range(len(hands)), list[Word]()

    def word(place: int, stage: Stage) -> Word:
        own = hands[place] + (bottom if stage.known and place == stage.landlord else 0)
        return seated[place].word(rules, form, stage, own, bottom if stage.known else None)

    stage = form.stage(bids)
    while stage.place is not None:
        bids.append(word(stage.place, stage))
        stage = form.stage(bids)
    if stage.landlord is None:
        return Deal((0,) * len(hands), None)
    made = contract(form, bids, [place for place in places if stage.words and word(place, stage) == DOUBLE])
    order = [(made.landlord + i) % len(hands) for i in places]
    dealt = [Cards(hands[place] + (bottom if place == made.landlord else 0)) for place in order]
    after = engine.rules_after(rules, made.robs)
    result = play_seated(after, [seated[place].opponent for place in order], dealt, seed)
    stakes = [made.stake * made.multiple(i) for i in places[1:]]
    lost = [stake * number for stake, number in zip(stakes, result.points[1:], strict=True)]
    points = dict(zip(order, (-sum(lost), *lost), strict=True))
    return Deal(
        tuple([points[place] for place in places]), made.landlord, result.winner == 0, sum(stakes) // len(stakes)
    )


class AuctionDeck(NamedTuple):
    """The six deals of a deck, summed up for A; with the landlords, and those who won, of A and of B."""

    points: float
    """Mean points of A's side: its one seat, or both."""
    landlords: tuple[int, int] = (0, 0)
    won: tuple[int, int] = (0, 0)
    stakes: int = 0
    played: int = 0


def play_deck(rules: CompiledRules, form: Auction, a: Side, b: Side, seed: int) -> AuctionDeck:
    """Play a deck in all six seatings; in games for two in both."""
    rules, seats = rules_drawn(rules, seed), form.seats
    seatings = [
        tuple([(i == place) == alone for i in range(seats)]) for place in range(seats) for alone in (True, False)
    ]
    points, landlords, won, stakes = list[int](), [0, 0], [0, 0], 0
    for seating in seatings:
        deal = play_deal(rules, form, [a if is_a else b for is_a in seating], seed)
        points.append(sum([number for number, is_a in zip(deal.points, seating, strict=True) if is_a]))
        if deal.landlord is not None:
            side = 0 if seating[deal.landlord] else 1
            landlords[side] += 1
            won[side] += deal.won
            stakes += deal.stake
    return AuctionDeck(sum(points) / len(points), (landlords[0], landlords[1]), (won[0], won[1]), stakes, len(seatings))


def play_decks(match: Match, bidding: str, seeds: Iterable[int]) -> list[AuctionDeck]:
    """Return the decks of some seeds."""
    a, b = side_named(match.a), side_named(match.b)
    rules = rules_with(match.rules, [a.opponent, b.opponent])
    form = rules.variant.auction(bidding or None)
    return [play_deck(rules, form, a, b, seed) for seed in seeds]


def play_auctions(match: Match, bidding: str, decks: int, jobs: int = 1) -> Iterator[AuctionDeck]:
    """Yield the decks of a match with auctions.

    Raises ArenaError for a game without auctions, RuleError "bid_invalid" for a kind that it lacks.
    """
    a, b = side_named(match.a).opponent, side_named(match.b).opponent
    if not rules_with(match.rules, [a, b]).variant.auctions:
        raise ArenaError(f"{match.rules} has no auction")
    seeds, fast = match.seeds(decks), is_fast(a, b)
    size = CHUNK if fast else SLOW_CHUNK
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    work = partial(play_decks, match, bidding)
    if jobs == 1:
        yield from chain.from_iterable(map(work, chunks))
        return
    with get_context("spawn").Pool(min(jobs, len(chunks))) as pool:
        yield from chain.from_iterable(pool.imap(work, chunks))


def share(part: int, whole: int) -> str:
    """Return a share as text."""
    return f"{part / whole:.3f}" if whole else "-"


def auction_text(decks: Sequence[AuctionDeck]) -> str:
    """Return the result of a match with auctions."""
    mean, half = margin([deck.points for deck in decks])
    landlords, won = ([sum(column) for column in zip(*rows, strict=True)] for rows in columns(decks))
    played, called = sum([deck.played for deck in decks]), sum(landlords)
    return (
        f"points a deal {mean:+.3f} ± {half:.3f}  ({len(decks)} decks)\n"
        f"landlord: A in {share(landlords[0], played)} of the deals, wins {share(won[0], landlords[0])}; "
        f"B in {share(landlords[1], played)}, wins {share(won[1], landlords[1])}; nobody in "
        f"{share(played - called, played)}; mean stake {sum([deck.stakes for deck in decks]) / max(1, called):.2f}"
    )


def columns(decks: Sequence[AuctionDeck]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the landlords and those who won, by deck."""
    return [deck.landlords for deck in decks], [deck.won for deck in decks]

"""Base of the games of `tests.oracle.family`: readings, comparison, legal plays, splits.

A set of cards is a text of rank letters, or for two decks with suits a tuple of cards. A game defines only the readings
of a set (`find`); everything else is derived by trying all sets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, ClassVar, NamedTuple

RANKS = "3456789TJQKA2XD"
LANDLORD_SEATS = ("landlord", "landlord_down", "landlord_up")
PACK = (*(rank + suit for rank in "3456789TJQKA2" for suit in "shcd"), "X", "D")
"""Cards of a deck with jokers, with their suits."""

Cards = Any  # text, or a tuple of cards; never both in one game


class Reading(NamedTuple):
    """A reading of a set of cards."""

    shape: str
    key: int
    "Sort key for comparisons; keys of different shapes are not comparable."
    length: int
    plays_as: str
    "The ranks the cards stand for, lowest first; kickers made of wild cards are one choice of several."
    tier: int
    "0, or the class of a bomb: a higher class beats a lower one."
    suit: str
    rank: str
    "The lowest body rank; for a run its first."


Value = Callable[[Reading], int]
Split = tuple[int, int]


class Game:
    """The rules of one variant under one set of options."""

    order: ClassVar[Sequence[str]] = RANKS
    lead_order: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[Mapping[str, str]] = {}
    seats: ClassVar[tuple[str, ...]] = LANDLORD_SEATS
    sizes: Sequence[int] = (20, 17, 17)
    """The number of cards of each seat before the first lead."""
    to_places: ClassVar[bool] = False
    """Whether play goes on until one seat is left."""

    def deck(self, rng: random.Random) -> list[str]:
        """Return the cards of a deal with their suits, drawn by *rng* where the options leave some out."""
        return [*PACK]

    def spare(self, seat: int) -> int:
        """Return the cards that a seat may have left when it goes out."""
        return 0

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.options = {"reading": "any", "key": "high", **self.defaults, **(options or {})}
        self.known: dict[tuple[Cards, bool], set[Reading]] = {}
        self.sets: dict[Cards, list[Cards]] = {}

    def find(self, cards: Cards, whole: bool) -> Iterator[Reading]:
        """Yield every reading of *cards*, possibly with repetitions; *whole*: they are the whole hand."""
        raise NotImplementedError

    def on(self, name: str) -> bool:
        """Return whether an option is on."""
        return self.options[name] in ("on", "yes", "1")

    def pack(self, cards: Iterable[str]) -> Cards:
        """Return cards lowest first."""
        return "".join(sorted(cards, key=self.order.index))

    def readings(self, cards: Cards, hand: Cards | None = None) -> set[Reading]:
        """Return every reading of *cards* played from *hand* (from a larger one if None), one per key and length."""
        cards = self.pack(cards)
        place = cards, hand is not None and self.pack(hand) == cards
        if place not in self.known:
            self.known[place] = set({(r.shape, r.key, r.length): r for r in self.find(*place)}.values())
        return self.known[place]

    def beats(self, a: Reading, b: Reading) -> bool:
        """Return whether reading *a* beats *b*."""
        if a.tier or b.tier:
            return (a.tier, a.key) > (b.tier, b.key)
        return self.kind(a.shape) == self.kind(b.shape) and a.length == b.length and a.key > b.key

    def kind(self, shape: str) -> str:
        """Return the name by which a shape is compared."""
        return shape

    def is_short(self, reading: Reading) -> bool:
        """Return whether a reading has missing wings, so that it may only be the last play."""
        return False

    def allowed(self, reading: Reading, cards: Cards, hand: Cards | None, leading: bool) -> bool:
        """Return whether the options allow a reading of *cards* out of *hand*."""
        return True

    def preference(self, reading: Reading) -> tuple[int, ...]:
        """Return the sort key of a reading among those of its cards: a lead stores the lowest."""
        key = reading.key if self.options["key"] == "low" else -reading.key
        return -reading.tier, self.lead_order.index(reading.shape), -reading.length, key

    def in_order(self, cards: Cards, hand: Cards | None, leading: bool) -> list[Reading]:
        """Return the readings that the options allow, preferred first."""
        readings = [r for r in self.readings(cards, hand) if self.allowed(r, cards, hand, leading)]
        return sorted(readings, key=self.preference)

    def answers(self, cards: Cards, hand: Cards | None, to_beat: Reading | None) -> list[Reading]:
        """Return the readings under which *cards* may be played here, preferred first."""
        readings = self.in_order(cards, hand, to_beat is None)
        if to_beat is None:
            return readings
        return [r for r in (readings[:1] if self.options["reading"] == "first" else readings) if self.beats(r, to_beat)]

    def choose(self, answers: list[Reading], to_beat: Reading) -> Reading:
        """Return the reading that a follow stores: of the same type if possible.

        A bare trio and one with a card are different types.
        """
        kinds = [r for r in answers if r.shape == to_beat.shape]
        if to_beat.shape == "trio_short":
            kinds = [r for r in kinds if len(r.plays_as) == len(to_beat.plays_as)]
        return next(iter(kinds), answers[0])

    def lead(self, cards: Cards, hand: Cards | None = None) -> Reading | None:
        """Return the reading that a lead stores, None if the cards may not be led."""
        return next(iter(self.answers(cards, hand, None)), None)

    def stored(self, cards: Cards, hand: Cards | None, to_beat: Reading | None) -> Reading | None:
        """Return the reading that is stored here, None if the cards are illegal."""
        answers = self.answers(cards, hand, to_beat)
        return self.choose(answers, to_beat) if answers and to_beat else next(iter(answers), None)

    def choices(self, cards: Cards, hand: Cards | None, to_beat: Reading | None) -> list[Reading]:
        """Return the possible readings of cards with a wild one: each shape and length at its highest key."""
        best: dict[tuple[str, int], Reading] = {}
        for reading in self.answers(cards, hand, to_beat):
            place = reading.shape, reading.length
            if place not in best or best[place].key < reading.key:
                best[place] = reading
        return list(best.values())

    def subsets(self, hand: Cards) -> Iterator[Cards]:
        """Yield all nonempty subsets of *hand*."""
        counts: Counter[str] = Counter(self.pack(hand))
        for numbers in product(*(range(n + 1) for n in counts.values())):
            cards = [card for card, n in zip(counts, numbers, strict=True) for _ in range(n)]
            if cards:
                yield self.pack(cards)

    def playable(self, hand: Cards) -> list[Cards]:
        """Return every set of cards of *hand* that has a reading; cached, because games use a hand repeatedly."""
        if hand not in self.sets:
            self.sets[hand] = [cards for cards in self.subsets(hand) if self.readings(cards, hand)]
        return self.sets[hand]

    def plays(self, hand: Cards, to_beat: Reading | None, must_show: str = "") -> dict[Cards, Reading]:
        """Return every play of *hand* with its stored reading, only those that contain *must_show* if given."""
        plays = {cards: self.stored(cards, hand, to_beat) for cards in self.playable(hand)}
        return {cards: r for cards, r in plays.items() if r and (not must_show or must_show in cards)}

    def legal(
        self, hand: Cards, to_beat: Reading | None, next_has_one: bool = False, must_show: str = ""
    ) -> tuple[set[Cards], bool]:
        """Return every legal play and whether passing is legal."""
        plays = set(self.plays(hand, to_beat, must_show))
        return plays, self.may_pass(plays, hand, to_beat)

    def may_pass(self, plays: Iterable[Cards], hand: Cards, to_beat: Reading | None) -> bool:
        """Return whether passing is legal beside *plays*: not if they must be played, some of them ordinary ones."""
        if to_beat is None or not plays or self.options.get("must") != "on":
            return to_beat is not None
        only_bombs = all(reading.tier for cards in plays for reading in self.answers(cards, hand, to_beat))
        return only_bombs and not self.on("bomb_forced")

    def splitter(self, value: Value) -> Callable[[Cards, bool], Split | None]:
        """Return a function to (score, -turns) of the best split of packed cards, None if there is none.

        Its second argument is whether a play with missing wings is still allowed; results are cached.
        """

        @cache
        def best(cards: Cards, short_left: bool) -> Split | None:
            if not cards:
                return 0, 0
            splits = []
            for part in self.subsets(cards):
                if cards[0] not in part:
                    continue
                rest = self.pack((Counter(cards) - Counter(part)).elements())
                for reading in self.readings(part, part):
                    short = self.is_short(reading)
                    if (short and not short_left) or not self.allowed(reading, part, cards, leading=True):
                        continue
                    tail = best(rest, short_left and not short)
                    if tail is not None:
                        splits.append((tail[0] + value(reading), tail[1] - 1))
            return max(splits, default=None)

        return best

    def best_split(self, hand: Cards, value: Value) -> Split | None:
        """Return (score, -turns) of the best split of *hand*, by trying all; None if there is none."""
        return self.splitter(value)(self.pack(hand), True)

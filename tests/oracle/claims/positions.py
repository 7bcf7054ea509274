"""Positions for judging claims: small hands of any game and seat, in the slow rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from service.core import engine
from service.core.bindings import SCORE_UNIT, CompiledRules
from service.rules.combos import Shape
from tests.helpers.family_engine import CHOICES, deck_of, is_wild
from tests.oracle.family import GAMES
from tests.oracle.family_base import RANKS, Cards, Game, Reading, Split

Json = dict[str, Any]

LANDLORDS = ("standard", "contest", "yuncheng", "laizi", "standard_four")
LANGUAGES = ("en", "zh")
LARGEST = {"guandan": 5, "laizi": 6, "yuncheng": 6}
MOST = 7
"""Maximum cards of a hand, for games without an entry in `LARGEST`."""
HIDDEN = {"guandan": 7, "laizi": 8, "yuncheng": 9}
MOST_HIDDEN = 10
"""Maximum unseen cards for trying every play, in games without an entry in `HIDDEN`."""
DEAD = -10 * SCORE_UNIT
"""Value of a wild card that fits into no combo."""


class JudgedClaim(NamedTuple):
    """A claim of an answer, and its error ("": none)."""

    claim: str
    fault: str = ""


@dataclass
class Spot:
    """The view of a seat, and its request."""

    game: Game
    rules: CompiledRules
    seat: str
    hand: Cards
    left: Mapping[str, int]
    """Cards of each seat; 0: it has gone out."""
    hidden: Cards
    """The unseen cards, all in the other hands or, in a few positions, out of play."""
    table_cards: Cards = ()
    to_beat: Reading | None = None
    owner: str = ""
    """The seat that played `table_cards`."""
    lang: str = "en"

    # ---- seats

    @property
    def variant(self) -> str:
        """The game's name."""
        return self.rules.variant.id

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat in the order of play."""
        return self.rules.variant.seats

    def is_ally(self, seat: str) -> bool:
        """Return whether another seat is on the asker's side."""
        if self.variant in LANDLORDS:
            return "landlord" not in (seat, self.seat)
        return self.variant == "guandan" and int(seat) % 2 == int(self.seat) % 2

    @property
    def spare(self) -> int:
        """The cards that the asker may have left when it goes out."""
        return self.game.spare(self.seats.index(self.seat))

    @property
    def enemies(self) -> list[str]:
        """The enemies with cards."""
        return [seat for seat in self.seats if seat != self.seat and self.left[seat] and not self.is_ally(seat)]

    @property
    def sees_all(self) -> bool:
        """Return whether the unseen cards are few enough to try all their plays."""
        return len(self.hidden) <= HIDDEN.get(self.variant, MOST_HIDDEN)

    @property
    def next(self) -> str:
        """The next seat with cards."""
        at = self.seats.index(self.seat)
        return next(seat for seat in self.seats[at + 1 :] + self.seats[:at] if self.left[seat])

    # ---- plays

    @property
    def leads(self) -> bool:
        """Return whether there is no play to beat."""
        return self.to_beat is None

    @cached_property
    def legal(self) -> tuple[set[Cards], bool]:
        """Return all legal plays, and whether passing is legal."""
        return self.game.legal(self.hand, self.to_beat, self.left[self.next] == 1)

    @cached_property
    def plays(self) -> list[tuple[Cards, Reading]]:
        """Return all legal plays under each distinct reading; natural cards under the stored one."""
        plays = []
        for cards in self.legal[0]:
            stored = self.game.stored(cards, self.hand, self.to_beat)
            assert stored
            wild = any(is_wild(self.rules, card) for card in cards)
            readings = self.game.choices(cards, self.hand, self.to_beat) if wild else [stored]
            plays += [(cards, reading) for reading in readings]
        return plays

    def reading(self, play: Json) -> Reading | None:
        """Return the reading of a play in an answer; None if it is illegal."""
        cards = self.cards(play["cards"])
        return next((r for held, r in self.plays if held == cards and r.shape == play["shape"]), None)

    def rest(self, played: Cards) -> Cards:
        """Return the hand without some cards."""
        return self.game.pack((Counter(self.hand) - Counter(played)).elements())

    # ---- texts

    def cards(self, text: str) -> Cards:
        """Return cards of an answer as the slow rules write them."""
        return self.game.pack(split_cards(text, suited=self.variant == "guandan"))

    def text(self, cards: Iterable[str]) -> str:
        """Return cards of the slow rules as a request writes them."""
        level = self.rules.setup.level
        return "".join(level + "h" if level and card == "W" else card for card in cards)

    @property
    def body(self) -> Json:
        """The position as a request."""
        deck, known = Counter(deck_of(self.rules)), Counter(self.hand) + Counter(self.hidden)
        options = {name: value for name, value in self.rules.options.items() if value != default_of(self.rules, name)}
        body = {
            "variant": self.variant,
            "options": options,
            "seat": self.seat,
            "hand": self.text(self.hand),
            "left": {seat: number for seat, number in self.left.items() if seat != self.seat},
            "seen": self.text((deck - known).elements()),
            "lang": self.lang,
        }
        last = {"cards": self.text(self.table_cards), "seat": self.owner}
        return body | ({"last": last} if self.to_beat else {})

    # ---- values

    @cached_property
    def split_of(self) -> Any:
        """Return the best split of cards, by the slow rules and the service's weights."""
        return self.game.splitter(lambda reading: reading_value(self.rules, reading))

    def worth(self, cards: Cards) -> Split:
        """Return (score, -turns) of the best split; wild cards that fit into no combo cost ten turns each."""
        split = self.split_of(self.game.pack(cards), True)
        if split is not None:
            return split
        dead = next(card for card in cards if is_wild(self.rules, card))
        score, turns = self.worth(self.game.pack((Counter(cards) - Counter([dead])).elements()))
        return score + DEAD, turns


def default_of(rules: CompiledRules, name: str) -> str:
    return rules.variant.options[name].values[0]


def split_cards(text: str, *, suited: bool) -> list[str]:
    if not suited:
        return list(text)
    cards, at = [], 0
    while at < len(text):
        size = 1 if text[at] in "XD" else 2
        cards.append(text[at : at + size])
        at += size
    return cards


def reading_value(rules: CompiledRules, reading: Reading) -> int:
    """Return the value of a reading in a split, by the service's weights."""
    shape = row_of(rules, reading)
    if shape.named:
        place = rules.setup.power.find(RANKS[0])
    elif shape.runs:
        run = rules.setup.run  # Guandan's ace may be at both ends
        place = reading.key - (run[0] != "A") if rules.variant.id == "guandan" else run.index(reading.rank)
    else:
        place = rules.setup.power.index(reading.rank)
    return round(rules.variant.weights.value(shape, max(0, place), reading.length) * SCORE_UNIT)


def row_of(rules: CompiledRules, reading: Reading) -> Shape:
    for shape in rules.shapes:
        if shape.name != reading.shape or not shape.run[0] <= reading.length <= shape.run[1]:
            continue
        kickers = len(reading.plays_as) - shape.copies * reading.length
        full = shape.kickers * shape.kicker_size * reading.length
        if shape.named or (kickers < max(1, full) if shape.kickers_short else kickers == full):
            return shape
    raise AssertionError(f"no row for {reading}")


# ---- any position -----------------------------------------------------------------------------------------------


def random_rules(variant: str, rng: random.Random) -> tuple[Game, CompiledRules]:
    """Return the slow rules and the engine's: often the defaults, otherwise random options."""
    options = {name: rng.choice(values) for name, values in CHOICES[variant].items()}
    if rng.random() < 0.6:
        options = {name: value for name, value in options.items() if name in ("wild", "level")}
    if variant == "laizi":
        options["wild"] = "".join(sorted(options["wild"], key=RANKS.index))
    return GAMES[variant](options), engine.rules_for(variant, tuple(options.items()))


def draw_cards(deck: list[str], rules: CompiledRules, size: int, rng: random.Random) -> list[str]:
    """Return *size* cards from a shuffled deck, at most two of them wild; often of few ranks."""
    ranks = set(rng.sample(rules.setup.power, k=rng.randint(3, len(rules.setup.power))))
    order = sorted(deck, key=lambda card: card[0] not in ranks) if rng.random() < 0.7 else list(deck)
    wild = [card for card in order if is_wild(rules, card)][: rng.choice((0, 0, 1, 1, 2))]
    drawn = [*wild, *(card for card in order if not is_wild(rules, card))][:size]
    for card in drawn:
        deck.remove(card)
    return drawn


def random_table(game: Game, rules: CompiledRules, deck: list[str], rng: random.Random) -> tuple[Cards, Reading | None]:
    """Return a play of cards of the deck without wild ones, and its reading."""
    cards = game.pack([card for card in rng.sample(deck, min(7, len(deck))) if not is_wild(rules, card)])
    plays = [(play, r) for play, r in game.plays(cards, None).items() if not game.is_short(r) and play != cards]
    if not plays:
        return (), None
    size = rng.choice(sorted({len(play) for play, _ in plays}))
    play, reading = rng.choice([one for one in plays if len(one[0]) == size])
    for card in play:
        deck.remove(card)
    return play, reading


def random_spot(variant: str, rng: random.Random) -> Spot:
    """Return a position near the end of a deal: small hands, with only the other seats' cards hidden."""
    game, rules = random_rules(variant, rng)
    seats = rules.variant.seats
    seat, deck = rng.choice(seats), deck_of(rules)
    rng.shuffle(deck)
    hand = draw_cards(deck, rules, rng.randint(1, LARGEST.get(variant, MOST)), rng)
    table_cards, to_beat = random_table(game, rules, deck, rng) if rng.random() < 0.5 else ((), None)
    left = {other: rng.choice((1, 1, 2, 2, 3, 4, 5, 7)) for other in seats} | {seat: len(hand)}
    others = [other for other in seats if other != seat]
    if rules.variant.to_places and rng.random() < 0.2:
        left[rng.choice(others)] = 0
    hidden = [card for other in others for card in draw_cards(deck, rules, left[other], rng)]
    owner = rng.choice([other for other in others if left[other]]) if to_beat else ""
    packed = game.pack(hand), game.pack(hidden)
    return Spot(game, rules, seat, packed[0], left, packed[1], table_cards, to_beat, owner, rng.choice(LANGUAGES))


def spots(variant: str, rng: random.Random) -> Iterator[Spot]:
    """Yield positions with at least one legal action, endlessly."""
    while True:
        spot = random_spot(variant, rng)
        if spot.hand not in (("W",), "W"):  # a single flower cannot be led; the next seat leads
            yield spot

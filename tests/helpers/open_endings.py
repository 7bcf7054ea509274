"""Random endings of every game for solvers with open hands, in the format of the slow rules and of the core."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules, Play
from service.core.open_hands import OpenQuestion
from service.rules.cards import RANKS, Suits, pack, text
from service.rules.combos import Combo
from tests.helpers.family_engine import kind_of, kind_of_reading
from tests.oracle import open_hands as oracle
from tests.oracle.family import GAMES
from tests.oracle.family_base import Cards, Reading


class EndingKind(NamedTuple):
    """Endings of one game: number of seats, maximum number of cards."""

    variant: str
    seats: int
    most: int
    options: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        """The name of a test."""
        return "-".join([self.variant, str(self.seats), *map(str, self.options.values())])


KINDS = (
    EndingKind("standard", 2, 7),
    EndingKind("standard", 3, 4),
    EndingKind("standard", 3, 4, {"attach": "rlcard"}),
    EndingKind("standard", 2, 7, {"trio_alone": "last"}),
    EndingKind("standard_two", 2, 7, {"deck": "54", "handicap": "2"}),
    EndingKind("contest", 2, 6),
    EndingKind("contest", 3, 4),
    EndingKind("yuncheng", 2, 6),
    EndingKind("yuncheng", 3, 4),
    EndingKind("laizi", 2, 5, {"wild": "7"}),
    EndingKind("laizi", 3, 3, {"wild": "57"}),
    EndingKind("paodekuai", 2, 7),
    EndingKind("paodekuai_two", 2, 7),
    EndingKind("paodekuai_two", 2, 6, {"bomb_split": "off", "must": "off"}),
    EndingKind("zhengshangyou", 2, 7),
    EndingKind("guandan", 2, 6, {"level": "2"}),
    EndingKind("guandan", 4, 2, {"level": "5"}),
)


def deck_of(kind: EndingKind, rng: random.Random) -> list[str]:
    """Return cards of few ranks, so that plays beat each other."""
    if kind.variant == "guandan":
        ranks = {*"34567", *rng.sample("2AKXD8", 2)}
        return [rank + suit for rank in sorted(ranks - {*"XD"}) for suit in "sh"] * 2 + sorted(ranks & {*"XD"}) * 2
    jokers = [] if kind.variant.startswith("paodekuai") else ["X", "D"]
    deck = [rank for rank in "3456789TJQK" for _ in range(4)] + ["A"] * 3 + ["2", *jokers]
    ranks = {*rng.sample("3456789TJQKA2XD"[: 15 if jokers else 13], rng.randint(4, 6)), *kind.options.get("wild", "")}
    return [card for card in deck if card in ranks] + ["W"] * (kind.variant == "yuncheng")


def packed(cards: Cards) -> int:
    """Return cards of the slow rules as a word of the core."""
    return sum(1 << 4 * (15 if card == "W" else RANKS.index(card[0])) for card in cards)


def suits_of(cards: Cards) -> Suits:
    """Return cards with suits as words of the core."""
    words = [0, 0, 0, 0]
    for card in cards:
        if len(card) > 1:
            words["shcd".index(card[1])] += 1 << 2 * RANKS.index(card[0])
    return tuple(words)


class OpenEnding(NamedTuple):
    """An ending in both formats."""

    rules: CompiledRules
    brute: oracle.BruteForce
    state: oracle.OpenState
    to_beat: Combo | None
    """The play to beat in the format of the core."""

    @property
    def question(self) -> OpenQuestion:
        """Return the ending in the format of the core."""
        suited = self.rules.setup.suited
        return OpenQuestion(
            tuple(map(packed, self.state.hands)),
            self.brute.sides,
            self.state.mover,
            self.to_beat,
            self.state.owner,
            self.state.passes,
            tuple(map(suits_of, self.state.hands)) if suited else (),
            tuple(self.brute.game.spare(seat) for seat in range(len(self.state.hands))),
        )

    def after(self, state: oracle.OpenState, to_beat: Combo | None) -> OpenEnding:
        """Return a later state of the same deal."""
        return self._replace(state=state, to_beat=to_beat)


def read_as(rules: CompiledRules, cards: Cards, hand: Cards, reading: Reading) -> Combo | None:
    """Return a reading of the slow rules in the format of the core."""
    play = Play(packed(cards), 0, suits_of(cards) if rules.setup.suited else ())
    readings = engine.readings(rules, play, packed(hand))
    return next((combo for combo in readings if kind_of(combo) == kind_of_reading(reading)), None)


def random_ending(kind: EndingKind, seed: int) -> OpenEnding:
    """Return an ending with a lead, or with a random play to beat."""
    rng = random.Random(seed)
    options = dict(kind.options)
    rules, game = engine.rules_for(kind.variant, tuple(options.items())), GAMES[kind.variant](options)
    deck = deck_of(kind, rng)
    rng.shuffle(deck)
    hands: list[Sequence[str]] = []
    for rest in reversed(range(kind.seats)):
        seat = kind.seats - 1 - rest
        later = sum(1 + game.spare(other) for other in range(seat + 1, kind.seats))
        size = rng.randint(1 + game.spare(seat), min(kind.most, len(deck) - later))
        hands.append(deck[:size])
        del deck[:size]
    sides = {2: (0, 1), 3: rng.choice([(0, 1, 1), (0, 1, 0)]), 4: (0, 1, 0, 1)}[kind.seats]
    brute = oracle.BruteForce(game, sides)
    own = tuple(map(game.pack, hands))
    led = oracle.OpenState(own, brute.led_by(own, 0))
    follows = [move for move in brute.moves(led) if not brute.is_out(move[2], led.mover)]
    if not follows or rng.random() < 0.4:
        return OpenEnding(rules, brute, led, None)
    cards, reading, state = rng.choice(follows)
    assert reading is not None
    to_beat = read_as(rules, cards, own[led.mover], reading)
    return OpenEnding(rules, brute, led, None) if to_beat is None else OpenEnding(rules, brute, state, to_beat)


def random_deal(rules: CompiledRules, size: int, seed: int) -> OpenQuestion:
    """Return *size* cards of the deck in two hands, the first to lead."""
    drawn = random.Random(seed).sample(text(rules.deck), size)
    return OpenQuestion((pack("".join(drawn[::2])), pack("".join(drawn[1::2]))), (0, 1))

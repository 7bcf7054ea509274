"""Comparison of the engine with the slow rules of the family: equal requests to both."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping

from service.core import engine
from service.core.bindings import CompiledRules, Play, PlayConstraints, Weights, weights_from
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.combos import Combo, Shape
from service.rules.variant import RuleSet, Variant
from service.rules.variants import VARIANTS
from tests.oracle.family import GAMES
from tests.oracle.family_base import Cards, Game, Reading

Kind = tuple[str, str, int]
"""Shape, rank and length of a reading."""

NO_RULES = frozenset({"douzero_bugs"})
"""Options that are no rules: errors of another program, which only golden files describe."""

COMPARED = {("laizi", "wild"): ("7", "2", "3", "7J", "23", "A"), ("laizi", "bomb_max"): ("", "4", "6", "12")}
"""Compared values of options with many, by variant and option."""


def play_rules(rules: RuleSet) -> tuple[object, ...]:
    """Return the parts of a rule set that decide which plays and passes are legal."""
    return rules.shapes, rules.flags, rules.run, rules.power, rules.wilds, rules.level


def rule_options(variant: Variant) -> dict[str, tuple[str, ...]]:
    """Return the options that change legal plays, with their values."""
    result = {}
    for name, option in variant.options.items():
        values = COMPARED.get((variant.id, name), option.values)
        given = [DEFAULTS.get(variant.id, {}) | {name: value} for value in values]
        rules = [play_rules(variant.setup(variant.read_options(options))) for options in given]
        if name not in NO_RULES and any(one != rules[0] for one in rules):
            result[name] = values
    return result


DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "standard": {"must": "on"},
    "laizi": {"wild": "7", "bomb_max": "12", "must": "on"},
}
"""Options without which a game lacks part of its rules, by variant."""

CHOICES = {variant.id: rule_options(variant) for variant in VARIANTS.values()}
"""Options that change legal plays, by variant."""


def random_pair(variant: str, rng: random.Random) -> tuple[Game, CompiledRules]:
    """Return the slow rules and the engine's under the same options: often the defaults, otherwise random ones."""
    options = {name: rng.choice(values) for name, values in CHOICES[variant].items()}
    if rng.random() < 0.4:
        options = {name: value for name, value in options.items() if name in ("wild", "level")}
    return GAMES[variant](options), engine.rules_for(variant, tuple(options.items()))


def deck_of(rules: CompiledRules) -> list[str]:
    """Return every card of a deck in the notation of the slow rules."""
    setup = rules.setup
    if not setup.suited:
        return [rank for rank, n in setup.deck.items() for _ in range(n)]
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "shcd" if rank + suit != setup.level + "h"]
    return 2 * [*cards, "X", "D", "W"]


def random_family_hand(game: Game, rules: CompiledRules, rng: random.Random, size: int, wilds: int) -> Cards:
    """Return *size* cards of few ranks, which form many plays, at most *wilds* of them wild."""
    ranks = rng.sample(rules.setup.power, k=rng.randint(4, len(rules.setup.power)))
    ranks = set(ranks) | set(rules.setup.run[(at := rng.randrange(8)) : at + rng.randint(0, 6)])
    deck = [card for card in deck_of(rules) if card[0] in ranks or is_wild(rules, card)]
    rng.shuffle(deck)
    hand: list[str] = []
    for card in deck:
        wild = is_wild(rules, card)
        if len(hand) < size and (not wild or wilds > 0):
            hand.append(card)
            wilds -= wild
    return game.pack(hand)


def dense_hand(rules: CompiledRules, rng: random.Random) -> list[str]:
    """Return cards of few neighbouring ranks, often equally many of each, some others, and wild cards."""
    run, deck = rules.setup.run, deck_of(rules)
    start, alike = rng.randrange(len(run)), rng.choice((0, 0, 1, 3, 3))
    decks = 1 if rules.setup.suited else rules.setup.decks
    counts = {rank: alike or rng.randint(1, 4 * decks) for rank in run[start : start + rng.randint(1, 5)]}
    counts |= {rank: rng.randint(1, 4 * decks) for rank in rng.sample(rules.setup.power, rng.randint(0, 2))}
    counts |= {"X": decks, "D": decks} if {"X", "D"} <= set(rules.setup.power) and rng.random() < 0.2 else {}
    wild = [card for card in deck if is_wild(rules, card)]
    hand = rng.sample(wild, min(len(wild), rng.choice((0, 0, 0, 1, 2, 4))))
    most, sets = (
        (40 if len(hand) > 2 else 150 if hand or rules.setup.suited else 2100),
        1,
    )  # the slow rules try all sets
    for rank, count in counts.items():
        cards = [card for card in deck if card[0] == rank and not is_wild(rules, card)][:count]
        sets *= 2 ** len(cards) if rules.setup.suited else len(cards) + 1
        if sets > most:
            break
        hand += cards
    return hand


def is_wild(rules: CompiledRules, card: str) -> bool:
    return card[0] in rules.setup.wilds.cards


def service_cards(rules: CompiledRules, cards: Cards) -> c.Cards:
    """Return cards of the slow rules in the format of the service."""
    text = "".join(rules.setup.level + "h" if card == "W" and rules.setup.level else card for card in cards)
    return parse_cards(text, kind=rules.setup.kind)


def play_of(rules: CompiledRules, cards: Cards) -> Play:
    parsed = service_cards(rules, cards)
    return Play(parsed.hand, 0, parsed.suits)


def kind_of(combo: Combo) -> Kind:
    """Return a combo in a form common to both sides."""
    return combo.shape, c.RANKS[combo.rank], combo.length


def kind_of_reading(reading: Reading) -> Kind:
    """Return a reading in a form common to both sides."""
    return reading.shape, reading.rank, reading.length


def combo_of(rules: CompiledRules, cards: Cards, reading: Reading) -> Combo:
    """Return the engine's combo of a reading of the slow rules."""
    combos = engine.readings(rules, play_of(rules, cards))
    return next(combo for combo in combos if kind_of(combo) == kind_of_reading(reading))


def ranks_of(rules: CompiledRules, hand: c.Hand) -> str:
    """Return cards without their suits.

    Beside ordinary cards all wild cards are written alike, because they are equivalent.
    """
    text, wild = c.text(hand), rules.setup.wilds.cards
    return "".join(sorted("*" if rank in wild and set(text) - set(wild) else rank for rank in text))


PlaysWithReadings = set[tuple[str, Kind]]


def legal_of_engine(
    rules: CompiledRules, hand: Cards, to_beat: Combo | None, obligations: PlayConstraints
) -> tuple[PlaysWithReadings, bool]:
    """Return the engine's plays with their readings, and whether passing is legal."""
    parsed = service_cards(rules, hand)
    combos = engine.legal(rules, parsed.hand, to_beat, parsed.suits, obligations)
    bombs = sum(combo.tier > 0 for combo in combos)
    listed = {(ranks_of(rules, combo.cards), kind_of(combo)) for combo in combos}
    return listed, engine.may_pass(rules, to_beat, len(combos), bombs)


def legal_of_game(
    game: Game, rules: CompiledRules, hand: Cards, to_beat: Reading | None, next_has_one: bool
) -> tuple[PlaysWithReadings, bool]:
    """Return the same for the slow rules: plain cards of several suits as stored, others under each shape."""
    plays, may_pass = game.legal(hand, to_beat, next_has_one)
    listed: PlaysWithReadings = set()
    for cards in plays:
        stored = game.stored(cards, hand, to_beat)
        assert stored
        text = ranks_of(rules, service_cards(rules, cards).hand)
        one_suit = rules.setup.suited and len({card[1:] for card in cards}) == 1
        if not one_suit and not any(is_wild(rules, card) for card in cards):
            listed.add((text, kind_of_reading(stored)))
            continue
        listed |= {(text, kind_of_reading(reading)) for reading in game.choices(cards, hand, to_beat)}
    return listed, may_pass


def seeded_value(seed: int, shape: str, rank: str, length: int) -> int:
    """Return a random but fixed value for a combo; a straight flush is worth at least a mixed straight."""
    if shape == "straight_flush":
        return seeded_value(seed, "solo_chain", rank, length) + 5000
    digest = hashlib.blake2b(f"{seed}/{shape}/{rank}/{length}".encode(), digest_size=4).digest()
    return int.from_bytes(digest) % 30000 - 20000


def weights_of(rules: CompiledRules, seed: int) -> Weights:
    """Return `seeded_value` as a weight set of the core."""

    def value(shape: Shape, place: int, length: int) -> int:
        rank = shape.named[0] if shape.named else (rules.setup.run if shape.runs else rules.setup.power)[place]
        return seeded_value(seed, shape.name, rank, length)

    return weights_from(rules, f"seeded {seed}", value)


def slow_split(game: Game, hand: Cards, seed: int) -> tuple[int, int] | None:
    """Return (score, -turns) of the best split by the slow rules under the same values."""
    return game.best_split(hand, lambda r: seeded_value(seed, r.shape, r.rank, r.length))

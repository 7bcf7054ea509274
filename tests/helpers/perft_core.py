"""The C core and the service's replay as a `Node` of `tests.oracle.perft`, for counting their plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules, Play, PlayConstraints
from service.position.parse.cards import parse_cards
from service.position.replay import Replay
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.variants import find_variant
from tests.oracle.perft_file import PerftPosition, write_play

Hand = tuple[str, ...]
"""The cards of a seat one by one, in the notation of the files."""


class CorePlay(NamedTuple):
    """Cards of the mover with the core's combo; a pass has none."""

    cards: Hand
    combo: Combo | None


NamedPlays = tuple[tuple[str, CorePlay], ...]


@cache
def parse_hand(rules: CompiledRules, cards: Hand) -> c.Cards:
    """Return cards in the format of the core."""
    return parse_cards("".join(cards), kind=rules.setup.kind)


def letter(rules: CompiledRules, card: str) -> str:
    """Return the letter of a card in a packed hand."""
    return "W" if card == f"{rules.setup.level}h" else card[0]


def card_choices(rules: CompiledRules, hand: Hand, combo: Combo) -> Iterator[Hand]:
    """Yield every set of cards of *hand* for a combo: the core gives ranks, and one of several wild cards."""
    wild, text = set(rules.setup.wilds.cards), c.text(combo.cards)
    free = wild if set(text) - wild else set()
    needed = Counter("*" if rank in free else rank for rank in text)
    groups: dict[str, list[str]] = {}
    for card in hand:
        rank = letter(rules, card)
        groups.setdefault("*" if rank in free else rank, []).append(card)
    parts = [dict.fromkeys(combinations(groups[rank], n)) for rank, n in needed.items()]
    for picks in product(*parts):
        cards = tuple(card for part in picks for card in part)
        if not rules.setup.suited or combo.length != 5 or fits_suits(rules, cards, combo):
            yield cards


def fits_suits(rules: CompiledRules, cards: Hand, combo: Combo) -> bool:
    """Return whether the suits of five cards in a run match: mixed for a straight, one suit for a straight flush."""
    parsed = parse_hand(rules, cards)
    readings = engine.readings(rules, Play(parsed.hand, 0, parsed.suits))
    return (combo.shape, combo.suit) in {(reading.shape, reading.suit) for reading in readings}


@cache
def named_plays(
    rules: CompiledRules, hand: Hand, to_beat: Combo | None, obligations: PlayConstraints, may_skip: bool
) -> NamedPlays:
    """Return every play of a hand, including the pass, by the core."""
    parsed = parse_hand(rules, hand)
    legal = engine.legal(rules, parsed.hand, to_beat, parsed.suits, obligations)
    plays: dict[str, CorePlay] = {}
    for combo in legal:
        for own in card_choices(rules, hand, combo):
            name = write_play(own, combo.shape, c.RANKS[combo.rank], combo.length)
            assert name not in plays, f"{name} is listed twice"
            plays[name] = CorePlay(own, combo._replace(cards=parse_hand(rules, own).hand))
    skips = may_skip and not legal and to_beat is None
    if skips or engine.may_pass(rules, to_beat, len(legal), sum(combo.tier > 0 for combo in legal)):
        plays["pass"] = CorePlay((), None)
    return tuple(plays.items())


@dataclass(frozen=True)
class CoreNode:
    """A state of play in the service."""

    table: Replay
    hands: tuple[Hand, ...]

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def key(self) -> Hashable:
        table, to_beat = self.table, self.table.to_beat
        beaten = (to_beat.tier, to_beat.family, to_beat.shape, to_beat.length, to_beat.key) if to_beat else None
        return self.hands, table.mover, beaten, table.owner, table.passes, not table.history

    def plays(self) -> NamedPlays:
        table, hand = self.table, self.hands[self.table.mover]
        constraints = table.constraints(parse_hand(table.rules, hand).hand)
        return named_plays(table.rules, hand, table.to_beat, constraints, table.may_skip())

    def after(self, play: CorePlay) -> CoreNode:
        table, rest = self.table, list(self.hands[self.table.mover])
        then = Replay(table.rules, table.left)
        then.mover, then.to_beat, then.owner, then.passes = table.mover, table.to_beat, table.owner, table.passes
        then.history, then.out = table.history[-1:], [*table.out]
        if play.combo is None and table.to_beat is None:
            then.skip()
        else:
            then.step(play.combo)
        for card in play.cards:
            rest.remove(card)
        hands = (*self.hands[: table.mover], tuple(rest), *self.hands[table.mover + 1 :])
        return CoreNode(then, hands)


def core_node(position: PerftPosition) -> CoreNode:
    """Return a position of a file in the format of the service."""
    options = dict(position.options)
    variant = find_variant(position.game)
    name, free = variant.free_lead
    if name:
        required = next(value for value in variant.options[name].values if value != free)
        options[name] = required if position.show else free
    rules = engine.rules_for(position.game, tuple(options.items()))
    table = Replay(rules, [len(hand) for hand in position.hands])
    table.out = [seat for seat, number in zip(table.seats, table.left, strict=True) if not number]
    if position.table:
        cards, *kind, owner = position.table
        parsed = parse_hand(rules, cards)
        table.to_beat = next(
            combo
            for combo in engine.readings(rules, Play(parsed.hand, 0, parsed.suits))
            if [combo.shape, c.RANKS[combo.rank], combo.length] == kind
        )
        table.owner = owner
        table.passes = sum(number > 0 for number in table.left[owner + 1 :])
    return CoreNode(table, position.hands)

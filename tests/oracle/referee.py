"""A referee of whole deals: turns, play to beat, end of the deal.

Plays are checked by the slow rules. It imports nothing of the service. Cards are tokens in a caller's notation: a rank
and a suit letter, `3s`; jokers `X` and `D` and the flower `W` have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle import family
from tests.oracle.family_base import RANKS, Cards, Game, Reading


@dataclass
class DealState:
    """A deal in progress."""

    variant: str
    options: Mapping[str, str]
    game: Game
    hands: list[list[str]]
    first_card: str = ""
    """The card that the first lead must contain."""
    to_beat: Reading | None = None
    owner: int = 0
    waiting: list[int] = field(default_factory=lambda: [0])
    """Seats that may still beat the play, the next first; on a lead only the leader."""
    out: list[int] = field(default_factory=list)
    moves: int = 0

    @property
    def mover(self) -> int:
        """The seat that moves."""
        return self.waiting[0]

    @property
    def over(self) -> bool:
        """Return whether the deal is over: with the first seat out, or in games with places with all but one."""
        if not self.game.to_places:
            return bool(self.out)
        pair = isinstance(self.game, family.Guandan) and len(self.out) == 2 and self.out[0] % 2 == self.out[1] % 2
        return pair or len(self.out) == len(self.hands) - 1

    def after(self, seat: int) -> list[int]:
        """Return the other seats with cards in the order of play after *seat*."""
        n = len(self.hands)
        return [(seat + i) % n for i in range(1, n) if self.hands[(seat + i) % n]]

    def leader(self) -> int:
        """Return the leader after an unbeaten play: its owner, or the partner, or the next seat with cards."""
        if self.hands[self.owner]:
            return self.owner
        partner = (self.owner + 2) % 4
        if isinstance(self.game, family.Guandan) and self.hands[partner]:
            return partner
        return self.after(self.owner)[0]

    def ranks(self, tokens: Sequence[str]) -> Cards:
        """Return cards as the slow rules write them."""
        suited = isinstance(self.game, family.Guandan)
        return self.game.pack(tokens if suited else "".join(token[0] for token in tokens))

    def step(self, tokens: Sequence[str], shape: str | None, plays_as: Sequence[str] | None) -> None:
        """Check a play or a pass (no cards) and carry it out; *plays_as* are cards, or ranks without suits.

        Raises AssertionError if it breaks a rule.
        """
        if not tokens:
            assert self.to_beat, "a pass on a lead"
            assert not self.must_beat(), "a pass where one must beat"
            self.move(tokens, None)
            return
        assert not Counter(tokens) - Counter(self.hands[self.mover]), "cards that are not held"
        assert shape
        self.check_obligations(tokens, shape)
        self.move(tokens, self.read(tokens, shape, plays_as))

    def move(self, tokens: Sequence[str], reading: Reading | None) -> None:
        """Carry out a checked play, or a pass (no cards); a seat that cannot lead passes to the next one."""
        seat, self.moves = self.mover, self.moves + 1
        if reading is None:
            self.waiting = self.waiting[1:]
            if not self.waiting:
                self.waiting = [self.leader() if self.to_beat else self.after(seat)[0]]
                self.to_beat = None
            return
        self.to_beat = reading
        for token in tokens:
            self.hands[seat].remove(token)
        self.owner, self.waiting = seat, self.after(seat)
        if len(self.hands[seat]) <= self.game.spare(seat):
            self.out.append(seat)

    def must_beat(self) -> bool:
        """Return whether the mover must not pass."""
        if not isinstance(self.game, family.Paodekuai) or self.options.get("must") == "off":
            return False
        return can_beat(self.ranks(self.hands[self.mover]), self.to_beat)

    def check_obligations(self, tokens: Sequence[str], shape: str) -> None:
        """Check the first lead and the rule about a next seat with one card."""
        assert not self.first_card or self.moves or self.first_card in tokens, "a first lead without the three"
        following = self.after(self.mover)[0]
        if isinstance(self.game, family.Paodekuai) and shape == "solo" and len(self.hands[following]) == 1:
            height = self.game.order.index
            assert height(tokens[0][0]) == max(height(card[0]) for card in self.hands[self.mover]), "not the highest"

    def read(self, tokens: Sequence[str], shape: str, plays_as: Sequence[str] | None) -> Reading:
        """Return the stored reading: the declared one, or that of the slow rules."""
        cards, hand = self.ranks(tokens), self.ranks(self.hands[self.mover])
        if plays_as is None:
            stored = self.game.stored(cards, hand, self.to_beat)
            assert stored, "cards that may not be played"
            assert stored.shape == shape
            return stored
        wanted = self.declared(tokens, plays_as)
        answers = self.game.answers(cards, hand, self.to_beat)
        matching = [r for r in answers if r.shape == shape and (plain_shape(shape), r.rank, r.length) in wanted]
        assert matching, "not what the slow rules read"
        return matching[0]

    def declared(self, tokens: Sequence[str], plays_as: Sequence[str]) -> set[tuple[str, str, int]]:
        """Return shape, rank and length of each reading of a declaration; its wild cards are ordinary there."""
        own, ranks = list(plays_as), "".join(card[0] for card in plays_as)
        suited = any(len(card) > 1 for card in own)
        assert len(own) == len(tokens), "a declaration of another size"
        plain = [card for card in tokens if not self.is_wild(card)]
        rest = Counter(own) - Counter(plain if suited else [card[0] for card in plain])
        assert rest.total() == len(tokens) - len(plain), "ordinary cards left out"
        assert not rest.keys() & set("XDW"), "a wild card as a joker"
        if isinstance(self.game, family.Yuncheng):
            return {(shape, RANKS[key], length) for shape, key, length in family.without_flower(ranks)}
        if isinstance(self.game, family.Guandan):
            cards = own if suited else [rank + "shcd"[i % 4] * (rank not in "XD") for i, rank in enumerate(own)]
            readings = set(self.game.natural(cards))
        else:
            readings = family.Laizi({**self.options, "wild": ""}).readings(ranks)
        return {(plain_shape(r.shape), r.rank, r.length) for r in readings}

    def is_wild(self, card: str) -> bool:
        if isinstance(self.game, family.Guandan):
            return card == self.options.get("level", "2") + "h"
        return card == "W" or card[0] in self.options.get("wild", "")


def plain_shape(shape: str) -> str:
    """Return the name of a shape without the composition of a bomb in laizi."""
    return shape.removeprefix("soft_").removeprefix("hard_")


def can_beat(hand: str, to_beat: Reading | None) -> bool:
    """Return whether a hand of Paodekuai beats a play: shape by shape, from the counts of its ranks.

    A hand with three of a rank also has their wings, or they are the last play, whose wings may be missing.
    """
    assert to_beat
    counts, run, key, n = Counter(hand), RANKS[:12], to_beat.key, to_beat.length
    higher = RANKS[:13][key + 1 :]
    if any(counts[rank] == 4 for rank in (higher if to_beat.shape == "bomb" else RANKS[:13])):
        return True
    copies = {"solo": 1, "pair": 2, "trio": 3, "plane": 3}.get(to_beat.shape.split("_")[0], 9)
    bodies = [run[i : i + n] for i in range(key + 1, len(run) - n + 1)] if n > 1 else list(higher)
    return any(all(counts[rank] >= copies for rank in body) for body in bodies)

"""States of an ending with open hands, their legal moves, and classes of equivalent plays.

A play with wild cards is named with the cards that it is declared as: `7J=77`. Suits have no part in an ending: in
games with suits its hands are dressed so that no hand has a straight flush.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from service.core import engine
from service.core.bindings import CompiledRules, PlayConstraints
from service.core.open_hands import OpenAnswer, OpenQuestion, solve_open
from service.position.open_table import OpenTableText, read_open_table
from service.position.parse.cards import parse_cards
from service.position.parse.position_text import parse_pairs
from service.position.position import variant_line
from service.rules import cards as c
from service.rules.combos import Combo

Class: TypeAlias = tuple[object, ...]
"""Identity of equivalent plays; empty for the pass."""

WILD_CARD = c.RANKS[c.WILD]
"""The rank of wild cards that are counted separately from their rank."""

NO_MOVE = "-"
"""The pass in texts of puzzles."""


class Ending(NamedTuple):
    """A state: all hands in the order of play, the mover, the play to beat, its owner and the passes since."""

    hands: tuple[int, ...]
    mover: int
    to_beat: Combo | None = None
    owner: int = 0
    passes: int = 0

    @property
    def hand(self) -> int:
        """The hand of the mover."""
        return self.hands[self.mover]

    @property
    def size(self) -> int:
        """Cards in all hands."""
        return sum([c.size(hand) for hand in self.hands])

    def after(self, combo: Combo | None) -> Ending:
        """Return the state after a play of the mover, or its pass (None)."""
        n = len(self.hands)
        following = (self.mover + 1) % n
        if combo is not None:
            hands = tuple([hand - combo.cards * (seat == self.mover) for seat, hand in enumerate(self.hands)])
            return Ending(hands, following, combo, self.mover)
        if self.passes + 2 == n:
            return Ending(self.hands, self.owner, None, self.owner)
        return Ending(self.hands, following, self.to_beat, self.owner, self.passes + 1)


class EndingGame:
    """The game of an ending: its rules, the seats that take part, and the side of each (0 that of the first)."""

    def __init__(self, rules: CompiledRules, seats: Sequence[str]) -> None:
        self.rules = rules
        self.seats = tuple(seats)
        sides = [rules.variant.side_of(seat) for seat in seats]
        self.sides = tuple([int(side != sides[0]) for side in sides])
        self.power = [rules.setup.power.find(rank) for rank in c.RANKS]
        self.wilds = [c.RANKS.index(rank) for rank in rules.setup.wilds.cards]

    def legal(self, state: Ending) -> list[Combo | None]:
        """Return the legal moves of the mover: plays in the order of the core, then the pass (None) if it may pass."""
        plays = self.plays(state.hand, state.to_beat, self.has_solo_top(state))
        bombs = sum([combo.tier > 0 for combo in plays])
        moves: list[Combo | None] = list(plays)
        return [*moves, None] if engine.may_pass(self.rules, state.to_beat, len(plays), bombs) else moves

    def plays(self, hand: int, to_beat: Combo | None, solo_top: bool) -> tuple[Combo, ...]:
        """Return the legal plays of a hand; *solo_top*: a solo must be its highest."""
        return engine.legal(self.rules, hand, to_beat, constraints=PlayConstraints(0, solo_top))

    def has_solo_top(self, state: Ending) -> bool:
        """Return whether a solo of the mover must be its highest, because the next seat has one card."""
        following = state.hands[(state.mover + 1) % len(state.hands)]
        return "solo_top" in self.rules.setup.flags and c.size(following) == 1

    def enemies(self, state: Ending) -> list[int]:
        """Return the hands of the mover's enemies."""
        own = self.sides[state.mover]
        return [hand for hand, side in zip(state.hands, self.sides, strict=True) if side != own]

    def is_answered(self, combo: Combo, hands: Sequence[int]) -> bool:
        """Return whether one of *hands* can beat a play."""
        return any(engine.can_beat(self.rules, hand, combo) for hand in hands)

    def gaps(self, state: Ending) -> list[tuple[int, bool]]:
        """Return for each rank the number of lower ranks in the other hands, and whether they have it."""
        others = sum(state.hands) - state.hand
        held = [self.power[rank] for rank in range(len(c.RANKS)) if c.count(others, rank)]
        return [(sum(place < own for place in held), own in held) for own in self.power]

    def class_of(self, combo: Combo | None, gaps: Sequence[tuple[int, bool]]) -> Class:
        """Return the class of a play: equivalent ones have as many wild cards, and kickers between the same ranks."""
        if combo is None:
            return ()
        wild = sum([c.count(combo.cards, rank) for rank in self.wilds])
        kickers = combo.plays_as - combo.body
        places = [
            (*gaps[rank], rank if gaps[rank][1] else 0)
            for rank in range(len(c.RANKS))
            for _ in range(c.count(kickers, rank))
        ]
        return (combo.shape, combo.rank, combo.length, wild, *sorted(places))

    def solve(self, state: Ending, nodes: int, *, verdict_only: bool = False) -> OpenAnswer:
        """Return the winner with best play and the winning moves, within *nodes* states."""
        question = OpenQuestion(
            state.hands,
            self.sides,
            state.mover,
            state.to_beat,
            state.owner,
            state.passes,
            spare=self.rules.spare_of(self.seats),
        )
        return solve_open(self.rules, question, nodes, verdict_only=verdict_only)


# ---- one line of text -------------------------------------------------------------------------------------------


DRESSINGS = 32
"""Orders of suits that are tried for the hands of an ending."""

SUIT_ORDERS = "shshcdcd", "cdcdshsh"
"""Suits of the cards of a rank, in turns: neighbouring ranks share one only from the fifth card on."""


def has_flush(rules: CompiledRules, text: str) -> bool:
    cards = parse_cards(text, c.TEXT, "/hands", rules.setup.kind)
    legal = engine.legal(rules, cards.hand, None, cards.suits)
    return any(combo.shape == "straight_flush" for combo in legal)


def dressed(rules: CompiledRules, hands: Sequence[int]) -> list[str]:
    """Return hands with suits, none with a straight flush; wild cards are the hearts of their printed rank.

    Raises ValueError if no order of suits is free of them.
    """
    printed = rules.setup.wilds.printed
    for turn in range(DRESSINGS):
        texts, dealt = [], dict.fromkeys(c.RANKS, 0)
        for hand in hands:
            cards = []
            for rank in c.text(hand):
                place = c.RANKS.index(rank)
                suits = SUIT_ORDERS[(place + (turn >> place % 5)) % 2]
                if rank == printed:
                    suits = suits.replace("h", "")
                suit = "" if rank in "XD" else suits[dealt[rank]]
                cards.append(f"{printed}h" if rank == WILD_CARD else rank + suit)
                dealt[rank] += rank != WILD_CARD
            texts.append("".join(cards))
        if not any(has_flush(rules, text) for text in texts):
            return texts
    raise ValueError("every order of suits has a straight flush")


def move_text(combo: Combo | None) -> str:
    """Return a move as rank letters, with the declared ones after `=` if they differ; `-` for the pass."""
    if combo is None:
        return NO_MOVE
    declared = "" if combo.plays_as == combo.cards else f"={c.text(combo.plays_as)}"
    return c.text(combo.cards) + declared


def ending_line(game: EndingGame, state: Ending) -> str:
    """Return an ending as one line: variant, hands, the seat to move, and the play to beat with its seat.

    `standard landlord=33J,landlord_up=478TTJJQQQK2 landlord_up 2@landlord`; `-` for a lead.
    """
    play, held = move_text(state.to_beat), state.hands
    shown, _, declared = play.partition("=")
    texts = [*map(c.text, held), shown]
    if game.rules.setup.suited:
        texts = dressed(game.rules, held if state.to_beat is None else [*held, state.to_beat.cards])
    hands = ",".join([f"{seat}={text}" for seat, text in zip(game.seats, texts, strict=False)])
    last = NO_MOVE
    if state.to_beat is not None:
        last = f"{texts[-1]}{declared and '=' + declared}@{game.seats[state.owner]}"
    return f"{variant_line(game.rules)} {hands} {game.seats[state.mover]} {last}"


def rules_named(name: str) -> CompiledRules:
    """Return the rules of a variant with options, as a line of `ending_line` begins: `laizi[wild=7]`."""
    variant, _, options = name.partition("[")
    return engine.rules_for(variant, tuple(parse_pairs(options.removesuffix("]"), "=").items()))


def read_ending(line: str) -> tuple[EndingGame, Ending]:
    """Return the ending of a line of `ending_line`.

    Raises RuleError for hands, a turn or a play that cannot be.
    """
    name, hands, turn, last = line.split(" ")
    rules = rules_named(name)
    named = parse_pairs(hands, "=")
    game = EndingGame(rules, [seat for seat in rules.variant.seats if seat in named])
    play, passes = None, 0
    if last != NO_MOVE:
        shown, _, owner = last.partition("@")
        cards, _, declared = shown.partition("=")
        play = {"seat": owner, "cards": cards} | ({"as": declared} if declared else {})
        passes = (game.seats.index(turn) - game.seats.index(owner) - 1) % len(game.seats)
    table = read_open_table(rules, OpenTableText(named, turn, play, passes), c.TEXT)
    packed = tuple([hand.hand for hand in table.hands])
    return game, Ending(packed, table.mover, table.to_beat, table.owner, table.passes)


def read_move(game: EndingGame, state: Ending, text: str) -> Combo | None:
    """Return the legal move that a text names; None for the pass.

    Raises ValueError if there is none.
    """
    for combo in game.legal(state):
        if move_text(combo) == text:
            return combo
    raise ValueError(f"no move {text} in {ending_line(game, state)}")

"""One table of an environment, slow and simple: the service's referee, and a deal in Python.

It shares nothing with `native/robot/batch.c` except the random number generator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lab.arena.python_deals import cards_of, points_of, position_at
from service.advice.deal_result import result_of
from service.advice.deals import leading
from service.advice.game import TableState, apply_play, referee
from service.advice.practice import deck_of
from service.core import engine
from service.core.bindings import CompiledRules, PlayConstraints
from service.position.dealt import TableText, dealt_size
from service.position.parse.cards import parse_cards
from service.position.play import has_first_card, written
from service.position.replay import Replay
from service.rules import cards as c
from service.rules.auction import CALL, DOUBLE, ROB, Auction, Contract, Word, contract
from service.rules.cards import Cards
from service.rules.combos import Combo
from service.rules.random_numbers import WORD, numbers_from

STEP = 0x9E3779B97F4A7C15

Action = Combo | Word | None
"""A play, a bid, or None: a pass."""


def number_at(seed: int, place: int) -> int:
    return next(numbers_from(seed + place * STEP & WORD))


def shuffled(deck: Sequence[str], chance: Iterator[int], dealt: int) -> list[str]:
    """Return a deck whose first cards are drawn one after the other."""
    cards = list(deck)
    for i in range(dealt):
        other = i + next(chance) % (len(cards) - i)
        cards[i], cards[other] = cards[other], cards[i]
    return cards


class SlowTable:
    """A table of a batch: its deals, legal actions, turns and rewards."""

    def __init__(self, games: Sequence[CompiledRules], seed: int, table: int, form: Auction | None = None) -> None:
        self.games, self.form = games, form
        self.seed, self.deals = number_at(next(numbers_from(seed)), table), 0
        self.deal()

    def deal(self) -> None:
        """Deal the next cards."""
        chance = numbers_from(number_at(self.seed, self.deals))
        self.deals += 1
        self.rules = self.games[next(chance) % len(self.games) if len(self.games) > 1 else 0]
        setup, seats = self.rules.setup, self.rules.variant.seats
        sizes = [dealt_size(self.rules, seat) for seat in seats]
        cards = shuffled(deck_of(setup), chance, sum(sizes) + setup.bottom)
        hands = [[cards.pop(0) for _ in range(size)] for size in sizes]
        first, _ = leading(hands, setup.first_shows)
        self.dealt, self.bottom = hands[first:] + hands[:first], cards[: setup.bottom]
        self.bids: list[Word] = []
        self.doubles: list[Word] = []
        self.landlord, self.contract = 0, Contract()
        self.replay: Replay | None = None
        if self.form is None:
            self.begin()

    def parsed(self, cards: Sequence[str]) -> Cards:
        return parse_cards("".join(cards), kind=self.rules.setup.kind)

    def begin(self) -> None:
        """Begin the play; hands are by seat from now on."""
        hands = self.dealt[self.landlord :] + self.dealt[: self.landlord]
        self.texts = dict(zip(self.rules.variant.seats, hands, strict=True))
        self.texts[self.rules.variant.seats[0]] = hands[0] + self.bottom
        self.held = {seat: self.parsed(cards) for seat, cards in self.texts.items()}
        self.replay = Replay(engine.rules_after(self.rules, self.bids.count(ROB)))
        self.history: list[str] = []
        self.skip()

    def skip(self) -> None:
        """Let the next seat lead if the leader has only a wild card that cannot be played alone."""
        replay = self.replay
        assert replay is not None
        if replay.over or replay.to_beat is not None or not replay.may_skip():
            return
        if c.text(self.held[replay.seat].hand) == "W":
            replay.skip()
            self.history.append("pass")

    @property
    def place(self) -> int:
        if self.replay is not None and not self.doubling:
            return (self.replay.mover + self.landlord) % len(self.rules.variant.seats)
        assert self.form is not None
        place = self.form.stage(self.bids).place
        return (self.landlord + len(self.doubles)) % self.form.seats if place is None else place

    @property
    def doubling(self) -> bool:
        if self.form is None:
            return False
        stage = self.form.stage(self.bids)
        return bool(stage.words) and (stage.place is not None or len(self.doubles) < self.form.seats)

    def observation(self) -> dict[str, Any]:
        """Return the mover's observation by field, with seats counted from the mover."""
        replay, seats = self.replay, len(self.rules.variant.seats)
        deck = c.from_counts([sum(c.RANKS[i] == rank for rank in self.ranks()) for i in range(len(c.RANKS))])
        if replay is None:
            mover, first, hands = self.place, self.place, [self.parsed(cards).hand for cards in self.dealt]
        else:
            mover = first = (self.place - self.landlord) % seats
            hands = [self.held[seat].hand for seat in replay.seats]
        order = [(mover + i) % seats for i in range(seats)]
        history = [] if replay is None else [turn for turn in replay.history if turn.to_beat or turn.combo]
        played = [0] * seats
        shown = c.counts(self.parsed(self.bottom).hand) if replay is not None and self.bottom else [0] * 16
        for turn in history:
            seat = self.rules.variant.seats.index(turn.seat)
            played[seat] += turn.combo.cards if turn.combo else 0
            if seat == 0 and turn.combo:
                shown = [max(0, a - b) for a, b in zip(shown, c.counts(turn.combo.cards), strict=True)]
        side = self.rules.variant.side_of
        names = self.rules.variant.seats
        return {
            "hand": c.counts(hands[mover]),
            "unseen": c.counts(deck - hands[mover] - sum(played)),
            "left": [c.size(hands[seat]) for seat in order],
            "ally": [
                int(seat == mover or (replay is not None and side(names[seat]) == side(names[mover]))) for seat in order
            ],
            "shown": [list(shown) if seat == 0 else [0] * 16 for seat in order],
            "played": [c.counts(played[seat]) for seat in order],
            "seat": first if replay is not None else 0,
            "place": self.place,
            "owner": (replay.owner - mover) % seats if replay is not None and replay.owner is not None else 0,
            "to_beat": c.counts(replay.to_beat.cards) if replay is not None and replay.to_beat else [0] * 16,
            "bids": [*self.bids, *self.doubles],
            "turns": [
                [1 + (names.index(turn.seat) - mover) % seats, *c.counts(turn.combo.cards if turn.combo else 0)]
                for turn in reversed(history)
            ],
        }

    def ranks(self) -> list[str]:
        """Return the rank of every card of the deck, with wild cards of a level as W."""
        level = self.rules.setup.level
        return ["W" if level and card == f"{level}h" else card[0] for card in deck_of(self.rules.setup)]

    def constraints(self, own: Cards) -> PlayConstraints:
        assert self.replay is not None
        constraints = self.replay.constraints(own.hand)
        if not has_first_card(self.rules, own, constraints, c.TEXT):
            constraints = constraints._replace(must_show=0)
        return constraints

    def actions(self) -> list[Action]:
        """Return the legal actions, plays in the order of the core, a pass last."""
        if self.form is not None and (self.replay is None or self.doubling):
            stage = self.form.stage(self.bids)
            hand = self.parsed(self.dealt[self.place]).hand
            return [CALL] if CALL in stage.words and self.form.must_call(hand) else list(stage.words)
        replay = self.replay
        assert replay is not None
        own = self.held[replay.seat]
        plays = engine.legal(self.rules, own.hand, replay.to_beat, own.suits, self.constraints(own))
        bombs = sum(play.tier > 0 for play in plays)
        return [*plays, *([None] if engine.may_pass(self.rules, replay.to_beat, len(plays), bombs) else [])]

    def step(self, action: Action) -> tuple[int, ...] | None:
        """Carry out an action; return the points of each place if it ends the deal, all 0 in a void deal."""
        if self.form is not None and (self.replay is None or self.doubling):
            return self.bid(action)
        assert self.replay is not None
        self.play(action)
        self.skip()
        return self.result() if self.replay.over else None

    def bid(self, word: Any) -> tuple[int, ...] | None:
        """Carry out a bid."""
        assert self.form is not None
        into = self.doubles if self.form.stage(self.bids).place is None else self.bids
        into.append(word)
        stage = self.form.stage(self.bids)
        if stage.place is None and stage.landlord is None:
            self.deal()
            return (0,) * self.form.seats
        if self.replay is None and (stage.known or stage.place is None):
            self.landlord = stage.landlord or 0
            self.begin()
        if not self.doubling and stage.place is None:
            doubled = [(self.landlord + i) % self.form.seats for i, word in enumerate(self.doubles) if word == DOUBLE]
            self.contract = contract(self.form, self.bids, doubled)
        return None

    def play(self, combo: Any) -> None:
        """Carry out a play or a pass, checked by the referee."""
        replay = self.replay
        assert replay is not None
        value = "pass"
        if combo is not None:
            position = position_at(replay, self.held[replay.seat], 0)
            cards = cards_of(position, combo)
            text = (
                c.exact_text(cards, c.TEXT, self.rules.setup.kind) if self.rules.setup.suited else c.text(combo.cards)
            )
            value = written(combo, self.rules, text, cards.suits)
        played, _, declared = value.partition("=")
        element = {"cards": played, "as": declared} if declared else value
        apply_play(replay, element, self.held, c.TEXT)
        self.history.append(value)
        last = replay.history[-1].combo
        assert combo is None or (last is not None and last.cards == combo.cards and last.shape == combo.shape), value

    def result(self) -> tuple[int, ...]:
        """Return the points of each place as used by robots, and deal the next cards."""
        replay = self.replay
        assert replay is not None
        hands = {seat: self.parsed(cards) for seat, cards in self.texts.items()}
        self.ended = result_of(replay, hands, self.contract, c.TEXT, None)
        points = points_of(replay) if self.form is None else self.paid()
        self.winner = (replay.seats.index(replay.out[0]) + self.landlord) % len(points)
        self.side = [replay.rules.variant.side_of(seat) for seat in replay.seats]
        self.last = replay.history
        turned = [points[(place - self.landlord) % len(points)] for place in range(len(points))]
        self.won = [
            1
            if self.side[(place - self.landlord) % len(points)]
            == self.side[(self.winner - self.landlord) % len(points)]
            else -1
            for place in range(len(points))
        ]
        self.judged = self.judge()
        self.deal()
        return tuple(turned)

    def paid(self) -> tuple[int, ...]:
        """Return the points of a settlement by seat; if only winners are paid, the others lose the same amount."""
        assert self.ended.settlement is not None
        points = self.ended.settlement.points
        assert points is not None
        if min(points) < 0:
            return points
        return tuple([number or -max(points) for number in points])

    def judge(self) -> TableState:
        """Return the state of the deal by the referee, replayed from its beginning."""
        elements = [
            {"cards": value.partition("=")[0], "as": value.partition("=")[2]} if "=" in value else value
            for value in self.history
        ]
        hands = {seat: "".join(cards) for seat, cards in self.texts.items()}
        assert self.replay is not None
        return referee(self.replay.rules, TableText(hands=hands, history=elements), c.TEXT)

"""Judgement of tribute 进贡 and its return 还贡: the card is compared with other cards in the same sampled deals.

A payer knows its own hand; a receiver also knows the paid cards, and that no payer keeps a higher card. All deals that
agree with this are equally likely, because nothing has been played. Each is played out from the first lead.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from service.advice.tribute.advice import CardChoice, card_choices
from service.advice.tribute.finished_tribute import Handovers, may_remain
from service.core import robots
from service.core.bindings import CompiledRules
from service.core.comparison import Sample, TableTurn, World, compare_moves
from service.position.parse.cards import parse_cards
from service.position.position import variant_line
from service.position.tribute import GIVE, Handover, card_name, card_names, tokens_by_name
from service.review import judgement
from service.review.judgement import Interval, Verdict, share_of, shrunk_share
from service.review.plan import FEW_WORLDS, Plan
from service.rules import cards as c
from service.rules import tribute
from service.rules.cards import Cards, Token
from service.rules.combos import ORDINARY
from service.rules.random_numbers import MOST_SEED, Chance

WORLDS_OF_PART = 8
"""Worlds played out between two steps of a review."""


class TributeTurn(NamedTuple):
    """A card that a judged seat handed over."""

    handover: Handover
    best: Token | None
    """The best card; None: the card that was chosen, or there was no choice."""
    verdict: Verdict | None
    """The judgement; None: there was no choice."""
    names: tuple[str, ...] = ()
    """Named mistakes."""

    @property
    def seat(self) -> str:
        """The seat that handed the card over."""
        return self.handover.giver


class TributeState(NamedTuple):
    """Information of a seat that chooses a card; cards by their names in `rules.tribute`."""

    rules: CompiledRules
    own: Handover
    others: tuple[Handover, ...]
    """Payments known to the seat, without its own; a payer knows only giver and receiver of them."""
    hand: tuple[str, ...]
    """Hand from which the card is chosen."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of play, the judged one first."""
        order = self.rules.variant.seats
        first = order.index(self.own.giver)
        return order[first:] + order[:first]

    @property
    def key(self) -> str:
        """Return the information of the seat as text, with seats counted from it (the leader may be open)."""
        payments = [(one.receiver, "") for one in (self.own, *self.others)] if self.own.role == GIVE else [
            (one.giver, one.name) for one in self.others]  # fmt: skip
        known = sorted([(self.seats.index(seat), name) for seat, name in payments])
        return repr((variant_line(self.rules), self.own.role, sorted(self.hand), known))


# ---- deals --------------------------------------------------------------------------------------------------------


def low_card(hand: Sequence[str], rules: CompiledRules, receiver: str, giver: str) -> str:
    """Return the card that robots return in a sampled deal: the lowest with no other of its rank, else the lowest."""
    setup = rules.setup
    limit = tribute.return_limit(setup.return_max, int(receiver), int(giver))
    allowed = tribute.returnable(hand, setup.level, limit)
    ranks = [name[1] for name in hand]
    return next((name for name in allowed if ranks.count(name[1]) == 1), allowed[0])


def unseen_names(hand: Sequence[str], also: Sequence[str]) -> list[str]:
    deck = [*tribute.DECK, *tribute.DECK]
    for name in [*hand, *also]:
        deck.remove(name)
    return deck


def deal_to_payer(state: TributeState, chance: Chance) -> dict[str, list[str]]:
    """Return hands before the tribute that agree with a payer's information: its side does not refuse."""
    size = len(state.hand)
    own, others = state.own.giver, [seat for seat in state.seats if seat != state.own.giver]
    payers = [own, *[one.giver for one in state.others]]
    while True:
        cards = chance.shuffled(unseen_names(state.hand, ()))
        hands = {own: list(state.hand)}
        for place, seat in enumerate(others):
            hands[seat] = cards[size * place : size * (place + 1)]
        if not tribute.refused([hands[seat] for seat in payers], state.rules.options["resist"]):
            return hands


def deal_to_receiver(state: TributeState, chance: Chance, paid: Sequence[Handover]) -> dict[str, list[str]]:
    """Return hands with the paid cards, before any return, that agree with a receiver's information."""
    setup, own = state.rules.setup, state.own.giver
    size, known = max(setup.hand_size.values()), {one.receiver: [one.name] for one in paid if one.receiver != own}
    cards = chance.shuffled(unseen_names(state.hand, [name for names in known.values() for name in names]))
    hands = {own: list(state.hand)}
    for one in sorted(paid, key=lambda one: tribute.power(one.name, setup.level)):  # the lowest bound first
        fit = [name for name in cards if may_remain(name, one.name, state.rules)][: size - 1]
        for name in fit:
            cards.remove(name)
        hands[one.giver] = fit
    for seat in state.seats:
        if seat not in hands:
            hands[seat] = [*cards[:size], *known.get(seat, [])]
            cards = cards[size:]
    return hands


def hand_over(hands: dict[str, list[str]], giver: str, receiver: str, name: str) -> None:
    hands[giver].remove(name)
    hands[receiver].append(name)


def after_payer(state: TributeState, dealt: dict[str, list[str]], name: str) -> tuple[dict[str, list[str]], str]:
    """Return the hands after a tribute in which the judged seat paid a card, and the leader."""
    rules, hands, level = state.rules, {seat: list(hand) for seat, hand in dealt.items()}, state.rules.setup.level
    own, receiver, leader = state.own.giver, state.own.receiver, state.own.giver
    gifts = [(own, receiver, name)]
    for one in state.others:  # the partner's card; the higher one goes to first place
        first, second = first_places(state)
        other = tribute.payable(hands[one.giver], level)[0]
        powers = tribute.power(name, level), tribute.power(other, level)
        seats = rules.variant.seats
        clockwise = seats[(seats.index(first) + 1) % len(seats)]
        ahead = powers[0] > powers[1] or (powers[0] == powers[1] and own == clockwise)
        leader = own if ahead else one.giver
        gifts = [(own, first if ahead else second, name), (one.giver, second if ahead else first, other)]
    for giver, taker, card in gifts:
        back = low_card(hands[taker], rules, taker, giver)
        hand_over(hands, giver, taker, card)
        hand_over(hands, taker, giver, back)
    return hands, leader


def first_places(state: TributeState) -> tuple[str, str]:
    """Return first and second place of the deal before a tribute of two: seat 0 paid first place."""
    receivers = {one.giver: one.receiver for one in (state.own, *state.others)}
    leader = state.rules.variant.seats[0]
    other = next(seat for seat in receivers if seat != leader)
    return receivers[leader], receivers[other]


def after_receiver(state: TributeState, dealt: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """Return the hands after the judged seat and any other receiver have returned a card."""
    hands = {seat: list(hand) for seat, hand in dealt.items()}
    hand_over(hands, state.own.giver, state.own.receiver, name)
    for one in state.others:
        back = low_card(hands[one.receiver], state.rules, one.receiver, one.giver)
        hand_over(hands, one.receiver, one.giver, back)
    return hands


# ---- playing out --------------------------------------------------------------------------------------------------


def cards_named(rules: CompiledRules, names: Sequence[str]) -> Cards:
    return parse_cards(list(names), c.GUANDAN, "", rules.setup.kind)


def play_dealt(
    state: TributeState, hands: dict[str, list[str]], leader: str, policy: robots.Policy, seed: int
) -> World:
    """Return the result of a deal played out from its first lead."""
    rules, order = state.rules, state.seats
    variant = rules.variant
    own = [cards_named(rules, hands[seat]) for seat in order]
    allies = next(side for side in variant.allies if order[0] in side)
    suits = tuple([sum([one.suits[suit] for one in own[1:]]) for suit in range(len(c.SUITS))])
    view = robots.View(
        hand=own[0].hand,
        to_beat=None,
        unseen=sum([one.hand for one in own[1:]]),
        left=tuple([len(hands[seat]) for seat in order]),
        ally=tuple([seat in allies for seat in order]),
        owner=0,
        suits=own[0].suits,
        unseen_suits=suits,
        to_places=variant.to_places,
        enemies_allied=len(variant.allies) < len(order),
        first=order.index(leader),
        most=max(rules.setup.hand_size.values()),
    )
    turn, dealt = TableTurn(order.index(leader)), [(one.hand, one.suits) for one in own]
    return compare_moves(rules, policy, view, (), (), Sample(0, 1, seed), turn, dealt).worlds[0]


class TributeSampler:
    """Two independent samples of deals that agree with a seat's information, played out after each of some cards."""

    def __init__(self, state: TributeState, names: Sequence[str], paid: Sequence[Handover], plan: Plan) -> None:
        self.state, self.names, self.paid = state, names, paid
        self.policy = judgement.playout_policy(plan.level)
        self.halves: tuple[list[World], list[World]] = ([], [])

    def grow(self, worlds: int) -> Generator[None, None, None]:
        """Sample *worlds* more worlds for each half; yield between parts of the work."""
        for half, rows in enumerate(self.halves):
            for number in range(worlds):
                rows.append(self.sampled(Chance(f"{self.state.key} {half} {number}")))
                if number % WORLDS_OF_PART == WORLDS_OF_PART - 1:
                    yield None

    def sampled(self, chance: Chance) -> World:
        """Return the results of one world."""
        state, paying = self.state, self.state.own.role == GIVE
        dealt = deal_to_payer(state, chance) if paying else deal_to_receiver(state, chance, self.paid)
        seed, won, points = chance.below(MOST_SEED), 0, list[tuple[int, ...]]()
        for place, name in enumerate(self.names):
            if paying:
                hands, leader = after_payer(state, dealt, name)
            else:
                hands, leader = after_receiver(state, dealt, name), state.rules.variant.seats[0]
            result = play_dealt(state, hands, leader, self.policy, seed)
            won |= (result.won & 1) << place
            points.append(result.points[0])
        return World(1, won, tuple(points))


# ---- a decision ---------------------------------------------------------------------------------------------------


def distinct(choices: Sequence[CardChoice], names: Sequence[str]) -> list[int]:
    """Return the indices of cards that differ in rank or in the value of the remaining hand, best first."""
    kept: list[int] = []
    met: list[tuple[str, int]] = []
    for place, choice in enumerate(choices):
        fact = (names[place][1], choice.split.score)
        if fact not in met:
            met.append(fact)
            kept.append(place)
    return kept


def judged_tribute(
    handovers: Handovers, own: Handover, got: Handover, plan: Plan
) -> Generator[None, None, TributeTurn | None]:
    """Return the judgement of a card, None if the seat's hand is unknown; yield between parts of the work.

    *got*: the card that the seat received for it.
    """
    hand = handovers.hand_before(own, got)
    if hand is None:
        return None
    rules, notation = handovers.rules, handovers.notation
    allowed = handovers.allowed(own, hand)
    if len(allowed) < 2:
        return TributeTurn(own, None, None)
    paying = own.role == GIVE
    mine = own if paying else got
    others = tuple([one for one in handovers.paid if one.giver != mine.giver])
    paid = handovers.paid
    state = TributeState(rules, own, others, tuple(card_names(hand, notation)))
    by_name = tokens_by_name(hand, notation)
    choices = card_choices(rules, hand, [by_name[name] for name in allowed], notation)
    names = [card_name(choice.card, notation) for choice in choices]
    made = names.index(own.name)
    worth = [(name[1], choice.split.score) for name, choice in zip(names, choices, strict=True)]
    kept = distinct(choices, names)
    played = next(place for place in kept if worth[place] == worth[made])
    if played == kept[0]:
        agreed = yield from agreed_tribute(state, own.name, paid, plan)
        return TributeTurn(own, None, agreed)
    tried = kept[: judgement.CANDIDATES]
    if played not in tried:
        tried.append(played)
    sampler = TributeSampler(state, [names[place] for place in tried], paid, plan)
    yield from sampler.grow(plan.tribute)
    best, verdict = judgement.weighed(sampler.halves, len(tried), tried.index(played), rules.variant.chances)
    verdict = verdict._replace(worlds=2 * plan.tribute)
    chosen = tried[best]
    return TributeTurn(
        own,
        None if chosen == played else choices[chosen].card,
        verdict,
        tribute_names(choices[made], choices[chosen]) if verdict.mark is not None else (),
    )


def agreed_tribute(
    state: TributeState, name: str, paid: Sequence[Handover], plan: Plan
) -> Generator[None, None, Verdict]:
    """Return the judgement of a card that the advice chooses too: no loss."""
    few = min(FEW_WORLDS, plan.tribute)
    sampler = TributeSampler(state, [name], paid, plan)
    yield from sampler.grow(few)
    chance = state.rules.variant.chances.calibrated(shrunk_share(share_of(sampler.halves, 0), 2 * few))
    return Verdict(None, chance, chance, Interval(0.0, 0.0), 0.0, 0.0, None, False, None, False, 2 * few)


def tribute_names(made: CardChoice, best: CardChoice) -> tuple[str, ...]:
    """Return the name of a marked mistake: the card breaks a bomb that the best one leaves whole."""
    bombs = [len([combo for combo in choice.split.combos if combo.tier > ORDINARY]) for choice in (made, best)]
    return ("tore_bomb",) if bombs[0] < bombs[1] else ()

"""Seeded deals: a fair shuffle, or a practice hand for one seat, which the answer always reports.

A request gives the same deal on every machine: a splitmix64 sequence starts with the BLAKE2b digest of the variant, the
options that differ from their default, the profile with its seat and composition, and the seed. Cards are texts of rank
and suit here (3s, X, D, W); notations are used only in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.advice.balance import MOST_RESHUFFLES, Balance, balance_bounds, measure_deal, outside, split_hand
from service.advice.practice import (
    BALANCED_PROFILE,
    ENDGAME_PROFILE,
    PLAIN_PROFILE,
    PROFILES,
    WEAK_PROFILE,
    Composition,
    card_order,
    compose,
    count_pieces,
    deck_of,
    filled,
    fitted,
    is_possible,
    remove_cards,
    size_of,
)
from service.advice.puzzles.shipped import Puzzle, pick_puzzle
from service.core.bindings import CompiledRules
from service.position.dealt import dealt_size
from service.position.position import variant_line
from service.position.unshuffled import unshuffled_order
from service.rules.display_names import seat_zh
from service.rules.errors import Bilingual, RuleError, cards_en
from service.rules.random_numbers import Chance
from service.rules.variant import RANDOM, Options, RuleSet, Variant

TRIES = 200
"""Maximum practice hands drawn for a seat, in games where a card decides who is seat 0."""


WEAK_DRAWS = 8
"""Number of hands drawn for the weak profile; the one of lowest value is dealt, because low cards alone may make
runs."""


class DealPlan(NamedTuple):
    """The request of a deal."""

    seed: int
    profile: str = PLAIN_PROFILE
    seat: str = ""
    """Seat that gets the hand of the profile; "" for a profile without a seat."""
    composition: Composition | None = None
    """Composition for the profile `OWN`."""
    theme: str | None = None
    """Theme of a puzzle for the profile `ENDGAME_PROFILE`, like `grade`; None: any."""
    grade: int | None = None
    solution: bool = False
    """Whether to return the solution of a puzzle."""
    shuffled: bool = True
    """Whether a plain deal is shuffled."""


class DealtCards(NamedTuple):
    """The hands in the order of play before the landlord takes the bottom, and the bottom."""

    hands: list[list[str]]
    bottom: list[str]
    composition: Composition | None = None
    """Composition of a practice hand; None for a plain deal."""
    first_card: str = ""
    """The card whose holder is the first seat; "": none."""
    balance: Balance | None = None
    """Balance of a balanced deal."""
    puzzle: Puzzle | None = None
    """The puzzle of an ending; seats without a hand take no part."""
    last: tuple[str, ...] = ()
    """The cards of the play to beat in an ending."""


class Deal(NamedTuple):
    """A deal: its game, its request and its cards."""

    rules: CompiledRules
    plan: DealPlan
    cards: DealtCards


def with_drawn(variant: Variant, options: Options, seed: int) -> Options:
    """Return *options* in which each `RANDOM` value is replaced by a value drawn with the seed."""
    result = dict(options)
    for name, value in options.items():
        option = variant.options.get(name)
        if value == RANDOM and option is not None and option.drawn:
            result[name] = option.drawn[Chance(repr((variant.id, name, seed))).below(len(option.drawn))]
    return result


# ---- deals -------------------------------------------------------------------------------------------------------


def distribute(rules: CompiledRules, cards: Sequence[str], chosen: int = -1, own: Sequence[str] = ()) -> DealtCards:
    """Distribute *cards* in the order of play, the bottom last; the place *chosen* gets *own*."""
    hands, at = [], 0
    for place, seat in enumerate(rules.variant.seats):
        number = 0 if place == chosen else dealt_size(rules, seat)
        hands.append(list(own) if place == chosen else list(cards[at : at + number]))
        at += number
    return DealtCards(hands, list(cards[at : at + rules.setup.bottom]))


def leading(hands: Sequence[Sequence[str]], card: str) -> tuple[int, str]:
    """Return the place that has *card* (the lowest card of the deal if *card* is not dealt), and that card."""
    if not card:
        return 0, ""
    held = [other for hand in hands for other in hand]
    first = card if card in held else min(held, key=card_order)
    return next(place for place, hand in enumerate(hands) if first in hand), first


def plain(rules: CompiledRules, chance: Chance) -> DealtCards:
    """Return a fair shuffle; seats are numbered from the leader if a card decides who leads."""
    deal = distribute(rules, chance.shuffled(deck_of(rules.setup)))
    first, card = leading(deal.hands, rules.setup.first_shows)
    return deal._replace(hands=deal.hands[first:] + deal.hands[:first], first_card=card)


def unshuffled(rules: CompiledRules, chance: Chance) -> DealtCards:
    """Return a deal from the cut pile of the last games."""
    hands, rest = unshuffled_order(rules, deck_of(rules.setup), chance)
    return DealtCards(hands, rest[: rules.setup.bottom])


def balanced(rules: CompiledRules, chance: Chance) -> DealtCards:
    """Return the first fair shuffle within all bounds of balanced deals, else the closest.

    The closest is beyond the fewest bounds, and of those has the smallest spread. Raises RuleError "deal_impossible"
    for a game of which no bounds were computed.
    """
    bounds = balance_bounds(rules)
    if bounds is None:
        message = Bilingual("this game has no balanced deals", "本玩法没有均衡发牌")
        raise RuleError("deal_impossible", message, "/profile")
    closest, least = None, (len(bounds) + 1, 0)
    for reshuffles in range(MOST_RESHUFFLES + 1):
        deal = plain(rules, chance)
        measures = measure_deal(rules, deal.hands, deal.bottom)
        beyond = (len(outside(measures, bounds)), measures["spread"])
        if closest is None or beyond < least:
            closest, least = deal._replace(balance=Balance(measures, bounds, reshuffles)), beyond
        if not beyond[0]:
            return closest
    assert closest is not None
    assert closest.balance is not None
    return closest._replace(balance=closest.balance._replace(reshuffles=MOST_RESHUFFLES))


def practice_hand(
    setup: RuleSet, deck: Sequence[str], pieces: Mapping[str, int], chance: Chance, weak: bool, size: int
) -> list[str]:
    own = compose(setup, deck, pieces, chance, weak)
    return filled(setup, own, chance.shuffled(remove_cards(deck, own)), size, weak)


def practice(rules: CompiledRules, plan: DealPlan, chance: Chance) -> DealtCards:
    """Return a deal in which one seat has a hand of a profile.

    Raises RuleError "deal_impossible" if the deck, the hand or the seat does not allow it.
    """
    setup, weak = rules.setup, plan.profile == WEAK_PROFILE
    chosen, size = rules.variant.seats.index(plan.seat), dealt_size(rules, plan.seat)
    ways = [way for way in PROFILES[plan.profile] if is_possible(setup, way)] or PROFILES[plan.profile]
    drawn = ways[chance.below(len(ways))] if ways else {}
    composition = plan.composition if plan.composition is not None else fitted(setup, drawn, size, weak)
    pieces = count_pieces(setup, composition)
    if size_of(pieces) > size:
        message = Bilingual(
            f"these combos have {cards_en(size_of(pieces))}, but {plan.seat} is dealt {size}",
            f"这些牌型共{size_of(pieces)}张，而{seat_zh(plan.seat)}只发{size}张",
        )
        raise RuleError("deal_impossible", message, "/composition")
    card, deck = setup.first_shows, deck_of(setup)
    for _ in range(TRIES):
        hands = [practice_hand(setup, deck, pieces, chance, weak, size) for _ in range(WEAK_DRAWS if weak else 1)]
        own = min(hands, key=lambda hand: split_hand(rules, hand).score) if weak else hands[0]
        deal = distribute(rules, chance.shuffled(remove_cards(deck, own)), chosen, own)._replace(
            composition=composition
        )
        first, shown = leading(deal.hands, card)
        if chosen not in (0, first) or first == 0:
            deal.hands[0], deal.hands[first] = deal.hands[first], deal.hands[0]
            return deal._replace(first_card=shown)
    message = Bilingual(
        f"with this hand seat {plan.seat} would be seat 0, because it has {card}",
        f"拿到这手牌就不会坐在{seat_zh(plan.seat)}：持有 {card} 的是0号位",
    )
    raise RuleError("deal_impossible", message, "/seat")


CARDS = re.compile("[^shcd][shcd]?")
"""The cards of a text, with their suits if it has them."""


def endgame(rules: CompiledRules, plan: DealPlan) -> DealtCards:
    """Return the puzzle of a seed, its cards taken from the deck in order.

    Raises RuleError "puzzle_missing" for a game, a theme or a grade without one.
    """
    puzzle = pick_puzzle(variant_line(rules), plan.seed, plan.theme, plan.grade)
    deck = deck_of(rules.setup)
    parts = []
    shown = puzzle.last[0].partition("=")[0]
    for text in [*[puzzle.hands.get(seat, "") for seat in rules.variant.seats], shown]:
        cards = []
        for token in CARDS.findall(text):
            card = next(card for card in deck if token in (card, card[0]))
            deck.remove(card)
            cards.append(card)
        parts.append(cards)
    return DealtCards(parts[:-1], [], puzzle=puzzle, last=tuple(parts[-1]))


def deal_cards(rules: CompiledRules, plan: DealPlan) -> DealtCards:
    """Return the cards of a deal, the same for the same rules and plan."""
    given = sorted(f"{name}={value}" for name, value in rules.chosen.items())
    made = sorted(f"{kind}={number}" for kind, number in (plan.composition or {}).items())
    chance = Chance(repr((rules.variant.id, given, plan.profile, plan.seat, made, plan.seed)))
    if not plan.shuffled:
        return unshuffled(rules, Chance(repr((rules.variant.id, given, "unshuffled", plan.seed))))
    if plan.profile == ENDGAME_PROFILE:
        return endgame(rules, plan)
    if plan.profile == BALANCED_PROFILE:
        return balanced(rules, chance)
    return plain(rules, chance) if plan.profile == PLAIN_PROFILE else practice(rules, plan, chance)


def make_deal(rules: CompiledRules, plan: DealPlan) -> Deal:
    """Return a deal, the same for the same rules and plan."""
    return Deal(rules, plan, deal_cards(rules, plan))

"""Claims about cards to be played and about hidden cards, judged by the slow rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from tests.oracle.claims.positions import Json, JudgedClaim, Spot
from tests.oracle.family_base import Cards

SLACK = 0.004
"""Tolerance of a probability, for rounding, and because uncertain probabilities are never 0 or 1."""


# ---- hidden cards -----------------------------------------------------------------------------------------------


def judge_beliefs(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge the beliefs: only certain facts have 0 or 1, and the probabilities account for every card."""
    hidden, seats = Counter(card[0] for card in spot.hidden), answer["beliefs"]["seats"]
    others = {seat for seat in spot.seats if seat != spot.seat}
    listed = all(set(chances) == set(hidden) for chances in seats.values())
    yield JudgedClaim("beliefs", "" if set(seats) == others and listed else "other seats or other ranks")
    for rank, number in hidden.items():
        chances = {seat: seats[seat].get(rank, 0) for seat in others}
        for seat, chance in chances.items():
            most = min(number, spot.left[seat])
            sure = number > len(spot.hidden) - spot.left[seat]
            wrong = not 0 <= chance <= 1 or (chance == 1) != sure or (chance == 0) != (most == 0)
            yield JudgedClaim("beliefs", f"{seat} holds a {rank} with {chance}" if wrong else "")
        total, slack = sum(chances.values()), SLACK * len(others)
        least, most = 1 - slack, min(number, len(others)) + slack
        yield JudgedClaim("beliefs", "" if least <= total <= most else f"a {rank} with {total} in all")
    if spot.sees_all:
        for seat, chance in answer["beliefs"]["bombs"].items():
            yield JudgedClaim("bomb_chance", bomb_fault(spot, seat, chance))


def bomb_fault(spot: Spot, seat: str, chance: float) -> str:
    """Return the error of the probability that a seat has a bomb; it must be 0 or 1 exactly if all deals agree."""
    left = spot.left[seat]
    elsewhere = len(spot.hidden) - left
    forced = [card for card, number in Counter(spot.hidden).items() for _ in range(number - elsewhere)]
    may, must = fits_bomb(spot, spot.hidden, left), fits_bomb(spot, spot.game.pack(forced), left)
    right = 0 <= chance <= 1 and (chance == 0) == (not may) and (chance == 1) == must
    return "" if right else f"{seat} has a bomb with {chance}"


def fits_bomb(spot: Spot, cards: Cards, most: int) -> bool:
    sets = [made for made in spot.game.playable(cards) if len(made) <= most]
    return any(reading.tier for made in sets for reading in spot.game.readings(made, cards if made == cards else None))


# ---- cards to play ----------------------------------------------------------------------------------------------


def random_cards(spot: Spot, rng: random.Random) -> Cards:
    """Return cards for a check: a legal play, any cards of the hand, other cards, or none."""
    kind = rng.random()
    if kind < 0.3 and spot.legal[0]:
        return rng.choice(sorted(spot.legal[0]))
    if kind < 0.4:
        return spot.game.pack([])
    own = list(spot.hand) + rng.sample(list(spot.hidden), min(1, len(spot.hidden))) * (kind > 0.9)
    return spot.game.pack(rng.sample(own, rng.randint(1, min(5, len(own)))))


def is_held(spot: Spot, cards: Cards) -> bool:
    """Return whether the hand contains the cards."""
    return not Counter(cards) - Counter(spot.hand)


def is_play(spot: Spot, cards: Cards) -> bool:
    """Return whether cards are a play from this hand, or by themselves if the hand lacks them."""
    return bool(spot.game.readings(cards, spot.hand if is_held(spot, cards) else cards))


def can_beat_table(spot: Spot, cards: Cards) -> bool:
    """Return whether some reading of cards, if they were the whole hand, beats the table."""
    return any(spot.to_beat is None or spot.game.beats(r, spot.to_beat) for r in spot.game.readings(cards, cards))


def tears(spot: Spot, cards: Cards) -> bool:
    """Return whether cards include a part of a bomb of four."""
    return any(n == 4 and 0 < cards.count(rank) < 4 for rank, n in Counter(spot.hand).items())


def is_lower_solo(spot: Spot, cards: Cards) -> bool:
    """Return whether a solo is not the highest of the hand although the next seat has one card."""
    place = spot.game.order.index
    return len(cards) == 1 == spot.left[spot.next] and place(cards[0]) < max(map(place, spot.hand))


REFUSALS: Mapping[str, Callable[[Spot, Cards], bool]] = {
    "not_held": lambda spot, cards: not is_held(spot, cards),
    "not_a_play": lambda spot, cards: not is_play(spot, cards),
    "does_not_beat": lambda spot, cards: bool(spot.game.readings(cards, cards)) and not can_beat_table(spot, cards),
    "must_lead": lambda spot, cards: not cards and spot.leads,
    "must_beat": lambda spot, cards: not cards and not spot.leads and not spot.legal[1],
    "solo_not_top": is_lower_solo,
    "short_not_last": lambda spot, cards: not is_play(spot, cards) and bool(spot.game.readings(cards, cards)),
    "short_refused": lambda spot, cards: any(spot.game.is_short(r) for r in spot.game.readings(cards, cards)),
    "tears_bomb": tears,
}
"""Required facts of each reason for a rejection."""


def judge_check(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge whether cards may be played, and the reasons if not."""
    check = answer["check"]
    cards = spot.cards(check["asked"])
    legal = cards in spot.legal[0] if cards else spot.legal[1]
    yield JudgedClaim("playable", "" if check["playable"] == legal else f"{check['asked']} is {check['playable']}")
    reasons = [reason["code"] for reason in check["reasons"]]
    yield JudgedClaim("playable", "" if bool(reasons) != legal else f"{check['asked']}: {reasons}")
    for code in reasons:
        yield JudgedClaim(code, "" if REFUSALS[code](spot, cards) else f"{check['asked']} is not {code}")

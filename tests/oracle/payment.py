"""Second implementation of payments, written from the rules, slow and simple. It imports nothing of the service.

A deal is given as its plays in order; cards are tokens of rank and suit as far as suits are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ORDER = "3456789TJQKA2XD"
LEVELS = "23456789TJQKA"


@dataclass
class DealTurn:
    """One turn: seat, cards (none: a pass), shape, and whether it leads a trick."""

    seat: int
    cards: Sequence[str]
    shape: str
    leads: bool


@dataclass
class DealRecord:
    """The turns of a deal, and its options, hands and auction."""

    options: Mapping[str, str]
    hands: Sequence[Sequence[str]]
    """Hands before the first lead."""
    turns: list[DealTurn] = field(default_factory=list)
    bid: int = 1
    robs: int = 0
    farmers: Sequence[int] = (1, 1)
    """Factors of the farmers in the order of play, from kicks and doubles."""

    def spare(self, seat: int) -> int:
        """Return the cards that a seat may have left when it goes out: a farmer's handicap, one more for each rob."""
        if not seat or "handicap" not in self.options:
            return 0
        return min(8, int(self.options["handicap"]) + self.robs * (self.options["rob_gives"] == "on"))

    def left(self, seat: int) -> int:
        """Return the number of cards left of a seat."""
        return len(self.hands[seat]) - sum(len(turn.cards) for turn in self.turns if turn.seat == seat)

    def plays(self, seat: int) -> int:
        return sum(1 for turn in self.turns if turn.seat == seat and turn.cards)

    def winner(self) -> int:
        """Return the seat that went out first."""
        left = [len(hand) for hand in self.hands]
        for turn in self.turns:
            left[turn.seat] -= len(turn.cards)
            if left[turn.seat] <= self.spare(turn.seat):
                return turn.seat
        raise AssertionError("nobody went out")

    def places(self) -> list[int]:
        """Return the seats in the order of going out."""
        left, order = [len(hand) for hand in self.hands], []
        for turn in self.turns:
            left[turn.seat] -= len(turn.cards)
            if turn.cards and not left[turn.seat]:
                order.append(turn.seat)
        return order

    def bombs(self, rocket: bool = True) -> list[int]:
        """Return the indices of the bombs among the turns, with or without the rocket."""
        return [i for i, turn in enumerate(self.turns) if "bomb" in turn.shape or (rocket and turn.shape == "rocket")]

    def spring(self) -> bool:
        """Return whether the landlord won and no farmer has played a card."""
        return self.winner() == 0 and not any(turn.seat and turn.cards for turn in self.turns)

    def anti_spring(self) -> bool:
        """Return whether a farmer won and the landlord has played exactly one combination."""
        return self.winner() != 0 and self.plays(0) == 1


def landlord_payment(course: DealRecord, amount: int) -> list[int]:
    """Each farmer gets or pays an amount times its factor, the landlord the sum."""
    sign = -1 if course.winner() == 0 else 1
    farmers = [sign * amount * multiple for multiple in course.farmers]
    return [-sum(farmers), *farmers]


def standard(course: DealRecord) -> list[int]:
    """2.6: base times 2 for each bomb, the rocket, spring and anti-spring."""
    options, amount = course.options, course.bid
    for _ in range(course.robs):
        amount *= 2
    if options["show_hand"] != "off":
        amount *= int(options["show_hand"])
    played = [course.turns[at] for at in course.bombs()]
    least = int(options.get("bomb_doubles", 4))
    bombs = sum(turn.shape in ("rocket", "joker_bomb") or len(turn.cards) >= least for turn in played)
    bombs += sum(len(turn.cards) // 4 - 1 for turn in played if turn.shape == "bomb_chain")
    if options["bomb_cap"] != "none":
        bombs = min(bombs, int(options["bomb_cap"]))
    for _ in range(bombs):
        amount *= 2
    if course.spring() and options["spring"] == "on":
        amount *= int(options["spring_factor"])
    if course.anti_spring() and options["anti_spring"] == "on":
        amount *= int(options["spring_factor"])
    return landlord_payment(course, amount)


def contest(course: DealRecord) -> list[int]:
    """3.4: ct, linear and team."""
    bombs, rocket = len(course.bombs(rocket=False)), len(course.bombs()) - len(course.bombs(rocket=False))
    springs = course.spring() + course.anti_spring()
    scoring, won = course.options["scoring"], course.winner() == 0
    if scoring == "ct":
        return landlord_payment(course, 100 * course.bid * (1 + bombs) * 2 ** (rocket + springs))
    if scoring == "linear":
        return landlord_payment(course, course.bid + (rocket + bombs + springs) * course.bid)
    board = course.bid * (1 + bombs + rocket + springs)
    return [board, 0, 0] if won else [0, board, board]


def yuncheng(course: DealRecord) -> list[int]:
    """4.5: 2 to the number of bombs, capped, and a doubling for spring after the cap."""
    bombs, most = len(course.bombs()), int(course.options["bomb_max"])
    amount = 2 ** (min(bombs, most) if most else bombs)
    anti = course.anti_spring()
    if anti and course.options["anti_spring"] == "partner_none":
        others = [seat for seat in range(3) if seat != course.winner()]
        anti = sum(course.plays(seat) for seat in others) == 1
    return landlord_payment(course, amount * 2 if course.spring() or anti else amount)


def paodekuai(course: DealRecord) -> list[int]:
    """6.6: cards left, bombs, and what the options double or shift."""
    options, winner, points = course.options, course.winner(), [0 for _ in course.hands]
    bird = {seat for seat, hand in enumerate(course.hands) if "Th" in hand and options["bird"] == "heart10"}
    payer = to_blame(course) if options.get("pay_all") == "on" else None
    for seat in range(len(points)):
        if seat == winner:
            continue
        owed = course.left(seat) if course.left(seat) > 1 or options["one_left"] == "on" else 0
        shut_in = options["anti_shut"] == "on" and seat == 0 and course.plays(0) == 1
        if course.plays(seat) == 0 or shut_in:
            owed *= 2
        if seat in bird or winner in bird:
            owed *= 2
        points[winner] += owed
        points[seat if payer is None else payer] -= owed
    for seat in paid_bombs(course):
        for other in range(len(points)):
            if other != seat:
                paid = int(options["bomb_points"])
                if options["bird_bombs"] == "on" and (seat in bird or other in bird):
                    paid *= 2
                points[seat] += paid
                points[other] -= paid
    return points


def paid_bombs(course: DealRecord) -> list[int]:
    """6.6: the seats that are paid for a bomb, without beaten bombs and bombs of losers where the options say so."""
    options, seats = course.options, []
    for place in course.bombs():
        answers = course.turns[place + 1 :]
        until = next((i for i, turn in enumerate(answers) if turn.leads), len(answers))
        beaten = any(turn.cards for turn in answers[:until])
        lost = course.turns[place].seat != course.winner()
        if not (beaten and options["bomb_beaten_counts"] == "off") and not (lost and options["loser_bombs"] == "off"):
            seats.append(course.turns[place].seat)
    return seats


def to_blame(course: DealRecord) -> int | None:
    """6.5: the seat before the winner, if the winner's last card beat its solo, but not its highest one."""
    *earlier, before, last = course.turns
    if last.shape != "solo" or before.shape != "solo" or last.leads:
        return None
    gone = Counter(card[0] for turn in earlier if turn.seat == before.seat for card in turn.cards)
    held = Counter(card[0] for card in course.hands[before.seat]) - gone
    free = [rank for rank in held if course.options["bomb_split"] == "on" or held[rank] < 4]
    highest = max(map(ORDER.index, free))
    return before.seat if highest >= ORDER.index(last.cards[0][0]) else None


def guandan(course: DealRecord) -> list[int]:
    """7.5: the levels that the first player's side climbs."""
    first, *others = course.places()
    partner = (first + 2) % 4
    climbs = 3 if others[0] == partner else 2 if partner in others else 1
    return [climbs if seat in (first, partner) else 0 for seat in range(4)]


def next_levels(course: DealRecord, levels: Sequence[str], playing: int, failures: Sequence[int]) -> dict[str, object]:
    """7.5: levels, the side that plays its own next, failures at A, and who won the match."""
    options, side = course.options, course.places()[0] % 2
    climbs, new, fails = max(guandan(course)), list(levels), list(failures)
    enough = 2 if options["pass_a"] == "not_last" else 3
    if levels[playing] == "A":
        if side == playing and climbs >= enough:
            return {"levels": new, "playing": playing, "failures": fails, "winner": side}
        fails[playing] += 1
    new[side] = LEVELS[min(LEVELS.index(new[side]) + climbs, 12)]
    if options["a_fail"] != "off" and fails[playing] >= int(options["a_fail"]):
        new[playing], fails[playing] = "2", 0
    return {"levels": new, "playing": side, "failures": fails, "winner": None}


PAYMENTS = {
    "standard": standard, "standard_two": standard, "standard_four": standard, "laizi": standard, "contest": contest,
    "yuncheng": yuncheng, "paodekuai": paodekuai, "paodekuai_two": paodekuai,
    "paodekuai_four": paodekuai, "guandan": guandan,
}  # fmt: skip
"""Payments by game; in other games only places count."""


def height_of(card: str, level: str) -> int:
    """7.1: the order of single cards, jokers above the level card above the others."""
    return {"X": 20, "D": 21}.get(card[0], 15 if card[0] == level else LEVELS.find(card[0]))


def may_return(hand: Sequence[str], level: str, most: str, partner: bool) -> set[str]:
    """7.6: the cards that may be returned to a partner or an opponent, out of a hand with the paid card."""
    if most == "free" or (most == "ally" and not partner):
        return set(hand)
    highest = LEVELS.index("A" if most == "A" else "T")
    low = {card for card in hand if card[0] in LEVELS[: highest + 1] and card[0] != level}
    lowest = min(height_of(card, level) for card in hand)
    return low or {card for card in hand if height_of(card, level) == lowest}


def tribute_owed(
    hands: Mapping[int, Sequence[str]], order: Sequence[int], level: str, resist: str
) -> dict[int, int] | None:
    """7.6: the rank of the card that each giver pays, without wild cards; None if the tribute is refused."""
    losers = [seat for seat in range(4) if seat % 2 != order[0] % 2]
    givers = losers if order[1] % 2 == order[0] % 2 else [seat for seat in range(4) if seat not in order[:3]]
    jokers = {"big": "D", "any": "XD", "off": ""}[resist]
    if sum(card in jokers for seat in givers for card in hands[seat] if card in ("X", "D")) >= 2:
        return None
    return {seat: max(height_of(card, level) for card in hands[seat] if card != level + "h") for seat in givers}

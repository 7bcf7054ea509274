"""What a finished deal comes to: facts of how it went, the points that they pay, and what the next deal begins with.

Seats are counted in the order of play, 0 the first leader, in games with a landlord the landlord.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.rules.auction import DOUBLE, KICK, KICK_BACK, Contract
from service.rules.scoring import Standing, sprung


class Bomb(NamedTuple):
    """A bomb that was played."""

    seat: int
    shape: str
    beaten: bool
    """By a larger one, in the same trick."""


class Ended(NamedTuple):
    """How a deal went."""

    options: Mapping[str, str]
    out: Sequence[int]
    """Seats in the order of going out, to the last place where one seat is left in a deal that is played to places."""
    left: Sequence[int]
    """Cards that each seat has left."""
    plays: Sequence[int]
    """Combos that each seat played, passes left out."""
    bombs: Sequence[Bomb] = ()
    """In the order of being played."""
    contract: Contract = Contract()
    bird: int | None = None
    """Who was dealt the card that doubles; None: nobody, or there is none."""
    offender: int | None = None
    """Who let the winner go out and pays for all; None: nobody, or the rules do not ask."""
    standing: Standing | None = None
    """Where the match stood before; None: not given, or the game has none."""


class Factor(NamedTuple):
    """One thing that made the points what they are."""

    code: str
    factor: int | None = None
    """Points are multiplied by it."""
    add: int | None = None
    """So many times the bid is added to the bid."""
    points: int | None = None
    """So many points are paid for it."""
    seat: int | None = None
    """Who did it, or whom it befell."""
    of: tuple[int, ...] = ()
    """Whose points with the landlord are multiplied; (): everybody's."""


class Following(NamedTuple):
    """What the next deal begins with."""

    leader: int | None = None
    """Who leads; None: a card, a tribute or chance decides."""
    card: str = ""
    """The card whose holder leads, a rank and a suit; "": none decides."""
    options: Mapping[str, str] = MappingProxyType({})
    """Options that the next deal has in place of this one's."""
    standing: Standing | None = None
    order: Sequence[int] = ()
    """Seats in the order of going out, by which tribute is paid; (): none is."""


class Settlement(NamedTuple):
    """What a deal comes to."""

    points: tuple[int, ...] | None
    """Of each seat; None: places are all that the rules say."""
    factors: tuple[Factor, ...] = ()
    following: Following | None = None
    """None: the rules say nothing of the next deal."""


# ---- what games with a landlord share ---------------------------------------------------------------------------

ROCKET = "rocket"


def spring_of(ended: Ended, idle_partner: bool = False) -> str:
    """Return "spring" or "anti_spring" if a deal ended so, else ""; *idle_partner* as in `sprung`."""
    winner = ended.out[0]
    if not sprung(winner, ended.plays, idle_partner):
        return ""
    return "anti_spring" if winner else "spring"


def raises_of(contract: Contract) -> list[Factor]:
    """Return the bid and its raises."""
    factors = [Factor("bid", contract.base)] if contract.base > 1 else []
    kicked = tuple(one.seat for one in contract.raises if one.word == KICK)
    for word, seat in contract.raises:
        of: tuple[int, ...] = (seat,) if word in (KICK, DOUBLE) and seat else ()
        factors.append(Factor(str(word), 2, seat=seat, of=kicked if word == KICK_BACK else of))
    return factors


def bomb_code(bomb: Bomb) -> str:
    """Return the code of a bomb in a settlement."""
    return ROCKET if bomb.shape == ROCKET else "bomb"

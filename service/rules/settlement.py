"""Settlement of a finished deal: its facts, the points, and the setup of the next deal.

Seats are numbered in the order of play, 0 the first leader, in games with a landlord the landlord.
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
    """Whether it was beaten in the same trick."""
    ranks: int = 1
    """Body ranks; more than one of a run."""


class Ended(NamedTuple):
    """The course of a finished deal."""

    options: Mapping[str, str]
    out: Sequence[int]
    """Seats in the order of going out, with the last one in deals that are played to places."""
    left: Sequence[int]
    """Cards that each seat has left."""
    plays: Sequence[int]
    """Combos played by each seat, without passes."""
    bombs: Sequence[Bomb] = ()
    """Bombs in the order of play."""
    contract: Contract = Contract()
    bird: int | None = None
    """The seat that was dealt the doubling card; None: none."""
    offender: int | None = None
    """The seat that let the winner go out and pays for all; None: none, or not in these rules."""
    standing: Standing | None = None
    """Standing of the match before the deal; None: not given, or no match."""


class Factor(NamedTuple):
    """A factor of the points."""

    code: str
    factor: int | None = None
    """The points are multiplied by this."""
    add: int | None = None
    """Multiples of the bid added to the bid."""
    points: int | None = None
    """Points paid for it."""
    seat: int | None = None
    """The seat that caused the factor or is affected."""
    of: tuple[int, ...] = ()
    """Farmers whose points with the landlord are multiplied; (): all."""


class Following(NamedTuple):
    """Settings of the next deal."""

    leader: int | None = None
    """Leader; None: decided by a card, a tribute or at random."""
    card: str = ""
    """The card, a rank and a suit, that decides the leader; "": none."""
    options: Mapping[str, str] = MappingProxyType({})
    """Options of the next deal that differ from those of this deal."""
    standing: Standing | None = None
    order: Sequence[int] = ()
    """Seats in the order of going out, which decide the tribute; (): no tribute."""


class Settlement(NamedTuple):
    """Result of a deal."""

    points: tuple[int, ...] | None
    """Points of each seat; None: the rules have only places."""
    factors: tuple[Factor, ...] = ()
    following: Following | None = None
    """None: the rules do not connect deals."""


# ---- shared by games with a landlord ----------------------------------------------------------------------------

ROCKET = "rocket"


def spring_of(ended: Ended, idle_partner: bool = False) -> str:
    """Return "spring" or "anti_spring" for a deal that ended so, else ""; *idle_partner* as in `sprung`."""
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

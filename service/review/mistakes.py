"""Names of mistakes: claims about a marked decision, each with a check of its own.

A check knows the position of the seat, the played and the best move, and the seat's own hand at the end; never another
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from service.advice import levels, robot
from service.advice.analysis import analyze
from service.advice.analysis_request import AnalysisRequest
from service.advice.combo_cards import known_by
from service.core import engine
from service.position.position import Position
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import ORDINARY, Combo


class Error(NamedTuple):
    """A marked decision."""

    position: Position
    played: Combo | None
    best: Combo | None
    proof: bool
    """The best move is a sure win, and the played one is not."""
    kept: Hand
    """The seat's cards at the end of the record."""

    @property
    def allies(self) -> frozenset[str]:
        """Return the seats on the mover's side, itself included."""
        return next(side for side in self.position.rules.variant.allies if self.position.seat in side)

    @property
    def is_on_ally(self) -> bool:
        """Return whether an ally made the play to beat."""
        owner = self.position.to_beat_seat
        return self.position.to_beat is not None and owner in self.allies and owner != self.position.seat

    def owner_left(self) -> int:
        """Return the cards of the owner of the play to beat."""
        owner = self.position.to_beat_seat
        return 0 if owner is None else self.position.left[owner] or 0

    def has_enemy_with(self, cards: int) -> bool:
        left = self.position.left
        return any(left[seat] == cards for seat in left if seat not in self.allies)

    def has_ally_with(self, cards: int) -> bool:
        left = self.position.left
        return any(left[seat] == cards for seat in self.allies if seat != self.position.seat)


def is_bomb(combo: Combo | None) -> bool:
    return combo is not None and combo.tier > ORDINARY


def broken(error: Error, combo: Combo | None) -> list[Combo]:
    """Return the combos of the best split that a play breaks."""
    if combo is None:
        return []
    facts = analyze(error.position, AnalysisRequest(want=("split", "hints"), top=0))
    assert facts.hints is not None
    wanted = (combo.cards, combo.shape, combo.key)
    for row in facts.hints.listed:
        if (row.hint.combo.cards, row.hint.combo.shape, row.hint.combo.key) == wanted:
            return [torn for i, torn in enumerate(facts.split.combos) if row.breaks >> i & 1]
    return []


def has_broken(error: Error, wanted: Callable[[Combo], bool]) -> bool:
    """Return whether the played move breaks a combo of the best split that the best move leaves whole."""
    torn = [combo for combo in broken(error, error.played) if wanted(combo)]
    return bool(torn) and not any(wanted(combo) for combo in broken(error, error.best))


def is_rocket(combo: Combo) -> bool:
    return combo.shape == "rocket"


def is_run(combo: Combo) -> bool:
    return combo.length > 1 and not is_bomb(combo)


def turns_after(position: Position, combo: Combo) -> int:
    rest = position.hand - combo.cards
    return engine.split(position.rules, rest).turns if rest else 0


def has_let_go(error: Error, cards: int, shape: str) -> bool:
    """Return whether an enemy with this number of *cards* may go out on the play, of that *shape*.

    The best move is of another shape, a pass, or higher.
    """
    played, best = error.played, error.best
    if played is None or played.shape != shape or not error.has_enemy_with(cards):
        return False
    return best is None or best.shape != shape or best.key > played.key


def has_wrong_kicker(error: Error) -> bool:
    """Return whether the best move has the same body with different kickers."""
    a, b = error.played, error.best
    return (
        a is not None
        and b is not None
        and (a.shape, a.length, a.key) == (b.shape, b.length, b.key)
        and a.cards != b.cards
    )


def has_wrong_last_two(error: Error) -> bool:
    """Return whether both moves leave one combo, and the better move leaves the other one."""
    position, played, best = error.position, error.played, error.best
    if played is None or best is None or not position.leads or position.rules.setup.suited or has_wrong_kicker(error):
        return False
    return turns_after(position, played) == turns_after(position, best) == 1


def has_control(position: Position, combo: Combo) -> bool:
    """Return whether the best split of the remaining hand has a play that no unseen cards beat by the same type."""
    rest = position.hand - combo.cards
    if not rest:
        return True
    best = engine.split(position.rules, rest)
    return bool(engine.controls(position.rules, best.raw, position.unseen, position.unseen_suits))


def has_spent_reentry(error: Error) -> bool:
    """Return whether the played move leaves no play that regains the lead, and the best one leaves one."""
    position, played, best = error.position, error.played, error.best
    if played is None or position.rules.setup.suited or turns_after(position, played) < 2:
        return False
    kept = best is None or has_control(position, best)
    return kept and not has_control(position, played)


def has_not_fed(error: Error) -> bool:
    """Return whether the best lead has a shape that an ally with one or two cards may go out with."""
    if not error.position.leads or error.best is None or error.played is None:
        return False
    for cards, shape in ((1, "solo"), (2, "pair")):
        if error.has_ally_with(cards) and error.best.shape == shape and error.played.shape != shape:
            return True
    return False


CHECKS: Mapping[str, Callable[[Error], bool]] = MappingProxyType(
    {
        "sure_win_left": lambda error: error.proof,
        "beat_ally": lambda error: (
            error.is_on_ally and has_played(error) and error.best is None and error.owner_left() <= 2
        ),
        "should_pass": lambda error: (
            error.is_on_ally and has_played(error) and error.best is None and error.owner_left() > 2
        ),
        "should_take": lambda error: error.is_on_ally and error.played is None,
        "let_one_go": lambda error: has_let_go(error, 1, "solo"),
        "let_two_go": lambda error: has_let_go(error, 2, "pair"),
        "tore_bomb": lambda error: has_broken(error, lambda combo: is_bomb(combo) and not is_rocket(combo)),
        "tore_rocket": lambda error: has_broken(error, is_rocket),
        "tore_run": lambda error: has_broken(error, is_run),
        "bomb_early": lambda error: is_bomb(error.played) and not is_bomb(error.best),
        "bomb_kept": lambda error: (
            error.best is not None
            and is_bomb(error.best)
            and not is_bomb(error.played)
            and c.holds(error.kept, error.best.cards)
        ),
        "wrong_kicker": has_wrong_kicker,
        "reentry_spent": has_spent_reentry,
        "wrong_last_two": has_wrong_last_two,
        "not_fed": has_not_fed,
    }
)
"""The check of each named mistake."""


def has_played(error: Error) -> bool:
    return error.played is not None


def mistake_names(error: Error) -> tuple[str, ...]:
    """Return the names of the mistakes that a marked decision shows."""
    return tuple([name for name, check in CHECKS.items() if check(error)])


# ---- lessons ----------------------------------------------------------------------------


MOST_LESSONS = 3
"""Maximum lessons of a seat."""


class Marked(NamedTuple):
    """A marked decision."""

    ply: int
    seat: str
    error: Error
    names: tuple[str, ...]
    loss: float


class Lesson(NamedTuple):
    """A mistake to learn from."""

    ply: int
    seat: str
    code: str
    """The first name of the mistake, or the kind of the better move."""
    loss: float


def would_avoid(level: levels.Level | None, error: Error) -> bool:
    """Return whether a level makes the better move, or a third one that shows none of the named mistakes."""
    if level is None:
        return True
    move = robot.choose_move(error.position, level.id).combo
    if known_by(move) == known_by(error.best):
        return True
    names = mistake_names(error)
    other = known_by(move) != known_by(error.played)
    return bool(names) and other and set(names).isdisjoint(mistake_names(error._replace(played=move)))


def code_of(marked: Marked) -> str:
    return marked.names[0] if marked.names else "rather_pass" if marked.error.best is None else "rather_other"


def lessons_of(marked: Iterable[Marked], game: str, player: str) -> tuple[Lesson, ...]:
    """Return at most three lessons of each seat of a *game* for a *player* of a level, the costliest first."""
    above, taken, lessons = levels.level_above(game, player), dict[str, int](), list[Lesson]()
    for one in sorted(marked, key=lambda one: (-one.loss, one.ply)):
        number = taken.get(one.seat, 0)
        if number < MOST_LESSONS and would_avoid(above, one.error):
            taken[one.seat] = number + 1
            lessons.append(Lesson(one.ply, one.seat, code_of(one), one.loss))
    return tuple(lessons)

"""What sentences call seats, ranks and plays; mostly the Chinese ones."""

from __future__ import annotations

from collections.abc import Iterable

from service.rules.cards import RANKS, display_text
from service.rules.combos import ORDINARY, Combo, Shape
from service.rules.errors import Bilingual
from service.rules.variant import RuleSet

SEATS = {
    "landlord": Bilingual("landlord", "地主"),
    "landlord_down": Bilingual("landlord's next", "地主下家"),
    "landlord_up": Bilingual("landlord's previous", "地主上家"),
}
"""Seats that have a name."""

LETTERS = {"T": "10", "X": "小王", "D": "大王", "W": "花牌"}
"""Ranks that people do not call by their letter."""

FEW = {1: "单", 2: "对", 3: "三个"}
"""What comes before the rank of so many alike."""


def seat_name(seat: str) -> Bilingual:
    """Return what a seat is called."""
    return SEATS.get(seat) or Bilingual(f"seat {seat}", f"{seat}号位" if seat.isdigit() else f"`{seat}`")


def seat_en(seat: object) -> str:
    """Return a seat as an English sentence names it: by its id, which for a number says that it is a seat."""
    return f"seat {seat}" if str(seat).isdigit() else str(seat)


def seat_zh(seat: object) -> str:
    """Return a seat as a Chinese sentence names it."""
    return seat_name(str(seat)).zh


def rank_zh(letter: str) -> str:
    """Return a rank as people say it."""
    return LETTERS.get(letter, letter)


def shape_zh(shapes: Iterable[Shape], name: str) -> str:
    """Return the shape called *name* among the rows of a game."""
    return next(shape.zh for shape in shapes if shape.name == name)


def run_order(combo: Combo, run: str) -> str:
    """Return the ranks in the order in which a combo is written: lowest first, but a run as it goes, A2345."""
    if run in RANKS:
        return RANKS
    start = run.index(RANKS[combo.rank])
    return run[start : start + combo.length] + RANKS


def combo_zh(setup: RuleSet, combo: Combo) -> str:
    """Return a play as people say it: 对10, 顺子34567, 王炸."""
    shape = next(shape for shape in setup.shapes if shape.name == combo.shape)
    if shape.named:
        return shape.zh
    if combo.tier == ORDINARY and combo.plays_as == combo.body and combo.length == 1 and combo.size in FEW:
        rank = RANKS[combo.rank]
        return FEW[combo.size] * (rank not in "XD" or combo.size > 1) + rank_zh(rank)
    return shape.zh + display_text(combo.cards, setup.kind)

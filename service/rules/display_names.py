"""Names of seats, ranks, shapes and plays, in sentences and on the pages."""

from __future__ import annotations

from collections.abc import Iterable

from service.rules.cards import RANKS, display_text, text
from service.rules.combos import ORDINARY, Combo, Shape
from service.rules.errors import Bilingual
from service.rules.variant import RuleSet

SEATS = {
    "landlord": Bilingual("landlord", "地主"),
    "landlord_down": Bilingual("landlord's next", "地主下家"),
    "landlord_opposite": Bilingual("landlord's opposite", "地主对家"),
    "landlord_up": Bilingual("landlord's previous", "地主上家"),
    "farmer": Bilingual("farmer", "农民"),
}
"""Seats with a name."""

LETTERS = {"T": "10", "X": "小王", "D": "大王", "W": "花牌"}
"""Ranks whose names are not their letters."""

FEW = {1: "单", 2: "对", 3: "三个"}
"""Words for one, two or three cards of a rank."""


SHAPES_EN = {
    "solo": "single",
    "solo_chain": "straight",
    "pair_chain": "pair straight",
    "trio_solo": "trio with a single",
    "trio_pair": "trio with a pair",
    "trio_two": "trio with two cards",
    "trio_short": "trio short of kickers",
    "plane_solo": "plane with single wings",
    "plane_pair": "plane with pair wings",
    "plane_two": "plane with wings",
    "plane_short": "plane short of wings",
    "quad_solo": "quad with two singles",
    "quad_pair": "quad with two pairs",
    "quad_two": "quad with two cards",
    "quad_three": "quad with three cards",
    "quad_short": "quad short of kickers",
    "quad_chain": "quad straight",
    "quad_chain_solo": "quad straight with singles",
    "quad_chain_pair": "quad straight with pairs",
    "pair3_bomb": "bomb of two threes",
    "ace_bomb": "bomb of three aces",
}
"""English names of shapes that are not their identifiers in words."""


def shape_en(name: str) -> str:
    """Return the English name of a shape; a number at the end is the size of a bomb."""
    words = name.split("_")
    sized = f"{' '.join(words[:-1])} of {words[-1]}" if words[-1].isdigit() else " ".join(words)
    return SHAPES_EN.get(name, sized)


def seat_name(seat: str) -> Bilingual:
    """Return the display name of a seat."""
    return SEATS.get(seat) or Bilingual(f"seat {seat}", f"{seat}号位" if seat.isdigit() else f"`{seat}`")


def seat_en(seat: object) -> str:
    """Return the name of a seat in an English message: its id, with "seat" before a number."""
    return f"seat {seat}" if str(seat).isdigit() else str(seat)


def seat_zh(seat: object) -> str:
    """Return the name of a seat in a Chinese message."""
    return seat_name(str(seat)).zh


JOKERS_EN = {"X": "small joker", "D": "big joker"}


def rank_en(letter: str) -> str:
    """Return the English name of a rank in a sentence, the same for callers of all notations."""
    return JOKERS_EN.get(letter, letter)


def rank_zh(letter: str) -> str:
    """Return the Chinese name of a rank."""
    return LETTERS.get(letter, letter)


def shape_zh(shapes: Iterable[Shape], name: str) -> str:
    """Return the Chinese name of the shape *name* among the rows of a game."""
    return next(shape.zh for shape in shapes if shape.name == name)


def run_order(combo: Combo, run: str) -> str:
    """Return the ranks in the order in which a combo is written: lowest first, or in the order of its run (A2345)."""
    if run in RANKS:
        return RANKS
    start = run.index(RANKS[combo.rank])
    return run[start : start + combo.length] + RANKS


def combo_letters(combo: Combo, run: str) -> str:
    """Return the ranks of a combo's cards, lowest first or in the order of its run."""
    order = run_order(combo, run) if combo.length > 1 else RANKS
    return text(combo.cards) if order is RANKS else "".join(sorted(text(combo.cards), key=order.index))


def combo_zh(setup: RuleSet, combo: Combo) -> str:
    """Return the Chinese name of a play: 对10, 顺子34567, 王炸."""
    shape = next(shape for shape in setup.shapes if shape.name == combo.shape)
    if shape.named:
        return shape.zh
    if combo.tier == ORDINARY and combo.plays_as == combo.body and combo.length == 1 and combo.size in FEW:
        rank = RANKS[combo.rank]
        return FEW[combo.size] * (rank not in "XD" or combo.size > 1) + rank_zh(rank)
    return shape.zh + display_text(combo.cards, setup.kind)

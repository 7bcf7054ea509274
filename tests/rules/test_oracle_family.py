"""The slow rules of the family: orders of bombs, the flower and short plays in splits."""

from __future__ import annotations

from itertools import pairwise

import pytest

from service.core import engine
from service.rules import cards
from tests.oracle.family import GAMES


@pytest.mark.parametrize(
    ("options", "weakest_first"),
    [
        ({}, "3337 222J 3333 2222 7777 777J 33337 7777J XD"),
        ({"rocket_top": "off"}, "3337 222J 3333 2222 7777 777J XD 33337 7777J"),
        ({"bomb_order": "equal"}, "3337 4444 222J 7777 33337 XD"),
        ({"bomb_order": "soft<pure<rocket<laizi"}, "222J 3333 33337 XD 7777 777J 7777J"),
    ],
)
def test_bombs_of_laizi_beat_each_other_in_order(options: dict[str, str], weakest_first: str) -> None:
    game = GAMES["laizi"]({"wild": "7J", "bomb_max": "12", **options})
    for low, high in pairwise(weakest_first.split()):
        assert game.stored(high, None, game.lead(low))
        assert not game.stored(low, None, game.lead(high))
    rules = engine.rules_for("laizi", (("wild", "7J"), ("bomb_max", "12"), *options.items()))
    bombs = [max(engine.legal(rules, cards.pack(bomb), None), key=lambda c: c.size) for bomb in weakest_first.split()]
    for low, high in pairwise(bombs):
        assert engine.legal(rules, high.cards, low)
        assert not engine.legal(rules, low.cards, high)


def test_bombs_of_guandan_beat_each_other_in_order() -> None:
    game = GAMES["guandan"]({"level": "5"})
    weakest_first = [["3s"] * 4, ["Ah"] * 4, ["5s"] * 4, ["Ks"] * 5, ["As", "2s", "3s", "4s", "5s"]]
    weakest_first += [["2s", "W", "4s", "5s", "6s"], ["3d"] * 6, ["3d"] * 8 + ["W"] * 2, ["X", "X", "D", "D"]]
    for low, high in pairwise(weakest_first):
        assert game.stored(tuple(high), None, game.lead(tuple(low)))
        assert not game.stored(tuple(low), None, game.lead(tuple(high)))


@pytest.mark.parametrize(("hand", "turns"), [("W", None), ("2W", None), ("23W", 2), ("333WXD", 1)])
def test_the_flower_needs_a_body_in_a_split(hand: str, turns: int | None) -> None:
    assert GAMES["yuncheng"]().best_split(hand, lambda _: 0) == (turns and (0, -turns))


@pytest.mark.parametrize(("options", "short"), [({}, 1), ({"triple_free": "on"}, 2), ({"short_lead": "off"}, 0)])
def test_a_split_of_paodekuai_has_one_short_play_at_most(options: dict[str, str], short: int) -> None:
    split = GAMES["paodekuai"](options).best_split("333555", lambda r: int(r.shape == "trio_short"))
    assert split
    assert split[0] == short

"""Split, hints, candidates and move name the same physical cards for the same combo."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import post

Json = dict[str, Any]


def guandan_hand(rng: random.Random, size: int) -> Json:
    """Return a hand of Guandan with suits, including wild cards."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shcd"] * 2 + ["X", "X", "D", "D"]
    return {"variant": "guandan", "options": {"level": rng.choice("25TA")}, "hand": "".join(rng.sample(deck, size))}


def contest_hand(rng: random.Random, size: int) -> Json:
    """Return a hand of ids, each the identity of a card."""
    return {"variant": rng.choice(["contest", "standard"]), "notation": "contest", "hand": rng.sample(range(54), size)}


def yuncheng_hand(rng: random.Random, size: int) -> Json:
    """Return a hand of ids, with or without the flower."""
    return {"variant": "yuncheng", "notation": "yuncheng", "hand": rng.sample(range(1, 56), size)}


def wild_hand(rng: random.Random, size: int) -> Json:
    """Return a hand with suits in which one rank is wild."""
    deck = [rank + suit for rank in "3456789TJQKA2" for suit in "shcd"] + ["X", "D"]
    return {"variant": "laizi", "options": {"wild": rng.choice("37A")}, "hand": "".join(rng.sample(deck, size))}


def letters(body: Json, part: Json) -> tuple[str, ...]:
    """Return the identity of a combo: its shape, the ranks of its cards, and the ranks that they replace."""
    cards, stands = part["cards"], part.get("as", "")
    if isinstance(cards, list):
        places = {card: (card // 4 if card < 52 else card) for card in range(54)}
        if body["variant"] == "yuncheng":
            places = {card: ((card - 3) % 13 if card < 53 else card) for card in range(1, 56)}
        return part["shape"], *[" ".join(sorted(str(places[card]) for card in some)) for some in (cards, stands or [])]
    wild = body.get("options", {}).get("level", "-") + "h"
    ranks = [sorted(c for c in text.replace(wild, "W") if c not in "shcd") for text in (cards, stands)]
    return part["shape"], *["".join(rank) for rank in ranks]


def parts_of(answer: Json) -> list[Json]:
    """Return hints, move and candidates; a candidate names the same cards as a hint."""
    move = answer["move"]
    shapes = {(str(hint["cards"]), str(hint.get("as"))): hint["shape"] for hint in answer["hints"]}
    candidates = [
        part | {"shape": shapes[str(part["cards"]), str(part.get("as"))]}
        for part in move.get("search", {}).get("candidates", [])
        if part["cards"]
    ]
    return [*answer["hints"], *[move] * (not move["pass"]), *candidates, *move.get("line", [])[:1]]


@pytest.mark.parametrize("make", [guandan_hand, contest_hand, yuncheng_hand, wild_hand])
def test_the_same_combo_has_the_same_cards(client: FlaskClient, make: Any) -> None:
    rng, compared = random.Random(make.__name__), 0
    for i in range(40):
        body = make(rng, rng.randint(8, 16))
        level = {"level": rng.choice(["starter", "club"])} if i % 8 else {"level": "expert", "limits": {"games": 20}}
        answer = post(client, "/v1/analyze", body | level | {"top": 0})
        named = {letters(body, combo): combo["cards"] for combo in reversed(answer["split"]["combos"])}
        for part in parts_of(answer):
            expected = named.get(letters(body, part))
            if expected is not None:
                assert part["cards"] == expected, (body, part)
                compared += 1
        assert post(client, "/v1/move", body | level)["move"] == answer["move"]
    assert compared > 150


def test_a_hint_and_its_rest_are_the_hand(client: FlaskClient) -> None:
    """No card is named twice or lost, although the split may use other cards than the first of a rank."""
    rng = random.Random(3)
    for _ in range(15):
        body = contest_hand(rng, 14)
        for hint in post(client, "/v1/analyze", body | {"top": 0})["hints"]:
            assert sorted([*hint["cards"], *hint["rest"]["hand"]]) == sorted(body["hand"])


def test_two_pairs_of_one_rank_are_two_pairs_of_cards(client: FlaskClient) -> None:
    """In Guandan a rank may make two pairs: the split uses other cards for the second, a hint the first ones."""
    body = {"variant": "guandan", "hand": "3s3s3h3d4s4h5s5c", "options": {"level": "9"}}
    answer = post(client, "/v1/analyze", body | {"top": 0})
    combos = [combo["cards"] for combo in answer["split"]["combos"]]
    assert sorted("".join(combos)) == sorted(body["hand"])
    for hint in answer["hints"]:
        first = next((cards for cards in combos if letters(body, hint | {"cards": cards}) == letters(body, hint)), None)
        assert first is None or hint["shape"] == "solo" or hint["cards"] == first


def test_the_bombs_that_a_play_spends_are_cards_of_the_play(client: FlaskClient) -> None:
    body = {"notation": "contest", "hand": [16, 17, 18, 19, 0, 12, 36, 44, 45, 46, 47, 52, 53], "top": 0}
    hints = post(client, "/v1/analyze", body | {"want": ["hints"]})["hints"]
    spent = [hint for hint in hints if "bomb_as_quad" in [reason["code"] for reason in hint["why"]]]
    assert spent
    for hint in spent:
        bombs = [torn for torn in hint["breaks"] if set(torn) <= set(hint["cards"])]
        assert [16, 17, 18, 19] in bombs or [44, 45, 46, 47] in bombs

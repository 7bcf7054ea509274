"""Parts of answers can be sent back: in any game and notation they are parsed with the same meaning."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.cards import NOTATIONS
from service.rules.variants import VARIANTS
from tests.helpers.client import post
from tests.helpers.positions import join_cards, pieces, written_play

Json = dict[str, Any]

FORMS = (*NOTATIONS, "list", "suits")
"""Notations, texts in an array, and texts with suits in games without suits."""

OPTIONS = {
    "standard": ({}, {"attach": "tencent"}),
    "yuncheng": ({}, {"flower_reading": "any"}),
    "laizi": (
        {"wild": "7"}, {"wild": "A"}, {"wild": "79", "bomb_max": "12"}, {"wild": "7", "prefer_bomb": "on"},
        {"wild": "7", "reading": "first", "key": "low"}, {"wild": "79"},
    ),
    "guandan": ({"level": "5"}, {"level": "2", "sf_as_straight": "yes"}, {"level": "A"}),
}  # fmt: skip
TRIES = 6


def forms_of(variant: str) -> list[str]:
    if variant == "guandan":
        return ["text", "guandan", "list"]
    return [form for form in FORMS if variant != "yuncheng" or form in ("text", "yuncheng", "list", "suits")]


GAMES = [(variant, form) for variant in VARIANTS for form in forms_of(variant)]


def with_suits(cards: Sequence[str]) -> list[str]:
    """Return cards of a text, each with a suit, without duplicates within a deck."""
    met: dict[str, int] = {}
    suited = []
    for card in cards:
        met[card] = met.get(card, -1) + 1
        suited.append(card if card in "XDW" else card + "shcd"[met[card] % 4])
    return suited


def deck_of(client: FlaskClient, common: Json, form: str, seed: int) -> list[Any]:
    dealt = post(client, "/v1/deal", common | {"seed": seed})
    hands = [*dealt["hands"].values(), *([dealt["bottom"]] if dealt["bottom"] else [])]
    cards = [card for hand in hands for card in pieces(hand, common["notation"])]
    return with_suits(cards) if form == "suits" and len(cards[0]) == 1 else cards


def situations(client: FlaskClient, variant: str, form: str) -> Iterator[Json]:
    """Yield positions of few cards, with many wild cards and cards of one suit, each with a play to beat."""
    notation = form if form in NOTATIONS else "text"
    for seed in range(TRIES):
        rng = random.Random(f"{variant}/{form}/{seed}")
        choices = OPTIONS.get(variant, ({},))
        common = {"variant": variant, "options": dict(choices[seed % len(choices)]), "notation": notation}
        deck = deck_of(client, common, form, seed)
        rng.shuffle(deck)
        if variant == "guandan":  # hearts of the level first, then cards of one suit
            level, suit = common["options"]["level"], rng.choice("SHCD")
            deck.sort(key=lambda card: (level not in card or "H" not in card.upper(), suit not in card.upper()))
        elif form in ("text", "list") and "W" in deck:
            deck.sort(key=lambda card: card != "W")
        size = rng.randint(4, 9)
        like: Any = [] if form == "list" or isinstance(deck[0], int) else ""

        def held(cards: Sequence[Any], like: Any = like, notation: str = notation) -> Any:
            return join_cards(cards, like, notation)

        hand, other = deck[1 : 1 + size], [deck[0], *deck[1 + size : 9 + size]]
        first = post(client, "/v1/analyze", common | {"hand": held(other), "want": ["hints"], "top": 0})["hints"]
        yield common | {"hand": held(hand)}
        yield common | {"hand": held(hand), "last": written_play(rng.choice(first))}


def same(play: Json) -> tuple[Any, ...]:
    return play["cards"], play["shape"], play.get("as")


@pytest.mark.parametrize(("variant", "form"), GAMES)
def test_plays_that_are_shown_can_be_sent_back(client: FlaskClient, variant: str, form: str) -> None:
    for body in situations(client, variant, form):
        analysis = post(client, "/v1/analyze", body | {"top": 0, "want": ["split", "power", "hints", "move"]})
        to_beat = analysis["turn"]["to_beat"]
        if to_beat:
            last = body["last"] if isinstance(body["last"], dict) else {"cards": body["last"]}
            assert to_beat["cards"] == last["cards"]
            assert to_beat.get("as") == last.get("as")
        for play in analysis["hints"] + [move for move in [analysis["move"]] if not move["pass"]]:
            result = post(client, "/v1/check", body | without_hand(play))
            assert result["playable"], (body, play)
            assert result["stored"]["shape"] == play["shape"], (body, play)
            assert result["stored"].get("as") == play.get("as")
            rest = play["rest"]["hand"] if "rest" in play else None
            if rest:
                table = {name: body[name] for name in ("variant", "options", "notation")}
                again = post(client, "/v1/analyze", table | {"hand": rest, "last": written_play(play), "want": []})
                assert same(again["turn"]["to_beat"]) == same(play), (body, play)
                lined = post(client, "/v1/analyze", {"position": again["position"], "want": []})
                assert lined["turn"]["to_beat"]["shape"] == play["shape"], lined["position"]


def without_hand(play: Json) -> Json:
    return {name: play[name] for name in ("cards", "as") if name in play}


@pytest.mark.parametrize(("variant", "form"), GAMES)
def test_parts_of_a_hand_that_are_shown_are_its_own_cards(client: FlaskClient, variant: str, form: str) -> None:
    """No card is named twice in a split; a combo broken by a hint is one of the split's, or a bomb in its quad."""
    for body in situations(client, variant, form):
        analysis = post(client, "/v1/analyze", body | {"want": ["split", "power", "hints"]})
        combos = [combo["cards"] for combo in analysis["split"]["combos"]]
        dead = [analysis["split"]["unplayable"]] if "unplayable" in analysis["split"] else []
        cards = [card for part in combos + dead for card in pieces(part, body["notation"])]
        held = pieces(body["hand"], body["notation"])
        assert sorted(map(str, cards)) == sorted(map(str, held))
        assert [part for part in analysis["power"]["controls"] if part not in combos] == []
        for hint in analysis["hints"]:
            both = [card for part in (hint["cards"], hint["rest"]["hand"]) for card in pieces(part, body["notation"])]
            assert sorted(map(str, both)) == sorted(map(str, held)), hint
            others = [part for part in hint["breaks"] if part not in combos]
            own = set(map(str, pieces(hint["cards"], body["notation"])))
            assert all(set(map(str, pieces(part, body["notation"]))) <= own for part in others), hint
            assert not others or "bomb_as_quad" in [reason["code"] for reason in hint["why"]], hint


@pytest.mark.parametrize(("variant", "form"), GAMES)
def test_readings_that_are_shown_can_be_sent_back(client: FlaskClient, variant: str, form: str) -> None:
    for body in situations(client, variant, form):
        table = {name: body[name] for name in ("variant", "options", "notation")}
        for hint in post(client, "/v1/analyze", body | {"top": 5, "want": ["hints"]})["hints"]:
            for reading in post(client, "/v1/check", table | {"cards": hint["cards"]})["readings"]:
                played = {"cards": hint["cards"]} | ({"as": reading["as"]} if "as" in reading else {})
                again = post(client, "/v1/check", table | played)
                assert reading in again["readings"], (table, played)
                assert "as" not in reading or again["stored"] == reading, (table, played)
                stands = reading.get("as", hint["cards"])
                both = [reading["body"], reading["kickers"]]
                parts = [str(card) for part in both for card in pieces(part, body["notation"]) if card != ""]
                assert sorted(parts) == sorted(map(str, pieces(stands, body["notation"])))

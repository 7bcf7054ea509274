"""Positions in which a level once made a play that a strong player would not make, with its current play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from service.core import engine
from tests.helpers.client import post

pytestmark = pytest.mark.games


class Fault(NamedTuple):
    """A position by the unseen cards, and the plays of a strong player."""

    game: str
    hand: str
    left: tuple[int, ...]
    """Cards of the other seats, in the order of play."""
    unseen: str
    plays: tuple[str, ...]
    last: tuple[str, int] | None = None
    """The play to beat, and the distance of its seat from the mover in the order of play."""


def body_of(fault: Fault) -> dict[str, Any]:
    """Return the request of a position; the mover is the first leader."""
    rules = engine.rules_for(fault.game)
    seats, deck = rules.variant.seats, Counter(dict(rules.setup.deck))
    seen = deck - Counter(fault.hand) - Counter(fault.unseen)
    body: dict[str, Any] = {"variant": fault.game, "seat": seats[0], "hand": fault.hand}
    body |= {"left": dict(zip(seats[1:], fault.left, strict=True)), "seen": "".join(seen.elements())}
    return body | ({"last": {"cards": fault.last[0], "seat": seats[fault.last[1]]}} if fault.last else {})


LEADS = {
    "what holds the trick before what loses it": [
        Fault("paodekuai", "69JJJK", (9, 9), "33345557789TTQQQKA2", ("69JJJ",)),
        Fault("paodekuai", "69JJJK", (9, 9), "3334455777899TTQQA2QQ", ("69JJJ",)),
        Fault("paodekuai", "689TJQ", (9, 9), "35556677789TJQQQKA", ("89TJQ",)),
        Fault("paodekuai", "799TTJJ", (6, 8), "489TTJJQQKKKAA", ("99TTJJ",)),
        Fault("paodekuai", "44789TJ", (15, 4), "334566788899TTJJJQK", ("789TJ",)),
        Fault("paodekuai", "KA", (13, 12), "33344445556678899TTJJKKKA", ("A",), ("J", 2)),
        Fault("standard", "5KK", (6, 8), "24466789TJJQAA", ("KK",)),
    ],
    # the highest card first loses every deal: the enemies' best card then beats another one and keeps the lead
    "the highest card kept for what beats a lower one": [
        Fault("paodekuai", "37TQ", (2, 1), "66J", ("7", "T")),
        Fault("paodekuai", "38J2", (2, 1), "45Q", ("8", "J")),
        Fault("paodekuai", "36TA", (2, 1), "46K", ("6", "T")),
        Fault("paodekuai", "4792", (2, 1), "66T", ("7", "9")),
        Fault("paodekuai", "468A", (2, 1), "469", ("6", "8")),
    ],
}


@pytest.mark.parametrize(
    "fault", [pytest.param(one, id=f"{why}: {one.game} {one.hand}") for why, faults in LEADS.items() for one in faults]
)
def test_club_plays_as_a_strong_player(client: FlaskClient, fault: Fault) -> None:
    move = post(client, "/v1/move", body_of(fault) | {"level": "club"})["move"]
    assert move["cards"] in fault.plays


BOMBS_PAID = [
    Fault("standard", "KKKKAA", (1, 1), "34", ("KKKK",)),
    Fault("standard", "QQQQ33", (1, 1), "78", ("QQQQ",)),
    Fault("standard", "2222AK", (1, 1), "55", ("2222",)),
    Fault("standard", "XD3344", (1, 1), "67", ("XD",)),
    Fault("standard", "AAAAXD7", (1, 1), "89", ("AAAA", "XD")),
    Fault("standard", "TTTT5566", (2, 2), "3478", ("TTTT",)),
]


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize("fault", BOMBS_PAID, ids=lambda fault: fault.hand)
def test_a_sure_win_plays_the_bomb_that_is_paid_for(client: FlaskClient, fault: Fault, level: str) -> None:
    """No hand can beat the bomb, and the remaining cards go out after it; playing it doubles the stake."""
    body = body_of(fault) | {"level": level}
    assert post(client, "/v1/move", body)["move"]["cards"] in fault.plays
    won = post(client, "/v1/move", body | {"limits": {"aim": "win"}})["move"]
    assert won["cards"] not in fault.plays


TWO_BOMBS = [
    ("4s4h4c4d9s9h9c9dQs", {"1": 6, "2": 5, "3": 4}, {"cards": "AsAh", "seat": 1}),
    ("4s4h4c4d9s9h9c9dQsQh", {"1": 10, "2": 8, "3": 7}, {"cards": "AsAh", "seat": 3}),
    ("4s4h4c4d9s9h9c9dQs", {"1": 12, "2": 15, "3": 14}, {"cards": "KsKhKc3d3h", "seat": 3}),
    ("5s5h5c5d5sTsThTcTd3s3h3c", {"1": 12, "2": 8, "3": 10}, {"cards": "AsAh", "seat": 3}),
]


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(("hand", "left", "last"), TWO_BOMBS)
def test_two_bombs_and_one_more_play_beat_an_enemy(
    client: FlaskClient, hand: str, left: dict[str, int], last: dict[str, Any], level: str
) -> None:
    body = {"variant": "guandan", "seat": 0, "hand": hand, "left": left, "last": last, "level": level}
    assert post(client, "/v1/move", body)["move"]["shape"].startswith("bomb")


MANY_BOMBS = [
    ("4s4h4c4d9s9h9c9dTsThTcTdJsJhJcJd3s3h5c5d7s8s", {"1": 18, "2": 25, "3": 20}, {"cards": "AsAh", "seat": 1}),
    ("4s4h4c4d9s9h9c9dTsThTcTdJsJhJcJd3s5c7s8s", {"1": 18, "2": 22, "3": 20}, {"cards": "KsKhKc6d6h", "seat": 3}),
    ("5s5h5c5d8s8h8c8dKsKhKcKd3s3h6c7d", {"1": 14, "2": 22, "3": 18}, {"cards": "AsAh", "seat": 1}),
    ("6s6h6c6d6hTsThTcTdQsQhQcQd3s4c7d8s8h", {"1": 15, "2": 20, "3": 17}, {"cards": "AsAhAc", "seat": 3}),
]


@pytest.mark.parametrize(("hand", "left", "last"), MANY_BOMBS)
def test_one_of_many_bombs_takes_the_lead_from_an_enemy(
    client: FlaskClient, hand: str, left: dict[str, int], last: dict[str, Any]
) -> None:
    """Three or four bombs are too many to save until an enemy is about to go out; an ally's play is not beaten."""
    body = {"variant": "guandan", "seat": 0, "hand": hand, "left": left, "last": last, "level": "club"}
    assert post(client, "/v1/move", body)["move"]["shape"].startswith("bomb")
    allys = post(client, "/v1/move", body | {"last": last | {"seat": 2}})["move"]
    assert allys["pass"]


ALLYS_PLAYS = [
    ("6s6h6c6d9c9dTsTcJhJcQdKsKc3d4h", {"1": 16, "2": 12, "3": 19}, "AsAh"),
    ("8s8h8c8dJsJhKcKdAd2s3c5h6d", {"1": 14, "2": 9, "3": 15}, "KsKhKd4c4h"),
    ("7s7h7c7dTsThTcTd3s4d9hKc", {"1": 20, "2": 18, "3": 17}, "2s2d"),
    ("5s5h5c5d5s8d9cTdQhQcAs", {"1": 11, "2": 6, "3": 13}, "AdAc"),
]


@pytest.mark.parametrize(("hand", "left", "cards"), ALLYS_PLAYS)
def test_a_search_bombs_no_play_of_its_ally(client: FlaskClient, hand: str, left: dict[str, int], cards: str) -> None:
    """A few sampled games are no reason to beat an ally's high play with a bomb."""
    body = {"variant": "guandan", "seat": 0, "hand": hand, "left": left, "last": {"cards": cards, "seat": 2}}
    assert post(client, "/v1/move", body | {"level": "expert", "seed": 1})["move"]["pass"]


TRIO_FIRST = [
    Fault("paodekuai", "4455566778", (12, 8), "36789TJJQQKKA2336789", ("44555",)),
    Fault("paodekuai", "3344455668", (9, 11), "379TJJQQKKAA27899TTJ", ("33444",)),
    Fault("paodekuai", "5566677889", (10, 9), "3478TJJQQKKA34TTJ9Q", ("55666",)),
]


@pytest.mark.parametrize("fault", TRIO_FIRST, ids=lambda fault: fault.hand)
def test_a_search_leads_five_cards_before_the_weaker_four(client: FlaskClient, fault: Fault) -> None:
    """Cards left are paid for; `club` leads the pairs first."""
    move = post(client, "/v1/move", body_of(fault) | {"level": "expert", "seed": 1})["move"]
    assert move["cards"] in fault.plays


LESS_ON_ALLYS = [(4, "4"), (7, "4"), (11, "K")]


@pytest.mark.parametrize(("seed", "card"), LESS_ON_ALLYS)
def test_a_lower_card_on_an_allys_play_needs_no_evidence(client: FlaskClient, seed: int, card: str) -> None:
    """The favourite, a 2 on the ally's 3, beats him too; the lower card gains over one point in the sampled games."""
    line = "laizi[wild=J] landlord_up 455677999JKK2 6TA 66,TT,.,KK,.,AA,.,.,QQ,.,55JJ=5555,.,.,3"
    move = post(client, "/v1/move", {"position": line, "seed": seed, "level": "expert"})["move"]
    first, other = move["search"]["candidates"][:2]
    assert (move["cards"], first["cards"], other["cards"]) == (card, card, "2")
    assert first["behind"] > other["behind"] == 0


class Choice(NamedTuple):
    """A position and what a search plays there with each of these seeds."""

    line: str
    plays: tuple[str, ...] = ()
    """Empty: any but a quad with kickers."""
    seeds: Sequence[int] = range(3)


PASS = ("",)

CHOICES = {
    # by 800 further games TTTT, QQQ and a wild heart, 8888, and JJJ and one lose 0.2 to 0.7 levels to it
    "no bomb is spent in the first tricks": [
        Choice("guandan 0 3c3d3h3s4d4d5d5c7s7h9s9cTsTdThTcTdJsJhQhQdKdAhAcAs2d - 6s,Kc,Ad,2c", PASS),
        Choice("guandan 1 3s4h4h5s5h6h6h7d7s7d8d8c9d9hTsThJhQsQsQhAsAs2c2d2c2h - 8h,X,.,.,D", PASS),
        Choice("guandan 2 3h4d4s5d5c7h8h8d8h8s9cTsJhJdQhQcQsKdKdAsAsAh2s2d2d2cD - 8s8c9d9s9h,5h5s2s2c2h=55222", PASS),
        Choice(
            "guandan 0 6d7d8s8s8h9dTcTsJcJhJdQcQsQdQcKh2h - 3s4s5d6c2s,.,8c9sThJsQs,TcJsQdKcAd,.,.,.,3d3s3hKcKd,"
            "4h4dAsAhAc,QhQh2d2c2d,.,.",
            PASS,
        ),
    ],
    # by 800 further games the J on the enemy's 7 is worth 0.2 levels more than a 2 of the level
    "a level card is kept where a lower card does": [
        Choice("guandan 0 3s4c4s5h5s6s6d7s7h8sJsQdQhKhKcKcKsAhAs2c2s - 9s9d9cTdTh,.,.,.,5s,.,.,7c", ("Js",)),
    ],
    # four kings with a five and an ace would spend the bomb on a single trick and leave three eights
    "a bomb is kept against hands that may hold a bomb": [
        Choice(line, seeds=[1])
        for line in (
            "standard landlord 3JJJQQQQ2 57Q 6,8,J,K,A,.,2,.,.,6789T,.,.,55,77,22,.,.,5,A,.,.",
            "standard landlord 3333467222 JQ2 8,J,.,K,2,.,D,.,.,J,K,.,A,X,.,.,789TJQKA,.,.,44,TT,QQ,.,.,99,.,.,A,.,.",
            "standard landlord 89TJJQQKAAAA 39A 3336,.,.,55,KK,.,22,.,.",
            "standard landlord 445555TTK22X 5Q2 3336,7888,.,7QQQ,.,.",
            "standard landlord 9999JJKK2 49X 4,8,T,A,2,.,X,.,D,.,.,4,T,A,.,2,.,.,345678,.,.",
        )
    ]
    + [Choice("standard landlord 5888JJKKKKA 889 4,7,A,2,X,.,D,.,.,369999,.,.")],
    # by 1,000 further games J and K are worth 0.4 and 0.6 points more than the favourites 2 and A
    "an ally's play is beaten by the lower card": [
        Choice("laizi[wild=6] landlord_up 334446678TJJQKA2X 58K 55,77,.,88,99,.,KK,22,.,.,3", ("J",), range(2, 5)),
        Choice(
            "standard landlord_down 335589TJQKA 5KA"
            " 55,.,66,QQ,.,.,8899TT,.,.,4JJJ,.,.,KK,22,.,.,6,A,2,X,.,.,4,8,.,T,Q,.",
            ("K",),
            range(2, 5),
        ),
    ],
    # a play that was dropped after six games has too few to be called equal to one that was never behind it
    "kickers that lost in few games replace no better ones": [
        Choice("paodekuai 2 345678899JJJQKA2 - 3444A,33555", ("89JJJ",), [0, 2]),
        Choice("paodekuai 2 34456789TTJQQQKA - 33358,67999", ("4TQQQ",), [0, 3]),
        Choice("paodekuai 2 446789TTTQKKKKA2 - 3455559,.", ("4TTKKKK", "44QKKKK", "TTQKKKK"), [1]),
    ],
    # the networks foretell who wins; QQKKAA would leave four fives for a last play that pays no bomb
    "of plays that win all games the one that pays most is made": [
        Choice("paodekuai 1 5555JQQKKAA - 33346,78999,.,.", ("5555",)),
        Choice("paodekuai[first3=off] 2 33334456789QAA - 44,66,KK,.,.", ("Q",)),
        Choice("paodekuai 1 3455677QQK - 3,J,Q,K,A,.,2,.,.,66,99,KK,.,AA,.,.", ("Q",)),
        Choice("paodekuai 2 777QKK2 - 33366,34888,5555,.,.,44499,.,.", ("777Q2",)),
    ],
    # by 1,000 further games the play is worth 0.8 to 3.1 points more than the next one
    "a clear choice in laizi is the same with every seed": [
        Choice("laizi[wild=5] landlord_down 3455678899TJQQQK2 4T2 44,.,KK,AA,.,3335=3333,.,.,T,2", PASS, range(12)),
        Choice(
            "laizi[wild=5] landlord_down 3455678899TJQQQK2 4T2"
            " 44,.,KK,AA,.,3335=3333,.,.,T,2,.,.,567788=667788,.,.,TJQKA",
            PASS,
            range(12),
        ),
        Choice("laizi[wild=6] landlord_down 336777889QK2D 5JQ 33,44,99,QQ,AA,22,.", PASS, range(12)),
        Choice("laizi[wild=Q] landlord 5555677889TJJQKAAX 57A 33,KK,.", ("AA",), range(12)),
    ],
}


@pytest.mark.parametrize(
    ("choice", "seed"),
    [
        pytest.param(choice, seed, id=f"{why}: {choice.line} {seed}")
        for why, choices in CHOICES.items()
        for choice in choices
        for seed in choice.seeds
    ],
)
def test_a_search_chooses_as_many_more_games_would(client: FlaskClient, choice: Choice, seed: int) -> None:
    move = post(client, "/v1/move", {"position": choice.line, "seed": seed, "level": "expert"})["move"]
    assert move["cards"] in choice.plays if choice.plays else not move["shape"].startswith("quad")

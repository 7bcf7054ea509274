"""Deals: complete decks, the requested hands, equal cards for equal seeds, and only cards that analysis accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice.practice import PROFILES, SEATLESS, STRONG
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.random_numbers import Chance, numbers_from
from service.rules.variants import VARIANTS
from tests.helpers.client import fault, post
from tests.oracle import family

GAMES: list[tuple[str, dict[str, str]]] = [
    *[(variant, {}) for variant in VARIANTS],
    ("yuncheng", {"play_rule": "0"}),
    ("yuncheng", {"play_rule": "2"}),
    ("laizi", {"wild": "7"}),
    ("laizi", {"wild": "KA"}),
    ("paodekuai", {"deck": "15", "first": "heart3"}),
    ("paodekuai", {"deck": "48r", "first3": "off"}),
    ("guandan", {"level": "K"}),
    ("guandan", {"level": "A", "ace_low": "no"}),
    ("zhengshangyou", {"first": "heart3"}),
]
"""Every variant, and every option that changes its deck."""

NAMED = [name for name in PROFILES if name not in ("own", "endgame")]
SUITED = ("paodekuai", "paodekuai_two", "guandan")

MARGIN = 0.5
"""Minimum difference in turns of the average value of weak and strong hands from fair ones."""


def deal(client: FlaskClient, variant: str, options: dict[str, str], profile: str, seed: int, **more: Any) -> Any:
    body = {"variant": variant, "options": options, "profile": profile, "seed": seed} | more
    return post(client, "/v1/deal", body)


def tokens(cards: str) -> list[str]:
    return c.split_text(cards)


def whole(answer: Any) -> list[str]:
    """Return every card that was dealt."""
    return [card for part in [*answer["hands"].values(), answer["bottom"] or ""] for card in tokens(part)]


def ranks(cards: str) -> Counter[str]:
    """Return how many cards of each rank there are."""
    return Counter(card[0] for card in tokens(cards))


# ---- random numbers --------------------------------------------------------------------------------------------


def test_chance_is_splitmix64() -> None:
    """Compared with the published first numbers of seed zero."""
    assert list(islice(numbers_from(0), 3)) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("bound", [2, 3, 54])
def test_a_draw_is_the_next_number_below_the_last_whole_multiple(bound: int) -> None:
    last = 2**64 - 1 - 2**64 % bound  # larger numbers are drawn again, so that all are equally likely
    chance = Chance("a")
    chance.numbers = iter([*range(last + 1, 2**64), last, last - 1, 5])
    assert [chance.below(bound) for _ in range(3)] == [bound - 1, bound - 2, 5 % bound]


def test_a_shuffle_is_fair() -> None:
    """Each of six orders occurs in a sixth of 6,000 shuffles: 1,000, standard deviation 29, so 850 to 1,150."""
    chance = Chance("fair")
    counts = Counter("".join(chance.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < number < 1150 for number in counts.values())


# ---- every game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", NAMED)
@pytest.mark.parametrize(("variant", "options"), GAMES, ids=str)
def test_hands_are_read_by_analyze_as_they_are(
    client: FlaskClient, variant: str, options: dict[str, str], profile: str
) -> None:
    seats = VARIANTS[variant].seats
    for seed in range(3):
        seat = {} if profile in SEATLESS else {"seat": seats[seed % len(seats)]}
        answer = deal(client, variant, options, profile, seed, **seat)
        assert answer["fair"] is (profile == "plain")
        assert answer["profile"] == profile
        game = {"variant": variant, "options": answer["options"], "want": ["power"]}
        for name, hand in answer["hands"].items():
            post(client, "/v1/analyze", game | {"seat": name, "hand": hand})
        first = str(answer["leader"])
        lead = answer["hands"][first] + (answer["bottom"] or "")
        table = {"seat": answer["leader"], "hand": lead, "history": []}
        table |= {"bottom": answer["bottom"]} if answer["bottom"] else {}
        assert post(client, "/v1/analyze", game | table)["turn"]["leads"]


@pytest.mark.parametrize("profile", ["plain", "strong", "weak"])
@pytest.mark.parametrize(("variant", "options"), GAMES, ids=str)
def test_the_deck_is_dealt_once(client: FlaskClient, variant: str, options: dict[str, str], profile: str) -> None:
    game = VARIANTS[variant]
    setup = game.setup(game.read_options(options))
    answer = deal(client, variant, options, profile, 5)
    sizes = {seat: len(tokens(hand)) for seat, hand in answer["hands"].items()}
    if answer["bottom"]:
        sizes[game.bottom_seat] += len(tokens(answer["bottom"]))
    assert sizes == dict(setup.hand_size)
    dealt = whole(answer)
    deck = Counter(dict(setup.deck))
    deck[setup.level] += deck.pop("W") if setup.level else 0
    assert len(dealt) == sum(family.GAMES[variant](options).sizes)
    assert Counter(card[0] for card in dealt) <= deck
    if variant in SUITED:
        assert max(Counter(dealt).values()) == setup.decks


def test_what_is_taken_out_of_a_deck(client: FlaskClient) -> None:
    sixteen = set(whole(deal(client, "paodekuai", {}, "plain", 1)))
    assert {card for card in sixteen if card[0] in "A2"} == {"As", "Ah", "Ac", "2s"}
    fifteen = set(whole(deal(client, "paodekuai", {"deck": "15"}, "plain", 1)))
    assert {card for card in fifteen if card[0] in "KA2"} == {"Ks", "Kh", "Kc", "As", "2s"}
    red = post(
        client, "/v1/deal", {"variant": "yuncheng", "options": {"play_rule": "2"}, "seed": 1, "notation": "yuncheng"}
    )
    dealt = [card for part in [*red["hands"].values(), red["bottom"]] for card in part]
    assert sorted(dealt) == sorted({*range(1, 56)} - {3, 42})  # the threes of clubs and spades


@pytest.mark.parametrize("profile", ["plain", "strong_chain", "weak"])
@pytest.mark.parametrize(
    ("variant", "options", "three"),
    [
        ("paodekuai", {}, "3s"),
        ("paodekuai", {"first": "heart3", "deck": "15"}, "3h"),
        ("zhengshangyou", {"first": "spade3"}, "3s"),
    ],
    ids=str,
)
def test_the_holder_of_the_three_is_seat_0(
    client: FlaskClient, variant: str, options: dict[str, str], three: str, profile: str
) -> None:
    for seed in range(12):
        more = {} if profile == "plain" else {"seat": seed % 3}
        answer = deal(client, variant, options, profile, seed, **more)
        assert answer["leader"] == 0
        assert three in tokens(answer["hands"]["0"])


@pytest.mark.parametrize(("variant", "options"), [("paodekuai", {"deck": "48r"}), ("paodekuai_two", {})])
def test_without_the_three_the_lowest_card_leads(client: FlaskClient, variant: str, options: dict[str, str]) -> None:
    out = 0
    for seed in range(60):
        answer = deal(client, variant, options, "plain", seed)
        if "3s" not in whole(answer):
            out += 1
            order = [rank + suit for rank in "3456789TJQKA2" for suit in "shcd"]
            assert min(whole(answer), key=order.index) in tokens(answer["hands"]["0"])
    assert out


# ---- the requested hands ----------------------------------------------------------------------------------------


def groups(hand: str, wild: str = "") -> Counter[int]:
    """Return the number of ranks with at least 1, 2, … 8 cards."""
    numbers = [number for rank, number in ranks(hand).items() if rank not in wild]
    return Counter({least: sum(number >= least for number in numbers) for least in range(1, 9)})


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=str)
def test_strong_hands_are_strong(client: FlaskClient, variant: str, options: dict[str, str]) -> None:
    wild = options.get("wild", "W")
    for seed in range(5):
        hand = next(iter(deal(client, variant, options, "strong_bombs", seed)["hands"].values()))
        assert groups(hand, wild)[4] >= 2
        assert groups(hand, wild)[2] >= 4
        hand = next(iter(deal(client, variant, options, "strong_trios", seed)["hands"].values()))
        assert (groups(hand, wild)[4] >= 1, groups(hand, wild)[3] >= 3) == (True, True)
        hand = next(iter(deal(client, variant, options, "strong_chain", seed)["hands"].values()))
        runs = ["A23456789TJQKA"[i : i + 5] for i in range(10)]
        assert any(set(run) <= set(ranks(hand)) for run in runs)
        drawn = deal(client, variant, options, "strong", seed)["composition"]
        assert any(set(drawn) <= set(composition) for composition in STRONG.values())


@pytest.mark.parametrize(("variant", "options"), GAMES, ids=str)
def test_weak_hands_have_no_bomb_and_nothing_high_alone(
    client: FlaskClient, variant: str, options: dict[str, str]
) -> None:
    """Above the queen there are at most the trio and the three pairs."""
    for seed in range(8):
        answer = deal(client, variant, options, "weak", seed)
        hand = ranks(next(iter(answer["hands"].values())))
        assert max(hand.values()) <= 3
        assert not set("XDW") & set(hand)
        high = "KA" + (options.get("level", "2") if variant == "guandan" else "2")
        assert all(hand[rank] != 1 for rank in high)


@pytest.mark.parametrize("variant", VARIANTS)
def test_weak_hands_are_worth_less_than_fair_ones_and_strong_ones_more(client: FlaskClient, variant: str) -> None:
    """The averages of 40 deals differ by more than the margin; the standard deviation of fair hands is two turns."""
    whole = {"deck": "54"} if variant == "standard_two" else {}  # without low ranks a weak hand has straights

    def power(profile: str) -> float:
        scores = []
        for seed in range(40):
            answer = deal(client, variant, whole, profile, seed)
            hand = {"variant": variant, "options": answer["options"], "hand": next(iter(answer["hands"].values()))}
            analysis = post(client, "/v1/analyze", hand | {"seat": next(iter(answer["hands"])), "want": ["power"]})
            scores.append(analysis["power"]["score"])
        return sum(scores) / len(scores)

    fair = power("plain")
    assert power("weak") < fair - MARGIN
    assert power("strong") > fair + MARGIN


def test_a_small_hand_gets_fewer_solos(client: FlaskClient) -> None:
    """A profile with sixteen cards in a hand of fifteen."""
    answer = deal(client, "paodekuai", {"deck": "15"}, "weak", 1)
    assert answer["composition"] == {"trio": 1, "pair": 3, "solo": 6}


@pytest.mark.parametrize(
    ("profile", "composition"),
    [
        ("weak", {"pair": 3, "solo": 7}),  # three cards fewer: without the trio
        ("strong_trios", {"bomb": 1, "trio": 2, "pair": 1}),
        ("strong_bombs", {"bomb": 2, "pair": 2, "solo": 1}),
    ],
)
def test_a_hand_of_thirteen_gets_fewer_pieces(
    client: FlaskClient, profile: str, composition: Mapping[str, int]
) -> None:
    assert deal(client, "paodekuai_four", {}, profile, 1)["composition"] == composition


def test_an_own_composition_goes_to_the_chosen_seat(client: FlaskClient) -> None:
    for seed in range(10):
        body = {"composition": {"bomb": 2, "pair": 2, "solo": 4}, "seat": "landlord_up", "seed": seed}
        answer = post(client, "/v1/deal", body)
        assert (answer["profile"], answer["seat"], answer["fair"]) == ("own", "landlord_up", False)
        assert groups(answer["hands"]["landlord_up"])[4] >= 2
    flush = {"variant": "guandan", "composition": {"straight_flush": 2, "bomb_8": 1, "joker_bomb": 1}, "seed": 1}
    hand = tokens(post(client, "/v1/deal", flush)["hands"]["0"])
    assert Counter(hand)["X"] == Counter(hand)["D"] == 2
    assert groups("".join(hand))[8] == 1


@pytest.mark.parametrize(
    "composition",
    [
        {"bomb": 4},
        {"solo": 13},
        {"pair_chain": 2, "solo_chain": 1},
        {"plane": 2, "bomb": 1},
        {"rocket": 1, "trio_solo": 3},
        {"trio_pair": 3},
        {"trio_two": 2, "pair": 3},
    ],
    ids=str,
)
def test_every_composition_that_the_deck_allows_is_dealt(client: FlaskClient, composition: dict[str, int]) -> None:
    for seed in range(5):
        post(client, "/v1/deal", {"composition": composition, "seed": seed})


# ---- seeds and notations --------------------------------------------------------------------------------------


def test_a_seed_is_a_deal(client: FlaskClient) -> None:
    body = {"variant": "guandan", "seed": 3}
    answer = post(client, "/v1/deal", body)
    assert answer == post(client, "/v1/deal", body)
    assert answer["hands"] != post(client, "/v1/deal", body | {"seed": 4})["hands"]
    explicit = post(client, "/v1/deal", body | {"options": answer["options"], "profile": "plain"})
    assert explicit == answer  # explicit defaults are the same request


@pytest.mark.parametrize("notation", ["rlcard", "douzero", "contest", "yuncheng", "guandan"])
def test_notations_write_the_same_cards(client: FlaskClient, notation: str) -> None:
    text = post(client, "/v1/deal", {"seed": 6, "profile": "strong"})
    answer = post(client, "/v1/deal", {"seed": 6, "profile": "strong", "notation": notation})
    for seat, hand in answer["hands"].items():
        read = parse_cards(hand, c.NOTATIONS[notation])
        assert c.text(read.hand) == text["hands"][seat]
        post(client, "/v1/analyze", {"seat": seat, "hand": hand, "notation": notation, "want": ["power"]})


def test_suits_are_the_same_in_every_notation(client: FlaskClient) -> None:
    body = {"variant": "paodekuai", "seed": 6}
    text = tokens(post(client, "/v1/deal", body)["hands"]["1"])
    ids = post(client, "/v1/deal", body | {"notation": "contest"})["hands"]["1"]
    assert sorted(ids) == sorted(4 * "3456789TJQKA2".index(card[0]) + "hdsc".index(card[1]) for card in text)
    ids = post(client, "/v1/deal", body | {"notation": "yuncheng"})["hands"]["1"]
    assert sorted(ids) == sorted(13 * "cdhs".index(card[1]) + "A23456789TJQK".index(card[0]) + 1 for card in text)
    written = post(client, "/v1/deal", body | {"notation": "guandan"})["hands"]["1"].split()
    assert written == [card[::-1].upper() for card in text]


def test_the_language_is_the_callers(client: FlaskClient) -> None:
    answer = client.post("/v1/deal", json={"seed": 1}, headers={"Accept-Language": "zh"}).get_json()
    assert answer["why"] == [{"code": "fair_deal", "text": "公平洗牌。"}]
    assert post(client, "/v1/deal", {"seed": 1, "lang": "zh"}) == answer


# ---- rejections -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"seed": None}, ("field_invalid", "/seed")),
        ({"seed": -1}, ("field_invalid", "/seed")),
        ({"seed": 2**53}, ("field_invalid", "/seed")),
        ({"seed": 1, "sead": 2}, ("field_unknown", "/sead")),
        ({"seed": 1, "variant": "whist"}, ("variant_unknown", "/variant")),
        ({"seed": 1, "options": {"deck": "15"}}, ("option_unknown", "/options/deck")),
        ({"seed": 1, "profile": "lucky"}, ("field_invalid", "/profile")),
        ({"seed": 1, "profile": "own"}, ("field_missing", "/composition")),
        ({"seed": 1, "composition": {}}, ("field_missing", "/composition")),
        ({"seed": 1, "profile": "plain", "seat": "landlord"}, ("field_conflict", "/seat")),
        ({"seed": 1, "profile": "balanced", "seat": "landlord"}, ("field_conflict", "/seat")),
        ({"seed": 1, "profile": "weak", "seat": "north"}, ("seat_unknown", "/seat")),
        ({"seed": 1, "profile": "weak", "composition": {"bomb": 1}}, ("field_conflict", "/composition")),
        ({"seed": 1, "composition": {"bom": 1}}, ("field_unknown", "/composition/bom")),
        ({"seed": 1, "composition": {"bomb": 0}}, ("field_invalid", "/composition/bomb")),
        ({"seed": 1, "composition": {"bomb": 5}}, ("deal_impossible", "/composition")),
        ({"seed": 1, "composition": {"bomb_5": 1}}, ("deal_impossible", "/composition")),
        ({"seed": 1, "composition": {"solo": 14}}, ("deal_impossible", "/composition")),
        ({"seed": 1, "composition": {"rocket": 2}}, ("deal_impossible", "/composition")),
        ({"seed": 1, "composition": {"solo_chain": 2, "pair_chain": 1}}, ("deal_impossible", "/composition")),
        ({"seed": 1, "composition": {"straight_flush": 1}}, ("deal_impossible", "/composition/straight_flush")),
        ({"seed": 1, "variant": "paodekuai", "composition": {"rocket": 1}}, ("deal_impossible", "/composition/rocket")),
        ({"seed": 1, "variant": "guandan", "notation": "contest"}, ("field_invalid", "/notation")),
        ({"seed": 1, "variant": "yuncheng", "notation": "contest"}, ("field_invalid", "/notation")),
        ({"seed": 1, "notation": "morse"}, ("field_invalid", "/notation")),
        ([], ("field_invalid", "")),
    ],
    ids=str,
)
def test_rejections_have_a_code_and_a_pointer(client: FlaskClient, body: Any, error: tuple[str, str]) -> None:
    assert fault(client, body, "/v1/deal") == error


def test_a_chosen_seat_keeps_its_hand_with_the_three_or_without(client: FlaskClient) -> None:
    """Seat 0 must have the three of spades, the other seats must not."""
    body = {"variant": "paodekuai", "options": {"deck": "15"}, "composition": {"bomb": 3, "trio": 1}, "seed": 2}
    for seat in range(3):
        answer = post(client, "/v1/deal", body | {"seat": seat})
        assert groups(answer["hands"][str(seat)])[4] == 3
        assert ("3s" in tokens(answer["hands"][str(seat)])) is (seat == 0)


def test_a_batch_deals_nothing(client: FlaskClient) -> None:
    answer = post(client, "/v1/batch", {"items": [{"op": "deal", "body": {"seed": 1}}]})
    assert answer["items"][0]["status"] == 422


def test_the_seed_draws_the_wild_rank(client: FlaskClient) -> None:
    """The answer contains the rank, so that its options can be reused.

    The cards equal those of a deal that names the rank.
    """
    question = {"variant": "laizi", "options": {"wild": "random"}}
    deals = [client.post("/v1/deal", json=question | {"seed": seed}).get_json() for seed in range(120)]
    assert {deal["options"]["wild"] for deal in deals} == set("3456789TJQKA2")
    assert client.post("/v1/deal", json=question | {"seed": 7}).get_json() == deals[7]
    named = question | {"options": {"wild": deals[7]["options"]["wild"]}, "seed": 7}
    assert client.post("/v1/deal", json=named).get_json() == deals[7]


@pytest.mark.parametrize(("variant", "name"), [("guandan", "level"), ("laizi", "attach")])
def test_no_other_option_is_drawn(client: FlaskClient, variant: str, name: str) -> None:
    answer = client.post("/v1/deal", json={"variant": variant, "options": {name: "random"}, "seed": 1})
    assert answer.get_json(force=True)["errors"][0]["code"] == "option_unknown"
    move = client.post("/v1/move", json={"variant": "laizi", "options": {"wild": "random"}, "hand": "34"})
    assert move.get_json(force=True)["errors"][0]["code"] == "option_unknown"


@pytest.mark.parametrize(
    ("variant", "options", "first"),
    [
        ("standard", {}, {"does": "speaks", "card": None}),
        ("paodekuai", {}, {"does": "leads", "card": "3s"}),
        ("zhengshangyou", {"first": "heart3"}, {"does": "leads", "card": "3h"}),
        ("zhengshangyou", {}, {"does": "leads", "card": None}),
        ("guandan", {}, {"does": "leads", "card": None}),
    ],
)
def test_a_deal_says_what_its_first_seat_does(
    client: FlaskClient, variant: str, options: dict[str, str], first: dict[str, str]
) -> None:
    for profile in ("plain", "weak"):
        question = {"variant": variant, "options": options, "seed": 5, "profile": profile}
        assert client.post("/v1/deal", json=question).get_json()["first"] == first


def test_where_a_winner_leads_he_holds_the_three_no_more_often_than_others(client: FlaskClient) -> None:
    question = {"variant": "paodekuai", "options": {"first3": "off"}}
    deals = [client.post("/v1/deal", json=question | {"seed": seed}).get_json() for seed in range(90)]
    assert {deal["first"]["card"] for deal in deals} == {None}
    holds = [sum("3s" in tokens(deal["hands"][seat]) for deal in deals) for seat in "012"]
    assert sum(holds) == 90
    assert min(holds) > 15  # a third of 90: 30, standard deviation 4.5


def test_a_deal_without_a_seed_returns_the_one_that_was_drawn(client: FlaskClient) -> None:
    body = {"variant": "laizi", "options": {"wild": "random"}}
    drawn = [post(client, "/v1/deal", body) for _ in range(2)]
    assert drawn[0]["seed"] != drawn[1]["seed"]
    assert post(client, "/v1/deal", body | {"seed": drawn[0]["seed"]}) == drawn[0]

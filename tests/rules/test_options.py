"""Values of options in various spellings: one meaning, one line, one tag."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core import engine
from service.core.bindings import Buffers, lib
from service.rules.cards import pack
from service.rules.variants import VARIANTS
from tests.helpers.client import post

PLAIN = "33445566"


@pytest.mark.parametrize(
    ("variant", "hand", "given", "canonical"),
    [
        ("paodekuai", PLAIN, {"must": False, "quad2": True}, {"must": "off", "quad2": "on"}),
        ("paodekuai", PLAIN, {"bomb_points": 5, "min_pc": 3}, {"bomb_points": "5", "min_pc": "3"}),
        ("guandan", "3s4s", {"level": 8, "ace_low": True}, {"level": "8", "ace_low": "yes"}),
        ("guandan", "3s4s", {"level": 10, "sf_as_straight": True}, {"level": "T", "sf_as_straight": "yes"}),
        ("guandan", "3s4s", {"level": "k", "ace_low": False}, {"level": "K", "ace_low": "no"}),
        ("guandan", "3s4s", {"a_fail": False}, {"a_fail": "off"}),
        ("laizi", PLAIN, {"wild": "75"}, {"wild": "57"}),
        ("laizi", PLAIN, {"wild": 75}, {"wild": "57"}),
        ("laizi", PLAIN, {"wild": "a10"}, {"wild": "TA"}),
        ("laizi", PLAIN, {"wild": 7, "bomb_max": 8}, {"wild": "7", "bomb_max": "8"}),
        ("standard", PLAIN, {"quad_singles_may_pair": "True"}, {"quad_singles_may_pair": "on"}),
        ("yuncheng", PLAIN, {"play_rule": 0}, {"play_rule": "0"}),
    ],
)
def test_a_value_has_one_meaning_however_it_is_written(
    client: FlaskClient, variant: str, hand: str, given: Any, canonical: Any
) -> None:
    body = {"variant": variant, "hand": hand}
    answer = post(client, "/v1/analyze", body | {"options": canonical})
    assert post(client, "/v1/analyze", body | {"options": given}) == answer
    line = answer["position"].split(" ", 1)[1]
    pairs = [",".join(f"{name}={value}" for name, value in chosen.items()) for chosen in (given, canonical)]
    for written in pairs:
        assert post(client, "/v1/analyze", {"position": f"{variant}[{written}] {line}"}) == answer
        assert client.get("/v1/analyze", query_string=body | {"options": written}).get_json() == answer


def test_a_whole_number_may_be_a_float(client: FlaskClient) -> None:
    body = {"variant": "paodekuai", "hand": PLAIN}
    answer = post(client, "/v1/analyze", body | {"options": {"min_pc": "3"}})
    assert post(client, "/v1/analyze", body | {"options": {"min_pc": 3.0}}) == answer
    assert post(client, "/v1/analyze", body | {"top": 2.0}) == post(client, "/v1/analyze", body | {"top": 2})
    ids = {"notation": "contest", "hand": [0, 4, 8]}
    assert post(client, "/v1/analyze", ids | {"hand": [0.0, 4, 8.0]}) == post(client, "/v1/analyze", ids)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/deal", {"variant": "guandan", "seed": 1}),
        ("/v1/tribute", {"role": "give", "hand": "3s3h4s4c6d6h7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAc2s2d5h5h"}),
    ],
)
def test_other_questions_read_options_so_too(client: FlaskClient, path: str, body: dict[str, Any]) -> None:
    given, canonical = ({"level": 10, "ace_low": False}, {"level": "T", "ace_low": "no"})
    assert post(client, path, body | {"options": given}) == post(client, path, body | {"options": canonical})


@pytest.mark.parametrize(
    ("variant", "options", "pointer", "near"),
    [
        ("paodekuai", {"musst": "on"}, "/options/musst", "did you mean must?"),
        ("guandan", {"Level": "5"}, "/options/Level", "did you mean level?"),
        ("standard", {"attach": "duozero"}, "/options/attach", "did you mean douzero?"),
        ("standard", {"attach": "everything"}, "/options/attach", "not 'everything'"),
        ("guandan", {"level": 1}, "/options/level", "not '1'"),
        ("guandan", {"a_fail": True}, "/options/a_fail", "not 'true'"),
        ("guandan", {"level": 8.5}, "/options/level", "expected a text, true, false or a whole number"),
        ("guandan", {"level": ["8"]}, "/options/level", "expected a text, true, false or a whole number"),
        ("laizi", {"wild": "777"}, "/options/wild", "not '777'"),
    ],
)
def test_the_nearest_option_or_value_is_offered(
    client: FlaskClient, variant: str, options: Any, pointer: str, near: str
) -> None:
    error = post(client, "/v1/analyze", {"variant": variant, "hand": "3s", "options": options}, 422)["errors"][0]
    assert error["pointer"] == pointer
    assert error["detail"].endswith(near)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_value_means_itself(variant: str) -> None:
    for option in VARIANTS[variant].options.values():
        assert [option.find(value) for value in option.values] == list(option.values)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_shape_that_an_option_brings_has_a_name(client: FlaskClient, variant: str) -> None:
    """Answers name it, so it must be among the shapes of the game, exactly once."""
    listed = [shape["id"] for shape in client.get(f"/v1/variants/{variant}").get_json()["shapes"]]
    assert len(listed) == len(set(listed))
    for name, option in VARIANTS[variant].options.items():
        for value in option.values:
            assert {shape.name for shape in engine.rules_for(variant, ((name, value),)).setup.shapes} <= set(listed)


def test_a_hand_with_the_longest_list_known_is_answered(client: FlaskClient) -> None:
    options = "attach_body_rank=on,attach_neighbour_triple=on,attach_both_jokers=on,attach_quad_as_two_pairs=on"
    head = f"laizi[wild=A2,{options},quad_singles_may_pair=on,bomb_max=12]"
    answer = post(client, "/v1/analyze", {"position": f"{head} landlord 345678899TJQKAAA2222 - ?", "top": 1})
    assert answer["legal_count"] == 10117


def test_the_longest_list_known_fits() -> None:
    """Plays are counted by reading, so they are more than the sets of cards that an answer counts."""
    switches = ("body_rank", "neighbour_triple", "both_jokers", "quad_as_two_pairs")
    options = {f"attach_{name}": "on" for name in switches}
    options |= {"quad_singles_may_pair": "on", "bomb_max": "12", "wild": "32"}
    rules = engine.rules_for("laizi", tuple(options.items()))
    with Buffers.borrow() as b:
        n = lib.moves_legal(rules.c, b.set_table(rules, pack("33334567899TTJQKA222"), None), b.combos, lib.MAX_MOVES)
        assert (n, len({combo.cards for combo in b.combos[0:n]})) == (12892, 10117)


def test_every_hand_of_two_decks_has_a_list_that_fits() -> None:
    """Plays with kickers are at most so many by the number of ranks with three cards.

    Of `trios` ranks in a row, `trios - n + 1` runs have `n` ranks; their kickers are `n` of the other ranks with one or
    two cards. Rows without kickers have at most 15 solos, 15 pairs, 13 trios, 36 + 55 + 66 runs and 13 * 5 + 1 bombs.
    """
    bounds = []
    for trios in range(12):
        left = 33 - 3 * trios
        others, pairs = min(15 - trios, left), min(15 - trios, left // 2)
        kicked = sum(
            (trios - n + 1) * (comb(trios + others - n, n) + comb(trios + pairs - n, n)) for n in range(1, trios + 1)
        )
        bounds.append(15 + 15 + 13 + 36 + 55 + 66 + 66 + kicked)
    assert max(bounds) == 7732 < lib.MAX_MOVES
    rules, longest = engine.rules_for("standard_four", (("trio_solo", "on"),)), "333444555666777888999TTTJJJQKA2XD"
    with Buffers.borrow() as b:
        assert lib.moves_legal(rules.c, b.set_table(rules, pack(longest), None), b.combos, lib.MAX_MOVES) == 6433


@pytest.mark.parametrize(
    ("variant", "option", "written", "read"),
    [
        ("paodekuai", "next_first", "spade3", "three"),
        ("paodekuai", "next_first", "HEART3", "three"),
        ("paodekuai", "next_first", "three", "three"),
        ("guandan", "return_max", "any", "A"),
        ("guandan", "return_max", "a", "A"),
    ],
)
def test_values_have_the_names_of_rule_books_too(variant: str, option: str, written: str, read: str) -> None:
    assert VARIANTS[variant].read_options({option: written})[option] == read

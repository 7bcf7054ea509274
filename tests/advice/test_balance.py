"""Balanced deals: within their stated bounds, by measures computed a second time."""

from __future__ import annotations

from collections import Counter
from statistics import mean
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import balance, deals
from service.core import engine
from service.rules.games.deal_bounds import DEAL_BOUNDS
from service.rules.random_numbers import Chance
from service.rules.variants import VARIANTS
from tests.helpers import deal_rows
from tests.helpers.client import post

WITH_LEAD = {"standard", "contest", "yuncheng", "laizi", "guandan", "standard_two", "standard_four"}


def balanced_deal(client: FlaskClient, variant: str, seed: int, **more: Any) -> Any:
    return post(client, "/v1/deal", {"variant": variant, "seed": seed, "profile": "balanced"} | more)


def power(client: FlaskClient, answer: Any, seat: Any, cards: str) -> float:
    """Return the score of a dealt hand from /v1/analyze."""
    body = {"variant": answer["variant"], "options": answer["options"], "seat": seat, "hand": cards, "want": ["power"]}
    return float(post(client, "/v1/analyze", body)["power"]["score"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_is_as_balanced_as_it_says(client: FlaskClient, variant: str) -> None:
    """The measures of the answer follow from the scores of the hands, and none is beyond its bound."""
    for seed in range(4):
        answer = balanced_deal(client, variant, seed)
        assert (answer["fair"], answer["seat"], [why["code"] for why in answer["why"]]) == (
            False,
            None,
            ["balanced_deal"],
        )
        measures = {name: row["value"] for name, row in answer["balance"]["measures"].items()}
        assert ("lead" in measures) == (variant in WITH_LEAD)
        last = list(answer["hands"])[-1]
        scores = {seat: power(client, answer, last, hand) for seat, hand in answer["hands"].items()}
        assert measures["weakest"] == pytest.approx(min(scores.values()), abs=1e-4)
        assert measures["strongest"] == pytest.approx(max(scores.values()), abs=1e-4)
        assert measures["spread"] == pytest.approx(max(scores.values()) - min(scores.values()), abs=1e-4)
        if answer["bottom"]:
            first = next(iter(answer["hands"]))
            leads = [
                power(client, answer, first, hand + answer["bottom"])
                - mean(other for name, other in scores.items() if name != seat)
                for seat, hand in answer["hands"].items()
            ]
            assert measures["lead"] == pytest.approx(max(leads), abs=2e-4)
        for row in answer["balance"]["measures"].values():
            assert row.get("at_least", row["value"]) <= row["value"] <= row.get("at_most", row["value"])


def test_guandans_lead_is_that_of_a_side(client: FlaskClient) -> None:
    answer = balanced_deal(client, "guandan", 3)
    scores = [power(client, answer, int(seat), hand) for seat, hand in answer["hands"].items()]
    lead = answer["balance"]["measures"]["lead"]["value"]
    assert lead == pytest.approx(abs(scores[0] + scores[2] - scores[1] - scores[3]), abs=2e-4)


@pytest.mark.parametrize("variant", VARIANTS)
def test_few_shuffles_are_needed(variant: str) -> None:
    rules = engine.rules_for(variant)
    made = [deals.make_deal(rules, deals.DealPlan(seed, "balanced")).cards.balance for seed in range(60)]
    assert all(one is not None and one.is_within for one in made)
    assert 0 < mean(one.reshuffles for one in made if one) < 12


def test_the_same_seed_gives_the_same_deal_and_other_rules_another(client: FlaskClient) -> None:
    assert balanced_deal(client, "standard", 5) == balanced_deal(client, "standard", 5)
    plain = post(client, "/v1/deal", {"seed": 5})
    assert balanced_deal(client, "standard", 5)["hands"] != plain["hands"]
    assert "balance" not in plain
    wild = balanced_deal(client, "laizi", 5, options={"wild": "random"})
    assert len(wild["options"]["wild"]) == 1


def test_no_seat_is_favoured() -> None:
    """In 300 deals each of three seats is the strongest about 100 times (standard deviation 8.2)."""
    rules = engine.rules_for("standard")
    strongest: Counter[int] = Counter()
    for seed in range(300):
        cards = deals.make_deal(rules, deals.DealPlan(seed, "balanced")).cards
        scores = [balance.split_hand(rules, hand).score for hand in cards.hands]
        strongest[scores.index(max(scores))] += 1
    assert all(67 < number < 133 for number in strongest.values())


def test_where_nothing_is_within_the_closest_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = engine.rules_for("standard")
    bounds = dict(balance.balance_bounds(rules) or {}) | {"spread": -1}
    monkeypatch.setattr(balance, "DEAL_BOUNDS", {"standard": bounds})
    cards = deals.make_deal(rules, deals.DealPlan(1, "balanced")).cards
    assert cards.balance is not None
    assert (cards.balance.is_within, cards.balance.reshuffles) == (False, balance.MOST_RESHUFFLES)
    chance = Chance(repr(("standard", [], "balanced", "", [], 1)))
    tried = [deals.plain(rules, chance) for _ in range(balance.MOST_RESHUFFLES + 1)]
    measured = [balance.measure_deal(rules, one.hands, one.bottom) for one in tried]
    best = min(measured, key=lambda one: (len(balance.outside(one, bounds)), one["spread"]))
    assert cards.balance.measures == best


# ---- the tables ---------------------------------------------------------------------------------------------------


def test_every_game_has_its_rows() -> None:
    keys = {
        balance.bounds_key(variant, given[0].get("wild", ""))
        for variant in VARIANTS
        for given in deal_rows.sampled_options(variant)
    }
    assert set(DEAL_BOUNDS) == keys
    names = set(balance.BALANCE)
    assert all(set(row) in (names, names - {"lead"}) for row in DEAL_BOUNDS.values())


@pytest.mark.parametrize("variant", ["standard", "zhengshangyou"])
def test_bounds_are_the_percentiles_that_they_say(variant: str) -> None:
    """Checked on 600 other deals.

    The standard deviation of a share is at most 2 percentage points. Counts have few values, so only an upper bound is
    checked.
    """
    measured, _ = deal_rows.deal_rows(variant, [{}], range(50_000, 50_600))
    for name, values in measured.items():
        bound, percentile = DEAL_BOUNDS[variant][name], balance.BALANCE[name].percentile
        share = 100 * sum(value <= bound for value in values) / len(values)
        assert share > percentile - 7
        if name not in ("singles", "bombs"):
            assert share < percentile + 7

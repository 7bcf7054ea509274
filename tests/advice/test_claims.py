"""All statements in answers are true by the slow rules, and each judge detects a planted false statement."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.variants import VARIANTS
from tests.helpers.client import post
from tests.oracle.claims.cards import REFUSALS
from tests.oracle.claims.judges import PositionCase, cases, judge_claims, table_cases
from tests.oracle.claims.moves import FACTS
from tests.oracle.claims.positions import Json

pytestmark = [pytest.mark.games, pytest.mark.long]

POSITIONS = {"guandan": 20, "laizi": 30, "yuncheng": 75, "paodekuai": 60, "standard_four": 60}
"""Judged positions of a game, if different from `MANY` and not set by JUDGED_POSITIONS."""
MANY = 200

TRIED = 400
"""Positions that are searched for something to falsify."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_answer_says_a_false_word(client: FlaskClient, variant: str) -> None:
    number = int(os.environ.get("JUDGED_POSITIONS", POSITIONS.get(variant, MANY)))
    assert judge_claims(client, variant, number).faults == []


# ---- planted false statements -----------------------------------------------------------------------------------

Plant = Callable[[Json], Any]
"""Falsify an answer; return whether that was possible."""


def has_reason(place: Any, code: str) -> bool:
    """Return whether a code is among the reasons of a hint or a move."""
    return code in [reason["code"] for reason in place["why"]]


def say(code: str) -> Plant:
    """Return a function that adds a reason to a hint without it."""

    def plant(answer: Json) -> bool:
        hint = next((hint for hint in answer["hints"] if not has_reason(hint, code)), None)
        if hint:
            hint["why"].append({"code": code, "text": ""})
        return hint is not None

    return plant


def say_of_move(code: str) -> Plant:
    """Return a function that adds a reason to a move without it."""

    def plant(answer: Json) -> bool:
        missing = not has_reason(answer["move"], code)
        answer["move"]["why"] += [{"code": code, "text": ""}] * missing
        return missing

    return plant


def refuse(code: str) -> Plant:
    """Return a function that adds a reason to a check without it."""

    def plant(answer: Json) -> bool:
        missing = code not in [reason["code"] for reason in answer["check"]["reasons"]]
        answer["check"]["reasons"] += [{"code": code, "text": ""}] * missing
        return missing

    return plant


def explain(code: str) -> Plant:
    """Return a function that adds a reason to advice without it."""

    def plant(answer: Json) -> bool:
        missing = "fair" not in answer and code not in [reason["code"] for reason in answer["why"]]
        answer["why"] += [{"code": code, "text": ""}] * missing
        return missing

    return plant


def first_of(answer: Json, name: str, value: Any) -> bool:
    """Change a field of the first hint."""
    return bool(answer["hints"]) and answer["hints"][0].update({name: value}) is None


def shorter(combos: list[Json]) -> bool:
    """Omit a combo."""
    return len(combos) > 1 and combos.pop() is not None


def torn_split(answer: Json) -> bool:
    """Break a pair of the split into two solos, and report this split as the best."""
    combos, power = answer["split"]["combos"], answer["power"]
    pair = next((combo for combo in combos if combo["shape"] == "pair"), None)
    if pair is None or pair["cards"][0] not in "34567":
        return False
    place = "34567".index(pair["cards"][0])
    solo = {"cards": pair["cards"][0], "shape": "solo", "score": round(-0.9675 - 0.0132 * (12 - place), 4)}
    combos.remove(pair)
    combos += [solo, dict(solo)]
    power.update(score=power["score"] - pair["score"] + 2 * solo["score"], turns=power["turns"] + 1)
    return True


PLANTS: Mapping[str, Plant] = {
    "split": lambda answer: shorter(answer["split"]["combos"]),
    "power": lambda answer: answer["power"].update(score=answer["power"]["score"] + 0.01) is None,
    "bombs": lambda answer: answer["power"].update(bombs=answer["power"]["bombs"] + 1) is None,
    "exact": torn_split,
    "unplayable": lambda answer: answer["split"].update(unplayable=answer["split"]["combos"].pop()["cards"]) is None,
    "controls": lambda answer: bool(answer["power"]["controls"]) and answer["power"]["controls"].pop(),
    "legal_count": lambda answer: answer.update(legal_count=answer["legal_count"] + 1) is None,
    "forced": lambda answer: answer.update(forced=not answer["forced"]) is None,
    "passing": lambda answer: answer["passing"].update(legal=not answer["passing"]["legal"]) is None,
    "hint": lambda answer: first_of(answer, "shape", "rocket"),
    "rest": lambda answer: first_of(answer, "rest", {"hand": "", "turns": 9}),
    "breaks": lambda answer: first_of(answer, "breaks", ["3"]),
    **{
        code: say(code)
        for code in ("empties_hand", "keeps_split", "breaks_split", "bomb_as_quad", "cheapest", "sheds_most", "bomb")
    },
    "control": say("control"),
    "move": lambda answer: answer["move"].update(shape="rocket", **{"pass": False}) is None,
    **{code: say_of_move(code) for code in FACTS},
    "order": lambda answer: len(answer["ordered"]["hints"]) > 1 and answer["ordered"]["hints"].reverse() is None,
    "keeps_hand": lambda answer: (
        answer["ordered"]["hints"][0]["why"].append({"code": "keeps_hand"}) is None and bool(answer["hints"])
    ),
    "rating": lambda answer: "search" in answer["move"] and answer["move"]["search"]["candidates"].reverse() is None,
    "beliefs": lambda answer: next(iter(answer["beliefs"]["seats"].values())).update({"3": 1.0}) is None,
    "bomb_chance": lambda answer: (
        answer["beliefs"]["bombs"].update(
            {seat: float(not chance) for seat, chance in answer["beliefs"]["bombs"].items()}
        )
        is None
    ),
    "alone": lambda answer: answer["alone"].update(forced=not answer["alone"]["forced"]) is None,
    "playable": lambda answer: answer["check"].update(playable=not answer["check"]["playable"]) is None,
    **{code: refuse(code) for code in REFUSALS},
}
"""A false statement for each claim."""


def doctored(client: FlaskClient, plant: Plant) -> Iterator[PositionCase]:
    """Yield cases with a planted false statement."""
    for case in islice(cases(client, "standard", seed=2), TRIED):
        answer = deepcopy(case.answer)
        if plant(answer):
            yield case._replace(answer=answer)


@pytest.mark.parametrize("claim", PLANTS)
def test_false_claims_are_detected(client: FlaskClient, claim: str) -> None:
    planted = doctored(client, PLANTS[claim])
    assert any(judged.claim == claim and judged.fault for case in planted for judged in case.judged())


TABLE_PLANTS: Mapping[str, tuple[str, Plant]] = {
    "recommended": ("standard", lambda answer: answer.update(recommended=9) is None),
    **{code: ("standard", explain(code)) for code in ("must_call", "only", "most_points", "least_loss")},
    "refused": ("guandan", lambda answer: "refused" in answer and answer.update(refused="no") is None),
    "tribute_refused": ("guandan", explain("tribute_refused")),
    "fair_deal": ("standard", lambda answer: answer.get("fair") and answer["why"].clear() is None),
    "balanced_deal": (
        "standard",
        lambda answer: "balance" in answer and answer["balance"].update(within=False) is None,
    ),
    "practice_deal": (
        "standard",
        lambda answer: answer.get("profile", "")[:6] == "strong" and answer["why"].clear() is None,
    ),
}
"""A false statement for each claim before the first lead, and its game."""


@pytest.mark.parametrize("claim", TABLE_PLANTS)
def test_false_claims_before_the_first_lead_are_detected(client: FlaskClient, claim: str) -> None:
    variant, plant = TABLE_PLANTS[claim]
    cases = islice(table_cases(client, variant, seed=2), TRIED)
    planted = (case for case in cases if plant(case.answer))
    assert any(judged.claim == claim and judged.fault for case in planted for judged in case.judged())


def test_every_judged_claim_has_a_falsehood(client: FlaskClient) -> None:
    judged = {claim for variant in VARIANTS for claim in judge_claims(client, variant, 10).counts}
    assert judged <= {*PLANTS, *TABLE_PLANTS}


# ---- former bugs ------------------------------------------------------------------------------------------------


def test_a_solo_of_the_split_tears_no_run_of_its_rank(client: FlaskClient) -> None:
    """The split contains a single nine and a run that includes another nine."""
    answer = post(client, "/v1/analyze", {"hand": "3367899TJQQKKA222", "want": ["split", "hints"], "top": 0})
    torn = {hint["cards"]: hint["breaks"] for hint in answer["hints"]}
    assert {combo["cards"] for combo in answer["split"]["combos"]} == {"33222", "K", "Q", "9", "6789TJQKA"}
    assert torn["9"] == torn["K"] == []
    assert torn["33"] == ["33222"]
    assert torn["99"] == ["6789TJQKA"]  # one nine is the solo


def test_a_combo_of_another_best_split_tears_nothing(client: FlaskClient) -> None:
    """The kickers 3 and 8 can go with either trio."""
    answer = post(client, "/v1/analyze", {"hand": "38TTTQQKKK2", "want": ["split", "hints"], "top": 0})
    torn = {hint["cards"]: hint["breaks"] for hint in answer["hints"]}
    assert {"8KKK", "3TTT"} <= {combo["cards"] for combo in answer["split"]["combos"]}
    assert torn["3KKK"] == torn["8TTT"] == []
    assert torn["TTT"] == ["3TTT"]


def test_the_lowest_kicker_makes_the_cheapest_play(client: FlaskClient) -> None:
    answer = post(client, "/v1/analyze", {"hand": "45JJJ", "want": ["hints"], "top": 0})
    assert [
        hint["cards"] for hint in answer["hints"] if has_reason(hint, "cheapest") and hint["shape"] == "trio_solo"
    ] == ["4JJJ"]


def test_bombs_of_one_tier_are_of_one_kind(client: FlaskClient) -> None:
    """If all compositions of bombs are equal, 7AAA as 7777 beats four threes without a wild card."""
    options = {"wild": "A", "bomb_order": "equal", "rocket_top": "off"}
    seen = "4444555666677788889999TTTTJJJQQQKKKK2222XD"
    body = {"variant": "laizi", "options": options, "seat": "landlord_up", "hand": "33335", "seen": seen}
    answer = post(client, "/v1/analyze", body | {"left": {"landlord": 2, "landlord_down": 5}})
    bomb = next(hint for hint in answer["hints"] if hint["cards"] == "3333")
    assert answer["power"]["controls"] == []
    assert not has_reason(bomb, "control")
    check = {"variant": "laizi", "options": options, "cards": "7AAA", "last": "3333"}
    assert post(client, "/v1/check", check)["playable"]

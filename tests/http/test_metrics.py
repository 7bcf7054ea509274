"""Counters: requests, questions, errors, games of searches, caches."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core import engine
from service.http.metrics import prometheus
from service.rules import cards
from tests.helpers.client import FOLLOW, post


def test_metrics_count_by_route_and_never_by_path(client: FlaskClient) -> None:
    client.get("/made/up/path")
    client.open("/healthz", method="BREW")
    client.post("/v1/analyze", json={"hand": "3345"})
    text = client.get("/metrics").text
    assert 'route="/v1/analyze"' in text
    assert "/made/up" not in text
    assert "BREW" not in text
    assert 'paili_cache_misses_total{cache="split"}' in text


def sample(client: FlaskClient, line: str) -> float:
    match = re.search(rf"^{re.escape(line)} (\S+)$", client.get("/metrics").text, re.MULTILINE)
    return float(match[1]) if match else 0.0


@pytest.mark.parametrize(
    ("path", "body", "labels", "games"),
    [
        ("/v1/analyze", {"hand": "3345"}, ("analyze", "standard", "adept"), 0),
        ("/v1/move", {"position": "laizi[wild=7] landlord 3345 - ?"}, ("move", "laizi", "adept"), 0),
        ("/v1/move", FOLLOW | {"level": "expert", "limits": {"games": 16}}, ("move", "standard", "expert"), 16),
        ("/v1/analyze", FOLLOW | {"level": "expert", "limits": {"games": 16}}, ("analyze", "standard", "expert"), 16),
        ("/v1/check", {"cards": "33", "variant": "paodekuai"}, ("check", "paodekuai", ""), 0),
        ("/v1/bid", {"hand": "3456789TJQKA2XD34"}, ("bid", "standard", "club"), 0),
        ("/v1/deal", {"variant": "guandan", "seed": 1}, ("deal", "guandan", ""), 0),
        ("/v1/batch", {"items": [{"op": "check", "body": {"cards": "3"}}]}, ("check", "standard", ""), 0),
    ],
)
def test_metrics_count_questions_and_the_games_they_cost(
    client: FlaskClient, path: str, body: dict[str, Any], labels: tuple[str, str, str], games: int
) -> None:
    op, variant, level = labels
    lines = (
        f'paili_questions_total{{level="{level}",op="{op}",variant="{variant}"}}',
        f'paili_engine_seconds_count{{level="{level}",op="{op}"}}',
        f'paili_searched_games_total{{level="{level}",variant="{variant}"}}',
    )
    before = [sample(client, line) for line in lines]
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    counted, timed, played = (sample(client, line) - was for line, was in zip(lines, before, strict=True))
    assert (counted, timed) == (1, 1)
    assert (played > 0) == (games > 0)
    if games:
        tried = answer.get_json()["move"]["search"]["candidates"]
        assert played == sum(candidate["games"] for candidate in tried)


@pytest.mark.parametrize(("nodes", "exact"), [(100_000, "yes"), (1, "no")])
def test_metrics_count_searches_of_open_hands(client: FlaskClient, nodes: int, exact: str) -> None:
    lines = (
        f'paili_solutions_total{{exact="{exact}",variant="paodekuai_two"}}',
        'paili_solver_states_total{variant="paodekuai_two"}',
    )
    before = [sample(client, line) for line in lines]
    hands = {"0": "3456789TJQK", "1": "3344556677A"}
    answer = client.post(
        "/v1/solve", json={"variant": "paodekuai_two", "hands": hands, "limits": {"nodes": nodes}}
    ).get_json()
    assert answer["exact"] == (exact == "yes")
    solved, states = (sample(client, line) - was for line, was in zip(lines, before, strict=True))
    assert solved == 1
    assert 1 <= states <= nodes


def test_metrics_count_judged_decisions(client: FlaskClient) -> None:
    marks = [f'paili_reviewed_decisions_total{{mark="{mark}",variant="standard"}}'
             for mark in ("blunder", "mistake", "inaccuracy", "unsure", "none")]  # fmt: skip
    lines = [*marks, 'paili_review_worlds_total{variant="standard"}']
    before = [sample(client, line) for line in lines]
    game = {"deal": {"hands": {"landlord": "3334445556667778889X"}}, "history": ["X"], "level": "club"}
    [one] = client.post("/v1/review", json=game).get_json()["decisions"]
    *counted, worlds = (sample(client, line) - was for line, was in zip(lines, before, strict=True))
    assert one["mark"] in ("blunder", "mistake", "inaccuracy", None)
    assert sum(counted) == 1
    assert one["mark"] is None or counted[marks.index(marks[0].replace("blunder", one["mark"]))] == 1
    assert worlds > 0


def test_metrics_count_answers_out_of_a_query_and_faults_by_code(client: FlaskClient) -> None:
    questions = 'paili_questions_total{level="adept",op="analyze",variant="standard"}'
    faults = 'paili_problems_total{code="hand_empty"}'
    before = sample(client, questions), sample(client, faults)
    first = client.get("/v1/analyze?hand=3345")
    assert client.get("/v1/analyze?hand=3345", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.get("/v1/analyze?hand=").get_json()["errors"][0]["code"] == "hand_empty"
    assert sample(client, questions) == before[0] + 1  # no answer was computed again
    assert sample(client, faults) == before[1] + 2  # the client of the tests repeats requests in Chinese


@pytest.mark.parametrize(
    ("path", "body", "cache"),
    [
        ("analyze", {"want": ["hints", "split"]}, "hints"),
        ("analyze", {"want": ["power"]}, "split"),
        ("bid", {}, "split"),
    ],
)
def test_a_repeated_question_hits_the_cache_of_its_kind(
    client: FlaskClient, path: str, body: dict[str, Any], cache: str
) -> None:
    """As docs/operations.md says; of the two caches of searches it uses one."""
    body = body | {"hand": "3456678999TJQKA22"}
    post(client, f"/v1/{path}", body)
    before = engine.cache_info()
    post(client, f"/v1/{path}", body)
    after = engine.cache_info()
    used = {name for name in ("hints", "split") if after[name] != before[name]}
    assert used == {cache}
    assert (after[cache].misses, after[cache].hits > before[cache].hits) == (before[cache].misses, True)


def test_an_emptied_cache_is_counted_anew() -> None:
    hand = cards.pack("3456789")
    for _ in range(3):
        engine.split(engine.rules_for("standard"), hand)
    prometheus.count_caches()
    engine.split.cache_clear()
    engine.split(engine.rules_for("standard"), hand)
    before = prometheus.CACHE_MISSES.labels("split")._value.get()
    prometheus.count_caches()
    assert prometheus.CACHE_MISSES.labels("split")._value.get() == before + 1


def test_the_cpu_time_of_rejections_is_counted_apart(client: FlaskClient) -> None:
    names = [f'paili_cpu_seconds_total{{result="{result}"}}' for result in ("answered", "rejected")]
    before = [sample(client, name) for name in names]
    for _ in range(20):
        client.post("/v1/move", json={"hand": ""})
    answered, rejected = (sample(client, name) - old for name, old in zip(names, before, strict=True))
    assert rejected > 0
    assert answered > 0  # the first scrape


def test_the_cpu_time_of_rejected_items_of_a_batch_is_counted(client: FlaskClient) -> None:
    counters = prometheus.cpu_seconds
    before, began = [counters[is_rejected]._value.get() for is_rejected in (False, True)], time.process_time()
    answer = client.post("/v1/batch", json={"items": [{"op": "analyze", "body": {"hand": "33333"}}] * 64})
    spent = time.process_time() - began
    assert '"code":"too_many_of_rank"' in answer.text
    answered, rejected = (counters[i]._value.get() - old for i, old in enumerate(before))
    assert rejected > spent / 4
    assert answered < spent - rejected  # counted once

"""The tables of outages and neighbours: lost requests are counted, and every event and load has a row."""

from __future__ import annotations

import json
import signal

import pytest

from app import create_app
from dev.load import neighbours, outages
from dev.load.outages import OUTAGES, OutageRow
from dev.load.wrk import Measured
from dev.tables import load_table
from tests.helpers.nginx import Instance, wait_for
from tests.helpers.waiting import wait_until

MEASURED = Measured(answers=1000, seconds=10.0, refused=0, unanswered=0, p50=2.0, p99=5.0, p999=12.0)


def test_requests_that_are_refused_or_not_answered_are_lost() -> None:
    assert OutageRow("nothing", 0, MEASURED).lost == 0
    row = OutageRow("something", 3, MEASURED._replace(refused=2, unanswered=3))
    assert row.lost == 5
    assert row.cells() == ["something", "3", "1,003", "5", "2.0 ms", "12.0 ms", "6.0"]
    assert outages.outage_table([row, row], "").markdown().splitlines()[-1] == "| total | 6 | 2,006 | 10 |  |  |  |"


def test_the_tables_have_a_row_for_each_event_and_each_load() -> None:
    assert [row[0] for row in load_table("outages").rows] == [*(outage.name for outage in OUTAGES.values()), "total"]
    assert [row[0] for row in load_table("neighbours").rows] == [name for name, _ in neighbours.all_loads(4)]


def test_each_move_of_the_heavy_batches_is_computed() -> None:
    (_, path, body), *others = neighbours.batches(2)
    assert body is not None
    assert len(others) == 7
    answer = create_app().test_client().post(path, data=body, content_type="application/json").get_json()
    assert [item["status"] for item in answer["items"]] == [200, 200]
    seeds = [item["body"]["move"]["search"]["seed"] for item in answer["items"]]
    assert seeds == [item["body"]["seed"] for item in json.loads(body)["items"]]


def test_the_attacks_are_computed_or_rejected() -> None:
    client = create_app().test_client()
    requests = dict.fromkeys(callers[0] for _, callers in neighbours.attacks())
    answers = [client.post(path, data=body, content_type="application/json") for _, path, body in requests]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 200]


@pytest.mark.server
def test_the_processes_of_an_instance_are_known_by_their_place() -> None:
    instance = Instance({"WORKERS": "2"})
    try:
        wait_for(instance.port, "/readyz")
        assert outages.main_process(instance) == instance.process.pid
        wait_until(lambda: len(outages.worker_pids(instance)) == 2)
        workers = outages.worker_pids(instance)
        beside = [pid for pid, parent in outages.processes_of(instance).items() if parent in workers]  # heavy requests
        assert set(outages.processes_of(instance)) == {instance.process.pid, *workers, *beside}
        assert len(beside) == len(workers)
        instance.send(signal.SIGKILL)
        outages.wait_until_gone([*workers, *beside, instance.process.pid])
    finally:
        instance.end(signal.SIGKILL)

"""The tables of outages and of players: what is lost is counted, and the pages have what the commands write."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest

from tests.helpers.nginx import Instance, wait_for
from tools.load import outages, players
from tools.load.outages import OUTAGES, OutageRow
from tools.load.wrk import Measured

MEASURED = Measured(answers=1000, seconds=10.0, refused=0, unanswered=0, p50=2.0, p99=5.0, p999=12.0)


def test_requests_that_are_refused_or_not_answered_are_lost() -> None:
    assert OutageRow("nothing", 0, MEASURED).lost == 0
    row = OutageRow("something", 3, MEASURED._replace(refused=2, unanswered=3))
    assert row.lost == 5
    assert row.cells() == ["something", "3", "1,003", "5", "2.0 ms", "12.0 ms", "6.0"]
    assert outages.show([row, row]).splitlines()[-1] == "| together | 6 | 2,006 | 10 |  |  |  |"


def test_players_are_half_of_what_is_answered_and_not_refused() -> None:
    assert players.players(MEASURED) == 300  # 100 a second, one question in six seconds, half of it used
    assert players.players(MEASURED._replace(refused=500)) == 150


@pytest.mark.parametrize("shares", players.MIXES.values(), ids=players.MIXES)
def test_a_mix_has_its_shares(shares: dict[str, int]) -> None:
    requests = players.mix(shares)
    assert sum(shares.values()) == 100
    for kind, share in shares.items():
        mark = b"POST /v1/analyze " if kind == "hints" else b'"level": "%b"' % kind.encode()
        assert sum(mark in request for request in requests) == share * len(requests) // 100


def test_the_pages_have_the_tables_that_the_commands_write() -> None:
    for tool, names in (
        (outages, [outage.name for outage in OUTAGES.values()] + ["together"]),
        (players, list(players.MIXES)),
    ):
        page = tool.PAGE.read_text("utf-8")
        table = page.partition(tool.BEGIN)[2].partition(tool.END)[0]
        assert re.findall(r"^\| (.*?) \|", table, re.MULTILINE)[2 if tool is outages else 1 :] == names
        module = re.search(r"python -m (\S+) --write", tool.BEGIN)
        assert module
        assert subprocess.run([sys.executable, "-m", module[1], "-h"], capture_output=True, check=False).returncode == 0


@pytest.mark.server
def test_the_processes_of_an_instance_are_known_by_their_place() -> None:
    instance = Instance({"WORKERS": "2"})
    try:
        wait_for(instance.port, "/readyz")
        assert outages.main_process(instance) == instance.process.pid
        workers = outages.worker_pids(instance)
        assert len(workers) == 2
        assert set(outages.processes_of(instance)) == {instance.process.pid, *workers}
        instance.send(signal.SIGKILL)
        outages.wait_until_gone([*workers, instance.process.pid])
    finally:
        instance.end(signal.SIGKILL)

"""The arena on several Dask workers: byte-equal results, although one of them is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.arena import learn_bids, learn_nets, tune
from lab.arena.accept import run_acceptance
from lab.arena.cluster import work_alike
from lab.arena.errors import ArenaError
from lab.arena.match import Match, play_alike, play_match
from lab.arena.sprt import Test
from lab.arena.tune import in_force
from tests import ROOT
from tests.helpers.ports import free_port, until_listened_on
from tests.helpers.waiting import wait_until

DECKS = 2400

pytestmark = [pytest.mark.server, pytest.mark.long]


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.address = folder, f"tcp://127.0.0.1:{free_port()}"
        port = self.address.rpartition(":")[2]
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", port)
        until_listened_on(int(port))
        self.workers = [self.worker() for _ in range(2)]

    def start(self, name: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *options, "--no-dashboard"]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=log, stderr=log)

    def worker(self) -> subprocess.Popen[bytes]:
        """Start one worker."""
        place = str(self.folder)
        return self.start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", place)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def environment() -> dict[str, str]:
    """Return the environment of a program that runs beside the tests."""
    return {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start one for all tests; the last of them kills a worker."""
    running = Cluster(tmp_path_factory.mktemp("cluster"))
    yield running
    running.stop()


def arena(out: Path, *options: str) -> subprocess.Popen[str]:
    """Start a match whose results go to *out*."""
    command = [sys.executable, "-m", "lab.arena", "match", "club", "novice", "--decks", str(DECKS), "--out", str(out)]
    return subprocess.Popen(
        [*command, *options], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def lines(path: Path) -> int:
    """Return how many lines a file has, 0 if there is none."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_numbers_are_tuned_and_decided_alike(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("SETS", 6), ("DECKS", 4), ("CHECK", 20), ("LEAST", 0.9)):  # one round
        monkeypatch.setattr(tune, name, value)
    ours = in_force("paodekuai")
    worse = ours | {"w.bomb": -3.0}
    tuned, decided = [
        [tune.tune("paodekuai", 1, 2, tmp_path / f"{address[:3]}.json", begins="w.", cluster=address)
         for address in ("", cluster.address)],
        [[str(verdict) for verdict in run_acceptance("paodekuai", worse, ours, Test(0, 5), 2000, 2, cluster=address)]
         for address in ("", cluster.address)],
    ]  # fmt: skip
    assert tuned[0] == tuned[1]
    assert decided[0] == decided[1]
    assert decided[0]


def test_a_worker_of_other_versions_is_refused() -> None:
    with pytest.raises(ArenaError, match=r"a worker has version .*, not 0\.0\.1"):
        work_alike(len, "0.0.1", [5])
    match = Match("club", "novice")
    assert play_alike(match, match.head(), [5, 6]) == play_alike(match, match.head(), [5, 6])
    other = match.head() | {"versions": {"club": "0.0.1"}}
    with pytest.raises(ArenaError, match=r"a worker has other versions: .* not \{'club': '0.0.1'\}"):
        play_alike(match, other, [5])


def test_an_address_where_nobody_answers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paili.cluster.PATIENCE", 1.0)
    with pytest.raises(ArenaError, match=r"no scheduler with a worker answers at tcp://127\.0\.0\.1:1"):
        play_match(Match("club", "novice"), 100, cluster="tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:80", "foo://x:1", "127.0.0.1:port"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ArenaError, match=f"like tcp://127.0.0.1:8786; not '{address}'"):
        play_match(Match("club", "novice"), 100, cluster=address)


def test_a_missing_dask_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match="--cluster needs Dask"):
        play_match(Match("club", "novice"), 100, cluster="tcp://127.0.0.1:1")


def test_networks_and_bids_learn_alike(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 20), ("WAVE", 3), ("DECKS", 20)):
        monkeypatch.setattr(learn_nets, name, value)
    files = []
    for address in ("", cluster.address):
        folder = tmp_path / f"nets {bool(address)}"
        learn_nets.learn("standard", 0.0001, 2, 2, folder, cluster=address)
        files.append({path.name: path.read_bytes() for path in folder.glob("round-*") if path.suffix != ".npz"})
    assert files[0] == files[1]
    assert max(files[0]) == "round-1.net"
    assert len(files[0]) == 2 * (1 + 2 * 3)
    monkeypatch.setattr(learn_bids, "PART", 40)
    models = [learn_bids.learn_model("standard", 600, 1, "2026-01-01", 2, address) for address in ("", cluster.address)]
    assert models[0] == models[1]


def test_the_commands_of_the_page_play_as_one_machine_does(tmp_path: Path) -> None:
    """Run in a tree without anything else on the path."""
    page, port = (ROOT / "CONTRIBUTING.md").read_text(), free_port()
    documented = re.findall(r"^    (python -m (?:dask|lab\.arena match) .*8786.*)$", page, re.MULTILINE)
    commands = [
        [sys.executable, *command.replace("8786", str(port)).split()[1:], *more]
        for command, more in zip(documented, (["--no-dashboard"], ["--no-dashboard"], []), strict=True)
    ]
    clean = {"PATH": os.environ["PATH"], "DASK_TEMPORARY_DIRECTORY": str(tmp_path)}
    running = list[subprocess.Popen[bytes]]()
    with (tmp_path / "log").open("wb") as log:
        try:
            for command in commands[:2]:
                running.append(
                    subprocess.Popen(command, cwd=ROOT, env=clean, stdout=log, stderr=log, start_new_session=True)
                )
                until_listened_on(port)
            played = subprocess.run(commands[2], cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
        finally:
            for process in running:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    assert played.returncode == 0, played.stderr + (tmp_path / "log").read_text()
    alone = subprocess.run(commands[2][:-2], cwd=ROOT, env=clean, capture_output=True, text=True, check=True)
    assert played.stdout == alone.stdout
    assert "(100 decks)" in played.stdout


def test_a_killed_worker_loses_nothing_and_plays_nothing_twice(cluster: Cluster, tmp_path: Path) -> None:
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    match = arena(there, "--cluster", cluster.address)
    wait_until(lambda: lines(there) >= 100 or match.poll() is not None)
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert lines(there) < DECKS, "the match was over before the kill"
    output, wrong = match.communicate(timeout=300)
    assert match.returncode == 0, wrong
    alone = arena(here, "--jobs", "1")
    assert alone.communicate(timeout=300)[0] == output
    assert there.read_bytes() == here.read_bytes()
    assert lines(there) == DECKS + 1

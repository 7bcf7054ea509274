"""Earlier builds are named opponents; with a shallow history they are missing, and the reason is reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lab.arena import earlier_builds
from lab.arena.errors import ArenaError
from lab.arena.match import play_deck
from lab.arena.opponents import RemoteOpponent, find_opponent
from service.core import engine


def test_a_build_that_the_history_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier_builds, "FOLDER", tmp_path)
    monkeypatch.setitem(earlier_builds.BUILDS, "first", "0" * 40)
    assert "git fetch --unshallow" in earlier_builds.missing("first")
    with pytest.raises(ArenaError, match="does not contain it"):
        earlier_builds.export_build("first")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("variant", ["standard", "laizi", "guandan"])
def test_the_first_build_plays(variant: str) -> None:
    """Only if it has been set up, which needs a network like `make run`."""
    if not (earlier_builds.FOLDER / earlier_builds.BUILDS["first"] / "ready").exists():
        pytest.skip(earlier_builds.missing("first") or "python -m lab.arena match club club@first sets it up")
    rules = engine.rules_for(variant)
    first = RemoteOpponent(f"club@{earlier_builds.address_of('first')}", "club@first")
    deck = play_deck(rules, first, find_opponent("novice"), 4)
    first.connection.close()
    assert all((game.points > 0) == game.won for game in (deck.led, deck.followed))


TIED = """
import os, sys, time
from pathlib import Path
from lab.arena.earlier_builds import start_tied
start_tied([sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(60)"],
           Path.cwd(), os.environ, sys.stdout)
time.sleep(60)
"""
"""A worker of a pool whose build only sleeps, after printing its process id."""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_build_ends_with_its_worker(end: signal.Signals) -> None:
    """A pool kills its workers, which then run no exit functions."""
    with subprocess.Popen([sys.executable, "-c", TIED], cwd=earlier_builds.ROOT, stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        build = int(worker.stdout.readline())
        os.kill(build, 0)
        worker.send_signal(end)
        worker.wait()
    tries = 0
    while Path(f"/proc/{build}").exists() and tries < 400:
        tries += 1
        time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(build, signal.SIGKILL)

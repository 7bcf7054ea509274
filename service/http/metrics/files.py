"""Prometheus multiprocess directory, with the merged counters of exited workers.

Each worker counts in its own files. After it has exited they are added to those of all exited workers, because a scrape
reads every file. Nothing here imports Prometheus' client early: it reads its directory at import, before the server's
master has created it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

PREFIX = "paili-metrics-"
"""How folders of counters are named."""

LOCK = "lock"
"""Lock file that separates scrapes from merging; a folder without it is not complete yet."""

PATIENCE = 1.0
"""Seconds that the master waits for scrapes to end before it puts off adding up."""

ENDED = "ended"
"""Replaces the process id in the names of the merged files."""


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Keep the files of a folder unchanged during a scrape, so that it counts everything once."""
    with (folder / LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextmanager
def adding(folder: Path) -> Iterator[None]:
    """Exclude scrapes from a folder.

    Raises BlockingIOError if one of them does not end in time.
    """
    last = time.monotonic() + PATIENCE
    with (folder / LOCK).open("ab") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > last:
                    raise
                time.sleep(0.01)  # flock itself waits for ever or not at all
        yield


def remove_stale(place: Path) -> None:
    """Remove the unlocked folders below *place* that killed servers of this user left behind."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's, one that is in use, or gone in the meantime
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(held).st_uid == os.geteuid() and (folder / LOCK).exists():
                    shutil.rmtree(folder)
            finally:
                os.close(held)


def hold(folder: Path) -> int:
    """Create a folder if necessary, and lock it as long as the returned descriptor is open."""
    folder.mkdir(0o700, exist_ok=True)
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    fcntl.flock(held, fcntl.LOCK_SH)
    (folder / LOCK).touch()
    return held


class Folder:
    """The folder of one server, locked while its master or one of its workers lives."""

    def __init__(self, place: str | None) -> None:
        """Create it below *place* or in the temporary folder, and remove those of killed servers."""
        above = Path(place or tempfile.gettempdir())
        remove_stale(above)
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=above))
        self.held = hold(self.path)  # workers inherit it
        self.ended = set[int]()
        """Workers that ended and are not in the sums."""

    def keep(self) -> None:
        """Recreate it if it was removed, and lock it if a worker has recreated it."""
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self.held), self.path.stat()):
                return
        held = hold(self.path)
        os.close(self.held)
        self.held = held

    def end(self, pid: int) -> None:
        """Add the counts of an exited worker to the merged files, and remove its live gauges.

        Raises OSError if that is not possible now: its files stay and count until the next worker exits.
        """
        from prometheus_client.multiprocess import mark_process_dead

        self.ended.add(pid)
        with adding(self.path):
            while self.ended:
                pid = self.ended.pop()
                for number in (pid, -pid):  # the second one if a worker had to start new files
                    mark_process_dead(number, str(self.path))
                    for kind in ("counter", "histogram"):
                        add_up(self.path / f"{kind}_{number}.db", self.path / f"{kind}_{ENDED}.db")

    def remove(self) -> None:
        """Leave no counters behind."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.held)


def add_up(counted: Path, sums: Path) -> None:
    """Add one file of counts to another and remove it; a worker killed at birth has none, or an empty one.

    Raises OSError if the disk is full; both files stay unchanged.
    """
    from service.http.metrics.reserved import StrictDict

    if not counted.exists():
        return
    if counted.stat().st_size:
        fresh = sums.with_suffix(".new")  # the sums change whole or not at all
        try:
            if sums.exists():
                shutil.copyfile(sums, fresh)
            with closing(StrictDict(str(fresh))) as total:
                for key, value, stamp, _ in list(StrictDict.read_all_values_from_file(str(counted))):
                    total.write_value(key, total.read_value(key)[0] + value, stamp)
            fresh.replace(sums)
        finally:
            fresh.unlink(missing_ok=True)
    counted.unlink()

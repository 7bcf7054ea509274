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
"""Prefix of folders with counters."""

LOCK = "lock"
"""Lock file between scrapes and merges; a folder without it is incomplete."""

PATIENCE = 1.0
"""Seconds that the main process waits for scrapes before it postpones a merge."""

ENDED = "ended"
"""Replacement of the process id in the names of merged files."""


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Lock the files of a folder during a scrape, so that everything is counted once."""
    with (folder / LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextmanager
def adding(folder: Path) -> Iterator[None]:
    """Lock out scrapes of a folder.

    Raises BlockingIOError if a scrape does not end in time.
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
                time.sleep(0.01)  # flock has no timeout
        yield


def remove_stale(place: Path) -> None:
    """Remove unlocked folders below *place* that killed servers of this user have left."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):  # of another user, in use, or already removed
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(held).st_uid == os.geteuid() and (folder / LOCK).exists():
                    shutil.rmtree(folder)
            finally:
                os.close(held)


def hold(folder: Path) -> int:
    """Create a folder if necessary, and lock it while the returned descriptor is open."""
    folder.mkdir(0o700, exist_ok=True)
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    fcntl.flock(held, fcntl.LOCK_SH)
    (folder / LOCK).touch()
    return held


class Folder:
    """The folder of one server, locked while its main process or a worker lives."""

    def __init__(self, place: str | None) -> None:
        """Create the folder below *place* or in the temporary folder, and remove those of killed servers."""
        above = Path(place or tempfile.gettempdir())
        remove_stale(above)
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=above))
        self.held = hold(self.path)  # inherited by workers
        self.ended = set[int]()
        """Exited workers that have not been merged."""

    def keep(self) -> None:
        """Recreate the folder if it was removed; lock it if a worker has recreated it."""
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self.held), self.path.stat()):
                return
        held = hold(self.path)
        os.close(self.held)
        self.held = held

    def end(self, pid: int) -> None:
        """Merge the counters of an exited worker, and remove its live gauges.

        Raises OSError if that is impossible now: its files stay, and count, until the next worker exits.
        """
        from prometheus_client.multiprocess import mark_process_dead

        self.ended.add(pid)
        with adding(self.path):
            while self.ended:
                pid = self.ended.pop()
                for number in (pid, -pid):  # a second name if a worker had to start new files
                    mark_process_dead(number, str(self.path))
                    for kind in ("counter", "histogram"):
                        add_up(self.path / f"{kind}_{number}.db", self.path / f"{kind}_{ENDED}.db")

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.held)


def add_up(counted: Path, sums: Path) -> None:
    """Add a file of counters to another and remove it; after an early exit it may be missing or empty.

    Raises OSError if the disk is full; both files stay unchanged.
    """
    from service.http.metrics.reserved import StrictDict

    if not counted.exists():
        return
    if counted.stat().st_size:
        fresh = sums.with_suffix(".new")  # the merged file is replaced atomically
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

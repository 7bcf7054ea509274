"""The folder in which the workers of a server count, and the sums of those that ended.

Each worker counts in files of its own. When it has ended they are added to those of all that ended before, or they
would pile up: a scrape reads every file. Nothing here imports Prometheus' client before it is needed: it looks for the
folder when it is imported, and the server's master has not made it by then.
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
"""The file by which scrapes and adding up keep each other away; a folder without it is not made yet."""

PATIENCE = 1.0
"""Seconds that the master waits for scrapes to end before it puts off adding up."""

ENDED = "ended"
"""What stands in place of a process id in the names of the files of sums."""


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Keep the files of a folder as they are, so that a scrape finds everything in it once."""
    with (folder / LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextmanager
def adding(folder: Path) -> Iterator[None]:
    """Keep scrapes away from a folder.

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
    """Remove the folders below *place* that killed servers of this user left behind: nobody holds them."""
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
    """Make a folder if there is none, and hold it by a lock for as long as what is returned is open."""
    folder.mkdir(0o700, exist_ok=True)
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    fcntl.flock(held, fcntl.LOCK_SH)
    (folder / LOCK).touch()
    return held


class Folder:
    """The folder of one server, held for as long as its master or one of its workers lives."""

    def __init__(self, place: str | None) -> None:
        """Make it below *place*, or where temporary files are; what killed servers left there goes."""
        above = Path(place or tempfile.gettempdir())
        remove_stale(above)
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=above))
        self.held = hold(self.path)  # workers inherit it
        self.ended = set[int]()
        """Workers that ended and are not in the sums."""

    def keep(self) -> None:
        """Make it anew if somebody has removed it, and hold it if a worker has made it anew."""
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self.held), self.path.stat()):
                return
        held = hold(self.path)
        os.close(self.held)
        self.held = held

    def end(self, pid: int) -> None:
        """Add what a worker counted that ended to the sums, and forget its live gauges.

        Raises OSError if that cannot be done now: its files stay as they are, and count, until the next one ends.
        """
        from prometheus_client.multiprocess import mark_process_dead

        self.ended.add(pid)
        with adding(self.path):
            while self.ended:
                pid = self.ended.pop()
                for number in (pid, -pid):  # the second where a worker had to begin anew
                    mark_process_dead(number, str(self.path))
                    for kind in ("counter", "histogram"):
                        add_up(self.path / f"{kind}_{number}.db", self.path / f"{kind}_{ENDED}.db")

    def remove(self) -> None:
        """Leave no counters behind."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.held)


def add_up(counted: Path, sums: Path) -> None:
    """Add one file of counts to another one, and remove it; whoever was killed at birth has none, or an empty one.

    Raises OSError where the disk is full; both files stay as they are.
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

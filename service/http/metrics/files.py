"""Directory of a server for the multiprocess mode of Prometheus' client, with the counter files of each worker.

A worker continues the files of an exited one, so that the folder does not grow with each new worker. Nothing here
imports Prometheus' client, which reads its directory at import.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

PREFIX = "paili-metrics-"
"""Prefix of folders with counters."""

LOCK = "lock"
"""File that marks a folder as complete: before, it may not be locked yet."""

MAIN = 0
"""Set of the main process, which loads the application."""


class Process:
    """This process in the names of counter files."""

    number = os.getpid()
    """Number of its set; outside our server, its process id."""


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


class Folder:
    """The folder of one server, locked while its main process or a worker lives."""

    def __init__(self, place: str | None) -> None:
        """Create the folder below *place* or in the temporary folder, after removing those of killed servers."""
        above = Path(place or tempfile.gettempdir())
        remove_stale(above)
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=above))
        self.held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)  # inherited by workers
        fcntl.flock(self.held, fcntl.LOCK_SH)
        (self.path / LOCK).touch()

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.held)


def free_set(used: Iterable[int]) -> int:
    """Return the lowest set for a new worker."""
    taken = {MAIN, *used}
    return next(number for number in count() if number not in taken)


def set_beside(number: int) -> int:
    """Return the set of the process for heavy requests beside a worker."""
    return -number


@cache
def folder_of_server(place: str | None) -> Folder:
    """Create the folder of this server once and name it to Prometheus' client."""
    Process.number = MAIN
    folder = Folder(place)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder.path)
    return folder

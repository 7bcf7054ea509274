"""Prometheus multiprocess directory of a server, with a reserved set of counter files for each worker.

prometheus_client maps sparse files into memory, so that on a full disk the next write would end the process. It takes a
file that has a size as it is: here all files are allocated at the start. A worker continues the files of an exited one,
so that counters never fall and no file is left over. Nothing here imports Prometheus' client, which reads its directory
at import.
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

SIZES = {"counter": 1 << 18, "histogram": 1 << 18, "gauge_livesum": 1 << 12}
"""Bytes of each file of a set; the names are those of the client."""

MAIN = 0
"""Set of the main process, which loads the application."""


class Process:
    """This process in the names of counter files."""

    number = os.getpid()
    """Number of its set; outside our server, its process id."""
    is_alone = False
    """Whether the workers of the server count in their own memory, because the disk was full at the start."""


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


def allocate(file: Path, size: int) -> None:
    """Fill a file with *size* zero bytes in place, which occupy the disk.

    Raises OSError if the disk is full.
    """
    with file.open("r+b" if file.exists() else "xb") as opened:
        os.posix_fallocate(opened.fileno(), 0, size)
        opened.write(bytes(size))


class Folder:
    """The folder of one server, locked while its main process or a worker lives."""

    def __init__(self, place: str | None, workers: int) -> None:
        """Create the folder below *place* or in the temporary folder, with two sets for each worker.

        First remove the folders of killed servers. Raises OSError if the disk is full.
        """
        above = Path(place or tempfile.gettempdir())
        remove_stale(above)
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=above))
        self.held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)  # inherited by workers
        fcntl.flock(self.held, fcntl.LOCK_SH)
        try:
            (self.path / LOCK).touch()
            for number in range(2 * workers + 1):
                self.reserve(number, SIZES)
        except OSError:
            self.remove()
            raise

    def reserve(self, number: int, kinds: Iterable[str]) -> None:
        """Allocate files of a set, or set all their values to zero."""
        for kind in kinds:
            allocate(self.path / f"{kind}_{number}.db", SIZES[kind])

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.held)


def free_set(used: Iterable[int]) -> int:
    """Return the lowest set for a new worker; beyond the reserved ones, the client makes the files."""
    taken = {MAIN, *used}
    return next(number for number in count() if number not in taken)


@cache
def folder_of_server(place: str | None, workers: int) -> Folder | None:
    """Create the folder of this server once and name it to Prometheus' client; None if the disk is full."""
    Process.number = MAIN
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # that of another main process
    try:
        folder = Folder(place, workers)
    except OSError:
        Process.is_alone = True
        return None
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder.path)
    return folder

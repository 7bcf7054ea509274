"""Counter files with reserved space: a full disk costs counters, never a process.

prometheus_client maps sparse files into memory; on a full disk the next write ends the process by SIGBUS. Here every
block is allocated before it is mapped. If that fails, the process counts in private memory.
"""

from __future__ import annotations

import errno
import mmap
import os
from collections.abc import Callable
from pathlib import Path

from prometheus_client import mmap_dict
from prometheus_client.mmap_dict import MmapedDict

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Errors of a full disk."""

HEAD, TAIL = 4, 16
"""Bytes before and after the key of an entry."""


class State:
    """State of this process's counters."""

    degraded = False
    """Some counters are in the memory of this process, where scrapes cannot read them."""


def allocate(descriptor: int, size: int) -> bool:
    """Allocate *size* bytes of a file; return False if the disk is full."""
    try:
        os.posix_fallocate(descriptor, 0, size)
    except OSError as error:
        if error.errno not in FULL:
            raise
        return False
    return True


def is_full(folder: Path) -> bool:
    """Return whether the disk of a folder has no space for another file of counters."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < mmap_dict._INITIAL_MMAP_SIZE  # noqa: SLF001 - it has no other name


def is_reserved(filename: str) -> bool:
    """Create a file of counters with its first block, or allocate the blocks of an existing one.

    False if the disk is full.
    """
    try:
        descriptor = os.open(filename, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        if error.errno not in FULL:
            raise
        return False
    try:
        size = os.fstat(descriptor).st_size
        if allocate(descriptor, size or mmap_dict._INITIAL_MMAP_SIZE):  # noqa: SLF001 - the library has no other name
            return True
        if not size:
            os.unlink(filename)  # noqa: PTH108 - the library hands names over
        return False
    finally:
        os.close(descriptor)


def memory_file() -> str:
    """Return the name of a new file in memory, which stays open while the process lives."""
    return f"/proc/self/fd/{os.memfd_create('paili-counters')}"


class ReservedDict(MmapedDict):
    """A file of counters with reserved space; in private memory once the disk is full."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        """Open a file of counters."""
        if not read_mode and not is_reserved(filename):
            filename = self.on_full(memory_file)
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def on_full(self, instead: Callable[[], str]) -> str:
        """Mark the counters as degraded, because the disk is full, and return the file that *instead* creates."""
        State.degraded = True
        return instead()

    def _init_value(self, key: str) -> None:
        """Add an entry; called by the library with its lock held."""
        encoded = len(key.encode())
        size = HEAD + encoded + (8 - (encoded + HEAD) % 8) + TAIL
        capacity = self._capacity
        while self._used + size > capacity:
            capacity *= 2
        if capacity > self._capacity and not allocate(self._f.fileno(), capacity):
            self.move(self.on_full(memory_file))
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def move(self, filename: str) -> None:
        """Continue in another file with the entries of this one."""
        file = open(filename, "a+b")  # noqa: SIM115, PTH123 - open for as long as the process lives
        file.truncate(self._capacity)
        mapped = mmap.mmap(file.fileno(), self._capacity)
        mapped[: self._used] = self._m[: self._used]
        self.close()
        self._f, self._m = file, mapped


class StrictDict(ReservedDict):
    """The same for a file that other processes must read.

    Raises OSError if the disk is full.
    """

    def on_full(self, instead: Callable[[], str]) -> str:
        """Raise OSError."""
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

"""The process beside a worker that answers its heavy requests.

The worker keeps all connections and lends one to this process for a heavy request: it sends the bytes of the request
and a descriptor of the socket. The process writes the answer to the socket and returns the connection. So a heavy
request never holds the interpreter's lock of the worker, and the system can prefer the worker. In threads of the
worker, beside two batches of leads with eight wild cards, the 99th percentile of cheap requests was 8.5 times the one
alone (`python -m dev.load.neighbours --attacks`).
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gunicorn.workers.gthread import TConn

NICENESS = 19
"""Niceness of the process: beside a cheap request it gets a hundredth of a core."""

MOST_LENT = 1 << 17
"""Maximum bytes of a request that is lent, and of what follows it on the connection."""

BUFFER = 4 * MOST_LENT
"""Bytes of lent requests that wait until the process reads them; Linux may allow fewer."""

LENT = struct.Struct("!Q")
RETURNED = struct.Struct("!Q?Q")
"""Heads of the messages in both directions: number of the loan; whether to keep the connection, and units charged."""

SLICE = 100_000_000
"""Nanoseconds that the process asks to run at once, the most that Linux grants."""

SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
"""Number of a system call that Python and older C libraries lack, by machine."""

IS_SUPPORTED = sys.platform == "linux"
"""Whether there is such a process; other systems have no packets between processes, or no priorities of groups."""


class Loan(NamedTuple):
    """A connection that is lent for one request."""

    number: int
    request: bytes
    sock: socket.socket


class Return(NamedTuple):
    """The end of a loan."""

    number: int
    kept: bool
    """Whether the client may send another request."""
    charged: int
    """Units that the caller was charged."""
    rest: bytes
    """What has been read of the next requests."""


class Lender:
    """The worker's end of the channel. Any thread may lend; one thread takes back."""

    def __init__(self, channel: socket.socket, pid: int) -> None:
        channel.setblocking(False)
        self.channel, self.pid, self.numbers = channel, pid, count()
        self.lent: dict[int, TConn] = {}
        """Connections that are lent now, by the number of the loan."""

    def fileno(self) -> int:
        """Return the descriptor that is readable when a connection comes back."""
        return self.channel.fileno()

    def lend(self, conn: TConn, request: bytes) -> bool:
        """Lend a connection for a request; return False if that is not possible now."""
        number = next(self.numbers)
        self.lent[number] = conn
        try:
            socket.send_fds(self.channel, [LENT.pack(number) + request], [conn.sock.fileno()])
        except OSError:  # too many requests wait there, the process has ended, or the client has gone
            del self.lent[number]
            return False
        return True

    def take_back(self) -> Iterator[tuple[TConn, Return]]:
        """Yield each connection that came back.

        Raises ConnectionError if the process has ended.
        """
        with suppress(BlockingIOError):
            while data := self.channel.recv(RETURNED.size + MOST_LENT):
                number, kept, charged = RETURNED.unpack_from(data)
                yield self.lent.pop(number), Return(number, kept, charged, data[RETURNED.size :])
            raise ConnectionResetError

    def end(self) -> None:
        """End the process, and wait until its requests are answered."""
        self.channel.close()
        os.waitpid(self.pid, 0)


class Borrower:
    """The other end. One thread borrows; any thread may return."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel

    def borrow(self) -> Loan | None:
        """Wait for a connection; None if the worker has ended."""
        with suppress(ConnectionError):
            data, descriptors, _, _ = socket.recv_fds(self.channel, LENT.size + MOST_LENT, 1)
            if data:
                (number,) = LENT.unpack_from(data)
                return Loan(number, data[LENT.size :], socket.socket(fileno=descriptors[0]))
        return None

    def give_back(self, returned: Return) -> None:
        """Return a connection."""
        *head, rest = returned
        with suppress(ConnectionError):  # the worker has ended
            self.channel.send(RETURNED.pack(*head) + rest)


def fork(priority: str) -> Lender | Borrower:
    """Fork this process, which may not have other threads; the child has a low *priority*."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (here, there):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    if pid := os.fork():
        there.close()
        return Lender(here, pid)
    here.close()
    lower_priority(priority)
    return Borrower(there)


def lower_priority(priority: str) -> None:
    """Lower the priority of this process: low below its worker, idle below every process of the system.

    A process that wakes preempts this one at once if the slice that it asks for is shorter (Linux 6.12 and later),
    otherwise after up to 4 ms. Linux shares cores between sessions first, so an idle one has a session of its own, with
    the smallest share. Beside busy processes it stands still; one of low priority then has the share of its worker.
    """
    attributes = struct.pack("=IIQiIQQQ", 48, os.SCHED_OTHER, 0, os.nice(NICENESS), 0, SLICE, 0, 0)
    ctypes.CDLL(None).syscall(SCHED_SETATTR.get(os.uname().machine, -1), 0, attributes, 0)
    if priority == "idle":
        os.setsid()
        with suppress(OSError):  # no groups by session
            Path("/proc/self/autogroup").write_text(str(NICENESS))
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

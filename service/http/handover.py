"""Handover of long requests from the thread of the connections to another thread or process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

THREAD = threading.local()


class HandOver(BaseException):
    """The request must start again elsewhere. Raised before anything was computed or counted."""

    charge: Callable[[int], object] | None = None
    """Charges the caller in this process for the units that the request takes elsewhere."""

    def forget(self) -> None:
        """Drop the frames that raised this: Flask's keeps the exception, and such cycles cost collections of 10 ms."""
        self.__traceback__ = None


@contextmanager
def connection_thread() -> Iterator[None]:
    """Mark this thread as that of the connections, where no heavy call may run."""
    THREAD.active = True
    try:
        yield
    finally:
        THREAD.active = False


def require_other_thread() -> None:
    """Raise HandOver in the thread of the connections."""
    if getattr(THREAD, "active", False):
        raise HandOver

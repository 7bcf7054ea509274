"""Requests that begin in the thread of the connections and must go on in another one, because they take long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

HERE = threading.local()


class HandOver(BaseException):
    """The request must start again elsewhere. Raised before anything was computed or counted."""

    def forget(self) -> None:
        """Drop the frames that raised this: Flask's keeps the exception, and such cycles cost collections of 10 ms."""
        self.__traceback__ = None


@contextmanager
def answering_here() -> Iterator[None]:
    """Mark this thread as that of the connections, where no heavy call may run."""
    HERE.active = True
    try:
        yield
    finally:
        HERE.active = False


def leave_the_connections() -> None:
    """Raise HandOver in the thread of the connections."""
    if getattr(HERE, "active", False):
        raise HandOver

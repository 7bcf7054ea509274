"""Requests that begin in the thread of the connections and must go on in another one, because they take long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

HERE = threading.local()


class HandOver(BaseException):
    """The request must start again in a thread of the pool. Raised before anything was computed or counted."""


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

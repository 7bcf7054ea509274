"""Slots: few heavy calls compute at once and few wait, so that probes and light answers never queue behind them.

One analysis is light: well under a millisecond of computing. A batch is heavy: up to 64 of them.
"""

from __future__ import annotations

import os
from threading import Semaphore

from werkzeug.exceptions import ServiceUnavailable


class Busy(ServiceUnavailable):
    """Too many requests compute already."""

    description = "the server computes as much as it can; try again shortly"

    def __init__(self) -> None:
        super().__init__(retry_after=1)


class Slots:
    """Room for *running* calls, and for *waiting* more that wait at most *patience* seconds."""

    def __init__(self, running: int, waiting: int, patience: float) -> None:
        self.running = Semaphore(running)
        self.room = Semaphore(running + waiting)
        self.patience = patience

    def __enter__(self) -> None:
        if not self.room.acquire(blocking=False):
            raise Busy
        if not self.running.acquire(timeout=self.patience):
            self.room.release()
            raise Busy

    def __exit__(self, *exc: object) -> None:
        self.running.release()
        self.room.release()


SLOTS = Slots(
    running=int(os.environ.get("PAILI_SLOTS", "2")),
    waiting=int(os.environ.get("PAILI_WAITERS", "12")),
    patience=float(os.environ.get("PAILI_PATIENCE", "0.5")),
)
"""The slots of this worker, shared by all its threads."""

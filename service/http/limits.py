"""Slots: few heavy calls compute at once and few wait, so that probes and light answers never queue behind them.

One analysis is light: well under a millisecond of computing. A batch is heavy: up to 64 of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from threading import Lock
from typing import Any

from werkzeug.exceptions import ServiceUnavailable

from service import settings
from service.advice import robot


class Busy(ServiceUnavailable):
    """Too many requests compute already."""

    def __init__(self) -> None:
        super().__init__(retry_after=1)


class Slots:
    """Room for *running* calls, and for *waiting* more that wait at most *patience* seconds.

    Who waits longest is next: a slot is handed over, never left for whoever comes by.
    """

    def __init__(self, running: int, waiting: int, patience: float) -> None:
        self.free = running
        self.waiting = waiting
        self.patience = patience
        self.queue: deque[Lock] = deque()  # of those who wait, each held until a slot is handed over
        self.turn = Lock()

    def __enter__(self) -> None:
        with self.turn:
            if self.free:
                self.free -= 1
                return
            if len(self.queue) >= self.waiting:
                raise Busy
            gate = Lock()
            gate.acquire()
            self.queue.append(gate)
        if gate.acquire(timeout=self.patience):
            return
        with self.turn:
            if gate in self.queue:
                self.queue.remove(gate)
                raise Busy  # else the slot came in the very moment

    def __exit__(self, *exc: object) -> None:
        with self.turn:
            if self.queue:
                self.queue.popleft().release()
            else:
                self.free += 1


def is_heavy(loaded: Mapping[str, Any]) -> bool:
    """Tell whether a request's level searches, or it wants beliefs."""
    level = robot.LEVELS.get(loaded.get("level", ""))
    return bool(level and level.budget) or "beliefs" in loaded.get("want", ())


ENVIRONMENT = settings.read()

SLOTS = Slots(ENVIRONMENT.slots, ENVIRONMENT.waiters, ENVIRONMENT.patience)
"""The slots of this worker, shared by all its threads."""

"""Slots: few heavy calls run at once and few wait, so that probes and cheap requests never queue behind them.

Nearly all requests take well under a millisecond; `heavy` names the kinds that do not. A batch is heavy: up to 64
requests, each of which takes one turn in a slot. A review takes many turns too. A call that cannot get a slot in time
is rejected immediately.

A caller has at most two heavy calls at once, computed or waiting. A third is rejected and does not wait: it would hold
a thread and a waiting place that belong to other callers.
"""

from __future__ import annotations

import math
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import repeat, takewhile
from threading import TIMEOUT_MAX, Lock
from time import perf_counter, thread_time
from typing import TypeVar

from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from service.core.bindings import CpuSpent, cpu_bound
from service.http.handover import require_other_thread
from service.http.metrics import prometheus
from service.http.state import RequestState
from service.rules.errors import Bilingual

R = TypeVar("R")

DEADLINE = 20.0
"""Seconds after which heavy calls start no further turn: less than the timeouts of proxies."""

MOST_CPU = 10.0
"""CPU seconds after which heavy calls start no further turn, and a search of the core ends: what one request may
overdraw."""

EACH = 2
"""Maximum heavy calls of a caller at once."""

RECENT = 0.1
"""Weight of the latest turn in the moving average of durations."""


class Busy(ServiceUnavailable):
    """Too many heavy requests; a slot is expected in *seconds*."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(retry_after=max(1, math.ceil(seconds)))


class TooManyHeavy(TooManyRequests):
    """The caller has as many heavy calls as it may."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY_HEAVY, retry_after=1)


TOO_MANY_HEAVY = Bilingual(
    f"{EACH} requests of yours that take long are not answered yet; send the next one when one of them is",
    f"已有{EACH}个耗时较长的请求还没算完；请等其中一个有了回答再发",
)


class Disconnected(Busy):
    """Never sent: the client has disconnected."""


class Slots:
    """Slots of a process for *running* calls, and *waiting* more that wait at most *patience* seconds.

    The call that has waited longest is next: a slot is handed over directly. A call whose expected wait, by recent
    durations, is too long is rejected immediately.
    """

    def __init__(self, running: int, waiting: int, patience: float) -> None:
        self.running = self.free = running
        self.waiting = waiting
        self.patience, self.deadline = patience, DEADLINE
        self.typical = 0.0
        """Moving average of the seconds of a turn."""
        self.queue: deque[Lock] = deque()  # locks of the waiting calls, each released when a slot is handed over
        self.callers = Counter[str]()
        """Heavy calls of each caller."""
        self.turn = Lock()
        self.began = threading.local()

    def __enter__(self) -> bool:
        """Take a slot; return whether the call had to wait.

        Raises Busy if there is none in time.
        """
        try:
            waited = self.wait()
        except Busy:
            prometheus.HEAVY_REFUSED.inc()
            raise
        prometheus.HEAVY_RUNNING.inc()
        self.began.at = perf_counter()
        return waited

    def wait(self) -> bool:
        """Wait for a slot if necessary; return whether that was necessary."""
        with self.turn:
            if self.free:
                self.free -= 1
                return False
            expected = (len(self.queue) + 0.5) * self.typical / self.running
            if len(self.queue) >= self.waiting or expected > self.patience:
                raise Busy(expected)
            lock = self.enqueue()
        if not lock.acquire(timeout=min(self.patience, TIMEOUT_MAX)) and self.dequeue(lock):
            raise Busy(expected)
        return True

    def enqueue(self) -> Lock:
        """Return a lock at the end of the queue; the call that hands over a slot releases it."""
        lock = Lock()
        lock.acquire()
        self.queue.append(lock)
        return lock

    def update_average(self) -> None:
        """Update the average duration with a turn that ends now."""
        spent = perf_counter() - self.began.at
        prometheus.HEAVY_SECONDS.observe(spent)
        self.typical += RECENT * (spent - self.typical) if self.typical else spent

    def take_turns(self, timeout: float) -> bool:
        """End a turn: the longest waiting call is next, and this one queues again for at most *timeout* seconds.

        Return whether it has a slot again. The number of waiting calls does not grow; a waiting call gets a slot after
        one turn of each call before it, however long the calls are.
        """
        with self.turn:
            self.update_average()
            lock = self.enqueue() if self.queue else None
            if lock:
                self.queue.popleft().release()
        if lock:
            prometheus.HEAVY_RUNNING.dec()
            if not lock.acquire(timeout=min(max(0.0, timeout), TIMEOUT_MAX)) and self.dequeue(lock):
                self.began.at = None
                return False
            prometheus.HEAVY_RUNNING.inc()
        self.began.at = perf_counter()
        return True

    def dequeue(self, lock: Lock) -> bool:
        """Leave the queue; return False if the slot arrived at the same moment."""
        with self.turn:
            if lock not in self.queue:
                return False
            self.queue.remove(lock)
            return True

    def __exit__(self, kind: type[BaseException] | None, *exc: object) -> None:
        if self.began.at is None:  # the slot was released between two turns
            return
        prometheus.HEAVY_RUNNING.dec()
        with self.turn:
            if kind is not Disconnected:
                self.update_average()
            if self.queue:
                self.queue.popleft().release()
            else:
                self.free += 1

    @contextmanager
    def place_of(self, caller: str) -> Iterator[None]:
        """Count a heavy call of a caller while it lasts; an empty name is not counted.

        Raises TooManyHeavy for a caller that has as many as it may.
        """
        with self.turn:
            if caller and self.callers[caller] >= EACH:
                prometheus.LIMITED.labels(caller.partition(" ")[0]).inc()
                raise TooManyHeavy
            self.callers[caller] += 1
        try:
            yield
        finally:
            with self.turn:
                self.callers[caller] -= 1
                if not self.callers[caller]:
                    del self.callers[caller]

    def run(self, steps: Iterator[R | None], state: RequestState) -> R:
        """Return the first value of *steps* that is not None, each step computed in a turn in a slot.

        Raises TooManyHeavy, Busy if there is no slot in time or the steps take longer than a deadline, Disconnected if
        the client did so between two of them or while waiting: the slot then goes to the next call.
        """
        answers: list[R] = []

        def step() -> None:
            answer = with_counted_cpu(partial(next, steps), state)
            if answer is not None:
                answers.append(answer)

        self.run_all(takewhile(lambda _: not answers, repeat(step)), state)
        if not answers:
            raise Busy
        return answers[0]

    def run_all(self, works: Iterable[Callable[[], R]], state: RequestState) -> list[R]:
        """Return the results of *works* in their order, each called in a turn in a slot.

        After a deadline, by time or by CPU, no further one is started, and a search in the core ends at that of CPU:
        the list ends there. Raises TooManyHeavy, Busy if there is no slot in time, Disconnected if the client did so
        before the last turn began.
        """
        require_other_thread()
        results = list[R]()
        end = perf_counter() + self.deadline
        with self.place_of(state.caller), self as waited:
            for work in works:
                is_late = perf_counter() >= end or state.spent() >= MOST_CPU
                if results and (is_late or not self.take_turns(end - perf_counter())):
                    break
                if (results or waited) and is_disconnected(state.client):
                    prometheus.HEAVY_GONE.inc()
                    raise Disconnected
                try:
                    results.append(work())
                except CpuSpent:
                    break
        return results


def with_counted_cpu(work: Callable[[], R], state: RequestState) -> R:
    """Return the result of a long *work*; its CPU is added to the request, even if it fails.

    Raises CpuSpent if a search of the core takes more CPU than the request has left.
    """
    began = thread_time()
    cpu_bound.until = state.began + MOST_CPU
    try:
        return work()
    finally:
        cpu_bound.until = 0.0
        state.heavy_cpu += thread_time() - began


def is_disconnected(client: object) -> bool:
    """Return whether the client of the socket has disconnected; False if unknown."""
    if not isinstance(client, socket.socket):
        return False
    try:
        return client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True

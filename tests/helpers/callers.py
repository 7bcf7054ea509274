"""Clients that send requests without a pause."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.client import HTTPException
from typing import Any

from tests.helpers.waiting import wait_until


class Callers:
    """Threads that repeat a call while a block runs; `results` has the values, or a text for each lost connection."""

    def __init__(self, call: Callable[[], Any], number: int = 1) -> None:
        self.call, self.going, self.results = call, True, list[Any]()
        self.threads = [threading.Thread(target=self.repeat) for _ in range(number)]

    def repeat(self) -> None:
        while self.going:
            try:
                self.results.append(self.call())
            except (OSError, HTTPException) as error:
                self.results.append(repr(error))

    def more(self, number: int) -> None:
        goal = len(self.results) + number
        wait_until(lambda: len(self.results) >= goal)

    def __enter__(self) -> Callers:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.going = False
        for thread in self.threads:
            thread.join()

"""Steps of a test's own thread: calls of functions, a measure of cost that no other process changes."""

from __future__ import annotations

import sys
from time import thread_time
from types import FrameType


class Steps:
    """Counts the calls of functions, of Python and C, inside a `with` statement, and its CPU seconds."""

    def __enter__(self) -> Steps:
        self.calls, self.before, self.began = 0, sys.getprofile(), thread_time()
        sys.setprofile(self.count)
        return self

    def count(self, _frame: FrameType, event: str, _: object) -> None:
        self.calls += event in ("call", "c_call")

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self.before)
        self.cpu = thread_time() - self.began

"""Waiting for other threads and processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for something that takes long on a busy machine; an OSError of *is_so* means not yet."""
    for _ in range(6000):
        with suppress(OSError):
            if is_so():
                return
        time.sleep(0.01)
    raise AssertionError("it never came")

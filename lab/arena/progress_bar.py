"""A progress bar, on a terminal only."""

from __future__ import annotations

import sys
import time

WIDTH = 30


class Bar:
    """Progress of a match, redrawn at most ten times a second."""

    def __init__(self, total: int, title: str = "", done: int = 0) -> None:
        self.total, self.title, self.first = total, title, done
        self.begun, self.drawn = time.monotonic(), 0.0
        self.shown = sys.stderr.isatty()

    def update(self, done: int, text: str = "") -> None:
        """Show that *done* of all decks are done."""
        now = time.monotonic()
        if not self.shown or (now - self.drawn < 0.1 and done < self.total):
            return
        self.drawn = now
        speed = (done - self.first) / max(now - self.begun, 1e-9)
        left = f"{(self.total - done) / speed:.0f} s left" if speed else ""
        full = WIDTH * done // max(self.total, 1)
        bar = "█" * full + "·" * (WIDTH - full)
        sys.stderr.write(f"\r\x1b[K{self.title} {bar} {done}/{self.total}  {speed:.0f}/s  {left}  {text}")
        sys.stderr.flush()

    def close(self) -> None:
        """Erase the bar."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

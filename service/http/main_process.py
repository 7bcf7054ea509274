"""gunicorn's main process, with reloads and upgrades that load before they stop.

HUP: new workers load and pass /readyz, then the old ones end. If one of the new ones fails, nothing changes.

USR2: a new main process starts on the same socket. Once all its workers have passed /readyz it sends TERM to the old
one and reports its process id to systemd. If that does not happen in time, it ends and the old one continues.
"""

from __future__ import annotations

import os
import queue
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.errors import HaltServer
from gunicorn.systemd import sd_notify

LOADING = 60.0
"""Seconds within which new workers must be ready; otherwise the old ones stay."""

STOPS = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGQUIT})


class MainProcess(Arbiter):  # type: ignore[misc]
    """The main process; it accepts only workers of class `Worker`."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        if Path(sys.argv[0]).name == "__main__.py":  # as a script, modules in gunicorn's folder would shadow others
            self.START_CTX["args"] = [sys.executable, "-m", "gunicorn", *sys.argv[1:]]
        self.lifeline = os.pipe()
        """Read end of a pipe without a writer after this process: workers detect its end."""
        self.others_serve = "GUNICORN_PID" in os.environ
        """Whether other workers serve, so that new ones may load slowly."""
        self.started, self.has_taken_over, self.ends = time.monotonic(), False, False

    def start(self) -> None:
        """Bind; listen once a worker is ready: earlier connections are refused, so clients try another instance."""
        is_first = not (self.LISTENERS or "GUNICORN_PID" in os.environ)
        super().start()
        if is_first and not self.systemd:
            for listener in self.LISTENERS:
                if listener.family in (socket.AF_INET, socket.AF_INET6):
                    listener.shutdown(socket.SHUT_RDWR)  # keeps the address bound

    def manage_workers(self) -> None:
        """Start and end workers; in an upgrade, end the old main process once all workers are ready."""
        super().manage_workers()
        if self.master_pid and not self.has_taken_over:
            self.take_over()

    def take_over(self) -> None:
        """End the old main process if all workers of this one are ready.

        Raises HaltServer if they are not ready in time.
        """
        if len(self.WORKERS) >= self.num_workers and all(worker.is_ready for worker in self.WORKERS.values()):
            self.has_taken_over, self.others_serve = True, False
            self.log.info("all workers are ready; the old main process (pid: %s) ends", self.master_pid)
            sd_notify(f"MAINPID={os.getpid()}\nREADY=1", self.log)
            if os.getppid() == self.master_pid:
                os.kill(self.master_pid, signal.SIGTERM)
        elif time.monotonic() > self.started + LOADING:
            raise HaltServer("the new workers are not ready; the old main process goes on", 1)

    def reload(self) -> None:
        """Read the settings again and replace all workers; the old ones stay until the new ones are ready."""
        self._stats["reloads"] += 1
        self.app.reload()
        self.setup(self.app)
        self.log.reopen_files()
        old = list(self.WORKERS)
        self.others_serve = True
        fresh = [self.spawn_worker() for _ in range(self.num_workers)]
        self.others_serve = False
        if self.are_ready(fresh):
            for pid in old:
                self.kill_worker(pid, signal.SIGTERM)
        else:
            self.log.error("the new workers are not ready; the old ones go on")
            self.discard(fresh)

    def are_ready(self, pids: list[int]) -> bool:
        """Wait until all workers are ready; return False if they are not in time, or if this process is to stop."""
        last = time.monotonic() + LOADING
        while time.monotonic() < last and not self.is_stopping():
            try:
                self.reap_workers()
            except HaltServer:  # one worker failed to load
                return False
            if any(pid not in self.WORKERS for pid in pids):
                return False
            if all(self.WORKERS[pid].is_ready for pid in pids):
                return True
            time.sleep(0.05)
        return False

    def discard(self, pids: list[int]) -> None:
        """Kill surplus workers, without stopping the server if one of them failed to load."""
        for pid in pids:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        while any(pid in self.WORKERS for pid in pids):
            with suppress(HaltServer):
                self.reap_workers()
            time.sleep(0.05)

    def stop(self, graceful: bool = True) -> None:
        """End all workers."""
        self.ends = True
        super().stop(graceful)

    def reap_workers(self) -> None:
        """Handle the exits of workers.

        Raises HaltServer if one failed to load, unless this process is stopping.
        """
        try:
            super().reap_workers()
        except HaltServer:
            if not self.ends:
                raise

    def is_stopping(self) -> bool:
        """Return whether a signal to stop is pending."""
        waiting = list[int]()
        with suppress(queue.Empty):
            while True:
                waiting.append(self.SIG_QUEUE.get_nowait())
        for number in waiting:
            self.SIG_QUEUE.put_nowait(number)
        return not STOPS.isdisjoint(waiting)

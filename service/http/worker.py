"""gunicorn's threaded worker that refuses connections as soon as it stops.

gunicorn keeps its listening sockets open for two seconds more, in which connections wait for nobody: behind nginx, one
request in a thousand took 2 s while an instance restarted, 0.1 s with this worker (`python -m dev.load.outages term`).
"""

from __future__ import annotations

from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]
    """The threaded worker with its sockets closed at the begin of a stop."""

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; if the worker stops, accept those that wait and close the sockets."""
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            for _ in range(self.cfg.backlog):
                before = self.nr_conns
                self.accept(listener)
                if self.nr_conns == before:
                    break
            listener.close()

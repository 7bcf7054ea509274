"""Settings of gunicorn and its hooks; `service/settings.py` reads those of the environment.

The main process loads the application and forks the workers.
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import socket
import sys
import threading
from contextlib import suppress
from typing import Any

from service.http import logs
from service.http.config_check import settings_of_server
from service.http.metrics import files
from service.settings import THREADS, SettingsError

shared_memory = "/dev/shm"  # noqa: S108 - heartbeats and counters must not wait for a disk
worker_tmp_dir = shared_memory if os.access(shared_memory, os.W_OK) else None

try:
    settings = settings_of_server()
except SettingsError as fault:
    sys.exit(str(fault))

bind = f"{settings.host}:{settings.port}"
worker_class = "service.http.worker.Worker"  # threads; refuses connections as soon as it stops
workers = settings.workers or os.cpu_count() or 1
threads = THREADS  # more than slots and waiting calls together, so that probes are always answered
keepalive = 75  # seconds; more than the idle time of a proxy before the service
timeout = 30  # seconds; with threads this only detects a main thread that hangs
graceful_timeout = 25  # less than the 30 s after which orchestrators kill the process
max_requests = 200_000
max_requests_jitter = 40_000
preload_app = True
worker_connections = 200
backlog = 256
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 4096
forwarder_headers = ""  # no header may set SCRIPT_NAME or PATH_INFO
secure_scheme_headers = {}  # nor the scheme, so that it does not matter who sends a request:
forwarded_allow_ips = "*"
control_socket_disable = True
http_parser = "python"  # gunicorn_h1c answers 8 % more requests, but accepts two spaces beside the path, and too many
# headers get 400, not 431 (`tests/deploy/test_hostile.py`); it is one more C extension
if not sys.stderr.isatty():
    logconfig_dict = logs.SERVER

counters = files.folder_of_server(worker_tmp_dir)  # before the application imports Prometheus' client

M_ARENA_MAX = -8  # from malloc.h of glibc

SWITCH_INTERVAL = 0.0005
"""Seconds after which the interpreter switches threads: a tenth of its default, so that a cheap request does not wait
for a heavy one. The 99th percentile of cheap requests beside batches of master moves falls from 9 to 17 ms to 5 to 9 ms
(`python -m dev.load.neighbours`)."""


OTHER_FILES = 56
"""Open files of a worker besides its connections: libraries, counters, logs, the socket."""


def steady(listeners: Any) -> None:
    """Choose the oldest congestion control for connections to a proxy nearby, which keeps them for many requests.

    BBR, the default of some systems, paces: after an answer of a megabyte the next small one waited for 10 ms.
    """
    for listener in listeners:
        with suppress(AttributeError, OSError):  # only Linux has a choice, and only for TCP
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, b"reno")


def when_ready(server: Any) -> None:
    """Log the rate limit and warn of low limits, and keep the loaded objects from the collector, in shared memory.

    The garbage collector runs rarely: requests create no reference cycles, and imported objects never become garbage.
    """
    files_allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files_allowed < worker_connections + OTHER_FILES:
        server.log.warning(
            "ulimit -n: %d open files; a worker needs %d: connections would be refused",
            files_allowed, worker_connections + OTHER_FILES,
        )  # fmt: skip
    if settings.rate_limit:
        server.log.info(
            "PAILI_RATE_LIMIT: %d units in %d seconds for each caller; a unit is 1 ms of CPU, charged after an answer",
            *settings.rate_limit,
        )
    if settings.rate_limit and not settings.redis and workers > 1:
        server.log.warning(
            "PAILI_RATE_LIMIT: each of %d workers counts separately; set PAILI_REDIS to count them together", workers
        )
    if settings.proxies:
        steady(server.LISTENERS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def pre_fork(server: Any, worker: Any) -> None:
    """Choose the counter files of a worker."""
    worker.counter_set = files.free_set(other.counter_set for other in server.WORKERS.values())


def post_fork(server: Any, worker: Any) -> None:
    """Count in the worker's files, and let its threads switch soon and share one malloc arena of glibc.

    With sixteen arenas, 30 of 46 MB were unused after 900,000 requests, and the share grew.
    """
    worker.answers_here = not settings.redis  # its answers would delay all other connections
    worker.heavy_priority = settings.heavy_priority
    files.Process.number = worker.counter_set
    sys.setswitchinterval(SWITCH_INTERVAL)
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def post_worker_init(worker: Any) -> None:
    """Start the thread that writes the cache counters to the shared files, which any worker can then report."""
    if counting := sys.modules.get("service.http.metrics.prometheus"):
        threading.Thread(target=counting.keep_counting, name="counting", daemon=True).start()


def worker_exit(server: Any, worker: Any) -> None:
    """Add the last cache hits and misses of a worker that exits to its counters."""
    if counting := sys.modules.get("service.http.metrics.prometheus"):
        counting.count_caches()


def child_exit(server: Any, worker: Any) -> None:
    """Remove the gauges of an exited worker and of its process for heavy requests; their counters stay."""
    from prometheus_client import multiprocess  # noqa: PLC0415 - after the folder is named

    for number in (worker.counter_set, files.set_beside(worker.counter_set)):
        multiprocess.mark_process_dead(number, str(counters.path))


def on_exit(server: Any) -> None:
    """Remove the folder of counters."""
    counters.remove()

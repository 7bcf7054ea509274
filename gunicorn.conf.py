"""Settings of gunicorn and its hooks; `service/settings.py` reads those of the environment."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
from contextlib import suppress
from typing import Any

from gunicorn.app import base

from service.http import logs
from service.http.config_check import settings_of_server
from service.http.main_process import MainProcess
from service.http.metrics.files import Folder
from service.settings import THREADS, SettingsError

shared_memory = "/dev/shm"  # noqa: S108 - heartbeats and counters must not wait for a disk
worker_tmp_dir = shared_memory if os.access(shared_memory, os.W_OK) else None

try:
    settings = settings_of_server(worker_tmp_dir)
except SettingsError as fault:
    sys.exit(str(fault))

base.Arbiter = MainProcess  # gunicorn has no setting for the class of its main process
bind = f"{settings.host}:{settings.port}"
worker_class = "service.http.worker.Worker"  # threads; rejects broken requests with problem documents
workers = settings.workers or os.cpu_count() or 1
threads = THREADS  # more than slots and waiting calls together, so that probes are always answered
keepalive = 75  # seconds; more than the idle time of a proxy before the service
timeout = 30  # seconds; with threads this only detects a main thread that hangs
graceful_timeout = 25  # less than the 30 s after which orchestrators kill the process
max_requests = 200_000
max_requests_jitter = 40_000
preload_app = False
worker_connections = 200
backlog = 256
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 4096
forwarder_headers = ""  # no header may set SCRIPT_NAME or PATH_INFO
control_socket_disable = True
http_parser = "python"
if not sys.stderr.isatty():
    logconfig_dict = logs.SERVER


M_ARENA_MAX = -8  # from malloc.h of glibc


def on_starting(server: Any) -> None:
    """Create an empty folder for counters before any worker reads its path from the environment."""
    if settings.rate_limit:
        most, window = settings.rate_limit
        server.log.warning(
            "PAILI_RATE_LIMIT: %d units in %d seconds; a plain follow costs one unit; /v1/variants lists the "
            "costs of other requests", most, window,
        )  # fmt: skip
    if settings.rate_limit and not settings.redis and workers > 1:
        server.log.warning(
            "PAILI_RATE_LIMIT: each of %d workers counts separately; set PAILI_REDIS to count them together", workers
        )
    server.counts = Folder(worker_tmp_dir)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(server.counts.path)


def pre_fork(server: Any, worker: Any) -> None:
    """Create the folder of counters again if it was removed: a worker without it would not start."""
    worker.in_background = server.others_serve
    try:
        server.counts.keep()
    except OSError as fault:
        server.log.error("the folder for metrics cannot be created: %s", fault)


def post_fork(server: Any, worker: Any) -> None:
    """Let a worker exit soon after the main process, and let its threads share one malloc arena of glibc.

    With sixteen arenas, 30 of 46 MB were unused after 900,000 requests, and the share grew.
    """
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
    worker.follow(server.lifeline)


def post_worker_init(worker: Any) -> None:
    """Start the thread that writes the cache counters to the shared files, which any worker can then report.

    The garbage collector runs rarely: requests create no reference cycles, and imported objects never become garbage.
    """
    if counting := sys.modules.get("service.http.metrics.prometheus"):
        threading.Thread(target=counting.keep_counting, name="counting", daemon=True).start()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def worker_exit(server: Any, worker: Any) -> None:
    """Add the last cache hits and misses of a worker that exits to its counters."""
    if counting := sys.modules.get("service.http.metrics.prometheus"):
        counting.count_caches()


def child_exit(server: Any, worker: Any) -> None:
    """Add the counters of a worker that has exited to those of earlier ones, and remove its gauges."""
    try:
        server.counts.end(worker.pid)
    except (OSError, RuntimeError, ValueError) as fault:  # errors of counters must not stop the server
        server.log.warning("the counters of worker %d are not merged yet: %s", worker.pid, fault)


def on_exit(server: Any) -> None:
    """Remove the folder of counters."""
    server.counts.remove()

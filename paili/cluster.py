"""Connection to a Dask scheduler whose workers share work; the extra `cluster` has Dask."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

ADDRESS = re.compile(r"((tcp|tls|wss?)://)?[^/\s]+:\d{1,5}")
"""A scheduler's address."""

PATIENCE, PATIENCE_WITH_WORKERS = 5.0, 30.0
"""Seconds that a scheduler may take to answer, and then a first worker."""

AHEAD = 4
"""Parts of the work under way for each thread of a cluster."""


class ClusterError(Exception):
    """A scheduler that cannot be used."""


def scheduler_client(address: str) -> Any:
    """Return Dask's client of the scheduler at *address*, which has a worker.

    Raises ClusterError for an invalid or unreachable address, or if Dask is not installed.
    """
    if not ADDRESS.fullmatch(address):
        raise ClusterError(f"a scheduler's address is like tcp://127.0.0.1:8786; not {address!r}")
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise ClusterError("--cluster needs Dask, the extra `cluster` (pip install 'paili[cluster]')") from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=PATIENCE_WITH_WORKERS)
    except OSError as error:  # a time-out is one
        raise ClusterError(f"no scheduler with a worker answers at {address}: {error}") from error
    return client

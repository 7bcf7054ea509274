"""Connection to a Dask scheduler whose workers share work; the extra `cluster` has Dask."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

ADDRESS = re.compile(r"((tcp|tls|wss?)://)?[^/\s]+:\d{1,5}")
"""A scheduler's address."""

PATIENCE, PATIENCE_WITH_WORKERS = 5.0, 30.0
"""Maximum seconds until a scheduler answers, and until its first worker is there."""


class ClusterError(Exception):
    """A scheduler that does not work."""


def scheduler_client(address: str) -> Any:
    """Return a Dask client of the scheduler at *address*, once it has a worker.

    Raises ClusterError for an invalid or unreachable address, or without Dask.
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
    except OSError as error:  # includes time-outs
        raise ClusterError(f"no scheduler with a worker answers at {address}: {error}") from error
    return client

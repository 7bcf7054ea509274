"""Parts of the arena's work on other machines, by Dask: `--cluster ADDRESS` names a scheduler.

On one machine `python -m dask scheduler` runs, on each that works `python -m dask worker ADDRESS --nthreads 1
--nworkers auto`, in a tree of the same commit, with `requirements/cluster.txt` installed. A part whose worker dies is
done again by another; parts come back in order and once, so that the results are those of one machine to the byte.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from multiprocessing.pool import Pool
from typing import Any, TypeVar

from arena.errors import ArenaError
from service.core import engine

P = TypeVar("P")
R = TypeVar("R")

AHEAD = 4
"""Parts under way for each thread that works: a test that ends early has played little more than it needed."""

ADDRESS = re.compile(r"((tcp|tls|wss?)://)?[^/\s]+:\d{1,5}")
"""A scheduler's address."""

PATIENCE, PATIENCE_WITH_WORKERS = 5.0, 30.0
"""Seconds that a scheduler may take to answer, and then a first worker."""


def on_cluster(address: str, work: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
    """Yield what *work* returns for each part, in order, done by the workers of the scheduler at *address*.

    Raises ArenaError if nobody answers there, if it is no address, or if Dask is not installed.
    """
    if not ADDRESS.fullmatch(address):
        raise ArenaError(f"a scheduler's address is like tcp://127.0.0.1:8786; not {address!r}")
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise ArenaError("--cluster needs Dask: pip install --require-hashes -r requirements/cluster.txt") from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=PATIENCE_WITH_WORKERS)
    except OSError as error:  # a time-out is one
        raise ArenaError(f"no scheduler with a worker answers at {address}: {error}") from error
    with client:
        rest, under_way = iter(parts), deque[Any]()
        while True:
            capacity = AHEAD * sum(client.nthreads().values()) - len(under_way)
            under_way += [client.submit(work, part, pure=False) for part in islice(rest, max(capacity, not under_way))]
            if not under_way:
                return
            yield under_way.popleft().result()


def work_alike(work: Callable[[P], R], version: str, part: P) -> R:
    """Return what *work* returns for a part, done elsewhere.

    Raises ArenaError if the engine here is not that *version*.
    """
    if version != engine.VERSION:
        raise ArenaError(f"a worker has version {engine.VERSION}, not {version}")
    return work(part)


@contextmanager
def workers(work: Callable[[P], R], jobs: int, cluster: str = "") -> Iterator[Callable[[Iterable[P]], Iterator[R]]]:
    """Yield what does *work* on parts, by *jobs* processes or by a *cluster*, and gives the results back in order."""
    if cluster:
        yield partial(on_cluster, cluster, partial(work_alike, work, engine.VERSION))
        return
    with Pool(jobs) as pool:
        yield partial(pool.imap, work)

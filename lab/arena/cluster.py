"""Distribution of the arena's work by Dask: `--cluster ADDRESS` names a scheduler.

On one machine run `python -m dask scheduler`, on each worker `python -m dask worker ADDRESS --nthreads 1 --nworkers
auto`, in a tree of the same commit with `requirements/cluster.txt` installed. If a worker dies, another one repeats its
part; results arrive once and in order, so they are byte-equal to those of one machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing.pool import Pool
from typing import Any, TypeVar

from lab.arena.errors import ArenaError
from paili.cluster import ClusterError, scheduler_client
from service.core import engine

P = TypeVar("P")
R = TypeVar("R")

AHEAD = 4
"""Tasks in progress for each thread of a cluster."""


def on_cluster(address: str, work: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
    """Yield the result of *work* for each part, in order, computed by the workers of the scheduler at *address*.

    Raises ArenaError for an invalid or unreachable address, or if Dask is not installed.
    """
    try:
        client = scheduler_client(address)
    except ClusterError as error:
        raise ArenaError(str(error)) from error
    with client:
        rest, under_way = iter(parts), deque[Any]()
        while True:
            capacity = AHEAD * sum(client.nthreads().values()) - len(under_way)
            under_way += [client.submit(work, part, pure=False) for part in islice(rest, max(capacity, not under_way))]
            if not under_way:
                return
            yield under_way.popleft().result()


def work_alike(work: Callable[[P], R], version: str, part: P) -> R:
    """Return the result of *work* for a part on a worker.

    Raises ArenaError if the engine there has another *version*.
    """
    if version != engine.VERSION:
        raise ArenaError(f"a worker has version {engine.VERSION}, not {version}")
    return work(part)


@contextmanager
def workers(work: Callable[[P], R], jobs: int, cluster: str = "") -> Iterator[Callable[[Iterable[P]], Iterator[R]]]:
    """Yield a function that runs *work* on parts in *jobs* processes or on a *cluster*, with results in order."""
    if cluster:
        yield partial(on_cluster, cluster, partial(work_alike, work, engine.VERSION))
        return
    with Pool(jobs) as pool:
        yield partial(pool.imap, work)

"""Reviews of many games: in this process, or by Dask on the cores of this machine or the workers of a scheduler."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from paili.client import Client, Problem
from paili.cluster import scheduler_client

Result = Mapping[str, Any]
"""A review, or `{"problem": …}` with the document of an error."""


def review_of(client: Client, body: Mapping[str, Any]) -> Result:
    """Return the result of a game."""
    try:
        review: Result = client.ask("review", None, body)
        return review
    except Problem as problem:
        return {"problem": problem.document}


@cache
def local_client() -> Client:
    """Return the engine of this process."""
    client: Client = import_module("paili.engine").local()
    return client


def review_in_worker(body: Mapping[str, Any]) -> Result:
    """Return the result of a game by the engine of this process."""
    return review_of(local_client(), body)


def reviews(bodies: Sequence[Mapping[str, Any]], address: str = "") -> Iterator[tuple[int, Result]]:
    """Yield the index and the result of each game as it is ready, from the scheduler at *address* or this machine.

    One game, and all without Dask, are reviewed in this process. If a worker dies, the scheduler gives its games to
    another. Raises ClusterError for an invalid or unreachable address, or if it needs Dask.
    """
    if address:
        yield from reviewed_by(scheduler_client(address), bodies)
    elif len(bodies) > 1 and find_spec("distributed"):
        distributed = import_module("distributed")
        with distributed.LocalCluster(threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
            yield from reviewed_by(distributed.Client(cluster, set_as_default=False), bodies)
    else:
        yield from enumerate(map(review_in_worker, bodies))


def reviewed_by(client: Any, bodies: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, Result]]:
    """Yield the index and the result of each game that the workers of a Dask client have reviewed."""
    with client:
        numbers = {future: i for i, future in enumerate(client.map(review_in_worker, bodies, pure=False))}
        for future, result in import_module("distributed").as_completed(numbers, loop=client.loop, with_results=True):
            yield numbers[future], result

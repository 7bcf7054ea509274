"""Processes of this machine, or workers of a Dask scheduler, that review games. Results are yielded as they complete.

A result has its game's key. If a worker of a cluster dies, the scheduler gives its games to another; a game that is
reviewed twice has one result, because both are equal and the journal keeps the first.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from paili.client import Client, Problem
from paili.cluster import AHEAD, scheduler_client

Reviewed = tuple[str, Mapping[str, Any]]
"""The key of a game, and its review, or `{"problem": …}` with the document of an error."""

ReviewFunction = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""From a body of `/v1/review` to its answer."""


class ReviewTask(NamedTuple):
    """A game for a worker."""

    key: str
    body: Mapping[str, Any]


@cache
def local_client() -> Client:
    """Return the engine of this process."""
    client: Client = import_module("paili.engine").local()
    return client


def review_locally(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the review of a game by the engine of this process."""
    return local_client().ask("review", None, body)


def reviewed_task(review: ReviewFunction, task: ReviewTask) -> Reviewed:
    """Return the result of a game."""
    try:
        return task.key, review(task.body)
    except Problem as problem:
        return task.key, {"problem": problem.document}


def on_processes(tasks: Iterable[ReviewTask], jobs: int, review: ReviewFunction = review_locally) -> Iterator[Reviewed]:
    """Yield the results of games that *jobs* processes review; 1 is this process, 0 one for each core."""
    number = jobs or len(os.sched_getaffinity(0))
    work = partial(reviewed_task, review)
    if number == 1:
        yield from map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(number) as pool:
        yield from pool.imap_unordered(work, tasks)


def on_scheduler(
    address: str, tasks: Iterable[ReviewTask], review: ReviewFunction = review_locally
) -> Iterator[Reviewed]:
    """Yield the results of games that the workers of the scheduler at *address* review.

    Raises ClusterError for an invalid or unreachable address, or if Dask is not installed.
    """
    client = scheduler_client(address)
    work, rest = partial(reviewed_task, review), iter(tasks)
    with client:
        capacity = AHEAD * max(1, sum(client.nthreads().values()))
        first = [client.submit(work, task, pure=False) for task in islice(rest, capacity)]
        ready = import_module("distributed").as_completed(first, loop=client.loop)
        for done in ready:
            yield done.result()
            for task in islice(rest, 1):
                ready.add(client.submit(work, task, pure=False))

"""The games of a run in a temporary file, so that memory does not grow with their number."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from paili.review.jobs import ReviewJob


class JobSpool:
    """Games to review, in a file; they can be read several times."""

    def __init__(self, path: Path, number: int) -> None:
        self.path, self.number = path, number

    def __len__(self) -> int:
        """Return the number of games."""
        return self.number

    def __iter__(self) -> Iterator[ReviewJob]:
        """Yield the games in their order."""
        with self.path.open("rb") as file:
            for _ in range(self.number):
                yield pickle.load(file)  # noqa: S301 (written by `spooled`)


@contextmanager
def spooled(jobs: Iterable[ReviewJob]) -> Iterator[JobSpool]:
    """Write games to a temporary file, which is removed at the end of the context."""
    with TemporaryDirectory(prefix="paili-review-") as folder:
        path, number = Path(folder) / "jobs", 0
        with path.open("wb") as file:
            for job in jobs:
                pickle.dump(job, file)
                number += 1
        yield JobSpool(path, number)

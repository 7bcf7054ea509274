"""The command `paili review`: read games, review them and show the results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from paili import words as w
from paili.client import Client
from paili.cluster import ClusterError
from paili.records.convert import Complaints, UnusableError
from paili.review.jobs import ReviewJob, jobs_of
from paili.review.page import ReviewPage
from paili.review.players import PlayerSummary, seats_of_player, summary_of_player
from paili.review.tables import draw_player, draw_review
from paili.review.workers import Result, review_of, reviews
from paili.screen import Screen
from paili.show import Names

PROBLEM = "problem"

ReviewedGames = Sequence[tuple[ReviewJob, Mapping[str, Any]]]
"""Games with their reviews."""


class ReviewOptions(NamedTuple):
    """Options of the command `paili review`."""

    files: Sequence[str]
    level: str | None = None
    height: str | None = None
    """The level of the player who gets lessons."""
    player: str | None = None
    html: str | None = None
    cluster: str = ""
    json: bool = False


class Progress:
    """A progress line on a terminal; otherwise one line at the end."""

    def __init__(self, total: int, lang: str) -> None:
        self.total, self.lang, self.done = total, lang, 0

    def step(self) -> None:
        """Count one."""
        self.done += 1
        if sys.stderr.isatty():
            print(f"\r{self.text()}", end="", file=sys.stderr, flush=True)

    def text(self) -> str:
        """Return the progress as text."""
        return w.REVIEWED.text(self.lang).format(done=self.done, total=self.total)

    def end(self) -> None:
        """End the line."""
        print(f"\r{self.text()}" if sys.stderr.isatty() else self.text(), file=sys.stderr)


class ReviewRun:
    """A run of the command."""

    def __init__(self, options: ReviewOptions, client: Client, screen: Screen) -> None:
        self.options, self.client, self.screen = options, client, screen
        self.complaints = Complaints(screen.lang)

    def read(self) -> Iterator[ReviewJob]:
        """Yield the games to review, only those of the player if one is named."""
        player, lang = self.options.player, self.screen.lang
        jobs = jobs_of(
            self.options.files, lambda body: self.client.ask("game", None, body), self.complaints.report, lang
        )
        return (job for job in jobs if player is None or seats_of_player(job.players, player))

    @property
    def height(self) -> dict[str, str]:
        """Return the level of the player as a field of a request, {} without one."""
        return {"for": self.options.height} if self.options.height else {}

    def body(self, job: ReviewJob) -> Mapping[str, Any]:
        """Return the request for a game."""
        level = {"level": self.options.level} if self.options.level else {}
        return {**job.body, **level, **self.height, "lang": self.screen.lang}

    def results(self, bodies: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, Result]]:
        """Yield the index and the review of each game as it is ready."""
        if self.client.authority:  # a named server does the review
            return enumerate(review_of(self.client, body) for body in bodies)
        return reviews(bodies, self.options.cluster)

    def review(self, jobs: Sequence[ReviewJob]) -> Iterator[tuple[ReviewJob, Result]]:
        """Review games, and yield them in their order; calls have seats."""
        progress, results = Progress(len(jobs), self.screen.lang), dict[int, Result]()
        for number, result in self.results([self.body(job) for job in jobs]):
            results[number] = result
            progress.step()
        progress.end()
        for number, job in enumerate(jobs):
            result = results[number]
            if PROBLEM not in result:
                calls = [{**call, "seat": job.places.get(str(call["place"]), "")} for call in result["calls"]]
                result = {**result, "calls": calls}
            yield job, result

    def run(self) -> int:
        """Review and show; return the exit status: 2 if a game was skipped."""
        jobs = list(self.read())
        unread = self.complaints.summarize()
        reviewed = list[tuple[ReviewJob, Result]]()
        for job, result in self.review(jobs):
            if PROBLEM in result:
                print(f"{job.file}: {self.problem_text(job, result[PROBLEM])}", file=sys.stderr)
            else:
                reviewed.append((job, result))
        self.show(reviewed)
        return 2 if unread or len(reviewed) < len(jobs) or not reviewed else 0

    def problem_text(self, job: ReviewJob, problem: Mapping[str, Any]) -> str:
        """Return why a game could not be reviewed, with its location in the file."""
        errors = problem.get("errors") or [{"pointer": "", "detail": problem["detail"]}]
        place, detail = job.place_of(errors[0]["pointer"]).text(), errors[0]["detail"]
        return f"{place.zh}：{detail}" if self.screen.lang == "zh" else f"{place}: {detail}"

    # ---- the answer

    def show(self, reviewed: ReviewedGames) -> None:
        """Show reviews: as a page, as JSON lines, or as tables."""
        if self.options.html:
            with Path(self.options.html).open("w", encoding="utf-8") as file:
                file.writelines(self.page(reviewed))
        if self.options.json:
            for job, review in reviewed:
                row = {"file": job.file, "game": job.number, "players": job.players, "result": job.result}
                print(json.dumps({**row, "review": review}, ensure_ascii=False))
        else:
            self.draw(reviewed)

    def summary(self, reviewed: ReviewedGames) -> PlayerSummary | None:
        """Return the statistics of the named player; None without one."""
        name = self.options.player
        if name is None:
            return None
        return summary_of_player((review, seat) for job, review in reviewed
                                 for seat in seats_of_player(job.players, name))  # fmt: skip

    def draw(self, reviewed: ReviewedGames) -> None:
        """Draw tables."""
        for job, review in reviewed:
            draw_review(self.screen, Names(self.client, job.body["variant"], self.screen.lang), job, review)
        summary = self.summary(reviewed)
        if summary is not None:
            draw_player(self.screen, self.options.player or "", summary)

    def page(self, reviewed: ReviewedGames) -> Iterator[str]:
        """Yield the parts of the page."""
        reasons = import_module("service.http.texts.reasons").REASONS
        page = ReviewPage(lambda code, lang: str(reasons[code][lang]), self.seat_name)
        summary = self.summary(reviewed)
        parts = [] if summary is None else [page.player(self.options.player or "", summary)]
        return page.page(chain(parts, (page.game(job, review) for job, review in reviewed)), self.screen.lang)

    def seat_name(self, variant: str, seat: str, lang: str) -> str:
        """Return the name of a seat."""
        return Names(self.client, variant, lang).seat(seat)


def review_files(options: ReviewOptions, client: Client, screen: Screen) -> int:
    """Run the command; return the exit status.

    Raises UnusableError for files and clusters that cannot be used.
    """
    try:
        return ReviewRun(options, client, screen).run()
    except ClusterError as error:
        raise UnusableError(str(error)) from None

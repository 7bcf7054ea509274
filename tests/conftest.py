"""Fixtures and options of all tests."""

from __future__ import annotations

import math
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.core import engine
from service.core.bindings import CompiledRules
from service.http import heavy_process, heavy_slots
from tests.helpers.chromium import browser, opened, server, tabs
from tests.helpers.command import run
from tests.helpers.english_words import english
from tests.helpers.patient import patient_app

# No answer depends on the speed of the machine: heavy calls have usual priority, and no deadline.
heavy_slots.DEADLINE, heavy_process.NICENESS = math.inf, 0

__all__ = ["browser", "opened", "run", "server", "tabs"]

collect_ignore = ["http/generated_clients"]
"""A program for a generated client, which only its test can import."""

SECONDS = {"wheel": 12.0, "server": 1.5, "signed": 1.0, "browser": 0.7, "games": 0.3}
"""Typical seconds of tests with a mark; others take some hundredths."""

FILES = {
    "tests/rules/test_registries.py": 12.0,
    "tests/advice/tribute/test_game_tribute.py": 11.0,
    "lab/tests/arena/test_nets.py": 10.0,
    "tests/core/test_open_hands_search.py": 8.0,
    "tests/cli/test_review_command.py": 7.0,
    "tests/review/test_review.py": 7.0,
    "tests/records/test_large_files.py": 6.0,
    "dev/tests/test_outages.py": 6.0,
    "dev/tests/test_fuzz_answers.py": 4.0,
}
"""Seconds that the tests of a file without a mark take longer."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order files for parallel runs: those that take longest begin first, so that no process ends long after others."""
    if not hasattr(config, "workerinput"):
        return
    seconds: dict[str, float] = {}
    for item in items:
        cost = max([SECONDS[mark.name] for mark in item.iter_markers() if mark.name in SECONDS], default=0.03)
        path = item.nodeid.partition("::")[0]
        seconds[path] = seconds.get(path, FILES.get(path, 0.0)) + cost
    items.sort(key=lambda item: -seconds[item.nodeid.partition("::")[0]])


class BilingualClient(FlaskClient):
    """A client that repeats a rejected request in Chinese, and asserts that the answer contains no English word."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        answer = super().open(*args, **kwargs)
        body = kwargs.get("json")
        if answer.status_code == 422 and not (isinstance(body, dict) and "lang" in body):
            chinese = dict(kwargs.get("headers") or {}) | {"Accept-Language": "zh"}
            translated = super().open(*args, **kwargs | {"headers": chinese}).get_json(force=True)
            problem = answer.get_json(force=True)
            assert [(error["code"], error["pointer"]) for error in translated["errors"]] == [
                (error["code"], error["pointer"]) for error in problem["errors"]
            ]
            for text in (
                translated["title"],
                translated["detail"],
                *(error["detail"] for error in translated["errors"]),
            ):
                assert not english(text), text
        return answer


@pytest.fixture(scope="session")
def app() -> Flask:
    """Return the application, in which heavy calls wait for a slot without limit."""
    made = patient_app()
    made.test_client_class = BilingualClient
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def standard() -> CompiledRules:
    return engine.rules_for("standard")

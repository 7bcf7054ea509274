"""Two applications with different settings in one process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from app import create_app
from service.core import engine
from service.http.pipeline import SLOTS
from service.settings import Settings, read_settings
from tests import ROOT
from tests.helpers.client import FOLLOW, post

HEAVY = FOLLOW | {"level": "master"}


@pytest.fixture
def settings() -> Settings:
    return read_settings({})


def test_two_applications_have_slots_of_their_own(settings: Settings) -> None:
    busy = create_app(settings._replace(slots=1, waiters=0, patience=0.0))
    idle = create_app(settings._replace(slots=3, waiters=2, patience=0.5))
    with busy.extensions[SLOTS]:
        assert busy.test_client().post("/v1/move", json=HEAVY).status_code == 503
        post(idle.test_client(), "/v1/move", HEAVY)
    post(busy.test_client(), "/v1/move", HEAVY)
    slots = idle.extensions[SLOTS]
    assert (slots.running, slots.waiting, slots.patience) == (3, 2, 0.5)


def test_two_applications_have_keys_limits_and_logs_of_their_own(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    logged = create_app(settings._replace(keys=("one",), log_level="INFO")).test_client()
    limited = create_app(read_settings({"PAILI_RATE_LIMIT": "1/hour"})).test_client()
    plain = create_app(settings).test_client()
    body = {"hand": "3"}
    assert logged.post("/v1/analyze", json=body).status_code == 401
    assert [limited.post("/v1/analyze", json=body).status_code for _ in range(2)] == [200, 429]
    assert [plain.post("/v1/analyze", json=body).status_code for _ in range(2)] == [200, 200]
    assert [json.loads(line)["status"] for line in capsys.readouterr().err.splitlines()] == [401]


def test_the_size_of_the_caches_comes_from_the_application(settings: Settings) -> None:
    answers = []
    try:
        for size in (1, 300):
            client = create_app(settings._replace(cache_size=size)).test_client()
            assert {engine.cache_info()[name].maxsize for name in ("split", "hints")} == {size}
            answers.append([post(client, "/v1/analyze", FOLLOW | {"top": top}) for top in (0, 3, 0)])
            assert engine.cache_info()["hints"].size <= size
    finally:
        engine.resize_caches(settings.cache_size)
    assert answers[0] == answers[1]


def test_the_api_runs_without_the_pages() -> None:
    """In a process of its own, because other tests load the pages."""
    code = (
        "import sys, app; from service.settings import read_settings as read;"
        "client = app.create_app(read({'PAILI_PAGES': 'off'})).test_client();"
        "hint = client.get('/nothing').get_json()['detail'].rpartition('see ')[2];"
        "paths = ('/', '/review', '/v1/variants', '/openapi.yaml', '/healthz', hint);"
        "print([client.get(path).status_code for path in paths], [name for name in sys.modules if name == 'board'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[404, 404, 200, 200, 200, 200] []"

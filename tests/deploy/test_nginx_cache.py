"""The balancer's cache: one answer for each request and language, negotiated like in the service, no batches."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from random import Random

import pytest

from service.http.language import language_of
from tests.deploy.test_nginx import cache_status, fresh_path
from tests.helpers.nginx import Balanced, ask
from tests.helpers.patient import SERVED

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="this machine has no nginx"),
]

LARGE = "2s2h2c3s3h3c4s4h4c5s5h5c6s6h6c7s7h7c8s8h8c9s9h9cTsThTc"
"""A hand of Guandan with thousands of plays."""


@pytest.fixture(scope="module")
def balanced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Balanced]:
    with Balanced(tmp_path_factory.mktemp("kept"), 1, application=SERVED) as running:
        yield running


@pytest.mark.parametrize(
    ("header", "lang"),
    [("zh", "zh"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh"), ("ZH-TW", "zh"), ("zh-CN,en;q=0.8", "zh"),
     ("en-US,zh;q=0.9", "en"), ("en-US,en;q=0.9,zh;q=0.8", "en"), ("zh-CN, fr;q=0.5", "zh"), ("fr, zh;q=0.8", None),
     ("zh;q=0.1, de", None), ("de;q=0.1, en, zh", None), ("en;q=0.1", "en"), ("en;q=0", "en"), ("*", "en"),
     ("zh-CN,zh;q=0.8,zh-TW;q=0.7,zh-HK;q=0.5,en-US;q=0.3,en;q=0.2", "zh"), ("zh-Hans-CN;q=1, en;q=0", None),
     ("fr, zh;q=0.8, en;q=0.5", None), ("zh;q=0, en", None), ("en;q=0.1, zh;q=0.9", None), ("x-zh, en", None),
     ("x-en, zh", None), ("zh;q=0", None), ("zh;q=0.000, fr", None), ("zh;level=1", None), ("zh_CN", None),
     ("zh ;q=0.5, en;q=0.4", None), ("en;q=2, zh;q=0.1", None), (",zh", None), ("zh;q", None), ('"zh", en', None),
     ("de", "en"), ("azh", None), ("enx, zh", None), ("", "en"), ("zh, en;q=1.5", "zh"), ("en, zh;q=0.9", "en"),
     ("zh-CN,zh-TW;q=0.9,ja;q=0.8,en;q=0.7,*;q=0.1", "zh"), ("de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", "en")],
)  # fmt: skip
def test_each_language_is_kept_once_and_chosen_as_the_service_does(
    balanced: Balanced, header: str, lang: str | None
) -> None:
    """Headers that only the service can parse (lang: None) bypass the cache."""
    path = fresh_path()
    expected = ask(balanced.instances[0].port, path, headers={"Accept-Language": header}).body
    if lang is None:
        assert [cache_status(balanced.ask(path, Accept_Language=known)) for known in ("zh", "en")] == ["MISS", "MISS"]
        for _ in range(2):
            answer = balanced.ask(path, Accept_Language=header)
            assert (answer.body, cache_status(answer)) == (expected, "BYPASS")
        return
    assert expected == ask(balanced.instances[0].port, f"{path}&lang={lang}").body
    assert balanced.ask(path, Accept_Language=header).body == expected
    same, other = (balanced.ask(path, Accept_Language=known) for known in (lang, "en" if lang == "zh" else "zh"))
    assert (cache_status(same), cache_status(other)) == ("HIT", "MISS")
    assert same.body == expected != other.body


def test_any_header_is_answered_as_the_service_answers_it(balanced: Balanced) -> None:
    """A thousand headers made of typical pieces, the same ones each time."""
    chance, path = Random(7), fresh_path()
    tags = ("zh", "en", "zh-CN", "en-GB", "fr", "*", "x-zh", "ZH-en")
    qualities = ("", ";q=0", ";q=0.3", ";q=0.7", ";q=1")
    balanced.ask(path, Accept_Language="zh")
    balanced.ask(path, Accept_Language="en")
    for _ in range(1000):
        items = [chance.choice(tags) + chance.choice(qualities) for _ in range(chance.randint(1, 4))]
        header = chance.choice((",", ", ", " , ")).join(items)
        answer = balanced.ask(path, Accept_Language=header)
        meant = language_of(header)
        assert answer.body == balanced.ask(path, Accept_Language=meant).body, header
        assert cache_status(answer) in ("HIT", "BYPASS")


def files(balanced: Balanced) -> int:
    return sum(path.is_file() for path in (balanced.folder / "cache").rglob("*"))


def test_nobody_fills_the_cache_with_copies_or_with_what_is_large(balanced: Balanced) -> None:
    path = fresh_path()
    balanced.ask(path)
    before = files(balanced)
    for name, made_up in (("Authorization", "Bearer {}"), ("Accept_Language", "x{}-zh, en")):
        for number in range(5):
            answer = balanced.ask(path, **{name: made_up.format(number)})
            assert (answer.status, cache_status(answer)) == (200, "BYPASS")
    for number in range(5):
        assert cache_status(balanced.ask(path, Accept_Language=f"fr-{number}")) == "HIT"
    assert cache_status(balanced.ask(path)) == "HIT"
    large = f"/v1/analyze?variant=guandan&hand={LARGE}&top=4096&want=hints"
    answers = [balanced.ask(large) for _ in range(2)]
    assert len(answers[0].body) > 100_000
    assert [cache_status(answer) for answer in answers] == ["MISS", "MISS"]
    assert files(balanced) == before


def test_a_query_makes_no_copies_of_the_games(balanced: Balanced) -> None:
    """Their answers do not depend on it, and one caller could replace the whole cache."""
    for path in ("/v1/variants", "/v1/variants/standard"):
        first = balanced.ask(path)
        before = files(balanced)
        answers = [balanced.ask(f"{path}?x={number}") for number in range(5)]
        assert [(answer.body, cache_status(answer)) for answer in answers] == [(first.body, "HIT")] * 5
        assert files(balanced) == before

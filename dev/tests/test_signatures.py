"""The signatures of answers: every game and kind has a line, and a changed answer changes its line."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import MappingProxyType

import pytest
from flask import Flask

from dev import ROOT
from dev.native_answers import program
from dev.signatures import lines, replay
from dev.signatures.commits import message_faults
from dev.signatures.lines import computed, recorded
from service.advice import levels
from service.core import engine
from service.http.texts import reasons
from service.rules import variants
from service.rules.games import landlord, zhengshangyou
from tests.helpers import golden_texts as texts
from tests.helpers.answers import Request, SignedAnswer, StatusError, signed_answer, without_texts


@pytest.fixture
def changed() -> Iterator[None]:
    """Clear the caches before and after the test changes code."""

    def forget() -> None:
        for remembers in (
            engine.rules_for,
            engine.rules_for.__wrapped__,
            engine.split,
            engine.hints,
            engine.play,
            levels.policy_of,
            reasons.sentences,
        ):
            remembers.cache_clear()

    forget()
    yield
    forget()


pytestmark = pytest.mark.signed


def red(*names: str) -> list[str]:
    """Return the lines that differ from the record."""
    known = recorded()
    return [name for name, line in computed(names).items() if line != known[name]]


def test_the_file_has_every_game_and_kind() -> None:
    assert sorted(recorded()) == sorted(lines.line_sources(lines.application_client()))


def test_every_line_has_answers() -> None:
    assert all(int(line.split()[0]) > 0 for line in recorded().values())


@pytest.mark.parametrize("status", [429, 500, 503])
def test_an_answer_that_depends_on_the_machine_is_not_signed(status: int) -> None:
    server = Flask("busy")
    server.add_url_rule("/v1/move", view_func=lambda: ("", status), methods=["POST"])
    with pytest.raises(StatusError, match=f"^{status} "):
        signed_answer(server.test_client(), "/v1/move", {"hand": "3"})


def test_eight_threads_give_the_same_lines() -> None:
    names = ("zhengshangyou.analyze", "zhengshangyou.move.*", "standard.move.c*")
    result = computed(names, threads=8)
    assert result == {name: line for name, line in recorded().items() if name in result}


def test_another_network_turns_the_levels_that_go_by_it_red(monkeypatch: pytest.MonkeyPatch, changed: None) -> None:
    other = dataclasses.replace(zhengshangyou.NETS, digest=landlord.NETS.digest)
    game = dataclasses.replace(zhengshangyou.ZHENGSHANGYOU, nets=other)
    monkeypatch.setitem(variants.GAMES, game.id, game)
    names = ("adept", "hint", "expert", "master")
    assert red("zhengshangyou.move.*") == [f"zhengshangyou.move.{level}" for level in names]


def test_a_number_of_a_level_turns_its_moves_red(monkeypatch: pytest.MonkeyPatch, changed: None) -> None:
    club = levels.LEVELS["club"]
    other = dataclasses.replace(club, numbers={**levels.CLUB_NUMBERS, "run_out": 0.0})
    monkeypatch.setattr(levels, "LEVELS", MappingProxyType({**levels.LEVELS, "club": other}))
    assert red("standard.move.c*", "standard.move.starter") == ["standard.move.club"]


@pytest.mark.parametrize("level", ["expert", "master"])
def test_the_weight_of_opinions_turns_a_searching_level_red(
    monkeypatch: pytest.MonkeyPatch, changed: None, level: str
) -> None:
    """A search with fewer games than the level's own would hide the difference."""
    searching = levels.LEVELS[level]
    assert searching.budget is not None
    bolder = dataclasses.replace(
        searching, budget=searching.budget._replace(prior_weight=searching.budget.prior_weight / 2)
    )
    monkeypatch.setattr(levels, "LEVELS", MappingProxyType({**levels.LEVELS, level: bolder}))
    assert red("zhengshangyou.move.[em]*") == [f"zhengshangyou.move.{level}"]


def test_a_changed_text_changes_the_golden_file_and_no_signature(
    monkeypatch: pytest.MonkeyPatch, changed: None
) -> None:
    row = MappingProxyType({"en": reasons.REASONS["cheapest"]["en"], "zh": "最小。"})
    monkeypatch.setattr(reasons, "REASONS", MappingProxyType({**reasons.REASONS, "cheapest": row}))
    assert red("standard.analyze", "standard.check") == []
    assert ("cheapest text", row["en"], "最小。") in list(texts.game_texts("standard"))
    changed_file = texts.FILE.read_text().replace("同牌型里最小的一手，带的牌也最小。", "最小。")
    difference = texts.golden_differences({texts.FILE: changed_file})
    assert [line for line in difference if line[0] == "+"] == [f"+++ {texts.FILE.relative_to(ROOT)}", "+最小。"]


def test_a_signature_leaves_out_texts_and_version_alone() -> None:
    data = b'200 {"move":{"cards":"3","why":[{"code":"a","text":"A."}]},"engine":{"version":"1","weights":"w"}}'
    assert without_texts(data) == b'200 {"move":{"cards":"3","why":[{"code":"a"}]},"engine":{"weights":"w"}}'


def test_the_first_request_with_another_answer_is_shown_with_both() -> None:
    request = Request("/v1/move", {"hand": "3"})
    answers = [SignedAnswer(b'200 {"cards":"3","text":"new"}', request), SignedAnswer(b'200 {"cards":"4"}', request)]
    same = [b'200 {"cards":"3","text":"old"}', b'200 {"cards":"4"}']
    assert list(replay.first_difference("x", answers, same)) == []
    (paragraph,) = replay.first_difference("x", answers, [same[0], b'422 {"code":"c"}'])
    assert paragraph.splitlines() == [
        "x: 1 of 2 answers differ; the first:",
        "  POST /v1/move [en] {'hand': '3'}",
        '  before: 422 {"code":"c"}',
        '  now:    200 {"cards":"4"}',
    ]


@pytest.mark.parametrize(
    ("message", "changed", "fault"),
    [
        ("core: title\n\nWhy.", set(), ""),
        ("core, http: title\n\nWhy.", set(), ""),
        ("Title\n\nWhy.", set(), "has a title without its component"),
        ("core: title\n\nWhy.", {"laizi.check"}, "changes laizi.check: name them"),
        ("core: title\n\nAnswers: laizi.*", {"laizi.check", "laizi.deal"}, ""),
        ("core: title\n\nAnswers: laizi.check", {"laizi.check", "laizi.deal"}, "changes laizi.deal"),
        ("core: title\n\nAnswers: laizi.check, guandan.*", {"laizi.check"}, "names guandan.*"),
        ("core: title\n\nAnswers: laizi.check", set(), "names laizi.check"),
        (f"core: {'title' * 14}", set(), "has a title of 76 characters"),
        ("core: title\n\nAnswers: laizi.check\n\nAnd more", {"laizi.check"}, "changes laizi.check"),
    ],
)
def test_a_message_names_the_lines_that_it_changes(message: str, changed: set[str], fault: str) -> None:
    faults = list(message_faults(message, changed))
    assert len(faults) == bool(fault)
    assert "".join(faults).startswith(fault)


def test_the_c_program_is_built_from_every_source() -> None:
    assert set(program.sources(ROOT)) == {*(ROOT / "native").rglob("*.c"), *(ROOT / "dev/native_answers").glob("*.c")}

"""The guard itself: it covers every game and kind, and what it is there for turns its lines red."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import MappingProxyType

import pytest

from service.advice import robot
from service.core import engine
from service.http import reasons
from service.rules import variants
from service.rules.games import landlord, zhengshangyou
from tests import signatures
from tests.signatures import computed, fault_of, recorded


@pytest.fixture
def changed() -> Iterator[None]:
    """Forget what the code worked out before the test changed it, and again afterwards."""

    def forget() -> None:
        for remembers in (
            engine.rules_for,
            engine.split,
            engine.hints,
            engine.play,
            robot.policy_of,
            reasons.sentences,
        ):
            remembers.cache_clear()

    forget()
    yield
    forget()


pytestmark = pytest.mark.signed


def red(*names: str) -> list[str]:
    """Return which of some lines are not as recorded."""
    known = recorded()
    return [name for name, found in computed(names).items() if found != known[name]]


def test_the_file_has_every_game_and_kind() -> None:
    assert sorted(recorded()) == sorted(signatures.kinds(signatures.asked_client()))


def test_every_line_has_answers() -> None:
    assert all(int(said.split()[0]) > 0 for said in recorded().values())


def test_eight_threads_give_the_same_lines() -> None:
    names = ("zhengshangyou.analyze.*", "zhengshangyou.move.*", "standard.move.c*")
    found = computed(names, threads=8)
    assert found == {name: said for name, said in recorded().items() if name in found}


def test_another_network_turns_the_levels_that_go_by_it_red(monkeypatch: pytest.MonkeyPatch, changed: None) -> None:
    other = dataclasses.replace(zhengshangyou.NETS, digest=landlord.NETS.digest)
    game = dataclasses.replace(zhengshangyou.ZHENGSHANGYOU, nets=other)
    monkeypatch.setitem(variants.GAMES, game.id, game)
    assert red("zhengshangyou.move.*") == ["zhengshangyou.move.expert", "zhengshangyou.move.master"]


def test_a_number_of_a_level_turns_its_moves_red(monkeypatch: pytest.MonkeyPatch, changed: None) -> None:
    club = robot.LEVELS["club"]
    harder = dataclasses.replace(club, numbers={**robot.CLUB_NUMBERS, "controls_first": 3.6})
    monkeypatch.setattr(robot, "LEVELS", MappingProxyType({**robot.LEVELS, "club": harder}))
    assert red("laizi.move.c*", "laizi.move.novice") == ["laizi.move.club"]


@pytest.mark.parametrize("level", ["expert", "master"])
def test_the_weight_of_opinions_turns_a_searching_level_red(
    monkeypatch: pytest.MonkeyPatch, changed: None, level: str
) -> None:
    """Which fewer games than the level's own would round away."""
    found = robot.LEVELS[level]
    assert found.budget is not None
    bolder = dataclasses.replace(found, budget=found.budget._replace(prior_weight=found.budget.prior_weight / 2))
    monkeypatch.setattr(robot, "LEVELS", MappingProxyType({**robot.LEVELS, level: bolder}))
    assert red("zhengshangyou.move.[em]*") == [f"zhengshangyou.move.{level}"]


def test_a_text_that_no_answer_shows_turns_its_language_red(monkeypatch: pytest.MonkeyPatch, changed: None) -> None:
    said = MappingProxyType({**reasons.FACTORS["spring"], "zh": "春。"})
    monkeypatch.setattr(reasons, "FACTORS", MappingProxyType({**reasons.FACTORS, "spring": said}))
    assert red("reasons.*", "texts.*") == ["reasons.zh"]


def test_a_text_turns_its_language_red(monkeypatch: pytest.MonkeyPatch, changed: None) -> None:
    said = MappingProxyType({"en": reasons.REASONS["cheapest"]["en"], "zh": "最小。"})
    monkeypatch.setattr(reasons, "REASONS", MappingProxyType({**reasons.REASONS, "cheapest": said}))
    assert red("standard.analyze.*", "standard.check") == ["standard.analyze.zh"]


@pytest.mark.parametrize(
    ("message", "changed", "fault"),
    [
        ("Title\n\nWhy.\n\nNo functional change", set(), ""),
        ("Title\n\nWhy.", set(), "changes no line"),
        ("Title\n\nNo functional change", {"laizi.check"}, "changes laizi.check: name them"),
        ("Title\n\nAnswers: laizi.*", {"laizi.check", "laizi.deal"}, ""),
        ("Title\n\nAnswers: laizi.check", {"laizi.check", "laizi.deal"}, "changes laizi.deal"),
        ("Title\n\nAnswers: laizi.check, guandan.*", {"laizi.check"}, "names guandan.*"),
        (f"{'Title' * 14}\n\nNo functional change", set(), "has a title of 70 characters"),
        ("Title\n\nAnswers: laizi.check\n\nAnd more", {"laizi.check"}, "changes laizi.check"),
    ],
)
def test_a_message_names_the_lines_that_it_changes(message: str, changed: set[str], fault: str) -> None:
    assert fault_of(message, changed).startswith(fault)
    assert bool(fault_of(message, changed)) == bool(fault)

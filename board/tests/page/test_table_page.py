"""The page "a table for your game server": both programs play every game, and a client sees only its own cards.

TABLE_DEALS=1000 python -m pytest board/tests/page/test_table_page.py     # plays 1,000 deals of each game
"""

from __future__ import annotations

import os
import random
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest

from board.tests.page.test_snippets import DRIVERS, NODE, SNIPPETS, TSC, tools
from paili.client import Client, Problem
from paili.engine import local
from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers.gunicorn import GunicornProcess

__all__ = ["tools"]

DEALS = int(os.environ.get("TABLE_DEALS", "0"))
OPTIONS: dict[str, dict[str, str]] = {"laizi": {"wild": "random"}}


@pytest.fixture(scope="module")
def program() -> ModuleType:
    spec = spec_from_file_location("table", SNIPPETS / "table.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def engine() -> Client:
    return local(lang="en")


def settled(table: Any) -> None:
    """Check that a deal is over and nothing is due."""
    assert table.state["ended"]
    assert [table.view(chair)["due"] for chair in range(len(table.chairs))] == [None] * len(table.chairs)


@pytest.mark.parametrize("variant", VARIANTS)
def test_robots_play_deal_after_deal(program: ModuleType, engine: Client, variant: str) -> None:
    table = program.Table(engine, variant, level="starter", **OPTIONS.get(variant, {}))
    for _ in range(DEALS or 3):
        table.run()
        settled(table)
        table.deal()


def test_robots_choose_between_two_equal_cards_of_a_tribute(program: ModuleType, engine: Client) -> None:
    options = {"tie_tribute": "choose"}
    table = program.Table(engine, "guandan", level="starter", **options)
    deal = engine.deal(variant="guandan", options=options, seed=34)
    match, tribute = {"levels": ["2", "2"], "playing": 0}, {"order": [0, 2, 1, 3], "paid": {}, "returned": {}}
    table.accept({"deal": deal, "auction": None, "match": match, "tribute": tribute, "history": []})
    table.run()
    settled(table)


@pytest.mark.parametrize("variant", VARIANTS)
def test_people_see_their_own_cards_and_act_when_they_are_due(
    program: ModuleType, engine: Client, variant: str
) -> None:
    """A person at chair 0 takes the robot's advice; illegal actions change nothing; another chair cannot act."""
    table = program.Table(engine, variant, people={0}, level="starter", **OPTIONS.get(variant, {}))
    rng = random.Random(variant)
    for _ in range(2):
        table.run()
        while not table.state["ended"]:
            seen = table.view(0)
            assert seen["due"]["endpoint"] in ("bid", "tribute", "move")
            others = [text for chair in range(1, len(table.chairs)) for text in own_texts(table, chair)]
            assert [text for text in others if text in str(seen)] == []
            before = (table.body, table.state)
            with pytest.raises((Problem, KeyError)):
                table.act(0, "nonsense" if seen["due"]["endpoint"] != "move" else "3XD")
            with pytest.raises(TypeError):
                table.act(next(chair for chair in table.chairs if not table.due(chair)), "3")
            assert (table.body, table.state) == before
            choices = seen["due"]["choices"]
            table.act(0, choices[0] if choices and rng.random() < 0.2 else table.robot(0))
            table.run()
        assert table.view(0)["points"] == table.points
        table.deal()


def own_texts(table: Any, chair: int) -> list[str]:
    """Return the hand and the position of a chair's view."""
    seen = table.view(chair)
    return [text for text in (seen["hand"], seen["position"]) if text]


@pytest.mark.server
def test_the_typescript_program_plays_every_game(server: GunicornProcess) -> None:
    command = [str(NODE), str(DRIVERS / "run_table.mjs"), f"http://127.0.0.1:{server.port}", str(DEALS or 1), *VARIANTS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(VARIANTS)


def test_the_typescript_program_compiles(tools: Any) -> None:
    command = [str(NODE), str(tools / "typescript" / "bin" / "tsc"), *TSC, "table.ts"]
    done = subprocess.run(command, cwd=SNIPPETS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", ["table.md", "table.zh-CN.md"])
@pytest.mark.parametrize(("name", "language"), [("table.py", "python"), ("table.ts", "ts")])
def test_the_page_shows_the_programs_as_they_are(page: str, name: str, language: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert f"```{language}\n{(SNIPPETS / name).read_text(encoding='utf-8')}```\n" in text

"""Games at the board over several deals: with the keyboard alone, with kicks and doubles, and with a tribute."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.helpers.board import FELT, LINE, READY, RefereeLog, play_on, step
from tests.helpers.chromium import MARKS, choose_level, look, until

pytestmark = MARKS

KEY = """() => {
    const button = id => document.getElementById(id);
    if (document.getElementById("result")) return "";
    if (!button("play")) {
        const choices = [...document.querySelectorAll("#actions button:not([id]):not([disabled])")];
        return String(1 + Math.max(0, choices.findIndex(node => node.classList.contains("main"))));
    }
    return button("hint").disabled ? "p" : "hEnter";
}"""
"""The keys that continue: the number of the advised bid, the next hint and Enter, or a pass; none at the end."""


def test_a_whole_game_is_played_by_keyboard_alone(opened: Any) -> None:
    page = opened()
    log = RefereeLog(page)
    page.keyboard.press("r")
    for _ in range(100):
        page.wait_for_selector(READY)
        before, keys = page.evaluate(FELT), page.evaluate(KEY)
        if not keys:
            break
        for key in ["h", "Enter"] if keys == "hEnter" else [keys]:
            page.keyboard.press(key)
        until(page, f"({FELT}) !== {json.dumps(before)}")
    assert page.locator("#result tr").count() == 3
    assert log.end()[1]["ended"]
    page.wait_for_selector("#actions .main:not([disabled])")
    page.keyboard.press("Enter")  # another game
    until(page, "!document.querySelector('#result')")
    page.wait_for_selector(READY)


def choose(page: Any, wanted: tuple[str, ...]) -> str:
    """Press the first available of the wanted choices, otherwise the last choice, and return its text."""
    page.wait_for_selector(READY)
    word = page.evaluate(
        """wanted => {
            const choices = [...document.querySelectorAll("#actions button:not([id]):not([disabled])")];
            const textOf = node => node.firstChild.textContent;
            const chosen = choices.find(node => wanted.includes(textOf(node))) || choices.at(-1);
            const word = chosen ? textOf(chosen) : "";
            chosen?.click();
            return word;
        }""",
        list(wanted),
    )
    return str(word)


@pytest.mark.parametrize(
    ("variant", "words", "factors"),
    [
        ("yuncheng", ("Call", "Kick", "Kick back"), {"kick", "kick_back"}),
        ("standard", ("Bid 3", "Double"), {"double"}),
    ],
)
def test_kicks_and_doubles_are_chosen_and_paid(
    opened: Any, variant: str, words: tuple[str, ...], factors: set[str]
) -> None:
    """Every seat that may kick or double does; the factors of the referee are in the result."""
    page = opened()
    log = RefereeLog(page)
    page.select_option("#variant", variant)
    chosen: set[str] = set()
    for _ in range(12):
        until(page, f"{LINE}.startsWith('{variant}')")
        page.wait_for_selector(READY)
        before = page.evaluate(FELT)
        while page.locator("#play").count() == 0 and page.locator("#result").count() == 0:
            if page.locator("#actions button").filter(has_text=re.compile("|".join(words[1:]))).count():
                look(page, f"auction-{variant}-en", [(320, "light")])
            chosen.add(choose(page, words))
            until(page, f"({FELT}) !== {json.dumps(before)}")
            page.wait_for_selector(READY)
            before = page.evaluate(FELT)
        if chosen & set(words[1:]):
            break
        page.locator("#deal").click()  # no seat called, or it was never my turn
        if page.locator("#leave[open]").count():
            page.locator("#leave [value=leave]").click()
        until(page, f"({FELT}) !== {json.dumps(before)}")
    assert chosen & set(words[1:])
    log.ends.clear()  # games without a call
    play_on(page)
    body, table = log.end()
    calls = body["auction"]["bids"] + ["double"] * len(body["auction"]["doubled"])
    assert factors & set(calls)
    codes = {factor["code"] for factor in table["result"]["factors"]}
    assert codes & factors
    assert page.locator("#result li").count() == len(table["result"]["factors"])


def test_a_second_deal_of_guandan_begins_with_tribute(opened: Any) -> None:
    page = opened(lang="zh")
    log = RefereeLog(page)
    choose_level(page, "novice")
    page.select_option("#variant", "guandan")
    play_on(page)
    ended = log.end()[1]
    page.locator("#actions .main").click()
    until(page, "!document.querySelector('#result')")
    shown = []
    for _ in range(6):  # choices of the tribute, then the exchanged cards
        page.wait_for_selector(READY)
        if page.locator("#play").count():
            break
        shown.append(page.locator("#table .note, #table .status").first.inner_text())
        look(page, f"tribute-{len(shown)}-zh", [(320, "dark")])
        step(page)
    assert any("→" in text or "抗贡" in text for text in shown), shown
    paid = [
        table for body, table in log.exchanges if body.get("tribute") and table["tribute"] and table["tribute"]["deal"]
    ]
    assert paid
    assert paid[-1]["tribute"]["refused"] or len(paid[-1]["tribute"]["moved"]) in (2, 4)
    until(page, "document.querySelector('#play:not([disabled])')")
    body = log.exchanges[-1][0]
    assert body["match"]["levels"] == paid[-1]["tribute"]["match"]["levels"]
    assert sorted(body["match"]["levels"]) == sorted(ended["next"]["match"]["levels"])  # seats have new numbers
    assert all(len(hand) > 27 for hand in body["deal"]["hands"].values())
    assert [one["card"] for one in body["tribute"]["moved"]] == [one["card"] for one in paid[-1]["tribute"]["moved"]]
    assert all(one["from"] == 0 for one in body["tribute"]["moved"][:1])  # seats of the new deal, whose leader paid

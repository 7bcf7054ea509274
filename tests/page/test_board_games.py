"""Whole games at the board, played like a person: no play is rejected, and the result is the referee's."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest

from service.rules.variants import VARIANTS
from tests.helpers.chromium import MARKS, PATIENCE, choose_level, look, until
from tests.http.test_server import GunicornProcess
from tests.oracle import family
from tests.oracle.referee import DealState

pytestmark = MARKS

GAMES = int(os.environ.get("BOARD_GAMES", "1"))
"""Games of each kind: `BOARD_GAMES=20 python -m pytest tests/page/test_board_games.py` plays more."""

JUDGED = ("standard", "contest", "yuncheng")
"""Games that the slow rules check here too; the others are checked by the referee of the service."""

FELT = "document.querySelector('#felt').innerText + document.querySelectorAll('#hand .card').length"

READY = "#result, #play:not([disabled]), #actions button:not([id]):not([disabled])"
MY_TURN = "body:not(.over) :is(#play, #actions button:not([id])):not([disabled])"

PLAY_ON = """() => {
    const button = id => document.getElementById(id);
    if (!button("play")) document.querySelector("#actions .main, #actions button:last-child").click();
    else if (button("hint").disabled) button("pass").click();
    else {
        button("hint").click();
        button(document.querySelector("#hand [aria-pressed=true]") ? "play" : "pass").click();
    }
}"""
"""Choose the advised bid, or play the next hint, or pass; in one step, before the buttons change."""


def pieces(text: str) -> list[str]:
    return re.findall(r"[2-9TJQKA][shcd]?|[XDW]", text)


class RefereeLog:
    """Records the requests of a board to the referee, and the answers."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.exchanges: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.ends: list[tuple[dict[str, Any], dict[str, Any]]] = []
        page.on("response", self.record)

    def record(self, answer: Any) -> None:
        """Record a request to the referee and its answer, also in `ends` if it ends the game; none may be rejected."""
        if answer.url.endswith("/v1/game") and answer.status != 503:
            assert answer.status == 200, answer.text()
            self.exchanges.append((json.loads(answer.request.post_data), answer.json()))
            if self.exchanges[-1][1]["ended"]:
                self.ends.append(self.exchanges[-1])

    def last_history(self, length: int) -> list[Any]:
        """Wait for a request with at least so many plays, which may be pending; return its history."""
        for _ in range(PATIENCE // 50):
            if self.exchanges and len(self.exchanges[-1][0]["history"]) >= length:
                return list(self.exchanges[-1][0]["history"])
            self.page.wait_for_timeout(50)
        raise AssertionError("no such request was recorded")

    def wait_for(self, history: list[Any]) -> None:
        """Wait until the last request has this history."""
        for _ in range(PATIENCE // 50):
            if self.exchanges[-1][0]["history"] == history:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the last request has the history {self.exchanges[-1][0]['history']}, not {history}")

    def end(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Wait for the next end of a game, which the page may already have drawn; return its request and answer."""
        for _ in range(PATIENCE // 50):
            if self.ends:
                return self.ends.pop(0)
            self.page.wait_for_timeout(50)
        raise AssertionError("no end of a game was recorded")


def play_on(page: Any, name: str = "", steps: int = 300) -> None:
    """Play a game to its end; with a *name* take screenshots of its beginning, a taken hint, and its end."""
    moments = {"begins": "body", "is-played": "#play:not([disabled])", "ended": "#result"} if name else {}
    for _ in range(steps):
        page.wait_for_selector(READY)
        for moment, sign in list(moments.items()):
            if page.locator(sign).count():
                if moment == "is-played" and page.locator("#hint:not([disabled])").count():
                    page.locator("#hint").click()
                keep(page, f"{name}-{moment}")
                del moments[moment]
        if page.locator("#result").count():
            return
        before = page.evaluate(FELT)
        page.evaluate(PLAY_ON)
        until(page, f"({FELT}) !== {json.dumps(before)}")
    raise AssertionError("the game never ended")


def keep(page: Any, name: str) -> None:
    """Take screenshots of the current state; at one width, which depends on the name, they are checked."""
    widths, turn = (320, 375, 1280), len(name)
    views = [(width, ("light", "dark")[(turn + number) % 2]) for number, width in enumerate(widths)]
    look(page, name, views, judged=(widths[turn % 3],))
    page.set_viewport_size({"width": 375, "height": 800})


def judge(server: GunicornProcess, body: dict[str, Any], table: dict[str, Any]) -> None:
    """Replay a game by the slow rules: every play is legal, and it ends as the board reported."""
    variant = body["variant"]
    seats = [str(seat) for seat in VARIANTS[variant].seats]
    places = (table["auction"] or {}).get("seats") or {seat: seat for seat in seats}
    hands = {seat: pieces(body["deal"]["hands"][place]) for place, seat in places.items()}
    if body["deal"].get("bottom"):
        hands["landlord"] += pieces(body["deal"]["bottom"])
    first = {"spade3": "3s", "heart3": "3h"}.get(body["options"].get("first", ""), "")
    game = family.GAMES[variant](body["options"])
    deal = DealState(variant, body["options"], game, [hands[seat] for seat in seats], first)
    for number, value in enumerate(body["history"]):
        assert not deal.over
        answer = json.loads(server.get("/v1/game", body | {"history": body["history"][: number + 1]}))
        cards, stands = (value["cards"], pieces(value["as"])) if isinstance(value, dict) else (value, None)
        played: list[str] = []
        held = list(deal.hands[deal.mover])
        for piece in pieces(cards):
            card = next(own for own in sorted(held, key=lambda own: own != first) if own.startswith(piece))
            held.remove(card)
            played.append(card)
        shape = answer["trick"][-1]["shape"] if played and answer["trick"] else None
        deal.step(played, shape, stands)
    assert deal.over


@pytest.mark.long
@pytest.mark.parametrize("variant", list(VARIANTS))
@pytest.mark.parametrize("number", range(GAMES))
def test_a_whole_game_is_played_to_its_points(opened: Any, server: GunicornProcess, variant: str, number: int) -> None:
    lang = ("en", "zh")[(list(VARIANTS).index(variant) + number) % 2]
    page = opened(lang=lang)
    log = RefereeLog(page)
    choose_level(page, ["novice", "club", "casual"][number % 3])
    page.select_option("#variant", variant)
    until(page, f"document.querySelector('#line').value.startsWith('{variant}')")
    play_on(page, f"game-{variant}-{lang}" if number < 2 else "")
    body, table = log.end()
    assert page.locator("#result tr").count() == len(VARIANTS[variant].seats)
    if not body["history"]:
        return  # nobody called
    if variant in JUDGED:
        judge(server, body, table)
    shown = page.locator("#result .points").all_inner_texts()
    points, places = table["result"]["points"] or {}, [str(seat) for seat in table["result"]["places"]]
    seats = sorted(points, key=lambda seat: places.index(seat) if seat in places else len(places))
    assert [text.replace("\u2212", "-").removeprefix("+") for text in shown if text] == [
        str(points[seat]) for seat in seats
    ]
    factors = [factor["text"].rstrip(".。") for factor in table["result"]["factors"]]
    assert [text for text in page.locator("#result li span").all_inner_texts() if text] == factors
    undo = page.locator("#undo, #actions button").first
    if undo.is_disabled():  # each of my turns was a pass that the rules forced
        return
    undo.click()  # my last play is undone and played again, or my bid if I could only pass since
    page.wait_for_selector(MY_TURN)
    page.locator("#redo").click()
    page.wait_for_selector("#result")
    assert log.end()[0]["history"] == body["history"]

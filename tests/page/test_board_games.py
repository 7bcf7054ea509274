"""Whole games at the board, played like a person: no play is rejected, and the result is the referee's."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from service.rules.variants import VARIANTS
from tests.helpers.board import LINE, RefereeLog, pieces, play_on
from tests.helpers.chromium import MARKS, choose_level, until
from tests.helpers.gunicorn import GunicornProcess
from tests.oracle import family
from tests.oracle.referee import DealState

pytestmark = MARKS

GAMES = int(os.environ.get("BOARD_GAMES", "1"))
"""Games of each kind: `BOARD_GAMES=20 python -m pytest tests/page/test_board_games.py` plays more."""

JUDGED = ("standard", "contest", "yuncheng")
"""Games that the slow rules check here too; the others are checked by the referee of the service."""

MY_TURN = "body:not(.over) :is(#play, #actions button:not([id])):not([disabled])"


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
    until(page, f"{LINE}.startsWith('{variant}')")
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

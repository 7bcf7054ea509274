"""The board in a browser: scripts and actions of its tests, its requests, and a referee that ends deals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.helpers.chromium import until, until_so

Json = dict[str, Any]

LINE = "document.querySelector('#line').value"
MINE = "document.querySelector('#play:not([disabled])') !== null"
"""Whether it is the player's turn."""

FELT = """['seats', 'table', 'hand', 'actions'].map((id) => document.getElementById(id).innerText).join("|")
    + document.querySelectorAll('#hand .card').length"""
READY = "#result, #play:not([disabled]), #actions button:not([id]):not([disabled])"
PICKED = """[...document.querySelectorAll("#hand [aria-pressed=true]")]
    .map((node) => node.firstChild.textContent).join(" ")"""

SEATED = "chance => { crypto.getRandomValues = (numbers) => numbers.fill(chance); }"
"""The seat of this player, and the deal."""

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


# ---- actions --------------------------------------------------------------------------------------------------------


def enter(page: Any, text: str) -> None:
    """Enter a position or cards in the line."""
    page.locator("#line").fill(text)
    page.locator("#paste [data-text=analyse]").click()


def begin(page: Any, variant: str = "paodekuai", chance: int = 3) -> None:
    """Begin a game with this seat and deal, by default in the first seat."""
    page.evaluate(SEATED, chance)
    page.select_option("#variant", variant)
    until(page, f"{LINE}.startsWith('{variant}')")
    page.wait_for_selector(READY)


def deal_me(page: Any, hand: str) -> None:
    """Deal this hand to the first seat in a game of 54 cards; the others get the rest in turn."""

    def answer(route: Any) -> None:
        dealt = route.fetch().json()
        rest = list("3456789TJQKA2" * 4 + "XD")
        for card in hand:
            rest.remove(card)
        names = list(dealt["hands"])
        numbers = [len(pieces(dealt["hands"][name])) for name in names]
        assert numbers[0] == len(hand)
        hands = {names[0]: hand}
        for name, number in zip(names[1:], numbers[1:], strict=True):
            hands[name] = "".join(rest.pop() for _ in range(number))
        route.fulfill(json=dealt | {"hands": hands, "bottom": "".join(rest)})

    page.route("**/v1/deal", answer)


def play_hint(page: Any) -> None:
    page.locator("#hint").click()
    page.locator("#play").click()


def play_turns(page: Any, number: int = 1) -> None:
    """Play a number of the player's turns, up to the next one."""
    for _ in range(number):
        before = page.evaluate(LINE)
        page.evaluate(PLAY_ON)
        until(page, f"{LINE} !== {json.dumps(before)} && {MINE}")


def choice(page: Any, name: str) -> Any:
    """Wait for a choice with this name, and return its button."""
    buttons = page.locator("#actions button:not([id]):not([disabled])").filter(has_text=re.compile(f"^{name}"))
    buttons.first.wait_for()
    return buttons.first


def step(page: Any) -> None:
    """Take the advised action, and wait until the table has changed."""
    before = page.evaluate(FELT)
    page.evaluate(PLAY_ON)
    until(page, f"({FELT}) !== {json.dumps(before)}")


def turns(page: Any, most: int = 300) -> Iterator[int]:
    """Play a game to its result, and yield before each action."""
    for turn in range(most):
        page.wait_for_selector(READY)
        if page.locator("#result").count():
            return
        yield turn
        step(page)
    raise AssertionError("the game never ended")


def play_on(page: Any) -> None:
    """Play a game to its end."""
    for _ in turns(page):
        pass


def pieces(text: str) -> list[str]:
    return re.findall(r"[2-9TJQKA][shcd]?|[XDW]", text)


# ---- requests -------------------------------------------------------------------------------------------------------


def bodies_sent(page: Any, path: str = "/v1/game") -> list[Json]:
    """Return a list that collects the bodies of the requests to a path."""
    bodies: list[Json] = []

    def record(request: Any) -> None:
        if request.url.endswith(path):
            bodies.append(json.loads(request.post_data))

    page.on("request", record)
    return bodies


def refuse(page: Any, pattern: str, seconds: int = 20, status: int = 503) -> None:
    """Answer requests like a busy service."""
    busy = {"status": status, "headers": {"Retry-After": str(seconds)}, "json": {"detail": "busy"}}
    page.route(pattern, lambda route: route.fulfill(**busy))


class HeldRequests:
    """Requests that are held until they are continued."""

    def __init__(self, page: Any, pattern: str) -> None:
        self.page = page
        self.routes: list[Any] = []
        self.is_open = False
        page.route(pattern, self.hold)

    def hold(self, route: Any) -> None:
        """Hold a request back; continue it if `is_open` is set."""
        if self.is_open:
            route.continue_()
        else:
            self.routes.append(route)

    def wait_for(self, number: int) -> None:
        """Wait until a number of requests are held."""
        until_so(self.page, lambda: len(self.routes) >= number)

    def first(self) -> Any:
        """Wait for a request, remove it from the held ones and return it."""
        self.wait_for(1)
        return self.routes.pop(0)


class RefereeLog:
    """Records the requests of a board to the referee, and the answers."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.exchanges: list[tuple[Json, Json]] = []
        self.ends: list[tuple[Json, Json]] = []
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
        until_so(self.page, lambda: bool(self.exchanges) and len(self.exchanges[-1][0]["history"]) >= length)
        return list(self.exchanges[-1][0]["history"])

    def wait_for(self, history: list[Any]) -> None:
        """Wait until the last request has this history."""
        until_so(self.page, lambda: self.exchanges[-1][0]["history"] == history)

    def end(self) -> tuple[Json, Json]:
        """Wait for the next end of a game, which the page may already have drawn; return its request and answer."""
        until_so(self.page, lambda: bool(self.ends))
        return self.ends.pop(0)


class Referee:
    """Fake of `/v1/game` that ends a deal with a configured result after any play, and records requests and answers."""

    def __init__(self, page: Any) -> None:
        self.bodies: list[Json] = []
        self.tables: list[Json] = []
        self.end: Json | None = None
        page.route("**/v1/game", self.answer)

    def answer(self, route: Any) -> None:
        """Answer a request, once with the configured end."""
        self.bodies.append(json.loads(route.request.post_data))
        table = route.fetch().json()
        if self.end:
            table |= {"ended": True, "turn": None} | self.end
        self.tables.append(table)
        route.fulfill(json=table)


def ended(page: Any, referee: Referee, result: Json, following: Json) -> None:
    """End the deal at the next play."""
    until(page, MINE)
    usual = {"why": [], "factors": [], "points": None}
    referee.end = {"result": usual | result, "next": {"options": {}, "leader": None, "tribute": None} | following}
    page.evaluate(PLAY_ON)
    page.wait_for_selector("#result")
    referee.end = None

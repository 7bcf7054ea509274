"""Plays deals at the board with input events alone: mouse, touch or keyboard, at any size of the window.

On each turn it checks that nothing is cut off at the sides, that every used card and button can be hit where it is
drawn, and that table, hand and buttons have not moved.
"""

from __future__ import annotations

import json
from typing import Any

from board.tests.helpers.board import READY
from tests.helpers.chromium import until

MOST_STEPS = 400

TAP_PAUSE = 60
"""Milliseconds from a drag to the next tap; people need more."""

STAGE = """document.querySelectorAll("#plays li").length + document.getElementById("seats").innerText
    + [...document.querySelectorAll("#actions button:not([id])")].map((node) => node.innerText)"""
"""Changes with every bid and every play, but not with picks."""

PICKED = """[...document.querySelectorAll("#hand [aria-pressed=true]")]
    .map((node) => Number(node.dataset.place)).sort((a, b) => a - b)"""

PLACES = """() => {
    const box = (id) => { const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
        return [x, y, width, height].map(Math.round); };
    const bars = ["undo", "redo", "pass", "hint", "play"].filter((id) => document.getElementById(id));
    return { felt: box("felt"), hand: box("hand"), bar: box("actions"),
        ...(bars.length === 5 ? { buttons: bars.map(box) } : {}) };
}"""
"""Positions of the table, the hand, the bar and the buttons of a turn."""

CUT_OFF = """() => {
    const felt = document.getElementById("felt").getBoundingClientRect();
    return [...document.querySelectorAll("#hand .card, #seats .seat, .status, #actions button")].filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const low = Math.max(felt.bottom, innerHeight) + 1;
        return left < -1 || right > innerWidth + 1 || top < felt.top - 1 || bottom > low;
    }).map((node) => node.className + node.textContent);
}"""
"""Elements that exceed the sides of the table or of the window."""

SPOT = """(selector) => {
    const node = document.querySelector(selector);
    if (!node) return null;
    const { x, y, width, height } = node.getBoundingClientRect();
    const tries = [[width / 2, height / 2], [8, 12], [8, 6], [width / 2, 6], [5, height - 6]];
    const inside = ([dx, dy]) => node.contains(document.elementFromPoint(x + dx, y + dy));
    const hit = tries.find(inside);
    return hit ? [x + hit[0], y + hit[1]] : null;
}"""
"""A point at which an element can be hit; null if it is covered, outside the window or missing."""

CHOICE = "#actions button:not([id]):not([disabled])"


class MousePlayer:
    """A player with a mouse."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def spot(self, selector: str) -> tuple[float, float]:
        """Return a point at which an element can be hit."""
        point = self.page.evaluate(SPOT, selector)
        assert point, f"{selector} cannot be hit"
        return point[0], point[1]

    def press(self, selector: str) -> None:
        self.page.mouse.click(*self.spot(selector))

    def pick(self, places: list[int]) -> None:
        """Pick these places of the hand, card by card."""
        for _ in range(2 * len(places) + 2):
            picked = self.page.evaluate(PICKED)
            wrong = [place for place in (*places, *picked) if (place in places) != (place in picked)]
            if not wrong:
                return
            self.press(f"#hand [data-place='{wrong[0]}']")
        raise AssertionError(f"{places} cannot be picked")

    def choose(self) -> None:
        """Choose the advised action in an auction."""
        advised = f"{CHOICE}.main"
        self.press(advised if self.page.locator(advised).count() else CHOICE)

    def hint(self) -> list[int]:
        """Take the hint, release it, and return its places."""
        self.press("#hint")
        places = [int(place) for place in self.page.evaluate(PICKED)]
        if places:
            self.press("#table .status")
            assert self.page.evaluate(PICKED) == []
        return places

    def turn(self) -> None:
        """Make one play, or pass."""
        places = self.hint() if self.page.locator("#hint:not([disabled])").count() else []
        if places:
            self.pick(places)
        self.press("#play" if places else "#pass")


class TouchPlayer(MousePlayer):
    """A player with a touch screen, who drags over the hand."""

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        """Dispatch a touch."""
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def press(self, selector: str) -> None:
        self.send("touchStart", self.spot(selector))
        self.send("touchEnd")

    def pick(self, places: list[int]) -> None:
        """Drag from the first of these places to the last one, then tap the places that the drag did not select."""
        first, last = (self.spot(f"#hand [data-place='{place}']") for place in (places[0], places[-1]))
        if abs(first[0] - last[0]) > abs(first[1] - last[1]):
            self.send("touchStart", first)
            for step in range(1, 6):
                self.send("touchMove", tuple(a + (b - a) * step / 5 for a, b in zip(first, last, strict=True)))  # type: ignore[arg-type]
            self.send("touchEnd")
            self.page.wait_for_timeout(TAP_PAUSE)
        super().pick(places)


class KeyPlayer(MousePlayer):
    """A player with a keyboard."""

    def choose(self) -> None:
        """Choose the advised action in an auction with Enter, or the first choice by its number."""
        self.page.keyboard.press("Enter" if self.page.locator(f"{CHOICE}.main").count() else "1")

    def turn(self) -> None:
        if self.page.locator("#hint:not([disabled])").count():
            self.page.keyboard.press("h")
        self.page.keyboard.press("Enter" if self.page.evaluate(PICKED) else "p")


MEANS = {"pointer": MousePlayer, "touch": TouchPlayer, "keyboard": KeyPlayer}


def play_deal(page: Any, player: MousePlayer) -> None:
    """Play a deal to its end, checking the window on each turn."""
    places: dict[str, set[str]] = {}
    for _ in range(MOST_STEPS):
        page.wait_for_selector(READY)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "something reaches over the side"
        assert page.evaluate("scrollY") == 0
        if page.locator("#result").count():
            assert player.spot("#result strong"), "who won is seen"
            return
        for name, box in page.evaluate(PLACES).items():
            places.setdefault(name, set()).add(json.dumps(box))
            assert len(places[name]) == 1, f"{name} moved: {places[name]}"
        assert page.evaluate(CUT_OFF) == []
        before = page.evaluate(STAGE)
        if page.locator("#play").count():
            player.turn()
        else:
            player.choose()
        until(page, f"({STAGE}) !== {json.dumps(before)}")
    raise AssertionError("the deal never ended")

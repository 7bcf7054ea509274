"""Plays deals at the board with input events alone: mouse, touch or keyboard, at any size of the window.

On each turn it checks that nothing is cut off at the sides, that every used card and button can be hit where it is
drawn, and that table, hand and buttons have not moved.
"""

from __future__ import annotations

import json
from typing import Any

from tests.helpers.chromium import until

SIZES = {"320": (320, 640), "375": (375, 812), "812x375": (812, 375), "1280": (1280, 800)}
"""Sizes of the window: two phones, a phone in landscape, a desk."""

READY = "#result, #play:not([disabled]), #actions button:not([id]):not([disabled])"

MOST_STEPS = 400

TAP_PAUSE = 60
"""Milliseconds from a drag to the next tap; people need more."""

STAGE = """document.querySelectorAll("#plays li").length + document.getElementById("seats").innerText
    + [...document.querySelectorAll("#actions button:not([id])")].map((node) => node.innerText)"""
"""Changes with every bid and every play, but not with picks."""

PICKED = """[...document.querySelectorAll("#hand [aria-pressed=true]")]
    .map((node) => Number(node.dataset.place)).sort((a, b) => a - b)"""

STILL = """["felt", "hand", "actions"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, Math.round(x), Math.round(y), Math.round(width), Math.round(height)].join(" ");
}).join(", ")"""

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
        """Press a button."""
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
        """Tap."""
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
        """Make one play, or pass."""
        if self.page.locator("#hint:not([disabled])").count():
            self.page.keyboard.press("h")
        self.page.keyboard.press("Enter" if self.page.evaluate(PICKED) else "p")


MEANS = {"pointer": MousePlayer, "touch": TouchPlayer, "keyboard": KeyPlayer}


def play_deal(page: Any, player: MousePlayer) -> None:
    """Play a deal to its end, checking the window on each turn."""
    stood: set[str] = set()
    for _ in range(MOST_STEPS):
        page.wait_for_selector(READY)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "something reaches over the side"
        assert page.evaluate("scrollY") == 0
        if page.locator("#result").count():
            assert player.spot("#result strong"), "who won is seen"
            return
        stood.add(page.evaluate(STILL))
        assert len(stood) == 1, f"the table moved: {stood}"
        before = page.evaluate(STAGE)
        if page.locator("#play").count():
            player.turn()
        else:
            player.choose()
        until(page, f"({STAGE}) !== {json.dumps(before)}")
    raise AssertionError("the deal never ended")


def open_board(browser: Any, port: int, variant: str, size: str, lang: str = "zh") -> Any:
    """Return the page of a new game in its own window; the caller closes its context."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale="zh-CN" if lang == "zh" else "en-GB",
        has_touch=True,
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    page.add_init_script("localStorage.setItem('level', 'novice')")
    page.goto(f"http://127.0.0.1:{port}/?game={variant}")
    until(page, f"document.querySelector('#line').value.startsWith('{variant}')")
    return page

"""Waiting times at the board on a slow phone: `python -m dev.bench.board`.

The simulated phone has a processor four times slower, a round trip of 150 ms to the service and an empty cache. Taps
are also measured without the slower processor. Chromium slows down only the page's main thread, so the time of workers
is counted four times. Chromium's own network delay applies to each request, does not reach workers and makes
connections free; therefore a relay imitates TCP: a round trip for a new connection, a window of ten segments that
doubles with each round trip. There is no TLS and no limit of bandwidth.

The pages of reviews and puzzles are measured without the slower processor and the relay.

Prints the rows; the exit status is 1 if a median is above its target. `--write` writes
dev/benchmarks/board.json and the table in docs/measurements/figures.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, Page, Worker, sync_playwright

from app import create_app
from board.tests.helpers.watched_game import MOST_SHIFT, PLAY_ON, WATCH_GAME
from dev.tables import MeasuredTable, conditions, write_table
from paili.puzzles.ending import NO_MOVE
from service.advice.puzzles.shipped import shipped_puzzles
from tests.helpers.chromium import CHROMIUM, FOLLOW, PATIENCE, address, until
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.ports import free_port
from tests.helpers.reviewed_games import robot_game

SLOWER = 4
REST = 500
"""Milliseconds between an answer and the next tap, enough for all rendering."""
ROUND_TRIP = 0.150
FIRST_WINDOW = 10 * 1460  # initial congestion window of TCP

FIRST_ANSWER, FIRST_PAGE, A_HINT, FIRST_MARKS, REFUTATION = 1000, 1800, 50, 300, 50  # target in milliseconds

LEAST_TURNS = 60
"""Moves of the game that is reviewed."""

WATCH = """(() => {
    const seen = window.seen = { tapped: 0, shown: 0, alive: 0 };
    addEventListener("click", ({ timeStamp }) => Object.assign(seen, { tapped: timeStamp, shown: 0 }), true);
    const isHints = (node) => node.id === "hints" && node.querySelector("button");
    const brings = ({ target, type }) => type === "attributes" ? target.closest("#hand") : isHints(target);
    new MutationObserver((changes) => {
        if (!seen.alive && changes.some(({ target }) => target.id === "actions")) seen.alive = performance.now();
        if (seen.shown || !changes.some(brings)) return;
        seen.shown = Infinity;
        requestAnimationFrame(() => setTimeout(() => { seen.shown = performance.now(); }));
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-pressed"] });
})()"""
"""Records the time of a tap, of the frame with its hint, and of the first buttons drawn by the script."""

WATCH_ENGINE = """(() => {
    const answer = self.onmessage;
    self.spent = 0;
    self.onmessage = async (event) => {
        const began = performance.now();
        await answer(event);
        if (event.data.request.want !== "beliefs") self.spent += performance.now() - began; // no hint waits for those
    };
})()"""
"""Records the time that the page's engine takes for answers."""


LARGEST = """new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""


class TimingRow(NamedTuple):
    """Waiting times of one action in milliseconds."""

    what: str
    times: list[float]
    promise: int | None

    @property
    def is_kept(self) -> bool:
        return self.promise is None or median(self.times) <= self.promise

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the row."""
        least, middle, most = (f"{time:.0f}" for time in (min(self.times), median(self.times), max(self.times)))
        return self.what, least, middle, most, str(self.promise or "")


# ---- the connection to the service -----------------------------------------------------------------------------------


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_time: float, window: int) -> None:
    """Relay bytes in one direction with half a round trip of delay, in windows that double.

    Nothing is sent before *from_time*.
    """
    clock = asyncio.get_running_loop().time
    arrivals: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            due, data = await arrivals.get()
            await asyncio.sleep(due - clock())
            if not data:
                break
            writer.write(data)
        writer.close()

    delivering = asyncio.create_task(deliver())
    starts, free = from_time, window
    while data := await reader.read(65536):
        if clock() - starts >= ROUND_TRIP:
            free = window  # everything sent has arrived
        starts = max(starts, clock())
        while data:
            arrivals.put_nowait((starts + ROUND_TRIP / 2, data[:free]))
            data, free = data[free:], max(0, free - len(data))
            if not free:
                window *= 2
                starts, free = starts + ROUND_TRIP, window
    arrivals.put_nowait((clock() + ROUND_TRIP / 2, b""))
    await delivering


@contextmanager
def far_away(port: int) -> Iterator[int]:
    """Yield a port that relays to another one with the delay of a round trip."""

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = loop.time() + ROUND_TRIP
        there, back = await asyncio.open_connection("127.0.0.1", port)
        with suppress(ConnectionError):  # the browser was closed
            await asyncio.gather(
                carry(reader, back, from_time=opened, window=FIRST_WINDOW),
                carry(there, writer, from_time=opened, window=FIRST_WINDOW),
            )

    loop, relay_port = asyncio.new_event_loop(), free_port()
    loop.run_until_complete(asyncio.start_server(connect, "127.0.0.1", relay_port))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield relay_port
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


# ---- conditions to wait for -----------------------------------------------------------------------------------------


@contextmanager
def phone(browser: Browser, service_workers: Any = "block", slower: int = SLOWER) -> Iterator[Page]:
    """Yield a page in a new browser profile of a phone."""
    context = browser.new_context(
        viewport={"width": 375, "height": 800}, locale="zh-CN", has_touch=True, service_workers=service_workers
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def drawn_times(page: Page) -> dict[str, float]:
    """Return the times recorded by the page, once the answer is drawn."""
    until(page, "Number.isFinite(seen.shown) && seen.shown > 0")
    return dict(page.evaluate("seen"))


def first_answer(browser: Browser, port: int, path: str) -> tuple[float, float]:
    """Return the times from the request of a page until its first answer and until its buttons."""
    with phone(browser) as page:
        page.goto(f"http://127.0.0.1:{port}{path}", wait_until="commit")
        until(page, "seen.alive > 0")
        seen = drawn_times(page)
        return seen["shown"], seen["alive"]


def first_paint(browser: Browser, port: int) -> float:
    with phone(browser) as page:
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_timeout(REST)
        return float(page.evaluate(LARGEST))


def watched_engine(page: Page) -> Worker:
    """Return the page's own engine, with its computing time recorded from now on."""
    engine = next(worker for worker in page.workers if worker.url.endswith("engine/worker.js"))
    engine.evaluate(WATCH_ENGINE)
    return engine


def tap(page: Page, where: str, engine: Worker | None, slower: int) -> float:
    """Return the time from a tap to its result, with the engine's time multiplied by *slower*."""
    page.wait_for_timeout(REST)
    before = engine.evaluate("spent") if engine else 0
    page.locator(where).first.click()
    seen = drawn_times(page)
    beside = engine.evaluate("spent") - before if engine else 0
    return seen["shown"] - seen["tapped"] + (slower - 1) * beside


TAPS = [
    ("提示: the hint is lifted", "#hint"),
    ("出牌: hints for what is left", "#play"),
    ("悔一步: hints for what was", "#undo"),
]
EDITS = [
    ("a card is taken away: hints for the rest", "#hand .card"),
    ("a card is added: hints for the hand", "#pad [data-card='D']"),
]


def taps(browser: Browser, port: int, n: int, slower: int) -> list[TimingRow]:
    """Return rows of taps answered by the page's own engine, without a network."""
    times_of: dict[str, list[float]] = {}
    engine: Worker | None = None
    with phone(browser, "allow", slower) as page:
        page.goto(f"http://127.0.0.1:{port}{address(FOLLOW)}")
        until(page, "navigator.serviceWorker.controller !== null")
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        for way, tried in ((None, TAPS), ("#edit", EDITS)):
            if way:
                page.locator(way).click()
            for round_ in range(n + 1):
                for what, where in tried:
                    took = tap(page, where, engine, slower)
                    if round_:  # the engine starts during the first one
                        times_of.setdefault(what, []).append(took)
                engine = engine or watched_engine(page)
    how = f", {slower} times slower" if slower > 1 else ""
    promise = A_HINT if slower == 1 else None
    return [TimingRow(what + how, times, promise) for what, times in times_of.items()]


# ---- reviews and puzzles --------------------------------------------------------------------------------------------

WATCH_PAGE = """(() => {
    const seen = window.seen = { tapped: 0, shown: 0 };
    addEventListener("click", ({ timeStamp }) => Object.assign(seen, { tapped: timeStamp, shown: 0 }), true);
    new MutationObserver(() => {
        if (seen.shown || !document.querySelector("#curve .line, .played.wrong + .played")) return;
        seen.shown = Infinity;
        requestAnimationFrame(() => setTimeout(() => { seen.shown = performance.now(); }));
    }).observe(document, { subtree: true, childList: true });
})()"""
"""Records the time of a tap, and of the frame with the curve of a review or the line that refutes a play."""

PICK = """move => {
    const ranks = { "10": "T", "小王": "X", "大王": "D" };
    for (const rank of move) {
        const isFree = (card) => (ranks[card.textContent] ?? card.textContent) === rank && card.ariaPressed === "false";
        [...document.querySelectorAll("#hand .card")].find(isFree).click();
    }
}"""
"""Picks the cards of a move in the hand of a puzzle."""


def review_path() -> str:
    """Return the path of a review of a long game between robots."""
    client = create_app().test_client()
    games = (robot_game(client, "standard", seed, level="starter") for seed in count())
    game = next(game for game in games if len(game["history"]) >= LEAST_TURNS)
    hands = " ".join(f"{seat}:{hand}" for seat, hand in game["deal"]["hands"].items())
    plays = ",".join(play or "." for play in game["history"])
    fields = ["standard", "Deal", hands, "Bottom", game["deal"]["bottom"], plays]
    return f"/review?g={quote('~'.join(fields))}&me=landlord_up"


def first_marks(browser: Browser, port: int, n: int) -> TimingRow:
    """Return a row of the first marks of a review, from the request of the page."""
    path, times = review_path(), []
    for _ in range(n + 1):
        with phone(browser, slower=1) as page:
            page.add_init_script(WATCH_PAGE)
            page.goto(f"http://127.0.0.1:{port}{path}", wait_until="commit")
            times.append(drawn_times(page)["shown"])
    return TimingRow(f"first marks of a review of {LEAST_TURNS} turns", times[1:], FIRST_MARKS)


def refutations(browser: Browser, port: int, n: int) -> TimingRow:
    """Return a row of the lines that refute plays, by the page's own engine, from the tap on the button to play."""
    times = []
    with phone(browser, slower=1) as page:
        page.add_init_script(WATCH_PAGE)
        for puzzle in shipped_puzzles()[: n + 1]:
            move = next(move for move in puzzle.refuted[0] if move != NO_MOVE)
            page.goto(f"http://127.0.0.1:{port}/puzzle?n={puzzle.number}")
            until(page, "document.querySelector('#play:not([disabled])') !== null")
            page.wait_for_timeout(2 * REST)  # the engine starts meanwhile
            page.evaluate(PICK, move)
            page.locator("#play").click()
            seen = drawn_times(page)
            times.append(seen["shown"] - seen["tapped"])
    return TimingRow("a refuted play of a puzzle: the line that refutes it", times[1:], REFUTATION)


def measure_rows(n: int) -> list[TimingRow]:
    """Return all rows, *n* times each."""
    server = GunicornProcess(workers=2)
    with far_away(server.port) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            drawn, alive = zip(*(first_answer(browser, port, address(FOLLOW)) for _ in range(n)), strict=True)
            rows = [
                TimingRow("first visit, a link to a position", [*drawn], FIRST_ANSWER),
                TimingRow("until its buttons", [*alive], None),
                TimingRow("first visit, the first page", [first_paint(browser, port) for _ in range(n)], FIRST_PAGE),
            ]
            rows += [*taps(browser, port, n, SLOWER), *taps(browser, port, n, 1)]
            return [*rows, first_marks(browser, server.port, n), refutations(browser, server.port, 3 * n)]
        finally:
            browser.close()
            server.stop()


# ---- a game ---------------------------------------------------------------------------------------------------------

PHONE, WIDTHS = 375, (375, 1280)
SLOW_FRAME, MOST_SLOW = 32, 0.05  # milliseconds, fraction of frames
MOST_STEPS = 400


def watched_deal(browser: Browser, port: int, width: int) -> tuple[float, list[float]]:
    """Return the layout shift of a deal played at *width*, and the milliseconds of each frame of an animation.

    The phone's CPU is throttled, the desktop's is not.
    """
    with phone(browser, slower=SLOWER if width == PHONE else 1) as page:
        page.set_viewport_size({"width": width, "height": 800})
        page.add_init_script(WATCH_GAME)
        page.goto(f"http://127.0.0.1:{port}/?game=standard")
        page.wait_for_selector("#actions button:not([disabled])")
        for _ in range(MOST_STEPS):
            if page.evaluate(PLAY_ON):
                break
            page.wait_for_timeout(REST)
        return page.evaluate("game.shift"), page.evaluate("game.frames")


def game_figures(deals: int) -> list[tuple[str, float, float]]:
    """Return the figures of some deals: name, value and target."""
    server = GunicornProcess(workers=2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            played = {width: [watched_deal(browser, server.port, width) for _ in range(deals)] for width in WIDTHS}
        finally:
            browser.close()
            server.stop()
    flown = [time for _, times in played[PHONE] for time in times]
    slow = sum(time > SLOW_FRAME for time in flown) / max(1, len(flown))
    return [
        *(
            (f"layout shift in a deal at {width} px, the most", max(shifts)[0], MOST_SHIFT)
            for width, shifts in played.items()
        ),
        (f"share of {len(flown)} frames above {SLOW_FRAME} ms while cards fly", slow, MOST_SLOW),
    ]


DEALS = 2
"""Deals at each width whose figures the table has."""


def main() -> None:
    """Measure and print; exit with 1 if a median, a shift or a share is above its target."""
    parser = argparse.ArgumentParser(prog="python -m dev.bench.board", description=__doc__.split("\n")[0])
    parser.add_argument("-n", type=int, default=9, help="number of measurements of each (9)")
    parser.add_argument(
        "--write", action="store_true", help="write dev/benchmarks/board.json and docs/measurements/figures.md"
    )
    parser.add_argument("--game", type=int, metavar="DEALS", help="only play so many deals: layout shift and frames")
    options, load = parser.parse_args(), os.getloadavg()[0]
    rows = [] if options.game else measure_rows(options.n)
    figures = game_figures(options.game or DEALS)
    cells = [row.cells() for row in rows]
    cells += [(name, "", f"{value:.3f}", "", str(target)) for name, value, target in figures]
    measured = conditions(load, f"{options.n} times each, {options.game or DEALS} deals")
    columns = ("time until drawn in ms, or share", "least", "median", "most", "target")
    table = MeasuredTable("python -m dev.bench.board --write", measured, columns, cells)
    print(table.markdown(), end="")
    if options.write:
        write_table("board", table)
    sys.exit(not all(row.is_kept for row in rows) or any(value > target for _, value, target in figures))


if __name__ == "__main__":
    main()

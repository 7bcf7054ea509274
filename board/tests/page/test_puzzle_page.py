"""The page of puzzles in a real browser: solutions after a mistake, links, offline use."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from board.browser_engine.build import is_built
from board.tests.helpers.board_player import TAP_PAUSE, TouchPlayer
from service.advice.puzzles.shipped import Puzzle, difficulty_of, shipped_puzzles
from tests.helpers.chromium import MARKS, Page, look, unreadable, until

MOST_SHIFT = 0.02
PUZZLES = shipped_puzzles()
WILD = [
    next(puzzle for puzzle in PUZZLES if puzzle.variant.startswith("laizi") and "=" in repr(puzzle.defence)),
    [puzzle for puzzle in PUZZLES if puzzle.variant == "guandan" and "2h" in puzzle.line][-1],
]
"""A puzzle whose solution declares a wild card, and one of Guandan with a wild heart."""

RATINGS = {1: "入门", 2: "易", 3: "中", 4: "难", 5: "极难"}
IDLE = "!document.querySelector('#play')?.disabled || document.querySelector('#next') !== null"
IN_VIEW = """[...document.querySelectorAll("#hand .card, #actions button")].every((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + 6, y + 8)) && y + Math.min(height, 20) <= innerHeight;
})"""
"""Whether each card of the hand shows its rank, and each button its text."""

CUT = """[...document.querySelectorAll("#verdict, #tiles small, button")].filter((node) => node.offsetWidth
    && node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""
"""Texts that are cut off or overflow."""

SHIFTS = """new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift = (window.shift ?? 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true })"""


@pytest.fixture
def tab(tabs: Callable[..., Page]) -> Callable[..., Any]:
    """Return a function that opens the page."""

    def open_page(path: str = "/puzzle", lang: str = "zh", **options: Any) -> Any:
        opened = tabs(lang=lang, **options)
        opened.page.add_init_script(SHIFTS)
        opened.load(path).wait_for_selector("#hand .card")
        return opened.page

    return open_page


def make_move(page: Any, move: str) -> None:
    """Pick the cards of a move by the keys of their ranks and play it, or pass; choose between several plays."""
    until(page, IDLE)
    for rank in move.partition("=")[0] if move != "-" else "":
        page.keyboard.press(rank.lower())
    page.keyboard.press("p" if move == "-" else "Enter")
    until(page, "!document.querySelector('#hand [aria-pressed=true]') || document.querySelector('[data-move]')")
    if page.locator("[data-move]").count():
        page.click(f'[data-move="{move}"]')


def tap_move(page: Any, move: str) -> None:
    """Tap the cards of a move, then the button."""
    until(page, IDLE)
    for rank in set(move) - {"-"}:
        cards = page.evaluate(
            """rank => [...document.querySelectorAll('#hand .card')].filter((node) => {
                const text = node.textContent.replace(/[♠♥♣♦]/gu, '');
                return ({ 10: 'T', 小王: 'X', 大王: 'D' }[text] ?? text) === rank;
            }).map((node) => node.dataset.place)""",
            rank,
        )
        for place in cards[: move.count(rank)]:
            page.locator(f'#hand [data-place="{place}"]').evaluate("node => node.click()")
    page.click("#pass" if move == "-" else "#play")


def solve(page: Any, puzzle: Puzzle, move: Any = make_move) -> None:
    """Play the first winning move at every decision."""
    node = puzzle.defence
    while len(node) > 1:
        moves = node[1]
        chosen = next(iter(moves))
        move(page, chosen)
        until(page, "['still', 'solved'].includes(document.getElementById('verdict').className)")
        node = moves[chosen]
    until(page, "document.getElementById('verdict').className === 'solved'")


class TestPuzzlePage:
    """Actions of a person on the page."""

    pytestmark = MARKS

    def test_five_puzzles_are_solved_one_wrongly_first(self, tab: Any) -> None:
        """With keys and taps; help costs a star, and nothing moves."""
        first = PUZZLES[1]
        page = tab(f"/puzzle?n={first.number}")
        assert f"残局 2 · {RATINGS[difficulty_of(first.solved)]} · 你先出 · 3 步" in page.inner_text("#title")
        losing = next(move for move in first.refuted[0] if move != "-")
        make_move(page, losing)
        until(page, "document.getElementById('verdict').className === 'refuted'")
        until(page, "document.querySelectorAll('#trick .played').length > 2")
        assert "已被破" in page.inner_text("#verdict")
        assert page.locator("#undo.glow").count() == 1
        page.click("#undo")
        for text in ("单张", "3", "出"):
            page.click("#hint")
            until(page, f"document.getElementById('verdict').textContent.includes('{text}')")
        assert "☆☆☆" in page.inner_text("#stars")
        page.click("#play")
        until(page, "document.getElementById('verdict').className === 'still'")
        page.click("#restart")
        for _ in range(5):
            number = int(page.url.partition("n=")[2])
            solve(page, PUZZLES[number - 1], tap_move if number % 2 else make_move)
            assert "唯一解" in page.inner_text("#verdict")
            page.wait_for_selector("#lines .solution")
            page.click("#next")
            until(page, f"!location.search.endsWith('n={number}')")
        assert "5/" in page.inner_text("#tally")
        page.reload()
        page.wait_for_selector("#tiles .done")
        assert page.locator("#tiles .done").count() == 5
        assert page.evaluate("window.shift ?? 0") <= MOST_SHIFT

    @pytest.mark.parametrize("lang", ["zh", "en"])
    @pytest.mark.parametrize("puzzle", WILD, ids=lambda puzzle: puzzle.line)
    def test_a_puzzle_with_wild_cards_is_solved(self, tab: Any, puzzle: Puzzle, lang: str) -> None:
        """The declared cards are shown, and asked for where cards can be several plays."""
        page = tab(f"/puzzle?n={puzzle.number}", lang)
        solve(page, puzzle)
        page.wait_for_selector("#lines .solution")
        look(page, f"puzzle-wild-{puzzle.variant.partition('[')[0]}-{lang}", [(375, "light")])

    def test_the_puzzle_of_a_day_is_the_same_for_all_and_shared_as_squares(self, tab: Any) -> None:
        """A wrong try is a red square, and the tile of the puzzle is marked."""
        page = tab()
        page.click("[data-act=daily]")
        day = page.url.partition("day=")[2]
        assert f"今日残局 {day}" in page.inner_text("#title")
        number = (date.fromisoformat(day) - date(1970, 1, 1)).days * 89 % len(PUZZLES)
        puzzle = PUZZLES[number]
        wrong = next(move for move in puzzle.refuted[0] if move != "-")
        make_move(page, wrong)
        until(page, "document.getElementById('verdict').className === 'refuted'")
        page.click("#undo")
        solve(page, puzzle, make_move)
        assert "□■" in page.inner_text("#verdict")
        assert "连续 1 天" in page.inner_text("#verdict")
        assert "走错过" in page.locator("#tiles .done").get_attribute("aria-label")
        page.locator("[data-act=share]").click()
        until(page, "document.body.innerText.includes('已复制') || document.body.innerText.includes('day=')")

    @pytest.mark.parametrize(
        ("lang", "views"), [("en", [(375, "light")]), ("zh", [(320, "light"), (375, "dark"), (1280, "light")])]
    )
    def test_views_are_readable_by_all(self, tab: Any, lang: str, views: list[tuple[int, str]]) -> None:
        page = tab("/puzzle?n=1", lang)
        look(page, f"puzzle-{lang}", views)
        page.set_viewport_size({"width": 812, "height": 375})
        assert not unreadable(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 812
        box = page.locator("#actions").bounding_box()
        assert box["y"] + box["height"] <= 376

    @pytest.mark.parametrize(("width", "height"), [(320, 568), (375, 812), (568, 320), (1280, 800)])
    def test_hand_and_buttons_are_in_view_and_no_text_is_cut(self, tab: Any, width: int, height: int) -> None:
        """With two open hands above, and with the longest verdicts."""
        puzzle = next(one for one in PUZZLES if len(one.hands) == 3 and len(one.defence[1]) == 1)
        page = tab(f"/puzzle?n={puzzle.number}", "en")
        page.set_viewport_size({"width": width, "height": height})
        until(page, IDLE)
        until(page, IN_VIEW)
        make_move(page, next(move for move in puzzle.refuted[0] if move != "-"))
        until(page, "document.getElementById('verdict').className === 'refuted'")
        page.click("#undo")
        solve(page, puzzle)
        page.wait_for_selector("#lines .solution")
        assert page.evaluate(CUT) == []

    def test_bad_links_keep_what_was_there(self, tab: Any) -> None:
        """Each shows a message."""
        page = tab("/puzzle?n=4711")
        assert "没有第 4711 题" in page.inner_text("#broken")
        assert page.locator("#hand .card").count()
        page.goto(page.url.partition("?")[0] + "?e=nothing")
        page.wait_for_selector("#broken:not([hidden])")
        assert "看不懂" not in page.inner_text("#title")
        page.goto(page.url.partition("?")[0] + "?e=standard+landlord=3,landlord_up=44+landlord+55@landlord_up")
        until(page, "document.getElementById('broken').textContent.includes('赢不了')")

    def test_the_position_of_a_link_is_played(self, tab: Any) -> None:
        page = tab("/puzzle?e=standard+landlord=33,landlord_down=4555+landlord_down+-")
        until(page, IDLE)
        cards = "[...document.querySelectorAll('#felt .card')].map((node) => node.textContent)"
        before = page.evaluate(cards)
        assert len(set(before)) == len(before), "each card has a suit of its own"
        picked = page.locator("#hand .column:has-text('5') .card")
        names = [picked.nth(at).text_content() for at in (1, 2)]
        for at in (1, 2):
            picked.nth(at).click(position={"x": 6, "y": 8})
        page.keyboard.press("Enter")
        until(page, "document.querySelector('#trick .card') !== null")
        assert page.locator("#trick .played").first.locator(".card").all_text_contents() == names
        assert sorted(page.evaluate(cards)) == sorted(before)
        make_move(page, "5")
        until(page, "document.getElementById('verdict').className === 'solved'")

    def test_a_finger_may_drag_over_the_hand(self, tab: Any) -> None:
        """The cards in between are picked; a tap releases one."""
        page = tab(f"/puzzle?n={PUZZLES[1].number}", viewport={"width": 375, "height": 812}, has_touch=True)
        until(page, IDLE)
        player, picked = TouchPlayer(page), "#hand .card[aria-pressed=true]"
        first, last = (player.spot(f"#hand .column:{end}-child .card:last-child") for end in ("first", "last"))
        player.send("touchStart", first)
        for step in range(1, 6):
            player.send("touchMove", (first[0] + (last[0] - first[0]) * step / 5, first[1]))
        player.send("touchEnd")
        number = page.locator("#hand .card").count() + 1 - page.locator("#hand .column:first-child .card").count()
        until(page, f"document.querySelectorAll('{picked}').length === {number}")
        page.wait_for_timeout(TAP_PAUSE)
        player.press("#hand .column:last-child .card:last-child")
        until(page, f"document.querySelectorAll('{picked}').length === {number - 1}")

    @pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources")
    def test_a_puzzle_is_solved_without_a_network(self, tab: Any) -> None:
        """The engine of the page refutes a wrong play."""
        page = tab("/puzzle?n=3", service_workers="allow")
        until(page, "navigator.serviceWorker.controller !== null")
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#hand .card")
        assert page.evaluate("document.querySelector('h1 img').naturalWidth > 0")
        make_move(page, next(move for move in PUZZLES[2].refuted[0] if move != "-"))
        until(page, "document.querySelectorAll('#trick .played').length > 1")
        page.click("#undo")
        solve(page, PUZZLES[2])

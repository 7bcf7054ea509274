"""Effects of plays: cards fly and bombs flash, sounds if enabled, suits as images."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from board import assets
from board.tests.helpers.board import MINE, PLAY_ON, READY, HeldRequests, Referee, begin, ended, enter
from board.tests.helpers.watched_game import MOST_SHIFT, WATCH_GAME
from board.tests.helpers.watched_game import PLAY_ON as STEP
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, Page, address, look, until

pytestmark = [*MARKS, ENGINELESS]

WATCH = """(() => {
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const names = [...new Set(frames.flatMap(Object.keys))].filter((name) => name !== "offset");
        flights.push({ id: this.id, kind: this.className, names, time: how.duration ?? how, text: this.textContent });
        return animate.call(this, frames, how);
    };
})()"""
"""Records every animation: element, animated properties, duration and text."""

SILENCE = """(() => {
    window.tones = 0;
    window.AudioContext = class extends AudioContext {
        createOscillator() { window.tones += 1; return super.createOscillator(); }
    };
})()"""


@pytest.fixture
def moving(tabs: Callable[..., Page]) -> Callable[..., Any]:
    """Return a function that opens a page without reduced motion."""

    def open_page(motion: str = "no-preference", path: str = "/?game=standard") -> Any:
        tab = tabs(lang="zh", reduced_motion=motion)
        tab.page.add_init_script(WATCH)
        tab.page.add_init_script(SILENCE)
        return tab.open(path)

    return open_page


def play(page: Any, turns: int = 2) -> None:
    """Play some turns of a game in which I am the first seat."""
    page.wait_for_selector("#actions button:not([disabled])")
    begin(page)
    until(page, "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/animations.js'))")
    for _ in range(turns):
        page.wait_for_selector(READY)
        page.evaluate(PLAY_ON)
        page.wait_for_timeout(300)
        until(page, f"{MINE} || document.querySelector('#result') !== null")


def test_cards_fly_by_transforms_alone(moving: Any) -> None:
    page = moving()
    play(page)
    flights = page.evaluate("flights")
    assert len([one for one in flights if one["kind"].startswith("cards")]) >= 3
    assert {name for one in flights if one["kind"] != "flash" for name in one["names"]} == {"transform"}
    assert all(one["time"] <= 200 for one in flights if one["kind"] != "flash")


def test_nothing_moves_for_who_wants_no_motion(moving: Any) -> None:
    page = moving(motion="reduce")
    play(page)
    assert page.evaluate("flights") == []
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_bomb_flashes_once(moving: Any) -> None:
    page = moving()
    page.wait_for_selector("#actions button:not([disabled])")
    bomb = {"seat": 0, "cards": "4444", "shape": "bomb"}

    def answer(route: Any) -> None:
        data = route.fetch().json()
        if data["trick"]:
            data["trick"][-1] |= {"cards": bomb["cards"], "shape": "bomb"}
        route.fulfill(json=data)

    page.route("**/v1/game", answer)
    play(page, 1)
    flights = page.evaluate("flights.filter(({ kind }) => kind === 'flash').length")
    assert flights == page.locator("#plays button", has_text="4 4 4 4").count() >= 1
    until(page, "document.querySelector('.flash') === null")


def test_a_spring_flashes_at_the_end(moving: Any) -> None:
    page = moving()
    referee = Referee(page)
    play(page, 1)
    factors = [{"code": "spring", "factor": 2, "text": "春天"}]
    ended(page, referee, {"winner": 0, "places": [0], "factors": factors}, {"match": None})
    until(page, "flights.some(({ kind }) => kind === 'flash')")
    assert page.evaluate("flights.filter(({ kind }) => kind === 'flash').at(-1).text") == "春天"
    petals = page.evaluate("flights.filter(({ kind }) => kind === 'petal')")
    assert len(petals) > 6
    assert all(petal["names"] == ["transform"] for petal in petals)
    until(page, "document.querySelector('.petal') === null")


@pytest.mark.parametrize(("motion", "columns"), [("no-preference", 1), ("reduce", 0)])
def test_the_next_hand_is_dealt_column_by_column(moving: Any, motion: str, columns: int) -> None:
    page = moving(motion=motion)
    page.wait_for_selector("#actions button:not([disabled])")
    until(page, "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/animations.js'))")
    page.evaluate("flights.length = 0")
    page.locator("#deal").click()
    page.wait_for_selector("#actions button:not([disabled])")
    hand = page.locator("#hand .column").count()
    until(page, f"flights.filter(({{ kind }}) => kind === 'column').length === {hand * columns}")


RING = """[...document.querySelectorAll("#seats li[aria-current] .seat")]
    .map((seat) => getComputedStyle(seat, "::before").animationName)"""
MOTIONS = ["no-preference", "reduce"]
SHAKEN = "flights.some(({ id, names }) => id === 'hand' && names.join() === 'transform')"
WHOLE_HAND = "[...document.querySelectorAll('#hand .card')].forEach((card) => card.click())"


@pytest.mark.parametrize("motion", MOTIONS)
def test_an_illegal_play_shakes_my_hand_and_a_ring_is_around_a_robot_that_thinks(moving: Any, motion: str) -> None:
    page = moving(motion, "/?game=paodekuai")
    begin(page)
    until(page, "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/animations.js'))")
    until(page, f"{MINE} && document.querySelector('#seats li[aria-current]') !== null")
    page.evaluate("flights.length = 0")
    page.evaluate(WHOLE_HAND)
    page.locator("#play").click()
    page.wait_for_selector("#message:not([hidden])")
    assert page.evaluate(SHAKEN) == (motion == "no-preference")
    assert page.evaluate(RING) == ["none"], "it is my turn"
    page.keyboard.press("Escape")
    held = HeldRequests(page, "**/v1/move")
    page.evaluate(PLAY_ON)
    held.wait_for(1)
    ring = "think" if motion == "no-preference" else "none"
    until(page, f"JSON.stringify({RING}) === '[\"{ring}\"]'")
    assert page.locator("#seats li[aria-current].me").count() == 0


@pytest.mark.parametrize("motion", MOTIONS)
def test_picked_cards_rise_and_an_illegal_play_shakes_a_studied_hand(moving: Any, motion: str) -> None:
    page = moving(motion, address(FOLLOW))
    until(page, MINE)
    running = page.evaluate("""() => {
        const column = document.querySelector("#hand .column"), before = getComputedStyle(column).transform;
        column.querySelector(".card").click();
        window.rise = { column, before };
        return column.getAnimations().map(({ transitionProperty }) => transitionProperty);
    }""")
    assert running == (["transform"] if motion == "no-preference" else [])
    page.evaluate("rise.column.getAnimations().forEach((one) => one.finish())")
    at, up = page.evaluate(
        "[rise.before, getComputedStyle(rise.column).transform].map((text) => new DOMMatrix(text).m42)"
    )
    assert (at, up < -5) == (0, True)
    page.evaluate("rise.column.querySelector('.card').click()")
    page.evaluate("rise.column.getAnimations().forEach((one) => one.finish())")
    assert page.evaluate("new DOMMatrix(getComputedStyle(rise.column).transform).m42") == 0
    page.evaluate(WHOLE_HAND)
    page.locator("#play").click()
    page.wait_for_selector("#message:not([hidden])")
    if motion == "no-preference":
        until(page, SHAKEN)


def test_the_felt_has_a_bar_of_my_chance(opened: Any) -> None:
    page = opened(address(FOLLOW), width=1280)
    until(page, f"{CHANCE} === ({ADVISED}) && {CHANCE} !== '0%'")
    enter(page, "standard landlord_down 34567899JQQKKA22D - ?JJJTTT57@landlord")
    until(page, f"{CHANCE} === '0%' && document.querySelector('#hints .tried') === null")


CHANCE = "document.querySelector('#felt').style.getPropertyValue('--chance')"
ADVISED = "document.querySelector('#hints li .tried')?.textContent.match(/\\d+%/)[0] ?? '0%'"


def test_sound_is_off_until_it_is_switched_on(moving: Any) -> None:
    page = moving()
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url.rpartition("/")[2]))
    play(page, 1)
    assert "sound.js" not in paths
    assert page.evaluate("tones") == 0
    page.locator("#sound").check()
    until(page, "tones > 0")
    assert paths.count("sound.js") == 1
    before = page.evaluate("tones")
    page.wait_for_selector(READY)
    page.evaluate(PLAY_ON)
    until(page, f"tones > {before}")
    page.locator("#sound").uncheck()
    page.reload()
    page.wait_for_selector("#sound")
    until(page, "!document.querySelector('#sound').checked")


def test_suits_are_pictures_in_four_colours_if_wanted(opened: Any) -> None:
    page = opened("/?game=guandan", lang="zh")
    page.wait_for_selector("#hand .suit")
    masks = page.evaluate(
        "[...document.querySelectorAll('#hand .suit')].map((node) => getComputedStyle(node).maskImage)"
    )
    assert len(set(masks)) == 4
    assert all(mask.startswith('url("data:image/svg+xml') for mask in masks)
    cards = "[...document.querySelectorAll('#hand .card:has(.suit)')]"
    colours = f"new Set({cards}.map((node) => getComputedStyle(node).color)).size"
    assert page.evaluate(colours) == 4
    until(page, "document.querySelector('#four').checkVisibility()")
    page.locator("#four").uncheck()
    assert page.evaluate(colours) == 2
    page.locator("#four").check()
    size = "parseFloat(getComputedStyle(document.querySelector('#hand .card')).fontSize)"
    before = page.evaluate(size)
    page.locator("#large").check()
    assert page.evaluate(size) > before * 1.1
    page.reload()
    page.wait_for_selector("#hand .suit")
    until(page, f"{colours} === 4 && {size} > {before * 1.1}")
    look(page, "four-large", [(320, "light"), (375, "dark"), (1280, "light")], "#felt")


def test_the_pictures_of_suits_are_small() -> None:
    pictures = re.findall(r'url\("data:image/svg[^"]*"\)', assets.site().files["lib/base.css"].data.decode())
    assert len(pictures) == 4
    assert sum(map(len, pictures)) <= 1_500


@pytest.mark.parametrize("width", [375, 1280])
def test_nothing_moves_by_itself_in_a_deal(opened: Any, width: int) -> None:
    page = opened(lang="zh", width=width, engine=True)  # which draws the hints again
    page.wait_for_selector("#actions button:not([disabled])")
    page.evaluate(WATCH_GAME)
    for _ in range(300):
        page.wait_for_selector(READY)
        if page.evaluate(STEP):
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(300)
    assert page.locator("#result").is_visible()
    assert page.evaluate("game.shift") <= MOST_SHIFT

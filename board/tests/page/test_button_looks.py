"""The looks of the hint button in a page of another origin: styles, narrow cells, states, its own text."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.helpers.board import HeldRequests
from board.tests.page.test_button import ANSWERS, FOLLOW, Visit, shop, visit
from tests.helpers.chromium import KEEP_PICTURES, MARKS, SHOTS, unreadable, until

__all__ = ["shop", "visit"]

pytestmark = MARKS

HOST = "document.querySelector('paili-hint')"
BUTTON = f"{HOST}.shadowRoot.querySelector('button')"
SLOT = f"{HOST}.shadowRoot.querySelector('slot')"
OUTPUT = f"{HOST}.shadowRoot.querySelector('output')"

UNHEARD = """for (const name of ["paili-hint", "paili-error"])
    document.addEventListener(name, (event) => event.stopPropagation())"""
"""No listener of the page gets the event."""


def styled(page: Any, css: str) -> None:
    """Add a style sheet to the page."""
    page.evaluate(
        "(css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
        " document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet] }",
        css,
    )


def style(page: Any, name: str, of: str = BUTTON, pseudo: str = "") -> str:
    """Return a computed style."""
    return str(page.evaluate(f"getComputedStyle({of}, '{pseudo}').{name}"))


def picture(page: Any, name: str) -> None:
    if KEEP_PICTURES:
        page.screenshot(path=str(SHOTS / f"button-{name}.png"))


def test_it_has_the_font_and_colour_of_its_place(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    styled(page, "main { font: 30px/1 serif; color: rgb(20, 40, 60) }")
    assert [style(page, name) for name in ("fontSize", "fontFamily", "color", "borderColor")] == [
        "30px", "serif", "rgb(20, 40, 60)", "rgb(20, 40, 60)",
    ]  # fmt: skip


def test_variables_of_the_page_set_size_colours_and_radius(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    styled(
        page,
        "html { --paili-hint-size: 12px; --paili-hint-color: rgb(255, 255, 255); --paili-hint-radius: 9px;"
        " --paili-hint-background: rgb(0, 80, 40); --paili-hint-border: 3px solid red; --paili-hint-padding: 1px 2px }",
    )
    names = ("fontSize", "color", "borderRadius", "backgroundColor", "borderTopWidth", "padding")
    assert [style(page, name) for name in names] == [
        "12px", "rgb(255, 255, 255)", "9px", "rgb(0, 80, 40)", "3px", "1px 2px",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [24, 40, 90])
@pytest.mark.parametrize("cell", ["display: grid", "display: flex", "display: block"])
def test_it_does_not_leave_a_narrow_cell(visit: Visit, width: int, cell: str) -> None:
    page = visit.open(lang="zh", **FOLLOW)
    page.evaluate(UNHEARD)
    page.evaluate(f"{HOST}.textContent = 'Show me the best hint'")
    styled(page, f"main {{ {cell}; width: {width}px }} h1 {{ display: none }}")
    visit.press()
    until(page, f"{OUTPUT}.textContent !== ''")
    assert page.evaluate("document.querySelector('main').scrollWidth") == width
    for part in (HOST, BUTTON, OUTPUT):
        inside = f"({part}).getBoundingClientRect()"
        assert page.evaluate(f"{inside}.right <= document.querySelector('main').getBoundingClientRect().right"), part


def test_a_row_with_little_room_leaves_its_label_whole(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    styled(page, "main { display: flex; width: 300px } h1 { flex: 0 1 2000px }")
    assert page.evaluate(f"{BUTTON}.clientHeight < 60"), "the label has one line"


def test_a_cell_of_a_table_is_as_wide_as_the_label(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    page.evaluate(
        "() => { const table = document.createElement('table'), row = table.insertRow(); document.body.append(table);"
        f" row.insertCell().append({HOST}); row.insertCell().textContent = 'word '.repeat(400) }}"
    )
    assert page.evaluate(f"{BUTTON}.scrollWidth <= {BUTTON}.clientWidth")
    assert page.evaluate(f"{BUTTON}.clientHeight < 60"), "the label has one line"


def test_a_disabled_button_asks_nothing(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    assert visit.next()[1]["cards"] == "JJ"
    visit.set(disabled="")
    visit.press()
    page.evaluate(f"{HOST}.click()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")
    assert page.get_by_role("button").is_disabled()
    assert style(page, "opacity") == "0.5"
    page.evaluate(f"{HOST}.disabled = false")
    assert page.evaluate(f"{HOST}.hasAttribute('disabled')") is False
    assert visit.next()[1]["cards"] == "QQ"  # the list of hints is still there
    assert len(visit.requests) == 1
    page.evaluate(f"{HOST}.disabled = true")
    assert page.get_by_role("button").is_disabled()


def test_it_shows_that_it_waits(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    styled(page, "paili-hint::part(waiting) { outline: 5px solid red }")
    page.emulate_media(reduced_motion="no-preference")
    held = HeldRequests(page, ANSWERS)
    size = page.evaluate(f"{BUTTON}.offsetWidth")
    visit.press()
    request = held.first()
    assert (style(page, "outlineWidth"), style(page, "opacity", SLOT)) == ("5px", "0.3")
    assert style(page, "animationName", pseudo="::after") == "turn"
    assert page.evaluate(f"{BUTTON}.offsetWidth") == size
    picture(page, "waits")
    page.emulate_media(reduced_motion="reduce")
    assert style(page, "animationName", pseudo="::after") == "none"
    request.continue_()
    visit.events(1)
    visit.enabled()
    assert style(page, "content", pseudo="::after") == "none"
    assert style(page, "opacity", SLOT) == "1"


def test_without_a_listener_the_hint_stands_beside_it(visit: Visit) -> None:
    page = visit.open(lang="zh", **FOLLOW)
    page.evaluate(UNHEARD)
    visit.press()
    until(page, f"{OUTPUT}.textContent !== ''")
    assert page.evaluate(f"{OUTPUT}.textContent").startswith("JJ ")
    assert style(page, "position", OUTPUT) == "static"
    button, text = (page.evaluate(f"({part}).getBoundingClientRect().toJSON()") for part in (BUTTON, OUTPUT))
    assert text["left"] >= button["right"]
    assert text["width"] > 20
    assert not unreadable(page)
    picture(page, "text")
    visit.enabled()
    visit.set(last="QQ")
    assert page.evaluate(f"{OUTPUT}.textContent") == "", "no hint of another table"


def test_without_a_listener_a_pass_and_an_error_have_words(visit: Visit) -> None:
    line = "standard landlord_up 3344AA - ?K@landlord_down;left=landlord:9,landlord_down:1"
    page = visit.open(lang="en", position=line)
    page.evaluate(UNHEARD)
    visit.press()
    until(page, f"{OUTPUT}.textContent.startsWith('Pass ')")
    visit.enabled()
    visit.set(position="standard landlord_up 33")
    visit.press()
    until(page, f"/\\w/.test({OUTPUT}.textContent)")
    assert style(page, "position", OUTPUT) == "static"
    visit.forgive("status of 422")


def test_a_listener_that_reads_the_hint_shows_it_itself(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    visit.next()
    assert visit.announcement().startswith("JJ ")
    assert style(page, "position", OUTPUT) == "absolute"
    assert page.evaluate(f"{OUTPUT}.offsetWidth") == 1

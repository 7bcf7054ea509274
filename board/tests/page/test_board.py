"""The board in a real browser: views, taps and typing, on a phone and on a desk, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import floor
from typing import Any

import pytest

from board.tests.helpers.board import (
    LINE,
    SEATED,
    HeldRequests,
    begin,
    bodies_sent,
    enter,
    play_hint,
    refuse,
)
from tests.helpers.chromium import (
    CORNER,
    ENGINELESS,
    FOLLOW,
    LOSSES,
    MARKS,
    VIEWS,
    Page,
    address,
    choose_level,
    look,
    until,
    until_so,
)

pytestmark = [*MARKS, ENGINELESS]

WILD = "laizi[wild=7] landlord 3344556777889TJQKA2D - ?"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_views_are_readable_by_all(opened: Any, lang: str) -> None:
    page = opened(address(FOLLOW), lang=lang)
    page.wait_for_selector("#unseen .heat")
    views = VIEWS if lang == "zh" else VIEWS[::4]
    look(page, f"board-{lang}", views)
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    look(page, f"keys-{lang}", views[1:3], "#help")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.locator("#options-toggle").click()
    page.wait_for_selector("#options label")
    look(page, f"edit-{lang}", views[:3], "#felt, #options")


@pytest.mark.parametrize(("variant", "scheme"), [("standard", "dark"), ("guandan", "light")])
def test_a_game_is_readable_by_all(opened: Any, variant: str, scheme: str) -> None:
    page = opened(lang="zh")
    begin(page, variant)
    look(page, f"game-{variant}", [(320, scheme), (1280, scheme)])


@pytest.mark.parametrize("line", [WILD, "guandan[level=T] 0 3s3h4s4h5s5h6s6h6c7d8h9c9dTsThJhQsKdKsAhAs2s2c2dXXD - ?",
                                  "yuncheng landlord 3344556778899TJQKAW - ?"])  # fmt: skip
def test_wild_cards_are_seen_and_say_what_they_stand_for(opened: Any, line: str) -> None:
    page = opened(address(line), lang="zh")
    assert page.locator("#hand .card.wild").count() == {"l": 3, "g": 1, "y": 1}[line[0]]
    labels = page.evaluate("[...document.querySelectorAll('#split .card.wild')].map(node => node.dataset.as)")
    assert labels
    assert all(re.fullmatch(r"10|[2-9JQKA]|癞", text) for text in labels)
    assert any(text != "癞" for text in labels)
    page.keyboard.press("e")
    look(page, f"edit-{line.split(maxsplit=1)[0].partition('[')[0]}-zh", [(320, "dark")], "#felt")


def test_cards_that_lie_on_others_leave_their_suits_in_sight(opened: Any) -> None:
    page = opened(address("guandan[level=T] 0 3s3h4s4h5s5h6s6h6c7d8h9c9dTsThJhQsKdKsAhAs2s2c2dXXD - ?"))
    for width in (320, 375, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        hidden = page.evaluate("""[...document.querySelectorAll('#hand .card + .card')].filter((node) => {
            const suit = node.previousElementSibling.querySelector('.suit');
            return suit && suit.getBoundingClientRect().bottom > node.getBoundingClientRect().top + 1;
        }).length""")
        assert page.locator("#hand .card + .card").count() == 12
        assert hidden == 0, width


def test_a_hint_is_picked_by_a_tap_and_played_by_another(opened: Any) -> None:
    page = opened(address(FOLLOW))
    first = page.locator("#hints [data-place]").first
    first.click()
    assert page.locator("#hand [aria-pressed=true]").count() == 2
    look(page, "hint-en", [(375, "dark")], "#felt, #hints")
    first.click()
    until(page, f"!{LINE}.includes('JJ')")
    assert page.locator("#line").input_value() == "standard landlord_down 34567899QQKA22D - ?"
    page.locator("#undo").click()
    until(page, f"{LINE}.includes('JJ')")
    page.locator("#redo").click()
    until(page, f"!{LINE}.includes('JJ')")


def test_hints_by_the_robot_show_what_they_are_ordered_by(opened: Any) -> None:
    page = opened(address("standard landlord 345678999TJKA2 - ?"))
    with page.expect_response(lambda answer: "level=master" in answer.url) as response_info:
        choose_level(page, "master", drawn=True)
    facts = response_info.value.json()
    shown = page.evaluate(LOSSES)
    look(page, "by-master-en", [(320, "dark")], "#hints-panel")
    tried = {hint["cards"]: hint["won"] for hint in facts["move"]["search"]["candidates"] if "won" in hint}
    for hint, text in zip(facts["hints"], shown, strict=True):
        assert text == (f"{floor(tried[hint['cards']] * 100 + 0.5)}%" if hint["cards"] in tried else "\u2013")
    assert page.locator("#hints .interval i").count() == sum(hint["cards"] in tried for hint in facts["hints"]) >= 3


def test_cards_that_are_no_play_are_refused_with_a_reason(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    page.locator("#hand .card").first.click(position=CORNER)
    page.locator("#hand .card").last.click(position=CORNER)
    page.locator("#play").click()
    page.wait_for_selector("#message:not([hidden])")
    assert "不成牌型" in page.locator("#message").inner_text()
    look(page, "refused-zh", [(320, "light")], "#felt")
    assert page.locator("#line").input_value() == FOLLOW


def in_english(text: str) -> None:
    """Check that no Chinese word is left."""
    assert not re.findall(r"[\u4e00-\u9fff]", text), text


def in_chinese(text: str) -> None:
    """Check that no English word is left, except identifiers of the contract and names."""
    allowed = {"curl", "ddz", "landlord", "down", "standard", "ard", "ou", "ero"}
    assert not set(re.findall(r"[a-z]{3,}", text)) - allowed, text


@pytest.mark.parametrize(("lang", "check"), [("en", in_chinese), ("zh", in_english)])
def test_the_switch_of_language_leaves_no_word_behind(opened: Any, lang: str, check: Callable[[str], None]) -> None:
    page = opened(address(FOLLOW), lang=lang)
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    page.keyboard.press("Escape")
    page.locator("#language").click()
    until(page, f"document.documentElement.lang === '{'en' if lang == 'zh' else 'zh-CN'}'")
    old = "[a-z]{3,}" if lang == "en" else "[\\u4e00-\\u9fff]"  # until the new answer is drawn
    until(page, f"!/{old}/.test(['reason', 'hints'].map((id) => document.getElementById(id).innerText).join())")
    check(page.locator("main").inner_text())
    page.keyboard.press("e")
    check(page.locator("#felt").inner_text())
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    check(re.sub("Enter", "", page.locator("#help").inner_text()))
    page.keyboard.press("Escape")
    labels = page.evaluate("[...document.querySelectorAll('main [aria-label]')].map(node => node.ariaLabel).join(' ')")
    check(labels)
    joker = "[...document.querySelectorAll('#hand .joker')].map(node => node.ariaLabel)"
    assert page.evaluate(joker) == (["big joker"] if lang == "zh" else ["大王"])


def test_the_board_can_be_used_by_keyboard_alone(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.keyboard.press("h")
    assert page.locator("#hand [aria-pressed=true]").count() == 2
    page.keyboard.press("Enter")
    until(page, f"!{LINE}.includes('JJ')")
    page.keyboard.press("ArrowLeft")
    until(page, f"{LINE}.includes('JJ')")
    page.keyboard.press("/")
    page.locator("#line").fill("45")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#hand .card').length === 2")
    page.locator("#edit").focus()
    page.keyboard.press("e")
    page.wait_for_selector("#pad:not([hidden])")
    page.keyboard.press("3")
    until(page, "document.querySelectorAll('#split li').length === 3")


@pytest.mark.parametrize(
    ("text", "line"),
    [("♠3 10 王爆 2", None), ("3 4 5 6 7 10 j 大王", "standard landlord 34567TJD - ?")],
)
def test_a_hand_may_be_pasted(opened: Any, text: str, line: str | None) -> None:
    page = opened(address(FOLLOW))
    enter(page, text)
    if line is None:
        page.wait_for_selector("#wrong:not([hidden])")
        assert page.locator("#hints [data-place]").count() == 4, "the last good analysis stays"
    else:
        until(page, f"document.activeElement.blur() || {LINE} === '{line}'")


def test_a_hand_is_tapped_together(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.locator("#edit").click()
    page.locator("#pad [data-act=clear]").click()
    assert page.locator("#edit-beat").input_value() == ""
    assert page.locator("#line").input_value() == ""
    for card in ("3", "3", "D"):
        page.locator(f"#pad [data-card='{card}']").click()
    until(page, f"{LINE} === 'standard landlord_down 33D - ?'")
    assert page.locator("#pad [data-card=D]").is_disabled()
    page.locator("#hand .card").first.click(position=CORNER)
    until(page, f"{LINE} === 'standard landlord_down 33 - ?'")
    page.select_option("#edit-seat", "landlord")
    until(page, f"{LINE}.startsWith('standard landlord 33')")


def test_a_chat_is_entered_and_what_is_left_out_is_named(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    page.locator("#edit").click()
    page.locator("#pad [data-enter=plays]").click()
    page.fill("#chat", "地主出对4，上家对九；地主不要，下家真慢")
    page.locator("#pad form button").click()
    until(page, f"{LINE} === 'standard landlord_down 34567899JJQQKA22D - 44,.,99,.'")
    assert "下家真慢" in page.locator("#message").inner_text()
    look(page, "chat", [(320, "light"), (375, "dark")], "#felt")
    page.fill("#chat", "地主")
    page.locator("#pad [data-card='5']").click()
    assert page.locator("#next-turn b").inner_text().endswith("5")
    assert page.input_value("#chat") == "地主"


def test_a_table_of_guandan_is_entered_as_it_happened(opened: Any) -> None:
    """Level, suits and the passes of seats by taps; my own play leaves my hand."""
    hand = "3s3h4s4c6d6h7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAc2s2d5h5h"
    page = opened(f"/?p=guandan+0+{hand}+-+-", lang="zh")
    page.locator("#edit").click()
    page.select_option("#edit-level", "9")
    page.locator("#pad [data-enter=plays]").click()
    for cards in (("4s", "4c"), ("6s", "6h"), (), ()):
        for card in cards:
            page.locator(f"#pad [data-card='{card}']").click()
        page.locator("#next-turn button").nth(0 if cards else 1).click()
    until(page, f"/^guandan.level=9. 0 .*(4s4c|4c4s),6s6h,\\.,\\.$/.test({LINE})")
    assert page.locator("#hand .card").count() == 25
    look(page, "entered-guandan", [(320, "light"), (375, "dark")], "#felt")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_table_is_entered_as_it_happened(opened: Any, lang: str) -> None:
    """Hand, bottom and plays by taps; my own play leaves my hand."""
    page = opened(address(FOLLOW), lang=lang)
    page.locator("#edit").click()
    page.locator("#pad [data-act=clear]").click()

    def tap(cards: str) -> None:
        for card in cards:
            page.locator(f"#pad [data-card='{card}']").click()

    tap("34567899JJQQKA22D")
    page.locator("#pad [data-enter=bottom]").click()
    tap("4KX")
    page.locator("#pad [data-enter=plays]").click()
    for cards in ("44", "99", "", "TT"):
        tap(cards)
        page.locator("#next-turn button").nth(0 if cards else 1).click()
    until(page, f"{LINE} === 'standard landlord_down 345678JJQQKA22D 4KX 44,99,.,TT'")
    look(page, f"entered-{lang}", [(320, "light"), (375, "dark")], "#felt")
    page.locator("#next-turn button").nth(2).click()  # takes the last play back
    page.locator("#next-turn button").nth(1).click()
    page.locator("#pad [data-act=edit]").click()
    page.wait_for_selector("#hints button")
    assert page.locator("#seats li").count() == 3


def test_plays_that_are_not_all_plays_count_as_seen_and_the_play_to_beat_follows(opened: Any) -> None:
    """A hand of eight cards was not dealt, so earlier plays are not known."""
    page = opened(address("standard landlord_down 345678JJ - ?"))
    page.locator("#edit").click()
    page.locator("#pad [data-enter=plays]").click()
    for cards, line, beat in (
        ("TT", "345678JJ - ?TT@landlord", "TT"),
        ("JJ", "", "JJ"),
        ("", "", "JJ"),
        ("", "345678 - ?;seen=TTJJ", ""),
    ):
        for card in cards:
            page.locator(f"#pad [data-card='{card}']").click()
        page.locator("#next-turn button").nth(0 if cards else 1).click()
        if line:
            until(page, f"{LINE} === 'standard landlord_down {line}'")
        assert page.locator("#edit-beat").input_value() == beat
    assert page.locator("#message").is_hidden()
    page.locator("#edit-beat").fill("99")
    page.locator("#edit-beat").evaluate("node => node.blur()")
    until(page, f"{LINE} === 'standard landlord_down 345678 - ?99@landlord;seen=99TTJJ'")
    cells = "[...document.querySelectorAll('#unseen .counts td')].map((cell) => cell.textContent)"
    until(page, f"{cells}.slice(7, 10).join() === '2,2,2'")  # jacks, tens and nines


def test_the_cards_left_of_a_seat_are_chosen_and_stay(opened: Any) -> None:
    page = opened(address("standard landlord_down 345678JJ - ?TT"), lang="zh")
    page.locator("#edit").click()
    page.locator("#pad [data-enter=plays]").click()
    assert page.locator("#lefts label").all_inner_texts()[0].startswith("队友")
    page.select_option("[data-left=landlord_up]", "3")
    until(page, f"{LINE} === 'standard landlord_down 345678JJ - ?TT@landlord;left=landlord_up:3'")
    page.locator("#pad [data-enter=hand]").click()
    page.locator("#pad [data-card='3']").click()
    until(page, f"{LINE} === 'standard landlord_down 3345678JJ - ?TT@landlord;left=landlord_up:3'")
    look(page, "edit-left", [(320, "light"), (375, "dark")], "#felt")
    page.locator("#pad .main").last.click()
    page.locator("#edit").click()
    page.locator("#pad [data-enter=plays]").click()
    assert page.locator("[data-left=landlord_up]").input_value() == "3"


@pytest.mark.parametrize("field", ["#line", "#chat"])
def test_one_field_takes_hands_positions_and_chats(opened: Any, field: str) -> None:
    page = opened(address(FOLLOW), lang="zh")
    for text, line, plays in (
        (
            "地主出对4，上家对九；地主不要",
            "standard landlord_down 34567899JJQQKA22D - 44,.,99,.",
            "地主 4 4 · 你 不出 · 队友 9 9 · 地主 不出",
        ),
        ("33456", "standard landlord 33456 - ?", ""),
        ("standard landlord_up 345 - ?9", "standard landlord_up 345 - ?9@landlord_down", ""),
    ):
        if field == "#chat" and page.locator("#pad").is_hidden():
            page.locator("#edit").click()
            page.locator("#pad [data-enter=plays]").click()
        page.fill(field, text)
        page.locator("#pad form button" if field == "#chat" else "#paste [data-text=analyse]").click()
        until(page, f"{LINE} === '{line}'")
        if field == "#chat":
            until(page, f"document.querySelector('#next-turn').previousSibling.textContent === '{plays}'")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_text_with_my_hand_is_answered_at_once(tabs: Callable[..., Page], lang: str) -> None:
    page = tabs(lang=lang).load("/")
    page.locator("[data-act=study]").click()
    page.locator("#pad").wait_for()
    texts = {"en": "my hand 34567899JJQQKA22D, landlord plays TT", "zh": "手牌 34567899JJQQKA22D，地主出对10，怎么打"}
    page.fill("#line", texts[lang])
    page.locator("#paste [data-text=analyse]").click()
    until(page, f"/^standard landlord_down 34567899JJQQKA22D - \\S*TT/.test({LINE})")
    page.wait_for_selector("#hints .star")
    assert page.locator("#pad").is_hidden()
    assert page.locator("#wrong").is_hidden()


def test_keys_of_the_jokers_hold_their_words(opened: Any) -> None:
    page = opened(address("standard landlord_down 345678JJ - ?TT"))
    page.locator("#edit").click()
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 800})
        for card in "XD":
            page.locator(f"#pad [data-card={card}]").wait_for()
            key = f"document.querySelector('#pad [data-card={card}]')"
            assert page.evaluate(f"{key}.scrollWidth <= {key}.clientWidth"), width


def test_a_chat_of_another_game_is_refused(opened: Any) -> None:
    page = opened(address("paodekuai 0 33445 - ?"), lang="zh")
    enter(page, "地主出对4，上家对九")
    page.wait_for_selector("#wrong:not([hidden])")
    assert "p=paodekuai+0" in page.url, "the last good analysis stays"
    assert page.locator("#pad").is_hidden()


def test_seats_without_roles_are_named_from_mine(opened: Any) -> None:
    page = opened(address("paodekuai 0 33445 - ?"), lang="zh")
    page.locator("#edit").click()
    page.locator("#pad [data-enter=plays]").click()
    assert page.locator("#pad label").first.inner_text() == "先出牌"
    assert page.locator("#edit-seat option").all_inner_texts() == ["你", "上家", "下家"]
    assert [text[:2] for text in page.locator("#lefts label").all_inner_texts()] == ["下家", "上家"]


# ---- errors ---------------------------------------------------------------------------------------------------------


def test_the_position_of_a_link_is_analysed_before_the_variants_arrive(tabs: Callable[..., Page]) -> None:
    tab = tabs()
    page, paths = tab.page, list[str]()
    held = HeldRequests(page, "**/games.json")
    page.on("request", lambda request: paths.append(request.url.removeprefix(tab.base).partition("?")[0]))
    page.goto(tab.base + address(FOLLOW), wait_until="commit")
    with page.expect_response("**/v1/analyze*"):
        pass
    held.first().continue_()
    page.wait_for_selector("#hints [data-place]")
    assert sum(path.endswith("games.json") for path in paths) == 1, "the script does not repeat the request of the head"
    assert paths.count("/v1/analyze") == 1


def test_my_hand_is_seen_before_others_speak(opened: Any) -> None:
    page = opened()
    line = page.evaluate(LINE)
    page.route("**/v1/game", lambda _: None)  # no answer for now
    page.keyboard.press("r")
    until(page, f"{LINE} !== '{line}' && document.querySelectorAll('#hand .card').length >= 17")
    assert page.locator("#hints [data-place]").count()
    assert page.locator("#actions button:not([disabled])").count() == 0, "what could be done before cannot be done now"
    page.unroute("**/v1/game")  # continues the held requests
    page.wait_for_selector("#actions button:not([disabled])")


@pytest.mark.parametrize("failure", ["abort", 429, 503])
def test_a_failure_is_a_sentence_and_the_last_analysis_stays(opened: Any, failure: object) -> None:
    page = opened(address(FOLLOW))
    page.wait_for_selector("#unseen .heat")
    if failure == "abort":
        page.route("**/v1/analyze*", lambda route: route.abort())
    else:
        refuse(page, "**/v1/analyze*", 7, status=int(str(failure)))
    choose_level(page, "starter")
    page.wait_for_selector("#message:not([hidden])")
    assert page.locator("#hints [data-place]").count() == 4
    message = page.locator("#message").inner_text()
    assert ("No connection" if failure == "abort" else "wait 7 s") in message
    look(page, f"failed-{failure}-en", [(375, "dark")], "#felt")
    page.unroute("**/v1/analyze*")
    page.locator("#message button").click()
    until(page, "document.querySelector('#message').hidden")


def test_requests_to_a_busy_service_are_repeated(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.wait_for_selector("#unseen .heat")
    urls: list[str] = []

    def busy_once(route: Any) -> None:
        urls.append(route.request.url)
        if len(urls) == 1:
            route.fulfill(status=503, headers={"Retry-After": "0"}, json={"detail": "busy"})
        else:
            route.continue_()

    page.route("**/v1/analyze*", busy_once)
    choose_level(page, "starter")
    until_so(page, lambda: len(urls) >= 2)
    assert page.locator("#message").is_hidden()


@pytest.mark.parametrize(("chance", "mine"), [(3, True), (2, False)], ids=["after my own play", "before any of mine"])
def test_a_busy_service_in_a_game_is_a_sentence_and_the_game_goes_on(opened: Any, chance: int, mine: bool) -> None:
    """The console stays empty although robots' requests are rejected; the deal and its plays stay."""
    page = opened(address(FOLLOW))
    page.evaluate(SEATED, chance)
    deals = bodies_sent(page, "/v1/deal")
    refuse(page, "**/v1/move")
    choose_level(page, "expert")
    page.select_option("#variant", "paodekuai")  # without an auction; the holder of the three of spades leads
    if mine:
        until(page, f"{LINE}.startsWith('paodekuai')")
        play_hint(page)
    page.wait_for_selector("#message:not([hidden])")
    assert "wait 20 s" in page.locator("#message").inner_text()
    assert page.locator("#hints li").count(), "the last good analysis stays"
    page.unroute("**/v1/move")
    again = "document.querySelector('#message:not([hidden]) button')?.click()"  # a request may be rejected late
    ready = "document.querySelector('#play:not([disabled]), #result') !== null"
    until(page, f"{again}, {LINE}.startsWith('paodekuai') && {ready}")
    assert page.locator("#message").is_hidden()
    first = page.locator("#plays button").first.text_content()
    assert first.startswith("You") == mine, "the play before the robots' stands"
    assert len(deals) == 1


def test_an_answer_about_something_else_does_not_hide_what_holds_a_game_up(opened: Any) -> None:
    page = opened(address(FOLLOW))
    refuse(page, "**/v1/game")
    held = HeldRequests(page, "**/v1/analyze*level=expert*")
    choose_level(page, "expert")
    page.select_option("#variant", "paodekuai")
    page.wait_for_selector("#message:not([hidden])")
    page.evaluate("document.querySelector('#hints li').dataset.old = 1")
    held.wait_for(2)
    held.routes[-1].continue_()  # about the hand as dealt
    until(page, "!document.querySelector('#hints li[data-old]')")
    assert page.locator("#message button").is_visible()
    page.unroute("**/v1/game")
    page.unroute("**/v1/analyze*level=expert*")
    page.locator("#message button").click()
    until(page, f"{LINE}.startsWith('paodekuai') && document.querySelector('#message').hidden")


def test_no_tap_is_lost_to_the_answer_before_it(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.wait_for_selector("#unseen .heat")  # nothing else is requested any more
    page.locator("#edit").click()
    page.locator("#pad [data-act=clear]").click()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    held: list[Any] = []

    def hold_first(route: Any) -> None:
        if held:
            route.continue_()
        else:
            held.extend((route, route.fetch()))

    page.route("**/v1/analyze*", hold_first)
    page.locator("#pad [data-card='3']").click()
    page.clock.run_for(1)  # the first request is sent at once, the next one 120 ms later
    until_so(page, lambda: len(held) == 2)
    page.locator("#pad [data-card='3']").click()
    page.clock.run_for(60)
    held[0].fulfill(response=held[1])
    page.wait_for_timeout(60)
    page.locator("#pad [data-card='D']").click()
    assert page.locator("#hand .card").count() == 3
    page.clock.run_for(120)
    until(page, f"{LINE} === 'standard landlord_down 33D - ?'")


def test_a_late_answer_never_overwrites_a_newer_one(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.wait_for_selector("#unseen .heat")
    held = HeldRequests(page, "**/v1/analyze*level=expert*")
    choose_level(page, "expert")
    held.wait_for(1)
    choose_level(page, "adept", drawn=True)
    held.first().fulfill(json={"position": "standard landlord 3 - ?"})
    page.wait_for_timeout(100)
    assert page.locator("#line").input_value() == FOLLOW

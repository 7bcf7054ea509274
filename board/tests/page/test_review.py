"""The review in a real browser: lost games, retried mistakes by keyboard and touch, links and invalid input."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
import pytest
from flask.testing import FlaskClient
from marshmallow import ValidationError

from board.tests.helpers.board import LINE, play_on
from board.tests.helpers.board_player import SPOT, TouchPlayer
from board.tests.page.test_puzzle_page import MOST_SHIFT, SHIFTS
from service.http.endpoints import ENDPOINTS
from service.records.body import body_of_record, only_record
from service.rules.errors import RuleError
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, look, until
from tests.helpers.client import post

pytestmark = MARKS

LOST = {
    one["body"]["variant"]: (one["body"], one["seat"])
    for one in map(json.loads, Path("tests/data/lost_games.jsonl").read_text("ascii").splitlines())
}
"""A game between weak robots of every variant, and a seat that lost because of a mistake."""

LOOKS = [(320, "light"), (375, "dark"), (1280, "light")]
"""Windows and colour schemes in which the page is checked."""

FIND = "#sheet [data-act=answer]"


class Reviewer:
    """Answers the pages' requests for reviews in this process, each once.

    The service judges in low-priority threads, and other tests use all cores.
    """

    def __init__(self) -> None:
        self.judged: dict[str, bytes] = {}

    def judge(self, body: dict[str, Any]) -> bytes:
        """Return the answer to a request."""
        key = json.dumps(body, sort_keys=True)
        if key not in self.judged:
            endpoint = ENDPOINTS["review"]
            self.judged[key] = orjson.dumps(endpoint.reply(endpoint.schema.load(body), "en"))
        return self.judged[key]

    def answer(self, route: Any) -> None:
        """Answer the request of a page, or let the service reject it."""
        try:
            route.fulfill(body=self.judge(json.loads(route.request.post_data)), content_type="application/json")
        except (RuleError, ValidationError):
            route.continue_()


@pytest.fixture(scope="module")
def reviewer() -> Reviewer:
    return Reviewer()


@pytest.fixture
def reviewed(tabs: Callable[..., Page], reviewer: Reviewer) -> Callable[..., Any]:
    """Return a function that opens a page whose reviews are computed in this process."""

    def open_page(path: str, **options: Any) -> Any:
        tab = tabs(**options)
        tab.page.route("**/v1/review", reviewer.answer)
        tab.page.add_init_script(SHIFTS)
        return tab.load(path)

    return open_page


@pytest.fixture(scope="module")
def games(reviewer: Reviewer) -> dict[str, tuple[dict[str, Any], dict[str, Any], str]]:
    """Return games with the review of a seat, and the seat."""
    result = {}
    for variant in ("standard", "paodekuai"):
        body, seat = LOST[variant]
        seats = [int(seat) if seat.isdecimal() else seat]
        review = json.loads(reviewer.judge(body | {"seats": seats, "level": "expert", "lang": "en"}))
        result[variant] = (body, review, seat)
    return result


def play_text(play: Any) -> str:
    """Return a play in the notation of a record."""
    return (play if isinstance(play, str) else f"{play['cards']}={play['as']}") or "."


def record_of(body: dict[str, Any]) -> str:
    """Return a game as a record."""
    deal = body["deal"]
    tags = {
        "Variant": body["variant"],
        "Options": ",".join(f"{name}={value}" for name, value in body["options"].items()),
        "Deal": " ".join(f"{seat}:{hand}" for seat, hand in deal["hands"].items()),
    }
    tags |= {"Bottom": deal["bottom"]} if "bottom" in deal else {}
    rows = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return rows + ",".join(map(play_text, body["history"])) + "\n"


def address_of(body: dict[str, Any], seat: str, more: str = "") -> str:
    """Return the URL of a review."""
    tags = re.findall(r'\[(\w+) "(.*)"\]', record_of(body))
    fields = [tags[0][1], *(part for tag in tags[1:] for part in tag), ",".join(map(play_text, body["history"]))]
    return f"/review?g={quote('~'.join(fields))}&me={seat}{more}"


def marked(review: dict[str, Any], seat: str) -> list[dict[str, Any]]:
    """Return the marked decisions of a seat, the costliest in points first."""
    mine = [one for one in review["decisions"] if str(one["seat"]) == seat and one["mark"]]
    return sorted(mine, key=lambda one: -(one["points"]["mean"] if one["points"] else one["loss"]))


def last_ply(review: dict[str, Any], seat: str) -> int:
    return max(one["ply"] for one in review["decisions"] if str(one["seat"]) == seat)


def in_whole_percent(error: dict[str, Any]) -> list[int]:
    """Return the chances of a decision and of the best one, and their difference, as the page rounds them."""
    made, best = (int(100 * error[name] + 0.5) for name in ("chance", "chance_best"))
    return [made, best, best - made]


def test_lost_games_of_all_variants_are_reviewed_while_tables_are_fetched(
    opened: Any, reviewer: Reviewer, client: FlaskClient
) -> None:
    def answer_first_looks(route: Any) -> None:
        if json.loads(route.request.post_data)["level"] == "club":
            reviewer.answer(route)

    page = opened("/review")
    base = page.url.partition("/review")[0]
    page.locator("#first").uncheck()
    page.route("**/v1/batch", lambda _: None)  # never answered
    page.route("**/v1/review", answer_first_looks)
    for body, seat in LOST.values():
        page.goto(base + address_of(body, seat, f"&ply={len(body['history']) + 1}"))
        until(page, "document.querySelector('#sentence').textContent.startsWith('Judging more exactly')")
        assert page.locator("#curve .line").count() == 1
        left = post(client, "/v1/game", body)["left"][seat]
        assert page.locator("#hand .card").count() == left, body["variant"]


def test_a_busy_service_is_waited_for(opened: Any) -> None:
    body, seat = LOST["paodekuai"]
    free = False

    def answer(route: Any) -> None:
        if free:
            route.continue_()
        else:
            route.fulfill(status=503, headers={"Retry-After": "0.01"}, body="{}")

    page = opened("/review")
    page.route("**/v1/review", answer)
    page.goto(page.url.partition("/review")[0] + address_of(body, seat))
    until(page, "/service is busy/.test(document.querySelector('#sentence').textContent)")
    assert page.locator("#wrong").is_hidden()
    free = True
    page.wait_for_selector("#curve .line", state="attached")
    assert "busy" not in page.locator("#sentence").inner_text()


def test_a_lost_game_is_reviewed_mistake_by_mistake(reviewed: Any, games: Any) -> None:
    body, review, seat = games["standard"]
    errors = marked(review, seat)
    assert errors, "choose another seed"
    page = reviewed(address_of(body, seat), lang="zh")
    page.wait_for_selector(FIND)
    assert f"第 {errors[0]['ply'] + 1} 手" in page.locator("#sheet strong").inner_text()
    assert page.locator("#curve i").count() == 0, "no answer is shown before"
    page.wait_for_selector("#more:not([hidden])")
    assert page.evaluate("window.shift ?? 0") <= MOST_SHIFT
    for error in errors:
        page.wait_for_selector(FIND)
        chances = page.locator("#curve .line").get_attribute("d").count(",")
        assert chances == sum(one["ply"] <= error["ply"] for one in review["curve"][seat]), "later ones are hidden"
        page.locator(FIND).click()
        until(page, "document.querySelector('#sheet .loss') !== null")
        page.wait_for_selector("#sheet .moves:has-text('改打后，机器人接着')")
        made, best, lost = in_whole_percent(error)
        shown = re.findall(r"−?\d+%", page.locator("#sheet .moves").first.inner_text())
        assert shown == [f"{made}%", f"{best}%", f"−{lost}%"]
        page.locator("#sheet [data-act=on]").click()
    page.wait_for_selector("#sheet [data-act=repeat]")
    assert page.locator("#curve i").count() == len(errors)
    assert page.locator("#mistakes li").count() == len(errors)
    assert len(page.url.partition("?")[2]) < 1000


def test_the_page_is_readable_by_all(reviewed: Any, games: Any) -> None:
    body, _, seat = games["standard"]
    page = reviewed(address_of(body, seat), lang="zh")
    page.wait_for_selector(FIND)
    page.locator("#eye").check()
    for lang, before, after in (("zh", LOOKS[1:2], LOOKS), ("en", [], LOOKS[1:2])):
        if lang == "en":
            page.locator("#language").click()
            page.wait_for_selector("html[lang=en]")
            assert " · lost" in page.locator("#summary").inner_text(), "what was solved stays solved"
            page.reload()
            page.wait_for_selector(FIND)
        look(page, f"review-find-{lang}", before)
        for width in (320, 375):
            page.set_viewport_size({"width": width, "height": 640})
            page.evaluate("scrollTo(0, 0)")
            for act in ("play", "answer", "skip"):
                assert page.evaluate(SPOT, f"#sheet [data-act={act}]"), (lang, width, act)
        page.locator(FIND).click()
        page.wait_for_selector("#sheet details")
        passes = page.locator("#sheet details th", has_text=re.compile("^(Pass|不出)"))
        assert page.locator("#hand .pass-bar .bar.best").count() == passes.count() == 1
        look(page, f"review-shown-{lang}", after)
        page.set_viewport_size({"width": 812, "height": 375})
        assert page.evaluate("document.documentElement.scrollWidth") <= 812


BIDS: dict[str, Any] = {
    "variant": "standard",
    "deal": {"hands": {"0": "2222DXAAAAKKKQQJ9", "1": "33344555677889 9TJ".replace(" ", "")}, "bottom": "45K"},
    "auction": {"bids": [0, 3], "doubled": [2]},
    "history": ["34567"],
}
"""A strong hand that neither calls nor doubles, and a weak one that bids three."""

TRIBUTE: dict[str, Any] = {
    "variant": "guandan",
    "options": {"level": "2"},
    "deal": {"hands": {"1": "3s3d3c3c4h5h5d6s6h8s8h9h9c9d9sTsJsJdJcQcAhAs2sXXD2h"}},
    "tribute": {"moved": [{"from": 0, "to": 1, "card": "D"}, {"from": 1, "to": 0, "card": "7s"}]},
    "history": ["3h"],
}
"""A returned card that breaks a straight flush."""


MARK_NAMES = ("大错", "失误", "小亏", "blunder", "mistake", "inaccuracy")


def test_bids_doubles_and_tribute_have_rows(reviewed: Any) -> None:
    page = reviewed("/review", lang="zh")
    page.wait_for_selector("#paste:not([hidden])")
    words = {
        "zh": [
            ["叫地主", "不叫", "→ 3分", "叫小了"],
            ["加倍", "不加倍", "→ 加倍", "该倍不倍"],
            ["还贡", "7♠", "→ 5♦", "拆炸"],
        ],
        "en": [
            ["Bid", "No", "→ Bid 3", "Bids less than the hand is worth"],
            ["Double", "No", "→ Double", "Does not double a hand that is worth it"],
            ["Give back", "7♠", "→ 5♦", "Breaks up a bomb"],
        ],
    }
    for body, rows in ((BIDS, slice(0, 2)), (TRIBUTE, slice(2, 3))):
        if not page.locator("#paste").is_visible():
            page.locator("#open").click()
        page.fill("#record", json.dumps(body))
        page.locator("#paste button").click()
        until(page, f"location.search.includes('{body['variant']}')")
        if body is BIDS:
            page.select_option("#seat", "landlord_up")
        for lang in ("zh", "en"):
            if page.evaluate("document.documentElement.lang.slice(0, 2)") != lang:
                page.locator("#language").click()
            while page.locator("#sheet [data-act=answer], #mistakes .before b").first.get_attribute("data-act"):
                page.locator("#sheet [data-act=answer]").click()
                page.locator("#sheet [data-act=on]").click()
            last = json.dumps(words[lang][rows][-1][-1])  # reasons are fetched again in the other language
            until(page, f"document.querySelector('#mistakes').textContent.includes({last})")
            look(page, f"review-before-{body['variant']}-{lang}", LOOKS if lang == "zh" else LOOKS[1:2])
            shown = [row.locator("span").all_inner_texts() for row in page.locator("#mistakes .before:has(b)").all()]
            assert all(row[-1].split(" · ")[0] in MARK_NAMES for row in shown)
            shown = [[*row[:-1], row[-1].split(" · ")[1]] for row in shown]
            assert shown == words[lang][rows]
            assert "well played" not in page.locator("main").inner_text()
    assert page.locator("#summary").inner_text() == "You · before the lead 1"
    assert page.locator("#sentence").inner_text() == "No certain mistake in the plays."
    assert not page.locator("#mistakes .quiet").count()


def test_a_page_without_a_game_has_no_bar_and_names_the_fault_of_a_record(reviewed: Any) -> None:
    page = reviewed("/review", lang="en", width=375)
    page.wait_for_selector("#paste:not([hidden])")
    assert not page.locator("#actions").is_visible()
    assert not page.locator("#felt").is_visible()
    for record, word in (('[Deal "x"]\n3,3', "not 'x'"), ('[Options "attach"]\n[Deal "0:3"]\n3', "not 'attach'")):
        page.fill("#record", record)
        page.locator("#paste button").click()
        until(page, f"document.querySelector('#wrong').textContent.includes({json.dumps(word)})")


@pytest.mark.parametrize("name", ["chinese.txt", "rlcard-showdown.json"])
def test_a_game_in_a_foreign_format_is_reviewed(reviewed: Any, name: str) -> None:
    page = reviewed("/review", lang="zh")
    page.fill("#record", (Path("tests/data/records") / name).read_text(encoding="utf-8"))
    page.locator("#paste button").click()
    if name == "chinese.txt":
        page.locator("#games button").first.wait_for()
        assert page.locator("#wrong").is_visible(), "the third game has an unreadable turn"
        page.locator("#games button").first.click()
    page.wait_for_selector("#curve .line", state="attached")
    assert page.locator("#wrong").is_hidden()


def test_a_costly_bid_comes_first_and_is_tried_again(reviewed: Any) -> None:
    page = reviewed("/review", lang="en")
    page.fill("#record", json.dumps(BIDS) + "\n" + json.dumps(BIDS | {"history": ["34567", ""]}))
    page.locator("#paste button").click()
    page.locator("#games button").first.click()
    page.wait_for_selector(FIND)
    page.select_option("#seat", "landlord_up")
    until(page, "document.querySelectorAll('#sheet [data-act=call]').length > 1")
    rows = page.locator("#games li").all_inner_texts()[1:]
    assert rows == [f"Game {n} of 2 · Dou Dizhu · {n} turns" for n in (1, 2)]
    for solved in (1, 2):
        page.wait_for_selector("#sheet [data-act=call]")
        best = page.locator("#sheet strong").inner_text()
        assert best.startswith(("the bid: you chose “No”", "the double: you chose “No”"))
        page.locator("#sheet [data-act=call]").last.click()
        page.wait_for_selector("#sheet .good, #sheet [data-act=on]")
        page.locator("#sheet [data-act=on]").click()
        until(page, f"document.querySelectorAll('#mistakes .before b').length === {solved}")


def test_a_move_that_followed_the_advice_is_no_mistake(reviewed: Any, games: Any) -> None:
    body, review, seat = games["standard"]
    errors = marked(review, seat)
    plies = [error["ply"] + 1 for error in errors]
    page = reviewed(address_of(body, seat, f"&stars={'.'.join(map(str, plies))}&ply={plies[0]}"), lang="zh")
    until(page, "document.querySelector('#sheet').textContent.includes('按 ★ 出的；更长的推演更看好')")
    until(page, "document.querySelector('#sentence').textContent === '你没有确定的失误。看不见的牌不凑巧。'")
    at_end = page.evaluate("document.querySelector('#curve .line').getAttribute('d').split('L').pop()")
    page.locator("#plyOn").click()
    assert float(at_end.split(",")[1]) > 90, "the curve ends at the result"
    assert page.locator("#curve i").count() == 0
    assert f"stars={'.'.join(map(str, plies))}" in page.evaluate("location.search")
    page.goto(page.url.replace(f"stars={plies[0]}", "stars=0"))
    until(page, "document.querySelector('#summary').textContent.includes('失误 0/1')")


def test_a_player_of_a_level_gets_lessons_and_the_other_mistakes_are_folded(
    reviewed: Any, reviewer: Reviewer, games: Any
) -> None:
    body, review, seat = games["standard"]
    asked = body | {"seats": [seat], "level": "expert", "lang": "en", "for": "starter"}
    lessons = json.loads(reviewer.judge(asked))["lessons"]
    others = len(marked(review, seat)) - len(lessons)
    assert lessons
    assert others > 0
    page = reviewed(address_of(body, seat), lang="en")
    page.wait_for_selector(FIND)
    page.select_option("#height", label="for starter")
    until(page, f"document.querySelector('#mistakes summary').textContent === '{others} more'")
    page.wait_for_selector(FIND)
    page.locator(FIND).click()
    until(page, f"document.querySelector('#sheet').textContent.includes({json.dumps(lessons[0]['text'])})")
    assert page.locator("#mistakes > ol li").count() == len(lessons)
    assert page.locator("#mistakes details li").count() == others
    page.reload()
    until(page, f"document.querySelector('#mistakes summary').textContent === '{others} more'")
    page.select_option("#height", label="all mistakes")
    until(page, "document.querySelector('#mistakes details').hidden")


def test_seats_without_roles_are_named_from_the_players(reviewed: Any, games: Any) -> None:
    body, _, seat = games["paodekuai"]
    page = reviewed(address_of(body, seat), lang="zh")
    until(page, "document.querySelector('#summary').textContent.startsWith('你 · 输')")
    names = page.locator("#seat option").all_inner_texts()
    assert sorted(names) == ["上家", "下家", "你"]
    assert names[int(seat)] == "你"


def test_the_sample_game_is_reviewed(opened: Any) -> None:
    page = opened("/review", width=375)
    page.locator("#sheet [data-act=sample]").click()
    page.wait_for_selector("#curve .line", state="attached")


SIDE_BY_SIDE = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    return box("#table > .played .cards").right <= box("#seats .right .cards").left;
}"""


def test_a_small_phone_shows_plays_of_five_cards_side_by_side(opened: Any) -> None:
    hands = {"landlord": "33456678JJQQKA2XD", "landlord_down": "45567889TTJQQAAA2", "landlord_up": "334456789TTJKKK22"}
    game = {"variant": "standard", "options": {}, "deal": {"hands": hands, "bottom": "799"}}
    page = opened("/review", width=320)
    page.route("**/v1/review", lambda _: None)  # never answered
    page.goto(page.url.partition("/review")[0] + address_of(game | {"history": ["45678", "89TJQ"]}, "landlord_up"))
    page.wait_for_selector("#seats .right .card:nth-child(5)")
    assert page.locator("#table > .played .card").count() == 5
    assert page.evaluate(SIDE_BY_SIDE)


def test_a_mistake_without_a_name_is_listed_by_its_moves(reviewed: Any, games: Any) -> None:
    body, review, seat = games["paodekuai"]
    error = next(one for one in marked(review, seat) if not one["codes"])
    page = reviewed(address_of(body, seat))
    page.wait_for_selector(FIND)
    page.locator(FIND).click()
    cards = [re.findall("[2-9TJQKA]", one["cards"]) for one in (error, error["best"])]
    moves = " → ".join(" ".join(ranks).replace("T", "10") for ranks in cards)
    until(page, f"document.querySelector('#mistakes li').textContent.includes({json.dumps(moves)})")
    page.locator("#sheet [data-act=on]").click()
    for _ in marked(review, seat)[1:]:
        page.wait_for_selector(FIND)
        page.locator(FIND).click()
        page.locator("#sheet [data-act=on]").click()
    page.wait_for_selector("#sheet [data-act=repeat]")
    assert page.locator("#sentence").inner_text().startswith("Costliest: turn ")


def test_a_mistake_is_tried_again_by_keyboard(reviewed: Any, games: Any) -> None:
    body, review, seat = games["standard"]
    error = next(one for one in marked(review, seat) if one["cards"])
    page = reviewed(address_of(body, seat, f"&ply={error['ply'] + 1}"))
    page.wait_for_selector(FIND)
    for rank in error["cards"]:
        page.keyboard.press(rank)
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#sheet [role=status]').textContent.startsWith('That is what you did')")
    page.keyboard.press("Escape")
    for rank in error["best"]["cards"]:
        page.keyboard.press(rank)
    page.keyboard.press("Enter" if error["best"]["cards"] else "p")
    page.wait_for_selector("#sheet .good")
    assert page.locator("#sheet .good").inner_text() == "Right!"


def test_a_mistake_is_tried_again_by_touch(reviewed: Any, games: Any) -> None:
    body, seat, error = next(
        (body, seat, one)
        for body, review, seat in games.values()
        for one in marked(review, seat)
        if one["best"]["cards"]
    )
    more = f"&ply={error['ply'] + 1}"
    page = reviewed(address_of(body, seat, more), viewport={"width": 375, "height": 812}, has_touch=True)
    page.wait_for_selector(FIND)
    player = TouchPlayer(page)
    assert page.evaluate(SPOT, "#sheet [data-act=play]"), "the button is in sight"
    wanted = Counter(re.findall("[2-9TJQKAXDW]", error["best"]["cards"]))
    cards = page.locator("#hand .card").evaluate_all("nodes => nodes.map((node) => node.dataset.place)")
    hand = page.locator("#hand .card").evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-label'))")
    for place, label in zip(cards, hand, strict=True):
        rank = {"small joker": "X", "big joker": "D"}.get(label, label.rstrip("♠♥♣♦").replace("10", "T"))
        if wanted[rank]:
            wanted[rank] -= 1
            player.press(f"#hand [data-place='{place}']")
    player.press("#sheet [data-act=play]")
    page.wait_for_selector("#sheet .good")


def test_bad_input_is_reported_and_what_was_there_stays(reviewed: Any, games: Any) -> None:
    body, _, seat = games["standard"]
    page = reviewed(address_of(body, seat, "&ply=999"))
    until(page, "!document.querySelector('#wrong').hidden")
    assert "no turn 999" in page.locator("#wrong").inner_text()
    page.wait_for_selector(FIND)
    before = page.locator("#sheet").inner_text()
    page.locator("#open").click()
    illegal = json.dumps(body | {"history": ["33", "22"]})
    for text, is_record in (("my best game", "false"), (illegal, "true")):
        page.locator("#record").fill(text)
        page.locator("#paste button").click()
        wrong = "document.querySelector('#wrong')"
        until(page, f"!{wrong}.hidden && /my best game/.test({wrong}.textContent) !== {is_record}")
        assert page.locator("#sheet").inner_text() == before
    page.locator("#record").fill(record_of(games["paodekuai"][0]))
    page.locator("#paste button").click()
    until(page, "location.search.includes('paodekuai') && document.querySelector('#wrong').hidden")


def test_the_board_goes_on_from_a_ply_and_offers_the_review_of_its_end(
    reviewed: Any, games: Any, client: FlaskClient
) -> None:
    body, review, seat = games["standard"]
    last = last_ply(review, seat)
    page = reviewed(address_of(body, seat, f"&ply={last + 1}"))
    page.locator("#first").uncheck()
    page.wait_for_selector("#sheet [data-act=playOn]")
    page.locator("#sheet [data-act=playOn]").click()
    page.wait_for_selector("#play:not([disabled]), #result")
    assert page.locator("#plays li").count() >= last
    play_on(page)
    until(page, "/mistake/i.test(document.querySelector('#ways small').textContent)")
    with page.expect_download() as download:
        page.locator("#ways button", has_text="Save the game").click()
    saved = body_of_record(only_record(download.value.path().read_text("utf-8")))
    assert saved["deal"] == body["deal"]
    assert list(map(play_text, saved["history"]))[:last] == list(map(play_text, body["history"]))[:last]
    assert post(client, "/v1/game", saved)["ended"]
    page.locator("#ways a").click()
    page.wait_for_selector("#sheet .loss, #sheet [data-act=other]")
    page.go_back()
    page.wait_for_selector("#hand .card")


def test_a_game_that_waits_is_replaced_only_after_a_confirmation(reviewed: Any, games: Any) -> None:
    body, review, seat = games["paodekuai"]
    page = reviewed(address_of(body, seat, f"&ply={last_ply(review, seat) + 1}"))
    waiting = json.dumps({"mine": ["3"], "isEnded": False})
    page.evaluate("text => localStorage.setItem('game', text)", waiting)
    page.locator("#first").uncheck()
    asked: list[str] = []

    def decide(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    page.on("dialog", decide)
    page.locator("#sheet [data-act=playOn]").click()
    while not asked:
        page.wait_for_timeout(50)
    assert asked == ["Give up the unfinished game?"]
    assert page.evaluate("localStorage.getItem('game')") == waiting
    page.locator("#sheet [data-act=playOn]").click()
    page.wait_for_selector("#play:not([disabled]), #result")
    assert page.evaluate("localStorage.getItem('game')") != waiting


def test_without_a_script_the_plays_stand_in_a_table(client: FlaskClient, tabs: Callable[..., Page]) -> None:
    body, seat = LOST["guandan"]
    page = tabs(lang="zh", java_script_enabled=False).load(address_of(body, seat))
    cells = page.locator("noscript td").all_inner_texts()
    assert len([cell for cell in cells if cell]) == len(body["history"])
    assert page.locator("noscript th").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    preview = client.get(address_of(body, seat, "&ply=1"), headers={"Accept-Language": "en"}).text
    first = " ".join(re.findall("[2-9JQKA]", play_text(body["history"][0]).replace("T", "10")))
    assert re.search(r'"og:image" content="/static/\w+/share-guandan.png"', preview)
    assert re.search(rf'"og:description" content="Turn 1, seat \d: {first}', preview)
    for link in ("nothing", "standard~Deal", "standard~Deal~landlord:3~4", 'standard~Deal~"]~'):
        answer = client.get("/review", query_string={"g": link})
        assert (answer.status_code, "<table>" in answer.text) == (200, False)


def test_the_board_takes_records_and_their_links(reviewed: Any, games: Any) -> None:
    """Records written by the board and by the review are read."""
    body, _, seat = games["paodekuai"]
    page = reviewed(address(FOLLOW))
    base = page.url.partition("/?")[0]
    for text in (record_of(body), base + address_of(body, seat)):
        page.goto(base + address(FOLLOW))
        page.wait_for_selector("#play:not([disabled])")
        page.fill("#line", '[Variant "paodekuai"] ?')
        page.click("#paste button")
        until(page, "/a play is written/.test(document.querySelector('#wrong').textContent)")
        page.fill("#line", text)
        page.click("#paste button")
        page.wait_for_selector("#curve .line", state="attached")
        with page.expect_download() as download:
            page.locator("[data-act=save]").click()
        rows = [row for row in record_of(body).splitlines() if not row.startswith("[Options")]  # the default options
        assert download.value.path().read_text("utf-8").splitlines() == rows


def test_the_same_deal_is_played_again(reviewed: Any, games: Any) -> None:
    body, review, seat = games["paodekuai"]
    page = reviewed(address_of(body, seat, f"&ply={last_ply(review, seat) + 1}"))
    page.locator("#first").uncheck()
    page.locator("#sheet [data-act=playOn]").click()
    play_on(page)
    page.locator("#ways button").first.click()
    until(page, f"document.querySelector('#result') === null && {LINE}.startsWith('paodekuai')")
    page.wait_for_selector("#play:not([disabled])")
    hand = page.locator("#line").input_value().split()[2]
    assert Counter(body["deal"]["hands"][seat]) >= Counter(hand)
    assert page.locator("#plays li").count() < len(body["history"]) - 3

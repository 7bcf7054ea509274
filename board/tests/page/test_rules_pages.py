"""The pages of rules: every shape of every game has a picture, which is a play of that shape."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from board import rules_pages
from service.rules.variants import VARIANTS
from tests.helpers.chromium import MARKS, until
from tests.helpers.client import post


def drawn_shapes(variant: str) -> list[tuple[str, str, str]]:
    """Return the shapes of a game, each with its example and its declaration."""
    rules = rules_pages.rules_shown(VARIANTS[variant])
    return [(shape.name, *rules_pages.example_of(rules, shape)) for shape in rules.setup.shapes]


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_picture_is_a_play_of_its_shape(client: FlaskClient, variant: str) -> None:
    rules = rules_pages.rules_shown(VARIANTS[variant])
    options = dict(rules.chosen)
    for name, cards, stands in drawn_shapes(variant):
        hand = cards if name.endswith("_short") else cards + ("5s" if rules.setup.suited else "5")
        body = {"variant": variant, "options": options, "hand": hand, "cards": cards} | (
            {"as": stands} if stands else {}
        )
        answer = post(client, "/v1/check", body)
        assert answer["playable"], (name, cards, answer)
        assert name in {reading["shape"] for reading in answer["readings"]}, (name, cards, answer)


def test_the_page_of_guandan_explains_levels_and_tribute(client: FlaskClient) -> None:
    page = client.get("/rules/guandan?lang=zh").text
    assert all(word in page for word in ("升3级", "过A", "末游把最大的一张牌", "双下", "抗贡"))
    assert "抗贡" not in client.get("/rules/standard?lang=zh").text


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_says_that_who_can_beat_must_only_where_it_is_so(client: FlaskClient, variant: str) -> None:
    game = client.get(f"/v1/variants/{variant}").get_json()
    must = game["options"].get("must", {"default": "off"})["default"] == "on"
    for lang in ("en", "zh"):
        page = client.get(f"/rules/{variant}?lang={lang}").text
        about = page.partition("<h2>")[0]
        assert (("whoever can beat a play must" in about) or ("管得上就不能不出" in about)) == must


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_names_every_shape_and_option(client: FlaskClient, variant: str, lang: str) -> None:
    page = client.get(f"/rules/{variant}?lang={lang}").text
    game = client.get(f"/v1/variants/{variant}").get_json()
    names = re.findall('<th scope="row">([^<]*)</th><td><span class="cards', page)
    shown = {name for name, *_ in drawn_shapes(variant)}
    assert sorted(names) == sorted(shape[lang] for shape in game["shapes"] if shape["id"] in shown)
    rows = re.findall("<li><b>(.*?)</b>(.*?)</li>", unescape(page))
    labels = {name.lower(): text for name, text in rows}
    for name, option in game["options"].items():
        if name not in ("wild", "level"):  # those of a deal
            usual = option["default"]
            word = option["value_labels"].get(usual, {}).get(lang, usual.replace("T", "10"))
            assert word.replace("`", "") in labels[option["label"][lang].replace("`", "").lower()]
    assert not re.search("[{}]", page.partition("<main>")[2])


def test_no_other_game_has_rules(client: FlaskClient) -> None:
    assert client.get("/rules/chess").status_code == 404
    assert all(f'href="/rules/{variant}?lang=en"' in client.get("/rules?lang=en").text for variant in VARIANTS)


@MARKS[0]
@MARKS[1]
def test_a_page_of_rules_leads_to_a_game(opened: Any) -> None:
    page = opened("/rules/guandan?lang=zh", lang="zh")
    page.get_by_text("玩一局").click()
    page.wait_for_selector("#hand .card")
    until(page, "document.querySelector('#line').value.startsWith('guandan')")
    assert page.locator("#variant").input_value() == "guandan"


@pytest.mark.parametrize(("variant", "meaning"), [("paodekuai", "Run fast."), ("guandan", "Throwing eggs.")])
def test_chinese_names_are_translated_below(client: FlaskClient, variant: str, meaning: str) -> None:
    assert f"<i>{meaning}</i>" in client.get(f"/rules/{variant}?lang=en").text
    assert "<i>" not in client.get(f"/rules/{variant}?lang=zh").text
    assert meaning in client.get("/rules?lang=en").text

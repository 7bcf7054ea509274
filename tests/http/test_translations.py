"""All texts for people in both languages: Chinese ones contain no English word except codes, cards and quoted input.

The `client` of all tests repeats every rejected request in Chinese.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from marshmallow.fields import Nested
from werkzeug.exceptions import InternalServerError, TooManyRequests

from board import docs_pages
from service.advice.levels import level_in
from service.advice.practice import PROFILES
from service.advice.puzzles.shipped import theme_name
from service.http.endpoints import ENDPOINTS
from service.http.errors.handlers import error_problem
from service.http.errors.http_status import DETAILS, TITLES_ZH
from service.http.heavy_slots import Busy
from service.http.logs import Log
from service.http.requests.schemas import pointers
from service.http.responses.variant import shapes_of
from service.http.state import STATE, RequestState
from service.http.texts.number_texts import NUMBERS
from service.http.texts.plain_reasons import PLAIN_REASONS
from service.http.texts.problem_texts import TEXTS
from service.http.texts.reasons import FACTORS, REASONS
from service.rules.cards import NOTATIONS, RANKS
from service.rules.errors import CODES, Bilingual, RuleError, coded, quoted
from service.rules.variant import Variant
from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers.contract import read_examples
from tests.helpers.english_words import english, texts_of

SERVICE = ROOT / "service"
ZH = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}
CHINESE = re.compile("[\u4e00-\u9fff]")


OTHER_LANGUAGE = re.compile(r'<a lang="(?:en|zh)" [^>]*>[^<]*</a>')
"""The link to the other language, which is named in that language."""


def page_in(client: FlaskClient, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a page without its link to the other language."""
    text, switches = OTHER_LANGUAGE.subn("", client.get(path, headers=dict(headers)).text)
    assert switches == 1
    return text


def module_texts(module: Any) -> list[Bilingual]:
    return [value for value in vars(module).values() if isinstance(value, Bilingual)]


def template(node: ast.expr) -> str:
    """Return the text of an expression, with {} for inserted values."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(template(part) for part in node.values)
    if isinstance(node, ast.BinOp):
        return template(node.left) + template(node.right)
    if isinstance(node, ast.IfExp):
        return f"[{template(node.body)}|{template(node.orelse)}]"
    return "{}"


def sentence_templates() -> Iterator[tuple[str, str]]:
    """Yield the English and Chinese templates of all messages in the code."""
    for text in (path.read_text() for path in sorted(SERVICE.rglob("*.py"))):
        for node in ast.walk(ast.parse(text)) if "Bilingual(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Bilingual":
                english, chinese = map(template, node.args)
                yield english, chinese


SENTENCES = [[text.replace("{}", "3") for text in both] for both in sentence_templates()]
"""All sentences in the code, whether tests raise them or not, with a card for each inserted value."""


@pytest.mark.parametrize(("en", "zh"), SENTENCES)
def test_a_sentence_is_written_in_both_languages(en: str, zh: str) -> None:
    assert not english(zh)
    assert not CHINESE.search(en)


WRONG: list[Any] = [None, True, 1, -1, 1.5, 2**60, "", "x", "x" * 5000, [], [None], [[]], [{}], ["x"] * 300, {},
                    {"x": None}, {"x": "x"}, {"x": [1]}, {"x": {"y": 1}}]  # fmt: skip
"""Values that nearly every field rejects."""


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_form_says_nothing_that_its_library_wrote(endpoint: str) -> None:
    schema = ENDPOINTS[endpoint].schema
    bodies: list[Any] = [*WRONG]
    for field in schema.fields.values():
        name = field.data_key or field.name
        bodies += [{name: value} for value in WRONG]
        if isinstance(field, Nested):
            bodies += [{name: {inner: value}} for inner in field.schema.fields for value in WRONG]
    texts = [text for body in bodies for _, text in pointers(schema.validate(body))]
    assert len(texts) > 70
    assert all(type(text) is Bilingual and not english(text.zh) and CHINESE.search(text.zh) for text in texts)


@pytest.mark.parametrize("code", CODES)
def test_codes_have_texts_in_both_languages(client: FlaskClient, code: str) -> None:
    for lang, header in (("en", {}), ("zh", ZH)):
        assert "Accept-Language" in client.get(f"/problems/{code}", headers=header).headers["Vary"]
        text = page_in(client, f"/problems/{code}", header)
        title = TEXTS[code].title if lang == "en" else TEXTS[code].title.zh
        assert f'<html lang="{lang}">' in text
        assert f"<h1>{title}</h1>" in text.replace("&#x27;", "'")
        assert bool(CHINESE.search(text)) == (lang == "zh")
    assert not english(text)
    assert page_in(client, f"/problems/{code}?lang=zh") == text


@pytest.mark.parametrize("path", ["/problems", "/docs", "/numbers"])
def test_a_page_is_in_the_callers_language(client: FlaskClient, path: str) -> None:
    plain, chinese = page_in(client, path), page_in(client, path, ZH)
    assert '<html lang="en">' in plain
    assert not CHINESE.search(plain)
    assert '<html lang="zh">' in chinese
    assert not english(chinese)


@pytest.mark.parametrize(
    "text", [*module_texts(docs_pages), *(text for number in NUMBERS for text in number), *DETAILS.values()]
)
def test_what_pages_and_statuses_say_is_chinese_in_chinese(text: Bilingual) -> None:
    assert not english(text.zh)
    assert CHINESE.search(text.zh)
    assert not CHINESE.search(text)


@pytest.mark.parametrize("texts", [*REASONS.values(), *PLAIN_REASONS.values(), *FACTORS.values()])
def test_reasons_have_texts_in_both_languages(texts: Mapping[str, str]) -> None:
    assert not english(texts["zh"])
    assert CHINESE.search(texts["zh"])
    assert not CHINESE.search(texts["en"])


def chinese_of(answer: Any) -> dict[str, str]:
    """Return every Chinese text of JSON, with the English one beside it if there is one."""
    if isinstance(answer, list):
        return {zh: en for inner in answer for zh, en in chinese_of(inner).items()}
    if not isinstance(answer, dict):
        return {}
    own = {answer[f"{name}_zh"]: answer[name] for name in ("name", "about") if f"{name}_zh" in answer}
    own |= {answer["zh"]: answer.get("en", "")} if "zh" in answer else {}
    return own | {zh: en for inner in answer.values() for zh, en in chinese_of(inner).items()}


def test_the_words_of_every_game_have_both_languages(client: FlaskClient) -> None:
    answer = client.get("/v1/variants").get_json()
    pairs = chinese_of(answer)
    assert len(pairs) > 150
    for zh, en in pairs.items():
        assert not english(zh), zh
        assert CHINESE.search(zh), zh
        assert not CHINESE.search(en), en


def in_both(text: Bilingual) -> dict[str, str]:
    return {"en": text, "zh": text.zh}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_value_that_is_a_word_has_a_name(client: FlaskClient, variant: Variant) -> None:
    options = client.get(f"/v1/variants/{variant.id}").get_json()["options"]
    assert list(options) == list(variant.options)
    for option, declared in zip(options.values(), variant.options.values(), strict=True):
        assert (option["label"], option["description"]) == (in_both(declared.label), in_both(declared.about))
        words = {value: word for value in declared.values if (word := declared.word(value))}
        assert option["value_labels"] == {value: in_both(word) for value, word in words.items()}
        unnamed = [value for value in option["values"] if value not in words]
        assert all(value.isdigit() or not set(value) - set(RANKS) for value in unnamed), unnamed
        assert len({word.zh for word in words.values()}) == len(words)


def test_games_and_their_shapes_levels_and_themes_have_their_names(client: FlaskClient) -> None:
    for game in client.get("/v1/variants").get_json()["variants"]:
        variant = VARIANTS[game["id"]]
        assert game["label"] == {"en": variant.name, "zh": variant.zh}
        names = {shape["id"]: shape["label"]["zh"] for shape in game["shapes"]}
        assert names == {shape.name: shape.zh for shape in shapes_of(variant)}
        for level in game["levels"]:
            own = level_in(variant.id, level["id"])
            assert (level["label"]["zh"], level["description"]) == (own.zh, in_both(own.about))
        assert all(theme["label"] == in_both(theme_name(theme["id"])) for theme in game["themes"])


DEPRECATED = {"name": "label.en", "name_zh": "label.zh", "en": "label.en", "zh": "label.zh",
              "about": "description.en", "about_zh": "description.zh"}  # fmt: skip
"""Fields with the same text as another field of their object, if it has that one."""


def deprecated_texts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the deprecated texts in JSON, each with the text that replaces it."""
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from deprecated_texts(inner)
    if isinstance(value, dict):
        for name, place in DEPRECATED.items():
            field, lang = place.split(".")
            if name in value and field in value:
                yield value[name], value[field][lang]


def test_deprecated_texts_are_those_that_replace_them(client: FlaskClient) -> None:
    pairs = list(deprecated_texts(client.get("/v1/variants").get_json()))
    assert len(pairs) > 500
    assert all(old == new for old, new in pairs)


def test_the_words_of_every_registry_have_texts(client: FlaskClient) -> None:
    answer = client.get("/v1/variants").get_json()
    assert [row["id"] for row in answer["notations"]] == list(NOTATIONS)
    assert [row["id"] for row in answer["profiles"]] == list(PROFILES)
    names = {seat: name["zh"] for game in answer["variants"] for seat, name in game["seat_names"].items()}
    assert names["landlord_down"] == "地主下家"
    assert names["2"] == "2号位"


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("method", "path", "headers", "data", "status"),
    [
        ("POST", "/v1/analyze", JSON, b'{"hand": "3",', 400),
        ("POST", "/v1/analyze", JSON, b"\xff", 400),
        ("POST", "/v1/analyze", {"Content-Type": "text/plain"}, b"{}", 415),
        ("POST", "/v1/analyze", {"Content-Type": "application/x-www-form-urlencoded"}, b"{}", 415),
        ("POST", "/v1/analyze", JSON | {"Content-Encoding": "gzip"}, b"{}", 415),
        ("POST", "/v1/analyze", JSON | {"Accept": "text/html"}, b"{}", 406),
        ("POST", "/v1/analyze", JSON, b" " * 70_000, 413),
        ("POST", "/v1/analyze", JSON | {"Transfer-Encoding": "chunked"}, None, 411),
        ("DELETE", "/v1/analyze", {}, None, 405),
        ("GET", "/v1/move", {}, None, 405),
        *[
            ("GET", path, {}, None, 404)
            for path in (
                "/v1/nothing", "/v1/variants/bridge", "/problems/none", "/docs/none.js", "/%00", "/docs/../app.py",
                "/docs/" + "a" * 3000, "/docs/a%00b", "/docs/%ff", "/docs//swagger-ui.css", "/v1//variants",
                "/v1/variants/",
            )
        ],
    ],
)  # fmt: skip
def test_http_errors_are_problem_documents_in_both_languages(
    client: FlaskClient, method: str, path: str, headers: dict[str, str], data: bytes | None, status: int
) -> None:
    for lang in ("en", "zh"):
        answer = client.open(path, method=method, headers=headers | {"Accept-Language": lang}, data=data)
        problem = answer.get_json(force=True)
        assert answer.mimetype == "application/problem+json"
        assert answer.status_code == problem["status"] == status
        assert problem["request_id"] == answer.headers["X-Request-Id"]
        assert "Accept-Language" in answer.headers["Vary"]
        for text in (problem["title"], problem["detail"]):
            assert bool(CHINESE.search(text)) == (lang == "zh")
            assert lang == "en" or not english(text)
    assert problem["title"] == TITLES_ZH[status]


def test_server_errors_are_answered_in_chinese() -> None:
    for error in (Busy(), InternalServerError(), TooManyRequests()):
        problem = error_problem(error, {STATE: RequestState("x", Log("CRITICAL"))}, "zh")
        assert problem["title"] == TITLES_ZH[error.code or 0]
        assert not english(problem["title"] + problem["detail"])


def test_the_language_of_a_body_binds_its_errors(client: FlaskClient) -> None:
    wrong = {"hand": "3", "last": "35", "lang": "zh"}
    assert "不成牌型" in client.post("/v1/analyze", json=wrong).get_json()["detail"]
    assert "not a play" in client.post("/v1/analyze", json=wrong | {"lang": "en"}, headers=ZH).get_json()["detail"]
    assert "不成牌型" in client.get("/v1/analyze?hand=3&last=35&lang=zh").get_json()["detail"]
    assert client.post("/v1/move", json={"lang": "zh", "spare": 1}).get_json()["title"] == "没有这个字段"
    assert client.post("/v1/move", json={"lang": ["zh"]}).get_json()["title"] == TEXTS["field_invalid"].title


def test_each_item_of_a_batch_speaks_its_own_language(client: FlaskClient) -> None:
    items = [{"op": "move", "body": {"hand": "", **lang}} for lang in ({"lang": "zh"}, {}, {"lang": "en"})]
    for header, expected in (({}, [True, False, False]), (ZH, [True, True, False])):
        answer = client.post("/v1/batch", json={"items": items}, headers=header).get_json()
        assert [bool(CHINESE.search(item["body"]["detail"])) for item in answer["items"]] == expected


def test_rejections_of_weak_plays_name_the_plays_that_beat(client: FlaskClient) -> None:
    def detail(last: str, play: str) -> str:
        body = {"hand": "3456789TJQK", "seat": "landlord_up", "history": [last, play]}
        return str(client.post("/v1/analyze", json=body, headers=ZH).get_json()["detail"])

    assert detail("TT", "99") == "对9管不上对10：要更大的对子，或者炸弹"
    assert detail("X", "2") == "单2管不上小王：要更大的单张，或者炸弹"
    assert detail("34567", "4567") == "4567在斗地主里不成牌型：顺子至少5张；加上8就是顺子45678"
    assert detail("45678", "34567") == "顺子34567管不上顺子45678：要更大的同样长的顺子，或者炸弹"
    assert detail("XD", "2222") == "炸弹2222管不上王炸：没有牌管得上"
    assert detail("4444", "3333") == "炸弹3333管不上炸弹4444：只有更大的炸弹才管得上"


def test_a_check_says_what_would_beat(client: FlaskClient) -> None:
    body = {"cards": "99", "hand": "3499", "last": "TT"}
    texts = {
        lang: client.post("/v1/check", json=body | {"lang": lang}).get_json()["reasons"][0]["text"]
        for lang in ("en", "zh")
    }
    assert texts["zh"] == "对9管不上对10：要更大的对子，或者炸弹。"
    assert texts["en"] == "99 (pair) does not beat TT (pair): a higher pair does, or a bomb."
    lead = {"variant": "paodekuai", "cards": "44", "hand": "3s3445566778899TJ", "history": [], "lang": "zh"}
    assert [reason["text"] for reason in client.post("/v1/check", json=lead).get_json()["reasons"]] == [
        "首出必须带 3s。"
    ]


TEXT_FIELDS = frozenset({"title", "detail", "text"})


def test_every_code_is_raised_in_chinese(client: FlaskClient) -> None:
    """By the recorded examples, each of which is sent in Chinese too; the batch's code is not among them."""
    raised = set()
    requests = [(example.path, example.request) for example in read_examples()]
    for path, body in [*requests, ("/v1/batch", {"items": [{}] * 65})]:
        own = {name: value for name, value in body.items() if name != "lang"} if isinstance(body, dict) else body
        answer = client.post(path, json=own, headers=ZH).get_json(force=True)
        raised |= {error["code"] for error in answer.get("errors", ())}
        for text in texts_of(answer, TEXT_FIELDS):
            assert not english(text), text
            assert CHINESE.search(text), text
    assert raised == set(CODES)


def test_a_sentence_travels_whole() -> None:
    fault = RuleError("not_held", Bilingual("a", f"手里没有{quoted('x' * 99)}，只有{coded(['b', 'c'])}"))
    assert fault.message.zh == f"手里没有「{'x' * 30}…」，只有`b`、`c`"
    assert str(fault) == "a"


@pytest.mark.parametrize(("cards", "expected"), [("35", "不成牌型"), ("zz", "不是牌")])
def test_a_post_speaks_the_language_of_its_query(app: Flask, cards: str, expected: str) -> None:
    """If the body names no language: in answers and rejections, alone and in a batch."""
    client, played = FlaskClient(app), {"cards": cards}
    for path, body in (("/v1/check", played), ("/v1/batch", {"items": [{"op": "check", "body": played}]})):
        assert expected in client.post(path + "?lang=zh", json=body, headers={"Accept-Language": "en"}).text
        assert expected not in client.post(path + "?lang=en", json=body, headers={"Accept-Language": "zh"}).text
    assert expected not in client.post("/v1/check?lang=zh", json=played | {"lang": "en"}).text

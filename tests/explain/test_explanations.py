"""Explanations of cards that are no play, and the nearest play, judged by the slow rules and tested at the API."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core import engine
from service.explain.nearest import FAULTS, find_nearest
from service.explain.nearest_text import nearest_text
from service.http.responses.nearest import nearest_answer
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.errors import Bilingual
from service.rules.variants import VARIANTS
from tests.helpers.client import post
from tests.oracle.explanations import BUT_FOR, JUDGES, Explained, explanations, judge_explanation, judge_explanations
from tests.oracle.family import GAMES


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_explanation_is_false(variant: str) -> None:
    judgement = judge_explanations(variant, 300)
    assert judgement.faults == []
    assert judgement.counts.total() == 300


def test_every_rule_has_a_judge() -> None:
    assert {*JUDGES, *BUT_FOR, "not_permitted"} == set(FAULTS)


@pytest.fixture(scope="module")
def several() -> list[Explained]:
    """Return explanations of all games."""
    return [e for variant in VARIANTS for e in islice(explanations(variant, random.Random(5)), 60)]


@pytest.mark.parametrize("rule", FAULTS)
def test_a_rule_named_in_the_place_of_another_is_detected(several: list[Explained], rule: str) -> None:
    """The sentence is replaced too, by that of another rule: its judge finds no number in it, or the wrong one."""
    others = [e for e in several if e.nearest["rule"] != rule]
    assert any(is_detected(e._replace(nearest=e.nearest | {"rule": rule})) for e in others)


def is_detected(e: Explained) -> bool:
    """Return whether an explanation is judged false."""
    try:
        return bool(judge_explanation(e, thorough=False))
    except TypeError:  # the sentence contains no number
        return True


def test_other_falsehoods_are_detected() -> None:
    for e in islice(explanations("standard", random.Random(6)), 40):
        assert judge_explanation(e, thorough=True) == ""
        assert judge_explanation(
            e._replace(nearest=e.nearest | {"shape": "rocket" if e.shape != "rocket" else "solo"}), thorough=False
        )
        assert judge_explanation(e._replace(nearest=e.nearest | {"extra": e.nearest["extra"] + "3"}), thorough=False)
        if e.nearest["rule"] == "not_alike":
            wrong = Bilingual(e.text.replace("is one card", "is 7 cards"), "").replace("is 2 cards", "is 7 cards")
            if wrong != e.text:
                assert judge_explanation(e._replace(text=Bilingual(wrong, "")), thorough=False)


def test_a_play_that_is_not_the_nearest_is_detected() -> None:
    """The lowest card alone is a play too, but it requires removing more cards."""
    e = next(
        e for e in explanations("standard", random.Random(7)) if 0 < len(e.nearest["extra"]) < len(e.cards) - 1 < 6
    )
    far = {
        "rule": "not_alike",
        "rule_shape": "solo",
        "shape": "solo",
        "cards": e.cards[0],
        "missing": "",
        "extra": e.cards[1:],
    }
    assert "nearer" in judge_explanation(
        e._replace(nearest=far, text=Bilingual("a single is one card; without", "")), thorough=True
    )


# ---- sentences --------------------------------------------------------------------------------------------------

CASES = [
    (
        "standard",
        "",
        "35",
        "a pair is 2 cards of one rank; without 5 it is the single 3",
        "对子要2张同点数的牌；去掉5就是单3",
    ),
    (
        "standard",
        "",
        "3456",
        "a straight has at least 5 ranks; with 7 it is the straight 34567",
        "顺子至少5张；加上7就是顺子34567",
    ),
    (
        "standard",
        "",
        "34562",
        "no 2 is ever part of a straight, which ends at A; with 7 instead of 2 it is the straight 34567",
        "顺子里不能有2，最大到A；把2换成7就是顺子34567",
    ),
    (
        "standard",
        "",
        "34568",
        "6 and 8 are not consecutive; with 7 it is the straight 345678",
        "6、8不连续；加上7就是顺子345678",
    ),
    (
        "standard",
        "",
        "33445",
        "each rank of a pair straight has 2 cards; with 5 it is the pair straight 334455",
        "连对的每个点数要有2张；加上5就是连对334455",
    ),
    (
        "standard",
        "",
        "334455667",
        "a pair straight has only consecutive ranks, 2 cards of each; without 7 it is the pair straight 33445566",
        "连对里只能有点数连续的对子；去掉7就是连对33445566",
    ),
    (
        "paodekuai",
        "",
        "333555JJKKK",
        "the ranks of a plane with wings follow each other without a gap; "
        "with 3444 it is the plane with wings 3333444555JJKKK",
        "飞机的点数必须连续；加上3444就是飞机3333444555JJKKK",
    ),
    (
        "standard",
        "",
        "3334445",
        "a plane with single wings of 2 ranks takes 2 cards as kickers, 1 card is missing; "
        "for example with 5 it is the plane with single wings 33344455",
        "飞机带单要带2张，还少1张；比如加上5就是飞机带单33344455",
    ),
    (
        "standard",
        "",
        "33345",
        "this game has no trio with two cards; without 5 it is the trio with a single 3334",
        "这种玩法没有三带二；去掉5就是三带一3334",
    ),
    (
        "standard",
        "",
        "333555",
        "3 and 5 are not consecutive; without 5 it is the trio with a pair 33355",
        "3、5不连续；去掉5就是三带二33355",
    ),
    (
        "standard_four",
        "",
        "333345",
        "this game has no quad with two singles; without 45 it is the bomb 3333",
        "这种玩法没有四带两单；去掉45就是炸弹3333",
    ),
    (
        "zhengshangyou",
        "",
        "33344456",
        "this game has no plane with single wings; with 5 instead of 346 it is the pair straight 334455",
        "这种玩法没有飞机带单；把346换成5就是连对334455",
    ),
    (
        "zhengshangyou",
        "",
        "A2345",
        "these rules have no such straight; with the option low_run=on it is a straight",
        "按所选规则不能这样出顺子；选项 `low_run` 取 `on` 时就是顺子",
    ),
    (
        "guandan",
        "",
        "XD",
        "a pair is 2 cards of one rank; without D it is the single X",
        "对子要2张同点数的牌；去掉D就是小王",
    ),
    (
        "standard",
        "",
        "44445556",
        "a kicker of a plane with single wings must not be 4, the rank of its body; "
        "with the option attach_body_rank=on it is a plane with single wings",
        "飞机带单的带牌不能与主体同点数，4不能带；选项 `attach_body_rank` 取 `on` 时就是飞机带单",
    ),
    (
        "standard",
        "rlcard",
        "333444XD",
        "two jokers cannot be kickers of one play; "
        "with the option attach_both_jokers=on it is a plane with single wings",
        "两张王不能一起当带牌；选项 `attach_both_jokers` 取 `on` 时就是飞机带单",
    ),
    (
        "standard",
        "",
        "XD3",
        "a rocket is one small joker and one big joker; without 3 it is the rocket XD",
        "王炸是小王和大王；去掉3就是王炸",
    ),
    ("standard", "", "AA2233", "no 2 is ever part of a pair straight, which ends at A", "连对里不能有2，最大到A"),
    (
        "guandan",
        "",
        "QsKhAs2s3s",
        "a straight ends at A and does not continue with 2 and 3",
        "顺子到A为止，不能再接2、3",
    ),
    ("guandan", "", "2hX", "a wild card never stands for a small joker", "癞子不能当小王"),
    ("standard", "", "7788", "a pair straight has at least 3 ranks", "连对至少3对"),
    (
        "standard",
        "pagat",
        "33344455",
        "the kickers of a plane with single wings must differ in rank; "
        "with the option attach_max_same=2 it is a plane with single wings",
        "飞机带单的带牌点数要各不相同；选项 `attach_max_same` 取 `2` 时就是飞机带单",
    ),
    (
        "guandan",
        "",
        "3s4s5s6s7s8s",
        "a straight flush has exactly 5 ranks; without 3s it is the straight flush 4s5s6s7s8s",
        "同花顺正好5张；去掉3s就是同花顺4s5s6s7s8s",
    ),
]


@pytest.mark.parametrize(("variant", "attach", "text", "english", "chinese"), CASES)
def test_the_sentence_names_the_rule_and_the_way_out(
    variant: str, attach: str, text: str, english: str, chinese: str
) -> None:
    rules = engine.rules_for(variant, (("attach", attach),) if attach else ())
    nearest = find_nearest(rules, parse_cards(text, kind=rules.setup.kind), c.TEXT)
    assert nearest is not None
    sentence = nearest_text(nearest, rules, c.TEXT)
    assert (str(sentence), sentence.zh) == (english, chinese)


def test_a_play_has_no_nearest_one() -> None:
    rules = engine.rules_for("standard")
    assert find_nearest(rules, parse_cards("34567"), c.TEXT) is None


def test_a_play_short_of_kickers_is_nearest_to_a_whole_one() -> None:
    rules = engine.rules_for("paodekuai")
    nearest = find_nearest(rules, parse_cards("4443"), c.TEXT)
    assert nearest is not None
    answer = nearest_answer(nearest, c.TEXT)
    assert (answer["rule"], answer["option"]) == ("not_permitted", {"name": "triple_free", "value": "on"})
    assert answer["shape"] == "trio_two"


def test_a_sentence_names_the_ranks_that_are_no_kickers() -> None:
    rules = engine.rules_for("standard", (("kicker_top", "A"),))
    nearest = find_nearest(rules, parse_cards("33344425"), c.TEXT)
    assert nearest is not None
    sentence = nearest_text(nearest, rules, c.TEXT)
    assert str(sentence).startswith(
        "no 2 can be a kicker; with the option kicker_top=D it is a plane with single wings"
    )
    assert sentence.zh.startswith("2不能当带牌；选项 `kicker_top` 取 `D` 时就是飞机带单")


BROKEN = [
    ("standard", {}, "A2345", "not_in_run", "solo_chain", None),
    ("standard", {}, "QKA23", "not_in_run", "solo_chain", None),
    ("standard", {}, "JQKA2X", "not_in_run", "solo_chain", None),
    ("guandan", {"ace_low": "no"}, "Ah2s3s4d5s", "not_permitted", "solo_chain", ("ace_low", "yes")),
    ("standard", {"attach": "pagat"}, "333344", "kickers_alike", "quad_solo", ("quad_singles_may_pair", "on")),
    ("standard", {"attach": "pagat"}, "333444555777", "kickers_alike", "plane_solo", ("attach_max_same", "3")),
    ("yuncheng", {}, "33344455", "kickers_alike", "plane_solo", None),
    ("standard", {}, "33335555", "kickers_alike", "quad_pair", ("attach_quad_as_two_pairs", "on")),
    ("standard", {}, "33334444", "not_permitted", "bomb_chain", ("bomb_chain", "on")),
    ("standard", {}, "555566667777", "not_permitted", "bomb_chain", ("bomb_chain", "on")),
    ("standard", {"bomb_chain": "on"}, "3333444", "other_game", "quad_three", None),
    ("standard", {}, "3334445555", "kickers_alike", "plane_pair", ("attach_quad_as_two_pairs", "on")),
    ("standard", {"trio_alone": "off"}, "333", "not_permitted", "trio", ("trio_alone", "on")),
    ("standard", {"trio_alone": "plane"}, "333", "not_permitted", "trio", ("trio_alone", "on")),
    ("standard", {"trio_alone": "last"}, "333444", "not_permitted", "plane", ("trio_alone", "on")),
    ("standard", {"trio_pair": "off"}, "33344", "not_permitted", "trio_pair", ("trio_pair", "on")),
    ("standard", {"trio_solo": "off"}, "3334", "not_permitted", "trio_solo", ("trio_solo", "on")),
    ("laizi", {"wild": "7", "trio_solo": "off"}, "33344456", "not_permitted", "plane_solo", ("trio_solo", "on")),
    ("laizi", {"wild": "7", "quad2": "off"}, "333345", "not_permitted", "quad_solo", ("quad2", "on")),
    ("standard", {"kicker_top": "2"}, "333X", "kickers_high", "trio_solo", ("kicker_top", "D")),
    ("standard", {"kicker_top": "A"}, "33322", "kickers_high", "trio_pair", ("kicker_top", "D")),
    ("paodekuai", {"min_pc": "3"}, "7788", "run_short", "pair_chain", ("min_pc", "2")),
    ("guandan", {}, "3s4s5s6h7s8s", "run_long", "solo_chain", None),
    ("laizi", {"wild": "7"}, "7X", "wild_as", "rocket", None),
    ("yuncheng", {}, "W2", "wild_as", "pair", None),
]
"""Sets of cards, and the rule without which they are a play; `CASES` has further ones."""


@pytest.mark.parametrize(("variant", "options", "text", "rule", "shape", "option"), BROKEN)
def test_the_broken_rule_is_named_before_the_nearest_play(
    variant: str, options: dict[str, str], text: str, rule: str, shape: str, option: tuple[str, str] | None
) -> None:
    rules = engine.rules_for(variant, tuple(options.items()))
    nearest = find_nearest(rules, parse_cards(text, kind=rules.setup.kind), c.TEXT)
    assert nearest is not None
    assert (nearest.fault, nearest.rule_shape.name, nearest.option) == (rule, shape, option)


# ---- at the API -------------------------------------------------------------------------------------------------


def error_of(client: FlaskClient, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the first error of a rejected request."""
    answer = client.post(path, json=body)
    assert answer.status_code == 422
    error: dict[str, Any] = answer.get_json()["errors"][0]
    return error


NEAREST = {
    "rule": "run_short",
    "rule_shape": "solo_chain",
    "shape": "solo_chain",
    "cards": "34567",
    "missing": "7",
    "extra": "",
}


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/analyze", {"hand": "3345", "last": "3456"}, "/last"),
        ("/v1/move", {"hand": "34567899JJQQKA22D", "seat": "landlord_down", "history": ["3456"]}, "/history/0"),
        ("/v1/game", {"deal": {}, "history": ["3456"]}, "/history/0"),
        ("/v1/check", {"cards": "3", "last": "3456"}, "/last"),
    ],
)
def test_a_rejected_play_carries_the_nearest(
    client: FlaskClient, path: str, body: dict[str, Any], pointer: str
) -> None:
    error = error_of(client, path, body | {"lang": "en"})
    assert (error["code"], error["pointer"], error["nearest"]) == ("not_a_play", pointer, NEAREST)
    assert error["detail"].endswith("with 7 it is the straight 34567")
    assert error_of(client, path, body | {"lang": "zh"})["detail"].endswith("顺子至少5张；加上7就是顺子34567")


@pytest.mark.parametrize(
    ("cards", "declared", "why"),
    [
        ("55", "33", "wild cards of one rank alone stand for themselves."),
        ("35", "34", "a pair is 2 cards of one rank."),
        ("455", "345", "a straight has at least 5 ranks."),
    ],
)
def test_a_declaration_that_does_not_fit_is_explained(client: FlaskClient, cards: str, declared: str, why: str) -> None:
    laizi = {"variant": "laizi", "options": {"wild": "5"}}
    (reason,) = post(client, "/v1/check", laizi | {"cards": cards, "as": declared})["reasons"]
    assert reason == {"code": "not_a_play", "text": f"These cards do not form a play: {why}"}
    error = error_of(client, "/v1/check", laizi | {"cards": "3", "last": {"cards": cards, "as": declared}})
    assert error["detail"].endswith(why[:-1])
    assert "nearest" not in error


def test_a_check_says_why_and_what_is_nearest(client: FlaskClient) -> None:
    reason = post(client, "/v1/check", {"cards": "3456", "lang": "zh"})["reasons"][0]
    assert reason == {"code": "not_a_play", "text": "不成牌型：顺子至少5张；加上7就是顺子34567。", "nearest": NEAREST}
    assert post(client, "/v1/check", {"cards": "34567"})["reasons"] == []


@pytest.mark.parametrize(
    ("notation", "cards", "nearest"),
    [
        ("contest", [0, 4, 8, 12], {"cards": [0, 4, 8, 12, 16], "missing": [16], "extra": []}),
        ("contest", [0, 1, 5], {"cards": [0, 1], "missing": [], "extra": [5]}),
        ("douzero", [3, 4, 5, 6, 17], {"cards": [3, 4, 5, 6, 7], "missing": [7], "extra": [17]}),
        ("rlcard", "BR3", {"cards": "BR", "missing": "", "extra": "3"}),
        ("text", "3s4h5s6s", {"cards": "3s4h5s6s7", "missing": "7", "extra": ""}),
    ],
)
def test_the_nearest_play_is_written_as_the_caller_writes(
    client: FlaskClient, notation: str, cards: Any, nearest: dict[str, Any]
) -> None:
    reason = post(client, "/v1/check", {"cards": cards, "notation": notation})["reasons"][0]
    assert {name: reason["nearest"][name] for name in nearest} == nearest


@pytest.mark.parametrize(
    ("body", "english", "chinese"),
    [
        (
            {"notation": "contest", "cards": [0, 4, 8, 12]},
            "with 16 it is the straight 0 4 8 12 16.",
            "加上16就是顺子0 4 8 12 16。",
        ),
        ({"notation": "rlcard", "cards": "34BR"}, "without 34 it is the rocket BR.", "去掉34就是王炸BR。"),
        (
            {"variant": "guandan", "notation": "guandan", "cards": "S3 S4 H5 S6"},
            "with C7 it is the straight S3 S4 H5 S6 C7.",
            "加上C7就是顺子S3 S4 H5 S6 C7。",
        ),
        (
            {"notation": "contest", "cards": [0, 4, 8, 12, 16], "last": [13, 17, 20, 24, 28]},
            "0 4 8 12 16 (straight) does not beat 13 17 20 24 28 (straight): "
            "a higher straight as long does, or a bomb.",
            "顺子0 4 8 12 16管不上顺子13 17 20 24 28：要更大的同样长的顺子，或者炸弹。",
        ),
        (
            {"notation": "douzero", "cards": [3, 3], "last": [17, 17]},
            "3 3 (pair) does not beat 17 17 (pair): a higher pair does, or a bomb.",
            "对子3 3管不上对子17 17：要更大的对子，或者炸弹。",
        ),
        (
            {"variant": "zhengshangyou", "options": {"low_run": "on"}, "cards": "2345A", "last": "34567"},
            "A2345 (straight) does not beat 34567 (straight): a higher straight as long does, or a bomb.",
            "顺子A2345管不上顺子34567：要更大的同样长的顺子，或者炸弹。",
        ),
        (
            {"variant": "guandan", "cards": "2h3c4s5sAs", "last": "3s4s5s6s7c"},
            "As3c4s5s2h (straight) does not beat 3s4s5s6s7c (straight): a higher straight as long does, or a bomb.",
            "顺子As3c4s5s2h管不上顺子3s4s5s6s7c：要更大的同样长的顺子，或者炸弹。",
        ),
    ],
)
def test_sentences_have_the_cards_of_the_caller(
    client: FlaskClient, body: dict[str, Any], english: str, chinese: str
) -> None:
    (reason,) = post(client, "/v1/check", body | {"lang": "en"})["reasons"]
    assert reason["text"].endswith(english)
    (reason,) = post(client, "/v1/check", body | {"lang": "zh"})["reasons"]
    assert reason["text"].endswith(chinese)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_english_sentence_has_an_identifier(variant: str) -> None:
    for e in islice(explanations(variant, random.Random(9)), 60):
        assert "_" not in e.text.replace(e.nearest.get("option", {"name": ""})["name"], "")


def test_wild_cards_alone_that_are_declared_have_a_reason(client: FlaskClient) -> None:
    body = {"variant": "laizi", "options": {"wild": "5"}, "hand": "3478", "last": {"cards": "55", "as": "33"}}
    assert error_of(client, "/v1/analyze", body | {"lang": "en"})["detail"] == (
        "55 as 33 is not a play of Dou Dizhu with wild ranks: wild cards of one rank alone stand for themselves"
    )
    assert error_of(client, "/v1/analyze", body | {"lang": "zh"})["detail"].endswith(
        "只出一种癞子时，只能当它本身的点数"
    )
    readings = GAMES["laizi"]({"wild": "5"}).readings(("5", "5"))
    assert [reading.plays_as for reading in readings] == ["55"]


def test_cards_that_are_played_have_no_nearest_play(client: FlaskClient) -> None:
    """Cards that do not beat the table, break a bomb, or lack kickers too early are still plays."""
    for body in (
        {"cards": "99", "last": "TT"},
        {"variant": "paodekuai", "cards": "333", "hand": "33345"},
        {"variant": "paodekuai", "cards": "33", "hand": "3333", "options": {"bomb_split": "off"}},
    ):
        assert all("nearest" not in reason for reason in post(client, "/v1/check", body)["reasons"])


def test_the_nearest_play_may_be_sent_instead(client: FlaskClient) -> None:
    """The suggestion is a play that the same service accepts, in every game, with wild cards and suits too."""
    for variant in VARIANTS:
        for e in islice(explanations(variant, random.Random(8)), 25):
            body = {"variant": variant, "options": dict(e.rules.chosen), "cards": e.nearest["cards"]}
            answer = post(client, "/v1/check", body)
            assert answer["playable"], (body, answer)
            assert e.nearest["shape"] in [reading["shape"] for reading in answer["readings"]]

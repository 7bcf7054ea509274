"""Problem documents (RFC 9457): every error as JSON, and a page for each code that says how to mend it."""

from __future__ import annotations

import re
from html import escape
from http import HTTPStatus
from typing import Any

from flask import request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.http.negotiation import preferred_language
from service.http.reasons import LANGUAGES
from service.http.schemas import code_of, pointers
from service.rules.errors import CODES, RuleError, Said

UNPROCESSABLE = 422

MOST_ERRORS = 20
"""Errors that one problem document lists."""


def title_of(code: str, lang: str) -> str:
    """Return the title of a code."""
    return CODES[code][LANGUAGES.index(lang)]


def told(said: Said, lang: str) -> str:
    """Return a sentence in *lang*."""
    return said if lang == LANGUAGES[0] else said.zh


def error_shown(code: str, pointer: str, detail: Said, lang: str) -> dict[str, str]:
    """Return one error in *lang*."""
    return {"pointer": pointer, "code": code, "detail": clean(told(detail, lang))}


def clean(text: str) -> str:
    """Return *text* as JSON can carry it: what a caller sent may hold lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()[:500]


def document(errors: list[dict[str, str]], lang: str) -> dict[str, Any]:
    """Return the problem document of form and meaning faults, named after the first."""
    first = errors[0]
    return {
        "type": f"/problems/{first['code']}",
        "title": title_of(first["code"], lang),
        "status": UNPROCESSABLE,
        "detail": first["detail"],
        "errors": errors[:MOST_ERRORS],
        "request_id": request.environ["paili.request_id"],
    }


def problem_of(error: RuleError | ValidationError) -> dict[str, Any]:
    """Return the problem document of a fault in what was asked."""
    lang = preferred_language(request.environ)
    if isinstance(error, RuleError):
        return document([error_shown(error.code, error.pointer, error.message, lang)], lang)
    found = [error_shown(code_of(text), pointer, text, lang) for pointer, text in pointers(error.messages)]
    return document(found, lang)


def http_problem(error: HTTPException) -> dict[str, Any]:
    """Return the problem document of an HTTP error."""
    status = error.code or 500
    title = HTTPStatus(status).phrase
    return {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": clean(error.description or title),
        "request_id": request.environ["paili.request_id"],
    }


MEND: dict[str, tuple[str, str]] = {
    "field_missing": (
        "Add the field that the pointer names. A position needs `hand`, or comes whole in `position`.",
        "补上指针所指的字段。局面至少要有 `hand`，或者用 `position` 一行写全。",
    ),
    "field_unknown": (
        "Compare the name with the contract; the detail names the nearest field. Other players' hands are not needed.",
        "对照接口文档检查字段名，说明里给出了最接近的名字。本服务从不需要其他玩家的手牌。",
    ),
    "field_invalid": (
        "Send the type that the contract names: cards are a string or an array, `top` is a number, not a text.",
        "按接口文档的类型填写：牌是字符串或数组，`top` 是数字而不是文本。",
    ),
    "field_conflict": (
        "Say it once: a line in `position` or the fields, not both; a query parameter, or a part of one or of a line, "
        "at most once.",
        "同一件事只说一次：`position` 与各字段二选一；查询参数以及一行局面中的各项不要重复。",
    ),
    "batch_too_large": (
        "Part the items into several batches; `/v1/variants` says how many one may hold.",
        "分成几批发送；每批上限见 `/v1/variants`。",
    ),
    "limit_too_large": (
        "Ask for less, or leave the limit out; `/v1/variants` prints every cap.",
        "调低该值或省略；所有上限见 `/v1/variants`。",
    ),
    "variant_unknown": ("`/v1/variants` lists the games.", "可用的玩法见 `/v1/variants`。"),
    "option_unknown": (
        "`/v1/variants/{id}` lists the options of a game with their values.",
        "每种玩法的选项和取值见 `/v1/variants/{id}`。",
    ),
    "level_unknown": ("`/v1/variants` lists the robot levels.", "可用的机器人难度见 `/v1/variants`。"),
    "seat_unknown": (
        "`/v1/variants` lists the seats: `landlord`, then `landlord_down`, who plays after him, then `landlord_up`.",
        "座位见 `/v1/variants`：`landlord` 地主，`landlord_down` 地主下家，`landlord_up` 地主上家。",
    ),
    "card_unknown": (
        "In text, ranks are `3456789TJQKA2` in capitals, `X` the small joker, `D` the big one; a suit follows as a "
        "small letter. Other ways to write cards are named in `notation`.",
        "文本写法：点数 `3456789TJQKA2` 用大写，`X` 小王，`D` 大王，花色用小写字母跟在后面。"
        "其他写法请用 `notation` 指明。",
    ),
    "card_duplicate": (
        "Each card with an identity exists once in a deck: look for the same id in the hand, the bottom and the plays.",
        "每张有编号的牌在一副牌里只有一张：检查手牌、底牌和出牌记录里是否重复。",
    ),
    "notation_ambiguous": (
        "Say which notation the numbers are in: `notation` is `rlcard`, `douzero`, `contest`, `yuncheng` or `guandan`. "
        "In text, write `X` for the small and `D` for the big joker.",
        "数字牌请用 `notation` 指明写法：`rlcard`、`douzero`、`contest`、`yuncheng` 或 `guandan`。"
        "文本中小王写 `X`，大王写 `D`。",
    ),
    "suit_missing": (
        "Suits matter in this game: write a small letter after each rank, as in `5s Th 2c Jd`, or use the notation "
        "`guandan`. Jokers have none.",
        "本玩法区分花色：在点数后加小写字母，如 `5s Th 2c Jd`，或使用 `guandan` 记法。大小王没有花色。",
    ),
    "too_many_of_rank": (
        "Hand, bottom, history and seen cards together must fit the deck. The pointer names the part beyond it.",
        "手牌、底牌、出牌记录和已见的牌合起来不能超过一副牌，指针指出超出的部分。",
    ),
    "hand_empty": ("Send the cards that the seat still holds.", "请给出该座位现有的手牌。"),
    "hand_size": (
        "Count the cards: with a complete `history` the hand must match the deal. A client that knows only the table "
        "sends the snapshot form: `hand`, `last`, and `left` and `seen` if it has them. A bottom is whole or left out.",
        "核对张数：给出完整 `history` 时手牌必须与发牌相符。只知道桌面的客户端请用快照形式："
        "`hand`、`last`，以及已知的 `left` 和 `seen`。底牌要么写全，要么省略。",
    ),
    "not_a_play": (
        "The cards are no shape of this game; `/v1/check` names what cards can be, `/v1/variants` lists the shapes.",
        "这些牌不构成该玩法的牌型；`/v1/check` 可查询牌型，`/v1/variants` 列出全部牌型。",
    ),
    "not_held": (
        "The play uses cards that `hand` does not hold; `hand` is what is held now, not what was dealt.",
        "所出的牌不在 `hand` 里；`hand` 是现在的手牌，不是发到的牌。",
    ),
    "does_not_beat": (
        "A follow has the shape and length of the play on the table and a higher rank, or is a bomb. The pointer names "
        'the play in `history`; a pass is `""`.',
        '跟牌须同牌型、同张数且点数更大，或者是炸弹。指针指出 `history` 中的那一手；不出写作 `""`。',
    ),
    "must_beat": (
        "In this game who can beat must beat, bombs included unless the options say otherwise: name the play, or set "
        "`options.must` to `off` for a table that passes freely.",
        "本玩法能管必管（炸弹按选项）。请给出所出的牌；若可随意不出，请将 `options.must` 设为 `off`。",
    ),
    "must_show": (
        "The first lead of the first deal contains the three that decides who leads. Where the last winner leads, set "
        "`options.first3` to `off`.",
        "首局首出必须带规定的三。若由上局赢家先出，请将 `options.first3` 设为 `off`。",
    ),
    "must_lead": (
        "A pass opens no trick: name the cards that were led. After all others passed, the same seat leads again.",
        "领出时不能不出，请给出所出的牌。其他人都不出后，由同一座位继续领出。",
    ),
    "not_your_turn": (
        "`history` is complete from the first lead, passes included: count it around the table, or correct `seat`.",
        "`history` 须从第一手起完整记录，包括不出；请按座位顺序核对，或改正 `seat`。",
    ),
    "history_inconsistent": (
        "Two parts of the request cannot both be true. Fields that `history` implies may be left out.",
        "请求中有两处互相矛盾。能由 `history` 推出的字段可以省略。",
    ),
    "bid_invalid": (
        "`bids` holds what every seat said, the first seat's word first: numbers 0..3, each above all before it, or "
        "the words that the detail names.",
        "`bids` 从第一家起依次列出各家所叫：0..3 的数字，非 0 者须高于之前所有叫分；或说明中列出的词。",
    ),
    "game_over": (
        "A seat has played all its cards: remove what follows, or start a new history.",
        "已有玩家出完牌：请删去其后的记录，或开始新的一局。",
    ),
    "deal_impossible": (
        "Ask for fewer combos: they fit the hand as it is dealt, each has ranks of its own, and wild cards make none.",
        "请减少 `composition` 中的牌型：张数不能超过所发手牌，各牌型点数互不相同，且不用癞子组成。",
    ),
}
"""How to mend each fault, in English and Chinese; `code` between backticks."""


def marked(text: str) -> str:
    """Return *text* as HTML, what stands between backticks as code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text))


def framed(title: str, content: str) -> str:
    """Return a whole page."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="/static/pages.css"></head><body><main>{content}</main></body></html>'
    )


def page(code: str) -> str:
    """Return the page of a code as HTML: what it means and how to mend it."""
    (english, chinese), (mend, mend_zh) = CODES[code], MEND[code]
    return framed(
        f"{code} · Paili",
        f"<h1>{escape(english)}</h1><p><code>{code}</code></p><p>{marked(mend)}</p>"
        f'<section lang="zh"><h2>{escape(chinese)}</h2><p>{marked(mend_zh)}</p></section>'
        '<nav><a href="/problems">All problems</a> · <a href="/docs">Documentation</a></nav>',
    )


def index() -> str:
    """Return the page that lists every code."""
    rows = "".join(
        f'<li><a href="/problems/{code}"><code>{code}</code></a> {escape(english)} '
        f'<span lang="zh">{escape(chinese)}</span></li>'
        for code, (english, chinese) in CODES.items()
    )
    return framed("Problems · Paili", f'<h1>Problems <span lang="zh">错误</span></h1><ul>{rows}</ul>')

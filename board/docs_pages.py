"""Documentation pages in one language each: errors and their fixes, the numbers, the contract."""

from __future__ import annotations

import re
from html import escape

from board import assets
from service.http.texts.number_texts import ERROR_ABOUT, ERROR_COLUMNS, ERROR_TITLE, NUMBERS, TITLE
from service.http.texts.problem_texts import TEXTS
from service.http.texts.reasons import LANGUAGES, localize
from service.rules.errors import Bilingual
from service.rules.games.bid_models import MODELS
from service.rules.variants import VARIANTS

ALL_PROBLEMS = Bilingual("All problems", "全部错误")
DOCUMENTATION = Bilingual("Documentation", "接口文档")
PROBLEMS = Bilingual("Problems", "错误")
NAME = Bilingual("Paili", "牌力")
BOARD = Bilingual("Back to the board", "回到牌桌")
RULES = Bilingual("Rules of the games", "游戏规则")
PUZZLES = Bilingual("Puzzles", "残局")
REVIEW = Bilingual("Review", "复盘")
LANGUAGE_NAMES = {"en": "English", "zh": "中文"}
"""The name of each language in that language."""


def marked(text: str) -> str:
    """Return *text* as HTML, with text between backticks as code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text))


def framed(title: str, content: str, lang: str, below: str = "", head: str = "") -> str:
    """Return a whole page: links back and to the other language, the content, and *below* in full width."""
    other = next(known for known in LANGUAGES if known != lang)
    links = (
        ("/", BOARD),
        ("/puzzle", PUZZLES),
        ("/review", REVIEW),
        ("/rules", RULES),
        ("/numbers", TITLE),
        ("/problems", ALL_PROBLEMS),
        ("/docs", DOCUMENTATION),
    )
    ways = " ".join(
        f'<a href="{path}{"" if path == "/" else f"?lang={lang}"}">{localize(text, lang)}</a>' for path, text in links
    )
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f"<title>{escape(title)} · {localize(NAME, lang)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="/static/icon.svg"><link rel="apple-touch-icon" href="/static/icon-180.png">'
        f'<link rel="manifest" href="/static/site.webmanifest">{head}'
        '<link rel="stylesheet" href="/static/lib/pages.css"></head><body>'
        f'<header><a class="brand" href="/?lang={lang}"><img src="/static/icon.svg" alt="" width="28" height="28"> '
        f"{localize(NAME, lang)}</a>"
        f'<a lang="{other}" hreflang="{other}" href="?lang={other}">{LANGUAGE_NAMES[other]}</a></header>'
        f"<main>{content}</main>{below}<footer><nav>{ways}</nav></footer></body></html>"
    )


def problem_html(code: str, lang: str) -> str:
    """Return the page of an error code: its meaning and its fix."""
    title, advice = (localize(text, lang) for text in TEXTS[code])
    return framed(title, f"<h1>{escape(title)}</h1><p><code>{code}</code></p><p>{marked(advice)}</p>", lang)


def problem_index_html(lang: str) -> str:
    """Return the page that lists all error codes."""
    rows = "".join(
        f'<li><a href="/problems/{code}?lang={lang}"><code>{code}</code></a> {escape(localize(about.title, lang))}</li>'
        for code, about in TEXTS.items()
    )
    title = localize(PROBLEMS, lang)
    return framed(title, f"<h1>{title}</h1><ul>{rows}</ul>", lang)


NO_PAGE = Bilingual("Page not found", "没有这个页面")
NO_PAGE_ABOUT = Bilingual(
    "The address may be wrong or out of date. Links to the board, the explanation of the numbers and "
    "the documentation are below.",
    "地址可能写错了，或者已经失效。下面可以回到牌桌，或查看数字说明和接口文档。",
)


def missing_page_html(lang: str) -> str:
    """Return the 404 page."""
    title = localize(NO_PAGE, lang)
    return framed(
        title,
        f'<h1>{title}</h1><p>{localize(NO_PAGE_ABOUT, lang)}</p><p><a href="/">{localize(BOARD, lang)}</a></p>',
        lang,
    )


# ---- the numbers ------------------------------------------------------------------------------------------------


def errors_of_bids(lang: str) -> str:
    """Return a table of the accuracy of bid chances on games that were not used for training."""
    heads = "".join(f'<th scope="col">{localize(text, lang)}</th>' for text in ERROR_COLUMNS)
    rows = "".join(
        f'<tr><th scope="row">{variant.zh if lang == "zh" else variant.name}</th><td>{model.games}</td>'
        f"<td>{model.brier:.3f}</td><td>{model.farmer_brier:.3f}</td></tr>"
        for name, model in MODELS.items()
        if (variant := VARIANTS.get(name)) is not None
    )
    title, about = localize(ERROR_TITLE, lang), localize(ERROR_ABOUT, lang)
    return f"<h2>{title}</h2><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table><p>{about}</p>"


def numbers_html(lang: str) -> str:
    """Return the page that explains the numbers."""
    texts = "".join(
        f"<h2>{escape(localize(number.name, lang))}</h2><p>{escape(localize(number.about, lang))}</p>"
        for number in NUMBERS
    )
    title = localize(TITLE, lang)
    return framed(title, f"<h1>{title}</h1>{texts}{errors_of_bids(lang)}", lang)


def llms_text() -> str:
    """Return the overview of the service for language models, as Markdown (llmstxt.org)."""
    games = "\n".join(
        f"- [{variant.name} {variant.zh}](/rules/{variant.id}): `{variant.id}`" for variant in VARIANTS.values()
    )
    return LLMS_TEXT.format(games=games)


LLMS_TEXT = """# Paili 牌力

> Stateless web service for climbing card games: how strong a hand is, how it splits, what to play, bid and pay.

Send JSON by POST; nothing is stored. Cards are text (`34567899JJQQKA22D`): T is ten, X the small joker, D the big one.
An error is a problem document with the invalid field (`pointer`), a `code` and the page of its fix.
Texts are English or Chinese, by `lang` or `Accept-Language`. `paili mcp` has the endpoints as MCP tools.

## API

- [Contract](/openapi.yaml): OpenAPI 3.1, with an example of each request and error
- [POST /v1/analyze](/docs): strength, split, plays and move of a position
- [POST /v1/move](/docs): the move of a robot
- [POST /v1/check](/docs): what cards are, and whether they may be played
- [POST /v1/bid](/docs): a bid or a double
- [POST /v1/tribute](/docs): the card to give or to return in Guandan
- [POST /v1/deal](/docs): the cards of a game, by a seed
- [POST /v1/game](/docs): referee of a table, with each seat's position line for `move`
- [POST /v1/review](/docs): the mistakes of a finished game, with better moves
- [POST /v1/records](/docs): games as text, from a chat or another program, as requests for `game`
- [POST /v1/solve](/docs): winner and winning plays of open hands
- [POST /v1/batch](/docs): up to 64 requests in one
- [GET /v1/variants](/v1/variants): games and their options as data
- [Problems](/problems): every error code and its fix
- [Numbers](/numbers): what scores and turns mean

## Games

{games}
"""


# ---- the puzzles ------------------------------------------------------------------------------------------------


PUZZLES_ABOUT = Bilingual(
    "Card endings with open hands and one way to win, proven.",
    "明牌残局，只有一种赢法，步步有证明。",
)
PUZZLES_NEED = Bilingual("The puzzles need JavaScript.", "这一页要启用脚本。")


def puzzle_html(lang: str, shared: str = "") -> str:
    """Return the page of puzzles, which its script fills; *shared*: the tags of a preview other than the usual one."""
    texts = {"title": PUZZLES, "name": NAME, "about": PUZZLES_ABOUT, "noscript": PUZZLES_NEED}
    page = assets.PUZZLE.format(lang=lang, **{name: localize(text, lang) for name, text in texts.items()})
    usual = f'<meta property="og:title" content="{localize(PUZZLES, lang)}">'
    return page.replace(assets.SHARED_SLOT, shared or usual)


# ---- the documentation ------------------------------------------------------------------------------------------


ABOUT = Bilingual(
    "Send a position, get an analysis; the server stores nothing. Every request below can be tried here. "
    "`lang` or `Accept-Language` selects English or Chinese for all texts of an answer.",
    "发来局面，得到分析，服务器不留任何数据。下面每个请求都可以直接试用；用字段 `lang` 或请求头 "
    "`Accept-Language` 选择中文或英文，回答里的每句话都随之而变。接口契约本身以英文写成。",
)

SWAGGER = (
    '<div id="swagger-ui" lang="en"></div><script src="/docs/swagger-ui-bundle.js"></script>'
    '<script src="/static/docs.js"></script>'
)


def docs_html(lang: str) -> str:
    """Return the page with the contract and a form to try each request."""
    title = localize(DOCUMENTATION, lang)
    style = '<link rel="stylesheet" href="/docs/swagger-ui.css">'
    return framed(title, f"<h1>{title}</h1><p>{marked(localize(ABOUT, lang))}</p>", lang, SWAGGER, style)

"""The pages beside the API, each in one language: what each problem means and how to mend it, and the documentation."""

from __future__ import annotations

import re
from html import escape

from service.http.problem_texts import TEXTS
from service.http.status import told
from service.rules.errors import Said

ALL_PROBLEMS = Said("All problems", "全部错误")
DOCUMENTATION = Said("Documentation", "接口文档")
PROBLEMS = Said("Problems", "错误")
NAME = Said("Paili", "牌力")


def marked(text: str) -> str:
    """Return *text* as HTML, what stands between backticks as code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text))


def framed(title: str, content: str, lang: str) -> str:
    """Return a whole page."""
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="/static/pages.css"></head><body><main>{content}</main></body></html>'
    )


def problem(code: str, lang: str) -> str:
    """Return the page of a code as HTML: what it means and how to mend it."""
    title, mend = (told(text, lang) for text in TEXTS[code])
    return framed(
        f"{title} · {told(NAME, lang)}",
        f"<h1>{escape(title)}</h1><p><code>{code}</code></p><p>{marked(mend)}</p>"
        f'<nav><a href="/problems">{told(ALL_PROBLEMS, lang)}</a> · '
        f'<a href="/docs">{told(DOCUMENTATION, lang)}</a></nav>',
        lang,
    )


def index(lang: str) -> str:
    """Return the page that lists every code."""
    rows = "".join(
        f'<li><a href="/problems/{code}"><code>{code}</code></a> {escape(told(about.title, lang))}</li>'
        for code, about in TEXTS.items()
    )
    title = told(PROBLEMS, lang)
    return framed(f"{title} · {told(NAME, lang)}", f"<h1>{title}</h1><ul>{rows}</ul>", lang)


DOCS = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{name} · {title}</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/static/pages.css">
<main><p>{about} <a href="/problems">{problems}</a></p></main><div id="swagger-ui" lang="en"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/static/docs.js"></script></html>
"""


DOCS_TEXTS = {
    "name": NAME,
    "title": DOCUMENTATION,
    "problems": ALL_PROBLEMS,
    "about": Said(
        "A position goes in, an analysis comes out, nothing is kept. Each request below can be tried here; with "
        "`lang` or `Accept-Language` every sentence of an answer comes in English or Chinese.",
        "发来局面，得到分析，服务器不留任何数据。下面每个请求都可以直接试用；用字段 `lang` 或请求头 "
        "`Accept-Language` 选择中文或英文，回答里的每句话都随之而变。接口契约本身以英文写成。",
    ),
}


def docs(lang: str) -> str:
    """Return the page with the contract and a form to try each request."""
    return DOCS.format(lang=lang, **{name: marked(told(text, lang)) for name, text in DOCS_TEXTS.items()})

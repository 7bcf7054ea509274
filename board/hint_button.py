"""The hint button for other websites: its script at a fixed URL, and its demo page."""

from __future__ import annotations

from html import escape

from flask import Response, abort, request

from board import assets
from board.docs_pages import DOCUMENTATION, NAME, marked
from service.advice.levels import LEVELS
from service.http.static_file import file_response
from service.http.texts.reasons import LANGUAGES, localize
from service.rules.cards import NOTATIONS
from service.rules.errors import Bilingual
from service.rules.variants import VARIANTS

NO_ENGINE = Bilingual(
    "the engine for browsers is not built here yet; `make wasm` builds it",
    "这台服务器还没有生成浏览器引擎；用 `make wasm` 生成",
)

FRESH = "public, max-age=3600, stale-while-revalidate=604800"
"""An hour: the URL is fixed while the script changes. A browser uses its old copy while it fetches the new one."""


def script() -> Response:
    """Serve the button's script to pages of any origin."""
    file = assets.site().files["hint_button/paili-hint.js"]
    answer = file_response(file)
    answer.set_etag(file.tag, weak=True)  # the same version, compressed or not
    return uncached_script(answer)


def engine_module() -> Response:
    """Serve the module through which the button uses the browser engine, if that is built."""
    if "engine/index.js" not in assets.site().files:
        abort(404, NO_ENGINE)
    answer = Response(
        f'export * from ".{assets.site().base}hint_button/paili-engine.js";\n', mimetype="text/javascript"
    )
    answer.add_etag()
    return uncached_script(answer)


def uncached_script(answer: Response) -> Response:
    answer.headers["Cache-Control"] = FRESH
    answer.make_conditional(request)
    return answer


# ---- the page -------------------------------------------------------------------------------------------------

TEXTS = {
    "name": NAME,
    "title": Bilingual("Hint button", "提示按钮"),
    "board": Bilingual("Board", "牌桌"),
    "documentation": DOCUMENTATION,
    "live": Bilingual("Live example", "现场演示"),
    "about": Bilingual(
        "One script and one tag add this button to your page. Press it again for the next hint.",
        "一段脚本加一个标签，就能把这个按钮放进你的网页。再按一次，换下一个提示。",
    ),
    "attributes": Bilingual("Attributes", "属性"),
    "snippet": Bilingual("Copy this into your page", "复制到你的网页"),
    "copy": Bilingual("Copy", "复制"),
    "copied": Bilingual("Copied", "已复制"),
    "policy": Bilingual("If your page has a content security policy, add this:", "网页设了内容安全策略时，需要放行："),
    "events": Bilingual("Events", "事件"),
    "cycle": Bilingual(
        "`paili-hint` carries the play, `paili-error` the error. Newest first.",
        "`paili-hint` 给出要出的牌，`paili-error` 说明哪里不对。最新的在最上面。",
    ),
}
"""Texts of the page, except those of the attributes."""

ATTRIBUTES = {
    "hand": (Bilingual("your cards", "你的手牌"), "34567899JJQQKA22D"),
    "last": (Bilingual("the play to beat; empty: you lead", "要压的牌，空着就是你先出"), "TT"),
    "last-seat": (Bilingual("who played it", "谁出的"), "landlord"),
    "variant": (Bilingual("the game", "玩法"), ""),
    "seat": (Bilingual("your seat", "你的座位"), "landlord_down"),
    "left": (Bilingual("cards left, as `landlord:18`", "各家余牌，写成 `landlord:18`"), ""),
    "history": (Bilingual("all plays, as `TT,JJ,.`", "全部出牌，写成 `TT,JJ,.`"), ""),
    "level": (Bilingual("the robot that orders the hints", "由哪一级机器人排序"), ""),
    "options": (Bilingual("house rules, as `wild=7`", "规则选项，写成 `wild=7`"), ""),
    "notation": (Bilingual("how you write cards", "牌的写法"), ""),
    "bottom": (Bilingual("the bottom cards", "底牌"), ""),
    "seen": (Bilingual("cards on the table so far", "已经打出的牌"), ""),
    "position": (Bilingual("all of it in one line instead", "也可以只用一行写完"), ""),
    "lang": (Bilingual("language of the reasons", "说明文字的语言"), ""),
}
"""Attributes of the button: meaning, and value in the example."""

CHOICES = {"variant": VARIANTS, "level": LEVELS, "notation": NOTATIONS, "lang": LANGUAGES}
"""Attributes with a fixed set of values."""


def field(name: str, lang: str) -> str:
    about, value = ATTRIBUTES[name]
    label = f"<small>{marked(localize(about, lang))}</small>"
    if name in CHOICES:
        return f'<label>{name} {label}<select name="{name}">{options("", *CHOICES[name])}</select></label>'
    return f'<label>{name} {label}<input name="{name}" value="{escape(value)}" spellcheck="false"></label>'


def options(*values: str) -> str:
    return "".join(f"<option>{escape(value)}</option>" for value in values)


def page(lang: str) -> str:
    """Return the page with a live button, its events and the code to copy."""
    other = next(each for each in LANGUAGES if each != lang)
    texts = {name: marked(localize(text, lang)) for name, text in TEXTS.items()}
    form = "".join(field(name, lang) for name in ATTRIBUTES)
    switch = {"en": "English", "zh": "中文"}[other]
    return assets.EMBED.format(lang=lang, other=other, switch=switch, fields=form, **texts)

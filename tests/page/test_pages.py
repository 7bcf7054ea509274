"""The pages beside the API as files and headers; how they look is `test_board.py`'s business."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from service.http.site import assets, bundle


def test_modules_are_joined_into_one_file() -> None:
    sources = {
        "a.js": (
            '// why\nimport { b } from "./b.js";\nimport { c } from "./c.js";\n\n'
            "/** What. */\nexport async function a() {\n  b(c);\n}\n"
        ),
        "b.js": 'import { c } from "./c.js";\n/* how\n   so */\nexport const b = () => c; // said\n',
        "c.js": "export class c {}\n",
    }
    assert bundle.bundle_scripts("a.js", sources) == "class c{}\nconst b=()=>c;async function a(){b(c);}"
    assert "import {" not in assets.ASSETS["board.js"].data.decode()


def test_style_sheets_are_joined_into_one_file() -> None:
    sources = {
        "a.css": '@import "./b.css";\n/* why\n   so */\n@media print {\n  a { b: c }\n}\n',
        "b.css": "  d { e: f }\n\n",
    }
    assert bundle.bundle_styles("a.css", sources) == "d { e: f }\n@media print {\na { b: c }\n}\n"
    assert all(b"@import" not in asset.data for name, asset in assets.ASSETS.items() if name.endswith(".css"))
    assert "base.css" not in assets.ASSETS, "it stands in those that import it"


def test_no_two_modules_of_a_page_give_one_name() -> None:
    names = [
        name
        for module in bundle.module_order("board.js", assets.MODULES)
        for name in re.findall(
            r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", assets.MODULES[module], re.MULTILINE
        )
    ]
    assert len(set(names)) == len(names) > 100


@pytest.mark.parametrize(
    "path",
    ["/", "/?p=x", "/embed", "/numbers", "/problems", "/problems/hand_size", "/docs", "/docs/swagger-ui.css",
     "/docs/swagger-ui-bundle.js", "/paili-hint.js",
     *[assets.BASE + name for name in assets.ASSETS]],
)  # fmt: skip
def test_a_page_may_load_nothing_but_our_own_files(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = dict(rule.strip().partition(" ")[::2] for rule in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & set(" ".join(policy.values()).split())
    styles = {word for word in policy.get("style-src", "").split() if word.startswith("'sha256-")}
    assert set(" ".join(policy.values()).split()) - styles <= {"'none'", "'self'", "data:", "'wasm-unsafe-eval'"}
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    if answer.mimetype == "text/html":
        assert policy["base-uri"] == policy["form-action"] == "'none'"
        assert not re.search(r"(?:src|href)=\"?(?:https?:)?//", answer.text)
        assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", answer.text)
        assert len(re.findall("<style", answer.text)) == len(styles)


def test_files_are_compressed_once_and_kept_for_a_year(client: FlaskClient) -> None:
    for name in assets.ASSETS:
        answer = client.get(assets.BASE + name, headers={"Accept-Encoding": "gzip"})
        assert "immutable" in answer.headers["Cache-Control"]
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert len(answer.data) <= len(assets.ASSETS[name].data)

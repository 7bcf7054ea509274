"""The pages beside the API as files and headers; how they look is `test_board.py`'s business."""

from __future__ import annotations

import re

from service.http import assets, bundle


def test_modules_are_joined_into_one_file() -> None:
    sources = {
        "a.js": (
            '// why\nimport { b } from "./b.js";\nimport { c } from "./c.js";\n\n'
            "/** What. */\nexport async function a() {\n  b(c);\n}\n"
        ),
        "b.js": 'import { c } from "./c.js";\n/* how\n   so */\nexport const b = () => c; // said\n',
        "c.js": "export class c {}\n",
    }
    assert bundle.joined("a.js", sources) == "class c {}\nconst b = () => c; // said\nasync function a() {\nb(c);\n}\n"
    assert "import {" not in assets.ASSETS["board.js"].data.decode()


def test_no_two_modules_of_a_page_give_one_name() -> None:
    found = [
        name
        for module in bundle.order("board.js", assets.MODULES)
        for name in re.findall(
            r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", assets.MODULES[module], re.MULTILINE
        )
    ]
    assert len(set(found)) == len(found) > 100

"""Write the pages as a folder for any static host, below any path too (`python -m board FOLDER`).

The engine for browsers computes everything, so `make wasm` is needed. All addresses are relative to the folder:
each page names it in its `base` element. Documentation pages exist once in each language, the English ones below `en/`.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from board import assets, docs_pages, offline_files, rules_pages
from board.headers import content_policy
from service.http.texts.reasons import LANGUAGES
from service.rules.errors import CODES
from service.rules.variants import VARIANTS

SCRIPTED = ("", "review", "puzzle")
"""Paths of the pages that are drawn by a script, in both languages."""

PREFIX = {"zh": "", "en": "en/"}
"""Folder of the documentation pages in a language."""

STATIC = f"static/{assets.site().version}/"

NOT_SERVED = re.compile(r' ?<a [^>]*"/(?:docs|embed)[^>]*>[^<]*</a>')
"""Links to pages that need the service."""

PAGE_LINK = re.compile(r'(data-page|href)="/([^".?]*)(?:\?([^"]*))?"')
OTHER_LANGUAGE = re.compile(r'href="\?lang=(\w+)"')

SCRIPT_PAGE = re.compile(r'(["`])/(review|puzzle|numbers)\?')
SCRIPT_BOARD = re.compile(r'(["`])/(\?|sw\.js)|(?<=:)(")/(?=")')


def document_pages(lang: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of each documentation page in a language."""
    yield "numbers", docs_pages.numbers_html(lang)
    yield "rules", rules_pages.rules_index_html(lang)
    for name in VARIANTS:
        yield f"rules/{name}", rules_pages.rules_html(name, lang)
    yield "problems", docs_pages.problem_index_html(lang)
    for code in sorted(CODES):
        yield f"problems/{code}", docs_pages.problem_html(code, lang)


def linked(match: re.Match[str], lang: str) -> str:
    """Return a link to a page relative to the folder, to the page's file in *lang* or in the language that it names."""
    attribute, path, query = match[1], match[2], match[3] or ""
    if path in SCRIPTED:
        return f'{attribute}="./{path}{"/" if path else ""}{f"?{query}" if query else ""}"'
    if attribute == "data-page":
        return " ".join(f'data-{one}="{PREFIX[one]}{path}/"' for one in LANGUAGES) + f' data-page="{path}/"'
    named = query.removeprefix("lang=") if query.startswith("lang=") else lang
    return f'{attribute}="{PREFIX[named]}{path}/"'


def relative_page(page: str, path: str, lang: str) -> str:
    """Return a page with addresses relative to the folder; *path* is that of the page in the folder, without `en/`."""
    where = PREFIX[lang] + path if path not in SCRIPTED else path
    root = "../" * len([part for part in where.split("/") if part]) or "./"
    text = NOT_SERVED.sub("", page).replace("/static/", STATIC)
    text = OTHER_LANGUAGE.sub(lambda match: f'href="{PREFIX[match[1]]}{path}/"', text)
    text = PAGE_LINK.sub(lambda match: linked(match, lang), text)
    policy = content_policy(text).replace("base-uri 'none'", "base-uri 'self'").partition("; frame-ancestors")[0]
    head = f'<base href="{root}"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    text = text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">{head}', 1)
    return text.replace("<html ", '<html data-service="none" ', 1)


def relative_script(script: str) -> str:
    return SCRIPT_BOARD.sub(r"\1\3./\2", SCRIPT_PAGE.sub(r"\1\2/?", script))


def scripted_pages() -> dict[str, str]:
    board = assets.BOARD.replace(assets.SHARED_SLOT, "").replace(assets.PRELOAD_SLOT, "")
    review = assets.REVIEW.replace(assets.SHARED_SLOT, "")
    return {"": board, "review": review, "puzzle": docs_pages.puzzle_html("zh")}


def service_worker_text() -> str:
    """Return the service worker of the folder."""
    kept = {
        "home": "./",
        "board": "./?p=",
        "pages": ["review/", "puzzle/"],
        "files": [STATIC + name for name in offline_files.kept_files()],
        "networks": [STATIC + name for name in assets.site().files if offline_files.is_network(name)],
    }
    return offline_files.service_worker_text(kept)


def write_site(folder: Path) -> None:
    """Write the site into an empty or new folder."""
    texts = {
        f"{path}/index.html".lstrip("/"): relative_page(page, path, "zh") for path, page in scripted_pages().items()
    }
    for lang in LANGUAGES:
        for path, page in document_pages(lang):
            texts[f"{PREFIX[lang]}{path}/index.html"] = relative_page(page, path, lang)
    texts["sw.js"] = service_worker_text()
    files = {STATIC + name: asset.data for name, asset in assets.site().files.items() if name != "sw.js"}
    for name, data in files.items():
        if name.endswith(".js") and "/engine/" not in name:
            files[name] = relative_script(data.decode()).encode()
        elif name.endswith(".webmanifest"):
            files[name] = data.replace(b'"/"', b'"../../"')
    for name, data in [*files.items(), *((name, text.encode()) for name, text in texts.items())]:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def main() -> None:
    """Write the site into the folder that the command names, replacing an earlier one."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if "engine/worker.js" not in assets.site().files:
        parser.error("the engine for browsers is missing: make wasm")
    if (folder / "sw.js").exists():
        shutil.rmtree(folder)
    write_site(folder)


if __name__ == "__main__":
    main()

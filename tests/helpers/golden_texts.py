"""Golden files of all texts for people, in English and Chinese: `tests/data/texts`.

`sentences.txt` lists the sentences in the code and the tables of reasons, with `{}` for inserted values. A file per
game lists its names and, for each code, the first text in the answers to some positions.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from service.http.texts import reasons
from service.http.texts.plain_reasons import PLAIN_REASONS
from tests import ROOT
from tests.helpers import positions
from tests.helpers import small_answers as small
from tests.helpers.answers import Json, application_client, signed_answer
from tests.helpers.sentences import sentence_templates

FOLDER = ROOT / "tests" / "data" / "texts"
POSITIONS = 30
"""Positions of each game whose texts are listed."""


def sentence_file() -> str:
    tables = (reasons.REASONS, PLAIN_REASONS, reasons.FACTORS)
    rows = [f"{code}\n  {row['en']}\n  {row['zh']}\n" for table in tables for code, row in table.items()]
    rows += [f"{english}\n{chinese}\n" for english, chinese in sorted(set(sentence_templates()))]
    return "\n".join(rows)


def bilingual_names(value: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield path, English and Chinese of each pair of texts in JSON."""
    if isinstance(value, dict):
        for english, chinese in (("en", "zh"), ("name", "name_zh"), ("about", "about_zh")):
            if english in value and chinese in value:
                yield f"{path}.{english}" if english != "en" else path, value[english], value[chinese]
        for key, inner in value.items():
            yield from bilingual_names(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for inner in value:
            yield from bilingual_names(
                inner, f"{path}.{inner['id']}" if isinstance(inner, dict) and "id" in inner else path
            )


def coded_texts(english: Any, chinese: Any) -> Iterator[tuple[str, str, str]]:
    """Yield code, English and Chinese of the texts in the two answers to one request."""
    if isinstance(english, dict):
        for key in ("text", "title", "detail"):
            if key in english and ("code" in english or "type" in english):
                yield f"{english.get('code', english.get('type'))} {key}", english[key], chinese[key]
        for key in english.keys() & chinese.keys():
            yield from coded_texts(english[key], chinese[key])
    elif isinstance(english, list):
        for pair in zip(english, chinese, strict=True):
            yield from coded_texts(*pair)


def text_questions(variant: str) -> Iterator[tuple[str, Json]]:
    """Yield path and body of the requests whose texts are listed."""
    client, rng = application_client(), random.Random(variant)
    for number, situation in enumerate(positions.sample_positions(client, variant, POSITIONS)):
        hand = positions.pieces(situation.body["hand"], situation.body["notation"])
        cards = positions.join_cards(hand[:2], situation.body["hand"], situation.body["notation"])
        yield "/v1/analyze", situation.body
        yield "/v1/analyze", positions.faulty(situation.body, rng)
        yield "/v1/check", situation.body | {"cards": cards}
        calls = [[], [0], [1], ["pass"], ["call"]][number % 5]
        yield (
            "/v1/bid",
            {name: situation.body[name] for name in ("variant", "options", "notation", "hand")} | {"bids": calls},
        )


def variant_file(variant: str) -> str:
    """Return the golden file of one game."""
    client = application_client()
    rows = [
        f"{path}\n  {en}\n  {zh}\n"
        for path, en, zh in bilingual_names(positions.variant_of(client, variant))
        if en or zh
    ]
    texts: dict[str, tuple[str, str]] = {}
    for path, body in text_questions(variant):
        english, chinese = (orjson.loads(signed_answer(client, path, body, lang).data[4:]) for lang in ("en", "zh"))
        for code, *pair in coded_texts(english, chinese):
            texts.setdefault(code, (pair[0], pair[1]))
    return "\n".join(rows + [f"{code}\n  {texts[code][0]}\n  {texts[code][1]}\n" for code in sorted(texts)])


def text_files(variants: Iterable[str]) -> dict[Path, str]:
    """Return the golden files of texts of the current code: of all sentences and of these games."""
    return {FOLDER / "sentences.txt": sentence_file()} | {
        FOLDER / f"{variant}.txt": variant_file(variant) for variant in variants
    }


def golden_files() -> dict[Path, str]:
    """Return the golden files of the current code: texts, and answers to small requests."""
    return text_files(positions.variants_of(application_client())) | small.small_files()


def golden_differences(files: Mapping[Path, str]) -> list[str]:
    """Return the differences of golden files as a unified diff; for recorded answers, the first request."""
    result = []
    for path, text in files.items():
        known = path.read_text().splitlines() if path.exists() else []
        name = str(path.relative_to(ROOT))
        if path.parent == small.FOLDER:
            changed = [line for line in text.splitlines() if line not in known]
            result += (
                [f"{name}: {len(changed)} answers differ; the shortest now: {min(changed, key=len)}"] if changed else []
            )
            continue
        result += difflib.unified_diff(known, text.splitlines(), name, name, n=1, lineterm="")
    return result


def write_golden_files() -> None:
    for path, text in golden_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

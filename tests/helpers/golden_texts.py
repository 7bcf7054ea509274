"""Golden file of the sentences in answers, in English and Chinese: `tests/data/texts.txt`.

It has the reasons and problems in the answers to some positions of every game: for each code up to two reasons, its
title, and the first detail, which quotes the request. A paragraph is a sentence in both languages, with its codes.
"""

from __future__ import annotations

import difflib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

from tests import ROOT
from tests.helpers import positions
from tests.helpers import small_answers as small
from tests.helpers.answers import Json, application_client, signed_answer

FILE = ROOT / "tests" / "data" / "texts.txt"
POSITIONS = 30
"""Positions of each game whose texts are listed."""

MOST = 2
"""Listed reasons of a code: more of them differ in their cards alone."""

CodedText = tuple[str, str, str]
"""Code, English, Chinese."""


def coded_texts(english: Any, chinese: Any) -> Iterator[CodedText]:
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


def game_texts(variant: str) -> Iterator[CodedText]:
    """Yield the first sentence of each code in the answers about a game."""
    client, seen = application_client(), set[str]()
    for path, body in text_questions(variant):
        english, chinese = (orjson.loads(signed_answer(client, path, body, lang).data[4:]) for lang in ("en", "zh"))
        for row in coded_texts(english, chinese):
            if row[0] not in seen:
                seen.add(row[0])
                yield row


def texts_file(rows: Iterable[CodedText]) -> str:
    """Return the golden file of some sentences."""
    paragraphs: dict[tuple[str, str], list[str]] = {}
    listed = Counter[str]()
    for code, *both in dict.fromkeys(rows):
        if listed[code] < (1 if code.endswith("detail") else MOST):
            listed[code] += 1
            paragraphs.setdefault((both[0], both[1]), []).append(f"  {code}")
    return "\n".join("\n".join([*both, *sorted(codes), ""]) for both, codes in sorted(paragraphs.items()))


def golden_files() -> dict[Path, str]:
    """Return the golden files of the current code: texts, and answers to small requests."""
    texts = chain.from_iterable(map(game_texts, positions.variants_of(application_client())))
    return {FILE: texts_file(texts)} | small.small_files()


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

"""The code samples of the contract print the recorded answer, in each language with a compiler here; others parse."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
import tree_sitter_dart
import tree_sitter_swift
from tree_sitter import Language, Parser

from dev.contract.samples import SAMPLED, SAMPLES, SERVER, samples_of
from tests import ROOT
from tests.helpers.contract import read_contract, read_examples
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED

FILES = {
    "Shell": "ask.sh", "Python": "ask.py", "TypeScript": "ask.mjs", "Go": "ask.go", "Java": "Ask.java", "C#": "Ask.cs",
}  # fmt: skip
"""File of the program in each language that is run."""

PARSERS = {"Swift": tree_sitter_swift, "Dart": tree_sitter_dart}


def compiled(path: Path) -> Sequence[str | Path]:
    program = path.with_suffix(".exe")
    subprocess.run(["mcs", "-langversion:7.2", f"-out:{program}", "-r:System.Net.Http.dll", path], check=True)
    return ["mono", program]


COMMANDS: Mapping[str, tuple[str, Callable[[Path], Sequence[str | Path]]]] = {
    "Shell": ("curl", lambda path: ["sh", path]),
    "Python": (sys.executable, lambda path: [sys.executable, path]),
    "TypeScript": ("node", lambda path: ["node", path]),
    "Go": ("go", lambda path: ["go", "run", path]),
    "Java": ("javac", lambda path: ["java", path]),
    "C#": ("mcs", compiled),
}
"""Program that is needed in each language, and the command that runs a file."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = GunicornProcess(workers=1, application=SERVED)
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


def first_example(operation: str) -> tuple[dict[str, object], dict[str, object]]:
    example = next(one for one in read_examples() if one.operation == operation and one.summary)
    assert example.status == 200
    return example.request, example.answer


@pytest.mark.server
@pytest.mark.parametrize("language", FILES)
@pytest.mark.parametrize("operation", SAMPLED)
def test_a_sample_prints_the_recorded_answer(operation: str, language: str, address: str, tmp_path: Path) -> None:
    needed, command = COMMANDS[language]
    if shutil.which(needed) is None:
        pytest.skip(f"{needed} is not installed")
    body, answer = first_example(operation)
    path = tmp_path / FILES[language]
    path.write_text(SAMPLES[language](f"{SERVER}/v1/{operation}", body).replace(SERVER, address), "utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GO111MODULE": "off", "GOCACHE": str(tmp_path / "cache")}
    done = subprocess.run(command(path), env=environment, capture_output=True, text=True, check=True)
    printed = done.stdout
    read = ast.literal_eval if language == "Python" else json.loads
    assert read(printed[printed.index("{") :]) == answer


@pytest.mark.parametrize("language", PARSERS)
@pytest.mark.parametrize("operation", SAMPLED)
def test_a_sample_without_a_compiler_parses(operation: str, language: str) -> None:
    source = SAMPLES[language](f"{SERVER}/v1/{operation}", first_example(operation)[0])
    assert not Parser(Language(PARSERS[language].language())).parse(source.encode()).root_node.has_error


@pytest.mark.parametrize("operation", SAMPLED)
def test_the_contract_has_the_samples(operation: str) -> None:
    path = f"/v1/{operation}"
    assert read_contract()["paths"][path]["post"]["x-codeSamples"] == samples_of(path, first_example(operation)[0])

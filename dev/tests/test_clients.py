"""Generated clients: examples, comparison and the page; `python -m dev.clients` compiles them."""

from __future__ import annotations

import pytest

from dev import clients
from dev.clients import FailedError, SkippedError
from tests import ROOT

PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")


def test_every_valid_example_of_the_contract_is_decoded() -> None:
    examples = clients.valid_examples()
    places = [place for place, _, _ in examples]
    assert len(examples) > 150
    assert len(set(places)) == len(places)
    assert "/v1/analyze request follow" in places
    assert "/v1/analyze request field_unknown" not in places
    assert {"AnalyzeRequest", "Analysis", "GameAnswer", "FaultProblem", "BatchAnswer"} <= {
        name for _, name, _ in examples
    }


def test_a_decoded_value_has_all_of_its_example() -> None:
    example = {"hand": "3", "seat": 1, "last": None, "history": ["4", {"cards": "5"}], "score": -1.0}
    assert clients.contains({**example, "variant": "standard"}, example)
    assert clients.contains(
        {"hand": "3", "seat": 1, "history": ["4", {"cards": "5", "as": None}], "score": -1}, example
    )
    for wrong in ({"hand": "4"}, {"seat": "1"}, {"history": ["4"]}, {"history": ["4", {}]}, {"score": None}):
        assert not clients.contains(example | wrong, example)
    rows = [("place", "Cards", {"seat": "1"})]
    assert clients.check_decoded(rows, ['{"seat": "1"}']).startswith("compiled, 1")
    with pytest.raises(FailedError, match="place"):
        clients.check_decoded(rows, ['{"seat": 1}'])
    with pytest.raises(FailedError, match="place is wrong"):
        clients.decoded_lines("place is wrong\n", rows)


def test_a_language_without_its_compiler_is_skipped_with_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients.shutil, "which", lambda _: None)
    for language, package in (("typescript", "npm"), ("go", "golang-go"), ("java", "default-jdk-headless")):
        with pytest.raises(SkippedError, match=f"apt-get install {package}"):
            clients.LANGUAGES[language]([])


def test_the_page_names_the_languages_and_the_options() -> None:
    for language in clients.LANGUAGES:
        assert f"| {language} |" in PAGE.lower()
    for options in clients.OPTIONS.values():
        for option in options:
            name, _, values = option.partition("=")
            for value in values.split(","):
                project = value.startswith(("package", "invoker", "api", "model", "project"))
                assert project or value in PAGE, f"{name}={value}"
    assert all(package.partition("@")[0] in PAGE for package in clients.NPM[:1])
    assert len(PAGE.splitlines()) <= 60

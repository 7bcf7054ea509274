"""Generated clients: examples, comparison and the page; `python -m dev.clients` compiles them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dev import clients
from dev.clients import FailedError, SkippedError
from tests import ROOT
from tests.helpers.contract import read_contract, resolve_reference

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


def mappings_of(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of the contract."""
    for child in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from mappings_of(child)
    if isinstance(part, dict):
        yield part


def test_the_contract_has_nothing_that_generators_are_known_to_misread() -> None:
    """Go: lists of types with an object or an array of anything, a default beside a reference.

    Java: names reserved by the generator.
    """
    contract = read_contract()
    (named,) = (option for option in clients.OPTIONS["java"] if option.startswith("--parameter-name-mappings="))
    renamed = {pair.partition("=")[0] for pair in named.partition("=")[2].split(",")}
    for part in mappings_of({name: contract[name] for name in ("paths", "components")}):
        types = part.get("type")
        several = set(types) - {"null"} if isinstance(types, list) else set()
        assert len(several) < 2 or "object" not in several, f"write anyOf: {part}"
        assert len(several) < 2 or "array" not in several or "items" in part, f"name the items, or a schema: {part}"
        referenced = "$ref" in part and "default" in part
        scalar = referenced and "enum" in resolve_reference(contract, part)
        assert not referenced or scalar, f"describe the default in words: {part}"
        assert part.get("in") != "query" or part["name"] not in {"e", "p"} - renamed, part


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

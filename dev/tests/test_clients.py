"""Generated clients: the comparison of their types; `python -m dev.clients` generates, compiles and runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev import clients
from dev.clients import FailedError, SkippedError, check_types
from tests.helpers.contract import read_contract

SCHEMAS = read_contract()["components"]["schemas"]
PAGE = clients.PAGE.read_text("utf-8")


def write_types(folder: Path) -> None:
    """Write a class with all fields for each object of the contract."""
    for name, schema in SCHEMAS.items():
        if "properties" in schema:
            (folder / f"{name}.kt").write_text("\n".join(f'"{field}"' for field in schema["properties"]))


def test_types_are_complete(tmp_path: Path) -> None:
    write_types(tmp_path)
    assert check_types(tmp_path) > 50


def test_an_empty_class_is_a_failure(tmp_path: Path) -> None:
    write_types(tmp_path)
    (tmp_path / "Hint.kt").write_text("class Hint {}")
    with pytest.raises(FailedError, match="Hint has no cards, shape"):
        check_types(tmp_path)
    (tmp_path / "Hint.kt").unlink()
    with pytest.raises(FailedError, match="Hint has no cards, shape"):
        check_types(tmp_path)


@pytest.mark.parametrize("name", ["Cards", "Seat", "Play"])
def test_a_class_of_a_plain_value_is_a_failure(tmp_path: Path, name: str) -> None:
    write_types(tmp_path)
    (tmp_path / f"{name}.kt").write_text(f"class {name} {{}}")
    with pytest.raises(FailedError, match=f"{name}, a plain value"):
        check_types(tmp_path)


def test_a_language_without_its_compiler_is_skipped_with_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(clients.shutil, "which", lambda _: None)
    for language, package in (("typescript", "nodejs"), ("go", "golang-go"), ("java", "default-jdk-headless")):
        with pytest.raises(SkippedError, match=f"apt-get install {package}"):
            clients.LANGUAGES[language].command(tmp_path)


def test_the_page_has_the_options_and_no_failure() -> None:
    for name, language in clients.LANGUAGES.items():
        assert f"| {name} | `-g {language.generator}{(' ' + language.options).rstrip()}` |" in PAGE
    assert "FAILED" not in PAGE

"""The checks of the supply chain: the parts of the image, and faults in the reports of other programs."""

from __future__ import annotations

from pathlib import Path

from dev.image import recipe, unlicensed_parts
from dev.supply import IMAGE, known_holes, missing_parts
from tests import ROOT
from tests.helpers.locks import pins


def test_the_image_has_nothing_that_builds_and_the_licences_of_its_parts(tmp_path: Path) -> None:
    assert "setuptools" not in {name for name, _ in pins(ROOT / IMAGE)}
    copied = {source for source, _ in recipe(tmp_path).copies}
    assert "LICENSE" in copied
    bare, licensed = (tmp_path / f"lib/site-packages/{name}.dist-info" for name in ("bare-1", "good-2"))
    for folder in (bare, licensed / "licenses"):
        folder.mkdir(parents=True)
        (folder / "METADATA").touch()
    (licensed / "licenses" / "COPYING.txt").touch()
    assert unlicensed_parts(tmp_path) == ["bare-1 has no licence file in the image"]


def test_the_image_is_made_of_what_the_dockerfile_names(tmp_path: Path) -> None:
    """`python -m dev.image` parses the same steps; otherwise it would check a different image."""
    made = recipe(tmp_path)
    assert [step.split()[:5] for step in made.install] == [
        ["python", "-m", "venv", "--without-pip", f"{tmp_path}/opt/paili"],
        ["python", "-m", "pip", "--python", f"{tmp_path}/opt/paili"],
    ]
    assert {source for source, _ in made.copies} == {
        "LICENSE",
        "app.py",
        "gunicorn.conf.py",
        "openapi.yaml",
        "service",
        "board",
    }
    assert all((ROOT / source).exists() for source, _ in made.copies)
    assert (made.user, made.command[0]) == (10001, f"{tmp_path}/opt/paili/bin/gunicorn")
    assert "/readyz" in made.check[-1]


def test_a_part_that_is_not_listed_is_named() -> None:
    sbom = {"components": [{"name": "Flask", "version": "3.1.3"}, {"name": "orjson", "version": "1"}]}
    assert missing_parts(sbom, {("flask", "3.1.3")}) == []
    assert missing_parts(sbom, {("flask", "3.1.4"), ("orjson", "1")}) == ["flask 3.1.4 is not among the parts"]


def test_vulnerable_packages_are_separate_from_those_without_an_audit() -> None:
    audit = {
        "dependencies": [
            {"name": "a", "version": "1", "vulns": []},
            {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3", "4"]}]},
            {"name": "c", "version": "5", "vulns": [{"id": "PYSEC-2", "fix_versions": []}]},
            {"name": "d", "skip_reason": "not found"},
        ]
    }
    assert known_holes(audit) == (
        ["b 2: PYSEC-1, mended in 3, 4", "c 5: PYSEC-2, mended in nothing yet"],
        ["d"],
    )

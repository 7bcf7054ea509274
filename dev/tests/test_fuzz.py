"""Reports of `python -m dev.fuzz` about a failure: whether the input fails alone, or only after others."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

from dev.fuzz import __main__ as fuzz
from dev.fuzz.corpus import CHOICES, HANDS, MOST_CARDS, kept_inputs, main, text_inputs


@pytest.mark.parametrize(
    ("fails", "text"),
    [
        ("b'bad' in data[-1]", "it fails alone: "),
        ("b'bad' in data[-1] and b'evil' in data", "it fails only after others, so the engine's memory is to blame"),
        ("False", "neither the input nor the last inputs"),
    ],
)
def test_a_failure_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, text: str) -> None:
    """The trail is a ring: with four inputs it has the last four of six, oldest first."""
    inputs = [b"old!", b"gone", b"harm", b"evil", b"less", b"bad!"]
    ring = [inputs[i + 4] if i + 4 < len(inputs) else inputs[i] for i in range(4)]
    (tmp_path / "hand.trail").write_bytes(struct.pack("<Q", len(inputs)) + b"".join(ring))
    program = f"import sys; data = [open(path, 'rb').read() for path in sys.argv[1:]]; sys.exit({fails})"
    monkeypatch.setattr(fuzz, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz, "TRAIL_INPUTS", 4)
    monkeypatch.setattr(fuzz, "command", lambda _: [sys.executable, "-c", program])
    assert fuzz.trail_of("hand") == inputs[2:]
    assert fuzz.explain("hand").startswith(text)


def test_every_target_has_inputs_to_start_from(tmp_path: Path) -> None:
    main(tmp_path)
    for target in MOST_CARDS:
        paths = list((tmp_path / target).iterdir())
        assert len(paths) == HANDS * len(CHOICES) + len(list(kept_inputs(target)))
        assert len({path.stat().st_size for path in paths}) == 1, "all that is kept is a struct input of today"
        assert len(list(kept_inputs(target))) > 100
    assert len(list((tmp_path / "text").iterdir())) == len(list(text_inputs())) + len(list(kept_inputs("text")))
    assert len(list(text_inputs())) > 60
    assert len(list(kept_inputs("text"))) > 60

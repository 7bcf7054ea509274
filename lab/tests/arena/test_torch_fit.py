"""The fit with PyTorch, in the environment of `requirements/learn.txt`, against the one without."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from lab.arena.learn_nets import Seating, gather, task_of
from lab.arena.net_fit import Net, Samples, fit, gain, read_samples
from service.core import training
from service.core.bindings import SCORE_UNIT
from service.core.training import NET
from tests import ROOT

PYTHON = ROOT / "build" / "learn" / "bin" / "python"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (PYTHON.parents[1] / "lock.txt").exists(),
        reason="not installed: `python -m dev.environment learn`",
    ),
]

ROLE = 2


def write_games(folder: Path, files: int, deals: int) -> list[Path]:
    """Write files of kept games of `club`, and return their paths."""
    paths = [folder / f"{i:02}.games" for i in range(files)]
    for i, path in enumerate(paths):
        seeds = range(i * deals, (i + 1) * deals)
        path.write_bytes(gather(task_of("standard", Seating(("club",) * 3, 0b111), {"club": b""}, seeds, "")))
    return paths


def fit_games(folder: Path, *options: str) -> Path:
    """Fit role 2 to the games of a folder by the command, and return the folder of the networks."""
    command = [PYTHON, "-m", "lab.arena.torch_fit", folder, "--role", str(ROLE), *options]
    subprocess.run([*command, "--out", folder / "fitted"], cwd=ROOT, check=True)
    return folder / "fitted"


def role_of(paths: list[Path]) -> Samples:
    rows = read_samples(paths)
    return Samples(rows[rows["role"] == ROLE])


def test_both_fits_take_the_same_steps(tmp_path: Path) -> None:
    """A batch of all questions has no order."""
    _, *taught = write_games(tmp_path, 2, 80)
    samples = role_of(taught)
    assert 100 < len(samples.questions) < 256
    begun = Net.drawn(np.random.default_rng(1), samples.met())
    begun.write(tmp_path / "begun.npz")
    ours = fit(samples, np.random.default_rng(1), begun)
    theirs = Net.read(fit_games(tmp_path, "--begin", str(tmp_path / "begun.npz")) / "64.npz")
    assert np.abs(ours.layers[0] - begun.layers[0]).max() > 1e-3
    for own, other in zip(ours.layers, theirs.layers, strict=True):
        assert other == pytest.approx(own, abs=1e-5)


def test_all_widths_are_fitted_to_streamed_games(tmp_path: Path) -> None:
    paths = write_games(tmp_path, 21, 60)
    made = fit_games(tmp_path, "--widths", "64,128", "--questions", "32", "--files", "8", "--jobs", "2")
    taught = role_of(paths[1:20])
    drawn = gain(Net.drawn(np.random.default_rng(1), taught.met()), taught).gain
    for width in (64, 128):
        net = Net.read(made / f"{width}.npz")
        assert len(net.layers[1]) == width
        assert gain(net, taught).gain > drawn + 0.05
    packed, net = (made / "64.net").read_bytes(), Net.read(made / "64.npz")
    core = [training.net_rating(packed, ROLE, row["on"][: row["n"]].tolist()) for row in taught.rows[:60]]
    turns = 2.5 * (net.rate(taught.rows[:60])[0] - net.layers[-1][0])
    assert np.array(core) / SCORE_UNIT == pytest.approx(turns, abs=0.15)
    size = len(packed) // NET.roles
    assert [any(packed[i : i + size]) for i in range(0, len(packed), size)] == [False, False, True]

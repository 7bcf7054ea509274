"""Exponential and logarithm of the core, compared with Python's."""

from __future__ import annotations

import ctypes
import math
import random
import subprocess

import pytest

from tests import ROOT

SOURCE = ROOT / "native" / "robot" / "elementary.c"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    library = tmp_path_factory.mktemp("elementary") / "elementary.so"
    command = ["cc", "-std=c11", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-Inative", SOURCE, "-o", library]
    subprocess.run(command, check=True, cwd=ROOT)
    loaded = ctypes.CDLL(str(library))
    for function in (loaded.elementary_exp, loaded.elementary_log):
        function.argtypes, function.restype = [ctypes.c_double], ctypes.c_double
    return loaded


def test_powers_of_e(compiled: ctypes.CDLL) -> None:
    rng = random.Random(1)
    drawn = [-(10 ** rng.uniform(-8, 2.85)) for _ in range(20_000)]
    for x in (0.0, -0.0, 1.0, 700.0, -0.5 * math.log(2), -708.0, *drawn):
        expected = math.exp(x) if x >= -708 else 0.0
        assert compiled.elementary_exp(x) == pytest.approx(expected, rel=2e-16 + 2**-52, abs=0), x
    assert compiled.elementary_exp(-math.inf) == 0


def test_logarithms(compiled: ctypes.CDLL) -> None:
    rng = random.Random(2)
    drawn = [10 ** rng.uniform(-300, 300) for _ in range(10_000)] + [rng.uniform(0.3, 3) for _ in range(10_000)]
    for x in (1.0, 2.0, 0.5, math.sqrt(2), math.nextafter(1, 0), 0.01, 2.0**1023, 2.0**-1022, *drawn):
        assert compiled.elementary_log(x) == pytest.approx(math.log(x), rel=4e-16, abs=4e-16), x


def test_results_are_the_same_bits_everywhere(compiled: ctypes.CDLL) -> None:
    """The expected bits hold on every machine, and with any compiler that does not contract operations."""
    powers = [compiled.elementary_exp(-x).hex() for x in (0.1, 1.0, 7.25, 100.5)]
    logs = [compiled.elementary_log(x).hex() for x in (0.01, 0.7, 3.0, 1e30)]
    assert powers == ["0x1.cf46d99d52b3ap-1", "0x1.78b56362cef38p-2", "0x1.7455fe323fafdp-11", "0x1.01a0e5643644fp-145"]
    assert logs == ["-0x1.26bb1bbb55515p+2", "-0x1.6d3c324e13f4fp-2", "0x1.193ea7aad030ap+0", "0x1.144f69ff9ffc4p+6"]

"""Network files: each is named by its content, and all are used."""

from __future__ import annotations

import hashlib

import pytest

from service.rules.nets import NetSet
from service.rules.variants import VARIANTS

NETS = tuple({variant.nets: None for variant in VARIANTS.values() if variant.nets})


@pytest.mark.parametrize("nets", NETS, ids=lambda nets: nets.name)
def test_a_file_is_named_by_its_content(nets: NetSet) -> None:
    assert hashlib.sha256(nets.path.read_bytes()).hexdigest().startswith(nets.digest)


def test_every_file_is_in_use() -> None:
    used = {nets.path for nets in NETS}
    assert set(next(iter(used)).parent.glob("*.net")) == used

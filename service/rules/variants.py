"""Every game by its id.

To add a variant: one `Variant(...)` listed in `VARIANTS`, its golden file in `tests/golden/`, its weights in
`weights.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.rules.errors import RuleError
from service.rules.games.contest import CONTEST
from service.rules.games.guandan import GUANDAN
from service.rules.games.laizi import LAIZI
from service.rules.games.paodekuai import PAODEKUAI
from service.rules.games.standard import STANDARD
from service.rules.games.yuncheng import YUNCHENG
from service.rules.games.zhengshangyou import ZHENGSHANGYOU
from service.rules.variant import Variant

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.id: variant for variant in (STANDARD, CONTEST, YUNCHENG, LAIZI, PAODEKUAI, GUANDAN, ZHENGSHANGYOU)}
)
"""Every game by its id. ◄ a new variant goes here."""


def find_variant(name: str, pointer: str = "/variant") -> Variant:
    """Return the variant called *name*.

    Raises RuleError "variant_unknown" if there is none.
    """
    variant = VARIANTS.get(name)
    if variant is None:
        raise RuleError("variant_unknown", f"no variant {name!r}; there are: {', '.join(VARIANTS)}", pointer)
    return variant

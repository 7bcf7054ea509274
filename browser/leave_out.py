"""What of the service the browser has no use for, and what it has of its own instead."""

from __future__ import annotations

import json

from service.http.requests.schemas import POSITION_FIELDS

LEFT_OUT = {
    "Option": ("about", "label", "words"),
    "WeightSet": ("source", "date"),
    "NetSet": ("source", "date"),
    "Level": ("zh", "about"),
}
"""Fields of classes that no answer about a position looks at; a look at one throws, so no answer is ever wrong."""

REPLACED = {
    "service.rules.errors.Bilingual": "$.Bilingual",
    "service.core.bindings.ffi": "$.ffi",
    "service.core.bindings.lib": "$.lib",
    "service.core.bindings.layout_of": "$.ffi.layout_of",
    "service.core.bindings.reserve": "$.ffi.reserve",
    "service.core.bindings.pack_nets": "$.ffi.nets",
    "service.core.engine.remembered": "$.functools_lru_cache",
    "service.core.engine.CACHE_SIZE": "256",
    "service.http.requests.schemas.POSITION_FIELDS": f"$.T({', '.join(map(json.dumps, POSITION_FIELDS))})",
}
"""What only CPython can do: memory of the operating system, caches that threads share."""

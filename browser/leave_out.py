"""What of the service the browser has no use for, and what it has of its own instead."""

from __future__ import annotations

import json

from service.http.schemas import POSITION_FIELDS

LEFT_OUT = {
    "Option": ("about", "label", "words"),
    "WeightSet": ("source", "date"),
    "NetSet": ("source", "date"),
    "Level": ("zh", "about"),
}
"""Fields of classes that no answer about a position looks at; a look at one throws, so no answer is ever wrong."""

REPLACED = {
    "service.rules.errors.Said": "$.Said",
    "service.core.door.ffi": "$.ffi",
    "service.core.door.lib": "$.lib",
    "service.core.door.layout_of": "$.ffi.layout_of",
    "service.core.door.reserve": "$.ffi.reserve",
    "service.core.door.pack_nets": "$.ffi.nets",
    "service.core.engine.remembered": "$.functools_lru_cache",
    "service.core.engine.CACHE_SIZE": "256",
    "service.http.schemas.POSITION_FIELDS": f"$.T({', '.join(map(json.dumps, POSITION_FIELDS))})",
}
"""What only CPython can do: memory of the operating system, caches that threads share."""

"""Replays of recent histories: a table sends its whole history each turn, and only the last play of it is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from service.core import engine
from service.core.bindings import CompiledRules
from service.position.replay import Replay
from service.rules.cards import Cards, Notation

MOST_TURNS = 1 << 14
"""Turns that a process keeps, of all histories together; one takes at most 600 bytes."""


class ReplayKey(NamedTuple):
    """All that decides the state after a history."""

    rules: CompiledRules
    hands: tuple[tuple[str, Cards], ...]
    """Known hands before the first lead, by seat."""
    notation: str
    history: tuple[Any, ...]
    """Plays that are texts, and other plays in a hashable form."""


class Replayed(NamedTuple):
    """The state after a history. It is shared with other requests: continue one of `recent`."""

    replay: Replay
    held: dict[str, Cards]
    """Known hands now, by seat."""


LOCK = Lock()
RECENT: LRUCache[ReplayKey, Replayed] = LRUCache(MOST_TURNS, lambda state: len(state.replay.history) + 1)


def key_of(rules: CompiledRules, hands: Mapping[str, Cards], history: Sequence[Any], notation: Notation) -> ReplayKey:
    """Return the key of a history."""
    plays = tuple([value if type(value) is str else (repr(value),) for value in history])
    return ReplayKey(rules, tuple(hands.items()), notation.id, plays)


def recent(key: ReplayKey) -> Replayed | None:
    """Return a state that can be continued: after the history, or after all of it but the last turn."""
    with LOCK:
        state = RECENT.get(key) or RECENT.get(key._replace(history=key.history[:-1]))
    return Replayed(state.replay.continued(), dict(state.held)) if state else None


def forget(removed: frozenset[CompiledRules]) -> None:
    """Remove the states under removed rules."""
    with LOCK:
        for key in [key for key in RECENT if key.rules in removed]:
            del RECENT[key]


engine.FORGETTING.append(forget)


def remember(key: ReplayKey, state: Replayed) -> None:
    """Keep the state after a history; the caller changes it no more."""
    with LOCK:
        RECENT[key] = state

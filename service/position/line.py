"""A position written as one line of text; `parse.position_text` describes and parses the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.core.bindings import CompiledRules
from service.rules import cards as c
from service.rules.cards import Hand


def variant_line(rules: CompiledRules) -> str:
    """Return the variant with its options that differ from the defaults."""
    if not rules.chosen:
        return rules.variant.id
    return f"{rules.variant.id}[{','.join([f'{name}={value}' for name, value in rules.chosen.items()])}]"


def line_of(rules: CompiledRules, seat: str, hand: str, bottom: Hand, history: str) -> str:
    """Return a position's five fields as one line."""
    return f"{variant_line(rules)} {seat} {hand} {c.text(bottom) or '-'} {history}"


def history_line(plays: Sequence[str]) -> str:
    """Return plays in one-line form, separated by commas; `-` for none."""
    return ",".join(plays) or "-"


def snapshot_line(last: str, owner: str | None, left: Mapping[str, int | None], seat: str, seen: str) -> str:
    """Return the fifth field of a snapshot: `?`, the last play and the other known facts, separated by `;`."""
    parts = [f"?{last}@{owner}" if last else "?"]
    known = [f"{name}:{number}" for name, number in left.items() if number is not None and name != seat]
    parts += [f"left={','.join(known)}"] if known else []
    parts += [f"seen={seen}"] if seen and seen != last.partition("=")[0] else []
    return ";".join(parts)

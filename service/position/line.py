"""What a caller may say of a position, and the same as one line of text, as FEN is for chess.

Five fields parted by spaces: variant with its options, seat, hand, bottom, history; `-` for what is unknown or empty. A
complete history is plays joined by commas, `.` a pass. A snapshot has `?` instead, then the play to beat and who played
it, then what else is known: `?TT@landlord;left=landlord:18,landlord_up:17;seen=5TT`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from service.core.bindings import CompiledRules
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.errors import Bilingual, RuleError, brief, quoted

MOST_PLAYS = 256
"""Plays of one history."""


class PositionText(NamedTuple):
    """The position fields of a request, their form checked, None where absent."""

    hand: Any
    variant: str = "standard"
    options: Mapping[str, str] = MappingProxyType({})
    seat: str | None = None
    bottom: Any = None
    history: Sequence[Any] | None = None
    last: Any = None
    left: Mapping[str, int] | None = None
    seen: Any = None
    notation: str = "text"


def variant_line(rules: CompiledRules) -> str:
    """Return the variant, with the options that differ from its defaults."""
    if not rules.chosen:
        return rules.variant.id
    return f"{rules.variant.id}[{','.join([f'{name}={value}' for name, value in rules.chosen.items()])}]"


def line_of(rules: CompiledRules, seat: str, hand: str, bottom: Hand, history: str) -> str:
    """Return a position's five fields as one line."""
    return f"{variant_line(rules)} {seat} {hand} {c.text(bottom) or '-'} {history}"


def history_line(plays: Sequence[str]) -> str:
    """Return plays in one-line form joined by commas, `-` where there are none."""
    return ",".join(plays) or "-"


def snapshot_line(last: str, owner: str | None, left: Mapping[str, int | None], seat: str, seen: str) -> str:
    """Return the fifth field of a snapshot: `?`, the last play, and what else is known, parted by `;`."""
    parts = [f"?{last}@{owner}" if last else "?"]
    known = [f"{name}:{number}" for name, number in left.items() if number is not None and name != seat]
    parts += [f"left={','.join(known)}"] if known else []
    parts += [f"seen={seen}"] if seen and seen != last.partition("=")[0] else []
    return ";".join(parts)


def play_of_line(text: str) -> Any:
    """Return one play of a line: cards, or an object where `=` declares what they stand for."""
    cards, declares, plays_as = text.partition("=")
    return {"cards": cards, "as": plays_as} if declares else cards


def bad_line(message: Bilingual) -> RuleError:
    """Return the error of a line that cannot be read."""
    return RuleError("field_invalid", message, "/position")


def check_once(names: Iterable[str], pointer: str = "/position") -> None:
    """Raise RuleError "field_conflict" if a part of a text comes twice."""
    doubled = next((name for name, times in Counter(names).items() if times > 1), None)
    if doubled is not None:
        message = Bilingual(
            f"{brief(doubled)} comes twice in {pointer[1:]}; say it once",
            f"`{pointer[1:]}` 里{quoted(doubled)}写了两次；请只写一次",
        )
        raise RuleError("field_conflict", message, pointer)


def parse_pairs(text: str, joiner: str) -> dict[str, str]:
    """Return `a=1,b=2` as a mapping; *joiner* stands between name and value."""
    pairs = [item.partition(joiner) for item in text.split(",") if item]
    if any(not found for _, found, _ in pairs):
        raise bad_line(
            Bilingual(
                f"pairs are written name{joiner}value; not {brief(text)}",
                f"各项要写成“名称{joiner}值”，不能写成{quoted(text)}",
            )
        )
    check_once(name for name, _, _ in pairs)
    return {name: value for name, _, value in pairs}


def parse_snapshot(text: str) -> dict[str, Any]:
    """Return the fields of a snapshot's fifth field."""
    table, *rest = text[1:].split(";")
    cards, _, seat = table.partition("@")
    if table and (not cards or cards.startswith("=")):
        raise bad_line(
            Bilingual(
                f"a snapshot begins ?cards@seat, or ? where nothing lies; not {brief(text)}",
                f"快照以 `?` 开头，后面写牌、`@` 和座位；桌上没有牌时只写 `?`，不能写成{quoted(text)}",
            )
        )
    last = play_of_line(cards)
    if seat:
        last = (last if isinstance(last, dict) else {"cards": last}) | {"seat": seat}
    found: dict[str, Any] = {"last": last} if cards else {}
    for part in rest:
        name, _, value = part.partition("=")
        if name == "left":
            pairs = parse_pairs(value, ":")
            if not all(number.isascii() and number.isdigit() and len(number) < 4 for number in pairs.values()):
                raise bad_line(
                    Bilingual(
                        f"left is written seat:cards; not {brief(value)}",
                        f"`left` 要写成“座位:张数”，不能写成{quoted(value)}",
                    )
                )
            found["left"] = {seat: int(number) for seat, number in pairs.items()}
        elif name == "seen":
            found["seen"] = value
        else:
            raise bad_line(
                Bilingual(
                    f"a snapshot has left= and seen=; not {brief(part)}",
                    f"快照只有 `left=` 和 `seen=`，没有{quoted(part)}",
                )
            )
    check_once(part.partition("=")[0] for part in rest)
    return found


def parse_line(line: str) -> PositionText:
    """Return the fields of a one-line position.

    Raises RuleError "field_invalid" if it does not have the five fields, "field_conflict" if a part comes twice.
    """
    fields = line.split()
    if len(fields) != 5:
        raise bad_line(
            Bilingual(
                f"a position has five fields, - for an unknown or empty one; this has {len(fields)}",
                f"一行局面有五项，不知道或为空的写 `-`；这里有{len(fields)}项",
            )
        )
    variant, _, options = fields[0].partition("[")
    if options and not options.endswith("]"):
        raise bad_line(Bilingual("options end with ]", "选项要以 `]` 结尾"))
    seat, hand, bottom, plays = (None if text == "-" else text for text in fields[1:])
    asked: dict[str, Any] = {"hand": hand or "", "variant": variant, "seat": seat, "bottom": bottom}
    asked["options"] = parse_pairs(options[:-1], "=") if options else {}
    if plays is not None and plays.startswith("?"):
        asked |= parse_snapshot(plays)
    else:
        asked["history"] = [play_of_line(play) for play in plays.split(",")] if plays else []
        if len(asked["history"]) > MOST_PLAYS:
            raise bad_line(Bilingual(f"a history has at most {MOST_PLAYS} plays", f"出牌记录最多{MOST_PLAYS}手"))
    return PositionText(**asked)

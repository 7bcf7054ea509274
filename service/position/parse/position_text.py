"""The fields of a position in a request, and the parser of a position in one line, as FEN is for chess.

Five fields separated by spaces: variant with its options, seat, hand, bottom, history; `-` for an unknown or empty one.
A complete history is plays joined by commas, `.` a pass. A snapshot has `?` instead, then the play to beat and the seat
that played it, then the optional fields: `?TT@landlord;left=landlord:18,landlord_up:17;seen=5TT`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from service.rules.cards import MOST_PLAYS
from service.rules.errors import Bilingual, RuleError, brief, quoted

EXAMPLE = "standard landlord_down 34567899JJQ - ?TT@landlord"
"""A position line of a caller who knows only the play to beat."""


class PositionText(NamedTuple):
    """The position fields of a request, types checked, None if absent."""

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
    last_seat: str | None = None


def play_of_text(text: str) -> Any:
    """Return a play of a text: cards, or an object if `=` adds a declaration or `@` a seat."""
    play, names, seat = text.partition("@")
    cards, declares, plays_as = play.partition("=")
    if not names and not declares:
        return text
    return {"cards": cards} | ({"as": plays_as} if declares else {}) | ({"seat": seat.strip()} if names else {})


def plays_of_text(text: str, name: str = "history") -> list[str]:
    """Return the plays of a text, separated by commas; pointers of errors are in the field *name*.

    Raises RuleError "field_invalid" for a play without cards: a pass is written as a full stop.
    """
    plays = text.split(",")
    for place, play in enumerate(plays):
        if not play.strip():
            message = Bilingual(
                f"play {place + 1} of {brief(text)} is empty; a pass is written .",
                f"{quoted(text)}的第{place + 1}手是空的；不出写 `.`",
            )
            raise RuleError("field_invalid", message, f"/{name}/{place}")
    return plays


def bad_line(message: Bilingual) -> RuleError:
    return RuleError("field_invalid", message, "/position")


def check_once(names: Iterable[str], pointer: str = "/position") -> None:
    """Raise RuleError "field_conflict" if a part of a text is repeated."""
    duplicate = next((name for name, times in Counter(names).items() if times > 1), None)
    if duplicate is not None:
        message = Bilingual(
            f"duplicate {brief(duplicate)} in {pointer[1:]}",
            f"`{pointer[1:]}` 里{quoted(duplicate)}写了两次；请只写一次",
        )
        raise RuleError("field_conflict", message, pointer)


def parse_pairs(text: str, joiner: str) -> dict[str, str]:
    """Return `a=1,b=2` as a mapping; *joiner* separates name and value."""
    pairs = [item.partition(joiner) for item in text.split(",") if item]
    if any(not separator for _, separator, _ in pairs):
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
                f"a snapshot begins with ?cards@seat, or ? without a play to beat; not {brief(text)}",
                f"快照以 `?` 开头，后面写牌、`@` 和座位；桌上没有牌时只写 `?`，不能写成{quoted(text)}",
            )
        )
    fields: dict[str, Any] = {"last": play_of_text(table if seat else cards)} if cards else {}
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
            fields["left"] = {seat: int(number) for seat, number in pairs.items()}
        elif name == "seen":
            fields["seen"] = value
        else:
            raise bad_line(
                Bilingual(
                    f"a snapshot has left= and seen=; not {brief(part)}",
                    f"快照只有 `left=` 和 `seen=`，没有{quoted(part)}",
                )
            )
    check_once(part.partition("=")[0] for part in rest)
    return fields


def parse_line(line: str) -> PositionText:
    """Return the fields of a one-line position.

    Raises RuleError "field_invalid" if it does not have the five fields, "field_conflict" if a part is repeated.
    """
    words = line.split()
    if len(words) != 5:
        raise bad_line(
            Bilingual(
                f"a position has five fields: variant seat hand bottom history, with - for an unknown or empty one "
                f"({EXAMPLE}); this has {len(words)}",
                f"一行局面有五项：玩法、座位、手牌、底牌、出牌记录，不知道或为空的写 `-`，如 `{EXAMPLE}`；"
                f"这里有{len(words)}项",
            )
        )
    variant, bracket, options = words[0].partition("[")
    if bracket and not options.endswith("]"):
        raise bad_line(Bilingual("options end with ]", "选项要以 `]` 结尾"))
    seat, hand, bottom, plays = (None if text == "-" else text for text in words[1:])
    fields: dict[str, Any] = {"hand": hand or "", "variant": variant, "seat": seat, "bottom": bottom}
    fields["options"] = parse_pairs(options[:-1], "=") if options else {}
    if plays is not None and plays.startswith("?"):
        fields |= parse_snapshot(plays)
    else:
        fields["history"] = [play_of_text(play) for play in plays_of_text(plays)] if plays else []
        if len(fields["history"]) > MOST_PLAYS:
            raise bad_line(Bilingual(f"a history has at most {MOST_PLAYS} plays", f"出牌记录最多{MOST_PLAYS}手"))
    return PositionText(**fields)

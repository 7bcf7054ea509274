"""The record format `.ddz`: tags as in PBN, then the plays on one line, with comments in braces.

The grammar and examples are in `docs/records.md`. The parser checks only the syntax; the referee checks whether plays
are legal. It reads line by line and stores only one game at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from service.rules.errors import Bilingual, RuleError, brief, quoted

TAGS: Mapping[str, str] = {
    "Variant": "/variant",
    "Options": "/options",
    "Deal": "/deal/hands",
    "Bottom": "/deal/bottom",
    "Bidding": "/auction/bidding",
    "Auction": "/auction/bids",
    "Doubled": "/auction/doubled",
    "Levels": "/match/levels",
    "Playing": "/match/playing",
    "Failures": "/match/failures",
    "Order": "/tribute/order",
    "Paid": "/tribute/paid",
    "Returned": "/tribute/returned",
    "ToFirst": "/tribute/to_first",
    "Tribute": "/tribute/moved",
}
"""Tags that are fields of the body of `POST /v1/game`, with the pointers of these fields."""

NOTES = ("Event", "Site", "Date", "Round", "Board", "Source", "Annotator", "Result")
"""Tags that describe a game."""

PLAYER = re.compile(r"Player\.\w+|x_\w+")
"""Tags with free names: the player of a seat, and the caller's own tags."""

HISTORY = "/history"
"""Pointer of the history."""

PASS = "."  # noqa: S105 - how a pass is written
EMPTY = "-"
"""How a history without plays is written."""

TAG = re.compile(r'\[([A-Za-z][\w.]*)[ \t]+"([^"\\]*(?:\\.[^"\\]*)*)"\][ \t]*')
OPENING = re.compile(r'\[[A-Za-z][\w.]*[ \t]+"')
"""Start of a tag; an error inside a line of plays."""

CARD = "(?:[3-9TJQKA2XDW][shcd]?)"
PLAY = re.compile(rf"(?:\w+:)?(?:\.|{CARD}+(?:={CARD}+)?)", re.ASCII)
MOST_LINE = 1 << 16
"""Maximum characters of a line, and maximum plays of a game that a reader stores; no request has more."""

MOST_PLAY = 512
"""Maximum characters of a play."""

COMMENT = re.compile(r"\{([^{}\\]*(?:\\.[^{}\\]*)*)\}")
SPECIAL = re.compile(r"\\.?|[{}]", re.DOTALL)
"""A character of a comment that is not plain text."""

ITEM = re.compile(rf"[ \t]*({PLAY.pattern})[ \t]*(?:{COMMENT.pattern}[ \t]*)?(,|$)", re.ASCII)
"""A play with an optional comment."""

ELEMENT = re.compile(r"[^,{]+")
"""The text of a play, valid or not."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "{": "\\{", "}": "\\}", "\n": "\\n", "\r": "\\r"}
UNESCAPED = {"n": "\n", "r": "\r"}

QUOTE = '"'
FIRST_TAG = '[Variant "standard"]\n'
"""Tag written for games without tags, because every game starts with a tag."""

MARKS = ("!!", "!?", "?!", "??", "!", "?")
"""Marks of a play, longer ones first."""

NUMBERS = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:→|->)\s*(-?\d+(?:\.\d+)?)")


class Place(NamedTuple):
    """Location of an error in a record."""

    line: int
    """Line number, from 1."""
    ply: int | None = None
    """Number of the play, from 1; None for a tag."""
    name: str = ""
    """Name of the tag, or "history"; "" for a line that is neither."""

    def text(self) -> Bilingual:
        """Return the location as text."""
        ply = self.ply is not None
        en = [f"line {self.line}", *([f"ply {self.ply}"] if ply else []), *([self.name] if self.name else [])]
        zh = [f"第{self.line}行", *([f"第{self.ply}手"] if ply else []), *([f"`{self.name}`"] if self.name else [])]
        return Bilingual(", ".join(en), "，".join(zh))


class RecordError(RuleError):
    """An error in a record, with its location."""

    def __init__(self, code: str, message: Bilingual, pointer: str, place: Place) -> None:
        super().__init__(code, message, pointer)
        self.place = place

    def __str__(self) -> str:
        """Return location and message."""
        return f"{self.place.text()}: {self.message}"

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, Bilingual, str, Place]]:
        """Support pickling with all fields."""
        return RecordError, (self.code, self.message, self.pointer, self.place)


class Annotation(NamedTuple):
    """A judged play: its mark, the chances before and after it, and a text."""

    mark: str = ""
    before: float | None = None
    after: float | None = None
    text: str = ""


@dataclass(slots=True)
class Record:
    """A game as text: tags, plays and comments."""

    tags: dict[str, str] = field(default_factory=dict)
    plays: list[str] = field(default_factory=list)
    """Cards, with `=` and the declared cards for wild ones; `.` is a pass."""
    comments: dict[int, str] = field(default_factory=dict)
    """Comments by the number of plays before them; 0: a comment on the game."""
    lines: dict[str, int] = field(default_factory=dict, compare=False)
    """Line number of each tag."""
    rows: list[tuple[int, int]] = field(default_factory=list, compare=False)
    """Lines of the history: number of plays before the line, and line number."""
    partial: bool = field(default=False, compare=False)
    """Whether unreadable parts of the game were left out."""

    def place_of(self, pointer: str) -> Place:
        """Return the location of the field at a pointer of the body."""
        if pointer == HISTORY or pointer.startswith(HISTORY + "/"):
            step = pointer[len(HISTORY) + 1 :].partition("/")[0]
            if not step.isdecimal():
                return Place(self.rows[0][1] if self.rows else self.line, None, "history")
            line = next((line for first, line in reversed(self.rows) if first <= int(step)), self.line)
            return Place(line, int(step) + 1, "history")
        best = max((at for at in TAGS.values() if pointer == at or pointer.startswith(at + "/")), key=len, default="")
        name = next((tag for tag, at in TAGS.items() if at == best), "")
        return Place(self.lines.get(name, self.line), None, name)

    @property
    def line(self) -> int:
        """Return the first line; 1 for a record that was not parsed."""
        return next(iter(self.lines.values()), self.rows[0][1] if self.rows else 1)

    def locate(self, error: RuleError) -> RecordError:
        """Return an error in the body of this record with its location."""
        if isinstance(error, RecordError):
            return error
        return RecordError(error.code, error.message, error.pointer, self.place_of(error.pointer))


# ---- comments -----------------------------------------------------------------------------------------------------


def parse_annotation(comment: str) -> Annotation:
    """Return the mark, the chances and the text of a comment.

    >>> parse_annotation("?! 0.62 → 0.51 keep the pair")
    Annotation(mark='?!', before=0.62, after=0.51, text='keep the pair')
    """
    text = comment.strip()
    mark = next((mark for mark in MARKS if text.startswith(mark)), "")
    text = text.removeprefix(mark).strip()
    numbers = NUMBERS.match(text)
    if numbers is None:
        return Annotation(mark, text=text)
    return Annotation(mark, float(numbers[1]), float(numbers[2]), text[numbers.end() :].strip())


def annotation_text(annotation: Annotation) -> str:
    """Return an annotation as a comment.

    >>> annotation_text(Annotation("??", 0.62, 0.2))
    '?? 0.62 → 0.20'
    """
    before, after = annotation.before, annotation.after
    chances = f"{before:.2f} → {after:.2f}" if before is not None and after is not None else ""
    return " ".join(filter(None, (annotation.mark, chances, annotation.text)))


def is_play(text: str) -> bool:
    return len(text) <= MOST_PLAY and PLAY.fullmatch(text) is not None


def unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: UNESCAPED.get(match[1], match[1]), text) if "\\" in text else text


def escape(text: str, letters: str) -> str:
    if not any(letter in text for letter in "\\\n\r" + letters):
        return text
    return "".join([ESCAPES[letter] if letter in "\\\n\r" + letters else letter for letter in text])


def without_comments(line: str) -> str:
    """Return a line with spaces in place of its comments, read once.

    A brace inside a comment that does not end begins no other comment before the place where that one fails.
    """
    parts, done, place = [], 0, line.find("{")
    while place >= 0:
        special = SPECIAL.search(line, place + 1)
        while special is not None and special[0][0] == "\\":
            special = SPECIAL.search(line, special.end())
        if special is None:
            break
        if special[0] == "}":
            parts += [line[done:place], " " * (special.end() - place)]
            done, place = special.end(), line.find("{", special.end())
        else:
            place = special.start()
    return "".join([*parts, line[done:]])


# ---- parsing ------------------------------------------------------------------------------------------------------


LONG_LINE = Bilingual(
    f"a line has at most {MOST_LINE} characters, and a game as many tags and plays",
    f"一行最多{MOST_LINE}个字符，一局的标签和出牌也最多这么多",
)


class Reader:
    """Parser of a stream of records: gets one line at a time and returns games as they end."""

    def __init__(self, on_error: Callable[[RecordError], None]) -> None:
        self.on_error = on_error
        self.record = Record()
        self.broken = False
        """Whether the game had an error: the rest of it is skipped."""
        self.apart = False
        """Whether an empty line, or plays of a faulty game, came after the last tag: the next tag begins another
        game."""
        self.open = False
        """Whether the history so far ends with a comma."""

    def fail(self, code: str, message: Bilingual, pointer: str, place: Place) -> None:
        """Report an error, at most one for each game."""
        if not self.broken:
            self.broken = True
            self.on_error(RecordError(code, message, pointer, place))

    def fail_play(self, code: str, message: Bilingual, ply: int, line: int) -> None:
        """Report an error at a play, numbered from 1."""
        self.fail(code, message, f"{HISTORY}/{ply - 1}", Place(line, ply, "history"))

    def end(self) -> Record | None:
        """Return the game that ends here; None if there is none, or it is faulty."""
        record, broken = self.record, self.broken
        if not broken and self.open:
            self.fail_play(
                "field_missing",
                Bilingual("the history ends with a comma: the record is cut", "出牌记录以逗号结尾：记录不完整"),
                len(record.plays) + 1,
                record.rows[-1][1],
            )
        elif not broken and record.tags and not record.rows:
            self.fail(
                "field_missing",
                Bilingual(
                    "no history: the record is cut; an empty history is written -",
                    "没有出牌记录：记录不完整；还没有出牌时写 `-`",
                ),
                HISTORY,
                Place(max(record.lines.values()), None, "history"),
            )
        whole = bool(record.rows) and not self.broken
        self.record, self.broken, self.apart, self.open = Record(), False, False, False
        return record if whole else None

    def feed(self, number: int, text: str) -> Iterator[Record]:
        """Parse one line; yield the game that it ends."""
        line = text.strip()
        if not line:
            if self.record.rows or self.broken:
                ended = self.end()
                if ended is not None:
                    yield ended
            else:
                self.apart = bool(self.record.tags)
        elif line[0] == "%":
            return
        elif len(line) > MOST_LINE or len(self.record.plays) + len(self.record.tags) > MOST_LINE:
            self.fail("limit_too_large", LONG_LINE, "", Place(number))
        elif line[0] == "[":
            yield from self.tag_line(number, line)
        else:
            yield from self.play_line(number, line)

    # ---- tags

    def tag_line(self, number: int, line: str) -> Iterator[Record]:
        """Parse a line of tags."""
        record = self.record
        first = TAG.match(line)
        if record.rows or self.apart or (first is not None and next(iter(record.tags), "") == first[1]):
            ended = self.end()
            if ended is not None:
                yield ended
        place = 0
        while place < len(line):
            match = TAG.match(line, place)
            if match is None:
                rest = line[place:]
                self.fail(
                    "field_invalid",
                    Bilingual(
                        f'a tag is written [Name "text"] on one line; not {brief(rest)}',
                        f'标签要在一行里写成 `[Name "text"]`，不能写成{quoted(rest)}',
                    ),
                    "",
                    Place(number),
                )
                return
            self.tag(number, match[1], match[2])
            place = match.end()

    def tag(self, number: int, name: str, value: str) -> None:
        """Parse one tag."""
        record = self.record
        if name in record.tags:
            self.fail(
                "field_conflict",
                Bilingual(
                    f"the tag {name} occurs twice in one game: two games may be glued together",
                    f"标签 `{name}` 在同一局里出现两次：可能是两局连在了一起",
                ),
                TAGS.get(name, ""),
                Place(number, None, name),
            )
            return
        if name not in TAGS and name not in NOTES and not PLAYER.fullmatch(name):
            near = get_close_matches(name, (*TAGS, *NOTES, "Player.SEAT"), 1)
            offer, offer_zh = (f"; did you mean {near[0]}?", f"；是不是 `{near[0]}`？") if near else ("", "")
            self.fail(
                "field_unknown",
                Bilingual(
                    f"there is no tag {brief(name)}{offer} Your own tags begin with x_",
                    f"没有{quoted(name)}这个标签{offer_zh or '；'}自定义的标签以 `x_` 开头",
                ),
                "",
                Place(number, None, name[:30]),
            )
            return
        record.tags[name] = unescape(value)
        record.lines[name] = number

    # ---- plays

    def play_line(self, number: int, line: str) -> Iterator[Record]:
        """Parse a line of plays."""
        record, glued = self.record, None
        if "[" in line:
            glued = OPENING.search(without_comments(line))
        text = line if glued is None else line[: glued.start()].rstrip()
        if record.rows and not self.open:
            self.fail_play(
                "field_conflict",
                Bilingual(
                    "a second line of plays, though the first ends without a comma: two games may be glued together",
                    "出牌记录的上一行不以逗号结尾，却又有一行：可能是两局连在了一起",
                ),
                len(record.plays) + 1,
                number,
            )
        elif not record.tags:
            self.fail(
                "field_missing",
                Bilingual(
                    "plays without tags before them: the beginning of the game is missing",
                    "出牌记录前面没有标签：这一局缺少开头",
                ),
                "/variant",
                Place(number, 1, "history"),
            )
        if not self.broken:
            record.rows.append((len(record.plays), number))
            self.plays(number, text)
        self.apart = self.broken
        if glued is not None:
            self.fail_play(
                "field_conflict",
                Bilingual(
                    "a tag on a line of plays: two games are glued together, or this one is cut",
                    "标签出现在出牌记录的行里：两局连在了一起，或者这一局不完整",
                ),
                len(record.plays) + 1,
                number,
            )
            self.end()
            yield from self.tag_line(number, line[glued.start() :])

    def plays(self, number: int, text: str) -> None:
        """Parse plays and comments."""
        record = self.record
        self.open = text[-1:] == ","
        plays = (text[:-1] if self.open else text).split(",")
        if all(map(is_play, plays)):  # the common case
            record.plays += plays
        elif text != EMPTY or record.plays:
            place = 0
            while item := ITEM.match(text, place):
                record.plays.append(item[1])
                if item[2] is not None:
                    record.comments[len(record.plays)] = unescape(item[2]).strip()
                place = item.end()
                if not item[3]:
                    return
            self.slow_plays(number, text, place)

    def slow_plays(self, number: int, text: str, place: int) -> None:
        """Parse plays and comments from *place* on, one by one, and report anything else as an error."""
        record, ready = self.record, True  # expects a play: at the start, or after a comma
        while place < len(text):
            letter = text[place]
            if letter in " \t":
                place += 1
            elif letter == ",":
                if ready:
                    return self.bad_play(number, "")
                ready, place = True, place + 1
            elif letter == "{":
                end = self.comments_at(text, place)
                if end == place:
                    return self.fail(
                        "field_invalid",
                        Bilingual(
                            "a comment in braces does not end on its line: the record may be cut",
                            "大括号里的注释没有在本行结束：记录可能不完整",
                        ),
                        f"{HISTORY}/{max(len(record.plays) - 1, 0)}",
                        Place(number, len(record.plays) or None, "history"),
                    )
                place = end
            else:
                match = ELEMENT.match(text, place)
                play = match[0].strip() if match else letter
                if not ready or not (is_play(play) or (play == EMPTY and not record.plays)):
                    return self.bad_play(number, play)
                if play != EMPTY:
                    record.plays.append(play)
                ready, place = False, match.end() if match else place + 1
        return None

    def comments_at(self, text: str, place: int) -> int:
        """Add all comments that follow each other from *place* on to the last play; return where they end."""
        comments, at = self.record.comments, len(self.record.plays)
        found = [comments[at]] if at in comments else []
        while match := COMMENT.match(text, place):
            found.append(unescape(match[1]).strip())
            place = match.end()
            while text[place : place + 1] in (" ", "\t"):
                place += 1
        if found:
            comments[at] = " ".join(found)
        return place

    def bad_play(self, number: int, play: str) -> None:
        """Report a play that cannot be parsed."""
        self.fail_play(
            "field_invalid",
            Bilingual(
                f"a play is written with 3456789TJQKA2XDW and suits shcd, a pass is ., then a comma; not {brief(play)}",
                f"一手牌用 `3456789TJQKA2XDW` 和花色 `shcd` 来写，不出写 `.`，用逗号隔开；不能写成{quoted(play)}",
            ),
            len(self.record.plays) + 1,
            number,
        )


def raise_error(error: RecordError) -> None:
    raise error


def read_records(lines: Iterable[str], on_error: Callable[[RecordError], None] = raise_error) -> Iterator[Record]:
    """Yield the games of a text, such as an open file, one after the other.

    An error is reported to *on_error*, by default raised; its game is skipped and the following games are read.
    """
    reader = Reader(on_error)
    for number, line in enumerate(lines, 1):
        yield from reader.feed(number, line.removeprefix("\ufeff") if number == 1 else line)
    ended = reader.end()
    if ended is not None:
        yield ended


# ---- writing ------------------------------------------------------------------------------------------------------


def record_text(record: Record) -> str:
    """Return a game as text: its tags in the order of the format, the plays on one line, an empty line.

    Raises ValueError for a tag or a play that cannot be parsed again.
    """
    order = {name: place for place, name in enumerate((*NOTES[:7], "Player", *TAGS, *NOTES[7:]))}
    names = sorted(record.tags, key=lambda name: order.get(name.partition(".")[0], len(order)))
    wrong = next((name for name in names if name not in order and not PLAYER.fullmatch(name)), None)
    if wrong is not None:
        raise ValueError(f"no tag {wrong!r}")
    tags = [f'[{name} "{escape(record.tags[name], QUOTE)}"]\n' for name in names] or [FIRST_TAG]
    return f"{''.join(tags)}{history_text(record.plays, record.comments)}\n\n"


def history_text(plays: Sequence[str], comments: Mapping[int, str]) -> str:
    """Return plays on one line, each comment after its play."""
    wrong = next((play for play in plays if not PLAY.fullmatch(play)), None)
    if wrong is not None:
        raise ValueError(f"no play {wrong!r}")
    parts = [f"{{{escape(comments[0], '{}')}}} "] if 0 in comments else []
    for number, play in enumerate(plays, 1):
        parts.append(play)
        if number in comments:
            parts.append(f"{{{escape(comments[number], '{}')}}}")
        parts.append("," if number < len(plays) else "")
    return "".join(parts) + ("" if plays else EMPTY)


def write_records(records: Iterable[Record], write: Callable[[str], object]) -> int:
    """Write games one after the other with *write*, such as the method of an open file; return their number."""
    number = 0
    for record in records:
        write(record_text(record))
        number += 1
    return number

"""Field types of requests: accepted values, and messages for other values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from service.advice.levels import STEPS
from service.http.texts.reasons import base_language
from service.rules.cards import MOST_PLAYS
from service.rules.errors import MOST_FAULTS, Bilingual, brief, coded, quoted
from service.rules.variant import near_name
from service.rules.variants import MOST_KEYS

MOST_SEATS = 10
"""Maximum number of a seat."""

MOST_TEXT = 4096
"""Maximum characters of one text."""

MOST_BIDS = 16
"""Maximum bids of a request; no auction has that many."""

AN_OBJECT = Bilingual("an object", "一个对象")


def expected_message(wanted: Bilingual) -> Bilingual:
    """Return the message for a value other than the *wanted* one."""
    return Bilingual(f"expected {wanted}", f"这里要填{wanted.zh}")


NO_OBJECT = expected_message(AN_OBJECT)
"""Message for a value that is no object, replacing the library's."""

TOO_MANY_KEYS = Bilingual(f"at most {MOST_KEYS} keys", f"最多{MOST_KEYS}个键")


def too_long(most: int) -> Bilingual:
    return Bilingual(f"at most {most} characters", f"最多{most}个字符")


TOO_LONG = too_long(MOST_TEXT)
NO_PLAY = Bilingual("a play is a text, an array or an object with cards", "一手牌要写成文本、数组，或带 `cards` 的对象")

MISSING = "Missing: "
"""Start of a message about a missing required field."""


def set_value_messages(field: fields.Field[Any]) -> None:
    """Set the messages of *field* for null and missing values."""
    wanted = expected_message(getattr(field, "wanted", AN_OBJECT))
    name = field.data_key or getattr(field, "name", None)
    named, named_zh = (f"{name}; ", f" `{name}`，") if name else ("", "：")
    missing = Bilingual(f"{MISSING}{named}{wanted}", f"缺少{named_zh}{wanted.zh}")
    null = Bilingual(f"{wanted}, not null; or leave the field out", f"{wanted.zh}，不能是 `null`；也可以省略这个字段")
    texts = {"null": missing if field.required or field.metadata.get("needed") else null, "required": missing}
    field.error_messages = field.error_messages | {key: [text] for key, text in texts.items()}  # not formatted


def not_this(wanted: Bilingual, value: object) -> Bilingual:
    return Bilingual(f"{wanted}; not {brief(value)}", f"这里要填{wanted.zh}，不能是{quoted(value)}")


class Text(fields.Field[str]):
    """A text of limited length."""

    wanted = Bilingual("a text", "文本")
    most = MOST_TEXT

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is not str:
            raise ValidationError(expected_message(Text.wanted))
        if len(value) > self.most:
            raise ValidationError(too_long(self.most))
        return value


class LongText(Text):
    """A text of several games."""

    most = 1 << 16


def integral(value: Any) -> Any:
    """Return a whole number as int, 1.0 as 1; any other value unchanged."""
    return int(value) if type(value) is float and value.is_integer() else value


NUMBERS = frozenset(map(str, STEPS))
"""Numbers of levels as texts."""


class LevelName(Text):
    """A level by its name, number (1 to 7) or share of won deals (`win=0.4`), or by earlier deals of an even match."""

    wanted = Bilingual(
        'the name of a level, a number from 1 to 7, {"win": 0.4}, or {"even": {"won": 3, "played": 10, "at": 0.4}}',
        '难度的名称、1到7的编号、`{"win": 0.4}`，或 `{"even": {"won": 3, "played": 10, "at": 0.4}}`',
    )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if type(value) is not dict:
            number = int(value) if type(value) is str and value in NUMBERS else integral(value)
            if type(number) is int and number in STEPS:
                return STEPS[number]
            if type(value) is not str:
                raise ValidationError(expected_message(self.wanted))
            share = value.removeprefix("win=")
            if share != value and share.isascii() and share.replace(".", "", 1).isdigit():
                return {"win": float(share)}
            return super()._deserialize(value, attr, data, **kwargs)
        if [*value] == ["even"]:
            return {"even": read_even(value["even"])}
        if [*value] != ["win"]:
            raise ValidationError(expected_message(self.wanted))
        if type(value["win"]) not in (int, float):
            raise ValidationError({"win": [Bilingual("expected a number", "这里要填数")]})
        return value


MOST_PLAYED = 1000
"""Maximum number of earlier deals of an even match."""


def read_even(value: Any) -> dict[str, Any]:
    """Return the earlier deals of an even match: of *played* deals against robots of share *at* the player *won* some.

    Raises ValidationError with the field that is not valid.
    """
    if type(value) is not dict or sorted(value) != ["at", "played", "won"]:
        raise ValidationError({"even": [Bilingual("expected won, played and at", "这里要填 `won`、`played` 和 `at`")]})
    won, played, at = value["won"], value["played"], value["at"]
    if type(played) is not int or not 0 <= played <= MOST_PLAYED:
        message = Bilingual(f"expected a whole number from 0 to {MOST_PLAYED}", f"这里要填0到{MOST_PLAYED}的整数")
        raise ValidationError({"even": {"played": [message]}})
    if type(won) is not int or not 0 <= won <= played:
        message = Bilingual("expected a whole number from 0 to played", "这里要填0到 `played` 的整数")
        raise ValidationError({"even": {"won": [message]}})
    if type(at) not in (int, float) or not 0 < at < 1:
        message = Bilingual("expected a number between 0 and 1", "这里要填0和1之间的数")
        raise ValidationError({"even": {"at": [message]}})
    return value


class OptionValue(Text):
    """The value of an option: a text, or a boolean or whole number converted to text."""

    wanted = Bilingual("a text, true, false or a whole number", "文本、`true`、`false` 或整数")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is bool:
            return str(value).lower()
        if type(value) is int or (type(value) is float and value.is_integer()):
            return str(int(value))
        if type(value) is not str:
            raise ValidationError(expected_message(self.wanted))
        return super()._deserialize(value, attr, data, **kwargs)


def unknown_word(wanted: Bilingual, value: Any, names: Mapping[str, Iterable[str]]) -> ValidationError:
    wrong, near = not_this(wanted, value), near_name(value, names)
    return ValidationError(Bilingual(wrong + near, wrong.zh + near.zh))


class ChoiceField(Text):
    """One of a few words; with *tags*, of `zh-CN` the part before the region."""

    def __init__(
        self, words: Any, names: Mapping[str, Bilingual] | None = None, tags: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.tags = tags
        self.words = tuple(words)
        self.names = {word: (names[word], names[word].zh) if names and word in names else () for word in self.words}
        self.wanted = Bilingual(f"one of {', '.join(self.words)}", f" {coded(self.words)} 之一")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is not str or value not in self.words:
            spoken = base_language(value) if self.tags and type(value) is str else value
            if type(spoken) is str and spoken in self.words:
                return spoken
            raise unknown_word(self.wanted, value, self.names)
        return value


class Flag(fields.Field[bool]):
    """True or false, and no other value."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError(Bilingual("expected true or false", "这里要填 `true` 或 `false`"))
        return value


class Whole(fields.Field[int]):
    """A whole number within bounds.

    1.0 is accepted, true is not. *cap* is named as the maximum if a later check is stricter.
    """

    def __init__(self, least: int, most: int, cap: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most, self.cap = least, most, most if cap is None else cap
        self.wanted = Bilingual(f"a number from {self.least} to {self.cap}", f"{self.least}到{self.cap}的整数")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise ValidationError(Bilingual("expected a whole number", "这里要填整数"))
        if not self.least <= value <= self.most:
            raise ValidationError(not_this(self.wanted, value))
        return value


MATCH_OVER = Bilingual("this match is over: start a new one", "这场比赛已经结束：再打请另开一场")


class Winner(Whole):
    """The winner of an unfinished match: must be absent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(0, 1, allow_none=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        super()._deserialize(value, attr, data, **kwargs)
        raise ValidationError(MATCH_OVER)


class CardList(fields.Field[Any]):
    """Cards as a text or an array; package `position` parses them."""

    wanted = Bilingual("a text or an array of cards", "牌的文本或数组")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if type(value) not in (str, list):
            raise ValidationError(Bilingual("cards are a text or an array", "牌要写成文本或数组"))
        if len(value) > MOST_TEXT:
            raise ValidationError(TOO_LONG)
        return value


class PlayField(fields.Field[Any]):
    """A play: cards, null for a pass, or an object with seat, cards and as."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value is not None and type(value) not in (str, list, dict):
            raise ValidationError(NO_PLAY)
        return value


NO_SEAT = Bilingual("a seat is a word, or a number in games with numbered seats", "座位写名称；座位有编号的玩法写数字")


class SeatName(fields.Field[str]):
    """A seat: a word, or a number in games with numbered seats."""

    wanted = Bilingual("the word or the number of a seat", "座位的名称或编号")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        value = integral(value)
        if type(value) is int and 0 <= value < MOST_SEATS:
            return str(value)
        if type(value) is not str or len(value) > MOST_TEXT:
            raise ValidationError(NO_SEAT)
        return value


class Seats(fields.Field[list[str]]):
    """An array of seats."""

    wanted = Bilingual(f"an array of at most {MOST_SEATS} seats", f"最多{MOST_SEATS}个座位的数组")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:
        if type(value) is not list or len(value) > MOST_SEATS:
            raise ValidationError(expected_message(self.wanted))
        seats = [integral(seat) for seat in value]
        wrong = {
            i: [NO_SEAT]
            for i, seat in enumerate(seats)
            if type(seat) not in (str, int) or (type(seat) is int and not 0 <= seat < MOST_SEATS)
        }
        if wrong:
            raise ValidationError(wrong)
        return [str(seat) for seat in seats]


def each_of(form: fields.Field[Any], items: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return converted values by index; the first errors are reported at their indices."""
    values, wrong = {}, {}
    for place, item in items:
        try:
            values[place] = form.deserialize(item)
        except ValidationError as error:
            wrong[place] = error.messages
            if len(wrong) == MOST_FAULTS:
                break
    if wrong:
        raise ValidationError(wrong)
    return values


class Pair(fields.Field[tuple[Any, Any]]):
    """An array with a value for each of two sides."""

    wanted = Bilingual("an array of two, one for each side", "两个值的数组（每方一个）")

    def __init__(self, form: fields.Field[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.form = form
        form.required = True  # no element may be missing
        set_value_messages(form)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[Any, Any]:
        if type(value) is not list or len(value) != 2:
            raise ValidationError(expected_message(self.wanted))
        one, other = each_of(self.form, enumerate(value)).values()
        return one, other


class Items(fields.Field[list[Any]]):
    """An array of a few values of one type."""

    def __init__(self, form: fields.Field[Any], most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.form, self.most = form, most
        form.required = True  # no element may be missing
        set_value_messages(form)
        self.wanted = Bilingual(f"an array of at most {most} objects", f"最多{most}个对象的数组")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if type(value) is not list or len(value) > self.most:
            raise ValidationError(expected_message(self.wanted))
        return [*each_of(self.form, enumerate(value)).values()]


POINTS = ("0", "1", "2", "3")
"""Points as texts, for clients whose type of a bid is a text."""

NO_BID = Bilingual("a bid is a whole number or a word", "叫牌要写整数或词")


class Bids(fields.Field[list[Any]]):
    """An array of bids: whole numbers or words."""

    wanted = Bilingual(f"an array of at most {MOST_BIDS} bids", f"最多{MOST_BIDS}次叫牌的数组")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if type(value) is not list or len(value) > MOST_BIDS:
            raise ValidationError(expected_message(self.wanted))
        bids = [int(bid) if bid in POINTS else integral(bid) for bid in value]
        wrong = {i: [NO_BID] for i, bid in enumerate(bids) if type(bid) not in (int, str)}
        if wrong:
            raise ValidationError(wrong)
        return bids


PLAY_TYPES = frozenset({str, list, dict, type(None)})
"""Types of a play in an array of plays; null is a pass."""


class Plays(fields.Field[list[Any]]):
    """An array of plays."""

    wanted = Bilingual("an array of plays", "由各手牌组成的数组")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if type(value) is not list:
            raise ValidationError(expected_message(self.wanted))
        if len(value) > MOST_PLAYS:
            raise ValidationError(Bilingual(f"at most {MOST_PLAYS} plays", f"最多{MOST_PLAYS}手"))
        if not PLAY_TYPES.issuperset(map(type, value)):
            raise ValidationError({i: [NO_PLAY] for i, play in enumerate(value) if type(play) not in PLAY_TYPES})
        return value


class Words(fields.Field[list[str]]):
    """An array of words from a list."""

    def __init__(self, words: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = tuple(words)
        self.wanted = Bilingual(f"an array of {', '.join(self.words)}", f"由 {coded(self.words)} 组成的数组")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:
        if type(value) is not list or len(value) > MOST_KEYS:
            raise ValidationError(expected_message(self.wanted))
        for word in value:
            if type(word) is not str or word not in self.words:
                raise unknown_word(self.wanted, word, dict.fromkeys(self.words, ()))
        return value


class MappingField(fields.Field[dict[str, Any]]):
    """An object of limited size whose values all have one type."""

    def __init__(self, form: fields.Field[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.form = form
        set_value_messages(form)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError(NO_OBJECT)
        if len(value) > MOST_KEYS:
            raise ValidationError(TOO_MANY_KEYS)
        return each_of(self.form, value.items())


class Requests(fields.Raw):
    """An array of requests, each validated separately."""

    wanted = Bilingual("an array of requests", "由请求组成的数组")

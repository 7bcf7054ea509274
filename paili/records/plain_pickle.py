"""Pickled deals of DouZero, and a reader of pickles that contain only lists, dictionaries, texts and small numbers.

The standard unpickler calls any function that a file names, and allocates memory for any size that it claims: nine
bytes can take gigabytes. This reader rejects every other opcode. Its memory is proportional to the data.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator
from functools import partial
from io import BufferedReader
from itertools import islice
from typing import Any

from service.records.ddz import Place, Record, RecordError
from service.records.douzero import deal_record
from service.records.sources import OnError, convert_each
from service.rules.errors import Bilingual

CHUNK, MOST_CHUNKS = 1 << 20, 256
"""Bytes of a chunk, and the maximum number of chunks of a pickle, which is read whole; 100,000 deals have 30 MB."""

NUMBERS = {pickle.BININT: "<i", pickle.BININT1: "<B", pickle.BININT2: "<H"}
TEXTS = {pickle.SHORT_BINUNICODE: "<B", pickle.BINUNICODE: "<I", pickle.BINUNICODE8: "<Q"}
NEW = {pickle.EMPTY_LIST: list, pickle.EMPTY_DICT: dict}
PUTS = {pickle.BINPUT: "<B", pickle.LONG_BINPUT: "<I"}
GETS = {pickle.BINGET: "<B", pickle.LONG_BINGET: "<I"}
FIXED = {**NUMBERS, **TEXTS, **PUTS, **GETS, pickle.PROTO: "<B", pickle.FRAME: "<Q"}
"""Opcodes with an argument of fixed size: its format."""

BYTES_PER_OBJECT = 12
"""Minimum average of the bytes of a list, dictionary or text in a file; a deal of DouZero has 26."""

MOST_OPEN = 16
"""Maximum depth of nested collections."""


class Reader:
    """The stack machine of a pickle."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.objects = 16 + len(data) // BYTES_PER_OBJECT
        self.stack: list[Any] = []
        self.marks: list[int] = []
        self.memo: list[Any] = []

    def fixed(self, form: str) -> int:
        """Return the number at the current place."""
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return int(value)

    def push(self, value: Any) -> None:
        """Push a new object."""
        self.objects -= 1
        if self.objects < 0:
            raise pickle.UnpicklingError("more objects than a file of this size may have")
        self.stack.append(value)

    def text(self, size: int) -> str:
        """Return a text of *size* bytes."""
        self.at += size
        if self.at > len(self.data):
            raise EOFError("a text ends behind the file")
        return self.data[self.at - size : self.at].decode()

    def put(self, place: int) -> None:
        """Store the top of the stack; new places follow each other, as the standard pickler numbers them."""
        if place > len(self.memo):
            raise pickle.UnpicklingError(f"place {place} of the memo follows {len(self.memo)}")
        self.memo[place : place + 1] = self.stack[-1:]

    def mark(self) -> None:
        """Begin the items of a collection."""
        if len(self.marks) == MOST_OPEN:
            raise pickle.UnpicklingError(f"more than {MOST_OPEN} open collections")
        self.marks.append(len(self.stack))

    def take(self, first: int) -> list[Any]:
        """Return the items from a place of the stack on, and remove them."""
        items = self.stack[first:]
        del self.stack[first:]
        return items

    def add(self, items: list[Any]) -> None:
        """Add items to the list on top of the stack."""
        into = self.stack[-1]
        if type(into) is not list:
            raise TypeError("only lists are appended to")
        into.extend(items)

    def update(self, items: list[Any]) -> None:
        """Add keys and values to the dictionary on top of the stack."""
        into, keys = self.stack[-1], items[::2]
        if type(into) is not dict or not all(type(key) is str for key in keys):
            raise TypeError("only dictionaries have keys, and keys are texts")
        into.update(zip(keys, items[1::2], strict=True))

    def step(self, code: bytes) -> None:
        """Execute an opcode other than STOP."""
        argument = self.fixed(FIXED[code]) if code in FIXED else 0
        if code in NUMBERS:
            self.stack.append(argument)
        elif code in GETS:
            self.stack.append(self.memo[argument])
        elif code in PUTS or code == pickle.MEMOIZE:
            self.put(argument if code in PUTS else len(self.memo))
        elif code in TEXTS:
            self.push(self.text(argument))
        elif code in NEW:
            self.push(NEW[code]())
        elif code == pickle.MARK:
            self.mark()
        elif code in (pickle.APPEND, pickle.APPENDS):
            self.add(self.take(-1 if code == pickle.APPEND else self.marks.pop()))
        elif code in (pickle.SETITEM, pickle.SETITEMS):
            self.update(self.take(-2 if code == pickle.SETITEM else self.marks.pop()))
        elif code not in (pickle.PROTO, pickle.FRAME):
            raise pickle.UnpicklingError(
                f"opcode {code!r} at byte {self.at - 1} is not read: only lists, dictionaries, texts and numbers are"
            )

    def value(self) -> Any:
        """Return the value of the pickle."""
        while True:
            code = self.data[self.at : self.at + 1]
            self.at += 1
            if not code:
                raise EOFError("the pickle has no end")
            if code == pickle.STOP:
                return self.stack.pop()
            self.step(code)


def load_plain(data: bytes) -> Any:
    """Return the value of a pickle of protocol 2 or later, using at most 20 times the memory of *data*.

    Raises UnpicklingError, struct.error, or a built-in error with the reason, for other content.
    """
    return Reader(data).value()


def pickled_deals(source: BufferedReader, on_error: OnError) -> Iterator[tuple[int, Any]]:
    """Yield the deals of a pickle."""
    chunks = list(islice(iter(partial(source.read, CHUNK), b""), MOST_CHUNKS + 1))
    try:
        if len(chunks) > MOST_CHUNKS:
            raise pickle.UnpicklingError(f"more than {MOST_CHUNKS * CHUNK >> 20} MB")
        deals = load_plain(b"".join(chunks))
        yield from enumerate(deals if isinstance(deals, list) else [deals], 1)
    except (pickle.UnpicklingError, struct.error, EOFError, ValueError, IndexError, TypeError) as error:
        message = Bilingual(f"not a pickle of plain deals: {error}", f"不是只含发牌数据的 `pickle`：`{error}`")
        on_error(RecordError("field_invalid", message, "", Place(1)))


def read_pickle(source: BufferedReader, on_error: OnError) -> Iterator[Record]:
    """Yield each deal; the line of an error is the number of the deal."""
    return convert_each(pickled_deals(source, on_error), deal_record, "douzero", on_error)

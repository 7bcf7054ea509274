"""Deals of DouZero's evaluation: the hands of three seats and the bottom, without plays.

DouZero writes them as a pickle (`plain_pickle.py`). The same list as JSON is accepted too.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator
from functools import partial
from io import BufferedReader
from itertools import islice
from typing import Any

from paili.records.plain_pickle import load_plain
from paili.records.sources import LANDLORD_SEATS, OnError, convert_each, deal_tag, fault, json_values
from service.records.body import card_text
from service.records.ddz import Place, Record, RecordError
from service.rules.cards import DOUZERO
from service.rules.errors import Bilingual

BOTTOM_FIELD = "three_landlord_cards"
CHUNK, MOST_CHUNKS = 1 << 20, 256
"""Bytes of a chunk, and the maximum number of chunks of a pickle, which is read whole; 100,000 deals have 30 MB."""


def deal_record(deal: Any) -> Record:
    """Return the record of a deal."""
    hands = [(seat, card_text(deal[seat], DOUZERO.id, f"/deal/hands/{seat}")) for seat in LANDLORD_SEATS]
    if not all(cards for _, cards in hands):
        raise fault("/deal/hands", "a hand is empty", "有一家没有牌", "hand_empty")
    bottom = card_text(deal[BOTTOM_FIELD], DOUZERO.id, "/deal/bottom")
    return Record({"Source": "DouZero", "Variant": "standard", "Deal": deal_tag(hands), "Bottom": bottom})


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


def read_deals(source: BufferedReader, on_error: OnError) -> Iterator[Record]:
    """Yield each deal; the line of an error is the number of the deal."""
    pickled = source.peek(1)[:1] == b"\x80"
    values = (pickled_deals if pickled else json_values)(source, on_error)
    return convert_each(values, deal_record, "douzero", on_error)

"""Foreign formats: each sample is recognized by its content and read; faulty games are named and skipped."""

from __future__ import annotations

import io
import json
import pickle
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from paili.engine import local
from paili.records.chinese_text import spoken_cards
from paili.records.convert import check_record
from paili.records.formats import FORMATS, PEEKED, WRITTEN, by_suffix, detect
from service.records.ddz import Record, RecordError
from tests import ROOT

SAMPLES = ROOT / "tests" / "data" / "records"

EXPECTED: Mapping[str, tuple[str, int, int, str]] = {
    "botzone-guandan.json": ("botzone-guandan", 1, 70, "1 0 2 0 2"),
    "botzone-landlord.json": ("botzone-landlord", 1, 24, ""),
    "chinese.txt": ("chinese", 2, 20, "farmers -2 1 1"),
    "contest.txt": ("contest", 1, 38, "farmers -1200 600 600"),
    "douzero.json": ("douzero", 2, 0, ""),
    "douzero.pkl": ("douzero", 2, 0, ""),
    "games.ddz": ("ddz", 2, 20, "farmers -2 1 1"),
    "hall.json": ("hall", 1, 9, ""),
    "paili.jsonl": ("json", 2, 41, "farmers -12 6 6"),
    "rlcard.json": ("rlcard", 1, 73, "landlord 4 -2 -2"),
}
"""Format, number of games, plays of the first game, and its result if it is over."""


def read_bytes(data: bytes, form: str | None = None) -> tuple[list[Record], list[RecordError]]:
    """Return the games and the errors of a file."""
    chosen = FORMATS[form] if form else detect(data[:PEEKED])
    assert chosen is not None
    errors: list[RecordError] = []
    return list(chosen.read(io.BufferedReader(io.BytesIO(data)), errors.append)), errors


def test_every_sample_and_every_format_has_its_row() -> None:
    assert {path.name for path in SAMPLES.iterdir()} - {"README.md"} == set(EXPECTED)
    assert {form for form, *_ in EXPECTED.values()} == set(FORMATS)
    page = (SAMPLES / "README.md").read_text(encoding="utf-8")
    assert [name for name in EXPECTED if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_is_recognized_and_read(name: str) -> None:
    form, games, plays, result = EXPECTED[name]
    data = (SAMPLES / name).read_bytes()
    chosen = detect(data)
    assert chosen is not None
    assert chosen.id == form
    records, _ = read_bytes(data)
    assert (len(records), len(records[0].plays)) == (games, plays)
    if form != "hall":  # a game that Paili does not support
        client = local()
        record = check_record(records[0], lambda body: client.ask("game", None, body))
        assert record.tags.get("Result", "") == result


def test_the_hall_has_a_game_that_the_referee_does_not_know() -> None:
    client, (record,) = local(), read_bytes((SAMPLES / "hall.json").read_bytes())[0]
    with pytest.raises(RecordError) as raised:
        check_record(record, lambda body: client.ask("game", None, body))
    assert (raised.value.code, raised.value.place.name) == ("variant_unknown", "Variant")


def test_wild_cards_of_botzone_are_declared() -> None:
    (record,), _ = read_bytes((SAMPLES / "botzone-guandan.json").read_bytes())
    assert [play for play in record.plays if "=" in play] == ["JdQhKdAc5h=JdQhKdAcTc", "2s2h2c2d5h=2s2h2c2d2c"]
    assert Counter(record.plays)["."] > 0


def test_faults_of_a_text_are_named() -> None:
    _, errors = read_bytes((SAMPLES / "chinese.txt").read_bytes())
    assert [(*error.place, error.code) for error in errors] == [(20, 3, "history", "card_unknown")]
    assert "朋友" in errors[0].message


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"", None),
        (b"hello", None),
        (b'{"a": 1}', None),
        (b"\xff\xfe\x00", None),
        (b'\xef\xbb\xbf[Variant "x"]\n-', "ddz"),
    ],
)
def test_an_unknown_content_has_no_format(data: bytes, form: str | None) -> None:
    chosen = detect(data)
    assert (chosen and chosen.id) == form


BEGIN: dict[str, Any] = {"own": [], "pos": 0, "landlord": 0, "history": []}


def changed(name: str, **fields: Any) -> bytes:
    """Return a sample with other fields."""
    return json.dumps(json.loads((SAMPLES / name).read_text(encoding="utf-8")) | fields).encode()


@pytest.mark.parametrize(
    ("data", "form", "code", "line"),
    [
        (changed("botzone-landlord.json", requests=[{"own": [1], "bid": []}]), "botzone-landlord", "field_missing", 1),
        (changed("botzone-landlord.json", requests=[]), "botzone-landlord", "field_invalid", 1),
        (changed("botzone-landlord.json", requests=[BEGIN | {"publiccard": [99]}]),
         "botzone-landlord", "card_unknown", 1),
        (changed("botzone-guandan.json", responses=[[], [[108], [108]]]), "botzone-guandan", "card_unknown", 1),
        (changed("botzone-guandan.json", requests=[]), "botzone-guandan", "field_missing", 1),
        (changed("hall.json", plays=[[1, ["03"]]]), "hall", "not_your_turn", 1),
        (changed("hall.json", bottom=["zz"]), "hall", "card_unknown", 1),
        (b'{"landlord": [1], "three_landlord_cards": []}', "douzero", "card_unknown", 1),
        (b'{"trace": "x"}', "rlcard", "field_missing", 1),
        (b"not json", "json", "field_invalid", 1),
        (b"[" * 100_000, "json", "field_invalid", 1),
        (b"{}\n" + b"[" * 100_000, "json", "field_invalid", 2),
        (b'{"variant": "standard"}\n{"variant": \n{"history": []}', "json", "field_invalid", 2),
        (b'{"history": [], "players": 3}', "json", "field_invalid", 1),
        (b"DEAL A0,1,2\nLEFTOVER A3,4,5\nPLAY A0\nPLAY C5\n", "contest", "not_your_turn", 4),
        (b"DEAL A0,99\n", "contest", "card_unknown", 1),
        (b"DEAL A\n", "contest", "card_unknown", 1),
        (pickle.dumps(["x"]), "douzero", "field_invalid", 1),
        (b"\x80\x04", "douzero", "field_invalid", 1),
    ],
)  # fmt: skip
def test_a_faulty_game_is_named_with_its_line(data: bytes, form: str, code: str, line: int) -> None:
    _, errors = read_bytes(data, form)
    assert [(error.code, error.place.line) for error in errors] == [(code, line)]


class Exploit:
    """A value whose pickle creates a folder when the standard unpickler loads it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, tuple[Path]]:
        return Path.mkdir, (self.folder,)


def test_a_pickle_runs_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    packed = pickle.dumps([Exploit(folder)])
    records, errors = read_bytes(packed)
    assert (records, len(errors)) == ([], 1)
    assert "opcode" in errors[0].message
    assert not folder.exists()
    pickle.loads(packed)
    assert folder.exists(), "the standard unpickler makes it"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("对十", "TT"), ("一对K", "KK"), ("三个K带一对五", "55KKK"), ("三不带勾", "JJJ"),
        ("顺子3到7", "34567"), ("连对三至五", "334455"), ("飞机三到四带5、6", "33344456"), ("炸弹九", "9999"),
        ("四个二", "2222"), ("王炸", "XD"), ("大王", "D"), ("10", "T"), ("3344 55", "334455"),
        ("三带一 KKK5", "5KKK"), ("炸7777", "7777"), ("7777炸弹", "7777"), ("炸弹7777", "7777"), ("四个二炸", "2222"),
        ("两个4", "44"), ("一个三", "3"), ("顺子三到七", "34567"), ("飞机带翅膀三到四带5、6", "33344456"),
        ("飞机带翅膀33344456", "33344456"), ("四带两对 444455KK", "444455KK"), ("34567顺子", "34567"),
        ("朋友", ""), ("顺子七到三", ""),
    ],
)  # fmt: skip
def test_plays_in_words(text: str, cards: str) -> None:
    if cards:
        assert spoken_cards(text) == cards
        return
    with pytest.raises(ValueError, match=text):
        spoken_cards(text)


def test_suffixes() -> None:
    chosen = [by_suffix(name) for name in ("a.DDZ", "b.jsonl", "c.pkl", "d")]
    assert [form and form.id for form in chosen] == ["ddz", "json", "douzero", None]
    assert WRITTEN == ["ddz", "json"]


TURNS = {
    "地主出对三，下家炸弹7777，上家不要": ["landlord:33", "landlord_down:7777", "landlord_up:."],
    "地主:对3，下家：炸7777，上家 7777炸弹": ["landlord:33", "landlord_down:7777", "landlord_up:7777"],
    "地主打两个4，下家管上对十，上家压了对K": ["landlord:44", "landlord_down:TT", "landlord_up:KK"],
    "地主出三，下家不跟，上家管不上": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主出三，下家要不起，上家跳过": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主出三，下家没有，上家Pass": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "地主出三，下家没有大的，上家大不过": ["landlord:3", "landlord_down:.", "landlord_up:."],
    "小明出对十，小红：不要，小刚 对K": ["TT", ".", "KK"],
    "地主出对十，对勾，不要": ["landlord:TT", "JJ", "."],
}  # fmt: skip


@pytest.mark.parametrize("text", TURNS)
def test_turns_in_words(text: str) -> None:
    """A turn of an unknown player, or of none, is that of the seat to move."""
    (record,), errors = read_bytes(f"地主手牌：3344\n{text}\n".encode(), "chinese")
    assert (record.plays, errors) == (TURNS[text], [])


def test_each_unread_turn_of_a_text_is_named() -> None:
    text = "地主手牌：3344\n地主出天牌，下家不要\n上家出三，地主出什么\n\n地主手牌：55\n地主出对五\n"
    records, errors = read_bytes(text.encode(), "chinese")
    assert [record.plays for record in records] == [["landlord:55"]]
    assert [(error.place.line, error.place.ply, error.code) for error in errors] == [
        (2, 1, "card_unknown"), (3, 4, "card_unknown"),
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk"])
def test_a_chinese_text_is_read_in_both_encodings(encoding: str) -> None:
    (record,), errors = read_bytes("地主手牌：3344\n地主出对三，下家不要\n".encode(encoding), "chinese")
    assert (record.plays, errors) == (["landlord:33", "landlord_down:."], [])

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
from paili.records.convert import check_record, read_stream
from service.records.ddz import Record, RecordError, record_text
from service.records.formats import FORMATS, PEEKED, WRITTEN, by_suffix, detect
from tests import ROOT

SAMPLES = ROOT / "tests" / "data" / "records"

EXPECTED: Mapping[str, tuple[str, int, int, str]] = {
    "botzone-guandan.json": ("botzone-guandan", 1, 70, "1 0 2 0 2"),
    "botzone-landlord.json": ("botzone-landlord", 1, 24, ""),
    "botzone-match.json": ("botzone-match", 1, 10, "landlord 6 -3 -3"),
    "chinese.txt": ("chinese", 2, 20, "farmers -2 1 1"),
    "contest.txt": ("contest", 1, 38, "farmers -1200 600 600"),
    "douzero-log.txt": ("douzero-log", 1, 10, "landlord 2 -1 -1"),
    "douzero.json": ("douzero", 2, 0, ""),
    "douzero.pkl": ("douzero", 2, 0, ""),
    "games.ddz": ("ddz", 2, 20, "farmers -2 1 1"),
    "paili.jsonl": ("json", 2, 41, "farmers -12 6 6"),
    "rlcard-showdown.json": ("rlcard-showdown", 1, 10, "landlord 2 -1 -1"),
    "rlcard.json": ("rlcard", 1, 73, "landlord 4 -2 -2"),
}
"""Format, number of games, plays of the first game, and its result if it is over."""


def read_bytes(data: bytes, form: str | None = None) -> tuple[list[Record], list[RecordError]]:
    errors: list[RecordError] = []
    records = read_stream(io.BufferedReader(io.BytesIO(data), PEEKED), FORMATS[form] if form else None, errors.append)
    assert records is not None
    return list(records), errors


def test_every_sample_and_every_format_has_its_row() -> None:
    assert {path.name for path in SAMPLES.iterdir()} - {"README.md"} == set(EXPECTED)
    assert {form for form, *_ in EXPECTED.values()} == set(FORMATS)
    page = (SAMPLES / "README.md").read_text(encoding="utf-8")
    assert [name for name in EXPECTED if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_is_recognized_and_read(name: str) -> None:
    form, games, plays, result = EXPECTED[name]
    data = (SAMPLES / name).read_bytes()
    assert Path(name).suffix == ".pkl" or (detect(data.decode()) or FORMATS["ddz"]).id == form
    records, _ = read_bytes(data)
    assert (len(records), len(records[0].plays)) == (games, plays)
    assert judged(records[0]).tags.get("Result", "") == result


def judged(record: Record) -> Record:
    client = local()
    return check_record(record, lambda body: client.ask("game", None, body))


PARTS = {
    "botzone-match.json": ("0:3335779TJJJQQKA2D 1:344555678889TKKK2 2:46667899TTQQAAA2X", "attach=pagat", "0 3"),
    "rlcard-showdown.json": (
        "landlord_down:46667899TTQQAAA2X landlord_up:3335779TJJJQQKA2D landlord:344555678889TKKK24J2",
        "attach=rlcard", None,
    ),
    "douzero-log.txt": (
        "landlord:333678899TTJJKAAA22D landlord_down:4455667889QQQKA2X landlord_up:344556779TTJJQKK2",
        "wild=7,attach=douzero", None,
    ),
}  # fmt: skip
"""Hands, options and bids of samples."""


@pytest.mark.parametrize("name", PARTS)
def test_hands_rules_and_bids_of_a_sample(name: str) -> None:
    (record,), errors = read_bytes((SAMPLES / name).read_bytes())
    assert ({*record.tags["Deal"].split()}, record.tags.get("Options"), record.tags.get("Auction")) == (
        {*PARTS[name][0].split()}, *PARTS[name][1:],
    )  # fmt: skip
    assert errors == []


def test_a_match_without_bids_has_a_landlord_and_no_auction() -> None:
    text = (SAMPLES / "botzone-match.json").read_text(encoding="utf-8")
    (record,), _ = read_bytes(text.replace('"bid": [0, 3]', '"bid": [0, 0, 0]').encode())
    assert (record.tags["x_bids"], "Auction" in record.tags) == ("0 0 0", False)
    assert judged(record).tags["Result"] == "landlord 2 -1 -1"


MATCH = json.loads((SAMPLES / "botzone-match.json").read_text(encoding="utf-8"))


def pack_line(match: Any, log: Any) -> bytes:
    """Return a match as a pack has it: `initdata` as text, and a log without displays."""
    dealt = match["logs"][0]["output"]["initdata"]
    return json.dumps({"_id": "1", "initdata": json.dumps(dealt), "players": match["players"], "log": log}).encode()


def without_displays(entry: Any) -> Any:
    return {"command": "request", "content": entry["output"]["content"]} if "output" in entry else entry


def test_a_pack_has_one_match_a_line() -> None:
    """Without displays the answers are the bids and the plays; an answer that was not accepted ends the game."""
    log = [without_displays(entry) for entry in MATCH["logs"]]
    cut = [*log[:9], {"2": {"verdict": "TLE"}}, {"command": "finish", "content": {"0": 2, "1": 2, "2": -4}}]
    records, errors = read_bytes(b"\n".join([pack_line(MATCH, log), pack_line(MATCH, cut)]))
    (whole,), _ = read_bytes(json.dumps(MATCH).encode())
    assert errors == []
    assert [(record.tags, record.plays) for record in records] == [
        (whole.tags, whole.plays), (whole.tags, whole.plays[:2]),
    ]  # fmt: skip


def test_displays_that_are_texts_are_read() -> None:
    match = json.loads(json.dumps(MATCH))
    for entry in match["logs"]:
        if "output" in entry:
            entry["output"]["display"] = json.dumps(entry["output"]["display"])
    assert read_bytes(json.dumps(match).encode()) == read_bytes(json.dumps(MATCH).encode())


def test_a_pack_of_the_game_without_an_auction() -> None:
    """FightTheLandlord deals 20 cards to player 0, who is the landlord."""
    dealt = MATCH["logs"][0]["output"]["initdata"]
    first, *others = dealt["allocation"]
    deal = {**dealt, "allocation": [first + dealt["publiccard"], *others]}
    play = first[0]
    log = [{"output": {}}, {"0": {"response": [play], "verdict": "OK"}}, {"output": {}}, {"1": {"response": []}}]
    text = json.dumps({"initdata": json.dumps(deal), "log": log})
    (record,), errors = read_bytes(text.encode())
    assert (record.plays, errors) == ([f"landlord:{'3456789TJQKA2'[play // 4]}", "landlord_down:."], [])
    assert ("Auction" in record.tags, judged(record).plays) == (False, [record.plays[0][-1], "."])


def test_moves_of_showdown_as_lists_and_in_single_quotes() -> None:
    """The viewer joins lists; its server stores Python's notation of the object as a JSON text."""
    text = (SAMPLES / "rlcard-showdown.json").read_text(encoding="utf-8")
    (expected,), _ = read_bytes(text.encode())
    replay = json.loads(text)
    for move in replay["moveHistory"]:
        move["move"] = [] if move["move"] == "P" else move["move"].split()
    assert read_bytes(json.dumps(replay).encode()) == ([expected], [])
    replay["moveHistory"][0]["info"] = None
    assert read_bytes(json.dumps(str(replay)).encode()) == ([expected], [])


DEAL: dict[str, Any] = json.loads((SAMPLES / "douzero.json").read_text(encoding="utf-8"))[0]


def read_deal(**fields: Any) -> tuple[list[Record], list[RecordError]]:
    """Return the games and the errors of a deal of DouZero with other fields; None: without the field."""
    deal = {name: value for name, value in (DEAL | fields).items() if value is not None}
    return read_bytes(pickle.dumps([deal]))


@pytest.mark.parametrize(("wilds", "variant", "options"), [
    ([], "standard", "attach=douzero"), ([5, 11], "laizi", "wild=5J,attach=douzero"),
])  # fmt: skip
def test_a_deal_of_laizi_keeps_its_wild_ranks(wilds: list[int], variant: str, options: str) -> None:
    (record,), _ = read_deal(mastercard_list=wilds)
    assert (record.tags["Variant"], record.tags["Options"]) == (variant, options)


def test_a_deal_before_the_auction_has_hands_by_place() -> None:
    first = list(DEAL["landlord"])
    for card in DEAL["three_landlord_cards"]:
        first.remove(card)
    hands = {"first": first, "second": DEAL["landlord_down"], "third": DEAL["landlord_up"]}
    (record,), _ = read_deal(**hands, **dict.fromkeys(("landlord", "landlord_down", "landlord_up")))
    assert record.tags["Deal"].startswith("0:334466678889TTJAX 1:344")
    assert read_bytes(record_text(judged(record)).encode()) == ([record], [])


@pytest.mark.parametrize(("fields", "code", "words"), [
    ({"bid_info": [1, 0]}, "field_unknown", "unknown field 'bid_info'"),
    ({"landlord": None}, "field_missing", "the field 'landlord' is missing"),
    ({"landlord_up": [3, 3, 4, 5]}, "hand_size", "landlord_up has 4 cards, not 17 or 20"),
    ({"landlord_up": 7}, "card_unknown", "douzero cards are numbers"),
])  # fmt: skip
def test_a_faulty_deal_is_named_by_its_field(fields: Any, code: str, words: str) -> None:
    records, (error,) = read_deal(**fields)
    assert (records, error.code) == ([], code)
    assert words in error.message
    assert "Error" not in error.message


@pytest.mark.parametrize(("name", "field", "value"), [
    ("botzone-guandan.json", "level", "/options"), ("chinese.txt", "wild", "/options"),
])  # fmt: skip
def test_an_unstated_option_of_the_deal_is_asked_for(name: str, field: str, value: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8").replace('"level": "5", ', "")
    record = read_bytes(text.encode())[0][0]
    if field == "wild":
        record.tags["Variant"] = "laizi"
    with pytest.raises(RecordError) as raised:
        judged(record)
    assert (raised.value.code, raised.value.pointer) == ("field_missing", value)
    assert f"{field}=" in raised.value.message
    record.tags["Options"] = f"{field}=5"
    if field == "level":
        assert judged(record).tags["Result"] == "1 0 2 0 2"


LINES = (SAMPLES / "douzero-log.txt").read_text(encoding="utf-8")


def test_logs_of_several_games_and_with_faults() -> None:
    """An interactive log names the seat alone and writes passes in words; a faulty game does not end the file."""
    faulty = LINES.replace("出牌: 3 3 3 6", "出牌: 3 3 3 zebra")
    spoken = LINES.replace("landlord_down手牌:", "=== 出牌方: landlord_down ===\n手牌:").replace(
        "出牌: \n", "选择不出（pass）\n"
    )
    records, errors = read_bytes(f"{faulty}{spoken}".encode())
    assert [record.plays for record in records] == [read_bytes(LINES.encode())[0][0].plays]
    assert [(error.code, error.place.ply) for error in errors] == [("card_unknown", 1)]


def test_wild_cards_of_botzone_are_declared() -> None:
    (record,), _ = read_bytes((SAMPLES / "botzone-guandan.json").read_bytes())
    assert [play for play in record.plays if "=" in play] == ["JdQhKdAc5h=JdQhKdAcTc", "2s2h2c2d5h=2s2h2c2d2c"]
    assert Counter(record.plays)["."] > 0


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
    chosen = detect(data.decode(errors="ignore"))
    assert (chosen and chosen.id) == form


BEGIN: dict[str, Any] = {"own": [], "pos": 0, "landlord": 0, "history": []}


def changed(name: str, **fields: Any) -> bytes:
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
        (changed("rlcard-showdown.json", playerInfo=[]), "rlcard-showdown", "field_missing", 1),
        (changed("rlcard-showdown.json", initHands=["S3 Z9"] * 3), "rlcard-showdown", "card_unknown", 1),
        (b'{"display": {"landlord": 1}}', "botzone-match", "field_missing", 1),
        (b'{"landlord": [1], "three_landlord_cards": []}', "douzero", "card_unknown", 1),
        (b'{"trace": "x"}', "rlcard", "field_missing", 1),
        (b"not json", "json", "field_invalid", 1),
        (b"[" * 100_000, "json", "limit_too_large", 1),
        (b"{}\n" + b"[" * 100_000, "json", "limit_too_large", 2),
        (b"{}\n" + b"[" * 4_000, "json", "field_invalid", 2),
        (b'[{},\n{"history": [}]', "json", "field_invalid", 2),
        (b'[{},\n{}] {"variant": "standard"}', "json", "field_invalid", 2),
        (b"[{},\n{},\n", "json", "field_invalid", 2),
        (b"[{},\n\n 5]", "json", "field_invalid", 3),
        (b'{"variant": "standard"}\n{"variant": \n{"history": []}', "json", "field_invalid", 2),
        (b'{"history": [], "players": 3}', "json", "field_unknown", 1),
        (b'{"players": 3}', "json", "field_invalid", 1),
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


def test_objects_of_an_array_are_read_up_to_the_fault() -> None:
    first, second = (SAMPLES / "paili.jsonl").read_text(encoding="utf-8").splitlines()
    records, errors = read_bytes(f"[{first},\n\n{second},\n".encode())
    assert ([record.rows[0][1] for record in records], [error.place.line for error in errors]) == ([1, 3], [3])
    records, errors = read_bytes(f"[\n{first}\n,{second}]\n".encode())
    assert ([record.rows[0][1] for record in records], errors) == ([2, 3], [])


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


def test_suffixes() -> None:
    chosen = [by_suffix(name) for name in ("a.DDZ", "b.jsonl", "c.pkl", "d")]
    assert [form and form.id for form in chosen] == ["ddz", "json", "douzero", None]
    assert WRITTEN == ["ddz", "json"]


@pytest.mark.parametrize("start", range(4))
def test_a_text_in_gbk_is_recognized(start: int) -> None:
    """Also if the first part of the file ends within a character."""
    text = "x" * start + "地主出对三，下家不要\n" + "好" * PEEKED
    for encoding in ("utf-8", "gbk"):
        assert len(read_bytes(text.encode(encoding))[1]) == 1


def test_a_json_text_in_gbk_is_recognized() -> None:
    replay = json.loads((SAMPLES / "rlcard-showdown.json").read_text(encoding="utf-8"))
    replay["playerInfo"][0]["agentInfo"]["name"] = "张三"
    (record,), errors = read_bytes(json.dumps(replay, ensure_ascii=False).encode("gbk"))
    assert (record.tags["Player.landlord_down"], errors) == ("张三", [])

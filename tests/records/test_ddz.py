"""The record format: parsing and writing, and every error with its line, ply and field."""

from __future__ import annotations

import pickle
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.records.ddz import (
    NOTES,
    TAGS,
    Annotation,
    Record,
    RecordError,
    annotation_text,
    parse_annotation,
    read_records,
    record_text,
    write_records,
)

GAME = '[Variant "standard"]\n[Deal "landlord:334 landlord_up:55"]\nTT,JJ,.,QQ\n'


def read(text: str) -> tuple[list[Record], list[RecordError]]:
    errors: list[RecordError] = []
    return list(read_records(text.splitlines(keepends=True), errors.append)), errors


def places(errors: Iterable[RecordError]) -> list[tuple[int, int | None, str, str]]:
    return [(*error.place, error.code) for error in errors]


def test_a_game_is_tags_and_plays() -> None:
    (record,), errors = read(GAME)
    assert errors == []
    assert record.tags == {"Variant": "standard", "Deal": "landlord:334 landlord_up:55"}
    assert record.plays == ["TT", "JJ", ".", "QQ"]
    assert record_text(record) == GAME + "\n"


def test_comments_belong_to_plays() -> None:
    text = '[Variant "standard"]\n{a good game} TT{?! 0.62 → 0.51}, JJ , .{why {no}\n'.replace("{no}", "\\{no\\}}")
    (record,), errors = read(text)
    assert errors == []
    assert record.plays == ["TT", "JJ", "."]
    assert record.comments == {0: "a good game", 1: "?! 0.62 → 0.51", 3: "why {no}"}
    assert parse_annotation(record.comments[1]) == Annotation("?!", 0.62, 0.51)
    assert list(read_records(record_text(record).splitlines())) == [record]


def test_two_comments_are_one_text() -> None:
    (record,), _ = read('[Variant "standard"]\nTT{one}{two},JJ\n')
    assert record.comments == {1: "one two"}


@pytest.mark.parametrize("annotation", [Annotation("??", 0.62, 0.2, "late"), Annotation("!"), Annotation(text="fine")])
def test_an_annotation_is_read_as_it_was_written(annotation: Annotation) -> None:
    assert parse_annotation(annotation_text(annotation)) == annotation


def test_plays_may_fill_several_lines() -> None:
    """A line that ends with a comma continues; errors have the right line."""
    (record,), errors = read('% a remark\n[Variant "laizi"]\n\n45W=456,\n.,\n.,QQ\n')
    assert errors == []
    assert record.plays == ["45W=456", ".", ".", "QQ"]
    assert record.place_of("/history/1") == (5, 2, "history")
    assert record.place_of("/history/3/cards") == (6, 4, "history")
    assert record.place_of("/variant") == (2, None, "Variant")


def test_games_need_no_empty_line_between_them_and_may_share_a_line() -> None:
    games, errors = read(GAME + GAME + '[Variant "contest"][Bottom "345"]\n-\n')
    assert errors == []
    assert [game.tags["Variant"] for game in games] == ["standard", "standard", "contest"]
    assert games[2].plays == []


NEXT = '\n[Variant "contest"]\n3\n'
"""The game after a faulty one, which is read."""


@pytest.mark.parametrize(
    ("text", "line", "ply", "field", "code"),
    [
        (GAME.replace(",QQ\n", ",\n"), 3, 4, "history", "field_missing"),  # truncated after a comma
        (GAME.replace("TT,JJ,.,QQ\n", ""), 2, None, "history", "field_missing"),  # truncated before the plays
        (GAME[:35] + "\n", 2, None, "", "field_invalid"),  # truncated in a tag
        (GAME.replace("QQ", "QQ{so far"), 3, 4, "history", "field_invalid"),  # truncated in a comment
        (GAME.replace("Deal", "Dael"), 2, None, "Dael", "field_unknown"),
        (GAME.replace("[Deal", '[Variant "x"]\n[Deal'), 1, None, "history", "field_missing"),  # the first has no plays
        (GAME.replace("TT", '[Deal "x:3"]\nTT'), 3, None, "Deal", "field_conflict"),
        (GAME.replace("JJ", "ZZ"), 3, 2, "history", "field_invalid"),
        (GAME.replace("JJ", "pass"), 3, 2, "history", "field_invalid"),
        (GAME.replace("JJ", ""), 3, 2, "history", "field_invalid"),
        (GAME.replace("JJ", "3 4"), 3, 2, "history", "field_invalid"),
        (GAME.replace(",JJ", "{a}JJ"), 3, 2, "history", "field_invalid"),
        (GAME.replace("JJ", "J}J"), 3, 2, "history", "field_invalid"),
        (GAME + "KK,AA\n", 4, 5, "history", "field_conflict"),  # the plays of another game
        ("KK,AA\n", 1, 1, "history", "field_missing"),  # the end of a game
    ],
)  # fmt: skip
def test_an_error_names_line_ply_and_field_and_the_next_game_is_read(
    text: str, line: int, ply: int | None, field: str, code: str
) -> None:
    games, errors = read(text + NEXT)
    assert places(errors) == [(line, ply, field, code)]
    assert games[-1].tags == {"Variant": "contest"}
    assert str(errors[0]).startswith(f"line {line}")
    assert f"第{line}行" in errors[0].place.text().zh
    with pytest.raises(RecordError) as raised:
        list(read_records((text + NEXT).splitlines()))
    assert raised.value.place == errors[0].place


def test_two_games_glued_together_in_one_line() -> None:
    """The separator may have been lost anywhere: the first game is dropped, the second is read."""
    games, errors = read(GAME.rstrip("\n") + GAME)
    assert places(errors) == [(3, 5, "history", "field_conflict")]
    assert [game.plays for game in games] == [["TT", "JJ", ".", "QQ"]]


def test_a_faulty_first_tag_costs_one_game() -> None:
    games, errors = read(GAME.replace("Variant", "Varaint") + GAME)
    assert (len(games), places(errors)) == (1, [(1, None, "Varaint", "field_unknown")])


def test_a_cut_file_loses_its_last_game_only() -> None:
    text = GAME * 10_000
    games, errors = read(text[:-3])
    assert (len(games), places(errors)) == (9999, [(30_000, 4, "history", "field_missing")])


def test_games_are_read_one_at_a_time() -> None:
    """The second game is not read before it is requested."""

    def lines() -> Iterable[str]:
        yield from GAME.splitlines()
        yield ""
        raise AssertionError

    assert next(read_records(lines())).plays == ["TT", "JJ", ".", "QQ"]


def test_an_error_travels_between_processes() -> None:
    _, (error,) = read("KK\n")
    other = pickle.loads(pickle.dumps(error))
    assert (other.place, str(other)) == (error.place, str(error))


CARD_TEXTS = st.lists(st.sampled_from([*"3456789TJQKA2XDW", "3s", "Th", "2d"]), min_size=1, max_size=20).map("".join)
PLAY_TEXTS = st.one_of(
    st.just("."), CARD_TEXTS, st.tuples(CARD_TEXTS, CARD_TEXTS).map("=".join), CARD_TEXTS.map("landlord:{}".format)
)
TAG_NAMES = st.one_of(st.sampled_from([*TAGS, *NOTES]), st.sampled_from(["Player.landlord", "Player.0", "x_room"]))
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


@settings(deadline=None)
@given(
    st.lists(
        st.builds(
            lambda tags, plays, comments: Record(
                tags, plays, {at: text.strip() for at, text in comments.items() if at <= len(plays)}
            ),
            st.dictionaries(TAG_NAMES, TEXTS, min_size=1),
            st.lists(PLAY_TEXTS, max_size=12),
            st.dictionaries(st.integers(0, 12), TEXTS),
        ),
        max_size=3,
    )
)
def test_what_is_written_is_read_back(records: list[Record]) -> None:
    parts: list[str] = []
    assert write_records(records, parts.append) == len(records)
    assert list(read_records("".join(parts).split("\n"))) == records


@pytest.mark.parametrize("record", [Record({"Varaint": "x"}, []), Record({"Variant": "x"}, ["ZZ"])])
def test_what_could_not_be_read_back_is_not_written(record: Record) -> None:
    with pytest.raises(ValueError, match=r"no tag|no play"):
        record_text(record)

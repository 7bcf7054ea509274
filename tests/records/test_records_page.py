"""The page about records: its examples are read."""

from __future__ import annotations

import re

from paili.engine import local
from service.records.body import body_of_record
from service.records.ddz import NOTES, TAGS, parse_annotation, read_records
from tests import ROOT

PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")


def test_the_examples_are_records() -> None:
    blocks = re.findall(r"```ddz\n(.*?)```", PAGE, re.DOTALL)
    games = [game for block in blocks for game in read_records(block.splitlines())]
    assert [parse_annotation(text).before for game in games for text in game.comments.values() if "→" in text] == [0.62]
    for game in games:
        result = local().game(**body_of_record(game))["result"]
        assert game.tags["Result"] == " ".join(map(str, [result["winner"], *result["points"].values()]))


def test_the_page_has_every_tag() -> None:
    assert [name for name in (*TAGS, *NOTES) if f"`{name}`" not in PAGE] == []

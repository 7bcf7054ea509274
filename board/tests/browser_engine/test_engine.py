"""The engine for browsers is byte-equal to the service: positions, levels, errors and whole tables of every game."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from board.browser_engine.build import FOLDER, is_built
from board.browser_engine.c_bindings import CONSTANTS, structures
from board.tests.helpers.browser_engine import ComparingClient, Engine, as_engine, compare, declined_wrongly
from service.core.bindings import ffi
from service.rules.variants import VARIANTS
from tests.helpers.golden import golden_questions
from tests.helpers.several_errors import ERRORS
from tests.records.test_formats import SAMPLES
from tests.records.test_games_text import TEXTS

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node runs the engine for browsers here"),
    pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources"),
]

POSITIONS = int(os.environ.get("ENGINE_POSITIONS", "5"))
"""Positions of each game."""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as started:
        yield started


@pytest.mark.parametrize("variant", VARIANTS)
def test_answers_are_the_services_bytes(client: FlaskClient, engine: Engine, variant: str) -> None:
    both = compare(client, engine, variant, POSITIONS, tables=1)
    assert not declined_wrongly(both.counts)
    assert {"analyze 200", "move 200", "deal 200", "game 200"} <= set(both.counts)


SUGGESTED = {"seat_unknown", "level_unknown", "option_unknown"}
"""Codes of unknown names, for which only the service has suggestions."""


@pytest.mark.parametrize("name", ERRORS)
def test_several_errors_are_listed_as_by_the_service(client: FlaskClient, engine: Engine, name: str) -> None:
    kind, body, errors = ERRORS[name]
    both = ComparingClient(client, engine)
    assert len(both.post(f"/v1/{kind}", body, "zh").get_json()["errors"]) == len(errors)
    if SUGGESTED.isdisjoint(code for _, code in errors):
        assert both.counts == {f"{kind} 422": 1}


@pytest.mark.parametrize("variant", VARIANTS)
def test_golden_and_perft_positions_are_answered_alike(client: FlaskClient, engine: Engine, variant: str) -> None:
    both = ComparingClient(client, engine)
    for kind, body in golden_questions(variant):
        both.post(f"/v1/{kind}", body)
    assert not declined_wrongly(both.counts)
    assert both.counts["check 200"] + both.counts["analyze 200"] >= 10


@pytest.mark.parametrize(
    "level",
    [
        {"win": 0.3},
        "win=0.3",
        {"even": {"won": 0, "played": 0, "at": 0.25}},
        {"even": {"won": 3, "played": 10, "at": 0.4}},
    ],
)
def test_robots_of_a_strength_play_alike(client: FlaskClient, engine: Engine, level: object) -> None:
    both = ComparingClient(client, engine)
    for seed in range(8):
        both.post("/v1/move", {"position": "standard landlord 345678999TJKA2 - ?", "level": level, "seed": seed})
    assert both.counts["move 200"] == 8
    no_level = {"even": {"won": 2, "played": 1, "at": 0.4}}
    assert "declined" in engine.ask("move", {"position": "standard landlord 34 - ?", "level": no_level})


def test_bids_are_points_as_texts_too(client: FlaskClient, engine: Engine) -> None:
    both = ComparingClient(client, engine)
    both.post("/v1/bid", {"hand": "3456789TJQKA22XD8", "bids": ["0", "2"]})
    both.post("/v1/game", {"auction": {"bids": ["0", 3]}})
    assert both.counts == {"bid 200": 1, "game 200": 1}


@pytest.mark.parametrize(
    "query",
    [
        {
            "position": "standard landlord_down 34567899JJQQKA22D 4KX TT",
            "top": "3",
            "lang": "zh",
            "want": "hints,power",
        },
        {"variant": "laizi", "hand": "34567", "options": "wild=7,bomb_max=4", "left": "landlord_down:3", "seed": "7"},
        {"variant": "paodekuai", "hand": "334455667788", "options": "must=off", "order": "robot", "level": "regular"},
        {"hand": "33333"},
        {"hand": "0,1,2,16,52,53", "notation": "contest", "last": "13,14"},
        {"hand": "3,3,4,5,20,30", "notation": "douzero", "only": "3,3;20,30;", "top": "2"},
        {
            "variant": "guandan",
            "hand": "3s4s5s6s7s3h9dTc",
            "options": "level=9",
            "only": "3s4s5s6s7s,3h",
            "level": "regular",
        },
        {"variant": "guandan", "hand": "3s4s5s6s7s3h9dTc", "options": "level=9", "avoid": "3h4s5s6s7s", "top": "0"},
        {"variant": "laizi", "hand": "44775569", "options": "wild=7", "only": "4477=4447", "level": "starter"},
        {"hand": "0,x,2", "notation": "yuncheng"},
        {"hand": "33RB", "notation": "rlcard", "last": "9"},
    ],
)
def test_a_query_is_answered_as_by_get(client: FlaskClient, engine: Engine, query: dict[str, str]) -> None:
    answer = client.get("/v1/analyze", query_string=query)
    result = engine.ask("analyze", query, way="GET")
    assert (result.get("status"), result.get("text")) == as_engine(answer.status_code, answer.data), result


@pytest.mark.parametrize(
    "body", [{"hand": 3}, {"hand": "3", "top": 1.5}, {"hand": "3", "nonsense": 1}, {}, {"position": 7}, []]
)
def test_a_malformed_request_is_never_answered(client: FlaskClient, engine: Engine, body: object) -> None:
    refused = client.post("/v1/analyze", json=body)
    result = engine.ask("analyze", body)
    assert refused.status_code == 422
    assert "declined" in result or (result["status"], result["text"]) == as_engine(422, refused.data)


@pytest.mark.parametrize(
    "body",
    [
        {"hands": {"landlord": "3344568TJKA2", "landlord_down": "4577889TQQKD"}},
        {"hands": {"landlord": "3344568TJKA2", "landlord_down": "4577889TQQKD"}, "limits": {"memory": 1}},
        {"hands": {"landlord": "3344568TJKA2", "landlord_down": "4577889TQQKD"}, "limits": {"nodes": 500}},
        {"hands": {"landlord": "3456K", "landlord_down": "77", "landlord_up": "44"}, "turn": "landlord_down",
         "last": "66"},
        {"variant": "laizi", "options": {"wild": "57"}, "hands": {"landlord": "33457", "landlord_up": "99X"},
         "lang": "zh"},
        {"variant": "yuncheng", "hands": {"landlord": "W", "landlord_down": "99X", "landlord_up": "3344"}},
        {"variant": "paodekuai_two", "hands": {"0": "34567889TT", "1": "299JJQQK4"}, "turn": 1, "last": "3"},
        {"variant": "zhengshangyou", "hands": {"1": [3, 4, 5], "2": [20, 30]}, "notation": "douzero", "turn": 2},
        {"variant": "guandan", "options": {"level": "5"},
         "hands": {"0": "3s4s5s6s7s9h", "1": "8s8h8cKcKs", "2": "3h4h", "3": "TsTh5h"}},
        {"hands": {"landlord": "DD", "landlord_up": "3"}},
        {"variant": "paodekuai", "hands": {"0": "345", "1": "99", "2": "4"}},
        {"hands": {"landlord": "34", "landlord_up": "5"}, "limits": {"nodes": 10**8}},
    ],
)  # fmt: skip
def test_open_hands_are_solved_as_by_the_service(client: FlaskClient, engine: Engine, body: dict[str, object]) -> None:
    answer = client.post("/v1/solve", json=body)
    result = engine.ask("solve", body)
    assert (result.get("status"), result.get("text")) == as_engine(answer.status_code, answer.data), result


REVIEWED = {
    "deal": {"hands": {"landlord": "3334445556789TJQKKAA", "landlord_down": "34567788899TTJJQQ",
                       "landlord_up": "6679TJQKKAA2222DX"}},
    "history": ["3334", "", "2", "", "", "6", "7", "K", "A"],
}  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [
        {"level": "club"},
        {"level": "club", "seats": ["landlord_up"], "lang": "zh"},
        {"level": "expert", "seats": ["landlord_down"], "limits": {"games": 30}},
        {"history": []},
        {"deal": {"hands": {"landlord": "3334445556789TJQKKAA"}}, "seats": ["landlord_up", "landlord_down"]},
        {"variant": "guandan", "deal": {"hands": {"1": "3s3d3c3c4h5h5d6s6h8s8h9h9c9d9sTsJsJdJcQcAhAs2sXXD2h"}},
         "tribute": {"moved": [{"from": 0, "to": 1, "card": "D"}, {"from": 1, "to": 0, "card": "7s"}]},
         "history": ["3h"], "level": "club"},
        {"variant": "guandan", "deal": {}, "tribute": {"moved": [{"from": 0, "to": 1, "card": "D"}]}},
        {"auction": {"bids": [3], "doubled": [1]}, "deal": {"hands": {"1": "3TTJJQQQKKKAAA22X"}, "bottom": "45K"},
         "history": ["34567"], "level": "club"},
        {"auction": {"bids": [3]}, "deal": {"hands": {"0": "3344556789TJ78935"}, "bottom": "45K"}, "history": ["34567"],
         "level": "club"},
        {"variant": "paodekuai_two", "deal": {"hands": {"0": "3s3h3c4s5s6s7s8s8h9s9hJsJhJcKsKh"}}, "level": "club",
         "history": ["3s3h3c4s5s"]},
    ],
)  # fmt: skip
def test_games_are_reviewed_as_by_the_service(client: FlaskClient, engine: Engine, fields: dict[str, object]) -> None:
    body = REVIEWED | fields
    answer = client.post("/v1/review", json=body)
    result = engine.ask("review", body)
    assert (result.get("status"), result.get("text")) == as_engine(answer.status_code, answer.data), result


@pytest.mark.parametrize("name", TEXTS)
def test_games_as_text_are_read_as_by_the_service(client: FlaskClient, engine: Engine, name: str) -> None:
    both = ComparingClient(client, engine)
    both.post("/v1/records", {"text": f"{(SAMPLES / name).read_text(encoding='utf-8')}\n😀"})
    assert both.counts == {"records 200": 1}


@pytest.mark.parametrize(
    "text",
    [
        "我的角色： landlord_up\n手牌: 34T\n下家出牌： 66 😀\n上家出牌：\n出牌: 77 | 得分: 0.31\n",
        "[12:03] 地主：['3', '10']，農民甲：對３\n\n农民1：22 下家 不要\n大王管上",
        "地主出飞机三到四带5、6，下家3-7顺子，上家炸了7777，地主33到55",
        '[{"variant": "standard", "history": ["3"]},\n\n{"variant": "standard"} 5',
        '{"variant": "standard", "x": "a\\"[{"}',
    ],
)
def test_chinese_and_json_are_read_as_by_the_service(client: FlaskClient, engine: Engine, text: str) -> None:
    both = ComparingClient(client, engine)
    both.post("/v1/records", {"text": text})
    assert both.counts == {"records 200": 1}


def test_networks_are_loaded_only_when_they_are_needed() -> None:
    with Engine() as fresh:
        hand = {"variant": "paodekuai", "hand": "33445567TJQ"}
        assert fresh.ask("move", hand | {"level": "club"})["read"] == ["engine.wasm"]
        assert len(fresh.ask("move", hand | {"level": "expert"})["read"]) == 2


def test_no_export_takes_a_64_bit_word_and_nothing_is_imported() -> None:
    raw = (FOLDER / "engine.wasm").read_bytes()
    types, imports = wasm_types(raw)
    assert not imports
    assert types, "functions are exported"
    assert all(0x7E not in kind for kind in types.values()), types


def wasm_types(raw: bytes) -> tuple[dict[str, list[int]], int]:
    """Return parameters and results of each exported function of a module, and how many imports it has."""
    at, sections = 8, {}
    while at < len(raw):
        number, at = raw[at], at + 1
        size, at = unsigned(raw, at)
        sections[number], at = raw[at : at + size], at + size

    def rows(number: int) -> tuple[int, int]:
        return unsigned(sections[number], 0) if number in sections else (0, 0)

    kinds: list[list[int]] = []
    count, at = rows(1)
    for _ in range(count):
        taken, at = unsigned(sections[1], at + 1)
        given, after = unsigned(sections[1], at + taken)
        kinds.append([*sections[1][at : at + taken], *sections[1][after : after + given]])
        at = after + given
    of_function: list[int] = []
    count, at = rows(3)
    for _ in range(count):
        kind, at = unsigned(sections[3], at)
        of_function.append(kind)
    signatures = {}
    count, at = rows(7)
    for _ in range(count):
        size, at = unsigned(sections[7], at)
        name, at = sections[7][at : at + size].decode(), at + size
        what, at = sections[7][at], at + 1
        index, at = unsigned(sections[7], at)
        if what == 0:
            signatures[name] = kinds[of_function[index]]
    return signatures, rows(2)[0]


def unsigned(raw: bytes, at: int) -> tuple[int, int]:
    """Return a number of WebAssembly (LEB128) and where it ends."""
    made = shift = 0
    while True:
        byte, at = raw[at], at + 1
        made |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return made, at


def test_structures_lie_as_the_core_says_where_no_pointer_is_in_them() -> None:
    flat = [name for name, (_, fields) in structures().items() if all(kind != "*" for _, kind, _ in fields)]
    inner = {name for name in flat if not any("struct" in kind for _, kind, _ in structures()[name][1])}
    assert {"struct combo", "struct shape", "struct net"} <= inner
    for name in inner:
        size, fields = structures()[name]
        assert size == ffi.sizeof(name)
        assert [offset for _, _, offset in fields] == [field.offset for _, field in ffi.typeof(name).fields]
    assert CONSTANTS["SCORE_UNIT"] == 10000


def transferred(suffix: str) -> int:
    """Compressed bytes of the engine's files that a page loads."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in FOLDER.glob(f"*{suffix}"))


def test_the_engine_is_small() -> None:
    """The bounds have a tenth of room above the sizes of November 2026."""
    assert transferred(".wasm") <= 63_000
    assert transferred(".js") <= 174_000


@pytest.mark.parametrize("page", ["hint-button.md", "hint-button.zh-CN.md", "architecture.md"])
def test_the_documents_print_its_size(page: str) -> None:
    printed = re.findall(r"(?:The engine \(|core |级压缩后 )(\d+) kB", (Path("docs") / page).read_text())
    assert len(printed) == 1
    assert abs(1000 * int(printed[0]) / (transferred(".js") + transferred(".wasm")) - 1) < 0.05


def test_the_package_names_what_it_holds() -> None:
    package = json.loads((FOLDER / "package.json").read_text())
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert (FOLDER / package["main"]).exists()
    assert (FOLDER / package["types"]).exists()
    exported = set(re.findall(r"\bexport (?:async function|const|class) (\w+)", (FOLDER / "index.js").read_text()))
    typed = set(
        re.findall(
            r"^export (?:const|class|function|interface) (\w+)", (FOLDER / "index.d.ts").read_text(), re.MULTILINE
        )
    )
    assert exported <= typed
    example = re.search(r"```js\n(.*?)```", readme, re.DOTALL)
    assert example
    assert "load" in example[1]
    assert Path(FOLDER / "LICENSE").exists()

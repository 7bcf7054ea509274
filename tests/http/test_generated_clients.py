"""Clients generated from the contract with the options of the page: their types, and every operation."""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests

from tests import ROOT
from tests.helpers.contract import CONTRACT, read_contract, read_examples, resolve_reference
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED
from tests.helpers.served import served

Json = dict[str, Any]

INSTALLED = ROOT / "build" / "tools"
DRIVERS = Path(__file__).parent / "generated_clients"
OPTIONS = dict(
    re.findall(r"^\| (\w+) \| `(-g .*)` \|$", (ROOT / "docs" / "client.md").read_text("utf-8"), re.MULTILINE)
)
"""Options of the generator by language, as the page has them; each avoids a bug of it, or names a package."""
JAVA = Path("/usr/share/java")
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1"
GAC = Path("/usr/lib/mono/gac")
TSC = ROOT / ".venv" / "page" / "node_modules" / ".bin" / "tsc"
KOTLIN = ROOT / "build" / "snippets" / "node_modules" / "kotlin-compiler"

pytestmark = [
    pytest.mark.long,
    pytest.mark.server,
    pytest.mark.skipif(shutil.which("java") is None, reason="not installed: apt-get install default-jre-headless"),
    pytest.mark.skipif(not (INSTALLED / "lock.txt").exists(), reason="not installed: `python -m dev.environment`"),
]


class Generated(NamedTuple):
    """A generated client."""

    language: str
    folder: Path


def run_tool(*command: str | Path, cwd: Path = ROOT, text: str = "", **variables: str) -> str:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"} | variables
    done = subprocess.run(command, cwd=cwd, env=environment, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[0]}: {(done.stdout + done.stderr)[-2000:]}"
    return done.stdout


def require(*paths: tuple[str | Path, str]) -> None:
    """Skip the test without one of some programs or files, with the command that installs it."""
    for path, how in paths:
        if not (path.exists() if isinstance(path, Path) else shutil.which(path)):
            pytest.skip(f"{path} is not installed: {how}")


def generator_jar() -> Path:
    """Return the archive of openapi-generator, which includes a JSON library for Java."""
    (jar,) = (INSTALLED / "lib").rglob("openapi-generator.jar")
    return jar


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = GunicornProcess(workers=1, application=SERVED)
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


@pytest.fixture(scope="module", params=OPTIONS)
def generated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp(request.param)
    command = ("java", JAVA_OPTIONS, "-jar", generator_jar(), "generate", "-i", CONTRACT, "-o", folder)
    run_tool(*command, *shlex.split(OPTIONS[request.param]))
    return Generated(request.param, folder)


# ---- types ----------------------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def test_every_object_has_a_class_with_all_fields_and_no_plain_value_has_one(generated: Generated) -> None:
    suffixes = (".cs", ".dart", ".go", ".java", ".kt", ".py", ".swift", ".ts")
    paths = [path for path in generated.folder.rglob("*.*") if path.suffix in suffixes]
    texts = {plain(path.stem.removeprefix("model_")): path.read_text("utf-8") for path in paths}
    schemas = read_contract()["components"]["schemas"]
    absent = {
        name: [field for field in schema["properties"] if not re.search(rf"\b{field}\b", texts.get(plain(name), ""))]
        for name, schema in schemas.items()
        if "properties" in schema
    }
    assert len(absent) > 50
    assert {name: fields for name, fields in absent.items() if fields} == {}
    values = [name for name, schema in schemas.items() if "properties" not in schema and "enum" not in schema]
    assert [name for name in values if plain(name) in texts] == []


# ---- requests -------------------------------------------------------------------------------------------------------


def python_command(folder: Path) -> Sequence[str | Path]:
    return ["env", f"PYTHONPATH={folder}", INSTALLED / "bin" / "python", DRIVERS / "drive.py"]


def typescript_command(folder: Path) -> Sequence[str | Path]:
    require(("node", "apt-get install nodejs"), (TSC, "make page-tools"))
    shutil.copy(DRIVERS / "drive.ts", folder)
    flags = ("--strict", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom", "--types", "")
    run_tool(TSC, *flags, "--ignoreConfig", "--outDir", folder / "out", folder / "drive.ts")
    return ["node", folder / "out" / "drive.js"]


def go_command(folder: Path) -> Sequence[str | Path]:
    """Return the compiled Go driver."""
    require(("go", "apt-get install golang-go"))
    package, driver = (folder / "gopath" / "src" / name for name in ("paili", "drive"))
    package.mkdir(parents=True)
    driver.mkdir()
    for path in folder.glob("*.go"):
        shutil.copy(path, package)
    shutil.copy(DRIVERS / "drive.go", driver / "main.go")
    settings = {"GO111MODULE": "off", "GOPATH": str(folder / "gopath"), "GOCACHE": str(folder / "gocache")}
    run_tool("go", "build", "-o", folder / "drive-go", ".", cwd=driver, **settings)
    return [folder / "drive-go"]


def java_command(folder: Path) -> Sequence[str | Path]:
    """Return the command of the compiled Java driver."""
    annotations = JAVA / "jakarta-annotation-api.jar"
    require(
        ("javac", "apt-get install default-jdk-headless"),
        (annotations, "apt-get install libjakarta-annotation-api-java"),
    )
    path, classes = f"{generator_jar()}:{annotations}", folder / "classes"
    files = sorted((folder / "src" / "main").rglob("*.java"))
    run_tool("javac", "-nowarn", "-proc:none", "-d", classes, "-cp", path, *files, DRIVERS / "Drive.java")
    return ["java", "-cp", f"{path}:{classes}", "Drive"]


def kotlin_command(folder: Path) -> Sequence[str | Path]:
    """Return the command of the compiled Kotlin types, with a driver of its own for HTTP."""
    gson = JAVA / "gson.jar"
    require(
        (KOTLIN, "npm ci in build/snippets, as board/tests/page/test_snippets.py does"),
        (gson, "apt-get install libgoogle-gson-java"),
    )
    files = sorted((folder / "src" / "main" / "kotlin" / "paili" / "models").glob("*.kt"))
    command = ("bash", KOTLIN / "bin" / "kotlinc", "-nowarn", "-cp", gson, "-d", folder / "classes")
    run_tool(*command, *files, DRIVERS / "Drive.kt", JAVA_OPTS=JAVA_OPTIONS)
    return ["java", "-cp", f"{folder / 'classes'}:{gson}:{KOTLIN / 'lib' / 'kotlin-stdlib.jar'}", "DriveKt"]


def csharp_command(folder: Path) -> Sequence[str | Path]:
    """Return the command of the compiled C# types, with a driver of its own for HTTP."""
    require(
        ("mcs", "apt-get install mono-mcs"),
        ("mono", "apt-get install mono-runtime"),
        (GAC / "Newtonsoft.Json", "apt-get install libnewtonsoft-json5.0-cil"),
    )
    (library,) = (GAC / "Newtonsoft.Json").rglob("Newtonsoft.Json.dll")
    source, program = folder / "src" / "Org.OpenAPITools", folder / "drive.exe"
    files = [path for path in (source / "Model").glob("*.cs") if not path.name.startswith("Abstract")]
    files += [source / "Client" / name for name in ("FileParameter.cs", "OpenAPIDateConverter.cs")]
    libraries = ("System.Runtime.Serialization.dll", "System.ComponentModel.DataAnnotations.dll", library)
    flags = ("-langversion:7.2", "-warn:0", f"-out:{program}", *[f"-r:{name}" for name in libraries])
    run_tool("mcs", *flags, *files, DRIVERS / "Drive.cs")
    return ["mono", program]


COMMANDS: Mapping[str, Callable[[Path], Sequence[str | Path]]] = {
    "python": python_command,
    "typescript": typescript_command,
    "go": go_command,
    "java": java_command,
    "kotlin": kotlin_command,
    "csharp": csharp_command,
}
"""Command of the driver in each language that has a compiler in Debian, PyPI or npm."""

HAND = "34567899JJQQKA22D"
FOLLOW = {"hand": HAND, "seat": "landlord_down", "last": "TT", "last_seat": "landlord"}
CHAT = "地主出对三，下家炸弹7777，上家不要"
CALLS: Sequence[tuple[str, Json]] = (
    *[(one.operation, one.request) for one in read_examples() if one.status == 200],
    ("analyze", {"hand": HAND}),  # a lead
    ("move", {"hand": "34", "seat": "landlord_down", "last": "TT@landlord", "level": "club"}),  # a pass
    ("analyze", {**FOLLOW, "order": "robot"}),
    ("move", {**FOLLOW, "level": "expert", "seed": (1 << 53) - 1}),
    ("check", {"variant": "laizi", "options": {"wild": "7"}, "cards": "447=444"}),
    ("records", {"text": CHAT}),
    ("variants", {}),
    ("batch", {"items": [{"op": "analyze", "body": {"hand": HAND}}, {"op": "move", "body": {"hand": "Z"}}]}),
)
"""Operation and body of each request of the drivers: every recorded example, and cases of daily use."""


def answer_types() -> Mapping[str, str]:
    """Return the type of the answer of each operation."""
    contract = read_contract()
    items = [operation for item in contract["paths"].values() for operation in item.values()]
    answers = [
        (one["operationId"], resolve_reference(contract, one["responses"]["200"]).get("content", {})) for one in items
    ]
    schemas = {name: form["application/json"]["schema"] for name, form in answers if "application/json" in form}
    return {name: schema["$ref"].rpartition("/")[2] for name, schema in schemas.items()}


def lines_of(calls: Sequence[tuple[str, Json]]) -> str:
    """Return the input of a driver: a line for each request."""
    types = answer_types()
    rows = [
        (name, "" if name == "variants" else f"{name.capitalize()}Request", types[name], json.dumps(body))
        for name, body in calls
    ]
    return "".join(["\t".join(row) + "\n" for row in rows])


def lost(answer: Any, typed: Any, path: str = "") -> list[str]:
    """Return where a typed answer lacks something; an absent field may be null, 0, false or empty."""
    if isinstance(answer, dict):
        fields = typed if isinstance(typed, dict) else {}
        return [
            place
            for name, value in answer.items()
            if value and name != "request_id"
            for place in lost(value, fields.get(name), f"{path}/{name}")
        ]
    if isinstance(answer, list):
        if not isinstance(typed, list) or len(typed) != len(answer):
            return [path]
        return [
            place
            for index, pair in enumerate(zip(answer, typed, strict=True))
            for place in lost(*pair, f"{path}/{index}")
        ]
    if isinstance(answer, (int, float)) and not isinstance(answer, bool):  # some types of numbers have 32 bits
        close = isinstance(typed, (int, float)) and math.isclose(answer, typed, rel_tol=1e-6, abs_tol=1e-6)
        return [] if close else [f"{path}: {answer!r} {typed!r}"]
    return [] if answer == typed else [f"{path}: {answer!r} {typed!r}"]


@pytest.fixture(scope="module")
def driver(generated: Generated) -> Sequence[str | Path]:
    if generated.language not in COMMANDS:
        pytest.skip(f"no compiler of {generated.language} in Debian, PyPI or npm")
    return COMMANDS[generated.language](generated.folder)


def test_a_client_loses_nothing_of_any_answer(driver: Sequence[str | Path], address: str) -> None:
    """Each request is read into its type and sent; the answer is read into its type and written again."""
    typed = [json.loads(line) for line in run_tool(*driver, address, text=lines_of(CALLS)).splitlines()]
    assert len(typed) == len(CALLS)
    for (name, body), one in zip(CALLS, typed, strict=True):
        url = f"{address}/v1/{name}"
        answer = requests.post(url, json=body, timeout=60) if name != "variants" else requests.get(url, timeout=60)
        assert answer.status_code == 200, answer.text
        assert lost(answer.json(), one) == [], (name, body)


def test_a_drawn_seed_and_a_refusal_arrive(driver: Sequence[str | Path], address: str) -> None:
    lines = lines_of([("deal", {}), ("analyze", {"hand": "Z"}), ("bid", {"hand": HAND, "bids": ["9"]})])
    dealt, *refused = [json.loads(line) for line in run_tool(*driver, address, text=lines).splitlines()]
    assert 0 <= dealt["seed"] < 1 << 53
    assert [(one["status"], one["code"]) for one in refused] == [(422, "card_unknown"), (422, "bid_invalid")]


def test_an_answer_of_the_referee_is_a_request_that_a_client_can_send(
    driver: Sequence[str | Path], address: str
) -> None:
    """`due.request` of a table is the body of the bid that is due."""
    (game,) = [one for one in read_examples() if one.name == "game_auction"]
    due = next(iter(requests.post(f"{address}/v1/game", json=game.request, timeout=60).json()["due"].values()))
    (answer,) = run_tool(*driver, address, text=lines_of([(due["endpoint"], due["request"])])).splitlines()
    assert "recommended" in json.loads(answer)


# ---- answers of later releases --------------------------------------------------------------------------------------

LATER = "of_a_later_release"
"""A field, and a value of enumerations, that no answer has today."""
GROWING = ("bidding", "code", "level", "mark", "rule", "shape", "variant")
"""Fields with enumerations that later releases extend."""
OBJECTS = {"cards", "code", "engine", "points", "status", "version"}
"""Fields of objects; what has none of them may be a mapping, whose values have one type."""


def later(answer: Any) -> Any:
    """Return an answer of a later release: objects have one more field, enumerations a new value."""
    if isinstance(answer, list):
        return [later(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    changed = {name: LATER if name in GROWING and value else later(value) for name, value in answer.items()}
    return changed | ({LATER: 1} if OBJECTS & answer.keys() else {})


def kept(answer: Any) -> Any:
    """Return an answer without the fields that `later` changes: a client may drop a value that it does not know."""
    if isinstance(answer, list):
        return [kept(one) for one in answer]
    return (
        {name: kept(value) for name, value in answer.items() if name not in GROWING}
        if isinstance(answer, dict)
        else answer
    )


@pytest.fixture
def later_release(address: str) -> Iterator[str]:
    """Return the address of a server that forwards requests and changes the answers by `later`."""
    kind = {"Content-Type": "application/json"}

    def answer(path: str, body: bytes) -> tuple[int, bytes, dict[str, str]]:
        one = requests.post(f"{address}{path}", data=body, headers=kind, timeout=60)
        return one.status_code, json.dumps(later(one.json())).encode(), kind

    with served(answer) as base:
        yield base


def test_a_client_reads_answers_with_a_new_field_and_a_new_value(
    driver: Sequence[str | Path], address: str, later_release: str
) -> None:
    calls = [(name, body) for name, body in CALLS if name in ("analyze", "move", "check", "game")]
    typed = [json.loads(line) for line in run_tool(*driver, later_release, text=lines_of(calls)).splitlines()]
    assert len(typed) == len(calls) > 20
    for (name, body), one in zip(calls, typed, strict=True):
        answer = requests.post(f"{address}/v1/{name}", json=body, timeout=60).json()
        assert lost(kept(answer), one) == [], (name, body)

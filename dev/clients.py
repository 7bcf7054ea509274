"""Clients generated from the contract: `python -m dev.clients [LANGUAGE…]`.

openapi-generator writes a client for each language. Every type of the contract must have a class with all its fields,
and plain values must have none. Then the client is compiled, and sends six requests to a started server: analyze, move,
check, game, deal, bid. A language without its compiler is only generated; the reason is printed. The exit status is 1
if anything failed.

`build/generated` has the clients. `--write` writes the results into `docs/clients.md`.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import requests

from dev import ROOT
from dev.environment import environment
from tests.helpers.contract import CONTRACT, read_contract
from tests.helpers.patient import SERVED
from tests.http.test_server import GunicornProcess

FOLDER = ROOT / "build" / "generated"
DRIVERS = ROOT / "dev" / "client_drivers"
PAGE = ROOT / "docs" / "clients.md"
MARKS = ("<!-- languages -->\n", "<!-- end of table -->\n")
JAVA = Path("/usr/share/java")
GAC = Path("/usr/lib/mono/gac")
TSC = ROOT / ".venv" / "page" / "node_modules" / ".bin" / "tsc"
KOTLIN = ROOT / "build" / "snippets" / "node_modules" / "kotlin-compiler" / "bin" / "kotlinc"
QUICK = {"JAVA_OPTS": "-XX:TieredStopAtLevel=1"}


class SkippedError(Exception):
    """The compiler of a language is not installed."""


class FailedError(Exception):
    """A client could not be generated, compiled or run."""


# ---- commands -------------------------------------------------------------------------------------------------------


def run_tool(*command: str | Path, cwd: Path = FOLDER, **variables: str) -> str:
    """Return the standard output of a command.

    Raises FailedError if it fails.
    """
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise FailedError(f"{command[0]}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def require(*paths: tuple[str | Path, str]) -> None:
    """Raise SkippedError with the command that installs it for the first missing program or file."""
    for path, how in paths:
        if not (path.exists() if isinstance(path, Path) else shutil.which(path)):
            raise SkippedError(f"{path if isinstance(path, str) else path.name} is missing: {how}")


def generator_jar() -> Path:
    """Return the archive of openapi-generator, which includes a JSON library for Java."""
    (jar,) = (environment("clients").parent / "lib").rglob("openapi-generator.jar")
    return jar


def generate(name: str) -> Path:
    """Return the folder of a newly generated client."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    options = shlex.split(LANGUAGES[name].options)
    command = ("java", "-XX:TieredStopAtLevel=1", "-jar", generator_jar(), "generate", "-i", CONTRACT)
    run_tool(*command, "-g", LANGUAGES[name].generator, "-o", folder, *options)
    return folder


# ---- types ----------------------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    """Return the name of a type or file in lower case, letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def check_types(folder: Path) -> int:
    """Return the number of types of a client.

    Raises FailedError for an object without a class or a field, and for a class of a plain value.
    """
    files = {plain(path.stem.removeprefix("model_")): path.read_text("utf-8") for path in folder.rglob("*.*")
             if path.suffix in (".cs", ".dart", ".go", ".java", ".kt", ".py", ".swift", ".ts")}  # fmt: skip
    schemas, checked = read_contract()["components"]["schemas"], 0
    for name, schema in schemas.items():
        text = files.get(plain(name))
        if "properties" in schema:
            absent = [field for field in schema["properties"] if not re.search(rf"\b{field}\b", text or "")]
            if absent:
                raise FailedError(f"{name} has no {', '.join(absent)}")
            checked += 1
        elif "enum" not in schema and text is not None:
            raise FailedError(f"{name}, a plain value, has a class")
    return checked


# ---- languages ------------------------------------------------------------------------------------------------------


def python_command(folder: Path) -> list[str | Path]:
    """Return the command of the Python driver."""
    return ["env", f"PYTHONPATH={folder}", environment("clients") / "python", DRIVERS / "drive.py"]


def typescript_command(folder: Path) -> list[str | Path]:
    """Return the command of the compiled TypeScript driver."""
    require(("node", "apt-get install nodejs"), (TSC, "make page-tools"))
    shutil.copy(DRIVERS / "drive.ts", folder / "drive.ts")
    flags = ("--strict", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom", "--types", "")
    run_tool(TSC, *flags, "--ignoreConfig", "--outDir", folder / "out", folder / "drive.ts")
    return ["node", folder / "out" / "drive.js"]


def go_command(folder: Path) -> list[str | Path]:
    """Return the compiled Go driver."""
    require(("go", "apt-get install golang-go"))
    package, driver = (FOLDER / "gopath" / "src" / name for name in ("paili", "drive"))
    shutil.rmtree(package.parent, ignore_errors=True)
    package.mkdir(parents=True)
    driver.mkdir()
    for path in folder.glob("*.go"):
        shutil.copy(path, package)
    shutil.copy(DRIVERS / "drive.go", driver / "main.go")
    settings = {"GO111MODULE": "off", "GOPATH": str(FOLDER / "gopath"), "GOCACHE": str(FOLDER / "gocache")}
    run_tool("go", "build", "-o", FOLDER / "drive-go", ".", cwd=driver, **settings)
    return [FOLDER / "drive-go"]


def java_command(folder: Path) -> list[str | Path]:
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


def kotlin_command(folder: Path) -> list[str | Path]:
    """Return the command of the compiled Kotlin types, with a driver of its own for HTTP."""
    gson = JAVA / "gson.jar"
    require(
        ("java", "apt-get install default-jre-headless"),
        (KOTLIN, "npm ci in build/snippets, as tests/page/test_snippets.py does"),
        (gson, "apt-get install libgoogle-gson-java"),
    )
    files = sorted((folder / "src" / "main" / "kotlin" / "paili" / "models").glob("*.kt"))
    run_tool("bash", KOTLIN, "-nowarn", "-cp", gson, "-d", folder / "classes", *files, DRIVERS / "Drive.kt", **QUICK)
    library = KOTLIN.parent.parent / "lib" / "kotlin-stdlib.jar"
    return ["java", "-cp", f"{folder / 'classes'}:{gson}:{library}", "DriveKt"]


def csharp_command(folder: Path) -> list[str | Path]:
    """Return the command of the compiled C# types, with a driver of its own for HTTP."""
    require(
        ("mcs", "apt-get install mono-mcs"),
        ("mono", "apt-get install mono-runtime"),
        (GAC / "Newtonsoft.Json", "apt-get install libnewtonsoft-json5.0-cil"),
    )
    (library,) = (GAC / "Newtonsoft.Json").rglob("Newtonsoft.Json.dll")
    source = folder / "src" / "Org.OpenAPITools"
    files = [path for path in (source / "Model").glob("*.cs") if not path.name.startswith("Abstract")]
    files += [source / "Client" / name for name in ("FileParameter.cs", "OpenAPIDateConverter.cs")]
    assemblies = ("System.Runtime.Serialization.dll", "System.ComponentModel.DataAnnotations.dll", library)
    program = folder / "drive.exe"
    run_tool(
        "mcs", "-langversion:7.2", "-warn:0", f"-out:{program}", *[f"-r:{one}" for one in assemblies], *files,
        DRIVERS / "Drive.cs",
    )  # fmt: skip
    return ["mono", program]


def no_compiler(language: str) -> Callable[[Path], list[str | Path]]:
    """Return the command of a language whose compiler is in no registry that this command uses."""

    def command(_: Path) -> list[str | Path]:
        raise SkippedError(f"no compiler of {language} in Debian, PyPI or npm")

    return command


class Language(NamedTuple):
    """A language: its generator with options, and the command of its driver."""

    generator: str
    options: str
    command: Callable[[Path], list[str | Path]]
    note: str = ""
    """What the driver does not use of the client."""


TYPES_ONLY = "types; HTTP by the driver"
LANGUAGES: Mapping[str, Language] = {
    "python": Language("python", "--additional-properties=packageName=paili_client", python_command),
    "typescript": Language("typescript-fetch", "", typescript_command),
    "go": Language("go", "--additional-properties=enumClassPrefix=true,packageName=paili", go_command),
    "java": Language(
        "java",
        "--library=native --additional-properties=openApiNullable=false,useJakartaEe=true,supportUrlQuery=false,"
        "containerDefaultToNull=true",
        java_command,
    ),
    "kotlin": Language(
        "kotlin", "--additional-properties=serializationLibrary=gson,packageName=paili", kotlin_command, TYPES_ONLY
    ),
    "csharp": Language(
        "csharp",
        "--additional-properties=library=httpclient,targetFramework=netstandard2.0,nullableReferenceTypes=false,"
        "validatable=false",
        csharp_command,
        TYPES_ONLY,
    ),
    "swift": Language("swift6", "--additional-properties=projectName=Paili", no_compiler("Swift")),
    "dart": Language("dart", "--additional-properties=pubName=paili", no_compiler("Dart")),
}
"""Languages by name; each option avoids a bug of the generator, or names a package."""

HAND = "34567899JJQQKA22D"
TABLE = {"deal": {"hands": {"landlord": "33445566778899TTJJQQ"}}, "history": ["334455667788"]}
CALLS: Sequence[tuple[str, dict[str, Any], Callable[[Any], Any]]] = (
    ("analyze", {"hand": HAND, "seat": "landlord_down", "last": "TT", "last_seat": "landlord", "top": 1},
     lambda answer: answer["hints"][0]["cards"]),
    ("move", {"hand": HAND, "seat": "landlord_down", "last": "TT@landlord", "level": "novice", "seed": 1},
     lambda answer: answer["move"]["cards"]),
    ("check", {"cards": "99", "hand": "3499", "last": "TT"}, lambda answer: str(answer["playable"]).lower()),
    ("game", TABLE, lambda answer: f"{answer['turn']['seat']} {answer['left']['landlord']}"),
    ("deal", {"seed": 7, "variant": "paodekuai"}, lambda answer: answer["hands"]["0"]),
    ("bid", {"hand": HAND, "bids": ["1"]}, lambda answer: f"{answer['move']} {answer['place']}"),
)  # fmt: skip
"""Endpoint, body and printed value of each request of the drivers."""


def expected_lines(address: str) -> list[str]:
    """Return the lines that every driver prints."""
    answers = [(show, requests.post(f"{address}/v1/{name}", json=body, timeout=60)) for name, body, show in CALLS]
    return [str(show(answer.json())) for show, answer in answers]


def result_of(name: str, folder: Path, address: str) -> str:
    """Return the result of a language in words.

    Raises FailedError.
    """
    number = check_types(folder)
    try:
        command = LANGUAGES[name].command(folder)
    except SkippedError as skipped:
        return f"{number} types; not compiled, {skipped}"
    printed, expected = run_tool(*command, address).splitlines(), expected_lines(address)
    if printed != expected:
        raise FailedError(f"printed {printed} instead of {expected}")
    note = f" ({LANGUAGES[name].note})" if LANGUAGES[name].note else ""
    return f"{number} types; compiled, {len(printed)} requests answered{note}"


def tried(name: str, address: str) -> tuple[str, bool]:
    """Return the result of a language in words, and whether it failed."""
    try:
        return result_of(name, generate(name), address), False
    except FailedError as failure:
        return f"FAILED, {failure}", True


def table(results: Mapping[str, str]) -> str:
    """Return the results as the table of the page."""
    rows = [
        f"| {name} | `-g {LANGUAGES[name].generator}{(' ' + LANGUAGES[name].options).rstrip()}` | {result} |"
        for name, result in results.items()
    ]
    return "\n".join(["| language | generator and options | result |", "|---|---|---|", *rows, ""])


def main(arguments: list[str] | None = None) -> int:
    """Test the languages; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.clients", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"default: all of {', '.join(LANGUAGES)}")
    parser.add_argument("--write", action="store_true", help="write the results of all languages into docs/clients.md")
    options = parser.parse_args(arguments)
    chosen = options.languages or list(LANGUAGES)
    if unknown := sorted(set(chosen) - set(LANGUAGES)):
        parser.error(f"no language {', '.join(unknown)}; there are {', '.join(LANGUAGES)}")
    if not shutil.which("java"):
        print("skipped: java is missing: apt-get install default-jre-headless")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    generator_jar()
    server = GunicornProcess(workers=1, application=SERVED)
    try:
        with ThreadPoolExecutor(2) as pool:
            address = f"http://127.0.0.1:{server.port}"
            results = dict(zip(chosen, pool.map(lambda name: tried(name, address), chosen), strict=True))
    finally:
        server.stop()
    for name, (result, _) in results.items():
        print(f"{name}: {result}", flush=True)
    if options.write:
        before, mark, rest = PAGE.read_text("utf-8").partition(MARKS[0])
        texts = {name: result for name, (result, _) in results.items()}
        PAGE.write_text(before + mark + table(texts) + MARKS[1] + rest.partition(MARKS[1])[2], "utf-8")
    return 1 if any(failed for _, failed in results.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())

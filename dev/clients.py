"""Clients generated from the contract: `python -m dev.clients [LANGUAGE…]`.

Types for TypeScript come from openapi-typescript, clients for Go, Java, Kotlin and Swift from openapi-generator.
TypeScript, Go and Java are compiled and decode every example of the contract that is valid; Kotlin and Swift are
parsed. A language whose compiler is not installed is skipped with the package that has it. The exit status is 1 if
anything failed.

`build/generated` has the results. The packages come from PyPI (`requirements/clients.txt`), npm and Debian.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from dev import ROOT
from dev.environment import environment
from tests.helpers.contract import CONTRACT, read_contract, read_examples, resolve_reference

FOLDER = ROOT / "build" / "generated"
NPM = ("openapi-typescript@7.13.0", "typescript@5.9.3")
ANNOTATIONS = Path("/usr/share/java/jakarta-annotation-api.jar")
UNIONS = ("Bid", "Cards", "LevelChoice", "OptionValue", "Play", "Seat", "Shown")
"""Schemas with several types, which are plain objects in Java."""

OPTIONS: Mapping[str, Sequence[str]] = {
    "go": ("--additional-properties=enumClassPrefix=true,packageName=paili",),
    "java": (
        "--library=native",
        "--additional-properties=openApiNullable=false,useJakartaEe=true,supportUrlQuery=false,"
        "invokerPackage=paili.client,apiPackage=paili.api,modelPackage=paili.model",
        f"--schema-mappings={','.join(f'{name}=java.lang.Object' for name in UNIONS)}",
        "--parameter-name-mappings=p=line,e=line",
        "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
    ),
    "kotlin": ("--additional-properties=packageName=paili,serializationLibrary=kotlinx_serialization",),
    "swift6": ("--additional-properties=projectName=Paili",),
}
"""Options of openapi-generator."""

GO_DECODER = """package main

import (
	"encoding/json"
	"fmt"
	"os"
	"paili"
)

var kinds = map[string]func() any{
%s}

func main() {
	data, _ := os.ReadFile(os.Args[1])
	var rows [][]json.RawMessage
	if err := json.Unmarshal(data, &rows); err != nil {
		panic(err)
	}
	for _, row := range rows {
		var place, kind string
		json.Unmarshal(row[0], &place)
		json.Unmarshal(row[1], &kind)
		value := kinds[kind]()
		if err := json.Unmarshal(row[2], value); err != nil {
			fmt.Fprintln(os.Stderr, place, err)
			continue
		}
		again, _ := json.Marshal(value)
		fmt.Println(string(again))
	}
}
"""
JAVA_DECODER = """import com.fasterxml.jackson.databind.*;
import java.io.File;

public class Decode {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = paili.client.ApiClient.createDefaultObjectMapper();
        for (JsonNode row : new ObjectMapper().readTree(new File(arguments[0]))) {
            try {
                Object value = mapper.treeToValue(row.get(2), Class.forName("paili.model." + row.get(1).asText()));
                System.out.println(mapper.writeValueAsString(value));
            } catch (Exception error) {
                System.err.println(row.get(0).asText() + " " + error.getMessage());
            }
        }
    }
}
"""
PARSER = """import importlib, pathlib, sys
from tree_sitter import Language, Parser
parser = Parser(Language(importlib.import_module(sys.argv[1]).language()))
def faults(node):
    if node.type == "ERROR":
        yield node
    for child in node.children if node.has_error else ():
        yield from faults(child)
files = sorted(pathlib.Path(sys.argv[2]).rglob(sys.argv[3]))
for path in files:
    for node in faults(parser.parse(path.read_bytes()).root_node):
        print(f"{path.name}:{node.start_point[0] + 1}", file=sys.stderr)
print(len(files))
"""


class SkippedError(Exception):
    """The compiler of a language is not installed."""


class FailedError(Exception):
    """A client could not be generated or compiled, or did not decode an example."""


# ---- the examples ---------------------------------------------------------------------------------------------------


def valid_examples() -> list[tuple[str, str, Any]]:
    """Return title, schema and value of each recorded request and answer that its schema allows, without duplicates."""
    contract = read_contract()
    rows: dict[str, tuple[str, str, Any]] = {}
    for example in read_examples():
        operation = contract["paths"][example.path]["post"]
        bodies = {"request": (operation["requestBody"], example.request)}
        bodies[str(example.status)] = (operation["responses"][str(example.status)], example.answer)
        for title, (body, value) in bodies.items():
            media = next(iter(resolve_reference(contract, body)["content"].values()))
            name = media["schema"]["$ref"].rpartition("/")[2]
            validator = Draft202012Validator({**media["schema"], "components": contract["components"]})
            if validator.is_valid(value):
                key = f"{name} {json.dumps(value, sort_keys=True)}"
                rows.setdefault(key, (f"{example.path} {title} {example.name}", name, value))
    return list(rows.values())


def contains(value: Any, example: Any) -> bool:
    """Return whether a decoded value, encoded again, contains everything in an example that is not null."""
    if isinstance(example, dict):
        return isinstance(value, dict) and all(
            part is None or contains(value.get(name), part) for name, part in example.items()
        )
    if isinstance(example, list):
        same = isinstance(value, list) and len(value) == len(example)
        return same and all(contains(a, b) for a, b in zip(value, example, strict=True))
    return bool(value == example) and isinstance(value, str) == isinstance(example, str)


def check_decoded(examples: Sequence[tuple[str, str, Any]], lines: Sequence[str]) -> str:
    """Return the number of decoded examples.

    Raises FailedError if a line lacks a part of its example.
    """
    for (place, _, example), line in zip(examples, lines, strict=True):
        if not contains(json.loads(line), example):
            raise FailedError(f"{place}: {json.dumps(example)} was decoded as {line}")
    return f"compiled, {len(lines)} examples decoded"


# ---- commands -------------------------------------------------------------------------------------------------------


def run_tool(*command: str | Path, cwd: Path = FOLDER, **variables: str) -> str:
    """Return the output of a command.

    Raises FailedError if it fails, or writes to standard error although its status is 0.
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
    return done.stdout if not done.stderr or "generate" in command else done.stdout + done.stderr


def require_program(program: str, package: str) -> None:
    """Raise SkippedError with the Debian package if a program is not installed."""
    if not shutil.which(program):
        raise SkippedError(f"{program} is not installed: apt-get install {package}")


def generator_jar() -> Path:
    """Return the archive of openapi-generator, which includes a JSON library for Java."""
    (jar,) = (environment("clients").parent / "lib").rglob("openapi-generator.jar")
    return jar


def generate(language: str) -> Path:
    """Return the folder of a newly generated client."""
    require_program("java", "default-jre-headless")
    folder = FOLDER / language
    shutil.rmtree(folder, ignore_errors=True)
    run_tool(
        "java", "-jar", generator_jar(), "generate", "-i", CONTRACT, "-g", language, "-o", folder, *OPTIONS[language]
    )
    return folder


# ---- languages ------------------------------------------------------------------------------------------------------


def try_typescript(examples: Sequence[tuple[str, str, Any]]) -> str:
    """Generate types and compile each example as a value of its type."""
    require_program("npm", "npm")
    folder = FOLDER / "typescript"
    folder.mkdir(parents=True, exist_ok=True)
    run_tool("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, *NPM)
    binaries = folder / "node_modules" / ".bin"
    run_tool(binaries / "openapi-typescript", CONTRACT, "--default-non-nullable=false", "-o", folder / "paili.d.ts")
    values = "".join(
        f'export const example{at}: components["schemas"]["{name}"] = {json.dumps(value, ensure_ascii=False)};\n'
        for at, (_, name, value) in enumerate(examples)
    )
    (folder / "examples.ts").write_text(f'import type {{ components }} from "./paili";\n{values}', encoding="utf-8")
    flags = ("--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler")
    run_tool(binaries / "tsc", *flags, folder / "examples.ts")
    return f"compiled, {len(examples)} examples have the types"


def try_go(examples: Sequence[tuple[str, str, Any]]) -> str:
    """Compile the client and decode the examples."""
    require_program("go", "golang-go")
    source = generate("go")
    package, decoder = (FOLDER / "gopath" / "src" / name for name in ("paili", "decode"))
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    decoder.mkdir(exist_ok=True)
    for path in source.glob("*.go"):
        shutil.copy(path, package)
    names = sorted({name for _, name, _ in examples})
    kinds = "".join(f'\t"{name}": func() any {{ return new(paili.{name}) }},\n' for name in names)
    (decoder / "main.go").write_text(GO_DECODER % kinds)
    settings = {"GO111MODULE": "off", "GOPATH": str(FOLDER / "gopath"), "GOCACHE": str(FOLDER / "gocache")}
    output = run_tool("go", "run", ".", FOLDER / "examples.json", cwd=decoder, **settings)
    return check_decoded(examples, decoded_lines(output, examples))


def try_java(examples: Sequence[tuple[str, str, Any]]) -> str:
    """Compile the client and decode the examples."""
    require_program("javac", "default-jdk-headless")
    if not ANNOTATIONS.exists():
        raise SkippedError(f"{ANNOTATIONS} is not installed: apt-get install libjakarta-annotation-api-java")
    source, classes = generate("java"), FOLDER / "classes"
    (FOLDER / "Decode.java").write_text(JAVA_DECODER)
    shutil.rmtree(classes, ignore_errors=True)
    path = f"{generator_jar()}:{ANNOTATIONS}"
    files = sorted((source / "src" / "main").rglob("*.java"))
    run_tool(
        "javac", "-nowarn", "-proc:none", "-Xlint:none", "-d", classes, "-cp", path, *files, FOLDER / "Decode.java"
    )
    output = run_tool("java", "-cp", f"{path}:{classes}", "Decode", FOLDER / "examples.json")
    return check_decoded(examples, decoded_lines(output, examples))


def decoded_lines(output: str, examples: Sequence[tuple[str, str, Any]]) -> list[str]:
    """Return the decoded examples.

    Raises FailedError if one was not decoded.
    """
    lines = output.splitlines()
    errors = [line for line in lines if not line.startswith("{")]
    if errors or len(lines) != len(examples):
        raise FailedError("\n".join(errors) or f"{len(lines)} lines for {len(examples)} examples")
    return lines


def parse(language: str, grammar: str, pattern: str) -> str:
    """Generate a client and parse its files."""
    folder = generate(language)
    output = run_tool(environment("clients") / "python", "-c", PARSER, grammar, folder, pattern).splitlines()
    if len(output) > 1:
        raise FailedError("\n".join(output[1:]))
    return f"parsed, {output[0]} files"


LANGUAGES: Mapping[str, Callable[[Sequence[tuple[str, str, Any]]], str]] = {
    "typescript": try_typescript,
    "go": try_go,
    "java": try_java,
    "kotlin": lambda _: parse("kotlin", "tree_sitter_kotlin", "*.kt"),
    "swift": lambda _: parse("swift6", "tree_sitter_swift", "*.swift"),
}
"""Languages, each with its check."""


def main(arguments: list[str] | None = None) -> int:
    """Test the languages; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.clients", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"default: all of {', '.join(LANGUAGES)}")
    chosen = parser.parse_args(arguments).languages or list(LANGUAGES)
    if unknown := sorted(set(chosen) - set(LANGUAGES)):
        parser.error(f"no language {', '.join(unknown)}; there are {', '.join(LANGUAGES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    examples = valid_examples()
    (FOLDER / "examples.json").write_text(json.dumps(examples, ensure_ascii=False), encoding="utf-8")
    failed = False
    for name in chosen:
        try:
            result = LANGUAGES[name](examples)
        except SkippedError as skipped:
            result = f"skipped, {skipped}"
        except FailedError as failure:
            result, failed = f"FAILED, {failure}", True
        print(f"{name}: {result}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""JSON of bodies: strict about duplicate keys and large numbers, in memory that is bounded by the size of the body."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import orjson
import pytest

from service.http.requests import json_body
from service.rules.errors import RuleError
from tests import ROOT

ONES = ",".join(["1"] * 14_000)
LARGE = str(2**53)
DOUBLED = '{"x": 1, "x": 1}'
DEPTH, LONG_KEY = 1000, "k" * 50

SHAPES = {
    "a long key before many numbers": f'{{"{"k" * 30_000}": [{ONES}, {LARGE}]}}',
    "a long key before many items": f'{{"{"k" * 30_000}": [{ONES}, {DOUBLED}]}}',
    "a long key with emoji": f'{{"{"😀" * 7000}": [{ONES}, {DOUBLED}]}}',
    "depth": f'{{"{LONG_KEY}":' * DEPTH + DOUBLED + "}" * DEPTH,
    "depth before a number": f'{{"{LONG_KEY}":' * DEPTH + LARGE + "}" * DEPTH,
    "many keys": "{" + ",".join(f'"{number:x}":1' for number in range(7000)) + ',"0":1}',
    "many keys with escapes": '{"\\n":1,' + ",".join(f'"{number:x}":1' for number in range(7000)) + ',"0":1}',
    "many keys with emoji": "{" + ",".join(f'"😀{number:x}":1' for number in range(5000)) + ',"😀0":1}',
    "many escapes": '{"x": "' + "\\n" * 29_000 + '", "x": 1}',
    "many texts": "[" + ",".join(['"ab"'] * 11_000) + f",{DOUBLED}]",
    "many objects": "[" + ",".join(['{"cards":"3"}'] * 4000) + f",{DOUBLED}]",
    "many numbers": "[" + ",".join(["1.5"] * 14_000) + f",{LARGE}]",
}
"""Bodies of up to 64 kB with their fault at the end."""

MOST = 20
"""Maximum bytes of memory for each byte of a body."""

PEAK = """
import resource, sys
from service.http.requests import json_body
from service.rules.errors import RuleError
data = sys.stdin.buffer.read()
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
codes = []
for body in (b'{"a": 1, "\\\\u0061": 1}', b'{"a": 1e16}', data):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        json_body.loads(body)
    except RuleError as error:
        codes.append(error.code)
print(codes[2], 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))
"""
"""Program that prints the code of a rejected body and the memory that parsing it added to the process."""


@pytest.mark.parametrize("name", SHAPES)
def test_the_memory_for_a_body_is_bounded_by_its_size(name: str) -> None:
    data = SHAPES[name].encode()
    assert 40_000 < len(data) <= 65_536
    done = subprocess.run([sys.executable, "-c", PEAK], input=data, capture_output=True, check=True, cwd=ROOT)
    code, peak = done.stdout.decode().split()
    assert code == ("field_invalid" if LARGE in SHAPES[name] else "field_conflict")
    assert int(peak) <= MOST * len(data)


CONTAINERS = ("[]", "{}", '{"":0}', "[[]]")
"""Small arrays and objects."""


@pytest.mark.parametrize("part", CONTAINERS)
def test_more_arrays_and_objects_than_a_body_may_have_are_rejected(part: str) -> None:
    data = ("[" + ",".join([part] * (60_000 // (len(part) + 1))) + "]").encode()
    done = subprocess.run([sys.executable, "-c", PEAK], input=data, capture_output=True, check=True, cwd=ROOT)
    code, peak = done.stdout.decode().split()
    assert code == "limit_too_large"
    assert int(peak) <= MOST * len(data)


def test_brackets_in_texts_are_no_arrays() -> None:
    text = '{"text": "\\"' + "{}[]" * 14_000 + '\\\\"}'
    assert json_body.loads(text) == json.loads(text)


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (LARGE, ""),
        (f"[1, {LARGE}]", "/1"),
        (f'{{"a": [[], {{}}, [{LARGE}]], "b": {LARGE}}}', "/a/2/0"),
        (f'{{"a": {{"b": [1]}}, "c/~": [{{}}, -{LARGE}]}}', "/c~1~0/1"),
        ('[[1], {"a": 1}, {"b": {"c": 1}, "d": [1, "]}", {"e": 1, "e": 2}]}]', "/2/d/2/e"),
        ('{"a": "\\\\", "b": "\\"", "c": [":", "{\\"c\\":"], "\\u0063": 1}', "/c"),
        ('{"a" \n\t: 1, "b": "a" , "a"\r : 1}', "/a"),
    ],
)
def test_the_pointer_names_the_first_fault(data: str, pointer: str) -> None:
    with pytest.raises(RuleError) as caught:
        json_body.loads(data)
    assert caught.value.pointer == pointer


def random_json(chance: Random, depth: int = 0) -> str:
    """Return a random JSON text with few names, some of them written with escapes."""
    kind = chance.randrange(3 if depth > 4 else 6)
    if kind < 3:
        return chance.choice(["1", "-2.5", "null", "true", '"a"', '"\\""', '"\\\\"', '"a:b{[,"', '"\\u0061"', '"牌"'])
    inner = [random_json(chance, depth + 1) for _ in range(chance.randrange(4))]
    space = chance.choice(["", " ", "\n"])
    if kind == 3:
        return f"[{space}{f',{space}'.join(inner)}{space}]"
    names = [chance.choice(['"a"', '"b"', '"\\u0061"', '":"', '"\\\\"', '"\\""', '"{"', '"牌"']) for _ in inner]
    return "{" + f",{space}".join(f"{name}{space}:{value}" for name, value in zip(names, inner, strict=True)) + "}"


def test_duplicate_keys_are_those_that_the_standard_library_finds() -> None:
    chance, doubled = Random(1), 0
    for _ in range(5000):
        text, found = random_json(chance), []

        def pairs(items: list[tuple[str, Any]], found: list[bool] = found) -> None:
            found.append(len(dict(items)) < len(items))

        json.loads(text, object_pairs_hook=pairs)
        doubled += any(found)
        if any(found):
            with pytest.raises(RuleError) as caught:
                json_body.loads(text)
            assert caught.value.code == "field_conflict"
        else:
            assert json_body.loads(text) == orjson.loads(text)
    assert 500 < doubled < 4500

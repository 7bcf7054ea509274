"""Search for bodies that cost more CPU time than their charge: `python -m dev.bench.cost_search`.

A fuzzer mutates the recorded requests and the inputs of cost_inputs.py: floods of keys, long texts and arrays, nested
values, fields and options of other requests, foreign cards, damaged records, batches of the dearest bodies. For each
endpoint and result (accepted or rejected) it keeps the bodies with the highest CPU time per charged unit and mutates
these again. The table has the dearest of each in follows per unit: medians of ratios to the CPU time of plain follows
measured just before.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import time
from operator import attrgetter
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import orjson
from flask import Flask
from werkzeug.test import EnvironBuilder

from app import create_app
from dev.bench.cost_inputs import all_games, inputs
from service.core import engine
from service.http.endpoints import ENDPOINTS
from service.http.errors.handlers import MOST_BODY
from service.records.body import MEDIA_TYPE, record_of_body
from service.records.ddz import record_text
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS
from service.settings import Rate, read_settings
from tests.helpers.follow_bodies import WANT, follows

EXAMPLES = Path("tests/data/examples")

KEPT = 12
"""Dearest bodies of each kind that are mutated again."""

AGAIN, TIMES = 3, 5
"""Dearest bodies of each kind that are measured again for the table, and how often."""

CARDS = "3456789TJQKA2XDW小大王花10鬼♠♥shcd.,-=@; 🂡\u200b"
WORDS = ("", "0", "pass", "random", "robot", "master", "expert", "landlord", "laizi", "guandan", "ids", "A2")
NUMBERS = (0, 1, -1, 2, 3, 54, 108, 999, 2**31, 2**53 - 1, 1.0, 0.5, 1e300)

Chance = random.Random


class Sample(NamedTuple):
    """A measured body."""

    each: float
    """CPU seconds per charged unit."""
    units: int
    status: str
    op: str
    data: bytes
    media: str


# ---- mutations --------------------------------------------------------------------------------------------------


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return all (container, key) inside a value."""
    found, rest = [], [value]
    while rest:
        inner = rest.pop()
        keys = list(inner) if type(inner) is dict else range(min(len(inner), 300)) if type(inner) is list else ()
        found += [(inner, key) for key in keys]
        rest += [inner[key] for key in keys if type(inner[key]) in (dict, list)]
    return found


def odd_text(chance: Chance) -> str:
    text = chance.choice(WORDS) if chance.random() < 0.3 else "".join(chance.choices(CARDS, k=chance.randint(1, 30)))
    return text * chance.choice((1, 1, 1, 8, 100, 1000))


def odd_value(chance: Chance) -> Any:
    """Return a value of any type."""
    kind = chance.randrange(7)
    if kind == 0:
        return chance.choice(NUMBERS)
    if kind == 1:
        return [odd_text(chance)[:60]] * chance.choice((1, 16, 256, 2000))
    if kind == 2:
        nested: Any = chance.choice((1, "3", []))
        for _ in range(chance.choice((3, 100, 400))):
            nested = {"a": nested} if chance.random() < 0.5 else [nested]
        return nested
    if kind == 3:
        return {odd_text(chance)[:20]: odd_text(chance)[:20] for _ in range(chance.choice((1, 16, 32, 2000)))}
    return chance.choice((None, True, odd_text(chance), odd_text(chance), odd_text(chance)))


def flood(value: Any, chance: Chance) -> None:
    """Add keys to one object, or repeat the elements of one array, up to the maximum size of a body."""
    inside = [value, *[box[key] for box, key in places(value)]]
    inner = chance.choice([one for one in inside if type(one) in (dict, list)] or [[]])
    if type(inner) is list:
        inner[:] = (inner or ["3"]) * min(chance.choice((2, 4, 16, 256)), most_copies(inner))
        return
    filler = odd_value(chance)
    copies = min(chance.choice((12, 20, 32, 500, 5000)), most_copies(filler))
    inner |= {f"{chance.choice(('', 'a', 'é'))}{i}": filler for i in range(copies)}


def most_copies(value: Any) -> int:
    return MOST_BODY // len(json.dumps(value))


def change(value: Any, pool: dict[str, list[Any]], chance: Chance) -> None:
    """Change one value: another request's value of the key, a text with changed characters, or any value."""
    found = places(value)
    if not found:
        return
    box, key = chance.choice(found)
    kind = chance.random()
    if kind < 0.45 and type(key) is str and key in pool:
        box[key] = copy.deepcopy(chance.choice(pool[key]))
    elif kind < 0.7 and type(box[key]) is str:
        at = chance.randint(0, len(box[key]))
        box[key] = box[key][:at] + odd_text(chance)[:30] + box[key][at + chance.choice((0, 0, 1, 5)) :]
    elif kind < 0.8 and type(box) is dict:
        del box[key]
    else:
        box[key] = odd_value(chance)


def graft(value: Any, op: str, pool: dict[str, list[Any]], chance: Chance) -> None:
    """Add a field of the endpoint's schema with the value of another request, or options of a game."""
    if op not in ENDPOINTS or type(value) is not dict:
        return
    fields = {field.data_key or name for name, field in ENDPOINTS[op].schema.fields.items()} & pool.keys()
    if chance.random() < 0.7:
        name = chance.choice(sorted(fields))
        value[name] = copy.deepcopy(chance.choice(pool[name]))
        return
    variant = VARIANTS.get(str(value.get("variant")), chance.choice([*VARIANTS.values()]))
    name = chance.choice([*variant.options])
    value |= {"variant": variant.id, "options": {name: chance.choice(variant.options[name].values)}}


def mutated(sample: Sample, pool: dict[str, list[Any]], chance: Chance) -> tuple[bytes, str]:
    """Return a changed body and its media type."""
    if sample.media == MEDIA_TYPE:
        text = sample.data.decode(errors="replace")
        start, end = sorted(chance.choices(range(len(text) + 1), k=2))
        part = text[start:end][:200] or odd_text(chance)
        data = (
            text[:start] + part * chance.choice((0, 1, 2, 100, 3000)) + text[end if chance.random() < 0.5 else start :]
        )
        return data.encode()[:MOST_BODY], sample.media
    data = sample.data
    for _ in range(chance.choice((1, 1, 2, 3))):
        value = orjson.loads(data)
        kind = chance.random()
        if kind < 0.2:
            flood(value, chance)
        elif kind < 0.5:
            graft(value, sample.op, pool, chance)
        else:
            change(value, pool, chance)
        data = json.dumps(value, ensure_ascii=chance.random() < 0.1, separators=(",", ":")).encode()
    if sample.op in ("game", "review") and chance.random() < 0.1:
        try:
            return record_text(record_of_body(value)).encode(), MEDIA_TYPE
        except (RuleError, TypeError, AttributeError, KeyError, ValueError):
            pass
    return data, sample.media


# ---- measurements -----------------------------------------------------------------------------------------------


def forget() -> None:
    for function in engine.CACHES.values():
        function.cache_clear()
    engine.can_beat.cache_clear()


class Meter:
    """Measures CPU time and charge of whole requests in an application with a rate limit."""

    def __init__(self) -> None:
        self.app: Flask = create_app(read_settings({})._replace(rate_limit=Rate(10**12, 10**6), log_level="ERROR"))
        self.left = self.request("analyze", orjson.dumps(follows(1)[0] | WANT))[2]

    def request(self, op: str, data: bytes, media: str = "application/json") -> tuple[float, str, int]:
        """Return the CPU seconds of a request with empty caches, its status and the remaining units."""
        environ = EnvironBuilder(path=f"/v1/{op}", method="POST", data=data, content_type=media).get_environ()
        seen: list[tuple[str, list[tuple[str, str]]]] = []
        forget()
        began = time.process_time()
        b"".join(self.app(environ, lambda status, headers, *_: seen.append((status, headers))))
        spent = time.process_time() - began
        status, headers = seen[0]
        return spent, status[:3], int(dict(headers)["RateLimit"].split("r=")[1].split(";")[0])

    def measured(self, op: str, data: bytes, media: str, times: int = 1) -> Sample:
        """Return a measured body, the minimum of some measurements."""
        seconds = []
        for _ in range(times):
            spent, status, left = self.request(op, data, media)
            units, self.left = self.left - left, left
            seconds.append(spent / units)
        return Sample(min(seconds), units, status, op, data, media)


class Search:
    """The dearest bodies found so far."""

    def __init__(self, meter: Meter, chance: Chance) -> None:
        self.meter, self.chance = meter, chance
        self.kept: dict[tuple[str, bool], list[Sample]] = {}
        self.pool: dict[str, list[Any]] = {}
        self.tried = 0

    def learn(self, value: Any) -> None:
        """Add the fields of a request to the values for other requests."""
        for box, key in places(value):
            if type(key) is str and len(self.pool.setdefault(key, [])) < 200:
                self.pool[key].append(box[key])

    def add(self, op: str, data: bytes, media: str = "application/json") -> None:
        """Measure a body and keep it if it is among the dearest of its kind; a dear one is measured again."""
        if len(data) > MOST_BODY:
            return
        self.tried += 1
        one = self.meter.measured(op, data, media)
        best = self.kept.setdefault((op, one.status == "200"), [])
        if len(best) == KEPT and one.each <= best[-1].each:
            return
        one = self.meter.measured(op, data, media, 4)
        best.append(one)
        best.sort(key=attrgetter("each"), reverse=True)
        del best[KEPT:]

    def step(self) -> None:
        """Try one mutation, sometimes a batch of kept bodies."""
        op, _ = kind = self.chance.choice([*self.kept])
        if op == "batch" and self.chance.random() < 0.7:
            each = [
                one
                for (name, _), some in self.kept.items()
                for one in some
                if name in BATCHED and one.media != MEDIA_TYPE
            ]
            few = self.chance.choices(each, k=self.chance.choice((1, 2, 4)))
            items = [b'{"op":"%b","body":%b}' % (one.op.encode(), one.data) for one in few]
            self.add(op, b'{"items":[%b]}' % b",".join((items * 64)[: self.chance.choice((1, 8, 32, 64))]))
            return
        try:
            data, media = mutated(self.chance.choice(self.kept[kind]), self.pool, self.chance)
        except (RecursionError, orjson.JSONDecodeError):  # nested values inside nested values
            return
        self.add(op, data, media)


BATCHED = frozenset(endpoint.name for endpoint in ENDPOINTS.values() if endpoint.batch)
"""Endpoints whose requests a batch may contain."""


def seeds(search: Search) -> None:
    """Measure the recorded requests and random inputs of all games."""
    bodies: list[tuple[str, Any]] = [
        (file.stem, row["request"]) for file in sorted(EXAMPLES.glob("*.json")) for row in json.loads(file.read_text())
    ]
    client = search.meter.app.test_client()
    for rules in all_games():
        bodies += inputs(client, rules, search.chance)
    search.meter.left = search.meter.request("analyze", orjson.dumps(follows(1)[0] | WANT))[2]
    for op, body in bodies:
        search.learn(body)
        search.add(op, orjson.dumps(body))


PLAIN = [orjson.dumps(body | WANT) for body in follows(60)]
"""Plain follows."""


def follows_per_unit(meter: Meter, one: Sample) -> float:
    """Return the median CPU time per unit of a body, each time divided by the median of plain follows before it."""
    ratios = []
    for _ in range(TIMES):
        follow = median(meter.request("analyze", body)[0] for body in PLAIN)
        meter.left = meter.request("analyze", PLAIN[0])[2]
        ratios.append(meter.measured(one.op, one.data, one.media).each / follow)
    return median(ratios)


def row(one: Sample, ratio: float) -> str:
    numbers = f"{one.op:8} {one.status:>6} {one.units:6d} {ratio:12.2f} {len(one.data):6d}"
    return f"{numbers}  {one.data[:120].decode(errors='replace')!r}"


def searched(seconds: float, seed: int) -> Search:
    """Return a search after some *seconds*, and print its table."""
    search = Search(Meter(), Chance(seed))
    seeds(search)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        search.step()
    print(f"{search.tried} bodies")
    print(f"{'endpoint':8} status {'units':>6} {'follows/unit':>12} {'bytes':>6}  body")
    for _, best in sorted(search.kept.items()):
        ratios = {one: follows_per_unit(search.meter, one) for one in best[:AGAIN]}
        dearest = max(ratios, key=ratios.__getitem__)
        print(row(dearest, ratios[dearest]))
    return search


def main() -> None:
    """Print the dearest bodies, and write them to a folder if one is named."""
    parser = argparse.ArgumentParser(prog="python -m dev.bench.cost_search", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="folder for the dearest bodies")
    options = parser.parse_args()
    search = searched(options.seconds, options.seed)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        for (op, accepted), best in search.kept.items():
            for place, one in enumerate(best):
                (options.out / f"{op}-{'yes' if accepted else 'no'}-{place}").write_bytes(one.data)


if __name__ == "__main__":
    main()

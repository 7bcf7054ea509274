"""The guard of every answer: one line of `signatures.txt` for each game and kind of answer.

    python -m tests.signatures               # recompute all and compare; say which lines changed
    python -m tests.signatures 'laizi.*'     # only these lines
    python -m tests.signatures --write       # write down what the answers are now
    python -m tests.signatures --commits     # hold commit messages against the lines that they changed

A line is a name, how many answers it covers, and a hash over their bytes. Every commit that changes a line names it in
its last line, `Answers: laizi.move.*`, and says why above; one that changes none says `No functional change`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

from tests import signed, signed_contest, signed_texts

FILE = Path(__file__).with_name("signatures.txt")
HEAD = "# Every answer, signed: `python -m tests.signatures` says what a line is. name, answers, hash of their bytes\n"

UNCHANGED = "No functional change"
CHANGED = "Answers: "
MOST_TITLE = 65
"""Characters of a commit's title."""

Answers = Iterator[bytes]


# ---- kinds of answers -------------------------------------------------------------------------------------------


def analyses(client: Any, variant: str, lang: str) -> Answers:
    """Yield whole analyses, with every hint."""
    for asked in signed.positions(client, variant, 40):
        yield signed.ask(client, "/v1/analyze", asked.body | {"top": 0, "seed": 3}, lang)
        yield signed.ask(client, "/v1/analyze", asked.snapshot | {"level": "novice"}, lang)


def checks(client: Any, variant: str) -> Answers:
    """Yield what cards are and whether they may be played, from a known hand and from an unknown one."""
    rng = random.Random(variant)
    for asked in signed.positions(client, variant, 30):
        found = signed.read(client, "/v1/analyze", asked.body | {"want": ["hints"], "top": 0})
        for cards in signed.tries(asked, found["hints"] if found else [], rng):
            play = cards if isinstance(cards, dict) else {"cards": cards}
            table = {name: value for name, value in asked.body.items() if name not in ("hand", "seat")}
            yield signed.ask(client, "/v1/check", asked.body | play, "en")
            yield signed.ask(client, "/v1/check", asked.snapshot | play, "zh")
            yield signed.ask(client, "/v1/check", table | play, "en")


def deals(client: Any, variant: str) -> Answers:
    """Yield fair deals and practice deals in every notation."""
    profiles = ("plain", "strong", "strong_bombs", "strong_trios", "strong_chain", "weak")
    for seed, (profile, notation) in enumerate(product(profiles, (*signed.OTHERS, "guandan"))):
        options = signed.options_of(client, variant, random.Random(seed), seed % 2 == 0)
        body = {"variant": variant, "options": options, "seed": seed, "profile": profile, "notation": notation}
        yield signed.ask(client, "/v1/deal", body, "en" if seed % 2 else "zh")
    own = {"variant": variant, "seed": 1, "composition": {"bomb": 1, "pair": 2, "solo_chain": 1}}
    yield signed.ask(client, "/v1/deal", own)


AUCTIONS: Mapping[str, Sequence[Any]] = {
    "points": (0, 1, 2, 3),
    "call_rob": ("pass", "call", "rob"),
    "call": ("pass", "call", "kick", "kick_back"),
}


def bids(client: Any, variant: str) -> Answers:
    """Yield advice at every stage of every kind of auction, possible or not."""
    for kind, words in AUCTIONS.items():
        for number, said in enumerate(
            said for n in range(4 if kind == "points" else 5) for said in product(words, repeat=n)
        ):
            common, hand, bottom = dealt_hand(client, variant, number % 40)
            body = common | {"bidding": kind, "bids": list(said), "hand": hand}
            yield signed.ask(client, "/v1/bid", body, "en" if number % 2 else "zh")
            if number % 3 == 0 and bottom:
                yield signed.ask(client, "/v1/bid", body | {"bottom": bottom})
                yield signed.ask(client, "/v1/bid", body | {"bottom": bottom, "hand": hand + bottom})


@cache
def dealt_hand(client: Any, variant: str, number: int) -> tuple[dict[str, Any], str, str | None]:
    """Return the game and its options, a hand as it is dealt, and the bottom."""
    common = {"variant": variant, "options": signed.options_of(client, variant, random.Random(number), number % 2 == 0)}
    dealt = signed.read(client, "/v1/deal", common | {"seed": number})
    assert dealt is not None
    return common, list(dealt["hands"].values())[number % len(dealt["hands"])], dealt["bottom"]


ORDERS = (None, ["0", "1", "2", "3"], ["0", "2", "1", "3"], ["3", "0", "2", "1"], [1, 3], ["0", "1"])


def tributes(client: Any, variant: str) -> Answers:
    """Yield advice on tribute: what to pay and what to give back."""
    for seed, (role, order) in enumerate(product(("give", "return"), ORDERS)):
        for notation in ("text", "guandan"):
            options = signed.options_of(client, variant, random.Random(seed), False)
            common = {"variant": variant, "options": options, "notation": notation}
            dealt = signed.read(client, "/v1/deal", common | {"seed": seed})
            hand, other, *_ = list(dealt["hands"].values()) if dealt else ["3", "3"]
            if role == "return":
                hand += (" " if notation == "guandan" else "") + signed.pieces(other, notation)[-1]
            body = common | {"role": role, "hand": hand} | ({} if order is None else {"order": order})
            yield signed.ask(client, "/v1/tribute", body, "en" if seed % 2 else "zh")
            yield signed.ask(client, "/v1/tribute", body | {"partner_big_jokers": 1})


def tables(client: Any, variant: str) -> Answers:
    """Yield what the referee says of whole tables, bid by bid and play by play, and of what is wrong."""
    from tests.games import heard_of

    for number in range(2):
        yield from heard_of(client, variant, number, signed.HEADERS | {"Accept-Language": "en" if number % 2 else "zh"})


def beliefs(client: Any, variant: str) -> Answers:
    """Yield what the others may hold."""
    for asked in signed.positions(client, variant, 6):
        body = asked.body if variant != "guandan" else asked.snapshot
        yield signed.ask(client, "/v1/analyze", body | {"want": ["beliefs"], "seed": 5})


GAMES = {"expert": 24, "master": 60}
"""Games that a search of these levels plays on here."""

SEARCHES = {"expert": 16, "master": 8}
"""Positions that they are asked about."""


WHOLE_SEARCHES = 3
"""Positions for which they play as many games on as for everybody: fewer games leave less to a level's numbers."""


def moves(client: Any, variant: str, level: str) -> Answers:
    """Yield what a level plays."""
    bounds: Mapping[str, Any] = {"level": level} | ({"limits": {"games": GAMES[level]}} if level in GAMES else {})
    for body in signed.MENDED.get(variant, ()):
        yield signed.ask(client, "/v1/move", body | bounds)
    if level in GAMES:
        for number, asked in enumerate(signed.positions(client, variant, SEARCHES[level])):
            body = asked.body if number % 3 else asked.snapshot
            lang = "en" if number % 2 else "zh"
            yield signed.ask(client, "/v1/move", body | bounds, lang)
        yield from signed.searches(client, variant, level, WHOLE_SEARCHES)
        return
    for number, asked in enumerate(signed.positions(client, variant, 200)):
        yield signed.ask(client, "/v1/move", asked.body | {"level": level}, "en" if number % 2 else "zh")
        if number % 4 == 0:
            yield signed.ask(client, "/v1/move", asked.snapshot | {"level": level, "seed": number})
    for body in signed.endings(client, variant, 150):
        yield signed.ask(client, "/v1/move", body | {"level": level})


def problems(client: Any, variant: str, lang: str) -> Answers:
    """Yield refusals of faulty requests."""
    rng = random.Random(variant)
    for asked in signed.positions(client, variant, 40):
        for _ in range(3):
            yield signed.ask(client, "/v1/analyze", signed.faulty(asked.body, rng), lang)


def about(client: Any, variant: str) -> Answers:
    """Yield the game as data."""
    yield client.get(f"/v1/variants/{variant}").data


def whole_games(client: Any, variant: str) -> Answers:
    """Yield how deals end that the core plays to the end, some levels against each other."""
    from service.advice import robot
    from service.core import engine, players
    from service.rules.read_cards import parse_cards

    options = {"wild": "7"} if variant == "laizi" else {}
    rules = engine.rules_for(variant, tuple(options.items()))
    dealt, suits = [players.deal(rules, seed) for seed in range(30)], []
    if rules.setup.suited:
        read = [signed.read(client, "/v1/deal", {"variant": variant, "seed": seed}) or {} for seed in range(4)]
        held = [[parse_cards(hand, kind=rules.setup.kind) for hand in deal["hands"].values()] for deal in read]
        dealt = [tuple(hand.hand for hand in hands) for hands in held]
        suits = [tuple(hand.suits for hand in hands) for hands in held]
    for levels in (("club", "casual"), ("novice", "club")):
        policies = [robot.policy_of(levels[i % 2]) for i in range(len(rules.variant.seats))]
        for result in players.games(rules, policies, dealt, range(len(dealt)), suits):
            yield repr(tuple(result)).encode()


def core_lines(variant: str, kind: str) -> Answers:
    """Yield what the core answers to a program in C, or how much its searches looked at."""
    from tests.native.heard import heard

    yield from heard(variant, kind)


# ---- lines ------------------------------------------------------------------------------------------------------


def kinds(client: Any) -> dict[str, Callable[[], Answers]]:
    """Return how the answers of each line come about, by its name."""
    found: dict[str, Callable[[], Answers]] = {}
    for variant in signed.variants_of(client):
        levels = [level["id"] for level in signed.variant_of(client, variant)["levels"]]
        lines: dict[str, Callable[[], Answers]] = {
            "analyze.en": partial(analyses, client, variant, "en"),
            "analyze.zh": partial(analyses, client, variant, "zh"),
            "check": partial(checks, client, variant),
            "deal": partial(deals, client, variant),
            "bid": partial(bids, client, variant),
            "tribute": partial(tributes, client, variant),
            "game": partial(tables, client, variant),
            "beliefs": partial(beliefs, client, variant),
            **{f"move.{level}": partial(moves, client, variant, level) for level in levels},
            "problems.en": partial(problems, client, variant, "en"),
            "problems.zh": partial(problems, client, variant, "zh"),
            "about": partial(about, client, variant),
            "games": partial(whole_games, client, variant),
            "core": partial(core_lines, variant, "core"),
            "work": partial(core_lines, variant, "work"),
        }
        found |= {f"{variant}.{kind}": answers for kind, answers in lines.items()}
    for place, lang in enumerate(("en", "zh")):
        found |= {f"texts.{lang}": partial(signed_texts.spelled, place)}
        found |= {f"reasons.{lang}": partial(signed_texts.tabled, lang)}
    return found | {"contest.program": signed_contest.lines}


def signature(answers: Answers) -> str:
    """Return how many answers there are, and a hash over their bytes."""
    digest, number = hashlib.sha256(), 0
    for answer in answers:
        digest.update(len(answer).to_bytes(8) + answer)
        number += 1
    return f"{number} {digest.hexdigest()[:12]}"


@cache
def asked_client() -> Any:
    """Return a client of the application, with room for as many searches as threads."""
    os.environ |= {"PAILI_SLOTS": "14", "PAILI_WAITERS": "0"}
    from app import create_app

    return create_app().test_client()


def recorded() -> dict[str, str]:
    """Return the lines of the file, signatures by name."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def computed(patterns: Sequence[str] = ("*",), threads: int = 1) -> dict[str, str]:
    """Return the signatures of today's answers whose names fit one of *patterns*."""
    names = {
        name: answers
        for name, answers in kinds(asked_client()).items()
        if any(fnmatchcase(name, pattern) for pattern in patterns)
    }
    with ThreadPoolExecutor(threads) as pool:
        return dict(zip(names, pool.map(lambda name: signature(names[name]()), names), strict=True))


# ---- commits ----------------------------------------------------------------------------------------------------


def git(*words: str) -> str:
    """Return what git says."""
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True, cwd=FILE.parent).stdout


def lines_of(commit: str) -> dict[str, str]:
    """Return the file's lines as a commit has them."""
    text = git("show", f"{commit}:./{FILE.name}")
    return dict(line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))


def fault_of(message: str, changed: set[str]) -> str:
    """Return what is wrong with a commit's message that changed these lines; nothing: ""."""
    title = message.partition("\n")[0]
    if len(title) > MOST_TITLE:
        return f"has a title of {len(title)} characters, more than {MOST_TITLE}"
    last = next((line for line in reversed(message.splitlines()) if line.strip()), "")
    named = last.removeprefix(CHANGED).replace(",", " ").split() if last.startswith(CHANGED) else []
    if not changed:
        return "" if last == UNCHANGED else f"changes no line of the signatures: say {UNCHANGED!r} in its last line"
    missed = sorted(name for name in changed if not any(fnmatchcase(name, pattern) for pattern in named))
    idle = [pattern for pattern in named if not any(fnmatchcase(name, pattern) for name in changed)]
    if missed:
        return f"changes {', '.join(missed)}: name them in its last line, {CHANGED}{missed[0]}"
    return f"names {', '.join(idle)}, which it does not change" if idle else ""


def check_commits() -> list[str]:
    """Return the faults of all commits since the file began."""
    history = git("log", "--reverse", "--format=%H", "--", FILE.name).split()
    found = []
    for commit in git("rev-list", "--reverse", "--no-merges", f"{history[0]}..HEAD").split() if history else []:
        before, now = lines_of(f"{commit}^"), lines_of(commit)
        changed = {name for name in before | now if before.get(name) != now.get(name)}
        fault = fault_of(git("log", "-1", "--format=%B", commit), changed)
        if fault:
            found.append(f"{commit[:10]} {fault}")
    return found


# ---- the command ------------------------------------------------------------------------------------------------


def compare(found: Mapping[str, str], wanted: Mapping[str, str]) -> list[str]:
    """Return a sentence for each line that is not as recorded."""
    return [
        f"{name}: {wanted.get(name, 'not recorded')} -> {found.get(name, 'no longer there')}"
        for name in dict.fromkeys([*wanted, *found])
        if found.get(name) != wanted.get(name)
    ]


def main() -> int:
    """Compare, or write; 1 if a line changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.signatures", description=__doc__)
    parser.add_argument("names", nargs="*", default=["*"], help="lines, as patterns")
    parser.add_argument("--write", action="store_true", help="write the lines down")
    parser.add_argument("--commits", action="store_true", help="check commit messages instead")
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.commits:
        faults = check_commits()
        print(*faults, sep="\n")
        return int(bool(faults))
    began = time.process_time()
    found, known = computed(chosen.names, chosen.threads), recorded()
    wanted = {name: said for name, said in known.items() if any(fnmatchcase(name, p) for p in chosen.names)}
    changed = compare(found, wanted)
    if chosen.write:
        merged = {name: said for name, said in known.items() if name not in wanted} | found
        FILE.write_text(HEAD + "".join(f"{name} {merged[name]}\n" for name in sorted(merged)))
    print(
        *changed, f"{len(found)} lines, {len(changed)} changed, {time.process_time() - began:.0f} s of a core", sep="\n"
    )
    return int(bool(changed) and not chosen.write)


if __name__ == "__main__":
    sys.exit(main())

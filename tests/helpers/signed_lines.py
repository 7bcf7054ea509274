"""Answers of the application that are signed: the requests behind each line of `tests/data/signatures.txt`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, partial
from itertools import product
from typing import Any

from tests.helpers import positions, signed_contest
from tests.helpers.answers import HEADERS, Request, SignedAnswer, read_json, send, signed_answer, status_and_body
from tests.helpers.simulated_table import SimulatedTable

Answers = Iterator[SignedAnswer]


# ---- kinds of answers -------------------------------------------------------------------------------------------


def analyses(client: Any, variant: str) -> Answers:
    """Yield complete analyses, with all hints."""
    for situation in positions.sample_positions(client, variant, 40):
        yield signed_answer(client, "/v1/analyze", situation.body | {"top": 0, "seed": 3})
        yield signed_answer(client, "/v1/analyze", situation.snapshot | {"level": "starter"}, "zh")


def checks(client: Any, variant: str) -> Answers:
    """Yield answers of `/v1/check`, with and without a hand."""
    rng = random.Random(variant)
    for situation in positions.sample_positions(client, variant, 30):
        analysis = read_json(client, "/v1/analyze", situation.body | {"want": ["hints"], "top": 0})
        for cards in positions.tries(situation, analysis["hints"] if analysis else [], rng):
            play = cards if isinstance(cards, dict) else {"cards": cards}
            table = {name: value for name, value in situation.body.items() if name not in ("hand", "seat")}
            yield signed_answer(client, "/v1/check", situation.body | play, "en")
            yield signed_answer(client, "/v1/check", situation.snapshot | play, "zh")
            yield signed_answer(client, "/v1/check", table | play, "en")


def deals(client: Any, variant: str) -> Answers:
    """Yield fair deals and practice deals in every notation."""
    profiles = ("plain", "strong", "strong_bombs", "strong_trios", "strong_chain", "weak")
    for seed, (profile, notation) in enumerate(product(profiles, (*positions.OTHERS, "guandan"))):
        options = positions.options_of(client, variant, random.Random(seed), seed % 2 == 0)
        body = {"variant": variant, "options": options, "seed": seed, "profile": profile, "notation": notation}
        yield signed_answer(client, "/v1/deal", body, "en" if seed % 2 else "zh")
    own = {"variant": variant, "seed": 1, "composition": {"bomb": 1, "pair": 2, "solo_chain": 1}}
    yield signed_answer(client, "/v1/deal", own)


AUCTIONS: Mapping[str, Sequence[Any]] = {
    "points": (0, 1, 2, 3),
    "call_rob": ("pass", "call", "rob"),
    "call": ("pass", "call", "kick", "kick_back"),
}


def bids(client: Any, variant: str) -> Answers:
    """Yield advice at every stage of every kind of auction, possible or not."""
    for kind, words in AUCTIONS.items():
        longest = 3 if kind == "points" else 4
        for number, calls in enumerate(calls for n in range(longest + 1) for calls in product(words, repeat=n)):
            common, hand, bottom = dealt_hand(client, variant, number % 40)
            body = common | {"bidding": kind, "bids": list(calls), "hand": hand}
            yield signed_answer(client, "/v1/bid", body, "en" if number % 2 else "zh")
            if number % 3 == 0 and bottom:
                yield signed_answer(client, "/v1/bid", body | {"bottom": bottom})
                yield signed_answer(client, "/v1/bid", body | {"bottom": bottom, "hand": hand + bottom})


@cache
def dealt_hand(client: Any, variant: str, number: int) -> tuple[dict[str, Any], str, str | None]:
    """Return the game and its options, a hand as it is dealt, and the bottom."""
    common = {
        "variant": variant,
        "options": positions.options_of(client, variant, random.Random(number), number % 2 == 0),
    }
    dealt = read_json(client, "/v1/deal", common | {"seed": number})
    assert dealt is not None
    return common, list(dealt["hands"].values())[number % len(dealt["hands"])], dealt["bottom"]


ORDERS = (None, ["0", "1", "2", "3"], ["0", "2", "1", "3"], ["3", "0", "2", "1"], [1, 3], ["0", "1"])


def tributes(client: Any, variant: str) -> Answers:
    """Yield advice on tribute: the card to pay or to return."""
    for seed, (role, order) in enumerate(product(("give", "return"), ORDERS)):
        for notation in ("text", "guandan"):
            options = positions.options_of(client, variant, random.Random(seed), False)
            common = {"variant": variant, "options": options, "notation": notation}
            dealt = read_json(client, "/v1/deal", common | {"seed": seed})
            hand, other, *_ = list(dealt["hands"].values()) if dealt else ["3", "3"]
            if role == "return":
                hand += (" " if notation == "guandan" else "") + positions.pieces(other, notation)[-1]
            body = common | {"role": role, "hand": hand} | ({} if order is None else {"order": order})
            yield signed_answer(client, "/v1/tribute", body, "en" if seed % 2 else "zh")
            yield signed_answer(client, "/v1/tribute", body | {"partner_big_jokers": 1})


def tables(client: Any, variant: str) -> Answers:
    """Yield the referee's answers about whole tables, bid by bid and play by play, including errors."""
    for number, lang in enumerate(("zh", "en")):
        table = RecordingClient(client, lang)
        SimulatedTable(table, variant, random.Random(f"{variant}/signed/{number}"), robots=False).play_deal()
        yield from table.answers


class RecordingClient:
    """A client that records the referee's answers."""

    def __init__(self, client: Any, lang: str) -> None:
        self.client, self.lang = client, lang
        self.answers: list[SignedAnswer] = []

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def post(self, path: str, json: Any) -> Any:
        """Send a POST; record the answer of the referee."""
        answer = self.client.post(path, json=json, headers=HEADERS | {"Accept-Language": self.lang})
        if path == "/v1/game":
            request = Request(path, deepcopy(json), self.lang)
            self.answers.append(SignedAnswer(status_and_body(request, answer), request))
        return answer


def belief_answers(client: Any, variant: str) -> Answers:
    """Yield the beliefs about the other hands."""
    for situation in positions.sample_positions(client, variant, 6):
        body = situation.body if variant != "guandan" else situation.snapshot
        yield signed_answer(client, "/v1/analyze", body | {"want": ["beliefs"], "seed": 5})


GAMES = {"hint": 24, "expert": 24, "master": 60}
"""Games of a search of these levels."""

SEARCHES = {"hint": 8, "expert": 16, "master": 8}
"""Positions for each of these levels."""


WHOLE_SEARCHES = 3
"""Positions searched with the default number of games: fewer games give less weight to a level's numbers."""


def moves(client: Any, variant: str, level: str) -> Answers:
    bounds: Mapping[str, Any] = {"level": level} | ({"limits": {"games": GAMES[level]}} if level in GAMES else {})
    for body in positions.FIXED_FAULTS.get(variant, ()):
        yield signed_answer(client, "/v1/move", body | bounds)
    if level in GAMES:
        for number, situation in enumerate(positions.sample_positions(client, variant, SEARCHES[level])):
            body = situation.body if number % 3 else situation.snapshot
            lang = "en" if number % 2 else "zh"
            yield signed_answer(client, "/v1/move", body | bounds, lang)
        yield from positions.searches(client, variant, level, WHOLE_SEARCHES)
        return
    for number, situation in enumerate(positions.sample_positions(client, variant, 200)):
        yield signed_answer(client, "/v1/move", situation.body | {"level": level}, "en" if number % 2 else "zh")
        if number % 4 == 0:
            yield signed_answer(client, "/v1/move", situation.snapshot | {"level": level, "seed": number})
    for body in positions.endings(client, variant, 150):
        yield signed_answer(client, "/v1/move", body | {"level": level})


def problems(client: Any, variant: str) -> Answers:
    """Yield the problem documents of faulty requests."""
    rng = random.Random(variant)
    for number, situation in enumerate(positions.sample_positions(client, variant, 40)):
        for _ in range(3):
            yield signed_answer(
                client, "/v1/analyze", positions.faulty(situation.body, rng), "zh" if number % 2 else "en"
            )


def about(client: Any, variant: str) -> Answers:
    """Yield the description of the game."""
    request = Request(f"/v1/variants/{variant}")
    yield SignedAnswer(send(client, request), request)


def whole_games(client: Any, variant: str) -> Answers:
    """Yield the results of whole deals in the core, between some levels."""
    from service.advice.levels import policy_of
    from service.core import engine, robots
    from service.position.parse.cards import parse_cards
    from tests.helpers.policies import LOOSE, POWER

    options = {"wild": "7"} if variant == "laizi" else {}
    rules = engine.rules_for(variant, tuple(options.items()))
    dealt, suits = [robots.deal(rules, seed) for seed in range(30)], []
    if rules.setup.suited:
        deals = [read_json(client, "/v1/deal", {"variant": variant, "seed": seed}) or {} for seed in range(4)]
        held = [[parse_cards(hand, kind=rules.setup.kind) for hand in deal["hands"].values()] for deal in deals]
        dealt = [tuple(hand.hand for hand in hands) for hands in held]
        suits = [tuple(hand.suits for hand in hands) for hands in held]
    for pair in ((policy_of("club"), LOOSE), (POWER, policy_of("club"))):
        policies = [pair[i % 2] for i in range(len(rules.variant.seats))]
        for result in robots.games(rules, policies, dealt, range(len(dealt)), suits):
            yield SignedAnswer(repr(tuple(result)).encode())


# ---- lines ------------------------------------------------------------------------------------------------------


def contest_answers() -> Answers:
    """Yield the lines of the contest program."""
    yield from map(SignedAnswer, signed_contest.contest_lines())


def line_sources(client: Any) -> dict[str, Callable[[], Answers]]:
    """Return the source of the answers of each line of the application, by its name."""
    result: dict[str, Callable[[], Answers]] = {}
    for variant in positions.variants_of(client):
        levels = [level["id"] for level in positions.variant_of(client, variant)["levels"]]
        kinds: dict[str, Callable[[], Answers]] = {
            "analyze": partial(analyses, client, variant),
            "check": partial(checks, client, variant),
            "deal": partial(deals, client, variant),
            "bid": partial(bids, client, variant),
            "tribute": partial(tributes, client, variant),
            "game": partial(tables, client, variant),
            "beliefs": partial(belief_answers, client, variant),
            **{f"move.{level}": partial(moves, client, variant, level) for level in levels},
            "problems": partial(problems, client, variant),
            "about": partial(about, client, variant),
            "games": partial(whole_games, client, variant),
        }
        result |= {f"{variant}.{kind}": answers for kind, answers in kinds.items()}
    return result | {"contest.program": contest_answers}

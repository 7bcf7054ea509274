"""Positions of random games, through the public API in the notations of their game.

Only the public API is used, so the requests survive changes of the code behind it. A position depends on the deal and
on the legal plays, never on their evaluation: a play is drawn from the legal ones in the order of their text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient

from tests.helpers.answers import Json, SignedAnswer, read_json, signed_answer

NOTATIONS = {"guandan": ("text", "guandan"), "yuncheng": ("text", "yuncheng")}
OTHERS = ("text", "rlcard", "douzero", "contest", "yuncheng")
"""Notations in which each game is played; games without an entry are played in all of these."""

FREE = frozenset({"wild", "level"})
"""Options that are drawn for every game: the wild ranks, the level."""

POINTS = frozenset({"spring", "spring_factor", "bomb_cap", "next_first"})
HOUSE = {
    "bomb_chain",
    "trio_alone",
    "trio_solo",
    "trio_pair",
    "quad2",
    "kicker_top",
    "must",
    "bomb_forced",
    "show_hand",
    "super_double",
}
PAID = {"loser_bombs", "one_left", "bird_bombs"}
UNDRAWN = {
    "guandan": {"resist"},
    "standard": {"anti_spring"} | HOUSE,
    "laizi": {"anti_spring"} | HOUSE,
    "paodekuai": PAID,
    "paodekuai_two": PAID,
    "paodekuai_four": PAID,
    "zhengshangyou": {"low_run"},
    "zhengshangyou_four": {"low_run"},
}
"""Options by game that are not drawn: they only affect points, or the second rules alone judge them."""

DRAWN = {("guandan", "return_max"): ("T", "A")}
"""Values that are drawn of an option with others, which have their own tests."""

LEGAL = {"want": ["hints"], "top": 0}
"""Fields that request every legal play."""

MOST_PLIES = 400
GAMES = {"guandan": 4, "laizi": 8}
MOST_GAMES = 12
"""Maximum games for a variant's positions; fewer if there are many plays."""


class Situation(NamedTuple):
    """A position as a request."""

    body: Json

    @property
    def snapshot(self) -> Json:
        """Return the same for a client that knows only the table."""
        known = {name: self.body[name] for name in ("variant", "options", "notation", "seat", "hand")}
        return known | self.table

    @property
    def table(self) -> Json:
        """The play to beat."""
        for back, play in enumerate(reversed(self.body["history"])):
            if play not in ("", []):
                return {"last": play} if back < 2 else {}
        return {}


@lru_cache(16)
def variant_of(client: FlaskClient, variant: str) -> Json:
    """Return the description of a game."""
    about: Json = orjson.loads(client.get(f"/v1/variants/{variant}").data)
    return about


def variants_of(client: FlaskClient) -> list[str]:
    """Return every game's id."""
    return [variant["id"] for variant in orjson.loads(client.get("/v1/variants").data)["variants"]]


def options_of(client: FlaskClient, variant: str, rng: random.Random, plain: bool) -> dict[str, str]:
    """Return options: those in `FREE`, and unless the game is *plain* a few others with any value."""
    given = variant_of(client, variant)["options"]
    chosen = {name: rng.choice(option["values"][name == "wild" :]) for name, option in given.items() if name in FREE}
    if plain or not given:
        return chosen
    others = sorted(set(given) - FREE - POINTS - UNDRAWN.get(variant, set()))
    return chosen | {
        name: rng.choice(DRAWN.get((variant, name), given[name]["values"]))
        for name in rng.sample(others, min(3, len(others)))
    }


def sort_key(play: Mapping[str, Any]) -> str:
    return f"{play['cards']} {play.get('as', '')}"


def written_play(play: Mapping[str, Any]) -> Any:
    """Return a hint as an element of a history."""
    return {"cards": play["cards"], "as": play["as"]} if "as" in play else play["cards"]


def draw_play(rng: random.Random, plays: Sequence[Json]) -> Json:
    """Return one of some plays, each shape with the same probability."""
    shapes = sorted({play["shape"] for play in plays})
    shape = rng.choice(shapes)
    return rng.choice(sorted((play for play in plays if play["shape"] == shape), key=sort_key))


def game_positions(client: FlaskClient, variant: str, number: int) -> Iterator[Situation]:
    """Yield the positions of one game between random players."""
    rng = random.Random(f"{variant}/{number}")
    about = variant_of(client, variant)
    notation = NOTATIONS.get(variant, OTHERS)[number % len(NOTATIONS.get(variant, OTHERS))]
    common = {"variant": variant, "options": options_of(client, variant, rng, number % 2 == 0), "notation": notation}
    dealt = read_json(client, "/v1/deal", common | {"seed": number})
    if dealt is None:  # a notation that cannot write all cards of the game
        return
    seats, hands, bottom = [str(seat) for seat in about["seats"]], dealt["hands"], dealt["bottom"]
    if bottom is not None:
        hands[seats[0]] = hands[seats[0]] + bottom
        common["bottom"] = bottom
    history: list[Any] = []
    mover = seats[0]
    for _ in range(MOST_PLIES):
        body = common | {"seat": mover, "hand": hands[mover], "history": list(history)}
        analysis = read_json(client, "/v1/analyze", body | LEGAL)
        if analysis is None:  # the trick has ended and another seat leads, or the game is over
            turn = read_json(client, "/v1/analyze", body | {"want": ["unseen"]})
            mover = str(turn["turn"]["seat"]) if turn else mover
            body = body | {"seat": mover, "hand": hands[mover]}
            analysis = read_json(client, "/v1/analyze", body | LEGAL)
        yield Situation(body)
        if analysis is None:
            return
        passes = analysis["passing"]["legal"] and rng.random() < 0.4
        if passes or not analysis["hints"]:
            history.append([] if isinstance(hands[mover], list) else "")
        else:
            play = draw_play(rng, analysis["hints"])
            history.append(written_play(play))
            hands[mover] = play["rest"]["hand"]
        mover = next((seat for seat in other_seats(seats, mover) if hands[seat]), mover)


def other_seats(seats: Sequence[str], seat: str) -> Sequence[str]:
    """Return the other seats in the order of play."""
    place = seats.index(seat)
    return [*seats[place + 1 :], *seats[:place]]


@lru_cache(16)
def all_positions(client: FlaskClient, variant: str) -> tuple[Situation, ...]:
    """Return every position of a variant's games."""
    games = range(GAMES.get(variant, MOST_GAMES))
    return tuple(situation for number in games for situation in game_positions(client, variant, number))


def sample_positions(client: FlaskClient, variant: str, number: int) -> tuple[Situation, ...]:
    """Return *number* positions, evenly distributed over the games of a variant."""
    situations = all_positions(client, variant)
    step = max(1, len(situations) // number)
    return situations[step // 2 :: step][:number]


FIXED_FAULTS: Mapping[str, Sequence[Json]] = {
    "laizi": [
        {"variant": "laizi", "options": {"wild": "7"}, "hand": hand, "last": {"cards": last, "seat": "landlord_up"}}
        | {"left": {"landlord_down": 10, "landlord_up": 10}}
        for hand, last in (("77A", "KK"), ("77K", "QQ"))
    ],
    "yuncheng": [
        {"variant": "yuncheng", "hand": hand, "left": {"landlord_down": 5, "landlord_up": 5}}
        for hand in ("XDW", "XD22W", "2222XDW")
    ],
}
"""Positions that a level once answered wrongly, and that do not occur in these games."""


@lru_cache(16)
def endings(client: FlaskClient, variant: str, number: int) -> tuple[Json, ...]:
    """Return leads of a few cards, every other one with strong cards, against small hands."""
    about = variant_of(client, variant)
    seats = [str(seat) for seat in about["seats"]]
    requests = []
    for i in range(number):
        rng = random.Random(f"{variant}/ending/{i}")
        common = {"variant": variant, "options": options_of(client, variant, rng, True), "notation": "text"}
        dealt = read_json(client, "/v1/deal", common | {"seed": i % 20})
        assert dealt is not None
        cards = pieces(dealt["hands"][seats[0]], "text")
        few = rng.sample(cards, rng.randint(2, 5))
        hand = [*cards[: rng.randint(1, 3)], *cards[-rng.randint(1, 3) :]] if i % 2 else few
        seat, *others = seats[i % len(seats) :] + seats[: i % len(seats)]
        left = {name: rng.randint(1, 4) for name in others}
        requests.append(common | {"seat": seat, "hand": "".join(hand), "left": left})
    return tuple(requests)


def open_hands(client: FlaskClient, variant: str, number: int) -> Iterator[Json]:
    """Yield open hands of up to eight cards each, neighbours in the order of power, so that they contain runs."""
    about = variant_of(client, variant)
    seats = [str(seat) for seat in about["seats"]]
    most = 3 if len(about["sides"]) == 2 else 2
    for i in range(number):
        rng = random.Random(f"{variant}/open/{i}")
        common = {"variant": variant, "options": options_of(client, variant, rng, i % 2 == 0), "notation": "text"}
        dealt = read_json(client, "/v1/deal", common | {"seed": i})
        assert dealt is not None
        hands = {}
        for seat in seats[: min(2 + i % 2, most)]:
            cards = pieces(dealt["hands"][seat], "text")
            first, size = rng.randrange(len(cards) - 8), rng.randint(3, 8)
            hands[seat] = "".join(cards[first : first + size])
        yield common | {"hands": hands, "limits": {"nodes": 20_000}}


EDGE_PLAYS: Mapping[str, Sequence[Json]] = {
    "laizi": [
        {"variant": "laizi", "options": {"wild": "7"}, "cards": cards}
        for cards in ("7", "77", "777", "7777", "227", "3337", "33327", "34577", "33447", "3334447", "3334445277")
    ],
    "guandan": [
        {"variant": "guandan", "options": {"level": "2"}, "cards": cards}
        for cards in (
            "2h2h", "XXDD", "2s2c2d2h", "3s4s5s6s7s", "AsKsQsJsTs", "As2s3s4s5s", "3s4s5s6s2h", "3s4s5h6s7s",
            "3s3h3c4s2h", "3s3h3c4s4h4d", "3s3h4s4h5s2h",
        )
    ],
}  # fmt: skip
"""Plays of the first and last ranks, of one suit and of wild cards, which random games lack."""


def beaten(play: Json) -> Json:
    """Return a check of the four highest cards of one rank against a play."""
    bomb = {"laizi": "AAAA", "guandan": "AsAhAcAd"}[play["variant"]]
    return {name: play[name] for name in ("variant", "options")} | {"cards": bomb, "last": {"cards": play["cards"]}}


def plays_by_shape(client: FlaskClient, variant: str) -> Iterator[Json]:
    """Yield checks of the shortest plays of each shape in all games, with and without a declaration or a suit."""
    shortest: dict[object, Json] = {}
    for situation in all_positions(client, variant):
        for play in situation.body["history"][-1:]:
            given = {name: situation.body[name] for name in ("variant", "options", "notation")}
            cards = {"cards": play} if not isinstance(play, dict) else play
            answer = read_json(client, "/v1/check", given | cards)
            if answer is None or not answer["readings"]:
                continue
            first = answer["readings"][0]
            kind = first["shape"], len(answer["readings"]), "as" in first, "as" in cards
            known = shortest.get(kind)
            if known is None or len(cards["cards"]) < len(known["cards"]):
                shortest[kind] = given | cards
    yield from shortest.values()


def tables_by_shape(client: FlaskClient, variant: str) -> Iterator[Json]:
    """Yield for each shape the position with the smallest hand in which a play of it is to be beaten."""
    smallest: dict[str, Json] = {}
    for situation in all_positions(client, variant):
        body = situation.snapshot
        answer = read_json(client, "/v1/analyze", body | {"want": ["unseen"]}) if "last" in body else None
        if answer is None:
            continue
        shape = answer["turn"]["to_beat"]["shape"]
        if shape not in smallest or len(body["hand"]) < len(smallest[shape]["hand"]):
            smallest[shape] = body
    yield from smallest.values()


def late_positions(client: FlaskClient, variant: str, number: int, plies: int) -> Iterator[Json]:
    """Yield positions *plies* before the end of *number* games: their few deals are enumerated."""
    for game in range(number):
        yield [*game_positions(client, variant, game)][-plies].body


def searches(client: FlaskClient, variant: str, level: str, number: int) -> Iterator[SignedAnswer]:
    """Yield *number* moves that a level searches with its default number of games; fewer if it rarely searches.

    With few cards, because games with few cards are short.
    """
    for body in endings(client, variant, 40):
        if not number:
            return
        answer = signed_answer(client, "/v1/move", body | {"level": level})
        if b'"search":' in answer.data:
            number -= 1
            yield answer


# ---- cards to be checked, faulty requests -----------------------------------------------------------------------


def pieces(hand: Any, notation: str) -> Sequence[Any]:
    """Return the single cards of a hand."""
    if isinstance(hand, list):
        return hand
    if notation == "guandan":
        return str(hand).split(" ")
    cards: list[str] = []
    for letter in hand:
        if letter in "shcd" and cards:
            cards[-1] += letter
        else:
            cards.append(letter)
    return cards


def join_cards(cards: Sequence[Any], like: Any, notation: str) -> Any:
    """Return single cards as the hand *like* writes them."""
    if isinstance(like, list):
        return list(cards)
    return (" " if notation == "guandan" else "").join(cards)


def tries(situation: Situation, plays: Sequence[Json], rng: random.Random) -> Iterator[Any]:
    """Yield cards for a check: legal plays, equal cards, random cards, a pass."""
    body = situation.body
    cards = pieces(body["hand"], body["notation"])
    for play in rng.sample(sorted(plays, key=sort_key), min(2, len(plays))):
        yield written_play(play)
    for _ in range(3):
        size = rng.randint(1, min(6, len(cards)))
        start = rng.randint(0, len(cards) - size)
        yield join_cards(cards[start : start + size], body["hand"], body["notation"])
        yield join_cards(rng.sample(cards, size), body["hand"], body["notation"])
    yield [] if isinstance(body["hand"], list) else ""


def faulty(body: Json, rng: random.Random) -> Json:
    """Return a request with an error."""
    cards, history = list(pieces(body["hand"], body["notation"])), body["history"]

    def held(*cards: Any) -> Any:
        return join_cards(cards, body["hand"], body["notation"])

    unknown = "Z" if isinstance(cards[0], str) else 99
    changes: tuple[Json, ...] = (
        {"hand": held(*cards[:-1])},
        {"hand": held(*cards, *cards)},
        {"hand": held(*cards, unknown)},
        {"seat": rng.choice(["landlord_down", "2", "north", 1])},
        {"history": [*history, held(*cards[:2])] * 2},
        {"history": history[1:]},
        {"history": ["", *history]},
        {"options": {rng.choice(["must", "attach", "level", "wild", "colour"]): "blue"}},
        {"last": held(*cards[:1])},
        {"left": {rng.choice(["landlord", "0", "3", "east"]): rng.choice([0, 3, 40])}},
        rng.choice([{"handcards": "3"}, {"level": "champion"}, {"top": -1}, {"seed": "x"}, {"want": "all"}]),
        {rng.choice(["hand", "seat", "notation"]): None},
    )
    return body | rng.choice(changes)

"""Client of Paili's API. With `transport.py` it is all that a game server needs; standard library only.

    client = Client("http://127.0.0.1:8000", lang="zh")
    answer = client.analyze("standard landlord_down 34567899JJQQKA22D 4KX TT", want=["hints"], top=1)
    answer["hints"][0]["cards"]  # "JJ"

Each method is an endpoint; its keywords are the fields of the request, and its result is the JSON of `openapi.yaml` as
dictionaries and lists. Errors of the service are raised as `Problem`, failures to reach it as OSError (ConnectionError,
TimeoutError; ForeignError if something else answers). Requests change nothing on the server, so they can be repeated:
the client does so after 429 and 503, at the time given by the server, and once if a kept connection was closed.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias, TypedDict, Unpack
from urllib.parse import quote, urlencode

from paili.transport import Http, Reply, Send, SettingError, pause_of

__all__ = ["AUTHORITY", "Client", "ForeignError", "Http", "Problem", "Reply", "SettingError"]

Json: TypeAlias = dict[str, Any]
Cards: TypeAlias = str | Sequence[int] | Sequence[str]
"""Cards as text (`"34567899"`), or a list of ids in the notations that number cards."""
Play: TypeAlias = str | Sequence[int] | Mapping[str, Any]
"""Cards, `""` for a pass, or `{"cards": "77W5", "as": "7775", "seat": 1}`."""

AUTHORITY = "http://127.0.0.1:8000"
"""Default address of `make run` and `paili serve`."""

LONGEST_QUERY = 3500  # bytes of a GET query; the server accepts lines of 4094
CACHE_SIZE = 256  # answers, with their ETags
IN_QUERIES = {"position": str, "level": str, "lang": str, "order": str, "for": str, "top": int, "seed": int}
"""Fields that a query can express, with their types."""
REQUIRED_FIELD = {
    "analyze": "position", "move": "move", "check": "playable", "bid": "recommended", "deal": "hands",
    "tribute": "advice", "game": "ended", "review": "decisions", "solve": "exact", "records": "games", "batch": "items",
}  # fmt: skip
"""A field that every answer of an endpoint has; an answer without it is not from Paili."""


class LanguageField(TypedDict, total=False):
    """The language of an answer."""

    lang: str


class RuleFields(LanguageField, total=False):
    """The game and its options, and the notation and language of answers."""

    variant: str
    options: Mapping[str, str | int | bool]
    notation: str


class PositionFields(RuleFields, total=False):
    """A position: *hand* alone, a history from the first lead, or a snapshot of the table (`last`, `left`, `seen`)."""

    seat: str | int
    hand: Cards
    bottom: Cards
    history: Sequence[Play]
    last: Play | None
    last_seat: str | int
    left: Mapping[str, int]
    seen: Cards


class MoveFields(PositionFields, total=False):
    """A position and a robot level."""

    level: str | int | Mapping[str, Any]
    seed: int | None
    limits: Mapping[str, int | str]
    only: Sequence[Play]
    avoid: Sequence[Play]


HeightFields = TypedDict("HeightFields", {"for": str}, total=False)
"""The level of the player who is advised."""


class AnalyzeFields(MoveFields, HeightFields, total=False):
    """A position and the parts of its analysis."""

    want: Sequence[str]
    top: int
    order: str


class BidFields(RuleFields, total=False):
    """The known facts of an auction besides the hand."""

    bidding: str
    bids: Sequence[str | int]
    place: int
    bottom: Cards
    level: str | int | Mapping[str, Any]


class DealFields(RuleFields, total=False):
    """The kind of a deal."""

    profile: str
    shuffle: str
    seat: str | int
    composition: Mapping[str, int]
    theme: str
    rating: int
    solution: bool


class TributeFields(RuleFields, total=False):
    """The known facts of a tribute besides the hand."""

    paid: Cards
    order: Sequence[str | int]
    partner_big_jokers: int


class GameFields(RuleFields, total=False):
    """A table: the known hands, the bids and the plays."""

    deal: Mapping[str, Any]
    auction: Mapping[str, Any]
    tribute: Mapping[str, Any]
    match: Mapping[str, Any]
    history: Sequence[Play]


class ReviewFields(GameFields, HeightFields, total=False):
    """A table, the level of the judgement, the seats to judge, and limits of the work."""

    level: str
    seats: Sequence[str | int]
    limits: Mapping[str, int]


class SolveFields(RuleFields, total=False):
    """The seat to move, the play to beat, the number of passes, and limits of the search."""

    turn: str | int
    last: Play | None
    last_seat: str | int
    passes: int
    limits: Mapping[str, int]


class Problem(Exception):  # noqa: N818 - the contract's word: a problem document, RFC 9457
    """An error of the service: the problem document and the page with its fix."""

    def __init__(self, document: Json, authority: str = "", retry_after: float | None = None) -> None:
        self.document = document
        self.status: int = document.get("status", 0)
        self.title: str = document.get("title", "")
        self.detail: str = document.get("detail", "")
        self.errors: list[dict[str, str]] = document.get("errors", [])
        """All errors: `pointer`, `code` and `detail` of each."""
        self.request_id: str = document.get("request_id", "")
        self.retry_after = retry_after
        """Seconds after which to retry, if the server gave them."""
        kind = document.get("type", "")
        self.code: str = kind.rpartition("/")[2] if "/" in kind else ""
        """Stable code of the first error (`hand_size`); "" for errors without a code (`about:blank`)."""
        self.field: str = self.errors[0]["pointer"] if self.errors else ""
        """JSON pointer of the invalid field (`/history/4`); "" if the error is not about one field."""
        self.help: str = f"{authority}{kind}" if authority and kind.startswith("/") else ""
        """URL of the page with the fix; "" if there is none."""
        super().__init__(document)

    def __str__(self) -> str:
        return self.lines()[0]

    def lines(self) -> list[str]:
        """Return a line for each error, with its pointer."""
        first = self.detail or self.title, self.field
        others = [(str(error.get("detail", "")), error["pointer"]) for error in self.errors[1:]]
        return [f"{detail} ({pointer})" if pointer else detail for detail, pointer in (first, *others)]


class ForeignError(ConnectionError):
    """The answer is not from Paili."""


class Client:
    """Client of a Paili server.

    *server* is its URL, *key* a bearer key if required, *lang* the language of all texts ("en" or "zh"), *timeout* the
    seconds without data after which a connection is given up. After 429 and 503 a request is repeated up to *retries*
    times, as long as the pauses requested by the server are at most *patience* seconds together. *send* replaces the
    transport: `paili.engine` uses the engine of this process.

    Threads may share a client. Raises SettingError, a ValueError, for invalid settings.
    """

    def __init__(
        self, server: str = AUTHORITY, *, key: str | None = None, lang: str | None = None, timeout: float = 30.0,
        retries: int = 3, patience: float = 20.0, send: Send | None = None,
    ) -> None:  # fmt: skip
        self.send: Send = send or Http(server, timeout)
        self.authority = "" if send else server.rstrip("/")
        self.retries = retries
        self.patience = patience
        self.headers = {"Accept": "application/json", "Accept-Encoding": "gzip", "User-Agent": "paili-python"}
        if key and not (key.isascii() and key.strip().isprintable()):
            raise SettingError("key", "a key is printable ASCII")
        if lang and not (lang.isascii() and lang.isprintable()):
            raise SettingError("lang", f"a language is written as zh or en; not {lang!r}")
        self.headers |= {"Authorization": f"Bearer {key.strip()}"} if key else {}
        self.headers |= {"Accept-Language": lang} if lang else {}
        self.cache: dict[str, tuple[str, bytes]] = {}
        self.cache_lock = threading.Lock()

    def analyze(self, position: str | None = None, **fields: Unpack[AnalyzeFields]) -> Json:
        """Analyze a position, given as one line or by its fields.

        Returns `{"position", "turn", "power", "split", "hints", "passing", "legal_count", "forced", "move", "unseen",
        "engine"}` as selected by *want*; `beliefs` only if selected. Hints come best first, each `{"cards", "shape",
        "score", "rest": {"hand", "turns"}, "breaks", "exact", "why"}`, with `as` for wild cards. Scores are in turns;
        larger is better. A position in one line is sent by GET, so that proxies and the client can cache the answer.

        Raises Problem: 422 `hand_size`, `too_many_of_rank`, `card_unknown`, `does_not_beat`, `not_your_turn`,
        `variant_unknown`, `level_unknown` and others, each with the invalid field.
        """
        if position is not None and (query := query_of({"position": position, **fields})) is not None:
            return self.get(f"/v1/analyze?{query}", REQUIRED_FIELD["analyze"])
        return self.ask("analyze", position, fields)

    def move(self, position: str | None = None, **fields: Unpack[MoveFields]) -> Json:
        """Return the move of a robot of a *level*.

        Returns `{"position", "move": {"cards", "shape", "pass", "level", "why"}, "forced", "engine"}`; `move` has `as`
        for wild cards, `search` if the level searched, and `strength` if it is given by its share of wins:
        `level={"win": 0.4}`. The move is in the hand, legal and beats the play on the table; a lead is never a pass.

        Raises Problem as `analyze` does; 422 `not_your_turn` if another seat is to move.
        """
        return self.ask("move", position, fields)

    def check(
        self, cards: Cards, position: str | None = None, declared: Cards | None = None, **fields: Unpack[PositionFields]
    ) -> Json:
        """Return the readings of *cards* and their legality: `{"playable", "readings", "stored", "reasons"}`.

        *declared* are the cards that wild cards replace, the field `as` of the request. Illegal cards are no error:
        `reasons` lists the reasons as `{"code", "text"}`.

        Raises Problem for an impossible position.
        """
        stands = {} if declared is None else {"as": declared}
        return self.ask("check", position, {"cards": cards, **stands, **fields})

    def bid(self, hand: Cards, **fields: Unpack[BidFields]) -> Json:
        """Recommend a bid or a double.

        Returns `{"chances": {"landlord", "farmer"}, "actions": [{"bid", "win", "score"}], "recommended", "must",
        "double", "why", …}`; scores here are expected points.

        Raises Problem: 422 `bid_invalid` for impossible bids, `game_over` after the auction.
        """
        return self.ask("bid", None, {"hand": hand, **fields})

    def deal(self, seed: int | None = None, **fields: Unpack[DealFields]) -> Json:
        """Deal a game's cards: `{"hands": {seat: cards}, "bottom", "leader", "first", "options", "fair", …}`.

        The same *seed* deals the same cards; without one the server draws it and returns it. A *profile* gives practice
        hands and sets `fair` to False.

        Raises Problem: 422 `variant_unknown`, `option_unknown`, `field_invalid`.
        """
        return self.ask("deal", None, ({} if seed is None else {"seed": seed}) | {**fields})

    def tribute(self, hand: Cards, role: str, **fields: Unpack[TributeFields]) -> Json:
        """Recommend the card to give or to return in Guandan; *role* is "give" or "return".

        Returns `{"must", "advice", "choices": [{"card", "score", "turns", "exact"}], "refused", "leader", …}`.

        Raises Problem: 422 `field_missing`, `hand_size` and errors of cards.
        """
        return self.ask("tribute", None, {"hand": hand, "role": role, **fields})

    def game(self, **fields: Unpack[GameFields]) -> Json:
        """Referee a table: turn, play to beat, winner and points.

        Returns `{"auction", "tribute", "turn", "left", "out", "trick", "bombs", "ended", "positions", "result",
        "next"}`; `positions` has, for each known hand, the position line of that seat's view, ready for `move`.

        Raises Problem: 422 with a pointer to the bid, the play or the hand that breaks a rule (`/history/4`).
        """
        return self.ask("game", None, fields)

    def review(self, **fields: Unpack[ReviewFields]) -> Json:
        """Review a game: each decision judged from the information of its seat.

        Returns `{"decisions": [{"ply", "seat", "cards", "best", "chance", "chance_best", "loss", "low", "high", "mark",
        "codes", …}], "calls", "seats", "curve", "turning_point", "luck", "open", "left_out", …}`.

        Raises Problem: 422 as `game`, and for seats without a hand.
        """
        return self.ask("review", None, fields)

    def record(self, text: str, endpoint: str = "review") -> Json:
        """Send a game as a record (`text/x-ddz`); return the answer of *endpoint*, "review" or "game".

        Raises Problem: 422 as that endpoint, with `line` in each of `errors`.
        """
        headers = self.headers | {"Content-Type": "text/x-ddz"}
        reply = self.request("POST", f"/v1/{endpoint}", headers, text.encode())
        return read_object(reply, REQUIRED_FIELD.get(endpoint))

    def solve(self, hands: Mapping[str, Cards], **fields: Unpack[SolveFields]) -> Json:
        """Solve open hands: the winner, every winning play, and one line to the end.

        Returns `{"winner", "plays", "line", "exact", "nodes", "turn", "engine"}`. *hands* are those of two sides, by
        seat. If `limits` ended the search, `exact` is False and there is no result.

        Raises Problem: 422 with a pointer to the invalid hand, play or turn; `limit_too_large`.
        """
        return self.ask("solve", None, {"hands": hands, **fields})

    def records(self, text: str, **fields: Unpack[LanguageField]) -> Json:
        """Read games of any format of text that `paili convert` reads, as bodies of `game` and `review`.

        Returns `{"format", "games", "left_out": [{"line", "ply", "code", "text"}]}`; `left_out` names every part of the
        text that is in no game.
        """
        return self.ask("records", None, {"text": text, **fields})

    def batch(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Json | Problem]:
        """Send up to 64 requests at once, each an endpoint's name and its body: `("move", {"hand": "3345"})`.

        Returns the answers in order; a failed item is returned, not raised, as a Problem.
        """
        requests = [{"op": name, "body": dict(body)} for name, body in items]
        answers = self.ask("batch", None, {"items": requests})["items"]
        return [item["body"] if item["status"] == 200 else Problem(item["body"], self.authority) for item in answers]

    def variants(self) -> Json:
        """List the games.

        Returns `{"variants": [{"id", "label", "deck", "seats", "shapes", "options", "levels", "limits", …}],
        "notations", "profiles"}`.
        """
        return self.get("/v1/variants", "variants")

    def variant(self, name: str) -> Json:
        """Describe one game.

        Raises Problem: 404 for an unknown name.
        """
        return self.get(f"/v1/variants/{quote(name, safe='')}", "seats")

    def is_ready(self) -> bool:
        """Return whether the server answers and its core has passed its test."""
        try:
            reply = self.send("GET", "/readyz", self.headers, None)
            return reply.status == 200 and read_object(reply).get("status") == "ready"
        except OSError:
            return False

    def close(self) -> None:
        """Close this thread's connection; the next request opens another."""
        if isinstance(self.send, Http):
            self.send.close()

    def ask(self, endpoint: str, position: str | None, fields: Mapping[str, Any]) -> Json:
        """Send a request by POST; return its answer."""
        body = dict(fields) if position is None else {"position": position, **fields}
        headers = self.headers | {"Content-Type": "application/json"}
        reply = self.request("POST", f"/v1/{endpoint}", headers, json.dumps(body).encode())
        return read_object(reply, REQUIRED_FIELD.get(endpoint))

    def get(self, path: str, required: str | None = None) -> Json:
        """Return a resource, from the cache if the server confirms it."""
        with self.cache_lock:
            tag, known = self.cache.pop(path, ("", b""))
        reply = self.request("GET", path, self.headers | ({"If-None-Match": tag} if tag else {}), None)
        reply = reply._replace(data=known) if reply.status == 304 else reply
        answer, tag = read_object(reply, required), tag if reply.status == 304 else reply.headers.get("etag", "")
        if tag:
            with self.cache_lock:
                self.cache[path] = (tag, reply.data)
                if len(self.cache) > CACHE_SIZE:
                    del self.cache[next(iter(self.cache))]
        return answer

    def request(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        """Send a request, and repeat it until it is answered or the pauses requested by the server are too long."""
        waited = 0.0
        for attempt in range(max(0, self.retries) + 1):
            reply = self.send(method, path, headers, body)
            if reply.status in (200, 304):
                return reply
            pause = pause_of(reply)
            waiting = 2.0**attempt if pause is None else pause
            if reply.status not in (429, 503) or waited + waiting > self.patience or attempt >= self.retries:
                break
            time.sleep(waiting)
            waited += waiting
        raise Problem(document_of(reply), self.authority, pause)


def query_of(fields: Mapping[str, Any]) -> str | None:
    """Return fields as a query; None if a query cannot express them or is too long."""
    written = {}
    for name, value in fields.items():
        words = value if name == "want" and isinstance(value, (list, tuple)) else ()
        if words and all(type(word) is str and word.isalpha() for word in words):
            written[name] = ",".join(value)
        elif type(value) is IN_QUERIES.get(name):
            written[name] = str(value)
        else:
            return None
    query = urlencode(written)
    return query if len(query) <= LONGEST_QUERY else None


def document_of(reply: Reply) -> Json:
    """Return the problem document of an error, or one with only the status if a proxy answered."""
    try:
        document = json.loads(reply.data)
    except ValueError:
        document = None
    if isinstance(document, dict) and isinstance(document.get("type"), str):
        errors = document.get("errors", [])
        if isinstance(errors, list) and all(isinstance(error, dict) and "pointer" in error for error in errors):
            return document | {"status": reply.status}
    title = HTTPStatus(reply.status).phrase if reply.status in STATUSES else ""
    detail = f"{reply.status} {title} {reply.headers.get('location', '')}".strip()
    return {"type": "about:blank", "title": title, "status": reply.status, "detail": detail}


STATUSES = frozenset(HTTPStatus)
"""Status codes with a phrase."""


def read_object(reply: Reply, required: str | None = None) -> Json:
    """Return the JSON of an answer.

    Raises ForeignError if it is no object or lacks the field that identifies it.
    """
    try:
        answer = json.loads(reply.data)
    except ValueError as error:
        raise ForeignError("the answer is not Paili's: no JSON") from error
    if not isinstance(answer, dict):
        raise ForeignError("the answer is not Paili's: no JSON object")
    if required and required not in answer:
        raise ForeignError(f"the answer is not Paili's: no `{required}`")
    return answer

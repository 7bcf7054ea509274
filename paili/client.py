"""A client of Paili's API: with `transport.py` all that a game server needs, on the standard library alone.

    client = Client("http://127.0.0.1:8000", lang="zh")
    answer = client.analyze("standard landlord_down 34567899JJQQKA22D 4KX TT", want=["hints"], top=1)
    answer["hints"][0]["cards"]  # "JJ"

Each method is an endpoint; its keywords are the fields of the request and its answer is the JSON as `openapi.yaml`
describes it, in dictionaries and lists. What the service refuses is raised as `Problem`; what never reached it, as
OSError (ConnectionError, TimeoutError; ForeignError where something else answers). A question changes nothing on the
server, so whatever failed on the way may be asked again: the client does so after 429 and 503, when the server says,
and once where a kept connection had died.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Mapping, Sequence
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
"""Where `make run` and `paili serve` serve."""

LONGEST_QUERY = 3500  # bytes that are asked by GET; the server reads lines of 4094
CACHE_SIZE = 256  # answers, with their ETags
IN_QUERIES = {"position": str, "level": str, "lang": str, "order": str, "top": int, "seed": int}
"""Fields that a query says as a body does, and of what kind."""
REQUIRED_FIELD = {
    "analyze": "position", "move": "move", "check": "playable", "bid": "recommended", "deal": "hands",
    "tribute": "advice", "game": "ended", "solve": "exact", "batch": "items",
}  # fmt: skip
"""A field that every answer of an endpoint has; what has it not is somebody else's."""


class RuleFields(TypedDict, total=False):
    """The game that is played, and how cards and sentences are written."""

    variant: str
    options: Mapping[str, str | int | bool]
    notation: str
    lang: str


class PositionFields(RuleFields, total=False):
    """A position: *hand* alone, a history from the first lead, or a snapshot of the table (`last`, `left`, `seen`)."""

    seat: str | int
    hand: Cards
    bottom: Cards
    history: Sequence[Play]
    last: Play | None
    left: Mapping[str, int]
    seen: Cards


class MoveFields(PositionFields, total=False):
    """A position, and who plays it."""

    level: str
    seed: int | None
    limits: Mapping[str, int | str]
    only: Sequence[Play]
    avoid: Sequence[Play]


class AnalyzeFields(MoveFields, total=False):
    """A position, and what to say of it."""

    want: Sequence[str]
    top: int
    order: str


class BidFields(RuleFields, total=False):
    """What is known in an auction beside the hand."""

    bidding: str
    bids: Sequence[str | int]
    place: int
    bottom: Cards


class DealFields(RuleFields, total=False):
    """What a deal is to be."""

    profile: str
    seat: str | int
    composition: Mapping[str, int]


class TributeFields(RuleFields, total=False):
    """What is known in a tribute beside the hand."""

    paid: Cards
    order: Sequence[str | int]
    partner_big_jokers: int


class GameFields(RuleFields, total=False):
    """A table: what is known of the deal, what was said and what was played."""

    deal: Mapping[str, Any]
    auction: Mapping[str, Any]
    tribute: Mapping[str, Any]
    match: Mapping[str, Any]
    history: Sequence[Play]


class SolveFields(RuleFields, total=False):
    """Whose turn it is with open hands, what lies there, how many have passed since, and bounds of the search."""

    turn: str | int
    last: Play | None
    passes: int
    limits: Mapping[str, int]


class Problem(Exception):  # noqa: N818 - the contract's word: a problem document, RFC 9457
    """What the service refused, and why: the problem document, and where to read how to mend it."""

    def __init__(self, document: Json, authority: str = "", retry_after: float | None = None) -> None:
        self.document = document
        self.status: int = document.get("status", 0)
        self.title: str = document.get("title", "")
        self.detail: str = document.get("detail", "")
        self.errors: list[dict[str, str]] = document.get("errors", [])
        """Every fault that was found: `pointer`, `code` and `detail` of each."""
        self.request_id: str = document.get("request_id", "")
        self.retry_after = retry_after
        """Seconds after which the server wants to be asked again, if it said so."""
        kind = document.get("type", "")
        self.code: str = kind.rpartition("/")[2] if "/" in kind else ""
        """The stable code of the first fault (`hand_size`); "" where there is none (`about:blank`)."""
        self.field: str = self.errors[0]["pointer"] if self.errors else ""
        """The JSON pointer of the field that is wrong (`/history/4`), "" where it is none in particular."""
        self.help: str = f"{authority}{kind}" if authority and kind.startswith("/") else ""
        """The address of the page that says how to mend it; "" where no server has one."""
        super().__init__(document)

    def __str__(self) -> str:
        where = f" ({self.field})" if self.field else ""
        return f"{self.detail or self.title}{where}"


class ForeignError(ConnectionError):
    """What answers there is not Paili."""


class Client:
    """Asks a Paili server.

    *server* is its address, *key* a bearer key if the operator wants one, *lang* the language of every sentence ("en"
    or "zh"), *timeout* the seconds that a connection may be silent. After 429 and 503 a request is sent again up to
    *retries* times, as long as the pauses that the server asks for are *patience* seconds together at most. *send*
    takes the place of the server: `paili.engine` puts the engine of this very process there.

    A client may be used by several threads. Raises SettingError, a ValueError, for what cannot be meant.
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
        """Say everything about a position, given as one line or by its fields.

        Returns `{"position", "turn", "power", "split", "hints", "pass", "legal_count", "forced", "move", "unseen",
        "engine"}`, as far as *want* asks for it; `beliefs` only if it is named there. Hints come best first, each
        `{"cards", "shape", "score", "rest": {"hand", "turns"}, "breaks", "exact", "why"}`, and `as` where wild cards
        stand for others. Scores count in turns; larger is better. A position in one line is asked by GET: caches on the
        way and the client's own kept answers serve it again.

        Raises Problem: 422 `hand_size`, `too_many_of_rank`, `card_unknown`, `does_not_beat`, `not_your_turn`,
        `variant_unknown`, `level_unknown` and others, each with the field that is wrong.
        """
        if position is not None and (query := query_of({"position": position, **fields})) is not None:
            return self.get(f"/v1/analyze?{query}", REQUIRED_FIELD["analyze"])
        return self.ask("analyze", position, fields)

    def move(self, position: str | None = None, **fields: Unpack[MoveFields]) -> Json:
        """Say what a robot of a *level* plays.

        Returns `{"position", "move": {"cards", "shape", "pass", "level", "why"}, "forced", "engine"}`; `move` has `as`
        where wild cards stand for others, and `search` where the level searched. It is owned, legal, beats what lies
        there, and is never a pass on a lead.

        Raises Problem as `analyze` does; 422 `not_your_turn` if another seat is to move.
        """
        return self.ask("move", position, fields)

    def check(
        self, cards: Cards, position: str | None = None, declared: Cards | None = None, **fields: Unpack[PositionFields]
    ) -> Json:
        """Say what *cards* are, and whether they may be played: `{"playable", "readings", "stored", "reasons"}`.

        *declared* is what wild cards stand for, the field `as` of the request. Cards that may not be played are no
        error: `reasons` says why, each `{"code", "text"}`.

        Raises Problem for a position that cannot be.
        """
        stands = {} if declared is None else {"as": declared}
        return self.ask("check", position, {"cards": cards, **stands, **fields})

    def bid(self, hand: Cards, **fields: Unpack[BidFields]) -> Json:
        """Say what to bid, or whether to double.

        Returns `{"chances": {"landlord", "farmer"}, "actions": [{"bid", "win", "score"}], "recommended", "must",
        "double", "why", …}`; scores here are expected points.

        Raises Problem: 422 `bid_invalid` for bids that cannot be, `game_over` once nothing is left to say.
        """
        return self.ask("bid", None, {"hand": hand, **fields})

    def deal(self, seed: int, **fields: Unpack[DealFields]) -> Json:
        """Deal a game's cards: `{"hands": {seat: cards}, "bottom", "leader", "first", "options", "fair", …}`.

        The same *seed* deals the same cards; a *profile* makes practice hands, and says so in `fair`.

        Raises Problem: 422 `variant_unknown`, `option_unknown`, `field_invalid`.
        """
        return self.ask("deal", None, {"seed": seed, **fields})

    def tribute(self, hand: Cards, role: str, **fields: Unpack[TributeFields]) -> Json:
        """Say which card to give or to return in Guandan; *role* is "give" or "return".

        Returns `{"must", "advice", "choices": [{"card", "score", "turns", "exact"}], "refused", "leader", …}`.

        Raises Problem: 422 `field_missing`, `hand_size` and what cards can be wrong in.
        """
        return self.ask("tribute", None, {"hand": hand, "role": role, **fields})

    def game(self, **fields: Unpack[GameFields]) -> Json:
        """Judge a table: whose word or turn it is, what lies there, who won, what it pays.

        Returns `{"auction", "tribute", "turn", "left", "out", "trick", "bombs", "ended", "positions", "result",
        "next"}`; `positions` has, for each known hand, the line of what that seat may know, ready for `move`.

        Raises Problem: 422 that points at the bid, the play or the hand that breaks a rule (`/history/4`).
        """
        return self.ask("game", None, fields)

    def solve(self, hands: Mapping[str, Cards], **fields: Unpack[SolveFields]) -> Json:
        """Say who wins with open hands, by every play that wins, and one line to the end.

        Returns `{"winner", "plays", "line", "exact", "nodes", "turn", "engine"}`. *hands* are those of two sides, by
        seat. Where `limits` ended the search `exact` is False, and nothing is known.

        Raises Problem: 422 that points at the hand, the play or the turn that cannot be; `limit_too_large`.
        """
        return self.ask("solve", None, {"hands": hands, **fields})

    def batch(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Json | Problem]:
        """Ask up to 64 questions at once, each an endpoint's name and its body: `("move", {"hand": "3345"})`.

        Returns an answer for each, in order; a Problem stands, not raised, where one was refused.
        """
        requests = [{"op": name, "body": dict(body)} for name, body in items]
        answers = self.ask("batch", None, {"items": requests})["items"]
        return [item["body"] if item["status"] == 200 else Problem(item["body"], self.authority) for item in answers]

    def variants(self) -> Json:
        """List the games.

        Returns `{"variants": [{"id", "name", "name_zh", "deck", "seats", "shapes", "options", "levels", "limits", …}],
        "notations", "profiles"}`.
        """
        return self.get("/v1/variants", "variants")

    def variant(self, name: str) -> Json:
        """Describe one game. Raises Problem: 404 if there is none of that name."""
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
        """Post a question; return its answer."""
        body = dict(fields) if position is None else {"position": position, **fields}
        headers = self.headers | {"Content-Type": "application/json"}
        reply = self.request("POST", f"/v1/{endpoint}", headers, json.dumps(body).encode())
        return read_object(reply, REQUIRED_FIELD.get(endpoint))

    def get(self, path: str, required: str | None = None) -> Json:
        """Return a resource; the kept answer where the server says that it is still right."""
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
        """Send a request until it is answered, refused, or the pauses that the server asks for are too long."""
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
    """Return fields as a query; None if a query would say something else of one of them, or all are too long."""
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
    """Return the problem document of a refusal, or one that says its status where something on the way refused."""
    try:
        document = json.loads(reply.data)
    except ValueError:
        document = None
    if isinstance(document, dict) and isinstance(document.get("type"), str):
        errors = document.get("errors", [])
        if isinstance(errors, list) and all(isinstance(error, dict) and "pointer" in error for error in errors):
            return document | {"status": reply.status}
    title = http.client.responses.get(reply.status, "")
    detail = f"{reply.status} {title} {reply.headers.get('location', '')}".strip()
    return {"type": "about:blank", "title": title, "status": reply.status, "detail": detail}


def read_object(reply: Reply, required: str | None = None) -> Json:
    """Return the JSON of an answer. Raises ForeignError if it is no object, or has not the field it is known by."""
    try:
        answer = json.loads(reply.data)
    except ValueError as error:
        raise ForeignError("the answer is not Paili's: no JSON") from error
    if not isinstance(answer, dict):
        raise ForeignError("the answer is not Paili's: no JSON object")
    if required and required not in answer:
        raise ForeignError(f"the answer is not Paili's: no `{required}`")
    return answer

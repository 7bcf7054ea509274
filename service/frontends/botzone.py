"""Bot for Botzone's FightTheLandlord2 and GuanDan: one line of JSON in, one line `{"response": …}` out.

`python -m service.frontends.botzone` reads the whole log of a match from standard input and answers its last request;
with `--keep-running` the process does not exit, and each further line contains only the next request. `--pack FILE`
writes the upload: a zip with `__main__.py`, the service without its web parts, and the compiled core. The game follows
from the requests.

FightTheLandlord2: a card is 0..53, four of each rank from the three, in the suits hearts, diamonds, spades, clubs; 52
and 53 are the jokers. Kickers are of different ranks, as in Pagat's rules. GuanDan: a card is 0..107, two decks of 54,
each from the ace to the king; a play consists of its cards and the cards that they are declared as.
"""

from __future__ import annotations

import argparse
import json
import os
import py_compile
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from typing import Any, NamedTuple

from service.advice import robot
from service.advice.bid import contest_bid
from service.advice.tribute.advice import advise_tribute, tribute_rules
from service.core import engine
from service.frontends import contest
from service.frontends.contest import Board, ContestTurn
from service.position.parse.cards import parse_cards
from service.position.parse.position_text import PositionText
from service.position.play import faces_of
from service.position.position import Position
from service.position.tribute import GIVE, RETURN, TributeText
from service.rules import cards as c
from service.rules import tribute
from service.rules.combos import Combo
from service.rules.errors import RuleError
from service.rules.games.guandan import GUANDAN
from service.rules.games.standard import STANDARD
from service.rules.physical_cards import taken
from service.rules.tribute import Payment

LEVEL = "expert"
"""Default level: `master` takes more than a second of a slow core in some positions."""

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""Line after an answer that requests that the process keeps running."""

TIME = 0.85
"""Seconds that the search may use from request to answer; Botzone allows one second."""

TRIAL_GAMES = 8
"""Games of a first search, which measures the current speed of the machine."""

TRIAL_TIME = 0.2
"""Minimum seconds for a search: a slow core takes 0.1 s for the first search in GuanDan."""

PLAYERS = "ABC"
LANDLORD_GAME = STANDARD.id
LANDLORD_OPTIONS = {"attach": "pagat"}
"""Kickers of different ranks: on Botzone 333344 and 33344455 are no plays."""

GUANDAN_GAME = GUANDAN.id
GUANDAN_GAMES = 64
"""Games of a search in GuanDan, a quarter of the level's number: with all, the hardest decision took 0.94 s of a busy
core."""

GUANDAN_SEATS = 4
PLAYER_NUMBERS = tuple(map(str, range(GUANDAN_SEATS)))

SUITS_OF_IDS = "HDSC"
RANKS_OF_IDS = "A23456789TJQK"
DECK_SIZE = 54

Json = dict[str, Any]
Cards = tuple[int, ...]


class LogError(ValueError):
    """The log has a wrong format, or parts of it are missing; the message names the place."""


# ---- reading a log --------------------------------------------------------------------------------------------------


def require(value: Any, kind: type, place: str) -> Any:
    """Return *value*.

    Raises LogError with its *place* if it is missing or has another type.
    """
    if type(value) is not kind:
        names = {dict: "an object", list: "a list", int: "a whole number", str: "a text"}
        raise LogError(f"{place} is {'missing' if value is None else f'not {names[kind]}'}")
    return value


def read_ids(value: Any, size: int, place: str) -> Cards:
    """Return different card ids below *size*. Raises LogError naming the place of a fault."""
    cards = tuple(require(card, int, f"{place}[{at}]") for at, card in enumerate(require(value, list, place)))
    for card in cards:
        if not 0 <= card < size:
            raise LogError(f"{place}: there is no card {card}; cards are 0 to {size - 1}")
    if len(set(cards)) < len(cards):
        raise LogError(f"{place}: a card occurs twice")
    return cards


def read_player(value: Any, number: int, place: str) -> int:
    """Return the index of a player, below *number*. Raises LogError naming the *place*."""
    player = int(require(value, int, place))
    if not 0 <= player < number:
        raise LogError(f"{place}: there is no player {player}; players are 0 to {number - 1}")
    return player


def take_out(hand: set[int], cards: Sequence[int], place: str) -> None:
    """Remove cards from a hand.

    Raises LogError for a card that is not in it: a request or a response is missing.
    """
    for card in cards:
        if card not in hand:
            raise LogError(f"{place}: card {card} is not in the hand; a part of the log is missing")
        hand.remove(card)


def read_log(text: str) -> Json:
    """Return the log in a line.

    Raises LogError if it is truncated or no JSON object.
    """
    try:
        log = json.loads(text)
    except ValueError as error:
        raise LogError(f"the line is no JSON, or cut: {error}") from None
    return dict(require(log, dict, "the line"))


# ---- FightTheLandlord2 ----------------------------------------------------------------------------------------------


class Clock:
    """Time limit for the answer to a request; part of it may have passed already."""

    def __init__(self, passed: float = 0.0) -> None:
        self.until = time.monotonic() + TIME - passed

    def choose(self, position: Position, level: str, games: int = 0) -> robot.Move:
        """Return the move of a level whose search plays *games* games, or fewer if these would take too long.

        A first search of few games measures the time of a game; the second one may use half of the remaining time.
        Without time for the first search the level does not search.
        """
        wanted = games or robot.games_of(robot.LEVELS[level], position.rules)
        if wanted <= TRIAL_GAMES:
            return robot.choose_move(position, level, games=games)
        began = time.monotonic()
        if self.until - began < TRIAL_TIME:
            return robot.choose_move(position, level, games=robot.NO_SEARCH)
        move = robot.choose_move(position, level, games=TRIAL_GAMES)
        now = time.monotonic()
        fit = int(TRIAL_GAMES * max(0.0, self.until - now) / (2 * max(now - began, 1e-6)))
        if move.search is None or fit <= TRIAL_GAMES:
            return move
        return robot.choose_move(position, level, games=min(wanted, fit))


def process_age() -> float:
    """Return the seconds since this process was started; 0 if the system does not report them."""
    try:
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def landlord_board(requests: Sequence[Json], responses: Sequence[Any]) -> Board:
    """Return the board described by the requests of the play phase; *responses* are our plays."""
    first = requests[0]
    me, landlord = (
        read_player(first.get(name), len(PLAYERS), f"the first play request's {name}") for name in ("pos", "landlord")
    )
    bottom = read_ids(first.get("publiccard"), DECK_SIZE, "publiccard")
    hand = {*read_ids(first.get("own"), DECK_SIZE, "own"), *(bottom if me == landlord else ())}
    board = Board(PLAYERS[me], (), PLAYERS[landlord], bottom, variant=LANDLORD_GAME, options=LANDLORD_OPTIONS)
    for at, request in enumerate(requests):
        place = f"history of play request {at}"
        plays = require(request.get("history"), list, place)
        if len(plays) != 2:
            raise LogError(f"{place} has {len(plays)} plays; it has the two before ours")
        number = (me - landlord) % len(PLAYERS) if at == 0 else 2
        for back in range(number, 0, -1):
            cards = read_ids(plays[-back], DECK_SIZE, f"{place}[{2 - back}]")
            board.history.append(ContestTurn(PLAYERS[(me - back) % len(PLAYERS)], cards))
        if at < len(responses):
            cards = read_ids(responses[at], DECK_SIZE, f"response {at} of the play")
            take_out(hand, cards, f"response {at} of the play")
            board.history.append(ContestTurn(PLAYERS[me], cards))
    seen = [card for turn in board.history for card in turn.cards]
    duplicate = next((card for card, times in Counter([*seen, *hand]).items() if times > 1), None)
    if duplicate is not None:
        raise LogError(f"card {duplicate} was played twice, or is still in the hand")
    board.hand = tuple(sorted(hand))
    return board


def answer_landlord(requests: Sequence[Json], responses: Sequence[Any], level: str, clock: Clock) -> int | list[int]:
    """Return the bid or the cards for the last request."""
    bids = sum("bid" in request for request in requests)
    if bids == len(requests):
        rules = engine.rules_for(LANDLORD_GAME, tuple(LANDLORD_OPTIONS.items()))
        cards = read_ids(requests[-1].get("own"), DECK_SIZE, "own")
        earlier = [require(bid, int, "bid") for bid in require(requests[-1]["bid"], list, "bid")]
        return contest_bid(rules, parse_cards(list(cards), c.CONTEST).hand, earlier)
    return sorted(contest.choose_play(landlord_board(requests[bids:], responses[bids:]), level, clock.choose))


# ---- GuanDan: cards -------------------------------------------------------------------------------------------------


def card_token(card: int) -> str:
    """Return a card as the notation `guandan` writes it.

    >>> card_token(0), card_token(54 + 39), card_token(52), card_token(107)
    ('HA', 'CT', 'SB', 'HR')
    """
    card %= DECK_SIZE
    if card >= 52:
        return (tribute.SMALL_JOKER, tribute.BIG_JOKER)[card - 52]
    return SUITS_OF_IDS[card % 4] + RANKS_OF_IDS[card // 4]


def rank_letter(card: int) -> str:
    """Return the rank of a card as text has it."""
    card %= DECK_SIZE
    return "XD"[card - 52] if card >= 52 else RANKS_OF_IDS[card // 4]


def claimed_id(rank: str, suit: str) -> int:
    """Return the first id of a rank and a suit.

    >>> claimed_id("T", "C")
    39
    """
    return 4 * RANKS_OF_IDS.index(rank) + SUITS_OF_IDS.index(suit)


class GuandanTurn(NamedTuple):
    """One turn: the player, the cards, and the cards that they are declared as; a pass has none."""

    player: int
    cards: Cards = ()
    claim: Cards = ()


def shown_play(turn: GuandanTurn) -> Any:
    """Return a turn as a play of a request."""
    cards = [card_token(card) for card in turn.cards]
    claim = [card_token(card) for card in turn.claim]
    return {"cards": cards} if sorted(cards) == sorted(claim) else {"cards": cards, "as": claim}


# ---- GuanDan: the table ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class GuandanTable:
    """A deal from the view of one player."""

    me: int
    hand: set[int]
    level: str
    turns: list[GuandanTurn] = field(default_factory=list)
    done: tuple[int, ...] = ()

    def to_beat(self) -> GuandanTurn | None:
        """Return the play to beat; None on a lead."""
        at = next((at for at in range(len(self.turns) - 1, -1, -1) if self.turns[at].cards), None)
        if at is None or self.turns[at].player == self.me:
            return None
        last, passes = self.turns[at], len(self.turns) - 1 - at
        others = [player for player in range(4) if player != last.player and player not in self.done]
        return None if passes >= len(others) else last

    def left(self) -> dict[int, int]:
        """Return the number of cards of each player."""
        played = Counter(dict.fromkeys(range(4), 0))
        for turn in self.turns:
            played[turn.player] += len(turn.cards)
        return {player: 27 - number for player, number in played.items()}

    def position_texts(self) -> Iterator[PositionText]:
        """Yield descriptions of the table, the most complete first."""
        first = self.turns[0].player if self.turns else self.me
        seat = str((self.me - first) % 4)
        hand = [card_token(card) for card in sorted(self.hand)]
        text = PositionText(hand, GUANDAN_GAME, {"level": self.level}, seat, notation=c.GUANDAN.id)
        yield text._replace(history=[shown_play(turn) for turn in self.turns])
        last = self.to_beat()
        shown = last and {"seat": str((last.player - first) % 4), **shown_play(last)}
        text = text._replace(last=shown)
        counts = self.left().items()
        left = {str((player - first) % 4): number for player, number in counts if number > 0 and player != self.me}
        yield text._replace(left=left, seen=[card_token(card) for turn in self.turns for card in turn.cards])
        yield text

    def fallback(self) -> tuple[Cards, Cards]:
        """Return a play that is legal on any table: the lowest card on a lead, else a pass."""
        if self.to_beat() is not None:
            return (), ()
        card = min(self.hand, key=lambda held: (tribute.power(card_token(held), self.level), held))
        return (card,), (card,)


def choose_guandan_play(table: GuandanTable, level: str, clock: Clock) -> tuple[Cards, Cards]:
    """Return the cards that a robot of *level* plays and their claim, none for a pass."""
    positions = (contest.position_on_turn(text) for text in table.position_texts())
    position = next((seen for seen in positions if seen is not None), None)
    games = GUANDAN_GAMES if robot.LEVELS[level].budget else 0
    combo = None if position is None else clock.choose(position, level, games).combo
    if position is None or combo is None:
        return table.fallback() if position is None or position.leads else ((), ())
    suits = engine.pick(position.rules, position.hand, combo, position.to_beat, position.suits, position.constraints)
    tokens = taken(combo.cards, position.own_cards, position.notation, suits)
    free, cards, natural = sorted(table.hand), list[int](), list[int]()
    for rank, token in tokens:
        card = next(held for held in free if card_token(held) == token)
        free.remove(card)
        cards.append(card)
        if rank != c.WILD:
            natural.append(card)
    claim = (*natural, *wild_claims(combo, faces_of(combo, position.rules, suits), natural))
    return tuple([card for card in cards if card in natural] + [card for card in cards if card not in natural]), claim


def wild_claims(combo: Combo, faces: Sequence[str], natural: Sequence[int]) -> list[int]:
    """Return the cards that the wild cards of a combo are declared as: its *faces* without the natural cards."""
    missing = list(faces)
    for card in natural:
        missing.remove(next(face for face in missing if face[0] == rank_letter(card)))
    run = combo.length == combo.size and not combo.suit
    suit = SUITS_OF_IDS[(natural[0] + 1) % 4] if run and natural else "H"  # prevents an accidental straight flush
    return [claimed_id(face[0], face[1].upper() if len(face) > 1 else suit) for face in missing]


# ---- GuanDan: the log -----------------------------------------------------------------------------------------------


def read_turn_of(entry: Any, place: str) -> GuandanTurn | None:
    """Return a turn of a history; None for an empty slot."""
    if entry == []:
        return None
    player = read_player(require(entry, dict, place).get("player"), GUANDAN_SEATS, f"{place}.player")
    played = require(entry.get("response"), list, f"{place}.response")
    if len(played) != 2:
        raise LogError(f"{place}.response is not [cards, claim]")
    cards = read_ids(played[0], 2 * DECK_SIZE, f"{place}.response[0]")
    claimed = require(played[1], list, f"{place}.response[1]")
    claim = tuple(require(card, int, f"{place}.response[1]") % (2 * DECK_SIZE) for card in claimed)
    if len(cards) != len(claim):
        raise LogError(f"{place}.response has {len(cards)} cards and a claim of {len(claim)}")
    return GuandanTurn(player, cards, claim)


def add_turns(table: GuandanTable, request: Json, place: str) -> None:
    """Add the turns since our last one; the window of four turns contains all of them."""
    window = [
        read_turn_of(entry, f"{place}[{at}]") for at, entry in enumerate(require(request.get("history"), list, place))
    ]
    turns = [turn for turn in window if turn is not None]
    ours = [at for at, turn in enumerate(turns) if turn.player == table.me]
    mine = next((turn for turn in reversed(table.turns) if turn.player == table.me), None)
    if ours and (mine is None or sorted(turns[ours[-1]].cards) != sorted(mine.cards)):
        raise LogError(f"{place} has a turn of ours that no response has; a part of the log is missing")
    if not ours and mine is not None and len(turns) < 4:
        raise LogError(f"{place} does not reach back to our last turn; a part of the log is missing")
    table.turns += turns[ours[-1] + 1 :] if ours else turns
    table.done = tuple(require(request.get("done"), list, f"{place[:-8]}.done"))


def read_tribute(deal: Json, name: str) -> dict[str, int]:
    """Return the cards of a tribute by player, -1 for unknown ones; empty without a tribute."""
    cards = require(deal.get(name) or {}, dict, f"global.{name}")
    if wrong := [player for player in cards if player not in PLAYER_NUMBERS]:
        raise LogError(f"global.{name}: there is no player {wrong[0]}; players are {', '.join(PLAYER_NUMBERS)}")
    known = {player: -1 if card is None else card for player, card in cards.items()}
    for player, card in known.items():
        if require(card, int, f"global.{name}.{player}") >= 2 * DECK_SIZE:
            raise LogError(f"global.{name}.{player}: there is no card {card}; cards are 0 to {2 * DECK_SIZE - 1}")
    return known


def known_payments(deal: Json) -> tuple[Payment, ...] | None:
    """Return the payments of a tribute, the card for first place first; None unless all are known."""
    kind, paid = deal.get("tribute"), read_tribute(deal, "tribute_cards")
    if not kind or deal.get("resist"):
        return None
    cards = {int(player): card for player, card in paid.items() if card >= 0}
    order = going_out(deal)
    if set(cards) != set(tribute.givers(order)):
        return None
    names = {player: card_token(card) for player, card in cards.items()}
    return tribute.payments(order, names, level_of(deal))


def going_out(deal: Json) -> list[int]:
    """Return a possible order of going out in the last deal with its first and last place and its kind of tribute."""
    first = read_player(deal.get("first"), GUANDAN_SEATS, "global.first")
    partner = (first + 2) % 4
    if deal.get("tribute") == 2:
        return [first, partner, (first + 1) % 4, (first + 3) % 4]
    last = read_player(deal.get("last"), GUANDAN_SEATS, "global.last")
    return [first, *sorted({0, 1, 2, 3} - {first, last}, key=lambda player: player == partner), last]


def level_of(deal: Json) -> str:
    """Return the level rank of a deal as one letter. Raises LogError if it is none."""
    level = str(deal.get("level")).replace("10", "T")
    if level not in RANKS_OF_IDS or len(level) != 1:
        raise LogError(f"global.level {deal.get('level')} is not a rank")
    return level


def exchange_cards(table: GuandanTable, deal: Json, *, returned: bool) -> None:
    """Carry out the tribute of a deal on our hand; *returned*: also the cards given back."""
    paid, back = read_tribute(deal, "tribute_cards"), read_tribute(deal, "return_cards")
    for giver, receiver, _ in ((pay.giver, pay.receiver, pay.card) for pay in known_payments(deal) or ()):
        card = paid[str(giver)]
        if table.me == giver:
            take_out(table.hand, [card], f"global.tribute_cards.{giver}")
        elif table.me == receiver:
            table.hand.add(card)
        given = back.get(str(receiver), -1)
        if not returned or given < 0:
            continue
        if table.me == receiver:
            take_out(table.hand, [given], f"global.return_cards.{receiver}")
        elif table.me == giver:
            table.hand.add(given)


def tribute_choice(table: GuandanTable, role: str) -> list[int]:
    """Return the card to pay or to return."""
    rules = tribute_rules(GUANDAN_GAME, {"level": table.level})
    hand = sorted(table.hand)
    text = TributeText(role, [card_token(card) for card in hand])
    choices = advise_tribute(rules, text, c.GUANDAN).choices
    if not choices:
        raise LogError(f"no card of the hand may be the tribute's: {role}")
    token = choices[0].card
    return [next(card for card in hand if card_token(card) == token)]


def answer_tribute(table: GuandanTable, request: Json) -> list[int]:
    """Return the card for a request of the stages `tribute` and `return`; none if another player is meant."""
    deal = require(request.get("global"), dict, "global")
    if deal.get("resist"):
        return []
    if request["stage"] == "tribute":
        return tribute_choice(table, GIVE) if table.me in tribute.givers(going_out(deal)) else []
    exchange_cards(table, deal, returned=False)
    receivers = [payment.receiver for payment in known_payments(deal) or ()]
    return tribute_choice(table, RETURN) if table.me in receivers else []


def answer_guandan(requests: Sequence[Json], responses: Sequence[Any], level: str, clock: Clock) -> list[Any]:
    """Return the answer to the last request."""
    first = requests[0]
    if first.get("stage") != "deal":
        raise LogError("requests[0] is not the deal; the beginning of the log is missing")
    me = read_player(first.get("your_id"), GUANDAN_SEATS, "requests[0].your_id")
    hand = set(read_ids(first.get("deliver"), 2 * DECK_SIZE, "requests[0].deliver"))
    table = GuandanTable(me, hand, level_of(require(first.get("global"), dict, "requests[0].global")))
    plays = [at for at, request in enumerate(requests) if request.get("stage") == "play"]
    last = requests[-1]
    if last.get("stage") == "deal":
        return []
    if last.get("stage") in ("tribute", "return"):
        return answer_tribute(table, last)
    if last.get("stage") != "play":
        raise LogError(f"requests[{len(requests) - 1}].stage is not deal, tribute, return or play")
    exchange_cards(table, require(last.get("global"), dict, f"requests[{len(requests) - 1}].global"), returned=True)
    for at in plays:
        add_turns(table, requests[at], f"requests[{at}].history")
        if at < len(responses):
            turn = read_turn_of({"player": me, "response": responses[at]}, f"responses[{at}]") or GuandanTurn(me)
            take_out(table.hand, turn.cards, f"responses[{at}]")
            table.turns.append(turn)
    if not table.hand:
        raise LogError("no card is left for a play; requests[0].deliver is not complete")
    cards, claim = choose_guandan_play(table, level, clock)
    return [list(cards), list(claim)]


# ---- the program ----------------------------------------------------------------------------------------------------


class BotzonePlayer:
    """A bot with the log of one match. *passed* is the time in seconds before its first answer starts."""

    def __init__(self, level: str = LEVEL, passed: float = 0.0) -> None:
        self.level, self.passed = robot.find_level(level).id, passed
        self.requests: list[Json] = []
        self.responses: list[Any] = []

    def read(self, line: str) -> None:
        """Read a whole log, or only the next request.

        Raises LogError.
        """
        log = read_log(line)
        requests = log.get("requests", log)
        if not isinstance(requests, list):
            self.requests.append(require(requests, dict, "the request"))
            return
        self.requests = [require(one, dict, f"requests[{at}]") for at, one in enumerate(requests)]
        self.responses = list(require(log.get("responses"), list, "responses"))
        if len(self.responses) != len(self.requests) - 1:
            raise LogError(
                f"{len(self.requests)} requests have {len(self.responses)} responses, not one less; the log is cut"
            )

    def answer(self, line: str) -> str:
        """Return the answer to a line as one line of JSON.

        Raises LogError.
        """
        clock, self.passed = Clock(self.passed), 0.0
        self.read(line)
        game = answer_guandan if "stage" in self.requests[0] else answer_landlord
        try:
            response = game(self.requests, self.responses, self.level, clock)
        except RuleError as error:
            raise LogError(f"the log does not fit the rules: {error}") from None
        self.responses.append(response)
        return json.dumps({"response": response}, separators=(",", ":"))


START = '''"""Entry of the upload: unpack, because a compiled core cannot be loaded out of a zip."""
import atexit, os, shutil, sys, tempfile, zipfile
if sys.version_info < (3, 11):
    sys.exit("this bot needs Python 3.11, not " + sys.version.split()[0])
folder = tempfile.mkdtemp(prefix="paili")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
    archive.extractall(folder)
sys.path[0] = folder
sys.dont_write_bytecode = True
from service.frontends.botzone import main
sys.exit(main(["--keep-running", "--level", {level!r}]))
'''


UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
"""Mode of compiled files that does not compare dates of sources, which unpacking changes."""


def pack_upload(file: Path, level: str) -> None:
    """Write the upload: what a player of the service needs, the compiled core, and the libraries that these import."""
    root = Path(__file__).resolve().parents[2]
    package = root / "service"
    skipped = [package / name for name in ("explain", "http", "page", "records", "review", "site", "advice/puzzles")]
    paths = [path for path in sorted(package.rglob("*")) if path.suffix in (".py", ".net", ".so")]
    kept = [path for path in paths if not any(path.is_relative_to(one) for one in skipped)]
    members = {path.relative_to(root).as_posix(): path for path in kept}
    for name in ("cachetools", "_cffi_backend"):
        origin = Path(str(getattr(util.find_spec(name), "origin", "")))
        whole = sorted(origin.parent.glob("*.py")) if origin.name == "__init__.py" else [origin]
        members |= {f"{name}/{path.name}" if len(whole) > 1 else path.name: path for path in whole}
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        tempfile.TemporaryDirectory() as folder,
    ):
        archive.writestr("__main__.py", START.format(level=level))
        compiled = Path(folder, "compiled")
        for name, path in members.items():
            archive.write(path, name)
            if path.suffix == ".py":
                py_compile.compile(str(path), str(compiled), name, invalidation_mode=UNCHECKED)
                archive.write(compiled, util.cache_from_source(name))


def botzone_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command's arguments."""
    parser = argparse.ArgumentParser(prog="python -m service.frontends.botzone", description=__doc__)
    parser.add_argument("--level", default=LEVEL, choices=list(robot.LEVELS), help=f"robot level; default: {LEVEL}")
    parser.add_argument("--keep-running", action="store_true", help="stay after an answer and read the next request")
    parser.add_argument("--pack", type=Path, metavar="FILE", help="write the upload to this zip and end")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Answer the log on standard input, or write the upload; return the exit status, 2 for an invalid log."""
    options = botzone_arguments(arguments)
    if options.pack:
        pack_upload(options.pack, options.level)
        return 0
    player = BotzonePlayer(options.level, process_age())
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            print(player.answer(line), flush=True)
        except LogError as error:
            print(f"botzone: {error}", file=sys.stderr)
            return 2
        if not options.keep_running:
            break
        print(KEEP_RUNNING, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

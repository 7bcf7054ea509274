"""GuanDan: a card is 0..107, two decks of 54, each from the ace to the king.

A play consists of its cards and the cards that they are declared as.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lab import contest
from lab.botzone.clock import Clock
from lab.botzone.log import DECK_SIZE, Cards, Json, LogError, read_ids, read_player, require, take_out
from service.advice import levels
from service.advice.tribute.advice import advise_tribute, tribute_rules
from service.core import engine
from service.position.parse.position_text import PositionText
from service.position.play import faces_of
from service.position.tribute import GIVE, RETURN, TributeText
from service.rules import cards as c
from service.rules import tribute
from service.rules.combos import Combo
from service.rules.games.guandan import GUANDAN
from service.rules.physical_cards import taken
from service.rules.tribute import Payment

GAME = GUANDAN.id
GAMES = 64
"""Games of a search in GuanDan, a quarter of the level's number: with all, the hardest decision took 0.94 s of a busy
core."""

SEATS = 4
PLAYER_NUMBERS = tuple(map(str, range(SEATS)))

SUITS_OF_IDS = "HDSC"
RANKS_OF_IDS = "A23456789TJQK"

# ---- cards ----------------------------------------------------------------------------------------------------------


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
    cards = [card_token(card) for card in turn.cards]
    claim = [card_token(card) for card in turn.claim]
    return {"cards": cards} if sorted(cards) == sorted(claim) else {"cards": cards, "as": claim}


# ---- the table ------------------------------------------------------------------------------------------------------


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
        text = PositionText(hand, GAME, {"level": self.level}, seat, notation=c.GUANDAN.id)
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
    games = GAMES if levels.LEVELS[level].budget else 0
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


# ---- the log --------------------------------------------------------------------------------------------------------


def read_turn_of(entry: Any, place: str) -> GuandanTurn | None:
    """Return a turn of a history; None for an empty slot."""
    if entry == []:
        return None
    player = read_player(require(entry, dict, place).get("player"), SEATS, f"{place}.player")
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
    first = read_player(deal.get("first"), SEATS, "global.first")
    partner = (first + 2) % 4
    if deal.get("tribute") == 2:
        return [first, partner, (first + 1) % 4, (first + 3) % 4]
    last = read_player(deal.get("last"), SEATS, "global.last")
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
    rules = tribute_rules(GAME, {"level": table.level})
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
    me = read_player(first.get("your_id"), SEATS, "requests[0].your_id")
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

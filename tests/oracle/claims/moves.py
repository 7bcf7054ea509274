"""Claims about a robot's move, judged by the slow rules; definitions are in `openapi.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from tests.oracle.claims.hints import sets_of, split_reading
from tests.oracle.claims.positions import Json, JudgedClaim, Spot
from tests.oracle.claims.sure_wins import TooManyError, wins_surely
from tests.oracle.family_base import Cards, Reading

SEARCHING = ("expert", "master")
"""Levels that search, and levels that choose at random within a bound."""

GUARD = 7
"""Lowest position in the order of power of a guarding card."""


class JudgedMove(NamedTuple):
    """A move of an answer with its position, cards and reading."""

    spot: Spot
    answer: Json
    cards: Cards
    """None for a pass."""
    reading: Reading | None
    """None for a pass."""

    @property
    def move(self) -> Json:
        move: Json = self.answer["move"]
        return move

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def is_plain(self) -> bool:
        """An ordinary play."""
        return self.reading is not None and not self.reading.tier

    @property
    def leads(self) -> bool:
        return self.spot.leads and self.reading is not None

    @property
    def on_ally(self) -> bool:
        """Return whether an ally made the play to beat."""
        return bool(self.spot.owner) and self.spot.is_ally(self.spot.owner)

    @property
    def least(self) -> int:
        """Return the size of the smallest enemy hand."""
        return min(self.spot.left[seat] for seat in self.spot.enemies)

    def small_leads(self) -> list[int]:
        """Return the keys of all ordinary leads with the same number of cards."""
        return [r.key for cards, r in self.spot.plays if len(cards) == self.size and not r.tier]

    def rest(self, cards: Cards) -> int:
        """Return the value of the hand without some cards."""
        return self.spot.worth(self.spot.rest(cards))[0]


# ---- one fact for each reason -----------------------------------------------------------------------------------


def stops_enemy(made: JudgedMove) -> bool:
    """Return whether a play prevents an enemy with few cards from leading, or from a matching lead."""
    spot = made.spot
    if made.reading is None:
        return False
    if not spot.leads and made.on_ally:
        return not spot.is_ally(spot.next) and made.size <= 2 and spot.left[spot.next] == made.size
    if not spot.leads:
        return 0 < spot.left[spot.owner] <= 4
    highest = made.is_plain and made.reading.key == max(made.small_leads())
    return made.least <= 2 and (made.size != made.least or highest)


def feeds_ally(made: JudgedMove) -> bool:
    """Return whether the next seat is an ally, and the lead is the lowest of the size of an ally's last cards."""
    spot = made.spot
    allies = [spot.left[seat] for seat in spot.seats if seat != spot.seat and spot.left[seat] and spot.is_ally(seat)]
    fits = made.leads and made.is_plain and spot.is_ally(spot.next) and made.size == min(allies) <= 2
    return fits and made.reading is not None and made.reading.key == min(made.small_leads())


def guards(made: JudgedMove) -> bool:
    """Return whether a play prevents the next enemy from playing low cards."""
    spot = made.spot
    if made.reading is None or spot.to_beat is None or made.size > 2:
        return False
    return (
        made.is_plain and made.on_ally and not spot.is_ally(spot.next) and made.reading.key >= GUARD > spot.to_beat.key
    )


def uses_bomb(made: JudgedMove) -> bool:
    """Return whether a bomb is played in danger, or to finish."""
    if made.reading is None or not made.reading.tier:
        return False
    return made.least <= 3 or -made.spot.worth(made.spot.rest(made.cards))[1] <= 2


def is_weak(spot: Spot, reading: Reading) -> bool:
    """Return whether the largest enemy hand, made of unseen cards, can beat an ordinary reading with its shape."""
    kind, most = spot.game.kind, max(spot.left[seat] for seat in spot.enemies)
    return any(
        r.tier == reading.tier and kind(r.shape) == kind(reading.shape) and spot.game.beats(r, reading)
        for cards in spot.game.playable(spot.hidden)
        if len(cards) <= most
        for r in spot.game.answers(cards, cards if cards == spot.hidden else None, reading)
    )


def puts_controls_first(made: JudgedMove) -> bool:
    """Return whether a lead that cannot be beaten by its shape precedes the only weak combo of the split."""
    if not made.leads or not made.is_plain or made.reading is None or is_weak(made.spot, made.reading):
        return False
    readings = [split_reading(made.spot, combo) for combo in made.answer["split"]["combos"]]
    return sum(is_weak(made.spot, reading) for reading in readings if reading) <= 1


def leaves_most(made: JudgedMove) -> bool:
    """Return whether no play leaves a hand of higher value."""
    own = made.rest(made.cards)
    return all(made.rest(cards) <= own for cards in made.spot.legal[0])


def is_best_of_split(made: JudgedMove) -> bool:
    """Return whether the lead is a combo of the split, and no other one leaves a stronger hand."""
    combos = [made.spot.cards(combo["cards"]) for combo in made.answer["split"]["combos"]]
    led = [cards for cards in combos if cards in made.spot.legal[0]]
    return made.spot.leads and made.cards in led and all(made.rest(cards) <= made.rest(made.cards) for cards in led)


def chosen_by(made: JudgedMove, *codes: str) -> bool:
    """Return whether a level that searches gives no other reasons."""
    return made.move["level"] in SEARCHING and tuple(reason["code"] for reason in made.move["why"]) == codes


def tried_first(made: JudgedMove) -> list[Json]:
    """Return the candidates of a search, the chosen one first."""
    candidates: list[Json] = made.move["search"]["candidates"] if "search" in made.move else []
    return candidates


def keeps_more(made: JudgedMove) -> bool:
    """Return whether the search rated another play of the same body higher, and that one leaves a weaker hand."""
    tried, reading = tried_first(made), made.reading
    if reading is None:
        return False
    keys = [(part["games"], part["rating"]) for part in tried]
    others = [part for part, key in zip(tried[1:], keys[1:], strict=True) if part["cards"] and key >= keys[0]]
    return any(
        (other.shape, other.length, other.key) == (reading.shape, reading.length, reading.key)
        and made.rest(cards) < made.rest(made.cards)
        for part in others
        for cards, other in made.spot.plays
        if cards == made.spot.cards(part["cards"])
    )


def rating_fault(made: JudgedMove) -> str:
    """Return the error in the order of candidates, or in a rating compared with its numbers."""
    tried = tried_first(made)
    ratings = [part["rating"] for part in tried]
    if ratings != sorted(ratings, reverse=True):
        return "candidates stand out of order"
    bound = next((part["rating"] for part in tried if part["behind"] == 0), 1.0)
    replaces = "keeps_more" in [reason["code"] for reason in made.move["why"]]
    for place, part in enumerate(tried):
        if not 0 <= part["behind"] <= 5:
            return f"{part} is too far behind"
        if ratings[place - 1] == part["rating"] if place else replaces:
            continue  # rated like the candidates before it, or like the one it replaced
        rating, near = stated_rating(made, part), 0.001 + 0.001 / (made.move["search"].get("stake") or 1)
        capped = (part["behind"] >= 2 or (made.on_ally and part["cards"])) and part["rating"] <= bound + near
        if rating is not None and abs(rating - part["rating"]) > near and not (capped and part["rating"] < rating):
            return f"{part} does not add up"
    return ""


def stated_rating(made: JudgedMove, part: Json) -> float | None:
    """Return the rating computed from the numbers in the answer; None if one is missing because of few games."""
    search = made.move["search"]
    if "won" not in part:
        return None
    stake, won = search.get("stake"), part["won"] * part["games"]
    if stake:
        middle = (len(made.spot.rules.variant.seats) + 1) / 2
        points = part["points"]["mean"] if "points" in part else middle - part["place"]["mean"]
        won = (points / stake + 1) / 2 * part["games"]
    return float((won - search["trust"] * part["behind"]) / (part["games"] + 1))


def is_first(made: JudgedMove) -> bool:
    """Return whether no seat has gone out yet, and the reasons name this hand as the first."""
    codes = {reason["code"] for reason in made.move["why"]}
    return bool(codes & {"finish", "goes_out", "sure_win"}) and all(made.spot.left.values())


def may_bomb(made: JudgedMove) -> bool:
    """Return whether a bomb may be played."""
    return any(reading.tier for _, reading in made.spot.plays)


def beside_learned(made: JudgedMove) -> bool:
    """Return whether networks stand beside the reason in words that a choice has without a reason of the rules."""
    return chosen_by(made, "not_worth", "learned") or chosen_by(made, "balance", "learned")


FACTS: Mapping[str, Callable[[JudgedMove], bool]] = {
    "finish": lambda made: made.cards == made.spot.hand,
    "goes_out": lambda made: 0 < len(made.spot.hand) - len(made.cards) <= made.spot.spare,
    "wins": is_first,
    "sure_win": lambda made: wins_surely(made.spot, made.move),
    "searched": lambda made: chosen_by(made, "searched") or chosen_by(made, "searched", "keeps_more"),
    "keeps_more": keeps_more,
    "learned": lambda made: beside_learned(made) and made.spot.rules.variant.nets is not None,
    "stop_enemy": stops_enemy,
    "leave_ally": lambda made: made.move["pass"] and made.on_ally,
    "ally_out": lambda made: made.move["pass"] and made.on_ally and 0 < made.spot.left[made.spot.owner] <= 2,
    "feed_ally": feeds_ally,
    "guard": guards,
    "keep_bomb": lambda made: made.move["pass"] and may_bomb(made),
    "use_bomb": uses_bomb,
    "controls_first": puts_controls_first,
    "not_worth": lambda made: made.move["pass"] and not made.on_ally and not may_bomb(made),
    "best_rest": leaves_most,
    "best_of_split": is_best_of_split,
    "balance": lambda made: not leaves_most(made),
    "safe_play": lambda made: made.spot.variant == "contest",
    "filtered": lambda _made: False,  # judged positions have no filters
    "only": lambda made: len(sets_of(made.spot)) + made.spot.legal[1] == 1,
}
"""Required facts of each reason of a move."""

SEES_ALL = {"sure_win", "controls_first"}
"""Reasons that are judged if all plays of the unseen cards can be tried."""


def judge_move(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge a robot's move and its reasons."""
    move = answer["move"]
    reading = None if move["pass"] else spot.reading(move)
    legal = spot.legal[1] if move["pass"] else reading is not None
    yield JudgedClaim("move", "" if legal else f"{move['cards']} is not legal")
    if not legal:
        return
    made = JudgedMove(spot, answer, spot.cards(move["cards"]), reading)
    yield JudgedClaim("rating", rating_fault(made))
    if not move["why"]:
        yield JudgedClaim("move", "no reason")
    for code in [reason["code"] for reason in move["why"]]:
        if code in SEES_ALL and not spot.sees_all:
            continue
        with suppress(TooManyError):  # sure wins that take too long are not judged
            yield JudgedClaim(code, "" if FACTS[code](made) else f"{move['cards']} at {move['level']} is not {code}")


def judge_alone(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge the answer of the move endpoint: the same move, forced if it is the only legal action."""
    alone, number = answer["alone"], len(sets_of(spot)) + spot.legal[1]
    yield JudgedClaim("alone", "" if alone["move"] == answer["move"] else f"{alone['move']} is not {answer['move']}")
    yield JudgedClaim("alone", "" if alone["forced"] == (number == 1) else f"forced with {number} things to do")

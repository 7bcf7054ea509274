"""Judge explanations of cards that are no play by the slow rules.

Random sets of cards that are no play are explained; the nearest play is legal and of the named shape; the cards to add
and to remove lead to it; no play needs fewer changes (checked for a seventh, if few sets have to be tried); the named
rule belongs to the shape, and the cards break it, or would be a play but for it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, islice
from typing import Any, NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules
from service.explain.nearest import find_nearest
from service.explain.nearest_text import nearest_text
from service.http.responses.nearest import nearest_answer
from service.rules import cards as c
from service.rules.errors import Bilingual
from tests.helpers.family_engine import deck_of, is_wild, play_of, random_family_hand, service_cards
from tests.oracle.claims.positions import random_rules, split_cards
from tests.oracle.family import GAMES
from tests.oracle.family_base import RANKS, Cards, Game, Reading

LARGEST = {"laizi": 9, "yuncheng": 10, "guandan": 8}
"""Maximum cards of a set where the slow rules are slow."""
MOST = 12
MOST_TRIED = 400
"""Maximum sets that are tried to find a play with fewer changes."""
COPIES = (("solo", 1), ("pair", 2), ("tube", 2), ("trio", 3), ("plane", 3), ("plate", 3), ("full", 3), ("straight", 1))
"""Cards of each body rank, by the beginning of a shape's name."""


class Explained(NamedTuple):
    """Illegal cards and their explanation."""

    game: Game
    rules: CompiledRules
    cards: Cards
    nearest: dict[str, Any]
    """The field `nearest` of the answer."""
    text: Bilingual

    def read(self, name: str) -> Cards:
        """Return cards of the answer in the notation of the second implementation."""
        return slow_cards(self.game, self.rules, self.nearest[name])

    @property
    def play(self) -> Cards:
        return self.read("cards")

    @property
    def shape(self) -> str:
        return str(self.nearest["shape"])

    @property
    def rule_shape(self) -> str:
        """The name of the shape to which the broken rule belongs."""
        return str(self.nearest["rule_shape"])

    @property
    def readings(self) -> list[Reading]:
        """Readings of the play by the slow rules, under the named shape."""
        return [reading for reading in self.game.readings(self.play) if reading.shape == self.shape]

    def is_play(self, cards: Iterable[str], *readings: Reading) -> bool:
        """Return whether cards are read as the named shape.

        With *readings*, with the rank and length of one of them.
        """
        places = {(reading.rank, reading.length) for reading in readings}
        return any(
            reading.shape == self.shape and (not places or (reading.rank, reading.length) in places)
            for reading in self.game.readings(self.game.pack(cards))
        )

    @property
    def copies(self) -> int:
        """Cards of each body rank."""
        if "bomb" in self.shape:
            size = self.shape.rsplit("_", 1)[-1]
            return int(size) if size.isdigit() else 3 if self.shape == "ace_bomb" else 4
        return next((copies for name, copies in COPIES if self.shape.startswith(name)), 4)

    @property
    def plain(self) -> list[str]:
        """The ranks of the cards, without wild ones."""
        return [card[0] for card in self.cards if not is_wild(self.rules, card)]

    @property
    def wild(self) -> int:
        """How many wild cards there are."""
        return len(self.cards) - len(self.plain)


def slow_cards(game: Game, rules: CompiledRules, text: str) -> Cards:
    """Return cards of an answer in the notation of the second implementation of the rules."""
    cards = split_cards(text, suited=rules.setup.suited)
    level = rules.setup.level
    return game.pack("W" if level and card == level + "h" else card for card in cards)


def body_ranks(rules: CompiledRules, reading: Reading) -> list[str]:
    """Return the body ranks of a reading, lowest first."""
    if reading.length == 1:
        return [reading.rank]
    start = (
        reading.key
        if rules.setup.run[0] == "A" and rules.setup.run.count("A") > 1
        else rules.setup.run.index(reading.rank)
    )
    return list(rules.setup.run[start : start + reading.length])


# ---- claims of a rule -------------------------------------------------------------------------------------------


def fits_one(e: Explained, test: Callable[[Reading], bool]) -> bool:
    """Return whether a reading of the nearest play passes a test."""
    return any(map(test, e.readings))


def body_card(e: Explained, rank: str) -> list[str]:
    """Return the cards of one more body rank in the notation of the slow rules."""
    suits = {card[1:] for card in e.play if len(card) > 1} or {""}
    return [rank + ("" if rank in "XD" else min(suits))] * e.copies


def lettered(text: str) -> str:
    """Return a sentence with letters for the jokers."""
    return text.replace("small joker", "X").replace("big joker", "D")


def ranks_in(text: str) -> list[str]:
    """Return the ranks that a sentence names."""
    return re.findall(r"[3-9TJQKA2XD]", lettered(text))


def cards_in(text: str) -> list[str]:
    """Return the cards of a sentence that names each rank with its number: one small joker and one big joker."""
    named = re.findall(r"(one|two) ([3-9TJQKA2XD])", lettered(text))
    return [rank for number, rank in named for _ in range(1 + (number == "two"))]


def number_in(text: str) -> int:
    """Return the first number of a sentence."""
    return int(re.search(r"\d+", text.partition(";")[0])[0])  # type: ignore[index]


def run_bound(e: Explained, short: bool) -> bool:
    """Return whether the shape has at least, or at most, the number of ranks in the sentence, and the cards do not."""
    length = e.readings[0].length
    ranks = set(e.plain) & set(e.rules.setup.run)
    stated = number_in(e.text) == length
    if short:
        exact = "exactly" not in e.text or not has_length(e, length + 1)
        return stated and exact and not has_length(e, length - 1) and len(ranks) < length
    exact = "exactly" not in e.text or not has_length(e, length - 1)
    return stated and exact and not has_length(e, length + 1) and len(ranks) + e.wild > length


def has_length(e: Explained, length: int) -> bool:
    """Return whether the named shape has plays of *length* ranks, without kickers, anywhere in the run."""
    run = e.rules.setup.run
    mixed = e.rules.setup.suited and e.shape != "straight_flush"
    for start in range(len(run) - length + 1):
        ranks = run[start : start + length] if length > 0 else ""
        suits = "schd" if mixed else "ssss" if e.rules.setup.suited else ("",) * 4
        cards = [rank + suits[(i + j) % 4] for i, rank in enumerate(ranks) for j in range(e.copies)]
        level = e.rules.setup.level + "h"
        plain = [card if card != level else card[0] + "d" for card in cards]
        if plain and any(r.shape == e.shape and r.length == length for r in e.game.readings(e.game.pack(plain))):
            return True
    return False


def has_gap(e: Explained) -> bool:
    """Return whether the ranks of the cards have a gap, and those of the shape never have one."""
    run = e.rules.setup.run
    ranks = {rank for rank in e.plain if rank in run}
    places = [place for place, rank in enumerate(run) if rank in ranks]
    closed = bool(ranks) and any(
        ranks == set(run[place : place + len(ranks)]) for place in places if place + len(ranks) <= len(run)
    )
    return not closed and fits_one(e, lambda reading: "".join(body_ranks(e.rules, reading)) in run)


def is_alike(e: Explained) -> bool:
    """Return whether the shape is a number of cards of one rank, and the cards are not."""
    copies = 1 if "is one card" in e.text else number_in(e.text)
    stands = fits_one(e, lambda reading: reading.plays_as.count(reading.rank) >= copies == e.copies)
    if e.shape == "pure_bomb" or e.shape.startswith("pure_bomb"):
        stands = all(is_wild(e.rules, card) for card in e.play) and len(e.play) == copies
    alike = len(set(e.plain)) <= 1 and len(e.cards) == copies
    return stands and not alike


def lacks_copies(e: Explained) -> bool:
    """Return whether each body rank has the stated number of cards, and a rank of the cards has fewer."""

    def claim(reading: Reading) -> bool:
        ranks, held = body_ranks(e.rules, reading), Counter(e.plain)
        full = all(reading.plays_as.count(rank) >= e.copies for rank in ranks)
        return full and any(0 < held[rank] < e.copies for rank in ranks)

    return number_in(e.text) == e.copies and fits_one(e, claim)


def never_in_run(e: Explained) -> bool:
    """Return whether the named ranks are in no run of this shape."""
    named = ranks_in(e.text.partition(" is ever")[0])
    for reading in e.readings:
        for bad in named:
            for rank in body_ranks(e.rules, reading):
                rest = [card for card in e.play if card[0] != rank]
                if e.is_play([*rest, *body_card(e, bad)]):
                    return False
    return bool(named) and set(named) <= set(e.plain) and not set(named) & {card[0] for card in e.play}


def mixes_suits(e: Explained) -> bool:
    """Return whether the cards are of several suits and the play of one."""
    return len({card[1] for card in e.cards if len(card) > 1}) > 1 == len({card[1] for card in e.play if len(card) > 1})


def body_cards(e: Explained, reading: Reading) -> Counter[str]:
    return Counter(dict.fromkeys(body_ranks(e.rules, reading), e.copies))


def body_is_there(e: Explained, reading: Reading) -> bool:
    """Return whether the cards contain the body of a reading, with wild cards as any rank."""
    return (body_cards(e, reading) - Counter(e.plain)).total() <= e.wild


def kickers_stated(e: Explained, reading: Reading) -> int:
    """Return the number of kicker cards in the sentence."""
    stated = re.search(r"takes (\d+) (pair|card)", e.text)
    return int(stated[1]) * (2 if stated[2] == "pair" else 1)  # type: ignore[index]


def lacks_kickers(e: Explained) -> bool:
    """Return whether the body is complete, the play contains all cards, and the stated number of kickers is missing."""
    missing = int(re.search(r"(\d+) cards? (?:is|are) missing", e.text)[1])  # type: ignore[index]
    return len(e.play) - len(e.cards) == missing and fits_one(
        e,
        lambda reading: (
            body_is_there(e, reading)
            and len(e.play) == e.copies * reading.length + kickers_stated(e, reading)
            and not Counter(e.cards) - Counter(e.play)
        ),
    )


def has_kickers_over(e: Explained) -> bool:
    """Return whether the cards contain the play with the stated number of kickers, and more cards."""
    return not Counter(e.play) - Counter(e.cards) and fits_one(
        e, lambda reading: len(e.play) == e.copies * reading.length + kickers_stated(e, reading)
    )


def swapped(e: Explained) -> Iterator[list[str]]:
    """Yield the play with one of the cards to remove instead of one to add."""
    for extra in e.read("extra"):
        for missing in e.read("missing"):
            cards = list(e.play)
            cards.remove(missing)
            yield [*cards, extra]


def no_swap_plays(e: Explained) -> bool:
    """Return whether no card to remove could replace one to add, and the body is complete."""
    return fits_one(
        e,
        lambda reading: body_is_there(e, reading) and not any(e.is_play(cards, reading) for cards in swapped(e)),
    )


def is_kicker_of_body(e: Explained) -> bool:
    """Return whether the named ranks are body ranks, which kickers must not have."""
    named = ranks_in(e.text.partition("must not be ")[2].partition(", the rank")[0])
    return bool(named) and no_swap_plays(e) and fits_one(e, lambda r: set(named) <= set(body_ranks(e.rules, r)))


def jokers_clash(e: Explained) -> bool:
    """Return whether both jokers are among the cards, and the play has one of them as a kicker, never both."""
    return {"X", "D"} <= set(e.plain) and no_swap_plays(e)


def has_high_kickers(e: Explained) -> bool:
    """Return whether the named ranks are among the cards and above the highest rank of kickers."""
    named = ranks_in(e.text.partition(" can be a kicker")[0])
    no_jokers = e.game.options.get("joker_pair") == "off"
    top = RANKS.index(e.game.options.get("kicker_top", "2" if no_jokers else "D"))
    return bool(named) and all(rank in e.plain and RANKS.index(rank) > top for rank in named) and no_swap_plays(e)


def kickers_touch(e: Explained) -> bool:
    """Return whether three cards of a rank are next to the body."""
    run = e.rules.setup.run

    def claim(reading: Reading) -> bool:
        ranks = body_ranks(e.rules, reading)
        first, last = run.index(ranks[0]), run.index(ranks[-1])
        beside = {run[place] for place in (first - 1, last + 1) if 0 <= place < len(run)}
        return any(Counter(e.plain)[rank] > 2 for rank in beside)

    return no_swap_plays(e) and fits_one(e, claim)


def has_kickers_alike(e: Explained) -> bool:
    """Return whether there are more kickers of a rank than stated, and no play of this body has as many."""
    most = 1 if "must differ" in e.text else number_in(e.text)

    def claim(reading: Reading) -> bool:
        rest = Counter(e.plain) - body_cards(e, reading)
        return max(rest.values(), default=0) > most

    return no_swap_plays(e) and fits_one(e, claim)


def is_unpaired(e: Explained) -> bool:
    """Return whether the kickers of the play are pairs, and the other cards contain too few pairs."""

    def claim(reading: Reading) -> bool:
        kickers = Counter(reading.plays_as) - body_cards(e, reading)
        rest = Counter(e.plain) - body_cards(e, reading)
        wild = e.wild - (body_cards(e, reading) - Counter(e.plain)).total()
        pairs = sum(number // 2 for rank, number in rest.items() if rank not in "XD" or e.rules.setup.suited)
        return all(number % 2 == 0 for number in kickers.values()) and 2 * (pairs + max(0, wild)) < kickers.total() + 2

    return no_swap_plays(e) and fits_one(e, claim)


def is_wild_kicker(e: Explained) -> bool:
    """Return whether there is a wild card, which cannot be a kicker of the play."""
    return e.wild > 0 and no_swap_plays(e)


def has_cards_over(e: Explained) -> bool:
    """Return whether the cards contain a run of this shape, and more."""
    return not Counter(e.play) - Counter(e.cards) and number_in(e.text) == e.copies


# ---- but for the rule the cards are a play ------------------------------------------------------------------------


def is_of_rule(e: Explained, cards: Iterable[str], game: Game | None = None) -> bool:
    """Return whether cards are read as the shape of the rule, with all kickers."""
    game = game or e.game
    return any(
        reading.shape == e.rule_shape and not game.is_short(reading) for reading in game.readings(game.pack(cards))
    )


def is_permitted(e: Explained) -> bool:
    """Return whether the cards are a play under the named value of the named option, which is in both sentences."""
    name, value = e.nearest["option"]["name"], e.nearest["option"]["value"]
    game = GAMES[e.rules.variant.id]({**e.rules.options, name: value})
    named = f"{name}={value}" in e.text and f"`{name}` 取 `{value}`" in e.text.zh
    return named and is_of_rule(e, e.cards, game)


def moved(e: Explained, ring: str, by: int) -> list[str] | None:
    """Return the cards, each ordinary one *by* places higher in a circle of ranks; None if one becomes wild."""
    natural = [card for card in e.cards if not is_wild(e.rules, card) and card[0] in ring]
    cards = [ring[(ring.index(card[0]) + by) % len(ring)] + card[1:] for card in natural]
    others = list((Counter(e.cards) - Counter(natural)).elements())
    return None if any(is_wild(e.rules, card) for card in cards) else [*cards, *others]


def has_run_elsewhere(e: Explained) -> bool:
    """Return whether the cards are a run if each is a number of ranks lower or higher, in a circle of the ranks."""
    ring = "3456789TJQKA2"
    return any(
        is_of_rule(e, cards)
        for ranks in (ring, ring + "XD")[: 1 if e.rules.setup.suited else 2]
        for cards in [moved(e, ranks, by) for by in range(1, len(ranks))]
        if cards is not None
    )


def is_beyond_run(e: Explained) -> bool:
    """Return whether the cards are a run elsewhere, and the named ranks follow the end of runs."""
    named = re.findall(r"[3-9TJQKA2]", e.text.partition("continue with ")[2])
    return set(named) <= set(e.plain) | {"2"} and bool(named) and has_run_elsewhere(e)


def replaces_wild(e: Explained) -> bool:
    """Return whether the cards are a play with the named card in the place of a wild one."""
    named = ranks_in(e.text.partition("stands for ")[2].partition(";")[0])
    wild = next((card for card in e.cards if is_wild(e.rules, card)), "")
    rest = list((Counter(e.cards) - Counter([wild])).elements())
    return bool(wild and named) and is_of_rule(e, [*rest, *named])


def has_other_length(e: Explained, short: bool) -> bool:
    """Return whether the cards are a run of this shape with ranks at its ends added, or else removed."""
    run = e.rules.setup.run
    runs = [run[1:], run[:-1]] if run[0] == run[-1] else [run]  # an ace at either end
    return any(is_of_rule(e, cards) for each in runs for cards in (longer if short else shorter)(e, each))


def longer(e: Explained, run: str) -> Iterator[list[str]]:
    """Yield the cards with ranks below and above them added, as many of each as of their most frequent one."""
    places = [place for place, rank in enumerate(run) if rank in e.plain]
    copies = max(Counter(e.plain).values())
    suits = sorted({card[1] for card in e.cards if len(card) > 1}) or [""]
    for below in range(places[0] + 1):
        for above in range(len(run) - places[-1]):
            added = run[places[0] - below : places[0]] + run[places[-1] + 1 : places[-1] + 1 + above]
            yield [*e.cards, *[rank + suits[i % len(suits)] for rank in added for i in range(copies)]]


def shorter(e: Explained, run: str) -> Iterator[list[str]]:
    """Yield the cards without some of their lowest and of their highest ranks."""
    ranks = [rank for rank in run if rank in e.plain]
    for first in range(len(ranks)):
        for end in range(first + 1, len(ranks) + 1):
            yield [card for card in e.cards if is_wild(e.rules, card) or card[0] in ranks[first:end]]


CLASHES = ("kickers_alike", "kickers_jokers", "kickers_high", "kickers_touch", "kicker_of_body", "kickers_wild")
"""Rules that forbid certain kickers."""


def is_clash(rule: str, body: Counter[str], kickers: Counter[str], wild: int) -> bool:
    """Return whether kickers are such that the rule forbids them."""
    return {
        "kickers_alike": max(kickers.values()) > 1,
        "kickers_jokers": {"X", "D"} <= set(kickers),
        "kickers_high": bool(set("2XD") & set(kickers)),
        "kickers_touch": max(kickers.values()) > 2,
        "kicker_of_body": bool(set(body) & set(kickers)),
        "kickers_wild": wild > 0,
    }[rule]


def has_other_kickers(e: Explained) -> bool:
    """Return whether the cards are a play with other kickers, and theirs break the rule."""
    held, ranks = Counter(card[0] for card in e.cards), [rank for rank in RANKS if rank not in "XD"]
    for body in [part for part in e.game.subsets(e.cards) if 0 < len(part) < len(e.cards)]:
        own = Counter(card[0] for card in body)
        kickers, number = held - own, len(e.cards) - len(body)
        free = [rank for rank in ranks if rank not in own]
        others = [free[:number], [rank for rank in free[: number // 2] for _ in range(2)]]
        replaced = any(len(other) == number and is_of_rule(e, [*body, *other]) for other in others)
        if replaced and is_clash(e.nearest["rule"], own, kickers, e.wild):
            return True
    return False


def is_no_pair(e: Explained) -> bool:
    """Return whether two ordinary cards differ in rank, which the cards of a pair do not."""
    stated = e.rule_shape == "pair" and "is 2 cards of one rank" in e.text
    return stated and not e.wild and len(e.cards) == len(set(e.plain)) == 2


def is_apart(e: Explained) -> bool:
    """Return whether the two named ranks have a gap between them, and the cards are a play with body ranks moved."""
    named, run = re.match(r"(.) and (.) are not consecutive", e.text), e.rules.setup.run
    if named is None or not {*named.groups()} <= body_of(e):
        return False
    low, high = map(run.rindex, named.groups())
    return high - low > 1 and not set(run[low + 1 : high]) & body_of(e) and is_run_moved(e)


def body_of(e: Explained) -> set[str]:
    """Return the ranks with as many cards as the body ranks of the shape of the rule have."""
    copies = next((copies for name, copies in COPIES if e.rule_shape.startswith(name)), 4)
    return {rank for rank, number in Counter(e.plain).items() if number >= copies}


def is_run_moved(e: Explained) -> bool:
    """Return whether the cards are a play of the shape of the rule with consecutive ranks for those of the body."""
    run, body = e.rules.setup.run, body_of(e)
    own = sorted((rank for rank in body if rank in run), key=run.rindex)
    for start in range(len(run) - len(own) + 1):
        to = dict(zip(own, run[start : start + len(own)], strict=True))
        copies = min(Counter(e.plain)[rank] for rank in own)
        for number in range(1, copies + 1):
            left, cards = Counter(dict.fromkeys(own, number)), []
            for card in e.cards:
                moved = left[card[0]] > 0
                left[card[0]] -= moved
                cards.append(to[card[0]] + card[1:] if moved else card)
            if not any(is_wild(e.rules, card) for card in cards) and is_of_rule(e, cards):
                return True
    return False


def is_in_other_game(e: Explained) -> bool:
    """Return whether the cards are a play of another game, of a shape that this game does not have."""
    cards = "".join(card[0] for card in e.cards)
    others = [
        name for name in ("standard", "zhengshangyou", "paodekuai", "standard_four") if name != e.rules.variant.id
    ]
    return e.rule_shape not in {shape.name for shape in e.rules.shapes} and any(
        is_of_rule(e, cards, GAMES[name]({})) for name in others
    )


BUT_FOR: Mapping[str, Callable[[Explained], bool]] = {
    "not_in_run": has_run_elsewhere,
    "run_wraps": is_beyond_run,
    "wild_as": replaces_wild,
    "not_alike": is_no_pair,
    "run_gap": is_apart,
    "other_game": is_in_other_game,
    "run_short": lambda e: has_other_length(e, short=True),
    "run_long": lambda e: has_other_length(e, short=False),
    **dict.fromkeys(CLASHES, has_other_kickers),
}
"""Rules without which the cards are a play of the shape of the rule."""


def is_rule_broken(e: Explained) -> bool:
    """Return whether the cards break the named rule."""
    rule = e.nearest["rule"]
    if "option" in e.nearest:
        return is_permitted(e) and (rule == "not_permitted" or BUT_FOR[rule](e))
    if rule in BUT_FOR and BUT_FOR[rule](e):
        return True
    return rule in JUDGES and e.rule_shape == e.shape and JUDGES[rule](e)


JUDGES: Mapping[str, Callable[[Explained], bool]] = {
    "not_alike": is_alike,
    "not_named": lambda e: e.play == e.game.pack(cards_in(e.text.partition(" is ")[2].partition(";")[0])),
    "run_short": lambda e: run_bound(e, short=True),
    "run_long": lambda e: run_bound(e, short=False),
    "run_gap": has_gap,
    "not_in_run": never_in_run,
    "copies_missing": lacks_copies,
    "suits_mixed": mixes_suits,
    "kickers_missing": lacks_kickers,
    "kickers_many": has_kickers_over,
    "kicker_of_body": is_kicker_of_body,
    "kickers_alike": has_kickers_alike,
    "kickers_unpaired": is_unpaired,
    "kickers_touch": kickers_touch,
    "kickers_jokers": jokers_clash,
    "kickers_high": has_high_kickers,
    "kickers_wild": is_wild_kicker,
    "cards_over": has_cards_over,
}
"""Required facts of each named rule."""


# ---- the whole explanation --------------------------------------------------------------------------------------


def fewer_changes(e: Explained, changes: int) -> Cards | None:
    """Return a play that needs fewer changes; None if there is none, or too many sets would have to be tried."""
    deck = Counter(deck_of(e.rules))
    tried = 0
    kinds = sorted(deck)
    for part in [*e.game.subsets(e.cards)]:
        gone = len(e.cards) - len(part)
        for more in range(changes - gone):
            for added in combinations_with_replacement(kinds, more):
                whole = Counter(part) + Counter(added)
                if whole - deck or (gone and Counter(added) & (Counter(e.cards) - Counter(part))):
                    continue
                tried += 1
                if tried > MOST_TRIED:
                    return None
                packed = e.game.pack(whole.elements())
                if any(not e.game.is_short(reading) for reading in e.game.readings(packed)):
                    return packed
    return None


def judge_explanation(e: Explained, *, thorough: bool) -> str:
    """Return the error of an explanation; "": none."""
    missing, extra = e.read("missing"), e.read("extra")
    if not e.readings:
        return f"{e.play} is no {e.shape}"
    if Counter(e.cards) + Counter(missing) != Counter(e.play) + Counter(extra):
        return f"{e.cards} with {missing} without {extra} is not {e.play}"
    if not e.game.pack(e.play) or Counter(e.play) - Counter(deck_of(e.rules)):
        return f"{e.play} is not in the deck"
    if not is_rule_broken(e):
        return f"{e.nearest['rule']} is false"
    fewer = fewer_changes(e, len(missing) + len(extra)) if thorough else None
    return f"{fewer} is nearer" if fewer is not None else ""


# ---- random cards -----------------------------------------------------------------------------------------------


def random_set(game: Game, rules: CompiledRules, rng: random.Random) -> Cards:
    """Return cards: any, or a play with a card or two added, removed or replaced."""
    largest = LARGEST.get(rules.variant.id, MOST)
    any_set = rng.random() < 0.3
    size = rng.randint(2, largest) if any_set else rng.randint(8, 16)
    hand = random_family_hand(game, rules, rng, size, rng.choice((0, 0, 1, 2)))
    if any_set or not hand:
        return game.pack(hand)
    parsed = service_cards(rules, hand)
    plays = engine.legal(rules, parsed.hand, None, parsed.suits)
    names = sorted({combo.shape for combo in plays if combo.size > 3} or {combo.shape for combo in plays})
    if not names:
        return game.pack(rng.sample(list(hand), rng.randint(1, len(hand))))
    name = rng.choice(names)
    left = Counter(c.text(rng.choice([combo for combo in plays if combo.shape == name]).cards))
    cards = []
    for card in hand:
        if left[card[0]]:
            left[card[0]] -= 1
            cards.append(card)
    for _ in range(rng.choice((0, 1, 1, 2))):
        if len(cards) > 1:
            cards.remove(rng.choice(cards))
    if rng.random() < 0.1 and not rules.setup.wilds.cards:  # beyond the end of runs
        ring, by = "3456789TJQKA2", rng.randrange(13)
        cards = [ring[(ring.index(card[0]) + by) % 13] if card in ring else card for card in cards]
        cards = list((Counter(cards) & Counter(deck_of(rules))).elements())
    spare = list((Counter(deck_of(rules)) - Counter(cards)).elements())
    cards += rng.sample(spare, rng.choice((0, 1, 1, 2)))
    return game.pack(cards[:largest])


def explanations(variant: str, rng: random.Random) -> Iterator[Explained]:
    """Yield explanations of random cards that form no play, without end."""
    while True:
        game, rules = random_rules(variant, rng)
        for _ in range(50):
            cards = random_set(game, rules, rng)
            if not cards or engine.readings(rules, play_of(rules, cards)):
                continue
            nearest = find_nearest(rules, service_cards(rules, cards), c.TEXT)
            if nearest is not None:
                yield Explained(
                    game, rules, cards, nearest_answer(nearest, c.TEXT), nearest_text(nearest, rules, c.TEXT)
                )


class Judgement(NamedTuple):
    """Number of explanations by rule, and the false ones."""

    counts: Counter[str]
    faults: list[str]


def judge_explanations(variant: str, number: int, seed: int = 0) -> Judgement:
    judgement = Judgement(Counter(), [])
    for i, e in enumerate(islice(explanations(variant, random.Random(f"{variant}/{seed}")), number)):
        judgement.counts[e.nearest["rule"]] += 1
        fault = judge_explanation(e, thorough=i % 7 == 0)
        if fault:
            judgement.faults.append(f"{e.cards} {dict(e.rules.chosen)}: {fault}: {e.text} {e.nearest}")
    return judgement

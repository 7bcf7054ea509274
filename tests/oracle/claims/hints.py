"""Claims about a hand and its plays, judged by the slow rules; definitions are in `openapi.yaml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tests.helpers.family_engine import is_wild
from tests.oracle.claims.positions import Json, JudgedClaim, Spot, reading_value
from tests.oracle.family_base import Cards, Reading

UNIT = 10_000


def units(score: float) -> int:
    return round(score * UNIT)


# ---- the hand ---------------------------------------------------------------------------------------------------


def judge_split(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge the split, its value, and the claims about its combos."""
    split, power = answer["split"], answer["power"]
    combos = [spot.cards(combo["cards"]) for combo in split["combos"]]
    dead = spot.cards(split.get("unplayable", ""))
    whole = spot.game.pack([card for part in [*combos, dead] for card in part])
    yield JudgedClaim("split", "" if whole == spot.hand else f"{combos} and {dead} are not the hand")
    readings = [split_reading(spot, combo) for combo in split["combos"]]
    if None in readings:
        yield JudgedClaim("split", "a combo that cannot be played")
        return
    score = sum(units(combo["score"]) for combo in split["combos"]) - 10 * UNIT * len(dead)
    worth = score, -len(combos)
    yield JudgedClaim("power", "" if (units(power["score"]), -power["turns"]) == worth else f"{power} is not {worth}")
    bombs = sum(reading.tier > 0 for reading in readings if reading)
    yield JudgedClaim("bombs", "" if power["bombs"] == bombs else f"{power['bombs']} bombs are {bombs}")
    if split["exact"]:
        best = spot.worth(spot.hand)
        yield JudgedClaim("exact", "" if worth == best else f"the split is worth {worth}, another {best}")
    if "unplayable" in split:
        yield JudgedClaim("unplayable", unplayable_fault(spot, dead))
    if spot.sees_all:
        controls = [
            combo["cards"]
            for combo, reading in zip(split["combos"], readings, strict=True)
            if reading and is_control(spot, reading)
        ]
        yield JudgedClaim("controls", "" if power["controls"] == controls else f"{power['controls']} are {controls}")


def split_reading(spot: Spot, combo: Json) -> Reading | None:
    """Return the reading of a combo of a split: the highest of its shape with the value in the answer."""
    cards = spot.cards(combo["cards"])
    readings = [
        reading
        for reading in spot.game.readings(cards, cards)
        if reading.shape == combo["shape"] and reading_value(spot.rules, reading) == units(combo["score"])
    ]
    return max(readings, key=lambda reading: (reading.length, reading.key), default=None)


def unplayable_fault(spot: Spot, dead: Cards) -> str:
    """Return the error of cards that are claimed to be unplayable."""
    plain = [card for card in dead if not is_wild(spot.rules, card)]
    if not dead or plain:
        return f"{plain} are no wild cards"
    return "" if spot.split_of(spot.hand, True) is None else "all cards can be played"


def is_control(spot: Spot, reading: Reading) -> bool:
    """Return whether no play of the unseen cards beats a reading by the same type.

    Bombs of one tier are of one type. A trio alone may be somebody's last play.
    """
    kind, game = spot.game.kind, spot.game
    last = game.subsets(spot.hidden) if game.options.get("trio_alone") == "last" else ()
    if any(
        kind(r.shape) == kind(reading.shape)
        for cards in last
        for r in game.answers(cards, cards, reading)
        if not r.tier
    ):
        return False
    return not any(
        r.tier == reading.tier
        and (reading.tier or kind(r.shape) == kind(reading.shape))
        and spot.game.beats(r, reading)
        for cards in spot.game.playable(spot.hidden)
        for r in spot.game.answers(cards, cards if cards == spot.hidden else None, reading)
    )


# ---- legal actions ----------------------------------------------------------------------------------------------


def sets_of(spot: Spot) -> set[tuple[str, str]]:
    """Return the different sets of cards by rank that may be played, by suit if all are of one suit."""
    sets = set()
    for cards, reading in spot.plays:
        wild = any(is_wild(spot.rules, card) for card in cards)
        mixed = wild and not all(is_wild(spot.rules, card) for card in cards)
        ranks = sorted("*" if mixed and is_wild(spot.rules, card) else card[0] for card in cards)
        sets.add(("".join(ranks), reading.suit if reading.shape == "straight_flush" else ""))
    return sets


def judge_choice(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge the number of legal actions."""
    number = len(sets_of(spot)) + spot.legal[1]
    yield JudgedClaim("legal_count", "" if answer["legal_count"] == number else f"{answer['legal_count']} are {number}")
    yield JudgedClaim("forced", "" if answer["forced"] == (number == 1) else f"forced with {number} things to do")
    yield JudgedClaim("passing", "" if answer["passing"]["legal"] == spot.legal[1] else "the pass")


# ---- hints ------------------------------------------------------------------------------------------------------


def judge_hints(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    for hint in answer["hints"]:
        reading = spot.reading(hint)
        if reading is None:
            yield JudgedClaim("hint", f"{hint['cards']} is not legal")
            continue
        yield JudgedClaim("hint")
        yield from judge_rest(spot, hint)
        breaks, stated = breaks_of(spot, answer, hint, reading), hint["breaks"]
        torn, spent = stated[: len(breaks)], stated[len(breaks) :]
        yield JudgedClaim("breaks", "" if torn == breaks else f"{hint['cards']} breaks {breaks}, not {stated}")
        yield JudgedClaim("breaks", spent_fault(spot, spot.cards(hint["cards"]), reading, list(map(spot.cards, spent))))
        yield from judge_why(spot, hint, reading, bool(breaks), bool(spent))


def judge_order(spot: Spot, answer: Json) -> Iterator[JudgedClaim]:
    """Judge hints in a level's order: the move first, then by value, and the pass exactly if it is legal."""
    rows, move = answer["ordered"]["hints"], answer["move"]
    values = [row["value"] for row in rows]
    weighed = [value for value in values if value is not None]
    passes = [row for row in rows if row.get("pass")]
    faults = [
        (rows[0]["cards"], rows[0].get("as")) != (move["cards"], move.get("as")) and "the move does not stand first",
        values != [*sorted(weighed, reverse=True), *[None] * (len(values) - len(weighed))] and "values out of order",
        len(passes) != spot.legal[1] and "the pass",
        len(rows) - len(passes) != len(answer["hints"]) and "other plays than hints",
    ]
    yield JudgedClaim("order", next((fault for fault in faults if fault), ""))
    for row in rows:
        if "keeps_hand" in [reason["code"] for reason in row["why"]]:
            kept = "" if row.get("pass") and spot.cards(row["rest"]["hand"]) == spot.hand else "cards are played"
            yield JudgedClaim("keeps_hand", kept)


def judge_rest(spot: Spot, hint: Json) -> Iterator[JudgedClaim]:
    """Judge the remaining hand of a hint."""
    rest = spot.rest(spot.cards(hint["cards"]))
    yield JudgedClaim("rest", "" if spot.cards(hint["rest"]["hand"]) == rest else f"{hint['cards']} leaves {rest}")
    if hint["exact"]:
        stated, worth = (units(hint["score"]), -hint["rest"]["turns"]), spot.worth(rest)
        yield JudgedClaim("rest", "" if stated == worth else f"{hint['cards']} leaves {worth}, not {stated}")


def breaks_of(spot: Spot, answer: Json, hint: Json, reading: Reading) -> list[str]:
    """Return the combos of the printed split that a hint breaks, by the definition: all possibilities are tried."""
    combos = answer["split"]["combos"]
    if reading_value(spot.rules, reading) + units(hint["score"]) >= units(answer["power"]["score"]):
        return []
    for number in range(len(combos) + 1):
        for torn in reversed(list(combinations(range(len(combos)), number))):
            if can_tear(spot, combos, set(torn), spot.cards(hint["cards"])):
                return [combos[i]["cards"] for i in torn]
    raise AssertionError("no way to tear")


def spent_fault(spot: Spot, cards: Cards, reading: Reading, spent: Sequence[Cards]) -> str:
    """Return the error of the bombs that a play is said to spend; "": they are all its bombs."""
    if not reading.shape.startswith("quad_") or reading.shape == "quad_chain":
        return f"{cards} is no quad with kickers, but spends {spent}" if spent else ""
    left = Counter(cards) - Counter(card for bomb in spent for card in bomb)
    rest = spot.game.pack(left.elements())
    if not all(is_bomb(spot, bomb) for bomb in spent) or left.total() != len(cards) - sum(map(len, spent)):
        return f"{spent} are no separate bombs of {cards}"
    more = [part for part in spot.game.subsets(rest) if is_bomb(spot, part)]
    return f"{cards} spends {more[0]} too" if more else ""


def is_bomb(spot: Spot, cards: Cards) -> bool:
    return any(reading.tier > 0 for reading in spot.game.readings(cards))


def can_tear(spot: Spot, combos: Sequence[Json], torn: set[int], played: Cards) -> bool:
    """Return whether a play can take parts of *torn* combos and whole other combos, and leave the rest intact."""
    others = [combo for i, combo in enumerate(combos) if i not in torn]
    rest = spot.rest(played)
    for used in product((True, False), repeat=len(others)):
        inside = [combo for combo, taken in zip(others, used, strict=True) if taken]
        outside = [combo for combo, taken in zip(others, used, strict=True) if not taken]
        if are_in(spot, inside, played) and are_in(spot, outside, rest):
            return True
    return False


def are_in(spot: Spot, combos: Sequence[Json], cards: Cards) -> bool:
    """Return whether combos are disjoint subsets of cards: by rank, combos of one suit by card."""
    suited = [combo for combo in combos if combo["shape"] == "straight_flush"]
    plain = [card for combo in suited for card in spot.cards(combo["cards"])]
    ranks = Counter(card[0] for combo in combos for card in spot.cards(combo["cards"]))
    return not Counter(plain) - Counter(cards) and not ranks - Counter(card[0] for card in cards)


# ---- the reasons of a hint --------------------------------------------------------------------------------------


def judge_why(spot: Spot, hint: Json, reading: Reading, breaks: bool, spends: bool) -> Iterator[JudgedClaim]:
    """Judge the reasons of a hint: each must be present exactly if its definition holds."""
    cards, codes = spot.cards(hint["cards"]), {reason["code"] for reason in hint["why"]}
    empties = cards == spot.hand
    facts = {
        "empties_hand": empties,
        "keeps_split": not breaks and not spends,
        "breaks_split": breaks,
        "bomb_as_quad": spends,
        "bomb": reading.tier > 0,
        "cheapest": is_cheapest(spot, cards, reading),
        "sheds_most": spot.leads and len(cards) == max(len(other) for other, _ in spot.plays),
    }
    if spot.sees_all:
        facts["control"] = not empties and is_control(spot, reading)
    for code, true in facts.items():
        if (code in codes) != true:
            yield JudgedClaim(code, f"{hint['cards']} is {'' if true else 'not '}{code}")
        elif true:
            yield JudgedClaim(code)


def is_cheapest(spot: Spot, cards: Cards, reading: Reading) -> bool:
    """Return whether an ordinary play is the lowest of those comparable with it, kickers included."""
    kind = spot.game.kind
    same = [
        (other.key, weight_of(spot, held))
        for held, other in spot.plays
        if not other.tier and kind(other.shape) == kind(reading.shape) and other.length == reading.length
    ]
    return not reading.tier and (reading.key, weight_of(spot, cards)) == min(same)


def weight_of(spot: Spot, cards: Cards) -> list[int]:
    """Return the positions of cards, wild ones on top, the highest first."""
    power = spot.rules.setup.power
    return sorted((len(power) if is_wild(spot.rules, card) else power.index(card[0]) for card in cards), reverse=True)

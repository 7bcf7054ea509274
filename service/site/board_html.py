"""Server-side rendering of the board's first answer, visible on a slow phone before a script has run.

The board draws the same elements again when its script is loaded (`cards.js`, `panels.js`, `table.js`), so that nothing
moves; `tests/page/test_board_html.py` compares the two. Space is reserved for seats and for buttons that need the
script. The elements stand in `board.jinja`, the texts in `words.js`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from service.http.requests.answer_format import Json
from service.http.responses.variant import variant_answer
from service.http.texts.reasons import LANGUAGES
from service.rules.cards import RANKS
from service.rules.variants import VARIANTS
from service.site import assets

SUITS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
JOKERS = {"zh": {"X": "小王", "D": "大王", "W": "花"}, "en": {"X": "jo", "D": "JO", "W": "fl"}}
IN_ENGLISH = {"X": "small joker", "D": "big joker", "W": "flower"}
SIDES = {2: ("me", "across"), 3: ("me", "right", "left"), 4: ("me", "right", "across", "left")}
"""Positions around the table, in the order in which the board assigns them."""

PIECE = re.compile("[2-9TJQKAXDW][shcd]?")
MOST_LOSS, LEAST_LOSS = 9.99, 0.005
"""Largest loss shown in a row, and the smallest that two decimals show."""

TIE = 0.05
"""Difference in turns that counts as equal."""

SURE = 1000
"""Turns that a policy adds to a sure win."""

WIDE_FROM = 13
"""Number of columns from which the cards of a hand become narrower."""


ROW = 8
"""Number of columns in a row of a wide hand, which has two rows."""

COPIES = 4
"""Cards of a rank in one deck; hands from two decks need more height."""


PANELS: Any = (
    Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined)
    .get_template("board.jinja")
    .module
)
"""The macros of `board.jinja`, each a function that returns the HTML of a panel."""


class WildRanks(NamedTuple):
    """The ranks that make a card wild."""

    wild: str
    level: str


# ---- texts ----------------------------------------------------------------------------------------------------------


@cache
def word_table(lang: str, table: str = "WORDS") -> Mapping[str, str]:
    """Return the texts of the board in a language, by name."""
    rows = assets.MODULES["words.js"].partition(f"const {table} = {{")[2].partition("\n};")[0]
    at = LANGUAGES.index(lang)
    return {name: json.loads(texts)[at] for name, texts in re.findall(r"(\w+): (\[[^\]]*\])", rows)}


@cache
def variant_answers() -> Mapping[str, Json]:
    """Return the answer of `/v1/variants` for each game."""
    return {variant.id: variant_answer(variant) for variant in VARIANTS.values()}


@cache
def percentiles() -> Mapping[str, Mapping[str, list[int]]]:
    """Return the percentiles of the scores of dealt hands, by game and seat, from `percentiles.js`."""
    rows = assets.MODULES["percentiles.js"].partition("const PERCENTILES = ")[2].strip().rstrip(";")
    return dict(json.loads(re.sub(r",\s*}$", "}", rows)))


def format_number(value: float) -> str:
    """Return a number with two decimals, rounded like in browsers."""
    return str(Decimal(value or 0).quantize(Decimal("0.01"), ROUND_HALF_UP)).replace("-", "−")


# ---- cards ----------------------------------------------------------------------------------------------------------


def height(rank: str, level: str) -> float:
    """Return the position of a rank from weakest to strongest; Guandan's level rank is above the ace."""
    return RANKS.index("2") + 0.5 if rank == level else RANKS.index(rank)


def card_tokens(text: str, level: str = "") -> list[str]:
    """Return the cards of a text, highest rank first."""
    return sorted(PIECE.findall(text), key=lambda token: (-height(token[0], level), token))


def face(rank: str, lang: str) -> str:
    """Return the display name of a rank."""
    return JOKERS[lang].get(rank) or ("10" if rank == "T" else rank)


def card_label(token: str, lang: str) -> str:
    """Return the label of a card for screen readers."""
    rank = token[0]
    return ((IN_ENGLISH.get(rank) if lang == "en" else None) or face(rank, lang)) + SUITS.get(token[1:], "")


def is_wild_token(token: str, rules: WildRanks) -> bool:
    """Return whether a card is wild: a rank of laizi, the heart of Guandan's level, or the flower."""
    return token[0] == "W" or (token == f"{rules.level}h" if rules.level else token[0] in rules.wild)


class CardView(NamedTuple):
    """What the template shows of a card."""

    kinds: str
    """Its CSS classes."""
    face: str
    """Its rank in people's words; of a joker a letter below the other."""
    is_joker: bool
    suit: str
    suit_sign: str
    label: str
    """Its text for screen readers."""
    shown: str | None
    """The card that a wild card replaces, or a sign for any card; None of a card that is not wild."""


class PlayView(NamedTuple):
    """What the template shows of a play or a combo."""

    cards: list[CardView]
    label: str
    """Its text for screen readers."""


class HintView(NamedTuple):
    """What the template shows of a row of the hints."""

    play: PlayView | None
    """None for a pass."""
    shape: str
    is_advised: bool
    is_tie: bool
    worth: str
    left: str
    """Turns that remain after it; empty if it was not computed."""
    tags: list[str]
    why: str


def card_view(token: str, rules: WildRanks, lang: str, stood: str = "") -> CardView:
    """Return the view of a card; a wild card shows the card that it replaces (*stood*)."""
    rank, suit = token[0], token[1:]
    wild, is_joker = is_wild_token(token, rules), rank in IN_ENGLISH
    marks = {"red": suit in ("h", "d") or rank == "D", "joker": is_joker, "ten": rank == "T", "wild": wild}
    kinds = " ".join(["card", *(kind for kind, holds in marks.items() if holds)])
    any_rank = "*" if lang == "en" else "癞"
    shown = (face(stood, lang) if stood and stood != rank else any_rank) if wild else None
    return CardView(kinds, face(rank, lang), is_joker, suit, SUITS.get(suit, ""), card_label(token, lang), shown)


def arranged(text: str, rules: WildRanks, declared: str) -> list[tuple[str, str]]:
    """Return the cards of a play in reading order, each with the card that it replaces.

    The most frequent rank comes first, wild cards at the position of the cards that they replace.
    """
    stands = [piece[0] for piece in PIECE.findall(declared)]
    taken: list[tuple[str, str]] = []

    def take(rank: str) -> str:
        if rank not in stands:
            return ""
        stands.remove(rank)
        return rank

    cards = card_tokens(text, rules.level)
    plain = [take(token[0]) if declared and not is_wild_token(token, rules) else "" for token in cards]
    for token, own in zip(cards, plain, strict=True):
        stood = own
        if declared and is_wild_token(token, rules):
            stood = take(token[0]) or (stands.pop(0) if stands else "")
        taken.append((token, stood))
    many = Counter(stood or token[0] for token, stood in taken)
    low = bool(many["A"] and many["2"] and many["3"] and not many["K"])  # a run that starts with the ace or the two

    def order(one: tuple[str, str]) -> tuple[int, int]:
        rank = one[1] or one[0][0]
        return -many[rank], 2 - "A2".index(rank) if low and rank in "A2" else -RANKS.index(rank)

    return sorted(taken, key=order)


def play_view(text: str, rules: WildRanks, declared: str, lang: str) -> PlayView:
    """Return the view of a play; a wild card shows the card that it replaces."""
    faces = arranged(text, rules, declared)
    cards = [card_view(token, rules, lang, stood) for token, stood in faces]
    other = (f" = {face(stood, lang)}" if stood not in ("", token[0]) else "" for token, stood in faces)
    return PlayView(cards, " ".join(card.label + more for card, more in zip(cards, other, strict=True)))


def play_html(text: str, rules: WildRanks, declared: str, lang: str) -> str:
    """Return a play as small cards; a wild card shows the card that it replaces."""
    return str(PANELS.play(play_view(text, rules, declared, lang)))


def cards_and_faces(one: Json) -> tuple[str, str]:
    """Return the cards of a play and their declaration."""
    return one["cards"], one.get("as") or one["cards"]


NO_PLAY: Json = {"hints": [], "pass": {"legal": False}, "legal_count": 0, "move": {"pass": False, "cards": ""}}
"""Fields that an answer without a legal action lacks."""

# ---- an answer ------------------------------------------------------------------------------------------------------


CHAIN = 5
"""Ranks of the shortest straight."""


def torn_by(hint: Json) -> str:
    """Return the kind of combo that a play breaks, as a code: a bomb, a chain or another."""
    torn = [
        Counter(piece[0] for piece in PIECE.findall(text if isinstance(text, str) else text["cards"]))
        for text in hint["breaks"]
    ]
    if any(max(numbers.values()) >= COPIES or {"X", "D"} <= set(numbers) for numbers in torn):
        return "breaks_bomb"
    is_chain = any(len(numbers) >= CHAIN and max(numbers.values()) == 1 for numbers in torn)
    return "breaks_chain" if is_chain else "breaks_split"


class BoardHtml:
    """The panels of an answer."""

    def __init__(self, facts: Json, lang: str, top: int) -> None:
        head, seat, hand, _, _ = facts["position"].split(" ")
        variant, _, inside = head.rstrip("]").partition("[")
        self.facts, self.lang, self.top, self.seat = NO_PLAY | facts, lang, top, seat
        self.game = variant_answers()[variant]
        self.say = word_table(lang)
        self.chosen = options = dict(pair.split("=") for pair in inside.split(",") if pair)
        chosen = {name: options.get(name, option["default"]) for name, option in self.game["options"].items()}
        self.rules = WildRanks(chosen.get("wild") or "", chosen["level"] if self.game["suits"] else "")
        self.hand = card_tokens(hand, self.rules.level)
        self.columns = Counter(token[0] for token in self.hand)

    @property
    def style(self) -> str:
        """Return width and height of the hand as a CSS rule; the content policy forbids style attributes."""
        heights = [*self.columns.values()]
        both = max(3, max(heights[:ROW]) + max(heights[ROW:], default=0))
        return f".fan{{--both:{both}}}.fan{{--n:{max(2, len(heights))};--tall:{max(2, *heights)}}}"

    def hand_columns(self) -> list[list[tuple[int, CardView]]]:
        """Return the hand's cards, each with its place, in one column for each rank."""
        columns: dict[str, list[tuple[int, CardView]]] = {}
        for place, token in enumerate(self.hand):
            columns.setdefault(token[0], []).append((place, card_view(token, self.rules, self.lang)))
        return [*columns.values()]

    def sides(self) -> list[str]:
        """Return the side of the table on which each seat is shown."""
        seats = [str(seat) for seat in self.game["seats"]]
        sides, first = SIDES[len(seats)], seats.index(self.seat)
        return [sides[(place - first) % len(seats)] for place in range(len(seats))]

    def power(self) -> Json:
        """Return the score of the hand and its meaning."""
        power, split = self.facts["power"], self.facts["split"]
        share = self.percentile()
        proven = self.say["proven" if split["exact"] else "unproven"]
        return {
            "turns": power["turns"],
            "turns_left": self.say["turnLeft" if power["turns"] == 1 else "turnsLeft"],
            "strength": self.say["strength"],
            "score": format_number(power["score"]),
            "meaning": proven if share is None else self.say["strongerThan"].replace("{}", str(share)),
        }

    def percentile(self) -> int | None:
        """Return the percentage of dealt hands of the seat that are weaker than this one, like `panels.js`."""
        rows = percentiles().get(self.game["id"] + (f":{len(self.rules.wild)}" if self.rules.wild else ""), {})
        values = rows.get(self.seat) or rows.get("")
        usual = set(self.chosen) <= {"wild", "level"}
        if not values or not usual or len(self.hand) != self.game["hand_size"][self.seat]:
            return None
        score = self.facts["power"]["score"] * 100
        below = next((place for place, value in enumerate(values) if value > score), len(values))
        if below in (0, len(values)):
            return 99 if below else 1
        low, high = (max(1, min(99, place * 10)) for place in (below - 1, below))
        return int(low + (high - low) * (score - values[below - 1]) / (values[below] - values[below - 1]) + 0.5)

    def play(self, one: Json) -> PlayView:
        """Return the view of a play or a combo."""
        return play_view(one["cards"], self.rules, one.get("as") or "", self.lang)

    def shape(self, name: str) -> str:
        """Return the display name of a shape."""
        known = next((shape[self.lang] for shape in self.game["shapes"] if shape["id"] == name), None)
        if known is None:  # a shape that the game has only under some options
            known = word_table(self.lang, "SHAPES").get(re.sub(r"_\d+$", "", name), name.replace("_", " "))
        return str(known)

    def ties(self) -> list[int]:
        """Return the indices of plays that are as good as the first row, if there are several."""
        first, *others = self.facts["hints"] or [{"pass": True}]
        if first.get("pass") or first["value"] is None:
            return []
        near = [
            place
            for place, hint in enumerate(others, start=1)
            if not hint.get("pass") and hint["value"] is not None and abs(hint["value"] - first["value"]) < TIE
        ]
        return near if len(near) > 1 else []

    def hint(self, hint: Json, best: float, *, is_tie: bool) -> HintView:
        """Return the row of a hint."""
        passes = hint.get("pass", False)
        turns = hint["rest"] and hint["rest"]["turns"]
        left = (f"余{turns}手" if self.lang == "zh" else f"{turns} left") if hint["rest"] else ""
        reasons = [reason for reason in hint["why"] if hint["score"] < best or reason["code"] != "breaks_split"]
        return HintView(
            play=None if passes else self.play(hint),
            shape=self.say["pass"] if passes else self.shape(hint["shape"]),
            is_advised=self.is_advised(hint),
            is_tie=is_tie,
            worth=self.worth(hint),
            left=left,
            tags=self.tags(hint, reasons),
            why=self.texts(reasons),
        )

    def is_advised(self, hint: Json) -> bool:
        """Return whether a row of the list is the advised action."""
        move = self.facts["move"]
        if hint.get("pass") or move["pass"]:
            return bool(hint.get("pass") and move["pass"])
        return cards_and_faces(move) == cards_and_faces(hint)

    def worth(self, hint: Json) -> str:
        """Return the score of a row by the level of the answer, a level without search."""
        value = hint["value"]
        if value is not None and value > SURE:
            return self.say["sure"]
        if value is None or self.is_advised(hint):
            return self.say["top"] if self.is_advised(hint) else "–"
        loss = max(one["value"] for one in self.facts["hints"] if one["value"] is not None) - value
        if loss <= 0:
            return "0.00"
        return "<0.01" if loss < LEAST_LOSS else f"−{format_number(min(MOST_LOSS, loss))}"

    def tags(self, hint: Json, reasons: Iterable[Json]) -> list[str]:
        """Return the reasons of a hint as short labels."""
        codes = (torn_by(hint) if reason["code"] == "breaks_split" else reason["code"] for reason in reasons)
        return [*dict.fromkeys(tag for tag in map(word_table(self.lang, "TAGS").get, codes) if tag)]

    def texts(self, why: Iterable[Json]) -> str:
        """Return reasons as sentences."""
        return ("" if self.lang == "zh" else " ").join(reason["text"] for reason in why)

    def hints(self) -> str:
        """Return the rows of all hints, with a button for plays that are as good as the first."""
        hints, turn = self.facts["hints"], self.facts["turn"]
        best = max((hint["score"] for hint in hints), default=0)
        tied = self.ties()
        rows = [self.hint(hint, best, is_tie=place in tied) for place, hint in enumerate(hints)]
        more = self.say["ties"].replace("{}", str(len(tied))) if tied else ""
        word = "notYet" if str(turn["seat"]) != self.seat else "noPlay" if turn["leads"] else "noHint"
        return str(PANELS.hints(rows, more, self.say[word], self.say))

    def has_more(self) -> bool:
        """Return whether there are more hints than the listed ones."""
        hints, passes = self.facts["hints"], self.facts["pass"]["legal"]
        plays = sum(not hint.get("pass") for hint in hints)
        return bool(self.top <= len(hints) and plays < self.facts["legal_count"] - passes)

    def split(self) -> str:
        """Return the best split as groups."""
        split = self.facts["split"]
        combos = [
            {"text": combo["cards"], "play": self.play(combo), "shape": self.shape(combo["shape"])}
            for combo in split["combos"]
        ]
        left = split.get("unplayable")
        unplayable = play_view(left, self.rules, "", self.lang) if left else None
        return str(PANELS.split(combos, unplayable, self.say))

    def panels(self, level: str) -> dict[str, str]:
        """Return what each element of the page contains, by its id; the robot is of a *level*."""
        robot = next(known for known in self.game["levels"] if known["id"] == level)
        name = self.game["name_zh" if self.lang == "zh" else "name"]
        panels = {
            "hand": PANELS.hand(self.hand_columns(), len(self.columns) >= WIDE_FROM),
            "seats": PANELS.seats(self.sides()),
            "number": PANELS.number(self.power()),
            "says": self.say["policySays"],
            "hints": self.hints(),
            "split": self.split(),
            "variant": PANELS.option(self.game["id"], name),
            "level": PANELS.option(level, robot["zh"] if self.lang == "zh" else level),
            "orders": PANELS.orders(self.say),
        }
        return {name: str(panel) for name, panel in panels.items()}  # joined with text that is not to be escaped again


# ---- the page -------------------------------------------------------------------------------------------------------


@cache
def worded(lang: str) -> str:
    """Return the board's page with its texts in a language, visible without a script."""
    say = word_table(lang)
    page = re.sub(r'(data-text="(\w+)"[^>]*>)(?=</)', lambda match: match[1] + say[match[2]], assets.BOARD)
    page = re.sub(r'data-label="(\w+)"', lambda match: f'{match[0]} aria-label="{say[match[1]]}"', page)
    page = page.replace('<html lang="zh"', f'<html lang="{"zh-CN" if lang == "zh" else lang}"')
    if lang == "en":
        page = page.replace('lang="en">EN<', 'lang="zh">中<')
    return page.replace("<body hidden>", "<body>")


def render_board(facts: Json, lang: str, level: str, top: int) -> str:
    """Return the board's page with the answer *facts* drawn, for the robot of a *level* and at most *top* hints."""
    picture = BoardHtml(facts, lang, top)
    inside = picture.panels(level)
    page = re.sub(r'( id="(\w+)"[^>]*>)(?=</)', lambda match: match[1] + inside.get(match[2], ""), worded(lang))
    if picture.ties():
        page = page.replace('<ol id="hints"', '<ol id="hints" class="folded"')
    page = page.replace('href="/numbers"', f'href="/numbers?lang={lang}"')
    if max(picture.game["deck"].values()) > COPIES:
        page = page.replace('<div id="hand"', '<div id="hand" class="decks"')
    if picture.has_more():
        page = re.sub(r'(id="more"[^>]*) hidden>', r"\1>", page)
    return page.replace("</style>", f"{picture.style}</style>", 1)

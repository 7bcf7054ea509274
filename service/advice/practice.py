"""Practice hands 练习牌: profiles, and hands composed for them.

Cards are texts of rank and suit here: 3s, X, D, W.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import NamedTuple

from service.rules import cards as c
from service.rules.errors import Bilingual, RuleError, brief, coded, quoted, step
from service.rules.random_numbers import Chance
from service.rules.variant import RuleSet, near_miss

Composition = Mapping[str, int]
"""Number of combos of each kind in a practice hand."""


# ---- profiles -------------------------------------------------------------------------------------------------


class ComboKind(NamedTuple):
    """A kind of combo in a composition."""

    copies: int = 1
    run: int = 1
    named: str = ""
    one_suit: bool = False


PIECES: Mapping[str, ComboKind] = MappingProxyType(
    {
        "solo": ComboKind(1),
        "pair": ComboKind(2),
        "trio": ComboKind(3),
        "bomb": ComboKind(4),
        **{f"bomb_{n}": ComboKind(n) for n in range(5, 9)},
        "solo_chain": ComboKind(1, 5),
        "pair_chain": ComboKind(2, 3),
        "plane": ComboKind(3, 2),
        "straight_flush": ComboKind(1, 5, one_suit=True),
        "rocket": ComboKind(named="XD"),
        "joker_bomb": ComboKind(named="XXDD"),
    }
)
"""Kinds that are one combo; chains have their minimum length."""

TOGETHER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"trio_solo": ("trio", "solo"), "trio_pair": ("trio", "pair"), "trio_two": ("trio", "solo", "solo")}
)
"""Kinds that are several combos."""

KINDS = (*PIECES, *TOGETHER)
"""All kinds of a composition."""

PLAIN_PROFILE, BALANCED_PROFILE, WEAK_PROFILE, OWN_PROFILE, ENDGAME_PROFILE = (
    "plain",
    "balanced",
    "weak",
    "own",
    "endgame",
)

SEATLESS = frozenset({PLAIN_PROFILE, BALANCED_PROFILE, ENDGAME_PROFILE})
"""Profiles that favour no seat."""

STRONG: Mapping[str, Composition] = MappingProxyType(
    {
        "strong_bombs": {"bomb": 2, "pair": 2, "solo": 4},
        "strong_trios": {"bomb": 1, "trio_pair": 2},
        "strong_chain": {"bomb": 1, "solo_chain": 1, "trio": 1, "pair": 1},
    }
)
"""Profiles of strong hands."""

PROFILES: Mapping[str, tuple[Composition, ...]] = MappingProxyType(
    {
        PLAIN_PROFILE: (),
        BALANCED_PROFILE: (),
        "strong": tuple(STRONG.values()),
        **{name: (composition,) for name, composition in STRONG.items()},
        WEAK_PROFILE: ({"trio": 1, "pair": 3, "solo": 7},),
        OWN_PROFILE: (),
        ENDGAME_PROFILE: (),
    }
)
"""Profiles by name, with the compositions from which the seed draws one. ◄ a new profile goes here."""

PROFILE_NAMES = {
    "plain": Bilingual("a fair shuffle", "公平洗牌"),
    "balanced": Bilingual("a balanced deal", "均衡发牌"),
    "strong": Bilingual("a strong hand", "好牌"),
    "strong_bombs": Bilingual("a strong hand with two bombs", "双炸好牌"),
    "strong_trios": Bilingual("a strong hand with a bomb and two triples", "一炸两个三带二的好牌"),
    "strong_chain": Bilingual("a strong hand with a bomb and a straight", "一炸一顺的好牌"),
    "weak": Bilingual("a weak hand", "差牌"),
    "own": Bilingual("a hand of the caller's composition", "自定牌型组成"),
    "endgame": Bilingual("a puzzle with open hands", "残局"),
}
"""Display names of the profiles."""

THEME_NAMES = {
    "must_pass": Bilingual("pass though you could play", "必须让"),
    "tear_bomb": Bilingual("tear the bomb", "拆炸"),
    "split_rocket": Bilingual("split the rocket", "拆王"),
    "force_bomb": Bilingual("force the bomb out", "逼炸"),
    "spend_big": Bilingual("spend the big one first", "弃大"),
    "keep_reentry": Bilingual("keep a re-entry", "留回手"),
    "block_single": Bilingual("block the last card", "控单"),
    "avoid_pairs": Bilingual("lead no pair", "避双"),
    "feed_ally": Bilingual("feed the partner", "送队友"),
    "change_kicker": Bilingual("change the kicker", "换带"),
    "break_run": Bilingual("break the run", "断顺"),
    "small_bait": Bilingual("small bait", "以小骗大"),
}
"""Display names of the themes."""

GRADES = (1, 2, 3)
"""Grades: easy puzzles are solved by a level without search too, medium ones by a search, hard ones by neither
reliably."""


# ---- decks ----------------------------------------------------------------------------------------------------

SUITS_LEFT = ("", "s", "hd", "shc")
"""Suits of the cards of a rank beyond multiples of four, by the customs of the games."""


def deck_of(setup: RuleSet) -> list[str]:
    """Return every card of a variant's deck."""
    if setup.suited:
        ranks, jokers = ([rank for rank in part if rank in setup.deck] for part in (c.RANKS[:13], "XD"))
        return setup.decks * [*[rank + suit for rank in ranks for suit in c.SUITS], *jokers]
    cards: list[str] = []
    for rank, number in setup.deck.items():
        suits = number // 4 * c.SUITS + SUITS_LEFT[number % 4]
        cards += number * [rank] if rank in "XDW" else [rank + suit for suit in suits]
    return cards


def is_wild_card(setup: RuleSet, card: str) -> bool:
    return card == setup.level + "h" if setup.level else card[0] in setup.wilds.cards


def card_order(card: str) -> tuple[int, int]:
    """Return the sort key of a card: its rank, then its suit."""
    return c.RANKS.index(card[0]), c.SUITS.index(card[1:])


# ---- practice hands -------------------------------------------------------------------------------------------


def count_pieces(setup: RuleSet, composition: Composition) -> Counter[str]:
    """Return the number of each single piece in a composition.

    Raises RuleError "field_unknown" for an unknown kind, "deal_impossible" for a kind of other games only.
    """
    pieces: Counter[str] = Counter()
    shapes = {shape.name for shape in setup.shapes}
    for kind, number in composition.items():
        pointer = "/composition" + step(kind)
        if kind not in KINDS:
            near, near_zh = near_miss(kind, KINDS)
            message = Bilingual(
                f"hands are composed of {', '.join(KINDS)}; not {brief(kind)}{near}",
                f"手牌可由 {coded(KINDS)} 组成，没有{quoted(kind)}{near_zh}",
            )
            raise RuleError("field_unknown", message, pointer)
        special = kind in PIECES and (PIECES[kind].named or PIECES[kind].one_suit)
        if special and kind not in shapes:
            raise RuleError(
                "deal_impossible", Bilingual(f"this game has no {kind}", f"本玩法没有 `{kind}` 这种牌型"), pointer
            )
        for part in TOGETHER.get(kind, (kind,)):
            pieces[part] += number
    return pieces


def size_of(pieces: Mapping[str, int]) -> int:
    """Return the number of cards of some pieces."""
    sizes = {name: len(piece.named) or piece.copies * piece.run for name, piece in PIECES.items()}
    return sum(sizes[name] * number for name, number in pieces.items())


def fitted(setup: RuleSet, composition: Composition, size: int, weak: bool) -> Composition:
    """Return a named composition; if the hand is too small, as its pieces without the smallest ones.

    A *weak* hand loses the largest pieces that are not larger than the excess, because small ones make it weak, if the
    deck has enough ranks.
    """
    pieces = count_pieces(setup, composition)
    excess = size_of(pieces) - size
    if excess <= 0:
        return composition
    sizes = {kind: size_of({kind: 1}) for kind in pieces}
    smallest_first = sorted(sizes, key=lambda kind: sizes[kind])
    for kind in smallest_first[::-1] if weak else []:
        fewer = min(pieces[kind], excess // sizes[kind])
        pieces[kind] -= fewer
        excess -= fewer * sizes[kind]
    for kind in smallest_first:
        fewer = min(pieces[kind], max(0, -(-excess // sizes[kind])))
        pieces[kind] -= fewer
        excess -= fewer * sizes[kind]
    if weak and sum(pieces.values()) > len(setup.deck.keys() - set(setup.wilds.cards)):  # each has a rank of its own
        return fitted(setup, composition, size, weak=False)
    return {kind: number for kind, number in pieces.items() if number}


def is_possible(setup: RuleSet, composition: Composition) -> bool:
    """Return whether the runs of a game are long enough for the chains of a composition."""
    return all(PIECES[name].run <= max(1, len(setup.run)) for name in count_pieces(setup, composition))


def low_ranks(setup: RuleSet) -> str:
    """Return the ranks below the king, without the level rank."""
    return "".join(takewhile(lambda rank: rank not in "KA", setup.power))


Stock = Mapping[str, Sequence[str]]
"""Cards of each rank that are available for pieces."""


def stock_of(setup: RuleSet, deck: Sequence[str], chance: Chance) -> Stock:
    """Return the cards with a suit that are not wild, by rank, in any order."""
    natural = [card for card in deck if len(card) == 2 and not is_wild_card(setup, card)]
    return {rank: chance.shuffled(card for card in natural if card[0] == rank) for rank in c.RANKS[:13]}


def ranks_with(stock: Stock, used: str, copies: int) -> list[str]:
    return [rank for rank, cards in stock.items() if rank not in used and len(cards) >= copies]


def chain_cards(piece: ComboKind, ranks: str, stock: Stock, chance: Chance) -> list[str] | None:
    """Return the cards of a chain; None if they are missing."""
    if not piece.one_suit:
        short = any(len(stock[rank]) < piece.copies for rank in ranks)
        return None if short else [card for rank in ranks for card in stock[rank][: piece.copies]]
    for suit in chance.shuffled(c.SUITS):
        if all(rank + suit in stock[rank] for rank in ranks):
            return [rank + suit for rank in ranks]
    return None


def chains(
    pieces: Sequence[ComboKind],
    run: str,
    stock: Stock,
    chance: Chance,
    is_fitting: Callable[[str], bool],
    used: str = "",
) -> list[str] | None:
    """Return the cards of chains that share no rank and leave ranks that satisfy *is_fitting*; None: impossible."""
    if not pieces:
        return [] if is_fitting(used) else None
    piece = pieces[0]
    for start in chance.shuffled(range(len(run) - piece.run + 1)):
        ranks = run[start : start + piece.run]
        if set(ranks) & set(used):
            continue
        cards = chain_cards(piece, ranks, stock, chance)
        rest = chains(pieces[1:], run, stock, chance, is_fitting, used + ranks) if cards is not None else None
        if cards is not None and rest is not None:
            return cards + rest
    return None


def compose(setup: RuleSet, deck: Sequence[str], pieces: Mapping[str, int], chance: Chance, weak: bool) -> list[str]:
    """Return cards made of *pieces* with distinct ranks; *weak*: solos are below the king.

    Raises RuleError "deal_impossible" if the deck has no such cards.
    """
    stock = stock_of(setup, deck, chance)
    listed = [PIECES[name] for name, number in pieces.items() for _ in range(number)]
    named = [card for piece in listed for card in piece.named]
    runs = sorted((piece for piece in listed if piece.run > 1), key=lambda piece: -piece.run)
    single = sorted((piece.copies for piece in listed if piece.run == 1 and not piece.named), reverse=True)

    def is_fitting(used: str) -> bool:
        return all(len(ranks_with(stock, used, copies)) > place for place, copies in enumerate(single))

    enough = sum(piece.run for piece in runs) + len(single) <= len(ranks_with(stock, "", 1))
    cards = chains(runs, setup.run, stock, chance, is_fitting) if enough else None
    if cards is None or Counter(named) - Counter(deck):
        message = Bilingual(
            "the deck has no such combos with different ranks and without wild cards",
            "一副牌凑不出这些牌型：各牌型点数互不相同，也不用癞子",
        )
        raise RuleError("deal_impossible", message, "/composition")
    used = "".join(card[0] for card in cards)
    solos_first = [copies for copies in single if copies == 1] + [copies for copies in single if copies > 1]
    for copies in solos_first if weak else single:
        free = ranks_with(stock, used, copies)
        free = [rank for rank in free if rank in low_ranks(setup)] if weak and copies == 1 else free
        rank = free[chance.below(len(free))]
        cards += stock[rank][:copies]
        used += rank
    return cards + named


def remove_cards(deck: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Return *deck* without the cards of *taken*."""
    left = list(deck)
    for card in taken:
        left.remove(card)
    return left


def filled(setup: RuleSet, hand: list[str], rest: Sequence[str], size: int, weak: bool) -> list[str]:
    """Return *hand* completed with cards from the top of *rest*.

    *weak*: only ranks below the king, and no fourth card of a rank.
    """
    cards = list(hand)
    low = low_ranks(setup)
    for card in rest:
        if len(cards) == size:
            break
        fourth = sum(other[0] == card[0] for other in cards) >= 3
        if not weak or (card[0] in low and not fourth and not is_wild_card(setup, card)):
            cards.append(card)
    return cards

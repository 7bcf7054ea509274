"""One play as a caller writes it: cards, a seat, and what wild cards are declared to stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.core.bindings import NO_SUITS, SUITS_MIXED, CompiledRules, Play
from service.position.parse.cards import parse_cards, parse_plain
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Kind, Notation
from service.rules.combos import Combo
from service.rules.display_names import rank_zh
from service.rules.errors import Bilingual, RuleError, brief, quoted, step
from service.rules.red_black_threes import check_colours, is_mixed, is_pair_of_one

PASSES = ("", "pass", ".", "过", "不出")
"""How a pass may be written in a history."""

DECLARED = Kind(decks=c.MOST_CARDS)
"""What cards stand for may come in any number, with suits or without."""


class PlayText(NamedTuple):
    """A play, its form checked."""

    seat: object
    cards: Cards | None
    """None: a pass."""
    declared: Cards | None
    """What the cards stand for, if that is said."""
    pointer: str
    """Of the cards."""
    mixed: bool = False
    """They are one red and one black card of a rank where two of one colour are a bomb."""

    @property
    def hand(self) -> Hand:
        """The cards, packed; 0: a pass."""
        return self.cards.hand if self.cards else 0


def is_pass(value: Any) -> bool:
    """Tell whether a value without a seat is a pass."""
    return value is None or value in ([], [-1]) or (isinstance(value, str) and value.strip().lower() in PASSES)


def read_play(value: Any, notation: Notation, pointer: str, rules: CompiledRules) -> PlayText:
    """Return one play as a caller writes it.

    Raises RuleError for an unknown field, missing cards or what is no card.
    """
    kind = rules.setup.kind
    plain = parse_plain(value) if notation is c.TEXT and not (kind.suited or kind.coloured) else None
    if plain is not None:  # nearly every play
        return PlayText(None, plain if plain.hand else None, None, pointer)
    seat, declared = None, None
    if isinstance(value, Mapping):
        unknown = next((name for name in value if name not in ("seat", "cards", "as")), None)
        if unknown is not None:
            message = Bilingual(
                f"a play has seat, cards and as; not {brief(unknown)}",
                f"一手牌只有 `seat`、`cards` 和 `as` 三个字段，没有{quoted(unknown)}",
            )
            raise RuleError("field_unknown", message, pointer + step(unknown))
        if "cards" not in value:
            message = Bilingual("a play names its cards; a pass has none", "请在 `cards` 里写明出的牌；不出则留空")
            raise RuleError("field_missing", message, f"{pointer}/cards")
        seat = value.get("seat")
        if value.get("as") is not None:
            declared = read_declared(value["as"], notation, f"{pointer}/as", rules)
        value, pointer = value["cards"], f"{pointer}/cards"
    if is_pass(value):
        if declared is not None:
            message = Bilingual("a pass stands for nothing: leave `as` out", "不出不能当作别的牌：请去掉 `as`")
            raise RuleError("field_conflict", message, pointer.removesuffix("/cards") + "/as")
        return PlayText(seat, None, None, pointer)
    cards = parse_cards(value, notation, pointer, kind)
    if not cards.hand:
        message = Bilingual(
            f"no card in {brief(value)}; write a pass as 'pass'", f"{quoted(value)}里没有牌；不出请写 `pass`"
        )
        raise RuleError("card_unknown", message, pointer)
    pair = is_pair_of_one(cards.hand, kind)
    if pair:
        check_colours(cards, notation, kind, pointer)
    mixed = pair and is_mixed(cards, notation, kind)
    return PlayText(seat, cards, declared, pointer, mixed)


def read_declared(value: Any, notation: Notation, pointer: str, rules: CompiledRules) -> Cards:
    """Return what cards are declared to stand for, in the caller's notation or else as a text of ranks."""
    try:
        return parse_cards(value, notation, pointer, DECLARED)
    except RuleError as fault:
        if not isinstance(value, str) or notation is c.TEXT:
            raise
        try:
            return parse_cards(value, c.TEXT, pointer, DECLARED)
        except RuleError:
            raise fault from None


def declared_suit(declared: Cards) -> int:
    """Return the suit 1..4 of a declaration, `SUITS_MIXED` for several, 0 where a card does not say."""
    suits = {c.suit_of(token, c.TEXT if token in c.TEXT.tokens else c.GUANDAN) for _, token in declared.own}
    if not suits or None in suits:
        return 0
    return SUITS_MIXED if len(suits) > 1 else (suits.pop() or 0) + 1


def as_play(shown: PlayText, rules: CompiledRules) -> Play:
    """Return a play for the core.

    Raises RuleError "not_a_play" if a wild card is declared to be what it cannot be.
    """
    if shown.cards is None:
        return Play(0)
    cards = shown.cards
    if shown.declared is None:
        return Play(cards.hand, 0, cards.suits or NO_SUITS, SUITS_MIXED if shown.mixed else 0)
    check_declared(shown, rules)
    return Play(
        cards.hand,
        shown.declared.hand,
        cards.suits or NO_SUITS,
        SUITS_MIXED if shown.mixed else declared_suit(shown.declared),
    )


def check_declared(shown: PlayText, rules: CompiledRules) -> None:
    """Raise RuleError "not_a_play" if a declaration leaves ordinary cards out, or has a rank no wild card can be."""
    assert shown.cards is not None
    assert shown.declared is not None
    wilds, pointer = rules.setup.wilds, shown.pointer.removesuffix("/cards") + "/as"
    plain = sum(c.count(shown.cards.hand, rank) << 4 * rank for rank in range(16) if c.RANKS[rank] not in wilds.cards)
    printed = shown.declared.hand == shown.cards.hand
    if printed and not wilds.cards:
        return
    if not wilds.cards:
        raise RuleError(
            "not_a_play",
            Bilingual("without wild cards a play is what its cards are", "没有癞子时，牌是什么就是什么"),
            pointer,
        )
    if c.size(shown.declared.hand) != c.size(shown.cards.hand) or not c.holds(shown.declared.hand, plain):
        cards, stands_for = said_cards(shown.cards, rules), said_cards(shown.declared, rules)
        message = Bilingual(f"{cards} cannot stand for {stands_for}", f"{cards} 不能当作 {stands_for}")
        raise RuleError("not_a_play", message, pointer)
    foreign = [rank for rank in c.text(shown.declared.hand - plain) if rank not in wilds.ranks]
    if foreign:
        message = Bilingual(
            f"a wild card stands for one of {wilds.ranks}; not {brief(foreign[0])}",
            f"癞子只能当 {wilds.ranks} 中的一种，不能当{rank_zh(foreign[0])}",
        )
        raise RuleError("not_a_play", message, pointer)
    suits = rules.setup.suited and declared_suit(shown.declared)
    moved = next(iter(faces(shown.cards) - faces(shown.declared)), None) if suits else None
    if moved is not None and not is_lowered(shown, rules):
        message = Bilingual(f"{moved} is no wild card and stays what it is", f"{moved} 不是癞子，不能变成别的牌")
        raise RuleError("not_a_play", message, pointer)


def said_cards(cards: Cards, rules: CompiledRules) -> str:
    """Return cards as sentences name them, with the suits that were written where suits matter."""
    if not rules.setup.suited or not cards.own:
        return c.text(cards.hand)
    found = []
    for rank, token in cards.own:
        suit = 1 if rank == c.WILD else c.suit_of(token, c.TEXT if token in c.TEXT.tokens else c.GUANDAN)
        face = rules.setup.kind.level if rank == c.WILD else c.RANKS[rank]
        found.append(face + ("" if suit is None else c.SUITS[suit]))
    return "".join(found)


def is_lowered(shown: PlayText, rules: CompiledRules) -> bool:
    """Tell whether cards of one suit are declared not to be of one, where a straight flush may be a straight."""
    assert shown.cards is not None
    assert shown.declared is not None
    one = sum(word > 0 for word in shown.cards.suits) == 1
    return one and declared_suit(shown.declared) == SUITS_MIXED and not any(shape.two_suits for shape in rules.shapes)


def faces(cards: Cards) -> Counter[str]:
    """Return the ordinary cards of a game with suits, each as a rank and a suit."""
    found: Counter[str] = Counter()
    for rank, token in cards.own:
        notation = c.TEXT if token in c.TEXT.tokens else c.GUANDAN
        suit = c.suit_of(token, notation)
        if suit is not None and rank < c.WILD:
            found[c.RANKS[rank] + c.SUITS[suit]] += 1
    return found


def ranks_in_order(combo: Combo, rules: CompiledRules) -> str:
    """Return the ranks in the order in which a combo is written: lowest first, but a run as it goes, A2345."""
    run = rules.setup.run
    if run in c.RANKS:
        return c.RANKS
    start = run.index(c.RANKS[combo.rank])
    return run[start : start + combo.length] + c.RANKS


def faces_of(combo: Combo, rules: CompiledRules, suits: c.Suits = NO_SUITS) -> Sequence[str]:
    """Return what a combo's cards stand for, a rank each, with suits where they are what is declared.

    *suits* are those of the cards: a straight of one suit that is not played as one shows a card in another, a wild
    one if it has any.
    """
    ranks = c.text(combo.plays_as)
    if not rules.setup.suited:
        return ranks
    if combo.length > 1:
        ranks = "".join(sorted(ranks, key=ranks_in_order(combo, rules).index))
    if combo.suit:
        return [rank + c.SUITS[combo.suit - 1] for rank in ranks]
    suit = only_suit(combo, rules, suits)
    if suit is None:
        return ranks
    own, other = c.SUITS[suit], c.SUITS[(suit + 2) % 4]
    plain = c.text(combo.cards & ((1 << 60) - 1))
    lent = [rank for rank in ranks if rank not in plain] or ranks[-1:]
    return [rank + (other if rank in lent else own) for rank in ranks]


def only_suit(combo: Combo, rules: CompiledRules, suits: c.Suits) -> int | None:
    """Return the suit of all ordinary cards, of *suits*, of a straight that is not played as one of one suit."""
    straight = not combo.suit and 1 < combo.length == combo.size and any(shape.one_suit for shape in rules.shapes)
    held = [i for i, word in enumerate(suits) if word] if straight else []
    return held[0] if len(held) == 1 else None


def as_text(combo: Combo, rules: CompiledRules, suits: c.Suits = NO_SUITS) -> str:
    """Return what a combo's cards stand for as a text."""
    return "".join(faces_of(combo, rules, suits))


def is_declared(combo: Combo, rules: CompiledRules, suits: c.Suits = NO_SUITS) -> bool:
    """Tell whether a play says what it stands for: something else than its cards, of *suits*, at first sight.

    A wild card may be only itself: three of a rank and a wild card as a kicker would otherwise read back as a bomb.
    """
    if combo.plays_as != combo.cards:
        return True
    wilds = rules.setup.wilds.cards
    if wilds and 0 < sum(c.count(combo.cards, c.RANKS.index(rank)) for rank in wilds) < combo.size:
        return True
    return 1 < combo.length == combo.size and rules.setup.suited and only_suit(combo, rules, suits) is not None


def written(combo: Combo, rules: CompiledRules, cards: str, suits: c.Suits = NO_SUITS) -> str:
    """Return a play in one-line form: its cards, and what they stand for where that must be said."""
    return f"{cards}={as_text(combo, rules, suits)}" if is_declared(combo, rules, suits) else cards

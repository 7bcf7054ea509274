"""A play checked by the rules: its declaration, the error if it is illegal, and its written form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import NO_CONSTRAINTS, NO_SUITS, SUITS_MIXED, CompiledRules, Play, PlayConstraints
from service.position.parse.card_fields import PlayText
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.combos import ORDINARY, Combo
from service.rules.display_names import FEW, combo_zh, rank_en, rank_zh, run_order, shape_en, shape_zh
from service.rules.errors import Bilingual, RuleError
from service.rules.physical_cards import caller_text, may_have

# ---- declarations ---------------------------------------------------------------------------------------------------


def declared_suit(declared: Cards) -> int:
    """Return the suit 1..4 of a declaration, `SUITS_MIXED` for several, 0 if a card has no suit."""
    suits = {c.suit_of(token, c.TEXT if token in c.TEXT.tokens else c.GUANDAN) for _, token in declared.own}
    if not suits or None in suits:
        return 0
    return SUITS_MIXED if len(suits) > 1 else (suits.pop() or 0) + 1


def as_play(shown: PlayText, rules: CompiledRules) -> Play:
    """Return a play for the core.

    Raises RuleError "not_a_play" if a wild card is declared as a card that it cannot replace.
    """
    if shown.cards is None:
        return Play(0)
    cards = shown.cards
    if shown.declared is None:
        return Play(cards.hand, 0, cards.suits or NO_SUITS)
    check_declared(shown, rules)
    return Play(
        cards.hand,
        shown.declared.hand,
        cards.suits or NO_SUITS,
        declared_suit(shown.declared),
    )


def check_declared(shown: PlayText, rules: CompiledRules) -> None:
    """Raise RuleError "not_a_play" for a declaration without an ordinary card, or with an impossible rank."""
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
            Bilingual("without wild cards `as` must equal the cards", "没有癞子时，牌是什么就是什么"),
            pointer,
        )
    if c.size(shown.declared.hand) != c.size(shown.cards.hand) or not c.holds(shown.declared.hand, plain):
        cards, stands_for = [display_cards(one, rules, shown.notation) for one in (shown.cards, shown.declared)]
        message = Bilingual(f"{cards} cannot replace {stands_for}", f"{cards} 不能当作 {stands_for}")
        raise RuleError("not_a_play", message, pointer)
    foreign = [rank for rank in c.text(shown.declared.hand - plain) if rank not in wilds.ranks]
    if foreign:
        message = Bilingual(
            f"a wild card replaces one of {wilds.ranks}, never a {rank_en(foreign[0])}",
            f"癞子只能当 {wilds.ranks} 中的一种，不能当{rank_zh(foreign[0])}",
        )
        raise RuleError("not_a_play", message, pointer)
    suits = rules.setup.suited and declared_suit(shown.declared)
    moved = next(iter(faces(shown.cards) - faces(shown.declared)), None) if suits else None
    if moved is not None and not is_lowered(shown, rules):
        card = next(token for rank, token in shown.cards.own if face_of(rank, token) == moved)
        message = Bilingual(f"{card} is not a wild card and cannot be replaced", f"{card} 不是癞子，不能变成别的牌")
        raise RuleError("not_a_play", message, pointer)


def display_cards(cards: Cards, rules: CompiledRules, notation: Notation) -> str:
    """Return cards for messages as their caller wrote them, with ranks and suits where suits matter."""
    return caller_text(cards.hand, cards.own, notation, rules.setup.kind)


def is_lowered(shown: PlayText, rules: CompiledRules) -> bool:
    """Return whether cards of one suit are declared as mixed suits, which makes a straight of a straight flush."""
    assert shown.cards is not None
    assert shown.declared is not None
    one = sum(word > 0 for word in shown.cards.suits) == 1
    return one and declared_suit(shown.declared) == SUITS_MIXED and not any(shape.two_suits for shape in rules.shapes)


def face_of(rank: int, token: c.Token) -> str:
    """Return an ordinary card of a game with suits as rank and suit; "" for another card."""
    suit = c.suit_of(token, c.TEXT if token in c.TEXT.tokens else c.GUANDAN)
    return "" if suit is None or rank >= c.WILD else c.RANKS[rank] + c.SUITS[suit]


def faces(cards: Cards) -> Counter[str]:
    return Counter(face for card in cards.own if (face := face_of(*card)))


class UnplayableCards(NamedTuple):
    """Cards that form no play, the facts of a RuleError "not_a_play"."""

    rules: CompiledRules
    cards: Cards
    notation: Notation
    declared: Hand
    """The cards that they were declared to be; 0: no declaration."""


# ---- legality -------------------------------------------------------------------------------------------------------


def has_first_card(rules: CompiledRules, cards: Cards, constraints: PlayConstraints, notation: Notation) -> bool:
    """Return whether a first lead contains the required card, with its suit if the caller gives suits."""
    return not constraints.must_show or may_have(cards, rules.setup.first_shows, notation)


def free_lead_hint(rules: CompiledRules) -> tuple[str, str]:
    """Return the hint about the option under which no card decides the leader."""
    option, value = rules.variant.free_lead
    return (
        f"; set options.{option} to {value} where a winner leads",
        f"；若由上局赢家先出，请把选项 `{option}` 设为 `{value}`",
    )


def play_or_refuse(
    rules: CompiledRules,
    hand: Hand,
    text: PlayText,
    to_beat: Combo | None,
    constraints: PlayConstraints = NO_CONSTRAINTS,
    notation: Notation = c.TEXT,
    beaten: Cards = c.NO_CARDS,
) -> Combo:
    """Return the reading under which cards are played from *hand*; *beaten*: the play to beat as the caller wrote it.

    Raises RuleError "too_many_of_rank", "not_a_play", "must_show" or "does_not_beat".
    """
    assert text.cards is not None
    cards, suits = text.cards.hand, text.cards.suits or NO_SUITS
    play = as_play(text, rules) if text.declared or suits else cards
    free = PlayConstraints(0, True) if constraints.solo_top else NO_CONSTRAINTS
    combo = engine.play(rules, hand, play, to_beat, suits if hand == cards else NO_SUITS, free)
    if combo is None:
        raise illegal_play(rules, hand, text, to_beat, notation, beaten)
    if constraints.must_show and not has_first_card(rules, text.cards, constraints, notation):
        (option, option_zh), card = free_lead_hint(rules), rules.setup.first_shows
        message = Bilingual(f"the first lead contains {card}{option}", f"首出必须带 {card}{option_zh}")
        raise RuleError("must_show", message, text.pointer)
    return combo


def illegal_play(
    rules: CompiledRules, hand: Hand, text: PlayText, to_beat: Combo | None, notation: Notation, beaten: Cards
) -> RuleError:
    """Return the error of cards that cannot be played: no play, or too low."""
    assert text.cards is not None
    readings = engine.readings(rules, as_play(text, rules), hand)
    if not readings or to_beat is None:
        cards = caller_text(text.cards.hand, text.cards.own, notation, rules.setup.kind)
        stands_for = display_cards(text.declared, rules, notation) if text.declared else ""
        message = Bilingual(
            f"{cards}{stands_for and f' as {stands_for}'} is not a play of {rules.variant.name}",
            f"{cards}{stands_for and f' 当作 {stands_for} '}在{rules.variant.zh}里不成牌型",
        )
        facts = (
            None
            if readings
            else UnplayableCards(rules, text.cards, notation, text.declared.hand if text.declared else 0)
        )
        return RuleError("not_a_play", message, text.pointer, facts)
    return RuleError(
        "does_not_beat", does_not_beat(rules, readings, to_beat, text.cards, beaten, notation), text.pointer
    )


def does_not_beat(
    rules: CompiledRules, readings: Sequence[Combo], to_beat: Combo, cards: Cards, beaten: Cards, notation: Notation
) -> Bilingual:
    """Return the message about *cards* that do not beat *beaten* (`NO_CARDS`: not as the caller wrote them)."""
    shapes = " or ".join(dict.fromkeys([shape_en(reading.shape) for reading in readings]))
    own, below = cards.own, beaten.own if beaten.hand == to_beat.cards else ()
    played = play_text(rules, readings[0], own, notation)
    other = play_text(rules, to_beat, below, notation)
    would = what_beats(rules, to_beat)
    return Bilingual(
        f"{played} ({shapes}) does not beat {other} ({shape_en(to_beat.shape)}): {would}",
        f"{play_zh(rules, readings[0], own, notation)}管不上{play_zh(rules, to_beat, below, notation)}：{would.zh}",
    )


def play_text(rules: CompiledRules, combo: Combo, own: Sequence[tuple[int, c.Token]], notation: Notation) -> str:
    """Return the cards of a play as the caller writes them, a run in its own order (A2345)."""
    order = run_order(combo, rules.setup.run) if combo.length > 1 else c.RANKS
    if order is not c.RANKS:
        written = c.written_in(notation.id)
        letters = [(c.RANKS.index(letter), written.get(letter, letter)) for letter in c.text(combo.cards)]
        own = sorted(own or letters, key=lambda card: order.index(c.RANKS[card[0]]))
    return caller_text(combo.cards, own, notation, rules.setup.kind)


def play_zh(rules: CompiledRules, combo: Combo, own: Sequence[tuple[int, c.Token]], notation: Notation) -> str:
    if notation is c.TEXT and combo.length == 1 and len(own) <= max(FEW):
        return combo_zh(rules.setup, combo)
    return shape_zh(rules.shapes, combo.shape) + play_text(rules, combo, own, notation)


def what_beats(rules: CompiledRules, to_beat: Combo) -> Bilingual:
    """Return a description of the plays that beat a play."""
    top = max(rules.shapes, key=lambda shape: shape.tier)
    if top.named and top.name == to_beat.shape:
        return Bilingual("nothing does", "没有牌管得上")
    if to_beat.tier > ORDINARY:
        return Bilingual("only a higher bomb does", "只有更大的炸弹才管得上")
    kind = shape_zh(rules.shapes, to_beat.shape)
    alike, alike_zh = (" as long", f"同样长的{kind}") if to_beat.length > 1 else ("", kind)
    return Bilingual(f"a higher {shape_en(to_beat.shape)}{alike} does, or a bomb", f"要更大的{alike_zh}，或者炸弹")


# ---- the written form -----------------------------------------------------------------------------------------------


def faces_of(combo: Combo, rules: CompiledRules, suits: c.Suits = NO_SUITS) -> Sequence[str]:
    """Return the declared cards of a combo, each a rank, with suits if the declaration has them.

    *suits* are those of the cards: a straight of one suit that is not played as a straight flush is declared with a
    card of another suit, a wild card if possible.
    """
    ranks = c.text(combo.plays_as)
    if not rules.setup.suited:
        return ranks
    if combo.length > 1:
        ranks = "".join(sorted(ranks, key=run_order(combo, rules.setup.run).index))
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
    """Return the suit in *suits* if all natural cards of a straight declared without a suit have it, else None."""
    straight = not combo.suit and 1 < combo.length == combo.size and any(shape.one_suit for shape in rules.shapes)
    held = [i for i, word in enumerate(suits) if word] if straight else []
    return held[0] if len(held) == 1 else None


def as_text(combo: Combo, rules: CompiledRules, suits: c.Suits = NO_SUITS) -> str:
    """Return the declared cards of a combo as a text."""
    return "".join(faces_of(combo, rules, suits))


def is_declared(combo: Combo, rules: CompiledRules, suits: c.Suits = NO_SUITS) -> bool:
    """Return whether a play of cards with *suits* needs a declaration, because its first reading differs.

    A wild card may also be itself: three of a rank with a wild card as a kicker would otherwise be read as a bomb.
    """
    if combo.plays_as != combo.cards:
        return True
    wilds = rules.setup.wilds.cards
    if wilds and 0 < sum(c.count(combo.cards, c.RANKS.index(rank)) for rank in wilds) < combo.size:
        return True
    return 1 < combo.length == combo.size and rules.setup.suited and only_suit(combo, rules, suits) is not None


def written(combo: Combo, rules: CompiledRules, cards: str, suits: c.Suits = NO_SUITS) -> str:
    """Return a play in one-line form: its cards, with a declaration if one is needed."""
    return f"{cards}={as_text(combo, rules, suits)}" if is_declared(combo, rules, suits) else cards

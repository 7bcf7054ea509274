"""Parser of cards: tokens of a text or an array, looked up in their notation and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter

from service.position.deck import check_same_cards
from service.position.parse.card_aliases import AliasReading, read_aliases, suits_before
from service.rules.cards import (
    GUANDAN,
    INCREMENT,
    MOST_CARDS,
    MOST_OF_RANK,
    NOTATIONS,
    PLAIN_KIND,
    RANKS,
    SUITS,
    TEXT,
    WILD,
    Cards,
    Kind,
    Notation,
    Suits,
    Token,
    size,
    suit_of,
)
from service.rules.chinese_words import is_kind, spoken_cards
from service.rules.errors import Bilingual, RuleError, as_json, brief, coded, quoted, unquoted


def unknown_token(token: Token, notation: Notation, pointer: str) -> RuleError:
    """Return the error of a token that is not a card."""
    fix = unquoted(token, notation.tokens)
    if notation is TEXT:
        message = Bilingual(
            f"{brief(token)} is not a card; cards are {notation.about}",
            f"{quoted(token)}不是牌；{notation.about.zh}",
        )
        return RuleError("card_unknown", message, pointer)
    message = Bilingual(
        f"{notation.id} cards are {notation.about}; not {brief(token)}{fix}",
        f"`{notation.id}` 记法：{notation.about.zh}；{quoted(token)}不是牌{fix.zh}",
    )
    return RuleError("card_unknown", message, pointer)


def unknown_alias(reading: AliasReading, notation: Notation, pointer: str) -> RuleError | None:
    """Return the error of a text with an unknown word; None if there is none."""
    if reading.unknown is None:
        return None
    fault = unknown_token(reading.unknown, notation, pointer)
    if not reading.notations:
        return fault
    offer = Bilingual(
        f"{fault.message}; for {' or '.join(reading.notations)} cards set `notation`",
        f"{fault.message.zh}；如果是 {coded(reading.notations)} 记法，请在 `notation` 里注明",
    )
    return RuleError(fault.code, offer, pointer)


def split_tokens(value: object, notation: Notation, pointer: str) -> list[Token]:
    """Return the cards of a string or an array one by one.

    Raises RuleError "notation_ambiguous" for numbers without a notation, "card_unknown" for other unreadable values.
    """
    if isinstance(value, str):
        if notation.split is None:
            numbers = value.replace(",", " ").split()
            if numbers and all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
                return [int(number) for number in numbers]
            message = Bilingual(
                f"{notation.id} cards are numbers, in an array or separated by commas",
                f"`{notation.id}` 记法的牌是数字：写成数组，或用逗号隔开",
            )
            raise RuleError("card_unknown", message, pointer)
        return list(notation.split(value))
    if not isinstance(value, list):
        raise RuleError("field_invalid", Bilingual("cards are a text or an array", "牌要写成文本或数组"), pointer)
    if notation is TEXT and any(isinstance(token, (int, float)) and not isinstance(token, bool) for token in value):
        numbers = [notation.id for notation in NOTATIONS.values() if notation.split is None]
        message = Bilingual(
            'numbers are not cards in text notation: write texts, "5", or set `notation` to: ' + ", ".join(numbers),
            f"文本记法里数字不是牌：请加引号写成 `5` 这样的文本，或在 `notation` 里注明记法：{coded(numbers)}",
        )
        raise RuleError("notation_ambiguous", message, pointer)
    return [token for item in value for token in element_tokens(item, notation)]


def element_tokens(item: object, notation: Notation) -> list[Token]:
    """Return the tokens of an array element: itself, or the cards of a text."""
    if isinstance(item, str) and notation.split is not None:
        return list(notation.split(item))
    if isinstance(item, float) and item.is_integer():
        return [int(item)]
    return [item if isinstance(item, (int, str)) and not isinstance(item, bool) else as_json(item)]


def parse_plain(value: object) -> Cards | None:
    """Return the cards of a text of rank letters, the common case; None for any other value."""
    return plain_text(value) if type(value) is str and len(value) <= MOST_CARDS else None


def has_diamonds(value: object) -> bool:
    """Return whether each D of a text, and there are two, may be the suit of the rank after it."""
    return isinstance(value, str) and value.count("D") > 1 and len(suits_before(value)) > 0


def other_cards(value: object) -> list[str]:
    """Return the cards of a text with its suits before the ranks, or of a play in words; no cards for other values."""
    return suits_before(value) or (list(spoken_cards(value)) if isinstance(value, str) else [])


def kind_alone(value: object, pointer: str) -> RuleError | None:
    """Return the error of a text that names a kind of play without its cards; None for any other value."""
    if not isinstance(value, str) or not is_kind(value):
        return None
    message = Bilingual(
        f"{brief(value)} names a kind of play without its cards: write them, such as 3334",
        f"{quoted(value)}只说了牌型，没有说是哪些牌：请写出牌，如 3334，或用文字写「对十」",
    )
    return RuleError("card_unknown", message, pointer)


@lru_cache(1 << 12)
def plain_text(value: str) -> Cards | None:
    """Return the cards of a short text of rank letters.

    Cached, because a client sends the whole history each time.
    """
    try:
        hand = sum(map(INCREMENT.__getitem__, value))
    except KeyError:
        return None
    if has_diamonds(value):
        return None
    return Cards(hand, (), False, (), True) if len(value) <= 15 or size(hand) == len(value) else None  # no overflow


def parse_cards(value: object, notation: Notation = TEXT, pointer: str = "/hand", kind: Kind = PLAIN_KIND) -> Cards:
    """Return the cards of *value*, written in its notation or in unambiguous aliases.

    Raises RuleError "card_unknown", "card_duplicate", "notation_ambiguous", "suit_missing" or "too_many_of_rank".
    """
    plain = parse_plain(value) if notation is TEXT and not kind.suited else None
    if plain is not None:
        return plain
    if notation is TEXT and kind.decks == 1 and has_diamonds(value):
        return parse_exact("".join(suits_before(value)), notation, pointer, kind)
    try:
        return parse_exact(value, notation, pointer, kind)
    except RuleError as fault:
        if fault.code != "card_unknown":
            raise
        reading = read_aliases(value, notation, kind, pointer)
        if reading.tokens is None:
            other = other_cards(value) if notation is TEXT else []
            if not other:
                raise kind_alone(value, pointer) or unknown_alias(reading, notation, pointer) or fault from None
            return parse_exact(other if isinstance(value, list) else "".join(other), notation, pointer, kind)
    written = reading.tokens if isinstance(value, list) else notation.joined.join(map(str, reading.tokens))
    return parse_exact(written, notation, pointer, kind)


def parse_exact(value: object, notation: Notation, pointer: str, kind: Kind) -> Cards:
    """Return the cards of a *value* written in its notation; errors are those of `parse_cards`."""
    if isinstance(value, (str, list)) and len(value) > 4 * MOST_CARDS:
        raise RuleError(
            "too_many_of_rank", Bilingual(f"more than {MOST_CARDS} cards", f"超过{MOST_CARDS}张牌"), pointer
        )
    own = []
    for token in split_tokens(value, notation, pointer):
        if token not in notation.tokens:
            raise unknown_token(token, notation, pointer)
        if kind.level and notation.tokens[token] == WILD:
            message = Bilingual(
                f"write the wild card as {kind.level}h; not {token}",
                f"逢人配请写成 {kind.level}h，不要写{quoted(token)}",
            )
            raise RuleError("card_unknown", message, pointer)
        if kind.out:
            check_in_deck(token, notation, pointer, kind)
        own.append((place_of(token, notation, kind) if kind.level else notation.tokens[token], token))
    own.sort(key=itemgetter(0))
    tokens = [token for _, token in own]
    if len(set(tokens)) < len(tokens):
        check_same_cards([(pointer, Cards(0, tuple(own)))], notation, kind.decks)
    if len(own) > MOST_OF_RANK:
        check_rank_limit(own, pointer)
    hand = sum([1 << 4 * rank for rank, _ in own])
    exact = kind.suited or notation.identities or notation is GUANDAN
    kept = exact or (notation is TEXT and max(map(len, map(str, tokens)), default=0) > 1)  # some cards have a suit
    suits = suits_of(own, notation, pointer) if kind.suited else ()
    return Cards(hand, tuple(own) if kept else (), isinstance(value, list), suits)


def place_of(token: Token, notation: Notation, kind: Kind) -> int:
    """Return the index of a card in a packed hand; hearts of the level rank have their own."""
    rank = notation.tokens[token]
    return WILD if kind.level and RANKS[rank] == kind.level and suit_of(token, notation) == 1 else rank


def check_in_deck(token: Token, notation: Notation, pointer: str, kind: Kind) -> None:
    """Raise RuleError "card_unknown" for a card of a known rank that the deck lacks."""
    suit = suit_of(token, notation)
    card = "" if suit is None else RANKS[notation.tokens[token]] + SUITS[suit]
    if card in kind.out:
        listed = sorted(kind.out)
        message = Bilingual(
            f"the deck has no {' and '.join(listed)} here; not {token}",
            f"这副牌里没有 {'、'.join(listed)}，不能有{quoted(str(token))}",
        )
        raise RuleError("card_unknown", message, pointer)


def suits_of(own: Iterable[tuple[int, Token]], notation: Notation, pointer: str) -> Suits:
    """Return cards by suit.

    Raises RuleError "suit_missing" if a card that needs one has none.
    """
    words = [0, 0, 0, 0]
    for rank, token in own:
        if rank >= 13:
            continue
        suit = suit_of(token, notation)
        if suit is None:
            message = Bilingual(
                f"suits matter here: write {token}s, {token}h, {token}c or {token}d",
                f"本玩法分花色：请写成 {token}s（黑桃）、{token}h（红桃）、{token}c（梅花）或 {token}d（方块）",
            )
            raise RuleError("suit_missing", message, pointer)
        words[suit] += 1 << 2 * rank
    return tuple(words)


def check_rank_limit(own: list[tuple[int, Token]], pointer: str) -> None:
    """Raise RuleError "too_many_of_rank" for more cards of one rank than a packed hand can contain."""
    most = max(Counter(rank for rank, _ in own).values())
    if most > MOST_OF_RANK:
        raise RuleError("too_many_of_rank", Bilingual(f"{most} cards of one rank", f"同一点数有{most}张"), pointer)

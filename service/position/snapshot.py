"""Snapshots: the table of a client without the history, checked against rules and deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from service.core.bindings import NO_CONSTRAINTS, CompiledRules, PlayConstraints
from service.position.deck import HAND, check_counts, check_same_cards, check_seat
from service.position.parse.card_fields import PlayText, read_last, read_seen
from service.position.parse.position_text import PositionText
from service.position.play import play_or_refuse, written
from service.position.position import LineTexts, Table
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation, Suits
from service.rules.combos import Combo
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, Faults, RuleError, cards_en, step
from service.rules.physical_cards import caller_text, left_of, suited_text

NO_PLAY = PlayText(None, None, None, "/last")
"""The last play of a request without one."""


def next_seat(rules: CompiledRules, left: Mapping[str, int], last: PlayText) -> str:
    """Return the first seat with cards after that of the last play, which moves next."""
    seats = rules.variant.seats
    first = 0 if last.seat is None else seats.index(check_seat(rules, last.seat, last.seat_pointer)) + 1
    order = seats[first:] + seats[:first]
    return next((name for name in order if left.get(name) != 0), order[0])


def check_hand_size(rules: CompiledRules, seat: str, hand: Cards) -> None:
    """Raise RuleError "hand_size" for a hand of more cards than the seat is dealt."""
    most, has = rules.setup.hand_size[seat], c.size(hand.hand)
    if has > most:
        message = Bilingual(
            f"{seat_en(seat)} has at most {most} cards, not {has}",
            f"{seat_zh(seat)}最多有{most}张牌，不会有{has}张",
        )
        raise RuleError("hand_size", message, HAND)


def last_cards(rules: CompiledRules, last: PlayText) -> Cards:
    """Return the cards of the last play, none for a pass.

    Raises RuleError "too_many_of_rank" for more cards than the deck has.
    """
    check_counts(rules, [(last.pointer, last.hand)])
    return last.cards or c.NO_CARDS


def combo_to_beat(rules: CompiledRules, last: PlayText, cards: Cards, notation: Notation) -> Combo | None:
    """Return the play to beat, of *cards*; None for a pass."""
    return play_or_refuse(rules, cards.hand, last, None, notation=notation) if last.cards else None


def owner_of(rules: CompiledRules, given: str | None, seat: str, last: PlayText) -> str:
    """Return the seat that played last: as named, else the seat before the requesting one, *seat*.

    *given* is the requesting seat as the caller wrote it.
    """
    seats = rules.variant.seats
    before = seats[seats.index(seat) - 1]
    owner = before if last.seat is None else check_seat(rules, last.seat, last.seat_pointer)
    if owner == seat and given is None:
        message = Bilingual(
            f"{seat_en(seat)} played last, and a hand without `seat` is taken as that of {seat_en(seat)}: send `seat`",
            f"最后出牌的是{seat_zh(seat)}，而没写 `seat` 的手牌按{seat_zh(seat)}的算：请写明 `seat`",
        )
        raise RuleError("history_inconsistent", message, "/seat")
    if owner == seat:
        message = Bilingual(
            f"{seat_en(seat)} played last and therefore leads: leave `last` out",
            f"最后出牌的就是{seat_zh(seat)}，那么现在由这家先出：请去掉 `last`",
        )
        raise RuleError("history_inconsistent", message, last.seat_pointer)
    return owner


def assumed_fields(
    rules: CompiledRules, request: PositionText, last: PlayText, left: Mapping[str, int | None], seat: str
) -> tuple[str, ...]:
    """Return the fields that the advice depends on and the request left out.

    Two seats need no `last_seat`; a hand as dealt that leads needs neither `left` nor the plays so far.
    """
    given: dict[str, object] = {}
    if last.cards:
        given = {"seat": request.seat} | ({"last_seat": last.seat} if len(left) > 2 else {})
    if last.cards or left[seat] != rules.setup.hand_size[seat]:
        given |= {"left": None if None in left.values() else left, "history": request.seen}
    return tuple([name for name, value in given.items() if value is None])


def check_not_won(rules: CompiledRules, seat: str, hand: Cards) -> None:
    """Raise RuleError "game_over" for a hand with so few cards that its seat has won."""
    spare = rules.spare[rules.variant.seats.index(seat)]
    if c.size(hand.hand) <= spare:
        message = Bilingual(
            f"{seat_en(seat)} wins with {cards_en(spare)} left; the deal is over",
            f"{seat_zh(seat)}剩{spare}张就赢，本局结束",
        )
        raise RuleError("game_over", message, HAND)


def enter_left(
    rules: CompiledRules, left: dict[str, int | None], name: str, number: int, played: Mapping[str | None, int]
) -> None:
    """Enter a *number* of `left` into the numbers of all seats, which have that of a known hand.

    *played* is the size of the play to beat, by its seat. Raises RuleError "history_inconsistent" for an impossible
    number.
    """
    check_seat(rules, name, "/left" + step(name))
    most = rules.setup.hand_size[name] - played.get(name, 0)
    least = rules.spare[rules.variant.seats.index(name)] + (0 if rules.variant.to_places else 1)
    if not least <= number <= most:
        message = Bilingual(
            f"{seat_en(name)} has {least} to {most} cards, not {number}",
            f"{seat_zh(name)}手里应有{least}到{most}张牌，不会是{number}张",
        )
        raise RuleError("history_inconsistent", message, f"/left/{name}")
    own = left[name]
    if own is not None and number != own:
        message = Bilingual(f"the hand has {cards_en(own)}, not {number}", f"手牌有{own}张，不是{number}张")
        raise RuleError("history_inconsistent", message, f"/left/{name}")
    left[name] = number


def merged(seen: Cards, last: Cards, notation: Notation) -> Cards:
    """Return the seen cards including those of the last play, whether listed or not.

    Cards with different suits or ids are different cards; without these the last play's cards are assumed to be among
    the seen ones.
    """
    if not seen.hand or not last.hand:
        return seen if seen.hand else last
    named, met = (Counter(card for card in part.own if c.is_identity(card[1], notation)) for part in (seen, last))
    apart = Counter(rank for rank, _ in (named | met).elements())
    pairs = zip(c.counts(seen.hand), c.counts(last.hand), strict=True)
    hand = c.from_counts([max(a, b, apart[rank]) for rank, (a, b) in enumerate(pairs)])
    left = Counter(last.own) - Counter(seen.own)
    own = tuple(sorted([*seen.own, *left.elements()], key=lambda card: card[0]))
    return Cards(hand, own, seen.listed, merged_suits(seen.suits, last.suits))


def merged_suits(seen: Suits, last: Suits) -> Suits:
    """Return the larger count of each rank and suit, in games with suits."""
    fields = range(0, 26, 2)
    return tuple([sum(max(a >> i & 3, b >> i & 3) << i for i in fields) for a, b in zip(seen, last, strict=True)])


def check_going_on(rules: CompiledRules, left: Mapping[str, int | None]) -> None:
    """Raise RuleError "game_over" if only one seat is left, or a whole side has gone out."""
    out = {name for name, number in left.items() if number == 0}
    sides = [side for side in rules.variant.allies if side <= out]
    if len(out) >= len(left) - 1 or any(len(side) > 1 for side in sides):
        message = Bilingual(
            f"{', '.join(sorted(out))} have gone out; the deal is over",
            f"{'、'.join(map(seat_zh, sorted(out)))}已经出完牌，本局结束",
        )
        raise RuleError("game_over", message, "/left")


def check_capacity(
    rules: CompiledRules, left: Mapping[str, int | None], unseen: Hand, bottom_held: Hand, notation: Notation
) -> None:
    """Raise RuleError "history_inconsistent" if the seats in *left* cannot have the bottom or all unseen cards."""
    taker, kept = rules.variant.bottom_seat, c.size(bottom_held)
    has = left.get(taker)
    if has is not None and has < kept:
        cards = caller_text(bottom_held, (), notation, rules.setup.kind)
        message = Bilingual(
            f"{taker} must still have {cards} of the bottom, which is more than {cards_en(has)}: "
            "correct it, or send the played cards in `seen`",
            f"{seat_zh(taker)}手里应当还有底牌 {cards}，不止{has}张：请改正，或在 `seen` 里写明打出的牌",
        )
        raise RuleError("history_inconsistent", message, f"/left/{taker}")
    others = sum(max(1, kept * (name == taker)) if number is None else number for name, number in left.items())
    hidden = c.size(unseen)
    if others + rules.undealt > hidden != others:  # equal: the undealt cards have been seen, too
        undealt, undealt_zh = (
            (f", {rules.undealt} of them not dealt", f"，其中{rules.undealt}张没有发出") if rules.undealt else ("", "")
        )
        message = Bilingual(
            f"the other seats have at least {cards_en(others)}, but {c.size(unseen)} are unseen{undealt}: "
            "correct `left` or `seen`",
            f"其他各家至少有{others}张牌，而没见过的牌只有{c.size(unseen)}张{undealt_zh}：请改正 `left` 或 `seen`",
        )
        raise RuleError("history_inconsistent", message, "/left" if any(left.values()) else "/seen")


def seen_cards(
    rules: CompiledRules,
    own: Cards,
    bottom: Cards,
    shown: PlayText,
    last: Cards,
    owner: str | None,
    seen: Cards,
    seat: str,
    notation: Notation,
    at: str,
) -> tuple[Cards, Hand]:
    """Return the cards on the table so far, and the bottom cards that another seat than *seat* must still have.

    *own* are cards of *seat* in the field *at*, *last* those of the play *shown* by *owner*. Raises RuleError
    "card_duplicate" or "too_many_of_rank" if the fields have more cards together than the deck.
    """
    decks, taker = rules.setup.decks, rules.variant.bottom_seat
    check_same_cards([(at, own), ("/seen", seen)], notation, decks)
    check_same_cards([(at, own), ("/last", last)], notation, decks)
    others = [part for maker, part in ((seat, (at, own)), (owner, ("/last", last))) if maker != taker]
    check_same_cards([*others, ("/bottom", bottom)], notation, decks)
    on = merged(seen, last, notation)
    held = left_of(bottom, on, notation) if bottom.hand and seat != taker else 0
    check_counts(rules, [(at, own.hand), ("/seen" if seen.hand else shown.pointer, on.hand), ("/bottom", held)])
    return on, held


# ---- the table --------------------------------------------------------------------------------------------------


def snapshot_constraints(rules: CompiledRules, seat: str, left: Mapping[str, int | None]) -> PlayConstraints:
    """Return the restrictions on the play of the requesting seat; whether it is a first lead is unknown."""
    if "solo_top" not in rules.setup.flags:
        return NO_CONSTRAINTS
    seats = rules.variant.seats
    following = [seats[(seats.index(seat) + i) % len(seats)] for i in range(1, len(seats))]
    last_card = next((left[name] for name in following if left[name] != 0), None) == 1
    return PlayConstraints(0, True) if last_card else NO_CONSTRAINTS


def snapshot_table(
    rules: CompiledRules,
    request: PositionText,
    notation: Notation,
    own: Cards,
    bottom: Cards,
    faults: Faults,
    at: str = HAND,
) -> Table:
    """Return the information of the requesting seat about the table.

    *own* are cards of that seat in the field *at*: its hand, or other cards of a hand that is not known.
    """
    is_hand, seats = at == HAND, rules.variant.seats
    shown = NO_PLAY
    if request.last is not None or request.last_seat:
        shown = faults.read(read_last, rules, request.last, notation, request.last_seat)
    if request.seat is not None:
        seat = faults.read(check_seat, rules, request.seat, "/seat")
    elif is_hand:
        seat = seats[0]
    else:
        seat = faults.read(next_seat, rules, request.left or {}, shown)
    if is_hand:
        faults.read(check_hand_size, rules, seat, own)
    last = faults.read(last_cards, rules, shown)
    to_beat = faults.read(combo_to_beat, rules, shown, last, notation)
    owner = None if to_beat is None else faults.read(owner_of, rules, request.seat, seat, shown)
    seen = c.NO_CARDS if request.seen is None else faults.read(read_seen, rules, request.seen, notation)
    table_cards = faults.read(seen_cards, rules, own, bottom, shown, last, owner, seen, seat, notation, at)
    if is_hand:
        faults.read(check_not_won, rules, seat, own)
    left: dict[str, int | None] = dict.fromkeys(seats)
    played: dict[str | None, int] = {}
    if not faults.found:
        left[seat] = c.size(own.hand) if is_hand else None
        played[owner] = c.size(last.hand)
    for name, number in (request.left or {}).items():
        faults.read(enter_left, rules, left, name, number, played)
    faults.check()
    on, bottom_held = table_cards
    check_going_on(rules, left)
    others = {name: number for name, number in left.items() if name != seat}
    check_capacity(rules, others, rules.deck - own.hand - on.hand, bottom_held, notation)
    kind = rules.setup.kind
    last_text = written(to_beat, rules, c.exact_text(last, notation, kind), last.suits) if to_beat else ""
    texts, by_suit = None, bottom_held - c.minus(bottom.hand, on.hand) if bottom_held else 0
    if by_suit:
        _, sign, declared = last_text.partition("=")
        suited = suited_text(last, notation, by_suit) + sign + declared
        texts = LineTexts(suited_text(bottom, notation, by_suit), last=suited, seen=suited_text(on, notation, by_suit))
    return Table(
        seat=seat,
        mover=seat,
        to_beat=to_beat,
        to_beat_seat=owner,
        table_cards=last,
        left=left,
        seen=on.hand,
        plays=[on],
        constraints=snapshot_constraints(rules, seat, left),
        must_hold={rules.variant.bottom_seat: bottom_held} if bottom_held else {},
        snapshot=True,
        assumed=assumed_fields(rules, request, shown, left, seat),
        last_text=last_text,
        seen_text=c.exact_text(on, notation, kind),
        texts=texts,
    )

"""Complete histories: replay play by play, and checks of the result against the other fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.core.bindings import NO_CONSTRAINTS, CompiledRules
from service.position.deck import HAND, check_counts, check_same_cards, check_seat, name_of
from service.position.parse.card_fields import PlayText, read_last, read_play
from service.position.parse.position_text import PositionText
from service.position.play import free_lead_hint, play_or_refuse, written
from service.position.position import LineTexts, Table
from service.position.replay import WHOLE_HAND, Replay, check_passes, larger, must_hold
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, Faults, RuleError, cards_en, step
from service.rules.physical_cards import caller_text, has_these, left_of, may_have, names, suited_text

# ---- one play after the other ---------------------------------------------------------------------------------------


def replay_pass(replay: Replay, pointer: str) -> None:
    """Carry out a pass.

    Raises RuleError "must_lead" if the seat leads and has a legal lead.
    """
    if replay.to_beat is not None:
        replay.step(None)
    elif replay.may_skip():
        replay.skip()
    else:
        raise RuleError(
            "must_lead",
            Bilingual(f"{seat_en(replay.seat)} leads and may not pass", f"{seat_zh(replay.seat)}有牌权，不能不出"),
            pointer,
        )


def replay_play(replay: Replay, text: PlayText, notation: Notation) -> None:
    """Check and carry out the next element of the history."""
    rules = replay.rules
    if replay.over:
        last = replay.history[-1].seat
        message = Bilingual(f"{seat_en(last)} went out before this play", f"{seat_zh(last)}已经出完牌，后面不能再出")
        raise RuleError("game_over", message, f"/history/{len(replay.history)}")
    if text.seat is not None:
        check_turn(replay, text.seat)
    cards, setup = text.cards, rules.setup
    if cards is None:
        replay_pass(replay, text.pointer)
        return
    if not c.holds(rules.deck, cards.hand):
        check_counts(rules, [(text.pointer, cards.hand)])
    has, plays = replay.left[replay.mover], c.size(cards.hand)
    if plays > has:
        message = Bilingual(
            f"{seat_en(replay.seat)} has {cards_en(has)} and plays {plays}",
            f"{seat_zh(replay.seat)}只有{has}张牌，却出了{plays}张",
        )
        raise RuleError("history_inconsistent", message, text.pointer)
    whole = cards.hand if plays == has or setup.flags.isdisjoint(WHOLE_HAND) else larger(setup.power, cards.hand)
    constraints = (
        NO_CONSTRAINTS if replay.history or not setup.first_shows else replay.constraints(None)._replace(solo_top=False)
    )
    combo = play_or_refuse(rules, whole, text, replay.to_beat, constraints, notation, replay.table_cards)
    line = c.exact_text(cards, notation, setup.kind) if setup.suited else c.text(cards.hand)
    replay.step(combo, written(combo, rules, line, cards.suits) if setup.wilds.cards else line, cards)


def check_turn(replay: Replay, seat: object) -> None:
    """Raise RuleError "not_your_turn" if the next play names another seat than the mover."""
    pointer = f"/history/{len(replay.history)}/seat"
    named = check_seat(replay.rules, seat, pointer)
    if named != replay.seat:
        message = Bilingual(
            f"it is {seat_en(replay.seat)}'s turn, not {seat_en(named)}'s",
            f"轮到{seat_zh(replay.seat)}，不是{seat_zh(named)}",
        )
        raise RuleError("not_your_turn", message, pointer)


def replay_history(rules: CompiledRules, history: Sequence[Any], notation: Notation) -> Replay:
    """Return the state after a history, each play read and checked before the next.

    Raises RuleError for the first play that cannot be read or is illegal.
    """
    replay = Replay(rules)
    for index, value in enumerate(history):
        replay_play(replay, read_play(value, notation, f"/history/{index}", rules), notation)
    return replay


# ---- the end of the history -----------------------------------------------------------------------------------------


def check_hand_size(replay: Replay, seat: str, hand: Hand) -> None:
    """Raise RuleError "hand_size" if the requesting seat's hand has another size than after a complete history."""
    has, expected, dealt = c.size(hand), replay.left_of(seat), replay.rules.setup.hand_size[seat]
    if has == dealt > expected:
        message = Bilingual(
            f"`hand` is what is left now, not the hand as dealt: {seat_en(seat)} should have {cards_en(expected)} "
            f"after this history, not {has}; leave out the cards that it has played",
            f"`hand` 写现在剩下的牌，不是发到的牌：按出牌记录，{seat_zh(seat)}应有{expected}张牌，不是{has}张；"
            "请去掉已经打出的牌",
        )
        raise RuleError("hand_size", message, "/hand")
    if has != expected:
        message = Bilingual(
            f"{seat_en(seat)} should have {cards_en(expected)} after this history, not {has}; "
            "if you know only the table, write ? as the history of a line, or send `last` instead of `history`",
            f"按出牌记录，{seat_zh(seat)}应有{expected}张牌，不是{has}张；如果只知道桌面，一行写法在出牌记录处写 `?`，"
            "否则用 `last` 代替 `history`",
        )
        raise RuleError("hand_size", message, "/hand")


def held_bottom(replay: Replay, seat: str, bottom: Cards, notation: Notation) -> Hand:
    """Return the bottom cards that another seat than *seat* must still have."""
    taker = replay.rules.variant.bottom_seat
    if not bottom.hand or taker == seat:
        return 0
    if not bottom.own:
        return c.minus(bottom.hand, replay.played.get(taker, 0))
    return left_of(bottom, plays_of(replay, taker), notation)


def plays_of(replay: Replay, seat: str) -> Cards:
    """Return the cards that a seat has played."""
    own = [card for turn in replay.history if turn.seat == seat and turn.cards is not None for card in turn.cards.own]
    return Cards(replay.played.get(seat, 0), tuple(own))


def check_own_bottom(seat: str, own: Sequence[Cards], bottom: Cards, notation: Notation) -> None:
    """Raise RuleError "history_inconsistent" if the bottom is not in the hand and plays, *own*, of the seat with it."""
    every = Cards(sum(part.hand for part in own), tuple([card for part in own for card in part.own]))
    if not (c.holds(every.hand, bottom.hand) and has_these(every, bottom, notation)):
        message = Bilingual(
            f"not all bottom cards are in the hand or the plays of {seat}",
            f"底牌既不全在{seat_zh(seat)}手里，也没有全部打出",
        )
        raise RuleError("history_inconsistent", message, "/bottom")


def check_bottom_cards(
    replay: Replay, seat: str, parts: Sequence[tuple[str, Cards]], bottom: Cards, notation: Notation
) -> None:
    """Raise RuleError "card_duplicate" if a card of the bottom is also in a hand or play of a seat without it.

    *parts* are pointers and cards: of *seat*, then of each play of the history. Raises "history_inconsistent" if *seat*
    took the bottom and cannot have had its cards.
    """
    taker = replay.rules.variant.bottom_seat
    makers = [seat, *[turn.seat for turn in replay.history if turn.combo is not None]]
    others = [part for maker, part in zip(makers, parts, strict=True) if maker != taker]
    check_same_cards([*others, ("/bottom", bottom)], notation, replay.rules.setup.decks)
    if seat == taker:
        own = [cards for maker, (_, cards) in zip(makers, parts, strict=True) if maker == taker]
        check_own_bottom(seat, own, bottom, notation)


def check_bottom_kept(replay: Replay, bottom: Cards, notation: Notation) -> None:
    """Raise RuleError "history_inconsistent" at the first play that leaves a seat too few cards for its bottom."""
    taker = replay.rules.variant.bottom_seat
    if replay.left_of(taker) >= c.size(bottom.hand):
        return
    left, gone = replay.rules.setup.hand_size[taker], c.NO_CARDS
    for index, turn in enumerate(replay.history):
        if turn.seat != taker or turn.combo is None:
            continue
        gone = Cards(gone.hand + turn.combo.cards, (*gone.own, *(turn.cards.own if turn.cards else ())))
        left, kept = left - turn.combo.size, left_of(bottom, gone, notation)
        if c.size(kept) > left:
            cards = caller_text(kept, (), notation, replay.rules.setup.kind)
            message = Bilingual(
                f"{taker} has {cards_en(left)} left here but must still have {cards} of the bottom: "
                "correct one of them",
                f"{seat_zh(taker)}这里只剩{left}张牌，却应当还有底牌 {cards}：请改正其中一处",
            )
            raise RuleError("history_inconsistent", message, f"/history/{index}")


def check_no_seen(seen: object) -> None:
    """Raise RuleError "field_conflict" for cards *seen* beside a history."""
    if seen is not None:
        message = Bilingual(
            "`history` implies the seen cards; leave `seen` out", "见过的牌由 `history` 得出；请去掉 `seen`"
        )
        raise RuleError("field_conflict", message, "/seen")


def check_last(replay: Replay, last: PlayText, notation: Notation) -> None:
    """Raise RuleError "history_inconsistent" if `last` contradicts the history."""
    owner = None if replay.owner is None else replay.seats[replay.owner]
    beaten = replay.to_beat.cards if replay.to_beat else 0
    if last.hand != beaten:
        shown = caller_text(beaten, (), notation, replay.rules.setup.kind)
        message = Bilingual(
            f"by the history, the play to beat is {shown or 'empty'}",
            f"按出牌记录，桌上要管的是 {shown}" if beaten else "按出牌记录，桌上没有要管的牌",
        )
        raise RuleError("history_inconsistent", message, last.pointer)
    if last.seat is not None and check_seat(replay.rules, last.seat, last.seat_pointer) != owner:
        message = Bilingual(
            f"by the history, {seat_en(owner)} played last" if owner else "by the history, there is no play to beat",
            f"按出牌记录，最后出牌的是{seat_zh(owner)}" if owner else "按出牌记录，桌上没有要管的牌",
        )
        raise RuleError("history_inconsistent", message, last.seat_pointer)


def check_left(replay: Replay, seat: str, number: int) -> None:
    """Raise RuleError "history_inconsistent" if a *number* of `left` contradicts the history."""
    left = replay.left_of(seat)
    if left != number:
        message = Bilingual(
            f"by the history, {seat_en(seat)} has {cards_en(left)}", f"按出牌记录，{seat_zh(seat)}手里有{left}张牌"
        )
        raise RuleError("history_inconsistent", message, f"/left/{seat}")


def mover_of(replay: Replay) -> str:
    return replay.seat


def check_first_card(
    replay: Replay, seat: str, hand: Cards | None, held: Sequence[tuple[str, Cards]], notation: Notation
) -> None:
    """Raise RuleError "must_show" if the first leader cannot have had the card that decides the leader.

    *hand* is that of the request, None if only partly known; *held* are pointers and cards of its known part and of all
    plays.
    """
    rules, leader = replay.rules, replay.seats[0]
    card = rules.setup.first_shows
    known, *plays = held
    has = next((at for at, cards in (*plays[1:], known) if cards.own and names(cards, card, notation)), None)
    if plays and has:
        option, option_zh = free_lead_hint(rules)
        message = Bilingual(
            f"the first lead contains {card}, which is in {name_of(has)}{option}",
            f"首出必须带 {card}，它却在 `{name_of(has)}` 里{option_zh}",
        )
        raise RuleError("must_show", message, plays[0][0])
    lacks = hand is not None and not rules.undealt and not may_have(hand, card, notation)
    every = c.count(known[1].hand, c.RANKS.index(card[0])) == rules.setup.deck[card[0]]
    if not plays and (lacks if seat == leader else has or every):
        option, option_zh = free_lead_hint(rules)
        message = Bilingual(
            f"{leader} leads first and must have {card}{option}", f"{seat_zh(leader)}首出，手里必有 {card}{option_zh}"
        )
        raise RuleError("must_show", message, known[0])


def check_cards(replay: Replay, seat: str, own: Cards, bottom: Cards, notation: Notation, at: str) -> Hand:
    """Return the bottom cards that another seat than *seat* must still have.

    *own* are cards of *seat* in the field *at*: its hand, or other cards of a hand that is not known. Raises RuleError
    for a game that is over, and for cards that cannot be in the hand, the plays and the bottom together.
    """
    rules, is_hand = replay.rules, at == HAND
    if replay.over:
        last = replay.history[-1].seat
        message = Bilingual(f"{last} has gone out; the game is over", f"{seat_zh(last)}已经出完牌，牌局结束")
        raise RuleError("game_over", message, "/history")
    parts = [(at, own)]
    parts += [(f"/history/{index}", turn.cards) for index, turn in enumerate(replay.history) if turn.cards is not None]
    check_same_cards(parts, notation, rules.setup.decks)
    if rules.setup.first_shows:
        check_first_card(replay, seat, own if is_hand else None, parts, notation)
    bottom_held = held_bottom(replay, seat, bottom, notation)
    check_counts(rules, [(place, cards.hand) for place, cards in parts], bottom_held)
    if bottom_held:
        check_bottom_kept(replay, bottom, notation)
    if bottom.hand and is_hand:
        check_bottom_cards(replay, seat, parts, bottom, notation)
    if not replay.left_of(seat):
        raise RuleError("game_over", Bilingual(f"{seat_en(seat)} has gone out", f"{seat_zh(seat)}已经出完牌"), "/seat")
    return bottom_held


def follow(
    rules: CompiledRules, request: PositionText, notation: Notation, own: Cards, bottom: Cards, faults: Faults, at: str
) -> tuple[Replay, str, Hand]:
    """Return the state after a complete history, the requesting seat, and bottom cards that another seat must have.

    *own* are cards of that seat in the field *at*: its hand, or other cards of a hand that is not known.
    """
    replay = faults.read(replay_history, rules, request.history, notation)
    if request.seen is not None:
        faults.read(check_no_seen, request.seen)
    if request.last is not None or request.last_seat:
        last = faults.read(read_last, rules, request.last, notation, request.last_seat)
        faults.read(check_last, replay, last, notation)
    for name, number in (request.left or {}).items():
        faults.read(check_left, replay, faults.read(check_seat, rules, name, "/left" + step(name)), number)
    if request.seat is None:
        seat = faults.read(mover_of, replay)
    else:
        seat = faults.read(check_seat, rules, request.seat, "/seat")
    return replay, seat, faults.read(check_cards, replay, seat, own, bottom, notation, at)


# ---- the table ------------------------------------------------------------------------------------------------------


def line_with_suits(replay: Replay, bottom: Cards, notation: Notation, ranks: Hand) -> LineTexts:
    """Return the parts of a line with the suits of these *ranks* in the bottom and in the plays of its seat."""
    taker, plays = replay.rules.variant.bottom_seat, list[str]()
    for turn in replay.history:
        _, sign, declared = turn.text.partition("=")
        suited = turn.seat == taker and turn.cards is not None
        plays.append(suited_text(turn.cards, notation, ranks) + sign + declared if suited and turn.cards else turn.text)
    return LineTexts(suited_text(bottom, notation, ranks), plays=plays)


def table_after(replay: Replay, seat: str, own: Cards, bottom: Cards, bottom_held: Hand, notation: Notation) -> Table:
    """Return the information of *seat* with the hand *own* after a history."""
    rules, mover, seen = replay.rules, replay.seat, sum(replay.played.values())
    by_rank = c.minus(bottom.hand, replay.played.get(rules.variant.bottom_seat, 0)) if bottom_held else 0
    owner = None if replay.owner is None else replay.seats[replay.owner]
    return Table(  # positional arguments: keywords take twice as long
        seat,
        mover,
        replay.to_beat,
        owner,
        replay.table_cards,
        replay.left_by_seat(),
        seen,
        [turn.cards for turn in replay.history if turn.cards is not None] if rules.setup.suited else (),
        replay.constraints(own.hand) if seat == mover else NO_CONSTRAINTS,
        tuple(replay.history),
        tuple(replay.out),
        must_hold(replay, seat, rules.deck - own.hand - seen, bottom_held, notation),
        texts=None if bottom_held == by_rank else line_with_suits(replay, bottom, notation, bottom_held - by_rank),
    )


def own_table(replay: Replay, seat: str, own: Cards, bottom: Cards, bottom_held: Hand, notation: Notation) -> Table:
    """Return the information of *seat* with the hand *own* after a history.

    Raises RuleError for a hand of another size, and for a pass that the hand or the unseen cards exclude.
    """
    check_hand_size(replay, seat, own.hand)
    check_passes(replay, seat, own.hand, notation)
    return table_after(replay, seat, own, bottom, bottom_held, notation)


def history_table(
    rules: CompiledRules, request: PositionText, notation: Notation, own: Cards, bottom: Cards, faults: Faults
) -> Table:
    """Return the information of the requesting seat with the hand *own* after a complete history."""
    replay, seat, bottom_held = follow(rules, request, notation, own, bottom, faults, HAND)
    return faults.read(own_table, replay, seat, own, bottom, bottom_held, notation)

"""Complete histories: the position at the end of one, checked against everything else that is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from service.core.bindings import FREE, CompiledRules
from service.position.deck import check_counts, check_same_cards, check_seat, name_of
from service.position.line import PositionText, history_line
from service.position.parse.play import read_play
from service.position.passes import check_passes, must_hold
from service.position.position import Position, Table, position_of
from service.position.replay import Replay, replay_history, where_free
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError, cards_said, step
from service.rules.physical_cards import may_have, names


def after_history(
    replay: Replay, seat: str, own: Cards, bottom: Hand, notation: Notation = c.TEXT, plays: Sequence[Cards] = ()
) -> Position:
    """Return what *seat*, which holds *own*, knows after a history; *plays* are its cards where suits matter."""
    rules, seen = replay.rules, sum(replay.played.values())
    owner = None if replay.owner is None else replay.seats[replay.owner]
    table = Table(
        seat=seat,
        mover=replay.seat,
        to_beat=replay.to_beat,
        to_beat_seat=owner,
        lies=replay.lies,
        left=replay.left_by_seat(),
        seen=seen,
        plays=plays,
        bottom_held=held_bottom(replay, seat, own.hand, bottom),
        line=history_line([turn.text for turn in replay.history]),
        duty=replay.duty(own.hand) if seat == replay.seat else FREE,
        history=tuple(replay.history),
        out=tuple(replay.out),
        must_hold=must_hold(replay, seat, rules.deck - own.hand - seen),
    )
    return position_of(rules, own, bottom, notation, table)


def check_hand_size(replay: Replay, seat: str, hand: Hand) -> None:
    """Raise RuleError "hand_size" if a complete history leaves another number of cards to the asker."""
    expected, has = replay.left_of(seat), c.size(hand)
    if has != expected:
        message = Bilingual(
            f"{seat_en(seat)} should hold {cards_said(expected)} after this history, not {has}; "
            "if you know the table only, send `last` in place of `history`",
            f"按出牌记录，{seat_zh(seat)}应有{expected}张牌，不是{has}张；如果只知道桌面，请用 `last` 代替 `history`",
        )
        raise RuleError("hand_size", message, "/hand")


def held_bottom(replay: Replay, seat: str, hand: Hand | None, bottom: Hand) -> Hand:
    """Return the bottom cards that another seat must still hold; *hand* is the asker's, None if it is unknown.

    Raises RuleError "history_inconsistent" if the asker took up the bottom and does not have its cards.
    """
    taker = replay.rules.variant.bottom_seat
    if not bottom:
        return 0
    if taker != seat:
        return c.minus(bottom, replay.played.get(taker, 0))
    if hand is not None and not c.holds(hand + replay.played.get(seat, 0), bottom):
        message = Bilingual(
            f"{seat} neither holds nor has played all bottom cards",
            f"底牌既不全在{seat_zh(seat)}手里，也没有全部打出",
        )
        raise RuleError("history_inconsistent", message, "/bottom")
    return 0


def check_bottom_kept(replay: Replay, bottom: Hand) -> None:
    """Raise RuleError "history_inconsistent" at the play that leaves a seat fewer cards than of its bottom."""
    taker, kept = replay.rules.variant.bottom_seat, bottom
    if replay.left_of(taker) >= c.size(bottom):
        return
    left = replay.rules.setup.hand_size[taker]
    for index, (seat, combo, *_) in enumerate(replay.history):
        if seat != taker or combo is None:
            continue
        left, kept = left - combo.size, c.minus(kept, combo.cards)
        if c.size(kept) > left:
            message = Bilingual(
                f"{taker} has {cards_said(left)} left here and must still hold {c.text(kept)} of the bottom: "
                "correct one of the two",
                f"{seat_zh(taker)}这里只剩{left}张牌，却应当还有底牌 {c.text(kept)}：请改正其中一处",
            )
            raise RuleError("history_inconsistent", message, f"/history/{index}")


def check_claims(replay: Replay, asked: PositionText, notation: Notation) -> None:
    """Raise RuleError "history_inconsistent" if `last` or `left` contradict the history."""
    if asked.last is not None:
        owner = None if replay.owner is None else replay.seats[replay.owner]
        text = read_play(asked.last, notation, "/last", replay.rules)
        beaten = replay.to_beat.cards if replay.to_beat else 0
        if text.hand != beaten:
            message = Bilingual(
                f"by the history, {c.text(beaten) or 'nothing'} lies there",
                f"按出牌记录，桌上要管的是 {c.text(beaten)}" if beaten else "按出牌记录，桌上没有要管的牌",
            )
            raise RuleError("history_inconsistent", message, text.pointer)
        if text.seat is not None and check_seat(replay.rules, text.seat, "/last/seat") != owner:
            message = Bilingual(
                f"by the history, {seat_en(owner)} played last" if owner else "by the history, nothing lies there",
                f"按出牌记录，最后出牌的是{seat_zh(owner)}" if owner else "按出牌记录，桌上没有要管的牌",
            )
            raise RuleError("history_inconsistent", message, "/last/seat")
    for seat, number in (asked.left or {}).items():
        if replay.left_of(check_seat(replay.rules, seat, "/left" + step(seat))) != number:
            left = replay.left_of(seat)
            message = Bilingual(
                f"by the history, {seat_en(seat)} holds {cards_said(left)}",
                f"按出牌记录，{seat_zh(seat)}手里有{left}张牌",
            )
            raise RuleError("history_inconsistent", message, f"/left/{seat}")


def check_first_card(
    replay: Replay, seat: str, hand: Cards | None, held: Sequence[tuple[str, Cards]], notation: Notation
) -> None:
    """Raise RuleError "must_show" if the card that decides who leads first is with anybody but the first leader.

    *hand* is the asker's, None if only a part of it is known; *held* are pointer and cards of what is known of it and
    of all plays.
    """
    rules, leader = replay.rules, replay.seats[0]
    card = rules.setup.first_shows
    asked, *plays = held
    has = next((at for at, cards in (*plays[1:], asked) if cards.own and names(cards, card, notation)), None)
    if plays and has:
        option, option_zh = where_free(rules)
        message = Bilingual(
            f"the first lead contains {card}, which is in {name_of(has)}{option}",
            f"首出必须带 {card}，它却在 `{name_of(has)}` 里{option_zh}",
        )
        raise RuleError("must_show", message, plays[0][0])
    lacks = hand is not None and not rules.aside and not may_have(hand, card, notation)
    every = c.count(asked[1].hand, c.RANKS.index(card[0])) == rules.setup.deck[card[0]]
    if not plays and (lacks if seat == leader else has or every):
        option, option_zh = where_free(rules)
        message = Bilingual(
            f"{leader} leads first and holds {card}{option}", f"{seat_zh(leader)}首出，手里必有 {card}{option_zh}"
        )
        raise RuleError("must_show", message, asked[0])


class Followed(NamedTuple):
    """Where a history led to, checked against everything else that is said."""

    replay: Replay
    plays: list[Cards]
    seat: str
    """The asker's."""
    bottom_held: Hand


def follow(
    rules: CompiledRules,
    asked: PositionText,
    held: tuple[str, Cards],
    bottom: Cards,
    notation: Notation,
    whole: bool = True,
) -> Followed:
    """Return where a complete history leads to.

    *held* are pointer and cards of the asker's hand: the *whole* hand, or what is known of it.
    """
    replay, plays = replay_history(rules, asked.history or (), notation)
    parts = [held, *plays]
    if asked.seen is not None:
        message = Bilingual(
            "what was seen follows from `history`; leave `seen` out", "见过的牌由 `history` 得出；请去掉 `seen`"
        )
        raise RuleError("field_conflict", message, "/seen")
    check_claims(replay, asked, notation)
    seat = check_seat(rules, asked.seat, "/seat") if asked.seat is not None else replay.seat
    if replay.over:
        last = replay.history[-1].seat
        message = Bilingual(f"{last} has gone out; the game is over", f"{seat_zh(last)}已经出完牌，牌局结束")
        raise RuleError("game_over", message, "/history")
    check_same_cards(parts, notation, rules.setup.decks)
    if rules.setup.first_shows:
        check_first_card(replay, seat, held[1] if whole else None, parts, notation)
    named = [(at, cards.hand) for at, cards in parts]
    check_counts(rules, named)
    bottom_held = held_bottom(replay, seat, held[1].hand if whole else None, bottom.hand)
    if bottom_held:
        check_counts(rules, [*named, ("/bottom", bottom_held)])
        check_bottom_kept(replay, bottom.hand)
    if not replay.left_of(seat):
        raise RuleError("game_over", Bilingual(f"{seat_en(seat)} has gone out", f"{seat_zh(seat)}已经出完牌"), "/seat")
    return Followed(replay, [cards for _, cards in plays], seat, bottom_held)


def complete(rules: CompiledRules, asked: PositionText, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position at the end of a complete history."""
    replay, plays, seat, _ = follow(rules, asked, ("/hand", own), bottom, notation)
    check_hand_size(replay, seat, own.hand)
    check_passes(replay, seat, own.hand)
    return after_history(replay, seat, own, bottom.hand, notation, plays)

"""The referee: state of a deal, from a history that is checked play by play.

The hands of all seats, of some or of none may be known. A play is checked against its hand if that is known, otherwise
like an observer of the table would check it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from service.advice.check import play_faults
from service.advice.deal_result import DealResult, check_standing, result_of
from service.advice.replays import Replayed, key_of, recent, remember
from service.advice.tribute.finished_tribute import Handovers, read_handovers
from service.advice.tribute.flow import Exchange, exchange
from service.core import engine
from service.core.bindings import NO_CONSTRAINTS, CompiledRules
from service.position.attempt import of_any, of_own
from service.position.dealt import (
    BOTTOM,
    HANDS,
    AuctionBids,
    AuctionState,
    Known,
    ReviewText,
    TableText,
    bids_of_table,
    by_seat,
    read_auction,
    read_known,
)
from service.position.deck import check_counts, check_same_cards, check_seat
from service.position.history import check_bottom_kept, held_bottom, replay_history, replay_play
from service.position.parse.card_fields import PlayText, read_play
from service.position.play import has_first_card, illegal_play
from service.position.read import after_history
from service.position.replay import Replay, check_passes
from service.rules import cards as c
from service.rules.auction import ROB, Contract
from service.rules.cards import Cards, Notation
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, Faults, RuleError
from service.rules.physical_cards import after_play, caller_text

NONE: Mapping[str, Cards] = MappingProxyType({})


class TableState(NamedTuple):
    """The state of a deal: auction, tribute, plays and result."""

    rules: CompiledRules
    notation: Notation
    known: Known
    auction: AuctionState | None
    """The auction; None: not in the request."""
    exchange: Exchange | None = None
    """The tribute in progress; None: not in the request."""
    handovers: Handovers | None = None
    """The cards of a finished tribute; None: not in the request."""
    replay: Replay | None = None
    """State of the play; None during the auction and the tribute, and in a void deal."""
    hands: Mapping[str, Cards] = NONE
    """Known hands before the first lead, by seat."""
    held: Mapping[str, Cards] = NONE
    """Known hands now, by seat."""
    positions: Mapping[str, str] = MappingProxyType({})
    """One-line positions of the seats with a known hand, until the deal is over."""

    result: DealResult | None = None
    """The result; None until the deal is over."""

    @property
    def is_void(self) -> bool:
        """Whether no seat called, so that the deal is void."""
        return self.auction is not None and self.auction.is_over and self.auction.contract is None

    @property
    def has_ended(self) -> bool:
        """Whether the deal needs no further action."""
        return self.is_void or (self.replay is not None and self.replay.over)


# ---- one play after the other -------------------------------------------------------------------------------------

FAULTS: Mapping[str, Bilingual] = {
    "not_held": Bilingual("does not have these cards", "手里没有这些牌"),
    "must_lead": Bilingual("leads and may not pass", "有牌权，不能不出"),
    "solo_not_top": Bilingual(
        "must play its highest single while the next seat has one card", "的下家只剩一张，单张必须出最大的"
    ),
    "short_not_last": Bilingual("may play with too few kickers only in its last play", "带牌不足，只能作为最后一手出"),
    "short_refused": Bilingual(
        "plays too few kickers, which the options do not allow here", "按所选规则在这里不能少带"
    ),
    "tears_bomb": Bilingual("breaks up four of a rank, which the options do not allow", "按所选规则不能拆炸弹"),
}
"""Reasons for illegal plays; sentences begin with the seat."""


def play_error(replay: Replay, code: str, shown: PlayText, own: Cards | None, notation: Notation) -> RuleError:
    """Return the error of an illegal play; *own* is the hand of the mover, None if unknown."""
    rules, seat = replay.rules, replay.seat
    if code == "must_beat":
        assert own is not None
        plays = engine.legal(rules, own.hand, replay.to_beat, own.suits, replay.constraints(own.hand))
        cards = caller_text(plays[0].cards, (), notation, rules.setup.kind)
        message = Bilingual(
            f"{seat_en(seat)} can beat with {cards} and therefore must", f"{seat_zh(seat)}能用 {cards} 管上，能管必管"
        )
    elif code == "must_show":
        card = rules.setup.first_shows
        message = Bilingual(f"{seat_en(seat)} leads first and must play {card}", f"{seat_zh(seat)}首出必须带 {card}")
    elif code in FAULTS:
        message = Bilingual(f"{seat_en(seat)} {FAULTS[code]}", f"{seat_zh(seat)}{FAULTS[code].zh}")
    else:
        to_beat = replay.to_beat if code == "does_not_beat" else None
        return illegal_play(rules, shown.hand, shown, to_beat, notation, replay.table_cards)
    return RuleError(code, message, shown.pointer)


def is_plainly_legal(replay: Replay, shown: PlayText, own: Cards | None) -> bool:
    """Return True for most legal turns, without the facts that only a fault needs; False if that does not decide."""
    rules, cards = replay.rules, shown.cards
    if cards is None:
        return replay.to_beat is not None and "pass_never" not in rules.setup.flags
    if own is None or own.own or cards.own or shown.declared or not c.holds(own.hand, cards.hand):
        return False
    constraints = replay.constraints(own.hand)
    if constraints is not NO_CONSTRAINTS:
        return False
    return engine.play(rules, own.hand, cards.hand, replay.to_beat, own.suits, constraints) is not None


def require_legal(replay: Replay, shown: PlayText, own: Cards | None, notation: Notation) -> None:
    """Raise RuleError for an illegal play or pass."""
    if is_plainly_legal(replay, shown, own):
        return
    if own is None:
        attempt = of_any(replay, shown, notation, replay.seat)
    else:
        constraints = replay.constraints(own.hand)
        if not has_first_card(
            replay.rules, own, constraints, notation
        ):  # the three is not among the cards that were dealt
            constraints = constraints._replace(must_show=0)
        attempt = of_own(replay.rules, shown, own, notation, replay.to_beat, constraints)
    codes = play_faults(attempt)
    if codes:
        raise play_error(replay, codes[0], shown, own, notation)


def apply_play(replay: Replay, value: Any, held: dict[str, Cards], notation: Notation) -> None:
    """Apply one element of a history; its cards are removed from the hand of the mover."""
    index, seat = len(replay.history), replay.seat
    shown = read_play(value, notation, f"/history/{index}", replay.rules)
    in_turn = shown.seat is None or shown.seat in (seat, int(seat) if seat.isdigit() else seat)
    if in_turn and not replay.over and c.holds(replay.rules.deck, shown.hand):
        require_legal(replay, shown, held.get(seat), notation)
    replay_play(replay, shown, notation)
    if shown.cards is not None and seat in held:
        held[seat] = after_play(held[seat], shown.cards)


def check_plays(
    rules: CompiledRules, history: Sequence[Any], auction_bids: AuctionBids | None, notation: Notation
) -> None:
    """Raise RuleError for the first play that is illegal from any hand, after an auction with a landlord or without."""
    if auction_bids is None:
        replay_history(rules, history, notation)
    elif auction_bids.is_settled:
        replay_history(engine.rules_after(rules, auction_bids.bids.count(ROB)), history, notation)


def replay_all(
    rules: CompiledRules, hands: Mapping[str, Cards], history: Sequence[Any], notation: Notation
) -> Replayed:
    """Return the state after a history; a table that sends its whole history each turn waits for its last play only."""
    key = key_of(rules, hands, history, notation)
    state = recent(key) or Replayed(Replay(rules), dict(hands))
    for value in history[len(state.replay.history) :]:
        apply_play(state.replay, value, state.held, notation)
    remember(key, state)
    return state


def check_cards(replay: Replay, hands: Mapping[str, Cards], bottom: Cards, notation: Notation) -> None:
    """Raise RuleError if the known hands and the plays of unknown ones are more than the deck."""
    parts = [(f"{HANDS}/{seat}", hand) for seat, hand in hands.items()]
    taker, others = replay.rules.variant.bottom_seat, list(parts)
    for index, turn in enumerate(replay.history):
        if turn.cards is not None and turn.seat not in hands:
            parts.append((f"/history/{index}", turn.cards))
            others += parts[-1:] if turn.seat != taker else []
    check_same_cards(parts, notation, replay.rules.setup.decks)
    kept = 0 if taker in hands else held_bottom(replay, "", bottom, notation)
    if taker not in hands:
        check_same_cards([*others, (BOTTOM, bottom)], notation, replay.rules.setup.decks)
    check_counts(replay.rules, [*[(at, cards.hand) for at, cards in parts], (BOTTOM, kept)])
    if bottom.hand:
        check_bottom_kept(replay, bottom, notation)


# ---- the table ----------------------------------------------------------------------------------------------------


def referee(rules: CompiledRules, text: TableText, notation: Notation) -> TableState:
    """Return the state of a deal.

    Raises RuleError with a pointer to the play, the bid or the hand that breaks a rule.
    """
    faults = Faults()
    faults.read(check_standing, rules, text.standing)
    known = faults.read(read_known, rules, text, notation)
    auction_bids = faults.read(bids_of_table, rules, text)
    spoken = faults.read(read_auction, rules, text, known, auction_bids)
    if faults.found and text.tribute is None:  # the hands that the plays come from are not known
        faults.read(check_plays, rules, text.history, auction_bids, notation)
    faults.check()
    if text.tribute is not None and text.tribute.moved is None:
        if text.history:
            message = Bilingual(
                "after the tribute, send the new hands, and its cards only in tribute.moved",
                "进贡结束后请用新的手牌；换过的牌只写在 `tribute.moved` 里",
            )
            raise RuleError("field_conflict", message, "/history")
        return TableState(rules, notation, known, spoken, exchange(rules, text.tribute, known, text.standing, notation))
    if spoken is not None and spoken.contract is None:
        if text.history:
            over = Bilingual("the auction is not over, so there are no plays yet", "还没有叫完，不能出牌")
            void = Bilingual("nobody called: new cards are dealt", "没人叫地主，应重新发牌")
            raise RuleError("history_inconsistent", void if spoken.is_over else over, "/history")
        return TableState(rules, notation, known, spoken)
    if spoken is not None and spoken.contract is not None:
        rules = engine.rules_after(rules, spoken.contract.robs)
    hands = by_seat(rules, known, spoken.contract.landlord if spoken and spoken.contract else 0)
    handovers = None
    if text.tribute is not None:
        handovers = faults.read(read_handovers, rules, text.tribute, hands, text.standing, notation)
    replayed = faults.read(replay_all, rules, hands, text.history, notation)
    faults.check()
    replay, held = replayed
    check_cards(replay, hands, known.bottom, notation)
    if len(hands) < len(replay.seats):
        check_passes(replay, "", 0, notation)
    table = TableState(rules, notation, known, spoken, None, handovers, replay, hands, held)
    if not replay.over:
        return table._replace(positions=position_lines(table))
    contract = spoken.contract if spoken and spoken.contract else Contract()
    return table._replace(result=result_of(replay, hands, contract, notation, text.standing))


def check_reviewed(table: TableState) -> None:
    """Raise RuleError "field_missing" for a deal without plays."""
    if table.replay is None or not table.replay.history:
        message = Bilingual("a review needs plays", "还没有出牌，无可复盘")
        raise RuleError("field_missing", message, "/history")


def reviewed_table(rules: CompiledRules, text: ReviewText, notation: Notation) -> TableState:
    """Return the state of a deal to review.

    Raises RuleError as `referee` does, "field_missing" without plays, "seat_unknown" for a seat to judge.
    """
    faults = Faults()
    table = faults.read(referee, rules, text.table, notation)
    faults.read(check_reviewed, table)
    for index, seat in enumerate(text.seats):
        faults.read(check_seat, rules, seat, f"/seats/{index}")
    faults.check()
    return table


def position_lines(table: TableState) -> dict[str, str]:
    """Return the position of each seat with a known hand, as one line."""
    replay, bottom = table.replay, table.known.bottom
    assert replay is not None
    return {
        seat: after_history(replay, seat, own, bottom, table.notation).line
        for seat in replay.seats
        if (own := table.held.get(seat)) is not None and own.hand
    }

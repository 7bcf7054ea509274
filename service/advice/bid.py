"""Advice on the auction and on doubling: the expected points of each legal bid."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.advice import win_model
from service.advice.win_model import Chances
from service.core import engine
from service.core.bindings import CompiledRules
from service.position.auction import AuctionText, read_auction_hand
from service.rules import cards as c
from service.rules.auction import (
    CALL,
    DOUBLE,
    FAIR_BIDS,
    HIGHEST,
    KICK,
    KICK_BACK,
    PASS,
    ROB,
    SEATS,
    Auction,
    Bidding,
    Stage,
    Word,
)
from service.rules.bid_model import BidModel
from service.rules.cards import Hand, Notation
from service.rules.errors import Bilingual, RuleError, coded
from service.rules.variants import find_variant, with_auction


class ExpectedResult(NamedTuple):
    """Expected result of a bid."""

    win: float | None
    """Chance to win the deal if it is played; None if it is certainly void."""
    score: float
    """Expected points."""


class Branch(NamedTuple):
    """A possible end of the auction."""

    likely: float
    times: float
    """Factor of the points in this branch; 0: the deal is void."""
    chance: float
    """Chance to win in this branch."""
    points: float
    """Expected points per base."""


class BidResults(NamedTuple):
    """Expected results of a hand."""

    landlord: float | None
    """Chance to win as the landlord; None if the requesting seat is known to be a farmer."""
    farmer: float | None
    words: dict[Word, ExpectedResult]
    """Expected result of each legal bid."""


class BidAdvice(NamedTuple):
    """The expected result of each legal bid, and the best bid."""

    rules: CompiledRules
    bidding: str
    """The kind of auction."""
    place: int | None
    """Place of the requesting seat in the order of bidding, if known."""
    landlord: float | None
    farmer: float | None
    words: Mapping[Word, ExpectedResult]
    best: Word
    must: bool
    """The rules leave no choice: the hand must call."""
    gain: float | None
    """Expected points gained by doubling; None during the auction."""
    why: tuple[str, ...]
    model: BidModel
    """The model behind the chances."""


def auction_rules(variant: str, options: dict[str, str]) -> CompiledRules:
    """Return the rules of a game with an auction.

    Raises RuleError "variant_unknown" for any other game.
    """
    if not find_variant(variant).auctions:
        message = Bilingual(
            f"{find_variant(variant).name} has no auction; games with one: {', '.join(with_auction())}",
            f"{find_variant(variant).zh}不叫地主；要叫地主或叫分的是 {coded(with_auction())}",
        )
        raise RuleError("variant_unknown", message, "/variant")
    return engine.rules_for(variant, tuple(options.items()))


# ---- values of bids -------------------------------------------------------------------------------------------


def any_of(chance: float, seats: int) -> float:
    """Return the probability that at least one of some seats wants to be the landlord."""
    return 1 - (1 - chance) ** seats


def expected_result(*branches: Branch) -> ExpectedResult:
    played = math.fsum(branch.likely for branch in branches if branch.times)
    won = math.fsum(branch.likely * branch.chance for branch in branches if branch.times)
    score = math.fsum(branch.likely * branch.times * branch.points for branch in branches)
    return ExpectedResult(won / played if played else None, score)


def as_landlord(odds: Chances, likely: float, times: float) -> Branch:
    return Branch(likely, times, odds.landlord, odds.landlord_points)


def as_farmer(odds: Chances, likely: float, times: float) -> Branch:
    return Branch(likely, times, odds.farmer, odds.farmer_points)


def points_words(stage: Stage, odds: Chances) -> dict[Word, ExpectedResult]:
    """Return the expected result of each bid; later overbids are assumed to be 3."""
    over = any_of(odds.calls, stage.later)
    outbid = as_farmer(odds, over, HIGHEST)
    results: dict[Word, ExpectedResult] = {}
    for bid in stage.words:
        points = int(bid)
        if points == 0:
            results[bid] = expected_result(outbid, as_farmer(odds, 1 - over, stage.stake))
        elif points == HIGHEST:
            results[bid] = expected_result(as_landlord(odds, 1, HIGHEST))
        else:
            results[bid] = expected_result(outbid, as_landlord(odds, 1 - over, points))
    return results


def call_words(stage: Stage, odds: Chances, robbed: Sequence[Chances]) -> dict[Word, ExpectedResult]:
    """Return the expected results of calling and not calling.

    *robbed*: the chances after another seat's rob 抢, and after robbing back; empty: no seat can rob.
    """
    over = any_of(odds.calls, stage.later)
    call = [as_landlord(odds, 1, 1)]
    if robbed:
        leave, rob_back = as_farmer(robbed[0], over, 2), as_landlord(robbed[1], over, 4)
        call = [as_landlord(odds, 1 - over, 1), max(leave, rob_back, key=lambda branch: branch.times * branch.points)]
    return {PASS: expected_result(as_farmer(odds, over, 1)), CALL: expected_result(*call)}


def rob_words(stage: Stage, odds: Sequence[Chances]) -> dict[Word, ExpectedResult]:
    """Return the expected results of robbing and not robbing; every rob doubles and moves the role of the landlord.

    *odds*: the chances after no further rob, after one, and after two.
    """
    over, stake = any_of(odds[0].calls, stage.later), stage.stake
    later = 0.0 if stage.last else over
    return {
        PASS: expected_result(as_farmer(odds[0], 1 - later, stake), as_farmer(odds[1], later, 2 * stake)),
        ROB: expected_result(as_landlord(odds[1], 1 - over, 2 * stake), as_farmer(odds[2], over, 4 * stake)),
    }


def auction_results(rules: CompiledRules, stage: Stage, hand: Hand) -> BidResults:
    """Return the expected results of a hand during the auction."""

    def after(robs: int, called: int = stage.called) -> Chances:
        return win_model.dealt_chances(engine.rules_after(rules, robs), hand, stage.declined, called)

    robs = stage.robbed
    odds = after(robs)
    if isinstance(stage.words[0], int):
        words = points_words(stage, odds)
    elif ROB in stage.words:
        words = rob_words(stage, [odds, after(robs + 1), after(robs + 2)])
    else:
        words = call_words(stage, odds, [after(1), after(2, 1)] if stage.robs and stage.later > 0 else [])
    return BidResults(odds.landlord, odds.farmer, words)


def doubling_results(rules: CompiledRules, stage: Stage, hand: Hand, bottom: Hand) -> BidResults:
    """Return the expected results of a hand after the auction: doubling pays if the expected points are positive."""
    landlord = c.size(hand) == rules.setup.hand_size["landlord"]
    played = engine.rules_after(rules, stage.robbed)
    chance, points = win_model.known_chance(played, hand, None if landlord else bottom)
    points *= stage.stake
    scores: dict[Word, float] = {PASS: points}
    if DOUBLE in stage.words:
        scores[DOUBLE] = 2 * points
    elif KICK in stage.words:
        scores[KICK] = 2 * points
    else:
        others = SEATS - 1 - stage.kicks
        each = points / (SEATS - 1)
        scores = {PASS: each * (2 * stage.kicks + others), KICK_BACK: each * (4 * stage.kicks + others)}
    words = {word: ExpectedResult(chance, score) for word, score in scores.items()}
    return BidResults(chance if landlord else None, None if landlord else chance, words)


def bid_results(rules: CompiledRules, stage: Stage, hand: Hand, bottom: Hand | None) -> BidResults:
    if bottom is None:
        return auction_results(rules, stage, hand)
    return doubling_results(rules, stage, hand, bottom)


def best_of(words: Mapping[Word, ExpectedResult]) -> Word:
    """Return the bid with the highest expected points; the lowest of equal ones."""
    return max(words, key=lambda word: words[word].score)


def landlord_stake(word: Word, stage: Stage) -> int:
    """Return the base at which a bid would make the seat the landlord; 0 for a pass and for doubles."""
    if isinstance(word, int):
        return word
    return {CALL: 1, ROB: 2 * stage.stake}.get(word, 0)


def chosen_word(words: Mapping[Word, ExpectedResult], stage: Stage, bidding: Bidding) -> Word:
    """Return the bid that seems best to a bidder who overrates being the landlord, or never doubles."""
    if stage.known and not bidding.doubles:
        return PASS
    return max(words, key=lambda word: words[word].score + bidding.overrates * landlord_stake(word, stage))


def has_to_call(form: Auction, stage: Stage, hand: Hand) -> bool:
    """Return whether the rules require a hand to call."""
    return CALL in stage.words and form.must_call(hand)


def advised_word(
    rules: CompiledRules, form: Auction, stage: Stage, hand: Hand, bottom: Hand | None, bidding: Bidding = FAIR_BIDS
) -> Word:
    """Return the legal bid that seems best to a bidder, by default the one with the highest expected points."""
    if has_to_call(form, stage, hand):
        return CALL
    return chosen_word(bid_results(rules, stage, hand, bottom).words, stage, bidding)


def contest_bid(rules: CompiledRules, hand: Hand, earlier: Sequence[int]) -> int:
    """Return the bid with the highest expected points, 0 unless it is above all *earlier* bids."""
    stage = rules.variant.auction().stage(earlier[1 - SEATS :])
    best = best_of(auction_results(rules, stage, hand).words)
    return int(best) if int(best) > max(earlier, default=0) else 0


# ---- the advice -----------------------------------------------------------------------------------------------


def reasons(words: Mapping[Word, ExpectedResult], best: Word, must: bool) -> tuple[str, ...]:
    """Return why *best* is advised, or chosen by a bidder."""
    if must:
        return ("must_call",)
    if len(words) == 1:
        return ("only",)
    if best != best_of(words):
        return ("misjudged",)
    return ("most_points" if words[best].score > 0 or best in (0, PASS) else "least_loss",)


def gain_of(words: Mapping[Word, ExpectedResult]) -> float:
    """Return the points that doubling is expected to add to those of passing."""
    return max(result.score for word, result in words.items() if word != PASS) - words[PASS].score


def advise_bid(rules: CompiledRules, text: AuctionText, notation: Notation, bidding: Bidding) -> BidAdvice:
    """Return the chances of a hand, the expected result of each legal bid, and the choice of a bidder.

    Raises RuleError for an impossible auction and for cards that do not fit it.
    """
    auction_bids, place, own, bottom = read_auction_hand(rules, text, notation)
    form, stage = auction_bids.form, auction_bids.stage
    results = bid_results(rules, stage, own.hand, None if bottom is None else bottom.hand)
    must = has_to_call(form, stage, own.hand)
    words: dict[Word, ExpectedResult] = {CALL: results.words[CALL]} if must else results.words
    best = chosen_word(words, stage, bidding)
    return BidAdvice(
        rules=rules,
        bidding=form.id,
        place=place,
        landlord=results.landlord,
        farmer=results.farmer,
        words=words,
        best=best,
        must=must,
        gain=None if bottom is None else gain_of(words),
        why=reasons(words, best, must),
        model=win_model.model_of(rules),
    )

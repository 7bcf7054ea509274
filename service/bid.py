"""Advice on the auction and on doubling: what each thing that may be said is expected to bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service import auction, chances, engine
from service import cards as c
from service.auction import CALL, DOUBLE, HIGHEST, KICK, KICK_BACK, PASS, ROB, SEATS, Stage, Word
from service.bid_model import MODELS
from service.cards import Cards, Hand, Notation
from service.chances import Chances
from service.core import Rules
from service.errors import RuleError
from service.reasons import explain
from service.table import check_counts

ROCKET = c.pack("XD")
TWOS = c.pack("2222")

Json = dict[str, Any]


class Ask(NamedTuple):
    """What is asked of an auction."""

    hand: Any
    bidding: str | None = None
    bids: Sequence[Word] = ()
    """What was said before, the first seat's word first."""
    place: int | None = None
    """The asker's place in the order of speaking; None: whose turn it is."""
    bottom: Any = None
    """The cards of the bottom, once shown."""


class Hope(NamedTuple):
    """What the asker's hand may hope for."""

    landlord: float | None
    """Chance to win as the landlord; None once he is a farmer."""
    farmer: float | None
    scores: dict[Word, float]
    """Expected points by what may be said."""


def rules_of(variant: str, options: dict[str, str]) -> Rules:
    """Return the rules of a game that has an auction.

    Raises RuleError "variant_unknown" for any other.
    """
    rules = engine.rules_for(variant, tuple(options.items()) if variant in auction.BIDDINGS else ())
    auction.bidding_of(variant, None)
    return rules


# ---- what is known --------------------------------------------------------------------------------------------


def read_hand(rules: Rules, ask: Ask, stage: Stage, notation: Notation) -> tuple[Cards, Cards | None]:
    """Return the asker's hand, and the bottom once it is shown.

    Raises RuleError "hand_size", "field_missing" or "field_conflict" for a bottom that is not shown yet or wanted, and
    what cards can be wrong in.
    """
    if (ask.bottom is not None) != stage.known:
        if stage.known:
            raise RuleError(
                "field_missing", "the auction is over: doubling goes by the bottom that was shown", "/bottom"
            )
        raise RuleError("field_conflict", "the bottom is shown when the auction is over; leave it out", "/bottom")
    own = c.parse_cards(ask.hand, notation, "/hand", rules.setup.kind)
    bottom = None if ask.bottom is None else c.parse_cards(ask.bottom, notation, "/bottom", rules.setup.kind)
    farmer, landlord = (rules.setup.hand_size[seat] for seat in ("landlord_down", "landlord"))
    place = ask.place if ask.place is not None else stage.place
    sizes = {farmer, landlord} if stage.known else {farmer}
    if stage.known and place is not None:
        sizes = {landlord if place == stage.landlord else farmer}
    has = c.size(own.hand)
    if has not in sizes:
        wanted = " or ".join(map(str, sorted(sizes)))
        raise RuleError("hand_size", f"the hand holds {wanted} cards here, not {has}", "/hand")
    if bottom is None:
        check_counts(rules, [("/hand", own.hand)])
        return own, None
    if c.size(bottom.hand) != rules.setup.bottom:
        message = f"the bottom has {rules.setup.bottom} cards, not {c.size(bottom.hand)}"
        raise RuleError("hand_size", message, "/bottom")
    if has == farmer:
        check_counts(rules, [("/hand", own.hand), ("/bottom", bottom.hand)])
        c.check_identities([token for _, token in (*own.own, *bottom.own)], notation, "/bottom")
    else:
        check_counts(rules, [("/hand", own.hand)])
        if not c.holds(own.hand, bottom.hand):
            raise RuleError(
                "history_inconsistent", "the landlord's hand holds the bottom, this one does not", "/bottom"
            )
    return own, bottom


def must_call(hand: Hand) -> bool:
    """Tell whether the hand has to call in Yuncheng's game: both jokers or four twos."""
    return c.holds(hand, ROCKET) or c.holds(hand, TWOS)


def check_place(ask: Ask, stage: Stage) -> None:
    """Raise RuleError "not_your_turn" if another seat than the asker's speaks."""
    if ask.place is not None and stage.place is not None and ask.place != stage.place:
        raise RuleError("not_your_turn", f"after these bids seat {stage.place} speaks; not {ask.place}", "/place")


# ---- what it is worth -----------------------------------------------------------------------------------------


def any_of(chance: float, seats: int) -> float:
    """Return the chance that at least one of some seats wants to be the landlord."""
    return 1 - (1 - chance) ** seats


def points_scores(stage: Stage, hope: Chances) -> dict[Word, float]:
    """Return the expected points of each bid; who overbids later is taken to bid 3."""
    over = any_of(hope.calls, stage.later)
    outbid = over * HIGHEST * hope.farmer_points
    found: dict[Word, float] = {}
    for bid in stage.words:
        points = int(bid)
        if points == 0:
            found[bid] = outbid + (1 - over) * stage.stake * hope.farmer_points
        elif points == HIGHEST:
            found[bid] = HIGHEST * hope.landlord_points
        else:
            found[bid] = outbid + (1 - over) * points * hope.landlord_points
    return found


def call_scores(stage: Stage, hope: Chances, robbed: Chances | None) -> dict[Word, float]:
    """Return the expected points of calling or not; *robbed*: the chances should another seat rob 抢, if it may."""
    over = any_of(hope.calls, stage.later)
    call = hope.landlord_points
    if robbed is not None:
        call = (1 - over) * call + over * max(2 * hope.farmer_points, 4 * robbed.landlord_points)
    return {PASS: over * hope.farmer_points, CALL: call}


def rob_scores(stage: Stage, hope: Chances) -> dict[Word, float]:
    """Return the expected points of robbing or not; every rob doubles, and moves the landlord's role."""
    over, stake = any_of(hope.calls, stage.later), stage.stake
    keep = (1 - over) * 2 * stake * hope.landlord_points
    return {
        PASS: stake * (1 + over) * hope.farmer_points,
        ROB: keep + over * 4 * stake * hope.farmer_points,
    }


def auction_hope(rules: Rules, stage: Stage, hand: Hand) -> Hope:
    """Return what a hand may hope for while the auction goes on."""
    hope = chances.dealt_chances(rules, hand, stage.declined, stage.called)
    if isinstance(stage.words[0], int):
        scores = points_scores(stage, hope)
    elif ROB in stage.words:
        scores = rob_scores(stage, hope)
    else:
        robs = rules.variant.id != "yuncheng" and stage.later > 0
        robbed = chances.dealt_chances(rules, hand, stage.declined, 1) if robs else None
        scores = call_scores(stage, hope, robbed)
    return Hope(hope.landlord, hope.farmer, scores)


def known_hope(rules: Rules, stage: Stage, hand: Hand, bottom: Hand) -> Hope:
    """Return what a hand may hope for once the landlord is known: doubling is worth it where points are expected."""
    landlord = c.size(hand) == rules.setup.hand_size["landlord"]
    chance, points = chances.known_chance(rules, hand, None if landlord else bottom)
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
    return Hope(chance if landlord else None, None if landlord else chance, scores)


def contest_bid(rules: Rules, hand: Hand, earlier: Sequence[int]) -> int:
    """Return the bid that is expected to bring most, 0 unless above all *earlier* ones, which may be any."""
    stage = auction.points_stage(earlier[1 - SEATS :], stops=False)
    scores = auction_hope(rules, stage, hand).scores
    best = max(scores, key=lambda word: scores[word])
    return int(best) if int(best) > max(earlier, default=0) else 0


# ---- the answer -----------------------------------------------------------------------------------------------


def reasons(scores: dict[Word, float], best: Word, must: bool) -> list[str]:
    """Return why *best* is advised."""
    if must:
        return ["must_call"]
    if len(scores) == 1:
        return ["only"]
    return ["most_points" if scores[best] > 0 or best in (0, PASS) else "least_loss"]


def advise(rules: Rules, ask: Ask, notation: Notation, lang: str) -> Json:
    """Return the chances of a hand, what each thing that may be said is expected to bring, and the best of them."""
    bidding = auction.bidding_of(rules.variant.id, ask.bidding)
    stage = auction.hear(rules.variant.id, bidding, ask.bids)
    check_place(ask, stage)
    own, bottom = read_hand(rules, ask, stage, notation)
    shown = None if bottom is None else bottom.hand
    hope = auction_hope(rules, stage, own.hand) if shown is None else known_hope(rules, stage, own.hand, shown)
    must = bidding == "call" and CALL in stage.words and must_call(own.hand)
    scores: dict[Word, float] = {CALL: hope.scores[CALL]} if must else hope.scores
    best = max(scores, key=lambda word: scores[word])
    model = MODELS[chances.model_name(rules)]
    double = None
    if bottom is not None:
        gain = max(score for word, score in scores.items() if word != PASS) - scores[PASS]
        double = {"advised": best != PASS, "gain": round(gain, 4)}
    return {
        "variant": rules.variant.id,
        "bidding": bidding,
        "stage": "auction" if bottom is None else "double",
        "place": stage.place if stage.place is not None else ask.place,
        "chances": {
            "landlord": None if hope.landlord is None else round(hope.landlord, 4),
            "farmer": None if hope.farmer is None else round(hope.farmer, 4),
        },
        "actions": [{"bid": word, "score": round(score, 4)} for word, score in scores.items()],
        "recommended": best,
        "must": must,
        "double": double,
        "why": explain(reasons(scores, best, must), lang),
        "model": {
            "name": model.name,
            "date": model.date,
            "games": model.games,
            "brier": {"landlord": model.brier, "farmer": model.farmer_brier},
            "big_cards_brier": {"landlord": model.baseline, "farmer": model.farmer_baseline},
        },
        "engine": {"version": engine.VERSION, "weights": rules.weights.name},
    }

"""Answers before the first lead: a deal, advice on an auction, advice on a tribute."""

from __future__ import annotations

from collections.abc import Iterable

from service.advice.balance import BALANCE, Balance
from service.advice.bid import BidAdvice
from service.advice.deals import Deal
from service.advice.practice import BALANCED, PLAIN, SEATLESS, card_order
from service.advice.tribute import GIVE, CardChoice, TributeAdvice
from service.core.bindings import SCORE_UNIT
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import CardsJson, card_answer, engine_answer
from service.http.texts.reasons import sentences
from service.rules import cards as c
from service.rules.auction import PASS
from service.rules.bid_model import BidModel
from service.rules.cards import Notation

# ---- a deal -----------------------------------------------------------------------------------------------------


def dealt_cards_answer(cards: Iterable[str], notation: Notation, suits: bool) -> CardsJson:
    """Return dealt cards in a notation, lowest first; *suits*: with their suits in text."""
    written = c.written_in(notation.id)
    with_suits = suits or notation is not c.TEXT
    tokens = [written[card if with_suits and card in written else card[0]] for card in sorted(cards, key=card_order)]
    return tokens if notation.split is None else notation.joined.join(map(str, tokens))


IN_TURNS = frozenset({"weakest", "strongest", "spread", "lead"})
"""Measures of a balanced deal that are worths; the others are numbers."""


def balance_answer(balance: Balance) -> Json:
    """Return how balanced a deal is: each measure with its bound and the percentile of plain deals that it is."""
    return {
        "reshuffles": balance.reshuffles,
        "within": balance.is_within,
        "measures": {
            name: {
                "value": value / SCORE_UNIT if name in IN_TURNS else value,
                "at_least" if BALANCE[name].is_least else "at_most": (
                    balance.bounds[name] / SCORE_UNIT if name in IN_TURNS else balance.bounds[name]
                ),
                "percentile": BALANCE[name].percentile,
            }
            for name, value in balance.measures.items()
        },
    }


DEAL_REASONS = {PLAIN: "fair_deal", BALANCED: "balanced_deal"}
"""What is said of a deal, by its profile; of the others that a hand was made to one."""


def deal_answer(facts: Deal, answer_format: AnswerFormat) -> Json:
    """Return a deal, the hands in the caller's notation."""
    rules, plan, dealt = facts
    variant, setup, notation = rules.variant, rules.setup, answer_format.notation
    suits = notation is c.TEXT and (setup.suited or setup.first_holds != "" or setup.coloured != "")
    fair = plan.profile == PLAIN
    number = int if variant.numbered else str
    hands = zip(variant.seats, dealt.hands, strict=True)
    return {
        "variant": variant.id,
        "options": dict(rules.options),
        "seed": plan.seed,
        "profile": plan.profile,
        "fair": fair,
        "composition": None if dealt.composition is None else dict(dealt.composition),
        "seat": None if plan.profile in SEATLESS else number(plan.seat),
        "level": setup.level or None,
        "leader": number(variant.seats[0]),
        "first": {"does": "speaks" if variant.auctions else "leads", "card": card_answer(dealt.first_card, notation)},
        "hands": {seat: dealt_cards_answer(hand, notation, suits) for seat, hand in hands},
        "bottom": dealt_cards_answer(dealt.bottom, notation, suits) if setup.bottom else None,
        "why": sentences((DEAL_REASONS.get(plan.profile, "practice_deal"),), answer_format.lang),
        **({} if dealt.balance is None else {"balance": balance_answer(dealt.balance)}),
    }


# ---- an auction -------------------------------------------------------------------------------------------------


def rounded(number: float | None) -> float | None:
    """Return a number with the four decimals of answers; None stays None."""
    return None if number is None else round(number, 4)


def model_answer(model: BidModel) -> Json:
    """Return the origin of the chances of a bid."""
    return {
        "name": model.name,
        "date": model.date,
        "games": model.games,
        "brier": {"landlord": model.brier, "farmer": model.farmer_brier},
        "big_cards_brier": {"landlord": model.baseline, "farmer": model.farmer_baseline},
    }


def bid_answer(facts: BidAdvice, answer_format: AnswerFormat) -> Json:
    """Return the chances of a hand, the expected result of each bid, and the best bid."""
    doubling = facts.gain is not None
    return {
        "variant": facts.rules.variant.id,
        "bidding": facts.bidding,
        "stage": "double" if doubling else "auction",
        "place": facts.place,
        "chances": {"landlord": rounded(facts.landlord), "farmer": rounded(facts.farmer)},
        "actions": [
            {"bid": word, "win": rounded(prospect.win), "score": rounded(prospect.score)}
            for word, prospect in facts.words.items()
        ],
        "recommended": facts.best,
        "must": facts.must,
        "double": {"advised": facts.best != PASS, "gain": rounded(facts.gain)} if doubling else None,
        "why": sentences(facts.why, answer_format.lang),
        "model": model_answer(facts.model),
        "engine": engine_answer(facts.rules),
    }


# ---- a tribute --------------------------------------------------------------------------------------------------


def choice_answer(choice: CardChoice) -> Json:
    """Return a card that may be paid or given back, and the worth of the hand without it."""
    split = choice.split
    return {"card": choice.card, "score": split.score / SCORE_UNIT, "turns": split.turns, "exact": split.exact}


def tribute_answer(facts: TributeAdvice, answer_format: AnswerFormat) -> Json:
    """Return the cards that may be paid or returned, the best first, and the known facts of the tribute."""
    return {
        "variant": facts.rules.variant.id,
        "role": facts.role,
        "level": facts.rules.setup.level,
        "must": list(facts.allowed) if facts.role == GIVE else None,
        "advice": facts.choices[0].card if facts.choices else None,
        "choices": [choice_answer(choice) for choice in facts.choices],
        "refused": facts.refused,
        "why": sentences(facts.why, answer_format.lang),
        "leader": facts.leader,
        "engine": engine_answer(facts.rules),
    }

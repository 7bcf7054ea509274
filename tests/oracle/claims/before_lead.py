"""Claims of answers before the first lead: bids, tribute and deals, with their reasons."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from service.rules.variants import VARIANTS
from tests.oracle.claims.positions import Json, JudgedClaim
from tests.oracle.family import GAMES

BIDS = {
    "points": ([], [0], [1], [0, 0], [1, 2], [0, 2]),
    "call_rob": ([], ["pass"], ["call"], ["pass", "pass"], ["call", "rob"]),
    "call": ([], ["pass"], ["pass", "pass"]),
}
"""Bids so far, by kind of auction."""

HAND_SIZES = {"standard_four": 25}
"""Cards before the bids, where they are not 17."""

PASSES = (0, "pass")


def reasons_of(answer: Json) -> list[str]:
    return [reason["code"] for reason in answer["why"]]


def bid_of(variant: str, rng: random.Random) -> Json:
    form = rng.choice(VARIANTS[variant].auctions)
    size = HAND_SIZES.get(variant, 17)
    hand = rng.sample(GAMES[variant]().deck(rng), size)
    if rng.random() < 0.2:
        hand = ["X", "D", *(card for card in hand if card not in "XD"), "D", "X"][:size]
    bids = rng.choice([bids for bids in BIDS[form.id] if form.stage(bids).place is not None])
    return {"variant": variant, "hand": "".join(hand), "bidding": form.id, "bids": bids}


def judge_bid(body: Json, answer: Json) -> Iterator[JudgedClaim]:
    scores = {action["bid"]: action["score"] for action in answer["actions"]}
    best, hand = answer["recommended"], body["hand"]
    highest = best in scores and scores[best] == max(scores.values())
    yield JudgedClaim("recommended", "" if highest else f"{best} of {scores}")
    strong = {"X", "D"} <= set(hand) or hand.count("2") == 4
    facts = {
        "must_call": answer["must"] and strong,
        "only": len(scores) == 1,
        "most_points": highest and (scores[best] > 0 or best in PASSES),
        "least_loss": highest and scores[best] <= 0 and best not in PASSES,
    }
    for code in reasons_of(answer):
        yield JudgedClaim(code, "" if facts[code] else f"{best} of {scores} is not {code}")


def tribute_of(rng: random.Random) -> Json:
    """Return a request for the card to pay, alone or with the partner."""
    hand = rng.sample(GAMES["guandan"]().deck(rng), 27)
    if rng.random() < 0.3:
        hand = ["D", "D", *(card for card in hand if card != "D")][:27]
    order = rng.choice(([0, 2, 1, 3], [0, 1, 2, 3]))
    return {"hand": "".join(hand), "role": "give", "order": order}


def judge_tribute(body: Json, answer: Json) -> Iterator[JudgedClaim]:
    """Judge whether a tribute is refused, and the card to pay."""
    double, jokers = body["order"][:2] == [0, 2], body["hand"].count("D")
    refused = True if jokers == 2 else None if double else False
    yield JudgedClaim("refused", "" if answer["refused"] == refused else f"refused is {answer['refused']}")
    scores = [choice["score"] for choice in answer["choices"]]
    facts = {
        "tribute_refused": jokers == 2,
        "only": len(scores) == 1,
        "best_rest": scores == sorted(scores, reverse=True) and len(scores) > 1,
    }
    for code in reasons_of(answer):
        yield JudgedClaim(code, "" if facts[code] else f"{scores} with {jokers} big jokers is not {code}")


def table_questions(variant: str, rng: random.Random) -> Iterator[tuple[str, Json]]:
    """Yield a request for each endpoint that applies to a game before the first lead."""
    yield "/v1/deal", deal_of(variant, rng)
    if VARIANTS[variant].auctions:
        yield "/v1/bid", bid_of(variant, rng)
    if VARIANTS[variant].tribute:
        yield "/v1/tribute", tribute_of(rng)


def deal_of(variant: str, rng: random.Random) -> Json:
    """Return a request for a deal, fair or not."""
    return {
        "variant": variant,
        "seed": rng.randrange(10**6),
        "profile": rng.choice(("plain", "balanced", "strong_bombs")),
    }


def judge_deal(body: Json, answer: Json) -> Iterator[JudgedClaim]:
    fair = body["profile"] == "plain"
    wanted = [{"plain": "fair_deal", "balanced": "balanced_deal"}.get(body["profile"], "practice_deal")]
    fault = "" if reasons_of(answer) == wanted and answer["fair"] == fair else f"{answer['why']}"
    yield JudgedClaim(wanted[0], fault or balance_fault(answer))


def balance_fault(answer: Json) -> str:
    """Return the error in the balance of a deal, a wrong `within` or number of reshuffles; empty if there is none."""
    balance = answer.get("balance")
    if (answer["profile"] == "balanced") != (balance is not None):
        return f"balance {balance}"
    if balance is None:
        return ""
    rows = balance["measures"].values()
    within = all(row.get("at_least", row["value"]) <= row["value"] <= row.get("at_most", row["value"]) for row in rows)
    return "" if within == balance["within"] and (within or balance["reshuffles"] == 64) else f"{balance}"


JUDGES: Mapping[str, Callable[[Json, Json], Iterator[JudgedClaim]]] = {
    "/v1/bid": judge_bid,
    "/v1/tribute": judge_tribute,
    "/v1/deal": judge_deal,
}
"""Judges of the answers by endpoint."""

"""Deals of DouZero and its descendants: the hands of three seats and the bottom, without plays.

DouZero writes them as a pickle (`paili.records.plain_pickle`); here is the same list as JSON. Deals before the auction
name the hands `first`, `second`, `third`; those of laizi have wild ranks in `mastercard_list`.
"""

from __future__ import annotations

from typing import Any

from service.records.body import card_text
from service.records.ddz import Record
from service.records.sources import LANDLORD_SEATS, deal_tag, fault, reject_unknown
from service.rules.cards import DOUZERO

BOTTOM_FIELD, WILD_FIELD = "three_landlord_cards", "mastercard_list"
PLACES = {"first": "0", "second": "1", "third": "2"}
"""Hands before the auction, with their places in the order of bidding."""

HAND_SIZES = (17, 20)


def deal_record(deal: Any) -> Record:
    """Return the record of a deal."""
    if not isinstance(deal, dict):  # a list could be long, and occur often
        raise TypeError
    names = PLACES if "first" in deal else {seat: seat for seat in LANDLORD_SEATS}
    reject_unknown(deal, (*names, BOTTOM_FIELD, WILD_FIELD))
    hands = [(names[name], hand_text(deal, name)) for name in names]
    tags = {"Source": "DouZero", **rule_tags(deal.get(WILD_FIELD) or []), "Deal": deal_tag(hands)}
    if names == PLACES:
        tags["Auction"] = ""  # no bid yet
    bottom = card_text(deal[BOTTOM_FIELD], DOUZERO.id, f"/{BOTTOM_FIELD}")
    return Record(tags | ({"Bottom": bottom} if bottom else {}))


def hand_text(deal: Any, name: str) -> str:
    """Return a hand of a deal.

    Raises RuleError "hand_size" for a hand of a smaller deck.
    """
    cards = card_text(deal[name], DOUZERO.id, f"/{name}")
    if len(cards) not in HAND_SIZES:
        raise fault(
            f"/{name}",
            f"{name} has {len(cards)} cards, not 17 or 20: only deals of the whole deck of 54 are read",
            f"`{name}` 有{len(cards)}张牌，不是17张或20张：只读54张整副牌的发牌",
            "hand_size",
        )
    return cards


def rule_tags(wilds: list[Any]) -> dict[str, str]:
    if not wilds:
        return {"Variant": "standard", "Options": "attach=douzero"}
    return {"Variant": "laizi", "Options": f"wild={card_text(wilds, DOUZERO.id, f'/{WILD_FIELD}')},attach=douzero"}

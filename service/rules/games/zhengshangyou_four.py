"""Zhengshangyou for four 四人争上游: without jokers, thirteen cards each.

Rules and house rules are those of three players.
"""

from __future__ import annotations

from functools import partial

from service.rules.chance_curve import ChanceCurve
from service.rules.errors import Bilingual
from service.rules.games.no_partners import FOUR_ALONE, FOUR_SEATS
from service.rules.games.strengths import STRENGTHS
from service.rules.games.zhengshangyou import ZHENGSHANGYOU, zhengshangyou_settle, zhengshangyou_setup
from service.rules.payment import DealPayment
from service.rules.variant import Variant

BY_PLACE = DealPayment(by_place=(3, 1, -1, -3))
"""No payment; robots play for the better place, as with three players."""

ZHENGSHANGYOU_FOUR = Variant(
    id="zhengshangyou_four",
    name="Zhengshangyou for four",
    meaning="Struggle upstream",
    zh="四人争上游",
    special=Bilingual("the same for four players, without jokers, 13 cards each", "同上，四家，没有大小王，每家13张"),
    chances=ChanceCurve((0.015, 0.064, 0.325, 0.796, 0.971)),
    seats=FOUR_SEATS,
    allies=FOUR_ALONE,
    setup=partial(zhengshangyou_setup, seats=FOUR_SEATS, payment=BY_PLACE),
    strengths=STRENGTHS["zhengshangyou_four"],
    free_lead=ZHENGSHANGYOU.free_lead,
    settle=zhengshangyou_settle,
    to_places=True,
    options=ZHENGSHANGYOU.options,
)

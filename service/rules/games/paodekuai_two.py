"""Paodekuai for two 二人跑得快: two hands are dealt, the other cards stay hidden.

Rules, house rules and weights are those of three players, without 包赔, because there is only one loser. If the
deciding three is not dealt, the seat with the lowest card leads, with a free lead.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from service.rules.chance_curve import ChanceCurve
from service.rules.errors import Bilingual
from service.rules.games.no_partners import TWO_ALONE, TWO_SEATS
from service.rules.games.paodekuai import PAODEKUAI, PAY_ALL, WEIGHTS, paodekuai_settle, paodekuai_setup
from service.rules.games.strengths import STRENGTHS
from service.rules.variant import Variant

PAODEKUAI_TWO = Variant(
    id="paodekuai_two",
    name="Paodekuai for two",
    meaning="Run fast",
    zh="二人跑得快",
    special=Bilingual("the same for two players; the third hand stays hidden", "同上，只有两家，第三手牌不翻开"),
    chances=ChanceCurve((0.012, 0.022, 0.330, 0.881, 0.979)),
    seats=TWO_SEATS,
    allies=TWO_ALONE,
    setup=partial(paodekuai_setup, seats=TWO_SEATS),
    strengths=STRENGTHS["paodekuai_two"],
    weights=WEIGHTS,
    free_lead=PAODEKUAI.free_lead,
    ladder="plainer",
    settle=paodekuai_settle,
    options=MappingProxyType({name: option for name, option in PAODEKUAI.options.items() if name != PAY_ALL}),
)

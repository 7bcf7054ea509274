"""Paodekuai for four 四人跑得快: all cards but the jokers are dealt, thirteen to each.

Rules, house rules and weights are those of three players. All deuces and aces are in, so a pair or a triple of deuces
is a play, and there is no bomb of three aces.
"""

from __future__ import annotations

from types import MappingProxyType

from service.rules.chance_curve import ChanceCurve
from service.rules.errors import Bilingual
from service.rules.games.no_partners import FOUR_ALONE, FOUR_SEATS
from service.rules.games.paodekuai import PAODEKUAI, WEIGHTS, WHOLE, paodekuai_settle, paodekuai_setup
from service.rules.games.strengths import STRENGTHS
from service.rules.variant import Options, RuleSet, Variant

OF_THE_DECK = ("deck", "aaa")
"""Options of Paodekuai that depend on the cards left out."""


def four_setup(options: Options) -> RuleSet:
    """Return the rules of Paodekuai for four."""
    return paodekuai_setup({**options, "deck": WHOLE, "aaa": "off"}, FOUR_SEATS)


PAODEKUAI_FOUR = Variant(
    id="paodekuai_four",
    name="Paodekuai for four",
    meaning="Run fast",
    zh="四人跑得快",
    special=Bilingual("the same for four players, 13 cards each", "同上，四家，每家13张"),
    chances=ChanceCurve((0.000, 0.010, 0.313, 0.946, 0.952)),
    seats=FOUR_SEATS,
    allies=FOUR_ALONE,
    setup=four_setup,
    strengths=STRENGTHS["paodekuai_four"],
    weights=WEIGHTS,
    free_lead=PAODEKUAI.free_lead,
    ladder="plainer",
    settle=paodekuai_settle,
    options=MappingProxyType({name: option for name, option in PAODEKUAI.options.items() if name not in OF_THE_DECK}),
)

"""Guandan 掼蛋: two decks, four seats, a level rank whose hearts are wild, straight flushes among the bombs."""

from __future__ import annotations

from types import MappingProxyType

from service.rules.chance_curve import ChanceCurve
from service.rules.combos import ORDINARY, Shape
from service.rules.errors import Bilingual
from service.rules.games.option_matches import OPTION_MATCHES
from service.rules.games.strengths import STRENGTHS
from service.rules.nets import NetSet
from service.rules.payment import DealPayment
from service.rules.scoring import STEPS, after_deal, levels_up, partner_place
from service.rules.settlement import Ended, Factor, Following, Settlement
from service.rules.variant import Option, Options, RuleSet, Variant, Wilds
from service.rules.weights import LANDLORD_NUMBERS, WeightSet, distance, landlord_turns

SEATS = ("0", "1", "2", "3")
ALLIES = (frozenset({"0", "2"}), frozenset({"1", "3"}))
NATURAL = "23456789TJQKA"
STORED = "3456789TJQKA2"
"""The thirteen ranks in the order of a packed hand."""


def power_at(level: str) -> str:
    """Return the ranks from weakest to strongest: the level rank is below the jokers."""
    return NATURAL.replace(level, "") + level + "XD"


def bomb_shapes() -> tuple[Shape, ...]:
    """Return the bombs, strongest first: a straight flush ranks between five and six cards of a rank."""
    words = {4: "bomb"} | {n: f"bomb_{n}" for n in range(5, 11)}
    tiers = {n: n - 3 + (n > 5) for n in words}
    flush = Shape("straight_flush", "同花顺", 1, run=(5, 5), one_suit=True, tier=3)
    bombs = [Shape(word, "炸弹", n, tier=tiers[n]) for n, word in words.items()]
    return (Shape("joker_bomb", "四大天王", 1, named="XXDD", tier=9), flush, *reversed(bombs))


def guandan_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows, in the order of the readings of an ambiguous lead."""
    jokers = STORED + "XD"
    return (
        *bomb_shapes(),
        Shape("trio_pair", "三带二", 3, kickers=1, kicker_size=2, kicker_wild=True),
        Shape("solo_chain", "顺子", 1, run=(5, 5), two_suits=options["sf_as_straight"] == "no"),
        Shape("plane", "钢板", 3, run=(2, 2)),
        Shape("pair_chain", "三连对", 2, run=(3, 3)),
        Shape("trio", "三张", 3),
        Shape("pair", "对子", 2, ranks=jokers),
        Shape("solo", "单张", 1, ranks=jokers),
    )


def guandan_setup(options: Options) -> RuleSet:
    """Return the rules of Guandan at a level."""
    level = options["level"]
    deck = dict.fromkeys(STORED, 8) | {level: 6, "X": 2, "D": 2, "W": 2}
    return RuleSet(
        MappingProxyType(deck),
        MappingProxyType(dict.fromkeys(SEATS, 27)),
        ("A" if options["ace_low"] == "yes" else "") + NATURAL,
        power_at(level),
        guandan_shapes(options),
        wilds=Wilds("W", STORED, level),
        level=level,
        decks=2,
        suited=True,
        payment=DealPayment(by_partner=(0, *[STEPS[place] for place in (2, 3, 4)])),
        slow=5,
        least_prior=12,
        return_max=options["return_max"],
    )


def guandan_settle(ended: Ended) -> Settlement:
    """Return the levels that each seat gains from a deal, and the settings of the next deal."""
    order, options = ended.out, ended.options
    climbs = levels_up(partner_place(order))
    points = tuple(climbs if (seat - order[0]) % 2 == 0 else 0 for seat in range(4))
    factors = (Factor("climbs", points=climbs, seat=order[0]),)
    if ended.standing is None:
        return Settlement(points, factors, Following(order=order))
    fails = 0 if options["a_fail"] == "off" else int(options["a_fail"])
    standing = after_deal(ended.standing, order, options["pass_a"], fails)
    if standing.winner is not None:
        return Settlement(points, (*factors, Factor("match", seat=order[0])), Following(standing=standing))
    return Settlement(points, factors, Following(None, "", {"level": standing.level}, standing, order))


BOMB, BOMB_CARD, STEP = 1.25, 0.5, 0.04
"""Value in turns of four cards of the level rank as a bomb, of each further card, and of each lower rank (negative)."""

SPECIAL = {"straight_flush": 2.0, "joker_bomb": 4.25}
"""Values of bombs that are not of one rank: a straight flush is between five and six cards."""


def guandan_turns(shape: Shape, place: int, length: int) -> float:
    """Return the value of a combo of Guandan in turns; all runs have the same length, so only the rank counts."""
    d = distance(shape, place, length)
    if shape.name in SPECIAL:
        return SPECIAL[shape.name] - STEP * d
    if shape.tier > ORDINARY:
        return BOMB + BOMB_CARD * (shape.copies - 4) - STEP * d
    return landlord_turns(LANDLORD_NUMBERS, shape, place, length)


WEIGHTS = WeightSet(
    name="guandan-1",
    source="the landlord formula over Guandan's ranks; bombs by number of cards, set by hand",
    date="2026-11-21",
    value=guandan_turns,
)

NETS = NetSet(
    "guandan-net-3",
    "0eb2d6b8ab40",
    (
        "joker_bomb", "straight_flush", "bomb_10", "bomb_9", "bomb_8", "bomb_7", "bomb_6", "bomb_5", "bomb",
        "trio_pair", "solo_chain", "plane", "pair_chain", "trio", "pair", "solo",
    ),
    "guandan-1",
    "six rounds of self-play, 7.0 million samples (lab/NOTES.md, *Networks of Guandan*)",
    "2026-11-27",
)  # fmt: skip
"""Win rate of rules with networks against `club`: 0.624 ± 0.009 of 3,000 decks, at all levels in turn."""

GUANDAN = Variant(
    id="guandan",
    name="Guandan",
    meaning="Throwing eggs",
    zh="掼蛋",
    short=("gd",),
    special=Bilingual(
        "two decks, four seats, a level rank with wild hearts, straight flushes, tribute",
        "两副牌四家，级牌，红桃级牌逢人配，同花顺，进贡还贡",
    ),
    bombs=(-2.7484, 0.5993, -0.0047, 0.0008, 0.2585, 1.4581, -0.0167, -0.1099),
    seats=SEATS,
    allies=ALLIES,
    setup=guandan_setup,
    strengths=STRENGTHS["guandan"],
    weights=WEIGHTS,
    nets=NETS,
    option_matches=OPTION_MATCHES["guandan"],
    tribute=True,
    chances=ChanceCurve((0.062, 0.202, 0.458, 0.594, 0.839)),
    ladder="alarmed",
    settle=guandan_settle,
    to_places=True,
    options=MappingProxyType(
        {
            "level": Option(
                tuple(NATURAL),
                Bilingual("the rank that is played, whose hearts are wild", "打几；这一点数的红桃是逢人配"),
                Bilingual("level", "级牌"),
                of_deal=True,
            ),
            "sf_as_straight": Option(
                ("no", "yes"),
                Bilingual("a straight flush may be shown as a straight", "同花顺可以当普通顺子出"),
                Bilingual("straight flush as a straight", "同花顺可当顺子"),
            ),
            "ace_low": Option(
                ("yes", "no"), Bilingual("an ace may begin a run", "A可以放在顺子最前"), Bilingual("low ace", "A可当小")
            ),
            "pass_a": Option(
                ("not_last", "double_win"),
                Bilingual("condition to win the match at level A", "打A时怎样才算赢得比赛"),
                Bilingual("passing A", "过A条件"),
                {
                    "not_last": Bilingual("the partner is not last", "对家不是末游"),
                    "double_win": Bilingual("first and second", "双下"),
                },
            ),
            "a_fail": Option(
                ("off", "2", "3"),
                Bilingual("failures at level A after which a side drops to 2", "打A失败几次后退回打2"),
                Bilingual("failures at A", "打A失败"),
            ),
            "tie_tribute": Option(
                ("clockwise", "choose"),
                Bilingual("assignment of two equal tributes", "两张贡牌一样大时怎样分"),
                Bilingual("equal tributes", "贡牌相同"),
                {
                    "clockwise": Bilingual("in the order of play", "按出牌次序"),
                    "choose": Bilingual("by choice", "自行选择"),
                },
            ),
            "resist": Option(
                ("big", "any", "off"),
                Bilingual(
                    "the two jokers with which those who pay, together, refuse the tribute",
                    "进贡的一方合起来有哪两张王可以抗贡",
                ),
                Bilingual("refusing the tribute", "抗贡"),
                {"big": Bilingual("both big jokers", "两张大王"), "any": Bilingual("any two jokers", "任意两张王")},
            ),
            "return_max": Option(
                ("T", "A", "ally", "free"),
                Bilingual(
                    "the highest card that may be returned; level cards and jokers only where every card may",
                    "还贡的牌最大到几；可以还任意牌时，级牌和王才能还",
                ),
                Bilingual("returned card", "还贡上限"),
                {
                    "ally": Bilingual("10 to a partner, any card to an opponent", "还对家10以内，还对手任意"),
                    "free": Bilingual("any card", "任意牌"),
                },
                aliases={"any": "A"},
            ),
        }
    ),
)

"""Common parts of the games with a landlord: seats, ranks, kickers and the rows of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from service.rules.combos import BOMB, ROCKET, Shape
from service.rules.errors import Bilingual
from service.rules.nets import NetSet
from service.rules.payment import DealPayment, bomb_names
from service.rules.scoring import score
from service.rules.settlement import Bomb, Ended, Factor, Settlement, bomb_code, raises_of, spring_of
from service.rules.variant import OFF_ON, ON_OFF, Option, Options

PRESET = ("", "on", "off")
"""Values of a flag that an option may override; "" leaves it to the preset."""

ATTACH: dict[str, dict[str, str]] = {
    "douzero": dict(body_rank="off", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="off"),
    "rlcard": dict(body_rank="off", max_same="3", neighbour_triple="off", both_jokers="off", pair="on", quad="off"),
    "pagat": dict(body_rank="off", max_same="1", neighbour_triple="on", both_jokers="off", pair="off", quad="off"),
    "tencent": dict(body_rank="off", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="on"),
    "contest": dict(body_rank="on", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="on"),
}
"""Kicker rules 带牌: presets of the platforms, each checked against its catalogue of all plays."""

ATTACH_OPTIONS = {
    "attach": Option(
        tuple(ATTACH),
        Bilingual("preset of kicker rules", "哪些牌可以当带牌：按各平台的预设"),
        Bilingual("kickers", "带牌规则"),
        {
            "douzero": Bilingual("DouZero", "`DouZero` 的规则"),
            "rlcard": Bilingual("RLCard", "`RLCard` 的规则"),
            "pagat": Bilingual("Pagat's rules", "`Pagat` 网站的规则"),
            "tencent": Bilingual("Tencent", "腾讯的规则"),
            "contest": Bilingual("contest", "计算机博弈大赛的规则"),
        },
    ),
    "attach_body_rank": Option(
        PRESET,
        Bilingual(
            "a single kicker of a plane may have the rank of a body card (44445556)",
            "飞机带单的带牌可以与主体同点数（44445556）",
        ),
        Bilingual("kicker of a body's rank", "带牌可与主体同点"),
    ),
    "attach_max_same": Option(
        ("", "1", "2", "3", "4"),
        Bilingual("copies of one rank among the single kickers of a plane", "飞机带单的带牌里同一点数最多几张"),
        Bilingual("alike kickers", "带牌同点张数"),
    ),
    "attach_neighbour_triple": Option(
        PRESET,
        Bilingual("three kickers of one rank may be adjacent to the body", "带牌是三张同点数时可以与主体相邻"),
        Bilingual("kickers next to the body", "带牌可紧邻主体"),
    ),
    "attach_both_jokers": Option(
        PRESET,
        Bilingual("both jokers may be kickers of one play", "两张王可以一起当带牌"),
        Bilingual("both jokers as kickers", "双王可当带牌"),
    ),
    "quad_singles_may_pair": Option(
        PRESET,
        Bilingual("the two single kickers of a quad may be a pair (333344)", "四带二的两张单牌可以是一对（333344）"),
        Bilingual("a pair on four of a kind", "四带二可带一对"),
    ),
    "attach_quad_as_two_pairs": Option(
        PRESET,
        Bilingual("four of a kind may be two pair kickers", "四张同点数的牌可以当作带的两对"),
        Bilingual("four alike as two pairs", "四张可当两对"),
    ),
}

ATTACH_FLAG = {
    "attach_body_rank": "body_rank",
    "attach_max_same": "max_same",
    "attach_neighbour_triple": "neighbour_triple",
    "attach_both_jokers": "both_jokers",
    "quad_singles_may_pair": "pair",
    "attach_quad_as_two_pairs": "quad",
}

READING_OPTIONS = {
    "reading": Option(
        ("any", "first"),
        Bilingual(
            "readings of a play that may follow: any, or only the lead reading",
            "跟牌时可用哪些牌型：任一种，或只用先出时的那种",
        ),
        Bilingual("readings that answer", "用哪种牌型跟牌"),
        {"any": Bilingual("any", "任一种"), "first": Bilingual("the lead reading", "只用先出时的那种")},
    ),
    "key": Option(
        ("high", "low"),
        Bilingual("key that counts if a shape has several", "同一牌型有几种主体时，按哪个点数比大小"),
        Bilingual("which key counts", "按哪个点数比大小"),
        {"high": Bilingual("the highest", "最大的"), "low": Bilingual("the lowest", "最小的")},
    ),
}

HOUSE_OPTIONS = {
    "trio_alone": Option(
        ("on", "plane", "off"),
        Bilingual(
            "three of a rank, and planes, are a play without kickers",
            "三张和飞机可以不带牌",
        ),
        Bilingual("trio alone", "三张可不带"),
        {"plane": Bilingual("only planes", "只有飞机可以")},
    ),
    "trio_solo": Option(
        ON_OFF,
        Bilingual("three of a rank, and planes, take single cards as kickers", "三张和飞机可以带单牌"),
        Bilingual("trio with a single", "三带一"),
    ),
    "trio_pair": Option(
        ON_OFF,
        Bilingual("three of a rank, and planes, take pairs as kickers", "三张和飞机可以带对子"),
        Bilingual("trio with a pair", "三带对"),
    ),
    "quad2": Option(
        ON_OFF,
        Bilingual("four of a rank take two cards or two pairs as kickers", "四张同点数可以带两张或两对"),
        Bilingual("four with two", "四带二"),
    ),
    "kicker_top": Option(
        ("D", "2", "A"),
        Bilingual(
            "the highest card that may be a kicker",
            "哪些牌太大，不能当带牌",
        ),
        Bilingual("highest kicker", "带牌最大到"),
        {
            "D": Bilingual("any card", "不限"),
            "2": Bilingual("no jokers", "不能带王"),
            "A": Bilingual("neither jokers nor twos", "不能带王和2"),
        },
    ),
    "must": Option(
        OFF_ON,
        Bilingual(
            "a player who can beat must beat, also the partner's play", "能管必须管（有牌必出），同伴出的牌也一样"
        ),
        Bilingual("must beat", "能管必管"),
    ),
    "bomb_forced": Option(
        ON_OFF,
        Bilingual("where a player must beat, also if only bombs beat", "能管必管时，只有炸弹能管也必须管"),
        Bilingual("bombs too", "炸弹也必管"),
    ),
}
"""House rules about plays; the options of Paodekuai with the same names have the same meaning."""

ALONE = {"trio", "plane"}
"""Rows of three of a rank without kickers."""

NO_ROWS = {
    ("trio_alone", "plane"): {"trio"},
    ("trio_alone", "off"): ALONE,
    ("trio_solo", "off"): {"trio_solo", "plane_solo"},
    ("trio_pair", "off"): {"trio_pair", "plane_pair"},
    ("quad2", "off"): {"quad_solo", "quad_pair"},
}
"""Rows that a value of a house rule leaves out."""

SCORE_OPTIONS = {
    "spring": Option(
        ON_OFF,
        Bilingual("points are multiplied if the landlord wins and no farmer played", "地主获胜且农民一张未出时翻倍"),
        Bilingual("spring", "春天"),
    ),
    "anti_spring": Option(
        ON_OFF,
        Bilingual(
            "points are multiplied if the farmers win and the landlord played once", "农民获胜且地主只出了一手时翻倍"
        ),
        Bilingual("anti-spring", "反春天"),
    ),
    "spring_factor": Option(
        ("2", "3"),
        Bilingual("factor of spring and anti-spring", "春天和反春天翻几倍"),
        Bilingual("factor of spring", "春天倍数"),
    ),
    "bomb_cap": Option(
        ("none", "2", "3", "4", "5", "6", "7", "8"),
        Bilingual("maximum number of bombs that double the points", "最多几个炸弹翻倍"),
        Bilingual("bombs that count", "炸弹封顶"),
        {"none": Bilingual("all", "不封顶")},
    ),
    "show_hand": Option(
        ("off", "2", "3", "4", "5"),
        Bilingual(
            "the landlord shows the hand: factor of all points",
            "地主明牌：所有输赢翻几倍",
        ),
        Bilingual("shown hand", "明牌倍数"),
    ),
    "super_double": Option(
        OFF_ON,
        Bilingual("a player may double by four instead of two", "加倍时可以选超级加倍（四倍）"),
        Bilingual("doubling by four", "超级加倍"),
    ),
}

SEATS = ("landlord", "landlord_down", "landlord_up")
"""Seats in the order of play: the landlord 地主, the next farmer 下家 and the previous one 上家."""

SIDES = ("landlord", "farmers")
ALLIES = (frozenset({"landlord"}), frozenset({"landlord_down", "landlord_up"}))
RUN = "3456789TJQKA"
SUITED = "3456789TJQKA2"
POWER = "3456789TJQKA2XD"
DECK: Mapping[str, int] = MappingProxyType(dict.fromkeys(SUITED, 4) | {"X": 1, "D": 1})

NETS = NetSet(
    "landlord-net-3",
    "ac88bda6ac61",
    (
        "rocket", "bomb", "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain",
        "plane", "plane_pair", "plane_solo", "quad_solo", "quad_pair",
    ),
    "landlord-2",
    "six rounds of self-play, 82 million samples, the last four against a pool (`python -m lab.arena learn-nets`)",
    "2026-11-21",
)  # fmt: skip
"""Trained in `standard` only. Win rates of rules with networks against `club`: 0.611 ± 0.009 of 3,000 decks of the
contest, and 0.590 ± 0.015 of 1,000 in Yuncheng."""


def attach_flags(options: Options) -> dict[str, str]:
    """Return the elementary kicker flags: those of the preset, overridden by individual options."""
    flags = dict(ATTACH[options["attach"]])
    flags.update({flag: options[name] for name, flag in ATTACH_FLAG.items() if options[name]})
    return flags | {"bugs": options.get("douzero_bugs", "off")}


def hand_sizes(farmer: int, bottom: int, seats: Sequence[str] = SEATS) -> Mapping[str, int]:
    """Return the cards of each seat before the first lead."""
    return MappingProxyType(dict.fromkeys(seats, farmer) | {"landlord": farmer + bottom})


def table_flags(options: Options) -> frozenset[str]:
    """Return the table rules of the options `reading` and `key`, and of the house rules."""
    must = options.get("must") == "on"
    last = options.get("trio_alone") == "last"
    switches = {
        "reading_first": options["reading"] == "first",
        "key_low": options["key"] == "low",
        "short_lead": last,
        "short_follow": last,
        "pass_never": must,
        "pass_on_bomb": must and options["bomb_forced"] == "off",
    }
    return frozenset(name for name, on in switches.items() if on)


def house_shapes(options: Options, shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return the rows that the house rules allow, with their kickers."""
    without = {row for (name, value), rows in NO_ROWS.items() if options.get(name) == value for row in rows}
    high = POWER[POWER.index(options.get("kicker_top", POWER[-1])) + 1 :]
    last = options.get("trio_alone") == "last"
    return tuple([with_house_rules(row, high, last and row.name in ALONE) for row in shapes if row.name not in without])


def with_house_rules(row: Shape, high: str, last: bool) -> Shape:
    """Return a row without kickers of the *high* ranks; *last*: its plays are only the last ones."""
    no_kickers = high if row.kickers else ""
    if row.no_kickers == no_kickers and not last:
        return row
    return replace(row, no_kickers=no_kickers, kickers_short=last)


BOMBS = (Shape("rocket", "王炸", 1, named="XD", tier=ROCKET), Shape("bomb", "炸弹", 4, tier=BOMB))


def plain_shapes() -> tuple[Shape, ...]:
    """Return the rows without kickers that are no bombs, without chains."""
    return (Shape("solo", "单张", 1, ranks=POWER), Shape("pair", "对子", 2), Shape("trio", "三张", 3))


def landlord_shapes(flags: Mapping[str, str], wild: bool = False) -> tuple[Shape, ...]:
    """Return the rows of Dou Dizhu without bombs, with kickers by *flags*; *wild*: kickers may be wild."""
    both = flags["both_jokers"] == "on"
    pairs = 2 if flags["quad"] == "on" else 1
    return (
        *plain_shapes(),
        Shape("trio_solo", "三带一", 3, kickers=1, kicker_size=1, kicker_wild=wild),
        Shape("trio_pair", "三带二", 3, kickers=1, kicker_size=2, kicker_wild=wild),
        Shape("solo_chain", "顺子", 1, run=(5, 12)),
        Shape("pair_chain", "连对", 2, run=(3, 10)),
        Shape("plane", "飞机", 3, run=(2, 6)),
        Shape("plane_pair", "飞机带对", 3, run=(2, 4), kickers=1, kicker_size=2, kicker_same=pairs, kicker_wild=wild),
        Shape(
            "plane_solo",
            "飞机带单",
            3,
            run=(2, 5),
            kickers=1,
            kicker_size=1,
            kicker_same=int(flags["max_same"]),
            kicker_of_body=flags["body_rank"] == "on",
            kicker_neighbour=flags["neighbour_triple"] == "on",
            kicker_both_jokers=both,
            kicker_wild=wild,
            key_any_trio=flags["bugs"] == "on",
            unread_kickers=flags["bugs"] == "on",
        ),
        Shape(
            "quad_solo",
            "四带两单",
            4,
            kickers=2,
            kicker_size=1,
            kicker_same=2 if flags["pair"] == "on" else 1,
            kicker_both_jokers=both,
            kicker_wild=wild,
        ),
        Shape("quad_pair", "四带两对", 4, kickers=2, kicker_size=2, kicker_same=pairs, kicker_wild=wild),
    )


def first(option: Option, value: str) -> Option:
    """Return an option with a different default."""
    return replace(option, values=(value, *(v for v in option.values if v != value)))


# ---- payment of a deal ------------------------------------------------------------------------------------------


def counted(bombs: Sequence[Bomb], cap: int) -> list[Factor]:
    """Return the bombs that double the points: the first *cap*, or all if *cap* is 0; a run is a bomb for each rank."""
    each = [bomb for bomb in bombs for _ in range(bomb.ranks)]
    return [Factor(bomb_code(bomb), 2, seat=bomb.seat) for bomb in each[: cap or None]]


def doubled(ended: Ended, cap: int, spring: str, spring_factor: int = 2, shown: int = 1) -> Settlement:
    """Return the settlement of a deal in which everything doubles.

    *spring* is "", or its kind; *shown* is the factor of a landlord's hand that was shown 明牌.
    """
    contract, won = ended.contract, ended.out[0] == 0
    multiples = [contract.multiple(seat) for seat in range(1, len(ended.plays))]
    bombs = counted(ended.bombs, cap)
    points = score(won, contract.stake * shown, len(bombs), bool(spring), multiples, 0, spring_factor)
    factors = [*raises_of(contract), *([Factor("show_hand", shown, seat=0)] if shown > 1 else []), *bombs]
    return Settlement(points, (*factors, *([Factor(spring, spring_factor)] if spring else [])))


def bombs_that_count(options: Options) -> int:
    """Return the maximum number of bombs that double the points; 0: no maximum."""
    return 0 if options["bomb_cap"] == "none" else int(options["bomb_cap"])


def shown_factor(options: Options) -> int:
    return 1 if options["show_hand"] == "off" else int(options["show_hand"])


def landlord_payment(options: Options, shapes: Sequence[Shape]) -> DealPayment:
    """Return the payment of a deal of Dou Dizhu, equivalent to `settle`."""
    factor = int(options["spring_factor"])
    return DealPayment(
        stake=shown_factor(options),
        doubling=bomb_names(shapes),
        most_bombs=bombs_that_count(options),
        spring=factor if options["spring"] == "on" else 0,
        anti_spring=factor if options["anti_spring"] == "on" else 0,
    )


def settle(ended: Ended) -> Settlement:
    """Return the settlement of a deal of Dou Dizhu."""
    options, spring = ended.options, spring_of(ended)
    spring = spring if spring and options[spring] == "on" else ""
    return doubled(ended, bombs_that_count(options), spring, int(options["spring_factor"]), shown_factor(options))

"""The games 玩法 as data: deck, seats, options and the table of shapes.

To add a variant: one `Variant(...)` in `VARIANTS`, its golden file in `tests/golden/`, its weights in `weights.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from service.combos import BOMB, ROCKET, Shape
from service.errors import RuleError

Options = Mapping[str, str]
"""Every option of a variant with its chosen value."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its values, the default first, and what it decides."""

    values: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: deck, seats and rows of rules."""

    id: str
    name: str
    zh: str
    deck: Mapping[str, int]
    """How many cards of each rank, lowest rank first."""
    seats: tuple[str, ...]
    """In the order of play; the first leads."""
    allies: tuple[frozenset[str], ...]
    """The sides; seats of one side win together."""
    hand_size: Mapping[str, int]
    """Cards of a seat before the first lead, the bottom taken up."""
    bottom: int
    """Cards of the bottom 底牌."""
    bottom_seat: str
    """Who takes the bottom up."""
    run: str
    """Ranks that runs walk through, lowest first."""
    power: str
    """Ranks from weakest to strongest."""
    shapes: Callable[[Options], tuple[Shape, ...]]
    """The rows under given options, in the order in which an ambiguous lead is read."""
    options: Mapping[str, Option] = field(default_factory=lambda: MappingProxyType({}))

    def read_options(self, given: Options, pointer: str = "/options") -> Options:
        """Return *given* completed with defaults.

        Raises RuleError "option_unknown" if the variant has no such option or the option no such value.
        """
        for name, value in given.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise RuleError(
                    "option_unknown", f"{self.id} has no option {name!r}; it has: {known}", f"{pointer}/{name}"
                )
            if value not in option.values:
                allowed = ", ".join(option.values)
                raise RuleError("option_unknown", f"{name} is one of {allowed}; not {value!r}", f"{pointer}/{name}")
        return MappingProxyType({name: given.get(name, option.values[0]) for name, option in self.options.items()})


ON_OFF = ("", "on", "off")
"""Values of an elementary flag of a preset; "" leaves it to the preset."""

ATTACH: dict[str, dict[str, str]] = {
    "douzero": dict(body_rank="off", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="off"),
    "rlcard": dict(body_rank="off", max_same="3", neighbour_triple="off", both_jokers="off", pair="on", quad="off"),
    "pagat": dict(body_rank="off", max_same="1", neighbour_triple="on", both_jokers="off", pair="off", quad="off"),
    "tencent": dict(body_rank="off", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="on"),
    "contest": dict(body_rank="on", max_same="4", neighbour_triple="on", both_jokers="on", pair="on", quad="on"),
}
"""What may be a kicker 带牌: presets of the platforms, each checked against its catalogue of all plays."""

ATTACH_OPTIONS = {
    "attach": Option(tuple(ATTACH), "preset of what may be a kicker"),
    "attach_body_rank": Option(ON_OFF, "a single kicker of a plane may have the rank of a body card (44445556)"),
    "attach_max_same": Option(("", "1", "2", "3", "4"), "copies of one rank among the single kickers of a plane"),
    "attach_neighbour_triple": Option(ON_OFF, "three kickers of one rank may be adjacent to the body"),
    "attach_both_jokers": Option(ON_OFF, "both jokers may be kickers of one play"),
    "quad_singles_may_pair": Option(ON_OFF, "the two single kickers of a quad may be a pair (333344)"),
    "attach_quad_as_two_pairs": Option(ON_OFF, "four of a kind may be two pair kickers"),
}

ATTACH_FLAG = {
    "attach_body_rank": "body_rank",
    "attach_max_same": "max_same",
    "attach_neighbour_triple": "neighbour_triple",
    "attach_both_jokers": "both_jokers",
    "quad_singles_may_pair": "pair",
    "attach_quad_as_two_pairs": "quad",
}


def attach_flags(options: Options) -> dict[str, str]:
    """Return the elementary kicker flags: those of the preset, replaced by what is set one by one."""
    flags = dict(ATTACH[options["attach"]])
    flags.update({flag: options[name] for name, flag in ATTACH_FLAG.items() if options[name]})
    return flags


def landlord_shapes(options: Options) -> tuple[Shape, ...]:
    """Return the rows of Dou Dizhu: the fourteen shapes, their kickers as *options* say."""
    flags = attach_flags(options)
    both = flags["both_jokers"] == "on"
    pairs = 2 if flags["quad"] == "on" else 1
    return (
        Shape("rocket", "王炸", 1, named="XD", tier=ROCKET),
        Shape("bomb", "炸弹", 4, tier=BOMB),
        Shape("solo", "单张", 1, ranks="3456789TJQKA2XD"),
        Shape("pair", "对子", 2),
        Shape("trio", "三张", 3),
        Shape("trio_solo", "三带一", 3, kickers=1, kicker_size=1),
        Shape("trio_pair", "三带二", 3, kickers=1, kicker_size=2),
        Shape("solo_chain", "顺子", 1, run=(5, 12)),
        Shape("pair_chain", "连对", 2, run=(3, 10)),
        Shape("plane", "飞机", 3, run=(2, 6)),
        Shape("plane_pair", "飞机带对", 3, run=(2, 4), kickers=1, kicker_size=2, kicker_same=pairs),
        Shape(
            "plane_solo",
            "飞机带单",
            3,
            run=(2, 5),
            kicker_size=1,
            kicker_same=int(flags["max_same"]),
            kicker_of_body=flags["body_rank"] == "on",
            kicker_neighbour=flags["neighbour_triple"] == "on",
            key_any_trio=options["douzero_bugs"] == "on",
            unread_kickers=options["douzero_bugs"] == "on",
            kickers=1,
            kicker_both_jokers=both,
        ),
        Shape(
            "quad_solo",
            "四带二单",
            4,
            kickers=2,
            kicker_size=1,
            kicker_same=2 if flags["pair"] == "on" else 1,
            kicker_both_jokers=both,
        ),
        Shape("quad_pair", "四带两对", 4, kickers=2, kicker_size=2, kicker_same=pairs),
    )


LANDLORD_SEATS = ("landlord", "landlord_down", "landlord_up")
"""Dou Dizhu's seats in the order of play: the landlord 地主, the next 下家 and the one before him 上家."""

STANDARD = Variant(
    id="standard",
    name="Dou Dizhu",
    zh="斗地主",
    deck=MappingProxyType(dict.fromkeys("3456789TJQKA2", 4) | {"X": 1, "D": 1}),
    seats=LANDLORD_SEATS,
    allies=(frozenset({"landlord"}), frozenset({"landlord_down", "landlord_up"})),
    hand_size=MappingProxyType({"landlord": 20, "landlord_down": 17, "landlord_up": 17}),
    bottom=3,
    bottom_seat="landlord",
    run="3456789TJQKA",
    power="3456789TJQKA2XD",
    shapes=landlord_shapes,
    options=MappingProxyType(
        ATTACH_OPTIONS
        | {
            "reading": Option(("any", "first"), "which readings of a play may answer: any, or the lead reading only"),
            "key": Option(("high", "low"), "which of several keys of one shape is stored"),
            "douzero_bugs": Option(("off", "on"), "compare planes with single kickers as DouZero's environment does"),
        }
    ),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.id: variant for variant in (STANDARD,)})
"""Every game by its id. ◄ a new variant goes here."""


def find_variant(name: str, pointer: str = "/variant") -> Variant:
    """Return the variant called *name*.

    Raises RuleError "variant_unknown" if there is none.
    """
    variant = VARIANTS.get(name)
    if variant is None:
        raise RuleError("variant_unknown", f"no variant {name!r}; there are: {', '.join(VARIANTS)}", pointer)
    return variant

"""A game 玩法 as data: seats, options, and the rules that follow from chosen options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType

from service.rules.auction import Auction
from service.rules.bid_model import BidModel
from service.rules.cards import RANKS, Kind
from service.rules.chance_curve import EXACT, ChanceCurve
from service.rules.combos import Combo, Shape
from service.rules.errors import Bilingual, Faults, RuleError, brief, coded, quoted, step
from service.rules.nets import EVEN, NetSet, OptionMatches
from service.rules.payment import DealPayment
from service.rules.settlement import Ended, Settlement
from service.rules.strength import Strength
from service.rules.weights import LANDLORD, WeightSet

Options = Mapping[str, str]
"""Every option of a variant with its chosen value."""

WORDS: Mapping[str, Bilingual] = MappingProxyType(
    {
        "on": Bilingual("on", "开"),
        "off": Bilingual("off", "关"),
        "yes": Bilingual("yes", "是"),
        "no": Bilingual("no", "否"),
        "": Bilingual("as the preset says", "按预设"),
    }
)
"""Display names of values that all options share."""

ON_OFF = ("on", "off")
OFF_ON = ("off", "on")
"""Values of a boolean option, the default first."""

SWITCHES = {"true": ("on", "yes"), "false": ("off", "no")}
"""Meanings of a boolean."""

MOST_GUESSED = 40
"""Maximum length of a word for which the nearest known word is searched."""

RANDOM = "random"
"""Value that requests a random value of an option in a deal."""

SHOWN_VALUES = 20
"""Maximum option values that an error message lists."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its values, the default first, and its meaning."""

    values: tuple[str, ...]
    about: Bilingual
    label: Bilingual
    """Name of the option."""
    words: Mapping[str, Bilingual] = field(default_factory=lambda: WORDS)
    """Display names of values other than numbers and ranks, in addition to `WORDS`."""
    drawn: tuple[str, ...] = ()
    """Values from which `RANDOM` is drawn; (): `RANDOM` is not allowed."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Alternative names of values."""
    of_deal: bool = False
    """Whether each deal has its own value, so that a record must state it."""

    def word(self, value: str) -> Bilingual | None:
        """Return the display name of a value, None for a number or a rank."""
        return self.words.get(value) or WORDS.get(value)

    def find(self, value: str) -> str | None:
        """Return the value for a caller's text: exact, or true and false, upper case, ranks in any order."""
        if value in self.values:
            return value
        small, ranks = value.lower(), value.upper().replace("10", "T")
        forms = [
            *SWITCHES.get(small, ()),
            small,
            self.aliases.get(small, ""),
            *([lowest_first(ranks)] if set(ranks) <= set(RANKS) else []),
        ]
        return next((form for form in forms if form and form in self.values), None)


def lowest_first(ranks: str) -> str:
    """Return rank letters in the order of a packed hand."""
    return "".join(sorted(ranks, key=RANKS.index))


def near_miss(word: str, known: Iterable[str]) -> tuple[str, str]:
    """Return a suggestion of the nearest known word, in English and in Chinese; empty if none is near."""
    near = get_close_matches(word.lower(), known, 1) if len(word) <= MOST_GUESSED else []
    return (f"; did you mean {near[0]}?", f"；是不是 `{near[0]}`？") if near else ("", "")


def plain_name(name: str) -> str:
    small = name.lower()
    for stroke in " -_'’":
        small = small.replace(stroke, "")
    return small


def near_name(word: object, names: Mapping[str, Iterable[str]]) -> Bilingual:
    """Return a suggestion of the id that is closest to *word*, by id or by its *names*; empty if none is close."""
    if not isinstance(word, str) or len(word) > MOST_GUESSED:
        return Bilingual("", "")
    ids = {plain_name(name): known for known, others in names.items() for name in (*others, known)}
    near = plain_name(word)
    if near not in ids:
        close = get_close_matches(near, list(ids.keys()), 1)
        if not close:
            return Bilingual("", "")
        near = close[0]
    return Bilingual(f"; did you mean {ids[near]}?", f"；是不是 `{ids[near]}`？")


@dataclass(frozen=True, slots=True)
class Wilds:
    """Wild cards 癞子."""

    cards: str
    """Ranks whose cards are wild; W for cards separate from their rank."""
    ranks: str
    """Ranks that a wild card may replace."""
    printed: str = ""
    """The rank of a W that is played alone; "": it cannot be played alone."""


NO_WILDS = Wilds("", "")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A variant under given options."""

    deck: Mapping[str, int]
    """Number of cards of each rank, lowest rank first."""
    hand_size: Mapping[str, int]
    """Cards of each seat before the first lead, the bottom included."""
    run: str
    """Ranks of runs in their order, lowest first."""
    power: str
    """Ranks from weakest to strongest."""
    shapes: tuple[Shape, ...]
    """The rows, in the order of the readings of an ambiguous lead."""
    bottom: int = 0
    """Cards of the bottom 底牌."""
    wilds: Wilds = NO_WILDS
    flags: frozenset[str] = frozenset()
    """Rules of the table by the names of `enum rules_flags`, lower case."""
    level: str = ""
    """The level rank 级牌; its hearts are counted separately, as W."""
    decks: int = 1
    """Copies of a card of one rank and suit."""
    suited: bool = False
    """Whether suits matter: every card except jokers needs one."""
    out: frozenset[str] = frozenset()
    """Cards that the deck lacks although it has their rank, each a rank and a suit."""
    first_shows: str = ""
    """The card that the first lead of a deal must contain, a rank and a suit; "": none."""
    first_holds: str = ""
    """The card, a rank and a suit, whose owner leads the very first deal, so that suits are dealt; "": none."""
    slow: int = 1
    """Factor by which searches have fewer games, because moves take longer."""
    fewer_worlds: int = 1
    """Factor by which searches sample fewer deals per game, because computing likelihoods takes longer."""
    least_prior: float = 1.0
    """Minimum weight of a policy's scores in its search: games counted as lost per turn behind its favourite."""
    return_max: str = ""
    """The highest natural rank of a card that may be returned in a tribute; "": no tribute."""
    bird: str = ""
    """The card, a rank and a suit, that doubles the payments of its owner; "": none."""
    pays_all: bool = False
    """Whether a seat that lets the next one go out on a solo it could have prevented pays for all."""
    payment: DealPayment | None = None
    """Payment of a deal for robots; None: they play only to win."""
    handicap: int = 0
    """Cards 让牌 that seats other than the first may have left when they go out."""
    bid_model: BidModel | None = None
    """Model of win rates in an auction; None: no auction."""
    safe: Callable[[Combo], bool] | None = None
    """Filter of plays that a robot may make; None: all legal ones."""

    kind: Kind = field(init=False)
    """Properties of the cards."""

    def __post_init__(self) -> None:
        wild = (f"{self.level}h",) if self.level else tuple(self.wilds.cards)
        object.__setattr__(self, "kind", Kind(self.decks, self.suited, self.level, "", self.out, wild))


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A game; equal only to itself."""

    id: str
    name: str
    zh: str
    seats: tuple[str, ...]
    """Seats in the order of play; the first leads."""
    allies: tuple[frozenset[str], ...]
    """The sides; seats of one side win together."""
    setup: Callable[[Options], RuleSet]
    options: Mapping[str, Option] = field(default_factory=lambda: MappingProxyType({}))
    weights: WeightSet = LANDLORD
    """Weight set of combos in splits."""
    nets: NetSet | None = None
    """Networks that won in the arena; without networks robots use the rules of play."""
    option_matches: OptionMatches = field(default_factory=lambda: MappingProxyType({}))
    """Matches of the networks under values of options other than the defaults."""
    strengths: tuple[Strength, ...] = ()
    """Strengths by share of wins against `club`, weakest first; (): not measured."""
    free_lead: tuple[str, str] = ("", "")
    """Option and value under which a first lead need not contain a card, for games in which it otherwise must."""
    auctions: tuple[Auction, ...] = ()
    """Kinds of auction, the default first."""
    tribute: bool = False
    """Whether the losers of a deal pay tribute before the next deal."""
    settle: Callable[[Ended], Settlement] | None = None
    """Settlement of a finished deal; None: only places."""
    side_names: tuple[str, ...] = ()
    """Names of the sides in order; (): they are numbers."""
    bottom_seat: str = ""
    """Seat that takes the bottom; "": no bottom."""
    ladder: str = "usual"
    """Which robot levels play it (`advice.levels.LADDERS`)."""
    to_places: bool = False
    """Whether a deal is played until one seat is left, or one side has the first two places."""
    short: tuple[str, ...] = ()
    """Abbreviations that players type: the first letters of the syllables."""
    meaning: str = ""
    """English meaning of a Chinese name; "": none needed."""
    special: Bilingual | None = None
    """Difference from the other games, for the READMEs."""
    chances: ChanceCurve = EXACT
    """Calibration of the chances of sampled games."""
    after_robs: Callable[[Options, int], Options] | None = None
    """Function of the options and the number of robs to the options of the play; None: the same."""
    bombs: tuple[float, ...] = ()
    """Model of how often a seat holds a bomb (`advice.bomb_chance`); (): the share of sampled deals is used."""

    def read_options(self, given: Options, pointer: str = "/options") -> Options:
        """Return *given*, each value as it is written here, completed with defaults.

        Raises RuleError "option_unknown" if the variant has no such option or the option no such value.
        """
        faults = Faults()
        chosen = {name: faults.read(read_option, self, name, value, pointer) for name, value in given.items()}
        faults.check()
        return MappingProxyType({name: chosen.get(name, one.values[0]) for name, one in self.options.items()})

    def chosen(self, options: Options) -> Options:
        """Return those of *options* that differ from the defaults, in the order of the game."""
        return {name: options[name] for name, option in self.options.items() if options[name] != option.values[0]}

    def nets_win(self, chosen: Options) -> bool:
        """Return whether a match has shown for each of the *chosen* options that the networks do not lose under it.

        The values of an option that deals draw take turns in matches.
        """
        return all(self.options[name].drawn or self.nets_win_under(name, value) for name, value in chosen.items())

    def nets_win_under(self, option: str, value: str) -> bool:
        """Return whether the networks do not lose under a value of an option."""
        wins = self.option_matches.get(option, {})
        if value not in wins:
            return False
        win = wins[value]
        return win is None or win >= EVEN

    def no_option(self, name: str, value: str) -> Bilingual:
        """Return the message for an unknown option or an unknown value."""
        option = self.options.get(name)
        if option is None:
            near, near_zh = near_miss(name, self.options)
            known = ", ".join(self.options) or "none"
            has = f"有：{coded(self.options)}" if self.options else "没有可选项"
            return Bilingual(
                f"{self.name} has no option {brief(name)}; its options: {known}{near}",
                f"{self.zh}没有{quoted(name)}这个选项；{has}{near_zh}",
            )
        near, near_zh = near_miss(value, option.values)
        shown, more = option.values[:SHOWN_VALUES], len(option.values) > SHOWN_VALUES
        allowed = ", ".join(v or repr(v) for v in shown) + (", ..." if more else "")
        listed = coded(v or '""' for v in shown) + ("等" if more else "")
        return Bilingual(
            f"{name} must be one of {allowed}; not {brief(value)}{near}",
            f"选项 `{name}` 可取 {listed}，不能是{quoted(value)}{near_zh}",
        )

    def auction(self, kind: str | None = None) -> Auction:
        """Return the auction of a *kind*, by default the first.

        Raises RuleError "bid_invalid" for a kind that the game lacks.
        """
        kinds = [auction.id for auction in self.auctions]
        if kind is not None and kind not in kinds:
            message = Bilingual(
                f"auctions of {self.name}: {' or '.join(kinds)}; not {kind}"
                if kinds
                else f"{self.name} has no auction",
                f"{self.zh}定地主的方式是 {coded(kinds)}，没有 `{kind}`" if kinds else f"{self.zh}不叫地主，也不叫分",
            )
            raise RuleError("bid_invalid", message, "/bidding")
        return self.auctions[0 if kind is None else kinds.index(kind)]

    @property
    def numbered(self) -> bool:
        """Return whether seats are numbers, counted from the first leader."""
        return self.seats[0] == "0"

    def side_of(self, seat: str) -> int:
        """Return the side of a seat by its index in `allies`."""
        return next(i for i, side in enumerate(self.allies) if seat in side)


def read_option(variant: Variant, name: str, value: str, pointer: str) -> str:
    """Return a value of an option as it is written in its game.

    Raises RuleError "option_unknown" if the variant has no such option or the option no such value.
    """
    option = variant.options.get(name)
    meant = None if option is None else option.find(value)
    if meant is None:
        raise RuleError("option_unknown", variant.no_option(name, value), pointer + step(name))
    return meant

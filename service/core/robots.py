"""Robots in the core: policies, views of a seat, moves, whole games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple

from service.core.bindings import (
    COMBO,
    NO_CONSTRAINTS,
    NO_SUITS,
    SCORE_UNIT,
    Buffers,
    CompiledRules,
    CoreError,
    PlayConstraints,
    Weights,
    check,
    ffi,
    lib,
    pack_combo,
    read_combos,
    reserve,
)
from service.core.search_result import Search, combo_or_pass, read_search
from service.rules.cards import Suits, holds, pack, size
from service.rules.combos import Combo

REASONS: Mapping[int, str] = {
    lib.REASON_FINISH: "finish",
    lib.REASON_SURE_WIN: "sure_win",
    lib.REASON_SEARCHED: "searched",
    lib.REASON_KEEPS_MORE: "keeps_more",
    lib.REASON_STOP_ENEMY: "stop_enemy",
    lib.REASON_ALLY_OUT: "ally_out",
    lib.REASON_LEAVE_ALLY: "leave_ally",
    lib.REASON_FEED_ALLY: "feed_ally",
    lib.REASON_GUARD: "guard",
    lib.REASON_KEEP_BOMB: "keep_bomb",
    lib.REASON_USE_BOMB: "use_bomb",
    lib.REASON_CONTROLS_FIRST: "controls_first",
    lib.REASON_NOT_WORTH: "not_worth",
    lib.REASON_BEST_REST: "best_rest",
    lib.REASON_BEST_OF_SPLIT: "best_of_split",
    lib.REASON_BALANCE: "balance",
    lib.REASON_LEARNED: "learned",
    lib.REASON_ONLY: "only",
    lib.REASON_FILTERED: "filtered",
}
"""Reasons of a robot by number, the most important first; without that of drawn plays, because no level draws."""


POLICY_RANKS = frozenset({"guard_key"})
"""Parameters of a policy that are keys of cards, not turns."""


POLICY_TRUST = 60
"""Confidence that a seat plays like the policy, in per cent. The likelihood of games of `club` is best from 50 to 75
(Brier score 0.097, 0.123 at 0, by `python -m lab.arena calibrate`), but people play differently."""


class Budget(NamedTuple):
    """Budget of a search (`struct budget`)."""

    games: int
    """Games played out, over all candidates."""
    candidates: int
    """Candidates, without bombs and a pass of similar score."""
    prior_weight: float
    """Weight of the prior: worlds per turn of score difference, a multiple of 0.01."""
    open: int = 0
    """A world with at most this number of cards in all hands is solved as open hands instead of played out."""
    worlds: int = 0
    """Worlds weighted by the likelihood of a complete history; 0: all deals have the same weight."""
    most_worlds: int = 0
    """Maximum worlds if the effective number of the first ones is small; at most *worlds* if smaller."""
    policy_trust: int = POLICY_TRUST
    """Confidence, in per cent, that all seats play like the policy."""


BUDGET_BOUNDS = Budget(
    lib.MOST_BUDGET,
    lib.MOST_CANDIDATES,
    lib.MOST_BUDGET / 100,
    lib.MAX_CARDS,
    lib.MOST_WORLDS,
    lib.MOST_WORLDS,
    policy_trust=100,
)
"""Maximum of each field of a budget; the minimum is 0."""


def check_budget(budget: Budget) -> Budget:
    """Return *budget*.

    Raises CoreError with the name and the bound of the first field that is out of bounds.
    """
    for name, value, most in zip(Budget._fields, budget, BUDGET_BOUNDS, strict=True):
        if not 0 <= value <= most:
            raise CoreError(f"the budget's {name} is {value}; it must be from 0 to {most:.0f}")
    return budget


AIMS = ("win", "points")
"""Aims of a policy by number in `enum aim`: to go out next, or the payment of the deal if there is one."""


TRICKS_SEEN: int = lib.TRICKS_SEEN
"""Maximum number of tricks that a view has one by one."""


class Limits(NamedTuple):
    """What a policy does not see, as people do not (`struct limits`)."""

    forgets: bool = False
    """Whether cards played before the last *tricks* tricks are forgotten, except the *counts* highest ranks."""
    tricks: int = 0
    counts: int = 0
    notices: int = 0
    """Cards of a seat from which on it goes unnoticed how many it has are one more; 0: every number is noticed."""
    alarm: int = 0
    """Cards of an enemy from which on a hand with a bomb without wild cards does not pass on its plays; 0: none."""
    overlooks: frozenset[str] = frozenset()
    """Kinds of plays, of `bindings.PLAY_KINDS`, that it does not see in its hand."""


NO_LIMITS = Limits()


class Policy:
    """The way a robot plays, as passed to the core.

    *kind* is "random", "power", "rules" or "search"; *looseness* and *numbers* (by the names of `enum policy_number`,
    lower case) are in turns, except those of `POLICY_RANKS`; *budget* limits a search. *learned*: networks of the game,
    if any, replace the scores of the rules. *aim*: one of `AIMS`. *temperature*, in turns: options are drawn with
    probabilities proportional to exp(value / temperature); 0: the best is played. *limits*: see `Limits`. A
    budget beyond `BUDGET_BOUNDS`
    raises CoreError.
    """

    __slots__ = ("__weakref__", "c", "explains", "overlooks", "searches")

    def __init__(
        self,
        kind: str,
        looseness: float = 0.0,
        numbers: Mapping[str, float] | None = None,
        budget: Budget | None = None,
        *,
        learned: bool = False,
        aim: str = "points",
        temperature: float = 0.0,
        limits: Limits = NO_LIMITS,
    ) -> None:
        self.overlooks = limits.overlooks
        self.searches = kind == "search"
        self.explains = budget is not None and budget.worlds > 0
        table = [0] * lib.POLICY_NUMBERS
        for name, value in (numbers or {}).items():
            scale = 1 if name in POLICY_RANKS else SCORE_UNIT
            table[getattr(lib, f"POLICY_{name.upper()}")] = round(value * scale)
        packed = check_budget(budget or Budget(0, 0, 0))
        most = max(packed.worlds, packed.most_worlds)
        packed = packed._replace(prior_weight=round(packed.prior_weight * 100), most_worlds=most)
        self.c = ffi.new(
            "struct policy *",
            (
                getattr(lib, f"POLICY_{kind.upper()}"),
                round(looseness * SCORE_UNIT),
                table,
                packed,
                AIMS.index(aim),
                learned,
                round(temperature * SCORE_UNIT),
                limits[:-1],
            ),
        )

    def weights_under(self, rules: CompiledRules) -> Weights:
        """Return the weights of its splits under some rules."""
        return rules.weights_without(self.overlooks) if self.overlooks else rules.weights


class PlayPattern(NamedTuple):
    """A play given by its cards (`struct play_pattern`): readings of these cards."""

    cards: int
    plays_as: int = 0
    """The declared cards; 0: any reading."""
    shapes: tuple[str, ...] = ()
    """Shapes of the readings that match."""
    suit: int = 0
    """1..4: for shapes of one suit, the suit; 0: any."""

    def means(self, combo: Combo) -> bool:
        """Return whether *combo* matches; equivalent to `is_named` in native/robot/view.c."""
        return (
            self.cards == combo.cards
            and self.plays_as in (0, combo.plays_as)
            and combo.shape in self.shapes
            and (self.suit == 0 or combo.suit in (0, self.suit))
        )


class PlayTally(NamedTuple):
    """The plays of a deal as far as they decide its payment (`struct tally`)."""

    doubling: int
    """Number of bombs that double the stake."""
    adding: int
    """Number of bombs that add one more stake."""
    bombs: tuple[int, ...]
    """Bombs of each seat that are paid for."""
    plays: tuple[int, ...]
    """Plays of each seat, without passes."""


@dataclass(frozen=True, slots=True)
class View:
    """The information of the seat to move; seats are counted from it in the order of play (`struct view`)."""

    hand: int
    to_beat: Combo | None
    unseen: int
    left: tuple[int | None, ...]
    """Cards of each seat, the mover first; None if unknown, 0 for a seat that has gone out."""
    ally: tuple[bool, ...]
    owner: int
    """Seat of the play to beat; 0: none."""
    suits: Suits = NO_SUITS
    unseen_suits: Suits = NO_SUITS
    constraints: PlayConstraints = NO_CONSTRAINTS
    held: tuple[int, ...] = ()
    """Unseen cards that each seat must have."""
    to_places: bool = False
    """Whether the deal continues after the first seat has gone out."""
    enemies_allied: bool = False
    """All seats that are not allies are one side."""
    first: int = 0
    """The first leader of the deal."""
    gone: int = 0
    """Cards played so far."""
    tricks: tuple[int, ...] = ()
    """Of these, the cards of the current trick and of those before it, at most `TRICKS_SEEN`."""
    tally: PlayTally | None = None
    """The plays so far, for the payment; None: none, or the deal pays nothing."""
    most: int = 0
    """Maximum cards of a seat of unknown size; 0: no bound."""
    only: tuple[PlayPattern, ...] = ()
    """Plays that the mover may choose besides the pass; empty: all legal plays."""
    avoid: tuple[PlayPattern, ...] = ()
    """Plays that the mover must not choose."""


class Choice(NamedTuple):
    """A robot's move (None: a pass), its reasons, and whether it was the only legal one."""

    combo: Combo | None
    reasons: tuple[str, ...]
    forced: bool
    search: Search | None = None
    """Results of the search; None: there was no search."""
    line: tuple[Combo, ...] = ()
    """Continuation of a sure win if all others pass, beginning with this play."""


def pack_patterns(rules: CompiledRules, plays: Sequence[PlayPattern]) -> Any:
    patterns = ffi.new("struct play_pattern[]", len(plays))
    for pattern, play in zip(patterns, plays, strict=True):
        pattern.cards, pattern.plays_as, pattern.suit = play.cards, play.plays_as, play.suit
        pattern.rows = sum(1 << row for row, name in enumerate(rules.names) if name in play.shapes)
    return patterns


def pack_view(rules: CompiledRules, view: View, b: Buffers) -> Any:
    """Return `struct view`."""
    b.set_table(rules, view.hand, view.to_beat, view.suits, view.constraints)
    seats = len(view.left)
    c = ffi.new("struct view *", {"table": b.table[0], "unseen": view.unseen, "seats": seats})
    c.left[0:seats] = [lib.LEFT_UNKNOWN if left is None else left for left in view.left]
    c.ally[0:seats] = view.ally
    c.unseen_suits = view.unseen_suits or (0, 0, 0, 0)
    c.owner = view.owner
    c.held[0 : len(view.held)] = view.held
    c.to_places, c.enemies_allied, c.most = view.to_places, view.enemies_allied, view.most
    c.undealt, c.payment, c.first, c.handicap = rules.undealt, rules.payment, view.first, rules.setup.handicap
    c.gone = view.gone
    c.tricks[0 : len(view.tricks)] = view.tricks
    if view.tally is not None:
        c.tally = view.tally
    if view.only or view.avoid:
        b.patterns = only, avoid = (
            pack_patterns(rules, view.only),
            pack_patterns(rules, view.avoid),
        )  # keeps it alive
        c.only, c.avoid, c.n_only, c.n_avoid = only, avoid, len(view.only), len(view.avoid)
    return c


Past = Sequence[tuple[int, Combo | None]]
"""A history from the first lead on: (seat counted from the asker, combo or None for a pass)."""


def pack_history(rules: CompiledRules, history: Past) -> tuple[Any, Any]:
    """Return `struct history` and its moves, which must be kept alive with it."""
    moves = ffi.new("struct past[]", max(1, len(history)))
    for i, (seat, combo) in enumerate(history):
        moves[i].seat = seat
        if combo is not None:
            pack_combo(rules, combo, moves[i].combo)
    first = history[0][1] if history else None
    shows = pack(rules.setup.first_shows[:1])
    must_show = shows if first is not None and holds(first.cards, shows) else 0
    return ffi.new("struct history *", (moves, len(history), 0, must_show)), moves


def choose(rules: CompiledRules, policy: Policy, view: View, seed: int, history: Past = ()) -> Choice:
    """Return the move of *policy*; *seed* (64 bits) decides between equal moves.

    With a complete *history* a search infers the hands of the other seats.
    """
    with Buffers.borrow() as b:
        engine, c = b.set_engine(rules, policy.weights_under(rules)), pack_view(rules, view, b)
        out, search = b.choice, ffi.new("struct search_result *")
        if policy.searches:
            past, _moves = pack_history(rules, history)
            check(lib.search_choose(engine, policy.c, c, past, seed, out, search))
        else:
            check(lib.policy_choose(engine, policy.c, c, seed, out))
        combo = combo_or_pass(rules, out.combo)
        reasons = tuple([name for bit, name in REASONS.items() if out.reasons & bit])
        line: tuple[Combo, ...] = ()
        if out.reasons & lib.REASON_SURE_WIN:
            made = ffi.addressof(out.combo)
            n = check(lib.forced_win_line(engine, c, made, b.combos, lib.MAX_TURNS))
            line = read_combos(rules.names, ffi.buffer(b.combos, n * COMBO.size)[:])
        return Choice(combo, reasons, bool(out.forced), read_search(rules, search), line)


def is_sure_win(rules: CompiledRules, view: View, combo: Combo) -> bool:
    """Return whether a play is proven to win against all possible hands of the other seats."""
    if combo.cards == view.hand:
        return True
    with Buffers.borrow() as b:
        engine, c, made = b.set_engine(rules), pack_view(rules, view, b), ffi.new("struct combo *")
        pack_combo(rules, combo, made)
        return check(lib.forced_win_line(engine, c, made, b.combos, lib.MAX_TURNS)) > 0


class Opinion(NamedTuple):
    """A policy's score of a play or of the pass."""

    combo: Combo | None
    """The play; None: the pass."""
    value: int
    """In 1 / `SCORE_UNIT` of a turn."""
    considered: bool
    """Whether the policy may choose it: on a lead without danger only combos of the best split."""


def opinions(rules: CompiledRules, policy: Policy, view: View) -> list[Opinion]:
    """Return the scores that the rules of *policy* give every play, and a pass if it is legal."""
    with Buffers.borrow() as b:
        out, c = reserve("struct opinion", lib.MAX_MOVES), pack_view(rules, view, b)
        n = check(
            lib.policy_opinions(b.set_engine(rules, policy.weights_under(rules)), policy.c, c, out, lib.MAX_MOVES)
        )
        return [Opinion(combo_or_pass(rules, one.combo), one.value, bool(one.considered)) for one in out[0:n]]


class Belief(NamedTuple):
    """Estimated cards of one seat, by rank in the order of `cards.RANKS`."""

    holds: tuple[float, ...]
    """Probability that the seat has at least one card of the rank."""
    expected: tuple[float, ...]
    """Expected number of cards of the rank."""
    bomb: float = 0.0
    """Share of the deals in which the seat has a bomb."""
    bomb_known: bool = False
    """Whether that is 0 or 1 in every deal."""


def beliefs(
    rules: CompiledRules,
    policy: Policy,
    view: View,
    history: Past,
    worlds: int,
    seed: int,
    policy_trust: int = POLICY_TRUST,
) -> tuple[tuple[Belief, ...], float]:
    """Return the beliefs about each seat, the requesting seat first, and the effective number of worlds."""
    with Buffers.borrow() as b:
        past, _moves = pack_history(rules, history)
        out, c = ffi.new("struct beliefs *"), pack_view(rules, view, b)
        check(lib.beliefs_sample(b.set_engine(rules), policy.c, c, past, worlds, policy_trust, seed, out))
        seats = range(len(view.left))
        return tuple(
            Belief(tuple(out.holds[i]), tuple(out.expected[i]), out.bomb[i], bool(out.bomb_known[i])) for i in seats
        ), out.effective


def open_win(rules: CompiledRules, hands: Sequence[int], states: int = 100_000) -> bool | None:
    """Return whether the first seat's side wins a deal that it leads, with open hands and best play.

    None if *states* are not enough. Only for games of two sides without suits.
    """
    c = ffi.new("struct deal *")
    fill_deal(rules, c, hands, ())
    with Buffers.borrow() as b:
        winner = lib.open_hands_solve(b.set_engine(rules), c, states)
        return None if winner == lib.ERROR_CAPACITY else bool(check(winner))


class Result(NamedTuple):
    """How a game ended."""

    winner: int
    """The seat that went out first."""
    places: tuple[int, ...]
    """Seats in the order of going out, then the remaining ones."""
    bombs: int
    """Bombs played by all seats."""
    plays: tuple[int, ...]
    """Plays of each seat, without passes."""
    moves: int
    points: tuple[int, ...]
    """Payment of the deal for each seat (`RuleSet.payment`)."""


def deal(rules: CompiledRules, seed: int) -> tuple[int, ...]:
    """Return the hands of a shuffled deck in the order of play, the bottom added to the first hand."""
    sizes = [rules.setup.hand_size[seat] for seat in rules.variant.seats]
    out = ffi.new("struct deal *")
    check(lib.game_deal(rules.deck, sizes, len(sizes), seed, out))
    return tuple(out.hands[0 : len(sizes)])


def game(
    rules: CompiledRules,
    policies: Sequence[Policy],
    hands: Sequence[int],
    seed: int,
    suits: Sequence[Suits] = (),
    weights: Sequence[Weights] = (),
) -> Result:
    """Play *hands* with *suits* to the end, with one policy for each seat in the order of play.

    Each seat may have its own *weights*; otherwise it has those of its policy.
    """
    return games(rules, policies, [hands], [seed], [suits], weights)[0]


def games(
    rules: CompiledRules,
    policies: Sequence[Policy],
    dealt: Sequence[Sequence[int]],
    seeds: Sequence[int],
    suits: Sequence[Sequence[Suits]] = (),
    weights: Sequence[Weights] = (),
) -> list[Result]:
    """Play many deals in one call, which share the memory of splits; as `game` otherwise."""
    seats, n = len(rules.variant.seats), len(dealt)
    sets = list(weights) or [policy.weights_under(rules) for policy in policies]
    deals, out = ffi.new("struct deal[]", n), ffi.new("struct result[]", n)
    for i, hands in enumerate(dealt):
        fill_deal(rules, deals[i], hands, suits[i] if suits else ())
    with ExitStack() as stack:
        check(lib.match_play(seated(stack, rules, policies, sets, dealt), deals, seeds_of(dealt, seeds), n, out))
    return [
        Result(
            end.winner,
            tuple(end.places[0:seats]),
            end.bombs,
            tuple(end.tally.plays[0:seats]),
            end.moves,
            tuple(end.points[0:seats]),
        )
        for end in out
    ]


def seeds_of(dealt: Sequence[Any], seeds: Sequence[int]) -> list[int]:
    """Return the seeds of some deals; raises CoreError unless each deal has one."""
    if len(seeds) != len(dealt):
        raise CoreError(f"{len(seeds)} seeds for {len(dealt)} deals")
    return list(seeds)


def seated(
    stack: ExitStack,
    rules: CompiledRules,
    policies: Sequence[Policy],
    weights: Sequence[Weights],
    dealt: Sequence[Sequence[object]],
) -> Any:
    """Return `struct player[]` for some deals; players with the same weights share an engine, which *stack* releases.

    Raises CoreError unless each hand of each deal has a policy.
    """
    for hands in dealt:
        if len(hands) != len(policies):
            raise CoreError(f"{len(policies)} policies for {len(hands)} hands")
    own = {id(weight): stack.enter_context(Buffers.borrow()) for weight in dict.fromkeys(weights)}
    c = ffi.new("struct player[]", len(policies))
    for i, (policy, weight) in enumerate(zip(policies, weights, strict=True)):
        c[i].policy, c[i].engine = policy.c, own[id(weight)].set_engine(rules, weight)
    return c


def fill_deal(rules: CompiledRules, c: Any, hands: Sequence[int], suits: Sequence[Suits]) -> None:
    """Write a deal into a `struct deal`."""
    variant, setup = rules.variant, rules.setup
    c.payment = rules.payment
    c.hands, c.seats = list(hands), len(hands)
    c.side = [variant.side_of(seat) for seat in variant.seats]
    c.suits = [list(words) for words in suits]
    c.to_places, c.bottom, c.handicap = variant.to_places, setup.bottom, setup.handicap
    shows = pack(setup.first_shows[:1])
    c.must_show = shows if holds(hands[0], shows) else 0
    dealt = sum(hands)
    if rules.undealt and size(dealt) == sum(setup.hand_size.values()):
        c.undealt = rules.deck - dealt

"""A batch of tables: numpy arrays that one call of the core fills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paili.env.auctions import BID_WORDS, StageTable
from paili.env.extras import need
from service.advice.levels import find_level, policy_under
from service.advice.practice import deck_of
from service.core import batch as core
from service.core import engine
from service.core.bindings import CompiledRules
from service.core.robots import Policy
from service.rules import cards as c
from service.rules.auction import Auction
from service.rules.cards import RANKS
from service.rules.variant import RANDOM, Variant

REWARDS = ("win", "points")

NUMBERS = ("row", "rank", "length", "key", "tier", "size", "suit", "bid")
"""Single-number features of an action, after two times sixteen counts."""

FIRST_ACTIONS = 256
"""Average number of actions per table for which the first arrays have space."""

MOST_TABLES = 1 << 16
MOST_INT = (1 << 31) - 1


def rules_by_draw(game: str, options: Mapping[str, str]) -> list[CompiledRules]:
    """Return the rules of a game; several if an option is "random".

    Raises RuleError "variant_unknown" or "option_unknown".
    """
    variant = engine.rules_for(game).variant
    drawn = [name for name, value in options.items() if value == RANDOM and variant.options[name].drawn]
    if not drawn:
        return [engine.rules_for(game, tuple(options.items()))]
    name, rest = drawn[0], dict(options)
    return [rules for value in variant.options[name].drawn for rules in rules_by_draw(game, rest | {name: value})]


def auction_of(variant: Variant, auction: bool | str) -> Auction | None:
    """Return the kind of auction, None for no auction.

    Raises RuleError "bid_invalid" for a kind that the game lacks.
    """
    if auction is False:
        return None
    return variant.auction(None if auction is True and variant.auctions else str(auction))


def policies_by_place(
    rules: CompiledRules, seats: Sequence[str], levels: Mapping[str | int, str | Policy]
) -> list[Policy | None]:
    """Return the policy of each of the *seats*; None: the caller plays it.

    Raises ValueError for an unknown seat or if no seat is left to the caller, RuleError for an unknown level.
    """
    policies: list[Policy | None] = [None] * len(seats)
    for seat, name in levels.items():
        if seat not in (*seats, *range(len(seats))):
            raise ValueError(f"no seat {seat!r} in {rules.variant.id}; its seats: {', '.join(seats)}")
        place = seat if isinstance(seat, int) else seats.index(seat)
        if isinstance(name, Policy):
            policies[place] = name
            continue
        policies[place] = policy_under(rules, find_level(name).id)
    if None not in policies:
        raise ValueError("a level plays every seat: leave one to the caller")
    return policies


def check_batch(rules: CompiledRules, reward: str) -> None:
    """Raise ValueError for settings that the core does not support."""
    setup = rules.setup
    if reward not in REWARDS:
        raise ValueError(f"reward is {' or '.join(REWARDS)}; not {reward!r}")
    if reward == "points" and (setup.bird or setup.pays_all):
        raise ValueError(f"{rules.variant.id} with {rules.chosen}: rewards by points leave out bird and pays_all")


class TableBatch:
    """Tables of one game that are stepped together.

    *game* and *options* as in the API; an option that a deal draws may be "random". *auction*: False, True for the
    game's own, or the kind. *reward* is "win" (1 for the side that goes out first, -1 for others) or "points". *levels*
    lets levels or policies play seats, by name or place. Without *features* or *observations* the arrays are None;
    *values* adds `values`, the engine's score of the cards that remain after each action, in 1 / `SCORE_UNIT` turns.

    After each step, for table i and n = counts[i], s = starts[i]: `movers[i]` is the place to act; `ids[s:s + n]` are
    the ids of its actions and `features[s:s + n]` their features; `observations[i]` is the observation of that seat;
    `over[i]` counts the deals that the step ended (the next one is dealt already), and `rewards[i, place]` are their
    rewards. The arrays are overwritten by the next step; `ids` and `features` may be replaced by larger ones.
    """

    def __init__(
        self,
        game: str = "standard",
        tables: int = 64,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        auction: bool | str = False,
        reward: str = "win",
        levels: Mapping[str | int, str | Policy] | None = None,
        features: bool = True,
        observations: bool = True,
        values: bool = False,
    ) -> None:
        self.np: Any = need("numpy", "numpy")
        if not 0 < tables <= MOST_TABLES:
            raise ValueError(f"a batch has 1 to {MOST_TABLES} tables, not {tables}")
        drawn = rules_by_draw(game, options or {})
        self.rules, self.tables = drawn[0], tables
        variant = self.rules.variant
        self.form = auction_of(variant, auction)
        check_batch(self.rules, reward)
        self.seats: tuple[str, ...] = variant.seats if self.form is None else tuple(map(str, range(len(variant.seats))))
        stages = StageTable(self.form) if self.form else None
        plan = core.BatchPlan(
            [(rules, deck_of(rules.setup)) for rules in drawn],
            policies_by_place(self.rules, self.seats, levels or {}),
            stages.rows if stages else (),
            tuple(self.form.calls_with.values()) if self.form else (),
            reward == "points",
            stages.chooser(drawn) if stages else None,
        )
        self.observation_type = observation_type(self.np)
        if values and self.rules.setup.suited:
            raise ValueError(f"values do not count suits: {game} is played without")
        self.create_arrays(len(self.seats), features, observations, values)
        self.core = core.BatchTables(plan, tables, self.arrays())
        self.reset(seed)

    def create_arrays(self, seats: int, features: bool, observations: bool, values: bool) -> None:
        """Create the arrays that the core writes into."""
        np, n = self.np, self.tables
        self.movers, self.over = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.rewards = np.zeros((n, seats), np.int32)
        self.counts, self.starts = np.zeros(n, np.int32), np.zeros(n, np.int64)
        self.observations = np.zeros(n, self.observation_type) if observations else None
        self.create_lists(FIRST_ACTIONS * n + 64, features, values)

    def create_lists(self, capacity: int, features: bool, values: bool) -> None:
        """Create the arrays of actions."""
        self.ids = self.np.zeros(capacity, self.np.uint64)
        self.features = self.np.zeros((capacity, core.ACTION_FEATURES), self.np.uint8) if features else None
        self.values = self.np.zeros(capacity, self.np.int32) if values else None

    def arrays(self) -> dict[str, Any]:
        """Return the arrays by the names of the core."""
        return {name: getattr(self, name) for name in core.ARRAYS}

    def reset(self, seed: int) -> None:
        """Deal new hands at all tables; equal seeds give equal deals, and different seeds independent ones."""
        self.fit(self.core.begin(seed & (1 << 64) - 1))

    def step(self, actions: Any) -> None:
        """Carry out an action at each table: *actions* are indices into the lists, fastest as an array of int32.

        Raises IndexError with the first table whose index is out of range, TypeError or ValueError unless there is one
        whole number for each table; then no table has changed.
        """
        given = packed = self.np.asarray(actions)
        if given.shape != (self.tables,):
            raise ValueError(
                f"{self.tables} tables take as many actions, not {' × '.join(map(str, given.shape)) or given}"
            )
        if given.dtype != self.np.int32:
            if given.dtype.kind not in "iu":
                raise TypeError(f"actions are whole numbers, not {given.dtype}")
            packed = given.clip(-1, MOST_INT).astype(self.np.int32)
        try:
            fitted = self.core.step(self.np.ascontiguousarray(packed))
        except core.ActionError as error:
            i = error.table
            message = f"table {i}: action {given[i]} is not one of its {self.counts[i]} (0 to {self.counts[i] - 1})"
            raise IndexError(message) from None
        self.fit(fitted)

    def fit(self, fitted: bool) -> None:
        """List the actions again in larger arrays until all fit."""
        while not fitted:
            self.create_lists(2 * len(self.ids), self.features is not None, self.values is not None)
            self.core.set_arrays(self.arrays())
            fitted = self.core.list_again()

    def actions(self, table: int) -> list[str]:
        """Return the actions of a table as text, in their order: cards, with the cards that wild ones replace."""
        start = int(self.starts[index_of("table", table, self.tables)])
        return [self.action_text(start + i) for i in range(int(self.counts[table]))]

    def action_text(self, at: int) -> str:
        """Return an action at an index of `ids`."""
        if int(self.ids[at]) in BID_WORDS:
            return str(BID_WORDS[int(self.ids[at])])
        combo = self.core.combo(at)
        text = c.text(combo.cards)
        text += f"={c.text(combo.plays_as)}" if combo.plays_as != combo.cards else ""
        return text + (f"/{c.SUITS[combo.suit - 1]}" if combo.suit else "")

    def observe(self, table: int, place: int) -> Any:
        """Return the observation of a place at a table, on or off turn, as an array of one element."""
        out = self.np.zeros(1, self.observation_type)
        self.core.observe(index_of("table", table, self.tables), index_of("place", place, len(self.seats)), out)
        return out

    def hand_texts(self, table: int) -> list[str]:
        """Return all hands of a table as text."""
        hands = self.hands()[index_of("table", table, self.tables)]
        return [c.text(c.from_counts(hand.tolist())) for hand in hands]

    def hands(self) -> Any:
        """Return all hands as counts of the sixteen ranks, for each table and place."""
        out = self.np.zeros((self.tables, len(self.seats), len(RANKS)), self.np.uint8)
        self.core.hands(out)
        return out


def index_of(name: str, at: int, number: int) -> int:
    """Return *at* if it is from 0 to *number* - 1.

    Raises IndexError otherwise.
    """
    if not 0 <= at < number:
        raise IndexError(f"there is no {name} {at}; there are {number}, from 0 on")
    return at


def observation_type(np: Any) -> Any:
    """Return the type of an observation: fields of bytes (`struct observation`)."""
    fields = core.observation_fields()
    return np.dtype(
        {
            "names": [name for name, _, _ in fields],
            "formats": [(np.uint8, shape) for _, shape, _ in fields],
            "offsets": [offset for _, _, offset in fields],
            "itemsize": core.OBSERVATION_BYTES,
        }
    )

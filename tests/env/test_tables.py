"""Batched tables agree with the service's referee, table by table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paili.env import batched
from paili.env.auctions import BIDS
from paili.env.tables import auction_of, rules_by_draw
from service.core import engine
from service.core.batch import ID_PASS
from service.rules import cards
from service.rules.combos import Combo
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS
from tests.helpers.slow_tables import SlowTable

np = pytest.importorskip("numpy", reason="the dependency group dev")

GAMES = {"guandan": 5}
"""Number of compared deals for slow games; otherwise `DEALS`."""

DEALS = 14

SETTINGS = [
    *[(game, {}, False) for game in VARIANTS],
    *[(game, {}, auction.id) for game, variant in VARIANTS.items() for auction in variant.auctions],
    ("laizi", {"wild": "random"}, False),
    ("laizi", {"wild": "7", "bomb_order": "equal"}, "call_rob"),
    ("yuncheng", {"play_rule": "2", "flower_reading": "any", "bomb_max": "3"}, "call"),
    ("standard", {"attach": "tencent", "bomb_cap": "2", "spring_factor": "3"}, "points"),
    ("contest", {"scoring": "team"}, "points"),
    ("contest", {"scoring": "linear"}, False),
    ("paodekuai", {"must": "off", "anti_shut": "on", "bomb_beaten_counts": "off"}, False),
    ("paodekuai", {"bomb_split": "on", "quad2": "on", "aaa": "on"}, False),
    ("paodekuai", {"loser_bombs": "off", "one_left": "on", "triple_free": "on"}, False),
    ("guandan", {"level": "T", "sf_as_straight": "yes"}, False),
    ("zhengshangyou", {"first": "spade3", "min_run": "3"}, False),
]


def reading(combo: Combo) -> tuple[object, ...]:
    return combo.cards, combo.plays_as, combo.shape, combo.length, combo.key, combo.suit


def compare_observations(seen: Any, slow: dict[str, Any]) -> None:
    seats, turns = len(slow["left"]), slow["turns"][: len(seen["turns"])]
    for name in ("hand", "unseen", "seat", "place", "owner"):
        assert seen[name].tolist() == slow[name], name
    for name in ("left", "ally", "shown", "played"):
        assert seen[name].tolist()[:seats] == slow[name], name
        assert not seen[name][seats:].any()
    assert seen["to_beat"].tolist()[:16] == slow["to_beat"]
    assert [number for number in seen["bids"].tolist() if number] == [BIDS[word] for word in slow["bids"]]
    assert seen["turns"].tolist()[: len(turns)] == turns
    assert not seen["turns"][len(turns) :].any()


@pytest.mark.parametrize(("game", "options", "auction"), SETTINGS)
def test_a_batch_plays_as_the_referee(game: str, options: dict[str, str], auction: bool | str) -> None:
    chance, n = random.Random(f"{game} {options} {auction}"), 2
    seed = chance.getrandbits(64)
    env = batched(game, n, seed=seed, options=options, auction=auction, reward="points")
    wins = batched(game, n, seed=seed, options=options, auction=auction, features=False, observations=False)
    games = rules_by_draw(game, options)
    slow = [SlowTable(games, seed, i, auction_of(games[0].variant, auction)) for i in range(n)]
    deals = GAMES.get(game, DEALS)
    while sum(table.deals for table in slow) < deals:
        chosen = []
        for i, table in enumerate(slow):
            actions = table.actions()
            start, count = int(env.starts[i]), int(env.counts[i])
            assert (env.movers[i], count) == (table.place, len(actions))
            for at, action in enumerate(actions, start):
                if isinstance(action, Combo):
                    assert reading(env.core.combo(at)) == reading(action)
                else:
                    assert env.ids[at] == (ID_PASS if action is None else BIDS[action])
            compare_observations(env.observations[i], table.observation())
            chosen.append(chance.randrange(count))
        wanted = [table.actions()[action] for table, action in zip(slow, chosen, strict=True)]
        env.step(np.array(chosen, np.int32))
        wins.step(np.array(chosen, np.int32))
        for i, (table, action) in enumerate(zip(slow, wanted, strict=True)):
            points = table.step(action)
            assert env.over[i] == wins.over[i] == (points is not None)
            if points is not None:
                assert tuple(env.rewards[i]) == points
                assert list(wins.rewards[i]) == ([0] * len(points) if not any(points) and auction else table.won)
                if not (auction and not any(points)):
                    assert table.judged.has_ended


@pytest.mark.parametrize("game", VARIANTS)
def test_a_play_has_one_id_and_no_other_play_has_it(game: str) -> None:
    env = batched(game, 16, seed=3, options={"wild": "random"} if game == "laizi" else {})
    names: dict[int, object] = {}
    numbers: dict[object, int] = {}
    chance = np.random.default_rng(1)
    for _ in range(120):
        for i in range(16):
            for at in range(env.starts[i], env.starts[i] + env.counts[i]):
                number, combo = int(env.ids[at]), env.core.combo(at)
                play = (*reading(combo)[:4], combo.rank, combo.suit)
                assert names.setdefault(number, play) == play
                assert numbers.setdefault(play, number) == number
        env.step((chance.random(16) * env.counts).astype(np.int32))
    assert len(names) > 70


def deals_of(seed: int, tables: int = 20) -> list[bytes]:
    env = batched("standard", tables, seed=seed)
    return [hands.tobytes() for hands in env.hands()]


def test_seeds_share_no_deal_and_tables_do_not_depend_on_their_number() -> None:
    first, second = deals_of(5), deals_of(6)
    assert len({*first, *second}) == 40
    assert deals_of(5) == first == deals_of(5, 30)[:20]


def test_deals_are_those_of_the_seed_whatever_is_played() -> None:
    """The second deal of a table is the same after other actions."""
    seconds = set()
    for last in (False, True):
        env = batched("paodekuai", 1, seed=9)
        while not env.over[0]:
            env.step([env.counts[0] - 1 if last else 0])
        seconds.add(env.hands().tobytes())
    assert len(seconds) == 1


def test_every_card_is_dealt_equally_often_to_every_place() -> None:
    hands = batched("standard", 6000, seed=1, features=False, observations=False).hands()
    means = hands.mean(axis=0)
    assert np.abs(means[0, :13] - 4 * 20 / 54).max() < 0.06
    assert np.abs(means[1:, :13] - 4 * 17 / 54).max() < 0.06


@pytest.mark.parametrize("wrong", [-1, 1000])
def test_an_action_beyond_the_list_changes_nothing(wrong: int) -> None:
    env = batched("standard", 4, seed=2)
    before = [env.hands().tobytes(), env.ids.tobytes(), env.observations.tobytes(), env.movers.tobytes()]
    count = env.counts[2]
    with pytest.raises(IndexError, match=rf"table 2: action {wrong} is not one of its {count} \(0 to {count - 1}\)"):
        env.step([0, 0, wrong, 0])
    assert [env.hands().tobytes(), env.ids.tobytes(), env.observations.tobytes(), env.movers.tobytes()] == before
    env.step([0, 0, 0, 0])


def test_actions_are_whole_numbers() -> None:
    env = batched("standard", 2, seed=2)
    with pytest.raises(TypeError, match="actions are whole numbers, not float64"):
        env.step(np.array([0.5, 0.0]))
    with pytest.raises(IndexError, match="table 1: action 4294967296"):
        env.step(np.array([0, 1 << 32]))


def test_a_wrong_number_of_actions_changes_nothing() -> None:
    env = batched("standard", 4, seed=2)
    before = env.hands().tobytes()
    for wrong, named in (([0, 0, 0], "3"), ([[0, 0, 0, 0]], "1 × 4"), (0, "0")):
        with pytest.raises(ValueError, match=f"4 tables take as many actions, not {named}"):
            env.step(wrong)
    with pytest.raises(IndexError, match="there is no table 4; there are 4"):
        env.actions(4)
    with pytest.raises(IndexError, match="there is no place 3; there are 3"):
        env.observe(0, 3)
    assert env.hands().tobytes() == before


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"game": "poker"}, RuleError, "no variant 'poker'"),
        ({"options": {"bomb": "7"}}, RuleError, "has no option 'bomb'"),
        ({"options": {"attach": "x"}}, RuleError, "attach must be one of"),
        ({"options": {"attach": "random"}}, RuleError, "attach must be one of"),
        ({"game": "guandan", "auction": True}, RuleError, "Guandan has no auction"),
        ({"auction": "kick"}, RuleError, "points or call_rob; not kick"),
        ({"reward": "money"}, ValueError, "reward is win or points; not 'money'"),
        ({"levels": {"north": "club"}}, ValueError, "no seat 'north' in standard; its seats: landlord"),
        ({"levels": {0: "boss"}}, RuleError, "boss"),
        ({"levels": dict.fromkeys(range(3), "club")}, ValueError, "leave one to the caller"),
        (
            {"levels": {"landlord": "club"}, "auction": True},
            ValueError,
            "no seat 'landlord' in standard; its seats: 0, 1",
        ),
        ({"game": "paodekuai", "options": {"bird": "heart10"}, "reward": "points"}, ValueError, "bird"),
        ({"game": "guandan", "values": True}, ValueError, "values do not count suits: guandan"),
        ({"tables": 0}, ValueError, "1 to 65536 tables, not 0"),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        batched(**settings)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_level_plays_its_seats_better_than_chance(game: str) -> None:
    """Seat 0 is the caller's and random; the others are played by the level."""
    seats = VARIANTS[game].seats
    env = batched(game, 8, seed=4, levels=dict.fromkeys(seats[1:], "club"), features=False, observations=False)
    chance, won, deals = np.random.default_rng(4), 0, 0
    while deals < 60:
        assert not env.movers.any()
        env.step((chance.random(8) * env.counts).astype(np.int32))
        deals += int(env.over.sum())
        won += int((env.rewards[:, 0] > 0).sum())
    assert won / deals < 0.35


def test_a_level_that_searches_plays_a_seat() -> None:
    env = batched("standard", 1, seed=4, levels={"landlord": "expert", 1: "club"})
    for _ in range(8):
        assert env.seats[env.movers[0]] == "landlord_up"
        env.step([0])


def test_arrays_grow_with_the_lists() -> None:
    """With two wild ranks, hands have thousands of plays."""
    env = batched("laizi", 2, seed=1, options={"wild": "7J"})
    before = len(env.ids)
    chance = np.random.default_rng(1)
    while len(env.ids) == before:
        env.step((chance.random(2) * env.counts).astype(np.int32))
    start, count = env.starts[1], env.counts[1]
    assert env.ids[start : start + count].all()
    assert len(np.unique(env.ids[start : start + count])) == count


def is_bid(env: Any, table: int) -> bool:
    start = env.starts[table]
    return bool(1 < env.ids[start : start + env.counts[table]].max() < 16)


@pytest.mark.parametrize("game", ["standard", "paodekuai", "laizi"])
def test_values_are_the_scores_of_what_remains(game: str) -> None:
    options = {"wild": "7"} if game == "laizi" else {}
    env = batched(game, 2, seed=6, options=options, auction=game == "standard", values=True)
    chance, compared = np.random.default_rng(6), 0
    for _ in range(60):
        for i in range(2):
            hand = cards.from_counts(env.hands()[i, env.movers[i]].tolist())
            for at in range(env.starts[i], env.starts[i] + env.counts[i]):
                rest = hand - env.core.combo(at).cards
                score = engine.split(env.rules, rest).score if rest else 0
                assert env.values[at] == (0 if is_bid(env, i) else score)
                compared += rest > 0
        env.step((chance.random(2) * env.counts).astype(np.int32))
    assert compared > 300


def test_features_are_the_cards_of_an_action() -> None:
    env = batched("laizi", 8, seed=1, options={"wild": "7"}, auction=True)
    chance, wild, bids = np.random.default_rng(2), 0, 0
    for _ in range(400):
        for i in range(8):
            at = int(env.starts[i] + chance.integers(env.counts[i]))
            combo, row = env.core.combo(at), env.features[at]
            assert row[:16].tolist() == cards.counts(combo.cards)
            assert row[16:32].tolist() == cards.counts(combo.plays_as)
            bid = int(env.ids[at]) if env.ids[at] < 16 else 0
            assert row[39] == bid
            bids += bid > 1
            if combo.length:
                assert row[34:39].tolist() == [combo.length, combo.key, combo.tier, combo.size, combo.suit]
            wild += combo.cards != combo.plays_as
        env.step((chance.random(8) * env.counts).astype(np.int32))
    assert wild > 20
    assert bids > 20

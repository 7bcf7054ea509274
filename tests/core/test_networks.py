"""Networks: their inputs, their ratings, and their weight in choices."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from struct import Struct

import pytest

from lab.arena.calibrate_beliefs import stop_game
from lab.arena.match import deal_hands, rules_with
from service.advice import levels
from service.advice.views import view_of
from service.core import engine, robots, training
from service.core.bindings import NO_CONSTRAINTS, SCORE_UNIT, CompiledRules, CoreError, pack_nets, weights_for
from service.core.robots import Policy, View
from service.core.training import NET
from service.rules import cards
from service.rules.combos import Combo
from service.rules.games import landlord
from service.rules.variants import VARIANTS
from tests.helpers.policies import LOOSE_NUMBERS, POWER
from tests.oracle import networks
from tests.oracle.networks import named_inputs

EARLY = (NET.inputs + 1) * NET.first
LATER = NET.second * NET.first + 2 * NET.second
"""Parameters of the first layer of a network, and of the others."""

LEARNED = Policy("rules", numbers=levels.CLUB_NUMBERS, learned=True)


def nets_of(rng: random.Random, share: float) -> bytes:
    """Return networks with parameters up to a fraction of their bounds."""
    numbers = array("h")
    for _ in range(NET.roles):
        for n, most in ((EARLY, NET.most_first), (LATER, NET.most_later)):
            numbers.extend(round(max(1, most * share) * rng.uniform(-1, 1)) for _ in range(n))
    return numbers.tobytes()


def extreme_nets(sign: int) -> bytes:
    """Return networks all of whose parameters are at their bounds."""
    later = [NET.most_later] * (LATER - NET.second) + [sign * NET.most_later] * NET.second
    return array("h", ([NET.most_first] * EARLY + later) * NET.roles).tobytes()


@cache
def late_views(rules: CompiledRules, n: int) -> list[View]:
    """Return views of games of `club` with few unseen cards and at least two actions."""
    views, rng = list[View](), random.Random(4)
    fewest, most = (60, 100) if rules.setup.decks == 2 else (8, 30)
    while len(views) < n:
        game = stop_game(rules, rng.randrange(1 << 40), rng.randint(fewest, most))
        view = replace(view_of(game.position), constraints=NO_CONSTRAINTS) if game else None
        if (
            view
            and cards.size(view.unseen) <= 20
            and len(engine.hints(rules, view.hand, view.to_beat, 0, None, view.suits))
        ):
            views.append(view)
    return views


def is_answered(rules: CompiledRules, view: View, combo: Combo) -> bool:
    """Return whether an enemy with all unseen cards that fit into its hand could beat the play by the same type."""
    most = max(left or 0 for left, ally in zip(view.left, view.ally, strict=True) if not ally)
    hints = engine.hints(rules, view.unseen, combo, 0, None, view.unseen_suits)
    return any(hint.combo.size <= most and hint.combo.tier == combo.tier for hint in hints)


@pytest.mark.parametrize("number", range(40))
@pytest.mark.parametrize(
    "game",
    [
        "standard",
        "yuncheng",
        "paodekuai",
        "paodekuai[quad3=off]",
        "laizi[wild=7]",
        "laizi[wild=7J]",
        "zhengshangyou",
        "standard_two[handicap=3]",
        "guandan[level=6]",
    ],
)
def test_inputs_are_those_of_the_second_implementation(game: str, number: int) -> None:
    rules = rules_with(game, ())
    view = late_views(rules, 40)[number]
    hints = engine.hints(rules, view.hand, view.to_beat, 0, None, view.suits)
    split = engine.split(rules, view.hand, 0, None, view.suits)
    options: list[tuple[Combo | None, int, int]] = [(hint.combo, hint.score, hint.turns) for hint in hints]
    may_pass = view.to_beat and not game.startswith("paodekuai")  # in Paodekuai beating is mandatory
    options += [(None, split.score, split.turns)] if may_pass else []
    best = max(score for _, score, _ in options) / SCORE_UNIT
    for combo, score, turns in options:
        answered = combo is not None and is_answered(rules, view, combo)
        expected = networks.inputs(rules, view, combo, score / SCORE_UNIT, turns, best, answered)
        inputs = named_inputs(training.net_inputs(rules, LEARNED, view, combo))
        assert sorted(one for one in inputs if one[0] != "value_behind") == sorted(expected)
        assert sum(kind == "value_behind" for kind, _ in inputs) == 1


@pytest.mark.parametrize(
    ("game", "seen", "unseen"),
    [
        ("standard", LOOSE_NUMBERS, levels.CLUB_NUMBERS),
        ("paodekuai", LOOSE_NUMBERS, levels.CLUB_NUMBERS),
        ("guandan[level=6]", levels.CLUB_NUMBERS, LOOSE_NUMBERS),
    ],
)
def test_the_option_that_the_rules_like_best_is_not_behind(
    game: str, seen: dict[str, float], unseen: dict[str, float]
) -> None:
    """Networks of three seats do not see the chance to run out, in play and in samples; those of four do."""
    rules, behind = rules_with(game, ()), 0
    for view in late_views(rules, 40):
        for numbers in (seen, unseen):
            choice = robots.choose(rules, Policy("rules", numbers=numbers), view, 1)
            if choice.forced or {"finish", "sure_win"} & set(choice.reasons):
                continue
            on = named_inputs(training.net_inputs(rules, LEARNED, view, choice.combo))
            assert numbers == unseen or ("value_behind", 0) in on
            behind += ("value_behind", 0) not in on
    assert behind


SETS: dict[str, Callable[[], bytes]] = {
    **{nets.name: nets.path.read_bytes for variant in VARIANTS.values() if (nets := variant.nets)},
    "ones": partial(nets_of, random.Random(0), 0),
    "small": partial(nets_of, random.Random(1), 0.1),
    "large": partial(nets_of, random.Random(2), 1),
    "highest": partial(extreme_nets, 1),
    "lowest": partial(extreme_nets, -1),
}


@pytest.mark.parametrize("name", SETS)
def test_ratings_are_those_of_the_second_implementation(name: str) -> None:
    nets = SETS[name]()
    rng, size = random.Random(1), len(nets) // NET.roles
    for role in range(NET.roles):
        for _ in range(4):
            on = sorted(rng.sample(range(NET.inputs), rng.randint(1, NET.active)))
            expected = networks.rating(nets[role * size : (role + 1) * size], on)
            assert training.net_rating(nets, role, on) == expected


def test_two_wild_ranks_count_as_one() -> None:
    rules = rules_with("laizi[wild=34]", ())
    hand, unseen = cards.pack("33456"), cards.pack("34567777899TT")
    view = View(hand, None, unseen, (5, 6, 7), (True, False, False), 0, enemies_allied=True)
    six = engine.play(rules, hand, cards.pack("6"), None)
    on = named_inputs(training.net_inputs(rules, LEARNED, view, six))
    assert [place for kind, place in on if kind == "rest"] == [2 * 4, cards.WILD * 4 + 2]
    assert max(place for kind, place in on if kind == "unseen") == cards.WILD * 4 + 1


@pytest.mark.parametrize(("bomb", "place"), [("7777J", 1), ("33337JJ", 3), ("3333", 2), ("3337", 3), ("5", 4)])
def test_networks_see_a_larger_bomb_as_one_of_four_cards(bomb: str, place: int) -> None:
    """They were trained with the rows of one wild rank; other rows keep their places."""
    rules = rules_with("laizi[wild=7J]", ())
    hand, unseen = cards.pack(bomb + "5689TT"), cards.pack("3456777899TTQQ")
    view = View(hand, None, unseen, (cards.size(hand), 6, 7), (True, False, False), 0, enemies_allied=True)
    combo = max(engine.legal(rules, cards.pack(bomb), None), key=lambda combo: (combo.size, combo.tier))
    assert (combo.cards, combo.shape) == (cards.pack(bomb), rules.names[rules.row_of(combo)])
    assert [i for kind, i in named_inputs(training.net_inputs(rules, LEARNED, view, combo)) if kind == "row"] == [place]
    answering = replace(view, hand=cards.pack("5689TTQ"), to_beat=combo, owner=1, left=(7, 6, 7))
    on = named_inputs(training.net_inputs(rules, LEARNED, answering, None))
    assert [i for kind, i in on if kind == "beaten_row"] == [place]


def liking(kind: str, place: int) -> bytes:
    """Return networks that rate only one input."""
    start = 0
    for name, size in networks.KINDS:
        if name == kind:
            break
        start += size
    one = array("h", [0] * (EARLY + LATER))
    for parameter in ((start + place) * NET.first, EARLY, EARLY + LATER - NET.second):
        one[parameter] = NET.unit
    return one.tobytes() * NET.roles


@pytest.fixture
def choice_of(standard: CompiledRules) -> Callable[[bytes, str], robots.Choice]:
    """Return a function from networks and a hand to the choice against an enemy's 6."""
    rules = CompiledRules(standard.variant, standard.options)
    six, unseen = cards.pack("6"), cards.pack("445566778899")

    def choose(nets: bytes, hand: str) -> robots.Choice:
        rules.weights.set_nets("tried", nets)
        to_beat = engine.play(rules, six, six, None)
        view = View(cards.pack(hand), to_beat, unseen, (len(hand), 6, 6), (True, False, False), 1, enemies_allied=True)
        return robots.choose(rules, LEARNED, view, 1)

    return choose


def test_the_networks_have_the_last_word(choice_of: Callable[[bytes, str], robots.Choice]) -> None:
    """Networks that rate passes or bombs highest choose them; finishing plays and sure wins take precedence."""
    passes, bombs = liking("row", 19), liking("row", 1)
    assert choice_of(passes, "3579QK2222").combo is None
    combo = choice_of(bombs, "3579QK2222").combo
    assert combo is not None
    assert combo.shape == "bomb"
    for nets in (passes, bombs):
        assert choice_of(nets, "7").reasons == ("finish",)
        assert "sure_win" in choice_of(nets, "2222K").reasons


def test_other_games_and_rows_are_played_by_rules() -> None:
    assert engine.rules_for("standard", (("attach", "rlcard"),)).weights.nets
    assert engine.rules_for("yuncheng").weights.nets
    for wild, bombs in (("", ""), ("7", ""), ("34", ""), ("34", "4"), ("7", "6")):
        assert engine.rules_for("laizi", (("wild", wild), ("bomb_max", bombs))).weights.nets
    for option in (("deck", "15"), ("quad3", "off")):
        assert engine.rules_for("paodekuai", (option,)).weights.nets
    for option in (("must", "off"), ("deck", "48r"), ("quad2", "on"), ("aaa", "on")):
        assert not engine.rules_for("paodekuai", (option,)).weights.nets


SAMPLE = Struct("<IiBBBB48H")


def samples(rules: CompiledRules, seeds: range, seats_sampled: int) -> list[tuple[int, ...]]:
    """Return samples of `club` in the deals of *seeds*, without their points, whose sign is that of the outcome."""
    dealt = [deal_hands(rules, seed) for seed in seeds]
    seats, weights = [levels.policy_of("club")] * len(dealt[0]), [rules.weights] * len(dealt[0])
    made = SAMPLE.iter_unpack(training.samples(rules, seats, dealt, seeds, weights, seats_sampled, 300, 50))
    rows = list(made)
    if rules.variant.bottom_seat:
        assert all((points > 0) == won and points for _, points, _, won, *_ in rows)
    return [(row[0], *row[2:]) for row in rows]


def test_samples_are_questions_of_the_seats_that_are_named(standard: CompiledRules) -> None:
    rows = samples(standard, range(40), 0b010)
    assert rows == samples(standard, range(40), 0b010)
    assert len(rows) > 200
    for _, group in groupby(rows, key=lambda sample: sample[0]):
        chosen = [sample[3] for sample in group]
        assert chosen == [1] + [0] * (len(chosen) - 1)
        assert 2 <= len(chosen) <= 13
    assert {sample[1] for sample in rows} == {2}, "the seat after the landlord has an ally next"
    assert {sample[2] for sample in rows} == {0, 1}
    for sample in rows:
        kinds = [kind for kind, _ in named_inputs(sample[5 : 5 + sample[4]])]
        assert all(kinds.count(kind) == 1 for kind in ("table", "next", "last", "own", "turns", "row", "worth"))
    assert {sample[1] for sample in samples(standard, range(40), 0b101)} == {0, 1}


@pytest.mark.parametrize(("policy", "seed"), [(POWER, 1093), (levels.policy_of("club"), 390)], ids=["power", "club"])
def test_who_could_lead_nothing_is_skipped_in_samples(policy: robots.Policy, seed: int) -> None:
    """The last card of a seat is Yuncheng's flower, and all others pass."""
    rules = engine.rules_for("yuncheng")
    dealt = [deal_hands(rules, seed)]
    assert training.samples(rules, [policy] * 3, dealt, [seed], [rules.weights] * 3, 7, 250, 60)


def test_a_sample_is_who_goes_out_next_once_somebody_has() -> None:
    """The remaining play still decides between the seats."""
    rules = engine.rules_for("zhengshangyou")
    late = []
    for _, group in groupby(samples(rules, range(40), 0b111), key=lambda sample: sample[0]):
        rows = list(group)
        left = dict(named_inputs(rows[0][5 : 5 + rows[0][4]]))
        if 0 in (left.get("next"), left.get("last")):
            late.append({sample[2] for sample in rows})
    assert len(late) > 10
    assert {0, 1} in late


def test_samples_of_four_seats_know_the_partner() -> None:
    """Each side has two seats that sit opposite each other, so the next seat is always an enemy."""
    rows = samples(engine.rules_for("guandan", (("level", "6"),)), range(20), 0b0101)
    assert len(rows) > 500
    assert {sample[1] for sample in rows} == {1}
    owned, late = 0, 0
    for sample in rows:
        kinds = [kind for kind, _ in named_inputs(sample[5 : 5 + sample[4]])]
        assert kinds.count("table") + kinds.count("opposite_owns") == 1
        owned += "opposite_owns" in kinds
        late += {"next", "last", "opposite"} <= set(kinds)
    assert owned > 20
    assert late > 20


def test_close_questions_have_options_that_networks_rate_alike() -> None:
    """Far behind the best are only the chosen option, the pass, two bombs and a random one."""
    rules = engine.rules_for("guandan", (("level", "6"),))
    dealt, nets = [deal_hands(rules, seed) for seed in range(8)], rules.variant.nets
    assert nets
    packed = nets.path.read_bytes()

    def count(close: bool) -> tuple[int, float]:
        """Return the highest number of options far behind, and the share of questions with one best option."""
        raw = training.samples(rules, [LEARNED] * 4, dealt, range(8), [rules.weights] * 4, 15, 800, 60, close)
        far, clear = [], []
        for _, group in groupby(SAMPLE.iter_unpack(raw), key=lambda sample: sample[0]):
            rated = [training.net_rating(packed, row[2], row[6 : 6 + row[5]]) / SCORE_UNIT for row in group]
            best, second = sorted(rated)[-1:-3:-1]
            far.append(sum(best - one > 2.5 for one in rated))
            clear.append(best - second > 0.8)
        return max(far), sum(clear) / len(clear)

    (most, share), (most_close, share_close) = count(False), count(True)
    assert most_close <= 5 < most
    assert share_close < 0.7 * share


def test_a_sample_has_the_outcome_of_its_game(standard: CompiledRules) -> None:
    """Samples that need one or two turns win more often than samples that need seven or more."""
    rows = samples(standard, range(100, 400), 0b001)
    by_turns: dict[bool, list[int]] = {True: [], False: []}
    for sample in rows:
        turns = dict(named_inputs(sample[5 : 5 + sample[4]]))["turns"]
        if turns in (1, 2) or turns >= 7:
            by_turns[turns <= 2].append(sample[2])
    few, many = (sum(won) / len(won) for won in (by_turns[True], by_turns[False]))
    assert few > many + 0.05


@pytest.mark.parametrize(
    "spoil", [lambda raw: raw[:-2], lambda raw: raw + raw, lambda raw: b"\xff\x7f" + raw[2:], lambda raw: raw[:-1]]
)
def test_networks_that_cannot_be_are_refused(spoil: object) -> None:
    raw = landlord.NETS.path.read_bytes()
    assert callable(spoil)
    with pytest.raises(CoreError):
        pack_nets(spoil(raw))


def test_networks_of_another_game_or_version_are_named(standard: CompiledRules) -> None:
    """Networks of another game or version have the right size."""
    weights, own = weights_for(standard, standard.variant.weights), landlord.NETS
    other = engine.rules_for("paodekuai").variant.nets
    assert other is not None
    weights.set_nets("landlord", own.path.read_bytes(), own.digest)
    newer = bytearray(own.path.read_bytes())
    newer[0] ^= 1
    for raw in (other.path.read_bytes(), bytes(newer)):
        with pytest.raises(CoreError, match="networks landlord: the file has those of another game or version"):
            weights.set_nets("landlord", raw, own.digest)
    with pytest.raises(CoreError, match="networks landlord of 4 bytes, not"):
        weights.set_nets("landlord", b"1234")
    with pytest.raises(CoreError, match="networks landlord: parameters out of bounds"):
        weights.set_nets("landlord", b"\xff\x7f" + own.path.read_bytes()[2:])


def test_networks_are_used_only_under_options_that_a_match_has_covered() -> None:
    covered = VARIANTS["zhengshangyou"]
    bare = replace(covered, option_matches={})
    for variant, options, used in (
        (covered, {"min_run": "3"}, True),
        (bare, {"min_run": "3"}, False),
        (bare, {}, True),
    ):
        assert bool(CompiledRules(variant, variant.read_options(options)).weights.nets) == used


def test_networks_are_not_used_under_options_with_which_they_lost() -> None:
    variant = VARIANTS["paodekuai"]
    played = [(name, value) for name, wins in variant.option_matches.items() for value in wins]
    lost = [one for one in played if not variant.nets_win_under(*one)]
    assert ("must", "off") in lost
    for one in lost:
        assert not engine.rules_for("paodekuai", (one,)).weights.nets

"""Learning networks: gradients match the loss, a fit finds the winning moves, and a run resumes where it ended."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from lab.arena import learn_nets
from lab.arena.__main__ import main
from lab.arena.kept_games import unpack_games
from lab.arena.net_fit import SAMPLE, SOFTMAX_SCALE, Array, Net, Samples, fit, gain, read_samples, slopes_of
from service.core import training
from service.core.bindings import SCORE_UNIT, pack_nets
from service.core.training import NET


def made_samples(questions: int, seed: int = 1) -> Samples:
    """Return questions of three options each; the option with input 7 wins in nine of ten, the others in three."""
    rng, rows = np.random.default_rng(seed), np.zeros(3 * questions, SAMPLE)
    rows["question"] = np.repeat(np.arange(questions), 3)
    rows["chosen"] = np.tile([1, 0, 0], questions)
    rows["n"] = 2
    rows["on"][:, 0] = rng.integers(100, 400, len(rows))
    good = (np.arange(questions) * 3) + rng.integers(0, 3, questions)
    rows["on"][:, 1] = 9
    rows["on"][good, 1] = 7
    rows["won"] = rng.random(len(rows)) < np.where(rows["on"][:, 1] == 7, 0.9, 0.3)
    return Samples(rows)


def minimised(ratings: list[float], won: list[int], begins: list[int], policy_weight: float) -> float:
    """Return the loss that a step minimises, question by question."""
    total, ends = 0.0, [*begins[1:], len(ratings)]
    for begin, end in zip(begins, ends, strict=True):
        own, results = ratings[begin:end], won[begin:end]
        odds = [
            math.log(1 + math.exp(-rating if result else rating)) for rating, result in zip(own, results, strict=True)
        ]
        probabilities = [math.exp(SOFTMAX_SCALE * rating) for rating in own]
        expected = sum(w * result for w, result in zip(probabilities, results, strict=True)) / sum(probabilities)
        total += (1 - policy_weight) * sum(odds) / len(odds) - policy_weight * expected
    return total / len(begins)


@pytest.mark.parametrize("policy_weight", [0.0, 0.7, 1.0])
def test_slopes_are_those_of_what_is_minimised(policy_weight: float) -> None:
    ratings, won, begins = [0.3, -0.2, 0.5, 1.0, -0.4], [1, 0, 0, 0, 1], [0, 3]
    slopes = slopes_of(np.array(ratings), np.array(won), np.array(begins), policy_weight)
    for i, slope in enumerate(slopes):
        step = 1e-5
        up, down = ([r + sign * step * (i == j) for j, r in enumerate(ratings)] for sign in (1, -1))
        between = minimised(up, won, begins, policy_weight) - minimised(down, won, begins, policy_weight)
        assert slope == pytest.approx(between / (2 * step), abs=1e-6)


def test_a_fit_finds_what_wins() -> None:
    taught, held_out = made_samples(4000).split()
    assert len(held_out.questions) == 4000 // 20
    net = fit(taught, np.random.default_rng(1))
    measured = gain(net, held_out)
    assert measured.questions == 200
    assert measured.chosen == pytest.approx(0.5, abs=0.1)
    assert measured.gain == pytest.approx(0.4, abs=0.1)
    assert gain(fit(taught, np.random.default_rng(1), net), held_out).gain == pytest.approx(0.4, abs=0.1)


def test_the_mean_of_two_networks_lies_between_them(tmp_path: Path) -> None:
    one, two = (Net.drawn(np.random.default_rng(seed), np.arange(9)) for seed in (1, 2))
    assert one.layers[0][8].any()
    assert not one.layers[0][9:].any()
    one.write(tmp_path / "one.npz")
    mean = two.beside(Net.read(tmp_path / "one.npz"))
    for a, b, between in zip(one.layers, two.layers, mean.layers, strict=True):
        assert between == pytest.approx((a + b) / 2)


def test_networks_go_over_to_a_game_of_other_rows() -> None:
    """A row takes over the inputs of the one that it is named after."""
    known, rows = ("rocket", "bomb", "solo", "trio_solo"), ("soft_bomb", "solo", "quad", "trio_solo")
    drawn = Net.drawn(np.random.default_rng(1), np.arange(NET.inputs))
    net = Net.unpacked(drawn.packed())
    assert net.packed() == drawn.packed()
    first, moved = net.layers[0], net.with_rows(known, rows).layers[0]
    for begin in (NET.beaten_row, NET.row):
        assert (moved[begin] == first[begin + 1]).all()
        assert (moved[begin + 1] == first[begin + 2]).all()
        assert not moved[begin + 2].any()
        assert (moved[begin + 3] == first[begin + 3]).all()
        assert (moved[begin + NET.rows - 1] == first[begin + NET.rows - 1]).all()


def test_a_game_begins_with_the_networks_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 10), ("WAVE", 4), ("DECKS", 20), ("PART", 10)):
        monkeypatch.setattr(learn_nets, name, value)
    learned = learn_nets.learn("laizi", 0.001, 2, 1, tmp_path, begin="standard")
    assert learned.name == "round-1.net"
    assert not list(tmp_path.glob("round-0-*.games"))
    pack_nets((tmp_path / "round-0.net").read_bytes())
    before, after = (Net.read(tmp_path / f"round-{number}-0.npz").layers[0] for number in range(2))
    assert 0 < np.abs(after - before).max() < 0.1


def test_the_core_rates_as_the_fit_does() -> None:
    samples = made_samples(2000)
    net = fit(samples, np.random.default_rng(1))
    ratings, _ = net.rate(samples.rows[:60])
    packed = net.packed() * NET.roles
    pack_nets(packed)
    core = [training.net_rating(packed, 0, row["on"][: row["n"]].tolist()) for row in samples.rows[:60]]
    turns = 2.5 * (ratings - net.layers[-1][0])
    assert np.array(core) / SCORE_UNIT == pytest.approx(turns, abs=0.15)


def test_a_run_is_taken_up_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 30), ("WAVE", 4), ("DECKS", 20)):
        monkeypatch.setattr(learn_nets, name, value)
    first = learn_nets.learn("standard", 0.001, 1, 1, tmp_path)
    stamp = first.stat().st_mtime_ns
    second = learn_nets.learn("standard", 0.001, 2, 1, tmp_path)
    assert first.stat().st_mtime_ns == stamp
    assert second.name == "round-1.net"
    pack_nets(second.read_bytes())


def test_partners_learn_in_games_of_four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next seat is an enemy, so one role is trained; the levels take turns."""
    for name, value in (("DEALS", 10), ("WAVE", 3), ("DECKS", 10), ("PART", 5)):
        monkeypatch.setattr(learn_nets, name, value)
    packed = learn_nets.learn("guandan", 0.001, 1, 1, tmp_path).read_bytes()
    size = len(packed) // NET.roles
    assert [any(packed[i : i + size]) for i in range(0, len(packed), size)] == [False, True, False]
    rules = [unpack_games(path)[0].options["level"] for path in sorted(tmp_path.glob("*.games"))]
    assert len(set(rules)) == 3


def test_a_pooled_round_reads_the_games_of_all_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 10), ("WAVE", 3), ("DECKS", 10)):
        monkeypatch.setattr(learn_nets, name, value)
    read: list[set[str]] = []

    def record(paths: Sequence[Path]) -> Array:
        read.append({path.name[: len("round-0")] for path in paths})
        return read_samples(paths)

    monkeypatch.setattr(learn_nets, "read_samples", record)
    learn_nets.learn("standard", 0.001, 2, 1, tmp_path / "pooled", pooled=True)
    learn_nets.learn("standard", 0.001, 2, 1, tmp_path / "apart")
    assert read == [{"round-0"}, {"round-0", "round-1"}, {"round-0"}, {"round-1"}]


def test_close_questions_have_fewer_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 10), ("WAVE", 3), ("DECKS", 10), ("PART", 5)):
        monkeypatch.setattr(learn_nets, name, value)
    run = "learn-nets --variant guandan --begin guandan --minutes 0.001 --rounds 2 --jobs 1 --out"
    sizes = []
    for name, flags in (("all", []), ("close", ["--close"])):
        assert main([*run.split(), str(tmp_path / name), *flags]) == 0
        rows = read_samples(list((tmp_path / name).glob("round-1-*.games")))
        sizes.append(len(rows) / rows["chosen"].sum())
    assert sizes[1] < 0.9 * sizes[0]


def test_a_seat_with_a_stranger_beside_it_is_sampled_alone() -> None:
    rng, kinds = random.Random(1), Counter[tuple[int, int]]()
    for _ in range(4000):
        seating = learn_nets.seat("newest", ["pool"], rng, [0, 1, 0, 1])
        sampled = [seat for seat in range(4) if seating.sampled >> seat & 1]
        assert all(seating.names[seat] == "newest" for seat in sampled)
        assert seating.names.count("newest") == len(sampled)
        kinds[len(sampled), sampled[0] % 2] += 1
    assert {number for number, _ in kinds} == {1, 2}
    assert 1800 < sum(n for (_, side), n in kinds.items() if side) < 2200


def test_roles_that_a_game_lacks_stay_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paodekuai has no allies, so the networks of their roles stay zero."""
    for name, value in (("DEALS", 30), ("WAVE", 4), ("DECKS", 20)):
        monkeypatch.setattr(learn_nets, name, value)
    packed = learn_nets.learn("paodekuai", 0.001, 2, 1, tmp_path).read_bytes()
    alone, *others = (packed[i : i + len(packed) // NET.roles] for i in range(0, len(packed), len(packed) // NET.roles))
    assert any(alone)
    assert not any(b"".join(others))

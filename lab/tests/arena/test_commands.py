"""Small runs of the arena's other commands: their output, their files, and the progress bar of a terminal."""

from __future__ import annotations

import io
import math
import random
import sys
from http.client import HTTPConnection
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from lab.arena import calibrate_beliefs, learn_bids, learn_nets, tune
from lab.arena.__main__ import MOST_ROUNDS, MOST_SEED, main
from lab.arena.errors import ArenaError
from lab.arena.learn_bids import Part, play_part
from lab.arena.opponents import find_opponent
from lab.arena.progress_bar import Bar
from service.advice.bomb_chance import correction_terms
from service.core import robots
from service.core.bindings import CoreError, lib, pack_nets
from tests.helpers.command import TerminalStream


def test_a_terminal_sees_how_far_a_match_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last deck is always drawn, others at most ten times a second; the line is erased at the end."""
    monkeypatch.setattr(sys, "stderr", seen := TerminalStream())
    assert main(["match", "novice", "random", "--decks", "20", "--jobs", "1"]) == 0
    drawn = seen.getvalue().split("\r\x1b[K")
    assert drawn[-1] == ""
    assert drawn[-2].startswith(f" {'█' * 30} 20/20 ")
    assert drawn[-2].endswith("WP " + capsys.readouterr().out.split("WP ")[1][:5])
    assert len(drawn) < 20


def test_the_bar_knows_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that continues from its fifth deck."""
    monkeypatch.setattr(sys, "stderr", seen := TerminalStream())
    monkeypatch.setattr("time.monotonic", iter([0.0, 2.0, 2.05]).__next__)
    bar = Bar(15, "club", done=5)
    bar.update(10, "even")
    bar.update(11)
    assert seen.getvalue() == f"\r\x1b[Kclub {'█' * 20}{'·' * 10} 10/15  2/s  2 s left  even"


def test_a_file_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := io.StringIO())
    bar = Bar(2)
    bar.update(2)
    bar.close()
    assert seen.getvalue() == ""


def test_calibrating_prints_how_far_beliefs_can_be_trusted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--decks", "2", "--worlds", "10"]) == 0
    lines = capsys.readouterr().out.splitlines()
    trusts = sorted({0, 25, 50, 75, 100, robots.POLICY_TRUST})
    heads = [line for line in lines if line.startswith("policy trust")]
    assert [line.partition(" %")[0].split()[2] for line in heads] == [str(trust) for trust in trusts]
    ranks, bombs, in_force, facts = calibrate_beliefs.calibrate(2, 10, robots.POLICY_TRUST, 1)
    assert len(facts) == len(bombs.truths)
    assert f"policy trust {robots.POLICY_TRUST:3} %  Brier {ranks.brier():.4f}, of bombs {bombs.brier():.4f}" in heads
    for name, beliefs, seats in (("a rank:", ranks, 15), ("a bomb:", bombs, 1), ("a bomb, as answered:", in_force, 1)):
        rows = [line.partition(": ")[2].split()[0] for line in lines if line.strip().startswith(name)]
        assert sum(map(int, rows)) == len(beliefs.truths) == 2 * 2 * seats


def test_a_correction_is_fitted_to_one_half_and_holds_in_the_other() -> None:
    """Seats that have made many plays have bombs more often than the sampled worlds show."""
    rng, empty = random.Random(1), calibrate_beliefs.Reliability([], [])
    claims = calibrate_beliefs.Calibration(empty, calibrate_beliefs.Reliability([], []), empty, [])
    assert calibrate_beliefs.corrected(claims) is None
    for _ in range(8000):
        chance, plays, left = rng.choice((0.02, 0.1, 0.3, 0.6)), rng.randint(0, 6), rng.randint(4, 17)
        odds = chance / (1 - chance) * math.exp(0.2 * plays)
        claims.bombs.chances.append(chance)
        claims.bombs.truths.append(rng.random() < odds / (1 + odds))
        claims.facts.append(correction_terms(chance, plays, left, 200))
    fitted = calibrate_beliefs.corrected(claims)
    assert fitted is not None
    after = fitted[1]
    assert after.truths == claims.bombs.truths[4000:]
    assert after.brier() < calibrate_beliefs.Reliability(claims.bombs.chances[4000:], after.truths).brier() - 0.003
    assert all(abs(mean - share) < 0.06 for number, mean, share in after.table() if number > 200)


def test_bids_are_learned_into_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game's model is fitted, with a few new deals."""
    out = tmp_path / "models.py"
    calls: list[tuple[str, int]] = []
    learn = learn_bids.learn_model

    def small(name: str, number: int, *rest: Any) -> Any:
        calls.append((name, number))
        return learn(name, 90, *rest)

    monkeypatch.setattr(learn_bids, "learn_model", small)
    assert main(["learn-bids", "--games", "240000", "--out", str(out), "--jobs", "1"]) == 0
    models = run_path(str(out))["MODELS"]
    assert [name for name, _ in calls] == list(models) == list(learn_bids.bid_models.MODELS)
    assert calls[0] == ("standard", 240_000)


def test_a_deal_that_the_core_cannot_play_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_deal = learn_bids.play_deal

    def fails(rules: Any, policy: Any, seed: int) -> Any:
        if seed % 1_000_003 == 1:
            raise CoreError(lib.ERROR_CAPACITY)
        return play_deal(rules, policy, seed)

    monkeypatch.setattr(learn_bids, "play_deal", fails)
    assert len(play_part(Part("standard", range(3), 1))) == 2
    assert "deal 1 of standard left out" in capsys.readouterr().out


def test_networks_are_learned_by_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The training games are stored."""
    for name, value in (("DEALS", 30), ("WAVE", 2), ("DECKS", 20)):
        monkeypatch.setattr(learn_nets, name, value)
    assert main(f"learn-nets --minutes 0.001 --rounds 1 --jobs 1 --out {tmp_path}".split()) == 0
    assert list(tmp_path.glob("round-0-*.games"))
    pack_nets(Path(capsys.readouterr().out.splitlines()[-1]).read_bytes())


def test_a_round_of_junk_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "round-0.net").write_text("junk")
    assert main(f"learn-nets --rounds 1 --out {tmp_path}".split()) == 2
    assert "round-0.net holds no networks: networks of 4 bytes" in capsys.readouterr().err


def test_numbers_are_tuned_by_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("SETS", 30), ("DECKS", 4), ("CHECK", 20), ("LEAST", 0.7)):
        monkeypatch.setattr(tune, name, value)
    out = tmp_path / "new" / "state.json"
    assert main(f"tune --minutes 0.01 --jobs 1 --begins w.solo --out {out}".split()) == 0
    assert out.exists()
    names = {line.partition(" ")[0] for line in capsys.readouterr().out.splitlines()}
    assert names >= set(tune.in_force("standard"))


@pytest.mark.parametrize(
    "arguments",
    [
        "match novice random --decks 0",
        f"match novice random --decks {'9' * 5000}",
        "match novice random --jobs 0",
        "match novice random --jobs 100000000",
        "sprt club novice --seed -1",
        "sprt club novice --seed 18446744073710",
        "sprt club novice --seed one",
        "sprt club novice --elo0 nan",
        "sprt club novice --elo1 inf",
        "sprt club novice --alpha 0.5",
        "accept - --beta 0",
        "ladder --decks -1",
        "tune --minutes nan",
        "tune --seed -1",
        "calibrate --worlds 4001",
        "calibrate --worlds 0",
        "learn-bids --games 3",
        "learn-nets --rounds 0",
        "learn-nets --minutes -1",
    ],
)
def test_numbers_that_make_no_sense_are_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments.split())
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("learn-bids --out /", "/ cannot be written"),
        ("learn-bids --out /no/such/folder/models.py", "models.py cannot be written"),
        ("match club http://127.0.0.1:99999999", "no address: Port out of range"),
        ("match club http://[::1", "no address: Invalid IPv6 URL"),
    ],
)
def test_impossible_arguments_are_refused(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    assert message in capsys.readouterr().err


def test_the_highest_seed_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the last round of training networks."""
    most = f"--seed {MOST_SEED} --jobs 1"
    assert main(f"match novice random --decks 2 {most}".split()) == 0
    assert main(f"calibrate --decks 1 --worlds 2 --seed {MOST_SEED}".split()) == 0
    monkeypatch.setattr(learn_nets, "DEALS", 2)
    monkeypatch.setattr(learn_nets, "WAVE", 1)
    played: dict[str, Any] = {"seconds": 0.0}
    last = MOST_ROUNDS - 1
    learn_nets.gather_round(
        "standard", last, "club", ["novice"], 0, 1, tmp_path, MOST_SEED, "", "", False, played, lambda: None
    )
    assert len(list(tmp_path.iterdir())) == 1


def test_a_server_that_answers_no_object_is_no_service_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Answer(io.BytesIO):
        status = 404

    monkeypatch.setattr(HTTPConnection, "request", lambda *_: None)
    monkeypatch.setattr(HTTPConnection, "getresponse", lambda _: Answer(b"[404]"))
    with pytest.raises(ArenaError, match=r"no service of ours: it answers \[404\]"):
        find_opponent("http://127.0.0.1:9")

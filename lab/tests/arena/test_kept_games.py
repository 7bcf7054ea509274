"""Files of saved games and the runs that write them: after any interruption they resume or report why they cannot."""

from __future__ import annotations

import fcntl
import json
import threading
from pathlib import Path

import pytest

from lab.arena import learn_nets
from lab.arena.errors import ArenaError
from lab.arena.kept_games import pack_games, samples_of_games, unpack_games, while_free, write_whole
from lab.arena.match import deal_hands
from service.advice import levels
from service.core import engine, training
from service.core.training import KeptGames


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DEALS", 20), ("WAVE", 3), ("DECKS", 10)):
        monkeypatch.setattr(learn_nets, name, value)


def kept(variant: str, options: tuple[tuple[str, str], ...] = ()) -> tuple[bytes, bytes]:
    """Return a file of games, and the samples of the same games."""
    rules, seeds = engine.rules_for(variant, options), range(40)
    dealt = [deal_hands(rules, seed) for seed in seeds]
    seated = [levels.policy_of("club")] * 3, dealt, seeds, [rules.weights] * 3, 0b111, 250, 60
    packed = pack_games(rules, seeds, ("club",) * 3, 0b111, training.keep(*(rules, *seated)))
    return packed, training.samples(*(rules, *seated))


@pytest.mark.parametrize(("variant", "options"), [("standard", ()), ("laizi", (("wild", "7"),))])
def test_a_file_gives_the_samples_of_its_games(
    tmp_path: Path, variant: str, options: tuple[tuple[str, str], ...]
) -> None:
    """A game takes less than thirty bytes per sample."""
    path = tmp_path / "games"
    packed, samples = kept(variant, options)
    path.write_bytes(packed)
    assert samples_of_games(path) == samples
    assert len(packed) < 30 * len(samples) / 108
    rules, seeds, _ = unpack_games(path)
    assert (rules.variant.id, seeds) == (variant, range(40))


def test_other_and_damaged_files_are_named(tmp_path: Path) -> None:
    packed, _ = kept("standard")
    line, _, rest = packed.partition(b"\n")
    head = json.loads(line)
    wrong = {
        "empty": b"", "text": b"no games", "short": packed[:-20], "no games": line + b"\n",
        "version": json.dumps(head | {"format": "paili-games-0"}).encode() + b"\n" + rest,
        "other rules": json.dumps(head | {"rules": "paodekuai"}).encode() + b"\n" + rest,
        "other deals": json.dumps(head | {"seeds": [1, 41]}).encode() + b"\n" + rest,
        "too few": json.dumps(head | {"bytes": [head["bytes"][0], 0, 0]}).encode() + b"\n" + rest,
    }  # fmt: skip
    for name, content in wrong.items():
        path = tmp_path / f"{name}.games"
        path.write_bytes(content)
        with pytest.raises(ArenaError, match=name):
            samples_of_games(path)


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"before")
    with pytest.raises(TypeError):
        write_whole(path, None)  # type: ignore[arg-type]
    assert path.read_bytes() == b"before"
    write_whole(path, b"after")
    assert path.read_bytes() == b"after"


def test_a_run_goes_on_with_the_part_that_is_missing(tmp_path: Path) -> None:
    """The result is the same as without the interruption in the second wave."""
    learn_nets.learn("standard", 0.0001, 1, 1, tmp_path / "whole")
    stopped = tmp_path / "stopped"
    learn_nets.learn("standard", 0.0001, 1, 1, stopped)
    games = sorted(stopped.glob("*.games"))
    kept_stamp = games[0].stat().st_mtime_ns
    games[-1].unlink()
    for path in (*stopped.glob("*.net"), *stopped.glob("*.npz")):
        path.unlink()
    learn_nets.learn("standard", 0.0001, 1, 1, stopped)
    assert games[0].stat().st_mtime_ns == kept_stamp
    for path in (tmp_path / "whole").glob("round-*[!z]"):
        assert path.read_bytes() == (stopped / path.name).read_bytes()
    record = json.loads((stopped / "record.json").read_bytes())
    played = record["rounds"]["0"]
    assert (played["tasks"], played["games"]) == (3, 60)
    assert (played["first seed"], played["last seed"]) == (10_000_000_000, 10_000_000_060)
    assert played["moves"] > 1000
    assert len(played["share against club"]) == 3
    assert record["run"]["commit"]


def test_another_run_does_not_go_on_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn_nets.learn("standard", 0.0001, 1, 1, tmp_path)
    with pytest.raises(ArenaError, match="begun with variant standard, not paodekuai"):
        learn_nets.learn("paodekuai", 0.0001, 1, 1, tmp_path)
    with pytest.raises(ArenaError, match="begun with seed 1, not 2"):
        learn_nets.learn("standard", 0.0001, 1, 1, tmp_path, seed=2)
    monkeypatch.setattr(learn_nets, "commit_here", lambda: "another")
    with pytest.raises(ArenaError, match=r"begun with commit .*, not another"):
        learn_nets.learn("standard", 0.0001, 1, 1, tmp_path)
    (tmp_path / "record.json").write_text("[]")
    with pytest.raises(ArenaError, match=r"record\.json is no record"):
        learn_nets.learn("standard", 0.0001, 1, 1, tmp_path)


def test_a_run_pauses_while_a_file_is_locked(tmp_path: Path) -> None:
    lock, done = tmp_path / "lock", threading.Event()

    def work() -> None:
        with while_free(str(lock)):
            done.set()

    with lock.open("wb") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        waiting = threading.Thread(target=work)
        waiting.start()
        assert not done.wait(0.2)
        fcntl.flock(holder, fcntl.LOCK_UN)
        assert done.wait(10)
        waiting.join()


def test_no_games_at_all_are_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(pack_games(engine.rules_for("standard"), range(0), (), 0, KeptGames(b"", b"", b"")))
    assert samples_of_games(path) == b""
